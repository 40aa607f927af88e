"""Statuses that a proposal gives to attributes, with their reasons, and the part of a body that an entity is about."""

import json
import re
from typing import Any

import pytest
import yaml

from mapper.inputs import Document
from mapper.report.budget import Cost, Limit
from mapper.report.diagnostic import losses as lost
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.propose import discover, fixed_proposal
from mapper.systems.terraform.propose.describe import losses
from tests.support import first_config

from ..zoos import api

TEXT = {"type": "string"}
LAMP = {"type": "object", "properties": {"id": TEXT, "name": TEXT, "watts": {"type": "integer"}}}


def thing(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": properties}


def zoo(
    request: dict[str, Any],
    response: dict[str, Any],
    *,
    created: dict[str, Any] | None = None,
    example: Any = None,
    update: dict[str, Any] | None = None,
    **schemas: Any,
) -> str:
    """One resource, `lamp`, which create and read answer with `response`."""

    def body(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"content": {"application/json": {"schema": schema, **more}}}

    sent = body(request, **({} if example is None else {"example": example}))
    parameter = {"name": "lampId", "in": "path", "required": True, "schema": TEXT}
    paths = {
        "/rooms/{room}/lamps": {"post": {"requestBody": sent, "responses": {"201": body(created or response)}}},
        "/rooms/{room}/lamps/{lampId}": {
            "parameters": [{**parameter, "name": "room"}, parameter],
            "get": {"responses": {"200": body(response)}},
            "put": {"requestBody": sent if update is None else body(update), "responses": {"204": {}}},
            "delete": {"responses": {"204": {}}},
        },
    }
    info = {"title": "Zoo", "version": "1"}
    return json.dumps({"openapi": "3.0.3", "info": info, "paths": paths, "components": {"schemas": schemas}})


def proposed(text: str) -> tuple[dict[str, str], str]:
    """The status of each attribute of the resource, and the config."""
    description = api(text)
    config = first_config(description).text
    mapping = map_api(description, parse_config(Document("generator_config.yml", config.encode())))
    (lamp,) = mapping.of_kind(kinds.RESOURCE)
    return {attribute.name: str(attribute.status.value) for attribute in lamp.body.attributes}, config


SHARED = {"$ref": "#/components/schemas/Lamp"}
LAMP_OF_BOTH = thing(
    "name",
    id=TEXT,
    name=TEXT,
    createdAt=TEXT,
    watts={"type": "integer"},
    status={"type": "string", "enum": ["pending", "lit"]},
    state={"type": "string", "enum": ["enabled", "disabled"]},
    self=TEXT,
    serial={"type": "string", "description": "Automatically generated."},
)


def test_what_only_a_shared_schema_puts_into_the_request_is_computed() -> None:
    found, config = proposed(zoo(SHARED, SHARED, Lamp=LAMP_OF_BOTH))
    computed = {"id", "created_at", "status", "self", "serial"}
    assert {name for name, status in found.items() if status == "computed"} == computed
    assert (found["name"], found["watts"], found["room"]) == ("required", "computed_optional", "required")
    assert config.count("# says when, or by whom; the request has it only because") == 1


@pytest.mark.parametrize(
    ("name", "schema", "status"),
    [
        ("uuid", TEXT, "computed"),
        ("lampUuid", TEXT, "computed"),  # the noun, and the word for an identifier
        ("shadeUuid", TEXT, "computed_optional"),
        ("status", TEXT, "computed"),
        ("status", {"type": "integer"}, "computed"),
        ("status", {"type": "string", "enum": ["on", "off"]}, "computed_optional"),
        ("status", {"type": "string", "enum": ["on", "failed"]}, "computed"),
        ("lampStatus", TEXT, "computed_optional"),
        ("modifiedBy", TEXT, "computed"),
        ("href", TEXT, "computed"),
        ("dirty", {"type": "boolean", "description": "Whether it has been used."}, "computed"),
        ("dirty", {"type": "boolean", "description": "Whether to clean it."}, "computed_optional"),
    ],
)
def test_what_only_the_api_can_know_is_computed_if_request_and_response_share_it(
    name: str, schema: dict[str, Any], status: str
) -> None:
    lamp = {**LAMP, "properties": {**LAMP["properties"], name: schema}}
    found, _ = proposed(zoo(SHARED, SHARED, Lamp=lamp))
    (found_status,) = [found[own] for own in found if own.replace("_", "") == name.lower()]
    assert found_status == status


def test_the_same_names_in_a_request_of_its_own_are_for_users() -> None:
    request = thing("name", name=TEXT, createdAt=TEXT, status={"type": "string"})
    found, _ = proposed(zoo(request, {**LAMP_OF_BOTH, "required": []}))
    assert (found["created_at"], found["status"]) == ("computed_optional", "computed_optional")


def test_a_request_that_is_a_copy_of_the_response_shares_its_schema() -> None:
    copied = thing("name", **{name: node for name, node in LAMP_OF_BOTH["properties"].items() if name != "self"})
    found, _ = proposed(zoo(copied, LAMP_OF_BOTH))
    assert {name for name, status in found.items() if status == "computed"} == proposed_computed(LAMP_OF_BOTH)


def proposed_computed(lamp: dict[str, Any]) -> set[str]:
    """What is computed of a lamp that request and response have."""
    found, _ = proposed(zoo(SHARED, SHARED, Lamp=lamp))
    return {name for name, status in found.items() if status == "computed"}


@pytest.mark.parametrize(
    ("schema", "status"),
    [
        (TEXT, "required"),
        (thing(dark=TEXT), "computed_optional"),
        (thing(), "computed_optional"),
        (thing("dark", dark=TEXT), "required"),
        ({"type": "array", "items": TEXT}, "computed_optional"),
        ({"type": "array", "items": TEXT, "minItems": 1}, "required"),
    ],
)
def test_what_may_be_empty_is_not_required_because_each_response_has_it(schema: dict[str, Any], status: str) -> None:
    found, _ = proposed(zoo(thing(name=TEXT, shade=schema), thing("shade", id=TEXT, name=TEXT, shade=schema)))
    assert found["shade"] == status
    assert found["name"] == "computed_optional"  # the response says what is needed, so that nobody has to guess


@pytest.mark.parametrize(
    ("request_body", "status"),
    [
        ({"allOf": [SHARED]}, "required"),
        ({"allOf": [SHARED], "required": ["watts"]}, "required"),  # the schema of the name is the same in both
        (thing(name=TEXT, watts={"type": "integer"}), "required"),
        (thing("watts", name=TEXT, watts={"type": "integer"}), "computed_optional"),
    ],
)
def test_a_request_with_a_list_of_its_own_says_what_of_its_own_is_needed(
    request_body: dict[str, Any], status: str
) -> None:
    found, _ = proposed(zoo(request_body, {"allOf": [SHARED], "required": ["name"]}, Lamp=LAMP))
    assert found["name"] == status


def test_what_a_response_requires_is_required_unless_it_has_a_default() -> None:
    request = thing(name=TEXT, colour={"type": "string", "default": "red"}, size=TEXT)
    found, config = proposed(zoo(request, thing("id", "name", "colour", id=TEXT, name=TEXT, colour=TEXT)))
    assert (found["name"], found["colour"], found["size"]) == ("required", "computed_optional", "optional")
    assert "computed_optional_required: required # required in the response to create" in config


def test_what_a_response_requires_and_does_not_describe_says_nothing_of_the_request() -> None:
    found, config = proposed(zoo(thing(name=TEXT, size=TEXT), thing("id", "name", "size", id=TEXT, name=TEXT)))
    assert (found["name"], found["size"]) == ("required", "optional")
    assert config.count("required in the response") == 1


@pytest.mark.parametrize(
    ("example", "required"),
    [
        ({"origin": "a", "label": "b", "on": True, "notes": "c"}, {"origin", "label", "room"}),
        (None, {"name", "room"}),
    ],
)
def test_where_no_body_requires_anything_examples_show_what_is_needed_else_the_name(
    example: Any, required: set[str]
) -> None:
    request = thing(name=TEXT, origin=TEXT, label=TEXT, on={"type": "boolean"}, notes=TEXT)
    found, _ = proposed(zoo(request, LAMP, example=example))
    assert {name for name, status in found.items() if status == "required"} == required


ONE, OTHER, BOTH = {"origin": "a"}, {"label": "b"}, {"origin": "a", "label": "b"}


@pytest.mark.parametrize(
    ("of_schema", "of_media_type", "required"),
    [
        ({"example": ONE}, {}, "origin"),
        ({}, {"example": ONE}, "origin"),
        ({}, {"examples": {"a": {"value": BOTH}}}, "label origin"),
        ({}, {"examples": {"a": {"dataValue": BOTH}}}, "label origin"),
        ({}, {"examples": {"a": {"value": BOTH}, "b": {"value": ONE}}}, "origin"),
        ({}, {"examples": {"a": {"$ref": "#/components/schemas/Example"}}}, "label"),
        ({}, {"examples": {"a": {"$ref": "#/components/schemas/None"}, "b": {"value": ONE}}}, "origin"),
        ({}, {"examples": {"a": {"summary": "nothing"}, "b": 5}}, "name"),
        ({}, {"examples": [{"value": ONE}]}, "name"),
        ({"example": BOTH}, {"example": ONE}, "origin"),
        ({"example": ONE}, {"examples": {"a": {"value": OTHER}}}, "name"),
        ({"example": ONE}, {"example": {}}, "origin"),
        ({"example": ONE}, {"example": ["origin"]}, "origin"),
        ({"example": [ONE]}, {}, "name"),
    ],
)
def test_examples_of_a_request_are_read_wherever_they_may_be(
    of_schema: dict[str, Any], of_media_type: dict[str, Any], required: str
) -> None:
    request = {**thing(name=TEXT, origin=TEXT, label=TEXT), **of_schema}
    text = json.loads(zoo(request, LAMP, Example={"value": OTHER}))
    (media_type,) = text["paths"]["/rooms/{room}/lamps"]["post"]["requestBody"]["content"].values()
    media_type |= of_media_type
    found, _ = proposed(json.dumps(text))
    assert {name for name, status in found.items() if status == "required"} == {"room", *required.split()}


@pytest.mark.parametrize(
    ("wrapped", "required"), [({"lamp": BOTH}, "label origin"), ({"lamp": 5}, "name"), (BOTH, "name")]
)
def test_an_example_is_read_where_the_object_is(wrapped: Any, required: str) -> None:
    request = thing("lamp", lamp=thing(name=TEXT, origin=TEXT, label=TEXT))
    found, config = proposed(zoo(request, thing("lamp", lamp=LAMP), example=wrapped))
    assert "pointer: /lamp" in config
    assert {name for name, status in found.items() if status == "required"} == {"room", *required.split()}


def test_a_request_that_is_one_of_several_kinds_of_a_thing_is_one_object() -> None:
    kinds_of = [thing("name", name=TEXT, wick=TEXT), thing("name", name=TEXT, watts={"type": "integer"})]
    found, config = proposed(zoo({"oneOf": kinds_of}, LAMP))
    assert {"name", "wick", "watts", "id"} <= found.keys()
    assert "one_of: union # the request is one of 2 objects, which share name" in config


TICKET = thing(id=TEXT, guard=TEXT, seat=TEXT)
NEW = thing("name", name=TEXT)


def several(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema}


@pytest.mark.parametrize(
    ("sent", "created", "response", "pointers"),
    [
        (NEW, thing(lamp=SHARED, ticket=TICKET), thing(lamp=SHARED), ["/lamp", "/lamp", "/lamp"]),
        (NEW, thing(lamp=SHARED, ticket=TICKET), SHARED, ["/lamp"]),
        (NEW, thing(data=thing(agent=TICKET, ship=SHARED)), thing(data=SHARED), ["/data/ship", "/data", "/data"]),
        (NEW, thing(items=several(SHARED), total={"type": "integer"}), SHARED, ["/items/0"]),
        (NEW, several(SHARED), SHARED, ["/0"]),
        (NEW, *[thing(items=several(SHARED), count={"type": "integer"})] * 2, ["/items/0"] * 3),
        (NEW, thing(lamp=LAMP, ticket=TICKET), thing(lamp=LAMP), ["/lamp", "/lamp", "/lamp"]),
        (NEW, *[thing(data=SHARED, error=thing(code=TEXT), request_id=TEXT)] * 2, ["/data"] * 3),
        (thing(Lamp=NEW), thing(Lamp=SHARED, Ticket=TICKET), thing(Lamp=SHARED), ["/Lamp"] * 5),
        (thing(lamps=several(NEW)), thing(lamps=several(SHARED)), thing(lamps=several(SHARED)), ["/lamps/0"] * 5),
        (
            thing(lamp=NEW),
            thing(response=thing(lamp=SHARED, job=TICKET)),
            thing(response=thing(lamp=SHARED), meta=thing(took=TEXT)),
            ["/lamp", "/response/lamp", "/response/lamp", "/lamp", "/response/lamp"],
        ),
    ],
)
def test_all_bodies_are_unwrapped_to_one_thing(
    sent: dict[str, Any], created: dict[str, Any], response: dict[str, Any], pointers: list[str]
) -> None:
    found, config = proposed(zoo(sent, response, created=created, Lamp=LAMP))
    assert [line.split()[1] for line in config.splitlines() if "pointer:" in line] == pointers
    assert set(found) == {"id", "name", "watts", "room"}


def test_what_stands_next_to_a_reference_counts() -> None:
    kind = {"allOf": [{"$ref": "#/components/schemas/Kind"}], "default": "led"}
    found, config = proposed(zoo(thing("name", name=TEXT, kind=kind), thing(id=TEXT, kind=TEXT), Kind=TEXT))
    assert "  siblings: merge" in config
    assert found["kind"] == "computed_optional"  # a default is for what may be left out


def test_a_parameter_that_create_takes_too_is_for_users_and_output_is_not_though_create_answers_with_a_job() -> None:
    lamp = thing(self=TEXT, label={"type": "string", "description": "Output only. Where."}, watts={"type": "integer"})
    text = json.loads(zoo(SHARED, SHARED, created=thing(label=TEXT, done={"type": "boolean"}), Lamp=lamp))
    chosen = {"name": "lampId", "in": "query", "schema": TEXT}
    text["paths"]["/rooms/{room}/lamps"]["post"]["parameters"] = [chosen]
    found, _ = proposed(json.dumps(text))
    assert (found["lamp_id"], found["label"], found["self"]) == ("required", "computed", "computed")
    found, _ = proposed(json.dumps(text).replace('"self"', '"id"'))
    assert (found["lamp_id"], found["id"]) == ("required", "computed")  # the identifier is another one


@pytest.mark.parametrize("parameter", ["lampId", "id"])
@pytest.mark.parametrize(("required", "status"), [("type", "computed"), ("type id", "required")])
def test_attributes_of_json_api_are_those_of_the_resource_with_the_identifier_beside_them(
    parameter: str, required: str, status: str
) -> None:
    attributes = thing("name", name=TEXT, watts={"type": "integer"})
    data = thing("type", id=TEXT, type=TEXT, attributes=attributes)
    sent = thing("data", data=thing(*required.split(), **dict.fromkeys(required.split(), TEXT), attributes=attributes))
    found, config = proposed(zoo(sent, thing(data=data)).replace("lampId", parameter))
    assert config.count("pointer: /data/attributes") == 5
    assert found == {"name": "required", "watts": "computed_optional", "room": "required", "id": status}


def test_relationships_of_json_api_that_requests_take_are_said_to_be_left_out() -> None:
    data = thing("type", id=TEXT, type=TEXT, attributes=thing("name", name=TEXT))
    taken = thing("data", data=thing("type", **data["properties"], relationships=thing(room=TEXT)))
    _, config = proposed(zoo(taken, thing(data=data)))
    assert "pointer: /data/attributes # not mapped: relationships" in config
    _, config = proposed(zoo(thing(data=data), thing(data=data)))
    assert "not mapped" not in config


def test_an_identifier_keeps_its_value_in_plans() -> None:
    _, config = proposed(zoo(NEW, LAMP))
    assert "# 1 attribute: an identifier stays as it is" in config
    assert "  use_state_for_unknown: id" in config


@pytest.mark.parametrize(
    ("update", "status"),
    [
        (thing(dimmed=TEXT), "computed_optional"),
        (thing(dimmed={"type": "string", "readOnly": True}), "computed"),
        (SHARED, "computed"),
        ({**SHARED, "required": ["dimmed"]}, "computed"),
        ({"allOf": [SHARED], "required": ["dimmed"]}, "computed_optional"),
    ],
)
def test_what_only_update_takes_may_be_given(update: dict[str, Any], status: str) -> None:
    lamp = thing(id=TEXT, name=TEXT, dimmed=TEXT)
    text = json.loads(zoo(NEW, SHARED, Lamp=lamp))
    put = text["paths"]["/rooms/{room}/lamps/{lampId}"]["put"]
    put["requestBody"] = {"content": {"application/json": {"schema": update}}}
    found, _ = proposed(json.dumps(text))
    assert (found["dimmed"], found["id"]) == (status, "computed")


@pytest.mark.parametrize(
    ("actions", "status"),
    [
        (("activate", "deactivate"), "computed_optional"),
        (("lifecycle/suspend", "lifecycle/resume"), "computed_optional"),
        (("activate",), "computed"),
        (("rotate", "verify"), "computed"),
    ],
)
def test_a_state_that_actions_change_and_change_back_may_be_given(actions: tuple[str, ...], status: str) -> None:
    text = json.loads(zoo(NEW, thing(id=TEXT, name=TEXT, status=TEXT)))
    for action in actions:
        text["paths"][f"/rooms/{{room}}/lamps/{{lampId}}/{action}"] = {"post": {"responses": {"204": {}}}}
    found, _ = proposed(json.dumps(text))
    assert found["status"] == status


@pytest.mark.parametrize(
    ("of_size", "status"),
    [
        ({}, "required"),
        ({"nullable": True}, "optional"),
        ({"description": "When specified, the lamp is not small."}, "optional"),
        ({"description": "The size; a room if it is omitted."}, "optional"),
        ({"description": "The size, if set to small, saves space."}, "required"),
    ],
)
def test_what_says_that_it_may_be_left_out_is_not_required_by_a_response(of_size: Any, status: str) -> None:
    response = thing("id", "size", "tags", id=TEXT, size=TEXT, tags=TEXT)
    found, _ = proposed(zoo(thing(size={**TEXT, **of_size}, tags=TEXT), response))
    assert (found["size"].removeprefix("computed_"), found["tags"]) == (status, "computed_optional")


def test_data_sources_have_nothing_that_only_requests_have_unless_a_body_requires_it() -> None:
    pin = {"type": "string", "writeOnly": True}
    inner = {"inner": thing(pin=pin, call=TEXT), "all": thing(pin=pin)}
    vault = {**thing(pin=pin, call=TEXT), "writeOnly": True}
    lamp = thing("must", id=TEXT, secret=pin, must=pin, vault=vault, **inner)
    text = json.loads(zoo(SHARED, SHARED, Lamp=lamp))
    content = {"application/json": {"schema": {"type": "array", "items": SHARED}}}
    text["paths"]["/rooms/{room}/lamps"]["get"] = {"responses": {"200": {"content": content}}}
    starter = first_config(api(json.dumps(text)))
    entries = yaml.safe_load(starter.text)["data_sources"]
    assert [entry["schema"]["ignores"] for entry in entries.values()] == [["secret", "vault", "inner.pin"]] * 2
    assert starter.text.count("- secret # writeOnly: no response has it") == 2
    assert not starter.warnings
    (resource,) = starter.fixed.mapping.of_kind(kinds.RESOURCE)
    assert {"secret", "must"} <= {attribute.name for attribute in resource.body.attributes}


@pytest.mark.parametrize(
    ("names", "required"),
    [
        ([f"p{number}" for number in range(12)], set()),
        ([f"p{number}" for number in range(4)], {"p0", "p1", "p2", "p3"}),
        (["lampName", *(f"p{number}" for number in range(12))], {"lamp_name"}),
        (["Name", *(f"p{number}" for number in range(12))], {"name"}),
    ],
)
def test_an_example_with_everything_does_not_show_what_is_needed(names: list[str], required: set[str]) -> None:
    found, _ = proposed(zoo(thing(**dict.fromkeys(names, TEXT)), thing(id=TEXT), example=dict.fromkeys(names, "a")))
    assert {name for name, status in found.items() if status == "required"} == {"room", *required}


def test_an_identifier_may_have_the_noun_of_the_path_in_the_body() -> None:
    found, config = proposed(zoo(NEW, thing(lamp_id=TEXT, name=TEXT)).replace("lampId", "id"))
    assert "id: lamp_id # the identifier, which the body calls lamp_id" in config
    assert (found["lamp_id"], found["name"]) == ("computed", "required")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (thing(it=SHARED, dryRun=TEXT), "/it # not mapped: dryRun"),
        (thing(it=SHARED), "/it"),
        (thing("it", "room", it=SHARED, room=TEXT), "/it # not mapped: room"),
        (thing("pin", it=SHARED, pin=TEXT), ""),
        (thing(it=SHARED, name=TEXT), ""),
        (thing(it=SHARED, other=SHARED), ""),
        (thing(it=thing(name=TEXT, size=TEXT)), ""),
    ],
)
def test_a_request_is_unwrapped_if_it_holds_what_the_response_is(body: dict[str, Any], pointer: str) -> None:
    _, config = proposed(zoo(body, SHARED, Lamp=LAMP))
    assert re.findall(r"request:\n +pointer: (.*)", config) == ([pointer] * 2 if pointer else [])


