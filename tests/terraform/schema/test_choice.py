"""What can be said of the branches of a choice, one by one and together."""

from typing import Any

import pytest

from mapper.inputs import Document, Documents, Node
from mapper.systems.terraform.schema.choice import (
    by_discriminator,
    by_pattern,
    enum_schema,
    go_with,
    is_own_object,
    types_of_values_in,
    without_limits,
)
from mapper.systems.terraform.schema.keywords import Schema


def node(text: str) -> Node:
    return Document("api.yaml", f"it: {text}\nx: {{}}\n".encode()).node.child("it")


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ("{type: string}", ["string"]),
        ("{type: [string, 'null']}", ["string"]),
        ("{properties: {a: {}}}", ["object"]),
        ("{properties: {}}", []),
        ("{type: 'null', properties: {a: {}}}", ["object"]),
        ("{type: array, properties: {a: {}}}", ["array"]),
        ("{title: x}", []),
    ],
)
def test_a_schema_with_properties_is_of_an_object(schema: str, types: list[str]) -> None:
    assert types_of_values_in(node(schema)) == types


@pytest.mark.parametrize(
    ("branch", "part", "goes"),
    [
        ("{required: [a]}", "{type: object, properties: {a: {}}}", True),
        ("{type: object}", "{type: object, properties: {a: {}}}", True),
        ("{properties: {a: {}}}", "{type: object, properties: {a: {}}}", True),
        ("true", "{type: object}", True),
        ("{items: {}}", "{type: array, items: {}}", True),
        ("{properties: {b: {}}}", "{type: object, $ref: '#/x'}", True),  # which may have it
        ("{properties: {b: {}}}", "{type: object, properties: {a: {}}}", False),
        ("{type: string}", "{type: object, properties: {a: {}}}", False),
        ("{$ref: '#/nowhere'}", "{type: object}", False),
        ("5", "{type: object}", False),
        ("{items: {}}", "{type: array}", False),
        ("{additionalProperties: {}}", "{type: object}", False),
        ("{required: [a]}", "{title: x}", False),
    ],
)
def test_a_branch_goes_with_what_is_next_to_it(branch: str, part: str, goes: bool) -> None:
    assert go_with([node(branch)], [node(part)]) is goes
    assert go_with([node("true"), node(branch)], [node(part)]) is goes


@pytest.mark.parametrize(
    ("branch", "is_own"),
    [
        ("true", False), ("{type: object}", True), ("{type: object, properties: {}}", True),
        ("{type: object, properties: {a: {}}}", False), ("{properties: {}}", False),
    ],
)  # fmt: skip
def test_an_object_without_properties_has_any(branch: str, is_own: bool) -> None:
    assert is_own_object(node(branch)) is is_own


@pytest.mark.parametrize(
    ("branches", "type_", "values"),
    [
        ("[{const: a}, {const: b}]", "string", ["a", "b"]),
        ("[{enum: [a, b]}, {const: c, title: C, description: The third., x-odd: 1}]", "string", ["a", "b", "c"]),
        ("[{const: 1, type: integer}, {const: 2}]", "integer", [1, 2]),
        ("[{const: 1, type: number}]", "number", [1]),
        ("[{const: 1, type: [integer, 'null']}]", "integer", [1]),
        ("[{const: 1, type: integer, format: int32}, {const: 2.5}]", "number", [1, 2.5]),
        ("[{const: true}]", "boolean", [True]),
        ("[{const: 1, type: [number, 'null']}]", None, []),
        ("[{const: a, type: integer}]", None, []),
        ("[{const: a, maxLength: 3}]", None, []),
        ("[{const: {a: 1}}]", None, []),
        ("[{const: a}, true]", None, []),
        ("[{const: a}, {type: string}]", None, []),
        ("[]", None, []),
    ],
)
def test_branches_that_are_values_are_an_enum(branches: str, type_: str | None, values: list[Any]) -> None:
    place = node(branches)
    found = enum_schema(Documents(), place, list(place.items()))
    assert (found and found.type) == type_
    assert (found.node.value if found else {}) == ({"type": type_, "enum": values} if found else {})


