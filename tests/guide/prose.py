"""The prose of the guide: without samples, generated lists and marks."""

import re
from collections.abc import Iterator
from pathlib import Path

from .fences import DOCS

GUIDE = [path for path in sorted(DOCS.rglob("*.md")) if path.stem != "openapi-versions"]
LONGEST = 25
"""The most words of a sentence."""

MOST_WORDS = 30_340
"""The most words of the guide: 30,000, and 340 of the page on `oasmap try`."""

_SAMPLE = re.compile(r"^ *(`{3,}).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_LIST = re.compile(r"^<!-- [\w-]+(?:: [\w-]+)? -->$.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->|<a id=\"[^\"]*\"></a>|^!!! [^\n]*$|^:::[^\n]*$", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"\w[\w.'’/_-]*")
_END = re.compile(r"(?<=[.!?:;])[*_)\"]*\s+(?=[\"(*`_]*(?:[A-Z`\[*]|oasmap\b)|$)")


def prose(path: Path) -> str:
    """The text of a page without samples, lists that the program makes, and comments."""
    text = path.read_text(encoding="utf-8")
    for pattern in (_SAMPLE, _LIST, _COMMENT):
        text = pattern.sub("", text)
    return re.sub(r"\]\([^)]*\)", "]", text)


def page_words(path: Path) -> int:
    """How many words of prose a page has, tables included."""
    return len(_WORD.findall(prose(path)))


def sentences(path: Path) -> Iterator[str]:
    """The sentences of a page outside of headings; a cell of a table is a sentence of its own."""
    text = re.sub(r"`[^`\n]*`", "X", prose(path))
    for block in re.split(r"\n\s*\n|\n(?= *(?:[-*|#]|\d+\.) ?)", text):
        if block.lstrip().startswith("#"):
            continue
        for cell in block.strip().strip("|").split(" | "):
            yield from (part.strip() for part in _END.split(re.sub(r"\s+", " ", cell)) if part.strip())
