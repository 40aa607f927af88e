"""The beginning of a page: a few lines of a description, and the rest in a fold."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_oasmap.render.lead import about, lead
from mkdocs_oasmap.render.sanitized_html import render_markdown

LONG = "word " * 100
REFERENCE = "[the zoo]: https://zoo.test/"


@pytest.mark.parametrize(
    "text",
    [
        "An animal. It lives here.",
        "An animal.\n\nIt lives here.",
        "An animal:\n\n- cat\n- dog",
        "# Animals",
        "One paragraph of sixty words. " + "It goes on and on. " * 11,
        "An animal. It can:\n\n- a\n- b\n- c\n- d\n- e",  # six lines: a fold would be one, too
    ],
)
def test_a_short_description_is_shown_as_a_whole(text: str) -> None:
    assert about(text) == render_markdown(text)


@pytest.mark.parametrize(
    ("text", "shown", "folded"),
    [
        (f"An animal.\n\n{LONG}", "An animal.", LONG.strip()),
        (f"An animal. {LONG}", "An animal.", LONG.strip()),
        (f"An animal, e.g. a cat. {LONG}", "An animal, e.g. a cat.", LONG.strip()),
        ("An animal. It can:\n\n- a\n- b\n- c\n- d\n- e\n- f", "An animal.", "It can:\n\n- a\n- b\n- c\n- d\n- e\n- f"),
        ("Give one of:\n- a\n- b\n- c\n- d\n- e\n- f", "Give one of:", "- a\n- b\n- c\n- d\n- e\n- f"),
        (f"`A. b` [is. c](https://a.test/x). {LONG}", "`A. b` [is. c](https://a.test/x).", LONG.strip()),
        (f"An animal.\n\n```\n{LONG}\n\nb\n```", "An animal.", f"```\n{LONG}\n\nb\n```"),
        (f"- a\n- {LONG}\n", "- a - word word", None),
        (f"# Pets\n\nAn animal.\n\n{LONG}", "An animal.", None),
        (LONG, "word word", None),
    ],
)
def test_of_a_long_one_the_beginning_is_shown_and_the_rest_is_in_a_fold(
    text: str, shown: str, folded: str | None
) -> None:
    parts = lead(text)
    assert parts.shown.startswith(shown)
    assert parts.folded == (text.strip() if folded is None else folded)


def test_a_notice_is_shown_if_there_is_room() -> None:
    parts = lead(f"**Note:** It bites.\n\nAn animal.\n\n{LONG}")
    assert (parts.shown, parts.notices, parts.folded) == ("An animal.", ("**Note:** It bites.",), LONG.strip())
    parts = lead(f"An animal.\n\nWarning: {LONG}")
    assert (parts.shown, parts.notices, parts.folded) == ("An animal.", (), f"Warning: {LONG}".strip())


def test_links_with_their_address_at_the_end_are_links_in_both_parts() -> None:
    html = about(f"Of [the zoo]. {LONG} [the zoo]\n\n{REFERENCE}")
    shown, _, folded = html.partition("<details")
    for part in (shown, folded):
        assert '<a href="https://zoo.test/"' in part


def words(html: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"<[^>]*>", " ", html))


PIECES = st.sampled_from(
    [
        "Word. ",
        "two words ",
        "- item\n",
        "\n\n",
        "`code. `",
        "**bold** ",
        "Note: ",
        "\n",
        "# Head\n",
        "| a |\n",
        "x: ",
        "<br>",
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_no_word_is_lost_and_little_is_shown(text: str) -> None:
    html = str(about(text))
    shown, _, rest = html.partition("<details")
    missing = set(words(str(render_markdown(text)))) - set(words(html))
    assert not missing
    assert not rest or len(re.sub(r"<[^>]*>", "", shown)) <= 5 * 80
