"""A build of `mkdocs serve` writes the same as a first one after any edit, and maps only what has changed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mkdocs_oasmap.mappings

from ..files import write_files
from ..repository import git
from .sites import EXAMPLE, ZOO, ZOO_CONFIG, Built, build, build_again, refuse_again, with_property, write_site

pytestmark = pytest.mark.build

AUTHORS = {"spec": "api.yaml", "audience": "authors"}


@pytest.fixture(autouse=True)
def at_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # themes write the time of a build


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each description was mapped."""
    found: Counter[str] = Counter()
    original = mkdocs_oasmap.mappings.MappingInput.read_and_run

    def counted(self: Any, **options: Any) -> Any:
        found[self.request.spec.name] += 1
        return original(self, **options)

    monkeypatch.setattr(mkdocs_oasmap.mappings.MappingInput, "read_and_run", counted)
    return found


def contents(site: Built) -> dict[str, bytes]:
    """All files of a site but the compressed map of it, which has the time in it."""
    files = (path for path in site.folder.rglob("*") if path.is_file() and path.name != "sitemap.xml.gz")
    return {path.relative_to(site.folder).as_posix(): path.read_bytes() for path in files}


def said(site: Built) -> list[str]:
    return [message for message in site.messages() if message.startswith("oasmap: ")]


class Served:
    """A site that is served, in a folder where edits are made."""

    def __init__(self, folder: Path, **site: Any) -> None:
        self.path = write_site(folder, **site)
        self.folder = folder
        build(self.path)

    def edit(self, **files: str) -> None:
        """Write files; `_` in a name is a dot, and `__` a slash."""
        write_files(self.folder, {key.replace("__", "/").replace("_", "."): text for key, text in files.items()})

    def check(self) -> Built:
        """Build again, and as if for the first time, with the same bytes and lines."""
        again = build_again(self.path)
        found = contents(again)
        first = build(self.path)
        assert contents(first) == found
        assert said(first) == said(again) != []
        return again


def edits() -> Iterator[dict[str, str]]:
    """What somebody changes in files, in turn."""
    yield {"api_yaml": with_property("it: {type: boolean}")}
    yield {
        "generator__config_yml": ZOO_CONFIG.replace("data_sources", "    schema: {ignores: [nickname]}\ndata_sources")
    }
    yield {"api_yaml": with_property("it: {$ref: 'other.yaml#/It'}")}
    yield {"other_yaml": "It: {type: string, description: Elsewhere.}\n"}
    yield {"other_yaml": "It: {type: array, items: {type: number}}\n"}
    yield {"other_yaml": "It: {type: [\n"}
    yield {"other_yaml": "It: {type: string}\n"}
    yield {"generator__config_yml": ZOO_CONFIG.partition("data_sources")[0]}
    yield {"docs__more_md": "# More\n\n::: oasmap resource.pet\n"}
    yield {"docs__more_md": "# More\n"}
    yield {"theme__oasmap__entity_html": "<p>{{ page.name }} of mine</p>"}
    yield {"theme__oasmap__entity_html": "<p>{{ page.name }} of yours</p>"}
    yield {"old_yaml": with_property("gone: {type: string}")}
    yield {"old_yaml": ZOO}
    yield {"review_yml": "rules: {attribute-added: ignore}\n"}
    yield {"api_yaml": ZOO}


def test_after_each_edit_the_site_is_that_of_a_first_build(tmp_path: Path) -> None:
    options = {**AUTHORS, "baseline": "old.yaml", "review": "review.yml"}
    files = {"theme/main.html": '{% extends "base.html" %}', "review.yml": "rules: {}\n"}
    theme = {"name": "mkdocs", "custom_dir": "theme"}
    site = Served(tmp_path, plugins=["search", {"oasmap": options}], theme=theme, files=files)
    for edit in edits():
        if config := edit.pop("generator__config_yml", None):
            (tmp_path / "generator_config.yml").write_text(config)
        site.edit(**edit)
        site.check()


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Zoo"},
        {"pages": "terraform"},
        {"split": 1},
        {"levels": {"OAS302": "info"}},
        {"search": "full"},
        {"markdown_pages": False},
        {"audience": "users", "sources": True},
        {"source_url": "https://example.com/{path}#L{line}"},
    ],
    ids=str,
)
def test_after_an_edit_of_an_option_too(tmp_path: Path, changed: dict[str, Any]) -> None:
    files = {"api.yaml": with_property("it: {}")}
    site = Served(tmp_path, plugins=["search", {"oasmap": AUTHORS}], files=files)
    write_site(tmp_path, plugins=["search", {"oasmap": {**AUTHORS, **changed}}], files=files)
    site.check()


