"""Which keywords of two schemas explain a change of an attribute, by what the change is about."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document, Node
from mapper.review.evidence import _differences, _spec_lines

from ..support import compare
from .pairs import PAIRS

AT = "/components/schemas/Pet"


def schema(keywords: str, required: str = "[]") -> Node:
    pet = f"{{required: {required}, properties: {{it: {{{keywords}}}}}}}"
    node = Document("api.yaml", f"components: {{schemas: {{Pet: {pet}}}}}".encode()).at(f"{AT}/properties/it")
    assert node is not None
    return node


def lines(rule: str, old: Node | None, new: Node | None, code: str = "", words: str | None = None) -> list[str]:
    """`-` and `+` for the sides, and the pointers below the schema."""
    (change,) = compare(*PAIRS[rule])
    places = {"old_places": (old,) if old else (), "new_places": (new,) if new else (), "code": code}
    change = replace(change, **places, after=words or change.after)
    found = [(item.is_new, getattr(item.location, "pointer", "").removeprefix(AT)) for item in _spec_lines(change)]
    return [f"{'+' if is_new else '-'}{pointer}" for is_new, pointer in found]


IT = "/properties/it"
TEXT, NUMBER = "type: string, title: a, maxLength: 3", "type: integer, title: b, maxLength: 4"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("type-changed", ["type"]),
        ("description-changed", ["title", "maxLength", "type"]),  # of which none is telling: all that differ
        ("constraint-added", ["maxLength"]),
    ],
)
def test_of_the_keywords_that_differ_those_that_tell_explain_a_change(rule: str, expected: list[str]) -> None:
    found = lines(rule, schema(TEXT), schema(NUMBER))
    assert sorted(found) == sorted(f"{side}{IT}/{key}" for side in "-+" for key in expected)


BOUNDS = "minLength: 1, maxLength: 3, minimum: 1, maximum: 3, pattern: a, enum: [a], minItems: 1, multipleOf: 2"
OTHERS = "minLength: 2, maxLength: 4, minimum: 2, maximum: 4, pattern: b, enum: [b], minItems: 2, multipleOf: 4"


@pytest.mark.parametrize(
    ("words", "keywords"),
    [
        ("length at most 8", "minLength maxLength"),
        ("each element: length at most 8", "minLength maxLength"),
        ("range 1 to 2", "minimum maximum"),
        ("pattern ^a", "pattern"),
        ('one of "a"', "enum"),
        ("size 1 to 2", "minItems"),
        ("a multiple of 2", "multipleOf"),
        ("something else", "minLength maxLength minimum maximum pattern enum minItems multipleOf"),
    ],
)
def test_a_change_of_a_limit_has_the_keywords_of_the_limit(words: str, keywords: str) -> None:
    found = lines("constraint-added", schema(BOUNDS), schema(OTHERS), words=words)
    assert sorted(found) == sorted(f"{side}{IT}/{key}" for side in "-+" for key in keywords.split())


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (schema("type: string"), schema("type: string", "[it]"), ["+/required"]),
        (schema("type: string", "[it]"), schema("type: string"), ["-/required"]),
        (schema("type: string", "[it]"), schema("type: string", "[it, that]"), [f"-{IT}", f"+{IT}"]),
        (schema("type: string", "[that]"), schema("type: string", "7"), [f"-{IT}", f"+{IT}"]),
        (schema("type: string, default: a"), schema("type: string"), [f"-{IT}/default"]),
        (schema("type: string, default: null"), schema("type: string"), [f"-{IT}/default"]),
        (schema("type: string"), schema("type: string, default: null"), [f"+{IT}/default"]),
        (None, schema("type: string"), [f"+{IT}"]),
        (schema("type: string"), None, [f"-{IT}"]),
        (None, None, []),
    ],
)
def test_a_requirement_is_explained_by_the_list_of_the_object_or_by_both_places(
    old: Node | None, new: Node | None, expected: list[str]
) -> None:
    assert lines("became-required", old, new) == expected


def test_what_a_diagnostic_explains_has_the_places_alone() -> None:
    assert lines("type-changed", schema(TEXT), schema(NUMBER), "OAS300") == [f"-{IT}", f"+{IT}"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{a: 1}", "{a: 1}", []),
        ("{a: null}", "{}", ["-/a"]),
        ("{}", "{a: null}", ["+/a"]),
        ("{a: {b: 1, c: 2}}", "{a: {b: 3, c: 2}}", ["-/a/b", "+/a/b"]),
        ("{a: 1}", "{a: {b: 1}}", ["-/a", "+/a"]),
        ("{a: {b: 1}}", "{a: [1]}", ["-/a", "+/a"]),
        ("{a: [1]}", "{a: 1}", ["-/a", "+/a"]),
        ("{a: [1, 2]}", "{a: [3, 2]}", ["-/a/0", "+/a/0"]),
    ],
)
def test_of_two_configs_the_smallest_parts_that_differ_are_lines(old: str, new: str, expected: list[str]) -> None:
    before, after = (Document("c.yml", text.encode()).node for text in (old, new))
    found = [(item.is_new, getattr(item.location, "pointer", "")) for item in _differences(before, after)]
    assert [f"{'+' if is_new else '-'}{pointer}" for is_new, pointer in found] == expected
