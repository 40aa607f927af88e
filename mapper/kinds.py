"""What entities are called: the kinds that a system has, and an entity by its kind and its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .immutable import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What an entity is in its system: its `name` in sentences, and the words of the pages. Each is made once.

    `folder` is where the pages of its entities are. A kind without one has a single entity, whose page goes by the
    name of the kind.
    """

    name: str
    title: str
    plural: str
    folder: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def is_single(self) -> bool:
        """Whether there is one entity of this kind at most."""
        return not self.folder


class EntityRef(NamedTuple):
    """An entity by what identifies it within a mapping. The text is what files and messages call it: *resource pet*."""

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind.name} {self.name}"


def entity_named(text: str, kinds: Iterable[Kind]) -> EntityRef:
    """The entity that files call so: the reverse of its text. Raises KeyError where it is of none of the kinds.

    Of two kinds that a text begins with, such as *resource* and *resource identity*, it is the longer one.
    """
    for kind in sorted(kinds, key=lambda kind: -len(kind.name)):
        if text.startswith(f"{kind.name} "):
            return EntityRef(kind, text[len(kind.name) + 1 :])
    raise KeyError(text)
