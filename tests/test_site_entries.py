"""What a site makes of generated pages without being built: navigation, search entries, links, and `llms.txt`."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from pathspec import GitIgnoreSpec

from mapper.inputs.location import Spot
from mkdocs_oasmap.host_page import with_entries, with_links
from mkdocs_oasmap.navigation import insert_pages, is_on_each_page, navigation_file, unreached
from mkdocs_oasmap.pages.search import FoundBy, found_by, group_words, lead_words, spellings
from mkdocs_oasmap.render.site import Site
from mkdocs_oasmap.sites.line_links import edit_uri, line_links
from mkdocs_oasmap.sites.markdown_copies import twin_files, write_llms
from mkdocs_oasmap.sites.search_ranks import rank_entries
from mkdocs_oasmap.sites.settings_file import entries_of, named_options, plugin_of
from mkdocs_oasmap.sites.table_of_contents import register_anchors

NAV = [{"Overview": "ref/index.md"}, {"Resources": [{"zoo_pet": "ref/resources/pet.md"}, {"zoo_cat": "ref/cat.md"}]}]
URIS = {"index": "ref/index.md", "resources/pet": "ref/resources/pet.md", "cat": "ref/cat.md"}


def site(folder: str = "ref", **more: Any) -> Site:
    """A site with the navigation of three pages."""
    members = {"folder": folder, "title": "Zoo <b>", "uris": URIS, "navigation": lambda: NAV, **more}
    return cast("Site", SimpleNamespace(**members))


def config(nav: Any = None, plugins: Any = (), **more: Any) -> Any:
    made = SimpleNamespace(nav=nav, plugins={name: SimpleNamespace(config={}) for name in plugins}, **more)
    return cast("Any", made)


class SomeFiles(Files):
    """Files of a site by their paths."""

    def __init__(self, *names: str) -> None:
        base = MkDocsConfig()
        base.load_dict({"site_name": "Zoo", "docs_dir": "docs", "site_dir": "site"})
        super().__init__([File(name, "docs", "site", use_directory_urls=True) for name in names])


@pytest.mark.parametrize(
    ("nav", "expected", "shown"),
    [
        (["a.md", "ref/"], ["a.md", *NAV], True),
        (["ref", "a.md"], [*NAV, "a.md"], True),
        ([{"Reference": "ref/"}, "a.md"], [{"Reference": NAV}, "a.md"], True),
        ([{"More": ["a.md", {"Reference": "ref"}]}], [{"More": ["a.md", {"Reference": NAV}]}], True),
        ({"A": "a.md", "R": "ref/"}, {"A": "a.md", "R": NAV}, True),
        (["a.md", "ref/cat.md"], ["a.md", "ref/cat.md"], True),
        ([{"A": ["ref/cat.md"]}], [{"A": ["ref/cat.md"]}], True),
        (["a.md"], ["a.md"], False),
        (["a.md", "reference/"], ["a.md", "reference/"], False),
        ([], [], False),
        (
            None,
            ["a.md", {"Sub": ["sub/b.md"]}, {"Zoo &#60;\u2060b&#62;": NAV}],
            True,
        ),
    ],
)
def test_the_folder_in_a_navigation_becomes_its_pages(nav: Any, expected: Any, *, shown: bool) -> None:
    files = SomeFiles("a.md", "sub/b.md", *URIS.values())
    hidden = files.get_file_from_path("ref/cat.md")
    made = config(nav)
    insert_pages([site()], files, made)
    assert made.nav == expected
    assert hidden is not None
    assert (hidden.inclusion is not InclusionLevel.NOT_IN_NAV) is shown


def test_a_plugin_for_navigation_reads_a_file() -> None:
    text = "* [Overview](index.md)\n* Resources\n    * [zoo_pet](resources/pet.md)\n    * [zoo_cat](cat.md)\n"
    assert navigation_file(site(), "literate-nav", {}) == ("SUMMARY.md", text)
    assert navigation_file(site(), "literate-nav", {"nav_file": "NAV.md"})[0] == "NAV.md"
    name, text = navigation_file(site(), "awesome-nav", {})
    assert name == ".nav.yml"
    inner = [{"zoo_pet": "resources/pet.md"}, {"zoo_cat": "cat.md"}]
    assert yaml.safe_load(text) == {"nav": [{"Overview": "index.md"}, {"Resources": inner}]}
    assert navigation_file(site(), "awesome-nav", {"filename": "x.yml"})[0] == "x.yml"


class Plugins(dict[str, Any]):
    """The plugins of a site, of which this one is adding a file."""

    _current_plugin = "oasmap"


@pytest.mark.parametrize("own", [(), ("ref/SUMMARY.md",)])
def test_a_file_for_navigation_is_made_unless_the_site_has_one(own: tuple[str, ...]) -> None:
    files = SomeFiles("a.md", *own, *URIS.values())
    before = files.get_file_from_path("ref/SUMMARY.md")
    made = MkDocsConfig()
    made.load_dict({"site_name": "Zoo", "docs_dir": "docs", "site_dir": "site"})
    made.plugins = cast("Any", Plugins({"literate-nav": SimpleNamespace(config={})}))
    insert_pages([site()], files, made)
    after = files.get_file_from_path("ref/SUMMARY.md")
    assert after is not None
    assert (after is before) == bool(own)
    assert own or after.content_string.startswith("* [Overview](index.md)")


@pytest.mark.parametrize(
    ("key", "names", "registered"),
    [
        ("pet", ("resource.pet", "pet", False), {"schema-attributes": "", "a": "a", "a.b": "a.b"}),
        ("pet/a", ("resource.pet", "pet", True), {"a.b": "a.b"}),
        ("index", None, {}),
    ],
)
def test_entities_and_their_attributes_have_names_for_links(
    key: str, names: tuple[str, str, bool] | None, registered: dict[str, str]
) -> None:
    """A page of a part of an entity has only what is inside of that."""
    found: dict[str, str] = {}

    def register_anchor(*, page: Any, identifier: str, anchor: str, primary: bool) -> None:
        assert (page, primary) == ("the page", True)
        found[identifier] = anchor

    rendered = cast("Any", SimpleNamespace(anchors=["a", "a.b", "a-b", "some-section"]))
    made = site(target={key: names}.get)
    register_anchors(SimpleNamespace(register_anchor=register_anchor), cast("Any", "the page"), made, key, rendered)
    assert found == {
        f"{name}{f'.{rest}' if rest else ''}": anchor
        for name in ("resource.pet", "ref/resource.pet", "pet")
        for anchor, rest in registered.items()
    }


@pytest.mark.parametrize(
    ("reached", "left_out", "told"),
    [
        (["a.md"], None, True),
        (["a.md", "ref/cat.md"], None, False),
        (["a.md"], "ref/", False),
        (["a.md"], "ref/cat.md", True),
        (["a.md"], "other/", True),
    ],
)
def test_pages_that_nothing_leads_to_are_told(reached: list[str], left_out: str | None, *, told: bool) -> None:
    nav = cast("Any", SimpleNamespace(pages=[SimpleNamespace(file=SimpleNamespace(src_uri=uri)) for uri in reached]))
    not_in_nav = GitIgnoreSpec.from_lines([left_out]) if left_out else None
    texts = list(unreached([site()], nav, config(not_in_nav=not_in_nav)))
    assert texts == (
        ["nothing in the navigation leads to the 3 pages in ref/; add this to nav: '- Zoo <b>: ref/'"] if told else []
    )


@pytest.mark.parametrize(
    ("theme", "features", "pages", "expected"),
    [
        ("material", (), 301, True),
        ("material", (), 300, False),
        ("material", None, 301, True),
        ("material", ["navigation.prune"], 301, False),
        ("mkdocs", (), 301, False),
    ],
)
def test_a_long_navigation_is_on_each_page_of_one_theme(
    theme: str, features: Any, pages: int, *, expected: bool
) -> None:
    named = SimpleNamespace(name=theme, get={"features": features}.get)
    nav = cast("Any", SimpleNamespace(pages=range(pages)))
    assert is_on_each_page(nav, config(theme=named)) is expected


FOUND = FoundBy("pet", "pet animal", 4.0, 0, ("beast",), ("wild ones",), ("pets",), 0.8)
JOINED = FoundBy("big_pet", "big pet", 2.0, 0)


def entries(*texts: str) -> list[dict[str, Any]]:
    places = ["other/", "pet/", *(f"pet/#{number}" for number in range(len(texts) - 1))]
    return [{"location": place, "title": "T", "text": text} for place, text in zip(places, ("-", *texts), strict=True)]


def test_entries_of_material_get_a_boost_and_words() -> None:
    made = entries("Text", "a", "b")
    made[1]["tags"] = ["own"]
    rank_entries(SimpleNamespace(entries=made), "pet/", FOUND, frozenset({"1"}), 1)
    assert made[0] == {"location": "other/", "title": "T", "text": "-"}
    assert made[1] == {
        "location": "pet/", "title": "T", "text": "Text <p>pets</p>", "boost": 2.8,
        "tags": ["own", "pet animal", "beast", "wild ones"],
    }  # fmt: skip
    assert [entry["boost"] for entry in made[2:]] == [0.0028, 0.00196]
    made = entries("Text", "a")
    made[1]["boost"] = 9
    rank_entries(SimpleNamespace(entries=made), "pet/", JOINED)
    assert (made[1]["boost"], made[1]["text"]) == (9, "<p>big_pet</p>Text")
    assert made[2]["boost"] == 0.005
    made = entries("Text", "a")
    rank_entries(SimpleNamespace(entries=made), "pet/", None)
    assert made[1] == {"location": "pet/", "title": "T", "text": "Text"}
    assert made[2]["boost"] == 0.0025


def test_the_text_of_a_page_in_the_search_of_mkdocs_is_what_is_before_its_first_section() -> None:
    made = entries("all of it", "before", "a")
    rank_entries(SimpleNamespace(_entries=made), "pet/", FOUND)
    assert [entry["text"] for entry in made] == ["-", "pet animal beast pets before", "a"]
    made = entries("all of it", "")
    rank_entries(SimpleNamespace(_entries=made), "pet/", None)
    assert [entry["text"] for entry in made] == ["-", ""]
    made = entries("alone")
    rank_entries(SimpleNamespace(_entries=made), "pet/", FOUND)
    assert [entry["text"] for entry in made] == ["-", "alone"]
    rank_entries(SimpleNamespace(), "pet/", FOUND)  # of another program


def test_a_name_that_others_begin_has_a_lower_boost() -> None:
    names = {"user": 0, "users": 0, "user_risk": 0, "user_risk_level": 1, "Pet": 2}
    found = found_by({key: (f"zoo_{key}", key, kinds) for key, kinds in names.items()}, "zoo")
    assert {key: one.boost for key, one in found.items()} == {
        "user": 4.0, "users": 1.6, "user_risk": 2.222, "user_risk_level": 1.122, "Pet": 3.306
    }  # fmt: skip
    assert found["user_risk"].names == "user_risk user risk"
    assert (found["Pet"].words, found["Pet"].names) == ("pet", "pet")


@pytest.mark.parametrize(
    ("title", "provider", "name"),
    [
        ("zoo_pet", "zoo", "pet"), ("zoo:Pet", "zoo", "Pet"), ("zoo.pet", "zoo", "pet"), ("zoopet", "zoo", "zoopet"),
        ("bar_pet", "zoo", "bar_pet"), ("zoo", "zoo", "zoo"),
    ],
)  # fmt: skip
def test_a_name_is_found_without_the_provider(title: str, provider: str, name: str) -> None:
    assert found_by({"k": (title, "x", 0)}, provider)["k"].name == name


def test_words_of_headings_and_leads_are_few() -> None:
    found = found_by({"k": ("zoo_big_den", "big_den", 0)}, "zoo")["k"]
    assert group_words("Big dens and caves", found) == ("and caves",)
    assert group_words("Big dens", found) == ()
    assert group_words("Caves", found) == ()
    assert group_words("a.example.org", found) == ()
    assert group_words("Caves v1.0 now", found) == ("caves v1 0 now",)
    assert spellings("Dens of bigs x", found) == ("bigden", "dens", "bigs")
    assert lead_words("w " * 200) == "w " * 200
    assert lead_words("w " * 200 + "x") == ("w " * 200).rstrip() + "…"


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<a href="oasmap:nowhere">x <b>y</b></a> <a href="z">z</a>', 'x <b>y</b> <a href="z">z</a>'),
        ('<a class="c" href="oasmap:nowhere#a" id="i">x</a>', "x"),
        ('<a href="z">z</a>', '<a href="z">z</a>'),
    ],
)
def test_links_to_pages_that_do_not_exist_are_texts(html: str, shown: str) -> None:
    assert with_links(html) == shown


def test_rows_that_a_search_leads_to_have_a_heading() -> None:
    html = '<li class="r" id="a" data-x>A</li><li id="b">B</li><li id="d">D</li><a class="oa-skip" href="#c">c</a>'
    assert with_entries(html, [("<T>", "a", 3), ("T", "d", 3)]) == (
        '<li class="r" data-x><h4 class="oa-place" id="a" aria-hidden="true">&lt;T&gt;</h4>A</li><li id="b">B</li>'
        '<li><h4 class="oa-place" id="d" aria-hidden="true">T</h4>D</li>'
        '<a class="oa-skip" data-search-exclude href="#c">c</a>'
    )


@pytest.mark.parametrize(
    ("template", "repo", "edit", "expected"),
    [
        ("https://x/{path}?{line}", "https://e/r", "edit/main/docs/", "https://x/a.yaml?3"),
        (None, "https://e/r/", "edit/main/docs/", "https://e/r/blob/main/a.yaml#L3"),
        (None, "https://e/r", "-/edit/main/docs", "https://e/r/-/blob/main/a.yaml#L3"),
        (None, "https://e/r", "edit/main/other/", None),
        (None, "https://e/r", "raw/main/docs/", None),
        (None, "https://e/r", "", None),
        (None, "", "edit/main/docs/", None),
    ],
)
def test_lines_of_inputs_are_links_into_the_repository(
    here: Path, template: str | None, repo: str, edit: str, expected: str | None
) -> None:
    settings = config(repo_url=repo, edit_uri=edit, docs_dir=str(here / "docs"))
    link = line_links(template, settings, here)
    assert (link and link("a.yaml", 3)) == expected


def test_the_edit_link_of_a_page_is_its_entry_in_the_config(here: Path) -> None:
    places = {"a": Spot("conf/x.yml", (7, 1)), "b": Spot("conf/x.yml", None), "c": None}
    entities = {key: SimpleNamespace(location=place) for key, place in places.items()}
    made = site(pages=SimpleNamespace(entities=entities))
    found = {key: edit_uri(made, key, here / "docs", here) for key in ("a", "b", "c", "index")}
    assert found == {"a": "../conf/x.yml#L7", "b": "../conf/x.yml", "c": None, "index": None}


@pytest.mark.parametrize("url", ["https://e.example/zoo/", None])
def test_a_list_for_programs_has_all_pages(here: Path, url: str | None) -> None:
    made = site(
        twins=("index", "resources/pet"),
        full_title=lambda key: "zoo_pet <b>" if "pet" in key else "",
        short_title=lambda _key: "Zoo",
        about=lambda key: "A *pet*. It bites." if "pet" in key else "",
    )
    pages = [
        SimpleNamespace(title=title, url=address, file=SimpleNamespace(src_uri=uri))
        for title, address, uri in (("Home", "", "index.md"), ("Pet", "ref/pet/", "ref/resources/pet.md"))
    ]
    settings = config(site_name="The Zoo", site_description="About <it>", site_url=url, site_dir=str(here))
    write_llms([made], cast("Any", SimpleNamespace(pages=pages)), SomeFiles(), settings)
    base = url or ""
    assert (here / "llms.txt").read_text() == (
        "# The Zoo\n\n> About &#60;it&#62;\n\n## Pages\n\n"
        f"- [Home]({base or './'})\n\n## Zoo &#60;b&#62;\n\n- [Zoo]({base}ref/index.md)\n"
        f"- [zoo_pet &#60;b&#62;]({base}ref/resources/pet.md): A pet.\n"
    )
    (here / "llms.txt").unlink()
    plain = config(site_name="Z", site_description="", site_url=url, site_dir=str(here))
    write_llms([], cast("Any", SimpleNamespace(pages=pages[1:])), SomeFiles(), plain)
    assert (here / "llms.txt").read_text() == f"# Z\n\n## Pages\n\n- [Pet]({base}ref/pet/)\n"
    (here / "llms.txt").unlink()
    for files, plugins in ((SomeFiles("llms.txt"), ()), (SomeFiles(), ("llmstxt",))):
        settings = config(plugins=plugins, site_name="Z", site_description="", site_url=url, site_dir=str(here))
        write_llms([], cast("Any", SimpleNamespace(pages=[])), files, settings)
        assert not (here / "llms.txt").exists()


@pytest.mark.parametrize("forgets", [True, False])
def test_the_copy_of_a_page_is_made_when_it_is_written_and_then_forgotten(here: Path, forgets: bool) -> None:
    forgotten: list[str] = []
    made = site(twins=("index",), twin=lambda key: f"# {key}".encode())
    settings = MkDocsConfig()
    settings.load_dict({"site_name": "Zoo", "docs_dir": str(here), "site_dir": str(here / "site")})
    settings.plugins = cast("Any", Plugins())
    (file,) = twin_files(made, settings, forgotten.append if forgets else None)
    assert (file.src_uri, file.dest_uri, file.inclusion) == (
        "ref/index.md.txt", "ref/index.md", InclusionLevel.NOT_IN_NAV
    )  # fmt: skip
    assert forgotten == []
    file.copy_file()
    assert (here / "site" / "ref" / "index.md").read_text() == "# index"
    assert forgotten == (["index"] if forgets else [])


@pytest.mark.parametrize(
    ("entries", "named"),
    [
        (None, {}),
        ("oasmap", {}),
        (["search", {"oasmap": {"spec": "a"}}], {"search": {}, "oasmap": {"spec": "a"}}),
        ({"search": None, "oasmap": {"spec": "a"}}, {"search": {}, "oasmap": {"spec": "a"}}),
        ([{"a": 3, "b": {"c": 1}}, 7], {"a": {}, "b": {"c": 1}, "7": {}}),
    ],
)
def test_plugins_are_named_in_a_list_or_in_a_mapping(entries: Any, named: dict[str, Any]) -> None:
    assert named_options(entries) == named
    assert plugin_of({"plugins": entries}) == named.get("oasmap")
    assert entries_of({"nav": entries}, "nav") == (entries or [])
