"""Where attributes come from, and why they have their status."""

from __future__ import annotations

from mapper.inputs import Node

from ...support import Mapped, both, data_source, resource


def place(mapped: Mapped, path: str) -> list[str]:
    """The text of the source from each origin's place on, up to the end of the line."""
    texts = []
    for origin in mapped.attribute(path).origins:
        assert isinstance(origin.location, Node)
        line, column = origin.location.document.position(origin.location.pointer) or (0, 0)
        texts.append(origin.location.document.text.splitlines()[line - 1][column - 1 :])
    return texts


def test_an_origin_is_the_place_of_the_property_in_each_source() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            door:
              type: object
              properties:
                lock: {type: string}  # in create
        read:
          type: object
          properties:
            door: {type: object, properties: {lock: {type: string}}}  # in read
            heat: {type: integer}
        parameters:
          - {name: heat, in: query, schema: {type: integer}}
    """)
    assert place(oven, "door.lock") == ["lock: {type: string}  # in create", "lock: {type: string}}}  # in read"]
    assert place(oven, "heat") == ["heat: {type: integer}", "{name: heat, in: query, schema: {type: integer}}"]


def test_via_lists_the_references_that_led_to_the_schema() -> None:
    oven = resource("""
        create:
          $ref: '#/components/schemas/Oven'
        components:
          Oven: {properties: {door: {allOf: [{$ref: '#/components/schemas/Door'}]}}}
          Door: {oneOf: [{type: "null"}, {$ref: '#/components/schemas/Gate'}]}
          Gate: {type: object, properties: {lock: {type: string}}}
    """)
    (origin,) = oven.attribute("door").origins
    assert [hop.pointer for hop in origin.via] == ["/components/schemas/Door", "/components/schemas/Gate"]
    assert origin.location.pointer == "/components/schemas/Oven/properties/door"
    (origin,) = oven.attribute("door.lock").origins
    assert origin.location.pointer == "/components/schemas/Gate/properties/lock"


def test_roles_name_the_part_of_the_operation() -> None:
    oven, source = both("""
        create: {properties: {a: {type: string}}}
        create_response: {properties: {b: {type: string}}}
        read: {properties: {c: {type: string}}}
        parameters:
          - {name: d, in: path, required: true, schema: {type: string}}
          - {name: e, in: query, schema: {type: string}}
    """)
    assert {name: str(oven.attribute(name).origins[0].part) for name in "abcde"} == {
        "a": "create request body",
        "b": "create response 201",
        "c": "read response 200",
        "d": "path parameter",
        "e": "query parameter",
    }
    assert {name: str(source.attribute(name).origins[0].part) for name in "cde"} == {
        "c": "read response 200",
        "d": "path parameter",
        "e": "query parameter",
    }


def test_every_status_has_a_reason_in_words() -> None:
    oven, source = both("""
        create:
          required: [a, b]
          properties: {a: {type: string}, b: {type: string, default: x}, c: {type: string}}
        read: {properties: {d: {type: string}}}
        parameters:
          - {name: e, in: query, schema: {type: string}}
          - {name: f, in: path, required: true, schema: {type: string}}
    """)
    reasons = {name: oven.attribute(name).reason for name in "abcdef"}
    assert {name: reason.code for name, reason in reasons.items()} == {
        "a": "required-in-request",
        "b": "default-relaxes",
        "c": "optional-in-request",
        "d": "only-in-response",
        "e": "read-parameter",
        "f": "read-parameter",
    }
    assert {name: source.attribute(name).reason.code for name in "def"} == {
        "d": "in-response",
        "e": "optional-parameter",
        "f": "required-parameter",
    }
    assert all(reason.text for reason in reasons.values())


def test_an_entity_knows_its_operations_and_its_line_of_config() -> None:
    oven = data_source("""
        paths:
          /ovens/{id}:
            get:
              operationId: readOven
              summary: Read an oven
              description: All of it
              responses: {200: {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}
    """)
    (operation,) = oven.entity.operations
    assert (operation.part, operation.method, operation.path) == ("read", "get", "/ovens/{id}")
    assert (operation.operation_id, operation.summary, operation.description) == (
        "readOven",
        "Read an oven",
        "All of it",
    )
    assert operation.location is not None
    assert operation.location.pointer == "/paths/~1ovens~1{id}/get"
    assert oven.entity.location is not None
    assert oven.entity.location.pointer == "/data_sources/oven"
