"""Which attributes calls take from the state, and which one of the calls needs each first."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Spot
from mapper.model import (
    Argument,
    Attribute,
    Body,
    Entity,
    Nested,
    NestingMode,
    Operation,
    Origin,
    Place,
    Purpose,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Supply,
    Type,
)
from mapper.report.origin import Part, PartKind
from mapper.review.rules import IDENTITY_CHANGED
from mapper.systems.terraform import kinds
from mapper.systems.terraform.needs import demands, identifying, lacking, needs, unfilled
from mapper.systems.terraform.review import RULES

PLACE = Spot("api.yaml", (1, 1))
TEXT = Scalar(ScalarKind.STRING)


def attribute(name: str, *parts: str, type_: Type = TEXT) -> Attribute:
    """An attribute of parts such as `response create`."""
    split = (part.rpartition(" ") for part in parts)
    origins = (Origin(Part(PartKind(kind), of), PLACE) for kind, _, of in split)
    return Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), tuple(origins))


BOX = Nested(NestingMode.SINGLE, Body((attribute("in", "response create"),)))
PAN = Body(
    (
        attribute("made", "response create"),
        attribute("updated", "response create", "response update"),
        attribute("read", "response create", "response read"),
        attribute("sent", "request body create"),
        attribute("passed", "parameter read"),
        replace(attribute("hidden", "request body create"), write_only=True),
        replace(attribute("must", "request body create"), status=Status.REQUIRED),
        attribute(
            "box", "response create", type_=Nested(NestingMode.SINGLE, Body((attribute("in", "response create"),)))
        ),
    )
)


def call(purpose: str, *given: str, place: Place = Place.PATH, is_described: bool = True) -> Operation:
    """A call with arguments such as `made returned`."""
    arguments = tuple(Argument(place, name, Supply(supply), name) for name, supply in map(str.split, given))
    return Operation(Purpose(purpose), "get", "/pans", PLACE if is_described else None, arguments=arguments)


CALLS: dict[str, tuple[list[Operation], dict[str, str]]] = {
    "what create has returned": ([call("read", "made returned"), call("delete", "made returned")], {"made": "read"}),
    "what only another call needs": ([call("read"), call("delete", "made returned")], {"made": "delete"}),
    "in the order of calls": ([call("delete", "made returned"), call("update", "made returned")], {"made": "update"}),
    "what a refresh reads": ([call("delete", "read returned"), call("update", "read returned")], {}),
    "what reads need though they return it": ([call("read", "read returned")], {"read": "read"}),
    "what an update returns": ([call("delete", "updated returned")], {"updated": "delete"}),
    "what a read takes, and does not return": ([call("delete", "passed configured")], {"passed": "delete"}),
    "what a plan has": ([call("update", "sent configured")], {}),
    "what no plan has": ([call("update", "sent returned")], {"sent": "update"}),
    "for a deletion there is no plan": ([call("delete", "sent configured")], {"sent": "delete"}),
    "a reading before the plan": ([call("read", "sent configured")], {"sent": "read"}),
    "what nobody gives": ([call("read", "made missing")], {"made": "read"}),
    "constants and settings": ([call("read", "made constant", "sent provider")], {}),
    "a member of an object": ([call("read", "box.in returned", "box.out returned")], {"box.in": "read"}),
    "in a query": ([call("read", "made returned", place=Place.QUERY)], {"made": "read"}),
    "in a body": ([call("read", "made returned", place=Place.BODY)], {}),
    "what a creation needs": ([call("create", "sent returned")], {}),
    "a call that the API does not have": ([call("delete", "made returned", is_described=False)], {}),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_call_needs_what_no_refresh_and_no_plan_gives(case: str) -> None:
    operations, expected = CALLS[case]
    entity = Entity(kinds.RESOURCE, "pan", PAN, operations=tuple(operations))
    assert {path: str(need.operation.part) for path, need in needs(entity).items()} == expected


def open_(name: str, attribute: str | None = None, place: Place = Place.QUERY) -> Argument:
    """An argument that nothing gives."""
    return Argument(place, name, Supply.MISSING, attribute)


def entity(**calls: list[Argument]) -> Entity:
    """An entity with calls that have these arguments."""
    operations = (
        Operation(Purpose(purpose), "get", "/pans/{made}", PLACE, arguments=(*_IN_PATH, *arguments))
        for purpose, arguments in calls.items()
    )
    return Entity(kinds.RESOURCE, "pan", PAN, operations=tuple(operations))


_IN_PATH = (Argument(Place.PATH, "made", Supply.RETURNED, "made"),)
UNFILLED: dict[str, tuple[Entity, Entity, list[str]]] = {
    "nothing new": (entity(read=[open_("kind")]), entity(read=[open_("kind")]), []),
    "one more": (
        entity(read=[]), entity(read=[open_("kind")]), ["read needs the query parameter kind, which nothing gives"]
    ),
    "of several calls": (
        entity(read=[], delete=[]),
        entity(read=[open_("kind")], delete=[open_("kind")]),
        ["read and delete need the query parameter kind, which nothing gives"],
    ),
    "in the body": (
        entity(update=[]),
        entity(update=[open_("kind", place=Place.BODY)]),
        ["update needs kind in the body, which nothing gives"],
    ),
    "another name of the same number": (entity(read=[open_("kind")]), entity(read=[open_("sort")]), []),
    "one of more": (
        entity(read=[open_("kind")]),
        entity(read=[open_("kind"), open_("sort")]),
        ["read needs the query parameter sort, which nothing gives"],
    ),
    "what states have": (
        entity(read=[]),
        entity(read=[open_("kind", "sent")]),
        ["read needs the query parameter kind, which nothing gives"],
    ),
    "what no state has": (entity(read=[]), entity(read=[open_("kind", "hidden")]), []),
    "what states lack": (entity(read=[]), entity(read=[open_("kind", "later")]), []),
    "another call": (entity(read=[]), entity(read=[open_("kind")], delete=[]), []),
    "no call before": (entity(), entity(read=[open_("kind")]), []),
    "a record without arguments": (
        Entity(kinds.RESOURCE, "pan", PAN, operations=(Operation(Purpose.READ, "get", "/pans/{made}", PLACE),)),
        entity(read=[open_("kind")]),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", UNFILLED)
def test_what_nothing_gives_is_told_where_the_same_call_did_not_need_it_before(case: str) -> None:
    old, new, expected = UNFILLED[case]
    assert [*unfilled(old, new)] == expected


def test_what_is_in_the_path_of_a_read_identifies_an_object() -> None:
    assert identifying(entity(read=[open_("kind", "sent")], delete=[])) == {"made"}
    assert identifying(entity(delete=[])) == set()


def known(*names: str, hidden: str = "", filler: str | None = None) -> Entity:
    """An entity with these attributes, of which create returns all, and a read that one of them fills."""
    made = Argument(Place.PATH, "made", Supply.RETURNED, filler)
    others = Argument(Place.QUERY, "made", Supply.RETURNED, "other")
    read = Operation(Purpose.READ, "get", "/pans/{made}", PLACE, arguments=(others, made))
    attributes = (replace(attribute(name, "response create"), write_only=name == hidden) for name in names)
    return Entity(kinds.RESOURCE, "pan", Body(tuple(attributes)), operations=(read,))


@pytest.mark.parametrize(
    ("old", "was"),
    [
        (known("id", filler="id"), "id"),
        (known("id", hidden="id", filler="id"), None),
        (known("id", filler="gone"), None),
        (known("id", "other"), None),
    ],
    ids=["another attribute", "one that no state has", "one that is not there", "nothing"],
)
def test_what_a_call_takes_may_be_in_states_by_another_name(old: Entity, was: str | None) -> None:
    renamed = RULES["known-by-another-name"]
    (delta,) = lacking(old, known("key", filler="key"), [], renamed)
    assert (delta.rule, delta.path, delta.before) == (renamed if was else IDENTITY_CHANGED, "key", was)


def asked(*names: str) -> Entity:
    """An entity whose delete has these attributes in its query."""
    arguments = (Argument(Place.QUERY, name, Supply.CONFIGURED, name) for name in names)
    delete = Operation(Purpose.DELETE, "delete", "/pans", PLACE, arguments=tuple(arguments))
    return Entity(kinds.RESOURCE, "pan", PAN, operations=(delete,))


@pytest.mark.parametrize(
    ("name", "is_told"), [("sent", True), ("made", True), ("read", False), ("gone", False), ("must", False)]
)
def test_what_a_call_needs_is_told_unless_users_or_states_have_it_anyway(name: str, *, is_told: bool) -> None:
    rule = RULES["needed-by-a-call"]
    found = [(delta.rule, delta.path, delta.text) for delta in demands(asked(), asked(name), rule)]
    assert found == ([(rule, name, f"delete needs it for the query parameter {name}")] if is_told else [])
    assert [*demands(asked(name), asked(name), rule)] == []
