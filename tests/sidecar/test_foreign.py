"""A sidecar of somebody else, changed at any place in any way: it is read, or one line says what is wrong and where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mapper.inputs import Document, Documents
from mapper.model.attribute import same_content
from mapper.model.nesting import MAX_NESTING
from mapper.registry import vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.review import Settings, compare
from mapper.review.data import write_review
from mapper.sidecar import checking
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.schema import sidecar_1_schema, sidecar_schema
from mapper.terraform.kinds import RESOURCE
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.history import History
from mkdocs_oasmap.review.baselines import Files, State, read_state, read_version, review
from mkdocs_oasmap.review.html import as_html
from mkdocs_oasmap.review.markdown import as_markdown
from mkdocs_oasmap.review.sarif import as_sarif
from mkdocs_oasmap.review.text import as_github, as_text

API = """\
openapi: 3.0.3
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post:
      summary: Make
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
      responses: {"201": {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}
  /pets/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}
components:
  schemas:
    Pet:
      type: object
      description: A pet.
      required: [name]
      properties:
        name: {type: string, description: Its name., maxLength: 8, pattern: "^a", deprecated: true}
        kind: {type: string, enum: [cat, dog], default: cat}
        age: {type: integer, minimum: 0, multipleOf: 2}
        secret: {}
        out: {type: string}
        owner: {type: object, properties: {email: {type: string}, gone: {type: string}}}
        toys: {type: array, items: {type: object, properties: {colour: {type: string}}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
    schema: {ignores: [owner.gone, out]}
"""
DEEP: Any = []
for _ in range(160):
    DEEP = [DEEP]
VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**400, 1e308, "", "x", "a.b", "a" * 5000, "\ud800\x1b\n",
    "list of " * 500 + "string", "." * 3000, [], [[]], [None], {}, {"": {}}, {"a": {"b": 1}}, DEEP,
]  # fmt: skip


def write(folder: Path) -> Any:
    (folder / "api.yaml").write_text(API)
    (folder / "generator_config.yml").write_text(CONFIG)
    arguments = ["--output", str(folder / "spec.json"), "--sidecar", str(folder / "oasmap.json")]
    arguments += ["--config", str(folder / "generator_config.yml"), str(folder / "api.yaml")]
    assert main(["generate", "-q", *arguments]) == 0
    return json.loads((folder / "oasmap.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zoo")
    write(folder)
    return folder


@pytest.fixture(scope="module")
def sidecar_2(folder: Path) -> Any:
    return json.loads((folder / "oasmap.json").read_text())


@pytest.fixture(scope="module")
def sidecar_1() -> Any:
    """What version 1 was written for the same files."""
    return json.loads((Path(__file__).parent / "version_1.json").read_text())


@pytest.fixture(scope="module", params=[1, 2])
def sidecar(request: pytest.FixtureRequest, sidecar_1: Any, sidecar_2: Any) -> Any:
    return {1: sidecar_1, 2: sidecar_2}[request.param]


@pytest.fixture(scope="module")
def current(folder: Path) -> State:
    return read_state(str(folder / "api.yaml"), Files((folder / "generator_config.yml",), folder))


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a parsed document; of lists, the first two items and the last."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            yield from places(value[index], (*path, index))


def changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    if not path:
        return new
    found = copy.copy(value)
    found[path[0]] = changed(value[path[0]], path[1:], new) if len(path) > 1 else new
    return found


def without(value: Any, path: tuple[str | int, ...]) -> Any:
    found = copy.copy(value)
    if len(path) > 1:
        found[path[0]] = without(value[path[0]], path[1:])
    else:
        del found[path[0]]
    return found


def twice(value: Any, path: tuple[str | int, ...]) -> Any:
    found = copy.copy(value)
    if len(path) > 1:
        found[path[0]] = twice(value[path[0]], path[1:])
    else:
        found.insert(path[0], found[path[0]])
    return found


def mutants(sidecar: Any) -> Iterator[tuple[str, Any]]:
    """The sidecar, changed at one place."""
    for path in places(sidecar):
        for number, value in enumerate(VALUES):
            yield f"{path} {number}", changed(sidecar, path, value)
        if path:
            yield f"{path} gone", without(sidecar, path)
        if path and isinstance(path[-1], int):
            yield f"{path} twice", twice(sidecar, path)


FORMS = (as_text, as_github, as_markdown, as_sarif, as_html, write_review)


def use(old: State, current: State, number: int) -> None:
    """What is made of a state that has been read: as the old one, or as the recorded one; in one form."""
    states = (old, current) if number % 2 else (current, current)
    found = review(*states, Settings(), None if number % 2 else old)
    FORMS[number % len(FORMS)](found).encode("utf-8", "backslashreplace")
    if number % 3 == 0:
        History([("1", old.mapping)], current.mapping).of("resource pet", "name")


@pytest.mark.soak
def test_every_change_of_a_sidecar_is_read_or_refused_in_one_line(sidecar: Any, folder: Path, current: State) -> None:
    """`diff`, `baseline:` and `--recorded` read a state, `versions:` a version: these are what they call."""
    read = refused = 0
    name = folder / "mutant.json"
    readers: list[Callable[[], State]] = [
        lambda: read_state(str(name), Files((), folder)),
        lambda: read_version(name, folder, "terraform"),
    ]
    for number, (what, mutant) in enumerate(mutants(sidecar)):
        name.write_text(json.dumps(mutant))
        try:
            use(readers[number % len(readers)](), current, number // 2)
            read += 1
            continue
        except MappingError as error:
            refused += 1
            told = error
        except Exception as error:
            raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
        assert len(told.problems) == 1, what
        assert str(told).isprintable(), what
        assert "mutant.json" in str(told), what
    assert read > 500
    assert refused > 1000


VERSION_1 = [
    ("/entities/1/name", {}, "this is not a text"),
    ("/entities/1/summary", 5, "this is not a text"),
    ("/entities/1/attributes/0/description", [], "this is not a text"),
    ("/entities/1/attributes/0/description", {}, "this is not a text"),
    ("/entities/1/attributes/0/path", "", "there is no path"),
    ("/entities/1/attributes/1/path", "a.b", "there is nothing at a"),
    ("/entities/1/attributes/0/type", "list of " * 500 + "object", "there are more than 50 levels"),
    ("/entities/1/attributes/0/type", "heap of string", "this is not a type"),
    ("/entities/1/attributes/0/status", "maybe", 'this is none of "computed", "computed_optional", '),
    ("/entities/1/attributes/0/origins/0/contribution", "x", 'this is none of "added nested attributes", '),
    ("/documents/0/file", None, "this is not a text"),
    ("/artifacts", [], "this is not an object"),
    ("/coverage/operations/0/method", 1, "this is not a text"),
]
VERSION_2 = [
    ("/entities/1/name", {}, "this is not a text"),
    ("/entities/1/summary", 5, "this is not a text"),
    ("/entities/1/summary", "=nothing", "there is no text with the key 'nothing'"),
    ("/entities/1/location/0", 7, "there is no file 7"),
    ("/bodies/3/attributes/0/description", {}, "this is not a text"),
    ("/bodies/3/attributes/0/name", "", "there is no name"),
    ("/bodies/3/attributes/1/name", "age", "there is a name twice"),
    ("/bodies/3/attributes/0/type", "list of " * 500 + "object", "there are more than 50 levels"),
    ("/bodies/3/attributes/0/type", "heap of string", "this is not a type"),
    ("/bodies/3/attributes/3/body", "toy", "there is no body before this with the key 'toy'"),
    ("/bodies/3/attributes/5/parent", 9, "there is no parent 9"),
    ("/bodies/3/attributes/0/via", "x", "there is no chain with the key 'x'"),
    ("/bodies/3/attributes/0/constraints/0/0", "x", 'this is none of "enum", '),
    ("/bodies/3/attributes/0/constraints/0/1", ["a"], "this is not a value of the limit range"),
    ("/bodies/3/key", "owner", "there is a body with the key 'owner' already"),
    ("/statuses/0/status", "maybe", 'this is none of "computed", "computed_optional", '),
    ("/sources/0/sources/0/1", "x", 'this is none of "added nested attributes", '),
    ("/documents/0/file", None, "this is not a text"),
    ("/artifacts", [], "this is not an object"),
    ("/coverage/operations/0/0", 1, "this is not a text"),
    ("/diagnostics/0/found/0/location/1", None, "there is no JSON pointer"),
]


def refused(mutant: Any) -> str:
    with pytest.raises(MappingError) as caught:
        read_sidecar(Document("oasmap.json", json.dumps(mutant, indent=1).encode()), vocabulary_of)
    return str(caught.value)


def with_value(sidecar: Any, pointer: str, value: Any) -> Any:
    return changed(sidecar, tuple(int(token) if token.isdigit() else token for token in pointer.split("/")[1:]), value)


@pytest.mark.parametrize(
    ("version", "pointer", "value", "message"),
    [(1, *case) for case in VERSION_1] + [(2, *case) for case in VERSION_2],
)
def test_the_message_says_what_is_wrong_and_where(
    sidecar_1: Any, sidecar_2: Any, version: int, pointer: str, value: Any, message: str
) -> None:
    text = refused(with_value({1: sidecar_1, 2: sidecar_2}[version], pointer, value))
    command = {1: "oasmap schema sidecar-1", 2: "oasmap schema"}[version]
    assert f"the sidecar is not as `{command}` describes it: {message}" in text
    assert f"(at {pointer})" in text
    assert text.startswith("oasmap.json:")
    assert not text.startswith("oasmap.json:1:")


def test_a_member_that_is_missing_is_named(sidecar: Any) -> None:
    assert "name is missing (at /entities/1)" in refused(without(sidecar, ("entities", 1, "name")))


def attribute(sidecar: Any, path: str, type_: str = "object") -> Any:
    return {**sidecar["entities"][1]["attributes"][0], "path": path, "source_path": path, "type": type_}


def with_attributes(sidecar: Any, attributes: list[Any]) -> Any:
    return changed(sidecar, ("entities", 1, "attributes"), attributes)


def with_bodies(sidecar: Any, bodies: list[Any]) -> Any:
    """With these bodies before all others, the last of which is that of the resource."""
    return changed(
        changed(sidecar, ("bodies",), [*bodies, *sidecar["bodies"]]), ("entities", 1, "body"), bodies[-1]["key"]
    )


def nested(count: int, width: int = 1) -> list[Any]:
    """Bodies in each other, each in the next one `width` times."""
    inner = {"key": "b0", "attributes": [{"name": "a", "status": "required", "sources": "none"}]}
    member = {"status": "required", "sources": "none", "nested": "single"}
    return [inner] + [
        {"key": f"b{n}", "attributes": [{**member, "name": f"a{i}", "body": f"b{n - 1}"} for i in range(width)]}
        for n in range(1, count)
    ]


def with_no_sources(sidecar: Any) -> Any:
    return changed(sidecar, ("sources",), [*sidecar["sources"], {"key": "none", "sources": []}])


def read(data: Any) -> Any:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)


def test_an_object_that_is_its_own_child_is_refused(sidecar_1: Any, sidecar_2: Any) -> None:
    with pytest.raises(MappingError, match="there is no path"):
        read(with_attributes(sidecar_1, [attribute(sidecar_1, "")]))
    child = {"name": "again", "nested": "single", "body": "owner"}
    with pytest.raises(MappingError, match="there is no body before this with the key 'owner'"):
        read(with_value(sidecar_2, "/bodies/1/attributes/0", child))


def test_levels_of_attributes_have_a_limit(sidecar_1: Any, sidecar_2: Any) -> None:
    levels = [attribute(sidecar_1, ".".join("a" * count)) for count in range(1, 2001)]
    assert read(with_attributes(sidecar_1, levels[:MAX_NESTING]))
    with pytest.raises(MappingError, match=r"there are more than 50 levels \(at /entities/1/attributes/51/path\)"):
        read(with_attributes(sidecar_1, levels))
    known = with_no_sources(sidecar_2)
    assert read(with_bodies(known, nested(MAX_NESTING)))
    with pytest.raises(MappingError, match=r"there are more than 50 levels \(at /bodies/50/attributes/0\)"):
        read(with_bodies(known, nested(2000)))


def test_attributes_that_would_multiply_are_refused(sidecar_1: Any, sidecar_2: Any) -> None:
    paths = [".".join("a" * count) for count in range(1, 40) for _ in range(2)]
    with pytest.raises(MappingError, match="there is a path twice"):
        read(with_attributes(sidecar_1, [attribute(sidecar_1, path) for path in paths]))
    with pytest.raises(MappingError, match="there are more than 2,000,000 attributes"):
        read(with_bodies(with_no_sources(sidecar_2), nested(40, width=2)))


def test_values_in_each_other_have_a_limit(sidecar_1: Any, sidecar_2: Any) -> None:
    for name in ("fragments", "something new"):
        first = {**attribute(sidecar_1, "a"), name: {"x": DEEP}}
        with pytest.raises(MappingError, match="there are more than 150 levels"):
            read(changed(sidecar_1, ("entities", 1, "attributes", 0), first))
        with pytest.raises(MappingError, match="there are more than 150 levels"):
            read(
                changed(
                    sidecar_2,
                    (
                        "bodies",
                        3,
                        "attributes",
                        0,
                    ),
                    {"name": "a", name: [{"x": DEEP}]},
                )
            )


def test_the_number_of_values_has_a_limit(sidecar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MAX_NODES", 100)
    with pytest.raises(MappingError, match="there are more than 100 values"):
        read(sidecar)


def test_aliases_count_as_often_as_they_are_used(sidecar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checking, "MAX_NODES", 100_000)
    bomb = "x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
        f"x{level}: &x{level} [{', '.join([f'*x{level - 1}'] * 10)}]\n" for level in range(1, 6)
    )
    path = tmp_path / "oasmap.yaml"
    path.write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in sidecar.items()) + "\n" + bomb)
    with pytest.raises(MappingError, match="there are more than 100,000 values"):
        read_sidecar(Documents(tmp_path).load(path), vocabulary_of)


def test_names_that_are_left_out_are_found_in_linear_time(sidecar_1: Any) -> None:
    count = 3000
    attributes = [attribute(sidecar_1, f"a{number}") for number in range(count)]
    left_out = [{"source_path": f"a{number}.b.c", "code": "OAS302"} for number in range(count)]
    mutant = changed(with_attributes(sidecar_1, attributes), ("entities", 1, "left_out"), left_out)
    (entity,) = read(mutant).of_kind(RESOURCE)
    bodies = [found.type.body for found in entity.body.attributes]
    assert [[omission.source_name for omission in body.omitted] for body in bodies] == [["b.c"]] * count


def test_members_of_a_later_version_are_left_alone(sidecar: Any) -> None:
    later = read({**sidecar, "something": {"new": [1]}})
    assert same_content(later.entities, read(sidecar).entities)


def test_a_sidecar_is_as_the_schema_of_its_version_describes_it(sidecar_1: Any, sidecar_2: Any) -> None:
    Draft202012Validator(json.loads(sidecar_schema())).validate(sidecar_2)
    Draft202012Validator(json.loads(sidecar_1_schema())).validate(sidecar_1)
    assert not Draft202012Validator(json.loads(sidecar_1_schema())).is_valid(sidecar_2)


def test_both_versions_are_the_same_mapping_for_a_review(sidecar_1: Any, sidecar_2: Any) -> None:
    assert compare(read(sidecar_1), read(sidecar_2)) == ()
    assert compare(read(sidecar_2), read(sidecar_1)) == ()


@pytest.mark.parametrize("keyword", ["diff", "--recorded"])
def test_the_command_line_shows_no_traceback(
    folder: Path, sidecar: Any, keyword: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    (folder / "bad.json").write_text(json.dumps(changed(sidecar, ("entities", 1, "name"), {})))
    arguments = ["bad.json", "api.yaml"] if keyword == "diff" else ["--recorded", "bad.json", "api.yaml", "api.yaml"]
    assert main(["diff", *arguments]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: bad.json:1: the sidecar is not as")
