"""What is wrong with a template, and where."""

from __future__ import annotations


class TemplateError(Exception):
    """A template that cannot be read or evaluated. `offset` is where in its text."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(text)
        self.text = text
        self.offset = offset


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """The place of an offset, both counted from 1."""
    line = source.count("\n", 0, offset) + 1
    return line, offset - (source.rfind("\n", 0, offset) + 1) + 1
