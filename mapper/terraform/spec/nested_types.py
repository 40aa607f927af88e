"""The Go types that one entity declares for its attributes, which ones have a name that is taken, and free names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, count

from ...golang.identifiers import is_exported, is_identifier
from ...immutable import dataclass
from ...model import Attribute, Body, Nested
from .go_code import go_name, has_external, of_type

_NEW = "New"
"""Of all names that the package has, only functions begin with something else than the name of the type: with this."""


@dataclass(frozen=True, slots=True)
class Place:
    """An attribute, the identifiers and the source names that lead to it, and the names of those next to it."""

    path: tuple[str, ...]
    source_path: tuple[str, ...]
    attribute: Attribute
    siblings: frozenset[str]


@dataclass(frozen=True, slots=True)
class Types:
    """The attributes of a body that have types, and how many there are of each name at all depths."""

    body: Body
    own: tuple[tuple[str, Attribute, Types | None], ...]
    counts: Counter[str]

    def places(self, wanted: str, path: tuple[str, ...] = (), source_path: tuple[str, ...] = ()) -> Iterator[Place]:
        """Where the attributes are whose types have a name; the paths are those that lead to the body."""
        siblings = None
        for name, attribute, inner in self.own:
            if name == wanted:
                siblings = siblings or frozenset([other.name for other in self.body.attributes])
                yield Place((*path, attribute.name), (*source_path, attribute.source_name), attribute, siblings)
            if inner is not None and wanted in inner.counts:
                yield from inner.places(wanted, (*path, attribute.name), (*source_path, attribute.source_name))


class KnownTypes:
    """The types of bodies; those of a body that is shared are found once."""

    def __init__(self) -> None:
        self._known: dict[int, Types] = {}

    def of(self, body: Body) -> Types:
        """The types of a body, at all depths."""
        known = self._known.get(id(body))
        if known is None:
            own: list[tuple[str, Attribute, Types | None]] = []
            for attribute in body.attributes:
                if isinstance(attribute.type, Nested):
                    own.append((go_name(attribute.name), attribute, self.of(attribute.type.body)))
                elif attribute.fragments and has_external(attribute):
                    own.append((go_name(attribute.name), attribute, None))
            counts = Counter(name for name, _, _ in own)
            for _, _, inner in own:
                if inner is not None and inner.counts:
                    counts.update(inner.counts)
            known = self._known[id(body)] = Types(body, tuple(own), counts)
        return known


def clashes(types: Types) -> Iterator[tuple[Place, Place, str]]:
    """Pairs of types with different names that declare one identifier all the same, and the identifier."""
    for name in types.counts:
        other = name.removeprefix(_NEW)
        if other != name and other in types.counts:
            first, second = next(types.places(other)), next(types.places(name))
            for identifier in _declared(second.attribute, name):
                if identifier in _declared(first.attribute, other):
                    yield first, second, identifier


def _declared(attribute: Attribute, name: str) -> tuple[str, ...]:
    return of_type(name, nested=isinstance(attribute.type, Nested))


def free_name(place: Place, taken: set[str]) -> str:
    """A name for a type that is not `taken`, and is then: as much of the path in front as it takes."""
    path = place.path
    longer = ("_".join(path[-length:]) for length in range(2, len(path) + 1))
    another = (f"another_{path[-1]}",) if len(path) == 1 else ()
    word = path[-1].strip("_")
    start = word if word[:1].isalpha() else f"value_{word}".strip("_")  # of which Go can make a name
    numbered = (f"{start}_{number}" for number in count(2))
    fields = {go_name(name) for name in place.siblings}
    names: Iterable[str] = chain(longer, another, numbered)
    name = next(name for name in names if go_name(name) not in fields and _is_free(go_name(name), taken))
    taken.add(go_name(name))
    return name


def _is_free(name: str, taken: set[str]) -> bool:
    if not (is_identifier(name) and is_exported(name)) or name in taken or _NEW + name in taken:
        return False
    return not (name.startswith(_NEW) and name.removeprefix(_NEW) in taken)
