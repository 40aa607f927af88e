"""Runs work ahead in forked processes, which share all data with the build without sending it.

A process does one piece of work and exits. It leaves its results in files; the build makes what is missing itself, so
that a failed process costs time only.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from time import monotonic

VARIABLE = "OASMAP_PROCESSES"
"""The environment variable for the number of processes; the number of cores if unset."""

_INTERVAL = 1.0

SMALL = 100_000
"""Inputs below this size, in bytes, do not get a process."""


def processes_for(sizes: Iterable[int], environment: Mapping[str, str]) -> int:
    """The number of processes for inputs of these sizes; 1 for no parallel work.

    Raises ValueError if the environment variable is not a number.
    """
    all_sizes = list(sizes)
    setting = environment.get(VARIABLE, "").strip()
    if setting and not (setting.isascii() and setting.isdigit() and int(setting)):
        raise ValueError(f"{VARIABLE} is {setting!r}, but it can be a number from 1 on")
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1  # fork copies one thread only, and is not safe with the system libraries of macOS
    if setting:
        return min(int(setting), len(all_sizes))
    return min(_cores(), len(all_sizes)) if sum(all_sizes) >= SMALL else 1


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _one_ends(processes: Iterable[int], seconds: float) -> bool:
    """Whether one of the processes ends within so many seconds; returns as soon as one does.

    There is no thread for this: a copy of this process would have it without its end. Raises OSError.
    """
    ends = select.poll()
    with ExitStack() as stack:
        for process in processes:
            handle = os.pidfd_open(process)
            stack.callback(os.close, handle)
            ends.register(handle, select.POLLIN)
        return bool(ends.poll(1000 * seconds))


class Ahead:
    """Runs `work` for each key in order, in at most `processes` processes at a time."""

    def __init__(self, work: Callable[[str], object], keys: Iterable[str], processes: int) -> None:
        self._work = work
        self._waiting = list(keys)
        self._processes = processes
        self._running: dict[int, str] = {}
        self._fill()

    def wait(self, key: str, tell: Callable[[], None] | None = None, silent: float = 0) -> None:
        """Wait until the work for a key is done or has failed. After `silent` seconds, call `tell` every second."""
        told = monotonic() + silent
        while key in self._waiting or key in self._running.values():
            try:
                if tell is not None and not _one_ends(self._running, max(told - monotonic(), 0)):
                    tell()
                    told = monotonic() + _INTERVAL
            except (AttributeError, OSError):  # not on this system: then it is waited for without a word
                tell = None
            if tell is None:
                with suppress(ChildProcessError):
                    self._end(os.waitpid(next(iter(self._running)), 0)[0])
            self._fill()

    def close(self) -> None:
        """Kill all processes."""
        self._waiting.clear()
        for process in list(self._running):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(process, 0)
            self._running.pop(process, None)

    def _end(self, process: int) -> None:
        self._running.pop(process, None)

    def _fill(self) -> None:
        """Reap the processes that have exited, and start as many new ones."""
        for process in list(self._running):
            try:
                ended, _ = os.waitpid(process, os.WNOHANG)
            except ChildProcessError:  # already reaped elsewhere
                ended = process
            if ended:
                self._end(process)
        while self._waiting and len(self._running) < self._processes:
            key = self._waiting.pop(0)
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()  # otherwise the child writes the buffer as well
            try:
                process = os.fork()
            except OSError:  # too many processes: the build does the work itself
                self._waiting.clear()
                return
            if not process:
                self._child(key)
            self._running[process] = key

    def _child(self, key: str) -> None:
        """In the child: do the work silently, and exit whatever happens."""
        code = 1
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            silent = os.open(os.devnull, os.O_RDWR)
            for handle in (0, 1, 2):
                os.dup2(silent, handle)
            sys.stdout = sys.stderr = open(silent, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - a file descriptor
            self._work(key)
            code = 0
        finally:
            os._exit(code)
