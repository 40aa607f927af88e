"""A sidecar of somebody else, changed at any place in any way: it is read, or one line says what is wrong and where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mapper.diagnostics import MappingError
from mapper.documents import Document, Documents
from mapper.review import Settings
from mapper.review.data import write_review
from mapper.sidecar import shape
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import sidecar_schema
from mapper.systems import kinds_of
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
for _ in range(60):
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
def sidecar(folder: Path) -> Any:
    return json.loads((folder / "oasmap.json").read_text())


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


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        ("/entities/1/name", {}, "this is not a text"),
        ("/entities/1/summary", 5, "this is not a text"),
        ("/entities/1/attributes/0/description", [], "this is not a text"),
        ("/entities/1/attributes/0/description", {}, "this is not a text"),
        ("/entities/1/attributes/0/path", "", "there is no path"),
        ("/entities/1/attributes/1/path", "a.b", "there is nothing at a"),
        ("/entities/1/attributes/0/type", "list of " * 500 + "object", "there are more than 50 levels"),
        ("/entities/1/attributes/0/status", "maybe", 'this is none of "required", "optional", '),
        ("/entities/1/attributes/0/origins/0/contribution", "x", "this is nothing that a source contributes"),
        ("/documents/0/file", None, "this is not a text"),
        ("/artifacts", [], "this is not an object"),
        ("/coverage/operations/0/method", 1, "this is not a text"),
    ],
)
def test_the_message_says_what_is_wrong_and_where(sidecar: Any, pointer: str, value: Any, message: str) -> None:
    path = tuple(int(token) if token.isdigit() else token for token in pointer.split("/")[1:])
    mutant = changed(sidecar, path, value)
    with pytest.raises(MappingError) as caught:
        read_sidecar(Document("oasmap.json", json.dumps(mutant, indent=1).encode()), kinds_of)
    text = str(caught.value)
    assert f"the sidecar is not as `oasmap schema` describes it: {message}" in text
    assert f"(at {pointer})" in text
    assert text.startswith("oasmap.json:")
    assert not text.startswith("oasmap.json:1:")


def attribute(sidecar: Any, path: str, type_: str = "object") -> Any:
    return {**sidecar["entities"][1]["attributes"][0], "path": path, "source_path": path, "type": type_}


def with_attributes(sidecar: Any, attributes: list[Any]) -> Any:
    return changed(sidecar, ("entities", 1, "attributes"), attributes)


def read(data: Any) -> Any:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), kinds_of)


def test_an_object_that_is_its_own_child_is_refused(sidecar: Any) -> None:
    with pytest.raises(MappingError, match="there is no path"):
        read(with_attributes(sidecar, [attribute(sidecar, "")]))


def test_levels_of_attributes_have_a_limit(sidecar: Any) -> None:
    levels = [attribute(sidecar, ".".join("a" * count)) for count in range(1, 2001)]
    assert read(with_attributes(sidecar, levels[: shape.MAX_DEPTH]))
    with pytest.raises(MappingError, match=r"there are more than 50 levels \(at /entities/1/attributes/51/path\)"):
        read(with_attributes(sidecar, levels))


def test_attributes_that_would_multiply_are_refused(sidecar: Any) -> None:
    paths = [".".join("a" * count) for count in range(1, 40) for _ in range(2)]
    with pytest.raises(MappingError, match="there is a path twice"):
        read(with_attributes(sidecar, [attribute(sidecar, path) for path in paths]))


def test_values_in_each_other_have_a_limit(sidecar: Any) -> None:
    for name in ("fragments", "something new"):
        mutant = changed(sidecar, ("entities", 1, "attributes", 0), {**attribute(sidecar, "a"), name: {"x": DEEP}})
        with pytest.raises(MappingError, match="there are more than 50 levels"):
            read(mutant)


def test_the_number_of_values_has_a_limit(sidecar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shape, "MAX_NODES", 100)
    with pytest.raises(MappingError, match="there are more than 100 values"):
        read(sidecar)


def test_aliases_count_as_often_as_they_are_used(sidecar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shape, "MAX_NODES", 100_000)
    bomb = "x0: &x0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
        f"x{level}: &x{level} [{', '.join([f'*x{level - 1}'] * 10)}]\n" for level in range(1, 6)
    )
    path = tmp_path / "oasmap.yaml"
    path.write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in sidecar.items()) + "\n" + bomb)
    with pytest.raises(MappingError, match="there are more than 100,000 values"):
        read_sidecar(Documents(tmp_path).load(path), kinds_of)


def test_names_that_are_left_out_are_found_in_linear_time(sidecar: Any) -> None:
    count = 3000
    attributes = [attribute(sidecar, f"a{number}") for number in range(count)]
    left_out = [{"source_path": f"a{number}.b.c", "code": "OAS302"} for number in range(count)]
    mutant = changed(with_attributes(sidecar, attributes), ("entities", 1, "left_out"), left_out)
    (entity,) = read(mutant).of_kind(RESOURCE)
    bodies = [found.type.body for found in entity.body.attributes]
    assert [[omission.source_name for omission in body.omitted] for body in bodies] == [["b.c"]] * count


def test_members_of_a_later_version_are_left_alone(sidecar: Any) -> None:
    assert read({**sidecar, "something": {"new": [1]}}) == read(sidecar)


def test_the_sidecar_is_as_its_schema_describes_it(sidecar: Any) -> None:
    Draft202012Validator(json.loads(sidecar_schema())).validate(sidecar)


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
