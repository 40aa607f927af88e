"""What single keywords of a schema say: its type, whether it may be null, and what it holds."""

from typing import Any

import pytest

from mapper.inputs import Document, Documents, Node
from mapper.report.diagnostic import Note
from mapper.systems.terraform import rules
from mapper.systems.terraform.schema.keywords import (
    MAX_NOTES,
    Schema,
    Unmappable,
    allows_only_null,
    check_object,
    common_type,
    entries,
    entry_name,
    filled,
    has_siblings,
    holds_something,
    in_place_of,
    is_annotation,
    may_be_null,
    note_on_types,
    single,
    some,
    type_of,
    type_of_value,
    type_of_values,
    without_null,
)

from ...support import data_source, property_


def read(text: str) -> tuple[Documents, Node]:
    parts = "parts: {Null: {type: 'null'}, Text: {type: string}, Maybe: {nullable: true}, Rye: rye, Words: [a, b],"
    parts += " Deep: {allOf: [{allOf: [{type: 'null'}]}]}, Typed: {type: string, allOf: [{type: 'null'}]}}"
    documents = Documents()
    document = documents.add(Document("api.yaml", f"it: {text}\n{parts}\n".encode()))
    return documents, document.node.child("it")


def at(name: str) -> str:
    return f"{{$ref: '#/parts/{name}'}}"


@pytest.mark.parametrize(
    ("keywords", "found"),
    [
        ("type: string", "string"),
        ("type: [string, 'null']", "string"),
        ("type: ['null']", "null"),
        ("type: [null, integer]", "integer"),
        ("type: [integer, number]", "number"),
        ("type: [integer, number, 'null']", "number"),
        ("type: [string, boolean, 'null']", "string"),
        ("properties: {a: {}}", "object"),
        ("type: '', properties: {a: {}}", "object"),
        ("type: [], properties: {a: {}}", "object"),
    ],
)
def test_several_types_of_a_schema_may_be_one(keywords: str, found: str) -> None:
    assert type_of(read(f"{{{keywords}}}")[1]) == found


@pytest.mark.parametrize(
    ("keywords", "text"),
    [
        ("properties: {}", "the schema has no type"),
        ("items: {}", "the schema has no type (items alone does not make one)"),
        ("enum: [], format: x", "the schema has no type (format alone does not make one)"),
        ("type: [string, array]", "the types string, array cannot be one attribute"),
        ("type: [boolean, integer, 'null']", "the types boolean, integer, null cannot be one attribute"),
    ],
)
def test_types_without_one_in_common_are_an_error(keywords: str, text: str) -> None:
    with pytest.raises(Unmappable) as error:
        type_of(read(f"{{{keywords}}}")[1])
    assert error.value.note.text == text
    assert error.value.note.rule is (rules.BAD_TYPE if "cannot be" in text else rules.NO_TYPE)


@pytest.mark.parametrize(
    ("types", "found"),
    [
        (["array"], "array"), (["integer", "number"], "number"), (["string", "number"], "string"),
        (["string", "object"], None), (["boolean", "number"], None), (["integer", "number", "boolean"], None),
    ],
)  # fmt: skip
def test_several_types_have_one_that_all_can_be_written_as(types: list[str], found: str | None) -> None:
    assert common_type(types) == found


@pytest.mark.parametrize(
    ("keywords", "is_told"),
    [
        ("type: string", False), ("type: [string]", False), ("type: [string, 'null']", False),
        ("type: [string, null]", True), ("type: [string, integer]", False), ("type: [integer, number]", True),
        ("type: [string, integer, 'null']", True), ("type: [string, string]", True), ("title: x", False),
    ],
)  # fmt: skip
def test_types_that_the_reference_tool_rejects_are_told(keywords: str, *, is_told: bool) -> None:
    assert bool(note_on_types(read(f"{{{keywords}}}")[1])) is is_told


@pytest.mark.parametrize(
    ("schema", "is_null"),
    [
        ("{type: 'null'}", True), ("{type: ['null']}", True), ("{type: [null]}", True), ("{enum: [null]}", True),
        ("{const: null}", True), ("false", True), ("true", False), ("{}", False), ("{type: string}", False),
        ("{enum: [null, a]}", False), ("{const: a}", False), ("{enum: []}", False), ("{type: ['null', string]}", False),
    ],
)  # fmt: skip
def test_a_schema_allows_only_null(schema: str, *, is_null: bool) -> None:
    assert allows_only_null(read(schema)[1]) is is_null


