"""Compares two mappings: matches their entities by name and operations, then compares the bodies."""

from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dict
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from ..model import STATUS_WORDS, Attribute, Body, Entity, Mapping, Operation, Status, attribute_size
from ..report.budget import Cost
from ..report.diagnostic import Problem
from ..report.origin import Location, Source
from ..text.plural import listed, plural
from . import rules
from .attribute_changes import DEMANDS, Bodies, Scope, deprecation_change
from .changes import Cause, Change, Delta, Lost, by_severity, distinct
from .field_changes import Finding
from .matching import Match, MatchBasis, lone, match_entities
from .moves import find_moves
from .policy import NEUTRAL, ChangeContext, ReviewPolicy
from .rules import ChangeRule, ChangeSeverity, without_configurations
from .sources import Sources, declaring

_ENTITY_RULES = {rules.DEPRECATED: rules.ENTITY_DEPRECATED, rules.DEPRECATION_CHANGED: rules.ENTITY_DESCRIPTION}


def _name(entity: Entity, _mapping: Mapping) -> str:
    return entity.name


class Options(Struct, frozen=True):
    """MatchBasis to compare two mappings.

    `levels` overrides the severities of rules; None leaves changes of the rule out. `complete` is False if one side was
    read from an artifact. `lost` says for the old and the new side why an entity that the config asks for could not be
    mapped. `title` returns the name of an entity that users write. `inputs` is what the system calls its input and its
    config.
    """

    levels: Dict[str, ChangeSeverity | None] = field(default_factory=dict)
    complete: bool = True
    policy: ReviewPolicy = NEUTRAL
    lost: tuple[Lost, Lost] = ({}, {})
    title: Callable[[Entity, Mapping], str] = _name
    inputs: tuple[str, str] = (str(Cause.SPEC), str(Cause.CONFIG))


_DEFAULTS = Options()


def compare(old: Mapping, new: Mapping, options: Options = _DEFAULTS) -> tuple[Change, ...]:
    """All changes from `old` to `new`, worst first.

    Raises OverBudget if there are too many for the size of the input, see `mapper.report.budget`.
    """
    changes, meter = [], new.budget.meter(Cost.CHANGES, "the review")
    options = replace(options, policy=options.policy.for_mappings(old, new))
    for change in _Comparison(old, new, options).changes():
        meter.add(1, change.new_location or change.old_location)
        changes.append(change)
    return by_severity(distinct(options.policy.without_consequences(_without_dangling(changes))))


def _without_dangling(changes: list[Change]) -> list[Change]:
    """The changes, with the number of attributes that named a removed entity there, and not at each attribute."""
    removed = {str(change.subject) for change in changes if change.shared_id == rules.ENTITY_REMOVED.id}
    if not removed:
        return changes
    counts: Counter[str] = Counter()
    left = []
    for change in changes:
        is_of_reference = change.rule.id in (rules.RELATION_GONE.id, rules.REFERENCE_CHANGED.id)
        is_lost = is_of_reference and change.after is None
        target = (change.before or "").partition(" of ")[2].rpartition(" of ")[0] if is_lost else ""
        if target in removed:
            counts[target] += 1
        else:
            left.append(change)
    return [
        replace(change, text=f"{change.text}; {plural(counts[str(change.subject)], 'attribute')} named it")
        if change.shared_id == rules.ENTITY_REMOVED.id and counts[str(change.subject)]
        else change
        for change in left
    ]


