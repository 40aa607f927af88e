"""Waits into which a signal comes at any line."""

import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any


def ends_at_any_line(wait: Callable[[], object], take: Callable[[], object], line: int) -> bool:
    """Whether a wait ends when `take` runs before its line of this number, or later if it has fewer lines.

    The handler of a signal runs between any two lines of the main thread, also where that holds a lock.
    """
    taken = threading.Event()

    def trace(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal line
        line -= event == "line"
        if line <= 0 and not taken.is_set():
            taken.set()
            take()
        return trace

    def run() -> None:
        sys.settrace(trace)
        wait()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    if not taken.wait(0.2):
        take()
    thread.join(60)
    return not thread.is_alive()
