"""Changes of what code makes of an attribute: its default, whether a new value replaces the object, its fragments."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.model import Attribute, Default, Fragment
from mapper.review.code_changes import default_change, fragment_changes, part_changes, replacement_change
from mapper.review.rules import RULES

from .test_placement_changes import IT, with_

Found = list[tuple[str, str, str | None, str | None]]


def found(findings: Any) -> Found:
    return [(rule.id, text, before, after) for rule, text, before, after in findings]


def default(value: bool | float | str) -> Attribute:
    return with_(default=Default(value))


@pytest.mark.parametrize(
    ("old", "new", "made", "expected"),
    [
        (IT, IT, (None, None), []),
        (default("a"), default("a"), (None, None), []),
        (default(0.5), IT, (None, None), [("default-removed", "its default 0.5 was removed", "0.5", None)]),
        (IT, default(False), (None, None), [("default-added", "its default is false", None, "false")]),
        (
            default(1),
            default("b"),
            (None, None),
            [("default-changed", 'its default changed from 1 to "b"', "1", '"b"')],
        ),
        (IT, IT, ("now()", None), [("default-removed", "its default now() was removed", "now()", None)]),
        (IT, IT, (None, "now()"), [("default-added", "its default is now()", None, "now()")]),
        (default(1), IT, ("x()", "now()"), [("default-changed", "its default changed from 1 to now()", "1", "now()")]),
    ],
)
def test_a_default_comes_goes_or_is_another(
    old: Attribute, new: Attribute, made: tuple[str | None, str | None], expected: Found
) -> None:
    assert found(default_change(old, new, *made)) == expected


@pytest.mark.parametrize(
    ("was", "is_", "words", "expected"),
    [
        (False, True, "replaces the object", [("replacement-added", "a new value replaces the object", None, None)]),
        (True, False, "makes a new one",
         [("replacement-removed", "a new value no longer makes a new one", None, None)]),
        (True, True, "replaces the object", []),
        (False, False, "replaces the object", []),
    ],
)  # fmt: skip
def test_a_new_value_replaces_the_object_or_no_longer_does(
    words: str, expected: Found, *, was: bool, is_: bool
) -> None:
    assert found(replacement_change(was=was, is_=is_, words=words)) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, []),
        ({"a.b": 1}, {"a.b": 1}, []),
        ({"a.b": "é"}, {"a.b": [1]}, [("artifact-part-changed", "its a.b changed", '"é"', "[1]")]),
        (
            {"a.b": 1},
            {"c": 2},
            [("artifact-part-changed", "its a.b changed", "1", None), ("type-changed", "its c changed", None, "2")],
        ),
        ({}, {"x.c": 2}, [("type-changed", "its x.c changed", None, "2")]),
    ],
)
def test_fragments_are_compared_by_their_keywords(
    before: dict[str, object], after: dict[str, object], expected: Found
) -> None:
    assert found(fragment_changes(before, after, {"c": RULES["type-changed"]})) == expected


@pytest.mark.parametrize(("defaults", "expected"), [(True, "default-removed replacement-added artifact-part-changed"),
                                                    (False, "replacement-added artifact-part-changed")])  # fmt: skip
def test_parts_are_told_together_with_the_default_where_it_counts(expected: str, *, defaults: bool) -> None:
    old, new = default(1), with_(replaces=True, fragments=(Fragment("x.y", 1, Spot("a.yml", None, "/a")),))
    assert " ".join(rule.id for rule, *_ in part_changes(old, new, defaults=defaults)) == expected
    assert found(part_changes(new, replace(new), defaults=defaults)) == []
