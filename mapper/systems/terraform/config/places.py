"""Where the keys of a generator config belong: what to say about a known key in the wrong place."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from mapper.inputs.location import split_pointer

from .json_schema import config_schema

_ANY = "*"
"""The place of a name that the author of a config chooses."""

_Path = tuple[str, ...]


def belongs(pointer: str, key: str, meant: str = "") -> str:
    """The end of a message about a key at `pointer` that the config only has elsewhere: where it belongs.

    Of several places, these are the ones that share most with this one. If there are several of these, or none, it is
    `meant` that counts, what is said about a key that resembles this one.
    """
    here = tuple(split_pointer(pointer))
    places = _places().get(key, set())
    if not places:
        return meant
    ranks = {place: (_shared_parts(here, place), -len(place)) for place in places}
    nearest = max(ranks.values())
    if nearest == (0, 0):
        return "; it belongs at the top level"
    names = [_below(place, nearest[0]) for place, rank in ranks.items() if rank == nearest]
    return meant if meant and len(names) > 1 else f"; it belongs below {' or '.join(sorted(names))}"


def _below(place: _Path, shared: int) -> str:
    """The end of a place that it does not share; its last part, if it shares all."""
    return ".".join(_part_in_words(place, number) for number in range(min(shared, len(place) - 1), len(place)))


def _part_in_words(place: _Path, number: int) -> str:
    """A part of a place in words: `PATH` for an attribute's path, `NAME` for an entity's name."""
    if place[number] != _ANY:
        return place[number]
    return "NAME" if number == 1 else "PATH"


def _shared_parts(here: _Path, place: _Path) -> int:
    """How many parts at the beginning are the same."""
    alike = [one in (_ANY, other) for one, other in zip(place, here, strict=False)]
    return [*alike, False].index(False)


@cache
def _places() -> dict[str, set[_Path]]:
    """The places of each key: the paths of the mappings that have it."""
    schema, places = config_schema(), dict[str, set[_Path]]()
    for place, key in _keys(schema, schema["$defs"], ()):
        places.setdefault(key, set()).add(place)
    return places


def _keys(schema: Any, shared: dict[str, Any], place: _Path) -> Iterator[tuple[_Path, str]]:
    """The keys that a JSON Schema names, each with the place of its mapping."""
    if not isinstance(schema, dict):
        return
    if reference := schema.get("$ref"):
        yield from _keys(shared[reference.rpartition("/")[2]], shared, place)
    for key, value in schema.get("properties", {}).items():
        yield place, key
        yield from _keys(value, shared, (*place, key))
    yield from _keys(schema.get("additionalProperties"), shared, (*place, _ANY))
