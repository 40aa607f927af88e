"""Rounds of mapping and editing: policies first, then one fix for each attribute, until nothing can be settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import yaml

from ...diagnostics import Diagnostic, losses
from ...immutable import dataclass
from .edit import add_entries
from .fixes import entries_of, policies_of, read_fix

MOST_ROUNDS = 12
"""A fix may lead to the next problem, but not for ever."""

Mapper = Callable[[list[str]], Iterable[Diagnostic]]
"""Maps with the texts of the configs, and gives the diagnostics. Raises MappingError."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The texts of the configs with all fixes, and what is left that only a person can decide.

    `before` is the number of warnings and errors that there were.
    """

    texts: tuple[str, ...]
    before: int
    left: tuple[Diagnostic, ...]


def settle(texts: Iterable[str], diagnostics: Mapper) -> Settlement:
    """Add what the diagnostics propose. Raises MappingError as the mapper does."""
    current = list(texts)
    found = losses(diagnostics(current))
    before = len(found)
    for _ in range(MOST_ROUNDS):
        changed = _round(current, found) if found else current
        if changed == current:
            break
        current = changed
        found = losses(diagnostics(current))
    return Settlement(tuple(current), before, tuple(found))


def _round(texts: list[str], found: list[Diagnostic]) -> list[str]:
    fixes = [fix for diagnostic in found if (fix := read_fix(diagnostic))]
    policies, comments = policies_of(fixes)
    changed = _added(texts, policies, comments)
    return changed if changed != texts else _added(texts, entries_of(fixes), {})


def _added(texts: list[str], entries: dict[str, Any], comments: dict[tuple[str, ...], str]) -> list[str]:
    """The texts with the entries, each in the first config that has its section or entity, else in the first."""
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
