"""A sidecar of somebody else, changed at any place in any way: it is read, or one line says what is wrong and where."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, DocumentError, Documents
from mapper.inputs.location import Spot
from mapper.model.attribute import same_content
from mapper.model.nesting import MAX_NESTING
from mapper.registry import vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.sidecar import reader
from mapper.sidecar.reader import read_sidecar
from mkdocs_oasmap.cli import main

from .. import zoo

PET = """\
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
API = zoo.api(PET, identifier="string").replace("post:\n", "post:\n      summary: Make\n")
CONFIG = zoo.CONFIG + "    schema: {ignores: [owner.gone, out]}\n"
DEEP: Any = []
for _ in range(160):
    DEEP = [DEEP]


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


WRONG = [
    ("/entities/1/name", {}, "expected str, got object"),
    ("/entities/1/summary", 5, "expected str | null, got int"),
    ("/entities/1/location/0", 7, "there is no entry 7 in files"),
    ("/bodies/3/attributes/0/description", {}, "expected str | null, got object"),
    ("/bodies/3/attributes/0/name", "", "a name is missing"),
    ("/bodies/3/attributes/1/name", "age", "a name occurs twice"),
    ("/bodies/3/attributes/0/type/kind", "heap", "invalid enum value 'heap'"),
    ("/bodies/3/attributes/0/type", {"kind": "list"}, "there is no entry 0 in of"),
    ("/bodies/3/attributes/3/type/bodies", 3, "there is no entry 3 in bodies before this"),
    ("/bodies/3/attributes/5/statuses", 9, "there is no entry 9 in statuses"),
    ("/bodies/3/attributes/5/statuses", -1, "expected int >= 0"),
    ("/bodies/3/attributes/0/origins/0/0", 99, "there is no entry 99 in sources"),
    ("/bodies/3/attributes/0/origins/0/1/2", 0, "expected int >= 1"),
    ("/bodies/3/attributes/0/origins/0/2", 99, "there is no entry 99 in chains"),
    ("/bodies/3/attributes/0/constraints/0/0", "x", "invalid enum value 'x'"),
    ("/bodies/3/attributes/0/constraints/0/1", ["a"], "this is not a value of the limit range"),
    ("/statuses/0/0", "maybe", "invalid enum value 'maybe'"),
    ("/sources/0/0/1", "x", "invalid enum value 'x'"),
    ("/documents/0/file", None, "expected str, got null"),
    ("/artifacts", [], "expected object, got array"),
    ("/topics", {"a": {"title": 5}}, "expected str, got int"),
    ("/coverage/operations/0/0", 1, "expected str, got int"),
    ("/diagnostics/0/found/0/location/1", None, "expected str, got null"),
    ("/chains", [[[9, "", 1, 1]]], "there is no entry 9 in files"),
]


def refused(mutant: Any) -> str:
    with pytest.raises(MappingError) as caught:
        read_sidecar(Document("oasmap.json", json.dumps(mutant, indent=1).encode()), vocabulary_of)
    return str(caught.value)


def with_value(sidecar: Any, pointer: str, value: Any) -> Any:
    return changed(sidecar, tuple(int(token) if token.isdigit() else token for token in pointer.split("/")[1:]), value)


@pytest.mark.parametrize(("pointer", "value", "message"), WRONG)
def test_the_message_says_what_is_wrong_and_where(sidecar: Any, pointer: str, value: Any, message: str) -> None:
    text = refused(with_value(sidecar, pointer, value))
    assert f"the sidecar is not as `oasmap schema` describes it: {message}" in text
    at = text.rpartition("(at ")[2].partition(")")[0]
    assert at
    assert pointer.startswith(at) or at.startswith(pointer), "it is the place itself, or the entry around it"
    assert text.startswith("oasmap.json:")
    assert not text.startswith("oasmap.json:1:")


@pytest.mark.parametrize("version", [1, 2, 7])
def test_a_sidecar_of_another_version_is_refused_with_what_to_do(sidecar: Any, version: int) -> None:
    assert refused({**sidecar, "version": version}) == (
        f"oasmap.json:1: this is a sidecar of version {version}, and oasmap reads version 3; write it again with"
        " `oasmap generate --sidecar`"
    )


def test_a_member_that_is_missing_is_named(sidecar: Any) -> None:
    assert "object missing required field name (at /entities/1)" in refused(without(sidecar, ("entities", 1, "name")))


def with_bodies(sidecar: Any, bodies: list[Any]) -> Any:
    """With these bodies after all others, the last of which is also the type of the resource."""
    every = [*sidecar["bodies"], *bodies]
    return changed(changed(sidecar, ("bodies",), every), ("entities", 1, "bodies"), len(every) - 1)


def nested(sidecar: Any, count: int, width: int = 1) -> list[Any]:
    """Bodies in each other, each in the next one `width` times."""
    first = len(sidecar["bodies"])
    types = ({"kind": "nested", "mode": "single", "bodies": first + number} for number in range(count - 1))
    return [{"attributes": [{"name": "a"}]}] + [
        {"attributes": [{"name": f"a{i}", "type": type_} for i in range(width)]} for type_ in types
    ]


def read(data: Any) -> Any:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)


