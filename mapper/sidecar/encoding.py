"""JSON of a sidecar: each entry on one line, or the entries of one of its lists on lines of their own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

_TOGETHER = 256
"""How many entries of a list are encoded together."""
_plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _plain_value(value: object) -> object:
    """A number or text of a subclass that keeps its spelling, as the built-in type. Raises TypeError for other
    values.
    """
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain_value)
_encode, _encode_lines = _encoder.encode, _encoder.encode_lines


def encode(value: object) -> str:
    """The JSON text of an entry, on one line. A lone surrogate is kept; whoever writes the file replaces it."""
    try:
        return _encode(value).decode()
    except UnicodeEncodeError:
        return _plain(msgspec.to_builtins(value, enc_hook=_plain_value))


def encode_all(entries: list[Any]) -> str:
    """The JSON texts of structs, each on its own line, with a comma between them."""
    try:  # a line end is only between the texts: in them it is escaped
        return _encode_lines(entries).decode()[:-1].replace("}\n{", "},\n{")
    except UnicodeEncodeError:
        return ",\n".join(map(encode, entries))


def rows(entries: Iterable[Any]) -> Iterator[str]:
    """The text of a list of structs in pieces, with each entry on its own line."""
    waiting = iter(entries)
    yield from lines(map(encode_all, iter(lambda: list(islice(waiting, _TOGETHER)), [])))


def lines(texts: Iterable[str]) -> Iterator[str]:
    """The text of a list in pieces, from the JSON texts of its entries."""
    separator = "[\n"
    for text in texts:
        yield separator
        yield text
        separator = ",\n"
    yield "[]" if separator == "[\n" else "\n]"


def spread(head: str, member: str, entries: str) -> str:
    """The text of an object: `head` with the list `member` added. `entries` are the texts of its entries, each on its
    own line, from `encode_all`; empty for an empty list.
    """
    return f'{head[:-1]}{"" if head == "{}" else ","}"{member}":[\n{entries}]}}'
