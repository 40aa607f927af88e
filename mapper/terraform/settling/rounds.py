"""Repeats mapping and editing until no more diagnostics can be fixed: policies first, then one fix for each
attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

import yaml

from ...budget import OverBudget
from ...diagnostics import Diagnostic, losses
from ...documents import split_pointer
from ...immutable import dataclass
from ...rules import UNUSED_IGNORE
from ..rules import UNUSED_ALIAS, UNUSED_OVERRIDE
from .edit import add_entries
from .fixes import entries_of, fixes_of, policies_of, without

MOST_ROUNDS = 12
"""The maximum number of rounds; a fix may cause the next diagnostic."""

_UNUSED = (UNUSED_ALIAS, UNUSED_IGNORE, UNUSED_OVERRIDE)

Mapper = Callable[[list[str]], Iterable[Diagnostic]]
"""The texts of the configs -> the diagnostics of a mapping with them. Raises MappingError."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The texts of the configs with all fixes, and the remaining diagnostics that need a decision.

    `before` is the number of warnings and errors at the start.
    """

    texts: tuple[str, ...]
    before: int
    left: tuple[Diagnostic, ...]


def settle(texts: Iterable[str], diagnostics: Mapper) -> Settlement:
    """Apply the fixes that the diagnostics propose. Raises MappingError as the mapper does.

    An entry without effect is removed again, and so is a policy that exceeds the budget.
    """
    current = list(texts)
    found = losses(diagnostics(current))
    before = len(found)
    refused: set[tuple[str, ...]] = set()
    for _ in range(MOST_ROUNDS):
        changed = _round(current, found, refused) if found else current
        if changed == current:
            break
        try:
            after = losses(diagnostics(changed))
        except OverBudget:  # the policy makes the mapping too large
            added = _policy_keys(changed) - _policy_keys(current)
            if not added - refused:
                break
            refused |= added
            continue
        useless = _without_effect(changed, after) - _without_effect(current, found)
        if useless - refused:
            refused |= useless
            continue
        current, found = changed, after
    return Settlement(tuple(current), before, tuple(found))


def _round(texts: list[str], found: list[Diagnostic], refused: set[tuple[str, ...]]) -> list[str]:
    fixes = fixes_of(found)
    policies, comments = policies_of(fixes)
    changed = _added(texts, without(policies, refused), comments)
    return changed if changed != texts else _added(texts, without(entries_of(fixes), refused), {})


def _without_effect(texts: list[str], found: list[Diagnostic]) -> set[tuple[str, ...]]:
    """The keys of entries without effect."""
    parsed: list[Any] = []
    keys = set()
    for diagnostic in found:
        if diagnostic.rule not in _UNUSED or diagnostic.location is None:
            continue
        way = split_pointer(diagnostic.location.pointer)
        if way and way[-1].isdigit():  # an item of a list is identified by its text
            parsed = parsed or [yaml.safe_load(text) for text in texts]
            items = (reduce(_step, way, root) for root in parsed)
            way = next(([*way[:-1], item] for item in items if isinstance(item, str)), way)
        keys.add(tuple(way))
    return keys


def _policy_keys(texts: list[str]) -> set[tuple[str, str]]:
    """The keys of the policies in the configs."""
    parsed = [yaml.safe_load(text) for text in texts]
    policies = [data.get("policies") for data in parsed if isinstance(data, dict)]
    return {("policies", name) for entry in policies if isinstance(entry, dict) for name in entry}


def _step(value: Any, token: str) -> Any:
    if isinstance(value, list):
        return value[int(token)] if token.isdigit() and int(token) < len(value) else None
    return value.get(token) if isinstance(value, dict) else None


def _added(texts: list[str], entries: dict[str, Any], comments: dict[tuple[str, ...], str]) -> list[str]:
    """The texts with the entries, each in the first config with its section or entity, else in the first one."""
    changed = list(texts)
    for index, part in _parts(texts, entries).items():
        changed[index], _ = add_entries(texts[index], part, comments)
    return changed


def _parts(texts: list[str], entries: dict[str, Any]) -> dict[int, dict[str, Any]]:
    if len(texts) == 1:
        return {0: entries} if entries else {}
    parsed = [yaml.safe_load(text) for text in texts]
    parts: dict[int, dict[str, Any]] = {}
    for section, content in entries.items():
        for key, value in content.items():
            homes = [index for index, data in enumerate(parsed) if isinstance(data, dict) and section in data]
            mine = [index for index in homes if key in (parsed[index][section] or ())]
            home = next(iter((*mine, *homes)), 0)
            parts.setdefault(home, {}).setdefault(section, {})[key] = value
    return parts
