"""Defaults and limits of each kind: the value, and what is said of one that does not fit."""

from typing import Any

import pytest

from mapper.inputs import Document, Node
from mapper.model.limits import Keys, Length, Limit, MultipleOf, OneOf, Pattern, Range, Size, Unique
from mapper.report.diagnostic import Note
from mapper.systems.terraform.schema.values import read_default, read_fitting_default, read_limits


def schema(keywords: str) -> Node:
    return Document("api.yaml", f"{{{keywords}}}".encode()).node


LARGE = f"1{'0' * 309}"
"""A whole number that no double is near to."""


def default(keywords: str, kind: str) -> tuple[Any, list[str], Any]:
    notes: list[Note] = []
    found, fitting = read_default(schema(keywords), kind, notes), read_fitting_default(schema(keywords), kind, [])
    return found and found.value, [note.text for note in notes], fitting and fitting.value


@pytest.mark.parametrize(
    ("keywords", "kind", "value"),
    [
        ("type: string", "string", None),
        ("type: string, default: a", "string", "a"),
        ("type: string, default: ''", "string", ""),
        ("type: integer, default: 2", "int64", 2),
        ("type: integer, default: 2.0", "int64", 2),
        ("type: number, default: 2", "float64", 2.0),
        ("type: number, default: 2.5", "float64", 2.5),
        ("type: boolean, default: false", "bool", False),
        ("type: integer, default: 9223372036854775807", "int64", 2**63 - 1),
        ("type: string, enum: [a, b], default: b", "string", "b"),
        ("type: string, enum: [], default: b", "string", "b"),
        ("type: string, enum: [null], default: b", "string", "b"),
        ("type: string, enum: a, default: b", "string", "b"),
        ("type: string, const: b, default: b", "string", "b"),
        ("type: [string, integer], default: 3", "string", "3"),
    ],
)
def test_a_default_that_fits_is_written(keywords: str, kind: str, value: Any) -> None:
    found = default(keywords, kind)
    assert found == (value, [], value)
    assert type(found[0]) is type(value)


@pytest.mark.parametrize(
    ("keywords", "kind", "value", "text"),
    [
        *((f"type: {type_}, default: null", kind, zero, f"the default is null; the zero value {zero!r} is written")
          for type_, kind, zero in (("string", "string", ""), ("integer", "int64", 0), ("number", "float64", 0.0),
                                    ("boolean", "bool", False))),
        ("type: string, default: 3", "string", "3", "the default 3 is not a value of type string; '3' is written"),
        ("type: integer, default: 2.5", "int64", 2, "the default 2.5 is not a value of type integer; 2 is written"),
        ("type: boolean, default: 'yes'", "bool", True,
         "the default 'yes' is not a value of type boolean; true is written"),
        ("type: boolean, default: 'N'", "bool", False,
         "the default 'N' is not a value of type boolean; false is written"),
        ("type: string, enum: [a], default: b", "string", "b",
         "the default 'b' is not a value of enum; 'b' is written"),
        ("type: string, const: a, default: b", "string", "b",
         "the default 'b' is not a value of const; 'b' is written"),
        ("type: string, maxLength: 1, default: ab", "string", "ab",
         "the default 'ab' does not meet maxLength 1; 'ab' is written"),
    ],
)  # fmt: skip
def test_a_default_that_the_reference_tool_writes_is_written_with_a_note_or_not(
    keywords: str, kind: str, value: Any, text: str
) -> None:
    assert default(keywords, kind) == (value, [text], None)


@pytest.mark.parametrize(
    ("keywords", "kind", "text"),
    [
        ("type: string, default: [a]", "string", "the default ['a'] is not a value of type string"),
        ("type: integer, default: a", "int64", "the default 'a' is not a value of type int64"),
        ("type: integer, default: .inf", "int64", "the default .inf is not a value of type int64"),
        ("type: integer, default: 9223372036854775808", "int64",
         "the default 9223372036854775808 is not a value of type int64"),
        ("type: integer, default: -9223372036854775809", "int64", "the default -9223372036854775809 is no int64"),
        (f"type: number, default: {LARGE}", "float64", f"the default {LARGE} is not a value of type float64"),
        ("type: number, default: .nan", "float64", "the default .nan is not a value of type float64"),
        ("type: boolean, default: maybe", "bool", "the default 'maybe' is not a value of type bool"),
        ("type: boolean, default: 1", "bool", "the default 1 is not a value of type bool"),
        ("default: {}", "single", "the Provider Code Specification has no static default for an object"),
        ("default: []", "list", "the Provider Code Specification has no static default for a list"),
        ("default: null", "list", ""),
    ],
)  # fmt: skip
def test_a_default_that_cannot_be_written_is_lost_with_a_note(keywords: str, kind: str, text: str) -> None:
    assert default(keywords, kind) == (None, [text] if text else [], None)


def limits(keywords: str, kind: str) -> tuple[tuple[Limit, ...], list[str]]:
    notes: list[Note] = []
    return read_limits(schema(keywords), kind, notes), [note.text for note in notes]


OPEN = Range(1, 9, exclusive=True)


