"""What schemas of providers of protocol 6 have: nested attributes of each kind, and things that are no resources."""

import json
from pathlib import Path
from typing import Any

import pytest

from ..provider.support import block, string
from .support import definition, fields, made, schema

NAME = "door.zoo.m.crossplane.io_locks"
INSIDE = {
    "key": string("required", sensitive=True),
    "way": string("optional"),
    "seen": string("computed"),
    "token": string("computed", sensitive=True),
}


def nested_attribute(mode: str, *flags: str, **attributes: Any) -> dict[str, Any]:
    given = {"nested_type": {"attributes": attributes or INSIDE, "nesting_mode": mode}}
    return given | dict.fromkeys(flags, True)


def sides(folder: Path, attributes: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """What the three objects of a definition have."""
    mapped = made(folder, {"schema.json": json.dumps(schema({"zoo_door_lock": block(attributes)}))})
    found = definition(mapped, NAME)
    return tuple(fields(found, side).get("properties", {}) for side in ("forProvider", "initProvider", "atProvider"))


@pytest.mark.parametrize(
    ("mode", "way"), [("single", ()), ("list", ("items",)), ("set", ("items",)), ("map", ("additionalProperties",))]
)
def test_nested_attributes_are_objects_with_secrets_and_results_apart(
    mode: str, way: tuple[str, ...], tmp_path: Path
) -> None:
    asked, first, seen = sides(tmp_path, {"door": nested_attribute(mode, "optional")})
    inner = []
    for side in (asked, first, seen):
        found = side["door"]
        for step in way:
            found = found[step]
        inner.append(found)
    assert [set(found["properties"]) for found in inner] == [
        {"keySecretRef", "way"},
        {"keySecretRef", "way"},
        {"way", "seen"},
    ]
    assert [found.get("required") for found in inner] == [None, ["keySecretRef"], None]
    assert asked["door"]["type"] == ("array" if mode in ("list", "set") else "object")


def test_a_nested_attribute_that_is_computed_is_only_seen(tmp_path: Path) -> None:
    asked, first, seen = sides(tmp_path, {"door": nested_attribute("list", "computed", way=string("computed"))})
    assert (asked, first, set(seen)) == ({}, {}, {"door"})


def test_timeouts_are_left_out_as_an_attribute_too(tmp_path: Path) -> None:
    attributes = {
        "timeouts": nested_attribute("single", "optional", create=string("optional")),
        "a": string("optional"),
    }
    assert [set(side) for side in sides(tmp_path, attributes)] == [{"a"}] * 3
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_door_lock": block(attributes)}))})
    assert [d.code for d in mapped.mapping.diagnostics] == ["OAS812"]


def test_what_is_no_resource_is_passed_over(tmp_path: Path) -> None:
    whole = schema({"zoo_door_lock": block({"a": string("optional")})})
    (own,) = whole["provider_schemas"].values()
    alone = made(tmp_path, {"schema.json": json.dumps(whole)}).mapping
    own["ephemeral_resource_schemas"] = {"zoo_token": {"version": 0, "block": block({"a": string("computed")})}}
    own["list_resource_schemas"] = {"zoo_door_lock": {"version": 0, "block": block({"a": string("optional")})}}
    own["functions"] = {"open": {"return_type": "string", "parameters": [{"name": "a", "type": "dynamic"}]}}
    own["resource_identity_schemas"] = {"zoo_door_lock": {"version": 0, "attributes": {"a": {"type": "string"}}}}
    own["action_schemas"] = {"zoo_shout": {"block": block({"a": string("optional")})}}
    mapped = made(tmp_path, {"schema.json": json.dumps(whole)}).mapping
    assert [entity.name for entity in mapped.entities] == ["zoo_door_lock"]
    assert mapped.diagnostics == alone.diagnostics
