"""The process `oasmap`: exits silently on an interrupt, even while modules are imported."""

import gc
import os
import signal
import sys
from typing import Any, NoReturn

INTERRUPTED = 130
_MOST_GARBAGE = 3_000_000
"""How many objects are made before the ones that nothing refers to are looked for."""


def program() -> NoReturn:
    """Run the command line, and exit without freeing objects, which would take a tenth of the time.

    Garbage is collected late, since most objects live until the end: 0.47 s of CPU time in place of 0.60 s for the API
    of GitHub. For the AWS provider, with 18 pieces of garbage in two million objects, it is 2.0 s in place of 2.4 s.
    Three million objects are about 600 MB, the most that cycles of finished pages keep: they have 200 objects a page.
    """
    gc.set_threshold(_MOST_GARBAGE)
    _open_closed_streams()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # nohup, for example, ignores the signal
        signal.signal(signal.SIGINT, _end)
    try:
        from .cli import main

        made: list[object] = []
        code = main(None, made)
        sys.stderr.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    os._exit(code)


def _open_closed_streams() -> None:
    """Give the process the null device for each standard stream that its parent has closed, as cron jobs do.

    Otherwise the next file that is opened would have the number of the stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _end(_number: int, _frame: Any) -> NoReturn:
    """Exit. Temporary files are removed first: `mapper.files` delays the signal while files are written."""
    progress = sys.modules.get(f"{__package__}.progress")  # there is no line before it is imported
    if progress is not None:
        progress.clear()
    os._exit(INTERRUPTED)
