"""What the templates of the pages escape, and how often a page's data are put together."""

import gc
import re
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jinja2 import DictLoader, Environment
from markupsafe import Markup, escape
from mkdocs.config.defaults import MkDocsConfig
from msgspec.structs import replace as copied

from mapper.registry import all_systems
from mapper.request import Mapped
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.source_views import Excerpt, SourcePlace, SourceView
from mkdocs_oasmap.pages.views import AttributeView
from mkdocs_oasmap.render.html import Renderer, permalink_text
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.rows import write_row
from mkdocs_oasmap.render.site import Site
from mkdocs_oasmap.render.snippets import broken, dotted
from mkdocs_oasmap.render.templates import escaped, prepare, rendered
from mkdocs_oasmap.sites.markdown_copies import twin_files

from ..site.sites import ZOO, ZOO_CONFIG, with_property
from ..site.tree import Element, parse
from ..support import map_texts
from ..systems.samples import sample


class Name(str):
    """A text of a class of its own, as `Markdown` is."""

    __slots__ = ()


class Html:
    """What knows its own HTML."""

    def __html__(self) -> str:
        return "<b>x</b>"


VALUES = ["", "plain", "a & b", "<i>", "'", '"', ">", "ü\u2028<", Markup("<b>&amp;</b>"), Name("<a>"), Html(), 3, None]


@pytest.mark.parametrize("value", VALUES)
def test_values_are_escaped_as_markupsafe_does(value: object) -> None:
    assert escaped(value) == escape(value)
    environment = Environment(autoescape=True)
    theirs = environment.from_string("{% macro m(v) %}{{ v }}{% endmacro %}{{ value }}{{ m(value) }}{{ m(m(value)) }}")
    environment = Environment(autoescape=True)
    prepare(environment)
    ours = environment.from_string("{% macro m(v) %}{{ v }}{% endmacro %}{{ value }}{{ m(value) }}{{ m(m(value)) }}")
    assert ours.render(value=value) == theirs.render(value=value)


class Shown:
    """What a page shows."""


def in_template(text: str) -> str:
    environment = Environment(autoescape=True, keep_trailing_newline=True)
    prepare(environment)
    return environment.from_string("{{ text }}").render(text=text)


@pytest.mark.parametrize("write", [escaped, dotted, broken, in_template])
def test_what_acts_beyond_its_element_is_shown_as_an_escape(write: Callable[[str], str]) -> None:
    assert str(write("a\x1b\u202e\x9b<b\u2066 é\u200d\n")) == "a\\x1b\\u202e\\x9b&lt;b\\u2066 é\u200d\n"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("server_side", "server_<wbr>side"),
        ("serverSide", "serverSide"),
        ("applyServerSideEncryptionByDefault", "apply<wbr>Server<wbr>Side<wbr>Encryption<wbr>By<wbr>Default"),
        ("spec.applyServerSideEncryption", "spec.<wbr>applyServerSideEncryption"),
    ],
)
def test_a_long_name_may_be_broken_between_its_words(name: str, shown: str) -> None:
    assert str(broken(name)) == shown


