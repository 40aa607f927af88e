"""The one error that reading a document raises."""

from __future__ import annotations


class DocumentError(Exception):
    """A document that cannot be read. `str()` is one line: `file:line:column: what is wrong`."""

    def __init__(self, uri: str, message: str, line: int | None = None, column: int | None = None) -> None:
        place = ":".join([uri, *(str(number) for number in (line, column) if number is not None)])
        super().__init__(f"{place}: {message}")
        self.uri, self.message, self.line, self.column = uri, message, line, column
