"""The predefined functions of Go's templates that return texts."""

import json
import re
from itertools import pairwise

from .evaluator import Function, Value, shown

_VERB = re.compile(r"%(?P<flags>[-+# 0]*)(?P<width>\d{1,3})?(?P<verb>.|\Z)", re.DOTALL)


def builtins() -> dict[str, Function]:
    """The functions of Go's package text/template."""
    return {
        # the evaluator handles several arguments lazily; only a single piped value gets here
        "and": lambda value: value,
        "or": lambda value: value,
        "not": lambda value: not value,
        "len": _length,
        "index": _index,
        "eq": lambda first, *others: any(_same(first, other) for other in others),
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
        text = _formatted(match["verb"], left.pop(0), match[0])
        width = int(match["width"] or 0)
        return text.ljust(width) if "-" in match["flags"] else text.rjust(width)

    text = _VERB.sub(written, layout)
    if left:
        raise ValueError(f"the layout has no place for {shown(left[0])!r}")
    return text


def _formatted(verb: str, value: Value, spelled: str) -> str:
    match verb, value:
        case "v", _:
            return shown(value)
        case "s", str() | list():
            return shown(value)
        case "q", str():
            return json.dumps(value, ensure_ascii=False)
        case "d", int() if not isinstance(value, bool):
            return str(value)
        case "t", bool():
            return shown(value)
    raise ValueError(f"{spelled} does not write {shown(value)!r}")
