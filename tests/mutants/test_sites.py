"""Every change of a module is behind a switch, and the module is the same as long as none is on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from . import switch
from .losses import Losses
from .random_changes import RandomChanges
from .sites import Kind, Site, sites_of, write_switches
from .tree import ROOT

SOURCE = '''
"""A module."""

from __future__ import annotations


def notes_on(size: int) -> list[Note]:
    """The notes."""
    notes = [Note("first"), *some(size)]
    if size > 3:
        notes.append(Note("large"))
    elif size < 0:
        raise MappingError("negative")
    return notes


def some(size: int) -> Iterator[Note]:
    """A note for zero."""
    if not size:
        yield Note("zero")
'''


@pytest.fixture
def active(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The switch, with which modules of this test are changed."""
    monkeypatch.setitem(sys.modules, "mapper.mutant_switch", switch)
    import mapper

    monkeypatch.setattr(mapper, "mutant_switch", switch, raising=False)
    yield switch
    switch.active = -1
    switch.seen.clear()


def changed(kind: Kind, folder: Path) -> tuple[list[Site], dict[str, Any]]:
    (folder / "module.py").write_text(SOURCE, encoding="utf-8")
    (sites,) = sites_of(kind, folder, ["module.py"])
    write_switches(kind, folder, "module.py", {index: index for index in range(len(sites))})
    names: dict[str, Any] = {"Note": str, "MappingError": ValueError}
    exec((folder / "module.py").read_text(encoding="utf-8"), names)  # the text that is made here
    return sites, names


@pytest.mark.parametrize("kind", [Losses, RandomChanges])
def test_without_a_change_the_module_does_what_it_did(kind: Kind, tmp_path: Path, active: ModuleType) -> None:
    _, names = changed(kind, tmp_path)
    assert names["notes_on"](5) == ["first", "large"]
    assert names["notes_on"](0) == ["first", "zero"]
    with pytest.raises(ValueError, match="negative"):
        names["notes_on"](-1)


@pytest.mark.parametrize(
    ("change", "size", "left"),
    [
        ('left out: Note("first")', 0, ["zero"]),
        ("left out: *some(size)", 0, ["first"]),
        ('deleted: notes.append(Note("large"))', 5, ["first"]),
        ('not raised: raise MappingError("negative")', -1, ["first"]),
        ("nothing returned: return notes", 5, []),
        ('deleted: yield Note("zero")', 0, ["first"]),
    ],
)
def test_a_deletion_loses_one_thing(
    change: str, size: int, left: list[str], tmp_path: Path, active: ModuleType
) -> None:
    sites, names = changed(Losses, tmp_path)
    (active.active,) = (index for index, site in enumerate(sites) if f"{site.change}: {site.text}" == change)
    assert names["notes_on"](size) == left
    assert active.active in active.seen


def test_random_changes_are_of_conditions_and_results(tmp_path: Path, active: ModuleType) -> None:
    sites, names = changed(RandomChanges, tmp_path)
    outcomes = {}
    for active.active, site in enumerate(sites):
        outcomes[f"{site.change}: {site.text}"] = names["notes_on"](4)
    assert outcomes["`size >= 3`: size > 3"] == ["first", "large"]
    assert outcomes["the branch is never taken: size > 3"] == ["first"]
    assert outcomes["None returned: return notes"] is None
    assert outcomes["4: 3"] == ["first"]


def test_what_is_only_asserted_is_not_changed(tmp_path: Path) -> None:
    text = "def pairs(one, other):\n    assert len(one) > 1\n    return f(zip(one, other, strict=True), other=True)\n"
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    (sites,) = sites_of(RandomChanges, tmp_path, ["module.py"])
    assert [site.change for site in sites] == ["False", "None returned"]


def test_a_process_says_at_once_what_it_passes(tmp_path: Path) -> None:
    code = "import os; from tests.mutants.switch import on; on(3), on(5), on(3); os._exit(0)"
    environment = {**os.environ, "OASMAP_MUTANTS_SEEN": str(tmp_path / "seen")}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    assert (tmp_path / "seen").read_text() == "3\n5\n"
