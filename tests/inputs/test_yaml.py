"""Reading YAML: values, positions, anchors and merge keys."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from mapper.inputs import Document, DocumentError, text_of


def read(text: str) -> Document:
    return Document("menu.yaml", dedent(text).encode())


def root(text: str) -> Any:
    return read(text).root


def error_of(text: str) -> str:
    with pytest.raises(DocumentError) as error:
        read(text)
    return str(error.value)


# --- values ---


def test_plain_scalars_are_resolved_and_all_others_are_strings() -> None:
    assert root("""
        plain: [1, 1.5, true, null, rye]
        quoted: ['1', "1.5", 'true', "null"]
        literal: |
          1
        folded: >-
          true
          false
    """) == {
        "plain": [1, 1.5, True, None, "rye"],
        "quoted": ["1", "1.5", "true", "null"],
        "literal": "1\n",
        "folded": "true false",
    }


def test_keys_are_always_texts() -> None:
    assert root("{200: a, true: b, null: c, 1.50: d, 'x': e, ~: f, 0x1F: g}") == {
        "200": "a", "true": "b", "null": "c", "1.50": "d", "x": "e", "~": "f", "0x1F": "g",
    }  # fmt: skip


def test_country_codes_and_dates_are_strings() -> None:
    assert root("{country: NO, on: off, day: 2024-01-02, time: 12:30}") == {
        "country": "NO",
        "on": "off",
        "day": "2024-01-02",
        "time": "12:30",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [("!!str 5", "5"), ("!!int '5'", 5), ("!!float '1.5'", 1.5), ("!!bool 'true'", True), ("!!null ''", None),
     ("!custom 5", "5"), ("!!str", ""), ("!!binary aGVsbG8=", "hello"), ("!!binary '?'", "?")],
)  # fmt: skip
def test_tags_overrule_the_spelling(text: str, value: object) -> None:
    found = root(f"it: {text}")["it"]
    assert found == value
    assert type(found) is type(value) or isinstance(found, type(value))


def test_a_number_keeps_its_text() -> None:
    values = root("[1.50, 0x1F, 1_000, True, 007]")
    assert [text_of(value) for value in values] == ["1.50", "0x1F", "1_000", "True", "007"]


def test_only_the_first_document_counts() -> None:
    assert root("--- {a: 1}\n--- {a: 2}\n") == {"a": 1}


@pytest.mark.parametrize("text", ["# nothing\n", "---\n", "null", "~\n", "--- # nothing\n...\n"])
def test_a_document_of_nothing_is_null(text: str) -> None:
    assert root(text) is None


def test_scalars_and_lists_may_stand_alone() -> None:
    assert root("rye") == "rye"
    assert root("- rye\n- spelt\n") == ["rye", "spelt"]


# --- positions ---


def test_every_key_and_item_has_its_line_and_column() -> None:
    menu = read("""\
        bread:
          rye: {price: 3, "sizes": [1, 2]}
          list:
            - plain
            - {a: 1}
            -
              - nested
        "quoted key": x
    """)
    assert {
        pointer: menu.position(pointer)
        for pointer in (
            "/bread",
            "/bread/rye",
            "/bread/rye/price",
            "/bread/rye/sizes",
            "/bread/rye/sizes/1",
            "/bread/list/0",
            "/bread/list/1",
            "/bread/list/1/a",
            "/bread/list/2",
            "/bread/list/2/0",
            "/quoted key",
        )
    } == {
        "/bread": (1, 1),
        "/bread/rye": (2, 3),
        "/bread/rye/price": (2, 9),
        "/bread/rye/sizes": (2, 19),
        "/bread/rye/sizes/1": (2, 32),
        "/bread/list/0": (4, 7),
        "/bread/list/1": (5, 7),
        "/bread/list/1/a": (5, 8),
        "/bread/list/2": (7, 7),
        "/bread/list/2/0": (7, 9),
        "/quoted key": (8, 1),
    }


@pytest.mark.parametrize("pointer", ["/nope", "/bread/9", "/bread/x", "/bread/0/deeper", "/bread/-1"])
def test_what_does_not_exist_has_no_position(pointer: str) -> None:
    assert read("bread: [rye]").position(pointer) is None


def test_the_root_stands_at_the_start() -> None:
    assert read("bread: rye").position("") == (1, 1)


def test_a_position_far_to_the_right_has_its_line() -> None:
    menu = read("{a: " + "x" * 10000 + ", b: 1}\n")
    assert (menu.position("/b") or ())[0] == 1


def test_positions_survive_carriage_returns_and_comments() -> None:
    assert Document("menu.yaml", b"# menu\r\na: 1\r\n\r\nb: 2\r\n").position("/b") == (4, 1)


# --- anchors ---


def test_an_alias_is_the_very_value_of_its_anchor() -> None:
    menu = root("""
        first: &bread {price: 3}
        second: *bread
        texts: [&t rye, *t]
    """)
    assert menu["second"] is menu["first"]
    assert menu["texts"] == ["rye", "rye"]


def test_a_position_behind_an_alias_is_that_of_the_anchor() -> None:
    menu = read("a: &x\n  b: 1\nc: *x\n")
    assert menu.position("/c") == (3, 1)
    assert menu.position("/c/b") == (2, 3)


def test_an_anchor_may_be_set_again() -> None:
    assert root("[&x 1, *x, &x 2, *x]") == [1, 1, 2, 2]


def test_a_key_may_have_an_anchor() -> None:
    assert root("&key name: 1\nother: *key\n") == {"name": 1, "other": "name"}


def test_an_alias_without_an_anchor_is_an_error_with_its_place() -> None:
    assert error_of("a: 1\nb: *nobody\n") == "menu.yaml:2:4: the alias *nobody has no anchor"


@pytest.mark.parametrize("text", ["a: &x {b: *x}", "a: &x [*x]", "&x {a: {b: [*x]}}", "a: &x {<<: *x}"])
def test_an_alias_inside_of_its_own_anchor_is_an_error(text: str) -> None:
    assert "is used inside its own anchor" in error_of(text)


def test_aliases_that_expand_without_measure_are_an_error() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 12)
    )
    assert "aliases expand to more than" in error_of(bomb)


def test_many_aliases_of_a_small_value_are_fine() -> None:
    assert len(root("a: &x {b: 1}\nc: [" + ", ".join(["*x"] * 5000) + "]\n")["c"]) == 5000


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


def test_merges_may_be_chained() -> None:
    menu = root("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}\n")
    assert menu["c"] == {"x": 1, "y": 2, "z": 3}


def test_a_merged_key_stands_where_it_was_written() -> None:
    menu = read("a: &a\n  x: 1\nb:\n  <<: *a\n  y: 2\n")
    assert menu.position("/b/x") == (2, 3)
    assert menu.position("/b/y") == (5, 3)


def test_a_quoted_merge_key_is_an_ordinary_key() -> None:
    assert root("{'<<': 1}") == {"<<": 1}


@pytest.mark.parametrize("value", ["1", "[1]", "[[]]", "null"])
def test_only_mappings_can_be_merged(value: str) -> None:
    assert error_of(f"a: {{<<: {value}}}").startswith("menu.yaml:1:")


# --- duplicates and errors ---


def test_of_a_key_given_twice_the_last_counts_and_both_places_are_known() -> None:
    menu = read("a: 1\nb: {c: 1,\n    c: 2}\na: 3\n")
    assert menu.root == {"a": 3, "b": {"c": 2}}
    assert menu.duplicates == [("c", (2, 5), (3, 5)), ("a", (1, 1), (4, 1))]
    assert menu.position("/a") == (4, 1)


def test_merged_keys_are_no_duplicates() -> None:
    assert read("a: &a {x: 1}\nb: {<<: *a, x: 2}\n").duplicates == []


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
    assert error_of(text) == "menu.yaml:21: character U+0001 is not allowed in YAML"


@pytest.mark.parametrize("value", ["- " * 800 + "rye\n", "[" * 800 + "rye" + "]" * 800])
def test_deep_nesting_is_read(value: str) -> None:
    assert read(f"# deep\n{value}").position("/0" * 800)


@pytest.mark.parametrize("levels", [1000, 10000])
@pytest.mark.parametrize(("opening", "closing"), [("- ", ""), ("[", "]"), ("{a: ", "}")])
def test_very_deep_nesting_is_an_error_with_its_place(levels: int, opening: str, closing: str) -> None:
    message = error_of("# deep\n" + opening * levels + "rye" + closing * levels)
    assert message.startswith("menu.yaml:2:")
    assert "nested" in message
