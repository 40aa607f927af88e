"""How much text the pages of a mapping would have, told before a page is made."""

from __future__ import annotations

from mapper.budget import Cost, weight
from mapper.immutable import dataclass
from mapper.limits import plain
from mapper.model import Attribute, Body, Mapping, nested_body

_COPIES = 3
"""A text is in memory as it is rendered, as a page and in the search index."""

_SHOWN = 6
"""The path of an attribute is shown, an anchor, in links to it, and in its source."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The texts of a body with the paths in it, which is kept so that its id stays taken."""

    body: Body
    texts: int


def check_extent(mapping: Mapping) -> None:
    """Raises OverBudget where there would be too many pages, or texts that attributes share or long paths in them."""
    count = mapping.budget.meter(Cost.PAGES, "the mapping")
    written = mapping.budget.meter(Cost.WRITTEN, "the pages")
    known: dict[int, _Known] = {}
    for entity in mapping.entities:
        count.add(1, entity.location)
        written.add(_texts(entity.layout, known), entity.location)


def _texts(body: Body, known: dict[int, _Known]) -> int:
    """The texts of all attributes at any depth, each as often as it is shown."""
    found = known.get(id(body))
    if found is None:
        texts = 0
        for attribute in body.attributes:
            inner = nested_body(attribute.type)
            paths = _SHOWN * weight(attribute.name) * (1 if inner is None else inner.size + 1)
            texts += paths + _own(attribute) + (_texts(inner, known) if inner is not None else 0)
        found = known[id(body)] = _Known(body, texts)
    return found.texts


def _own(attribute: Attribute) -> int:
    values = [plain(limit)[1] for limit in attribute.limits]
    values += [attribute.description, attribute.deprecation, attribute.default.value if attribute.default else None]
    flat = (item for value in values for item in (value if isinstance(value, tuple) else (value,)))
    return _COPIES * sum(weight(item) for item in flat if isinstance(item, str))
