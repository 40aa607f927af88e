"""Limits that exclude every value, alone or with those next to them, and what a value does not meet."""

import pytest

from mapper.inputs import Document, Node
from mapper.report.diagnostic import Note
from mapper.systems.terraform.schema.unmet import broken_by
from mapper.systems.terraform.schema.values import read_limits


def schema(keywords: str) -> Node:
    return Document("api.yaml", f"{{{keywords}}}".encode()).node


@pytest.mark.parametrize(
    ("kind", "keywords", "unmet"),
    [
        ("string", "minLength: 2, maxLength: 2", ""),
        ("string", "minLength: 3, maxLength: 2", "minLength 3 and maxLength 2"),
        ("string", "maxLength: -1", "maxLength -1"),
        ("string", "minLength: -1", "minLength -1"),
        ("string", "minLength: -1, maxLength: 5", "minLength -1 and maxLength 5"),
        ("string", "maxLength: 0", ""),
        ("string", "minLength: 0", ""),
        ("list", "minItems: -1", ""),
        ("list", "minItems: 3, maxItems: 2", "minItems 3 and maxItems 2"),
        ("set", "maxItems: -1", "maxItems -1"),
        ("map", "minProperties: 3, maxProperties: 2", "minProperties 3 and maxProperties 2"),
        ("single", "minProperties: 3, maxProperties: 2", "minProperties 3 and maxProperties 2"),
        ("map", "minItems: 3, maxItems: 2", ""),
        ("int64", "minimum: 2, maximum: 2", ""),
        ("int64", "minimum: 3, maximum: 2", "minimum 3 and maximum 2"),
        ("int64", "exclusiveMinimum: 1, maximum: 2", ""),
        ("int64", "exclusiveMinimum: 2, maximum: 2", "exclusiveMinimum 2 and maximum 2"),
        ("int64", "minimum: 2, exclusiveMaximum: 2", "minimum 2 and exclusiveMaximum 2"),
        ("int64", "exclusiveMinimum: 1, exclusiveMaximum: 2", "exclusiveMinimum 1 and exclusiveMaximum 2"),
        ("int64", "exclusiveMinimum: 1, exclusiveMaximum: 3", ""),
        ("float64", "exclusiveMinimum: 1, exclusiveMaximum: 2", ""),
        ("float64", "minimum: 1.5, maximum: 1.5", ""),
        ("float64", "minimum: 1.5, exclusiveMaximum: 1.5", "minimum 1.5 and exclusiveMaximum 1.5"),
        ("float64", "exclusiveMinimum: 1.5, maximum: 1.5", "exclusiveMinimum 1.5 and maximum 1.5"),
        ("number", "minimum: 1.2, maximum: 1.1", "minimum 1.2 and maximum 1.1"),
        ("number", "minimum: 1.2, maximum: 1.8", ""),
        (
            "int64",
            "minimum: 5, exclusiveMinimum: true, maximum: 5",
            "minimum 5 and exclusiveMinimum true and maximum 5",
        ),
        ("int64", "minimum: 5, exclusiveMinimum: false, maximum: 5", ""),
        ("int64", "minimum: 5", ""),
        ("int64", "minimum: 5, maximum: null", ""),
        ("int64", "minimum: null, maximum: 5", ""),
        ("string", "enum: [aaa, bbb], maxLength: 2", "enum and maxLength 2"),
        ("string", "enum: [aaa, b], maxLength: 2", ""),
        ("string", "enum: [a, b], minLength: 2", "enum and minLength 2"),
        ("int64", "enum: [1, 2], minimum: 3", "enum and minimum 3"),
        ("int64", "enum: [1, 2, 3], exclusiveMaximum: 1", "enum and exclusiveMaximum 1"),
        ("int64", "enum: [1, 2, 3], maximum: 1", ""),
    ],
)  # fmt: skip
def test_limits_that_no_value_meets_are_told(kind: str, keywords: str, unmet: str) -> None:
    notes: list[Note] = []
    read_limits(schema(keywords), kind, notes)
    assert [note.text for note in notes] == ([f"no value meets {unmet}"] if unmet else [])


@pytest.mark.parametrize(
    ("keywords", "value", "broken"),
    [
        ("maxLength: 2", "ab", None),
        ("maxLength: 2", "abc", "maxLength 2"),
        ("minLength: 2, maxLength: 1", "abc", "maxLength 1"),
        ("minLength: 2", "a", "minLength 2"),
        ("minimum: 2", "a", None),
        ("minimum: 2", 1, "minimum 2"),
        ("minimum: 2", 2, None),
        ("exclusiveMinimum: 2", 2, "exclusiveMinimum 2"),
        ("maximum: 2", 2.5, "maximum 2"),
        ("exclusiveMaximum: 2", 2, "exclusiveMaximum 2"),
        ("maximum: 2, exclusiveMaximum: true", 2, "exclusiveMaximum true"),
        ("exclusiveMaximum: true", 2, None),
        ("minimum: a", 1, None),
        ("minimum: .inf", 1, None),
        ("maxLength: 2", 12345, None),
        ("minimum: 2", True, None),
        ("minimum: 2", None, None),
        ("title: x", 1, None),
    ],
)
def test_a_value_does_not_meet_a_limit(keywords: str, value: object, broken: str | None) -> None:
    assert broken_by(schema(keywords), value) == broken
