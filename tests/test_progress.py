"""What takes long is told on a terminal, and nowhere else."""

import io
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import mkdocs_oasmap.progress
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.progress import _shortened, log_start, step

from .repository import commit_all, git
from .zoo import CONFIG, api


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
    monkeypatch.setattr(mkdocs_oasmap.progress, "monotonic", lambda: 0.0)  # it may be seconds until a thread runs


def test_a_step_is_told_while_it_lasts_and_gone_when_it_is_done() -> None:
    terminal = Terminal()
    with step("mapping api.yaml", terminal, silent=0):
        assert terminal.written.wait(60)
        assert terminal.shown == "mapping api.yaml (0 s)"
    assert terminal.shown == ""


def test_a_quick_step_after_a_long_one_writes_nothing() -> None:
    terminal = Terminal()
    with step("mapping api.yaml", terminal, silent=0):
        assert terminal.written.wait(60)
    written = terminal.getvalue()
    with step("comparing", terminal, silent=600):
        pass
    assert terminal.getvalue() == written


def test_a_step_that_fails_leaves_no_line() -> None:
    terminal = Terminal()

    @step("mapping", terminal, silent=0)
    def interrupted() -> None:
        assert terminal.written.wait(60)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.shown == ""


def test_a_name_cannot_write_to_the_terminal_and_has_one_line() -> None:
    terminal = Terminal()
    with step("mapping \x1b[2J\n" + "a" * 500, terminal, silent=0):
        assert terminal.written.wait(60)
        assert "\x1b" not in terminal.shown
        assert "\n" not in terminal.shown
        assert len(terminal.shown) < 80


def test_a_long_path_keeps_its_end() -> None:
    terminal = Terminal()
    with step(f"mapping {'/a/long/way' * 9}/openapi.json", terminal, silent=0):
        assert terminal.written.wait(60)
        assert terminal.shown.startswith("mapping /a/long/way/a/lo…")
        assert terminal.shown.endswith("/a/long/way/openapi.json (0 s)")
        assert len(terminal.shown) == 78


@pytest.mark.parametrize(
    ("stream", "environment", "options"),
    [
        (Terminal, {"CI": "true"}, {"silent": 0}),
        (Terminal, {"TERM": "dumb"}, {"silent": 0}),
        (io.StringIO, {}, {"silent": 0}),
        (Terminal, {}, {"silent": 0, "quiet": True}),
        (Terminal, {}, {"silent": 1e6}),
    ],
    ids=["continuous integration", "no control codes", "no terminal", "quiet", "a short step"],
)
def test_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], environment: dict[str, str], options: Any
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found = stream()
    with step("mapping", found, **options):
        Event().wait(0.05)  # for the thread that may not begin
    assert found.getvalue() == ""


def test_a_log_line_replaces_the_line_of_a_step_on_a_terminal() -> None:
    terminal, file = Terminal(), io.StringIO()
    with step("connecting", terminal, silent=0):
        assert terminal.written.wait(60)
        terminal.write(f"{log_start(terminal)}a log line\n")
    assert "connecting (0 s)\r\x1b[Ka log line\n" in terminal.getvalue()
    assert log_start(file) == ""


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
def test_a_terminal_shows_a_step_and_a_pipe_does_not() -> None:
    def shown(ends: tuple[int, int]) -> bytes:
        reading, writing = ends
        try:
            with open(writing, "w", encoding="utf-8") as stream, step("mapping api.yaml", stream, silent=0):  # noqa: PTH123
                if stream.isatty():
                    return os.read(reading, 1000)
            return os.read(reading, 1000)
        finally:
            os.close(reading)

    assert b"mapping api.yaml (0 s)" in shown(os.openpty())
    assert shown(os.pipe()) == b""


INTERRUPTED = """\
import time
from mkdocs_oasmap import cli, start
from mkdocs_oasmap.progress import step

def main(*_):
    with step("mapping api.yaml", silent=0):
        while True:
            time.sleep(0.01)  # a signal just before a sleep does not end it, so that it must be short

cli.main = main
start.program()
"""


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
def test_an_interrupt_leaves_no_line_on_the_terminal() -> None:
    reading, writing = os.openpty()
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdin=writing, stdout=writing, stderr=writing)
    os.close(writing)
    shown = b""
    try:
        while not shown.endswith(b" s)"):
            shown += os.read(reading, 1000)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        while not shown.endswith(b"\r\x1b[K"):
            shown += os.read(reading, 1000)  # OSError: the terminal is closed, and the line is still there
    finally:
        process.kill()
        process.wait()
        os.close(reading)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a terminal would be told of, however short it is."""
    found: list[str] = []

    class Told(Thread):
        def start(self) -> None:
            found.append(self._args[0])  # type: ignore[attr-defined]
            super().start()

    monkeypatch.setattr(mkdocs_oasmap.progress, "_shows", lambda _stream: True)
    monkeypatch.setattr(mkdocs_oasmap.progress, "Thread", Told)
    return found


@pytest.fixture
def zoo(here: Path) -> Path:
    (here / "api.yaml").write_text(api("Pet: {type: object, properties: {name: {type: string}}}"))
    (here / "generator_config.yml").write_text(CONFIG)
    return here


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("init --force api.yaml", ["proposing a config for api.yaml"]),
        ("generate api.yaml", ["mapping api.yaml", "writing ./provider_code_spec.json"]),
        ("generate --registry-docs pages api.yaml", ["mapping api.yaml", "making the pages in pages", "writing"]),
        ("check api.yaml", ["mapping api.yaml", "comparing ./provider_code_spec.json"]),
        ("check --registry-docs pages api.yaml", ["mapping", "comparing", "comparing the pages in pages"]),
        ("settle api.yaml", ["settling the config for api.yaml"]),
        ("pages api.yaml shown", ["mapping api.yaml", "making the pages in shown"]),
        ("diff old.yaml api.yaml", ["reading api.yaml", "reading old.yaml", "comparing old.yaml with api.yaml"]),
        ("plan --live provider api.yaml", ["asking the provider provider"]),
        ("history add 2 api.yaml", ["reading git:2", "reading git:1", "comparing 1 with 2"]),
    ],
)
def test_each_command_says_what_may_take_long(zoo: Path, steps: list[str], command: str, expected: list[str]) -> None:
    shutil.copy("api.yaml", "old.yaml")
    if command.startswith("history"):
        commit_all(Path())
        git(Path(), "tag", "1")
        git(Path(), "tag", "2")
        main(["history", "add", "1", "api.yaml"])
        steps.clear()
    main(command.split())
    assert [text[: len(start)] for text, start in zip(steps, expected, strict=True)] == expected


@pytest.mark.parametrize(("length", "shown"), [(79, 79), (80, 80), (81, 80), (500, 80)])
def test_a_step_is_shortened_in_its_middle_to_the_width_of_the_terminal(length: int, shown: int) -> None:
    text = _shortened("a" + "x" * (length - 2) + "z", 80)
    assert (text[0], text[-1], len(text), "…" in text) == ("a", "z", shown, length > shown)
