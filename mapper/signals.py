"""Signals that end a process, put off for the moment in which files are written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def put_off() -> Iterator[Callable[[], bool]]:
    """Let signals that would end the process do so at the end only; yields what says whether there was one.

    Handlers of signals belong to the main thread: in other threads, nothing changes.
    """
    came: list[int] = []
    before: dict[int, Any] = {}
    with suppress(ValueError):  # not the main thread
        for number in _ENDING:
            if signal.getsignal(number) not in (None, signal.SIG_IGN):  # None: not from Python, cannot be put back
                before[number] = signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(came):
            signal.raise_signal(number)
