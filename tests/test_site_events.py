"""What the plugin adds to the files of a site and writes beside it, up to where MkDocs would make pages of them."""

import gc
import logging
import weakref
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files, get_files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page

from mapper.system.extras import OutputFiles

from .site.sites import ZOO, ZOO_CONFIG, with_property, write_site
from .site.test_options import FILES, ONE, REFUSED_LATER


class Server:
    """The server of MkDocs, which keeps what it is to watch."""

    def __init__(self) -> None:
        self.watched: set[str] = set()

    def watch(self, path: str) -> None:
        self.watched.add(Path(path).name)


def site(folder: Path, *, files: dict[str, str] | None = None, **options: Any) -> Path:
    return write_site(folder, plugins=[{"oasmap": {**ONE, **options}}], files=files)


def loaded(path: Path, *, starts: bool = True, command: Any = "serve") -> MkDocsConfig:
    """The settings of a site at the beginning of a build."""
    config = load_config(str(path))
    if starts:
        config.plugins.on_startup(command=command, dirty=False)
    return config.plugins.on_config(config)


def with_pages(config: MkDocsConfig) -> Files:
    """The files of a site with those that the plugin adds."""
    return config.plugins.on_files(get_files(config), config=config)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    caplog.clear()
    return found


def content(files: Files, uri: str) -> str:
    file = files.get_file_from_path(uri)
    assert file is not None
    return file.content_string


def edited(files: Files) -> set[str]:
    """The generated pages with a link to their entry in the config, which is for authors."""
    found = {file.src_uri for file in files if file.edit_uri}
    return {name.removeprefix("reference/") for name in found if name.startswith("reference/")}


EACH = {message: options for options, message in REFUSED_LATER}


@pytest.mark.parametrize(("message", "options"), EACH.items())
def test_a_wrong_option_is_one_message_before_a_page_is_made(here: Path, message: str, options: dict[str, Any]) -> None:
    path = write_site(here, options=options, files=FILES)
    with pytest.raises(PluginError) as caught:
        with_pages(loaded(path))
    assert message in str(caught.value).replace(f"{here}", "HERE")


