"""Blocks in pages that are written by hand."""

import json
import logging
import os
from functools import cache
from html import unescape
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from markdown import Markdown

from mapper.registry import catalogue
from mapper.request import Mapped
from mkdocs_oasmap.markdown_block import OasmapExtension, WrongBlock, makeExtension
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.block import page_keys
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import THEME_DIR, Renderer, asset_names
from mkdocs_oasmap.render.site import Site

from .provider.support import block, document, schema, typed
from .site.sites import ZOO, ZOO_CONFIG, run, with_property, write_site, zoo
from .site.tree import Element, parse
from .support import map_texts

WANTED = "::: oasmap resource.pet"
STYLE, SCRIPT = ((THEME_DIR / name).read_text(encoding="utf-8") for name in asset_names(script=True))


@cache
def pages(api: str = ZOO, split: int | None = None) -> Pages:
    return Pages(map_texts(api, ZOO_CONFIG).mapping, split=split)


def converter(*extensions: Any, **options: Any) -> Markdown:
    """Markdown with the extension; it shows the zoo unless it is told otherwise."""
    return Markdown(extensions=["toc", "fenced_code", *extensions, OasmapExtension(**(options or {"pages": pages()}))])


def page(text: str, *extensions: Any, **options: Any) -> Element:
    return parse(converter(*extensions, **options).convert(dedent(text)))


def links(element: Element) -> list[Element]:
    """The names of all rows."""
    return [row.all("a")[0] for row in element.rows]


def rows(element: Element) -> list[str]:
    """The ids of the rows, in order."""
    return [row.id for row in element.rows]


def contents(tokens: list[Any]) -> list[Any]:
    """The table of contents: texts, each with those below it."""
    return [(t["name"], contents(t["children"])) if t["children"] else t["name"] for t in tokens]


def trouble(text: str, **options: Any) -> str:
    """What the page says in place of the block."""
    box = page(text, **options).one("div", "oa-trouble")
    assert box.all("p")[0].text == dedent(text).strip().split("\n")[0].strip()
    return box.all("p")[1].text


# --- what is shown ---------------------------------------------------------------------------------------------------


NESTED = ["owner", "owner.address", "owner.address.street", "owner.email"]
READ = ["age", "id", "toys", "toys.colour"]


@pytest.mark.parametrize(
    ("entity", "rest", "expected"),
    [
        ("resource.pet", "", ["name", "nickname", *NESTED, *READ]),
        ("resource.pet", "\n    attributes: required", ["name"]),
        ("resource.pet", "\n    attributes: read-only", READ),
        ("resource.pet", "\n    attributes: owner.email", ["owner.email"]),
        ("resource.pet", ".owner", NESTED),
        ("resource.pet", ".owner\n    attributes: email", ["owner.email"]),
        ("data_source.pet", "\n    attributes: age", ["age"]),
        ("provider", "", ["token"]),
    ],
)
def test_all_attributes_are_shown_or_those_that_are_selected_with_what_is_nested_in_them(
    entity: str, rest: str, expected: list[str]
) -> None:
    shown = page(f"::: oasmap {entity}{rest}")
    assert rows(shown) == [f"{entity}.{path}" for path in expected]
    assert ("Who pays." in shown.text) == ("owner" in expected)  # its own row


def test_where_nothing_is_selected_the_page_says_so() -> None:
    assert page("::: oasmap provider\n    attributes: read-only").text == "It has no read-only attributes."


def test_attributes_with_a_page_of_their_own_are_shown_whole() -> None:
    properties = ", ".join(f"p{number}: {{type: string}}" for number in range(20))
    large = with_property(f"it: {{type: object, properties: {{{properties}}}}}")
    site = pages(large, 1)
    assert site.parts
    assert "resource.pet.it.p19" in rows(page(WANTED, pages=site))


def test_the_report_is_no_part_of_a_site_for_users() -> None:
    users = Pages(map_texts(ZOO, ZOO_CONFIG).mapping, shown=shown_to(Audience.USERS, sources=False))
    assert page("before\n\n::: oasmap report\n\nafter", pages=users).text == "before after"
    assert "report" not in page_keys(users)