class _Comparison:
    def __init__(self, old: Mapping, new: Mapping, options: Options) -> None:
        self._old, self._new, self._options = old, new, options
        sources = Sources(_document_names(old, new)), Sources()
        self._sources = sources
        self._kinds = tuple(dict.fromkeys(entity.kind for side in (old, new) for entity in side.entities))
        self._bodies = {
            kind: Bodies(
                *sources,
                complete=options.complete,
                defaults=options.complete or options.policy.artifact_has_defaults(kind),
                identity=options.policy.identifying_attribute(kind),
                policy=options.policy,
            )
            for kind in self._kinds
        }

    def changes(self) -> Iterator[Change]:
        for kind in self._kinds:
            before, after = ({e.name: e for e in side.of_kind(kind)} for side in (self._old, self._new))
            matches, gone = match_entities(before, after, self._options.policy.former_entity)
            for name, entity in after.items():
                match = matches.get(name)
                if match is None:
                    lost = self._options.lost[0].get(entity.ref)
                    why = f"; before, it could not be mapped: {_why(entity, lost)}" if lost else ""
                    yield from self._entity(rules.ENTITY_ADDED, None, entity, f"the {kind} is new{why}")
                else:
                    yield from self._pair(match, entity)
            for entity in gone:
                if entity.name in after:
                    yield from self._replacement(entity, after[entity.name])
                else:
                    yield from self._removal(entity)

        if self._options.policy.has_unmapped:
            yield from self._lost_and_removed()

    def _lost_and_removed(self) -> Iterator[Change]:
        """What could not be mapped before, and is not there any more."""
        mapped_or_lost = {entity.ref for entity in self._new.entities} | self._options.lost[1].keys()
        for ref, problem in self._options.lost[0].items():
            if ref not in mapped_or_lost:
                entity = Entity(ref.kind, ref.name, Body())
                text = f"the {ref.kind} was removed; before, it could not be mapped: {_why(entity, problem)}"
                yield from self._entity(rules.ENTITY_REMOVED, entity, None, text)

    def _removal(self, entity: Entity) -> Iterator[Change]:
        lost = self._options.lost[1].get(entity.ref)
        gone = [_call(o) for o in calls_gone(entity, self._new)]
        if lost is not None and gone:
            text = f"the {entity.kind} was removed from the API, which no longer has {listed(gone)}"
            yield from self._entity(rules.ENTITY_REMOVED, entity, None, text)
            return
        if lost is not None:
            text = f"the {entity.kind} can no longer be mapped: {_why(entity, lost)}"
            yield from self._entity(rules.ENTITY_REMOVED, entity, None, text)
            return
        diagnostic = next((d for d in self._new.diagnostics if d.entity == entity.ref and not d.path), None)
        text = f"the {entity.kind} was removed" + (f": {diagnostic.text}" if diagnostic else "")
        yield from self._entity(rules.ENTITY_REMOVED, entity, None, text, code=diagnostic.code if diagnostic else "")

    def _replacement(self, old: Entity, new: Entity) -> Iterator[Change]:
        before, after = _calls(old), _calls(new)
        text = f"it is made of {after} now, and was made of {before}"
        yield from self._entity(rules.ENTITY_REPLACED, old, new, text, before, after)

    def _pair(self, match: Match[Entity], new: Entity) -> Iterator[Change]:
        old = match.old
        match match.how:
            case MatchBasis.SOURCE:
                rule = rules.PROVIDER_RENAMED if new.kind.is_single else rules.ENTITY_RENAMED
                yield from self._entity(rule, old, new, f"renamed from {old.name}", old.name, new.name)
            case MatchBasis.GUESS:
                text = f"added; {old.name} was removed: probably the same under another name ({match.evidence})"
                yield from self._entity(rules.ENTITY_SUSPECTED, old, new, text, old.name, new.name)
            case MatchBasis.NAME_ALONE:
                yield from self._replacement(old, new)
                return
        findings = chain(
            _texts(old, new, complete=self._options.complete), self._options.policy.entity_changes(old, new)
        )
        for rule, text, before, after in findings:
            yield from self._entity(rule, old, new, text, before, after)
        if old.operations and new.operations:
            yield from self._operations(old, new)
        bodies = self._bodies[new.kind]
        scope = Scope(read_only=True, unset=True) if self._options.policy.only_returns(old, new) else Scope()
        deltas = list(self._with_moves(bodies, list(bodies.compare(old.layout, new.layout, scope, is_root=True))))
        for delta in (*deltas, *self._options.policy.argument_changes(old, new, deltas)):
            yield from self._attribute(delta, old, new)

    def _with_moves(self, bodies: Bodies, deltas: list[Delta]) -> Iterator[Delta]:
        """The changes of an entity; a removal and an addition of the same attribute elsewhere become one move."""
        moves = find_moves(deltas, *self._sources)
        replaced = {delta for move in moves for delta in move.whole}
        for delta in deltas:
            if delta not in replaced:
                yield delta
        for move in moves:
            yield from move.deltas(bodies)

    def _operations(self, old: Entity, new: Entity) -> Iterator[Change]:
        before, after = ({o.part: o for o in side.operations} for side in (old, new))
        for part in dict.fromkeys([*before, *after]):
            was, is_ = before.get(part), after.get(part)
            words = [_call(o) if o else None for o in (was, is_)]
            has = [o is not None and o.is_described for o in (was, is_)]
            if words[0] == words[1] and has[0] == has[1]:
                continue
            if was is None or (has[1] and not has[0]):
                rule, text = rules.OPERATION_ADDED, f"it has the {part} operation {words[1]}"
                words[0] = None
            elif is_ is None or (has[0] and not has[1]):
                rule, text = rules.OPERATION_REMOVED, f"it no longer has the {part} operation {words[0]}"
                words[1] = None
            else:
                rule, text = rules.OPERATION_CHANGED, f"its {part} operation was {words[0]}, and is {words[1]}"
            places = [o.location if o else None for o in (was, is_)]
            special = self._options.policy.specialize(rule, ChangeContext(new.kind, part=part))
            mark = part if part == "update" else ""  # the same operation may also be the create operation
            text = " ".join(text.split())  # not every API has methods
            changes = self._entity(special, old, new, text, words[0], words[1], places=(places[0], places[1]))
            yield from (replace(change, mark=mark, refines=_basis(rule, special)) for change in changes)

    def _entity(
        self,
        rule: ChangeRule,
        old: Entity | None,
        new: Entity | None,
        text: str,
        before: str | None = None,
        after: str | None = None,
        *,
        places: tuple[Location | None, Location | None] = (None, None),
        code: str = "",
    ) -> Iterator[Change]:
        entity = new or old
        if entity is None:
            raise ValueError("a change is one of something")
        is_renamed = old is not None and new is not None and old.name != new.name
        change = Change(
            rule, rule.severity, (), entity.kind, entity.name, "", text, before=before, after=after,
            old_entity=old.name if old else "",
            old_places=_as_tuple(places[0] or (old.location if old else None)),
            new_places=_as_tuple(places[1] or (new.location if new else None)),
            nested=entity.size if old is None or new is None else 0,
            code=code,
            was_deprecated=old is not None and old.deprecation is not None,
        )  # fmt: skip
        fix = self._options.policy.keep_name(entity, None, old.name) if old is not None and is_renamed else None
        yield from self._with_severity(change, ChangeContext(entity.kind, was=old, is_=new), fix)

    def _attribute(self, delta: Delta, old: Entity, new: Entity) -> Iterator[Change]:
        policy, fix = self._options.policy, None
        is_renamed = delta.rule in (rules.ATTRIBUTE_RENAMED, rules.RENAME_SUSPECTED)
        if is_renamed and delta.new is not None and delta.old is not None:
            fix = policy.keep_name(new, delta.new, delta.old.name, delta.path)
        if delta.rule in (rules.ATTRIBUTE_MOVED, rules.MOVE_SUSPECTED):
            fix = policy.keep_place(new, delta.path, delta.old_path)
        context = ChangeContext(new.kind, delta.old, delta.new, unset=delta.unset, was=old, is_=new)
        rule, attribute = policy.specialize(delta.rule, context), delta.new or delta.old
        change = Change(
            rule,
            rule.severity,
            (),
            new.kind,
            new.name,
            delta.path,
            _with_condition(delta),
            before=delta.before,
            after=delta.after,
            old_path=delta.old_path,
            old_entity=old.name,
            old_places=_as_tuple(delta.old_location) or _places(delta.old),
            new_places=_as_tuple(delta.new_location) or _places(delta.new),
            nested=delta.folded or _nested(delta),
            code=delta.code,
            status=attribute.status if attribute is not None else None,
            was_deprecated=delta.old is not None and delta.old.deprecation is not None,
            refines=_basis(delta.rule, rule),
            condition=_condition(delta),
        )
        yield from self._with_severity(change, context, fix, read_only=delta.read_only)

    def _with_severity(
        self, change: Change, context: ChangeContext, fix: tuple[str, str] | None, *, read_only: bool = False
    ) -> Iterator[Change]:
        """The change as the system and the levels see it; nothing if they leave it out."""
        policy, rule = self._options.policy, change.rule
        severity, audiences = policy.rate(rule, context, read_only=read_only)
        if context.unset:
            severity, audiences = without_configurations(severity, audiences)
        chosen = self._options.levels.get(rule.id, severity)
        if chosen is not None and policy.reports(rule, context):
            old_title = self._title(context.was, self._old)
            yield replace(
                change,
                rule=policy.localize_for(rule, change.kind),
                severity=chosen,
                audiences=audiences,
                fix=fix[0] if fix else None,
                fix_place=fix[1] if fix else "",
                title=self._title(context.is_, self._new) or old_title,
                old_title=old_title,
            )

    def _title(self, entity: Entity | None, mapping: Mapping) -> str:
        if entity is None or entity.kind.is_single:
            return entity.name if entity else ""
        return self._options.title(entity, mapping)


