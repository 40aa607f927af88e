"""A config is checked against its grammar, what is right is read, and editors have the schema."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document, Node
from mapper.inputs.grammar import (
    FLAG,
    INTEGER,
    KEYS,
    LIST,
    MAP,
    STRING,
    TEXT,
    TEXTS,
    CheckedMapping,
    Grammar,
    Value,
    form,
)
from mapper.report.diagnostic import MappingError, Problem
from mapper.report.rules import UNUSED_IGNORE as OLD
from mapper.systems.terraform.rules import UNKNOWN_KEY as UNKNOWN


def hot(node: Node, where: str) -> Iterator[Problem]:
    if node.value == "hot":
        yield Problem(f"{where}: it is too hot", "c.yml", node.line, remedy="")


WORD = form("[a-z]+", "is no word")
OVEN = Value(
    KEYS,
    keys={
        "name": Value(STRING, about="What it is called.", form=WORD),
        "fuel": Value(TEXT, words=("gas", "wood"), older="is what `heat` was"),
        "heat": Value(TEXT, check=hot, form=WORD),
        "size": Value(INTEGER),
        "open": Value(FLAG),
        "tags": Value(TEXTS, each=Value(TEXT, form=WORD)),
        "parts": Value(LIST, each=Value(KEYS, keys={"name": Value(STRING)}, required=("name",))),
    },
    required=("name", "size"),
    listed_by="see the list",
)
ROOT = Value(KEYS, keys={"ovens": Value(MAP, each=OVEN), "level": Value(INTEGER, older="does nothing")})
GRAMMAR = Grammar(ROOT)
WORDS = "ovens.a.fuel: 'coal' is not one of gas, wood"


def said(text: str, grammar: Grammar = GRAMMAR) -> list[str]:
    """The problems with their lines, else the notes."""
    document = Document("c.yml", text.encode())
    try:
        return [note.text for note in grammar.check(document)]
    except MappingError as error:
        return [f"{problem.line}: {problem.text}" for problem in error.problems]


@pytest.mark.parametrize(
    ("oven", "expected"),
    [
        ("name: a, size: 1", []),
        ("name: a, size: 1, fuel: gas, heat: low, open: true, tags: [a], parts: [{name: b}]", []),
        ("name: a, size: 1, fuel: null, heat: '', open: null, tags: a, parts: null", []),
        ("size: 1", ["1: ovens.a: name is needed"]),
        ("name: '', size: 1", ["1: ovens.a: name is needed"]),
        ("name: null, size: 1", ["1: ovens.a: name is needed"]),
        ("name: A, size: 1", ["1: ovens.a.name: 'A' is no word"]),
        ("name: ab1, size: 1", ["1: ovens.a.name: 'ab1' is no word"]),
        ("name: 7, size: 1", ["1: ovens.a.name: a text is expected"]),
        ("name: a, size: true", ["1: ovens.a.size: a whole number is expected"]),
        ("name: a, size: 1.5", ["1: ovens.a.size: a whole number is expected"]),
        ("name: a, size: [1]", ["1: ovens.a.size: a whole number is expected"]),
        ("name: a, size: 1, open: 1", ["1: ovens.a.open: true or false is expected"]),
        ("name: a, size: 1, fuel: coal", [f"1: {WORDS}"]),
        ("name: a, size: 1, fuel: gsa", [f"1: {WORDS.replace('coal', 'gsa')}; did you mean 'gas'?"]),
        ("name: a, size: 1, heat: hot", ["1: ovens.a.heat: it is too hot"]),
        ("name: a, size: 1, heat: Hot", ["1: ovens.a.heat: 'Hot' is no word"]),
        ("name: a, size: 1, tags: [a, B]", ["1: ovens.a.tags: 'B' is no word"]),
        ("name: a, size: 1, tags: {a: b}", ["1: ovens.a.tags: a list of texts is expected"]),
        ("name: a, size: 1, parts: a", ["1: ovens.a.parts: a list is expected"]),
        ("name: a, size: 1, parts: [{}, a]",
         ["1: ovens.a.parts: name is needed", "1: ovens.a.parts: a mapping of keys and values is expected"]),
        ("name: a, size: 1, sise: 2", ["1: ovens.a: unknown key 'sise'; did you mean 'size'?"]),
    ],
)  # fmt: skip
def test_each_mistake_is_told_with_the_keys_that_lead_to_it(oven: str, expected: list[str]) -> None:
    assert said(f"ovens: {{a: {{{oven}}}}}") == expected


def test_all_mistakes_are_told_in_the_order_of_the_file() -> None:
    text = "level: a\novens:\n  b: {name: B, size: 1, size: 2}\n  a: []\nother: 1\n"
    assert said(text) == [
        "1: level: a whole number is expected",
        "3: ovens.b.name: 'B' is no word",
        "3: the key 'size' is given twice (line 3 has it too)",
        "4: ovens.a: a mapping of keys and values is expected",
        "5: unknown key 'other'",
    ]


@pytest.mark.parametrize(("listed_by", "remedy"), [("see the list", "see the list"), ("", "use level, ovens")])
def test_an_unknown_key_has_the_known_ones_or_where_they_are_listed(listed_by: str, remedy: str) -> None:
    with pytest.raises(MappingError) as error:
        Grammar(replace(ROOT, listed_by=listed_by)).check(Document("c.yml", b"other: 1"))
    assert [problem.remedy for problem in error.value.problems] == [remedy]


def test_with_rules_for_them_unknown_and_old_keys_are_notes() -> None:
    text = "level: 1\nother: 2\novens: {a: {name: b, size: 1, fuel: gas}}\n"
    grammar = Grammar(ROOT, UNKNOWN, OLD)
    assert said(text, grammar) == [
        "'level' does nothing",
        "the unknown key 'other' is skipped",
        "ovens.a: 'fuel' is what `heat` was",
    ]
    assert [note.rule for note in grammar.check(Document("c.yml", text.encode()))] == [OLD, UNKNOWN, OLD]


def test_editors_have_the_schema() -> None:
    schema = GRAMMAR.json_schema("Ovens", "All of them.")
    assert (schema["title"], schema["description"]) == ("Ovens", "All of them.")
    assert schema["properties"]["level"] == {
        "description": "It does nothing.", "deprecated": True, "type": ["integer", "null"],
    }  # fmt: skip
    oven = schema["properties"]["ovens"]["additionalProperties"]
    assert (oven["required"], oven["additionalProperties"]) == (["name", "size"], False)
    parts = {"type": ["object", "null"], "additionalProperties": False, "required": ["name"]}
    name = {"type": ["string"], "minLength": 1}
    assert oven["properties"] == {
        "name": {"description": "What it is called.", **name, "pattern": "^(?:[a-z]+)$"},
        "fuel": {"description": "It is what `heat` was.", "deprecated": True, "enum": ["gas", "wood", None]},
        "heat": {"type": ["string", "number", "boolean", "null"], "pattern": "^(?:[a-z]+)$"},
        "size": {"type": ["integer"]},
        "open": {"type": ["boolean", "null"]},
        "tags": {
            "type": ["array", "string", "number", "boolean", "null"],
            "items": {"type": ["string", "number", "boolean", "null"], "pattern": "^(?:[a-z]+)$"},
        },
        "parts": {"type": ["array", "null"], "items": {**parts, "properties": {"name": name}}},
    }


def test_what_is_right_is_read() -> None:
    text = b"a: {name: b, size: 7, open: true, shut: false, tags: [x, 1], tag: y, none: null, map: {k: v}}"
    read = CheckedMapping(Document("c.yml", text).node)
    assert (read.text("a", "name"), read.text("a", "size"), read.text("a", "none"), read.text("b", "c")) == (
        "b", "7", "", "",
    )  # fmt: skip
    assert [read.flag("a", key) for key in ("open", "shut", "none", "other")] == [True, False, None, None]
    assert [read.is_set("a", key) for key in ("open", "shut", "none")] == [True, False, False]
    assert [read.number("a", key) for key in ("size", "none", "other")] == [7, 0, 0]
    lists: list[Any] = [[*read.texts("a", key)] for key in ("tags", "tag", "none", "other")]
    assert lists == [["x", "1"], ["y"], [], []]
    assert [[*read.members("a", key)] for key in ("map", "none", "other")] == [["k"], [], []]
    assert CheckedMapping(None).text("a") == ""
