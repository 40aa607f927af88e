"""Generated pages as HTML, in each theme and with each kind of address."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from ..hardness.test_texts import INPUTS
from ..support import generate, write_code_spec
from .sites import COMPUTED, ZOO, ZOO_CONFIG, Built, build, dead_links, with_property, write_site, zoo
from .tree import Element

MATERIAL: dict[str, Any] = {"name": "material", "font": False}
PET, REPORT = "reference/resources/pet/index.html", "reference/report/index.html"
SCHEMA = "schema-attributes"  # no attribute has a hyphen in its name
ROWS = {
    "name", "nickname", "owner", "owner.email", "owner.address", "owner.address.street", "age", "id", "toys",
    "toys.colour",
}  # fmt: skip


def row(page: Element, path: str) -> Element:
    return page.by_id(path)


def pet(folder: Path, api: str = ZOO, **site: Any) -> Element:
    """The page of the resource, of a site with this API."""
    return zoo(folder, files={"api.yaml": api}, **site).page(PET)


# --- in every theme -------------------------------------------------------------------------------


FIRST = (("mkdocs", True), ("readthedocs", False), ("material", True), ("material", False))
"""Themes and forms of addresses that are built without a marker."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((theme, directories), marks=[] if (theme, directories) in FIRST else [pytest.mark.build])
        for theme in ("mkdocs", "readthedocs", "material")
        for directories in (True, False)
    ],
    ids=lambda param: f"{param[0]}-{'folders' if param[1] else 'files'}",
)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo, in each theme, with `pet/` and with `pet.html` as addresses; and with links from a written page."""
    theme, directories = request.param
    links = "reference/resources/pet.md reference/resources/pet.md#owner.address.street reference/provider.md#token"
    more = "reference/index.md reference/report.md reference/provider_code_spec.json reference/oasmap.json"
    return zoo(
        tmp_path_factory.mktemp("site"),
        theme=MATERIAL if theme == "material" else theme,
        use_directory_urls=directories,
        files={"docs/index.md": "# Zoo\n\n" + "\n".join(f"- [link]({link})" for link in f"{links} {more}".split())},
    )


def of(site: Built, uri: str) -> Element:
    return site.page(uri if site.config.use_directory_urls else uri.replace("/index.html", ".html"))


def test_a_site_builds_without_a_warning(site: Built) -> None:
    assert site.troubles == []


def test_every_link_leads_somewhere(site: Built) -> None:
    assert dead_links(site) == []


def test_links_from_written_pages_lead_to_rows(site: Built) -> None:
    end = "/" if site.config.use_directory_urls else ".html"
    links = site.page("index.html").links
    assert f"reference/resources/pet{end}#owner.address.street" in links
    assert "reference/provider_code_spec.json" in links


def test_tags_are_balanced_and_ids_unique(site: Built) -> None:
    for uri in site.uris:
        ids = site.page(uri).ids
        assert len(ids) == len(set(ids)), uri


def test_every_attribute_has_a_row(site: Built) -> None:
    page = of(site, PET)
    assert {element.id for element in page.rows} == ROWS
    assert {"nestedatt--owner", "nestedatt--owner--address", "nestedatt--toys"} <= set(page.ids)


def test_the_table_of_contents_leads_as_deep_as_the_theme_shows_it(site: Built) -> None:
    css, depth = {"mkdocs": ("bs-sidebar", 2), "readthedocs": ("wy-menu", 3)}.get(
        site.config.theme.name or "", ("md-nav--secondary", 4)
    )
    contents = {link for element in of(site, PET).all(css=css) for link in element.links}
    by_depth = {2: [SCHEMA, "api-operations"], 3: ["attributes-required", "attributes-optional"], 4: ["name", "owner"]}
    for level, anchors in by_depth.items():
        assert {f"#{anchor}" for anchor in anchors if level <= depth} <= contents


def test_titles_name_the_resource_as_a_configuration_does(site: Built) -> None:
    assert of(site, PET).one("h1").text.rstrip("¶") == "zoo_pet"
    assert of(site, "reference/data-sources/pet/index.html").one("h1").text.rstrip("¶") == "zoo_pet"
    assert of(site, "reference/provider/index.html").one("h1").text.rstrip("¶") == "zoo"
    assert of(site, PET).one("title").text.startswith("zoo_pet (Resource)")


def test_no_two_pages_have_the_same_title(site: Built) -> None:
    titles = [site.page(uri).one("head").one("title").text for uri in site.uris if uri.startswith("reference/")]
    assert len(titles) == len(set(titles)) > 3


def test_the_style_sheet_is_there_and_linked_before_others(site: Built) -> None:
    assert (site.folder / "assets/oasmap/oasmap.css").is_file()
    sheets = [e.attributes["href"] for e in of(site, PET).all("link") if e.attributes.get("rel") == "stylesheet"]
    assert any(sheet.endswith("assets/oasmap/oasmap.css") for sheet in sheets)


def test_a_link_to_an_attribute_that_is_not_there_is_a_warning(tmp_path: Path) -> None:
    text = "# Zoo\n\n[good](reference/resources/pet.md#name) [bad](reference/resources/pet.md#nothing)\n"
    (message,) = zoo(tmp_path, files={"docs/index.md": text}).troubles
    assert message.endswith("the doc 'reference/resources/pet.md' does not contain an anchor '#nothing'.")


# --- what a page shows ----------------------------------------------------------------------------


def test_a_row_shows_status_type_limits_and_description(zoo_site: Built) -> None:
    text = row(zoo_site.page(PET), "name").text
    for part in (
        "name",
        "String",
        "Required in the create request body",
        "at most 8 characters",
        "What it is called. Not unique.",
    ):
        assert part in text


def test_a_row_shows_where_it_comes_from(zoo_site: Built) -> None:
    details = row(zoo_site.page(PET), "nickname").one("details", "oa-source")
    assert "open" not in details.attributes
    assert "create request body declared the attribute" in details.text
    assert "api.yaml:21" in details.text
    assert "/components/schemas/NewPet/properties/nickname" in details.text


def test_a_page_shows_the_description_and_the_operations_of_the_entity(zoo_site: Built) -> None:
    page = zoo_site.page(PET)
    assert page.one(css="oa-about").text == "An animal. It lives here."
    for operation in ("POST /pets", "GET /pets/{id}"):
        assert operation in page.one(css="oasmap").text


def test_badges_say_in_words_what_they_mean(zoo_site: Built) -> None:
    assert row(zoo_site.page(PET), "nickname").all("b")[0].text == "optional · API default"
    assert row(zoo_site.page(PET), "name").all("b")[0].text == "required"
    assert "sensitive" in row(zoo_site.page("reference/provider/index.html"), "token").text


def test_sources_are_links_where_the_repository_is_known(tmp_path: Path) -> None:
    address = "https://git.example/zoo/blob/main/{path}#L{line}"
    links = pet(tmp_path, options={"spec": "api.yaml", "source_url": address}).links
    assert "https://git.example/zoo/blob/main/api.yaml#L21" in links
    assert "https://git.example/zoo/blob/main/generator_config.yml#L3" in links


def test_names_of_files_are_encoded_in_their_addresses(tmp_path: Path) -> None:
    site = zoo(
        tmp_path,
        options={"spec": "the api/50% é#1.yaml", "source_url": "https://git.example/{path}#L{line}"},
        files={"the api/50% é#1.yaml": ZOO},
    )
    assert "https://git.example/the%20api/50%25%20%C3%A9%231.yaml#L21" in site.page(PET).links


@pytest.mark.parametrize(
    ("docs", "edit_uri", "linked", "edited"),
    [
        ("docs", "edit/main/docs/", "blob/main/api.yaml#L21", "edit/main/generator_config.yml#L3"),
        ("content/docs", "edit/main/content/docs/", "blob/main/api.yaml#L21", "edit/main/generator_config.yml#L3"),
        ("docs", "edit/main/site/docs", "blob/main/site/api.yaml#L21", "edit/main/site/generator_config.yml#L3"),
        ("docs", "edit/main/zoo-docs/", None, "edit/main/generator_config.yml#L3"),
        ("../docs", "edit/main/docs/", None, "edit/main/site/generator_config.yml#L3"),
    ],
)
def test_links_into_the_repository_are_right_wherever_the_docs_are(
    tmp_path: Path, docs: str, edit_uri: str, linked: str | None, edited: str
) -> None:
    files = {f"{docs}/index.md": "# Zoo\n"}
    path = write_site(
        tmp_path / "site", docs_dir=docs, repo_url="https://git.example/zoo", edit_uri=edit_uri, files=files
    )
    links = set(build(path).page(PET).links)
    assert f"https://git.example/zoo/{edited}" in links
    assert [link for link in links if "api.yaml#L21" in link] == (
        [f"https://git.example/zoo/{linked}"] if linked else []
    )


def test_a_description_above_the_site_is_named_relative_to_it(tmp_path: Path) -> None:
    path = write_site(tmp_path / "site", options={"spec": "../api.yaml"})
    (tmp_path / "api.yaml").write_text(ZOO)
    site = build(path)
    for uri in (PET, REPORT, "reference/oasmap.json"):
        assert str(tmp_path) not in site.text(uri)
    assert "../api.yaml:21" in site.page(PET).one(css="oasmap").text


def test_the_table_of_contents_is_as_deep_as_the_site_wants_it(tmp_path: Path) -> None:
    page = pet(tmp_path, theme=MATERIAL, markdown_extensions=[{"toc": {"toc_depth": "1-2"}}])
    contents = {link for nav in page.all(css="md-nav--secondary") for link in nav.links}
    assert f"#{SCHEMA}" in contents
    assert contents.isdisjoint({"#attributes-required", "#name"})


def test_headings_have_permalinks_if_those_of_the_site_have_them(tmp_path: Path) -> None:
    plain = pet(tmp_path / "plain")
    assert plain.one("h1").links == []
    assert plain.by_id(SCHEMA).links == []
    linked = pet(tmp_path / "linked", markdown_extensions=[{"toc": {"permalink": True}}])
    assert linked.one("h1").links == ["#zoo_pet-resource"]
    assert linked.by_id(SCHEMA).links == [f"#{SCHEMA}"]


def test_an_attribute_may_be_named_like_a_heading_of_the_page(tmp_path: Path) -> None:
    names = ("schema", "example", "import", "artifacts", "diagnostics", "coverage")
    api = ZOO
    for name in names:
        api = with_property(f"{name}: {{type: string}}", api=api)
    page = pet(tmp_path, api)
    assert len(page.ids) == len(set(page.ids))
    assert set(names) <= {element.id for element in page.rows}


def test_an_entity_may_have_any_name(tmp_path: Path) -> None:
    names = ["'Pet & <u>Co</u>'", "index", "PET", "日本", "'../../x'", r'"c\x01\u202Ed"']
    entries = "".join(f'  {name}:\n    read: {{path: "/pets/{{id}}", method: GET}}\n' for name in names)
    site = zoo(tmp_path, files={"generator_config.yml": ZOO_CONFIG + entries})
    assert len([uri for uri in site.uris if uri.startswith("reference/data-sources/")]) == len(names) + 1
    assert dead_links(site) == []
    for uri in site.uris:
        assert site.page(uri).all("u") == []
        assert re.findall("[\x01\u202e]", site.text(uri)) == []


# --- nothing in a description can do harm ---------------------------------------------------------


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", MATERIAL], ids=["mkdocs", "readthedocs", "material"])
def test_a_description_cannot_become_part_of_the_page(tmp_path: Path, theme: Any) -> None:
    evil = "\\\"'><script>alert(1)</script><img src=x onerror=alert(1)></textarea></title>"
    api = with_property(f'it: {{type: string, default: "{evil}", pattern: "{evil}", description: "{evil}"}}')
    api = api.replace("description: An animal. It lives here.", f'description: "{evil}"')
    api = api.replace("    post:\n", f'    post:\n      summary: "{evil}"\n')
    site = zoo(tmp_path, theme=theme, files={"api.yaml": api})
    for uri in site.uris:
        for element in site.page(uri):
            assert "onerror" not in element.attributes
            assert element.attributes.get("src") != "x"
            assert element.tag != "script" or "alert(1)" not in "".join(map(str, element.children))
    assert "alert(1)" in row(site.page(PET), "it").text


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", MATERIAL], ids=["mkdocs", "readthedocs", "material"])
@pytest.mark.parametrize("system", ["provider", "ack", "crossplane"])
def test_no_name_and_no_text_of_a_schema_acts_on_a_page(tmp_path: Path, system: str, theme: Any) -> None:
    evil = 'x" onmouseover="alert(1)" \' <img src=x onerror=alert(1)>\0\x1b[31m\u202e\u2066'
    request = INPUTS[system](tmp_path, evil)
    assert isinstance(request.spec, Path)
    config = [path.name for path in request.config]
    site = build(
        write_site(tmp_path, options={"system": system, "spec": request.spec.name, "config": config}, theme=theme)
    )
    pages = [uri for uri in site.uris if uri.endswith(".html")]
    assert len(pages) > 3
    for uri in pages:
        text = site.text(uri)
        assert re.findall("[\0\x1b\u202e\u2066]", text) == [], uri
        for element in site.page(uri):
            assert element.attributes.keys().isdisjoint({"onmouseover", "onerror"}), element
            assert element.attributes.get("src") != "x"
    if theme != MATERIAL:  # whose script writes no HTML of addresses
        index = json.loads(site.text("search/search_index.json"))
        assert [found["location"] for found in index["docs"] if set(found["location"]) & set("\"'<>")] == []


@pytest.mark.parametrize("theme", ["mkdocs", MATERIAL], ids=["mkdocs", "material"])
def test_a_description_with_quotes_is_the_description_of_the_page(tmp_path: Path, theme: Any) -> None:
    text = "A 'pet' or \\\"animal\\\" & more. It lives here."
    page = pet(tmp_path, ZOO.replace("An animal. It lives here.", f'"{text}"'), theme=theme)
    metas = [meta for meta in page.all("meta") if meta.attributes.get("name") == "description"]
    for meta in metas:
        assert meta.attributes == {"name": "description", "content": "A 'pet' or \"animal\" & more."}
    assert metas or theme == "mkdocs"


def test_templates_in_descriptions_stay_what_they_are(tmp_path: Path) -> None:
    page = pet(tmp_path, with_property('it: {type: string, description: "{{ 1 + 1 }} {% raise %} {# no #}"}'))
    assert "{{ 1 + 1 }} {% raise %} {# no #}" in row(page, "it").text


def test_half_of_a_surrogate_pair_is_in_nobodys_way(tmp_path: Path) -> None:
    properties = '{"a": {"type": "string", "default": "\\ud83d"}}'
    schema = f'{{"type": "object", "description": "\\\\ud83d *half*", "properties": {properties}}}'
    body = f'{{"content": {{"application/json": {{"schema": {schema}}}}}}}'
    api = f'{{"openapi": "3.1.0", "paths": {{"/a": {{"get": {{"responses": {{"200": {body}}}}}}}}}}}'
    config = "provider: {name: zoo}\ndata_sources: {a: {read: {path: /a, method: GET}}}\n"
    site = zoo(tmp_path, files={"api.yaml": api, "generator_config.yml": config})
    assert "half" in site.page("reference/data-sources/a/index.html").one(css="oasmap").text


def test_very_deep_attributes_can_be_shown(tmp_path: Path) -> None:
    deep = "{type: object, properties: {a: " * 40 + "{type: string}" + "}}" * 40
    page = pet(tmp_path, with_property(f"it: {deep}"))
    assert "it" + ".a" * 40 in page.ids


# --- artifacts ------------------------------------------------------------------------------------


def test_the_artifacts_are_those_of_the_library(zoo_site: Built) -> None:
    base = Path(zoo_site.config.config_file_path).parent
    mapping = generate(base / "api.yaml", base / "generator_config.yml", base)
    assert zoo_site.text("reference/provider_code_spec.json") == write_code_spec(mapping)
    assert [entity["name"] for entity in zoo_site.data("reference/oasmap.json")["entities"]] == ["zoo", "pet", "pet"]


# --- large entities -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo with one attribute so large that it gets a page of its own."""
    toys = ", ".join(f"n{number}: {{$ref: '#/components/schemas/Toy'}}" for number in range(20))
    api = with_property(f"big: {{type: object, description: Large., properties: {{{toys}}}}}")
    api += "    Toy: {type: object, properties: {colour: {}, size: {type: integer}}}\n"
    return zoo(
        tmp_path_factory.mktemp("split"),
        options={"spec": "api.yaml", "split": 10},
        nav=["index.md", {"Reference": "reference/"}],
        files={"api.yaml": api},
    )