def _texts(old: Entity, new: Entity, *, complete: bool) -> Iterator[Finding]:
    if old.deprecation != new.deprecation:
        rule, text, before, after = deprecation_change(old.deprecation, new.deprecation)
        yield _ENTITY_RULES.get(rule, rules.ENTITY_UNDEPRECATED), text, before, after
    if complete and old.description != new.description:
        yield rules.ENTITY_DESCRIPTION, "its description changed", old.description, new.description


def _basis(rule: ChangeRule, special: ChangeRule) -> str:
    """The id of the shared rule that a rule refines; empty if it is a shared rule itself."""
    return "" if special is rule else rule.id


def _why(entity: Entity, lost: Problem) -> str:
    return lost.text.removeprefix(f"{entity.kind} {entity.name!r}: ")


def calls_gone(entity: Entity, mapping: Mapping) -> list[Operation]:
    """The operations of an entity that the API had, and that the API of another mapping has not."""
    there = mapping.coverage.operations
    return [o for o in entity.operations if o.is_described and (o.method, o.path) not in there]


def _call(operation: Operation) -> str:
    return f"{operation.method.upper()} {operation.path}"


def _calls(entity: Entity) -> str:
    return ", ".join(map(_call, entity.operations))


def _with_condition(delta: Delta) -> str:
    """The text of a change that asks for a value, with the attribute that a configuration must set to be concerned."""
    condition = _condition(delta)
    if not condition:
        return delta.text
    if delta.rule is rules.MEMBER_ADDED:
        return f"{delta.text}; every configuration that sets {condition} has to give it"
    before, word, after = delta.text.partition(STATUS_WORDS[Status.REQUIRED])  # no other status has the word
    return f"{before}{word} if {condition} is set{after}"


