"""Nested attributes that a configuration writes as blocks, where the config says so."""

from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Nested, Status
from mapper.report.diagnostic import MappingError
from mapper.review.entity_changes import Options
from mapper.systems.terraform.review import POLICY
from mapper.systems.terraform.rules import ADDED, BAD_OVERRIDE, OVERRIDDEN, UNUSED_ADDITION
from mapper.systems.terraform.spec.reader import read_code_spec

from ...support import Mapped, compare, resource

FANS = "fans: {type: array, items: {properties: {n: {type: integer}}}}"
SLOTS = "slots: {type: array, items: {properties: {n: {type: integer}}}}"
SCHEMA = f"""
  required: [door, trays]
  properties:
    door: {{required: [lock], properties: {{lock: {{properties: {{k: {{type: string}}}}}}, glass: {{type: boolean}}}}}}
    trays: {{type: array, minItems: 1, maxItems: 3, items: {{properties: {{depth: {{type: integer}}}}}}}}
    racks: {{type: array, format: set, items: {{properties: {{{SLOTS}}}}}}}
    zones: {{type: object, additionalProperties: {{properties: {{heat: {{type: integer}}, {FANS}}}}}}}
    fuel: {{type: string}}
"""
READ = "{properties: {log: {type: array, items: {properties: {text: {type: string}}}}}}"


def overridden(overrides: str) -> Mapped:
    return resource(f"create: {SCHEMA}\nread: {READ}\nschema: {{attributes: {{overrides: {{{overrides}}}}}}}")


def blocks(mapped: Mapped) -> dict[str, Any]:
    """The blocks at the root of the artifact, by name."""
    schema = mapped.spec["resources"][0]["schema"]
    return {block["name"]: {k: v for k, v in block.items() if k != "name"} for block in schema.get("blocks", [])}


def is_block(mapped: Mapped, path: str) -> bool:
    type_ = mapped.attribute(path).type
    assert isinstance(type_, Nested)
    return type_.block


@pytest.mark.parametrize(
    ("path", "settings", "why"),
    [
        ("fuel", "block: true", "only nested attributes"),
        ("trays", "block: true, type: list of string", "only nested attributes"),
        ("zones", "block: true", "a map of objects"),
        ("log", "block: true", "it is computed"),
        ("door", "block: true, sensitive: true", "it is sensitive"),
        ("racks", "block: true, default: {custom: {schema_definition: x()}}", "it has a default"),
        ("racks", "block: true, computed_optional_required: computed", "it is computed"),
        ("racks", "block: true, type: map of object", "a map of objects"),
        ("door", "block: true, computed_optional_required: optional", "the required lock in it"),
    ],
)
def test_what_can_be_no_block_stays_an_attribute_and_a_diagnostic_says_why(path: str, settings: str, why: str) -> None:
    oven = overridden(f"{path}: {{{settings}}}")
    (refused,) = oven.diagnostics(BAD_OVERRIDE)
    assert refused.path == path
    assert why in refused.text
    assert blocks(oven) == {}
    assert path in oven.names


def test_a_pattern_makes_blocks_of_what_can_be_and_says_nothing_of_the_rest() -> None:
    oven = overridden("'**': {block: true}, trays: {block: false}")
    assert list(blocks(oven)) == ["door", "racks"]
    assert [key for made in blocks(oven).values() for body in made.values() for key in body if "required" in key] == []
    assert oven.diagnostics(BAD_OVERRIDE) == []
    assert [path for path in ("door.lock", "racks.slots") if is_block(oven, path)] == ["door.lock", "racks.slots"]
    assert not is_block(oven, "zones.fans")
    assert len(oven.attribute("fuel").origins) == 1
    assert {one.path for one in oven.diagnostics(OVERRIDDEN)} == {"door", "door.lock", "racks", "racks.slots"}


def test_of_a_choice_in_a_single_block_one_is_required() -> None:
    choice = "oneOf: [{title: gas, properties: {x: {type: string}}}, {title: wood, properties: {y: {type: string}}}]"
    body = f"create: {{properties: {{fuel: {{{choice}}}}}}}\npolicies: {{one_of: variants}}"
    for settings, count in (("block: true", 1), ("block: true, type: list of object", 0)):
        oven = resource(f"{body}\nschema: {{attributes: {{overrides: {{fuel: {{{settings}}}}}}}}}")
        assert len(oven.diagnostics(BAD_OVERRIDE)) == count
        assert is_block(oven, "fuel") is (count == 0)


