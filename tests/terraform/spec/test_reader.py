"""Code specifications are read back, whoever wrote them."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Attribute, Collection, Mapping, Nested, Object, Scalar, Status
from mapper.report.diagnostic import MappingError
from mapper.review.entity_changes import Options
from mapper.terraform.review import JUDGE
from mapper.terraform.spec.reader import is_code_spec, read_code_spec

from ...support import compare, resource, write_code_spec

SNIPPET = r"""
create:
  type: object
  required: [crumb]
  properties:
    crumb: {type: string, enum: ['a "b", c', "d\u00e9\\"], default: "x", description: Dry., format: password}
    code: {type: string, pattern: '^[a-z"]\d+`$', minLength: 2}
    count: {type: integer, minimum: -1, maximum: 9, enum: [-1, 2]}
    share: {type: number, enum: [0.5, 1e30], minimum: 0.5, exclusiveMaximum: 1e31}
    weight: {type: number, format: double, minimum: 0, multipleOf: 0.1}
    steps: {type: integer, minimum: 0, exclusiveMinimum: true, maximum: 90, multipleOf: 5}
    flag: {type: boolean, default: false}
    inside: {type: object, properties: {inner: {type: integer, minimum: 1}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, minItems: 1, items: {type: object, properties: {cell: {type: string}}}}
    tags: {type: object, additionalProperties: {type: string}, maxProperties: 3}
    one: {oneOf: [{title: a, type: object, properties: {x: {type: string}}}, {title: b, type: integer}]}
policies: {one_of: variants}
"""


NAMELESS = {"object": {"attribute_types": [{}]}}


def read(data: Any) -> Mapping:
    return read_code_spec(Document("spec.json", (data if isinstance(data, str) else json.dumps(data)).encode()))


def attributes(*listed: Any, **schema: Any) -> dict[str, Attribute]:
    schema = {"attributes": list(listed), **schema}
    data = {"version": "0.1", "provider": {"name": "bakery"}, "resources": [{"name": "oven", "schema": schema}]}
    (entity,) = [e for e in read(data).entities if e.name == "oven"]
    return {attribute.name: attribute for attribute in entity.body.attributes}


def test_nothing_differs_after_writing_and_reading() -> None:
    mapping = resource(SNIPPET).mapping
    back = read(write_code_spec(mapping))
    assert compare(mapping, back, Options(judge=JUDGE, complete=False)) == ()
    assert compare(back, mapping, Options(judge=JUDGE, complete=False)) == ()
    assert not [a for e in back.entities for a in e.body.attributes if a.fragments]


def test_types_of_all_kinds() -> None:
    element = {"object": {"attribute_types": [{"name": "x", "int64": {}}]}}
    found = attributes(
        {"name": "a", "dynamic": {"computed_optional_required": "optional"}},
        {"name": "b", "map": {"computed_optional_required": "computed", "element_type": element}},
        {"name": "c", "object": {"computed_optional_required": "required", **element["object"]}},
        {"name": "d", "set_nested": {"computed_optional_required": "required", "nested_object": {}}},
        blocks=[{"name": "e", "list_nested": {"nested_object": {"attributes": []}}}],
    )
    assert found["a"].type == Scalar("dynamic")
    assert isinstance(found["b"].type, Collection)
    assert isinstance(found["c"].type, Object)
    assert [a.name for a in found["c"].type.body.attributes] == ["x"]
    assert isinstance(found["d"].type, Nested)
    assert found["d"].status is Status.REQUIRED
    assert isinstance(found["e"].type, Nested)
    assert (found["e"].type.mode, found["e"].type.block) == ("list", True)


def test_what_the_model_has_no_place_for_is_kept() -> None:
    modifiers = [{"custom": {"schema_definition": "crumbs.Sweep()"}}]
    validators = [{"custom": {"schema_definition": "crumbs.Check(1)"}}]
    body = {
        "computed_optional_required": "optional",
        "custom_type": {"type": "crumbs.Type"},
        "plan_modifiers": modifiers,
        "validators": validators,
        "default": {"custom": {"schema_definition": "crumbs.Default()"}},
    }
    found = attributes({"name": "a", "string": body})["a"]
    assert {fragment.keyword: fragment.value for fragment in found.fragments} == {
        "custom_type": {"type": "crumbs.Type"},
        "plan_modifiers": modifiers,
        "validators": validators,
        "default": {"custom": {"schema_definition": "crumbs.Default()"}},
    }


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a"},
        {"string": {"computed_optional_required": "optional"}},
        {"name": "a", "string": {}},
        {"name": "a", "string": {"computed_optional_required": "maybe"}},
        {"name": "a", "list": {"computed_optional_required": "optional"}},
        {"name": "a", "list": {"computed_optional_required": "optional", "element_type": NAMELESS}},
    ],
)
def test_what_is_none_gets_one_message(body: dict[str, Any]) -> None:
    with pytest.raises(MappingError, match=r"spec\.json:1:\d+: ") as caught:
        attributes(body)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("arguments", ['("a")', '(1, "b")', "(least)"])
def test_a_bound_that_is_no_number_stays_a_fragment(arguments: str) -> None:
    entry = {"custom": {"schema_definition": f"ownvalidator.AtLeast{arguments}"}}
    body = {"name": "a", "int64": {"computed_optional_required": "optional", "validators": [entry]}}
    found = attributes(body)["a"]
    assert found.limits == ()
    assert [fragment.keyword for fragment in found.fragments] == ["validators"]


def test_other_files_are_no_code_specifications() -> None:
    assert not is_code_spec({"openapi": "3.1.0", "paths": {}})
    assert not is_code_spec({"provider": {"name": "bakery"}, "resources": {"oven": {}}})  # a generator config
    assert not is_code_spec([])
    with pytest.raises(MappingError, match="not a Provider Code Specification"):
        read({"openapi": "3.1.0"})
