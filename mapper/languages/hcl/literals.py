"""Values and names in the syntax of Terraform's language."""

import math
import re
import unicodedata

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SURROGATES = range(0xD800, 0xE000)
_BASIC_PLANE = 0x10000


def is_name(text: str) -> bool:
    """Whether a text is a valid name of an argument, a block or a type."""
    return _IDENTIFIER.match(text) is not None


def quoted(text: str) -> str:
    """A string of Terraform's language, on one line."""
    escaped = text if _PLAIN.fullmatch(text) else "".join(map(_escape, text))
    return '"' + escaped.replace("${", "$${").replace("%{", "%%{") + '"'


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if code in _SURROGATES:
        return "\ufffd"
    if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
        return f"\\u{code:04x}" if code < _BASIC_PLANE else f"\\U{code:08x}"
    return character


def key(name: str) -> str:
    """The key of an object's member; a bare `for` is quoted, because it would begin an expression."""
    return name if is_name(name) and name != "for" else quoted(name)


def literal(value: object) -> str:
    """A scalar value."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case float():
            return repr(float(value)).removesuffix(".0") if math.isfinite(value) else "0"
    return quoted(str(value))


RESERVED_ROOT_NAMES = frozenset(
    ("connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner")
)
"""Meta-arguments of Terraform: no attribute at the root of a resource or data source may have these names."""

RESERVED_PROVIDER_NAMES = frozenset(("alias", "count", "depends_on", "for_each", "source", "version"))
"""Meta-arguments of provider blocks."""
