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


def test_a_drawing_has_places_and_edges_in_pixels() -> None:
    uses = {"owl_deploy": (1, 2), "owl_site": (), "owl_key": (), "owl_log": (0, 1), "owl_plan": (2,)}
    html = str(relation_chart([RelatedView(name, name, used) for name, used in uses.items()], lambda key: f"/{key}"))
    nodes = [
        ("key", 14, 14, 5), ("site", 14, 40, 5), ("plan", 125, 14, 3), ("deploy", 125, 40, 4), ("log", 251, 14, 3)
    ]  # fmt: skip
    names = "".join(
        f'<a href="/owl_{name}" tabindex="-1"><circle cx="{x}" cy="{y}" r="{radius}"/>'
        f'<text x="{x + 12}" y="{y + 4}">{name}</text></a>'
        for name, x, y, radius in nodes
    )
    edges = (
        "M52 14C87 14 87 14 119 14M59 40C90 40 90 40 119 40M52 14C87 14 87 40 119 40"
        "M185 40C216 40 216 14 245 14M59 40C153 40 153 14 245 14"
    )
    assert html.startswith(
        '<div class="oa-chart"><svg viewBox="0 0 299 54" width="299" aria-hidden="true">'
        f'<path d="{edges}"/>{names}</svg></div>\n<details class="oa-fold"><summary>As a list</summary>\n<ul>\n'
        '<li><a href="/owl_deploy"><code>owl_deploy</code></a> uses <a href="/owl_site"><code>owl_site</code></a>, '
    )


@pytest.mark.parametrize(("users", "radius"), [(1, 4), (5, 8), (6, 8)])
def test_what_many_use_is_larger_up_to_a_limit(users: int, radius: int) -> None:
    assert f'cx="14" cy="14" r="{radius}"' in drawn((), *[(0,)] * users)


@pytest.mark.parametrize(("count", "ends"), [(MOST_LISTED, 0), (MOST_LISTED + 1, 1)])
def test_the_list_has_all_up_to_a_limit(count: int, ends: int) -> None:
    assert drawn((), *[(0,)] * count).count("more, on their own pages") == ends


@pytest.mark.parametrize(("count", "drawings"), [(MOST_NODES, 1), (MOST_NODES + 1, 0)])
def test_there_is_a_drawing_of_few(count: int, drawings: int) -> None:
    assert drawn((), *[(0,)] * (count - 1)).count("<svg") == drawings


def test_names_are_escaped() -> None:
    html = str(relation_chart([RelatedView('"><b>', "<script>", (1,)), RelatedView("b", "<i>", ())], str))
    assert "<script>" not in html
    assert "<b>" not in html
