"""JSON text -> plain dicts and lists, and the limit on nested mappings and lists.

Levels are counted here because the limit of the interpreter depends on its version. CPython up to 3.11 counts the
recursion of its C parsers and of Python functions together, up to 1,000 levels. Later versions let C code recurse ten
times as deep, or as deep as the stack of the thread allows.
"""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from .duplicate_keys import Link, tokens_of
from .location import DocumentError
from .scalars import Scalar, SpelledFloat, resolve_plain

MAX_NESTING = 900
"""The most levels of nested mappings and lists in a document."""

_CONTAINERS = frozenset((dict, list))
PARSER_STOPS = sys.version_info < (3, 12)
"""Whether the parser of JSON stops between 900 and 1,000 levels: counting again takes a twentieth of a mapping."""


def is_too_deep(root: Any) -> bool:
    """Whether a value that was read from JSON has too many levels."""
    level: list[Any] = [root] if root.__class__ in _CONTAINERS else []
    levels = 0
    while level:
        levels += 1
        if levels > MAX_NESTING:
            return True
        members = (outer.values() if outer.__class__ is dict else outer for outer in level)
        level = [inner for inners in members for inner in inners if inner.__class__ in _CONTAINERS]
    return False


def parse_json(text: str | bytes) -> Any:
    """As `json.loads`. Raises ValueError, also for too many levels."""
    try:
        value = json.loads(text)
        too_deep = is_too_deep(value)
    except RecursionError:
        too_deep = True
    if too_deep:
        raise ValueError(f"nested more than {MAX_NESTING} levels deep")
    return value


_BEGIN = re.compile(rb"[ \t\n\r]*[{\[]")
_ESCAPED_COLON = re.compile(rb"\\u003[aA]")
"""An escape of `:`. Go escapes `<` and `>`, which begin like it."""

_read = msgspec.json.Decoder(float_hook=SpelledFloat).decode
_write = msgspec.json.Encoder(enc_hook=lambda _: 0).encode
"""The hook gets each SpelledFloat, in whose text there is no colon."""


class NotRead(Exception):
    """The text is no object or list in UTF-8, invalid or too deep, or repeats keys, or has texts msgspec refuses."""


_MINUS_ZERO = re.compile(rb"-0[\s,}\]]")
"""A zero whose sign is a part of its text, where a string is expected."""


def read_unique(data: bytes) -> Any:
    """The value of a text without repeated keys, as `read_json` returns it. Raises NotRead.

    It is read through msgspec, from bytes: a large text need not be decoded. msgspec drops all values of a repeated key
    but the last, and their colons with them. Each other colon, of a key or inside of a text, is in the text written
    from the value, too: their numbers tell whether keys are repeated.
    """
    if _BEGIN.match(data) is None or _ESCAPED_COLON.search(data):
        raise NotRead
    if _MINUS_ZERO.search(data):  # msgspec has no hook for integers
        raise NotRead
    try:
        value = _read(data)
        written = _write(value)
    except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError):
        raise NotRead from None
    if data.count(b":") != written.count(b":") or (not PARSER_STOPS and is_too_deep(value)):
        raise NotRead
    return value


_TOO_NESTED = f"nested more than {MAX_NESTING} levels deep"

_CORRECT = "correct it there, or write the file again with the program that makes it"

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_CONSTANT = re.compile(rf"{_STRING}|(NaN|-?Infinity)", re.DOTALL)


class _NotJson(ValueError):
    """A word such as `NaN`, which Python's reader accepts as a number and JSON does not allow."""


def _integer(text: str) -> Scalar:
    try:
        return int(text) if text != "-0" else resolve_plain(text)
    except ValueError:  # it has more digits than Python reads
        return resolve_plain(text)


def _reject_constant(name: str) -> None:
    raise _NotJson(f"{name} is not JSON")


class Pairs(list[tuple[str, Any]]):
    """The members of an object with repeated keys, as they are written."""


def read_json(text: str, uri: str) -> tuple[Any, bool]:
    """Parse `text`: its value, and whether keys are repeated. Then it has `Pairs` in place of such objects.

    Raises DocumentError with the place of the first mistake.
    """
    is_repeated = False

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Pairs:
        nonlocal is_repeated
        value = dict(pairs)
        if len(value) == len(pairs):
            return value
        is_repeated = True
        return Pairs(pairs)

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_float=SpelledFloat, parse_int=_integer, parse_constant=_reject_constant
    )
    try:
        root = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise DocumentError(uri, f"not valid JSON: {error.msg}", error.lineno, error.colno, remedy=_CORRECT) from None
    except RecursionError:
        raise DocumentError(uri, _TOO_NESTED, remedy="nest its values less") from None
    except _NotJson as error:
        at = next((match.start() for match in _CONSTANT.finditer(text) if match[1]), 0)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise DocumentError(uri, f"not valid JSON: {error}", line, column, remedy=_CORRECT) from None
    if not PARSER_STOPS and is_too_deep(root):
        raise DocumentError(uri, _TOO_NESTED, remedy="nest its values less")
    return root, is_repeated


def without_repeated(root: Any, uri: str, choose: Callable[[list[str], Pairs], dict[str, Any]]) -> Any:
    """The value with each `Pairs` replaced by what is chosen for it and its reference tokens, outer ones first.

    Raises DocumentError if it has too many levels.
    """
    top: list[Any] = [root]
    stack: list[tuple[Link, Any, Any, Any]] = [(None, top, 0, root)]
    while stack:
        way, holder, key, value = stack.pop()
        if isinstance(value, Pairs):
            value = holder[key] = choose(tokens_of(way), value)
        if isinstance(value, dict | list):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            stack.extend(((way, str(inner)), value, inner, member) for inner, member in members)
    if not PARSER_STOPS and is_too_deep(top[0]):
        raise DocumentError(uri, _TOO_NESTED, remedy="nest its values less")
    return top[0]
