"""Where attributes come from, and why they have their status."""

from __future__ import annotations

from mapper.inputs import Node

from ...support import Mapped, both, data_source


def place(mapped: Mapped, path: str) -> list[str]:
    """The text of the source from each origin's place on, up to the end of the line."""
    texts = []
    for origin in mapped.attribute(path).origins:
        assert isinstance(origin.location, Node)
        line, column = origin.location.document.position(origin.location.pointer) or (0, 0)
        texts.append(origin.location.document.text.splitlines()[line - 1][column - 1 :])
    return texts


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
