"""Reading YAML: values, positions, anchors and merge keys, and what each spelling of a scalar is."""

import math
from textwrap import dedent
from typing import Any

import pytest

from mapper.inputs import Document, DocumentError, bool_of, number_of, text_of
from mapper.inputs.json_values import MAX_NESTING
from mapper.inputs.scalars import SpelledBool, SpelledFloat, SpelledInt, resolve_plain
from mapper.report.budget import Cost, Limit


def read(text: str) -> Document:
    return Document("menu.yaml", dedent(text).encode())


def root(text: str) -> Any:
    return read(text).root


def error_of(text: str) -> str:
    with pytest.raises(DocumentError) as error:
        read(text)
    return str(error.value)


# --- values ---


@pytest.mark.parametrize(
    ("text", "value"),
    [("!!str 5", "5"), ("!!int '5'", 5), ("!!float '1.5'", 1.5), ("!!bool 'true'", True), ("!!null ''", None),
     ("!custom 5", "5"), ("!!str", ""), ("!!binary aGVsbG8=", "hello"), ("!!binary '?'", "?")],
)  # fmt: skip
def test_tags_overrule_the_spelling(text: str, value: object) -> None:
    found = root(f"it: {text}")["it"]
    assert found == value
    assert type(found) is type(value) or isinstance(found, type(value))


def test_only_the_first_document_counts() -> None:
    assert root("--- {a: 1}\n--- {a: 2}\n") == {"a": 1}


@pytest.mark.parametrize("text", ["# nothing\n", "---\n", "null", "~\n", "--- # nothing\n...\n"])
def test_a_document_of_nothing_is_null(text: str) -> None:
    assert root(text) is None


# --- positions ---


@pytest.mark.parametrize("pointer", ["/nope", "/bread/9", "/bread/x", "/bread/0/deeper", "/bread/-1"])
def test_what_does_not_exist_has_no_position(pointer: str) -> None:
    assert read("bread: [rye]").position(pointer) is None


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\r", "\r\n", "\n"])
def test_lines_of_a_file_end_as_in_git_whatever_ends_a_line_of_yaml(end: str) -> None:
    text = f"bread: [rye,{end} oat]\nloaf: 'a{end}b'\nbuns: [one,{end} two]\nrolls: 3{end}rolls: 4\n"
    document = Document("menu.yaml", text.encode())
    (_, first, second), *_ = document.duplicates
    pointers = ("/bread", "/bread/0", "/bread/1", "/loaf", "/buns", "/buns/0", "/buns/1")
    found = [document.position(pointer) for pointer in pointers]
    words = ("bread", "rye", "oat", "loaf", "buns", "one", "two", "rolls")
    offsets = [*map(text.index, words), text.rindex("rolls")]
    assert [*found, first, second] == [
        (text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)) for offset in offsets
    ]
    with pytest.raises(DocumentError, match=f":{text.count(chr(10)) + 1}:1: .*tabs"):
        Document("menu.yaml", f"{text}\tx: 1\n".encode())


# --- anchors ---


def test_a_place_may_be_far_to_the_right() -> None:
    assert Document("menu.yaml", f"{{a: [{'é' * 5000}, b], c: 1}}".encode()).position("/c") == (1, 5012)


def test_an_anchor_may_be_set_again() -> None:
    assert root("[&x 1, *x, &x 2, *x]") == [1, 1, 2, 2]


def test_a_key_may_have_an_anchor() -> None:
    assert root("&key name: 1\nother: *key\n") == {"name": 1, "other": "name"}


def test_an_alias_without_an_anchor_is_an_error_with_its_place() -> None:
    assert (
        error_of("a: 1\nb: *nobody\n")
        == "menu.yaml:2:4: the alias *nobody has no anchor; set the anchor before it, or put the text in quotes"
    )


@pytest.mark.parametrize("text", ["a: &x {b: *x}", "a: &x [*x]", "&x {a: {b: [*x]}}", "a: &x {<<: *x}"])
def test_an_alias_inside_of_its_own_anchor_is_an_error(text: str) -> None:
    assert "is used inside its own anchor" in error_of(text)


def test_aliases_that_expand_without_measure_are_an_error() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 12)
    )
    assert "aliases expand to more than" in error_of(bomb)


