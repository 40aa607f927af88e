"""Files that are compressed with gzip, as AWS packs its models."""

from __future__ import annotations

from .errors import DocumentError

_MAGIC = b"\x1f\x8b"


def unpacked(data: bytes, uri: str) -> bytes:
    """The bytes, decompressed if they are compressed. Raises DocumentError."""
    if not data.startswith(_MAGIC):
        return data
    import gzip  # few files are compressed
    import zlib

    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise DocumentError(uri, f"cannot be unpacked: {error}") from None
