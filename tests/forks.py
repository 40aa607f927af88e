"""Python programs that tests run to their end, in forks of a process that has imported what they import.

Most of the time of a short program goes into its imports. `python` is for a test of an exit code, of what is printed,
and of files. A test of the process itself has a real one, see `processes.run`: of signals, encodings, isolation, and of
what is imported.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import PIPE
from typing import IO, Any

# This module is also the program that forks: it imports nothing of ours before it knows what to.
_OWN = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Variables that a fork follows, or may leave; Python reads the others only when it starts."""


def python(
    arguments: Sequence[str | Path], folder: Path, *, only: Mapping[str, str] = os.environ, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What `python ARGUMENTS…` does in a folder, without input: `-m` or `-c`, and what follows."""
    return _server().run([*map(str, arguments)], folder, {**only, **variables})


def python_output(
    arguments: Sequence[str | Path], folder: Path, *, only: Mapping[str, str] = os.environ, **variables: str
) -> str:
    """What it writes, if it succeeds."""
    done = python(arguments, folder, only=only, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class _Server:
    """The process that forks, in the group of this one: what ends the tests ends it and its forks."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._settings = _start_settings(os.environ)
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        command = [sys.executable, __file__]
        self._process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, env=environment, text=True)

    def run(self, arguments: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
        assert _start_settings(environment) == self._settings, "Python reads these when it starts: take a process"
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        with tempfile.TemporaryDirectory() as told:
            asked = {"arguments": arguments, "folder": str(folder), "environment": environment, "told": told}
            try:
                print(json.dumps(asked), file=questions, flush=True)
                code = int(answers.readline())
            except BaseException:
                self._kill()
                raise
            out, err = (Path(told, name).read_text(encoding="utf-8") for name in ("out", "err"))
        return subprocess.CompletedProcess([sys.executable, *arguments], code, out, err)

    def end(self) -> None:
        """Let it end, as it does without the other end of its pipe."""
        if self.owner == os.getpid():
            self._process.communicate()

    def _kill(self) -> None:
        """End it with its fork: the next program gets another one."""
        global _running  # noqa: PLW0603
        _running = None
        self._process.terminate()
        self._process.wait()


def _start_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that are read when Python starts."""
    names = [name for name in environment if name.startswith(("PYTHON", "LC_")) or name == "LANG"]
    return {name: environment[name] for name in names if name not in _OWN}


_running: _Server | None = None


def _server() -> _Server:
    """The server of this process; a fork of it has its own."""
    global _running  # noqa: PLW0603
    if _running is None or _running.owner != os.getpid():
        _running = _Server()
        atexit.register(_running.end)
    return _running


def _import_all() -> None:
    """What programs of ours import, but for `mapper.programs`, which few do."""
    import importlib
    import pkgutil

    for name in ("mapper.systems", "mapper.review", "mkdocs_oasmap"):
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


_ENDS = frozenset((signal.SIGTERM,))


def _fork(asked: Any) -> bool:
    """Whether this is the fork, with streams, folder and environment as asked for."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)  # until it is known what to end
    pid = os.fork()
    if pid:
        signal.signal(signal.SIGTERM, lambda *_: _end(pid))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), file=_answers, flush=True)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return False
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{asked['told']}/{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    return True


def _end(fork: int) -> None:
    os.kill(fork, signal.SIGKILL)
    os.waitpid(fork, 0)
    os._exit(1)


def _serve(questions: IO[str]) -> list[str]:
    """Fork for each line; in a fork, the arguments of its program."""
    import gc

    gc.freeze()
    for line in questions:
        asked = json.loads(line)
        if _fork(asked):
            os.close(questions.fileno())
            os.close(_answers.fileno())
            return list(asked["arguments"])
    sys.exit()


if __name__ == "__main__":
    import runpy

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.path.pop(0)
    questions, _answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    _import_all()
    kind, what, *rest = _serve(questions)
    behind = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:0] = ["" if kind == "-c" else str(Path.cwd()), *behind]
    sys.argv = [kind, *rest]
    if kind == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
