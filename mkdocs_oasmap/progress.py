"""A progress line on the terminal for long steps; logs and files do not get it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TextIO

from mapper.visible import visible

SILENT = 2.0
"""The seconds after which a step is shown."""

_INTERVAL = 1.0
_CLEAR = "\r\x1b[K"
_WIDTH = 78


@contextmanager
def step(text: str, stream: TextIO | None = None, silent: float = SILENT, *, quiet: bool = False) -> Iterator[None]:
    """Show a line with the seconds of a step that takes longer than `silent` seconds, and clear it at the end.

    `stream` is standard error by default. Nothing is written if it is not a terminal, if the terminal cannot clear a
    line (`TERM=dumb`), if `CI` is set, or with `quiet`.
    """
    stream = stream or sys.stderr
    if quiet or not _shows(stream):
        yield
        return
    done, shown = Event(), Event()
    thread = Thread(target=_show, args=(visible(text), stream, silent, done, shown), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if shown.is_set():
            stream.write(_CLEAR)
            stream.flush()


def _shows(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


def _show(text: str, stream: TextIO, silent: float, done: Event, shown: Event) -> None:
    begun, wait = monotonic(), silent
    while not done.wait(wait):
        wait = _INTERVAL
        seconds = f" ({monotonic() - begun:.0f} s)"
        shown.set()
        stream.write(f"{_CLEAR}{text[: _WIDTH - len(seconds)]}{seconds}")
        stream.flush()
