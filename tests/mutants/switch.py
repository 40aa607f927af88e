"""Which change is on, in a copy of the product; copied into it as `mapper/mutant_switch.py`.

Processes that a test starts have the change of OASMAP_MUTANT, and add the numbers they passed to OASMAP_MUTANTS_SEEN.
"""

import os
from collections.abc import Sized
from pathlib import Path
from typing import Any

active = int(os.environ.get("OASMAP_MUTANT", "-1"))
"""The number of the change that is on."""

seen: set[int] = set()
"""The numbers of all changes whose place was passed."""

_told = os.environ.get("OASMAP_MUTANTS_SEEN", "")
"""The file in which a process that a test starts says at once what it passes: it may end without an end of its own."""


def on(number: int) -> bool:
    """Whether a change is on."""
    if number not in seen:
        seen.add(number)
        if _told:
            with Path(_told).open("a", encoding="utf-8") as file:
                file.write(f"{number}\n")
    return active == number


def emptied(number: int, value: Any) -> Any:
    """A value, or an empty one of its type if the change is on."""
    if not on(number):
        return value
    return type(value)() if isinstance(value, Sized) and not isinstance(value, str) else ()
