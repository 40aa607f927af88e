"""A choice in an envelope: which of several objects an entity is about, and where values have its attributes."""

import json
from typing import Any

import pytest

from mapper.systems.terraform import kinds
from mapper.systems.terraform.propose import discover
from tests.support import first_config

from ..zoos import api
from .test_statuses import TEXT, thing, zoo

BARE = {"anyOf": [{"type": "object"}, {"type": "array", "items": {}}, {"type": "string"}]}
LAMP = {"name": TEXT, "wire": TEXT}
CANDLES = {"Candle": thing(id=TEXT, name=TEXT, wax=TEXT), "GasLamp": thing(id=TEXT, **LAMP, gas=TEXT)}


def named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def enveloped(result: Any, *others: Any) -> dict[str, Any]:
    """A response with the object in `result`; `others` say more of it."""
    return {"allOf": [*(thing(errors=TEXT, result=other) for other in others), thing("result", result=result)]}


@pytest.mark.parametrize("others", [(), (BARE,), ({"type": "object"},), (BARE, {"description": "Any result."})])
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_the_branch_is_chosen_whatever_types_are_said_beside_it(keyword: str, others: tuple[Any, ...]) -> None:
    choice = {keyword: [*map(named, CANDLES)]}
    description = api(zoo(thing("name", **LAMP), enveloped(choice, *others), **CANDLES))
    starter = first_config(description)
    (entity,) = (e for e in starter.proposal.entities if e.kind is kinds.RESOURCE)
    assert {entity.part(part).response for part in ("create", "read")} == {"/result/gas_lamp"}
    (mapped,) = starter.fixed.mapping.of_kind(kinds.RESOURCE)
    assert {"gas", "id"} <= {attribute.name for attribute in mapped.body.attributes}
    assert [found.pointer for found in mapped.identity] == ["/result/id"]


@pytest.mark.parametrize(
    ("shared", "is_one"), [({}, False), ({"type": TEXT, "kind": TEXT}, False), ({"name": TEXT}, True)]
)
def test_a_request_is_one_object_if_all_that_it_may_be_share_a_property(
    shared: dict[str, Any], *, is_one: bool
) -> None:
    request = {"oneOf": [thing(wax=TEXT, **shared), thing(gas=TEXT, **shared)]}
    text = first_config(api(zoo(request, thing(id=TEXT, **LAMP)))).text
    assert ("one_of: union # the request is one of 2 objects, which share name" in text) is is_one
    assert ("one_of: union" in text) is is_one


def test_a_choice_beside_another_one_is_not_made() -> None:
    both = ({"oneOf": [*map(named, CANDLES)]}, {"anyOf": [thing(id=TEXT), thing(id=TEXT, name=TEXT)]})
    starter = first_config(api(zoo(thing("name", **LAMP), enveloped(*both), **CANDLES)))
    assert "gas_lamp" not in starter.text


def test_an_update_by_the_operation_that_creates_has_no_response_to_choose_from() -> None:
    choice = enveloped({"oneOf": [*map(named, CANDLES)]})
    description = json.loads(zoo(thing("name", **LAMP), choice, **CANDLES))
    del description["paths"]["/rooms/{room}/lamps"]
    item = description["paths"].pop("/rooms/{room}/lamps/{lampId}")
    item["put"]["responses"] = item["get"]["responses"]
    item["parameters"][1]["name"] = "name"
    description["paths"]["/rooms/{room}/lamps/{name}"] = item
    lamp, _ = discover(api(json.dumps(description))).entities
    assert [(part.part, part.method, part.response) for part in lamp.parts if part.part != "delete"] == [
        ("create", "PUT", "/result/gas_lamp"), ("read", "GET", "/result/gas_lamp"), ("update", "PUT", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("methods", [["post", "put", "delete"], []])
def test_what_is_only_read_shows_all_that_an_envelope_may_have(methods: list[str]) -> None:
    answer = enveloped({"oneOf": [*map(named, CANDLES)]})
    description = json.loads(zoo(thing("name", **LAMP), answer, **CANDLES))
    for path, item in description["paths"].items():
        description["paths"][path] = {key: each for key, each in item.items() if key in ("get", "parameters", *methods)}
    entities = discover(api(json.dumps(description)), all_data_sources=True).entities
    responses = {entity.kind: entity.part("read").response for entity in entities}
    assert set(responses.values()) == ({"/result/gas_lamp"} if "put" in methods else {"/result"})
