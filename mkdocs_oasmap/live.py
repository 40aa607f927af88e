"""Whether the settings of a site start a program: a pull request may have written them, and what they name."""

import os
from copy import copy
from pathlib import Path
from typing import Any

from mapper.registry import system_of_scheme
from mapper.text.display import visible

VARIABLE = "OASMAP_LIVE"
"""The environment variable that allows what the settings ask for, if its value is 1."""


REMEDY = f"set {VARIABLE}=1, or pass --live to the command"
"""How a program may be started."""


def restricted(options: Any, base: Path, *, asked: bool = False) -> tuple[Any, str]:
    """The options of a mapping that start nothing, unless the command line or the environment allows it.

    `asked`: the command line has --live. The output of an earlier run takes the place of the program, if it exists.
    The second value is a line that says so, or an empty text if nothing is restricted.
    """
    if not options.live or asked or os.environ.get(VARIABLE) == "1":
        return options, ""
    options = copy(options)
    options.live = False
    text = f"{options.pages}: live: true starts no program; {REMEDY}"
    if options.drift and _is_program(options.drift):
        options.drift = None
        text += "; the drift is not known"
    saved = base / options.output if options.output else None
    if options.spec and _is_program(str(options.spec)) and saved is not None and saved.is_file():
        options.spec, options.output = str(saved), None
        text += f"; the schema of an earlier run is read: {saved.name}"
    return options, visible(text)


def _is_program(name: str) -> bool:
    return system_of_scheme(name) is not None
