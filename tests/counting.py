"""How much work something is, without a clock: the same on a busy machine as on an idle one."""

import sys
from collections.abc import Callable
from types import FrameType


def calls(run: Callable[[], object]) -> int:
    """The number of calls of Python functions while `run` runs."""
    count = 0

    def profile(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
