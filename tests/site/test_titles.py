"""Texts of mkdocs.yml and of the config are text in every part of a page: titles, navigation, headings, search."""

from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from .sites import Built, build, write_site
from .tree import Element

EVIL = "</title></script><script>alert('evil')</script> {{ 7 * 191 }} {% raw %} \"x\" & *y*"
NAME = "r </title><script>alert('evil')</script>"
CONFIG = {
    "provider": {"name": "zoo"},
    "resources": {
        NAME: {"create": {"path": "/pets", "method": "POST"}, "read": {"path": "/pets/{id}", "method": "GET"}}
    },
}


def evil_site(folder: Path, theme: str, plugins: list[Any]) -> Built:
    options = {"spec": "api.yaml", "title": EVIL}
    files = {"generator_config.yml": yaml.safe_dump(CONFIG)}
    return build(
        write_site(
            folder,
            plugins=["search", *plugins, {"oasmap": options}],
            theme=theme,
            files=files,
            use_directory_urls=False,
        )
    )


def shown(element: Element) -> str:
    return element.text.replace("\u2060", "")


@pytest.mark.parametrize("plugins", [[], ["macros"], ["literate-nav"], ["awesome-nav"]], ids=str)
@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_no_title_is_run(tmp_path: Path, theme: str, plugins: list[Any]) -> None:
    site = evil_site(tmp_path, theme, plugins)
    for uri in site.uris:
        text = site.text(uri)
        assert "<script>alert" not in text, uri
        assert "1337" not in text, uri
    for entry in site.data("search/search_index.json")["docs"]:
        assert "<script>alert" not in entry["title"]


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_titles_show_as_they_were_written(tmp_path: Path, theme: str) -> None:
    site = evil_site(tmp_path, theme, [])
    assert shown(site.page("reference/index.html").one("h1")).removesuffix("¶").strip() == EVIL
    (uri,) = [uri for uri in site.uris if uri.startswith("reference/resources/")]
    assert NAME in shown(site.page(uri).one("h1"))
    assert NAME in unescape(shown(site.page(uri).one("title")))
    links = [shown(link) for link in site.page("index.html").all("a")]
    assert NAME in links
    assert EVIL in shown(site.page("index.html"))