def test_every_code_is_in_the_catalogue() -> None:
    table = page("::: oasmap diagnostics", spec="").one("table")
    assert [row.id for row in table.all("tr") if row.id] == [f"diagnostics.{code}" for code in catalogue()]
    assert table.by_id("diagnostics.OAS302").text.startswith("OAS302 warning Schema without a type")
    assert table.by_id("diagnostics.OAS302").text.endswith("no")


def test_the_report_has_diagnostics_and_coverage() -> None:
    shown = page("::: oasmap report", pages=pages(with_property("it: {}")))
    assert "resource pet, it: the schema has no type" in shown.text
    assert "zoo_pet" in shown.one("table").text


# --- where it stands -------------------------------------------------------------------------------------------------


def test_text_may_stand_right_before_and_after_a_block() -> None:
    shown = page(f"before\n{WANTED}\n    attributes: required\nafter")
    assert shown.text.startswith("before Required name")
    assert shown.all("p")[-1].text == "after"


@pytest.mark.parametrize("container", ["- item\n\n", "1. item\n\n", "!!! note\n\n"])
def test_a_block_may_stand_inside_of_others(container: str) -> None:
    shown = page(container + indent(f"{WANTED}\n    attributes: required\n", "    "), "admonition")
    assert rows(shown) == ["resource.pet.name"]


@pytest.mark.parametrize("fence", ["```", "~~~", "```text"])
@pytest.mark.parametrize("inside", ["", "    "])
def test_a_block_in_a_code_fence_is_code(fence: str, inside: str) -> None:
    text = indent(f"{fence}\n{WANTED}\n{fence[:3]}\n", inside)
    shown = page(f"- item\n\n{text}" if inside else text)
    assert rows(shown) == []
    assert WANTED in shown.text


def test_an_indented_block_is_code_and_other_blocks_are_left_to_others() -> None:
    assert page(f"text\n\n    {WANTED}\n").one("code").text == WANTED
    assert page("::: oasmapper.module").text == "::: oasmapper.module"


# --- ids and headings ------------------------------------------------------------------------------------------------


def test_an_id_that_the_page_has_already_is_numbered() -> None:
    shown = page(f"{WANTED}.name\n\n{WANTED}.name")
    assert rows(shown) == ["resource.pet.name", "resource.pet.name-2"]
    assert all(i.startswith("resource.pet") for i in shown.ids)
    assert [name.attributes["href"][1:] for name in links(shown)] == rows(shown)


def test_each_page_counts_its_ids_anew() -> None:
    md = converter()
    assert md.convert(WANTED) == md.reset().convert(WANTED)


def test_headings_of_the_author_keep_their_ids() -> None:
    shown = page("::: oasmap provider\n    heading_level: 2\n\n# Provider\n\n# Required\n")
    assert [heading.id for heading in shown.all("h1")] == ["provider", "required"]
    assert len(set(shown.ids)) == len(shown.ids)


def test_headings_are_part_of_the_table_of_contents() -> None:
    md = converter()
    md.convert(f"# Pets\n\n{WANTED}\n    heading_level: 3\n\n## More\n")
    groups = ["Required", "Optional", "Read-Only"]
    assert contents(md.toc_tokens) == [("Pets", [("zoo_pet (Resource)", groups), "More"])]


def test_headings_have_the_permalinks_of_the_others() -> None:
    md = Markdown(extensions=["toc", OasmapExtension(pages=pages())], extension_configs={"toc": {"permalink": "§"}})
    heading = parse(md.convert(f"{WANTED}\n    heading_level: 5")).all("h6")[0]
    assert heading.id == "resource.pet.attributes-required"
    assert heading.links == ["#resource.pet.attributes-required"]


def test_without_a_level_there_are_no_headings() -> None:
    md = converter()
    shown = parse(md.convert(WANTED))
    assert md.toc_tokens == []
    assert [label.text for label in shown.all("p", "oa-group")][:1] == ["Required"]
    assert shown.by_id("resource.pet").tag == "div"


