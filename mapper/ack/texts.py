"""The HTML of AWS documentation -> the plain text of a Go comment, which is what a CRD carries.

The layout is that of the AWS SDK for Go: paragraphs with an empty line between them, bullets indented by
three spaces, links with their address in parentheses, lines of about 72 characters.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from html.parser import HTMLParser

WIDTH = 72
_INDENT = "   "
_BLOCKS = frozenset("div dt p h1 h2 h3 h4 h5 h6".split())
_PREFORMATTED = frozenset(("pre", "code"))
_SPACE = re.compile(r"\s+")
_COMMENT = re.compile(r"<!--.*?-->")
_FULL_NAME = re.compile(r"<fullname>(.*?)</fullname>")
_EXAMPLE = re.compile(r"<examples?>.+?</examples?>")
_PUNCTUATION = frozenset(",.!?'\"")


@lru_cache(maxsize=65536)
def plain_text(source: str) -> str:
    """The text of a piece of documentation."""
    source = source.strip().replace("\r", "").replace("\n", "")
    source = _COMMENT.sub("", _SPACE.sub(" ", source))
    name = _FULL_NAME.search(source)
    source = _EXAMPLE.sub("", _FULL_NAME.sub("", source))
    text = html.unescape(_wrapped(_Layout(source).text.strip("\n")).rstrip("\n"))
    text = re.sub(r"\n{3,}", "\n\n", text)
    return text or (name[1] if name else "")


class _Block:
    """Text that is gathered until its element closes. `kind` is root, block, link, list or item."""

    def __init__(self, kind: str, depth: int, href: str = "") -> None:
        self.kind = kind
        self.depth = depth
        self.href = href
        self.parts: list[str] = []
        self.started = False
        self.break_first = False
        self.items = 0

    def closed(self) -> str:
        """What the element comes to."""
        text = "".join(self.parts)
        match self.kind:
            case "link":
                return f"{text} ({self.href})" if self.href else text
            case "item":
                return f"{_INDENT}* {text.strip()}"
        return text

    def start_line(self) -> None:
        """Begin a new line, if the block before asked for one."""
        if self.break_first:
            self.parts.append("\n")
            self.break_first = False


class _Layout(HTMLParser):
    """Lays out one piece of HTML. Elements close by their depth, as the input is not always well formed."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self._stack = [_Block("root", -1)]
        self._depth = 0
        self.feed(source)
        self.close()
        while len(self._stack) > 1:
            self._close()
        self.text = self._stack[0].closed()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._depth += 1
        top = self._stack[-1]
        kind = ""
        if top.kind in ("root", "block"):
            top.started = True
            top.start_line()
            kind = self._inside_block(top, tag)
        elif top.kind == "list" and tag == "li":
            if top.items:
                top.parts.append("\n\n")
            top.items += 1
            kind = "item"
        elif top.kind == "item" and tag == "p":
            kind = "block"
        if kind:
            self._stack.append(_Block(kind, self._depth, (dict(attrs).get("href") or "").strip()))

    def _inside_block(self, top: _Block, tag: str) -> str:
        if tag == "a":
            return "link"
        if tag in _PREFORMATTED:
            if top.kind == "root":
                top.parts.append("\n" + _INDENT)
                top.break_first = True
            return "block"
        if tag == "ul" or tag in _BLOCKS:
            top.parts.append("\n")
            top.break_first = True
            return "list" if tag == "ul" else "block"
        return ""

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        if self._stack[-1].depth == self._depth:
            self._close()
        self._depth = max(0, self._depth - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Elements that close themselves leave nothing."""

    def handle_data(self, data: str) -> None:
        top = self._stack[-1]
        if top.kind == "list":
            return
        if top.kind in ("root", "block"):
            top.start_line()
            if not top.started:
                data = data.lstrip(" \t\n")
            top.started = top.started or bool(data)
        top.parts.append(data)

    def _close(self) -> None:
        block = self._stack.pop()
        self._stack[-1].parts.append(block.closed())


def _wrapped(text: str) -> str:
    return "\n".join(line for paragraph in text.split("\n") for line in _lines(paragraph))


def _lines(paragraph: str) -> list[str]:
    """A paragraph broken at the first space at or after the width; what is indented stays so."""
    words = paragraph.lstrip(" \t")
    indent = paragraph[: len(paragraph) - len(words)]
    rest = " ".join(words.split())
    width = WIDTH - len(indent)
    lines = []
    while len(rest.encode("utf-8", "replace")) > width:
        at = _space_from(rest, width)
        if at < 0 or rest[at + 1 :] in _PUNCTUATION:
            break
        lines.append(indent + rest[:at])
        rest = rest[at + 1 :].lstrip(" \t")
    return [*lines, indent + rest if rest else ""] if rest or not lines else lines


def _space_from(text: str, width: int) -> int:
    """The index of the first space at or after `width` bytes; -1 where there is none."""
    start = len(text.encode("utf-8", "replace")[:width].decode(errors="ignore"))
    return text.find(" ", start)
