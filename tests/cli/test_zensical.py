"""What `oasmap zensical` says where Zensical cannot do what it is asked for; Zensical itself is a stand-in here."""

import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from mapper.report.diagnostic import MappingError, Problem
from mkdocs_oasmap import zensical as own
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.render.html import SCRIPT
from mkdocs_oasmap.render.write import Written
from mkdocs_oasmap.sites.whole_site import serve_last

from ..site.sites import ZOO_CONFIG, write_site

Asked = list[tuple[str, Any]]


@pytest.fixture
def asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What Zensical and the writers of pages are asked for."""
    found: Asked = []

    def noted(name: str) -> Callable[..., str]:
        def note(*arguments: Any) -> str:
            found.append((name, arguments[1:]))
            return "written"

        return note

    (here / "zensical.toml").write_text("[project]\n")
    for name in ("write", "write_twins", "watch"):
        monkeypatch.setattr(own, name, noted(name))
    monkeypatch.setitem(sys.modules, "zensical", SimpleNamespace(build=noted("build"), serve=noted("serve")))
    return found


BUILT = {"clean": False, "strict": False}
SERVED = {"dev_addr": None, "open": False, "strict": False}


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["build"], BUILT),
        (["build", "--strict"], {**BUILT, "strict": True}),
        (["build", "--clean"], {**BUILT, "clean": True}),
        (["serve"], SERVED),
        (["serve", "-a", "localhost:1", "-o"], {"dev_addr": "localhost:1", "open": True, "strict": False}),
    ],
)
def test_zensical_is_asked_for_what_the_command_line_says(arguments: list[str], options: Any, asked: Asked) -> None:
    assert main(["zensical", *arguments]) == 0
    names = [name for name, _ in asked]
    assert names == (["write", "build", "write_twins"] if arguments[0] == "build" else ["write", "watch", "serve"])
    assert dict(asked)[arguments[0]] == (options,)


@pytest.mark.parametrize("error", [RuntimeError("broken page"), click.ClickException("broken page")])
def test_what_zensical_refuses_is_told_and_nothing_more_is_written(
    error: Exception, asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(sys.modules["zensical"], "build", fail)
    assert main(["zensical", "build"]) == 1
    assert "Zensical: broken page; correct the site, or its settings" in capsys.readouterr().err
    assert [name for name, _ in asked] == ["write"]


def test_a_missing_zensical_is_told_with_the_command_that_installs_it(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "zensical", None)
    assert main(["zensical", "build"]) == 1
    assert "this needs Zensical; pip install zensical" in capsys.readouterr().err
    assert asked == []


class AtOnce:
    """A thread that runs when it is started, until it is told to exit."""

    def __init__(self, *, target: Callable[[], None], **_options: Any) -> None:
        self._target = target

    def start(self) -> None:
        with suppress(SystemExit):
            self._target()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([[]], []),
        ([["a: wrong"]], ["a: wrong"]),
        ([["a: wrong"], ["a: wrong"]], ["a: wrong"]),
        ([["a: wrong"], ["a: wrong", "b: wrong"]], ["a: wrong", "a: wrong\nb: wrong"]),
        ([["a: wrong"], [], ["a: wrong"]], ["a: wrong", "a: wrong"]),
    ],
)
def test_a_server_tells_each_problem_of_the_inputs_once(
    found: list[list[str]], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(found)

    def write(settings: Path, *, current: bool) -> None:
        assert (settings, current) == (Path("zensical.toml"), True)
        problems = next(left, None)
        if problems is None:
            raise SystemExit
        if problems:
            raise MappingError(*(Problem(text, remedy="") for text in problems))

    monkeypatch.setattr(own, "write", write)
    monkeypatch.setattr(own, "_PAUSE", 0)
    monkeypatch.setattr(own, "Thread", AtOnce)
    said: list[str] = []
    own.watch(Path("zensical.toml"), said.append)
    assert said == told


CALL = "!!python/object/apply:pymdownx.slugs.slugify"
PLUGIN = "plugins: [{oasmap: {spec: api.yaml, javascript: false}}]\n"
FENCE = {
    "name": "oasmap",
    "class": "oasmap",
    "format": {"object": "mkdocs_oasmap.zensical.pages", "kwds": {"settings": "zensical.toml"}},
}
OWN = {"custom_fences": [FENCE]}
OURS = {"mkdocs": "zensical.toml", "strict": True}


def settings(written: str) -> dict[str, Any]:
    """The settings that Zensical gets for those of a site of MkDocs."""
    Path("docs").mkdir()
    Path("mkdocs.yml").write_text(f"site_name: Zoo\n{PLUGIN}{written}\n")
    assert main(["zensical", "init"]) == 0
    project: dict[str, Any] = tomllib.loads(Path("zensical.toml").read_text())["project"]
    return project


OPTIONS: dict[str, Any] = {
    "true": True,
    "2020-01-02": date(2020, 1, 2),
    "!!python/name:pymdownx.slugs.uslugify": "pymdownx.slugs.uslugify",
    f"{CALL} {{kwds: {{case: lower}}}}": {"object": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}},
    **{
        f"{CALL} {members}": {"object": "pymdownx.slugs.slugify", "kwds": {}}
        for members in ("{kwds: null}", "{args: [a]}", "[]")
    },
    "!!python/name:material.extensions.emoji.twemoji": "zensical.extensions.emoji.twemoji",
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[admonition, mkdocs_oasmap.markdown_block, {toc: {title: !<x> {}, baselevel: 2}}]",
         {"admonition": {}, "toc": {"baselevel": 2}}),
        (f"{{{', '.join(f'a {at}: {{b {at}: {option} }}' for at, option in enumerate(OPTIONS))}}}",
         {f"a {at}": {f"b {at}": value} for at, value in enumerate(OPTIONS.values())}),
        ("{pymdownx.superfences: {custom_fences: [{name: mermaid}]}}",
         {"pymdownx.superfences": {"custom_fences": [{"name": "mermaid"}, FENCE]}}),
    ],
)  # fmt: skip
def test_extensions_of_a_site_are_those_of_zensical_with_ours(written: str, expected: Any) -> None:
    extensions = settings(f"markdown_extensions: {written}")["markdown_extensions"]
    assert extensions == {"pymdownx.superfences": OWN, **expected, "oasmap": OURS}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("written", "expected", "notes"),
    [
        ("theme: mkdocs", {"theme": None}, ["the theme mkdocs is left out: Zensical has its own"]),
        ("theme: {name: material, language: de}", {"theme": {"name": "material", "language": "de"}}, []),
        ("hooks: [a.py]\nvalidation: {}", {"hooks": None}, ["hooks is left out: Zensical does not have it"]),
        ("copyright: null", {"copyright": None}, []),
        ("extra_css: [a.css]", {"extra_css": ["assets/oasmap/oasmap.css", "a.css"]}, []),
        ("extra_javascript: [a.js]", {"extra_javascript": ["a.js"]}, []),
        ("extra_css:\nextra_javascript:\nwatch:", {"extra_css": ["assets/oasmap/oasmap.css"]}, []),
        ("watch: [docs, api.yaml]", {"watch": ["api.yaml", "docs", "generator_config.yml"]}, []),
    ],
)
def test_settings_of_a_site_are_those_of_zensical_but_what_it_does_not_have(
    written: str, expected: dict[str, Any], notes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    project = settings(written)
    assert [line.removeprefix("note: ") for line in capsys.readouterr().err.splitlines()[:-1]] == notes
    assert {name: project.get(name) for name in expected} == expected


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("nav", "plugins"), [("", {"awesome-nav": {}}), ("nav: [index.md]", {"literate-nav": {"nav_file": ".nav.md"}})]
)
def test_the_navigation_is_read_by_the_plugin_that_can(nav: str, plugins: Any) -> None:
    assert settings(nav)["plugins"] == {"oasmap": {"spec": "api.yaml", "javascript": False}, **plugins}


@pytest.mark.usefixtures("folder")
def test_other_plugins_are_told_and_settings_are_not_written_over(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "docs").mkdir()
    plugins = "plugins: [search, blog, tags, {oasmap: {spec: api.yaml}}]"
    (here / "mkdocs.yml").write_text(f"site_name: Zoo\n{plugins}\nextra_javascript: [own.js]\n")
    assert main(["zensical", "init"]) == 0
    note = "note: of the plugins blog, tags, Zensical runs those that it knows; it drops the others"
    assert capsys.readouterr().err.splitlines()[0] == note
    text = (here / "zensical.toml").read_text()
    assert tomllib.loads(text)["project"]["extra_javascript"] == ["own.js", SCRIPT]
    assert main(["zensical", "init"]) == 1
    assert capsys.readouterr().err.startswith("error: zensical.toml: exists; remove it, or keep it")
    assert (here / "zensical.toml").read_text() == text


PAGES = {"index.md", "provider.md", "resources/pet.md", "data-sources/pet.md"}


@pytest.mark.build
def test_pages_are_written_where_an_input_changed_and_the_last_ones_stay_where_it_is_wrong(here: Path) -> None:
    write_site(here, plugins=[{"oasmap": {"spec": "api.yaml"}}], markdown_extensions=["admonition"])
    assert main(["zensical", "init"]) == 0
    toml, folder = Path("zensical.toml"), Path("docs/reference")
    assert counts(own.write(toml)) == (8, 0, 0)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} == PAGES
    assert counts(own.write(toml)) == (0, 8, 0)

    Path("generator_config.yml").write_text(ZOO_CONFIG.partition("data_sources:")[0])
    assert own.write(toml).removed == 1
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} == PAGES - {"data-sources/pet.md"}

    own.write_twins(toml)
    twin = Path("site/reference/resources/pet.md").read_text()
    assert "What it is called." in twin
    Path("api.yaml").write_text("x: [")
    with pytest.raises(MappingError, match=r"^api\.yaml:2:1: "):
        own.write(toml)
    serve_last(toml)
    assert counts(own.write(toml))[0] == 0
    own.write_twins(toml)
    with pytest.raises(MappingError, match=r"^api\.yaml:2:1: "):
        own.write(toml, current=True)


def counts(written: Written) -> tuple[int, int, int]:
    return written.changed, written.same, written.removed


def test_without_its_extension_pages_are_not_written(here: Path) -> None:
    write_site(here, plugins=[{"oasmap": {"spec": "api.yaml"}}])
    with pytest.raises(MappingError, match=r"^mkdocs\.yml: markdown_extensions has no oasmap, so pages would show"):
        own.write(Path("mkdocs.yml"))
    assert not Path("docs/reference").exists()