# --- trouble ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("resource.pets", "there is no 'resource.pets'; did you mean 'resource.pet'?"),
        ("resource.pet.owner.mail", "resource.pet has no attribute 'owner.mail'; did you mean 'owner.email'?"),
        ("resource.pet\n    attributes: requird", "resource.pet has no attribute 'requird'; did you mean 'required'?"),
        ("resource.pet\n    attribute: all", "unknown option 'attribute'; did you mean 'attributes'?"),
        ("resource.pet\n    heading_level: 7", "heading_level is a number from 0 to 6, not '7'"),
        ("resource.pet\n    heading_level: [3]", "heading_level is a number from 0 to 6, not ['3']"),
        ("resource.pet\n    required", "options are written as name: value, one on each line"),
        ("resource.pet\n    parts: [a, b]", "parts is one of "),
        ("resource.pet\n    {x: {y: z}}", "options are written as name: value"),
        ("resource.pet\n    - a", "options are written as name: value"),
        ("resource.pet\n    word", "options are written as name: value"),
        ("resource.pet\n    heading_level: &a 1\n    attributes: *a", "options are written as name: value"),
        ("resource.pet\n    heading_level: " + "[" * 20_000, "options are written as name: value"),
        ("resource.pet\n    heading_level: " + "{a: " * 20_000, "options are written as name: value"),
        ("resource.pet\n    heading_level: [[1]]", "options are written as name: value"),
        ("resource.pet\n    attributes: [a", "options are written as name: value, one on each line"),
        ("resource.pet\n    attributes:", "attributes is one of all, required, optional, read-only, or the path of"),
        ("other/report", "there is no 'other/report'"),
        ("", "it names nothing to show, such as resource.pet or data_source.pet"),
        ("<b>x</b>", "there is no '<b>x</b>'"),
    ],
)
def test_what_is_wrong_is_said_on_the_page_and_in_the_log(
    block: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "mkdocs.plugins.oasmap"):
        assert trouble(f"::: oasmap {block}".rstrip()).startswith(text)
    (record,) = caplog.records
    assert record.name == "mkdocs.plugins.oasmap"
    first = f"::: oasmap {block}".split("\n", 1)[0].strip()
    assert record.getMessage().startswith(f"oasmap: {first}: {text}")


@pytest.mark.parametrize("option", ["heading_level", "parts", "attributes", "x" * 5_000])
@pytest.mark.parametrize("value", ["[" + "abc, " * 5_000 + "]", "y" * 5_000, "'" + "\\\n" * 5_000 + "'"])
def test_a_wrong_value_is_shown_short(option: str, value: str) -> None:
    assert len(trouble(f"::: oasmap resource.pet\n    {option}: {value}")) < 1_100


def test_aliases_of_options_do_not_multiply_a_text() -> None:
    lists = "&a [x,x,x,x,x,x,x,x,x]"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lists += ", &" + name + " [" + ",".join([f"*{before}"] * 9) + "]"
    assert len(trouble(f"::: oasmap resource.pet\n    heading_level: [{lists}]")) < 400


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("", "there is no mapping; give the Markdown extension oasmap the options spec and config"),
        ("api.yaml", "api.yaml: no such file; correct the path"),
    ],
)
def test_an_input_that_is_not_there_or_cannot_be_mapped_is_no_traceback(tmp_path: Path, spec: str, text: str) -> None:
    assert trouble(WANTED, spec=spec, base=tmp_path) == text


def test_control_characters_of_markdown_in_a_description_do_nothing() -> None:
    text = with_property(r'it: {type: string, description: "a \u0002wzxhzdk:0\u0003 b"}')
    assert r"a \x02wzxhzdk:0\x03 b" in page(WANTED, pages=pages(text)).text


# --- several mappings ------------------------------------------------------------------------------------------------

BOTH = {"v1": pages(), "v2": pages(with_property("it: {type: string}"))}


