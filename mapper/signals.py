"""Defers signals that end the process while files are being written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def put_off() -> Iterator[Callable[[], bool]]:
    """Defer signals that would end the process to the end of this context; yields a function that tells if one arrived.

    Handlers of signals belong to the main thread: in other threads, nothing changes.
    """
    came: list[int] = []
    before: dict[int, Any] = {}
    with suppress(ValueError):  # not the main thread
        for number in _ENDING:
            if signal.getsignal(number) not in (None, signal.SIG_IGN):  # None: not set from Python, cannot be restored
                before[number] = signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(came):
            signal.raise_signal(number)
