"""Matches the attributes of two bodies: by source, then by name, then by resemblance."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from msgspec import Struct

from ..model import Attribute, Body
from ..origin import Part, PartKind
from .sources import Sources, declaring, is_another_property
from .suspected_renames import suspected
from .type_changes import type_rule

_PATH_PARAMETER = Part(PartKind.PARAMETER, "path")


class How(Enum):
    """What the match of two attributes or entities is based on."""

    NAME = "name"
    SOURCE = "source"
    GUESS = "guess"
    NAME_ALONE = "name alone"  # the same name, but another property of the API


class Pair(Struct, frozen=True):
    """The old attribute of a new one, and how it was found; `evidence` are the words for a guess."""

    old: Attribute
    how: How
    evidence: str = ""


class Pairs(Struct, frozen=True):
    """The pairs of a body by new name, and the old attributes without one.

    `replaced` are the old attributes whose name another attribute has now.
    """

    pairs: dict[str, Pair]
    gone: tuple[Attribute, ...]
    replaced: dict[str, Attribute]


def paired(old: Body, new: Body, sources: tuple[Sources, Sources], fixed: str | None, *, is_root: bool) -> Pairs:
    """Pair the attributes of two bodies. `fixed` is the attribute that is paired by name, whatever its source."""
    before = {attribute.name: attribute for attribute in old.attributes}
    after = {attribute.name: attribute for attribute in new.attributes}
    unclear = {
        name
        for name, attribute in after.items()
        if name != fixed and name in before and is_another_property(before[name], attribute)
    }
    gone = [attribute for name, attribute in before.items() if name not in after]
    come = [attribute for name, attribute in after.items() if name not in before]
    pairs = {name: Pair(before[name], How.NAME) for name in after if name in before and name not in unclear}
    if unclear or (gone and come):
        old_open = [*gone, *(before[name] for name in before if name in unclear)]
        new_open = [*come, *(after[name] for name in after if name in unclear)]
        moved = _by_source(old_open, new_open, sources)
        if not moved and is_root:
            moved = _path_parameters(gone, come)
        pairs |= {name: Pair(was, How.SOURCE) for name, was in moved.items()}
        pairs |= {name: Pair(before[name], How.NAME_ALONE) for name in unclear if name not in pairs}
    taken = {pair.old.name for pair in pairs.values()}
    gone = [attribute for attribute in gone if attribute.name not in taken]
    come = [attribute for attribute in come if attribute.name not in pairs]
    if gone and come:
        unmatched = _open(gone, new), _open(come, old)
        for name, suspicion in suspected((old, new), unmatched, sources).items():
            pairs[name] = Pair(suspicion.old, How.GUESS, suspicion.words)
            gone = [attribute for attribute in gone if attribute is not suspicion.old]
    replaced = {name: before[name] for name in unclear if name not in taken}
    return Pairs(pairs, tuple(gone), replaced)


def _by_source(gone: list[Attribute], come: list[Attribute], sources: tuple[Sources, Sources]) -> dict[str, Attribute]:
    """New name -> old attribute with another name and the same source."""
    before = lone((sources[0].identity(attribute), attribute) for attribute in gone)
    after = lone((sources[1].identity(attribute), attribute) for attribute in come)
    return {after[key].name: before[key] for key in after if key in before and before[key].name != after[key].name}


def _path_parameters(gone: list[Attribute], come: list[Attribute]) -> dict[str, Attribute]:
    """The only added path parameter, as a new name of the only removed one, if the types agree."""
    was, is_ = ([a for a in side if _is_path_parameter(a)] for side in (gone, come))
    return {is_[0].name: was[0]} if len(was) == len(is_) == 1 and not type_rule(was[0].type, is_[0].type) else {}


def _is_path_parameter(attribute: Attribute) -> bool:
    origin = declaring(attribute)
    return origin is not None and origin.part == _PATH_PARAMETER


def _open(attributes: list[Attribute], other: Body) -> list[Attribute]:
    """The attributes whose property the other side neither ignores nor leaves out."""
    explained = {omission.source_name for omission in other.omitted} | {
        explained.source_name for explained in other.ignored
    }
    return [attribute for attribute in attributes if attribute.source_name not in explained]


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def lone(pairs: Iterable[tuple[_Key | None, _Value]]) -> dict[_Key, _Value]:
    """The values by key, for keys with exactly one value."""
    by_key: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        if key is not None:
            by_key.setdefault(key, []).append(value)
    return {key: values[0] for key, values in by_key.items() if len(values) == 1}
