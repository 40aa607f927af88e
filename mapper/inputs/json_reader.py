"""JSON text -> plain dicts and lists at the speed of the C parser."""

from __future__ import annotations

import json
import re
from typing import Any

from .json_values import MAX_NESTING, PARSER_STOPS, is_too_deep
from .location import DocumentError
from .scalars import SpelledFloat, resolve_plain

_TOO_NESTED = f"nested more than {MAX_NESTING} levels deep"

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_CONSTANT = re.compile(rf"{_STRING}|(NaN|-?Infinity)", re.DOTALL)


class _NotJson(ValueError):
    """A word such as `NaN`, which Python's reader accepts as a number and JSON does not allow."""


def _reject_constant(name: str) -> None:
    raise _NotJson(f"{name} is not JSON")


First = dict[int, tuple[dict[str, Any], dict[str, Any]]]
"""The objects with repeated keys, by `id()`: the object as read, and the same with the first value of each key."""


def read_json(text: str, uri: str) -> tuple[Any, First]:
    """Parse `text`: its value, with the last value of a repeated key, and the objects that have repeated keys.

    Raises DocumentError with the place of the first mistake.
    """
    first: First = {}

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            first[id(value)] = value, dict(reversed(pairs))
        return value

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_float=SpelledFloat, parse_constant=_reject_constant)
    try:
        try:
            repeated = decoder.decode(text)
        except (json.JSONDecodeError, _NotJson):
            raise
        except ValueError:  # an integer of more digits than Python reads
            repeated = json.JSONDecoder(
                object_pairs_hook=members,
                parse_float=SpelledFloat,
                parse_int=resolve_plain,
                parse_constant=_reject_constant,
            ).decode(text)
    except json.JSONDecodeError as error:
        raise DocumentError(uri, f"not valid JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise DocumentError(uri, _TOO_NESTED) from None
    except _NotJson as error:
        at = next((match.start() for match in _CONSTANT.finditer(text) if match[1]), 0)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise DocumentError(uri, f"not valid JSON: {error}", line, column) from None
    if not PARSER_STOPS and is_too_deep(repeated):
        raise DocumentError(uri, _TOO_NESTED)
    return repeated, first
