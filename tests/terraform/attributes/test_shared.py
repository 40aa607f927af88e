"""Bodies of schemas behind references: mapped once for each role."""

from __future__ import annotations

from mapper.model import nested_body

from ...support import resource

OVEN = """
components:
  Oven:
    required: [name]
    properties:
      name: {type: string, description: Its name, minLength: 1, format: password}
      door: {$ref: "#/components/schemas/Door"}
      back: {$ref: "#/components/schemas/Door"}
      racks: {type: array, items: {type: array, items: {properties: {depth: {type: integer, deprecated: true}}}}}
      heat: {type: integer, default: 20}
      side: {type: object, properties: {open: {type: boolean, default: true}, lock: {type: string}}}
  Door:
    required: [width]
    properties: {width: {type: number}, parts: {type: array, items: {$ref: "#/components/schemas/Part"}}}
  Part: {properties: {id: {type: integer}}}
create: {$ref: "#/components/schemas/Oven"}
read: {$ref: "#/components/schemas/Oven"}
"""


def test_places_of_one_schema_have_one_body_in_each_role() -> None:
    oven = resource(OVEN)
    request, response = oven.entity.sources
    door, back = (nested_body(a.type) for a in response.body.attributes if a.name in ("door", "back"))
    assert door is back
    assert door is not nested_body(next(a.type for a in request.body.attributes if a.name == "door"))