@pytest.mark.parametrize(
    ("schema", "may"),
    [
        ("{}", False), ("{nullable: true}", True), ("{nullable: 'true'}", False), ("{type: [string, 'null']}", True),
        ("{type: 'null'}", False), ("{oneOf: [{type: 'null'}, {}]}", True), ("{anyOf: [{}, {enum: [null]}]}", True),
        (f"{{anyOf: [{at('Null')}, {at('Text')}]}}", True), (f"{{allOf: [{at('Null')}]}}", False), (at("Maybe"), True),
        (at("Rye"), False), ("{oneOf: {type: 'null'}}", True),
    ],
)  # fmt: skip
def test_a_schema_may_be_null(schema: str, *, may: bool) -> None:
    documents, node = read(schema)
    assert may_be_null(documents, node, node) is may
    _, used = read("{}")
    assert may_be_null(documents, used, node) is may


def test_branches_that_allow_null_alone_are_no_branches() -> None:
    branches = ["{type: 'null'}", at("Null"), at("Deep"), at("Typed"), "{}", "{allOf: [{type: 'null'}, {}]}"]
    documents, node = read(f"[{', '.join(branches)}]")
    assert [branch.pointer for branch in without_null(documents, node.items())] == ["/it/3", "/it/4", "/it/5"]


@pytest.mark.parametrize(
    ("type_", "keywords", "holds"),
    [
        ("array", "items: {}", True), ("array", "properties: {a: {}}", False), ("string", "", True),
        ("object", "", False), ("object", "properties: {a: {}}", True), ("object", "properties: {}", False),
        ("object", "additionalProperties: true", True), ("object", "additionalProperties: false", False),
        ("object", "items: {}", False),
    ],
)  # fmt: skip
def test_a_schema_says_what_its_values_hold(type_: str, keywords: str, *, holds: bool) -> None:
    assert holds_something(Schema(read(f"{{{keywords}}}")[1], type_, None)) is holds


@pytest.mark.parametrize(
    ("keywords", "found"),
    [
        ("enum: [a, b]", "string"), ("enum: [1, 2]", "integer"), ("enum: [1, 2.5]", "number"),
        ("enum: [2.5]", "number"), ("enum: [true, null]", "boolean"), ("enum: [a, 1]", None),
        ("enum: []", None), ("enum: a", None),
        ("const: a", "string"), ("const: 1, enum: [2]", "integer"), ("const: a, enum: [1]", None),
        ("const: null", None), ("const: null, enum: [1]", "integer"), ("enum: [[a], 1]", None), ("title: x", None),
    ],
)  # fmt: skip
def test_values_say_their_type_if_all_have_it(keywords: str, found: str | None) -> None:
    assert type_of_values(read(f"{{{keywords}}}")[1]) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [("a", "string"), ("", "string"), (True, "boolean"), (1, "integer"), (1.5, "number"), (None, None), ([], None),
     ({}, None)],
)  # fmt: skip
def test_a_value_has_a_type(value: Any, found: str | None) -> None:
    assert type_of_value(value) == found


@pytest.mark.parametrize(
    ("value", "pointer", "told"),
    [("{}", "/it", []), ("[a]", "/it/0", []), ("[a, b, c]", "/it/0", ["3 schemas stand where one is expected"])],
)
def test_of_a_list_in_place_of_a_schema_the_first_counts(value: str, pointer: str, told: list[str]) -> None:
    notes: list[Note] = []
    assert (single(read(value)[1], notes).pointer, [note.text for note in notes]) == (pointer, told)


def test_an_empty_list_is_no_schema() -> None:
    with pytest.raises(Unmappable, match="an empty list stands where a schema is expected"):
        single(read("[]")[1], [])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("false", "the schema is false, and allows no value"),
        ("true", "a schema object is expected, not true"),
        ("null", "a schema object is expected, not null"),
        ("[]", "a schema object is expected, not a list"),
        ("rye", "a schema object is expected, not 'rye'"),
        ("3", "a schema object is expected, not '3'"),
    ],
)
def test_what_is_no_schema_object_is_named(value: str, text: str) -> None:
    with pytest.raises(Unmappable) as error:
        check_object(read(value)[1])
    assert error.value.note.text == text
    check_object(read("{}")[1])