def test_an_object_that_is_its_own_child_is_refused(sidecar: Any) -> None:
    child = {"name": "again", "type": {"kind": "nested", "bodies": 1}}
    with pytest.raises(MappingError, match="there is no entry 1 in bodies before this"):
        read(with_value(sidecar, "/bodies/1/attributes/0", child))


def test_levels_of_attributes_have_a_limit(sidecar: Any) -> None:
    assert read(with_bodies(sidecar, nested(sidecar, MAX_NESTING)))
    number = len(sidecar["bodies"]) + MAX_NESTING
    with pytest.raises(MappingError, match=rf"there are more than 50 levels \(at /bodies/{number}/attributes/0\)"):
        read(with_bodies(sidecar, nested(sidecar, 2000)))


@pytest.mark.parametrize("count", [MAX_NESTING + 1, 100, 400, 100_000])
def test_levels_of_a_type_have_a_limit(sidecar: Any, count: int) -> None:
    text = '{"kind": "list", "of": [' * count + '{"kind": "string"}' + "]}" * count
    data = json.dumps(with_value(sidecar, "/bodies/3/attributes/0/type", "TYPE")).replace('"TYPE"', text)
    with pytest.raises((MappingError, DocumentError), match=r"levels|deep|nested"):
        read_sidecar(Document("oasmap.json", data.encode()), vocabulary_of)


def test_attributes_that_would_multiply_are_refused(sidecar: Any) -> None:
    with pytest.raises(MappingError, match="there are more than 2,000,000 attributes"):
        read(with_bodies(sidecar, nested(sidecar, 40, width=2)))


def test_the_most_attributes_may_be_read(sidecar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    count = sum(entity.size for entity in read(sidecar).entities)
    monkeypatch.setattr(reader, "MAX_REPEATED", 0)
    monkeypatch.setattr(reader, "MAX_ATTRIBUTES", count)
    assert read(sidecar)
    monkeypatch.setattr(reader, "MAX_ATTRIBUTES", count - 1)
    with pytest.raises(MappingError, match=rf"there are more than {count - 1} attributes \(at /entities\)"):
        read(sidecar)


def test_values_in_each_other_have_a_limit(sidecar: Any) -> None:
    for name, value in (("sample", DEEP), ("fragments", [{"keyword": "x", "value": DEEP, "location": [0, "", 1, 1]}])):
        with pytest.raises(MappingError, match=r"there are more than 150 levels \(at /bodies/3/attributes/0\)"):
            read(with_value(sidecar, "/bodies/3/attributes/0", {"name": "a", name: value}))


def test_a_name_may_occur_once_in_each_place(sidecar: Any) -> None:
    """Of a system with attributes that are given in one place and returned in another."""

    def body(*places: str) -> Any:
        attributes = [{"name": "a", "placements": [{"name": place, "status": "optional"}]} for place in places]
        return with_value(sidecar, "/bodies/3/attributes", attributes)

    assert read(body("inputs", "properties"))
    with pytest.raises(MappingError, match=r"a name occurs twice \(at /bodies/3/attributes/1\)"):
        read(body("inputs", "inputs"))


def test_an_attribute_is_placed_in_an_object_of_the_frame(sidecar: Any) -> None:
    placed = {"name": "a", "placements": [{"name": "spec", "status": "optional"}]}
    data = with_value(sidecar, "/bodies/3/attributes/0", placed)
    for body, is_read in (({"attributes": []}, True), ({"attributes": [{"name": "b"}]}, False)):
        framed = changed(data, ("bodies",), [*data["bodies"], body])
        framed = changed(framed, ("entities", 1, "frame"), len(data["bodies"]))
        if is_read:
            assert read(framed)
        else:
            with pytest.raises(MappingError, match=r"a is placed in no object of the frame \(at /entities/1\)"):
                read(framed)


@pytest.mark.parametrize(
    ("place", "position"), [([0, "/a", 3, 5], (3, 5)), ([0, "/a", 3, None], None), ([0, "/a", None, 5], None)]
)
def test_a_place_has_a_line_and_a_column_or_neither(
    sidecar: Any, place: list[Any], position: tuple[int, int] | None
) -> None:
    entities = read(with_value(sidecar, "/entities/1/location", place)).entities
    assert entities[1].location == Spot(sidecar["files"][0], position, "/a")


def test_values_within_the_limit_are_read(sidecar: Any) -> None:
    value: Any = "x"
    for _ in range(149):
        value = [value]
    for within, is_read in ((value, True), ([value], True), ([[value]], False)):
        found = with_value(sidecar, "/bodies/3/attributes/0", {"name": "a", "sample": within})
        if is_read:
            assert read(found)
        else:
            with pytest.raises(MappingError, match="there are more than 150 levels"):
                read(found)


def test_a_sidecar_is_json(sidecar: Any, tmp_path: Path) -> None:
    path = tmp_path / "oasmap.yaml"
    path.write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in sidecar.items()))
    with pytest.raises(MappingError, match=r"oasmap\.yaml:1: the sidecar is not as .* JSON is malformed"):
        read_sidecar(Documents(tmp_path).load(path), vocabulary_of)


def test_members_of_a_later_version_are_left_alone(sidecar: Any) -> None:
    later = read({**sidecar, "something": {"new": [1]}})
    assert same_content(later.entities, read(sidecar).entities)


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
