"""Which lines of two inputs explain a change: the smallest parts that differ, on both sides."""

from collections.abc import Iterable
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Entity, Operation, Purpose
from mapper.review.changes import Evidence
from mapper.review.evidence import _by_key, _differences, _keywords, _operation_lines

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
