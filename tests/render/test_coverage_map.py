"""The map of operations as HTML: squares with links, or a drawing of many, the legend, and the same in words."""

import pytest

from mkdocs_oasmap.pages.home_page import CoverageMap, MapCell, MapRow
from mkdocs_oasmap.render import coverage
from mkdocs_oasmap.render.coverage import coverage_map

CELLS = (
    MapCell("GET /a", "resource", "zoo_a & b", "resources/a", "", lost=True),
    MapCell("PUT /<a>", "several", "zoo_a", "resources/a", "", lost=False),
    MapCell("GET /b", "", "not used", "report", "use-1", lost=False),
    MapCell("POST /b", "", "not used", None, "", lost=False),
)
LEGEND = (("resource", "resource", 1), ("several", "a & b", 1), ("", "not used", 2))
VIEW = CoverageMap((MapRow("A & B", CELLS[:2]), MapRow("", CELLS[2:])), LEGEND)
LOSS = ", a property could not be mapped"
FOR_AUTHORS = (
    '<figure class="oa-map"><div class="oa-cover">'
    '<div>A &amp; B <small class="oa-quiet">2/2</small><span aria-hidden="true">'
    f'<a class="oa-sq oa-sq--resource oa-sq--lost" title="GET /a: zoo_a &amp; b{LOSS}" href="/resources/a"'
    ' tabindex="-1"></a><a class="oa-sq oa-sq--several" title="PUT /&lt;a&gt;: zoo_a" href="/resources/a"'
    ' tabindex="-1"></a></span></div>'
    '<div>Operations <small class="oa-quiet">0/2</small><span aria-hidden="true">'
    '<a class="oa-sq oa-sq--none" title="GET /b: not used" href="/report#use-1" tabindex="-1"></a>'
    '<i class="oa-sq oa-sq--none" title="POST /b: not used"></i></span></div></div>'
    '<figcaption class="oa-count"><span><i class="oa-sq oa-sq--resource"></i>resource 1</span>'
    '<span><i class="oa-sq oa-sq--several"></i>a &amp; b 1</span>'
    '<span><i class="oa-sq oa-sq--none"></i>not used 2</span>'
    '<span><i class="oa-sq oa-sq--lost"></i>a property could not be mapped 1</span></figcaption></figure>'
    '<details class="oa-fold"><summary>The same in words</summary>'
    f'<p><b>A &amp; B</b>: 2 of 2</p><ul><li><code>GET /a</code> <a href="/resources/a">zoo_a &amp; b{LOSS}</a></li>'
    '<li><code>PUT /&lt;a&gt;</code> <a href="/resources/a">zoo_a</a></li></ul>'
    '<p><b>Operations</b>: 0 of 2</p><ul><li><code>GET /b</code> <a href="/report#use-1">not used</a></li>'
    "<li><code>POST /b</code> not used</li></ul></details>"
)
FOR_USERS = (
    FOR_AUTHORS.replace(LOSS, "")
    .replace(" oa-sq--lost", "")
    .replace('<span><i class="oa-sq"></i>a property could not be mapped 1</span>', "")
    .replace(
        '<a class="oa-sq oa-sq--none" title="GET /b: not used" href="/report#use-1" tabindex="-1"></a>',
        '<i class="oa-sq oa-sq--none" title="GET /b: not used"></i>',
    )
    .replace('<a href="/report#use-1">not used</a>', "not used")
)


@pytest.mark.parametrize(("losses", "expected"), [(True, FOR_AUTHORS), (False, FOR_USERS)], ids=["authors", "users"])
def test_an_operation_is_a_square_and_losses_are_for_authors(losses: bool, expected: str) -> None:
    assert coverage_map(VIEW, lambda key: f"/{key}", losses) == expected


def test_nothing_lost_has_no_place_in_the_legend() -> None:
    view = CoverageMap((MapRow("", CELLS[1:]),), LEGEND)
    assert "could not be mapped" not in coverage_map(view, str, losses=True)


def test_of_many_operations_there_is_a_drawing_and_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [CELLS[0]] * 20 + [CELLS[3], CELLS[0]]
    view = CoverageMap((MapRow("", tuple(cells)), MapRow("One", (CELLS[3],))), LEGEND)
    monkeypatch.setattr(coverage, "_MOST_LINKED", 23)
    assert "<svg" not in coverage_map(view, str, losses=True)
    monkeypatch.setattr(coverage, "_MOST_LINKED", 22)
    drawn = coverage_map(view, str, losses=True)
    first = "".join(f"M{column * 15 + 1} 1h12v12h-12z" for column in range(20))
    assert "The same in words" not in drawn
    assert (
        '<div>Operations <small class="oa-quiet">21/22</small><svg width="300" height="30" aria-hidden="true">'
        f'<path class="oa-sq--resource" d="{first}M16 16h12v12h-12z"/>'
        '<path class="oa-sq--none" d="M1 16h12v12h-12z"/></svg></div>'
        '<div>One <small class="oa-quiet">0/1</small><svg width="15" height="15" aria-hidden="true">'
        '<path class="oa-sq--none" d="M1 1h12v12h-12z"/></svg></div></div>'
    ) in drawn