@pytest.mark.parametrize(
    ("text", "nodes", "characters"),
    [
        ("a: &x {long: ab}\nb: *x", 7, 4),  # the root, and twice an object as a member and as itself, with a text
        ("- &x [ab, [c]]\n- *x", 13, 6),
        ("- &x [1, true, null]\n- *x", 11, 0),
        ("- &x {a: [b]}\n- [*x, *x]", 18, 3),
        ("- &x abc\n- *x\n- *x", 4, 9),
    ],
)
def test_what_aliases_expand_to_is_limited_in_nodes_and_in_characters(
    text: str, nodes: int, characters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mapper.inputs.yaml_reader.MAX_EXPANDED", nodes)
    monkeypatch.setattr(Cost.EXPANDED, "_value_", Limit("characters", characters))
    read(text)
    monkeypatch.setattr("mapper.inputs.yaml_reader.MAX_EXPANDED", nodes - 1)
    assert f"expand to more than {nodes - 1} nodes" in error_of(text)
    if characters:
        monkeypatch.setattr("mapper.inputs.yaml_reader.MAX_EXPANDED", nodes)
        monkeypatch.setattr(Cost.EXPANDED, "_value_", Limit("characters", characters - 1))
        assert f"expand to more than {characters - 1} characters" in error_of(text)


# --- merge keys ---


def test_own_keys_win_over_merged_ones_wherever_the_merge_key_stands() -> None:
    menu = root("""
        base: &base {price: 3, size: 1}
        before: {<<: *base, price: 4}
        after: {price: 4, <<: *base}
    """)
    assert menu["before"] == menu["after"] == {"price": 4, "size": 1}
    assert menu["base"] == {"price": 3, "size": 1}


def test_of_several_merged_mappings_the_earlier_wins() -> None:
    menu = root("""
        a: &a {x: 1, y: 1}
        b: &b {y: 2, z: 2}
        list: {<<: [*a, *b]}
        twice: {<<: *a, <<: *b}
        inline: {<<: {x: 5}, q: 1}
    """)
    assert menu["list"] == menu["twice"] == {"x": 1, "y": 1, "z": 2}
    assert menu["inline"] == {"x": 5, "q": 1}


def test_a_merge_key_in_quotes_is_a_key() -> None:
    assert root('a: {"<<": {x: 1}, y: 2}') == {"a": {"<<": {"x": 1}, "y": 2}}


@pytest.mark.parametrize("value", ["1", "[1]", "[[]]", "null"])
def test_only_mappings_can_be_merged(value: str) -> None:
    assert error_of(f"a: {{<<: {value}}}").startswith("menu.yaml:1:")


# --- duplicates and errors ---


@pytest.mark.parametrize("key", ["? {a: 1}\n: b", "? [a]\n: b", "? - a\n: b", "a: {[b]: c}"])
def test_a_mapping_or_a_list_cannot_be_a_key(key: str) -> None:
    assert error_of(key).startswith("menu.yaml:1:")
    assert "cannot be a key" in error_of(key)


def test_an_alias_cannot_be_a_key() -> None:
    assert "menu.yaml:2:" in error_of("a: &x b\n*x : c\n")


def test_a_tab_is_an_error_with_its_line_and_a_hint() -> None:
    message = error_of("bread:\n\trye: 1\n")
    assert message.startswith("menu.yaml:2:")
    assert "tabs" in message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1, 2\nb: 3\n", 2),
        ("a: b: c", 1),
        ("a: 1\nb: 'x\n", 3),
        ("a: 1\n b: 2\n", 2),
        ("a: 1\n- b\n", 2),
        ("a: 1\nb: @x\n", 2),
        ("a: 1\nb: %x\n", 2),
        ("%YAML 9.9\n---\na: 1\n", 1),
        ("a: !nobody!x 1\n", 1),
        ("a: 1\nb: }\n", 2),
    ],
)
def test_a_mistake_is_reported_in_one_line_with_its_place(text: str, line: int) -> None:
    message = error_of(text)
    assert message.startswith(f"menu.yaml:{line}:")
    assert "\n" not in message


@pytest.mark.parametrize("before", ["plain\n", "crème brûlée 🍮\n"])
def test_a_character_that_yaml_does_not_allow_is_an_error_with_its_line(before: str) -> None:
    text = "".join(f"a{number}: {before}" for number in range(20)) + "b: \x01\n"
    assert (
        error_of(text) == "menu.yaml:21: character U+0001 is not allowed in YAML; remove it, or write it as an escape"
    )


@pytest.mark.parametrize("value", ["- " * 800 + "rye\n", "[" * 800 + "rye" + "]" * 800])
def test_deep_nesting_is_read(value: str) -> None:
    assert read(f"# deep\n{value}").position("/0" * 800)


