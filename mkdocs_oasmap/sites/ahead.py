"""The sites of several mappings, each made by a process of its own before its turn comes.

A process leaves the site in the cache, where the build finds it: so all is as if an earlier build had made it. The
lines of the log are in the order of the mappings; a mapping that fails is made again, and fails, in its turn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..parallel import Ahead, processes_for
from ..progress import line
from ..render.site import Site
from .making import Makes
from .stopping import build_error


def processes(mappings: Iterable[Any], base: Path, environment: Mapping[str, str]) -> int:
    """How many processes are worth it for these mappings. Raises PluginError where the environment names no number."""
    try:
        return processes_for([_size(base / (options.sidecar or options.spec)) for options in mappings], environment)
    except ValueError as error:
        raise build_error(str(error)) from None


@contextmanager
def made_ahead(
    makes: Makes, mappings: Iterable[Any], base: Path, environment: Mapping[str, str], render: Callable[[Site], None]
) -> Iterator[Callable[[str], None]]:
    """What waits until the site in a folder is made, if it is made ahead; `render` does what is to be done with it.

    No process is left when this ends. Raises PluginError.
    """
    new = {options.pages: options for options in mappings if makes.is_new(options)}
    count = processes(new.values(), base, environment)
    if count < 2:  # noqa: PLR2004
        yield lambda _folder: None
        return
    work = Ahead(lambda folder: render(makes.site(new[folder])), new, count)
    numbers = {folder: number for number, folder in enumerate(new, start=1)}

    def wait(folder: str) -> None:
        if folder in new:
            source = new[folder].sidecar or new[folder].spec
            with line(f"mapping {numbers[folder]} of {len(new)}: {source}") as tell:
                work.wait(folder, tell)

    try:
        yield wait
    finally:
        work.close()


def _size(path: Path) -> int:
    """Bytes of an input, of the files right in it where it is a folder; 0 for what is no file."""
    try:
        if path.is_dir():
            return sum(entry.stat().st_size for entry in os.scandir(path) if entry.is_file())
        return path.stat().st_size
    except OSError:
        return 0
