"""New entries in the text of a config: every line that was there stays, and what is read has all of both."""

from __future__ import annotations

from textwrap import dedent
from typing import Any, SupportsIndex

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.fix import edit
from mapper.systems.terraform.fix.edit import Conflict, _insert, _Insertion, add_entries, missing

from ...counting import calls


def added(text: str, entries: dict[str, Any]) -> str:
    changed, conflicts = add_entries(dedent(text), entries, {})
    assert conflicts == []
    return changed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ignores:\n  - a # why\n", "ignores:\n  - a # why\n  - b\n"),
        ("ignores:\n- a\nother: 1\n", "ignores:\n- a\n- b\nother: 1\n"),
        ("ignores: [a] # why\n", "ignores: [a, b] # why\n"),
        ("ignores: []\n", "ignores: [b]\n"),
        ("ignores: [a,]\n", "ignores: [a, b,]\n"),
        ("ignores: # nothing yet\nother: 1", "ignores: # nothing yet\n  - b\nother: 1"),
        ("other: |\n  text\n\n# end\n", "other: |\n  text\nignores:\n  - b\n\n# end\n"),
        ("{}\n", "{ignores: [b]}\n"),
        ('{"other": 1}', '{"other": 1, ignores: [b]}'),
        ("", "ignores:\n  - b\n"),
        ("# empty", "# empty\nignores:\n  - b\n"),
        ("other: 1\r\n", "other: 1\r\nignores:\r\n  - b\r\n"),
        ("other: 1", "other: 1\nignores:\n  - b"),
    ],
)
def test_what_is_new_is_written_as_what_is_there(text: str, expected: str) -> None:
    assert add_entries(text, {"ignores": ["b"]}, {}) == (expected, [])
    assert "b" in yaml.safe_load(expected)["ignores"]


@pytest.mark.parametrize("last", ["*a", "", "null", "~"])
def test_what_is_new_stands_behind_the_last_entry_whatever_that_is(last: str) -> None:
    text = f"names: &a\n  - x\n  - y\nmore:\n  other: {last}\n# the end\n"
    expected = text.replace("# the end", "  ignores:\n    - b\n# the end")
    assert add_entries(text, {"more": {"ignores": ["b"]}}, {}) == (expected, [])


def test_an_entry_that_is_there_stays_and_another_value_for_it_is_a_conflict() -> None:
    text = "policies: {one_of: reject}\nignores: null\nnames: &a [x]\nmore: *a\n"
    entries = {"policies": {"one_of": "union"}, "ignores": ["b"], "more": ["y"]}
    changed, conflicts = add_entries(text, entries, {})
    assert changed == text
    assert conflicts == [
        Conflict(("policies", "one_of"), "union"),
        Conflict(("ignores",), ["b"]),
        Conflict(("more",), ["y"]),
    ]
    assert add_entries(text, {"policies": {"one_of": "reject"}}, {}) == (text, [])


@pytest.mark.parametrize("value", [1, "text", False])
def test_a_key_without_a_value_gets_no_single_one(value: Any) -> None:
    assert add_entries("a:\nb: 1\n", {"a": value}, {}) == ("a:\nb: 1\n", [Conflict(("a",), value)])
    assert add_entries("a:\nb: 1\n", {"a": None}, {}) == ("a:\nb: 1\n", [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: [x]\n", 1),
        ("a: [x]\n", {"b": 1}),
        ("a:\n  - x\n", {"b": 1}),
        ("a: {x: 1}\n", 2),
        ("a: {x: 1}\n", ["x"]),
        ("a:\n  x: 1\n", ["x"]),
        ("a: 1\n", ["x"]),
        ("a: 1\n", {"b": 1}),
    ],
)
def test_an_entry_of_another_shape_is_a_conflict(text: str, value: Any) -> None:
    assert add_entries(text, {"a": value}, {}) == (text, [Conflict(("a",), value)])


def test_what_is_not_ascii_is_escaped_as_in_json() -> None:
    assert add_entries("", {"a": "\u00e9", "b": ["\u732b"]}, {})[0] == 'a: "\\u00e9"\nb:\n  - "\\u732b"\n'


def test_a_comment_stands_behind_a_new_entry() -> None:
    changed, _ = add_entries("a: 1\n", {"policies": {"one_of": "union"}}, {("policies", "one_of"): "fixes 3"})
    assert changed == "a: 1\npolicies:\n  one_of: union # fixes 3\n"


