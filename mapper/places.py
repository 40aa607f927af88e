"""Where things come from: places in documents, and the parts of operations."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple, Protocol


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


class PartKind(StrEnum):
    """What a part of an operation is. *other* is what is no part of one, such as a config."""

    REQUEST_BODY = "request body"
    RESPONSE = "response"
    PARAMETER = "parameter"
    INPUT = "input"
    OUTPUT = "output"
    OTHER = ""


class Part(NamedTuple):
    """A part of an operation that attributes come from, or a source of another kind.

    `of` is what the operation is for (*create*), for a parameter its place (*path*), and for a source of another kind
    its name. `code` is the status code of a response. The text is what pages and files call it: *read response 200*.
    """

    kind: PartKind
    of: str
    code: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.of, self.kind.value, self.code)))

    @property
    def without_code(self) -> Part:
        """The part whatever the status code of a response is, which says nothing about a value."""
        return self._replace(code="")


_TEXT = re.compile(rf"(?s)(.+) ({'|'.join(filter(None, PartKind))})(?: ([^ ]+))?")


def part_named(text: str) -> Part:
    """The part that files call so: the reverse of its text."""
    found = _TEXT.fullmatch(text)
    if found is None or (found[3] and found[2] != PartKind.RESPONSE):
        return Part(PartKind.OTHER, text)
    return Part(PartKind(found[2]), found[1], found[3] or "")
