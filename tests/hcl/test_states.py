"""Which states the framework reads as they are, by table, and the same by the framework itself."""

import shutil
import subprocess
from pathlib import Path

import pytest

from mapper.languages.hcl.states import unread
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)

STRING, NUMBER, INTEGER, BOOL, ANY = (
    Scalar(kind)
    for kind in (ScalarKind.STRING, ScalarKind.NUMBER, ScalarKind.INT64, ScalarKind.BOOL, ScalarKind.DYNAMIC)
)


def body(**members: Type) -> Body:
    return Body(
        tuple(Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), ()) for name, type_ in members.items())
    )


BODY = body(q=STRING)
OBJECT, OBJECTS = Nested(NestingMode.SINGLE, BODY), Nested(NestingMode.LIST, BODY)
LIST, SET, MAP = (Collection(kind, STRING) for kind in CollectionKind)
ALWAYS, SOMETIMES, NEVER = "always", "sometimes", "never"
TABLE: list[tuple[Type, Type, list[str], str]] = [
    (NUMBER, STRING, ["5"], NEVER),
    (BOOL, STRING, ["true"], NEVER),
    (STRING, NUMBER, ['"5"', '"x"'], SOMETIMES),
    (STRING, BOOL, ['"true"', '"x"'], SOMETIMES),
    (NUMBER, BOOL, ["1", "3"], SOMETIMES),
    (BOOL, NUMBER, ["true"], ALWAYS),
    (INTEGER, NUMBER, ["5"], NEVER),
    (LIST, SET, ['["a", "a"]'], NEVER),
    (SET, LIST, ['["a"]'], NEVER),
    (LIST, MAP, ['["a"]'], ALWAYS),
    (LIST, STRING, ['["a"]'], ALWAYS),
    (STRING, LIST, ['"a"'], ALWAYS),
    (OBJECT, OBJECTS, ['{"q": "a"}'], ALWAYS),
    (OBJECTS, OBJECT, ['[{"q": "a"}]'], ALWAYS),
    (OBJECTS, Nested(NestingMode.SET, BODY), ['[{"q": "a"}]'], NEVER),
    (OBJECT, MAP, ['{"q": "a"}'], NEVER),
    (MAP, OBJECT, ['{"r": "a"}'], NEVER),
    (OBJECT, Collection(CollectionKind.MAP, NUMBER), ['{"q": "5"}', '{"q": "a"}'], SOMETIMES),
    (Collection(CollectionKind.LIST, STRING), Collection(CollectionKind.LIST, NUMBER), ['["5"]', '["a"]'], SOMETIMES),
    (Collection(CollectionKind.LIST, Object(BODY)), LIST, ['[{"q": "a"}]'], ALWAYS),
    (STRING, ANY, ['"a"'], ALWAYS),
    (OBJECT, Nested(NestingMode.SINGLE, Body(())), ['{"q": "a"}'], NEVER),
    (OBJECT, Nested(NestingMode.SINGLE, body(q=NUMBER)), ['{"q": "5"}', '{"q": "a"}'], SOMETIMES),
    (OBJECT, Nested(NestingMode.SINGLE, body(q=LIST)), ['{"q": "a"}'], ALWAYS),
    (OBJECTS, Nested(NestingMode.LIST, body(q=LIST)), ['[{"q": "a"}]'], ALWAYS),
    (OBJECTS, Collection(CollectionKind.LIST, Object(body(q=NUMBER))), ['[{"q": "5"}]', '[{"q": "a"}]'], SOMETIMES),
    (MAP, Nested(NestingMode.SINGLE, body(q=LIST)), ['{"q": "a"}', '{"r": "a"}'], SOMETIMES),
    (Nested(NestingMode.MAP, BODY), MAP, ['{"k": {"q": "a"}}'], ALWAYS),
]
"""Old and new type, values of the old one as JSON, and whether the framework refuses them."""


