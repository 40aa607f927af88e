"""Where the Go types of one entity are that have a name, and which fields of a struct have names of their own."""

from __future__ import annotations

import pytest

from mapper.terraform.spec.go_code import fields, has_own_fields
from mapper.terraform.spec.nested_types import KnownTypes

from ...support import resource

LOCK = "{properties: {lock: {properties: {x: {type: string}}}}}"
DOORS = f"{{properties: {{door: {LOCK}, lid: {{properties: {{door: {LOCK}, lock: {LOCK}}}}}}}}}"


def test_places_come_in_order_for_all_names_and_no_more_of_each_than_are_wanted() -> None:
    types = KnownTypes().of(resource(f"create: {DOORS}").entity.body)
    paths = {name: [".".join(place.path) for place in places] for name, places in types.places(types.repeated).items()}
    assert paths == {
        "Door": ["door", "lid.door"],
        "Lock": ["door.lock", "lid.door.lock", "lid.lock", "lid.lock.lock"],
    }
    few = types.places(("Lock", "Lid"), 2)
    assert {name: [place.path for place in places] for name, places in few.items()} == {
        "Lock": [("door", "lock"), ("lid", "door", "lock")],
        "Lid": [("lid",)],
    }


@pytest.mark.parametrize(
    "names",
    [("type", "name"), ("type", "oven_type"), ("equal", "string"), ("a_b", "a__b"), ("string", "oven_string", "x")],
)
@pytest.mark.parametrize("parent", ["", "oven"])
def test_fields_are_their_own_where_no_two_declare_the_same(names: tuple[str, ...], parent: str) -> None:
    body = resource(
        f"create: {{properties: {{{', '.join(f'{name}: {{type: string}}' for name in names)}}}}}"
    ).entity.body
    declared = [one.identifier for one in fields(body, parent)]
    assert has_own_fields(body, parent) == (len(set(declared)) == len(declared))
