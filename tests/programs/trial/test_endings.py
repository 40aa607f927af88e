"""How sessions end: by signals, with their terminal, or killed. Nothing of them is left behind."""

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mapper.programs.trial import private_folder as folders
from mapper.programs.trial import signals
from mapper.programs.trial.private_folder import PREFIX, private_folder

from ...signalled import ends_at_any_line
from .test_session import PREVIEW

pytestmark = pytest.mark.build

PROGRAM = """\
import sys
from mapper.programs.trial import command
command._PATIENCE = float(sys.argv.pop(1))
from mkdocs_oasmap.start import program
program()
"""
NEVER = "600"
SLEEP = """\
import contextlib, time
with contextlib.suppress(OSError):  # the terminal is gone
    print("ready", flush=True)
for _ in range(6000):  # a signal just before a long call would be seen after it
    time.sleep(0.1)
"""
IGNORE = "import signal as s\nfor n in (s.SIGINT, s.SIGTERM, s.SIGHUP): s.signal(n, s.SIG_IGN)\n"
STUBBORN = IGNORE + SLEEP
CALM = "import signal as s\ns.signal(s.SIGTERM, lambda *_: exit(5))\n" + SLEEP
PATIENT = f"""\
import signal, sys
got = []
def take(*_):
    print("got it")
    got.append(1)
    if len(got) == 2:
        sys.exit(4)
signal.signal(signal.SIGINT, take)
{SLEEP}
"""


@contextmanager
def session(
    temporary: Path, *command: str, patience: str = NEVER, options: tuple[str, ...] = ()
) -> Iterator[subprocess.Popen[str]]:
    """A session in a process of its own."""
    behind = ["--", *command] if command else []
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, patience, "try", *options, "openapi.yaml", *behind],
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(Path(__file__).parents[3])},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read(process: subprocess.Popen[str], lines: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().rstrip() for _ in range(lines)]


def left(temporary: Path) -> list[Path]:
    return [*temporary.iterdir()]


OTHER_SIGNALS = [pytest.param(name, marks=pytest.mark.soak) for name in ("SIGINT", "SIGHUP")]
SIGNALS = pytest.mark.parametrize("name", ["SIGTERM", *OTHER_SIGNALS])


@SIGNALS
def test_a_signal_ends_a_session_that_waits(temporary: Path, name: str) -> None:
    with session(temporary) as process:
        lines = read(process, 4)
        assert lines[0] == PREVIEW
        assert lines[1].startswith('export TF_REATTACH_PROVIDERS=\'{"hashicorp/bakery":{')
        assert lines[2] == "terraform plan"
        (folder,) = left(temporary)
        assert folder.stat().st_mode & 0o077 == 0
        process.send_signal(getattr(signal, name))
        out, err = process.communicate()
    said = "Terraform no longer finds the provider. In the other terminal: unset TF_REATTACH_PROVIDERS\n"
    assert (process.returncode, out, err) == (0, said, "")
    assert left(temporary) == []


SHELL = ("sh", "-c", f'{sys.executable} -c "$0" & wait', SLEEP)
KILLED = 128 + signal.SIGKILL


@pytest.mark.parametrize(
    ("command", "signals", "patience", "code"),
    [
        ((sys.executable, "-c", SLEEP), ["SIGTERM"], NEVER, 128 + signal.SIGTERM),
        ((sys.executable, "-c", SLEEP), ["SIGHUP"], NEVER, 128 + signal.SIGHUP),
        ((sys.executable, "-c", CALM), ["SIGTERM"], NEVER, 5),
        ((sys.executable, "-c", STUBBORN), ["SIGTERM"], "0.1", KILLED),
        ((sys.executable, "-c", STUBBORN), ["SIGINT", "SIGTERM"], NEVER, KILLED),
        (SHELL, ["SIGTERM"], NEVER, 128 + signal.SIGTERM),
        ((*SHELL[:3], STUBBORN), ["SIGTERM"], "0.1", 128 + signal.SIGTERM),
    ],
    ids=["ends", "hangs up", "takes it", "ignores it", "ignores the first", "of a shell", "of a shell, ignores it"],
)
def test_no_process_of_a_command_outlives_a_signal(
    temporary: Path, command: tuple[str, ...], signals: list[str], patience: str, code: int
) -> None:
    with session(temporary, *command, patience=patience) as process:
        assert read(process, 1) == ["ready"]
        for name in signals:
            process.send_signal(getattr(signal, name))
        assert process.wait() == code
        assert process.stdout is not None
        assert process.stdout.read() == ""  # nobody has the other end any more
    assert left(temporary) == []


