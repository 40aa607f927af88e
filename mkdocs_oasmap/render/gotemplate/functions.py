"""The predefined functions of Go's templates that return texts."""

import json
import re
from itertools import pairwise

from .evaluator import Function, Value, shown

_VERB = re.compile(r"%(?P<flags>[-+# 0]*)(?P<width>\d{0,3})(?P<verb>.|\Z)", re.DOTALL)


def builtins() -> dict[str, Function]:
    """The functions of Go's package text/template."""
    return {
        # the evaluator handles several arguments lazily; only a single piped value gets here
        "and": lambda value: value,
        "or": lambda value: value,
        "not": lambda value: not value,
        "len": _length,
        "index": _index,
        "eq": lambda first, second, *others: any(_same(first, other) for other in (second, *others)),
        "ne": lambda first, second: not _same(first, second),
        "lt": _less,
        "le": lambda first, second: not _less(second, first),
        "gt": lambda first, second: _less(second, first),
        "ge": lambda first, second: not _less(first, second),
        "print": _print,
        "printf": _printf,
        "println": lambda *values: " ".join(map(shown, values)) + "\n",
    }


def _length(value: Value) -> Value:
    if isinstance(value, str):
        return len(value.encode())  # Go counts bytes
    if isinstance(value, list):
        return len(value)
    raise ValueError(f"{shown(value)} has no length")


def _index(value: Value, place: Value) -> Value:
    if not isinstance(value, list) or isinstance(place, bool) or not isinstance(place, int):
        raise ValueError("a list and a number are needed")
    if not 0 <= place < len(value):
        raise ValueError(f"there is no item {place} in a list of {len(value)}")
    return value[place]


def _same(first: Value, second: Value) -> bool:
    if type(first) is not type(second):
        raise ValueError(f"{shown(first)!r} and {shown(second)!r} cannot be compared")
    return first == second


def _less(first: Value, second: Value) -> bool:
    if isinstance(first, str) and isinstance(second, str):
        return first < second
    if isinstance(first, int) and isinstance(second, int) and not isinstance(first, bool):
        return first < second
    raise ValueError(f"{shown(first)!r} and {shown(second)!r} have no order")


def _print(*values: Value) -> Value:
    """The values, separated by a space if neither neighbor is a text."""
    if not values:
        return ""
    between = (("" if isinstance(a, str) or isinstance(b, str) else " ") + shown(b) for a, b in pairwise(values))
    return shown(values[0]) + "".join(between)


def _printf(layout: Value, *values: Value) -> Value:
    if not isinstance(layout, str):
        raise ValueError("the layout is not a text")
    left = list(values)

    def written(match: re.Match[str]) -> str:
        if match["verb"] == "%":
            return "%"
        if not left:
            raise ValueError(f"there is no value for {match[0]}")
        return _formatted(match, left.pop(0))

    text = _VERB.sub(written, layout)
    if left:
        raise ValueError(f"the layout has no place for {shown(left[0])!r}")
    return text


def _formatted(match: re.Match[str], value: Value) -> str:
    """A value as its verb, flags and width say. Raises ValueError where Go would write another text than this."""
    flags, width = match["flags"], int(match["width"] or 0)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    is_plain = not flags.strip("-") and not (isinstance(value, list) and width)
    match match["verb"]:
        case "d" if is_number and "#" not in flags:
            sign = "+" if "+" in flags else " " if " " in flags else ""
            zeros = f"0{width}" if "0" in flags and "-" not in flags else ""
            text = f"{value:{sign}{zeros}d}"
        case "v" if is_plain:
            text = shown(value)
        case "s" if is_plain and isinstance(value, str | list):
            text = shown(value)
        case "q" if is_plain and isinstance(value, str):
            text = json.dumps(value, ensure_ascii=False)
        case "t" if is_plain and isinstance(value, bool):
            text = shown(value)
        case _:
            raise ValueError(f"{match[0]} does not write {shown(value)!r}")
    return text.ljust(width) if "-" in flags else text.rjust(width)
