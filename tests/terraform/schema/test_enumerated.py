"""A choice between single values is an enum."""

from __future__ import annotations

import pytest

from mapper.terraform.rules import EMPTY_OBJECT, NO_TYPE, ONE_OF, SEVERAL_BRANCHES

from ...support import property_

ONCE = "[{title: Once, description: D, const: 1}, {title: Twice, const: 2}, {const: 5}]"


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("beside", ["", "type: integer, format: int32, "])
def test_values_that_are_listed_one_by_one_are_an_enum(policy: str, keyword: str, beside: str) -> None:
    mapped = property_(f"{{{beside}{keyword}: {ONCE}, description: How often.}}", f"one_of: {policy}")
    assert mapped.kinds == {"it": "int64"}
    assert mapped.validators("it") == ["int64validator.OneOf(\n1,\n2,\n5,\n)"]
    assert mapped.description("it") == "How often."
    assert SEVERAL_BRANCHES in mapped.rules("it")
    assert mapped.differs_at("it")


@pytest.mark.parametrize(
    ("schema", "kind", "values"),
    [
        ("{oneOf: [{const: 1}, {const: 2}]}", "int64", "1,\n2,"),
        ("{oneOf: [{enum: [1, 2]}, {type: integer, const: 3}, {type: 'null'}]}", "int64", "1,\n2,\n3,"),
        ("{anyOf: [{const: 1.5}, {const: 2.5}, {const: 3.5}]}", "number", ""),
        ("{oneOf: [{const: true}, {const: false}, {type: 'null'}]}", "bool", ""),
    ],
)
def test_of_whatever_scalar_type_they_are(schema: str, kind: str, values: str) -> None:
    mapped = property_(schema)
    assert mapped.kinds == {"it": kind}
    assert [values in one for one in mapped.validators("it")] == [True] * bool(values)


@pytest.mark.parametrize(
    "schema",
    [
        "{oneOf: [{const: 1}, {const: true}, {const: 3}]}",
        "{oneOf: [{const: {a: 1}}, {const: {b: 2}}, {const: {c: 2}}]}",
        "{oneOf: [{type: string, const: 1}, {type: boolean, const: 2}, {type: object, const: 3}]}",
    ],
)
def test_anything_else_is_a_choice_as_before(schema: str) -> None:
    assert ONE_OF in property_(schema).rules("it")


def test_an_object_whose_values_may_be_anything_is_told_once() -> None:
    empty = property_("{type: object, additionalProperties: {}}")
    assert empty.rules("it") & {NO_TYPE, EMPTY_OBJECT} == {EMPTY_OBJECT}
    assert (empty.diagnostic(EMPTY_OBJECT).fix or "").startswith("policies: {free_form: ")
    assert property_("{type: object, additionalProperties: true}").rules("it") & {NO_TYPE, EMPTY_OBJECT} == {
        EMPTY_OBJECT
    }
