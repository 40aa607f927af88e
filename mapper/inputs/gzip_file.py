"""Files compressed with gzip, as AWS publishes its models."""

from __future__ import annotations

from ..budget import Budget, Cost
from ..report.diagnostic import Problem
from .errors import DocumentError

_MAGIC = b"\x1f\x8b"
_CHUNK = 1 << 20
_GZIP = 31
"""The `wbits` of zlib for gzip with a checked trailer."""


def unpacked(data: bytes, uri: str, budget: Budget) -> bytes:
    """The bytes, decompressed piece by piece if they are gzip; each piece is spent from `budget`.

    Raises DocumentError for invalid gzip, and OverBudget before a result above the limit is in memory.
    """
    if not data.startswith(_MAGIC):
        return data
    import zlib  # lazy: few files are compressed

    place = Problem("it is compressed", uri)
    content = bytearray()
    rest = data
    try:
        while rest:  # a gzip file may have several members (RFC 1952, section 2.2)
            member = zlib.decompressobj(_GZIP)
            while not member.eof:
                piece = member.decompress(rest, _CHUNK)
                rest = member.unconsumed_tail
                if not piece and not rest and not member.eof:
                    raise DocumentError(uri, "cannot be unpacked: the compressed file ends too early")
                budget.spend(Cost.UNPACKED, len(piece), "the file", place)
                content += piece
            rest = member.unused_data.lstrip(b"\0")  # padding of tapes and blocks
    except zlib.error as error:
        raise DocumentError(uri, f"cannot be unpacked: {error}") from None
    # a value may take only two or three bytes of text: too many of them are refused before parsing
    budget.spend(Cost.NODES, sum(map(content.count, (b"{", b"[", b","))), "the file", place)
    return bytes(content)
