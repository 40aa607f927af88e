"""`oasmap` as a process: ends in silence where it is interrupted, also while its modules are loaded."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import Any, NoReturn

INTERRUPTED = 130


def program() -> NoReturn:
    """Run the command line. It ends without freeing what it made, which would be a tenth of its time.

    Nothing is collected either, not even while modules are loaded: all that they make stays until the end.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # it may be ignored, as by nohup
        signal.signal(signal.SIGINT, _end)
    try:
        from .cli import main

        made: list[object] = []
        code = main(None, made)
        if sys.stderr is not None:  # closed by whoever started this
            sys.stderr.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    os._exit(code)


def _end(_number: int, _frame: Any) -> NoReturn:
    """Files that are being written are not left behind: then, the signal comes after that (`mapper.signals`)."""
    os._exit(INTERRUPTED)
