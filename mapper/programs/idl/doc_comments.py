"""Converts Go doc comments (go.dev/doc/comment) to Markdown, and finds deprecation notices in them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_ITEM = re.compile(r"[ \t]+(?:([-*+•])|(\d+)[.)])[ \t]+(.*)")
DEPRECATED = "Deprecated:"
"""The beginning of a deprecation paragraph (go.dev/wiki/Deprecated)."""
_LIST_INDENT = 2


class Doc(NamedTuple):
    """The text of a comment as Markdown, and the text of its `Deprecated:` paragraph; None for what it lacks."""

    text: str | None
    deprecation: str | None


def read_doc(comment: str) -> Doc:
    """Parse a comment."""
    blocks = [block for block in comment.split("\n\n") if block.strip()]
    old = [block for block in blocks if block.startswith(DEPRECATED)]
    deprecation = " ".join(" ".join(old).replace(DEPRECATED, "").split()) or "It is deprecated."
    rest = "\n\n".join(block for block in blocks if not block.startswith(DEPRECATED))
    return Doc(_markdown(rest) or None, deprecation if old else None)


def _markdown(text: str) -> str:
    return "\n".join(_lines(text.split("\n"))).strip("\n")


def _lines(lines: list[str]) -> Iterator[str]:
    """The lines as Markdown: indented lines are code unless they are in a list, and `# ` begins a heading."""
    in_list = False
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item is not None:
            in_list = True
            yield f"{item[2]}. {item[3]}" if item[2] else f"- {item[3]}"
        elif not line.strip():
            yield ""
        elif line[0] not in " \t":
            in_list = False
            yield f"**{line[2:].strip()}**" if line.startswith("# ") else line
        elif in_list:
            yield f"{' ' * _LIST_INDENT}{line.strip()}"
        else:
            yield f"    {line[1:] if line[0] == chr(9) else line[min(2, _indent(line)) :]}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
