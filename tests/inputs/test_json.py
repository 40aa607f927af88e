"""Reading JSON: values, positions that are found when somebody asks, and large files."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mapper.inputs import Document, DocumentError, document, escape_token, json_positions, json_values, text_of
from mapper.inputs.json_positions import JsonPositions
from mapper.inputs.json_values import PARSER_STOPS, NotRead, parse_json, read_json, read_unique
from mapper.inputs.location import Place


def read(text: str) -> Document:
    return Document("menu.json", text.encode())


def error_of(text: str) -> str:
    with pytest.raises(DocumentError) as error:
        read(text)
    return str(error.value)


MENU = """\
{
  "bread": {
    "rye": {"price": 3.50, "sizes": [1, 2]},
    "list": [
      "plain, [with] {brackets}",
      {"a": 1},
      [["x"], []]
    ]
  },
  "a/b~c": true, "\\u00e9\\"": null,
  "": {"": 1}
}
"""


@pytest.mark.parametrize(
    ("pointer", "position"),
    [
        ("", (1, 1)),
        ("/bread", (2, 3)),
        ("/bread/rye", (3, 5)),
        ("/bread/rye/price", (3, 13)),
        ("/bread/rye/sizes/0", (3, 38)),
        ("/bread/rye/sizes/1", (3, 41)),
        ("/bread/list/0", (5, 7)),
        ("/bread/list/1", (6, 7)),
        ("/bread/list/1/a", (6, 8)),
        ("/bread/list/2/0", (7, 8)),
        ("/bread/list/2/0/0", (7, 9)),
        ("/bread/list/2/1", (7, 15)),
        ("/a~1b~0c", (10, 3)),
        ('/é"', (10, 18)),
        ("/", (11, 3)),
        ("//", (11, 8)),
        ("/nope", None),
        ("/bread/list/3", None),
        ("/bread/list/x", None),
        ("/bread/list/0/0", None),
        ("/bread/rye/price/deep", None),
    ],
)
def test_every_key_and_item_has_its_line_and_column(pointer: str, position: tuple[int, int] | None) -> None:
    assert read(MENU).position(pointer) == position


@pytest.mark.parametrize("text", [' \n {"a" : 1}', '\ufeff\n {"a":1}', '\r\n {"a"\n:\n1}'])
def test_white_space_around_anything_is_fine(text: str) -> None:
    assert read(text).root == {"a": 1}
    assert read(text).position("/a") == (2, 3)


def test_of_a_key_given_twice_the_last_counts_and_both_places_are_known() -> None:
    menu = read('{"a": 1, "b": [{"c": 1, "c": 2}],\n "a": 3}')
    assert menu.root == {"a": 3, "b": [{"c": 2}]}
    assert sorted(menu.duplicates) == [("a", (1, 2), (2, 2)), ("c", (1, 17), (1, 25))]
    assert menu.position("/a") == (2, 2)


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": [Infinity]}', '{"a": -Infinity}'])
def test_numbers_that_are_not_json_are_no_numbers(text: str) -> None:
    value = read(text).root["a"]
    assert (value[0] if isinstance(value, list) else value) in ("NaN", "Infinity", "-Infinity")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{\n  "a": [1, 2', "menu.json:2:13"),
        ('{"a": 1', "menu.json:1:8"),
        ('{"a" 1}', "menu.json:1:6"),
        ('{"a": "x\n', "menu.json:1:9"),
        ("[1, 2", "menu.json:1:6"),
        ("{", "menu.json:1:2"),
        ('{"a": "\\x"}', "menu.json:1:8"),
    ],
)
def test_a_mistake_is_reported_in_one_line_with_its_place(text: str, place: str) -> None:
    message = error_of(text)
    assert message.startswith(f"{place}: not valid JSON: ")
    assert "\n" not in message


@pytest.mark.parametrize("levels", [1000 if PARSER_STOPS else 901, 2000, 10000, 1_000_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[1, "[", {}, ', "]")])
def test_very_deep_nesting_is_an_error(levels: int, opening: str, closing: str) -> None:
    text = opening * levels + "1" + closing * levels
    assert error_of(text) == "menu.json: nested more than 900 levels deep; nest its values less"
    with pytest.raises(ValueError, match=r"^nested more than 900 levels deep$"):
        parse_json(text)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('{"a": [1, {"b": ', "}]}")])
def test_as_many_levels_as_a_document_may_have_are_read(opening: str, closing: str) -> None:
    levels = 900 // (opening.count("[") + opening.count("{"))
    text = opening * levels + "1" + closing * levels
    assert read(text).root == parse_json(text) != 1


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert text_of(read('{"a": ' + "9" * 10000 + "}").root["a"]) == "9" * 10000


MARKS = [
    b"", b"\xff", b"\xc3", b"\x00", b"\xef\xbb\xbf", b"\\u003a", b"\\ud800", b'"', b":", b'"a":1,', b"NaN", b"-",
    b"1e5",
]  # fmt: skip
"""What is put into a text: most of it makes it invalid."""
NUMBERS = ["-0", "1.50", "1e400", "-1e-400", "1E5", "9" * 30, "-9223372036854775809", "9" * 4200, "9" * 4400, "0.1e-7"]


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


def pointers(value: Any, pointer: str = "") -> Iterator[str]:
    yield pointer
    yield f"{pointer}/none"
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from pointers(item, f"{pointer}/{escape_token(str(key))}")


def read_slices(text: str) -> JsonPositions:
    """The positions that are read in one pass."""
    return JsonPositions(text.encode(), is_repeated=True)


def cut(text: str) -> JsonPositions:
    """The positions that are cut from the text."""
    return JsonPositions(text.encode(), is_repeated=False)


@settings(max_examples=60)
@given(
    st.dictionaries(KEYS, VALUES, max_size=5) | st.lists(VALUES, max_size=3),
    st.randoms(use_true_random=False),
)
def test_positions_do_not_depend_on_white_space_and_escapes(value: Any, order: random.Random) -> None:
    compact = json.dumps(value, separators=(",", ":"), ensure_ascii=order.random() < 0.5)
    text = order.choice((compact, spaced(value, order)))
    asked = list(pointers(value))
    order.shuffle(asked)
    slices, members = cut(text), read_slices(text)
    positions = {pointer: slices.find(pointer) for pointer in asked}
    assert positions == {pointer: members.find(pointer) for pointer in asked}
    assert positions == cut(text).find_all(asked)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("indent", [None, 2])
def test_columns_count_characters_in_texts_of_many_blocks(indent: int | None, seed: int) -> None:
    value = {f"ключ{number}": {"😀" * 50: [number, "é" * 40]} for number in range(300)}
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    slices, members = cut(text), read_slices(text)
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
    return {one: document.position(one) for one in asked}, read_slices(text).find_all(asked)


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
