"""Types in the words of a config: which there are, what a type can be changed to, and which limits go along."""

import pytest

from mapper.model import Body, Collection, CollectionKind, Nested, NestingMode, Object, Scalar, ScalarKind, Type
from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    Size,
)
from mapper.systems.terraform.config.types import fits, kind_of, limits_that_fit, parse_type, retype

BODY = Body(())
TEXT, INT64, NUMBER, FLOAT64, BOOL = (Scalar(ScalarKind(kind)) for kind in "string int64 number float64 bool".split())
ONE, OBJECTS, BY_NAME = (Nested(mode, BODY) for mode in (NestingMode.SINGLE, NestingMode.LIST, NestingMode.MAP))
MEMBERS = Object(BODY)


def many(element: Type, kind: CollectionKind = CollectionKind.LIST) -> Collection:
    return Collection(kind, element)


MAP, SET = CollectionKind.MAP, CollectionKind.SET


@pytest.mark.parametrize(
    ("text", "is_type"),
    [
        ("string", True), ("dynamic", True), ("float32", False), ("list", True), ("object", True),
        ("list of string", True), ("map of list of int64", True), ("list of object", True),
        ("list of list of object", False), ("list of dynamic", False), ("list of", False), ("of string", False),
        ("string of list", False), ("list of list", False), ("text", False), ("", False), ("bytes", False),
    ],
)  # fmt: skip
def test_a_type_is_a_kind_in_collections(text: str, *, is_type: bool) -> None:
    assert parse_type(text) == (tuple(text.split(" of ")) if is_type else None)


@pytest.mark.parametrize(
    ("type_", "words", "changed"),
    [
        (TEXT, "int64", INT64),
        (ONE, "string", TEXT),
        (TEXT, "list of string", many(TEXT)),
        (TEXT, "map of set of bool", many(many(BOOL, SET), MAP)),
        (many(TEXT), "set", many(TEXT, SET)),
        (many(OBJECTS), "map", many(OBJECTS, MAP)),
        (OBJECTS, "set", Nested(NestingMode.SET, BODY)),
        (ONE, "set", None),
        (TEXT, "set", None),
        (MEMBERS, "set", None),
        (OBJECTS, "object", ONE),
        (ONE, "map of object", BY_NAME),
        (many(MEMBERS), "object", ONE),
        (TEXT, "object", None),
        (many(TEXT), "list of object", None),
    ],
)
def test_a_type_keeps_its_elements_and_its_attributes(type_: Type, words: str, changed: Type | None) -> None:
    assert retype(type_, tuple(words.split(" of "))) == changed


@pytest.mark.parametrize(
    ("type_", "kind"),
    [(TEXT, "string"), (many(TEXT, MAP), "map"), (ONE, "object"), (OBJECTS, "list"), (MEMBERS, "object")],
)
def test_the_kind_of_a_type_is_that_of_its_value(type_: Type, kind: str) -> None:
    assert kind_of(type_) == kind


@pytest.mark.parametrize(
    ("kind", "fitting", "others"),
    [
        ("string", ["a", ""], [1, True, None]),
        ("bool", [True, False], [1, "true"]),
        ("int64", [0, -(2**63), 2**63 - 1], [2**63, 1.5, True, "1"]),
        ("number", [], [1, 1.5, "1"]),
        ("float64", [1, 1.5], [True, "1"]),
        ("list", [], [1, "a"]),
    ],
)
def test_a_value_is_of_a_kind(kind: str, fitting: list[object], others: list[object]) -> None:
    assert [fits(kind, value) for value in (*fitting, *others)] == [True] * len(fitting) + [False] * len(others)


LENGTH, RANGE, SIZE, PATTERN = Length(1, 2), Range(1, 2), Size(1, 2), Pattern("a")


@pytest.mark.parametrize(
    ("type_", "was", "limit", "is_kept"),
    [
        (TEXT, TEXT, MultipleOf(2), True),  # the type is the same
        (TEXT, ONE, ExactlyOneOf(("a",)), True),
        (TEXT, BOOL, LENGTH, True),
        (TEXT, BOOL, RANGE, False),
        (TEXT, BOOL, PATTERN, True),
        (TEXT, INT64, OneOf(("a",)), True),
        (TEXT, INT64, OneOf(("a", 1)), False),
        (NUMBER, INT64, RANGE, True),
        (INT64, NUMBER, RANGE, False),
        (INT64, NUMBER, OneOf((1,)), True),
        (INT64, NUMBER, OneOf((1, 2**63)), False),
        (BOOL, TEXT, LENGTH, False),
        (many(TEXT, SET), many(TEXT), SIZE, True),
        (many(TEXT, SET), many(TEXT), LENGTH, False),
        (many(TEXT, SET), many(TEXT), Each(LENGTH), True),
        (many(BOOL), many(TEXT), Each(LENGTH), False),
        (many(INT64), many(NUMBER), Each(RANGE), False),
        (many(TEXT), TEXT, Each(LENGTH), False),
        (TEXT, many(TEXT), Each(LENGTH), False),
        (many(TEXT, MAP), many(BOOL, MAP), Keys(PATTERN), True),
        (many(TEXT, MAP), many(TEXT), Keys(PATTERN), False),
        (many(TEXT), many(TEXT, MAP), Keys(PATTERN), False),
        (BY_NAME, many(TEXT, MAP), Keys(PATTERN), True),
        (OBJECTS, many(TEXT), SIZE, True),
    ],
    ids=str,
)
def test_a_limit_goes_along_if_the_new_type_can_have_it(type_: Type, was: Type, limit: Limit, *, is_kept: bool) -> None:
    assert limits_that_fit(type_, was, (limit,)) == ((limit,) if is_kept else ())
