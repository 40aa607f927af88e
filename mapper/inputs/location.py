"""Places that have no JSON pointer."""

from __future__ import annotations

from msgspec import Struct

Place = tuple[int, int]
"""Line and column, both from 1."""


class Spot(Struct, frozen=True):
    """A location without a JSON pointer: a line and column of a file."""

    uri: str
    place: Place
    pointer: str = ""

    @property
    def document(self) -> Spot:
        """The spot itself: it is its own source of positions."""
        return self

    def position(self, pointer: str) -> Place | None:  # noqa: ARG002
        """The line and column, for any pointer."""
        return self.place
