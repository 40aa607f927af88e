"""Places in documents, and the parts of operations."""

import re
from enum import StrEnum
from typing import NamedTuple, Protocol


class Source(Protocol):
    """A document that knows the line and column of the node under a JSON pointer."""

    @property
    def uri(self) -> str: ...

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column, both counted from 1; None if the pointer does not exist in the document."""
        ...


class Location(Protocol):
    """A place in a document: the document and a JSON pointer (RFC 6901) into it.

    `line` is counted from 1; None if the document does not have the place.
    """

    @property
    def document(self) -> Source: ...
    @property
    def pointer(self) -> str: ...
    @property
    def line(self) -> int | None: ...


class PartKind(StrEnum):
    """What a part of an operation is. *other*: not a part of an operation, such as a config."""

    REQUEST_BODY = "request body"
    RESPONSE = "response"
    PARAMETER = "parameter"
    INPUT = "input"
    OUTPUT = "output"
    OTHER = ""


class Part(NamedTuple):
    """A part of an operation that attributes come from, or a source of another kind.

    `of` is the operation's purpose (*create*), for a parameter its place (*path*), and for a source of another kind its
    name. `code` is the status code of a response. `str()` is its name in pages and files: *read response 200*.
    """

    kind: PartKind
    of: str
    code: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.of, self.kind.value, self.code)))

    @property
    def without_code(self) -> "Part":
        """The part without the status code of a response, which has no bearing on a value."""
        return self._replace(code="")


_TEXT = re.compile(rf"(?s)(.+) ({'|'.join(filter(None, PartKind))})(?: ([^ ]+))?")


def part_named(text: str) -> Part:
    """The part with this text: the reverse of `str(Part)`."""
    match = _TEXT.fullmatch(text)
    if match is None or (match[3] and match[2] != PartKind.RESPONSE):
        return Part(PartKind.OTHER, text)
    return Part(PartKind(match[2]), match[1], match[3] or "")