@pytest.mark.parametrize(("old", "new", "values", "refused"), TABLE)
def test_what_is_refused(old: Type, new: Type, values: list[str], refused: str) -> None:
    found = list(unread(old, new, "it"))
    assert (ALWAYS if any(one.always for one in found) else SOMETIMES if found else NEVER) == refused
    assert values


def several(*types: Type) -> Object:
    """A tuple: an object whose members are numbered."""
    return Object(body(**{str(index): type_ for index, type_ in enumerate(types)}))


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        (several(STRING, NUMBER), LIST, []),
        (several(STRING, NUMBER), SET, []),
        (several(STRING, NUMBER), Collection(CollectionKind.LIST, NUMBER), [("it.0", False)]),
        (LIST, several(STRING, BOOL), [("it.1", False)]),
        (LIST, several(LIST), [("it.0", True)]),
        (several(STRING, BOOL), several(STRING, LIST), [("it.1", True)]),
        (several(STRING), several(STRING, BOOL), []),
        (several(STRING), MAP, [("it", True)]),
        (OBJECT, several(STRING), [("it", True)]),
        (several(OBJECT), OBJECTS, []),
        (Object(Body()), several(STRING), [("it", True)]),
        (Nested(NestingMode.SINGLE, body(a=OBJECT)), Nested(NestingMode.SINGLE, body(a=OBJECTS)), [("it.a", True)]),
        (Nested(NestingMode.LIST, body(a=STRING)), Nested(NestingMode.SET, body(a=LIST)), [("it.a", True)]),
        (MAP, Nested(NestingMode.SINGLE, body(a=STRING, b=LIST)), [("it.b", False)]),
    ],
)
def test_the_items_of_a_tuple_and_members_of_objects_are_refused_by_their_paths(
    old: Type, new: Type, refused: list[tuple[str, bool]]
) -> None:
    assert [(one.path, one.always) for one in unread(old, new, "it")] == refused


PROGRAM = """\
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		kind, state, _ := strings.Cut(lines.Text(), "\\t")
		type_, err := tftypes.ParseJSONType([]byte(kind))
		if err != nil {
			panic(err)
		}
		raw := tfprotov6.RawState{JSON: []byte(state)}
		opts := tfprotov6.UnmarshalOpts{ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true}}
		_, err = raw.UnmarshalWithOpts(type_, opts)
		fmt.Println(err != nil)
	}
}
"""
"""Reads states as the framework does in UpgradeResourceState for one of the same schema version."""


def written(type_: Type) -> str:
    """A type in the JSON of Terraform."""
    match type_:
        case Scalar(kind):
            return '"dynamic"' if kind is ScalarKind.DYNAMIC else f'"{"number" if kind == "int64" else kind}"'
        case Collection(kind, element):
            return f'["{kind}", {written(element)}]'
        case Object(body) | Nested(NestingMode.SINGLE, body):
            members = ", ".join(f'"{one.name}": {written(one.type)}' for one in body.attributes)
            return f'["object", {{{members}}}]'
        case Nested(mode, body):
            return f'["{mode}", {written(Object(body))}]'
    raise AssertionError(type_)


@pytest.mark.peer
@pytest.mark.skipif(shutil.which("go") is None, reason="go is not on the path")
def test_the_framework_reads_and_refuses_the_same(tmp_path: Path) -> None:
    module = Path(__file__).parents[1] / "go_code" / "module"
    for name in ("go.mod", "go.sum"):
        shutil.copy(module / name, tmp_path)
    (tmp_path / "main.go").write_text(PROGRAM)
    cases = [(new, value) for _, new, values, _ in TABLE for value in values]
    lines = "".join(f'["object", {{"it": {written(new)}}}]\t{{"it": {value}}}\n' for new, value in cases)
    done = subprocess.run(["go", "run", "."], cwd=tmp_path, input=lines, capture_output=True, text=True, check=True)
    answers = iter(done.stdout.split())
    found = [[next(answers) == "true" for _ in values] for _, _, values, _ in TABLE]
    assert [ALWAYS if all(row) else SOMETIMES if any(row) else NEVER for row in found] == [row[3] for row in TABLE]