@SIGNALS
def test_a_signal_ends_lives_by_terraform(
    temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    pipe, terraform = tmp_path / "pipe", tmp_path / "terraform"
    os.mkfifo(pipe)
    terraform.write_text(f"#!/bin/sh\nexec >{pipe} 2>&1\necho ready\nexec sleep 600\n")
    terraform.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with session(temporary, options=("--all", "--terraform")) as process, pipe.open() as said:
        assert said.readline() == "ready\n"
        process.send_signal(getattr(signal, name))
        assert process.wait() == 128 + getattr(signal, name)
        assert said.read() == ""  # Terraform has ended, too
    assert left(temporary) == []


def test_a_command_gets_no_credentials(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OASMAP_TRY_KEY", "hunter2")
    shown = "import os; print('TF_REATTACH_PROVIDERS' in os.environ, 'hunter2' in os.environ.values())"
    with session(temporary, sys.executable, "-c", shown) as process:
        assert read(process, 1) == ["True False"]


@pytest.mark.parametrize("line", range(1, 18))
def test_a_signal_at_any_line_of_a_wait_ends_it(line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signals, "_PAUSE", 0.001)
    held = signals.Signals()
    assert ends_at_any_line(held.wait, lambda: held.take(signal.SIGHUP), line)
    assert held.first == signal.SIGHUP


# terminals

AT_TERMINAL = f"import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n{PROGRAM}"


class Terminal:
    """A terminal, and the session in its foreground."""

    def __init__(self, temporary: Path, *command: str) -> None:
        behind = ["--", *command] if command else []
        self.end, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_TERMINAL, NEVER, "try", "openapi.yaml", *behind],
            env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(Path(__file__).parents[3])},
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
        )
        os.close(other)

    def wait_for(self, text: str) -> str:
        """What is shown up to a text."""
        seen = ""
        while text not in seen:
            assert select.select([self.end], [], [], 60)[0], seen
            seen += os.read(self.end, 4096).decode()
        return seen

    def type(self, keys: bytes) -> None:
        os.write(self.end, keys)

    def close(self) -> None:
        if self.end >= 0:
            os.close(self.end)
            self.end = -1


@pytest.fixture
def at_terminal(temporary: Path) -> Iterator[Callable[..., Terminal]]:
    made: list[Terminal] = []

    def begin(*command: str) -> Terminal:
        made.append(Terminal(temporary, *command))
        return made[-1]

    yield begin
    for terminal in made:
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()


def test_a_session_ends_with_its_terminal(temporary: Path, at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal()
    terminal.wait_for("Ctrl-C ends this.")
    terminal.close()
    assert terminal.process.wait() == 0
    assert left(temporary) == []


def test_a_command_ends_with_its_terminal(temporary: Path, at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal(sys.executable, "-c", SLEEP)
    terminal.wait_for("ready")
    terminal.close()
    assert terminal.process.wait() == 128 + signal.SIGHUP
    assert left(temporary) == []


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_a_session_once_and_twice(
    temporary: Path, at_terminal: Callable[..., Terminal], times: int
) -> None:
    terminal = at_terminal()
    terminal.wait_for("Ctrl-C ends this.")
    terminal.type(b"\x03" * times)
    assert terminal.process.wait() == 0
    assert left(temporary) == []


def test_ctrl_c_is_the_matter_of_a_command_at_a_terminal(temporary: Path, at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal(sys.executable, "-c", PATIENT)
    terminal.wait_for("ready")
    terminal.type(b"\x03")
    terminal.wait_for("got it")
    assert terminal.process.poll() is None
    terminal.type(b"\x03")
    assert terminal.process.wait() == 4
    assert left(temporary) == []


def test_a_command_at_a_terminal_may_read_from_it(temporary: Path, at_terminal: Callable[..., Terminal]) -> None:
    terminal = at_terminal(sys.executable, "-c", "print('ready'); print('typed', input())")
    terminal.wait_for("ready")
    terminal.type(b"yes\n")
    terminal.wait_for("typed yes")
    assert terminal.process.wait() == 0


# what killed sessions leave


def test_the_next_session_removes_what_a_killed_one_has_left(temporary: Path) -> None:
    with session(temporary) as living:
        read(living, 4)
        (kept,) = left(temporary)
        with session(temporary) as killed:
            read(killed, 4)
        assert len(left(temporary)) == 2
        with private_folder() as new:
            assert set(left(temporary)) == {kept, new}
    with private_folder() as new:
        assert left(temporary) == [new]


def test_folders_of_others_and_links_stay(temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    aim = tmp_path / "aim"
    for folder in (aim, temporary / f"{PREFIX}mine", temporary / f"{PREFIX}notes", temporary / f"{PREFIX}odd"):
        folder.mkdir()
        (folder / "work").touch()
    (aim / "held").touch()
    (temporary / f"{PREFIX}odd" / "held").symlink_to(aim / "held")
    (temporary / f"{PREFIX}link").symlink_to(aim)
    (temporary / f"{PREFIX}file").touch()
    (temporary / f"{PREFIX}mine" / "held").touch()
    before = {path.name for path in left(temporary)}
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: os.getuid() + 1)
        with private_folder():
            pass
    assert {path.name for path in left(temporary)} == before
    with private_folder():
        pass
    assert before - {path.name for path in left(temporary)} == {f"{PREFIX}mine"}
    assert (aim / "work").exists()


def test_a_folder_that_another_session_takes_before_it_is_held_is_made_again(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, made = folders.fcntl.flock, []

    def taken_at_first(descriptor: int, how: int) -> None:
        if not made:
            made.append(left(temporary)[0])
            folders.shutil.rmtree(made[0])
        lock(descriptor, how)

    monkeypatch.setattr(folders.fcntl, "flock", taken_at_first)
    with private_folder() as folder:
        assert folder not in made
        assert (folder / "held").exists()


def test_a_long_path_of_temporary_files_is_no_path_of_a_socket(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = temporary / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    with private_folder() as folder:
        assert len(str(folder / "provider")) < 100
