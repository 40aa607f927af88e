"""What each keyword is if several schemas hold together, and if one of them holds; which ones contradict."""

from typing import Any

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import Note
from mapper.systems.terraform.schema.merge import merge, unite


def merged(*schemas: str) -> tuple[Any, Any, list[str]]:
    """The keywords of schemas that all hold, those of schemas of which any holds, and the contradictions."""
    document = Document("api.yaml", f"[{', '.join(f'{{{schema}}}' for schema in schemas)}]".encode())
    parts, notes = list(document.node.items()), list[Note]()
    of_all, of_any = merge(document.node, parts, notes).value, unite(document.node, parts, "string").value
    assert of_any.pop("type") == "string"
    return of_all, of_any, [note.text.partition(" in one of the merged schemas, ")[0] for note in notes]


NOTHING = object()


@pytest.mark.parametrize(
    ("keyword", "values", "of_all", "of_any", "contradicts"),
    [
        *((keyword, (1, 3, 2), 3, 1, "") for keyword in ("minimum", "minLength", "minItems", "minProperties")),
        *((keyword, (2, 3, 1), 1, 3, "") for keyword in ("maximum", "maxLength", "maxItems", "maxProperties")),
        ("exclusiveMinimum", (1, 3), 3, 1, ""),
        ("exclusiveMaximum", (1, 3), 1, 3, ""),
        ("minimum", (1, "x"), 1, 1, ""),
        ("minimum", ("x", "y"), "x", "x", ""),
        ("multipleOf", (2, 6, 3), 6, NOTHING, ""),
        ("multipleOf", (2, 3), 2, NOTHING, "multipleOf is '2'"),
        ("multipleOf", (4, 2), 4, NOTHING, ""),
        ("multipleOf", (-4, 2), 2, NOTHING, ""),
        ("multipleOf", (2, 2), 2, 2, ""),
        ("multipleOf", (0.25, 0.5), 0.5, NOTHING, ""),
        ("multipleOf", (0, 0), 0, 0, ""),
        *((keyword, ("false", "true"), True, False, "") for keyword in ("uniqueItems", "deprecated", "readOnly")),
        ("writeOnly", ("true", "true"), True, True, ""),
        ("writeOnly", ("false", "false"), False, False, ""),
        *((keyword, ("a", "a"), "a", "a", "") for keyword in ("format", "pattern", "default", "const")),
        *((keyword, ("a", "b"), "a", NOTHING, f"{keyword} is 'a'") for keyword in ("format", "pattern", "default")),
        ("const", ("a", "b"), "a", NOTHING, "const is 'a'"),
        ("default", (1, "1.0"), 1, 1, ""),
        ("default", (1, "true"), 1, NOTHING, "default is '1'"),
        ("default", (1, "'1'"), 1, NOTHING, "default is '1'"),
        ("default", ("null", "null"), None, None, ""),
        ("default", ("null", "a"), None, NOTHING, "default is 'null'"),
        ("default", ("''", "a"), "", NOTHING, "default is ''"),
        ("default", ("[a]", "[a]"), ["a"], ["a"], ""),
        ("default", ("[a]", "[b]"), ["a"], NOTHING, "default is [a]"),
        ("default", ("{a: 1}", "{a: 1}"), {"a": 1}, {"a": 1}, ""),
        ("default", ("{a: 1}", "[a]"), {"a": 1}, NOTHING, "default is an object"),
        ("default", ("[1, {}]", "a"), [1, {}], NOTHING, "default is [1, …]"),
        ("default", (f"[{', '.join('abcdefgh')}]", "a"), [*"abcdefgh"], NOTHING, "default is [a, b, c, d, e, f, g, h]"),
        ("default", (f"[{', '.join('abcdefghi')}]", "a"), [*"abcdefghi"], NOTHING,
         "default is [a, b, c, d, e, f, g, h, …]"),
        *((keyword, ("''", "b", "c"), "b", NOTHING, "") for keyword in ("description", "title")),
        ("title", ("a", "b"), "a", NOTHING, ""),
        ("title", ("''", "''"), "", "", ""),
        ("enum", ("[a, b, c]", "[c, b, d]"), ["b", "c"], ["a", "c", "b", "d"], ""),
        ("enum", ("[a]", "[b]"), ["a"], ["a", "b"], "enum is [a]"),
        ("enum", ("[1, 2]", "[2.0, true]"), [2], [1, 2, True], ""),
        ("enum", ("['1', null]", "[1, null]"), ["1", None], ["1", 1, None], "enum is [1, …]"),
        ("enum", ("[[a]]", "[[a]]"), [["a"]], [["a"], ["a"]], "enum is […]"),
        ("enum", ("a", "[b]"), ["b"], ["b"], ""),
        ("enum", ("a", "b"), "a", [], ""),
        ("required", ("[a, b]", "[b, c]"), ["a", "b", "c"], ["b"], ""),
        ("required", ("[a, {}]", "[1, a]"), ["a", "1"], ["a"], ""),
        ("type", ("[string, integer]", "[integer, boolean]"), ["integer"], "", ""),
        ("type", ("number", "integer"), ["integer"], "", ""),
        ("type", ("integer", "string"), ["integer"], "", "type is 'integer'"),
        ("type", ("number", "string"), ["number"], "", "type is 'number'"),
        ("type", ("integer", "number"), ["integer"], "", ""),
        ("type", ("[number, 'null']", "[integer, 'null']"), ["integer", "null"], "", ""),
        ("type", ("[number, integer]", "integer"), ["integer"], "", ""),
        ("type", ("string", "integer"), ["string"], "", "type is 'string'"),
        ("type", ("[string, 'null']", "[integer, 'null']"), ["string", "null"], "", "type is [string, null]"),
        ("type", ("7", "string"), ["string"], "", ""),
        ("type", ("{}", "[]"), {}, "", ""),
        ("x-other", ("a", "b"), "a", NOTHING, ""),
        ("additionalProperties", ("false", "true"), False, NOTHING, ""),
        ("additionalProperties", ("false", "{type: string}"), {"type": "string"}, NOTHING, ""),
        ("items", ("{type: string}", "{maxLength: 3}"), {"allOf": []}, {"allOf": []}, ""),
    ],
)  # fmt: skip
def test_a_keyword_of_several_schemas_is_what_holds_for_all_of_them_or_for_any(
    keyword: str, values: tuple[Any, ...], of_all: Any, of_any: Any, contradicts: str
) -> None:
    together, either, notes = merged(*(f"{keyword}: {value}" for value in values))
    assert together == {keyword: of_all}
    assert repr(together[keyword]) == repr(of_all)  # 1 is not true
    assert notes == ([contradicts] if contradicts else [])
    if keyword != "type":
        assert either == ({} if of_any is NOTHING else {keyword: of_any})