@pytest.mark.parametrize(
    ("keywords", "other", "gone"),
    [
        ("maxLength: 3, title: x", "integer", ["maxLength"]),
        ("minLength: 3, pattern: a, enum: [a]", "integer", ["enum", "minLength", "pattern"]),
        ("const: a", "integer", ["const"]),
        ("const: a, maxLength: 3", "boolean", ["const", "maxLength"]),
        ("pattern: ''", "integer", []),
        ("maxLength: '3'", "integer", []),
        ("title: x", "integer", []),
        ("enum: ['true', 'false', auto]", "boolean", []),
        ("enum: ['true', 'false'], maxLength: 5", "boolean", ["maxLength"]),
        ("enum: ['true', 'false']", "integer", ["enum"]),
        ("enum: ['true', auto]", "boolean", ["enum"]),
        ("enum: ['false', auto]", "boolean", ["enum"]),
    ],
)
def test_limits_of_strings_are_left_out_where_values_of_another_type_are_written_as_texts(
    keywords: str, other: str, gone: list[str]
) -> None:
    schema = Schema(node(f"{{type: string, {keywords}}}"), "string", None)
    found = without_limits(schema, other)
    assert schema.node.value.keys() - found.node.value.keys() == {*gone}
    said = f"values of the type {other} do not meet {', '.join(gone)} of the type string"
    assert [(note.text, note.alike) for note in found.notes] == ([(said, gone == ["const"])] if gone else [])


A = "patternProperties: {'^a': {type: string}}"
ALIKE = "patternProperties: {'^a': {type: string}, '^b': {type: string}}"


@pytest.mark.parametrize(
    ("keywords", "names"),
    [
        (A, {"pattern": "^a"}),
        (ALIKE, {"pattern": "(?:^a)|(?:^b)"}),
        (f"{A}, properties: {{}}", {"pattern": "^a"}),
        (f"{A}, additionalProperties: false", {"pattern": "^a"}),
        (f"{A}, additionalProperties: {{}}", {"pattern": "^a"}),
        (f"{A}, propertyNames: {{maxLength: 3, pattern: z}}", {"maxLength": 3, "pattern": "^a"}),
        (f"{A}, additionalProperties: {{type: string}}", None),
        (f"{A}, properties: {{a: {{}}}}", None),
        ("patternProperties: {}", None),
        ("patternProperties: {'^a': {}}", None),
        ("patternProperties: {'^a': true}", None),
        ("patternProperties: {'^a': {type: string}, '^b': {type: integer}}", None),
    ],
)
def test_an_object_whose_keys_only_a_pattern_describes_is_a_map(keywords: str, names: dict[str, Any] | None) -> None:
    schema = Schema(node(f"{{type: object, title: x, {keywords}}}"), "object", None)
    found = by_pattern(schema)
    if names is None:
        assert found is schema
    else:
        assert found.node.value == {
            "type": "object", "title": "x", "additionalProperties": {"type": "string"}, "propertyNames": names
        }  # fmt: skip
        assert [note.text for note in found.notes] == [f"each key matches {names['pattern']!r}: a map is written"]


def test_what_is_no_object_has_no_keys() -> None:
    schema = Schema(node(f"{{{A}}}"), "string", None)
    assert by_pattern(schema) is schema


@pytest.mark.parametrize(
    ("discriminator", "expected"),
    [
        ("{mapping: {cat: A, dog: '#/components/schemas/B'}}", [("cat", "A"), ("dog", "B")]),
        ("{mapping: {cat: A}, defaultMapping: B}", [("cat", "A"), ("default", "B")]),
        ("{defaultMapping: '#/components/schemas/A'}", [("default", "A")]),
        ("{mapping: {cat: nowhere, dog: B, cow: 5}}", [("dog", "B")]),
        ("{mapping: {both: C}}", [("both", "A")]),
        ("{propertyName: kind}", []),
        ("5", []),
    ],
)
def test_a_discriminator_tells_the_schema_of_each_value(discriminator: str, expected: list[tuple[str, str]]) -> None:
    schemas = "A: {title: A}, B: {title: B}, C: {$ref: '#/components/schemas/A'}"
    text = f"components: {{schemas: {{{schemas}}}}}\nit: {{discriminator: {discriminator}}}\n"
    documents = Documents()
    it = documents.add(Document("api.yaml", text.encode())).node.child("it")
    found = [(value, target.value["title"]) for value, target in by_discriminator(documents, it)]
    assert found == expected
