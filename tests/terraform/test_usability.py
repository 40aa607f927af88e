"""Resources that nobody can use as they are mapped, and the lines that change that."""

import pytest

from mapper.inputs import Spot
from mapper.model import (
    Argument,
    Attribute,
    Body,
    Coverage,
    Entity,
    EntityKind,
    Mapping,
    Operation,
    Origin,
    Place,
    Purpose,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Supply,
)
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform import kinds
from mapper.systems.terraform.usability import summary

PLACE = Spot("api.yaml", (1, 1))
SENT, RETURNED = Part(PartKind.REQUEST_BODY, "create"), Part(PartKind.RESPONSE, "read")
OPTIONAL, REQUIRED, COMPUTED = Status.OPTIONAL, Status.REQUIRED, Status.COMPUTED


def attribute(name: str, status: Status = OPTIONAL, part: Part = SENT, replaces: bool = False) -> Attribute:
    origins = (Origin(part, PLACE),)
    scalar = Scalar(ScalarKind.STRING)
    return Attribute(name, f"the {name}", scalar, status, Reason("", ""), origins, replaces=replaces)


READ = Operation(Purpose.READ, "get", "/pans/{id}", PLACE)
UPDATE = Operation(Purpose.UPDATE, "put", "/pans/{id}", PLACE)


def asking(name: str, supply: Supply, place: Place = Place.PATH) -> Operation:
    return Operation(Purpose.READ, "get", "/pans/{id}", PLACE, arguments=(Argument(place, "id", supply, name),))


def pan(*attributes: Attribute, operations: tuple[Operation, ...] = (READ, UPDATE), name: str = "pan") -> Entity:
    return Entity(kinds.RESOURCE, name, Body(attributes), operations=operations)


def lines(*entities: Entity) -> list[str]:
    return [*summary(Mapping("terraform", "zoo", entities, (), Coverage(), ()))]


NOTHING_SET = "users can set nothing: everything is computed"
NOTHING_REQUIRED = "nothing is required, though create takes a body"
NO_UPDATE = "no update, and nothing replaces the resource"
NO_READ = "after create, nothing says which one to read"
POINTER = "{create: {request: {pointer: /…}}}"
REPLACE = "{policies: {replace: infer}}"
NEEDED, GIVEN = attribute("size", REQUIRED), attribute("code")


def require(name: str) -> str:
    return f"{{schema: {{attributes: {{overrides: {{the {name}: {{computed_optional_required: required}}}}}}}}}}"


@pytest.mark.parametrize(
    ("entity", "expected"),
    [
        (pan(NEEDED), {}),
        (pan(attribute("id", COMPUTED, RETURNED)), {NOTHING_SET: POINTER}),
        (pan(), {NOTHING_SET: POINTER}),
        (pan(attribute("id", COMPUTED, RETURNED), operations=(READ,)), {NOTHING_SET: POINTER}),
        (pan(GIVEN), {NOTHING_REQUIRED: require("code")}),
        (pan(GIVEN, attribute("title"), attribute("name")), {NOTHING_REQUIRED: require("name")}),
        (pan(GIVEN, attribute("key"), attribute("title")), {NOTHING_REQUIRED: require("title")}),
        (pan(GIVEN, attribute("name", COMPUTED)), {NOTHING_REQUIRED: require("code")}),
        (pan(GIVEN, attribute("name", OPTIONAL, RETURNED)), {NOTHING_REQUIRED: require("code")}),
        (pan(GIVEN, attribute("zone", REQUIRED, RETURNED)), {}),
        (pan(attribute("zone", OPTIONAL, RETURNED)), {}),
        (pan(NEEDED, operations=(READ,)), {NO_UPDATE: REPLACE}),
        (pan(attribute("size", REQUIRED, replaces=True), operations=(READ,)), {}),
        (pan(GIVEN, operations=(READ,)), {NOTHING_REQUIRED: require("code"), NO_UPDATE: REPLACE}),
        (pan(NEEDED, GIVEN, operations=(asking("code", Supply.MISSING), UPDATE)), {NO_READ: require("code")}),
        (pan(NEEDED, GIVEN, operations=(asking("code", Supply.CONFIGURED), UPDATE)), {}),
        (pan(NEEDED, GIVEN, operations=(asking("code", Supply.RETURNED), UPDATE)), {}),
        (pan(NEEDED, GIVEN, operations=(asking("code", Supply.MISSING, Place.QUERY), UPDATE)), {}),
        (pan(NEEDED, GIVEN, operations=(asking("gone", Supply.MISSING), UPDATE)), {}),
        (pan(NEEDED, operations=(UPDATE,)), {}),
    ],
)
def test_a_resource_that_nobody_can_use_has_a_line_that_changes_it(entity: Entity, expected: dict[str, str]) -> None:
    found = lines(entity, pan(NEEDED, name="other"))
    told = [(f"1 of 2 resources: {what}", f"  resources: {{pan: {line}}}") for what, line in expected.items()]
    assert found == [line for pair in told for line in pair]


@pytest.mark.parametrize(
    ("count", "more"),
    [(3, ""), (4, "1 more: p3"), (11, "8 more: p3, p4, p5, p6, p7, p8, p9, p10"),
     (12, "9 more: p3, p4, p5, p6, p7, p8, p9, p10, …")],
)  # fmt: skip
def test_the_first_resources_have_lines_and_others_are_named(count: int, more: str) -> None:
    found = lines(*(pan(name=f"p{number}") for number in range(count)))
    assert found[0] == f"{count} of {count} resources: {NOTHING_SET}"
    assert found[1:4] == [f"  resources: {{p{number}: {POINTER}}}" for number in range(3)]
    assert found[4:] == ([f"  … and {more}"] if more else [])


@pytest.mark.parametrize("kind", [kinds.DATA_SOURCE, kinds.PROVIDER])
def test_what_is_no_resource_is_not_looked_at(kind: EntityKind) -> None:
    assert lines(Entity(kind, "pan", Body())) == []