@pytest.mark.parametrize(
    ("schemas", "of_all", "of_any"),
    [
        (("maxLength: 3", "minLength: 1"), {"maxLength": 3, "minLength": 1}, {}),
        (("maxLength: 3, title: a", "title: a"), {"maxLength": 3, "title": "a"}, {"title": "a"}),
        (("minimum: 5, exclusiveMinimum: true", "minimum: 9"), {"minimum": 9, "exclusiveMinimum": 5}, {"minimum": 5}),
        (("maximum: 5, exclusiveMaximum: false", "title: a"), {"maximum": 5, "title": "a"}, {}),
        (("exclusiveMaximum: true", "maximum: x, exclusiveMaximum: true"), {"maximum": "x"}, {}),
        (("$ref: '#/a', oneOf: [], allOf: [], anyOf: []", "title: a"), {"title": "a"}, {}),
        (("properties: {}", "properties: 7"), {}, {}),
        (("properties: {a: {type: string}}", "properties: {b: {}}"), {"properties": {"a": {"type": "string"}, "b": {}}},
         {"properties": {"a": {"type": "string"}, "b": {}}}),
        (("properties: {a: {}}", "properties: {a: {}}"), {"properties": {"a": {"allOf": []}}},
         {"properties": {"a": {"allOf": []}}}),
    ],
)  # fmt: skip
def test_keywords_that_some_schemas_have_hold_with_all_but_not_with_any(
    schemas: tuple[str, ...], of_all: dict[str, Any], of_any: dict[str, Any]
) -> None:
    assert merged(*schemas) == (of_all, of_any, [])
