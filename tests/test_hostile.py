"""An API in which every text is hostile: names, paths, values, descriptions, files. All it can do is show as text."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown import Markdown
from markdown_it import MarkdownIt

from mapper.model import Mapping
from mkdocs_oasmap.markdown_block import OasmapExtension
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.search import search_sections
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from .delimiters import DELIMITERS, found_in
from .site.tree import Element, parse
from .support import generate

ATTACKS = {
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "attribute": "\"' onmouseover=alert(1) style=position:fixed x='\"",
    "end": "</code></pre></td></tr></table></li></ul></details></div></title></textarea>",
    "open": "<div style='position:fixed'><iframe src=//evil.example><style>*{display:none}",
    "comment": "<!-- --!> <![CDATA[ -->",
    "link": "[x](javascript:alert(1)) <javascript:alert(1)> [y](data:text/html,x)",
    "cell": "a | b || c \\| d `|` \n| e |\n|---|\n| f |",
    "fence": "```\n~~~\n</script><b>```",
    "tick": "` `` ``` <b>x</b> `",
    "template": "{{ 7*7 }} {% raise %} {# x #} ${jndi:x} %{for x in y}",
    "block": "::: oasmap report\n\n# Heading\n\n---\n\n!!! note\n    x",
    "front": "---\ntitle: evil\n---",
    "reference": "[r]: javascript:alert(1)\n\n[r]",
    "attr_list": "x {: onclick=alert(1) style=x #id }",
    "delimiters": " ".join(DELIMITERS),
    "some delimiters in spans": " ".join(f"`{text.strip()}`" for text in DELIMITERS[::3]),
    "some delimiters in fences": "".join(f"\n```\n{text}\n```\n" for text in DELIMITERS[1::3]),
    "delimiters in code": " ".join(
        f"`{text.strip()}`\n\n```\n{text}\n```\n\n    {text.strip()}\n\n" for text in DELIMITERS
    ),
}
_LONG = "delimiters in code"
ATTRIBUTES = frozenset(
    (
        "href title class id rel start open scope colspan tabindex role aria-label aria-live type name for checked "
        "placeholder autocomplete spellcheck data-copy data-fold data-words value"
    ).split()
)
SHAPES = frozenset(
    "viewBox viewbox preserveAspectRatio preserveaspectratio width height x y rx cx cy r d aria-hidden align".split()
)
PLAIN = frozenset(
    "h1 h2 h3 h4 h5 h6 p a code pre ul ol li em strong table thead tbody tr th td blockquote br hr del".split()
)
REFUSED = frozenset("script style iframe img b- form base meta link textarea title".split())
_SAFE = re.compile(r"(?:https?:|mailto:|#|[\w./%-]*(?:#|\Z))")


@pytest.fixture(scope="module", params=[pytest.param(n, marks=[pytest.mark.soak] * (n == _LONG)) for n in ATTACKS])
def mapping(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Mapping:
    """Maps a description that says one hostile thing wherever it can say anything."""
    folder = tmp_path_factory.mktemp("hostile")
    evil = ATTACKS[request.param]
    name = "api " + re.sub(r"[/\0\n]", "_", evil)[:200] + ".json"
    (folder / name).write_text(json.dumps(api(evil)))
    (folder / "config.yml").write_text(yaml.safe_dump(config(evil)))
    return generate(folder / name, folder / "config.yml", folder)


@pytest.fixture(scope="module")
def plain(mapping: Mapping) -> dict[str, bytes]:
    """Its pages as Markdown files."""
    return plain_files(Pages(mapping), {})


def api(evil: str) -> dict[str, Any]:
    thing = {
        "type": "object",
        "description": evil,
        "required": ["a"],
        "properties": {
            "a": {"type": "string", "description": evil, "enum": [evil, "b"], "default": evil, "deprecated": True},
            "b": {"type": "string", "pattern": evil, "title": evil, "format": evil},
            "c": {
                "type": "object",
                "description": evil,
                "properties": {f"n {evil}": {"type": "string", "description": evil}},
            },
            "d": {
                "type": "array",
                "items": {"$ref": "#/components/schemas/" + evil.replace("~", "~0").replace("/", "~1")},
            },
            "e": {"description": evil},
            f"f {evil}": {"type": "integer"},
            f"g {evil}": {"oneOf": [{"type": "string"}, {"type": "object"}], "description": evil},
        },
    }
    body = {"description": evil, "content": {"application/json": {"schema": thing}}}
    said = {"operationId": evil, "summary": evil, "description": evil, "tags": [evil]}
    parameter = {"name": f"p {evil}", "in": "query", "description": evil, "schema": {"type": "string", "default": evil}}
    return {
        "openapi": "3.1.0",
        "info": {"title": evil, "description": evil, "version": evil},
        "paths": {
            f"/x/{evil}": {"post": {**said, "requestBody": body, "responses": {"201": body}}},
            f"/x/{evil}/{{id}}": {"get": {**said, "parameters": [parameter], "responses": {"200": body}}},
            f"/unused {evil}": {"get": {**said, "responses": {"200": body}}},
        },
        "components": {
            "schemas": {evil: {"type": "object", "description": evil, "properties": {"m": {"type": "string"}}}}
        },
    }


def config(evil: str) -> dict[str, Any]:
    create, read = {"path": f"/x/{evil}", "method": "POST"}, {"path": f"/x/{evil}/{{id}}", "method": "GET"}
    overrides = {"b": {"description": evil}}
    return {
        "provider": {"name": "zoo"},
        "resources": {
            f"r {evil}": {"create": create, "read": read, "schema": {"attributes": {"overrides": overrides}}},
            "pet": {"create": create, "read": read},
        },
    }


def check(root: Element, *, headings: bool = True) -> None:
    """Only elements and attributes that a page of ours has, and links that lead to places."""
    drawn = {id(title) for picture in root.all("svg") for title in picture.all("title")}  # its text alternative
    for element in list(root)[1:]:
        assert id(element) in drawn or element.tag not in REFUSED
        assert element.attributes.keys() <= ATTRIBUTES | SHAPES, element
        assert element.attributes.get("type", "radio") in ("radio", "checkbox", "search", "button")
        assert _SAFE.match(element.attributes.get("href", "#")), element.attributes["href"]
        assert headings or element.tag != "h1" or element.all("code", "oa-name")  # that of the page itself


def test_pages_are_what_they_are(mapping: Mapping) -> None:
    pages, renderer = Pages(mapping, lambda file, line: f"https://x.example/{file}#{line}"), Renderer()
    texts = [renderer.entity(pages.entity(key), lambda key: f"{key}/") for key in pages.entities]
    texts += [renderer.search_text(view, "lead", search_sections(view)) for view in map(pages.entity, pages.entities)]
    texts.append(renderer.index(pages, pages.front(), {"a.json": "a.json"}, lambda key: f"{key}/"))
    texts.append(renderer.report(pages, lambda key: f"{key}/"))
    for text in texts:
        check(parse(text), headings=False)


def test_excerpts_of_the_description_are_text(mapping: Mapping) -> None:
    check(parse(Renderer().entity(Pages(mapping, excerpts=True).entity("resources/pet"), lambda key: f"{key}/")))


def test_blocks_in_written_pages_are_what_they_are(mapping: Mapping) -> None:
    blocks = OasmapExtension(pages=Pages(mapping), assets=False)  # style sheet and script are elements that are ours
    converter = Markdown(extensions=["toc", "attr_list", "fenced_code", blocks])
    text = converter.convert("# Page\n\n::: oasmap resource.pet\n    heading_level: 2\n\n::: oasmap report\n\nEnd.")
    root = parse(text)
    check(root)
    assert len(root.all("h1")) == 1
    assert root.all("p")[-1].text == "End."


def test_plain_pages_hold_nothing_that_a_site_generator_looks_for(plain: dict[str, bytes]) -> None:
    for front, text in _parts(plain).values():
        assert set(yaml.safe_load(front)) <= {"title", "description", "render_macros"}
        assert found_in(text) == []


def _parts(plain: dict[str, bytes]) -> dict[str, list[str]]:
    """Front matter and text of each page."""
    pages = {name: data.decode() for name, data in plain.items() if name.endswith(".md")}
    assert pages
    return {name: text.removeprefix("---\n").split("\n---\n", 1) for name, text in pages.items()}


@pytest.mark.parametrize("converter", ["commonmark", "python-markdown"])
def test_plain_pages_are_what_they_are_for_every_reader(plain: dict[str, bytes], converter: str) -> None:
    for name, (_, written) in _parts(plain).items():
        text = re.sub(r'<a id="[^"<>]*"></a>', "", written)
        if converter == "commonmark":
            html = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
        else:
            html = Markdown(extensions=["attr_list", "admonition", "tables", "fenced_code", "toc"]).convert(text)
        root = parse(html)
        for element in list(root)[1:]:
            assert element.tag in PLAIN, (name, element)
            assert element.attributes.keys() <= {"href", "title", "class", "id", "start", "align", "style"}
            assert element.attributes.get("style", "text-align:").startswith("text-align:")
            assert _SAFE.match(element.attributes.get("href", "#")), element.attributes["href"]
        assert len(root.all("h1")) == 1
        columns = {tuple(len(row.all("td") + row.all("th")) for row in table.all("tr")) for table in root.all("table")}
        assert all(len(set(widths)) == 1 for widths in columns), name


def test_examples_are_fenced_to_their_end(plain: dict[str, bytes]) -> None:
    text = plain["resources/pet.md"].decode()
    tokens = [token for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]
    examples = [token for token in tokens if token.info == "terraform" and token.level == 0]
    assert examples
    assert all(token.content.startswith(('resource "zoo_pet" "main"', 'data "zoo_pet" "main"')) for token in examples)
    assert all(token.content.rstrip().endswith("}") for token in examples)


def test_the_folder_holds_no_other_file(plain: dict[str, bytes]) -> None:
    for name in plain:
        assert re.fullmatch(r"[\w./-]+", name)
        assert ".." not in Path(name).parts
