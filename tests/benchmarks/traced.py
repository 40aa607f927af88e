"""Which functions of the project a run calls, and how often: `python -P traced.py < REQUEST` prints JSON.

REQUEST is `{"steps": [[KIND, ARGUMENT, …], …]}`, with the inputs in the current folder. A step goes in by a door that
users have: `oasmap` (the command line), `site` (a build of `mkdocs.yml`) or `block` (a page with `::: oasmap …`).
Only code below the packages counts, templates included. This file needs nothing but the standard library and the
installed project, so that another version of Python or of the project can run it.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

PACKAGES = ("mapper", "mkdocs_oasmap")

_Function = tuple[str, str, int]


class StepFailed(Exception):
    """A step did not end well; `str()` says which, and what it printed."""


def trace(steps: list[list[Any]]) -> list[tuple[str, str, int, int]]:
    """Run the steps: file, name, line and number of calls of each function, in the order of the first calls.

    A generator that is resumed counts as called, as for the interpreter. Raises StepFailed.
    """
    folders = _folders()
    known: dict[CodeType, _Function | None] = {}
    calls: dict[_Function, int] = {}

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in known:
            known[code] = _function(code, folders)
        function = known[code]
        if function is not None:
            calls[function] = calls.get(function, 0) + 1

    for kind, *arguments in steps:
        run = _DOORS[kind]
        sys.setprofile(profile)
        try:
            run(*arguments)
        finally:
            sys.setprofile(None)
    return [(*function, count) for function, count in calls.items()]


def _folders() -> dict[str, str]:
    """The folder of each package, with the name that its files get."""
    found = {}
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            raise StepFailed(f"the package {name} is not installed")
        found[f"{Path(spec.submodule_search_locations[0]).resolve()}{os.sep}"] = name
    return found


def _function(code: CodeType, folders: dict[str, str]) -> _Function | None:
    """What is known of a function of the project; None for others, and for the body of a module."""
    if code.co_name == "<module>":
        return None
    path = str(Path(code.co_filename).resolve())
    for folder, package in folders.items():
        if path.startswith(folder):
            file = f"{package}/{path[len(folder) :].replace(os.sep, '/')}"
            return file, code.co_qualname, code.co_firstlineno
    return None


def _command(*arguments: str) -> None:
    from mkdocs_oasmap.cli import main

    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    if code:
        raise StepFailed(f"oasmap {' '.join(arguments)}: exit {code}: {err.getvalue().strip()}")


def _site() -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)


def _block(text: str, options: dict[str, Any]) -> None:
    import markdown

    html = markdown.markdown(text, extensions=["oasmap"], extension_configs={"oasmap": options})
    if re.search(r'class="[^"]*\boasmap-trouble\b', html):
        raise StepFailed(f"{text}: {html}")


_DOORS: dict[str, Callable[..., None]] = {"oasmap": _command, "site": _site, "block": _block}


if __name__ == "__main__":
    request = json.load(sys.stdin)
    try:
        found = trace(request["steps"])
    except StepFailed as error:
        sys.exit(str(error))
    json.dump(found, sys.stdout)
