"""Places that no JSON pointer leads to."""

from __future__ import annotations

from ..immutable import dataclass

Place = tuple[int, int]
"""Line and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A location that no JSON pointer leads to: a line and column of a file."""

    uri: str
    place: Place
    pointer: str = ""

    @property
    def document(self) -> Spot:
        """The file, as far as a location needs one."""
        return self

    def position(self, pointer: str) -> Place | None:  # noqa: ARG002
        """The line and column, whatever is asked."""
        return self.place
