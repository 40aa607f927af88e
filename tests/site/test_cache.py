"""A build with what an earlier one has kept writes the same site as one without, and makes nothing twice."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mapper.terraform.read
from mapper.terraform import read_inputs
from mkdocs_oasmap.render.html import Renderer

from .sites import ZOO, ZOO_CONFIG, Built, build, build_again, refuse, run, with_property, write_site

USERS = {"spec": "api.yaml", "audience": "users"}
TWICE = ("broken other file", "page with a block", "option", "example")
AUTHORS = {"spec": "api.yaml", "audience": "authors", "output": "spec.json"}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("OASMAP_CACHE", str(folder))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # themes write the time of a build
    return folder


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many descriptions were mapped, and pages of entities rendered."""
    found: Counter[str] = Counter()
    render = Renderer.entity

    def mapping(*arguments: Any, **options: Any) -> Any:
        found["mapped"] += 1
        return read_inputs(*arguments, **options)

    def entity(*arguments: Any) -> str:
        found["rendered"] += 1
        return render(*arguments)

    monkeypatch.setattr(mapper.terraform.read, "read_inputs", mapping)
    monkeypatch.setattr(Renderer, "entity", entity)
    return found


def contents(site: Built) -> dict[str, bytes]:
    """All files of a site but the compressed map of it, which has the time in it."""
    files = (path for path in site.folder.rglob("*") if path.is_file() and path.name != "sitemap.xml.gz")
    return {path.relative_to(site.folder).as_posix(): path.read_bytes() for path in files}


def without_cache(path: Path, monkeypatch: pytest.MonkeyPatch) -> Built:
    with monkeypatch.context() as patch:
        patch.setenv("OASMAP_CACHE", "off")
        return build(path)


def said(site: Built) -> list[str]:
    return [message for message in site.messages() if message.startswith("oasmap: ") and " wrote " not in message]


def assert_same(path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, *, twice: bool = False) -> None:
    """The site of a `mkdocs.yml` is the same with the cache, if need be twice, and without."""
    first = build(path)
    kept = contents(first)
    for found in [build(path)] if twice else []:
        assert contents(found) == kept, changed
        assert said(found) == said(first), changed
    plain = without_cache(path, monkeypatch)
    assert contents(plain) == kept, changed
    assert said(plain) == said(first) != [], changed


