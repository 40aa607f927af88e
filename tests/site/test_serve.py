"""`mkdocs serve` builds again and again: only what has changed is mapped and written again.

MkDocs keeps the plugin between the builds and gives it a new configuration each time; so do these tests.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from mkdocs.exceptions import Abort

import mapper.terraform.read
from mapper.terraform import read_inputs

from .sites import ZOO, ZOO_CONFIG, Built, build, build_again, refuse_again, with_property, write_site

PET = "reference/resources/pet/index.html"
REFERS = with_property("it: {$ref: 'other.yaml#/It'}")


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the descriptions that were mapped, one for each time."""
    calls: list[str] = []

    def counted(spec: Path, *arguments: Any, **options: Any) -> Any:
        calls.append(spec.name)
        return read_inputs(spec, *arguments, **options)

    monkeypatch.setattr(mapper.terraform.read, "read_inputs", counted)
    return calls


class Server:
    """Stands for the server of MkDocs: knows what it was asked to watch."""

    def __init__(self) -> None:
        self.watched: set[str] = set()

    def watch(self, path: str) -> None:
        assert Path(path).exists()  # as the library behind the server does
        self.watched.add(Path(path).name)


def start(site: Built) -> Server:
    """Do what `mkdocs serve` does after its first build."""
    server = Server()
    for item in site.config.watch:
        server.watch(item)
    site.config.plugins.on_serve(server, config=site.config, builder=lambda: None)  # type: ignore[arg-type]
    return server


def has_it(site: Built) -> bool:
    return "it" in site.page(PET).ids


def test_nothing_is_mapped_again_while_nothing_changes(tmp_path: Path, mapped: list[str]) -> None:
    path = write_site(tmp_path)
    build(path)
    build_again(path)
    assert mapped == ["api.yaml"]


def test_nothing_is_mapped_again_where_only_prose_changes(tmp_path: Path, mapped: list[str]) -> None:
    path = write_site(tmp_path)
    build(path)
    (tmp_path / "docs" / "index.md").write_text("# Another zoo\n")
    site = build_again(path)
    assert mapped == ["api.yaml"]
    assert site.page("index.html").one("h1").text == "Another zoo"
    assert "name" in site.page(PET).ids


def test_pages_are_the_same_in_the_next_build(tmp_path: Path) -> None:
    path = write_site(tmp_path)
    first = build(path)
    before = {uri: first.page(uri).one(css="oasmap").text for uri in first.uris if uri.startswith("reference/")}
    second = build_again(path)
    assert {uri: second.page(uri).one(css="oasmap").text for uri in before} == before
    assert second.text("search/search_index.json").count("resources/pet/#name") == 1


@pytest.mark.parametrize("name", ["api.yaml", "generator_config.yml"])
def test_a_changed_input_is_mapped_again(tmp_path: Path, mapped: list[str], name: str) -> None:
    path = write_site(tmp_path, files={"api.yaml": with_property("it: {type: string}")})
    assert has_it(build(path))
    changed = {
        "api.yaml": ZOO,
        "generator_config.yml": ZOO_CONFIG.replace("data_sources", "    schema: {ignores: [it]}\ndata_sources"),
    }
    (tmp_path / name).write_text(changed[name])
    assert not has_it(build_again(path))
    assert len(mapped) == 2


def test_a_changed_file_that_the_description_refers_to_is_mapped_again(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS, "other.yaml": "It: {type: string}\n"})
    assert "String" in build(path).page(PET).by_id("it").text
    (tmp_path / "other.yaml").write_text("It: {type: boolean}\n")
    assert "Boolean" in build_again(path).page(PET).by_id("it").text


def test_a_file_that_was_missing_is_noticed_when_it_is_there(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS})
    assert not has_it(build(path))
    (tmp_path / "other.yaml").write_text("It: {type: string}\n")
    site = build_again(path)
    assert has_it(site)
    assert site.troubles == []


def test_a_file_that_was_broken_is_noticed_when_it_is_repaired(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS, "other.yaml": "It: {type: string}\n"})
    assert has_it(build(path))
    (tmp_path / "other.yaml").write_text("It: {type: [\n")
    assert not has_it(build_again(path))
    (tmp_path / "other.yaml").write_text("It: {type: string}\n")
    site = build_again(path)
    assert has_it(site)
    assert site.troubles == []


