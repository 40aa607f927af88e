"""When the garbage collector runs: a build keeps most of its objects until the next one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_GROWTH = 1.25


@contextmanager
def no_collection() -> Iterator[None]:
    """Pause the garbage collector: a mapping keeps most of its objects, and collection would take a third of
    its time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Generations:
    """The objects of the builds of one process, which are frozen: no collection looks at them, page after page.

    Sites that are replaced are freed as soon as nothing refers to them. What is left of them are the few cycles, and
    these are collected once they add up, since that takes as long as a mapping.
    """

    def __init__(self) -> None:
        self._frozen = 0  # after the last collection of all objects

    def begin(self) -> None:
        """Collect what MkDocs made for the build before; at the first build, thaw what others froze."""
        if self._frozen:
            gc.collect()
        else:
            gc.unfreeze()

    def keep(self) -> None:
        """Freeze all objects."""
        gc.freeze()

    def end(self) -> None:
        """Collect what is left of replaced sites, if it has become much."""
        frozen = gc.get_freeze_count()
        if not self._frozen:
            self._frozen = frozen
        elif frozen > _GROWTH * self._frozen:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._frozen = gc.get_freeze_count()
