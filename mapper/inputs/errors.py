"""The errors of reading a document, and of finding the positions in it."""

from __future__ import annotations

from ..report.diagnostic import Problem


class DocumentError(Exception):
    """A document that cannot be read. `str()` is one line: `file:line:column: what is wrong`."""

    def __init__(self, uri: str, message: str, line: int | None = None, column: int | None = None) -> None:
        self.problem = Problem(message, uri, line, column)
        super().__init__(str(self.problem))


class NotSliced(Exception):
    """The positions of a JSON text need a reader that reads member after member."""
