"""The bodies of schemas behind references, which are mapped once for each role."""

from __future__ import annotations

from msgspec import Struct

from ...model import Body
from ...model.nesting import MAX_NESTING
from ..openapi.roles import Role

Place = tuple[object, ...]
"""The key of a schema, and all that decides how it is mapped except the role."""


class SharedBody(Struct, frozen=True):
    """A body, and its levels of nested attributes. `is_cut`: for its depth only."""

    body: Body
    levels: int
    is_cut: bool = False


class SharedBodies:
    """The bodies of one API description by place and role."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[object, ...], SharedBody] = {}

    def find(self, place: Place, role: Role, depth: int) -> SharedBody | None:
        """A body that was added before. One that was not cut is no longer valid where it would exceed the depth."""
        found = self._bodies.get((role, place))
        if found is None or depth + found.levels > MAX_NESTING:
            return self._bodies.get((role, place, depth))
        return found

    def add(self, place: Place, role: Role, body: Body, levels: int) -> None:
        """Add a body for all depths."""
        self._bodies[role, place] = SharedBody(body, levels)

    def add_cut(self, place: Place, role: Role, body: Body, levels: int, depth: int) -> None:
        """Add a body that was cut because of its depth: it is valid for this depth only."""
        self._bodies[role, place, depth] = SharedBody(body, levels, is_cut=True)
