"""Several mappings of a site are made by processes of their own: the same bytes and lines as one after the other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mkdocs_oasmap.mappings
from mkdocs_oasmap.plugin import OasmapPlugin

from .sites import QUIET, Built, build, refuse, with_property, write_site

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="no process is copied here"),
]
COUNT = 5


@pytest.fixture(autouse=True)
def at_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")  # themes write the time of a build


@pytest.fixture(autouse=True)
def in_a_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `mkdocs build` starts the plugin; a server without a cache makes mappings one after the other."""
    start = OasmapPlugin.on_startup

    def on_startup(self: OasmapPlugin, *, command: str, dirty: bool) -> None:
        start(self, command="build", dirty=dirty)

    monkeypatch.setattr(OasmapPlugin, "on_startup", on_startup)


@pytest.fixture
def mapped(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each description was mapped in this process."""
    found: Counter[str] = Counter()
    original = mkdocs_oasmap.mappings.MappingInput.read_and_run

    def counted(self: Any) -> Any:
        found[self.spec.name] += 1
        return original(self)

    monkeypatch.setattr(mkdocs_oasmap.mappings.MappingInput, "read_and_run", counted)
    return found


def many(folder: Path, count: int = COUNT, theme: str | dict[str, Any] = "mkdocs", **files: str) -> Path:
    """A site of several mappings, each with a warning of its own; `files` may have other descriptions."""
    parts = {f"part{n}.yaml": with_property(f"it{n}: {{}}") for n in range(count)}
    mappings = [{"spec": f"part{n}.yaml", "pages": f"part{n}", "title": f"Part {n}"} for n in range(count)]
    plugins = ["search", {"oasmap": {"mappings": mappings}}]
    return write_site(folder, plugins=plugins, theme=theme, files=parts | files)


def contents(site: Built) -> dict[str, bytes]:
    files = (path for path in site.folder.rglob("*") if path.is_file() and path.name != "sitemap.xml.gz")
    return {path.relative_to(site.folder).as_posix(): path.read_bytes() for path in files}


def said(site: Built) -> list[str]:
    return [message for message in site.messages() if message.startswith("oasmap: ")]


def test_mappings_are_made_by_other_processes_with_the_same_bytes_and_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mapped: Counter[str]
) -> None:
    path = many(tmp_path / "site")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("OASMAP_PROCESSES", "1")
    expected = build(path, site_dir=str(tmp_path / "one"))
    assert mapped == {f"part{n}.yaml": 1 for n in range(COUNT)}
    mapped.clear()
    monkeypatch.setenv("OASMAP_PROCESSES", "3")
    for cache in ("off", str(tmp_path / "cache")):
        monkeypatch.setenv("OASMAP_CACHE", cache)
        found = build(path, site_dir=str(tmp_path / "three"))
        assert mapped == {}
        assert contents(found) == contents(expected)
        assert said(found) == said(expected)
        assert len(found.troubles) == COUNT
    assert {each.name for each in tmp_path.iterdir()} == {"site", "one", "three", "cache"}


def test_fifty_mappings_are_the_same_in_parallel_and_in_sequence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mapped: Counter[str]
) -> None:
    bare = {"name": None, "custom_dir": "bare"}
    path = many(tmp_path / "site", 50, bare, **{"bare/main.html": "{{ page.toc }}{{ page.content }}"})
    monkeypatch.setenv("OASMAP_PROCESSES", "1")
    expected = build(path, site_dir=str(tmp_path / "one"))
    assert len(mapped) == 50
    mapped.clear()
    monkeypatch.setenv("OASMAP_PROCESSES", "4")
    found = build(path, site_dir=str(tmp_path / "four"))
    assert mapped == {}
    assert contents(found) == contents(expected)
    assert said(found) == said(expected)
    assert len(found.troubles) == 50
    assert len([uri for uri in found.uris if uri.endswith("resources/pet/index.html")]) == 50


def test_a_mapping_that_fails_says_what_it_says_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = many(tmp_path / "site", **{"part2.yaml": "openapi: [\n", "part4.yaml": "no: api\n"})
    monkeypatch.setenv("OASMAP_PROCESSES", "1")
    expected = refuse(path)
    monkeypatch.setenv("OASMAP_PROCESSES", "3")
    assert refuse(path) == expected
    assert expected[-1].startswith("oasmap: part2.yaml:2:1: ")


def test_no_number_of_processes_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OASMAP_PROCESSES", "many")
    (message,) = refuse(many(tmp_path))
    assert message == "oasmap: OASMAP_PROCESSES is 'many', but it can be a number from 1 on"


def test_an_interrupt_leaves_no_process_and_no_traceback(tmp_path: Path) -> None:
    path = many(tmp_path / "site")
    program = (
        "import sys, time\nfrom pathlib import Path\nimport mkdocs_oasmap.mappings as m\n"
        "def wait(self):\n"
        "    import os\n"
        "    Path(sys.argv[1], f'{os.getpid()}.begun').write_text('')\n"
        "    time.sleep(600)\n"
        "m.MappingInput.read_and_run = wait\n"
        "from mkdocs.__main__ import cli\n"
        "cli(['build', '-q'])\n"
    )
    begun = tmp_path / "begun"
    begun.mkdir()
    environment = {**os.environ, **QUIET, "OASMAP_PROCESSES": "2", "TMPDIR": str(begun)}
    command = [sys.executable, "-c", program, str(begun)]
    process = subprocess.Popen(
        command, cwd=path.parent, env=environment, stderr=subprocess.PIPE, start_new_session=True
    )
    while process.poll() is None and len(list(begun.glob("*.begun"))) < 2:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert [each.suffix for each in begun.iterdir()] == [".begun", ".begun"]
    for each in begun.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(each.stem), 0)
