"""Makes the sites of several mappings ahead, each in its own process.

A process stores its site in the cache, and the build reads it from there, as if an earlier build had made it. Log lines
are in the order of the mappings. A mapping that fails is made again by the build, which reports the error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..parallel import Ahead, processes_for
from ..progress import SILENT, line
from ..render.site import Site
from .build_errors import build_error
from .site_builder import Makes


def processes(mappings: Iterable[Any], base: Path, environment: Mapping[str, str]) -> int:
    """The number of processes for these mappings. Raises PluginError if the environment variable is not a number."""
    try:
        return processes_for([_size(base / (options.sidecar or options.spec)) for options in mappings], environment)
    except ValueError as error:
        raise build_error(str(error)) from None


@contextmanager
def made_ahead(
    makes: Makes, mappings: Iterable[Any], base: Path, environment: Mapping[str, str], render: Callable[[Site], None]
) -> Iterator[Callable[[str], None]]:
    """A function that waits until the site in a folder is made; `render` is called for each site in its process.

    All processes have exited when the context ends. Raises PluginError.
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
                work.wait(folder, tell, SILENT)

    try:
        yield wait
    finally:
        work.close()


def _size(path: Path) -> int:
    """The size of an input in bytes; of a folder, the sum of its files without subfolders; 0 if there is no
    such file.
    """
    try:
        if path.is_dir():
            return sum(entry.stat().st_size for entry in os.scandir(path) if entry.is_file())
        return path.stat().st_size
    except OSError:
        return 0
