"""The drawing of relations: few entities only, what is needed on the left, and always a list."""

import re

import pytest

from mkdocs_oasmap.pages.home_page import RelatedView
from mkdocs_oasmap.render.relation_chart import MOST_LISTED, MOST_NODES, relation_chart


def drawn(*uses: tuple[int, ...]) -> str:
    return str(
        relation_chart([RelatedView(f"k{n}", f"n{n}", used) for n, used in enumerate(uses)], lambda key: f"{key}/")
    )


def places(html: str) -> dict[str, float]:
    """The names and where they begin, from the left."""
    return {name: float(x) for x, name in re.findall(r'<text x="(\d+)"[^>]*>([^<]*)</text>', html)}


CASES: dict[str, tuple[tuple[tuple[int, ...], ...], list[list[str]]]] = {
    "one uses another": (((1,), ()), [["n1"], ["n0"]]),
    "a way of three": (((1,), (2,), ()), [["n2"], ["n1"], ["n0"]]),
    "the longest way counts": (((1, 2), (2,), ()), [["n2"], ["n1"], ["n0"]]),
    "two that use each other": (((1,), (0,)), [["n1"], ["n0"]]),
    "three in a circle": (((1,), (2,), (0,)), [["n2"], ["n1"], ["n0"]]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_needed_is_on_the_left(case: str) -> None:
    uses, columns = CASES[case]
    html = drawn(*uses)
    found = places(html)
    assert [sorted(name for name in found if found[name] == x) for x in sorted(set(found.values()))] == columns
    assert html.count("M") == sum(map(len, uses))


def test_the_list_has_every_relation_as_links() -> None:
    html = drawn((1, 2), (2,), ())
    items = re.findall(r"<li>(.*)</li>", html)
    assert [re.findall(r'href="(k\d)/"', item) for item in items] == [["k0", "k1", "k2"], ["k1", "k2"]]
    assert 'aria-hidden="true"' in html


def test_of_many_there_is_only_the_list_which_ends() -> None:
    few = drawn(*[()] * (MOST_NODES - 1), (0,))
    many = drawn((), *[(0,)] * (MOST_LISTED + 5))
    assert "<svg" in few
    assert "<svg" not in many
    assert many.count("<li>") == MOST_LISTED + 1
    assert "and 5 more" in many


def test_what_all_names_begin_with_is_left_out_of_the_drawing() -> None:
    names = ("owlridge_site", "owlridge_sites_dome", "owlridge_site_owner")
    html = str(relation_chart([RelatedView(name, name, (0,) if name != names[0] else ()) for name in names], str))
    assert sorted(places(html)) == ["site", "site_owner", "sites_dome"]
    assert html.count(f"{names[0]}</code>") == 2


def test_names_are_escaped() -> None:
    html = str(relation_chart([RelatedView('"><b>', "<script>", (1,)), RelatedView("b", "<i>", ())], str))
    assert "<script>" not in html
    assert "<b>" not in html
