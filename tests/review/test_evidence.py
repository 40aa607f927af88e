"""Which lines of two inputs explain a change: the smallest parts that differ, on both sides."""

from collections.abc import Iterable
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.location import Spot
from mapper.model import Entity, Operation, Purpose
from mapper.review import evidence
from mapper.review.causes import _named_on_both_sides
from mapper.review.changes import Cause, Evidence
from mapper.review.evidence import (
    Actions,
    Configs,
    _by_key,
    _differences,
    _keywords,
    _names,
    _naming,
    _operation_lines,
    with_evidence,
)

from ..support import compare
from .pairs import PAIRS

(REQUIRED,) = compare(*PAIRS["became-required"])
(ADDED,) = compare(*PAIRS["operation-added"])


def node(value: Any) -> Any:
    return None if value is None else Document("a.yaml", yaml.safe_dump({"x": value}).encode()).node.child("x")


def places(found: Iterable[Evidence]) -> list[str]:
    """`-` and `+` for the sides, and the pointers below the root."""
    return [f"{'+' if each.is_new else '-'}{each.location.pointer.removeprefix('/x')}" for each in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (1, 1, []),
        (1, 2, ["-", "+"]),
        (None, 1, ["+"]),
        (1, None, ["-"]),
        (None, None, []),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, ["-/b", "+/b"]),
        ({"a": 1}, {"a": 1, "b": 3}, ["+/b"]),
        ({"a": 1, "b": "x"}, {"b": "x"}, ["-/a"]),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [2, 3]}}, ["-/a/b/0", "+/a/b/1"]),
        ([1, 2], [2, 1], []),
        ([{"a": 1}], [{"a": 2}], ["-/0", "+/0"]),
        ({"a": 1}, [1], ["-", "+"]),
    ],
)
def test_the_smallest_parts_that_differ_are_found(old: Any, new: Any, expected: list[str]) -> None:
    assert places(_differences(node(old), node(new))) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 2}, ["-/a", "+/a"]),
        ({"a": 1, "b": 2}, None, ["-/a", "-/b"]),
        (None, {"a": 1, "b": 2}, ["+/a", "+/b"]),
        (None, [1], ["+"]),
        (1, None, ["-"]),
        ({}, None, ["-"]),
        (None, None, []),
    ],
)
def test_of_a_section_on_one_side_each_key_is_a_part(old: Any, new: Any, expected: list[str]) -> None:
    assert places(_by_key(node(old), node(new))) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"type": "string"}, {"type": "string"}, []),
        ({"type": "string"}, {"type": "integer"}, ["-/type", "+/type"]),
        ({"type": "string", "maxLength": 3}, {"type": "string"}, ["-/maxLength"]),
        ({"type": "string"}, {"type": "string", "maxLength": 3}, ["+/maxLength"]),
        ({"properties": {"a": {}}}, {"properties": {"b": {}}}, []),
        ([1], {"type": "string"}, ["+/type"]),
    ],
)
def test_keywords_that_differ_are_lines_of_both_sides(old: Any, new: Any, expected: list[str]) -> None:
    assert places(_keywords(node(old), node(new))) == expected


def entity(**operations: Any) -> Entity:
    """An entity with operations by their purposes, and what a description says of each."""
    (found,) = (one for one in PAIRS["became-required"][0].entities if one.name == "oven")
    made = tuple(Operation(Purpose(part), "get", "/a", node(value)) for part, value in operations.items())
    return replace(found, operations=made)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"create": {"a": 1}}, {"create": {"a": 1}}, []),
        ({"create": {"a": 1}}, {"create": {"a": 2}}, ["-", "+"]),
        ({"create": {"a": 1}, "read": {"a": 1}}, {"create": {"a": 1}}, ["-"]),
        ({"create": {"a": 1}}, {"create": {"a": 1}, "read": {"a": 1}}, ["+"]),
        ({"create": {"a": 1}, "read": {"a": 1}}, {"create": {"a": 2}, "read": {"a": 2}}, ["-", "+"]),
        ({}, {}, []),
        ({"create": None}, {"create": None}, []),
    ],
)
def test_the_first_operation_that_differs_explains_a_change(old: Any, new: Any, expected: list[str]) -> None:
    assert places(_operation_lines(REQUIRED, entity(**old), entity(**new))) == expected
    if not old:
        assert places(_operation_lines(REQUIRED, None, entity(create=1))) == ["+"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(None, "get /a", ["+"]), ("get /a", None, ["-"]), ("get /a", "get /b", ["-", "+"]), (None, None, [])],
)
def test_a_change_of_an_operation_has_its_own_places(
    before: str | None, after: str | None, expected: list[str]
) -> None:
    was, is_ = node(1), node(2)
    change = replace(ADDED, before=before, after=after, old_places=(was, is_), new_places=(is_, was))
    assert places(_operation_lines(change, None, None)) == expected


PET = Document("a.yaml", b"a: {name: petName}\nb: {name: 7}\nc: [x]\n'1': {}\n").node