def _condition(delta: Delta) -> str:
    return delta.condition if delta.rule in DEMANDS and not delta.read_only else ""


def _document_names(old: Mapping, new: Mapping) -> dict[str, str]:
    """The names of the documents of the old side -> their names on the new side.

    The first file of the description and the first of the config correspond to each other. Other files correspond if
    they have the same bytes or the same file name, or if there is only one on each side.
    """
    firsts = ([next(iter(side.documents), None), next(iter(side.configs), None)] for side in (old, new))
    names = [[getattr(first, "uri", first) for first in side] for side in firsts]
    new_names = {was: is_ for was, is_ in zip(*names, strict=True) if was is not None and is_ is not None}
    before, after = ({document.uri: document for document in side.documents} for side in (old, new))
    for alike in (_digest, _file_name, lambda _: "the only one"):
        gone = lone((alike(d), d.uri) for name, d in before.items() if name not in after and name not in new_names)
        come = lone((alike(d), d.uri) for name, d in after.items() if name not in (*before, *new_names.values()))
        new_names |= {gone[key]: come[key] for key in gone if key in come}
    return new_names


def _digest(document: Source) -> str | None:
    return getattr(document, "sha256", None)


def _file_name(document: Source) -> str:
    return document.uri.rpartition("/")[2]


def _as_tuple(location: Location | None) -> tuple[Location, ...]:
    return (location,) if location is not None else ()


def _places(attribute: Attribute | None) -> tuple[Location, ...]:
    """Where an attribute is declared, followed by the targets of the references there."""
    origin = declaring(attribute) if attribute is not None else None
    return (origin.location, *origin.via) if origin else ()


def _nested(delta: Delta) -> int:
    """How many nested attributes are added or removed with an attribute."""
    attribute = delta.new if delta.old is None else delta.old if delta.new is None else None
    return attribute_size(attribute) - 1 if attribute is not None else 0
