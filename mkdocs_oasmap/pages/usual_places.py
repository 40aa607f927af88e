"""The places that most attributes of an entity have: a page names them once, and a row what differs."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from mapper.model import Attribute, Placement, Status

from .source_views import CellView

_SEVERAL = 2
"""Fewer attributes say it themselves."""


class UsualPlaces(Struct, frozen=True):
    """The place where attributes are shown, and where they stand as well: whether they are only read there."""

    first: str
    others: dict[str, bool]


def is_read(placement: Placement) -> bool:
    """Whether an attribute is only read in a place."""
    return placement.status is Status.COMPUTED


def usual_places(attributes: Iterable[Attribute]) -> UsualPlaces | None:
    """The most frequent places; None if attributes have only one, or there are few."""
    counts = Counter(
        (first.name, tuple((placement.name, is_read(placement)) for placement in others))
        for first, *others in (attribute.placements for attribute in attributes if attribute.placements)
        if others
    )
    ((first, others), count), *_ = counts.most_common(1) or [(("", ()), 0)]
    return UsualPlaces(first, dict(others)) if count >= _SEVERAL else None


def in_words(usual: UsualPlaces, noun: str) -> Iterator[CellView]:
    """`Each field of spec.forProvider can also be set in spec.initProvider, ...`."""
    yield from (CellView("text", f"Each {noun} of "), CellView("code", usual.first))
    for read, words in ((False, " can also be set in "), (True, " can be read in ")):
        names = [name for name, only_read in usual.others.items() if only_read is read]
        if names:
            is_second = read and not all(usual.others.values())
            yield CellView("text", f"{', and' if is_second else ''}{words}")
        for place, name in enumerate(names):
            yield from (*((CellView("text", " and "),) if place else ()), CellView("code", name))
    yield CellView("text", ", unless its row says otherwise.")
