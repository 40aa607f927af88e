"""Places in documents: what every origin, note and diagnostic points to."""

from __future__ import annotations

from typing import Protocol


class Source(Protocol):
    """A document that knows the line and column of the node under a JSON pointer."""

    @property
    def uri(self) -> str: ...

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column, both counted from 1; None where the pointer leads nowhere."""
        ...


class Location(Protocol):
    """A place in a document: the document and a JSON pointer (RFC 6901) into it."""

    @property
    def document(self) -> Source: ...
    @property
    def pointer(self) -> str: ...