def test_what_makes_a_site_too_large_is_left_out_with_its_reason() -> None:
    many = thing(**{f"p{number}": {**TEXT, "description": "Long. " * 160} for number in range(30)})
    text = json.loads(zoo(NEW, thing(id=TEXT, name=TEXT, all=thing(one=many, two=many))))
    content = {"application/json": {"schema": thing(count=TEXT, lamps={"type": "array", "items": many})}}
    text["paths"]["/rooms/{room}/lamps"]["get"] = {"responses": {"200": {"content": content}}}
    text["paths"]["/rooms"] = {"get": {"responses": {"200": {"content": {"application/json": {"schema": LAMP}}}}}}
    description = api(json.dumps(text))
    description.documents.budget.limits[Cost.WRITTEN] = Limit("characters", 500_000)
    proposal = discover(description, all_data_sources=True)
    assert fixed_proposal(description, proposal).large == ()
    starter = fixed_proposal(description, proposal, site=True)
    assert [str(ref) for ref in starter.large] == ["data source room_lamp", "data source room_lamps"]
    assert [str(entity.ref) for entity in starter.proposal.entities] == ["resource room_lamp", "data source rooms"]
    assert "GET     /rooms/{room}/lamps  too large for a site with the others: 32 attributes" in starter.text
    assert losses(starter)[1] == (
        "left out, as a site with all of them would be too large: data source room_lamp, data source room_lamps"
    )


