"""The site that `oasmap init` writes: settings, the lines for settings that exist, and the front page."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from msgspec.structs import replace

from mapper.model import About, Mapping
from mkdocs_oasmap.cli import site_files
from mkdocs_oasmap.cli.input_options import InputOptions
from mkdocs_oasmap.cli.site_files import front_page, lines_to_add, pages_of, site_config

from ..support import both

OVEN = """
create:
  type: object
  required: [name]
  properties: {name: {type: string}, size: {type: integer}}
read: {properties: {id: {type: string}}}
"""
MAPPING = both(OVEN)[0].mapping


def source(spec: str = "api/openapi.yaml", system: str = "terraform", **more: Any) -> InputOptions:
    """The options of an input."""
    read = SimpleNamespace(**({"provider": None, "overlays": (), "allow_hosts": ()} | more.pop("read", {})))
    return cast(
        "InputOptions", SimpleNamespace(**({"spec": spec, "system": system, "config": (), "read": read} | more))
    )


@pytest.mark.parametrize(
    ("made", "options"),
    [
        (source(), {"spec": "api/openapi.yaml", "output": "provider_code_spec.json"}),
        (source(config=("generator_config.yml",)), {"spec": "api/openapi.yaml", "output": "provider_code_spec.json"}),
        (source(config=("own.yml",)),
         {"spec": "api/openapi.yaml", "config": "own.yml", "output": "provider_code_spec.json"}),
        (source(config=("generator_config.yml", "own.yml")),
         {"spec": "api/openapi.yaml", "config": "generator_config.yml", "output": "provider_code_spec.json"}),
        (source(read={"provider": "zoo"}),
         {"spec": "api/openapi.yaml", "provider": "zoo", "output": "provider_code_spec.json"}),
        (source(read={"provider": "zoo"}, config=("own.yml",)),
         {"spec": "api/openapi.yaml", "config": "own.yml", "output": "provider_code_spec.json"}),
        (source(read={"overlays": (Path("a") / "b.yaml",), "allow_hosts": ("e.example",)}),
         {"spec": "api/openapi.yaml", "overlays": ["a/b.yaml"], "allow_hosts": ["e.example"],
          "output": "provider_code_spec.json"}),
        (source("schema.json", "provider"), {"system": "provider", "spec": "schema.json"}),
        (source("botocore", "ack"), {"system": "ack", "spec": "botocore"}),
    ],
)  # fmt: skip
def test_the_settings_of_a_site_have_the_options_of_the_input(made: InputOptions, options: dict[str, Any]) -> None:
    text = site_config(made, MAPPING)
    assert text.startswith(f"# A site with the pages of {made.spec!r}, made by `oasmap init`. It is yours.\n")
    site = yaml.safe_load(text)
    assert site["plugins"] == ["search", {"oasmap": {**options, "pages": "reference"}}]
    assert site["nav"] == [{"Home": "index.md"}, {"Reference": "reference/"}]
    assert site["site_name"] == "bakery provider"


@pytest.mark.parametrize(("has_theme", "many"), [(False, 1), (True, 100), (True, 2)])
def test_a_theme_is_used_if_it_is_there(monkeypatch: pytest.MonkeyPatch, many: int, *, has_theme: bool) -> None:
    monkeypatch.setattr(site_files, "find_spec", lambda name: name if has_theme and name == "material" else None)
    monkeypatch.setattr(site_files, "_MANY", many)
    site = yaml.safe_load(site_config(source(), MAPPING))
    extensions = ["admonition", "attr_list", "tables"]
    assert pages_of(MAPPING) == 1 + len(MAPPING.entities)
    if not has_theme:
        assert "theme" not in site
        assert "extra_css" not in site
        assert site["markdown_extensions"] == extensions
        return
    assert site["theme"]["name"] == "material"
    assert site["theme"]["font"] is False
    assert ("navigation.prune" in site["theme"]["features"]) is (pages_of(MAPPING) > many)
    assert [one["scheme"] for one in site["theme"]["palette"]] == ["default", "slate"]
    assert site["extra_css"] == ["stylesheets/site.css"]
    assert site["markdown_extensions"] == [*extensions, "pymdownx.highlight", "pymdownx.superfences"]


@pytest.mark.parametrize(
    ("site", "lines"),
    [
        ({}, ["plugins:", "search"]),
        ({"plugins": []}, ["plugins: # which is there already"]),
        ({"nav": []}, ["plugins:", "search"]),
        ({"nav": ["a.md"]}, ["plugins:", "search", "nav: # which is there already"]),
        ({"nav": ["a.md"], "plugins": ["x"]}, ["plugins: # which is there already", "nav: # which is there already"]),
    ],
)
def test_settings_that_exist_get_lines_to_add(site: dict[str, Any], lines: list[str]) -> None:
    added = lines_to_add(source("s.json", "provider"), site)
    assert all(line.startswith("  ") for line in added)
    shown = [line.strip() for line in added]
    assert [line for line in shown if line.startswith(("plugins", "nav"))] == [
        line for line in lines if line != "search"
    ]
    assert ("- search" in shown) is ("search" in lines)
    assert ("- Reference: reference/" in shown) is any("nav" in line for line in lines)
    assert {"spec: s.json", "system: provider", "pages: reference"} <= set(shown)


def page(mapping: Mapping, **about: str) -> str:
    return front_page(replace(mapping, about=About(**about)))


PROVIDER = '```terraform\nprovider "bakery" {}\n```'
RESOURCE = '```terraform\nresource "bakery_oven" "main" {\n  name = "example"\n}\n```'


def test_the_front_page_counts_entities_and_says_how_a_configuration_begins() -> None:
    assert page(MAPPING, description="# Bakery\nWe *bake*.\n\nMore.") == (
        "# bakery provider\n\nWe bake.\n\n"
        "- 1 [Resource](reference/index.md#resources-list): 1 required, 1 optional and 1 read-only attribute\n"
        "- 1 [Data Source](reference/index.md#data-sources-list)\n\n## Start\n\n"
        f"{PROVIDER}\n\nResource [`bakery_oven`](reference/resources/oven.md):\n\n{RESOURCE}\n"
    )
    assert page(replace(MAPPING, entities=())) == "# bakery provider\n\n- [Reference](reference/index.md)\n"


def of_groups(*sizes: int) -> Mapping:
    """Resources in groups of these sizes; those with longer names need more."""
    oven = next(entity for entity in MAPPING.entities if entity.name == "oven" and not entity.kind.only_reads)
    named = [(f"g{number}_{'x' * place}", f"G {number}") for number, size in enumerate(sizes) for place in range(size)]
    entities = tuple(replace(oven, name=name) for name, _ in named)
    groups = {entity.ref: title for entity, (_, title) in zip(entities, named, strict=True)}
    return replace(MAPPING, entities=entities, groups=groups)


@pytest.mark.parametrize(
    ("sizes", "links"),
    [
        ((2, 2), []),
        ((2, 3, 4), ["[G 2](reference/index.md#g-2): 4 resources", "[G 1](reference/index.md#g-1): 3 resources",
                     "[G 0](reference/index.md#g-0): 2 resources"]),
        ((2,) * 13, [f"[G {n}](reference/index.md#g-{n}): 2 resources" for n in [0, 1, 10, 11, 12, *range(2, 9)]]),
    ],
)  # fmt: skip
def test_the_front_page_has_the_largest_groups(sizes: tuple[int, ...], links: list[str]) -> None:
    _, heading, groups = page(of_groups(*sizes)).partition("## By subject\n\n")
    assert bool(heading) is bool(links)
    assert groups.splitlines() == [f"- {link}" for link in links]


def test_a_reader_begins_with_a_short_name_that_needs_little() -> None:
    text = page(of_groups(1, 3))
    assert "- 4 [Resources](reference/index.md#resources-list): 4 required, 4 optional and 4 read-only" in text
    assert "Resource [`bakery_g0_`](reference/resources/g0_.md):" in text


@pytest.mark.parametrize(
    ("description", "shown"),
    [
        ("", None),
        ("One.\n\nTwo.", "One."),
        ("# Title\n\nOne.", "One."),
        ("# Title\n## More\nOne.\n### End", "One."),
        ("# Title", None),
        ("x" * 1001, "x" * 1000),
    ],
)
def test_the_front_page_has_the_first_paragraph(description: str, shown: str | None) -> None:
    parts = page(MAPPING, description=description).split("\n\n")
    assert parts[0] == "# bakery provider"
    assert (parts[1] if not parts[1].startswith("- ") else None) == shown