PART = "reference/resources/pet/big/index.html"


def test_a_large_attribute_gets_a_page_of_its_own(split: Built) -> None:
    assert "big.n0.size" in {row.id for row in split.page(PART).rows}
    assert "big.n0.size" not in {row.id for row in split.page(PET).rows}
    assert "big/#big" in split.page(PET).links
    assert "../" in split.page(PART).one(css="oasmap").links
    assert "nestedatt--big" in split.page(PET).ids  # where old links lead to


def test_every_link_of_a_split_entity_leads_somewhere_and_no_page_is_missing_in_the_navigation(split: Built) -> None:
    assert dead_links(split) == []
    assert [message for message in split.messages() if "not included in the" in message] == []


# --- templates of the site ------------------------------------------------------------------------


def test_a_site_replaces_a_template_or_the_style_sheet_by_its_own(tmp_path: Path) -> None:
    site = zoo(
        tmp_path,
        theme={"name": "mkdocs", "custom_dir": "overrides"},
        files={
            "overrides/oasmap/report.html": "<p id='own'>{{ report.used }} operations</p>",
            "overrides/assets/oasmap/oasmap.css": "/* own */",
        },
    )
    assert site.page(REPORT).by_id("own").text == "2 operations"
    assert site.text("assets/oasmap/oasmap.css") == "/* own */"
    assert "name" in site.page(PET).ids


