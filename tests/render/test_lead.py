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
        (f"An animal. {'word ' * 8_000}end", "An animal.", None),
        (f"# Pets\n\n## Dogs\n\nAn animal. It bites.\n\n{LONG}", "An animal.", None),
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


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"A b. {'w ' * 57}w.\n\n{'y' * 481}", f"A b. {'w ' * 57}w."),  # a paragraph of sixty words
        (f"A b. {'w ' * 58}w.\n\n{'y' * 481}", "A b."),
        ("a\n\nb\n\nc\n\nd\n\ne\n\nf", None),  # six lines
        ("a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng", "a"),
        (f"{'x' * 79}.\n\n" * 6, None),
        (f"{'x' * 80}.\n\n{'y' * 321}", f"{'x' * 80}."),  # of more than six lines of eighty characters
    ],
)
def test_what_is_short_is_counted_in_words_and_lines(text: str, shown: str | None) -> None:
    parts = lead(text)
    if shown is None:
        assert (parts.shown, parts.folded) == (text.strip(), "")
    else:
        assert (parts.shown, parts.folded) == (shown, text.removeprefix(shown).strip())


@pytest.mark.parametrize(
    "marked", ["**B. c** d.", "*B. c* d.", "`B. c` d.", "``B. c`` d.", "[B. c](x) d.", "(B. c) d."]
)
def test_no_text_is_cut_between_marks(marked: str) -> None:
    assert lead(f"A {marked} {LONG}").shown == f"A {marked}"


def test_of_several_notices_the_first_is_shown_where_there_is_room() -> None:
    parts = lead("Note: One.\n\nAn animal.\n\nWarning: Two.")
    assert (parts.shown, parts.notices, parts.folded) == ("An animal.", ("Note: One.", "Warning: Two."), "")
    parts = lead(f"Note: One.\n\nAn animal.\n\nWarning: Two.\n\n{LONG}")
    assert (parts.shown, parts.notices) == ("An animal.", ("Note: One.",))
    assert parts.folded == f"Warning: Two.\n\n{LONG}".strip()
    parts = lead(f"Note: {LONG}")  # alone, it is the beginning
    assert parts.notices == ()
    assert 'class="oa-notice">' in about("Note: One.\n\nAn animal.")
    assert "<summary>More about it · 100 words</summary>" in about(f"An animal.\n\n{LONG}")
    assert "<summary>More about it · 1 word</summary>" in about(f"{LONG}\n\nend").replace("101 words", "1 word")


@pytest.mark.parametrize(("length", "is_shown"), [(4 * 80, True), (4 * 80 + 1, False)])
def test_a_notice_has_the_lines_that_the_beginning_leaves(length: int, is_shown: bool) -> None:
    notice = f"Note: {'x' * (length - 6)}"
    parts = lead(f"An animal.\n\n{notice}\n\n{LONG}")
    assert (parts.shown, parts.notices) == ("An animal.", (notice,) if is_shown else ())


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


@pytest.mark.parametrize(("longest", "text", "folded"), [(9, "One. Two.", ""), (8, "Six. Ten.", "Six. Ten.")])
def test_of_a_text_that_is_too_long_for_the_parser_the_first_sentence_is_shown(
    longest: int, text: str, folded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mkdocs_oasmap.render.lead.LONGEST", longest)
    found = lead(text)
    assert (found.shown, found.folded) == (text.partition(" ")[0] if folded else text, folded)
