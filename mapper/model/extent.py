"""Estimates the amount of text in the pages of a mapping before they are made."""

from collections.abc import Callable

from ..report.budget import weight
from .attribute import Attribute, Body, nested_body
from .limits import plain

COPIES = 3
"""A text is in memory several times: rendered, in the page, and in the search index."""

IN_ROWS = 6
"""How many times a row contains the path of its attribute: shown, in an anchor, in links, and in the source."""

Counted = Callable[[Body], int]
"""A body -> the number of nested members that a page shows with their path."""


def texts(body: Body, cache: dict[Body, int], shown: int, counted: Counted) -> int:
    """The length of the texts of all attributes recursively, counted as often as they are shown."""
    cached = cache.get(body)
    if cached is None:
        length = 0
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            paths = shown * weight(attribute.name) * (1 if inner is None else counted(inner) + 1)
            length += paths + own_text(attribute) + (texts(inner, cache, shown, counted) if inner is not None else 0)
        cached = cache[body] = length
    return cached


def own_text(attribute: Attribute) -> int:
    """The length of the texts of an attribute itself, without its path."""
    length = weight(attribute.description) if attribute.description else 0
    if not (attribute.limits or attribute.deprecation or attribute.default):  # as most
        return length
    values = [plain(limit)[1] for limit in attribute.limits]
    values += [attribute.deprecation, attribute.default.value if attribute.default else None]
    flat = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    return length + sum(weight(item) for item in flat if isinstance(item, str))
