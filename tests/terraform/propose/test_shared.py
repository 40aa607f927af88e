"""What many entities have stands once in a config, for all of them, and changes none."""

from functools import cache
from typing import Any

import pytest
import yaml

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.fix.plan import Plan
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.propose import discover, fixed_proposal, write_config
from mapper.systems.terraform.propose.shared import said_once
from tests.support import first_config, write_code_spec

from ..zoos import api

HEAD = "openapi: 3.0.3\ninfo: {title: Zoo, version: '1'}\npaths:\n"
_MEMBERS = "properties: {id: {type: string}, size: {type: string}, created_at: {type: string}}"
SHARED = f"{{type: object, required: [size], {_MEMBERS}}}"
OTHER = f"{{type: object, required: [size, created_at], {_MEMBERS}}}"


def animal(noun: str, *, parameter: str = "animalId", schema: str = "Animal", query: str = "") -> str:
    """What makes, reads and removes an animal; with an optional parameter of the query of read, which may be empty."""
    asked = f"parameters: [{{name: {query}, in: query, schema: {{type: string}}}}], " if query else ""
    body = f"{{content: {{application/json: {{schema: {{$ref: '#/components/schemas/{schema}'}}}}}}}}"
    return f"""\
  /{noun}s:
    post: {{requestBody: {body}, responses: {{'201': {body}}}}}
  /{noun}s/{{{parameter}}}:
    parameters: [{{name: {parameter}, in: path, required: true, description: The id., schema: {{type: string}}}}]
    get: {{{asked}responses: {{'200': {body}}}}}
    delete: {{responses: {{'204': {{description: gone}}}}}}
"""


def zoo(*animals: str) -> str:
    """An API of animals."""
    expanded = SHARED.replace("size: {", "expand: {type: string}, size: {")
    schemas = {"Animal": SHARED, "Other": OTHER, "Told": expanded}
    for name, schema in (("Odd", "false"), ("Bare", "{type: array}")):
        schemas[name] = SHARED.replace("created_at: {type: string}", f"created_at: {schema}")
    listed = ", ".join(f"{name}: {schema}" for name, schema in schemas.items())
    return f"{HEAD}{''.join(animals)}components: {{schemas: {{{listed}}}}}\n"


FOUR = tuple(map(animal, ("cow", "dog", "hen", "pig")))
ALIAS = {"animalId": "id"}
COMPUTED = {"created_at": {"computed_optional_required": "computed"}}
TOLD = tuple(animal(noun, schema="Told", query="expand") for noun in ("cow", "dog", "hen", "pig"))
STATED = animal("yak", parameter="id", schema="Other")


@pytest.mark.parametrize(
    ("animals", "said"),
    [
        (FOUR, {"aliases": ALIAS, "overrides": COMPUTED}),
        (FOUR[:1], None),
        ((*FOUR, STATED), {"aliases": ALIAS}),
        ((*FOUR, animal("yak", schema="Other")), {"aliases": ALIAS}),
        ((*FOUR, animal("yak", schema="Odd")), {"aliases": ALIAS}),
        ((*FOUR, animal("yak", schema="Bare")), {"aliases": ALIAS}),
        (TOLD, {"aliases": ALIAS | {"expand": "expand_filter"}, "overrides": COMPUTED}),
        ((*TOLD, animal("yak", query="expand")), {"aliases": ALIAS, "overrides": COMPUTED}),
    ],
    ids=[
        "four alike",
        "one",
        "another one has its own status",
        "another one has the same parameter",
        "another one cannot have it",
        "another one ignores it",
        "four ignore the same under an alias",
        "another one ignores it as it is",
    ],
)
def test_what_four_have_and_no_other_differs_in_is_said_once(animals: tuple[str, ...], said: Any) -> None:
    description = api(zoo(*animals))
    starter = first_config(description)
    plain = write_config(starter.proposal)
    data, each = yaml.safe_load(starter.text), yaml.safe_load(plain)
    assert data.get("schema", {}).get("attributes") == said
    assert "schema" not in each
    mappings = [map_api(description, parse_config(Document("c.yml", text.encode()))) for text in (starter.text, plain)]
    assert write_code_spec(mappings[0]) == write_code_spec(mappings[1])
    assert len(starter.text.splitlines()) < len(plain.splitlines()) or said is None


