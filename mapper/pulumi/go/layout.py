"""Go source text in the format of gofmt: imports, comments, strings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import groupby

from ...golang.comments import unmarked

_HEADING = re.compile(r"[A-Z][^;:!?+*/=\[\]{}_^°&§~%#@<\">\\.]*[A-Za-z0-9]")


def quoted(text: str) -> str:
    """A Go string literal: JSON's escapes are valid in Go; a byte order mark is escaped,
    because Go forbids it in a file.
    """
    return json.dumps(text, ensure_ascii=False).replace("\ufeff", "\\ufeff").replace("\x7f", "\\x7f")


def import_block(*groups: Mapping[str, str]) -> str:
    """Groups of imports, path -> alias (empty for none), each sorted by path, with an empty line between them."""
    blocks = [
        "".join(
            f"\t{alias} {quoted(path)}\n" if alias else f"\t{quoted(path)}\n" for path, alias in sorted(group.items())
        )
        for group in groups
        if group
    ]
    return "import (\n" + "\n".join(blocks) + ")\n" if blocks else ""


def comment(text: str, indent: str = "") -> str:
    """A comment above a declaration, in plain paragraphs that gofmt does not reformat."""
    return "".join(f"{indent}// {line}".rstrip() + "\n" for line in comment_lines(text))


def comment_lines(text: str) -> list[str]:
    """The lines of such a comment, empty ones between paragraphs."""
    text = text.replace("``", "“").replace("''", "”")
    paragraphs: list[list[str]] = []
    for is_text, run in groupby(text.split("\n"), key=lambda line: bool(line.strip())):
        if is_text:
            lines = [_plain(line) for line in run]
            # a single line could be a heading to gofmt: it is joined with the next paragraph
            if paragraphs and len(paragraphs[-1]) == 1 and _HEADING.fullmatch(paragraphs[-1][0]):
                paragraphs[-1] += lines
            else:
                paragraphs.append(lines)
    return [unmarked(line) for index, lines in enumerate(paragraphs) for line in ([""] if index else []) + lines]


def _plain(line: str) -> str:
    """A line that does not begin code, a list, a heading or a link target."""
    line = line.strip()
    line = re.sub(r"^#+\s+", "", line)
    return f"See {line}" if re.match(r"\[[^\]]*\]: ", line) else line
