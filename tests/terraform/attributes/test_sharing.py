"""A schema that many places share is one body in the result, whatever is said of it: else work would grow by places."""

import pytest

from mapper.model import Body
from mapper.model.attribute import walk
from mapper.systems.terraform.rules import BODY_KEPT

from ...support import Mapped, map_texts

_LEVELS = 9

_PATHS = """
openapi: 3.1.0
info: {title: Bakery, version: '1'}
paths:
  /ovens:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}
      responses: {'201': {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}}
  /ovens/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {}, '202': {content: {application/json: {schema: {$ref: '#/components/schemas/Seen'}}}}}
    patch:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}
      responses: {'204': {}}
components:
  schemas:
"""
_CONFIG = """
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: GET}
    update: {path: '/ovens/{id}', method: PATCH}
    schema: SCHEMA
"""


def _tower(name: str, more: str = "") -> str:
    """A schema, and one for each level below it; each refers to the next one twice."""
    text = ""
    for level in range(_LEVELS):
        here, below = (f"{name}{number or ''}" for number in (level, level + 1))
        ref = f"{{$ref: '#/components/schemas/{below}'}}"
        added = more if level == _LEVELS - 1 else ""
        text += f"    {here}: {{type: object, properties: {{left: {ref}, right: {ref}{added}}}}}\n"
    return f"{text}    {name}{_LEVELS}: {{type: object, properties: {{heat: {{type: number}}}}}}\n"


def _oven(schema: str = "{}") -> Mapped:
    schemas = _tower("Oven") + _tower("Seen", ", crumb: {type: string}")
    return map_texts(_PATHS + schemas, _CONFIG.replace("SCHEMA", schema))


def _distinct(body: Body) -> int:
    bodies: set[Body] = set()
    list(walk(body, seen=bodies))
    return len(bodies)


def test_marks_of_updates_and_of_skipped_bodies_keep_what_places_share() -> None:
    oven = _oven()
    assert oven.attribute("left.right").is_updated
    assert BODY_KEPT in {diagnostic.rule for diagnostic in oven.mapping.diagnostics}
    assert oven.entity.body.size > 2**_LEVELS
    assert _distinct(oven.entity.body) == _LEVELS + 1


def test_only_the_described_path_is_apart() -> None:
    described = _oven("{attributes: {overrides: {left.right.left: {description: Warm.}}}}")
    assert _distinct(described.entity.body) <= 2 * (_LEVELS + 1)


@pytest.mark.parametrize("policy", ["not_required: optional", "sensitive: [heat]"])
def test_policies_keep_what_entities_share(policy: str) -> None:
    entries = _CONFIG.replace("SCHEMA", "{}").partition("  oven:")[2]
    config = f"{_CONFIG.replace('SCHEMA', '{}')}  kiln:{entries}policies: {{{policy}}}\n"
    mapped = map_texts(_PATHS + _tower("Oven") + _tower("Seen"), config).mapping
    oven, kiln = ({id(body) for body in _inner(entity.body)} for entity in mapped.entities if entity.name != "bakery")
    assert oven == kiln


def _inner(body: Body) -> set[Body]:
    bodies: set[Body] = set()
    list(walk(body, seen=bodies))
    return bodies - {body}
