"""Formats texts as Go comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NO_HEADING = re.compile(r"""[;:!?+*/=\[\]{}_^°&§~%#@<">\\]|\.(?: |\Z)|'(?!s )""")
_BULLET = re.compile(r"\s+[-*+•]\s+(.*)")
_NUMBER = re.compile(r"\s+(\d+)[.)]\s+(.*)")


def field_comment(text: str) -> list[tuple[str]]:
    """The lines of a comment above a field."""
    return [(_line(line),) for line in _lines(text)]


def doc_comment(text: str) -> str:
    """The comment above a type, with lists and code indented as by gofmt."""
    return "".join(f"{_line(line)}\n" for line in _laid_out(_lines(text.replace("``", "“").replace("''", "”"))))


def _laid_out(lines: list[str]) -> Iterator[str]:
    """Lines with gofmt's indents: list items two spaces and a dash, their continuation four spaces, code a tab."""
    in_item = False
    previous = ""
    for index, line in enumerate(lines):
        bullet, number = _BULLET.match(line), _NUMBER.match(line)
        if bullet or number:
            in_item = True
            if previous:
                yield ""
            yield f"  - {bullet[1]}" if bullet else f" {number[1]}. {number[2]}" if number else line
        elif line.startswith(" ") and in_item:
            yield f"    {line.strip()}"
        elif line.startswith(" "):
            if previous and not previous.startswith(" "):
                yield ""
            yield f"\t{line[3:]}"
        else:
            if line:
                if previous.startswith(" ") and not in_item:
                    yield ""
                in_item = False
            yield f"# {line}" if _is_heading(lines, index) else line
        previous = line


def _is_heading(lines: list[str], index: int) -> bool:
    """Whether gofmt reads a paragraph of one line as a heading."""
    line, after = lines[index], lines[index + 1 : index + 3]
    alone = index and not lines[index - 1] and len(after) > 1 and not after[0] and not after[1].startswith(" ")
    return bool(alone and line[:1].isupper() and line[-1:].isalnum() and not _NO_HEADING.search(line))


def unmarked(line: str) -> str:
    """The line, escaped so that Go's tools read no marker in it, such as `+kubebuilder:default=…`."""
    start = len(line) - len(line.lstrip())
    return f"{line[:start]}\\{line[start:]}" if line.startswith("+", start) else line


def _line(line: str) -> str:
    line = unmarked(line)
    if line.startswith("\t"):
        return f"//{line}"
    return f"// {line}" if line else "//"


def _lines(text: str) -> list[str]:
    """Lines without trailing spaces, and without consecutive empty ones."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")
    return text.split("\n") if text else []
