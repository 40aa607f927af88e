"""Repeats mapping and adding fixes until no more diagnostics can be fixed: policies first, then attributes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...budget import OverBudget
from ...entity_kind import EntityRef
from ...inputs import Document, split_pointer
from ...report.diagnostic import Diagnostic, losses
from ...report.rules import UNUSED_IGNORE
from ..rules import UNUSED_ALIAS, UNUSED_OVERRIDE
from .edit import add_entries
from .fixes import Fix, chosen, entries_of, fixes_of, merged, policies_of, updated, without

MOST_ROUNDS = 40
"""The maximum number of rounds; a fix may cause the next diagnostic."""

MOST_MAPPINGS = 12
"""How often the whole config is mapped at most: a round that maps a tenth of the entities counts as a tenth."""

_UNUSED = (UNUSED_ALIAS, UNUSED_IGNORE, UNUSED_OVERRIDE)
_ANCHOR = "&"

Concerned = frozenset[EntityRef] | None
"""Some entities; None for the whole of the config, with what is said of the description."""

Mapper = Callable[[Sequence[str], Concerned], Iterable[Diagnostic]]
"""The texts of the configs, and what to map of them -> the diagnostics. Raises MappingError."""

Trial = Callable[[], AbstractContextManager[None]]
"""Bounds a mapping that may become too large."""

Way = tuple[str, ...]
"""The keys that lead to an entry; the last may be an item of a list."""


class Settlement(Struct, frozen=True):
    """The texts of the configs with all fixes, and the remaining diagnostics that need a decision.

    `before` is the number of warnings and errors at the start.
    """

    texts: tuple[str, ...]
    before: int
    left: tuple[Diagnostic, ...]


class _Plan(Struct, frozen=True):
    """What is added to the configs, and the comments on it."""

    entries: dict[str, Any]
    comments: dict[Way, str]


def settle(texts: Sequence[str], diagnostics: Mapper, entities: int = 1, trial: Trial = nullcontext) -> Settlement:
    """Apply the fixes that the diagnostics propose, and map what comes of it. Raises MappingError as the mapper does.

    `entities` is the number of entities in the configs.
    """
    written, found = settled(texts, diagnostics, entities, trial)
    left = found if written == tuple(texts) else losses(diagnostics(written, None))
    return Settlement(written, len(found), tuple(left))


def settled(
    texts: Sequence[str],
    diagnostics: Mapper,
    entities: int = 1,
    trial: Trial = nullcontext,
    refused_policies: Iterable[str] = (),
) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """The texts of the configs with all fixes, and the warnings and errors at the start. Raises MappingError.

    What maps with more policies is in a `trial`.
    An entry without effect is removed again, and so is a policy that exceeds the budget.
    After an entry only the entities that it concerns are mapped again, after a policy all of them.
    """
    configs = _Configs(texts)
    found = losses(diagnostics(configs.texts, None))
    before, idle = found, _without_effect(configs.texts, found)
    plan, is_whole, spent = _Plan({}, {}), True, 0.0
    refused: set[Way] = {("policies", name) for name in refused_policies}
    for _ in range(MOST_ROUNDS):
        changed, concerned = _round(configs, plan, found, refused)
        if configs.written(changed) == configs.written(plan):
            if is_whole:
                break
            concerned = None  # as it is: what the parts that were mapped may have missed
        spent += 1 if concerned is None else len(concerned) / max(entities, 1)
        if spent > MOST_MAPPINGS:
            break
        written, added = configs.written(changed), _policies(changed) - _policies(plan)
        try:
            with trial() if added else nullcontext():
                after = losses(diagnostics(written, concerned))
        except OverBudget:  # the policy makes the mapping too large
            if not added - refused:
                break
            refused |= added
            continue
        useless = _without_effect(written, after) - idle - refused
        if useless:
            refused |= useless
            continue
        rest = () if concerned is None else (entry for entry in found if entry.entity not in concerned)
        plan, found, is_whole = changed, [*rest, *after], concerned is None
    return configs.final(plan), before


def _round(configs: _Configs, plan: _Plan, found: list[Diagnostic], refused: set[Way]) -> tuple[_Plan, Concerned]:
    """The plan with policies that settle something, else with entries; and the entities that it concerns."""
    fixes = fixes_of(found)
    policies, comments = policies_of(fixes)
    current = replace(plan, entries=without(plan.entries, refused))
    more = _Plan(merged(current.entries, without(policies, refused)), {**comments, **plan.comments})
    if configs.written(more) != configs.written(current):
        return more, None
    used = chosen(fixes)
    more = _Plan(updated(current.entries, without(entries_of(used), refused)), plan.comments)
    return more, _concerned(used)


def _concerned(fixes: Iterable[Fix]) -> Concerned:
    """The entities that fixes are for; None where one of them is for more."""
    refs = {fix.diagnostic.entity for fix in fixes}
    return None if None in refs else frozenset(ref for ref in refs if ref is not None)


class _Configs:
    """The configs that are settled.

    While they are mapped again and again, they are written as JSON, which is fast to write and to read. Where values
    have anchors, what an entry changes depends on the text, which is edited each time.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self._data: list[Any] | None = None

    def written(self, plan: _Plan) -> tuple[str, ...]:
        """The configs with the entries of a plan, for a mapper."""
        if not plan.entries:
            return self.texts
        if any(_ANCHOR in text for text in self.texts):
            return self.final(plan)
        if self._data is None:
            self._data = [_root(text) for text in self.texts]
        data = list(self._data)
        for index, part in _parts(data, plan.entries).items():
            data[index] = merged(data[index] or {}, part)
        return tuple(
            text if new is old else json.dumps(new) for text, new, old in zip(self.texts, data, self._data, strict=True)
        )

    def final(self, plan: _Plan) -> tuple[str, ...]:
        """The texts with the entries, each in the first config that has its section or entity, else in the first."""
        changed = list(self.texts)
        for index, part in _parts([_root(text) for text in self.texts], plan.entries).items():
            changed[index], _ = add_entries(self.texts[index], part, plan.comments)
        return tuple(changed)


