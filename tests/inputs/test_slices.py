"""Positions from slices of JSON text are those that one pass over all of its members finds."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.inputs import Document, escape_token, json_positions
from mapper.inputs.json_positions import JsonPositions
from mapper.inputs.location import Place

KEYS = st.text(alphabet='ab/~"\\é😀 \n', max_size=4)
VALUES = st.recursive(
    st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | KEYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def spaced(value: Any, order: random.Random) -> str:
    """JSON text with any white space, and with keys that are escaped or not."""

    def space() -> str:
        return "".join(order.choices(" \t\n\r", k=order.choice((0, 0, 0, 1, 2))))

    def of(inner: Any) -> str:
        if isinstance(inner, dict):
            members = (
                f"{space()}{json.dumps(key, ensure_ascii=order.random() < 0.5)}{space()}:{space()}{of(item)}{space()}"
                for key, item in inner.items()
            )
            return f"{{{','.join(members) or space()}}}"
        if isinstance(inner, list):
            return f"[{','.join(f'{space()}{of(item)}{space()}' for item in inner) or space()}]"
        return json.dumps(inner, ensure_ascii=order.random() < 0.5)

    return space() + of(value) + space()


def pointers(value: Any, pointer: str = "") -> Iterator[str]:
    yield pointer
    yield f"{pointer}/none"
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from pointers(item, f"{pointer}/{escape_token(str(key))}")


def read(text: str) -> JsonPositions:
    """The positions that are read in one pass."""
    return JsonPositions(text.encode(), is_repeated=True)


def cut(text: str) -> JsonPositions:
    """The positions that are cut from the text."""
    return JsonPositions(text.encode(), is_repeated=False)


@settings(max_examples=60)
@given(st.dictionaries(KEYS, VALUES, max_size=5) | st.lists(VALUES, max_size=3), st.randoms(use_true_random=False))
def test_positions_do_not_depend_on_white_space_and_escapes(value: Any, order: random.Random) -> None:
    compact = json.dumps(value, separators=(",", ":"), ensure_ascii=order.random() < 0.5)
    text = order.choice((compact, spaced(value, order)))
    asked = list(pointers(value))
    order.shuffle(asked)
    slices, members = cut(text), read(text)
    positions = {pointer: slices.find(pointer) for pointer in asked}
    assert positions == {pointer: members.find(pointer) for pointer in asked}
    assert positions == cut(text).find_all(asked)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("indent", [None, 2])
def test_columns_count_characters_in_texts_of_many_blocks(indent: int | None, seed: int) -> None:
    value = {f"ключ{number}": {"😀" * 50: [number, "é" * 40]} for number in range(300)}
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    slices, members = cut(text), read(text)
    asked = list(pointers(value))
    if seed:  # the first time in the order of the text
        random.Random(seed).shuffle(asked)
    right = {pointer: members.find(pointer) for pointer in asked}
    assert {pointer: slices.find(pointer) for pointer in asked} == right
    assert slices.find_all(asked) == right


def found(
    text: str, order: random.Random, *, together: bool
) -> tuple[dict[str, Place | None], dict[str, Place | None]]:
    """The positions of all pointers in any order, as a document finds them, and as they are."""
    document = Document("api.json", text.encode())
    asked = list(pointers(document.root))
    order.shuffle(asked)
    if together:
        document.find_positions(set(asked))
    return {one: document.position(one) for one in asked}, read(text).find_all(asked)


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(
    "text", ['{"paths": {"a": "\\ud800"}, "\\udc00": {"b": 1}}', '{"a": {"\\ud800": [{"b": 2}]}, "c": 1}']
)
def test_a_text_that_cannot_be_cut_has_the_same_positions(text: str, *, together: bool) -> None:
    positions, right = found(text, random.Random(1), together=together)
    assert positions == right


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_each_byte_is_cut_a_bounded_number_of_times(
    seed: int, monkeypatch: pytest.MonkeyPatch, *, together: bool
) -> None:
    levels = 120
    text = '{"x": {"y": {"z": 1}}, "a": ' * levels + "[{}, {}]" + ', "b": 0}' * levels
    sizes: list[int] = []
    whole = json_positions._cut_object
    monkeypatch.setattr(json_positions, "_cut_object", lambda part: sizes.append(len(part)) or whole(part))
    cut(text).find("/a" * levels)
    assert 10 * len(text) < sum(sizes) <= 41 * len(text)
    positions, right = found(text, random.Random(seed), together=together)
    assert positions == right


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_not_a_column(encoding: str) -> None:
    text = json.dumps({"é": {"b": "x" * 1_000_000}}, ensure_ascii=False)
    assert Document("api.json", text.encode(encoding)).position("/é/b") == (1, 8)