@pytest.mark.parametrize(
    ("request_body", "response", "status"),
    [
        (thing(name=TEXT), thing(name=TEXT), "computed"),
        (
            {"oneOf": [thing(on=TEXT), thing(off=TEXT)]},
            {"oneOf": [thing(lampId=TEXT, on=TEXT), thing(lampId=TEXT, off=TEXT)]},
            "computed",
        ),
        (thing(name=TEXT, meta=thing(lampId=TEXT)), thing(name=TEXT), "computed_optional"),
    ],
)
def test_the_api_makes_what_tells_an_item_apart_if_create_does_not_take_it(
    request_body: dict[str, Any], response: dict[str, Any], status: str
) -> None:
    found, config = proposed(zoo(request_body, response))
    assert found["lamp_id"] == status
    assert ("# create does not take it, so the API makes it" in config) == (status == "computed")


@pytest.mark.parametrize(
    ("name", "of_it", "status"),
    [
        ("off", {"type": "boolean", "description": "If a lamp has been switched off."}, "computed"),
        ("off", {"type": "boolean", "description": "Whether to switch it off. It has been useful."}, "optional"),
        ("lampTags", TEXT, "optional"),
        ("timeZone", TEXT, "optional"),
        ("zone", TEXT, "required"),
    ],
)
def test_what_has_happened_is_computed_and_side_words_end_what_nothing_needs(
    name: str, of_it: dict[str, Any], status: str
) -> None:
    lamp = thing(id=TEXT, serial=TEXT, **{name: of_it})
    found, _ = proposed(zoo(SHARED, SHARED, example={"serial": "a", name: "a"}, Lamp=lamp))
    assert next(found[key] for key in found if key not in ("id", "serial", "room")).endswith(status)
    assert found["serial"] == "required"


