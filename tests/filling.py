"""Fills fields of all views of a class with a text: every place that a page, a comment or a file may show."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

_names = cache(lambda cls: [field.name for field in fields(cls)])

Position = tuple[str, str]
"""The names of a class and of one of its fields."""


def positions(classes: Iterable[object], words: Iterable[Position]) -> Iterator[Position]:
    """Every field that holds a text, by its annotation, apart from those that hold a word of ours."""
    for cls in classes:
        if isinstance(cls, type) and issubclass(cls, Struct):
            for field in fields(cls):
                if _holds_text(_annotation(cls, field.name)) and (cls.__name__, field.name) not in words:
                    yield cls.__name__, field.name


def _annotation(cls: type, name: str) -> Any:
    return next(base.__annotations__[name] for base in cls.__mro__ if name in base.__annotations__)


def _holds_text(annotation: Any) -> bool:
    """Whether a text is in it; annotations that name what is defined later are texts themselves."""
    if isinstance(annotation, str):
        return re.search(r"\bstr\b", annotation) is not None
    return annotation is str or any(map(_holds_text, get_args(annotation)))


def rows(places: Iterable[Position]) -> list[list[Position]]:
    """The positions in rows: the first of each class, then the second of each, and so on."""
    of_class: dict[str, list[Position]] = {}
    for place in places:
        of_class.setdefault(place[0], []).append(place)
    return [[place for place in row if place] for row in zip_longest(*of_class.values())]


def fill(value: Any, places: Collection[Position], text: str, *, here: bool = False) -> Any:
    """The value, with `text` behind what these fields have; values, tuples and dicts in it are looked through."""
    if isinstance(value, Struct):
        name = type(value).__name__
        filled = {
            field: fill(getattr(value, field), places, text, here=(name, field) in places)
            for field in _names(type(value))
        }
        return type(value)(**filled)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(fill(each, places, text, here=here) for each in value)
    if isinstance(value, dict):
        return {key: fill(each, places, text, here=here) for key, each in value.items()}
    return f"{value}{text}" if here and type(value) is str else value