@pytest.mark.parametrize(
    ("keywords", "kind", "expected"),
    [
        ("minLength: 1, maxLength: 9", "string", [Length(1, 9)]),
        ("maxLength: 9", "string", [Length(None, 9)]),
        ("minLength: null", "string", []),
        ("pattern: a, minLength: 1, enum: [a, b]", "string", [OneOf(("a", "b")), Length(1, None), Pattern("a")]),
        ("pattern: ''", "string", []),
        ("pattern: 3", "string", [Pattern("3")]),
        ("minimum: 1, maximum: 9", "int64", [Range(1, 9)]),
        ("minimum: 1, maximum: 9", "float64", [Range(1.0, 9.0)]),
        ("minimum: 1, enum: [1, 2]", "number", [Range(1, None)]),
        ("exclusiveMinimum: 1, exclusiveMaximum: 9", "int64", [OPEN]),
        ("minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true", "float64", [OPEN]),
        ("minimum: 1, exclusiveMinimum: true", "int64", [Range(1, None), Range(1, None, exclusive=True)]),
        ("minimum: 1, exclusiveMinimum: false", "int64", [Range(1, None)]),
        ("exclusiveMinimum: true", "int64", []),
        ("multipleOf: 0.5", "float64", [MultipleOf(0.5)]),
        ("multipleOf: 5, minimum: 0", "int64", [Range(0, None), MultipleOf(5)]),
        ("minItems: 1, maxItems: 9, uniqueItems: true", "list", [Size(1, 9), Unique()]),
        ("minItems: 1, uniqueItems: true", "set", [Size(1, None)]),
        ("uniqueItems: false", "list", []),
        ("minItems: 1, minProperties: 2", "map", [Size(2, None)]),
        ("maxProperties: 2", "single", [Size(None, 2)]),
        ("minLength: 1, minimum: 1, enum: [true]", "bool", []),
        ("enum: [1.0, 2]", "int64", [OneOf((1, 2))]),
        ("enum: [1, 2.5]", "float64", [OneOf((1.0, 2.5))]),
        ("const: a, enum: [a]", "string", [OneOf(("a",))]),
        ("const: null, enum: [a]", "string", [OneOf(("a",))]),
        ("const: 1, enum: [1.9]", "int64", [OneOf((1,))]),
    ],
)
def test_a_limit_is_read_for_the_kinds_that_have_it(keywords: str, kind: str, expected: list[Limit]) -> None:
    assert limits(keywords, kind) == (tuple(expected), [])


@pytest.mark.parametrize(
    ("keywords", "kind", "expected", "text"),
    [
        ("minLength: a", "string", [], "minLength is 'a', and not a number"),
        ("minLength: '1'", "string", [], "minLength is '1', and not a number"),
        ("maxItems: .inf", "list", [], "maxItems is .inf, and not a number"),
        ("maxLength: 1.5", "string", [Length(None, 1)], "maxLength is written 1.5, and read as 1"),
        ("maxLength: 1e1", "string", [Length(None, 10)], "maxLength is written 1e1, and read as 10"),
        ("maxLength: 9223372036854775808", "string", [], "maxLength is outside of 64 bits"),
        ("minimum: -9223372036854775809", "int64", [], "minimum is outside of 64 bits"),
        ("minimum: 9007199254740993", "int64", [Range(2**53 + 1, None)],
         "minimum 9007199254740993 is written exactly"),
        ("minimum: 0x10", "int64", [Range(16, None)], "minimum is written 0x10, and read as 16"),
        ("minimum: a", "float64", [], "minimum is 'a', and not a number"),
        ("multipleOf: 0", "int64", [], "multipleOf is 0, and not a number above 0"),
        ("multipleOf: -1", "float64", [], "multipleOf is -1, and not a number above 0"),
        ("pattern: null", "string", [], "the pattern is null"),
        ("enum: [a, 1]", "string", [OneOf(("a", "1"))], "the enum entry 1 is not a string"),
        ("enum: [a, null]", "string", [OneOf(("a",))], "the enum contains null, which a validator cannot list"),
        ("enum: [a, []]", "string", [OneOf(("a",))], "the enum entry [] is not a value of type string"),
        ("enum: [1, 1.5]", "int64", [OneOf((1,))], "the enum entry 1.5 is not an integer"),
        ("enum: [1, -9223372036854775809]", "int64", [OneOf((1,))], "the enum entry -9223372036854775809 is no int64"),
        (f"enum: [1, {LARGE}]", "float64", [OneOf((1.0,))], f"the enum entry {LARGE} is not a value of type float64"),
        ("enum: [1, .inf]", "float64", [OneOf((1.0,))], "the enum entry .inf is no float64"),
        ("const: a", "string", [OneOf(("a",))], "the only value is 'a': it is written as an enum"),
        ("const: a, enum: [a, b]", "string", [OneOf(("a",))], "the only value is 'a': it is written as an enum"),
        ("const: 1.5, enum: [1]", "int64", [OneOf((1,))], "const 1.5 is not a value of type int64"),
        ("const: [a], enum: [b]", "string", [OneOf(("b",))], "const ['a'] is not a value of type string"),
        ("propertyNames: {maxLength: 3}", "map", [Keys(Length(None, 3))],
         "propertyNames limits the keys: a validator is written"),
        ("minLength: 3, maxLength: 2", "string", [Length(3, 2)], "no value meets minLength 3 and maxLength 2"),
    ],
)  # fmt: skip
def test_a_limit_that_is_not_written_as_it_stands_is_told(
    keywords: str, kind: str, expected: list[Limit], text: str
) -> None:
    assert limits(keywords, kind) == (tuple(expected), [text])