SENT = thing(name=TEXT, food=TEXT)
ANIMAL = {**thing(id=TEXT, name=TEXT, food=TEXT), "title": "Animal"}
GONE = {**thing(id=TEXT, deleted=TEXT, when=TEXT, who=TEXT, why=TEXT), "title": "Deleted animal"}


def pointers(response: dict[str, Any], request: dict[str, Any] = SENT) -> list[str]:
    text = first_config(api(zoo(request, response))).text
    return [line.strip() for line in text.splitlines() if "pointer:" in line]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("branches", [[ANIMAL, GONE], [GONE, ANIMAL]], ids=["first", "last"])
def test_the_branch_with_what_the_request_has_is_the_one(keyword: str, branches: list[dict[str, Any]]) -> None:
    assert pointers({keyword: branches})[:2] == ["pointer: /animal # it may be deleted_animal, too"] * 2


def test_the_branch_that_is_called_like_the_entity_is_the_one() -> None:
    lamp = {**thing(id=TEXT), "title": "Lamp"}
    assert set(pointers({"anyOf": [ANIMAL, lamp]})) == {"pointer: /lamp # it may be animal, too"}


def test_a_data_source_that_no_resource_reads_has_a_branch_of_its_own() -> None:
    found = {"200": {"content": {"application/json": {"schema": {"oneOf": [ANIMAL, GONE]}}}}}
    item = {"parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}], "get": {"responses": found}}
    text = first_config(api(json.dumps({"openapi": "3.0.3", "paths": {"/animals/{id}": item}}))).text
    assert "pointer: /animal # it may be deleted_animal, too" in text


def test_where_the_request_is_a_choice_too_users_have_it() -> None:
    assert pointers({"anyOf": [ANIMAL, GONE]}, {"anyOf": [ANIMAL, GONE]}) == []


def test_branches_that_are_no_objects_are_not_chosen() -> None:
    assert pointers({"anyOf": [ANIMAL, several(ANIMAL), TEXT]}) == []


def test_what_is_proposed_has_no_warning() -> None:
    description = api(zoo(SENT, {"anyOf": [ANIMAL, GONE]}))
    text = first_config(description).text
    mapping = map_api(description, parse_config(Document("config.yml", text.encode())))
    assert not lost(mapping.diagnostics)
    (lamp,) = mapping.of_kind(kinds.RESOURCE)
    assert {"name", "food", "id"} <= {attribute.name for attribute in lamp.body.attributes}


def test_an_id_that_create_requires_is_never_computed() -> None:
    member = thing("id", "name", id={**TEXT, "description": "Who is made a member."}, name=TEXT)
    found, _ = proposed(zoo(SHARED, SHARED, Lamp=member))
    assert found == {"id": "required", "name": "required", "room": "required"}
    found, _ = proposed(zoo(SHARED, SHARED, Lamp=thing("name", id=TEXT, name=TEXT)))
    assert found["id"] == "computed"


def test_create_is_mapped_where_it_returns_what_read_returns() -> None:
    created = thing(key=thing(id=TEXT, name=TEXT, watts=TEXT, secret=TEXT), ticket=TEXT)
    _, config = proposed(zoo(thing("name", name=TEXT), SHARED, created=created, Lamp=LAMP))
    assert yaml.safe_load(config)["resources"]["room_lamp"]["create"]["response"] == {"pointer": "/key"}


@pytest.mark.parametrize("more", [{"nullable": True}, {"description": "Optional."}, {"default": "lamp"}])
def test_a_name_that_may_be_left_out_is_not_required(more: dict[str, Any]) -> None:
    found, _ = proposed(zoo(thing(name={**TEXT, **more}, watts=TEXT), thing(id=TEXT, name=TEXT, watts=TEXT)))
    assert found["name"] != "required"


def test_what_create_requires_in_its_query_is_required_though_update_takes_it_in_its_body() -> None:
    lamp = thing(id=TEXT, name=TEXT, color=TEXT)
    text = json.loads(zoo(thing(color=TEXT), lamp, update=thing(name=TEXT)))
    post = text["paths"]["/rooms/{room}/lamps"]["post"]
    post["parameters"] = [{"name": "name", "in": "query", "required": True, "schema": TEXT}]
    found, config = proposed(json.dumps(text))
    assert found["name"] == "required"
    assert "update takes it, create does not" not in config


def test_a_query_parameter_is_not_ignored_where_another_operation_requires_it() -> None:
    lamp = thing("color", color=TEXT)
    text = json.loads(zoo(lamp, lamp))
    item, made = text["paths"]["/rooms/{room}/lamps/{lampId}"], text["paths"]["/rooms/{room}/lamps"]
    side = {"name": "side", "in": "query", "schema": TEXT}
    item["get"]["parameters"] = [side]
    for operation in (item["put"], item["delete"], made["post"]):
        operation["parameters"] = [{**side, "required": True}]
    found, _ = proposed(json.dumps(text))
    assert found["side"] == "required"


NULLABLE = {**TEXT, "nullable": True}


@pytest.mark.parametrize(
    ("request_", "color", "status"),
    [
        (thing("name", name=TEXT, color=TEXT), TEXT, "computed_optional"),
        (thing(name=TEXT, color=TEXT), NULLABLE, "computed_optional"),
    ],
    ids=["the request requires something else", "it may be null in the response"],
)
def test_what_a_response_requires_is_required_only_if_the_request_does_not_say_otherwise(
    request_: dict[str, Any], color: dict[str, Any], status: str
) -> None:
    found, _ = proposed(zoo(request_, thing("id name color", id=TEXT, name=TEXT, color=color, mood=TEXT)))
    assert found["color"] == status
