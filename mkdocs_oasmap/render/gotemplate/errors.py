"""Errors of a template with their position."""

from __future__ import annotations


class TemplateError(Exception):
    """A template that cannot be parsed or evaluated. `offset` is a position in its text."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(text)
        self.text = text
        self.offset = offset


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, counted from 1."""
    line = source.count("\n", 0, offset) + 1
    return line, offset - (source.rfind("\n", 0, offset) + 1) + 1
