"""Alignment of Go source text in columns, as by gofmt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

Line = tuple[str, ...]
"""The cells of a line. A line of one cell is a comment, or is not aligned."""


def aligned(lines: Iterable[Sequence[str]]) -> str:
    """Lines with a leading tab; cells of consecutive lines with several cells start in the same column."""
    text = []
    for is_row, run in groupby(lines, key=lambda line: len(line) > 1):
        rows = list(run)
        if not is_row:
            text += [f"\t{row[0]}\n" if row[0] else "\n" for row in rows]
            continue
        if len(rows) == 1:
            text.append(f"\t{' '.join(rows[0])}\n")
            continue
        widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]) - 1)]
        for row in rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
            text.append("\t" + " ".join([*cells, row[-1]]) + "\n")
    return "".join(text)
