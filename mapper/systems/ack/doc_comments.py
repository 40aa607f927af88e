"""Turns the HTML of AWS documentation into the plain text of a Go comment, which a CRD contains, too.

The layout is as in the AWS SDK for Go. There is an empty line between paragraphs, bullets are indented by three spaces,
and links have their address in parentheses. Lines have about 72 characters.
"""

import html
import re
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import NamedTuple

WIDTH = 72
_INDENT = "   "
_BLOCKS = frozenset("div dt p h1 h2 h3 h4 h5 h6".split())
_PREFORMATTED = frozenset(("pre", "code"))
_SPACE = re.compile(r"\s+")
_BLANK = re.compile(" ")
_LINES = re.compile(r"\n{3,}")
_EXAMPLE = re.compile(r"<(/?)examples?>")
_PUNCTUATION = frozenset(",.!?'\"")


@lru_cache(maxsize=65536)
def plain_text(source: str) -> str:
    """The plain text of a piece of HTML documentation."""
    source = source.strip().replace("\r", "").replace("\n", "")
    source = without(_SPACE.sub(" ", source), "<!--", "-->")
    _, _, name = source.partition("<fullname>")
    name, closing, _ = name.partition("</fullname>")
    source = _without_examples(without(source, "<fullname>", "</fullname>"))
    text = characters(_wrapped(_Layout(source).text.strip("\n")).rstrip("\n"))
    text = _LINES.sub("\n\n", text)
    return text or (name if closing else "")


def _without_examples(source: str) -> str:
    """A text without its examples, each from `<example>` or `<examples>` to the next end of either."""
    kept, position, begin = [], 0, None
    for tag in _EXAMPLE.finditer(source):
        if begin is None and not tag[1]:
            begin = tag
        elif begin is not None and tag[1] and tag.start() > begin.end():
            kept.append(source[position : begin.start()])
            position, begin = tag.end(), None
    return "".join((*kept, source[position:]))


class _Block:
    """Text collected until its element closes. `kind` is root, block, link, list or item."""

    def __init__(self, kind: str, depth: int, href: str = "") -> None:
        self.kind = kind
        self.depth = depth
        self.href = href
        self.parts: list[str] = []
        self.started = False
        self.break_first = False
        self.items = 0

    def closed(self) -> str:
        """The text of the closed element."""
        text = "".join(self.parts)
        match self.kind:
            case "link":
                return f"{text} ({self.href})" if self.href else text
            case "item":
                return f"{_INDENT}* {text.strip()}"
        return text

    def start_line(self) -> None:
        """Begin a new line, if the previous block requested one."""
        if self.break_first:
            self.parts.append("\n")
            self.break_first = False


class _Layout:
    """Lays out one piece of HTML. Elements are matched by depth, because the input may be malformed."""

    def __init__(self, source: str) -> None:
        self._stack = [_Block("root", -1)]
        self._depth = 0
        for token in tokens(source):
            match token:
                case Open():
                    self._open(token)
                case Close():
                    self._close_tag()
                case _:
                    self._write(token)
        while len(self._stack) > 1:
            self._close()
        self.text = self._stack[0].closed()

    def _open(self, element: "Open") -> None:
        tag = element.name
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
            self._stack.append(_Block(kind, self._depth, element.href))

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

    def _close_tag(self) -> None:
        if self._stack[-1].depth == self._depth:
            self._close()
        self._depth = max(0, self._depth - 1)

    def _write(self, data: str) -> None:
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
    """A paragraph broken at the first space at or after the width; indented text is not broken."""
    words = paragraph.lstrip(" \t")
    indent = paragraph[: len(paragraph) - len(words)]
    rest = " ".join(words.split())
    width = WIDTH - len(indent)
    lines, start = [], 0

    def end() -> int:
        """The offset of the first character that is no more within the width."""
        return start + len(_bytes(rest[start : start + width])[:width].decode(errors="ignore"))

    while space := _BLANK.search(rest, end()):
        if space.end() + 1 == len(rest) and rest[-1] in _PUNCTUATION:
            break
        lines.append(indent + rest[start : space.start()])
        start = space.end()
    rest = rest[start:]
    return [*lines, indent + rest if rest else ""] if rest or not lines else lines


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


_NAME = re.compile(r"[A-Za-z][^\s/>\x00]*")
_STOP = re.compile(r"""=\s*(["'])|>""")
_ATTRIBUTE = re.compile(r"""([^\s/>=]+)\s*(?:=\s*("[^"]*"|'[^']*'|[^\s>]*))?""")
_BEGIN, _TAG_END = re.compile("<"), re.compile(">")
_QUOTES = {"'": re.compile("'"), '"': re.compile('"')}
_NUMBER = re.compile(r"&#[0-9]{4000,};?")


class Open(NamedTuple):
    """A start tag."""

    name: str
    href: str


class Close(NamedTuple):
    """An end tag; its name does not matter."""


# The reader of HTML is lenient like `html.parser` of the standard library, and agrees with it on every text of
# botocore. Unlike it, it never rescans: there, each `<` of an unclosed tag searches the rest of the text again.


def tokens(source: str) -> Iterator[Open | Close | str]:
    """Start tags, end tags and texts in order.

    Self-closing tags, comments and declarations are left out. Everything after an unclosed `<` is text.
    """
    position = 0
    while True:
        begin = _BEGIN.search(source, position)
        start = begin.start() if begin else len(source)
        if start > position:
            yield characters(source[position:start])
        if begin is None:
            return
        position = yield from _markup(source, start)


def _markup(source: str, start: int) -> Generator[Open | Close | str, None, int]:
    """Yields the token that begins with the `<` at `start`; returns the offset of its end."""
    following = source[start + 1 : start + 2]
    name = _NAME.match(source, start + 1)
    if name is None and following not in ("/", "!", "?"):
        yield "<"
        return start + 1
    end = _end(source, name.end()) if name else _position(_TAG_END, source, start)
    if end < 0:
        yield characters(source[start:])
        return len(source)
    if name is None:
        if following == "/" and _NAME.match(source, start + 2):
            yield Close()
    elif source[end - 1] != "/":
        yield Open(name[0].lower(), _href(source[name.end() : end]) if name[0] in "aA" else "")
    return end + 1


def _end(source: str, position: int) -> int:
    """The offset of the `>` that ends a tag; -1 if there is none. A `>` in a quoted value does not end the tag."""
    while stop := _STOP.search(source, position):
        if stop[0] == ">":
            return stop.start()
        position = _position(_QUOTES[stop[1]], source, stop.end()) + 1
        if not position:
            return -1
    return -1


def _position(pattern: re.Pattern[str], source: str, position: int) -> int:
    match = pattern.search(source, position)
    return match.start() if match else -1


def _href(attributes: str) -> str:
    href = ""
    for match in _ATTRIBUTE.finditer(attributes):
        if match[1].lower() == "href":
            value = match[2] or ""
            href = characters(value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value)
    return href.strip()


def without(source: str, begin: str, end: str) -> str:
    """A text without the parts from `begin` to the next `end`. An unclosed part stays."""
    first, *parts = source.split(begin)
    kept, inside = [first], list[str]()
    for part in parts:
        inside += (begin, part)
        _, found, after = part.partition(end)
        if found:
            kept.append(after)
            inside = []
    return "".join((*kept, *inside))


def characters(text: str) -> str:
    """A text with character references replaced; one with more digits than Python converts becomes U+FFFD."""
    return html.unescape(_NUMBER.sub("\ufffd", text)) if "&" in text else text
