"""Search in a browser: a name leads to its page, and a result to the row that was looked for, in every theme."""

import json
from pathlib import Path
from typing import Any

import pytest

from .browser import needs_browser
from .search_ranks import THEMES, Asked, misses, names_of, open_search, queries
from .sites import with_property, zoo

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def inner(outer: str) -> str:
    return ", ".join(f"{outer}{letter}Deep: {{type: string}}" for letter in LETTERS)


OUTER = ", ".join(f"o{letter}: {{type: object, properties: {{{inner(f'in{letter}')}}}}}" for letter in LETTERS[:14])
BIG = with_property(f"big: {{type: object, properties: {{{OUTER}}}}}")
FEW = with_property("few: {type: object, properties: {slewRate: {type: string, enum: [gentle]}}}", api=BIG)


@pytest.fixture(scope="module", params=["plain", "highlight", "readthedocs"])
def searched(request: pytest.FixtureRequest, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with rows that are folded and have no sections of their own, as the guide has people write it, or not."""
    material = {"name": "material", "font": False}
    themes: dict[str, Any] = {
        "plain": material,
        "highlight": {**material, "features": ["search.highlight"]},
        "readthedocs": "readthedocs",
    }
    built = zoo(tmp_path_factory.mktemp("searched"), theme=themes[request.param], files={"api.yaml": FEW})
    return f"{serve(built.folder)}{'search.html?q=' if request.param == 'readthedocs' else ''}"


@pytest.mark.parametrize(
    ("words", "anchor"),
    [
        ("slew_rate", "few.slew_rate"),
        ("slewRate", "few.slew_rate"),
        ("gentle", "few.slew_rate"),
        ("infk_deep", "big.of.infk_deep"),
        ("infkDeep", "big.of.infk_deep"),
    ],
)
def test_a_result_leads_to_the_row(page: Any, searched: str, words: str, anchor: str) -> None:
    if searched.endswith("?q="):
        page.goto(searched + words)
        results = "#mkdocs-search-results a"
    else:
        open_search(page, searched, "material")(words)
        results = ".md-search-result__link"
    page.locator(f"{results}[href*='resources/pet'][href*='#']").first.click()
    page.wait_for_url(f"**/resources/pet/**#{anchor}")
    playwright_api.expect(page.locator(f"[id='{anchor}'] > a")).to_be_in_viewport()


STEMS = (
    "site",
    "app",
    "app_user",
    "group",
    "group_rule",
    "dns_record",
    "environment_variable",
    "app_user_role",
    "user",
)
NAMES = [
    "build",
    *STEMS,
    *(f"{stem}_{tail}" for stem in STEMS for tail in ("grant", "token", "rule", "key", "log_stream")),
]


def many() -> tuple[str, str]:
    """An API and a config with more than a hundred entities, whose names begin alike and are names of attributes."""
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Any"}}}}
    found = {"responses": {"200": {"description": "Found.", **body}}}
    properties: dict[str, Any] = {
        name: {"type": "string", "description": f"One {name}."} for name in STEMS if "_" not in name
    }
    properties["id"] = {"type": "string", "readOnly": True}
    paths: dict[str, Any] = {}
    config: dict[str, Any] = {"provider": {"name": "zoo"}, "resources": {}, "data_sources": {}}
    for name in NAMES:
        summary = f"Create a {name.replace('_', ' ')} of the group, the user, the site and the app"
        paths[f"/{name}s"] = {"post": {"summary": summary, "requestBody": body, **found}, "get": found}
        where = {"in": "path", "name": "id", "required": True, "schema": {"type": "string"}}
        paths[f"/{name}s/{{id}}"] = {"parameters": [where], "get": found}
        reads = {"read": {"path": f"/{name}s/{{id}}", "method": "GET"}}
        config["resources"][name] = {"create": {"path": f"/{name}s", "method": "POST"}, **reads}
        config["data_sources"][name] = reads
        if name in STEMS:
            config["data_sources"][f"{name}s"] = {"read": {"path": f"/{name}s", "method": "GET"}}
    settings = {"type": "object", "properties": {"cmd": {"type": "string"}}}
    cabinet = {"type": "object", "properties": {"id": properties["id"], "build_settings": settings}}
    holds = {"content": {"application/json": {"schema": cabinet}}}
    paths["/cabinets"] = {"post": {"requestBody": holds, "responses": {"200": {"description": "Found.", **holds}}}}
    config["resources"]["cabinet"] = {"create": {"path": "/cabinets", "method": "POST"}, **reads}
    schemas = {"Any": {"type": "object", "properties": properties}}
    api = {"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": paths}
    return json.dumps({**api, "components": {"schemas": schemas}}), json.dumps(config)


@pytest.mark.parametrize("theme", THEMES)
def test_the_name_of_an_entity_leads_to_its_page(
    tmp_path: Path, browser: Any, page: Any, serve: Any, theme: str
) -> None:
    api, config = many()
    site = zoo(tmp_path, theme=THEMES[theme], files={"api.yaml": api, "generator_config.yml": config})
    assert len(names_of(site)) > 100
    asked = [one for page in list(names_of(site))[::8] for one in queries(site, page)]
    asked.append(Asked("create site", ("reference/resources/site/",)))
    asked.append(Asked("import app user", ("reference/resources/app_user/",)))
    asked.append(Asked("site id", ("reference/resources/site/",)))
    asked.append(Asked("provider token", ("reference/provider/",)))
    asked += [Asked(query, ("reference/resources/cabinet/",)) for query in ("build settings cmd", "buildsettings")]
    address = serve(site.folder)
    wrong = misses(browser, address, theme, asked)
    assert "\n".join(f"{one.query}: {first}" for one, first in wrong) == ""

    # an address that does not exist leads to the names that are like it, and so does what is typed there
    page.route("**/dns_recrod/", lambda route: route.fulfill(path=site.folder / "404.html", status=404))
    page.goto(f"{address}reference/data-sources/dns_recrod/")
    nearest = page.locator(".oa-missing li > a").first
    assert nearest.get_attribute("href") == "/reference/data-sources/dns_record/"
    page.locator(".oa-missing input").fill("enviroment variabel")
    playwright_api.expect(nearest).to_have_text("zoo_environment_variable")
    nearest.click()
    page.wait_for_url("**/reference/resources/environment_variable/")


def test_a_name_that_is_found_in_a_group_leads_to_its_row(
    tmp_path: Path, page: Any, serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mkdocs_oasmap.pages.search._MOST_LOOKED_UP", 3)
    site = zoo(tmp_path, theme={"name": "material", "font": False})
    open_search(page, serve(site.folder), "material")("colour")
    page.locator(".md-search-result__link[href*='data-sources/pet'][href*='#']").first.click()
    page.wait_for_url("**/data-sources/pet/**#toys.colour")
