"""Blocks in a page that Zensical, of which there is a stand-in, converts: addresses, names for links, and settings."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markdown import Markdown

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.markdown_block import OasmapExtension
from mkdocs_oasmap.render.html import SCRIPT, STYLESHEET

from .site.sites import write_site

WHOLE = "::: oasmap ref/resources/pet\n    parts: all\n"
NAMES = "# Own\n\n::: oasmap resource.pet.name\n"


class Store:
    """The names for links of a site."""

    def __init__(self) -> None:
        self.current_page: Any = "the page"
        self.found: dict[str, tuple[str, bool]] = {}

    def register_anchor(self, *, page: Any, identifier: str, anchor: str, primary: bool) -> None:
        assert page == "the page"
        self.found[identifier] = anchor, primary


@pytest.fixture
def store(here: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A site of one mapping, and Zensical, which converts one of its pages."""
    write_site(here, options={"spec": "api.yaml", "pages": "ref", "audience": "authors"})
    made = Store()
    page = SimpleNamespace(page=SimpleNamespace(path="guide/own.md"))
    modules = {
        "zensical.extensions.context": SimpleNamespace(
            ContextPreprocessor=SimpleNamespace(from_markdown=lambda _md: page)
        ),
        "zensical.extensions.autorefs": SimpleNamespace(get_autorefs_store=lambda: made),
        "zensical.config": SimpleNamespace(get_config=lambda: {"root_dir": ""}),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return made


def converted(text: str, **options: Any) -> str:
    return Markdown(extensions=["toc", OasmapExtension(**options)]).convert(text)


def test_links_of_a_page_lead_to_sources_and_its_rows_are_entries_of_the_search(store: Store) -> None:
    html = converted(WHOLE, mkdocs="mkdocs.yml")
    assert 'href="../ref/data-sources/pet.md"' in html
    assert '<h4 class="oa-place" id="nickname" aria-hidden="true">nickname · zoo_pet (Resource)</h4>' in html
    assert '<a class="oa-skip" data-search-exclude' in html
    assert store.found["resource.pet"] == store.found["ref/resource.pet"] == ("schema-attributes", True)
    assert store.found["resource.pet.owner.email"] == ("owner.email", True)


def test_names_in_a_block_lead_to_the_page_of_the_entity_first(store: Store) -> None:
    converted(NAMES, mkdocs="mkdocs.yml")
    assert store.found == {"resource.pet.name": ("resource.pet.name", False)}
    store.found.clear()
    store.current_page = None
    converted(NAMES, mkdocs="mkdocs.yml")
    converted(WHOLE, mkdocs="mkdocs.yml")
    assert store.found == {}


def test_what_is_wrong_and_what_is_left_out_is_told_as_a_warning(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    converted("::: oasmap resource.cat", mkdocs="mkdocs.yml")
    assert caplog.messages[-1].startswith("oasmap: guide/own.md: ::: oasmap resource.cat: there is no 'resource.cat'")
    write_site(Path(), options={"spec": "api.yaml", "pages": "ref"})
    converted("::: oasmap report", mkdocs="mkdocs.yml")
    assert caplog.messages[-1] == "oasmap: ::: oasmap report is left out: the site is for users"
    assert {record.levelname for record in caplog.records} >= {"WARNING"}
    assert store.found == {}


@pytest.mark.parametrize("options", [{}, {"spec": "api.yaml"}])
def test_a_plugin_that_zensical_drops_is_refused(store: Store, options: dict[str, Any]) -> None:
    with pytest.raises(MappingError, match=r"^mkdocs\.yml: the plugin oasmap is listed, and Zensical runs no plugins"):
        converted("", **options)
    write_site(Path(), plugins=["search"])
    assert "resource.pet.name" in converted(NAMES, spec="api.yaml")
    Path("mkdocs.yml").unlink()
    assert "resource.pet.name" in converted(NAMES, spec="api.yaml")
    assert "resource.pet.name" in store.found


@pytest.mark.parametrize(
    ("settings", "options", "is_inline"),
    [
        ({}, {}, True),
        ({"extra_css": [STYLESHEET]}, {}, True),
        ({"extra_javascript": [SCRIPT]}, {}, True),
        ({"extra_css": [STYLESHEET], "extra_javascript": [SCRIPT]}, {}, False),
        ({"extra_css": [STYLESHEET], "extra_javascript": [SCRIPT]}, {"assets": "docs/own"}, False),
        ({}, {"assets": "docs/own"}, False),
        ({}, {"assets": False}, False),
    ],
)
def test_a_site_that_links_style_sheet_and_script_has_none_in_its_pages(
    store: Store, settings: dict[str, Any], options: dict[str, Any], *, is_inline: bool
) -> None:
    assert store.found == {}
    write_site(Path(), options={"spec": "api.yaml", "pages": "ref"}, **settings)
    assert ("<style>" in converted(NAMES, mkdocs="mkdocs.yml", **options)) is is_inline
    assert Path("docs/own/oasmap.css").exists() == (options.get("assets") == "docs/own")
