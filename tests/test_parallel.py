"""Work that other processes do ahead is done once each, and none of them is left."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from mkdocs_oasmap.parallel import SMALL, Ahead, processes_for

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="no process is copied here")


def children() -> bool:
    """Whether this process has children that nobody has waited for."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def test_all_work_is_done_in_other_processes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def work(key: str) -> None:
        print("not to be seen")
        (tmp_path / key).write_text(str(os.getpid()))

    keys = list("abcdefg")
    ahead = Ahead(work, keys, 3)
    for key in keys:
        ahead.wait(key)
        assert (tmp_path / key).exists()
    ahead.close()
    assert len({(tmp_path / key).read_text() for key in keys} - {str(os.getpid())}) == len(keys)
    assert capfd.readouterr() == ("", "")
    assert not children()


def test_no_more_than_so_many_are_at_work_at_once(tmp_path: Path) -> None:
    def work(key: str) -> None:
        (tmp_path / f"{key}-begun").write_text("")
        while not (tmp_path / "go").exists():
            time.sleep(0.01)

    ahead = Ahead(work, "abcd", 2)
    while len(list(tmp_path.glob("*-begun"))) < 2:
        time.sleep(0.01)
    assert {path.name for path in tmp_path.iterdir()} == {"a-begun", "b-begun"}
    (tmp_path / "go").write_text("")
    ahead.wait("d")
    assert len(list(tmp_path.glob("*-begun"))) == 4
    ahead.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="a process is waited for without a word here")
def test_who_waits_long_is_told_and_other_work_goes_on_meanwhile(tmp_path: Path) -> None:
    def work(key: str) -> None:
        while key == "a" and not (tmp_path / "go").exists():
            time.sleep(0.01)
        (tmp_path / key).write_text("")

    told: list[set[str]] = []

    def tell() -> None:
        told.append({path.name for path in tmp_path.iterdir()})
        if told[-1] == {"b", "c"}:
            (tmp_path / "go").write_text("")

    ahead = Ahead(work, "abc", 2)
    ahead.wait("a", tell, silent=0)
    assert (tmp_path / "a").exists()
    assert {"b", "c"} in told
    assert not children()


@pytest.mark.parametrize("error", [AttributeError, OSError, ProcessLookupError])
def test_where_nothing_tells_when_a_process_ends_it_is_waited_for_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refused(_process: int) -> int:
        raise error

    monkeypatch.setattr(os, "pidfd_open", refused, raising=False)
    ahead = Ahead(lambda key: (tmp_path / key).write_text(""), "ab", 1)
    ahead.wait("b", lambda: pytest.fail("told"), silent=0)
    assert (tmp_path / "b").exists()
    assert not children()


def test_a_process_that_fails_is_waited_for_like_any_other(tmp_path: Path) -> None:
    def work(key: str) -> None:
        if key == "b":
            raise ValueError(key)
        (tmp_path / key).write_text("")

    ahead = Ahead(work, "abc", 2)
    for key in "abc":
        ahead.wait(key)
    assert {path.name for path in tmp_path.iterdir()} == {"a", "c"}
    assert not children()


def test_no_process_is_left_when_it_is_closed() -> None:
    ahead = Ahead(lambda _: time.sleep(600), "abcd", 2)
    assert children()
    ahead.close()
    assert not children()


def test_where_no_more_processes_can_be_made_nothing_is_done_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    Ahead(pytest.fail, "ab", 2).wait("a")


def test_processes_are_as_many_as_are_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(4)), raising=False)
    assert processes_for([SMALL] * 9, {}) == 4
    assert processes_for([SMALL] * 3, {}) == 3
    assert processes_for([SMALL], {}) == 1
    assert processes_for([], {}) < 2
    assert processes_for([SMALL // 4] * 3, {}) == 1
    assert processes_for([1, 1, 1], {"OASMAP_PROCESSES": "2"}) == 2
    assert processes_for([SMALL] * 9, {"OASMAP_PROCESSES": "1"}) == 1
    for wrong in ("0", "-1", "many", "1.5", "²"):
        with pytest.raises(ValueError, match="OASMAP_PROCESSES is"):
            processes_for([], {"OASMAP_PROCESSES": wrong})
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    assert processes_for([SMALL] * 9, {}) == 1
