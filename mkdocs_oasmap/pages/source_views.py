"""Views of where an attribute comes from: places in the input, excerpts, limits and evidence."""

from __future__ import annotations

from msgspec import Struct


class CellView(Struct, frozen=True):
    """A symbol of the matrix, or a name, and its meaning in words."""

    symbol: str
    text: str


class SourcePlace(Struct, frozen=True):
    """A place in the input: file, JSON pointer, line, and its URL in a repository."""

    file: str
    pointer: str
    line: int | None
    href: str | None

    @property
    def text(self) -> str:
        """`file:line`."""
        return f"{self.file}:{self.line}" if self.line else self.file


class Excerpt(Struct, frozen=True):
    """Lines of the input; `line` is the number of the first."""

    line: int
    lines: tuple[str, ...]


class SourceView(Struct, frozen=True):
    """A source of an attribute and its contribution; `also` are other parts of operations with the same place.

    `quoted` is the anchor of an earlier row on the page with the same excerpt, if there is one.
    """

    role: str
    contribution: str
    place: SourcePlace
    via: tuple[SourcePlace, ...]
    excerpt: Excerpt | None = None
    also: tuple[CellView, ...] = ()
    quoted: str = ""


class FragmentView(Struct, frozen=True):
    """A part of the artifact that the config gives: its key, the JSON text, and its place."""

    keyword: str
    text: str
    place: SourcePlace


class LimitView(Struct, frozen=True):
    """A limit in words, followed by its values, if it has any.

    `said`: the description contains all values. `is_list`: the values are all that are allowed. `page` is the key of
    the page of the entity that the value is.
    """

    text: str
    values: tuple[str, ...] = ()
    said: bool = False
    is_list: bool = False
    page: str | None = None


class EvidenceView(Struct, frozen=True):
    """A line of the input that explains a change; `is_new`: it is in the new state."""

    place: SourcePlace
    is_new: bool