def test_an_example_that_is_written_by_hand_is_part_of_it(tmp_path: Path) -> None:
    site = Served(tmp_path, options=AUTHORS)
    example = tmp_path / "examples" / "resources" / "zoo_pet"
    example.mkdir(parents=True)
    (example / "resource.tf").write_text('resource "zoo_pet" "mine" {}\n')
    assert '"mine"' in site.check().text("reference/resources/pet/index.html")
    (example / "other.tf").write_text('resource "zoo_pet" "other" {}\n')
    assert '"other"' in site.check().text("reference/resources/pet/index.html")


def test_a_file_that_is_looked_for_beside_a_config_is_part_of_it(tmp_path: Path) -> None:
    files = {name: (EXAMPLE / "ack" / name).read_text() for name in ("service-2.json", "generator.yaml")}
    options = {"system": "ack", "spec": "service-2.json", "config": "generator.yaml"}
    site = Served(tmp_path, options=options, files=files)
    (tmp_path / "documentation.yaml").write_text((EXAMPLE / "ack" / "documentation.yaml").read_text())
    site.check()
    (tmp_path / "PROJECT").write_text("projectName: zoo-controller\n")
    assert "zoo.services.k8s.aws" in site.check().text("reference/index.html")


def test_commits_and_tags_are_part_of_it(tmp_path: Path) -> None:
    site = Served(tmp_path, options={"spec": "api.yaml", "baseline": "git:HEAD"})
    git(tmp_path, "init", "-q")
    site.check()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "One")
    site.check()
    site.edit(api_yaml=with_property("it: {type: string}"))
    assert "it" in site.check().text("reference/changes/index.html")
    git(tmp_path, "commit", "-qam", "Two")
    site.check()


def test_versions_are_part_of_it(tmp_path: Path) -> None:
    old = build(write_site(tmp_path / "old")).text("reference/oasmap.json")
    new = build(write_site(tmp_path / "new", files={"api.yaml": with_property("it: {type: string}")}))
    site = Served(tmp_path / "site", options={**AUTHORS, "versions": {"1.0": "v1.json"}}, files={"v1.json": old})
    site.edit(v1_json=new.text("reference/oasmap.json"))
    site.check()


@pytest.mark.parametrize("options", [{}, {"baseline": "old.yaml"}, {"check_spec": True}], ids=str)
def test_prose_maps_nothing(tmp_path: Path, mapped: Counter[str], options: dict[str, Any]) -> None:
    if "check_spec" in options:
        pytest.importorskip("openapi_spec_validator", reason="validation is an extra: pip install -e '.[validate]'")
    plugins = ["search", {"oasmap": {"spec": "api.yaml", **options}}]
    path = write_site(tmp_path, plugins=plugins, files={"old.yaml": ZOO})
    first = build(path)
    mapped.clear()
    (tmp_path / "docs" / "index.md").write_text("# Other\n")
    again = build_again(path)
    assert again.page("index.html").one("h1").text == "Other"
    assert mapped == {}
    assert said(again) == said(first)


def test_an_input_that_cannot_be_mapped_is_an_error_each_time_until_it_is_mended(tmp_path: Path) -> None:
    path = write_site(tmp_path)
    build(path)
    (tmp_path / "api.yaml").write_text("openapi: [\n")
    assert refuse_again(path) == refuse_again(path) != []
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    assert "it" in build_again(path).page("reference/resources/pet/index.html").ids
