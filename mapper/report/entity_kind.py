"""The kinds of entities that a system has, and the reference to an entity: its kind and name."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct


class EntityKind(Struct, frozen=True, eq=False):
    """A kind of entity in a system: its `name` in sentences, and the words for pages. Each kind is one object.

    `folder` is the folder of the pages of its entities. A kind without a folder has a single entity, whose
    page has the name of the kind. `only_reads`: its entities manage nothing, and look up what exists. `users` is what
    people write with its entities, and the word before the name of one.
    """

    name: str
    title: str
    plural: str
    folder: str = ""
    only_reads: bool = False
    users: tuple[str, str] = ("configurations", "of")

    def __str__(self) -> str:
        return self.name

    @property
    def is_single(self) -> bool:
        """Whether there is at most one entity of this kind."""
        return not self.folder


class EntityRef(NamedTuple):
    """What identifies an entity within a mapping. `str()` is its name in files and messages: *resource pet*."""

    kind: EntityKind
    name: str

    def __str__(self) -> str:
        return f"{self.kind.name} {self.name}"


def entity_named(text: str, kinds: Iterable[EntityKind]) -> EntityRef:
    """The entity with this text: the reverse of `str(EntityRef)`. Raises KeyError if none of the kinds fits.

    If a text begins with two kinds, such as *resource* and *resource identity*, the longer one is taken.
    """
    for kind in sorted(kinds, key=lambda kind: -len(kind.name)):
        if text.startswith(f"{kind.name} "):
            return EntityRef(kind, text[len(kind.name) + 1 :])
    raise KeyError(text)
