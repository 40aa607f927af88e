"""Where in a body the mapping is."""

from __future__ import annotations

from typing import Generic, TypeVar

from ...immutable import dataclass
from ..config.paths import below as rest_of
from ..config.paths import plain
from ..config.schema import Ignore
from ..openapi.roles import Role
from ..schema.recursion import EMPTY, Stack

Ignores = tuple[tuple[str, Ignore], ...]
"""What is left of each ignored path at some level, and the config entry that it comes from."""


@dataclass(frozen=True, slots=True)
class Early:
    """What an override says that counts before there are attributes.

    `depth` is how many times cycles are written out from here on, `branch` the one of a choice that is meant.
    """

    depth: int | None = None
    branch: str | None = None


Recursions = tuple[tuple[str, Early], ...]
"""What is left of some paths at some level, and what overrides say there."""

_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Context:
    """Where in a body the mapping is.

    `stack` are the keys of the references being followed, `depth` the levels of attributes above, and
    `members` says that these are the members of an element type. `recursion` is how many times a cycle is written
    out, `recursions` where overrides say otherwise.
    """

    role: Role
    ignores: Ignores = ()
    recursion: int = 0
    recursions: Recursions = ()
    stack: Stack = EMPTY
    depth: int = 0
    members: bool = False

    def inside(self, stack: Stack) -> Context:
        """The same with another stack. Written out: `replace` takes several times as long."""
        return Context(self.role, self.ignores, self.recursion, self.recursions, stack, self.depth, self.members)


class Inside(Generic[_Entry]):
    """The entries of one object, for each of its properties. There may be thousands of both.

    `here` are those that concern a property itself, by its name.
    """

    def __init__(self, entries: tuple[tuple[str, _Entry], ...]) -> None:
        self.here = {plain(path): entry for path, entry in entries}
        self._entries = entries
        self._by_start: dict[str, list[int]] = {}
        for number, (path, _) in enumerate(entries):
            self._by_start.setdefault(_start(path), []).append(number)
        self._escaped = self._by_start.pop(_ESCAPED, [])

    def of(self, name: str) -> tuple[tuple[str, _Entry], ...]:
        """The entries that concern what is inside of the property `name`, in their order."""
        numbers = self._by_start.get(name.partition(".")[0], [])
        if self._escaped:
            numbers = sorted([*numbers, *self._escaped])
        found = ((rest_of(path, name), entry) for path, entry in (self._entries[number] for number in numbers))
        return tuple((rest, entry) for rest, entry in found if rest)


_ESCAPED = "\\"


def _start(path: str) -> str:
    """What the name begins with that a path begins with; the same for all paths with a backslash."""
    return _ESCAPED if _ESCAPED in path else path.partition(".")[0]