def test_the_folder_of_the_pages_says_which_mapping_is_meant() -> None:
    shown = page("::: oasmap v2/resource.pet.it\n\n::: oasmap v1/resource.pet.name", pages=BOTH)
    assert rows(shown) == ["v2/resource.pet.it", "v1/resource.pet.name"]
    assert "zoo_pet" in page("::: oasmap v2/report", pages=BOTH).text


@pytest.mark.parametrize("target", ["resource.pet", "report"])
def test_without_it_there_must_be_only_one(target: str) -> None:
    assert trouble(f"::: oasmap {target}", pages=BOTH) == f"there are several; write v1/{target} or v2/{target}"


def test_the_pages_may_come_from_a_function() -> None:
    assert rows(page(f"{WANTED}.name", pages=lambda: {"reference": pages()})) == ["resource.pet.name"]


def test_a_site_replaces_one_part_of_a_block(tmp_path: Path) -> None:
    (tmp_path / "oasmap").mkdir()
    template = '{% extends "oasmap/base/embed.html" %}{% block attributes %}<p>{{ embed.title }}</p>{% endblock %}'
    (tmp_path / "oasmap/embed.html").write_text(template)
    options = {"pages": pages(), "templates": [tmp_path]}
    assert page(WANTED, **options).text == "zoo_pet"
    assert page("::: oasmap diagnostics", **options).all("table")


# --- the mapping of the options --------------------------------------------------------------------------------------


def test_the_extension_maps_what_its_options_name(tmp_path: Path) -> None:
    write_site(tmp_path)
    options = {"spec": "api.yaml", "base": tmp_path, "source_url": "https://example.com/{path}#L{line}"}
    shown = page(WANTED, **options, sources=True)
    assert rows(shown)[0] == "resource.pet.name"
    assert "https://example.com/api.yaml#L20" in shown.links
    assert "api.yaml" not in converter(**options).convert(WANTED), "a page is for users, unless it is said"


@pytest.mark.parametrize("address", ["", "https://example.com/{path}#L{line}"])
def test_a_page_has_the_lines_of_the_description_if_no_address_leads_to_them(address: str, tmp_path: Path) -> None:
    write_site(tmp_path)
    shown = page(WANTED, spec="api.yaml", base=tmp_path, source_url=address, sources=True)
    assert bool(shown.all(css="oa-excerpt")) is not bool(address)


def test_the_extension_takes_overlays_and_a_config_in_several_files(tmp_path: Path) -> None:
    write_site(tmp_path)
    (tmp_path / "more.yml").write_text('data_sources: {pets: {read: {path: "/pets/{id}", method: GET}}}')
    (tmp_path / "fix.yaml").write_text(
        "{overlay: 1.0.0, actions: [{target: $.components.schemas.Pet.properties, update: {chip: {type: string}}}]}"
    )
    options = {"config": ["generator_config.yml", "more.yml"], "overlays": "fix.yaml", "allow_hosts": ["a.example"]}
    shown = page("::: oasmap data_source.pets", spec="api.yaml", base=tmp_path, **options)
    assert "data_source.pets.chip" in rows(shown)


def test_the_extension_maps_to_any_system(tmp_path: Path) -> None:
    built = document(resource_schemas={"zoo_cage": schema(block({"bars": typed("number", "required")}))})
    (tmp_path / "built.json").write_text(json.dumps(built))
    options = {"spec": "built.json", "base": tmp_path, "system": "provider"}
    assert rows(page("::: oasmap resource.zoo_cage", **options)) == ["resource.zoo_cage.bars"]
    assert trouble(WANTED, **{**options, "system": "provder"}) == "there is no system provder; did you mean 'provider'?"


