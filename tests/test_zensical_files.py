"""Which files of a site Zensical finds and reads, of mappings that have no pages of their own here."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.report.diagnostic import MappingError, Problem
from mkdocs_oasmap import zensical
from mkdocs_oasmap.render.html import SCRIPT, STYLESHEET
from mkdocs_oasmap.render.write import Written
from mkdocs_oasmap.sites import whole_site as sites
from mkdocs_oasmap.sites.whole_site import whole_site

from .site.sites import write_site

Write = Callable[..., Written]
NAV = [{"Overview": "reference/index.md"}]


def mapped(folder: str = "reference") -> Any:
    """A mapping without pages, whose inventory shows the addresses of two."""
    return SimpleNamespace(
        folder=folder,
        title="Zoo",
        uris={},
        artifacts={f"{folder}/spec.json": b"{}"},
        twins=("index",),
        twin=lambda _key: b"# Zoo",
        inventory=lambda address: " ".join(map(address, ("index", "a/b"))).encode(),
        navigation=lambda: NAV,
    )


@pytest.fixture
def write(here: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes the files of mappings, and then their texts, with these settings of the site."""

    def written(*mappings: Any, texts: bool = True, **settings: Any) -> Written:
        for one in mappings:
            one.uris = {}
        site = {"markdown_extensions": ["oasmap"], **settings}
        options = SimpleNamespace(search="full", markdown_pages=texts)
        given = SimpleNamespace(site=site, docs=here / "docs", base=here, options=options)
        whole = SimpleNamespace(settings=given, sites={one.folder: one for one in mappings}, digest="0")
        monkeypatch.setattr(zensical, "whole_site", lambda _path, **_options: whole)
        total = zensical.write(here / "mkdocs.yml")
        for one in mappings:
            one.uris = {"index": f"{one.folder}/index.md.txt"}
        zensical.write_twins(here / "mkdocs.yml")
        return total

    return written


@pytest.mark.parametrize(
    ("files", "name", "found"),
    [
        (["zensical.toml"], "own.toml", "own.toml"),
        (["mkdocs.yml", "zensical.toml"], None, "zensical.toml"),
        (["mkdocs.yaml", "mkdocs.yml"], None, "mkdocs.yml"),
        (["properdocs.yml"], None, "properdocs.yml"),
    ],
)
def test_the_settings_are_those_named_or_the_first_that_are_found(
    files: list[str], name: str | None, found: str, here: Path
) -> None:
    for file in files:
        (here / file).touch()
    assert zensical.settings_path(name) == Path(found)


def test_a_folder_without_settings_is_one_message(here: Path) -> None:
    (here / "zensical.toml").mkdir()
    with pytest.raises(MappingError, match=r"^this folder has no settings of a site, such as zensical\.toml; run the"):
        zensical.settings_path(None)


def test_each_mapping_is_written_into_its_folder_and_counted(here: Path, write: Write) -> None:
    assert write(mapped(), mapped("more")) == Written(6, 0, 0)
    (here / "docs/more/spec.json").write_bytes(b"[]")
    assert write(mapped(), mapped("more")) == Written(1, 5, 0)
    assert {path.name for path in (here / "docs/more").iterdir()} == {".gitignore", "objects.inv", "spec.json"}
    assert (here / "docs/more/.gitignore").read_bytes() == b"*\n"


@pytest.mark.parametrize(
    ("settings", "addresses"),
    [
        ({}, "./ a/b/"),
        ({"use_directory_urls": True}, "./ a/b/"),
        ({"use_directory_urls": False}, "index.html a/b.html"),
    ],
)
def test_the_inventory_has_the_addresses_of_the_site(
    settings: dict[str, Any], addresses: str, here: Path, write: Write
) -> None:
    write(mapped(), **settings)
    assert (here / "docs/reference/objects.inv").read_text() == addresses


@pytest.mark.parametrize(
    ("plugins", "beginnings"),
    [
        ([], {}),
        ([{"literate-nav": {}}], {"SUMMARY.md": "---\n"}),
        (
            [{"literate-nav": {"nav_file": "NAV"}}, "awesome-nav"],
            {"NAV": "* [Overview](index.md)\n", ".nav.yml": "nav:\n"},
        ),
        ([{"awesome-nav": {"filename": "nav.md"}}], {"nav.md": "---\n"}),
    ],
)
def test_a_file_of_the_navigation_has_front_matter_where_it_is_markdown(
    plugins: list[Any], beginnings: dict[str, str], here: Path, write: Write
) -> None:
    write(mapped(), plugins=plugins)
    folder = here / "docs/reference"
    usual = {".gitignore", "objects.inv", "spec.json"}
    assert {path.name for path in folder.iterdir()} == {*beginnings, *usual}
    for name, beginning in beginnings.items():
        assert (folder / name).read_text().startswith(beginning)