@pytest.mark.parametrize(
    ("keywords", "pointers"),
    [
        ("allOf: [{}, {}]", ["/it/allOf/0", "/it/allOf/1"]),
        ("allOf: {}", ["/it/allOf"]),
        ("allOf: 7", []),
        ("oneOf: []", []),
    ],
)
def test_a_composition_is_a_list_or_one_schema(keywords: str, pointers: list[str]) -> None:
    assert [entry.pointer for entry in entries(read(f"{{{keywords}}}")[1], "allOf")] == pointers


@pytest.mark.parametrize(
    ("keywords", "has"),
    [("$ref: a", False), ("$ref: a, title: b", False), ("$ref: a, description: b", False),
     ("$ref: a, default: b", True), ("$ref: a, dependencies: {}", True), ("$ref: a, type: string", False),
     ("default: b", True), ("x-a: b", False)],
)  # fmt: skip
def test_a_sibling_is_a_keyword_that_changes_a_merge(keywords: str, *, has: bool) -> None:
    node = read(f"{{{keywords}}}")[1]
    assert has_siblings(node, "$ref") is has
    assert not has_siblings(read("{$ref: a}")[1], "$ref")


@pytest.mark.parametrize(
    ("entry", "name"), [("{$ref: '#/parts/Text'}", "Text"), ("{$ref: 7}", "it/0"), ("{}", "it/0"), ("rye", "it/0")]
)
def test_an_entry_has_the_name_of_what_it_refers_to_or_of_its_place(entry: str, name: str) -> None:
    assert entry_name(read(f"[{entry}]")[1].child(0)) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [("the schema has no type", "items has no type"), ("the schemas differ", "the schemas differ"), ("no", "no")],
)
def test_a_keyword_is_the_subject_in_place_of_the_schema(text: str, said: str) -> None:
    assert in_place_of(Unmappable(rules.NO_TYPE, text, read("{}")[1]), "items") == said


def test_annotations_describe_a_value() -> None:
    assert [key for key in ("title", "x-a", "type", "default", "enum", "xml") if is_annotation(key)] == [
        "title", "x-a", "default", "xml",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        (f"enum: {at('Words')}", {"enum": ["a", "b"]}),
        (f"enum: {at('Words')}, title: a", {"enum": ["a", "b"], "title": "a"}),
        (f"description: {at('Rye')}, type: {at('Words')}", {"description": "rye", "type": ["a", "b"]}),
        (f"enum: {at('Rye')}", {"enum": {"$ref": "#/parts/Rye"}}),
        (f"enum: {at('None')}, format: {at('Rye')}", {"enum": {"$ref": "#/parts/None"}, "format": "rye"}),
        (f"items: {at('Text')}", {"items": {"$ref": "#/parts/Text"}}),
        ("enum: {$ref: 7}", {"enum": {"$ref": 7}}),
        ("enum: {$ref: {}}", {"enum": {"$ref": {}}}),
    ],
)
def test_a_keyword_may_be_a_reference(keywords: str, expected: dict[str, Any]) -> None:
    documents, node = read(f"{{{keywords}}}")
    found = filled(documents, node)
    assert found.value == expected
    assert {name: member.value for name, member in found.members()} == expected


@pytest.mark.parametrize(("count", "last"), [(MAX_NOTES, "19"), (MAX_NOTES + 1, "19; and 1 more")])
def test_of_very_many_notes_the_last_counts_the_others(count: int, last: str) -> None:
    kept = some([Note(rules.NO_TYPE, str(number), None) for number in range(count)])
    assert (len(kept), kept[-1].text) == (MAX_NOTES, last)


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, description: ''}",
        "{type: string, Description: ''}",
        "{allOf: [{type: string}, {description: ''}]}",
        "{type: array, description: '', items: {type: string}}",
        "{type: array, items: {type: string, description: ''}}",
        "{oneOf: [{type: string, description: ''}, {type: 'null'}], description: ''}",
    ],
)
def test_an_empty_description_is_none(schema: str) -> None:
    found = property_(schema)
    assert found.attribute("it").description is None
    assert found.rules("it") <= {rules.ALL_OF_MERGED, rules.REQUIRED_NULL, rules.SEVERAL_BRANCHES}
    assert "description" not in found.body("it")


def test_an_empty_description_of_a_list_in_a_body_says_nothing() -> None:
    listed = "{type: array, %s: '', items: {properties: {a: {type: string}}}}"
    first, second = (data_source(f"read: {listed % keyword}") for keyword in ("description", "Description"))
    assert first.text == second.text
    told = [{diagnostic.code for diagnostic in each.mapping.diagnostics} for each in (first, second)]
    assert told[0] == told[1]