def test_a_mapping_is_made_anew_only_when_a_file_has_changed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_site(tmp_path)
    options = {"spec": "api.yaml", "config": "generator_config.yml", "base": tmp_path}
    with caplog.at_level(logging.INFO, "mkdocs.plugins.oasmap"):
        page(WANTED, **options)
        page(WANTED, **options)
        assert len(caplog.records) == 1
        (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
        assert "resource.pet.it" in rows(page(WANTED, **options))
        os.utime(tmp_path / "generator_config.yml", (1, 1))
        page(WANTED, **options)
    assert len(caplog.records) == 3


@pytest.mark.parametrize("extension", ["oasmap", "mkdocs_oasmap.markdown_block", makeExtension(spec="")])
def test_the_extension_has_a_name_and_its_module_makes_it(extension: Any) -> None:
    assert Markdown(extensions=[extension]).convert("::: oasmap diagnostics").count("<tr") == len(catalogue()) + 1


# --- whole pages -----------------------------------------------------------------------------------------------------


def whole(target: str) -> str:
    return f"::: oasmap {target}\n    parts: all\n"


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("resource.pet", "resources/pet"), ("resources/pet", "resources/pet"), ("ref/resource.pet", "resources/pet"),
        ("provider", "provider"), ("index", "index"), ("ref/report", "report"),
    ],
)  # fmt: skip
def test_a_block_with_all_parts_is_the_page_that_the_plugin_makes(target: str, key: str) -> None:
    md = converter(pages={"ref": pages()}, address=lambda _md, uri: f"../{uri}")
    html = md.convert(f"# Own\n\n{whole(target)}\n## After\n")
    rendered = Site(pages(), Mapped(None, pages().mapping), "ref", "Reference").render(
        key, Renderer(), lambda uri: f"../{uri}", "off"
    )
    assert rendered.html.strip() in html
    shown = parse(html)
    assert shown.all(css="oasmap-mark") == []
    assert len(set(shown.ids)) == len(shown.ids)
    own, *titles, after = _flat(md.toc_tokens)
    assert (own, after) == (("own", 1, "Own"), ("after", 2, "After"))
    assert titles == [(anchor, level, title) for title, anchor, level in rendered.headings]
    assert STYLE.strip() in html


def _flat(tokens: list[Any]) -> list[tuple[str, int, str]]:
    return [found for t in tokens for found in ((t["id"], t["level"], unescape(t["name"])), *_flat(t["children"]))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{whole('provider')}\n{whole('resource.pet')}", "a page can have only one block with parts: all"),
        (
            whole("resource.pet.owner"),
            "'resource.pet.owner' is an attribute; with parts: all, a block shows ",
        ),
        (whole("resource.cat"), "there is no 'resource.cat'; did you mean"),
        (whole("resource.pet") + "    heading_level: 2\n", "with parts: all, a block has no other options"),
    ],
)
def test_a_page_has_one_block_with_all_parts_and_it_names_a_page(text: str, expected: str) -> None:
    boxes = page(text, pages=pages()).all("div", "oa-trouble")
    assert [box.all("p")[1].text[: len(expected)] for box in boxes] == [expected]


def test_of_several_mappings_each_has_such_a_page() -> None:
    told = "there are several; write v1/index or v2/index"
    assert trouble(whole("index"), pages=BOTH) == told
    assert "resource.pet" not in page(whole("v1/resource.pet"), pages=BOTH).ids
    assert page(whole("v2/resource.pet"), pages=BOTH).by_id("it")
    shown = page(f"{whole('v1/resource.pet')}", pages=BOTH)
    assert [link for link in shown.links if not link.startswith(("#", "http"))] == [], "there are no other pages"


def test_each_page_may_have_a_block_with_all_parts() -> None:
    md = converter()
    assert md.convert(whole("provider")) == md.reset().convert(whole("provider"))


def test_where_the_extension_is_strict_a_wrong_block_ends_the_build() -> None:
    with pytest.raises(WrongBlock, match=r"^oasmap: ::: oasmap resource\.cat: there is no 'resource\.cat'"):
        page("::: oasmap resource.cat", pages=pages(), strict=True)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"audience": "everybody"}, "audience is 'everybody', but it can be users or authors"),
        ({"labels": {"section.exmple": "x", "a": 1}}, "there is no label 'section.exmple'; did you mean"),
    ],
)
def test_a_wrong_option_is_said_on_the_page(tmp_path: Path, options: dict[str, Any], text: str) -> None:
    write_site(tmp_path)
    assert trouble(WANTED, spec="api.yaml", base=tmp_path, **options).startswith(text)