def test_nothing_of_a_page_that_was_rendered_waits_for_a_collection() -> None:
    templates = {
        "parts": "{% macro row(x) %}{{ x }}{{ page is none }}{% endmacro %}",
        "page": "{% import 'parts' as p with context %}{% block b %}{{ p.row(1) }}{% include 'more' %}{% endblock %}",
        "more": "{% from 'parts' import row with context %}{{ row(2) }}",
    }
    environment = Environment(loader=DictLoader(templates), autoescape=True)
    prepare(environment)
    gc.collect()
    gc.disable()
    try:
        for template in ("page", "more", "page"):
            page = Shown()
            seen = weakref.ref(page)
            text = rendered(environment.get_template(template), {"page": page})
            assert text.endswith("2False")
            del page
            assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_the_contents_of_each_page_have_its_headings_at_their_levels(system: str) -> None:
    mapping = sample(system)
    *others, last = mapping.entities
    mapping = copied(mapping, entities=(*others, copied(last, life="It lives.")))
    site = Site(Pages(mapping), Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo")
    for key in site.uris:
        page = site.render(key, Renderer(), str, "full")
        levels = {anchor: int(level) for level, anchor in re.findall(r'<h([1-6]) [^>]*\bid="([^"]*)"', page.html)}
        listed = {anchor: level for _, anchor, level in page.headings}
        assert {anchor: level for anchor, level in listed.items() if anchor in levels} == levels
        assert {level for anchor, level in listed.items() if anchor not in levels} <= {3, 4}  # rows, and an import
        assert {*listed} <= page.anchors


@pytest.mark.parametrize(
    ("system", "key", "anchor", "changed", "level"),
    [
        ("terraform", "resources/oven", "example-usage", {"examples": ()}, 2),
        ("terraform", "resources/oven", "example-usage", {"examples": (), "import_hint": None}, None),
        ("terraform", "resources/oven", "import-block", {}, 3),
        ("ack", "custom-resources/Telescope", "in-the-cluster", {"columns": (), "short_names": ()}, 2),
        ("ack", "custom-resources/Telescope", "relations", {"used_by": ()}, None),
    ],
)
def test_a_heading_is_there_if_anything_is_below_it(
    system: str,
    key: str,
    anchor: str,
    changed: dict[str, Any],
    level: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mapping = sample(system)
    pages = Pages(mapping)
    view = pages.entity(key)
    made = copied(view, address=copied(view.address, **changed)) if "columns" in changed else copied(view, **changed)
    monkeypatch.setattr(pages, "entity", lambda _key: made)
    page = Site(pages, Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo").render(key, Renderer(), str, "off")
    assert {anchor: level for _, anchor, level in page.headings}.get(anchor) == level
    assert (f'id="{anchor}"' in page.html) is (level is not None)


def test_each_heading_of_a_page_has_a_link_to_itself_if_those_of_the_site_have() -> None:
    mapping = sample("terraform")
    for permalink in ("", "<#>"):
        site = Site(Pages(mapping), Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo")
        for key in ("index", "report", "resources/oven"):
            page = site.render(key, Renderer(permalink=permalink), str, "off")
            link_of = r'(?:<a class="headerlink"([^>]*)>(.*?)</a>)?'
            found = re.findall(rf'<h[1-6] (?!class="oa-hidden)[^>]*\bid="([^"]*)"[^>]*>.*?{link_of}</h', page.html)
            assert len(found) > 2
            for anchor, link, text in found:
                expected = (f' href="#{anchor}" title="Permanent link"', "&lt;#&gt;") if permalink else ("", "")
                assert (link, text) == expected


@pytest.mark.parametrize(("setting", "text"), [(True, "¶"), (False, ""), (None, ""), ("", ""), ("#", "#"), (1, "1")])
def test_the_text_of_a_permalink_is_that_of_python_markdown(setting: object, text: str) -> None:
    assert permalink_text(setting) == text


@pytest.mark.parametrize(
    ("key", "matter", "heading"),
    [
        ("index", {"title": "Overview"}, "Zoo"),
        ("provider", {"title": "zoo (Provider)"}, "zoo (Provider)"),
        (
            "resources/pet",
            {"title": "zoo_pet (Resource)", "description": "An animal."},
            "zoo_pet (Resource)",
        ),
        ("data-sources/pet", {"title": "zoo_pet (Data Source)"}, "zoo_pet (Data Source)"),
        ("report", {"title": "Mapping report"}, "Mapping report"),
    ],
)
def test_the_source_of_a_page_has_a_title_of_its_own_and_keeps_macros_and_search_away(
    key: str, matter: dict[str, str], heading: str
) -> None:
    mapping = map_texts(ZOO, ZOO_CONFIG).mapping
    site = Site(Pages(mapping), Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo")
    for search, more in ((True, {}), (False, {"search": {"exclude": True}})):
        _, front, text = site.markdown(key, search=search).split("---\n")
        assert yaml.safe_load(front) == {**matter, "render_macros": False, **more}
        assert text == f"\n# {heading}\n"


def test_a_page_and_its_twin_are_made_of_one_view(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[str] = Counter()
    make = Pages.entity

    def counted(pages: Pages, key: str) -> Any:
        made[key] += 1
        return make(pages, key)

    mapping = map_texts(ZOO, ZOO_CONFIG).mapping
    site = Site(Pages(mapping), Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo")
    expected = plain_files(Pages(mapping), {"oasmap.json": b"{}"}, "Zoo")
    monkeypatch.setattr(Pages, "entity", counted)
    for key in site.uris:
        site.render(key, Renderer(), lambda uri: uri, "attributes")
        assert site.twin(key) == expected[f"{key}.md"]
    assert made == dict.fromkeys(site.pages.entities, 1)


def test_a_twin_is_made_when_it_is_asked_for_and_forgotten_when_it_is_written(tmp_path: Path) -> None:
    mapping = map_texts(ZOO, ZOO_CONFIG).mapping
    site = Site(Pages(mapping), Mapped(None, mapping, sidecar=b"{}"), "reference", "Zoo")
    config = MkDocsConfig()
    config.load_dict({"site_name": "Zoo", "site_dir": str(tmp_path), "docs_dir": str(tmp_path)})
    config.validate()
    config.plugins._current_plugin = "oasmap"
    files = {file.dest_uri: file for file in twin_files(site, config, site.forget_twin)}
    assert site._kept_twins == {}
    twin = files["reference/resources/pet.md"]
    assert twin.content_bytes == site.twin("resources/pet")
    assert set(site._kept_twins) == {"resources/pet"}
    twin.copy_file()
    assert site._kept_twins == {}
    assert (tmp_path / "reference/resources/pet.md").read_bytes() == twin.content_bytes
    twin.content_string = "of another plugin"
    twin.copy_file()
    assert (tmp_path / "reference/resources/pet.md").read_text() == "of another plugin"


def _schema(folder: Path, name: str, template: str) -> str:
    """The page of the pet, where a site has put a template of its own into its folder."""
    (folder / "oasmap").mkdir()
    (folder / "oasmap" / name).write_text(template)
    pages = Pages(map_texts(ZOO, ZOO_CONFIG).mapping)
    return Renderer([folder]).entity(pages.entity("resources/pet"), str)


def test_a_site_may_replace_the_macro_for_rows(tmp_path: Path) -> None:
    own = "{% macro row(attribute) %}<li>{{ attribute.name }}!{{ attribute.description|markdown }}</li>{% endmacro %}"
    own += "{% macro badge(name, text) %}{{ text }}{% endmacro %}"
    page = _schema(tmp_path, "attributes.html", own)
    assert "<li>nickname!" in page
    assert "<i>" not in page


def test_a_site_may_replace_what_only_some_rows_have(tmp_path: Path) -> None:
    own = '{% from "oasmap/base/attributes.html" import badge, fragments %}'
    own += "{% macro limits(attribute, shown) %}<i>{{ attribute.path }}</i>{% endmacro %}"
    own += "{% macro row(attribute) %}"
    own += "{{ row_html(attribute, limits, fragments, none, url) }}{% endmacro %}"
    page = _schema(tmp_path, "attributes.html", own)
    assert "<i>" in page
    assert 'id="owner.address.street">' in page
    assert "at most 8 characters" not in page


def test_lines_that_several_rows_come_from_are_quoted_once_on_a_page() -> None:
    address = "{type: object, properties: {street: {type: string}, town: {type: string}}}"
    api = with_property('home: {$ref: "#/components/schemas/A"}\n        work: {$ref: "#/components/schemas/A"}')
    api = api.rstrip() + f"\n    A: {address}\n"
    pages = Pages(map_texts(api, ZOO_CONFIG).mapping, excerpts=True)
    page = parse(Renderer().entity(pages.entity("resources/pet"), str))
    for first, second in (("home.street", "work.street"), ("home.town", "work.town")):
        assert page.by_id(first).all(css="oa-excerpt")
        assert not page.by_id(second).all(css="oa-excerpt")
        assert f"#{first}" in page.by_id(second).links
    assert page.by_id("work").all(css="oa-excerpt"), "it comes from a place of its own"


PLACE = SourcePlace("a&b.yaml", "/x<y", 3, None)


def view(path: str, **values: Any) -> AttributeView:
    name = path.rpartition(".")[2]
    given = {
        "type": "list of <T>", "status": "optional", "status_label": "optional", "reason": "it & that",
        "description": "", "default": None, "limits": (), "sensitive": False, "deprecation": None, "sources": (),
        "groups": (), "nested_count": 0, "is_member": False, "anchor": path, "nested_anchor": f"n-{path}", **values,
    }  # fmt: skip
    return AttributeView(path=path, source_path=path, name=name, **given)


def row(attribute: AttributeView, source: str = "source") -> Element:
    def never(*_: object) -> str:
        raise AssertionError

    html = write_row(source, attribute, never, never, None, never)
    return parse(str(html))


@pytest.mark.parametrize("anchor", ["", "pet.<i>\"&'", "other"])
@pytest.mark.parametrize("path", ["a", "pet.<i>\"&'", "one.two.three", "x&amp;y.z", "a.<b>.c", "'a'.\"b\".c"])
def test_names_are_texts_in_every_place_of_a_row(path: str, anchor: str) -> None:
    found = row(view(path, anchor=anchor or path))
    item = found.all("li")[0]
    link = found.all("a")[0]
    assert item.attributes["id"] == (anchor or path)
    assert link.attributes["href"] == f"#{anchor or path}"
    assert link.text == path.rpartition(".")[2]
    assert found.one("i").text == "list of <T>"


def test_labels_and_facts_of_sources_are_texts() -> None:
    excerpt = Excerpt(3, ("<a>",))
    sources = (
        SourceView("read response 200", "declared the attribute", PLACE, (), excerpt),
        SourceView("read response 200", "declared the attribute", PLACE, (), excerpt, quoted='p"&'),
    )
    found = row(view("a.<b>", sources=sources, code_type="list<T>"), "<s>")
    summary = found.all("summary")[0]
    assert (summary.text, summary.attributes["aria-label"]) == ("L3", "L3: <s> of a.<b>")
    assert found.one("details").all("p")[0].text == "It & that; list<T> in code."
    assert found.all("pre")[0].text == "<a>"
    assert [link.attributes["href"] for link in found if link.tag == "a"][1:] == ['#p"&']
    assert found.text.count("a&b.yaml:3 /x<y") == 2
