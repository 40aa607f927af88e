"""For every system: a sidecar of somebody else, changed in any member, becomes pages and a review, or is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import all_systems, system_named, vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.review import Options, compare
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from .samples import sample

NAMES = [system.name for system in all_systems()]
VALUES: list[Any] = [None, True, -1, 1.5, "", "x", "=x", "<script>", "../x", "\x1b\n", [], ["x"], {}, {"x": "<script>"}]
MOST_OF_A_KIND = 2
"""How many members of the same name and in the same list are changed; the others of them are like these."""


def written(system: str, folder: Path) -> Any:
    return json.loads(write_sidecar(sample(system, folder)))


def read(data: Any) -> Mapping:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)


def ways(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to each member of a sidecar, at all depths."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from ways(value[key], (*way, key))


def changed(data: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The sidecar with one member replaced by one or another value, or taken away, and the way to the member."""
    seen: dict[tuple[str, ...], int] = {}
    for number, way in enumerate(ways(data)):
        kind = tuple("" if isinstance(key, int) else key for key in way)
        seen[kind] = seen.get(kind, 0) + 1
        # all facts of a system have one name in the sidecar, but each has values of its own
        if seen[kind] > MOST_OF_A_KIND and "fragments" not in kind:
            continue
        for value in (VALUES[number % len(VALUES)], VALUES[number // 2 % len(VALUES)], ...):
            other = copy.deepcopy(data)
            inside = other
            for key in way[:-1]:
                inside = inside[key]
            if value is ...:
                del inside[way[-1]]
            else:
                inside[way[-1]] = value
            yield way, other


def use(mapping: Mapping, real: Mapping) -> str:
    """Everything that is made from a mapping that was read: pages, Markdown, reviews, and the provider's schema."""
    pages = Pages(mapping)
    texts = [Renderer().entity(pages.entity(key), str) for key in pages.entities]
    texts += [text.decode() for text in plain_files(pages, {}).values()]
    if mapping.system == real.system:
        compare(real, mapping, Options())
        compare(mapping, real, Options())
    system_named(mapping.system).provider_schema(mapping)
    return "\n".join(texts)


@pytest.mark.soak
@pytest.mark.parametrize("system", NAMES)
def test_each_change_of_a_member_is_pages_or_one_message(system: str, tmp_path: Path) -> None:
    data = written(system, tmp_path)
    real, outcomes = read(data), set()
    for way, other in changed(data):
        try:
            text = use(read(other), real)
        except MappingError as error:
            outcomes.add("refused")
            (problem,) = error.problems
            assert "\n" not in str(problem), way
        else:
            outcomes.add("used")
            assert "<script>" not in text, way
    assert outcomes == {"used", "refused"}


def test_pages_need_no_fact_of_the_schema_that_a_provider_was_read_from(tmp_path: Path) -> None:
    data = written("provider", tmp_path)
    for entity in data["entities"]:
        entity.pop("fragments", None)
    mapping = read(data)
    assert "garden_bed" in use_of_pages(mapping)
    with pytest.raises(MappingError, match="write it again with oasmap generate --sidecar"):
        system_named("provider").provider_schema(mapping)


def use_of_pages(mapping: Mapping) -> str:
    return "\n".join(text.decode() for text in plain_files(Pages(mapping), {}).values())
