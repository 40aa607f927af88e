"""What pages of public inputs show has the letters that the model has: names, allowed values and defaults."""

import gzip
import html
import json
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from mapper.model import Attribute, Mapping, walk
from mapper.model.limits import OneOf, find
from mapper.registry import system_named
from mapper.request import Request
from mkdocs_oasmap.pages.audience import EVERYTHING
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.search import search_sections
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.registry.tree import registry_docs
from mkdocs_oasmap.repository import Repository

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
INPUTS = {
    "terraform": ("large/box/openapi.json", "large/box/generator_config.yml"),
    "ack": ("ack/lambda/service-2.json.gz", "ack/lambda/generator.yaml"),
    "pulumi": ("pulumi/schemas/providers/docker-build.json",),
    "provider": ("crossplane/digitalocean/schema.json.gz",),
    "crossplane": ("crossplane/digitalocean/schema.json.gz", "crossplane/digitalocean/provider.yaml"),
}
"""An input of each system, and its config."""


_HEAD = 1_000
"""The characters of a registry page that have its heading."""

REGISTRY = ("terraform", "provider")
"""The systems whose pages a registry shows, which has no room for every value."""


def mapped(system: str, folder: Path) -> Mapping:
    """The mapping of an input; it is unpacked into a folder."""
    files = [next(iter(sorted(CORPUS.glob(name))), None) for name in INPUTS[system]]
    if None in files:
        pytest.skip("there is no corpus")
    spec, *configs = (path for path in files if path is not None)
    if spec.suffix == ".gz":
        unpacked = folder / spec.stem
        unpacked.write_bytes(gzip.decompress(spec.read_bytes()))
        spec = unpacked
    return system_named(system).run(Request(spec, configs)).mapping


def letters(markup: str) -> str:
    """What a reader sees of HTML, without the invisible characters that let long words break."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def values(attribute: Attribute) -> set[str]:
    """The name of an attribute, its allowed values and its default, as rows write them."""
    allowed = find(attribute.limits, OneOf)
    texts = [value for value in (allowed.values if allowed else ()) if isinstance(value, str)]
    return {attribute.name.rpartition(".")[2], *texts}


@pytest.mark.corpus
@pytest.mark.parametrize("system", INPUTS)
def test_no_form_of_a_page_changes_a_letter(system: str, tmp_path: Path) -> None:
    mapping = mapped(system, tmp_path)
    pages, renderer = Pages(mapping, shown=EVERYTHING), Renderer()
    markdown = MarkdownIt("commonmark").enable("table")
    files = {name: data.decode() for name, data in plain_files(pages, {}).items()}
    registry: dict[str, dict[str, str]] = {}
    if system in REGISTRY:
        for name, data in registry_docs(pages, Repository(tmp_path)).files.items():
            text = letters(markdown.render(data.decode()))
            for key, entity in pages.entities.items():
                if f"{pages.title(entity)} ({entity.kind.title})" in text[:_HEAD]:
                    registry.setdefault(key, {})[name] = text
    assert bool(registry) == (system in REGISTRY)
    parts: dict[str, list[str]] = {}
    for key, (whole, _) in pages.parts.items():
        parts.setdefault(whole, []).append(key)
    changed: list[tuple[str, str, str]] = []
    checked = 0
    for key, entity in pages.entities.items():
        views = [pages.entity(one) for one in (key, *parts.get(key, ()))]
        sections = [section for view in views for section in search_sections(view)]
        texts = {
            "html": letters("".join(renderer.entity(view, str) for view in views)),
            "markdown": letters(markdown.render(files[f"{key}.md"])),
            "search": letters("".join(renderer.search_text(views[0], "", sections))),
        }
        for path, attribute in walk(entity.shown):
            for value in values(attribute):
                checked += 1
                spelled = {value, json.dumps(value, ensure_ascii=False)[1:-1], " ".join(value.split())}
                forms = texts if "." not in path else {"html": texts["html"], "markdown": texts["markdown"]}
                changed += [(form, key, value) for form, text in forms.items() if not any(s in text for s in spelled)]
                changed += [
                    (name, key, value)
                    for name, text in registry.get(key, {}).items()
                    if value.lower() in text.lower() and value not in text
                ]
    assert checked > 100
    assert changed == []
