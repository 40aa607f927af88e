"""What takes long is told on a terminal, and nowhere else."""

from __future__ import annotations

import io
from threading import Event

import pytest

from mkdocs_oasmap.progress import step


class Terminal(io.StringIO):
    """Keeps what is written to it, and says when something has been."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.written.set()

    @property
    def shown(self) -> str:
        """What is left on the screen, in its only line."""
        return self.getvalue().rpartition("\r\x1b[K")[2]


@pytest.fixture(autouse=True)
def _at_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_a_step_is_told_while_it_lasts_and_gone_when_it_is_done() -> None:
    terminal = Terminal()
    with step("mapping api.yaml", terminal, silent=0):
        assert terminal.written.wait(60)
        assert terminal.shown == "mapping api.yaml (0 s)"
    assert terminal.shown == ""


def test_a_step_that_fails_leaves_no_line() -> None:
    terminal = Terminal()

    @step("mapping", terminal, silent=0)
    def interrupted() -> None:
        assert terminal.written.wait(60)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.shown == ""


def test_a_short_step_is_not_told() -> None:
    terminal = Terminal()
    with step("mapping", terminal, silent=1e6):
        pass
    assert terminal.getvalue() == ""


def test_a_name_cannot_write_to_the_terminal_and_has_one_line() -> None:
    terminal = Terminal()
    with step("mapping \x1b[2J\n" + "a" * 500, terminal, silent=0):
        assert terminal.written.wait(60)
        assert "\x1b" not in terminal.shown
        assert "\n" not in terminal.shown
        assert len(terminal.shown) < 80


@pytest.mark.parametrize(("name", "value"), [("CI", "true"), ("TERM", "dumb")])
def test_nothing_is_told_in_a_log(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    terminal = Terminal()
    with step("mapping", terminal, silent=0):
        assert not terminal.written.is_set()
    assert terminal.getvalue() == ""


def test_nothing_is_told_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with step("mapping", stream, silent=0):
        pass
    assert stream.getvalue() == ""


def test_nothing_is_told_to_who_asked_for_quiet() -> None:
    terminal = Terminal()
    with step("mapping", terminal, silent=0, quiet=True):
        assert not terminal.written.wait(0.1)
    assert terminal.getvalue() == ""
