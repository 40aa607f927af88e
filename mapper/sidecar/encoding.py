"""Entries of a sidecar as JSON: each on one line, or with the entries of one list on lines of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _known(value: object) -> object:
    """A number or a text that remembers how it was written, without that."""
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_encode = msgspec.json.Encoder(enc_hook=_known).encode


def encode(value: object) -> str:
    """The JSON text of an entry, on one line. Half a surrogate pair stays, for whoever writes the file to replace."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _plain(msgspec.to_builtins(value, enc_hook=_known))


def rows(entries: Iterable[object]) -> Iterator[str]:
    """A list with a line for each entry."""
    yield from lines(map(encode, entries))


def lines(texts: Iterable[str]) -> Iterator[str]:
    """A list with entries that are texts of JSON already."""
    before = "[\n"
    for text in texts:
        yield before
        yield text
        before = ",\n"
    yield "[]" if before == "[\n" else "\n]"


def spread(head: str, member: str, texts: Iterable[str]) -> Iterator[str]:
    """An object, whose other members are `head`, with the entries of its last member on lines of their own."""
    before = f'{head[:-1]}{"" if head == "{}" else ","}"{member}":[\n'
    for text in texts:
        yield before
        yield text
        before = ",\n"
    if before != ",\n":
        yield before.rstrip("\n")
    yield "]}"
