"""Matching of the entries that have a unique key on both sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def lone(pairs: Iterable[tuple[_Key | None, _Value]]) -> dict[_Key, _Value]:
    """The values by key, for keys with exactly one value."""
    by_key: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        if key is not None:
            by_key.setdefault(key, []).append(value)
    return {key: values[0] for key, values in by_key.items() if len(values) == 1}
