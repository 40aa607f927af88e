"""JSON of a sidecar: each entry on one line, or the entries of one of its lists on lines of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _plain_value(value: object) -> object:
    """A number or text of a subclass that keeps its spelling, as the built-in type. Raises TypeError for other
    values.
    """
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_encode = msgspec.json.Encoder(enc_hook=_plain_value).encode


def encode(value: object) -> str:
    """The JSON text of an entry, on one line. A lone surrogate is kept; whoever writes the file replaces it."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _plain(msgspec.to_builtins(value, enc_hook=_plain_value))


def rows(entries: Iterable[object]) -> Iterator[str]:
    """The text of a list in pieces, with each entry on its own line."""
    yield from lines(map(encode, entries))


def lines(texts: Iterable[str]) -> Iterator[str]:
    """The text of a list in pieces, from the JSON texts of its entries."""
    separator = "[\n"
    for text in texts:
        yield separator
        yield text
        separator = ",\n"
    yield "[]" if separator == "[\n" else "\n]"


def spread(head: str, member: str, texts: Iterable[str]) -> Iterator[str]:
    """The text of an object in pieces: `head` with the list `member` added, each of its entries on its own line."""
    separator = f'{head[:-1]}{"" if head == "{}" else ","}"{member}":[\n'
    for text in texts:
        yield separator
        yield text
        separator = ",\n"
    if separator != ",\n":
        yield separator.rstrip("\n")
    yield "]}"
