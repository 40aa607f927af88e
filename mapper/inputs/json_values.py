"""The values of large JSON texts, through msgspec: it reads bytes, so that the text need not be decoded.

`json_reader` reads what msgspec does not, and says what is wrong with it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from .depth import PARSER_STOPS, is_too_deep
from .scalars import SpelledFloat

_BEGIN = re.compile(rb"[ \t\n\r]*[{\[]")
_ESCAPED_COLON = b"\\u003"
"""How an escape of `:` begins."""

_read = msgspec.json.Decoder(float_hook=SpelledFloat).decode
_write = msgspec.json.Encoder(enc_hook=lambda _: 0).encode
"""The hook gets each SpelledFloat, in whose text there is no colon."""


class NotRead(Exception):
    """The text is no object or list in UTF-8, is not valid, is too deep, or has repeated keys or texts that msgspec
    refuses.
    """


def read_unique(data: bytes) -> Any:
    """The value of a text without repeated keys, as `read_json` returns it. Raises NotRead.

    msgspec drops all values of a repeated key but the last, and their colons with them. Each other colon, of a key or
    inside of a text, is in the text that is written from the value, too: their numbers tell whether keys are repeated.
    """
    if _BEGIN.match(data) is None or _ESCAPED_COLON in data:
        raise NotRead
    try:
        value = _read(data)
        written = _write(value)
    except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError):
        raise NotRead from None
    if data.count(b":") != written.count(b":") or (not PARSER_STOPS and is_too_deep(value)):
        raise NotRead
    return value