@pytest.mark.parametrize("levels", [1000, 10000])
@pytest.mark.parametrize(("opening", "closing"), [("- ", ""), ("[", "]"), ("{a: ", "}")])
def test_very_deep_nesting_is_an_error_with_its_place(levels: int, opening: str, closing: str) -> None:
    message = error_of("# deep\n" + opening * levels + "rye" + closing * levels)
    assert message.startswith("menu.yaml:2:")
    assert "nested" in message


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_spellings_of_null(text: str) -> None:
    assert resolve_plain(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False)],
)
def test_spellings_of_booleans(text: str, value: bool) -> None:
    resolved = resolve_plain(text)
    assert bool_of(resolved) is value
    assert number_of(resolved) is None
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("42", 42),
        ("-42", -42),
        ("+42", 42),
        ("-0", 0),
        ("010", 8),
        ("-017", -15),
        ("0o17", 15),
        ("0x1F", 31),
        ("0XfF", 255),
        ("-0x10", -16),
        ("0b101", 5),
        ("0B11", 3),
        ("1_000_000", 1_000_000),
        ("0x_ff", 255),
        ("12_", 12),
        ("9223372036854775807", 2**63 - 1),
        ("18446744073709551615", 2**64 - 1),
        ("123456789012345678901234567890", 123456789012345678901234567890),
    ],
)
def test_spellings_of_integers(text: str, value: int) -> None:
    resolved = resolve_plain(text)
    assert number_of(resolved) == value
    assert isinstance(resolved, int)
    assert bool_of(resolved) is None
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        ("-1.50", -1.5),
        ("+.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("1E-3", 0.001),
        ("1.e+2", 100.0),
        ("08", 8.0),
        ("09.5", 9.5),
        ("1_0.2_5", 10.25),
        ("1e999", math.inf),
        (".inf", math.inf),
        (".Inf", math.inf),
        (".INF", math.inf),
        ("+.inf", math.inf),
        ("-.inf", -math.inf),
    ],
)
def test_spellings_of_floating_point_numbers(text: str, value: float) -> None:
    resolved = resolve_plain(text)
    assert number_of(resolved) == value
    assert isinstance(resolved, float)
    assert text_of(resolved) == text


@pytest.mark.parametrize(
    "text",
    """
    yes no on off Yes NO On OFF y n tRUE nULL none nil NO
    2024-01-02 2024-01-02T03:04:05Z 12:30 1:2:3 190:20:30.15
    0x 0xZ 0b 0b2 0o8 0o 1.2.3 1e 1e+ e5 .e5 . .. - + -- +- 1- 1,000 _1 __ 1__x 0x1.8 ++1 -+1
    .infinity inf nan NaN Infinity -nan =
    """.split(),
)
def test_everything_else_is_a_string(text: str) -> None:
    resolved = resolve_plain(text)
    assert type(resolved) is str
    assert resolved == text


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert number_of(resolve_plain("1" + "0" * 4000)) == 10**4000
    assert number_of(resolve_plain("1" + "0" * 10000)) == math.inf
    assert text_of(resolve_plain("9" * 10000)) == "9" * 10000
    assert text_of(resolve_plain("0x" + "f" * 4000)) == "0x" + "f" * 4000


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("rye", "rye"),
        ("", ""),
        (5, "5"),
        (-5, "-5"),
        (1.5, "1.5"),
        (True, "true"),
        (False, "false"),
        (SpelledInt(31, "0x1F"), "0x1F"),
        (SpelledBool(True, "TRUE"), "TRUE"),
        (SpelledFloat("1.50"), "1.50"),
        (SpelledFloat("1_0.5", 10.5), "1_0.5"),
        (None, None),
        ([], None),
        ({}, None),
    ],
)
def test_the_text_of_a_value(value: object, text: str | None) -> None:
    assert text_of(value) == text


@pytest.mark.parametrize("value", ["true", 1, 0, 1.0, None, [], {}, SpelledInt(1, "0x1")])
def test_what_is_no_boolean(value: object) -> None:
    assert bool_of(value) is None


@pytest.mark.parametrize("value", ["1", True, False, SpelledBool(True, "True"), None, [], {}])
def test_what_is_no_number(value: object) -> None:
    assert number_of(value) is None


def test_merge_keys_copy_no_more_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapper.inputs.yaml_reader.MAX_MERGED", 4)
    text = "base: &base {a: 1, b: 2}\nfirst: {<<: *base}\nsecond: {<<: %s}\n"
    assert Document("menu.yaml", (text % "*base").encode()).root["second"] == {"a": 1, "b": 2}
    assert error_of(text % "[*base, *base]") == (
        "menu.yaml:3:14: its merge keys copy more than 4 keys; use fewer of them"
    )


@pytest.mark.parametrize(("open_", "close"), [("[", "]"), ("{a: ", "}")])
def test_values_are_nested_up_to_the_limit(open_: str, close: str) -> None:
    assert read(f"a: {open_ * (MAX_NESTING - 1)}{close * (MAX_NESTING - 1)}").root
    said = error_of(f"a: {open_ * MAX_NESTING}{close * MAX_NESTING}")
    assert said.rpartition(": ")[2] == "nested more than 900 levels deep; nest its values less"


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("1_0_0_0", SpelledInt),
        ("+1234", SpelledInt),
        ("+12345", SpelledFloat),
        ("0xfff", SpelledInt),
        ("0x1fff", str),
    ],
)
def test_a_number_has_a_greatest_length(text: str, type_: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapper.inputs.scalars._MAX_DIGITS", 5)
    assert type(resolve_plain(text)) is type_


@pytest.mark.parametrize(("text", "type_"), [("0xff", SpelledInt), ("0x100", str), ("-0xff", SpelledInt)])
def test_a_number_has_a_greatest_size(text: str, type_: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapper.inputs.scalars._MAX_BITS", 8)
    assert type(resolve_plain(text)) is type_
