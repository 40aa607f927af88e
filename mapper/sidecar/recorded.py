"""Places and documents of a mapping that was read from a sidecar: positions are known, contents are not."""

from __future__ import annotations

from msgspec import Struct

Position = tuple[int, int]


class Recorded(Struct, frozen=True):
    """A place with the position that it had when the sidecar was written."""

    uri: str
    pointer: str
    place: Position | None

    @property
    def document(self) -> Recorded:
        """The place itself, which has the file name and the position that a location's document needs."""
        return self

    def position(self, pointer: str) -> Position | None:
        """Line and column of this place, from 1; None for other pointers."""
        return self.place if pointer == self.pointer else None


class RecordedDocument(Struct, frozen=True):
    """A document that a mapping was made from: its name and its SHA-256."""

    uri: str
    sha256: str | None

    def position(self, pointer: str) -> Position | None:  # noqa: ARG002
        """None: the contents are not known."""
        return None
