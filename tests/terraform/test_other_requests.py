"""What only the request of an update, a read or a delete takes is told: each operation with each form of a body."""

import json
from typing import Any

import pytest

from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.terraform import kinds
from mapper.systems.terraform.rules import BODY_LOST, NOT_AN_OBJECT, ONE_OF, ONLY_IN_REQUEST, UNFILLED

from ..support import Mapped, map_texts

TEXT = {"type": "string"}
EXTRA = {"type": "object", "properties": {"extra": TEXT}}
BODIES: dict[str, tuple[dict[str, Any], str]] = {
    "an object": (EXTRA, "takes extra, which no attribute has"),
    "a part of a composition": ({"allOf": [EXTRA]}, "takes extra, which no attribute has"),
    "a list": ({"type": "array", "items": EXTRA}, "is an array, which no attribute has"),
    "a text": (TEXT, "is a string, which no attribute has"),
    "a map": ({"type": "object", "additionalProperties": TEXT}, "is a map, which no attribute has"),
    "a choice": ({"oneOf": [EXTRA, {**EXTRA, "title": "B"}, TEXT]}, "cannot be mapped"),
    "a reference that leads nowhere": ({"$ref": "#/components/schemas/None"}, "cannot be mapped"),
    "many properties": (
        {"type": "object", "properties": {f"extra{n}": TEXT for n in range(10, 22)}},
        "takes extra10, extra11, extra12, extra13, extra14, extra15, extra16, extra17, extra18, extra19 and 2 more, "
        "which no attribute has",
    ),
}
BODIES["ten properties"] = (
    {"type": "object", "properties": {f"extra{n}": TEXT for n in range(10, 20)}},
    "takes extra10, extra11, extra12, extra13, extra14, extra15, extra16, extra17, extra18 and extra19, which",
)
KNOWN: dict[str, dict[str, Any]] = {
    "what create takes": {"type": "object", "required": ["name"], "properties": {"name": TEXT}},
    "what only the API sets": {"type": "object", "properties": {"extra": {**TEXT, "readOnly": True}}},
    "a value that the API says": {"type": "object", "properties": {"extra": {**TEXT, "enum": ["a"]}}},
    "what the config ignores": {"type": "object", "required": ["mine"], "properties": {"mine": TEXT}},
    "nothing": {"type": "object"},
    "what has the name of a parameter in other letters": {"type": "object", "properties": {"dogId": TEXT}},
}
OPERATIONS = {
    "the update of a resource": ("dog", "update", "put"),
    "the read of a resource": ("dog", "read", "get"),
    "the read of a resource with QUERY": ("dog", "read", "query"),
    "the delete of a resource": ("dog", "delete", "delete"),
    "the read of a data source": ("found", "read", "get"),
    "the read of a data source with POST": ("found", "read", "post"),
}


def dog(which: str, purpose: str, method: str, schema: dict[str, Any], policies: str = "{}") -> Mapped:
    """A resource or data source with one operation whose request has the body `schema`."""
    answer = {"responses": {"200": body({"type": "object", "properties": {"name": TEXT, "dog_id": TEXT}})}}
    methods = {"update": "put", "read": "get", "delete": "delete"} | {purpose: method}
    item: dict[str, Any] = {name: dict(answer) for name in methods.values()}
    item[method]["requestBody"] = body(schema)
    item["parameters"] = [{"name": "dog_id", "in": "path", "required": True, "schema": TEXT}]
    made = {"requestBody": body({"type": "object", "properties": {"name": TEXT}}), **answer}
    calls = {part: {"path": "/dogs/{dog_id}", "method": name.upper()} for part, name in methods.items()}
    entry = {"schema": {"ignores": ["mine"]}, "policies": policies}
    resource = {"dog": {"create": {"path": "/dogs", "method": "POST"}, **calls, **entry}}
    config: dict[str, Any] = {"provider": {"name": "zoo"}}
    config |= (
        {"data_sources": {"found": {"read": calls["read"], **entry}}} if which == "found" else {"resources": resource}
    )
    openapi = {"openapi": "3.2.0", "info": {}, "paths": {"/dogs": {"post": made}, "/dogs/{dog_id}": item}}
    text = json.dumps(config).replace(json.dumps(policies), policies)
    return map_texts(json.dumps(openapi), text, kinds.DATA_SOURCE if which == "found" else kinds.RESOURCE)


