"""The site of one mapping: names of its pages, their contents, the navigation, and the files beside the pages."""

import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import About, Mapping
from mapper.registry import system_named
from mapper.request import Mapped, Request
from mkdocs_oasmap.pages import search
from mkdocs_oasmap.pages.changes import Comparisons
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.sidebar import MOST
from mkdocs_oasmap.render import html
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.site import Site

from ..review.pairs import PAIRS
from ..review.test_verdict import reviewed
from ..support import both, property_, resource
from ..systems.samples import INPUTS, SITE


def site(mapping: Mapping, **given: Any) -> Site:
    return Site(Pages(mapping, **given), Mapped(None, mapping, sidecar=b"{}"), "ref", "Zoo")


MANY = ", ".join(f"n{number}: {{type: string}}" for number in range(20))
SPLIT = resource(f"create: {{type: object, properties: {{a: {{type: object, properties: {{{MANY}}}}}, b: {{}}}}}}")


def test_pages_of_entities_and_of_their_parts_have_names_for_links() -> None:
    made = site(SPLIT.mapping, split=10)
    assert {key: made.target(key) for key in made.uris} == {
        "index": None,
        "provider": ("provider", "provider.bakery", False),
        "resources/oven": ("resource.oven", "resource.oven", False),
        "resources/oven/a": ("resource.oven", "resource.oven", True),
        "report": None,
    }
    assert {key: made.full_title(key) for key in made.uris if made.full_title(key)} == {
        "provider": "bakery (Provider)",
        "resources/oven": "bakery_oven (Resource)",
        "resources/oven/a": "bakery_oven: a (Resource)",
    }
    assert {key: made.short_title(key) for key in made.uris} == {
        "index": "Overview",
        "provider": "Provider",
        "resources/oven": "oven",
        "resources/oven/a": "a",
        "report": "Mapping report",
    }
    assert made.twins == ("index", "provider", "resources/oven", "report")


def test_the_inventory_leads_to_the_page_that_shows_an_attribute_and_is_made_again_with_other_addresses() -> None:
    made = site(SPLIT.mapping, split=10)
    for end in ("/", ".html", ".html"):
        data = made.inventory(lambda key, end=end: f"{key}{end}")
        head, _, body = data.partition(b"using zlib.\n")
        assert head.startswith(b"# Sphinx inventory version 2\n# Project: bakery\n# Version: \n")
        lines = zlib.decompress(body).decode().splitlines()
        assert f"resource.oven std:label 1 resources/oven{end}#schema-attributes -" in lines
        assert f"resource.oven.a std:label 1 resources/oven{end}#a -" in lines
        assert f"resource.oven.a.n3 std:label 1 resources/oven/a{end}#a.n3 -" in lines
        assert made.inventory(lambda key, end=end: f"{key}{end}") is data


def test_a_long_list_is_in_sections_whose_titles_say_where_something_changed() -> None:
    (oven,) = (entity for entity in property_("{type: string}").mapping.entities if entity.name == "oven")
    names = [*(f"pan_{number}" for number in range(3)), *(f"x{number}" for number in range(MOST))]
    entities = tuple(replace(oven, name=name) for name in names)
    mapping = replace(property_("{type: string}").mapping, entities=entities)
    old = replace(mapping, entities=entities[1:])
    made = site(mapping, compared=Comparisons(reviewed(old, mapping)))
    changes, resources = made.navigation()[1:3]
    assert changes == {"Changes": "ref/changes.md"}
    first, *others = resources["Resources"]  # type: ignore[misc]
    assert first == {
        "Pan \u2022": [
            {"pan_0 \u2022": "ref/resources/pan_0.md"},
            {"pan_1": "ref/resources/pan_1.md"},
            {"pan_2": "ref/resources/pan_2.md"},
        ]
    }
    assert [title for one in others for title in one] == ["Other"]
    assert made.navigation()[-1] == {"Mapping report": "ref/report.md"}


def test_a_short_list_has_no_sections() -> None:
    assert site(SPLIT.mapping, split=10).navigation() == [
        {"Overview": "ref/index.md"},
        {"Provider": "ref/provider.md"},
        {"Resources": [{"oven": "ref/resources/oven.md"}]},
        {"Mapping report": "ref/report.md"},
    ]


