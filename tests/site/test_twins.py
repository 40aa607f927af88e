"""The pages as Markdown in sites that MkDocs builds."""

from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig

from mkdocs_oasmap.sites.markdown_copies import _item

from .sites import Built, build, dead_links, write_site

pytestmark = pytest.mark.build


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    settings = {"site_url": "https://docs.example/", "site_description": "All of *it*."}
    options = {"spec": "api.yaml", "audience": "users"}
    return build(write_site(tmp_path_factory.mktemp("site"), options=options, **settings))


def test_every_page_has_a_twin_in_markdown(site: Built) -> None:
    assert dead_links(site) == []
    pages = [uri for uri in site.uris if uri.startswith("reference/") and uri.endswith("index.html")]
    assert len(pages) > 3
    for uri in pages:
        twin = uri.removesuffix("/index.html") + ".md" if uri != "reference/index.html" else "reference/index.md"
        assert site.text(twin).startswith("---\n# Made by mkdocs-oasmap.\n")
    assert "- `name` (String) What it is called." in site.text("reference/resources/pet.md")
    assert "\n### Nested attributes of `owner.address`\n\nOptional:\n\n- `street` (String" in site.text(
        "reference/resources/pet.md"
    )
    assert "api.yaml" not in "".join(site.text(uri) for uri in site.uris if uri.endswith((".md", ".txt")))


def test_no_page_says_that_it_has_a_translation(site: Built) -> None:
    """Material asks for the site map of each."""
    assert 'rel="alternate"' not in site.text("reference/index.html")


def test_a_list_for_programs_names_all_pages(site: Built) -> None:
    text = site.text("llms.txt")
    assert text.startswith("# Zoo\n\n> All of &#42;it&#42;.\n\n## Pages\n\n- [Zoo](https://docs.example/)\n")
    assert "\n## Reference\n\n- [Overview](https://docs.example/reference/index.md)\n" in text
    assert "(Resource)](https://docs.example/reference/resources/pet.md)" in text
    assert "report.md" not in text


def test_without_an_address_of_the_site_the_list_leads_to_its_pages_all_the_same() -> None:
    config = MkDocsConfig()
    assert _item("Home", "", "", config) == "- [Home](./)"
    assert _item("Pet", "reference/pet.md", "It purrs. Often.", config) == "- [Pet](reference/pet.md): It purrs."


def test_there_are_none_where_a_site_wants_none(tmp_path: Path) -> None:
    site = build(write_site(tmp_path, options={"spec": "api.yaml", "markdown_pages": False}))
    assert not [uri for uri in site.uris if uri.endswith(".md") or uri == "llms.txt"]


def test_a_list_of_ones_own_stays_and_authors_have_the_report_too(tmp_path: Path) -> None:
    files = {"docs/llms.txt": "mine\n", "docs/index.md": "# Zoo\n"}
    options = {"spec": "api.yaml", "audience": "authors", "split": 1, "baseline": "api.yaml"}
    site = build(write_site(tmp_path, options=options, files=files))
    assert site.text("llms.txt") == "mine\n"
    assert "## Sources" in site.text("reference/resources/pet.md")
    assert '- `name` (String) <a id="name"></a>What' in site.text("reference/resources/pet.md")
    assert "# Mapping report" in site.text("reference/report.md")
    assert "Nothing changes for users, compared with `api.yaml`." in site.text("reference/changes.md")
    assert dead_links(site) == []
