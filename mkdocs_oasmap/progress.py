"""A progress line on the terminal for long steps; logs and files do not get it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import TextIO

from mapper.text.display import visible

SILENT = 2.0
"""The seconds after which a step is shown."""

_INTERVAL = 1.0
_CLEAR = "\r\x1b[K"
_WIDTH = 78
_BEGIN = 24
"""The characters before the gap in a text that is too long: the end of a path says more than its folders."""

_shown: list[TextIO] = []
"""Where a line is shown now."""


@contextmanager
def step(text: str, stream: TextIO | None = None, silent: float = SILENT, *, quiet: bool = False) -> Iterator[None]:
    """Show a line with the seconds of a step that takes longer than `silent` seconds, and clear it at the end.

    `stream` is standard error by default. Nothing is written where it is no terminal, on one that cannot clear a line
    (`TERM=dumb`), where `CI` is set, and with `quiet`.
    """
    stream = stream or sys.stderr
    if quiet or not _shows(stream):
        yield
        return
    done = Event()
    thread = Thread(target=_update, args=(text, stream, silent, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if stream in _shown:
            _shown.remove(stream)
            stream.write(_CLEAR)
            stream.flush()


def clear() -> None:
    """Clear the line that is shown, in a process that ends at once. May be called by the handler of a signal."""
    for stream in _shown:
        with suppress(OSError, ValueError):  # closed; `write` of a stream cannot be entered twice
            os.write(stream.fileno(), _CLEAR.encode())


def log_start(stream: TextIO) -> str:
    """What each log line on `stream` begins with, so that it replaces a progress line."""
    return _CLEAR if _shows(stream) else ""


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[:_BEGIN]}…{text[_BEGIN + 1 - width :]}"


def _shows(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


def _update(text: str, stream: TextIO, silent: float, done: Event) -> None:
    begun, wait = monotonic(), silent
    while not done.wait(wait):
        if stream not in _shown:
            _shown.append(stream)
        wait = _INTERVAL
        seconds = f" ({monotonic() - begun:.0f} s)"
        stream.write(f"{_CLEAR}{_shortened(visible(text), _WIDTH - len(seconds))}{seconds}")
        stream.flush()
