"""Run one process within limits and say what it cost."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import BinaryIO, TypeVar

_T = TypeVar("_T")
_POLL_MS = 50
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MAX_PRINTED = 256 * 2**20
_SETTINGS = {
    "GOTRACEBACK": "none",  # a Go program that overflows its stack prints up to a gigabyte otherwise
    "PYTHONDONTWRITEBYTECODE": "",  # code is compiled once, and not in each run
}


@dataclass(frozen=True, slots=True)
class Limits:
    """When a process is stopped: seconds of wall time, bytes of resident memory."""

    seconds: float
    memory: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One run. `outcome` is *ok*, *exit N*, *signal NAME*, or the limit that was hit: *timeout*, *memory*, *output*."""

    outcome: str
    wall: float
    cpu: float
    rss: int
    message: str = ""

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"


def leave_nothing_behind() -> None:
    """Make a polite end of the benchmark (SIGTERM) end the process that is being measured too, as Ctrl-C does."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))


def aside(function: Callable[[Path], _T], path: Path) -> _T:
    """What `function` makes of a file, in a process of its own: what this one reads is in the figures of its runs."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(function, path).result()


def run(command: Sequence[str], limits: Limits, folder: Path) -> Sample:
    """Run `command` to its end. What it prints goes to the files `stdout` and `stderr` in `folder`.

    CPU time (user and system) and peak memory are what the kernel counted for the process. Peak memory is
    never below that of the process that starts it, about 20 MiB.
    """
    errors = folder / "stderr"
    with (folder / "stdout").open("wb") as stdout, errors.open("wb") as stderr:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, env={**os.environ, **_SETTINGS}
        )
        try:
            stopped = _watch(process.pid, start + limits.seconds, limits.memory, (stdout, stderr))
            wall = time.perf_counter() - start
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)  # still there only when the wait was interrupted
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    outcome = stopped or _outcome(process.returncode)
    message = "" if outcome == "ok" else _first_line(errors)
    return Sample(outcome, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, message)


def _watch(pid: int, deadline: float, memory: int, printed: tuple[BinaryIO, BinaryIO]) -> str | None:
    """Wait for the end of a process, and stop it when it exceeds a limit: the name of that limit."""
    stopped = None
    descriptor = os.pidfd_open(pid)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        while not poller.poll(_POLL_MS):
            if time.perf_counter() > deadline:
                stopped = "timeout"
            elif _resident(pid) > memory:
                stopped = "memory"
            elif any(os.fstat(file.fileno()).st_size > _MAX_PRINTED for file in printed):
                stopped = "output"
            if stopped:
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                poller.poll()
                break
    finally:
        os.close(descriptor)
    return stopped


def _resident(pid: int) -> int:
    """Bytes of memory that a process has now; 0 once it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _outcome(code: int) -> str:
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit {code}" if code else "ok"


def _first_line(errors: Path) -> str:
    """What a failed program says first; of a Python traceback the last line."""
    with errors.open("rb") as file:
        text = file.read(100_000).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    return lines[-1 if lines[0].startswith("Traceback") else 0][:200]
