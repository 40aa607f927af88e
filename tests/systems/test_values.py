"""No form of a page changes a value: enum values, constants, defaults and names stand as the input has them."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from mapper.model import Mapping
from mapper.registry import system_named
from mapper.request import Request
from mkdocs_oasmap.pages.audience import EVERYTHING
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.registry.tree import registry_docs
from mkdocs_oasmap.repository import Repository

from ..support import resource

VALUES = ["OnePerAz", "AWS::VPC", 'say "Hi"', "Stra\u00dfe", "TRUE", "iPhone", "a\u2019b", "\u0130x", "Title Of It"]
VALUES += ["{{ X }}", "a_*b*_C"]
"""Texts that another case, a trim, other quotes or an invisible character would change."""


def _created(**schema: Any) -> Mapping:
    return resource(f"create: {json.dumps({'type': 'object', **schema})}").mapping


def terraform() -> Mapping:
    properties = {f"p{n}": {"type": "string", "enum": [value, "x"], "default": value} for n, value in enumerate(VALUES)}
    return _created(properties=properties)


def pulumi(tmp_path: Path) -> Mapping:
    types = {
        "shop:index:Kind": {"type": "string", "enum": [{"name": f"K{n}", "value": v} for n, v in enumerate(VALUES)]},
        "shop:index:Part": {
            "type": "object",
            "properties": {f"p{n}": {"type": "string", "const": value} for n, value in enumerate(VALUES)},
        },
    }
    part = {"part": {"$ref": "#/types/shop:index:Part"}, "kind": {"$ref": "#/types/shop:index:Kind"}}
    schema = {
        "name": "shop",
        "version": "1.0.0",
        "types": types,
        "resources": {"shop:index:Thing": {"properties": part, "inputProperties": part}},
    }
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    return system_named("pulumi").run(Request(tmp_path / "schema.json", ())).mapping


def crossplane(tmp_path: Path) -> Mapping:
    attributes = {name: {"type": "string", "optional": True} for name in ("keeper_id", "vpc_uuid")}
    block = {"version": 0, "block": {"attributes": attributes}}
    schema = {"format_version": "1.0", "provider_schemas": {"a/b/zoo": {"resource_schemas": {"zoo_cage": block}}}}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    return system_named("crossplane").run(Request(tmp_path / "schema.json", ())).mapping


def _text(markup: str) -> str:
    """What a reader of HTML sees."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def forms(mapping: Mapping, folder: Path) -> dict[str, str]:
    """The text of all pages, by the form of pages."""
    pages = Pages(mapping, shown=EVERYTHING)
    markdown = MarkdownIt("commonmark").enable("table")
    plain = "\n".join(data.decode() for name, data in plain_files(pages, {}).items() if name.endswith(".md"))
    found = {
        "html": "\n".join(_text(str(Renderer().entity(pages.entity(key), str))) for key in pages.entities),
        "markdown": _text(markdown.render(plain)),
    }
    if mapping.system == "terraform":
        docs = "\n".join(data.decode() for data in registry_docs(pages, Repository(folder)).files.values())
        found["registry"] = _text(markdown.render(docs))
    return found


@pytest.mark.parametrize("system", ["terraform", "pulumi"])
def test_each_form_of_a_page_shows_values_as_they_are(system: str, tmp_path: Path) -> None:
    mapping = terraform() if system == "terraform" else pulumi(tmp_path)
    for form, text in forms(mapping, tmp_path).items():
        spelled = [{value, json.dumps(value, ensure_ascii=False)[1:-1]} for value in VALUES]
        missing = [values for values in spelled if not any(value in text for value in values)]
        assert (form, missing) == (form, [])
        long = [value for values in spelled for value in values if len(value) > 5]  # shorter ones are in other words
        others = {m[0] for value in long for m in re.finditer(re.escape(value), text, re.IGNORECASE) if m[0] != value}
        assert (form, others) == (form, set())


def test_each_form_of_a_page_shows_the_names_of_another_tool_as_they_are(tmp_path: Path) -> None:
    for text in forms(crossplane(tmp_path), tmp_path).values():
        assert "Terraform keeper_id" in text
        assert "Terraform vpc_uuid" in text
        assert not re.search("terraform keeper_id", text)


def test_front_matter_of_the_registry_has_texts_as_they_are(tmp_path: Path) -> None:
    import yaml

    text = 'Reads logs_* of "it" with <x> and {{ x }}.'
    mapping = _created(description=text, properties={"a": {"type": "string"}})
    files = registry_docs(Pages(mapping), Repository(tmp_path)).files
    (page,) = (data.decode() for name, data in files.items() if name.startswith("resources/"))
    assert yaml.safe_load(page.split("---\n")[1])["description"] == text
