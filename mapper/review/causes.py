"""What made each change: the API description, the generator config, both together, or the tool.

Between the old state and the new one lie two more: the new description with the old config, and the old
description with the new config. A change that one of the steps between the four makes by itself has its cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ..immutable import dataclass
from ..model import Entity, EntityRef, Mapping
from .changes import Cause, Change
from .entities import Options, compare
from .evidence import Configs, with_evidence

Mixed = Callable[[], Mapping]
"""Maps a mixture of the two states; entities that it has no operations for are left out."""


@dataclass(frozen=True, slots=True)
class Runs:
    """How the states between the two are mapped: the new description with the old config, and the reverse.

    `recorded` is what an earlier version of the tool made of the old state, if that is known.
    """

    new_spec: Mixed
    new_config: Mixed
    recorded: Mapping | None = None


def with_causes(
    changes: Iterable[Change], old: Mapping, new: Mapping, runs: Runs | None, options: Options
) -> tuple[Change, ...]:
    """The changes, each with its cause where that can be told, and with the lines that made it."""
    listed = tuple(changes)
    causes = _causes(listed, old, new, runs, options)
    before, after = (_by_subject(mapping) for mapping in (old, new))
    configs = Configs(old), Configs(new)
    done = []
    for change, cause in zip(listed, causes, strict=True):
        known = replace(change, cause=cause)
        was = before.get(EntityRef(change.kind, change.old_entity or change.entity))
        is_ = after.get(change.subject)
        done.append(with_evidence(known, (was, is_), (configs[0].of(was), configs[1].of(is_))))
    return tuple(done)


def inputs_changed(old: Mapping, new: Mapping) -> tuple[bool, bool] | None:
    """Whether the API description and the config are others, by their digests; None where these are not known."""
    before, after = _digests(old), _digests(new)
    if before is None or after is None:
        return None
    return before[0] != after[0], before[1] != after[1]


def _digests(mapping: Mapping) -> tuple[list[str], list[str]] | None:
    """The digests of the files of the API description, and of those of the config."""
    found: tuple[list[str], list[str]] = [], []
    for document in mapping.documents:
        digest = getattr(document, "sha256", None)
        if digest is None:
            return None
        found[document.uri in mapping.configs].append(digest)
    return (sorted(found[0]), found[1]) if all(found) else None


def _causes(
    changes: tuple[Change, ...], old: Mapping, new: Mapping, runs: Runs | None, options: Options
) -> list[Cause | None]:
    changed = inputs_changed(old, new)
    if not changes or changed is None:
        return [None] * len(changes)
    if changed == (False, False):
        return [Cause.TOOL] * len(changes)
    causes: list[Cause | None]
    if not all(changed):
        causes = [Cause.SPEC if changed[0] else Cause.CONFIG] * len(changes)
    elif runs is None:
        causes = [None] * len(changes)
    else:
        spec_first, config_first = runs.new_spec(), runs.new_config()
        by_spec = (_Step(old, spec_first, options), _Step(config_first, new, options))
        by_config = (_Step(old, config_first, options), _Step(spec_first, new, options))
        causes = [_cause(change, by_spec, by_config) for change in changes]
    if runs is None or runs.recorded is None:
        return causes
    by_tool = _Step(runs.recorded, old, options)
    return [Cause.TOOL if by_tool.makes(change) else cause for change, cause in zip(changes, causes, strict=True)]


class _Step:
    """The changes that are made when one thing changes and all else stays."""

    def __init__(self, old: Mapping, new: Mapping, options: Options) -> None:
        changes = compare(old, new, replace(options, levels={}))
        self._exact = {change.fingerprint for change in changes}
        self._alike = {_place(change) for change in changes}

    def makes(self, change: Change) -> bool:
        return change.fingerprint in self._exact

    def touches(self, change: Change) -> bool:
        """Whether it makes a change of the same kind in the same place, with other values."""
        return _place(change) in self._alike


def _place(change: Change) -> tuple[object, ...]:
    return change.rule.id, change.subject, change.path


def _cause(change: Change, by_spec: tuple[_Step, _Step], by_config: tuple[_Step, _Step]) -> Cause:
    spec, config = (any(step.makes(change) for step in steps) for steps in (by_spec, by_config))
    if spec == config:
        spec, config = (any(step.touches(change) for step in steps) for steps in (by_spec, by_config))
    if spec == config:
        return Cause.BOTH
    return Cause.SPEC if spec else Cause.CONFIG


def _by_subject(mapping: Mapping) -> dict[EntityRef, Entity]:
    return {entity.ref: entity for entity in mapping.entities}
