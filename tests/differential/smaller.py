"""Makes an input smaller as long as it shows the same."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from .peer import MARKS, Case

_Way = tuple[Any, ...]
_GONE = object()


def minimized(case: Case, shows: Callable[[Case], bool], tries: int) -> Case:
    """The smallest input of some tries that still `shows` it: parts are removed, the largest first."""
    again = True
    while again:
        again = False
        for _, way in sorted(_parts(case, ()), key=lambda part: -part[0]):
            if tries <= 0:
                return case
            if way[0] == MARKS:
                continue
            less = _without(case, way)
            if less is _GONE:  # it went with a larger part
                continue
            tries -= 1
            if shows(less):
                case, again = less, True
    return case


def _parts(value: Any, way: _Way) -> Iterator[tuple[int, _Way]]:
    """The size of each part, and the keys that lead to it; of a list, the last first."""
    members = (
        value.items() if isinstance(value, dict) else reversed([*enumerate(value)]) if isinstance(value, list) else ()
    )
    for key, inner in members:
        yield len(json.dumps(inner)), (*way, key)
        yield from _parts(inner, (*way, key))


def _without(value: Any, way: _Way) -> Any:
    key, *rest = way
    if isinstance(value, dict) and key in value:
        if not rest:
            return {other: inner for other, inner in value.items() if other != key}
        inner = _without(value[key], tuple(rest))
        return _GONE if inner is _GONE else {**value, key: inner}
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        if not rest:
            return [*value[:key], *value[key + 1 :]]
        inner = _without(value[key], tuple(rest))
        return _GONE if inner is _GONE else [*value[:key], inner, *value[key + 1 :]]
    return _GONE
