"""The fenced blocks of the README and the guide, with their titles and lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "example_site" / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>[\w+-]*)(?: title=\"(?P<title>[^\"]+)\")?[^\n]*\n"
    r"(?P<text>.*?)^(?P=indent)(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: what its fence says, what is in it, and the line of the fence."""

    language: str
    title: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page from top to bottom."""
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Block(match["language"], match["title"] or "", dedent(match["text"]), line)


def fences(page: Path) -> int:
    """How many lines of a page begin or end a block."""
    return len(re.findall(r"^ *`{3,}", page.read_text(encoding="utf-8"), re.MULTILINE))


def name(page: Path) -> str:
    """A page as a test calls it."""
    return page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).with_suffix("").as_posix()
