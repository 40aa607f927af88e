"""For every system: a sidecar of somebody else, changed in any member, becomes pages and a review, or is refused."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import EntityRef, Mapping
from mapper.registry import all_systems, system_named, vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.review.changes import Review, ReviewSide
from mapper.review.entity_changes import Options, compare
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.pages.changes import History
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.review.written import Style, written

from .samples import sample

NAMES = [system.name for system in all_systems()]
DEEP: Any = []
for _ in range(160):
    DEEP = [DEEP]
VALUES: list[Any] = [
    None, True, -1, 1.5, 10**400, "", "x", "=x", "a.b", "<script>", "../x", "\ud800\x1b\n", "a" * 5000,
    "list of " * 500 + "string", "." * 3000, [], ["x"], {}, {"x": "<script>"}, DEEP,
]  # fmt: skip
FORMS = ("text", "github", "markdown", "sarif", "html", "json", "junit", "gitlab")
MOST_OF_A_KIND = 2
"""How many members of the same name and in the same list are changed; the others of them are like these."""


def sidecar(system: str) -> Any:
    return json.loads(write_sidecar(sample(system)))


def read(data: Any) -> Mapping:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)


def ways(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to each member of a sidecar, at all depths."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from ways(value[key], (*way, key))


def changed(data: Any, *, by_every_value: bool) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The sidecar with one member replaced by two of the values or all, or taken away, and the way to the member."""
    seen: dict[tuple[str, ...], int] = {}
    for number, way in enumerate(ways(data)):
        kind = tuple("" if isinstance(key, int) else key for key in way)
        seen[kind] = seen.get(kind, 0) + 1
        # all facts of a system have one name in the sidecar, but each has values of its own
        if seen[kind] > MOST_OF_A_KIND and "fragments" not in kind:
            continue
        some = (VALUES[number % len(VALUES)], VALUES[number // 2 % len(VALUES)])
        for value in (*(VALUES if by_every_value else some), ...):
            other = copy.deepcopy(data)
            inside = other
            for key in way[:-1]:
                inside = inside[key]
            if value is ...:
                del inside[way[-1]]
            else:
                inside[way[-1]] = value
            yield way, other


def use(mapping: Mapping, real: Mapping, form: str) -> str:
    """All that is made from a mapping that was read: pages, Markdown, a history, reviews, and the provider's schema."""
    pages = Pages(mapping)
    texts = [Renderer().entity(pages.entity(key), str) for key in pages.entities]
    texts += [text.decode() for text in plain_files(pages, {}).values()]
    if mapping.system == real.system:
        for old, new in ((real, mapping), (mapping, real)):
            changes = compare(old, new, Options(judge=system_named(real.system).judge))
            review = Review(ReviewSide("old"), ReviewSide("new"), changes, system=real.system)
            "".join(written([review], form, Style())).encode("utf-8", "backslashreplace")
        for entity in real.entities:
            History([("1", mapping)], real).of(str(EntityRef(entity.kind, entity.name)), "name")
    system_named(mapping.system).provider_schema(mapping)
    return "\n".join(texts)


@pytest.mark.soak
@pytest.mark.parametrize("system", NAMES)
def test_each_change_of_a_member_is_pages_or_one_message(system: str) -> None:
    data = sidecar(system)
    real, outcomes = read(data), set()
    for number, (way, other) in enumerate(changed(data, by_every_value=system == "terraform")):
        try:
            text = use(read(other), real, FORMS[number % len(FORMS)])
        except MappingError as error:
            outcomes.add("refused")
            (problem,) = error.problems
            assert str(problem).isprintable(), way
            assert "sidecar" in str(problem), way
        else:
            outcomes.add("used")
            assert "<script>" not in text, way
    assert outcomes == {"used", "refused"}


def test_pages_need_no_fact_of_the_schema_that_a_provider_was_read_from() -> None:
    data = sidecar("provider")
    for entity in data["entities"]:
        entity.pop("fragments", None)
    mapping = read(data)
    assert "garden_bed" in use_of_pages(mapping)
    with pytest.raises(MappingError, match="write it again with oasmap generate --sidecar"):
        system_named("provider").provider_schema(mapping)


def use_of_pages(mapping: Mapping) -> str:
    return "\n".join(text.decode() for text in plain_files(Pages(mapping), {}).values())
