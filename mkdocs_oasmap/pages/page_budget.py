"""Limits the amount of text in the pages of a mapping before they are made."""

from collections.abc import Callable, Container

from mapper.model import Body, Entity, EntityRef, Mapping, nested_body
from mapper.model.extent import COPIES, IN_ROWS, own_text, texts
from mapper.report.budget import Cost, weight

from .layout import ONCE_FROM

_IN_HEADINGS = 3
"""How many times a page without rows contains the path of nested attributes: a heading, an anchor, and a link."""

Kept = Callable[[EntityRef], Container[str]]
"""An entity -> the paths where a repeated object is shown each time."""


def check_extent(mapping: Mapping, kept: Kept) -> None:
    """Raise OverBudget if there would be too many pages, or too much text in them."""
    _check(mapping, lambda entity: _in_rows(entity.layout, "", kept(entity.ref), set())[0])


def check_headings(mapping: Mapping, _: Kept) -> None:
    """The same for pages with paths in headings only, such as the registry's."""
    counted: dict[Body, int] = {}
    cache: dict[Body, int] = {}

    def headings(body: Body) -> int:
        if body not in counted:
            inner = [nested for attribute in body.attributes if (nested := nested_body(attribute.type)) is not None]
            counted[body] = sum(headings(nested) + 1 for nested in inner)
        return counted[body]

    _check(mapping, lambda entity: texts(entity.layout, cache, _IN_HEADINGS, headings))


def _check(mapping: Mapping, length: Callable[[Entity], int]) -> None:
    count = mapping.budget.meter(Cost.PAGES, "the mapping")
    written = mapping.budget.meter(Cost.WRITTEN, "the pages")
    for entity in mapping.entities:
        count.add(1, entity.location)
        written.add(COPIES * length(entity), entity.location)


def _in_rows(body: Body, prefix: str, kept: Container[str], seen: set[Body]) -> tuple[int, int]:
    """The length of the texts of all rows of a body, and their number: large objects have rows where they are first."""
    length = rows = 0
    for attribute in body.attributes:
        inner, path, below = nested_body(attribute.type), prefix + attribute.name, 0
        if inner is not None and (inner not in seen or path in kept):
            if inner.size >= ONCE_FROM:
                seen.add(inner)
            inside, below = _in_rows(inner, f"{path}.", kept, seen)
            length += inside
        length += IN_ROWS * weight(attribute.name) * (below + 1) + own_text(attribute)
        rows += below + 1
    return length, rows
