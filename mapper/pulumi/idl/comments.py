"""Finds the doc comments of declarations in a Go file (go.dev/doc/comment)."""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(r"//(?:line |extern |export |[a-z0-9]+:[a-z0-9])")


class Comments:
    """The comments of one file, by line, counted from 1."""

    def __init__(self) -> None:
        self._above: dict[int, tuple[int, str]] = {}
        self._behind: dict[int, str] = {}

    def add(self, text: str, first: int, last: int, *, has_line: bool) -> None:
        """Add a comment on the lines `first` to `last`. `has_line`: nothing precedes it on its line."""
        if has_line:
            self._above[last] = first, text
        else:
            self._behind.setdefault(first, text)

    def doc(self, first: int, last: int) -> str:
        """The doc comment of a declaration on the lines `first` to `last`: directly above it, or else behind it."""
        texts: list[str] = []
        line = first - 1
        while line in self._above:
            start, text = self._above[line]
            texts.append(text)
            line = start - 1
        if not texts and last in self._behind:
            texts.append(self._behind[last])
        return _joined(texts[::-1])

    def above(self, first: int) -> str:
        """The comment directly above a line."""
        return self.doc(first, -1)


def _joined(comments: list[str]) -> str:
    """The text of comments, without comment markers and directives to tools."""
    lines: list[str] = []
    for comment in comments:
        if comment.startswith("/*"):
            lines += [line.rstrip() for line in comment[2:-2].split("\n")]
        elif not _DIRECTIVE.match(comment):
            lines.append(comment[2:].rstrip())
    kept = [line for line in lines if line.strip()]
    margin = " " if kept and all(line.startswith((" ", "\t")) for line in kept) else ""
    texts = [line[1:] if margin and line.startswith(" ") else line for line in lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(texts)).strip("\n").rstrip()
