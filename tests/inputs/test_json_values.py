"""Large JSON is read by msgspec, and nobody sees a difference but for time and memory."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mapper.inputs import Document, DocumentError, document, json_values
from mapper.inputs.json_values import NotRead, read_json, read_unique
from mapper.inputs.scalars import text_of

from .test_slices import KEYS, VALUES, spaced

MARKS = [
    b"", b"\xff", b"\xc3", b"\x00", b"\xef\xbb\xbf", b"\\u003a", b"\\ud800", b'"', b":", b'"a":1,', b"NaN", b"-",
    b"1e5",
]  # fmt: skip
"""What is put into a text: most of it makes it invalid."""
NUMBERS = ["-0", "1.50", "1e400", "-1e-400", "1E5", "9" * 30, "-9223372036854775809", "9" * 4200, "9" * 4400, "0.1e-7"]


def seen(value: Any) -> Any:
    """What an equal value has to have, too: the order of keys, types, and the source text of numbers."""
    if isinstance(value, dict):
        return [(key, seen(inner)) for key, inner in value.items()]
    if isinstance(value, list):
        return [seen(inner) for inner in value], "list"
    return type(value), value, text_of(value)


def unread(data: bytes) -> Any:
    raise NotRead


def outcome(data: bytes, read: Callable[[bytes], Any]) -> Any:
    """What a reader sees of a document whose values are read by this function first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "read_unique", read)
        try:
            found = Document("menu.json", data)
        except DocumentError as error:
            return str(error)
        return seen(found.root), found.duplicates, found.text, found.separators


@given(
    st.dictionaries(KEYS, VALUES, max_size=5) | st.lists(VALUES, max_size=3),
    st.sampled_from(MARKS),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.randoms(use_true_random=False),
)
def test_any_file_is_read_as_by_the_other_reader(value: Any, mark: bytes, encoding: str, order: random.Random) -> None:
    data = spaced(value, order).encode(encoding, "surrogatepass")
    at = order.randrange(len(data) + 1)
    data = data[:at] + mark + data[at:]
    assert outcome(data, read_unique) == outcome(data, unread)


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_have_the_same_type_and_text(number: str) -> None:
    data = f'{{"price": [{number}]}}'.encode()
    assert outcome(data, read_unique) == outcome(data, unread)


@given(st.dictionaries(KEYS, VALUES, max_size=5), st.randoms(use_true_random=False))
@example({"a:b": ":", ":": {"": [":::"]}}, random.Random(0))
def test_a_valid_text_without_repeated_keys_is_read(value: Any, order: random.Random) -> None:
    text = json.dumps(value, indent=order.choice((None, 2)), ensure_ascii=False)
    assert seen(read_unique(text.encode())) == seen(read_json(text, "menu.json")[0])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a": 1, "\\u0061": 1}',
        '[{"b": {"a:": ":", "a:": ""}}]',
        '{"a": "\\u003a", "b": 1, "b": 2}',  # as many colons as in what is kept
        '{"a": "\\u003A", "b": 1, "b": 2}',
        '"a"',
        '{"a": "\\ud800"}',
        "[" * 1_100 + "]" * 1_100,
        '{"a": ' + "9" * 5_000 + "}",
        "",
    ],
)
def test_other_texts_are_left_to_the_other_reader(text: str) -> None:
    with pytest.raises(NotRead):
        read_unique(text.encode())


def test_a_large_file_is_decoded_only_if_somebody_asks_for_its_text() -> None:
    read = Document("menu.json", '{"bread": "süß", "rye": {"price": 1}}'.encode())
    assert read.position("/rye/price") == (1, 26)
    assert read.separators == frozenset()
    assert read.contains("süß")
    assert "text" not in vars(read)
    assert read.text.startswith('{"bread"')


def test_texts_are_found_in_files_of_any_encoding() -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        read = Document("menu.json", '{"süß": "$anchor"}'.encode(encoding))
        assert read.contains("$anchor")
        assert read.contains("süß")
        assert not read.contains("$id")


def test_nesting_is_counted_where_the_parser_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "PARSER_STOPS", False)
    assert read_unique(b"[" * 900 + b"]" * 900)
    with pytest.raises(NotRead):
        read_unique(b"[" * 901 + b"]" * 901)
