"""The line of a config that keeps the name of what a review finds renamed, or the place of what has moved."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Spot
from mapper.model import Attribute, Entity, Origin, Purpose, nested_body
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform import kinds
from mapper.systems.terraform.overrides.upgrades import keep_name, keep_place

from ...support import map_texts

BODY = """{properties: {bakeTime: {type: integer}, HTTPPort: {type: integer},
    door: {properties: {lockCode: {type: string}}},
    trays: {type: array, items: {properties: {size: {type: integer}}}},
    'odd.name': {properties: {x: {type: string}}}}}"""


def oven(body: str = BODY, policies: str = "{}", read: str = "{}") -> Entity:
    content = f"{{content: {{application/json: {{schema: {body}}}}}}}"
    response = f"{{content: {{application/json: {{schema: {read}}}}}}}"
    mapped = map_texts(
        f"""
        openapi: 3.1.0
        paths:
          /ovens: {{post: {{requestBody: {content}}}}}
          /ovens/{{ovenId}}:
            get:
              parameters: [{{name: ovenId, in: path, required: true, schema: {{type: string}}}}]
              responses: {{'200': {response}}}
        """,
        f"""
        provider: {{name: bakery}}
        policies: {policies}
        resources:
          oven: {{create: {{path: /ovens, method: POST}}, read: {{path: '/ovens/{{ovenId}}', method: GET}}}}
        """,
    )
    return mapped.entity


def at(entity: Entity, path: str) -> Attribute:
    body = entity.body
    for name in path.split("."):
        (found,) = [attribute for attribute in body.attributes if attribute.name == name]
        body = nested_body(found.type) or body
    return found


PART = Part(PartKind.REQUEST_BODY, Purpose.CREATE)
SCHEMA = "resources.oven.schema.attributes"


@pytest.mark.parametrize(
    ("path", "name", "line", "section"),
    [
        ("bake_time", "minutes", "aliases: {.bakeTime: minutes}", SCHEMA),
        ("oven_id", "id", "aliases: {ovenId: id}", SCHEMA),
        ("door.lock_code", "code", "aliases: {door.lockCode: code}", SCHEMA),
        ("trays.size", "width", "aliases: {trays.size: width}", SCHEMA),
        ("bake_time", "bake_time", "no alias for .bakeTime, and no other name in overrides", SCHEMA),
        ("httpport", "http_port", "names: words", "policies"),
        ("httpport", "port", "aliases: {.HTTPPort: port}", SCHEMA),
    ],
)
def test_the_line_that_keeps_a_name_is_an_alias_or_a_policy(path: str, name: str, line: str, section: str) -> None:
    entity = oven()
    assert keep_name(entity, at(entity, path), name, path) == (line, section)


def test_the_other_policy_keeps_the_names_that_it_makes() -> None:
    entity = oven(policies="{names: words}")
    assert keep_name(entity, at(entity, "http_port"), "httpport", "http_port") == ("names: reference", "policies")


def test_an_entity_and_a_provider_keep_their_names_by_their_keys() -> None:
    entity = oven()
    assert keep_name(entity, None, "stove") == ("stove:", "resources, in place of oven:")
    provider = Entity(kinds.PROVIDER, "bakery", entity.body)
    assert keep_name(provider, None, "pastry") == ("name: pastry", "provider")


def test_what_no_line_can_name_keeps_nothing() -> None:
    entity = oven()
    assert keep_name(entity, at(entity, "oddname.x"), "y", "oddname.x") is None
    assert keep_name(entity, at(entity, "bake_time"), "minutes", "gone.bake_time") is None
    without, elsewhere = ((), (Origin(PART, Spot("oasmap.json", None, "/a")),))
    for origins in (without, elsewhere):
        assert keep_name(entity, replace(at(entity, "bake_time"), origins=origins), "minutes", "bake_time") is None


DATA = "{properties: {data: {properties: {inner: {properties: {size: {type: string}}}, 'a/b': {type: string}}}}}"


@pytest.mark.parametrize(
    ("body", "path", "old_path", "pointer"),
    [
        (DATA, "data.inner.size", "inner.size", "/data"),
        (DATA, "data.inner", "inner", "/data"),
        (DATA, "data.inner.size", "size", None),  # next to something else
        (DATA, "data.none.size", "size", None),
        (DATA, "data.inner", "other", None),
        ("{properties: {a-b: {properties: {c/d: {properties: {size: {type: string}}}}}}}", "ab.cd.size", "size",
         "/a-b/c~1d"),
        ("{properties: {list: {type: array, items: {properties: {size: {type: string}}}}}}", "list.size", "size", None),
        ("{properties: {data: {properties: {size: {type: string}}}, more: {type: string}}}", "data.size", "size", None),
    ],
)  # fmt: skip
def test_a_pointer_keeps_the_place_of_what_is_in_an_envelope_now(
    body: str, path: str, old_path: str, pointer: str | None
) -> None:
    parts = "create.request of resources.oven"
    assert keep_place(oven(body), path, old_path) == (pointer and (f"pointer: {pointer}", parts))


def test_each_body_that_has_the_envelope_is_named() -> None:
    provider = Entity(kinds.PROVIDER, "bakery", oven(DATA, read=DATA).body)
    assert keep_place(provider, "data.inner", "inner") is None
    parts = "create.request, read.response of resources.oven"
    assert keep_place(oven(DATA, read=DATA), "data.inner", "inner") == ("pointer: /data", parts)
