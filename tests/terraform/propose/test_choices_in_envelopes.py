"""A choice in an envelope: which of several objects an entity is about, and where values have its attributes."""

from typing import Any

import pytest

from mapper.systems.terraform import kinds
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


def test_a_choice_beside_another_one_is_not_made() -> None:
    both = ({"oneOf": [*map(named, CANDLES)]}, {"anyOf": [thing(id=TEXT), thing(id=TEXT, name=TEXT)]})
    starter = first_config(api(zoo(thing("name", **LAMP), enveloped(*both), **CANDLES)))
    assert "gas_lamp" not in starter.text