def test_what_has_not_changed_is_neither_mapped_nor_rendered(
    tmp_path: Path, cache: Path, counts: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_site(tmp_path / "site", options=AUTHORS, files={"api.yaml": with_property("it: {}")})
    first = build(path)
    assert counts == {"mapped": 1, "rendered": 3}
    before = contents(first)
    second = build(path)
    assert counts == {"mapped": 1, "rendered": 3}
    assert contents(second) == before
    assert said(second) == said(first)
    assert len(second.troubles) == 1


def edits(chance: random.Random) -> Iterator[tuple[str, dict[str, str], dict[str, Any]]]:
    """What somebody changes, in turn: its name, files of the site, and options."""
    types = ["string", "boolean", "integer"]
    api = with_property(f"it: {{type: {chance.choice(types)}}}")
    yield "description", {"api.yaml": api}, {}
    config = ZOO_CONFIG.replace("data_sources", "    schema: {ignores: [nickname]}\ndata_sources")
    yield "config", {"generator_config.yml": config}, {}
    refers = with_property("it: {$ref: 'other.yaml#/It'}")
    yield "reference that leads nowhere", {"api.yaml": refers}, {}
    yield "another file", {"other.yaml": f"It: {{type: {chance.choice(types)}, description: Elsewhere.}}\n"}, {}
    yield "another file again", {"other.yaml": "It: {type: array, items: {type: number}}\n"}, {}
    yield "broken other file", {"other.yaml": "It: {type: [\n"}, {}
    yield "page with a block", {"docs/more.md": "# More\n\n::: oasmap resource.pet\n"}, {}
    yield "page without", {"docs/more.md": f"# More {chance.random()}\n"}, {}
    yield "option", {}, {"labels": {"section.attributes": "Shape"}, "split": chance.choice([1, 2])}
    yield "levels", {}, {"levels": {"OAS301": "info"}, "search": chance.choice(["full", "off"])}
    yield "title", {}, {"title": "Zoo", "markdown_pages": False}
    yield "template", {"theme/oasmap/entity.html": "<p>{{ page.name }} of mine</p>"}, {}
    yield "template again", {"theme/oasmap/entity.html": "<p>{{ page.name }} of yours</p>"}, {}
    example = 'resource "zoo_pet" "mine" { name = "Rex" }\n'
    yield "example", {"examples/resources/zoo_pet/resource.tf": example}, {"audience": "users"}
    yield "description again", {"api.yaml": ZOO}, {}


@pytest.mark.parametrize("seed", [1])
def test_the_site_is_the_same_with_and_without_after_any_edit(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    folder = tmp_path / "site"
    options, theme = dict(AUTHORS), {"name": "mkdocs", "custom_dir": "theme"}
    (folder / "theme").mkdir(parents=True)
    found = list(edits(random.Random(seed)))
    changed: dict[str, str] = {}
    for name, files, more in found:
        changed |= files
        options |= more
        path = write_site(folder, plugins=["search", {"oasmap": options}], theme=theme, files=changed)
        assert_same(path, monkeypatch, name, twice=name in TWICE)


def test_the_baseline_is_part_of_it(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path / "site", check=True, capture_output=True)

    options = {"spec": "api.yaml", "baseline": "git:HEAD"}
    path = write_site(tmp_path / "site", plugins=["search", {"oasmap": options}])
    git("init", "-q")
    assert_same(path, monkeypatch, "without the commit")
    git("add", ".")
    git("commit", "-qm", "One")
    assert_same(path, monkeypatch, "the commit has come")
    (tmp_path / "site" / "api.yaml").write_text(with_property("it: {type: string}"))
    assert_same(path, monkeypatch, "changed since")
    git("commit", "-qam", "Two")
    assert_same(path, monkeypatch, "committed")


def test_a_page_that_shows_the_same_is_not_rendered_again(tmp_path: Path, cache: Path, counts: Counter[str]) -> None:
    path = write_site(tmp_path / "site", options=USERS)
    build(path)
    counts.clear()
    (tmp_path / "site" / "api.yaml").write_text(ZOO.replace("format: password", "description: Of the settings."))
    site = build(path)
    assert "Of the settings." in site.text("reference/provider/index.html")
    assert counts == {"mapped": 1, "rendered": 1}


def test_prose_costs_nothing_in_the_next_build_of_a_server(tmp_path: Path, cache: Path, counts: Counter[str]) -> None:
    path = write_site(tmp_path / "site", options=USERS)
    build(path)
    counts.clear()
    for number in range(2):
        (tmp_path / "site" / "docs" / "index.md").write_text(f"# Zoo {number}\n")
        assert build_again(path).page("index.html").one("h1").text == f"Zoo {number}"
    assert counts == {}


def damaged(data: bytes, chance: random.Random) -> bytes:
    position = chance.randrange(len(data))
    way = chance.randrange(3)
    flipped = bytes([data[position] ^ (1 << chance.randrange(8))])
    return data[:position] + (b"", flipped + data[position + 1 :], data[position + 1 :])[way]


def test_damage_costs_time_and_nothing_else(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_site(tmp_path / "site", options=AUTHORS)
    before = contents(build(path))
    entries = sorted(each for each in cache.rglob("*") if each.is_file())
    assert len(entries) == 11
    chance = random.Random(3)
    for number in range(6):
        chosen = entries if not number else [entries[2 * number]]
        for entry in chosen:
            entry.write_bytes(damaged(entry.read_bytes(), chance))
        assert contents(build(path)) == before


def test_builds_at_the_same_time_share_it(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_site(tmp_path / "site", options=USERS)
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-d"]
    processes = [subprocess.Popen([*command, str(tmp_path / f"site-{number}")], cwd=path.parent) for number in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    expected = contents(without_cache(path, monkeypatch))
    for number in range(2):
        written = {name: (tmp_path / f"site-{number}" / name).read_bytes() for name in expected}
        assert written == expected


@pytest.mark.parametrize("options", [{**USERS, "cache": False}, {**USERS, "check_spec": True}])
def test_nothing_is_kept_where_that_is_not_wanted_or_cannot_be_compared(
    tmp_path: Path, cache: Path, counts: Counter[str], options: dict[str, Any]
) -> None:
    if "check_spec" in options:
        pytest.importorskip("openapi_spec_validator", reason="validation is an extra: pip install -e '.[validate]'")
    path = write_site(tmp_path / "site", plugins=["search", {"oasmap": options}])
    build(path)
    build(path)
    assert counts["mapped"] == 2
    assert cache.exists() == ("check_spec" in options)


def test_a_folder_of_the_site_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_site(tmp_path / "site")
    monkeypatch.setenv("OASMAP_CACHE", str(tmp_path / "site" / ".cache"))
    (message,) = refuse(path)
    assert message.startswith("oasmap: OASMAP_CACHE: ")
    assert not (tmp_path / "site" / ".cache").exists()


def test_a_folder_that_cannot_be_written_costs_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    path = write_site(tmp_path / "site", options=USERS)
    done = run(path.parent, "--strict", OASMAP_CACHE=str(tmp_path / "file" / "cache"))
    assert done.returncode == 0
    assert done.stderr.count("nothing is kept for the next build") == 1
