"""Estimates the amount of text in the pages of a mapping before they are made."""

from __future__ import annotations

from collections.abc import Callable

from mapper.budget import Cost, weight
from mapper.model import Attribute, Body, Mapping, nested_body
from mapper.model.limits import plain

_COPIES = 3
"""A text is in memory several times: rendered, in the page, and in the search index."""

_IN_ROWS = 6
"""How many times a row contains the path of its attribute: shown, in an anchor, in links, and in the source."""

_IN_HEADINGS = 3
"""How many times a page without rows contains the path of nested attributes: a heading, an anchor, and a link."""

Counted = Callable[[Body], int]
"""A body -> the number of nested members that a page shows with their path."""


def check_extent(mapping: Mapping) -> None:
    """Raise OverBudget if there would be too many pages, or too much text in them."""
    _check(mapping, _IN_ROWS, lambda body: body.size)


def check_headings(mapping: Mapping) -> None:
    """The same for pages that have paths in headings only, as those of the registry."""
    counted: dict[Body, int] = {}

    def headings(body: Body) -> int:
        if body not in counted:
            inner = [found for attribute in body.attributes if (found := nested_body(attribute.type)) is not None]
            counted[body] = sum(headings(found) + 1 for found in inner)
        return counted[body]

    _check(mapping, _IN_HEADINGS, headings)


def _check(mapping: Mapping, shown: int, paths: Counted) -> None:
    count = mapping.budget.meter(Cost.PAGES, "the mapping")
    written = mapping.budget.meter(Cost.WRITTEN, "the pages")
    cache: dict[Body, int] = {}
    for entity in mapping.entities:
        count.add(1, entity.location)
        written.add(_COPIES * _texts(entity.layout, cache, shown, paths), entity.location)


def _texts(body: Body, cache: dict[Body, int], shown: int, counted: Counted) -> int:
    """The length of the texts of all attributes recursively, counted as often as they are shown."""
    cached = cache.get(body)
    if cached is None:
        texts = 0
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            paths = shown * weight(attribute.name) * (1 if inner is None else counted(inner) + 1)
            texts += paths + _own(attribute) + (_texts(inner, cache, shown, counted) if inner is not None else 0)
        cached = cache[body] = texts
    return cached


def _own(attribute: Attribute) -> int:
    length = weight(attribute.description) if attribute.description else 0
    if not (attribute.limits or attribute.deprecation or attribute.default):  # as most
        return length
    values = [plain(limit)[1] for limit in attribute.limits]
    values += [attribute.deprecation, attribute.default.value if attribute.default else None]
    flat = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    return length + sum(weight(item) for item in flat if isinstance(item, str))
