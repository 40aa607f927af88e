"""The frame of a generated page in a site: its table of contents, its title, and the white space of its theme."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from mkdocs.structure.toc import AnchorLink, TableOfContents

from mkdocs_oasmap.render.site import RenderedPage
from mkdocs_oasmap.sites.table_of_contents import (
    add_headings,
    heading_levels,
    searched_contents,
    with_full_title,
    without_indents,
)

HEADINGS = (("A", "a", 2), ("B <b>", "b", 3), ("C", "c", 4), ("D", "d", 3), ("E", 'e "', 2))
RENDERED = RenderedPage("", "", HEADINGS, frozenset("abcd"), (("S", 's "', 3),), stubs=frozenset("x"))


def page(*items: AnchorLink, ids: set[str] | None = None) -> Any:
    return cast("Any", SimpleNamespace(toc=TableOfContents([*items]), present_anchor_ids=ids))


def outline(links: list[AnchorLink]) -> list[Any]:
    return [(link.title, link.url, outline(link.children)) for link in links]


@pytest.mark.parametrize(
    ("depth", "levels"), [(3, [1, 2, 3]), ("3", [1, 2, 3]), ("2-3", [2, 3]), ("1-6", [1, 2, 3, 4, 5, 6]), (0, [])]
)
def test_a_depth_is_the_last_level_or_the_first_and_the_last(depth: Any, levels: list[int]) -> None:
    assert [*heading_levels(depth)] == levels


def test_headings_are_nested_below_the_title_up_to_a_depth() -> None:
    made = page(AnchorLink("Title", "title", 1), ids={"y"})
    add_headings(made, RENDERED, range(1, 4))
    assert outline(made.toc.items) == [
        ("Title", "#title", [
            ("A", "#a", [("B &#60;\u2060b&#62;", "#b", []), ("D", "#d", [])]),
            ("E", "#e%20%22", []),
        ])
    ]  # fmt: skip
    assert made.present_anchor_ids == {*"abcdxy"}
    made = page()
    add_headings(made, RENDERED, range(3, 5))
    assert outline(made.toc.items) == [("B &#60;\u2060b&#62;", "#b", [("C", "#c", [])]), ("D", "#d", [])]
    assert made.present_anchor_ids is None


def test_the_contents_of_the_text_for_a_search_have_its_sections_by_their_ids() -> None:
    made = searched_contents(page(AnchorLink("Title", "title", 1), AnchorLink("More", "more", 1)), RENDERED)
    assert [(link.title, link.id, link.url) for link in made] == [
        ("Title", "title", "#title"),
        ("S", 's "', "#s%20%22"),
    ]
    for found in ("S", "Title", "S"):  # whoever looks for one after the other begins where it was left
        assert next(link.title for link in made if link.title == found) == found
        assert next(iter(made)).title == found


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<head><title>pet - Zoo</title>", "<head><title>zoo_pet (A &amp; B) - Zoo</title>"),
        ("<title>zoo_pet (A &#38; B) - Zoo</title>", "<title>zoo_pet (A &#38; B) - Zoo</title>"),
        ("<h1>pet</h1>", "<h1>pet</h1>"),
        ("<title>pet and pet</title> pet", "<title>zoo_pet (A &amp; B) and pet</title> pet"),
    ],
)
def test_the_title_of_a_page_is_the_full_one_once(html: str, expected: str) -> None:
    assert with_full_title(html, "pet", "zoo_pet (A & B)") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("  <a>\n\n    <b> x\n  CONTENT\n\n   <c>\n", "<a>\n<b> xCONTENT<c>"),
        ("  <a>\n  <pre>\n CONTENT  \n", "  <a>\n  <pre>\n CONTENT  \n"),
        ("  <a>\n CONTENT  <textarea>\n", "  <a>\n CONTENT  <textarea>\n"),
        (" <script>`\n x`</script> CONTENT", " <script>`\n x`</script> CONTENT"),
    ],
)
def test_white_space_of_a_theme_goes_unless_it_may_mean_something(html: str, expected: str) -> None:
    content = "  <pre>\n\n  x</pre>"
    assert without_indents(html.replace("CONTENT", content), content) == expected.replace("CONTENT", content)