def test_nothing_differs_after_writing_and_reading_blocks() -> None:
    mapping = overridden("'**': {block: true}").mapping
    document = Document("spec.json", overridden("'**': {block: true}").text.encode())
    back, options = read_code_spec(document), Options(policy=POLICY, complete=False)
    assert compare(mapping, back, options) == compare(back, mapping, options) == ()
    (oven,) = [entity for entity in back.entities if entity.name == "oven"]
    assert {a.name: a.status for a in oven.body.attributes}["door"] is Status.REQUIRED
    assert not [attribute for attribute in oven.body.attributes if attribute.fragments]


ADDITION = "list_nested: {computed_optional_required: optional, nested_object: {attributes: [INNER]}}"
INNER = "{name: create, string: {computed_optional_required: optional}}"


def added(path: str, attribute: str, overrides: str = "") -> Mapped:
    schema = f"schema: {{attributes: {{overrides: {{{overrides}}}, additional: {{{path}: {{{attribute}}}}}}}}}"
    return resource(f"create: {SCHEMA}\n{schema}")


@pytest.mark.parametrize(("path", "overrides"), [("timeouts", ""), ("door.timeouts", "door: {block: true}")])
def test_an_added_attribute_can_be_a_block(path: str, overrides: str) -> None:
    oven = added(path, f"block: true, {ADDITION.replace('INNER', INNER)}", overrides)
    assert is_block(oven, path)
    assert '"blocks"' in oven.text
    assert ADDED in oven.rules(path)


def test_an_added_attribute_stays_one_if_the_config_says_so() -> None:
    assert not is_block(added("timeouts", f"block: false, {ADDITION.replace('INNER', INNER)}"), "timeouts")


def test_a_block_is_not_added_to_an_attribute() -> None:
    oven = added("door.timeouts", f"block: true, {ADDITION.replace('INNER', INNER)}")
    assert "only blocks have blocks" in oven.diagnostic(UNUSED_ADDITION).text
    assert '"blocks"' not in oven.text


def test_what_is_required_is_not_added_to_a_single_block_that_is_not() -> None:
    door = "create: {properties: {door: {properties: {glass: {type: boolean}}}}}"
    addition = "additional: {door.lock: {string: {computed_optional_required: required}}}"
    oven = resource(f"{door}\nschema: {{attributes: {{overrides: {{door: {{block: true}}}}, {addition}}}}}")
    assert "the required lock in it" in oven.diagnostic(UNUSED_ADDITION).text
    assert is_block(oven, "door")


@pytest.mark.parametrize(
    ("attribute", "problem"),
    [
        ("block: true, string: {computed_optional_required: optional}", "only nested attributes"),
        ("block: true, single_nested: {computed_optional_required: computed}", "it is computed"),
        ("block: true, single_nested: {computed_optional_required: computed_optional}", "required or optional"),
        ("block: true, map_nested: {computed_optional_required: optional, nested_object: {}}", "a map of objects"),
        ("block: maybe, single_nested: {computed_optional_required: optional}", "true or false"),
        (ADDITION.replace("INNER", "{name: at, block: true, single_nested: {computed_optional_required: optional}}"),
         "only blocks have blocks"),
        ("list: {computed_optional_required: optional, element_type: {string: {}, block: true}}", "one key"),
    ],
)  # fmt: skip
def test_an_added_block_that_cannot_be_is_refused_with_its_line(attribute: str, problem: str) -> None:
    with pytest.raises(MappingError, match=problem) as error:
        added("wait", attribute)
    assert all(one.line for one in error.value.problems)


@pytest.mark.parametrize("order", ["racks: {block: true}, racks.slots: {block: true}",
                                   "racks.slots: {block: true}, racks: {block: true}"])  # fmt: skip
def test_the_order_of_overrides_does_not_matter(order: str) -> None:
    oven = overridden(order)
    assert is_block(oven, "racks.slots")
    assert oven.diagnostics(BAD_OVERRIDE) == []
