"""Files that are compressed with gzip, as AWS packs its models."""

from __future__ import annotations

from ..budget import Budget, Cost
from ..diagnostics import Problem
from .errors import DocumentError

_MAGIC = b"\x1f\x8b"
_CHUNK = 1 << 20
_GZIP = 31
"""The `wbits` of zlib for a gzip header and a trailer that is checked."""


def unpacked(data: bytes, uri: str, budget: Budget) -> bytes:
    """The bytes, decompressed if they are compressed, piece by piece as far as `budget` goes.

    Raises DocumentError for what is no gzip, OverBudget (before it is all in memory) for what becomes too large.
    """
    if not data.startswith(_MAGIC):
        return data
    import zlib  # few files are compressed

    place = Problem("it is compressed", uri)
    found = bytearray()
    rest = data
    try:
        while rest:  # the members of a gzip file follow each other
            member = zlib.decompressobj(_GZIP)
            while not member.eof:
                piece = member.decompress(rest, _CHUNK)
                rest = member.unconsumed_tail
                if not piece and not rest and not member.eof:
                    raise DocumentError(uri, "cannot be unpacked: the compressed file ends too early")
                budget.spend(Cost.UNPACKED, len(piece), "the file", place)
                found += piece
            rest = member.unused_data.lstrip(b"\0")  # tapes and blocks are filled up
    except zlib.error as error:
        raise DocumentError(uri, f"cannot be unpacked: {error}") from None
    # a parser makes an object of two or three bytes: what is dense is refused before it is read
    budget.spend(Cost.NODES, sum(map(found.count, (b"{", b"[", b","))), "the file", place)
    return bytes(found)
