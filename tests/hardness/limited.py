"""Runs the command line within limits of CPU time and memory that the kernel enforces."""

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO

SECONDS = 30
"""CPU time of a run: far more than any of them needs, far less than for ever."""

MEMORY = 2 * 2**30
"""Bytes of address space of a run."""

WALL = 500
"""Seconds after which a run that waits for something is given up: on a busy machine, many times its CPU time."""


_LIBC = ctypes.CDLL(None)
_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2  # prctl.h, capability.h

_LAUNCH = """
import os, sys
pid = os.fork()
if not pid:
    os.execv(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(pid, 0)
os.write(int(sys.argv[1]), f"{status} {usage.ru_maxrss} {usage.ru_utime + usage.ru_stime}".encode())
"""
"""Starts a run from a small process: the kernel counts what a process had before it became another one."""


@dataclass(frozen=True)
class Run:
    """One run that came to an end by itself."""

    code: int
    out: str
    err: str
    peak: int = 0
    """Bytes of memory that it had at once, as the kernel counts them (resident)."""
    cpu: float = 0
    """Seconds of CPU time, of the program and of the kernel for it."""

    @property
    def errors(self) -> list[str]:
        """The messages, without the word error."""
        return [line.removeprefix("error: ") for line in self.err.splitlines() if line.startswith("error: ")]


def oasmap(folder: Path, *arguments: str, seconds: int = SECONDS, memory: int = MEMORY) -> Run:
    """Run `oasmap` in `folder` as who may read and write what permissions allow, also where tests are run by root.

    Fails where a limit ends it, and where it shows a traceback.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if os.geteuid() == 0:
            _override_no_permissions()

    command = [sys.executable, "-m", "mkdocs_oasmap", *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    with TemporaryFile() as stdout, TemporaryFile() as stderr, TemporaryFile() as told:
        process = subprocess.Popen(
            [sys.executable, "-S", "-c", _LAUNCH, str(told.fileno()), *command],
            pass_fds=[told.fileno()],
            start_new_session=True,
            cwd=folder,
            preexec_fn=limit,  # noqa: PLW1509 - the thread of the timer is started later
            stdout=stdout,
            stderr=stderr,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
        timer = Timer(WALL, os.killpg, (process.pid, signal.SIGKILL))
        timer.start()
        process.wait()
        timer.cancel()
        out, err, ended = (_all_of(stream) for stream in (stdout, stderr, told))
    assert ended, f"given up after {WALL} seconds\n{err[-2000:]}"
    status, kilobytes, cpu = ended.split()
    code = os.waitstatus_to_exitcode(int(status))
    assert code >= 0, f"ended by {signal.Signals(-code).name}\n{err[-2000:]}"
    assert "Traceback" not in err, err[-4000:]
    assert "MemoryError" not in err
    return Run(code, out, err, int(kilobytes) * 1024, float(cpu))


def _override_no_permissions() -> None:
    """Take from root what an ordinary user has not: to read and write files against their permissions (Linux)."""
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        if _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
            raise OSError("root cannot run a program without the right to override permissions")


def _all_of(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "replace")


def refused(run: Run, message: str) -> None:
    """The run wrote nothing and said one thing, on one line that is not endless."""
    assert run.code == 1, run.err[-2000:]
    (error,) = run.errors
    assert run.err == f"error: {error}\n"
    assert re.search(message, error), error[:2000]
    assert len(error) < 1500, "the message is longer than anybody reads"
