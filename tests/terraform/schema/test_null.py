"""Where a schema allows null: it is written as the same attribute as without, whatever says so."""

from __future__ import annotations

import pytest

from mapper.inputs import Document, Documents
from mapper.terraform.schema.keywords import allows_only_null, is_only_null, of_a_nullable_pair, types_in, without_null

from ...support import property_

NULLABLE = {
    "a pair of types": "{type: [string, 'null'], maxLength: 9}",
    "null first": "{type: ['null', string], maxLength: 9}",
    "null itself in the list": "{type: [string, null], maxLength: 9}",
    "the keyword of OpenAPI 3.0": "{type: string, nullable: true, maxLength: 9}",
    "oneOf": "{oneOf: [{type: string, maxLength: 9}, {type: 'null'}]}",
    "anyOf, null first": "{anyOf: [{type: 'null'}, {type: string, maxLength: 9}]}",
    "an enum of null": "{oneOf: [{type: string, maxLength: 9}, {enum: [null]}, {type: 'null'}]}",
    "a list of null": "{anyOf: [{type: ['null']}, {type: string, maxLength: 9}]}",
    "an entry of allOf": "{allOf: [{type: string, maxLength: 9}, {type: 'null'}]}",
    "a pair in allOf": "{allOf: [{type: [string, 'null']}, {type: [string, 'null'], maxLength: 9}]}",
    "a composition in a composition": "{allOf: [{oneOf: [{type: string, maxLength: 9}, {type: 'null'}]}]}",
}


@pytest.mark.parametrize("schema", NULLABLE.values(), ids=NULLABLE)
def test_what_may_be_null_is_the_attribute_that_it_is_without(schema: str) -> None:
    oven = property_(schema)
    assert oven.kinds == {"it": "string"}
    assert oven.validators("it") == property_("{type: string, maxLength: 9}").validators("it")


@pytest.mark.parametrize(
    ("value", "types", "pair"),
    [
        ("string", ["string"], None),
        ("", [], None),
        (["string", "null"], ["string", "null"], "string"),
        ([None, "string"], ["null", "string"], "string"),
        (["null", "null"], ["null", "null"], "null"),
        (["a", "b"], ["a", "b"], None),
        (["a", "b", "null"], ["a", "b", "null"], None),
        (None, [], None),
        ({}, [], None),
    ],
)
def test_types_are_listed_and_a_pair_with_null_is_its_other_one(
    value: object, types: list[str], pair: str | None
) -> None:
    assert types_in(value) == types
    assert (of_a_nullable_pair(types) if types else None) == pair


def test_a_branch_that_allows_null_alone_is_no_choice() -> None:
    text = b"a: {$ref: '#/n'}\nb: {type: string}\nc: {enum: [null]}\nd: {type: string, enum: [null]}\nn: {type: 'null'}"
    document = Document("x.yaml", text)
    branches = [document.node.child(name) for name in "abcdn"]
    assert [node.pointer for node in without_null(Documents(), branches)] == ["/b"]
    assert not allows_only_null(Document("y.yaml", b"[1]").node)
    assert is_only_null(["null"])
    assert not is_only_null([])
