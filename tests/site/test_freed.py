"""A site that is replaced is freed at once: nothing of it waits for the garbage collector."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapper.review import Settings
from mkdocs_oasmap.cache import Cache
from mkdocs_oasmap.collection import Generations
from mkdocs_oasmap.mappings import MappingInput
from mkdocs_oasmap.pages.history import History
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.kept import KeepingSite
from mkdocs_oasmap.review.baselines import mapped_state, review

from .sites import EXAMPLE
from .test_reuse import SYSTEMS

OURS = ("mapper.", "mkdocs_oasmap.")
DOCUMENTS = "mapper.inputs."


@pytest.fixture
def garbage() -> Iterator[list[object]]:
    """What the collector finds from now on."""
    gc.collect()
    gc.disable()
    try:
        yield gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def collected(garbage: list[object]) -> Counter[str]:
    """Our objects that only the collector finds, by class."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    classes = (type(found) for found in garbage)
    return Counter(f"{cls.__module__}.{cls.__qualname__}" for cls in classes if cls.__module__.startswith(OURS))


def build(key: MappingInput, folder: Path) -> None:
    """Make a site with all that it can have, and drop it."""
    mapped = key.read_and_run()
    old, new = (mapped_state(name, mapped.inputs, mapped.mapping) for name in ("1.0", "x"))
    pages = Pages(
        mapped.mapping,
        excerpts=True,
        split=8,
        review=review(old, new, Settings()),
        history=History([("1.0", mapped.mapping)], mapped.mapping),
    )
    site = KeepingSite(pages, mapped, "reference", "API", "", Cache(folder, pytest.fail), "signature", None)
    assert site.artifacts
    for page in site.uris:
        site.render(page, Renderer(), str, "attributes")
        site.twin(page)
    site.keep(str, search=True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_of_a_site_waits_for_the_collector(system: str, tmp_path: Path, garbage: list[object]) -> None:
    spec, configs = SYSTEMS[system]
    key = MappingInput(EXAMPLE / spec, tuple(EXAMPLE / name for name in configs), EXAMPLE, system=system)
    build(key, tmp_path)  # what is made once for the process
    gc.collect()
    build(key, tmp_path)
    found = collected(garbage)
    if system == "ack":  # recursive shapes contain each other, and have places in their document
        found = Counter({name: found[name] for name in found if not name.startswith(("mapper.ack.shapes", DOCUMENTS))})
    assert not found


class Cyclic:
    def __init__(self) -> None:
        self.own = self


def test_what_is_left_of_replaced_sites_is_collected_once_it_adds_up() -> None:
    generations, alive = Generations(), [Cyclic() for _ in range(1000)]
    size = len(gc.get_objects())
    try:
        generations.begin()
        generations.keep()
        generations.end()
        counts = []
        for _ in range(4):
            lost = [Cyclic() for _ in range(size // 4)]
            generations.begin()
            generations.keep()
            del lost
            generations.end()
            counts.append(gc.get_freeze_count())
        assert max(counts) < 2 * counts[0]
    finally:
        gc.unfreeze()
    assert len(alive) == 1000
