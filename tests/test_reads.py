"""Whatever a mapping reads is recorded, whatever system it is of: what Python opens meanwhile is the judge."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.reads import again, is_file, note, note_folder, note_once, recorded, unchanged
from mapper.registry import REGISTRY

_PROGRAM = """
import os, sys
from pathlib import Path
from tests.systems.samples import sample
from tests.zoo import CONFIG, api
from mapper.request import Request
from mapper.registry import system_named
import mapper.reads as reads
def sample(name, folder, sample=sample):
    if name != "terraform":  # whose sample is in memory
        return sample(name, folder)
    (folder / "api.yaml").write_text(api("Pet: {$ref: 'other.yaml#/Pet'}"))
    (folder / "other.yaml").write_text("Pet: {properties: {a: {$ref: 'missing.yaml'}, b: {type: string}}}")
    (folder / "config.yml").write_text(CONFIG)
    overlay = "{overlay: 1.0.0, info: {title: A, version: '1'}, actions: [{target: $, update: {}}]}"
    (folder / "overlay.yml").write_text(overlay)
    request = Request(folder / "api.yaml", [folder / "config.yml"], folder, overlays=[folder / "overlay.yml"])
    system_named("terraform").run(request)
sample(sys.argv[1], Path(sys.argv[2], "first"))  # imports
opened = set()
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)) and not isinstance(arguments[1], str):
        return opened.add(os.path.abspath(os.fsdecode(arguments[0])))
    if event == "open" and isinstance(arguments[0], str) and arguments[1] in ("r", "rb"):
        opened.add(os.path.abspath(arguments[0]))
sys.addaudithook(hook)
with reads.recorded() as found:
    sample(sys.argv[1], Path(sys.argv[2], "second"))
mine = (sys.argv[2], os.path.abspath("example_site"))
read = {path for path in opened if path.startswith(mine)}
print(len(read), *sorted(read - found.keys()), sep="\\n")
"""


@pytest.mark.parametrize("system", REGISTRY)
def test_every_file_that_is_opened_is_recorded(tmp_path: Path, system: str) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    command = [sys.executable, "-c", _PROGRAM, system, str(tmp_path.resolve())]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    count, *missing = done.stdout.splitlines()
    assert missing == []
    assert int(count)


def test_what_was_read_or_looked_for_tells_what_has_changed(tmp_path: Path) -> None:
    there, gone, folder = tmp_path / "there", tmp_path / "gone", tmp_path / "folder"
    there.write_text("one")
    (folder / "inner").mkdir(parents=True)

    def read() -> dict[str, str]:
        with recorded() as found:
            note(there, there.read_bytes())
            assert is_file(gone) == gone.exists()
            note_folder(folder)
        return found

    found = read()
    assert unchanged(found)
    there.write_text("two")
    assert not unchanged(found)
    there.write_text("one")
    assert unchanged(found)
    gone.write_text("")
    assert not unchanged(found)
    gone.unlink()
    (folder / "inner" / "new").write_text("")
    assert not unchanged(found)
    (folder / "inner" / "new").unlink()
    there.unlink()
    os.mkfifo(there)  # which is not waited for
    assert not unchanged(found)


def test_what_is_recorded_within_is_recorded_without_and_can_be_said_again(tmp_path: Path) -> None:
    with recorded() as outer, recorded() as inner:
        note(tmp_path / "file")
    assert outer == inner == {str(tmp_path / "file"): "absent"}
    with recorded() as later:
        again(outer)
    assert later == outer
    again(outer)  # without anybody who wants to know


def test_what_cannot_be_compared_is_never_unchanged() -> None:
    with recorded() as found:
        note_once("a host")
    assert not unchanged(found)