def test_a_server_shows_the_last_pages_and_what_is_wrong_until_it_is_mended(
    here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, server = site(here), Server()
    config = loaded(path)
    first = content(with_pages(config), "reference/provider_code_spec.json")
    config.plugins.on_serve(server, config=config, builder=None)  # type: ignore[arg-type]
    assert {"api.yaml", "generator_config.yml"} <= server.watched
    told(caplog)

    (here / "api.yaml").write_text("x: [")
    again = with_pages(loaded(path, starts=False))
    assert content(again, "reference/provider_code_spec.json") == first
    wrong, last = told(caplog)
    assert wrong.startswith("oasmap: api.yaml:2:1: ")
    assert last == "oasmap: reference: the pages show the last mapping that worked"

    site(here, pages="other", files={"api.yaml": "x: ["})  # of which there are no last pages
    with pytest.raises(PluginError, match=r"^oasmap: api\.yaml:2:1: "):
        with_pages(loaded(path, starts=False))
    site(here)

    (here / "api.yaml").write_text(with_property("fur: {type: string}"))
    mended = content(with_pages(loaded(path, starts=False)), "reference/provider_code_spec.json")
    assert "fur" in mended
    assert told(caplog) == []


def test_with_a_baseline_what_the_api_never_had_stops_the_build_as_well(here: Path) -> None:
    cat = "  cat: {read: {path: /cats, method: GET}}\n"
    files = {"old.yaml": ZOO, "generator_config.yml": f"{ZOO_CONFIG}{cat}"}
    with pytest.raises(PluginError, match=r"^oasmap: generator_config\.yml:.*: the path '/cats' is not in api\.yaml"):
        with_pages(loaded(site(here, baseline="old.yaml", files=files)))


def test_a_build_shows_no_earlier_pages(here: Path) -> None:
    path = site(here)
    assert edited(with_pages(loaded(path, command="build"))) == set()
    (here / "api.yaml").write_text("x: [")
    with pytest.raises(PluginError, match=r"^oasmap: api\.yaml:2:1: "):
        with_pages(loaded(path, starts=False))


def test_a_site_may_be_made_of_what_an_earlier_run_has_recorded(here: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = site(here, audience="authors")
    (here / "api.yaml").write_text(with_property("fur: {}"))
    first = with_pages(loaded(path))
    (note,) = told(caplog)
    assert edited(first) == {"resources/pet.md", "data-sources/pet.md", "provider.md"}
    (here / "recorded.json").write_text(content(first, "reference/oasmap.json"))
    (here / "api.yaml").unlink()
    (here / "generator_config.yml").unlink()
    options = {"sidecar": "recorded.json", "audience": "authors"}
    path = write_site(here, options=options)
    for name in ("api.yaml", "generator_config.yml"):
        (here / name).unlink()
    again = with_pages(loaded(path))
    assert content(again, "reference/oasmap.json") == content(first, "reference/oasmap.json")
    assert {file.src_uri for file in first} - {file.src_uri for file in again} == {"reference/provider_code_spec.json"}
    assert told(caplog) == [note]
    with_pages(loaded(write_site(here, options={**options, "levels": {"OAS302": "ignore"}})))
    assert told(caplog) == []


def test_what_a_mapping_notes_is_told_again_by_a_server_that_maps_nothing(
    here: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = site(here)
    (here / "api.yaml").write_text(with_property("fur: {}"))
    caplog.set_level(logging.INFO, "mkdocs")
    with_pages(loaded(path))
    assert caplog.messages[-1].endswith("(1 warning, 1 note), see reference/report.md")
    (note,) = told(caplog)
    assert "fur" in note
    with_pages(loaded(path, starts=False))
    assert told(caplog) == [note]


def test_an_unknown_audience_in_the_environment_is_a_message(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OASMAP_AUDIENCE", "everybody")
    message = r"^oasmap: OASMAP_AUDIENCE is 'everybody', .*; correct the option `audience`, or the variable"
    with pytest.raises(PluginError, match=message):
        with_pages(loaded(site(here)))


class Cycle:
    """What only the collector of garbage removes."""

    def __init__(self) -> None:
        self.itself = self


def test_only_a_further_build_collects_what_was_frozen(here: Path) -> None:
    path, left = site(here), Cycle()
    kept = weakref.ref(left)
    del left
    gc.freeze()  # as a host may do, for what it needs to the end
    config = loaded(path)
    with_pages(config)
    assert kept() is not None
    (here / "api.yaml").write_text(with_property("fur: {type: string}"))
    with_pages(loaded(path, starts=False))
    assert kept() is None


def test_a_server_watches_what_new_settings_name(here: Path) -> None:
    path, server = site(here), Server()
    config = loaded(path)
    config.plugins.on_serve(server, config=config, builder=None)  # type: ignore[arg-type]
    (here / "more.yml").write_text("provider: {name: zoo}\n")
    site(here, config=["generator_config.yml", "more.yml"])
    (here / "more.yml").write_text("policies: {names: words}\n")
    (here / "generator_config.yml").write_text(ZOO_CONFIG)
    loaded(path, starts=False)
    assert "more.yml" in server.watched


@pytest.mark.parametrize("name", ["resources/pet.md", "objects.inv"])
def test_a_file_of_the_site_is_never_replaced(here: Path, name: str) -> None:
    path = site(here, files={f"docs/reference/{name}": "# Mine\n"})
    message = rf"^oasmap: reference/{name} exists in docs_dir; choose another folder with the option pages$"
    with pytest.raises(PluginError, match=message):
        with_pages(loaded(path))


def test_the_output_is_written_if_it_changes(
    here: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "mkdocs")
    asked: list[Path] = []
    monkeypatch.setattr(OutputFiles, "check_targets", lambda _self, paths, _mapped: asked.extend(paths))
    path, output = site(here, output="o.json"), here / "o.json"
    written = []
    for api in (ZOO, ZOO, with_property("fur: {type: string}")):
        (here / "api.yaml").write_text(api)
        caplog.clear()
        files = with_pages(loaded(path))
        assert output.read_text() == content(files, "reference/provider_code_spec.json")
        written.append("oasmap: wrote o.json" in caplog.messages)
    assert written == [True, False, True]
    assert asked == [output, output]  # whose they are is asked where they change


def test_a_list_of_all_pages_is_written_at_the_end(here: Path) -> None:
    config = loaded(site(here))
    files = with_pages(config)
    config.plugins.on_post_build(config=config)
    (here / "site").mkdir()
    config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
    config.plugins.on_post_build(config=config)
    assert "reference/resources/pet.md" in (here / "site" / "llms.txt").read_text()


@pytest.mark.parametrize("name", ["mkdocs.yml", "old.yaml"])
def test_the_output_never_replaces_an_input(here: Path, name: str) -> None:
    path = site(here, files={"old.yaml": ZOO}, output=name, baseline="old.yaml")
    before = (here / name).read_text()
    with pytest.raises(PluginError, match=rf"^oasmap: output: {name} is an input, and is not written over"):
        with_pages(loaded(path))
    assert (here / name).read_text() == before


def test_the_pages_of_a_registry_are_written_beside_the_site(here: Path) -> None:
    with_pages(loaded(site(here, registry_docs="registry")))
    found = {file.relative_to(here / "registry").as_posix() for file in (here / "registry").rglob("*.md")}
    assert found == {"index.md", "resources/pet.md", "data-sources/pet.md"}


def test_the_pages_of_a_registry_are_not_written_through_a_link(
    here: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (here / "registry").symlink_to(outside, target_is_directory=True)
    with pytest.raises(PluginError, match=r"^oasmap: registry_docs: .*link"):
        with_pages(loaded(site(here, registry_docs="registry")))
    assert [*outside.iterdir()] == []


@pytest.mark.parametrize(("more", "scripts"), [({}, ["assets/oasmap/oasmap.js"]), ({"javascript": False}, [])])
def test_a_site_gets_style_sheet_and_script_once(here: Path, more: dict[str, Any], scripts: list[str]) -> None:
    config = loaded(site(here, **more))
    assert ([*map(str, config.extra_css)], [*map(str, config.extra_javascript)]) == (
        ["assets/oasmap/oasmap.css"],
        scripts,
    )
    assert {"api.yaml", "generator_config.yml"} <= {Path(name).name for name in config.watch}
    assert config.plugins.on_config(config).extra_css == ["assets/oasmap/oasmap.css"]


def test_pages_and_their_texts_are_in_the_folder_of_the_options(here: Path) -> None:
    def names(**options: Any) -> set[str]:
        files = with_pages(loaded(site(here, **options)))
        return {file.src_uri for file in files} - {"index.md"}

    every = names()
    assert {"reference/resources/pet.md", "reference/resources/pet.md.txt"} <= every
    assert {name for name in every if name.endswith(".md.txt")} == every - names(markdown_pages=False)
    assert names(pages="api/zoo") == {name.replace("reference/", "api/zoo/") for name in every}


@pytest.mark.parametrize("template", ["404.html", "index.html"])
def test_a_page_of_the_theme_stays_as_it_is_where_there_are_no_names(here: Path, template: str) -> None:
    config = loaded(site(here))
    page = "<h1>404 - Not found</h1>"
    assert config.plugins.on_post_template(page, template_name=template, config=config) == page


def rendered(config: MkDocsConfig, files: Files, name: str) -> Page:
    """A page of the site, converted from Markdown."""
    file = files.get_file_from_path(name)
    assert file is not None
    page = Page(None, file, config)
    page.read_source(config)
    page.render(config, files)
    return page


class Names:
    """A plugin that keeps names for links."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def register_anchor(self, *, identifier: str, anchor: str, **_more: Any) -> None:
        self.found[identifier] = anchor


@pytest.mark.parametrize("command", ["build", "serve"])
def test_a_page_has_its_html_after_a_search_has_seen_the_text_for_it(here: Path, command: str) -> None:
    config = loaded(site(here, audience="users", search="attributes"), command=command)
    names = Names()
    config.plugins["autorefs"] = names  # type: ignore[assignment]
    files = with_pages(config)
    plugin: Any = config.plugins
    own = rendered(config, files, "index.md")
    assert plugin.on_page_content("<p>Own</p>", page=own, config=config, files=files) == "<p>Own</p>"
    page = rendered(config, files, "reference/resources/pet.md")
    search = plugin.on_page_content(page.content, page=page, config=config, files=files)
    assert '<h3 id="name"' in search
    assert "oa-row" not in search
    assert names.found["resource.pet.name"] == "name"
    page.content, before, seen = search, (page.toc, page.title), list[tuple[str, list[str]]]()

    def index(context: Any, *, page: Page, **_more: Any) -> Any:
        seen.append((str(page.title), [item.id for item in page.toc]))
        return context

    config.plugins.events["page_context"].insert(1, index)  # as the search does
    plugin.on_page_context({}, page=page, config=config, nav=get_navigation(files, config))
    assert seen[0][0] == "zoo_pet (Resource)"
    assert "name" in seen[0][1]
    assert (page.toc, page.title) == before
    assert "schema-attributes" in [part.id for item in page.toc for part in item.children]
    assert "oa-row" in str(page.content)
    output = plugin.on_post_page(f"<title>{page.title} - Zoo</title>\n  <p>x</p>", page=page, config=config)
    assert output.startswith("<title>zoo_pet (Resource) - Zoo</title>")
    assert ("\n  <p>" in output) is (command == "serve")
    assert plugin.on_post_page("<title>Zoo</title>", page=own, config=config) == "<title>Zoo</title>"