def test_a_description_that_was_broken_is_mapped_when_it_is_repaired(tmp_path: Path) -> None:
    path = write_site(tmp_path)
    build(path)
    (tmp_path / "api.yaml").write_text("openapi: [\n")
    (message,) = refuse_again(path)
    assert message.startswith("oasmap: api.yaml:2:1: ")
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    assert has_it(build_again(path))


def test_messages_come_up_in_every_build(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": with_property("it: {}")})
    assert build(path).troubles == build_again(path).troubles != []


def test_options_may_change_between_builds(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": with_property("it: {}")})
    assert build(path).troubles != []
    write_site(
        tmp_path,
        options={"spec": "api.yaml", "pages": "terraform", "levels": {"OAS302": "info"}},
        files={"api.yaml": with_property("it: {}")},
    )
    site = build_again(path)
    assert site.troubles == []
    assert "terraform/resources/pet/index.html" in site.uris
    assert PET not in site.uris


def test_a_page_that_is_no_longer_made_is_gone(tmp_path: Path) -> None:
    path = write_site(tmp_path)
    build(path)
    (tmp_path / "generator_config.yml").write_text(ZOO_CONFIG.partition("data_sources")[0])
    site = build_again(path)
    assert "reference/data-sources/pet/index.html" not in site.uris
    assert "reference/data-sources/pet/" not in site.search


def test_the_output_is_not_written_in_every_build(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": "spec.json"})
    build(path)
    before = (tmp_path / "spec.json").stat()
    assert "oasmap: wrote spec.json" not in build_again(path).messages()
    assert (tmp_path / "spec.json").stat().st_mtime_ns == before.st_mtime_ns


def test_a_build_writes_nothing_that_starts_another_one(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": "spec.json"})
    site = build(path)
    watched = [Path(item) for item in site.config.watch] + [Path(site.config.docs_dir), path]
    assert tmp_path / "spec.json" not in watched
    before = {file: file.stat().st_mtime_ns for item in watched for file in [item, *item.rglob("*")]}
    build_again(path)
    assert {file: file.stat().st_mtime_ns for item in watched for file in [item, *item.rglob("*")]} == before


def test_inputs_are_watched(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS, "other.yaml": "It: {type: string}\n"})
    assert start(build(path)).watched >= {"api.yaml", "generator_config.yml", "other.yaml"}


def test_inputs_that_turn_up_later_are_watched_too(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"other.yaml": "It: {type: string}\n"})
    server = start(build(path))
    assert "other.yaml" not in server.watched
    (tmp_path / "api.yaml").write_text(REFERS)
    build_again(path)
    assert "other.yaml" in server.watched


def test_a_file_that_cannot_be_read_yet_is_watched_as_well(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": REFERS, "other.yaml": "It: {type: [\n"})
    assert "other.yaml" in start(build(path)).watched


@pytest.mark.parametrize(
    "options",
    [
        {"spec": "api.yaml", "baseline": "later.yaml"},
        {"spec": "api.yaml", "baseline": "api.yaml", "recorded": "later.yaml"},
        {"spec": "api.yaml", "baseline": "api.yaml", "review": "later.yaml"},
        {"spec": "api.yaml", "versions": {"1.0": "later.yaml"}},
        {"spec": "api.yaml", "history": "later.yaml"},
        {"spec": "api.yaml", "drift": "later.yaml"},
        {"sidecar": "later.yaml"},
    ],
)
def test_files_that_an_edit_of_mkdocs_yml_names_are_watched_even_if_the_build_fails(
    tmp_path: Path, options: dict[str, object]
) -> None:
    """No build can use the file that is named: the next one must see that the file is repaired."""
    path = write_site(tmp_path, files={"later.yaml": "nothing: yet\n"})
    server = start(build(path))
    assert "later.yaml" not in server.watched
    write_site(tmp_path, options=options, files={"later.yaml": "nothing: yet\n"})
    with suppress(Abort):
        build_again(path)
    assert "later.yaml" in server.watched
