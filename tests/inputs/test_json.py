"""Reading JSON: values, and positions that are found when somebody asks."""

import pytest

from mapper.inputs import Document, DocumentError, text_of
from mapper.inputs.json_values import PARSER_STOPS, parse_json


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
    assert error_of(text) == "menu.json: nested more than 900 levels deep"
    with pytest.raises(ValueError, match=r"^nested more than 900 levels deep$"):
        parse_json(text)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('{"a": [1, {"b": ', "}]}")])
def test_as_many_levels_as_a_document_may_have_are_read(opening: str, closing: str) -> None:
    levels = 900 // (opening.count("[") + opening.count("{"))
    text = opening * levels + "1" + closing * levels
    assert read(text).root == parse_json(text) != 1


def test_a_number_of_thousands_of_digits_is_read() -> None:
    assert text_of(read('{"a": ' + "9" * 10000 + "}").root["a"]) == "9" * 10000
