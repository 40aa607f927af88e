"""What attributes of a provider refer to, as their names say, what names are reserved, and whom a change concerns."""

from typing import Any

import pytest

from mapper.model import Entity, EntityKind, Mapping, nested_body
from mapper.systems.provider import kinds

from .support import block, document, mapped, nested, schema, string, typed
from .test_review_policy import review

OWNER = schema(block({"id": string("computed")}))
NO_TEXT = schema(block({"id": typed("number", "computed")}))


def zoo(attributes: dict[str, Any], blocks: dict[str, Any] | None = None) -> Mapping:
    """A provider with owners, counters without a text as identifier, and what an attribute is tried in."""
    cage = schema(block({"id": string("computed"), **attributes}, blocks))
    return mapped(
        document(
            resource_schemas={
                "zoo_owner": OWNER,
                "zoo_counter": NO_TEXT,
                "zoo_cage": cage,
                "zoo_name": schema(block()),
            },
            data_source_schemas={"zoo_cage": cage, "zoo_keeper": OWNER},
        )
    )


def references(entity: Entity) -> dict[str, str]:
    """The paths of attributes that refer to an entity."""
    found: dict[str, str] = {}
    stack = [("", entity.body)]
    while stack:
        prefix, body = stack.pop()
        for attribute in body.attributes:
            if attribute.refers_to is not None:
                target = attribute.refers_to
                assert (target.provider, target.path, target.is_inferred) == ("zoo", "id", True)
                found[f"{prefix}{attribute.name}"] = str(target.entity)
            if (inner := nested_body(attribute.type)) is not None:
                stack.append((f"{prefix}{attribute.name}.", inner))
    return found


@pytest.mark.parametrize(
    ("attributes", "blocks", "expected"),
    [
        ({"owner_id": string("optional")}, {}, {"owner_id": "resource zoo_owner"}),
        ({"owner_id": typed("number", "optional")}, {}, {}),
        ({"owner_ids": typed(["list", "string"], "optional")}, {}, {"owner_ids": "resource zoo_owner"}),
        ({"owner_ids": typed(["set", "number"], "optional")}, {}, {}),
        ({"owner_ids": string("optional")}, {}, {}),
        ({"owner_id": typed(["list", "string"], "optional")}, {}, {}),
        ({"owner": string("optional"), "owner_name": string("optional"), "id_owner": string("optional")}, {}, {}),
        ({"counter_id": string("optional"), "name_id": string("optional"), "keeper_id": string("optional")}, {}, {}),
        ({"cage_id": string("optional")}, {}, {}),
        ({}, {"door": nested("list", block({"owner_id": string("optional"), "cage_id": string("optional")}))},
         {"door.owner_id": "resource zoo_owner", "door.cage_id": "resource zoo_cage"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [kinds.RESOURCE, kinds.DATA_SOURCE], ids=str)
def test_an_attribute_refers_to_the_resource_that_it_is_named_after(
    attributes: dict[str, Any], blocks: dict[str, Any], expected: dict[str, str], kind: EntityKind
) -> None:
    (cage,) = (one for one in zoo(attributes, blocks).of_kind(kind) if one.name == "zoo_cage")
    assert references(cage) == expected


def test_arguments_that_terraform_reserves_are_told_at_the_root_alone() -> None:
    inner = block({"count": string("optional"), "a": string("optional")})
    blocks = {"lifecycle": nested("list", block()), "provider": nested("single", inner), "door": nested("list", inner)}
    cage = schema(block({"count": string("optional"), "size": string("optional")}, blocks))
    told = mapped(document(resource_schemas={"zoo_cage": cage})).diagnostics
    assert sorted(one.path for one in told if one.code == "OAS754") == ["count", "lifecycle", "provider"]


SIDES = [block({"it": typed(type_, "optional")}) for type_ in ("string", "number")]


@pytest.mark.parametrize(
    ("old", "new", "audiences"),
    [
        (*(document(resource_schemas={"zoo_x": schema(side)}) for side in SIDES),
         ["configuration", "state", "output", "generated code"]),
        (*(document(ephemeral_resource_schemas={"zoo_x": schema(side)}) for side in SIDES),
         ["configuration", "output", "generated code"]),
        (*(document(action_schemas={"zoo_x": {"block": side}}) for side in SIDES),
         ["configuration", "generated code"]),
        (*(document(functions={"f": {"return_type": "string", "parameters": [{"name": "a", "type": type_}]}})
           for type_ in ("string", "number")), ["configuration", "generated code"]),
    ],
    ids=["resource", "ephemeral resource", "action", "function"],
)  # fmt: skip
def test_a_changed_type_concerns_those_who_can_refer_to_it(old: Any, new: Any, audiences: list[str]) -> None:
    (change,) = review(old, new)
    assert (change.rule.id, list(map(str, change.audiences))) == ("type-changed", audiences)
