"""Which keys of the sections for every entity made a change, where several differ: by mapping with each one reset."""

from collections.abc import Callable, Iterable, Iterator

from ..inputs import Node
from ..model import EntityRef, Mapping
from .changes import Cause, Change, Wanted
from .evidence import Configs

Key = tuple[str, str]
"""A section and a key in it."""

Group = tuple[str, str | None, str | None]
"""What changes that the same key may have made have in common: rule, and values before and after."""

Reset = Callable[[Key, object, Wanted], Mapping | None]
"""Maps some entities of the new state with the old value of one key; None is a key that was not there.

Returns None if the config cannot be read with that value.
"""

MOST_KEYS = 8
_MOST_ENTITIES = 24


def group_of(change: Change) -> Group:
    """The group of a change."""
    return change.rule.id, change.before, change.after


def differing(configs: tuple[Configs, Configs]) -> dict[Key, tuple[Node | None, Node | None]]:
    """The keys of the sections for every entity that are not the same on both sides, with their nodes."""
    sides = [dict(_members(config)) for config in configs]
    keys = dict.fromkeys([*sides[0], *sides[1]])
    pairs = {key: (sides[0].get(key), sides[1].get(key)) for key in keys}
    return {key: nodes for key, nodes in pairs.items() if _value(nodes[0]) != _value(nodes[1])}


def _members(config: Configs) -> Iterator[tuple[Key, Node]]:
    for section, node in config.shared():
        for key, member in node.members() if isinstance(node.value, dict) else ():
            yield (section, key), member


def _value(node: Node | None) -> object:
    return None if node is None else (node.value,)


def made_by(
    changes: Iterable[Change],
    keys: dict[Key, tuple[Node | None, Node | None]],
    reset: Reset | None,
    makes: Callable[[Mapping, Wanted, Change], bool],
) -> dict[Group, frozenset[Key]]:
    """The keys that made the changes of each group; a group that no single key makes is left out.

    `makes` says whether a mapping of some entities still has a change.
    """
    if reset is None or not 1 < len(keys) <= MOST_KEYS:
        return {}
    firsts: dict[Group, Change] = {}
    for change in changes:
        if change.cause in (Cause.CONFIG, Cause.BOTH):
            firsts.setdefault(group_of(change), change)
    wanted: dict[EntityRef, str] = {}
    for change in list(firsts.values()):
        if len(wanted) < _MOST_ENTITIES:
            wanted.setdefault(change.subject, change.old_subject.name)
    examined = {group: change for group, change in firsts.items() if change.subject in wanted}
    making: dict[Group, set[Key]] = {}
    for key, (was, _) in keys.items() if examined else ():
        mapping = reset(key, None if was is None else was.value, wanted)
        if mapping is None:
            continue
        for group, change in examined.items():
            if not makes(mapping, wanted, change):
                making.setdefault(group, set()).add(key)
    return {group: frozenset(those) for group, those in making.items()}