# --- style sheet and script ------------------------------------------------------------------------------------------


def test_a_page_with_blocks_has_style_sheet_and_script_once() -> None:
    md = converter()
    html = md.convert(f"# Pets\n\n{WANTED}\n\n- {WANTED}\n")
    assert (html.count("<style>"), html.count("<script>")) == (1, 1)
    assert html.index("<h1") < html.index("<style>") < html.index("<script>") < html.index('class="oasmap')
    assert STYLE.strip() in html
    assert SCRIPT.strip() in html
    assert md.reset().convert(f"{WANTED}\n").count("<style>") == 1, "and so has the next page"
    assert "<style>" not in md.reset().convert("# Nothing\n")
    assert "<style>" not in md.reset().convert("::: oasmap resource.cat\n")


@pytest.mark.parametrize(
    ("options", "tags"), [({"javascript": False}, ["style"]), ({"assets": False}, []), ({}, ["style", "script"])]
)
def test_a_host_chooses_what_a_page_has(options: dict[str, Any], tags: list[str]) -> None:
    html = converter(pages=pages(), **options).convert(WANTED)
    assert [tag for tag in ("style", "script") if f"<{tag}>" in html] == tags


def test_files_are_written_in_place_of_inline_elements(tmp_path: Path) -> None:
    md = converter(pages=pages(), base=tmp_path, assets="docs/assets")
    assert "<style>" not in md.convert(WANTED)
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "docs/assets").iterdir()}
    assert written == {"oasmap.css": STYLE, "oasmap.js": SCRIPT}
    for path in (tmp_path / "docs/assets").iterdir():
        os.utime(path, (1, 1))
    md.reset().convert(WANTED)
    assert {path.stat().st_mtime for path in (tmp_path / "docs/assets").iterdir()} == {1}, "a host would build again"


def test_files_that_cannot_be_written_are_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "docs").write_text("")
    assert "a folder is needed" in trouble(WANTED, pages=pages(), base=tmp_path, assets="docs/assets")


def test_a_site_replaces_the_style_sheet(tmp_path: Path) -> None:
    (tmp_path / "assets/oasmap").mkdir(parents=True)
    (tmp_path / "assets/oasmap/oasmap.css").write_text('a { content: "</style><b>"; }')
    html = converter(pages=pages(), templates=[tmp_path]).convert(WANTED)
    assert parse(html).one("style").text == 'a { content: "<\\/style><b>"; }'
    assert SCRIPT.strip() in html


# --- in a site -------------------------------------------------------------------------------------------------------

SITE: dict[str, Any] = {
    "plugins": ["search"],
    "files": {
        "docs/index.md": "# Zoo\n\n[a](pets.md#resource.pet.owner.address.street) and [b](pets.md#resource.pet.x)\n",
        "docs/pets.md": f"# Pets\n\n{WANTED}\n    heading_level: 2\n\n::: oasmap resource.dog\n",
    },
}


@pytest.mark.build
def test_mkdocs_knows_the_ids_and_headings_of_a_block(tmp_path: Path) -> None:
    site = zoo(tmp_path, **SITE, markdown_extensions=[{"oasmap": {"spec": "api.yaml", "base": str(tmp_path)}}])
    dog, none = sorted(site.troubles, reverse=True)
    assert dog.startswith("oasmap: pets.md: ::: oasmap resource.dog: there is no 'resource.dog'")
    assert "'pets.md#resource.pet.x'" in none
    assert "resource.pet.attributes-required" in {location.partition("#")[2] for location in site.search}
    assert not list(site.folder.rglob("*.md"))


@pytest.mark.build
def test_properdocs_shows_blocks_too(tmp_path: Path) -> None:
    write_site(tmp_path, **SITE, theme="material", markdown_extensions=[{"oasmap": {"spec": "api.yaml"}}])
    run(tmp_path, module="properdocs")
    assert "resource.pet.owner.address.street" in parse((tmp_path / "site/pets/index.html").read_text()).ids
