"""Members of the model that few inputs have are read back as they were written; and what is next to a sidecar."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.model import (
    Argument,
    Attribute,
    Body,
    Contribution,
    Default,
    Entity,
    Identification,
    Nested,
    NestingMode,
    Object,
    Operation,
    Origin,
    Purpose,
    Reason,
    Sample,
    Scalar,
    ScalarKind,
    Status,
    Supply,
    Variant,
)
from mapper.model.arguments import Place
from mapper.model.limits import Each, ExactlyOneOf, Keys, Length, MultipleOf, OneOf, Pattern, Range, Size, Unique
from mapper.model.nesting import MAX_NESTING
from mapper.registry import vocabulary_of
from mapper.report.budget import Budget, Cost, Limit, OverBudget
from mapper.report.diagnostic import MappingError
from mapper.report.origin import Part, PartKind
from mapper.sidecar.consistency import digest_next_to, digests, is_sidecar_file, mixed_text, strangers_on_disk
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar

from ..systems.conftest import toy_is_registered
from ..systems.test_fields import ATTRIBUTE, ENTITY
from ..systems.test_sidecars import again, told
from ..systems.whole import ARM, DOCUMENT, ROBOT, mapping

__all__ = ["toy_is_registered"]

NODE = DOCUMENT.node.child("arm")
SENT = Origin(Part(PartKind.REQUEST_BODY, "create"), NODE)
RETURNED = Origin(Part(PartKind.RESPONSE, "read", "200"), NODE)
ARGUMENT = Argument(Place.PATH, "id", Supply.CONFIGURED, "arm")
ATTRIBUTES: list[dict[str, Any]] = [
    *({name: value} for name, (value, _) in ATTRIBUTE.items() if name not in ("notes", "sample", "is_withheld")),
    {"wire_name": "wing"},
    {"wire_name": ""},
    {"wire_name": "arm"},
    {"source_name": "arm"},
    {"origins": (SENT, RETURNED), "is_updated": True},
    {"origins": (SENT,), "is_updated": False},
    {"origins": (SENT, RETURNED), "is_withheld": True},
    {"origins": (replace(SENT, via=(DOCUMENT.node,)), replace(RETURNED, contribution=Contribution.MISMATCH))},
    {"origins": (replace(SENT, via=(DOCUMENT.node,)), replace(RETURNED, via=(DOCUMENT.node, NODE)))},
    {"origins": ()},
    *({"default": Default(value)} for value in (False, 0, 0.5, "")),
    {"default": None},
    {"description": None},
    {"refers_to": replace(ARM.refers_to, evidence=Reason("name", "by its name")) if ARM.refers_to else None},
    *(
        {"limits": (limit,)}
        for limit in (
            OneOf(("a", 1)), Range(1, 2, exclusive=True), Range(None, 0), Size(0, None), Length(None, 5), Pattern("^a"),
            Unique(), MultipleOf(0.5), Each(Length(1, 2)), Keys(Pattern("b")), ExactlyOneOf(("a", "b")),
        )
    ),
    {"variant": Variant.NEEDED, "type": Nested(NestingMode.MAP, Body((), name="Empty"), block=True)},
    {"type": Object(Body((replace(ARM, name="in"),), description="An object."))},
    *({"type": Scalar(kind)} for kind in ScalarKind),
]  # fmt: skip
ENTITIES: list[dict[str, Any]] = [
    *({name: value} for name, (value, _) in ENTITY.items() if name not in ("kind", "notes", "sources")),
    {"external_name": None},
    {"identity": (Identification("id", "create", None), Identification("arm", "read", "/a"))},
    {"description": None, "addresses": (), "operations": ()},
    *(
        {"operations": (Operation(Purpose.READ, "get", "/a", place, "getA", "Get.", "Gets it.", arguments, limits),)}
        for place, arguments, limits in (
            (None, (ARGUMENT,), ()),
            (NODE, (replace(ARGUMENT, reason=Reason("name", "by name"), location=NODE),), (ExactlyOneOf(("a", "b")),)),
            (NODE, (replace(ARGUMENT, location=NODE),), ()),
            (NODE, (replace(ARGUMENT, reason=Reason("name", "by name")),), ()),
            (NODE, (Argument(Place.BODY, "", Supply.CONSTANT, None, {"a": [0, None]}, "/a", media_type="m/x"),), ()),
            (NODE, (Argument(Place.QUERY, "q", Supply.CONSTANT, None, False), ARGUMENT), ()),
            (NODE, (replace(ARGUMENT, supply=Supply.MISSING),), ()),
        )
    ),
]  # fmt: skip


def kept(entity: Entity) -> None:
    whole = mapping(entity)
    assert told(again(whole)) == told(whole)


@pytest.mark.parametrize("position", [(1, 2), None])
def test_a_place_is_read_back_with_its_line_and_column_if_it_has_them(position: tuple[int, int] | None) -> None:
    place = Spot("toys/robot.toy", position, "/arm")
    arm = replace(ARM, origins=(replace(ARM.origins[0], location=place),))
    (entity,) = again(mapping(replace(ROBOT, body=Body((arm,))))).entities
    (origin,) = entity.body.attributes[0].origins
    assert origin.location == place


@pytest.mark.parametrize("members", ATTRIBUTES, ids=str)
def test_an_attribute_is_read_back_as_it_was_written(members: dict[str, Any]) -> None:
    kept(replace(ROBOT, body=Body((replace(ARM, **{"placements": (), "secret": None} | members),)), frame=Body()))


@pytest.mark.parametrize("members", ENTITIES, ids=str)
def test_an_entity_is_read_back_as_it_was_written(members: dict[str, Any]) -> None:
    kept(replace(ROBOT, **members))


def bodies(*attributes: Attribute) -> list[Any]:
    """The bodies in a sidecar of an entity without a frame."""
    whole = mapping(replace(ROBOT, body=Body(attributes), frame=Body()))
    found: list[Any] = json.loads(write_sidecar(whole))["bodies"]
    return found


def test_what_is_usual_is_not_written() -> None:
    plain = Attribute("arm", "arm", Scalar(ScalarKind.STRING), Status.COMPUTED, Reason("", ""), ())
    assert bodies() == [{}]
    assert bodies(plain) == [{"attributes": [{"name": "arm"}]}, {}]
    (body, _) = bodies(replace(plain, source_name="Arm", default=Default(None)))
    assert body == {"attributes": [{"name": "arm", "source_name": "Arm"}]}
    (body, _) = bodies(replace(plain, status=Status.OPTIONAL, sample=Sample("x", 2, ("p",))))
    assert body == {"attributes": [{"name": "arm", "sample": "x", "min_members": 2, "path_parameters": ["p"]}]}
    boxes = replace(plain, type=Nested(NestingMode.LIST, Body((plain,))))
    assert bodies(boxes, replace(boxes, name="other"))[0] == {"attributes": [{"name": "arm"}]}
    assert len(bodies(boxes, replace(boxes, name="other"))) == 3  # the same body is written once


def test_what_is_nested_too_deeply_is_not_written() -> None:
    inner = replace(ARM, placements=(), secret=None)
    for _ in range(MAX_NESTING - 1):
        inner = replace(inner, type=Nested(NestingMode.SINGLE, Body((inner,))), default=None, sample=None)
    whole = mapping(replace(ROBOT, body=Body((inner,)), frame=Body()))
    assert write_sidecar(whole)
    deeper = replace(inner, type=Nested(NestingMode.SINGLE, Body((inner,))))
    with pytest.raises(MappingError, match="is nested more than 50 levels deep"):
        write_sidecar(mapping(replace(ROBOT, body=Body((deeper,)), frame=Body())))


def test_bodies_count_before_they_fill_the_memory() -> None:
    whole = mapping()
    size = sum(len(text) for text in map(json.dumps, json.loads(write_sidecar(whole))["bodies"])) // 2
    small = Budget({Cost.WRITTEN: Limit("characters", size, 0)})
    with pytest.raises(OverBudget, match="the sidecar would take more than"):
        write_sidecar(replace(whole, budget=small))


@pytest.mark.parametrize(
    ("pointer", "value", "message"),
    [
        (("bodies", 0, "attributes", 0, "type"), {"kind": "nested"}, "there is no entry 0 in bodies before this"),
        (("entities", 0, "bodies"), 99, "there is no entry 99 in bodies"),
        (("tags",), {"a": [0, 1, 7]}, None),
    ],
)
def test_numbers_of_entries_that_do_not_exist_are_refused(pointer: Any, value: Any, message: str | None) -> None:
    data = inner = json.loads(write_sidecar(mapping()))
    for step in pointer[:-1]:
        inner = inner[step]
    inner[pointer[-1]] = value
    document = Document("oasmap.json", json.dumps(data).encode())
    if message is None:  # an operation that is not in the list has no tag
        assert read_sidecar(document, vocabulary_of).coverage.tags == {}
        return
    with pytest.raises(MappingError, match=message):
        read_sidecar(document, vocabulary_of)


def test_artifacts_of_another_run_are_found_on_the_disk(tmp_path: Path) -> None:
    folder, base = tmp_path / "site/out", tmp_path / "site"
    folder.mkdir(parents=True)
    texts = {folder / "a.json": "a", base / "b.json": "b", tmp_path / "c.json": "c", folder / "gone.json": "d"}
    named = digests(folder, {path: hashlib.sha256(text.encode()).hexdigest() for path, text in texts.items()})
    assert list(named) == ["../../c.json", "../b.json", "a.json", "gone.json"]
    sidecar = folder / "oasmap.json"
    sidecar.write_text(json.dumps({"format": "oasmap-sidecar", "artifacts": named, "system": {"more": 1}}))
    for path, text in texts.items():
        if "gone" not in path.name:
            path.write_text(text)
    digest = digest_next_to(sidecar, base)
    assert [digest(name) for name in named] == [None, named["../b.json"], named["a.json"], None]
    assert strangers_on_disk(sidecar, base) == []
    for path in texts:
        path.write_text("changed")
    assert strangers_on_disk(sidecar, base) == ["../b.json", "a.json", "gone.json"]  # no file outside is read
    for text in ("{}", '{"artifacts": [1]}', '{"artifacts": {', "[" * 100_000):
        sidecar.write_text(text)
        assert strangers_on_disk(sidecar, base) == []
    assert strangers_on_disk(tmp_path / "none.json", base) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"format": "oasmap-sidecar"}', True),
        ('\n { "format" : "oasmap-sidecar", "version": 3}', True),
        ('{"format": "other"}', False),
        ('{"version": 3, "format": "oasmap-sidecar"}', False),
        (None, False),
    ],
)
def test_a_file_is_a_sidecar_by_its_beginning(tmp_path: Path, text: str | None, *, expected: bool) -> None:
    path = tmp_path / "oasmap.json"
    if text is not None:
        path.write_text(text)
    assert is_sidecar_file(path) is expected


@pytest.mark.parametrize(
    ("names", "words"), [("ab", "a, b were"), ("abc", "a, b, c were"), ("abcde", "a, b, c and 2 more files were")]
)
def test_the_message_about_two_runs_names_three_files(names: str, words: str) -> None:
    assert mixed_text("s.json", names).startswith(f"s.json and {words} not written by one run: ")