def _root(text: str) -> Any:
    """The data of a config; None where the text has none."""
    return Document("generator config", text.encode()).root if text.strip() else None


def _without_effect(texts: Sequence[str], found: list[Diagnostic]) -> set[Way]:
    """The keys of entries without effect."""
    roots: list[Any] = []
    ways = set()
    for diagnostic in found:
        if diagnostic.rule not in _UNUSED or diagnostic.location is None:
            continue
        way = split_pointer(diagnostic.location.pointer)
        if way and way[-1].isdigit():  # an item of a list is identified by its text
            roots = roots or [_root(text) for text in texts]
            items = (reduce(_step, way, root) for root in roots)
            way = next(([*way[:-1], item] for item in items if isinstance(item, str)), way)
        ways.add(tuple(way))
    return ways


def _policies(plan: _Plan) -> set[Way]:
    """The policies of a plan."""
    return {("policies", name) for name in plan.entries.get("policies", ())}


def _step(value: Any, token: str) -> Any:
    if isinstance(value, list):
        return value[int(token)] if token.isdigit() and int(token) < len(value) else None
    return value.get(token) if isinstance(value, dict) else None


def _parts(data: Sequence[Any], entries: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The entries by the index of the config that they go into."""
    if len(data) == 1:
        return {0: entries} if entries else {}
    parts: dict[int, dict[str, Any]] = {}
    for section, content in entries.items():
        for key, value in content.items():
            homes = [index for index, root in enumerate(data) if isinstance(root, dict) and section in root]
            mine = [index for index in homes if key in (data[index][section] or ())]
            home = next(iter((*mine, *homes)), 0)
            parts.setdefault(home, {}).setdefault(section, {})[key] = value
    return parts
