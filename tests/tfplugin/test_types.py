"""Types of Terraform's values in JSON, paths in messages, and errors on one line."""

from collections.abc import Callable
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.languages.tfplugin.cty_types import MAX_DEPTH, object_type, parse_type, type_bytes, type_json
from mapper.languages.tfplugin.errors import (
    AttributeStep,
    CallFailed,
    CtyError,
    IndexStep,
    KeyStep,
    SchemaError,
    TfPluginError,
    one_line,
    path_text,
)
from mapper.languages.tfplugin.schema_json import schema_problem
from mapper.report.diagnostic import Problem


@pytest.mark.parametrize(
    "text",
    [
        '"string"', '"number"', '"bool"', '"dynamic"', '["list","string"]', '["set",["map","bool"]]', '["tuple",[]]',
        '["tuple",["string",["list","number"]]]', '["object",{}]', '["object",{"a":"string","b":["set","bool"]}]',
        '["object",{"a":"string","b":"bool"},["a","b"]]',
    ],
)  # fmt: skip
def test_a_type_is_written_as_it_was_read(text: str) -> None:
    assert type_bytes(parse_type(text)) == text.encode()


def test_attributes_are_sorted_and_escaped_as_by_go() -> None:
    found = parse_type('["object", {"b": "string", "a<&>\\u2028": "bool"}, ["b", "a<&>\\u2028"]]')
    name = r"a\u003c\u0026\u003e\u2028"
    assert type_bytes(found).decode() == f'["object",{{"{name}":"bool","b":"string"}},["{name}","b"]]'
    string, boolean = parse_type('"string"'), parse_type('"bool"')
    assert type_json(object_type({"b": string, "a": boolean})) == ["object", {"a": "bool", "b": "string"}]


LONG = "x" * 58
LONGER = "x" * 59


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"text"', "'text' is not a type"),
        ('["list"]', "['list'] is not a type"),
        ('["list", "string", 1]', "['list', 'string', 1] is not a type"),
        ('["heap", "string"]', "['heap', 'string'] is not a type"),
        ('["tuple", {}]', "['tuple', {}] is not a type"),
        ('["object", []]', "['object', []] is not a type"),
        ('["object", {}, {}]', "['object', {}, {}] is not a type"),
        ('["object", {"a": "b"}]', "'b' is not a type"),
        ('["object", {"a": "bool"}, ["b"]]', "the optional attributes ['b'] are not names of attributes"),
        ('["object", {"a": "bool"}, [1]]', "the optional attributes [1] are not names of attributes"),
        ('["object", {"a": "bool"}, ["a", "a"]]', "the optional attributes ['a', 'a'] are not names of attributes"),
        ('["object", {"a": "bool", "a": "bool"}]', """'["object", {"a": "bool", "a": "bool"}]' is not a type"""),
        ("[", "'[' is not a type"),
        (f'"{LONG}"', f"'{LONG}' is not a type"),
        (f'"{LONGER}"', f"'{LONGER}… is not a type"),
    ],
)
def test_what_is_no_type_is_quoted(text: str, message: str) -> None:
    with pytest.raises(CtyError) as raised:
        parse_type(text)
    assert raised.value.message == message


def test_types_are_nested_up_to_a_limit() -> None:
    texts = ['["list",' * depth + '"bool"' + "]" * depth for depth in (MAX_DEPTH, MAX_DEPTH + 1)]
    assert type_bytes(parse_type(texts[0])) == texts[0].encode()
    with pytest.raises(CtyError, match=f"nested more than {MAX_DEPTH} levels deep"):
        parse_type(texts[1])
    for wrap in ('["tuple",[{}]]', '["object",{{"a":{}}}]', '["object",{{"a":{}}},["a"]]'):
        with pytest.raises(CtyError, match=f"nested more than {MAX_DEPTH} levels deep"):
            parse_type(wrap.format(texts[0]))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        ((AttributeStep("a"), AttributeStep("b")), "a.b"),
        ((AttributeStep("a"), KeyStep('k"ä'), IndexStep(0), AttributeStep("b")), 'a["k\\"ä"][0].b'),
        ((IndexStep(1),), "[1]"),
    ],
)
def test_a_path_is_written_as_in_messages_of_terraform(path: Any, text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(
    ("make", "text", "problem"),
    [
        (lambda: TfPluginError("bad"), "bad", "x.json: bad; start the provider with Terraform to compare, or use a s"),
        (lambda: TfPluginError("bad", remedy="do"), "bad; do", "x.json: bad; do"),
        (lambda: CtyError("bad"), "bad", "x.json: bad; start"),
        (lambda: CtyError("bad", (AttributeStep("a"),)), "a: bad", "x.json: a: bad; start"),
        (lambda: SchemaError("bad", "/a"), "/a: bad", "x.json: /a: bad; start"),
        (lambda: SchemaError("bad"), "bad", "x.json: bad; start"),
        (lambda: CallFailed("bad", "UNKNOWN"), "bad", "x.json: bad; start"),
    ],
)
def test_an_error_says_where_and_what_to_do(make: Callable[[], TfPluginError], text: str, problem: str) -> None:
    error = make()
    assert str(error) == text
    assert str(error.problem("x.json")).startswith(problem)
    assert isinstance(error.problem(), Problem)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" a\r\n\tb\x00\x85c ", "a b c"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("x" * 300, "x" * 300),
        ("x" * 301, "x" * 299 + "…"),
    ],
)
def test_a_message_of_a_provider_is_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@pytest.mark.parametrize(
    ("pointer", "place"),
    [("/a/b~1c", "3:3"), ("/a/none/x", "2:2"), ("/l/0", "6:3"), ("/l/1", "5:2"), ("/l/x", "5:2"), ("", "1:1")],
)
def test_a_wrong_schema_has_the_place_of_the_innermost_part_that_exists(pointer: str, place: str) -> None:
    document = Document("s.json", b'{\n "a": {\n  "b/c": 1\n },\n "l": [\n  2\n ]\n}')
    text = f"{pointer}: bad" if pointer else "bad"
    assert str(schema_problem(SchemaError("bad", pointer), document)) == (
        f"s.json:{place}: {text}; write the schema again with `terraform providers schema -json`"
    )
