"""Literals in Go: JSON as `encoding/json` writes it, and string literals."""

from __future__ import annotations

import re
import unicodedata
from json.encoder import encode_basestring

_RARE = re.compile("[\u2028\u2029\ud800-\udfff]")
_RARE_ESCAPES = {"\u2028": "\\u2028", "\u2029": "\\u2029"}
_LITERAL_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"
}  # fmt: skip
_PLAIN_LITERAL = re.compile(r"[ !#-\[\]-~]*\Z")


def json_string(text: str) -> str:
    """A JSON string with the escapes of Go's encoder, which include HTML's special characters."""
    quoted = encode_basestring(text).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return quoted if quoted.isascii() else _RARE.sub(lambda match: _RARE_ESCAPES.get(match.group(), "\ufffd"), quoted)


def json_value(value: object, indent: str) -> str:
    """A JSON value, with members at `indent` and a tab."""
    inner = f"{indent}\t"
    match value:
        case str():
            return json_string(value)
        case bool():
            return "true" if value else "false"
        case int() | float():
            return json_number(value)
        case dict() if value:
            members = (f"{inner}{json_string(key)}: {json_value(item, inner)}" for key, item in value.items())
            return "{\n" + ",\n".join(members) + f"\n{indent}}}"
        case list() if value:
            return "[\n" + ",\n".join(inner + json_value(item, inner) for item in value) + f"\n{indent}]"
    return "{}" if isinstance(value, dict) else "[]" if isinstance(value, list) else "null"


def json_number(value: float) -> str:
    """A number as Go's encoder writes it: with an exponent below 1e-6 and from 1e21."""
    if isinstance(value, int):
        return str(int(value))
    if value == 0 or 1e-6 <= abs(value) < 1e21:  # noqa: PLR2004 - the encoder's own limits
        return fixed_number(value)
    from decimal import Decimal  # slow to import, and only floating-point numbers need it

    sign, digits, exponent = Decimal(float.__repr__(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    power = int(exponent) + len(text) - 1
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{'-' if power < 0 else '+'}{abs(power):0{1 if power < 0 else 2}d}"


def fixed_number(value: float) -> str:
    """The shortest digits that read back as `value`, never with an exponent."""
    if isinstance(value, int):
        return str(int(value))
    from decimal import Decimal

    text = format(Decimal(float.__repr__(value)), "f")
    return text.removesuffix(".0")


def string_literal(text: str) -> str:
    """A double-quoted Go string literal, as `strconv.Quote` writes it."""
    if _PLAIN_LITERAL.match(text):
        return f'"{text}"'
    return '"' + "".join(map(_escape, text)) + '"'


def _escape(character: str) -> str:
    escaped = _LITERAL_ESCAPES.get(character)
    if escaped is not None:
        return escaped
    if character == " " or unicodedata.category(character)[0] in "LMNPS":
        return character
    code = ord(character)
    if 0xD800 <= code < 0xE000:  # noqa: PLR2004 - a surrogate on its own
        return "\ufffd"
    if code < 0x80:  # noqa: PLR2004 - ASCII
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004 - the basic plane