def test_the_style_sheet_of_a_site_comes_after_that_of_the_plugin(tmp_path: Path) -> None:
    site = zoo(tmp_path, extra_css=["own.css"], files={"docs/own.css": "/* own */"})
    sheets = [e.attributes["href"] for e in site.page(PET).all("link") if e.attributes.get("rel") == "stylesheet"]
    names = [sheet.rsplit("/", 1)[-1] for sheet in sheets]
    assert names.index("oasmap.css") < names.index("own.css")


def test_a_site_can_do_without_the_script(tmp_path: Path) -> None:
    def scripts(page: Element) -> list[str]:
        return [script.attributes.get("src", "") for script in page.all("script")]

    with_it = zoo(tmp_path / "with").page(PET)
    without = zoo(tmp_path / "without", options={"spec": "api.yaml", "javascript": False}).page(PET)
    assert any("oasmap" in address for address in scripts(with_it))
    assert not any("oasmap" in address for address in scripts(without))


EVIL = "</title></script><script>alert('evil')</script> {{ 7919 * 104729 }} {% raw %} \"x\" & *y*"
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
        assert COMPUTED not in text, uri
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


def test_many_allowed_values_are_in_a_fold_and_few_in_the_line(tmp_path: Path) -> None:
    values = [f"country-{number:03}" for number in range(9)]
    said = f"One of {', '.join(values)}."
    api = with_property(
        f"many: {{type: string, enum: {values}}}\n        few: {{type: string, enum: {values[:8]}}}\n"
        f"        each: {{type: array, items: {{type: string, enum: {values}}}}}\n"
        f'        said: {{type: string, enum: {values}, description: "{said}"}}'
    )
    page = zoo(tmp_path, files={"api.yaml": api}).page("reference/resources/pet/index.html")
    folds = {name: page.by_id(name).all("details", "oa-values") for name in ("many", "few", "each", "said")}
    assert [name for name, fold in folds.items() if fold] == ["many", "each"]
    (many,), (each,) = folds["many"], folds["each"]
    assert many.one("summary").text == 'one of 9 values: "country-000", "country-001", …'
    assert each.one("summary").text.startswith('each element one of 9 values: "country-000"')
    assert [json.loads(value.text) for value in many.all("li")] == values
    assert page.by_id("few").one(css="oa-choice").text == f"one of {', '.join(map(json.dumps, values[:8]))}"
    assert not page.by_id("said").all(css="oa-choice")