@pytest.mark.parametrize(
    ("settings", "assets"),
    [
        ({}, []),
        ({"extra_javascript": [SCRIPT]}, []),
        ({"extra_css": ["own.css", STYLESHEET]}, [".gitignore", "oasmap.css"]),
        ({"extra_css": [STYLESHEET], "extra_javascript": [SCRIPT]}, [".gitignore", "oasmap.css", "oasmap.js"]),
    ],
)
def test_style_sheet_and_script_are_written_if_the_site_names_them(
    settings: dict[str, Any], assets: list[str], here: Path, write: Write
) -> None:
    write(mapped(), **settings)
    assert sorted(path.name for path in (here / "docs/assets/oasmap").glob("*")) == assets


@pytest.mark.parametrize(
    ("theme", "is_own"),
    [
        ({"custom_dir": "own"}, True),
        ({"custom_dir": "none"}, False),
        ({"name": "own"}, False),
        ("own", False),
        ({}, False),
    ],
)
def test_a_style_sheet_of_the_theme_of_the_site_replaces_ours(
    theme: Any, here: Path, write: Write, *, is_own: bool
) -> None:
    sheet = here / "own" / STYLESHEET
    sheet.parent.mkdir(parents=True)
    sheet.write_text("own")
    write(mapped(), theme=theme, extra_css=[STYLESHEET])
    assert ((here / "docs" / STYLESHEET).read_text() == "own") is is_own


@pytest.mark.parametrize(
    ("settings", "built"),
    [({}, "site"), ({"site_dir": "out"}, "out"), ({"site_dir": None}, "site"), ({"texts": False}, None)],
)
def test_texts_are_written_into_the_built_site(
    settings: dict[str, Any], built: str | None, here: Path, write: Write
) -> None:
    write(mapped(), **settings)
    found = {path.relative_to(here).as_posix() for path in here.rglob("*.md.txt")}
    assert found == ({f"{built}/reference/index.md.txt"} if built else set())


@pytest.mark.parametrize("settings", [{"site_url": 5}, {"repo_name": ["a"]}])
def test_a_wrong_setting_of_the_site_is_one_message(settings: dict[str, Any], here: Path) -> None:
    path = write_site(here, **settings)
    (name,) = settings
    with pytest.raises(MappingError, match=rf"mkdocs\.yml: {name}: "):
        whole_site(path)


class Kept:
    """The pages of a site, which are current until a file changes."""

    def __init__(self, *, is_current: bool) -> None:
        self.is_current = is_current


@pytest.mark.parametrize(
    ("kept", "is_served", "current", "found"),
    [
        (None, False, False, None),
        (None, True, False, None),
        (True, False, False, "last"),
        (True, True, True, "last"),
        (False, False, False, None),
        (False, True, False, "last"),
        (False, True, True, None),
    ],
)
def test_while_a_site_is_served_the_last_pages_stay_where_inputs_are_wrong(
    kept: bool | None, found: str | None, here: Path, monkeypatch: pytest.MonkeyPatch, *, is_served: bool, current: bool
) -> None:
    path, last, asked = here / "mkdocs.yml", Kept(is_current=bool(kept)), list[object]()
    monkeypatch.setattr(sites, "_KEPT", {} if kept is None else {path: last})
    monkeypatch.setattr(sites, "_SERVED", set[Path]())
    if is_served:
        sites.serve_last(path)
    made = Kept(is_current=True)

    def make(_path: Path, before: object) -> object:
        asked.append(before)
        if len(asked) == 1:
            raise MappingError(Problem("it is wrong", remedy="correct it"))
        return made

    monkeypatch.setattr(sites, "_new_whole_site", make)
    if found:
        assert whole_site(path, current=current) is last  # type: ignore[comparison-overlap]
    else:
        with pytest.raises(MappingError, match="it is wrong"):
            whole_site(path, current=current)
    assert asked == ([] if kept else [None if kept is None else last])
    if not kept:
        assert whole_site(path) is whole_site(path) is made  # type: ignore[comparison-overlap]