def body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
@pytest.mark.parametrize(
    ("which", "unused"), [("what the config ignores", 0), ("nothing", 1), ("what only the API sets", 1)]
)
def test_an_ignore_of_what_a_request_takes_has_an_effect(
    operation: tuple[str, str, str], which: str, unused: int
) -> None:
    assert len(dog(*operation, KNOWN[which]).diagnostics(UNUSED_IGNORE)) == unused


@pytest.mark.parametrize("policies", ["{}", "{replace: infer}"])
@pytest.mark.parametrize(("schema", "says"), BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_what_only_another_request_takes_is_told(
    operation: tuple[str, str, str], schema: dict[str, Any], says: str, policies: str
) -> None:
    mapped = dog(*operation, schema, policies)
    assert set(mapped.names) == {"name", "dog_id"}
    if operation[1] == "update" and policies != "{}" and not says.startswith("takes"):
        assert [d for rule in (BODY_LOST, NOT_AN_OBJECT) for d in mapped.diagnostics(rule)]
        assert mapped.diagnostics(ONLY_IN_REQUEST) == []
    else:
        assert mapped.diagnostic(ONLY_IN_REQUEST).text.startswith(f"{operation[1]}: its request body {says}")


@pytest.mark.parametrize("schema", KNOWN.values(), ids=KNOWN)
@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_what_is_an_attribute_or_no_choice_of_users_is_not_told(
    operation: tuple[str, str, str], schema: dict[str, Any]
) -> None:
    mapped = dog(*operation, schema)
    assert mapped.diagnostics(ONLY_IN_REQUEST) + mapped.diagnostics(UNFILLED) == []


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
def test_a_call_that_cannot_be_made_without_it_is_a_warning(operation: tuple[str, str, str]) -> None:
    mapped = dog(*operation, {**EXTRA, "required": ["extra"]})
    (found,) = mapped.diagnostics(UNFILLED) + mapped.diagnostics(ONLY_IN_REQUEST)
    assert found.rule is (ONLY_IN_REQUEST if operation[1] == "update" else UNFILLED)
    assert "extra" in found.text


def test_what_is_left_out_of_create_is_told_once() -> None:
    text, config = dog("dog", "update", "put", EXTRA).sources
    sent = {"type": "object", "properties": {"name": TEXT, "extra": {"oneOf": [TEXT, {"type": "boolean"}, EXTRA]}}}
    openapi = json.loads(text)
    openapi["paths"]["/dogs"]["post"]["requestBody"] = body(sent)
    mapped = map_texts(json.dumps(openapi), config)
    assert mapped.rules("extra") == {ONE_OF}
    assert mapped.diagnostics(ONLY_IN_REQUEST) == []


def test_an_ignored_update_is_not_looked_at() -> None:
    text, config = dog("dog", "update", "put", EXTRA).sources
    mapped = map_texts(text, config.replace('"PUT"', '"PUT", "request": {"ignore": true}'))
    assert mapped.diagnostics(ONLY_IN_REQUEST) == []


@pytest.mark.parametrize(("count", "rest"), [(10, None), (11, "extra20"), (12, "extra20 and extra21")])
def test_of_many_required_properties_the_first_ten_are_told_one_by_one(count: int, rest: str | None) -> None:
    names = [f"extra{number}" for number in range(10, 10 + count)]
    mapped = dog(
        "dog", "delete", "delete", {"type": "object", "required": names, "properties": dict.fromkeys(names, TEXT)}
    )
    assert len(mapped.diagnostics(UNFILLED)) == 10
    others = [diagnostic.text for diagnostic in mapped.diagnostics(ONLY_IN_REQUEST)]
    assert others == ([f"delete: its request body takes {rest}, which no attribute has"] if rest else [])
