"""Where generated pages stand in the navigation."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap import navigation as placing
from mkdocs_oasmap.pages import sidebar

from .sites import ZOO, ZOO_CONFIG, Built, dead_links, zoo

REFERENCE = [
    ("Overview", "reference/"),
    ("Provider", "reference/provider/"),
    ("Resources", "#"),
    ("pet", "reference/resources/pet/"),
    ("Data Sources", "#"),
    ("pet", "reference/data-sources/pet/"),
    ("Mapping report", "reference/report/"),
]
PAGES = {f"{address}index.html" for _, address in REFERENCE if address != "#"}


def navigation(site: Built) -> list[tuple[str, str]]:
    """Titles and addresses in the navigation bar of the start page; a section has no address."""
    links = [
        (link.text, link.attributes.get("href", "")) for link in site.page("index.html").one(css="navbar").all("a")
    ]
    ours = [(text, address) for text, address in links if text not in ("Search", "Previous", "Next")]
    return ours[1:]  # the first is the name of the site


def missing(site: Built) -> list[str]:
    """Messages about pages that are not in the navigation, or are not where it leads."""
    return [message for message in site.messages() if "nav" in message and "configuration" in message]


def test_without_a_navigation_the_reference_is_its_last_section(tmp_path: Path) -> None:
    site = zoo(tmp_path, files={"docs/zebra.md": "# Zebra\n", "docs/guide/start.md": "# Start\n"})
    assert navigation(site) == [
        ("Zoo", "."),
        ("Zebra", "zebra/"),
        ("Guide", "#"),
        ("Start", "guide/start/"),
        ("Reference", "#"),
        *REFERENCE,
    ]
    assert missing(site) == []


def test_the_title_of_the_section_is_the_title_of_the_overview(tmp_path: Path) -> None:
    site = zoo(tmp_path, options={"spec": "api.yaml", "title": "Terraform"})
    assert ("Terraform", "#") in navigation(site)
    assert site.page("reference/index.html").one("h1").text == "Terraform"


@pytest.mark.parametrize(
    ("nav", "expected"),
    [
        ([{"Home": "index.md"}, {"API": "reference/"}], [("Home", "."), ("API", "#"), *REFERENCE]),
        ([{"Home": "index.md"}, {"API": "reference"}], [("Home", "."), ("API", "#"), *REFERENCE]),
        ([{"Home": "index.md"}, {"More": ["reference/"]}], [("Home", "."), ("More", "#"), *REFERENCE]),
        (
            ["index.md", {"Pets": "reference/resources/pet.md"}, "reference/report.md"],
            [("Zoo", "."), ("Pets", "reference/resources/pet/"), ("Mapping report", "reference/report/")],
        ),
        (["index.md"], []),
    ],
    ids=["folder", "no slash", "without a title", "one by one", "nothing"],
)
def test_the_folder_or_a_page_stands_where_the_navigation_has_it_and_all_are_built(
    tmp_path: Path, nav: list[Any], expected: list[tuple[str, str]]
) -> None:
    site = zoo(tmp_path, nav=nav)
    assert navigation(site) == expected
    assert site.troubles == []
    assert site.uris >= PAGES
    assert dead_links(site) == []
    assert bool(missing(site)) == ("reference/report.md" in nav)  # of pages named one by one, MkDocs lists the others


UNREACHED = "oasmap: nothing in the navigation leads to the {} pages in {}/; add this to nav: '- {}: {}/'"


def unreached(site: Built) -> list[str]:
    return [message for message in site.messages() if "nothing in the navigation leads" in message]


def test_pages_that_nothing_in_the_navigation_leads_to_are_reported(tmp_path: Path) -> None:
    site = zoo(tmp_path, nav=["index.md"])
    assert unreached(site) == [UNREACHED.format(5, "reference", "Reference", "reference")]
    strict = zoo(tmp_path / "strict", nav=["index.md"], validation={"nav": {"omitted_files": "warn"}})
    assert strict.troubles == unreached(strict) != []


@pytest.mark.parametrize("plugin", ["literate-nav", "awesome-nav"])
def test_so_are_those_that_a_navigation_in_files_does_not_lead_to(tmp_path: Path, plugin: str) -> None:
    files = {"docs/SUMMARY.md": "* [Home](index.md)\n", "docs/.nav.yml": "nav:\n  - index.md\n"}
    site = zoo(tmp_path, plugins=["search", plugin, {"oasmap": {"spec": "api.yaml"}}], files=files)
    assert unreached(site) == [UNREACHED.format(5, "reference", "Reference", "reference")]


def test_each_of_several_mappings_is_looked_for(tmp_path: Path) -> None:
    mappings = [{"spec": "api.yaml", "pages": name} for name in ("one", "two", "three")]
    mappings[2]["title"] = "Reference"
    site = zoo(tmp_path, options={"mappings": mappings}, nav=["index.md", {"One": "one/"}])
    assert unreached(site) == [
        UNREACHED.format(5, *names) for names in (("two", "Two", "two"), ("three", "Reference", "three"))
    ]


@pytest.mark.parametrize(
    "settings",
    [
        {"nav": ["index.md", "reference/report.md"]},
        {"nav": ["index.md", {"X": [{"Y": "reference/"}]}]},
        {},
        {"nav": ["index.md"], "not_in_nav": "/reference/\n"},
    ],
)
def test_one_page_is_enough_to_be_reached_and_a_site_may_leave_all_out(tmp_path: Path, settings: Any) -> None:
    assert unreached(zoo(tmp_path, **settings)) == []


def test_what_else_may_be_left_out_is_no_leave(tmp_path: Path) -> None:
    assert len(unreached(zoo(tmp_path, nav=["index.md"], not_in_nav="/other/\n"))) == 1


def test_the_folder_may_have_another_name(tmp_path: Path) -> None:
    site = zoo(
        tmp_path, options={"spec": "api.yaml", "pages": "/terraform/the docs/"}, nav=["index.md", "terraform/the docs/"]
    )
    assert "terraform/the docs/resources/pet/index.html" in site.uris
    assert ("Overview", "terraform/the%20docs/") in navigation(site)
    assert dead_links(site) == []
    assert missing(site) == []


def test_pages_of_the_site_may_stand_in_the_same_folder(tmp_path: Path) -> None:
    site = zoo(tmp_path, files={"docs/reference/notes.md": "# Notes\n\n[pet](resources/pet.md#name)\n"})
    assert ("Notes", "reference/notes/") in navigation(site)
    assert site.troubles == []
    assert dead_links(site) == []


def test_several_mappings_are_several_sections(tmp_path: Path) -> None:
    second = ZOO_CONFIG.replace("name: zoo", "name: ark").replace("  pet:", "  animal:")
    site = zoo(
        tmp_path,
        options={
            "mappings": [
                {"spec": "api.yaml", "title": "Zoo API"},
                {"spec": "second.yaml", "config": "second.yml", "pages": "ark", "title": "Ark API"},
            ]
        },
        files={"second.yaml": ZOO, "second.yml": second},
    )
    found = navigation(site)
    assert found[:2] == [("Zoo", "."), ("Zoo API", "#")]
    assert found[2 : 2 + len(REFERENCE)] == REFERENCE
    assert found[2 + len(REFERENCE) :][:2] == [("Ark API", "#"), ("Overview", "ark/")]
    assert ("animal", "ark/resources/animal/") in found
    assert site.data("ark/provider_code_spec.json")["provider"]["name"] == "ark"
    assert site.data("reference/provider_code_spec.json")["provider"]["name"] == "zoo"
    assert site.page("ark/resources/animal/index.html").one("h1").text == "ark_animal"
    assert dead_links(site) == []
    assert missing(site) == []


def test_several_mappings_have_their_own_places_in_the_navigation(tmp_path: Path) -> None:
    mappings = [{"spec": "api.yaml", "pages": "one"}, {"spec": "api.yaml", "pages": "two"}]
    site = zoo(
        tmp_path, options={"mappings": mappings}, nav=[{"Two": "two/"}, "index.md", {"One": [{"Inner": "one/"}]}]
    )
    titles = [(text, address) for text, address in navigation(site) if text in ("One", "Two", "Inner", "Overview")]
    assert titles == [("Two", "#"), ("Overview", "two/"), ("One", "#"), ("Inner", "#"), ("Overview", "one/")]
    assert missing(site) == []
    assert site.page("two/index.html").one("h1").text == "Two"  # not Reference, as the other one


CAGES, PONDS = [f"cage_{number}" for number in range(6)], [f"pond_{number}" for number in range(2)]
AFTER = ["Mapping report"]
CREATE_AND_READ = {"create": "POST", "read": "GET"}


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Built]:
    """Builds a site in Material with more pages than there may be in one list, of which some have a tag."""
    monkeypatch.setattr(sidebar, "MOST", 5)
    monkeypatch.setattr(placing, "_LONG", 5)
    paths: dict[str, Any] = {}
    resources: dict[str, Any] = {}
    for name in [*CAGES, *PONDS]:
        content = {
            "content": {"application/json": {"schema": {"type": "object", "properties": {"x": {"type": "string"}}}}}
        }
        operation = {"responses": {"200": {"description": "done", **content}}}
        tags = {"tags": ["<i>Ponds</i>"]} if name in PONDS else {}
        paths[f"/{name}"] = {"post": {"requestBody": content, **operation, **tags}, "get": {**operation, **tags}}
        resources[name] = {part: {"path": f"/{name}", "method": verb} for part, verb in CREATE_AND_READ.items()}
    files = {
        "api.yaml": json.dumps({"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": paths}),
        "generator_config.yml": json.dumps({"provider": {"name": "zoo"}, "resources": resources}),
    }

    def build(*features: str) -> Built:
        return zoo(tmp_path, files=files, theme={"name": "material", "font": False, "features": list(features)})

    return build


def opened(site: Built, page: str) -> list[str]:
    """The titles in the navigation that a page has, in the order of their addresses on it."""
    links = site.page(page).one(css="md-nav--primary").all(css="md-nav__link")
    return list(dict.fromkeys(link.text for link in links if not link.attributes.get("href", "").startswith("#")))


def test_a_page_has_only_the_section_of_many_pages_that_it_is_in(many: Callable[..., Built]) -> None:
    site = many("navigation.prune")
    before = ["Zoo", "Reference", "Overview", "Provider", "Resources"]
    ponds = "<\u2060i>Ponds<\u2060/i>"
    cages = ["Other: 1 of 3", "Other: 2 of 3", "Other: 3 of 3"]
    assert opened(site, "reference/resources/pond_0/index.html") == [*before, ponds, *PONDS, *cages, *AFTER]
    assert opened(site, "reference/resources/cage_1/index.html") == [
        *before, ponds, cages[0], *CAGES[:2], *cages[1:], *AFTER
    ]  # fmt: skip


def test_a_long_navigation_on_each_page_is_told_of(many: Callable[..., Built]) -> None:
    assert [text for text in many().messages() if "navigation.prune" in text] == [
        "oasmap: the whole navigation (12 pages) is on each page: see `navigation.prune` of the theme"
    ]
    assert [text for text in many("navigation.prune").messages() if "navigation.prune" in text] == []
