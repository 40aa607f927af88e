"""How much of an object an example shows, and which optional attributes people mostly write."""

import re
from collections.abc import Iterable
from enum import StrEnum
from operator import itemgetter

from ..attribute import Attribute, Nested, Scalar, ScalarKind
from ..limits import OneOf, find
from .exclusion import are_twins, without_excluded
from .schema_values import is_exemplified

_NAMES = frozenset(("name", "title", "label", "display_name", "displayname"))
_FEW = 6
"""The most allowed values of an attribute that is chosen from a list."""

_DEPRECATED = re.compile(r"\A\W*deprecated\b|\b(?:is|are|been)(?: now)? deprecated\b|[(\[*]deprecated\b", re.IGNORECASE)
"""How a description says that its attribute is deprecated, where no keyword does."""

_MOST = 8
"""The most optional attributes of one object."""


class Extent(StrEnum):
    """The extent of an example: what is required, what people write, or all that can be set. Its value is its title."""

    MINIMAL = "Minimal"
    TYPICAL = "Typical"
    FULL = "Full"


def typical(attributes: Iterable[Attribute], required: Iterable[Attribute] = ()) -> list[Attribute]:
    """The optional attributes that people mostly write, in the same order; of many the most telling ones.

    These are names, references, what has an example, few allowed values, and default numbers. No secret is, and nothing
    that the attributes before it, or the `required` ones, exclude.
    """
    ranked = [(rank, place, a) for place, a in enumerate(attributes) if (rank := _rank(a)) is not None]
    shown, ranked = list(required), sorted(ranked, key=_order)
    chosen: list[tuple[int, Attribute]] = []
    for _, place, attribute in ranked:
        if len(chosen) < _MOST and not any(are_twins(attribute, other) for other in shown):
            shown.append(attribute)
            chosen.append((place, attribute))
    return without_excluded([attribute for _, attribute in sorted(chosen, key=itemgetter(0))], required)


def _order(ranked: tuple[int, int, Attribute]) -> tuple[int, int]:
    return ranked[0], ranked[1]


def _rank(attribute: Attribute) -> int | None:
    """How telling an optional attribute is, from 0; None if people mostly leave it out."""
    if attribute.sensitive or attribute.write_only or attribute.secret is not None or _is_deprecated(attribute):
        return None
    if attribute.refers_to is not None:
        return None if isinstance(attribute.type, Nested) else 1
    if attribute.name.lower() in _NAMES:
        return 0
    if isinstance(attribute.type, Scalar) and attribute.type.kind is ScalarKind.BOOL:
        return None
    allowed, default = find(attribute.limits, OneOf), attribute.default
    if allowed is not None and 1 < len(allowed.values) <= _FEW:
        return 3
    if is_exemplified(attribute):
        return 2
    return 4 if default is not None and isinstance(default.value, int | float) else None


def _is_deprecated(attribute: Attribute) -> bool:
    text = attribute.description
    return bool(attribute.deprecation or (text and "deprecated" in text.lower() and _DEPRECATED.search(text)))
