"""Where the Go types of one entity are that have a name."""

from __future__ import annotations

from mapper.terraform.spec.go_code import KnownTypes

from ...support import resource

LOCK = "{properties: {lock: {properties: {x: {type: string}}}}}"
DOORS = f"{{properties: {{door: {LOCK}, lid: {{properties: {{door: {LOCK}, lock: {LOCK}}}}}}}}}"


def test_places_come_in_order_for_all_names_and_no_more_of_each_than_are_wanted() -> None:
    types = KnownTypes().of(resource(f"create: {DOORS}").entity.body)
    paths = {name: [".".join(place.path) for place in places] for name, places in types.places(types.repeated).items()}
    assert paths == {"Door": ["door", "lid.door"], "Lock": ["door.lock", "lid.door.lock", "lid.lock", "lid.lock.lock"]}
    few = types.places(("Lock", "Lid"), 2)
    assert {name: [place.path for place in places] for name, places in few.items()} == {
        "Lock": [("door", "lock"), ("lid", "door", "lock")],
        "Lid": [("lid",)],
    }