class Counted(str):
    """A text that counts how many characters are copied, and how often it is compared."""

    copied = 0
    compared = 0

    def __getitem__(self, key: SupportsIndex | slice) -> Counted:
        piece = Counted(super().__getitem__(key))
        Counted.copied += len(piece)
        return piece

    def __add__(self, other: str) -> Counted:
        Counted.copied += len(self) + len(other)
        return Counted(super().__add__(other))

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


@pytest.fixture
def counted() -> type[Counted]:
    Counted.copied = Counted.compared = 0
    return Counted


def test_a_text_is_copied_once_however_much_is_inserted(counted: type[Counted]) -> None:
    text = counted("line\n" * 500)
    insertions = [_Insertion(5 * number, number % 3, "x") for number in range(500)]
    assert _insert(text, insertions) == "xline\n" * 500
    assert counted.copied <= len(text)


def test_of_insertions_at_one_place_the_deepest_comes_first() -> None:
    insertions = [_Insertion(1, depth, text) for depth, text in ((0, "c"), (2, "a"), (1, "b"))]
    assert _insert("()", insertions) == "(abc)"


def test_items_of_a_list_are_not_compared_one_by_one(counted: type[Counted]) -> None:
    known, new = ([counted(f"{start}{number}") for number in range(300)] for start in "kn")
    assert missing([*known, *new, {"a": 1}, 1], [*known, {"a": 1}]) == [*new, 1]
    assert counted.compared < 3 * len(known) + 2 * len(new)


def test_twice_as_many_entries_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        text = "resources:\n" + "".join(f"  pet{number}:\n    note: |\n      text\n\n" for number in range(size))
        entries = {f"pet{number}": {"schema": {"ignores": [f"a{number}", "b"]}} for number in range(size)}
        return calls(lambda: add_entries(text, {"resources": entries}, {}))

    work(1)
    assert work(400) < 2.2 * work(200)


_KEYS = st.sampled_from(["a", "b", "on", "1", "x.y", ".count", "ä", "with: colon", "#no", "a, b"])
_LEAVES = st.one_of(st.text("ab\n#:é\u2028,]", max_size=4), st.integers(0, 9), st.booleans())
_TREES = st.recursive(_LEAVES, lambda inner: st.dictionaries(_KEYS, inner, max_size=3) | st.lists(_LEAVES, max_size=3))


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(_KEYS, _TREES, max_size=3), st.dictionaries(_KEYS, _TREES, max_size=3), st.booleans())
def test_what_is_read_afterwards_has_all_of_both(old: dict[str, Any], new: dict[str, Any], flow: bool) -> None:
    text = yaml.safe_dump(old, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    changed, conflicts = add_entries(text, new, {})
    expected = _merged(old, new)
    assert yaml.safe_load(changed) == expected
    assert (not conflicts) or _lost(old, new)
    kept = iter(changed.split("\n"))
    lines = [line for line in text.split("\n") if not set(line) & set("{}[]")]  # what is in brackets grows in its line
    assert flow or all(any(line == other for other in kept) for line in lines)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(_KEYS, _TREES, max_size=3), st.dictionaries(_KEYS, _TREES, max_size=3), st.booleans())
def test_both_parsers_give_the_same_positions(old: dict[str, Any], new: dict[str, Any], flow: bool) -> None:
    text = yaml.safe_dump(old, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit, "_LOADER", yaml.SafeLoader)
        expected = add_entries(text, new, {})
    assert add_entries(text, new, {}) == expected


@given(
    st.one_of(st.text("abyenotNYf.-_:# é~1", max_size=6), st.sampled_from(["yes", "null", "Off", "1.5", ".inf", "_"]))
)
def test_a_text_is_quoted_where_a_reader_would_take_it_for_something_else(text: str) -> None:
    assert yaml.safe_load(edit._flow(text)) == text
    if text.isprintable() and text.isascii():
        assert edit._flow(text) == edit.inline(text, default_flow_style=True)


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {key: _merged(old[key], value) if key in old else value for key, value in new.items()}
    if isinstance(old, list) and isinstance(new, list):
        return [*old, *_distinct(old, new)]
    return old


def _distinct(old: list[Any], new: list[Any]) -> list[Any]:
    return [item for item in new if item not in old]


def _lost(old: Any, new: Any) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return any(_lost(old[key], new[key]) for key in old.keys() & new.keys())
    return not (isinstance(old, list) and isinstance(new, list)) and old != new


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', '{"a": 1,\n\t"b": [}', "{" * 9])
def test_what_yaml_does_not_read_is_not_edited(text: str) -> None:
    with pytest.raises(MappingError, match="cannot be edited, as YAML does not read its JSON in line"):
        add_entries(text, {"a": 2}, {})
