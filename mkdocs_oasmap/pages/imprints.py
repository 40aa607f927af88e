"""Digests of what rows are made from: attributes with everything in them, and the places that they refer to.

Most attributes are part of several entities, which share the objects that contain them, and a view has a row for each
use. So the digest of a page's attributes takes a fraction of the time of its view, and tells as well whether the page
shows the same as in an earlier build.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from mapper.model import Body, Reason
from mapper.report.diagnostic import Rule

from .source_places import Places

Plain = Callable[[Any, "Imprints"], object]
"""Makes a value plain. The digests are passed to it: functions that contain them would be freed late."""
_SIZE = 16
_AS_IS: frozenset[type] = frozenset((str, int, float, bool, type(None)))
_SHARED = (Body, Rule, Reason)
"""Objects that many others contain: their digests are made once."""


class Unknown(Exception):
    """A value whose content cannot be told from its type."""


class Imprints(dict[type, Plain]):
    """Makes digests. `located`: with the line, the link and the excerpt of each place, as on pages that show sources.

    Two values with the same digest have the same content: all fields that take part in comparisons. As a dict, it has
    for each class the function that makes a value plain: nested tuples of texts and numbers, whose `repr` has the whole
    content.
    """

    def __init__(self, places: Places, *, located: bool) -> None:
        super().__init__()
        self._places, self._located = places, located
        self._known: dict[int, tuple[object, str]] = {}
        self._known_places: dict[tuple[int, str], str] = {}
        self[tuple] = lambda value, own: tuple([own[item.__class__](item, own) for item in value]) if value else value
        self[list] = lambda value, own: ["list", *[own[item.__class__](item, own) for item in value]]
        self[dict] = lambda value, own: ["dict", *[own[tuple](item, own) for item in value.items()]]
        self.update(dict.fromkeys(_AS_IS, lambda value, _own: value))

    def of(self, value: Any) -> str | None:
        """The digest of a value; None if a part of it is of an unknown type."""
        try:
            return _digest(self[value.__class__](value, self))
        except (Unknown, ValueError):  # ValueError: a number with thousands of digits
            return None

    def __missing__(self, cls: type) -> Plain:
        self[cls] = plain = _plain(cls)
        return plain

    def once(self, value: object, plain: Plain) -> str:
        """The digest of a value, made once for the object."""
        found = self._known.get(id(value))
        if found is None:
            found = self._known[id(value)] = value, _digest(plain(value, self))  # it is kept, so that its id stays its
        return found[1]

    def place(self, location: Any) -> str:
        """The digest of a place, with what is shown of it."""
        key = id(location.document), location.pointer
        found = self._known_places.get(key)
        if found is None:
            place: object = location.document.uri, location.pointer
            if self._located:
                excerpt = self._places.excerpt(location)
                shown = self._places.of(location)
                place = place, shown.line, shown.href, excerpt and (excerpt.line, excerpt.lines)
            found = self._known_places[key] = _digest(place)
        return found


def _plain(cls: Any) -> Plain:
    """How a value of a class becomes plain. Raises Unknown."""
    if issubclass(cls, Enum):
        names = {member: f"{cls.__name__}.{member.name}" for member in cls}
        return lambda value, _own: names[value]
    if hasattr(cls, "pointer") and hasattr(cls, "document"):
        return lambda value, own: own.place(value)
    name = cls.__name__
    if issubclass(cls, Struct):
        plain = _fields(name, [field.name for field in fields(cls)])
        return (lambda value, own: own.once(value, plain)) if cls in _SHARED else plain
    if issubclass(cls, tuple):
        return lambda value, own: (name, *[own[item.__class__](item, own) for item in value])
    raise Unknown(name)


def _fields(name: str, names: list[str]) -> Plain:
    if not names:
        return lambda _value, _own: (name,)
    fields = attrgetter(*names, names[0])  # of a single name, it would return no tuple
    return lambda value, own: (
        name,
        *[item if (cls := item.__class__) in _AS_IS else own[cls](item, own) for item in fields(value)[:-1]],
    )


def _digest(plain: object) -> str:
    return blake2b(repr(plain).encode("utf-8", "surrogatepass"), digest_size=_SIZE).hexdigest()
