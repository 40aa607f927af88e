"""What a sidecar leaves of places and documents: what they were when it was written."""

from __future__ import annotations

from typing import TypeVar

from msgspec import UnsetType

from ..immutable import dataclass

_T = TypeVar("_T")
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A place in a document as it was when the sidecar was written."""

    uri: str
    pointer: str
    place: Position | None

    @property
    def document(self) -> Recorded:
        """The file, as far as a location needs one."""
        return self

    def position(self, pointer: str) -> Position | None:
        """Line and column, of this place only."""
        return self.place if pointer == self.pointer else None


@dataclass(frozen=True, slots=True)
class RecordedDocument:
    """A document that a mapping was made from, by its digest."""

    uri: str
    sha256: str | None

    def position(self, pointer: str) -> Position | None:  # noqa: ARG002
        """Not known."""
        return None


def given(value: _T | UnsetType) -> _T | None:
    """The value of a member; None where it is absent."""
    return None if isinstance(value, UnsetType) else value
