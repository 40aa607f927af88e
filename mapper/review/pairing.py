"""Which attribute of one body is which of another: first by what they come from, then by their names."""

from __future__ import annotations

from enum import Enum

from ..immutable import dataclass
from ..model import Attribute, Body
from ..places import Part, PartKind
from .keyed import lone
from .sources import Sources, declaring, is_another_property
from .suspects import suspected
from .types import type_rule

_PATH_PARAMETER = Part(PartKind.PARAMETER, "path")


class How(Enum):
    """What says that two attributes are one."""

    NAME = "name"
    SOURCE = "source"
    GUESS = "guess"
    NAME_ALONE = "name alone"  # it stands for another property of the API


@dataclass(frozen=True, slots=True)
class Pair:
    """What an attribute was, and how that is known; `evidence` are the words for a guess."""

    old: Attribute
    how: How
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """What the attributes of a new body were, by name, and the old ones that none of them was.

    `replaced` are those of which another attribute has the name now.
    """

    pairs: dict[str, Pair]
    gone: tuple[Attribute, ...]
    replaced: dict[str, Attribute]


def paired(old: Body, new: Body, sources: tuple[Sources, Sources], fixed: str | None, *, is_root: bool) -> Pairs:
    """Pair the attributes of two bodies. `fixed` is one that is known by its name, whatever it comes from."""
    before = {attribute.name: attribute for attribute in old.attributes}
    after = {attribute.name: attribute for attribute in new.attributes}
    doubtful = {
        name
        for name, attribute in after.items()
        if name != fixed and name in before and is_another_property(before[name], attribute)
    }
    gone = [attribute for name, attribute in before.items() if name not in after]
    come = [attribute for name, attribute in after.items() if name not in before]
    pairs = {name: Pair(before[name], How.NAME) for name in after if name in before and name not in doubtful}
    if doubtful or (gone and come):
        old_open = [*gone, *(before[name] for name in before if name in doubtful)]
        new_open = [*come, *(after[name] for name in after if name in doubtful)]
        moved = _by_source(old_open, new_open, sources)
        if not moved and is_root:
            moved = _path_parameters(gone, come)
        pairs |= {name: Pair(was, How.SOURCE) for name, was in moved.items()}
        pairs |= {name: Pair(before[name], How.NAME_ALONE) for name in doubtful if name not in pairs}
    taken = {pair.old.name for pair in pairs.values()}
    gone = [attribute for attribute in gone if attribute.name not in taken]
    come = [attribute for attribute in come if attribute.name not in pairs]
    if gone and come:
        left = _open(gone, new), _open(come, old)
        for name, suspicion in suspected((old, new), left, sources).items():
            pairs[name] = Pair(suspicion.old, How.GUESS, suspicion.words)
            gone = [attribute for attribute in gone if attribute is not suspicion.old]
    replaced = {name: before[name] for name in doubtful if name not in taken}
    return Pairs(pairs, tuple(gone), replaced)


def _by_source(gone: list[Attribute], come: list[Attribute], sources: tuple[Sources, Sources]) -> dict[str, Attribute]:
    """New names and the attributes that they are new names of: those with the same source."""
    before = lone((sources[0].identity(attribute), attribute) for attribute in gone)
    after = lone((sources[1].identity(attribute), attribute) for attribute in come)
    return {after[key].name: before[key] for key in after if key in before and before[key].name != after[key].name}


def _path_parameters(gone: list[Attribute], come: list[Attribute]) -> dict[str, Attribute]:
    """The only parameter of a path that is gone, as the only one that has come."""
    was, is_ = ([a for a in side if _is_path_parameter(a)] for side in (gone, come))
    return {is_[0].name: was[0]} if len(was) == len(is_) == 1 and not type_rule(was[0].type, is_[0].type) else {}


def _is_path_parameter(attribute: Attribute) -> bool:
    origin = declaring(attribute)
    return origin is not None and origin.part == _PATH_PARAMETER


def _open(attributes: list[Attribute], other: Body) -> list[Attribute]:
    """Those whose property the other side does not have at all: neither ignored nor left out."""
    known = {omission.source_name for omission in other.omitted} | {known.source_name for known in other.ignored}
    return [attribute for attribute in attributes if attribute.source_name not in known]
