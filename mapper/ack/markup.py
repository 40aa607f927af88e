"""Splits the HTML of AWS documentation into tags and texts, in time proportional to its length.

The reader is lenient like `html.parser` of the standard library, and agrees with it on every text of botocore. Unlike
`html.parser`, it never rescans: there, each `<` of an unclosed tag searches the rest of the text again.
"""

from __future__ import annotations

import html
import re
from collections.abc import Generator, Iterator
from typing import NamedTuple

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


def tokens(source: str) -> Iterator[Open | Close | str]:
    """Start tags, end tags and texts in order.

    Self-closing tags, comments and declarations are left out. Everything after an unclosed `<` is text.
    """
    position = 0
    while position < len(source):
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
    while found := _STOP.search(source, position):
        if found[0] == ">":
            return found.start()
        position = _position(_QUOTES[found[1]], source, found.end()) + 1
        if not position:
            return -1
    return -1


def _position(pattern: re.Pattern[str], source: str, position: int) -> int:
    found = pattern.search(source, position)
    return found.start() if found else -1


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
