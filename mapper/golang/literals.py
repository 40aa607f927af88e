"""Text that Go understands: JSON as `encoding/json` writes it, string literals, validator expressions."""

from __future__ import annotations

import re
import unicodedata
from json.encoder import encode_basestring

from ..bounds import has_validator
from ..model import Constraint

_RARE = re.compile("[\u2028\u2029\ud800-\udfff]")
_RARE_ESCAPES = {"\u2028": "\\u2028", "\u2029": "\\u2029"}
_LITERAL_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"
}  # fmt: skip
_PLAIN_LITERAL = re.compile(r"[ !#-\[\]-~]*\Z")
_PATH = "github.com/hashicorp/terraform-plugin-framework/path"
_VALIDATORS = "github.com/hashicorp/terraform-plugin-framework-validators/"


def json_string(text: str) -> str:
    """A JSON string with the escapes of Go's encoder, which also escapes what HTML treats specially."""
    quoted = encode_basestring(text).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return quoted if quoted.isascii() else _RARE.sub(lambda match: _RARE_ESCAPES.get(match.group(), "\ufffd"), quoted)


def json_value(value: object, indent: str) -> str:
    """Any JSON value, with members at `indent` and a tab."""
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
    """A number with the digits of Go's encoder: exponents below 1e-6 and from 1e21."""
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
    """A double-quoted Go string literal, as `strconv.Quote` makes it."""
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


def validator(kind: str, constraint: Constraint) -> tuple[list[str], str] | None:
    """Imports and expression of the validator for a constraint on an attribute of `kind`; None where it has none."""
    if not has_validator(kind, constraint.keyword):
        return None
    package = "objectvalidator" if kind == "single" else f"{kind}validator"
    imports = [_VALIDATORS + package]
    value = constraint.value
    match constraint.keyword, value:
        case "enum", tuple():
            write = string_literal if kind == "string" else fixed_number
            entries = "".join(f"{write(entry)},\n" for entry in value)
            return imports, f"{package}.OneOf(\n{entries})"
        case "pattern", str():
            return ["regexp", *imports], f'{package}.RegexMatches(regexp.MustCompile({string_literal(value)}), "")'
        case "exactly_one_of", tuple():
            siblings = "".join(f'path.MatchRelative().AtParent().AtName("{name}"),\n' for name in value)
            return [_PATH, *imports], f"{package}.ExactlyOneOf(\n{siblings})"
        case "unique", _:
            return imports, f"{package}.UniqueValues()"
        case ("length" | "range" | "size") as keyword, (least, most):
            noun = {"length": "Length", "range": "", "size": "Size"}[keyword]
            if most is None:
                return imports, f"{package}.{noun}AtLeast({least})"
            if least is None:
                return imports, f"{package}.{noun}AtMost({most})"
            return imports, f"{package}.{noun}Between({least}, {most})"
    return None