@pytest.mark.parametrize(
    ("names", "signs"),
    [
        ("a_x a_y b_x b_y c d", []),
        ("a_x a_y b_x b_y c d e", ["letters"]),
        ("a_x a_y b_x b_y c d e f", ["letters", "fold oa-names"]),
        ("a_p a_q a_r a_s a_t a_u a_v a_w", []),  # of one group
        ("a_x a_y b_x b_y c d e f g", ["letters", "fold oa-names", "name"]),
    ],
)
def test_an_overview_of_many_names_has_letters_folds_its_groups_and_says_less(
    names: str, signs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, count in (("_LETTERS_FROM", 7), ("_FOLDED_FROM", 7), ("_SHORT_FROM", 8)):
        monkeypatch.setattr(html, limit, count)
    oven = property_("{type: string}").entity
    mapping = replace(SPLIT.mapping, entities=tuple(replace(oven, name=name) for name in names.split()))
    text = site(mapping).render("index", Renderer(), str, "off").html
    found = re.findall(r'<(?:span|details|a href="[^"]*") class="oa-(letters|fold oa-names|name)"', text)
    assert [*dict.fromkeys(found)] == signs


def test_of_many_lookups_a_search_finds_read_only_attributes_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "{type: object, properties: {it: {type: string}, b: {type: object, properties: {c: {type: string}}}}}"
    mapping = both(f"create: {body}\nread: {body}\n")[0].mapping

    def found() -> dict[str, tuple[set[str], frozenset[str]]]:
        made = site(mapping)
        pages = {
            key: made.render(key, Renderer(), str, "attributes") for key in ("resources/oven", "data-sources/oven")
        }
        return {key: ({anchor for _, anchor, _ in page.sections}, page.looked_up) for key, page in pages.items()}

    usual = found()
    assert usual["data-sources/oven"] == ({"it", "b", "b.c"}, {"it", "b", "b.c"})
    monkeypatch.setattr(search, "_MOST_LOOKED_UP", 2)
    assert found() == {**usual, "data-sources/oven": ({"attributes-read-only"}, frozenset())}
    monkeypatch.setattr(search, "_MOST_LOOKED_UP", 3)
    assert found() == usual


@pytest.mark.parametrize(
    ("search", "overview", "whole", "sections"),
    [
        ("off", "", False, 0),
        ("full", "It bakes &amp; more.", True, 0),
        ("attributes", "It bakes &amp; more.", False, 1),
    ],
)
def test_a_search_finds_nothing_all_of_a_page_or_its_rows(
    search: str, overview: str, *, whole: bool, sections: int
) -> None:
    body = "{type: object, description: Hot., properties: {a: {type: string, description: It.}}}"
    mapping = replace(
        resource(f"create: {body}\n").mapping, about=About("Bakery", "1", "It *bakes* & more.\n\nNot this.")
    )
    made = site(mapping)
    index = made.render("index", Renderer(), str, search)
    assert (index.search, index.sections) == (overview, ())
    page = made.render("resources/oven", Renderer(), str, search)
    assert (page.search == page.html) is whole
    assert len(page.sections) == sections
    assert ("<h3" in page.search and page.search != page.html) is (search == "attributes")


def test_what_follows_a_page_of_the_last_mapping_that_worked_says_what_is_wrong_once() -> None:
    made = site(SPLIT.mapping)
    key = "resources/oven"

    def rendered(key: str) -> Any:
        return made.render_once(key, Renderer(), str, "attributes" if key == "resources/oven" else "off", 1)

    first = rendered(key)
    assert rendered(key) is first
    assert made.render_once(key, Renderer(), str, "off", 1).search == ""
    first = rendered(key)
    assert first.search
    assert made.render_once(key, Renderer(), str, "attributes", 2) is not first
    first = rendered(key)
    made.problems = ("a <b>",)
    for one, text in (
        ("index", "<li><code>a &lt;b&gt;</code></li>"),
        (key, '<a href="ref/index.md">What is wrong</a>'),
    ):
        page = rendered(one)
        assert page.html.startswith('<div class="oasmap oa-problems" role="alert">')
        assert text in page.html.partition("</div>")[0]
        assert page.search.startswith('<div class="oasmap oa-problems"') == (one == key)
    made.problems = ()
    assert rendered(key) is first


def test_the_section_on_drift_is_in_the_contents_of_the_report() -> None:
    mapping = property_("{type: string}").mapping
    for drift in (None, reviewed(mapping, property_("{}").mapping)):
        page = site(mapping, compared=Comparisons(None, drift=drift)).render("report", Renderer(), str, "full")
        assert (("Drift", "drift", 2) in page.headings) == ('id="drift"' in page.html) == (drift is not None)
        assert page.search == ""


@pytest.mark.parametrize("pair", ["entity-removed", "attribute-lost"])
def test_each_heading_of_the_page_of_changes_is_in_its_contents(pair: str) -> None:
    old, new = PAIRS[pair]
    made = site(new, compared=Comparisons(reviewed(old, new)))
    page = made.render("changes", Renderer(), str, "off")
    found = re.findall(r'<h2 [^>]*\bid="([^"]*)"', page.html)
    assert "changes-breaking" in found
    assert [anchor for _, anchor, _ in page.headings] == found


def test_the_output_has_what_is_made_but_no_sidecar_and_not_what_users_have_begun_to_edit(here: Path) -> None:
    def output(mapped: Mapped, path: str) -> set[str]:
        made = Site(Pages(mapped.mapping), mapped, "ref", "Zoo").output(Path(path))
        return {path.as_posix() for path in made}

    assert output(Mapped(None, SPLIT.mapping), "a.json") == {"a.json"}
    package = system_named("pulumi").run(Request(SITE / INPUTS["pulumi"][0], [SITE / INPUTS["pulumi"][1]], SITE))
    first = output(package, "out")
    assert {"out/schema.json", "out/pack/package.json"} <= first
    assert "out/oasmap.json" not in first
    (here / "out/pack").mkdir(parents=True)
    (here / "out/pack/package.json").write_text("{}")
    (here / "out/schema.json").write_text("{}")
    assert output(package, "out") == first - {"out/pack/package.json"}
