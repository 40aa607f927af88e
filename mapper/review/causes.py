"""Finds the cause of each change: the API description, the generator config, both together, or the tool.

Two more states are mapped for this: the new description with the old config, and the old description with the new
config. If a change appears when only one of the two inputs is replaced, that input is its cause.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from ..model import Entity, EntityRef, Mapping
from .changes import Cause, Change, Wanted
from .config_keys import Group, Key, Reset, differing, group_of, made_by
from .entity_changes import Options, compare
from .evidence import Actions, Configs, same_entry, same_instructions, with_evidence
from .rules import ENTITY_ADDED, OPERATION_ADDED, OPERATION_CHANGED, OPERATION_REMOVED

Mixed = Callable[[Wanted], Mapping]
"""Maps some entities of one of the two mixed states. Entities whose operations the description lacks are left out."""


NO_KEYS: frozenset[Key] = frozenset()
TOGETHER = "the API description makes it possible, the generator config decides"
EACH = "each of them makes it alone"

_OPERATIONS = frozenset(rule.id for rule in (OPERATION_ADDED, OPERATION_CHANGED, OPERATION_REMOVED))


class Runs(Struct, frozen=True):
    """How to map the two mixed states: new description with old config, and old description with new config.

    `recorded` is the old state as an earlier version of the tool mapped it, if it is known. `reset` maps the new state
    with the old value of one key of the config.
    """

    new_spec: Mixed
    new_config: Mixed
    recorded: Mapping | None = None
    reset: Reset | None = None


def with_causes(
    changes: Iterable[Change], old: Mapping, new: Mapping, runs: Runs | None, options: Options
) -> tuple[Change, ...]:
    """The changes with their causes, where they can be determined, and the lines of the inputs that explain them."""
    listed = tuple(changes)
    causes = _causes(listed, old, new, runs, options)
    before, after = (_by_subject(mapping) for mapping in (old, new))
    for_all = options.policy.config_for_all
    configs = Configs(old, for_all), Configs(new, for_all)
    actions = Actions(old, new)
    caused = [replace(change, cause=cause[0]) for change, cause in zip(listed, causes, strict=True)]
    keys = _keys(caused, old, configs, runs, options)
    explained = []
    for change, cause in zip(listed, causes, strict=True):
        made_by, together = (_with_input_nouns(text, options.inputs) for text in (str(cause[0] or ""), cause[1]))
        with_cause = replace(change, cause=cause[0], together=together, made_by=made_by)
        was = before.get(change.old_subject)
        is_ = after.get(change.subject)
        explained.append(with_evidence(with_cause, (was, is_), configs, actions, keys.get(group_of(change), NO_KEYS)))
    return tuple(explained)


def _keys(
    changes: list[Change], old: Mapping, configs: tuple[Configs, Configs], runs: Runs | None, options: Options
) -> dict[Group, frozenset[Key]]:
    """The keys for every entity that made the changes, where several differ."""

    def makes(mapping: Mapping, wanted: Wanted, change: Change) -> bool:
        names = {EntityRef(ref.kind, was or ref.name): was for ref, was in wanted.items()}
        return _Step(_only(old, names), mapping, options).makes(change)

    return made_by(changes, differing(configs), runs.reset if runs is not None else None, makes)


def _with_input_nouns(text: str, inputs: tuple[str, str]) -> str:
    """A text about causes with what the system calls its inputs."""
    return text.replace(str(Cause.SPEC), inputs[0]).replace(str(Cause.CONFIG), inputs[1])


def inputs_changed(old: Mapping, new: Mapping) -> tuple[bool, bool] | None:
    """Whether the API description and the config have changed, by their digests; None if a digest is not known."""
    before, after = _digests(old), _digests(new)
    if before is None or after is None:
        return None
    return before[0] != after[0], before[1] != after[1]


def _digests(mapping: Mapping) -> tuple[list[str], list[str]] | None:
    """The digests of the files of the API description, and of the files of the config."""
    digests: tuple[list[str], list[str]] = [], []
    for document in mapping.documents:
        digest = getattr(document, "sha256", None)
        if digest is None:
            return None
        digests[document.uri in mapping.configs].append(digest)
    return (sorted(digests[0]), digests[1]) if digests[0] else None


def _causes(
    changes: tuple[Change, ...], old: Mapping, new: Mapping, runs: Runs | None, options: Options
) -> list[tuple[Cause | None, str]]:
    changed = inputs_changed(old, new)
    if not changes or changed is None:
        return [(None, "")] * len(changes)
    if changed == (False, False):
        return [(Cause.TOOL, "")] * len(changes)
    causes: list[tuple[Cause | None, str]]
    if not all(changed):
        causes = [(Cause.SPEC if changed[0] else Cause.CONFIG, "")] * len(changes)
    elif runs is None:
        causes = [(None, "")] * len(changes)
    else:
        causes = list(_separate_causes(changes, old, new, runs, options))
    if runs is None or runs.recorded is None:
        return causes
    by_tool = _Step(runs.recorded, old, options)
    return [(Cause.TOOL, "") if by_tool.makes(change) else cause for change, cause in zip(changes, causes, strict=True)]


def _separate_causes(
    changes: tuple[Change, ...], old: Mapping, new: Mapping, runs: Runs, options: Options
) -> Iterator[tuple[Cause, str]]:
    """The cause of each change if both inputs changed. Only entities with a changed config entry are mapped again."""
    for_all, before, after = options.policy.config_for_all, _by_subject(old), _by_subject(new)
    configs = Configs(old, for_all), Configs(new, for_all)
    pairs: dict[tuple[EntityRef, EntityRef], bool] = {}
    reconfigured: set[EntityRef] = set()
    for change in changes:
        was, is_ = change.old_subject, change.subject
        if (was, is_) not in pairs:
            sides = before.get(was), after.get(is_)
            pairs[was, is_] = not same_instructions(*configs, *sides)
            reconfigured |= set() if same_entry(*configs, *sides) else {change.subject}
    renamed = [pair for pair, is_unclear in pairs.items() if is_unclear]
    olds = {was: is_.name if is_ in after else "" for was, is_ in renamed if was in before}
    news = {is_: was.name if was in before else "" for was, is_ in renamed if is_ in after}
    square = None
    for change in changes:
        if not pairs[change.old_subject, change.subject]:
            yield Cause.SPEC, ""
            continue
        square = square or _Square(_only(old, olds), _only(new, news), runs, (olds, news), reconfigured, options)
        yield square.cause(change)


def _only(mapping: Mapping, wanted: Wanted) -> Mapping:
    """The mapping with only the wanted entities, and the provider."""
    kept = (e for e in mapping.entities if e.kind.is_single or e.ref in wanted)
    return replace(mapping, entities=tuple(kept))


class _Square:
    """The old and the new state and the two mixed ones: corners of a square whose sides replace one input each."""

    def __init__(
        self,
        old: Mapping,
        new: Mapping,
        runs: Runs,
        wanted: tuple[Wanted, Wanted],
        reconfigured: set[EntityRef],
        options: Options,
    ) -> None:
        """`wanted` are the entities of the old and the new side, `reconfigured` those with another entry of the config.

        What the new config says alone is asked only of entities in which it made a difference.
        """
        new_spec = runs.new_spec(wanted[0])
        self._has_new_spec = _by_subject(new_spec)
        self._by_spec, then_config = _Step(old, new_spec, options), _Step(new_spec, new, options)
        doubtful = {ref: name for ref, name in wanted[1].items() if ref in reconfigured or ref in then_config.subjects}
        self._calm = wanted[1].keys() - doubtful.keys()
        new_config = runs.new_config(doubtful)
        self._has_new_config = _by_subject(new_config)
        self._by_config = _Step(old, new_config, options)
        self._then_config, self._then_spec = then_config, cache(lambda: _Step(new_config, new, options))
        self._old, self._new = _by_subject(old), _by_subject(new)

    def cause(self, change: Change) -> tuple[Cause, str]:
        """The cause of a change, and for `Cause.BOTH` how the inputs made it: `TOGETHER` or `EACH`."""
        if change.subject in self._calm:
            return Cause.SPEC, ""
        spec, config = self._by_spec.makes(change), self._by_config.makes(change)
        if change.shared_id in _OPERATIONS:
            was = self._old.get(change.old_subject)
            if _named_on_both_sides(was, self._new.get(change.subject), change):
                return Cause.SPEC, ""
            return (Cause.CONFIG, "") if self._has_operations(change.subject) else (Cause.BOTH, TOGETHER)
        has_spec = change.old_subject in self._has_new_spec
        has_config = change.subject in self._has_new_config
        if has_spec and not has_config and not (spec or config):
            spec, config = False, self._then_config.ends_in(change)
        elif has_config and not has_spec and not (spec or config):
            spec, config = self._then_spec().ends_in(change), False
        if change.shared_id == ENTITY_ADDED.id and config and not self._has_operations(change.subject):
            return Cause.BOTH, TOGETHER
        if spec != config:
            return (Cause.SPEC if spec else Cause.CONFIG), ""
        return Cause.BOTH, EACH if spec else TOGETHER

    def _has_operations(self, subject: EntityRef) -> bool:
        """Whether the old description with the new config already has all operations of the entity."""
        with_old_spec, after = self._has_new_config.get(subject), self._new.get(subject)
        return with_old_spec is not None and after is not None and _calls(with_old_spec) == _calls(after)


def _named_on_both_sides(old: Entity | None, new: Entity | None, change: Change) -> bool:
    """Whether both configs name the operation that the change is about, so that only the description can have made it
    come or go.
    """
    call = change.before or change.after
    sides = [{f"{o.method.upper()} {o.path}" for o in side.operations} if side else set() for side in (old, new)]
    return (change.before is None or change.after is None) and all(call in calls for calls in sides)


def _calls(entity: Entity) -> list[tuple[str, str, str, bool]]:
    """What the entity calls, and whether the description has it."""
    return [(o.part, o.method, o.path, o.is_described) for o in entity.operations]


class _Step:
    """The changes between two states, one of whose inputs is the same."""

    def __init__(self, old: Mapping, new: Mapping, options: Options) -> None:
        changes = compare(old, new, replace(options, levels={}))
        self.subjects = {change.subject for change in changes}
        self._keys_before = {_key_in_old_state(change) for change in changes}
        self._keys_after = {change.fingerprint for change in changes}

    def makes(self, change: Change) -> bool:
        """Whether the step makes this change, compared by the names in the old state."""
        return _key_in_old_state(change) in self._keys_before

    def ends_in(self, change: Change) -> bool:
        """Whether the step makes this change, compared by the names in the new state."""
        return change.fingerprint in self._keys_after


def _key_in_old_state(change: Change) -> tuple[object, ...]:
    """A key for a change that does not depend on the new name of the entity or of the attributes around it."""
    added = change.path.rpartition(".")[2] if change.old_location is None else ""
    return change.rule.id, change.kind, change.old_subject.name, change.old_path, added, change.before, change.after


def _by_subject(mapping: Mapping) -> dict[EntityRef, Entity]:
    return {entity.ref: entity for entity in mapping.entities}
