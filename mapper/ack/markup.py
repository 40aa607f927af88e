"""The HTML of AWS documentation as a sequence of tags and texts, in time proportional to its length.

The reader is lenient, as `html.parser` of the standard library is, and agrees with it on every text of botocore.
What it does not share are the steps back: there a tag that never ends is looked for to the end of the text by every
`<` again.
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
    """An end tag, whatever its name."""


def tokens(source: str) -> Iterator[Open | Close | str]:
    """Start tags, end tags and texts in order.

    Tags that close themselves, comments and declarations are left out. Where a tag does not end, all that follows
    is text.
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
    """What begins with the `<` at `start`; returns where it ends."""
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
    """Where the `>` is that ends a tag; -1 where there is none. One within a quoted value ends nothing."""
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
    found = ""
    for match in _ATTRIBUTE.finditer(attributes):
        if match[1].lower() == "href":
            value = match[2] or ""
            found = characters(value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value)
    return found.strip()


def without(source: str, begin: str, end: str) -> str:
    """A text without what is from `begin` to the next `end`. A last part that does not end stays."""
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
    """A text with its character references replaced; a number of more digits than Python reads is no character."""
    return html.unescape(_NUMBER.sub("\ufffd", text)) if "&" in text else text
