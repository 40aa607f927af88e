"""Places in files: JSON pointers (RFC 6901, sections 3 and 4), places without a pointer, and the error at a place."""

from msgspec import Struct

from ..report.diagnostic import MappingError, Problem

Place = tuple[int, int]
"""Line and column, both from 1."""


class Spot(Struct, frozen=True):
    """A location whose line and column are known, but not the contents of its file."""

    uri: str
    place: Place | None
    pointer: str = ""

    @property
    def document(self) -> "Spot":
        """The spot itself: it is its own source of positions."""
        return self

    def position(self, pointer: str) -> Place | None:
        """The line and column; None for other pointers."""
        return self.place if pointer == self.pointer else None

    @property
    def line(self) -> int | None:
        """The line, from 1."""
        return self.place[0] if self.place is not None else None


class DocumentError(MappingError):
    """A document that cannot be read. `str()` is one line: `file:line:column: what is wrong; what to do`."""

    def __init__(
        self, uri: str, message: str, line: int | None = None, column: int | None = None, *, remedy: str
    ) -> None:
        self.problem = Problem(message, uri, line, column, remedy=remedy)
        super().__init__(self.problem)


def escape_token(token: str) -> str:
    """One reference token of a JSON pointer."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def unescape_token(token: str) -> str:
    """The key or index that a reference token stands for."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def split_pointer(pointer: str) -> list[str]:
    """The unescaped reference tokens of a JSON pointer."""
    return [unescape_token(token) for token in pointer[1:].split("/")] if pointer else []
