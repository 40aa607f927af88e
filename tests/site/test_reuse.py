"""Pages that are reused from an earlier build are those that would be made, whatever was edited in between."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mapper.report.diagnostic import MappingError
from mapper.review import Review, Settings
from mkdocs_oasmap.cache import Cache
from mkdocs_oasmap.mappings import MappingInput
from mkdocs_oasmap.pages.audience import Shown
from mkdocs_oasmap.pages.history import History
from mkdocs_oasmap.pages.imprints import Imprints
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.source_links import source_links
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.kept import KeepingSite
from mkdocs_oasmap.render.site import RenderedPage, Site
from mkdocs_oasmap.review.baselines import mapped_state, review

from .sites import EXAMPLE

SHARED = 4
USERS = 6
Options = dict[str, Any]
PAGES: dict[str, Options] = {
    "authors": {"excerpts": True, "split": 8},
    "users": {"shown": Shown(sources=False, authors=False)},
    "links": {"source_url": source_links("https://example.com/{path}#L{line}")},
}
SYSTEMS = {
    "terraform": ("api/openapi.yaml", ("generator_config.yml",)),
    "ack": ("ack/service-2.json", ("ack/generator.yaml",)),
    "crossplane": ("provider/provider_schema.json", ("crossplane/provider.yaml",)),
    "provider": ("provider/provider_schema.json", ()),
    "pulumi": ("pulumi/schema.json", ()),
}


class Builds:
    """Builds of one site in a row, each compared with a build that reuses nothing."""

    def __init__(self, folder: Path, key: MappingInput, *, reviewed: bool = False) -> None:
        self.key, self.folder, self._reviewed = key, folder, reviewed
        self._first: Any = None
        self._last: dict[str, KeepingSite] = {}
        self._cache = Cache(folder / "cache", pytest.fail)
        self._renderer = Renderer()

    def check(self, what: str) -> int:
        """Map, and compare the pages for each audience; returns how many there are. An input may be wrong."""
        try:
            mapped = self.key.read_and_run()
        except MappingError:
            return 0
        self._first = self._first or mapped
        since: dict[str, Any] = {}
        if self._reviewed:
            history = History([("1.0", self._first.mapping)], mapped.mapping)
            since = {"review": self._changes(mapped), "history": history}
        count = 0
        for name, options in PAGES.items():
            reused = self.render(name, mapped, **since)
            site = Site(Pages(mapped.mapping, **options, **since), mapped, "reference", "API")
            assert reused.keys() == site.uris.keys()
            for key, (page, twin) in reused.items():
                assert page == site.render(key, self._renderer, str, "attributes"), (what, name, key)
                assert twin == site.twin(key), (what, name, key)
            count += len(reused)
        return count

    def render(self, name: str, mapped: Any, **since: Any) -> dict[str, tuple[RenderedPage, bytes]]:
        """The pages for an audience and their Markdown by key, reused where that is possible."""
        pages = Pages(mapped.mapping, **PAGES[name], **since)
        site = KeepingSite(pages, mapped, "reference", "API", "", self._cache, name, self._last.get(name))
        self._last[name] = site
        made = {key: (site.render(key, self._renderer, str, "attributes"), site.twin(key)) for key in site.uris}
        site.keep(str, search=True)
        return made

    def _changes(self, mapped: Any) -> Review:
        states = (mapped_state(name, each.inputs, each.mapping) for name, each in (("1.0", self._first), ("x", mapped)))
        return review(*states, Settings())


def description(chance: random.Random) -> dict[str, Any]:
    """An API whose resources share schemas, which contain each other."""
    schemas: dict[str, Any] = {}
    for number in range(SHARED):
        properties: dict[str, Any] = {
            "size": {"type": "string", "description": f"Of {number}.", "enum": ["s", "m"], "example": "s"},
            "count": {"type": "integer", "maximum": 10 + number},
        }
        if number:
            properties["inner"] = {"$ref": f"#/components/schemas/S{chance.randrange(number)}"}
        schemas[f"S{number}"] = {"type": "object", "description": f"Shared {number}.", "properties": properties}
    paths: dict[str, Any] = {}
    for number in range(USERS):
        parts = {f"p{other}": {"$ref": f"#/components/schemas/S{other}"} for other in chance.sample(range(SHARED), 2)}
        schemas[f"U{number}"] = {"type": "object", "properties": {"name": {"type": "string"}, **parts}}
        content = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/U{number}"}}}}
        made = {"requestBody": content, "responses": {"201": {"description": "made", **content}}}
        found = {"parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]}
        paths[f"/u{number}"] = {"post": made}
        paths[f"/u{number}/{{id}}"] = {"get": {**found, "responses": {"200": {"description": "found", **content}}}}
    head = {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}}
    return {**head, "paths": paths, "components": {"schemas": schemas}}


def config() -> dict[str, Any]:
    resources = {
        f"u{number}": {
            "create": {"path": f"/u{number}", "method": "POST"},
            "read": {"path": f"/u{number}/{{id}}", "method": "GET"},
        }
        for number in range(USERS)
    }
    return {"provider": {"name": "things"}, "resources": resources}


def edits(api: dict[str, Any], settings: dict[str, Any], chance: random.Random) -> Iterator[str]:
    """Edits of the description and the config, in turn, with their names."""
    schemas = api["components"]["schemas"]

    def one(letter: str = "S") -> dict[str, Any]:
        return schemas[chance.choice([name for name in schemas if name.startswith(letter)])]["properties"]

    yield "nothing"
    one()["size"]["description"] = f"Another {chance.random()}."
    yield "a description"
    one()["size"]["enum"].append("xl")
    yield "an enum, which shifts lines"
    one()["count"]["maximum"] += 1
    yield "a limit"
    one()["size"]["example"] = "m"
    yield "an example"
    schemas[f"U{chance.randrange(USERS)}"]["properties"]["again"] = {"$ref": "#/components/schemas/S0"}
    yield "one more reference"
    user = one("U")
    user[next(name for name in user if name != "name")] = {"$ref": "#/components/schemas/S1"}
    yield "the target of a reference"
    schemas["S0"]["properties"]["bad"] = {}
    yield "a diagnostic"
    schemas["A"] = {"type": "object", "properties": {"added": {"type": "boolean"}}}
    one("U")["added"] = {"$ref": "#/components/schemas/A"}
    yield "a schema that is added"
    del schemas["A"]
    yield "a schema that is removed"
    api["info"]["description"] = "What all of it is."
    yield "a line at the top"
    settings["resources"]["u3"]["schema"] = {"ignores": ["name"]}
    yield "the config"
    del settings["resources"]["u1"]
    yield "an entry that is removed"
    settings["data_sources"] = {"u2": {"read": settings["resources"]["u2"]["read"]}}
    yield "an entity of the same name"
    api["paths"]["/u5"]["post"]["summary"] = "Makes a u5."
    yield "an operation"
    settings["provider"]["name"] = "stuff"
    yield "the name of the provider"


@pytest.fixture
def site(tmp_path: Path) -> tuple[Builds, Callable[[dict[str, Any], dict[str, Any]], None]]:
    def write(api: dict[str, Any], settings: dict[str, Any]) -> None:
        (tmp_path / "api.json").write_text(json.dumps(api, indent=1))
        (tmp_path / "config.json").write_text(json.dumps(settings, indent=1))

    key = MappingInput(tmp_path / "api.json", (tmp_path / "config.json",), tmp_path)
    return Builds(tmp_path, key), write


def check_edits(builds: Builds, write: Callable[[Any, Any], None], seed: int) -> None:
    chance = random.Random(seed)
    api, settings = description(chance), config()
    for what in edits(api, settings, chance):
        write(api, settings)
        assert builds.check(what) > len(PAGES) * (USERS - 1)


@pytest.mark.parametrize(("seed", "reviewed"), [(1, False), (2, True)])
def test_pages_after_edits_of_shared_schemas_are_those_of_a_new_build(
    site: tuple[Builds, Any], seed: int, *, reviewed: bool
) -> None:
    builds, write = site
    check_edits(Builds(builds.folder, builds.key, reviewed=reviewed), write, seed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_pages_after_edits_of_the_example_site_are_those_of_a_new_build(tmp_path: Path, system: str) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "site", ignore=shutil.ignore_patterns("docs", "__pycache__"))
    base = tmp_path / "site"
    spec, configs = SYSTEMS[system]
    key = MappingInput(base / spec, tuple(base / name for name in configs), base, system=system)
    builds = Builds(tmp_path, key)
    chance = random.Random(system)
    files = [base / spec, *(base / name for name in configs)]
    if system == "terraform":
        files.append(base / "api/components.yaml")
    assert builds.check("nothing")
    done = 0
    for number in range(4):
        path = files[number % len(files)]
        before = path.read_text()
        edit = chance.choice([reworded, shifted])
        path.write_text(edit(before, chance))
        done += bool(builds.check(f"{edit.__name__} {path.name}"))
    assert done > 1


def reworded(text: str, chance: random.Random) -> str:
    """The text with another word in a description."""
    places = list(re.finditer(r"(?i)\b(the|a|of|is) (?=\w)", text))
    if not places:
        return text
    place = chance.choice(places)
    return f"{text[: place.end()]}other {text[place.end() :]}"


def shifted(text: str, chance: random.Random) -> str:
    """The text with an empty line between two others."""
    lines = text.split("\n")
    at = chance.randrange(1, len(lines))
    return "\n".join([*lines[:at], "", *lines[at:]])


@pytest.mark.parametrize("forgotten", ["lines", "attributes"])
def test_reuse_that_forgets_something_is_noticed(
    site: tuple[Builds, Any], monkeypatch: pytest.MonkeyPatch, forgotten: str
) -> None:
    builds, write = site
    if forgotten == "lines":
        monkeypatch.setattr(Imprints, "place", lambda _self, location: location.pointer)
    else:
        monkeypatch.setattr(Imprints, "of", lambda _self, _value: "always the same")
    with pytest.raises(AssertionError, match="resources"):
        check_edits(builds, write, 1)


def test_only_the_pages_of_entities_that_use_an_edited_schema_are_made(
    site: tuple[Builds, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    builds, write = site
    entity, views = Pages.entity, list[str]()

    def counted(self: Pages, key: str) -> Any:
        views.append(key)
        return entity(self, key)

    monkeypatch.setattr(Pages, "entity", counted)
    api, settings = description(random.Random(1)), config()
    write(api, settings)
    builds.render("authors", builds.key.read_and_run())
    assert len(views) >= USERS
    views.clear()
    schemas = api["components"]["schemas"]
    schemas["S3"]["description"] = "Another text."  # no other shared schema contains the last one
    write(api, settings)
    builds.render("authors", builds.key.read_and_run())
    users = {f"resources/u{number}" for number in range(USERS) if "S3" in json.dumps(schemas[f"U{number}"])}
    assert {"/".join(key.split("/")[:2]) for key in views} == users
    assert 0 < len(users) < USERS
