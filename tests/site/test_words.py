"""Own words, and the pages as Markdown, in sites that MkDocs builds."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig

from mapper.immutable import dataclass
from mkdocs_oasmap.sites.markdown_copies import _item

from .sites import Built, build, dead_links, refuse, write_site

WORDS = {
    "Overview": "Überblick",
    "Resources": "Ressourcen",
    "Resource": "Ressource",
    "Schema": "Felder",
    "Required": "Pflicht",
    "Expand all": "Alle aufklappen",
    "See also": "Siehe auch",
}


@dataclass(frozen=True)
class Sites:
    """The same site as it is by default, and with own words."""

    plain: Built
    own: Built


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Sites:
    site = {"site_url": "https://docs.example/", "site_description": "All of *it*."}
    options = {"spec": "api.yaml", "audience": "users"}
    plain = build(write_site(tmp_path_factory.mktemp("plain"), options=options, **site))
    options |= {"words": WORDS, "markdown_pages": False}
    return Sites(plain, build(write_site(tmp_path_factory.mktemp("own"), options=options)))


def test_own_words_are_in_headings_contents_navigation_titles_and_the_script(sites: Sites) -> None:
    page = sites.own.text("reference/resources/pet/index.html")
    assert sites.own.troubles == []
    assert "<title>zoo_pet (Ressource)" in page
    assert 'id="schema-attributes">Felder' in page
    assert 'id="attributes-required">Pflicht' in page
    assert "Alle aufklappen" in page
    for word in ("Überblick", "Ressourcen", "Felder", "Pflicht"):
        assert page.count(word) > 1 or word in ("Überblick", "Ressourcen")
    assert "See also" not in page
    assert "Felder" in sites.own.text("search/search_index.json") or "Felder" in page


def test_unknown_words_stop_the_build_with_the_nearest_phrase(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "words": {"Schemas": "x", "See also": "{it}"}})
    (message,) = [line for line in refuse(path) if "words" in line]
    assert "no page says 'Schemas'; did you mean 'Schema'?" in message
    assert "'See also': {it} is not known there; it has no places for values" in message


def test_every_page_has_a_twin_in_markdown(sites: Sites) -> None:
    site = sites.plain
    assert dead_links(site) == []
    pages = [uri for uri in site.uris if uri.startswith("reference/") and uri.endswith("index.html")]
    assert len(pages) > 3
    for uri in pages:
        twin = uri.removesuffix("/index.html") + ".md" if uri != "reference/index.html" else "reference/index.md"
        assert site.text(twin).startswith("---\n# Made by mkdocs-oasmap.\n")
    assert "- `name` (String" in site.text("reference/resources/pet.md")
    assert "api.yaml" not in "".join(site.text(uri) for uri in site.uris if uri.endswith((".md", ".txt")))


def test_no_page_says_that_it_has_a_translation(sites: Sites) -> None:
    """Material asks for the site map of each."""
    for site in (sites.plain, sites.own):
        assert 'rel="alternate"' not in site.text("reference/index.html")


def test_a_list_for_programs_names_all_pages(sites: Sites) -> None:
    text = sites.plain.text("llms.txt")
    assert text.startswith("# Zoo\n\n> All of &#42;it&#42;.\n\n## Pages\n\n- [Zoo](https://docs.example/)\n")
    assert "\n## Reference\n\n- [Overview](https://docs.example/reference/index.md)\n" in text
    assert "(Resource)](https://docs.example/reference/resources/pet.md)" in text
    assert "report.md" not in text


def test_without_an_address_of_the_site_the_list_leads_to_its_pages_all_the_same() -> None:
    config = MkDocsConfig()
    assert _item("Home", "", "", config) == "- [Home](./)"
    assert _item("Pet", "reference/pet.md", "It purrs. Often.", config) == "- [Pet](reference/pet.md): It purrs."


def test_there_are_none_where_a_site_wants_none(sites: Sites) -> None:
    assert not [uri for uri in sites.own.uris if uri.endswith(".md") or uri == "llms.txt"]


def test_a_list_of_ones_own_stays_and_authors_have_the_report_too(tmp_path: Path) -> None:
    files = {"docs/llms.txt": "mine\n", "docs/index.md": "# Zoo\n"}
    options = {"spec": "api.yaml", "audience": "authors", "split": 1, "baseline": "api.yaml"}
    site = build(write_site(tmp_path, options=options, files=files))
    assert site.text("llms.txt") == "mine\n"
    assert "## Sources" in site.text("reference/resources/pet.md")
    assert "# Mapping report" in site.text("reference/report.md")
    assert "Nothing changes for users, compared with `api.yaml`." in site.text("reference/changes.md")
    assert dead_links(site) == []
