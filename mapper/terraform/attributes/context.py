"""The position of the mapping within a body, and bodies behind references, which are mapped once for each role."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from ...model import Body
from ..config.paths import EMPTY as EMPTY_NAME
from ..config.paths import below as rest_of
from ..config.paths import plain
from ..config.schema import Ignore
from ..openapi.roles import Role
from ..schema.recursion import EMPTY, Stack

Ignores = tuple[tuple[str, Ignore], ...]
"""The rest of each ignored path at some level, and its entry in the config."""


class Early(Struct, frozen=True):
    """The keys of an override that apply before attributes exist.

    `depth` is the recursion depth from here on, `branch` the name of the branch of a choice.
    """

    depth: int | None = None
    branch: str | None = None


Recursions = tuple[tuple[str, Early], ...]
"""The rest of each path at some level, and the override's early keys."""

_Entry = TypeVar("_Entry")


class Context(Struct, frozen=True):
    """The position of the mapping within a body.

    `stack` has the references being followed, `depth` is the number of attributes above. `members`: the attributes are
    members of an element type. `recursion` is the recursion depth, `recursions` where overrides change it.
    """

    role: Role
    ignores: Ignores = ()
    recursion: int = 0
    recursions: Recursions = ()
    stack: Stack = EMPTY
    depth: int = 0
    members: bool = False


class Inside(Generic[_Entry]):
    """Distributes the entries of an object to its properties, fast enough for thousands of both.

    `here` are the entries of the properties themselves, by name.
    """

    def __init__(self, entries: tuple[tuple[str, _Entry], ...]) -> None:
        self.here = {plain(path): entry for path, entry in entries}
        self._entries = entries
        self._by_start: dict[str, list[int]] = {}
        for number, (path, _) in enumerate(entries):
            self._by_start.setdefault(_start(path), []).append(number)
        self._escaped = self._by_start.pop(_ESCAPED, [])

    def of(self, name: str) -> tuple[tuple[str, _Entry], ...]:
        """The entries for what is nested in the property `name`, in their order."""
        numbers = self._by_start.get((name or EMPTY_NAME).partition(".")[0], [])
        if self._escaped:
            numbers = sorted([*numbers, *self._escaped])
        found = ((rest_of(path, name), entry) for path, entry in (self._entries[number] for number in numbers))
        return tuple((rest, entry) for rest, entry in found if rest)


_ESCAPED = "\\"


def _start(path: str) -> str:
    """The first part of the first name of a path; the same text for all paths with a backslash."""
    return _ESCAPED if _ESCAPED in path else path.partition(".")[0]


class SharedBody(Struct, frozen=True):
    """A body, and its levels of nested attributes. `is_cut`: for its depth only."""

    body: Body
    levels: int
    is_cut: bool = False
