"""How much text the pages of a mapping would have, told before a page is made."""

from __future__ import annotations

from collections.abc import Callable

from mapper.budget import Cost, weight
from mapper.immutable import dataclass
from mapper.limits import plain
from mapper.model import Attribute, Body, Mapping, nested_body

_COPIES = 3
"""A text is in memory as it is rendered, as a page and in the search index."""

_IN_ROWS = 6
"""The path of an attribute is shown, an anchor, in links to it, and in its source."""

_IN_HEADINGS = 3
"""Where there are no rows, the path of nested attributes is a heading, an anchor, and in a link to it."""

Counted = Callable[[Body], int]
"""The members of a body, at any depth, that a page has with their path."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The texts of a body with the paths in it, which is kept so that its id stays taken."""

    body: Body
    texts: int


def check_extent(mapping: Mapping) -> None:
    """Raises OverBudget where there would be too many pages, or texts that attributes share or long paths in them."""
    _check(mapping, _IN_ROWS, lambda body: body.size)


def check_headings(mapping: Mapping) -> None:
    """The same for pages that have the paths of nested attributes only in headings, as those of the registry."""
    counted: dict[int, tuple[Body, int]] = {}

    def headings(body: Body) -> int:
        if id(body) not in counted:
            inner = [found for attribute in body.attributes if (found := nested_body(attribute.type)) is not None]
            counted[id(body)] = body, sum(headings(found) + 1 for found in inner)
        return counted[id(body)][1]

    _check(mapping, _IN_HEADINGS, headings)


def _check(mapping: Mapping, shown: int, paths: Counted) -> None:
    count = mapping.budget.meter(Cost.PAGES, "the mapping")
    written = mapping.budget.meter(Cost.WRITTEN, "the pages")
    known: dict[int, _Known] = {}
    for entity in mapping.entities:
        count.add(1, entity.location)
        written.add(_COPIES * _texts(entity.layout, known, shown, paths), entity.location)


def _texts(body: Body, known: dict[int, _Known], shown: int, counted: Counted) -> int:
    """The texts of all attributes at any depth, each as often as it is shown."""
    found = known.get(id(body))
    if found is None:
        texts = 0
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            paths = shown * weight(attribute.name) * (1 if inner is None else counted(inner) + 1)
            texts += paths + _own(attribute) + (_texts(inner, known, shown, counted) if inner is not None else 0)
        found = known[id(body)] = _Known(body, texts)
    return found.texts


def _own(attribute: Attribute) -> int:
    found = weight(attribute.description) if attribute.description else 0
    if not (attribute.limits or attribute.deprecation or attribute.default):  # as most
        return found
    values = [plain(limit)[1] for limit in attribute.limits]
    values += [attribute.deprecation, attribute.default.value if attribute.default else None]
    flat = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    return found + sum(weight(item) for item in flat if isinstance(item, str))