@pytest.mark.parametrize(
    ("members", "names"),
    [
        ({}, ["it", "x"]),
        ({"old_path": "y.that"}, ["it", "that", "x", "y"]),
        ({"path": "many.0.it"}, ["it", "many"]),
        ({"path": ""}, ["oven"]),
        ({"path": "", "old_entity": "stove", "old_path": "y"}, ["oven", "stove"]),
        ({"old_places": (PET.child("a"), PET.child("b"))}, ["a", "it", "petName", "x"]),
        ({"new_places": (PET.child("b"), PET.child("a"))}, ["b", "it", "x"]),
        ({"new_places": (PET.child("c"),), "old_places": (PET.child("1"),)}, ["c", "it", "x"]),
    ],
)
def test_a_config_may_refer_to_an_attribute_by_its_paths_and_by_the_names_of_the_api(
    members: dict[str, Any], names: list[str]
) -> None:
    own = {"path": "x.it", "old_path": "", "entity": "oven", "old_entity": "", "old_places": (), "new_places": ()}
    assert sorted(_names(replace(REQUIRED, **(own | members)))) == names


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"it": 1}, ["+/it"]),
        ({"x.it": {"it": 1}}, ["+/x.it"]),
        ({"a": "it"}, ["+/a"]),
        ({"a": "b.it"}, ["+/a"]),
        ({"a": "its"}, []),
        ({"a": ["b", "it", {"it": 1}]}, ["+/a/1", "+/a/2/it"]),
        ({"a": {"b": {"it": 1, "c": 2}}, "d": 3}, ["+/a/b/it"]),
        ({"a": 1}, []),
        ("it", ["+"]),
    ],
)
def test_the_smallest_parts_that_name_an_attribute_are_found(value: Any, expected: list[str]) -> None:
    assert places(_naming(Evidence(node(value), is_new=True), {"it"})) == expected
    assert places(_naming(Evidence(Spot("a.yaml", (1, 1), "/it"), is_new=True), {"it"})) == []  # of a sidecar


@pytest.mark.parametrize(
    ("of_spec", "of_config", "expected"),
    [
        (1, 0, "s"),
        (5, 0, "ssss"),
        (1, 1, "sc"),
        (5, 1, "sssc"),
        (5, 2, "sscc"),
        (5, 5, "sscc"),
        (1, 5, "sccc"),
        (0, 5, "cccc"),
        (0, 0, ""),
    ],
)
def test_a_change_has_four_lines_and_neither_cause_hides_the_other(
    of_spec: int, of_config: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, side, count in (("_spec_lines", "s", of_spec), ("_config_lines", "c", of_config)):
        found = [Evidence(Spot(f"{side}{number}", None, ""), is_new=True) for number in range(count)]
        monkeypatch.setattr(evidence, name, lambda *_, found=found: found * 2)
    mapping = PAIRS["became-required"][0]
    configs, actions = Configs(mapping, frozenset()), Actions(mapping, mapping)
    change = replace(REQUIRED, cause=Cause.BOTH, evidence=())
    made = with_evidence(change, (None, None), (configs, configs), actions)
    assert "".join(item.location.document.uri[0] for item in made.evidence) == expected
    only = with_evidence(replace(change, cause=Cause.SPEC), (None, None), (configs, configs), actions)
    assert len(only.evidence) == min(of_spec, 4)


OVERLAY = "overlay: 1.0.0\ninfo: {title: t, version: '1'}\n"
HIDE = "{target: $.x, remove: true}"


@pytest.mark.parametrize(
    ("overlays", "api", "rule", "expected"),
    [
        (("", HIDE), "{x: 1, y: 2}", "attribute-removed", ["+/actions/0"]),  # the overlay alone differs
        (("", HIDE), "{x: 1, y: 3}", "attribute-removed", ["+/actions/0"]),  # the description still has it
        (("", HIDE), "{x: 2, y: 3}", "attribute-removed", []),
        (("", HIDE), "{y: 3}", "attribute-removed", []),
        (("", HIDE), "{x: 1, y: 3}", "attribute-added", []),
        ((HIDE, ""), "{x: 1, y: 2}", "attribute-removed", ["-/actions/0"]),
        ((HIDE, HIDE), "{x: 1, y: 3}", "attribute-removed", []),
        ((HIDE + ", {target: $.y}", HIDE + ", {target: $.z}"), "{x: 1, y: 2}", "attribute-removed",
         ["-/actions/1", "+/actions/1"]),
        (("", HIDE + ", {target: $.y}"), "{x: 1, y: 2}", "attribute-removed", ["+/actions/0"]),  # it names the change
    ],
)  # fmt: skip
def test_actions_that_one_side_has_made_what_the_description_did_not(
    overlays: tuple[str, str], api: str, rule: str, expected: list[str]
) -> None:
    def state(text: str, actions: str) -> Any:
        documents = (
            Document("api.yaml", text.encode()),
            Document("o.yaml", f"{OVERLAY}actions: [{actions}]\n".encode()),
        )
        return replace(PAIRS["became-required"][0], documents=documents)

    old, new = state("{x: 1, y: 2}", overlays[0]), state(api, overlays[1])
    (change,) = compare(*PAIRS[rule])
    change = replace(change, path="x", old_path="x", old_places=(old.documents[0].node.child("x"),), new_places=())
    assert places(Actions(old, new).lines(change)) == expected


@pytest.mark.parametrize(
    ("old", "new", "before", "after", "is_named"),
    [
        ({"read": 1}, {"read": 1}, None, "GET /a", True),
        ({"read": 1}, {"read": 1}, "GET /a", None, True),
        ({"read": 1}, {"read": 1}, "GET /a", "GET /a", False),
        ({"read": 1}, {}, "GET /a", None, False),
        ({}, {"read": 1}, None, "GET /a", False),
        ({"read": 1}, {"read": 1}, None, "GET /b", False),
    ],
)
def test_an_operation_that_both_configs_name_comes_and_goes_with_the_description(
    old: Any, new: Any, before: str | None, after: str | None, is_named: bool
) -> None:
    change = replace(ADDED, before=before, after=after)
    assert _named_on_both_sides(entity(**old), entity(**new), change) is is_named
    assert not _named_on_both_sides(None, entity(**new), change)