@cache
def resources(text: str) -> Mapping:
    description = api(text)
    return fixed_proposal(description, discover(description, only="resources")).fixed.mapping


def of(*animals: str, way: str, value: str = "text", why: str = "") -> Plan:
    """One entry in each of these resources; `way` has the keys in it."""
    values = {("resources", animal, "schema", *way.split("/")): value for animal in animals}
    return Plan(values, dict.fromkeys(values, why) if why else {})


STATUS = "attributes/overrides/size/computed_optional_required"
ROOT = "attributes/aliases/animalId"
ALL = ("cow", "dog", "hen", "pig")


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (of(*ALL, way=STATUS, value="optional"), {STATUS: "in 4 entities"}),
        (of(*ALL, way=STATUS, value="optional", why="why"), {STATUS: "why; in 4 entities"}),
        (of(*ALL[1:], way=STATUS, value="optional"), {}),
        (of(*ALL[1:], way=STATUS).adding(of("cow", way=STATUS, value="other")), {}),
        (of(*ALL, way="attributes/overrides/size.x/computed_optional_required"), {}),
        (of(*ALL, way="attributes/additional/size/string"), {}),
        (of(*ALL, way="ignores/size"), {}),
        (of(*ALL, way=ROOT, value="no"), {ROOT: "in 4 entities"}),
        (of(*ALL, way="attributes/aliases/.size", value="no"), {}),
    ],
)
def test_an_entry_of_the_root_that_four_have_moves_to_the_top(plan: Plan, said: dict[str, str]) -> None:
    mapping = resources(zoo(*FOUR))
    moved = said_once(plan, mapping)
    assert {"/".join(way[1:]): moved.comments[way] for way in moved.values if way[0] == "schema"} == said
    assert len(moved.values) == (1 if said else len(plan.values))


@pytest.mark.parametrize(
    ("way", "value", "is_said"),
    [
        (STATUS, "required", True),  # which the fifth has anyway
        (STATUS, "optional", False),
        ("attributes/overrides/size/name", "size", True),
        ("attributes/overrides/size/name", "extent", False),
        ("attributes/overrides/size/description", "required", False),
        ("attributes/overrides/color/name", "hue", True),
        ("attributes/aliases/size", "extent", False),
        ("attributes/aliases/yakId", "id", False),
        ("attributes/aliases/hidden", "shown", False),  # the fifth ignores it
        ("attributes/overrides/hidden/name", "shown", False),
        ("attributes/aliases/color", "hue", True),
    ],
)
def test_an_entry_moves_only_if_it_changes_no_other_entity(way: str, value: str, *, is_said: bool) -> None:
    schema = SHARED.replace("size: {", "hidden: {type: array}, size: {")
    text = zoo(*FOUR, animal("yak", parameter="yakId", schema="Odd")).replace(OTHER, schema).replace("Odd'", "Other'")
    mapping = resources(text)
    assert ("schema" in said_once(of(*ALL, way=way, value=value), mapping).entries) is is_said


def test_a_config_that_keeps_the_output_of_another_tool_says_nothing_for_all() -> None:
    assert "schema" not in yaml.safe_load(first_config(api(zoo(*FOUR)), like="tfplugingen-openapi").text)


def test_an_attribute_of_a_schema_that_an_object_has_twice_counts_once() -> None:
    door = "{type: object, properties: {password: {type: string, writeOnly: true}, width: {type: integer}}}"
    two = "size: {type: string}, door: {$ref: '#/components/schemas/Door'}, gate: {$ref: '#/components/schemas/Door'}"
    description = (
        zoo(FOUR[0]).replace("size: {type: string}", two).replace("{schemas: {", f"{{schemas: {{Door: {door}, ")
    )
    text = write_config(first_config(api(description)).proposal)
    assert "# 1 attribute: the API never sets it" in text
    assert "# 1 attribute: secrets" in text
