"""The comments of a file of Go, and which of them document a declaration (go.dev/doc/comment)."""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(r"//(?:line |extern |export |[a-z0-9]+:[a-z0-9])")


class Comments:
    """The comments of one file, by line. Lines start at 1."""

    def __init__(self) -> None:
        self._above: dict[int, tuple[int, str]] = {}
        self._behind: dict[int, str] = {}

    def add(self, text: str, first: int, last: int, *, has_line: bool) -> None:
        """A comment of the lines `first` to `last`. `has_line` says that nothing is before it on its line."""
        if has_line:
            self._above[last] = first, text
        else:
            self._behind.setdefault(first, text)

    def doc(self, first: int, last: int) -> str:
        """What is said of a declaration of the lines `first` to `last`: right above, or else behind it."""
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
        """What is said right above a line."""
        return self.doc(first, -1)


def _joined(comments: list[str]) -> str:
    """The text of comments, without their marks and without directives to tools."""
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
