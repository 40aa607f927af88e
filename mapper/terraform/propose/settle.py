"""Maps the proposed entities repeatedly, and adds aliases, ignores and policies until they have no errors.

Each round maps the entities that the previous one has changed, and reads its diagnostics. An entity that still has
errors after some rounds is not proposed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from ...budget import Cost, OverBudget
from ...inputs import Document, Node, split_pointer
from ...model import Attribute, Body, Entity, EntityRef, Mapping, nested_body
from ...report.diagnostic import Diagnostic, Rule, Severity
from ...report.fix import Fix, Subject
from ...report.rules import NAME_COLLISION, UNUSED_IGNORE
from ...text.plural import plural
from .. import kinds
from ..attributes.collect_notes import Finding, Findings
from ..config.config import Config, ProviderConfig, parse_config
from ..identifiers import free
from ..map import map_api
from ..openapi.operations import Api
from ..openapi.parameters import Parameter
from ..rules import BAD_PATTERN, RESERVED_NAME, UNUSED_ALIAS
from .body_shape import Facts
from .branches import with_branches
from .entity_names import item_noun
from .parameters import Names, is_writable, names_of, propose_aliases, propose_ignores, propose_spares
from .proposal import Alias, Ignore, Policy, ProposedEntity, ProposedPattern, config_data
from .routes import is_sayable, segments

_ROUNDS = 6
_LEFT_OUT = 2
"""The number of policies that are left out in turn if all of them together exceed the budget."""


class Lost(Exception):
    """An entity that cannot be proposed, and why."""


class Settled(Struct, frozen=True):
    """The entities that map without an error, in the given order, and why the others do not.

    `refused` are the names of policies with which the mapping is too large.
    """

    entities: tuple[ProposedEntity, ...]
    lost: dict[EntityRef, str]
    policies: tuple[Policy, ...] = ()
    refused: frozenset[str] = frozenset()


def settle(api: Api, facts: Facts, provider: str, entities: Iterable[ProposedEntity]) -> Settled:
    """Fix the entities with aliases, ignores and policies. Raises MappingError if `map_api` rejects the description."""
    entities = with_branches(api, facts, entities)
    api.documents.budget.measure()
    settled, losses = _settle(api, facts, provider, entities, ())
    policies = _policies(losses)
    exceeded: dict[tuple[Policy, ...], Cost] = {}
    for chosen in _chosen(policies):
        if _must_exceed(policies, chosen, exceeded):
            continue
        try:
            with api.documents.budget.trial():
                found = _with_policies(api, facts, provider, entities, chosen, (settled, losses))
            return replace(found, refused=_names(policies) - _names(chosen))
        except OverBudget as error:  # with the policies, the mapping is too large
            exceeded[chosen] = error.cost
    return replace(settled, refused=_names(policies))


def _names(policies: Iterable[Policy]) -> frozenset[str]:
    return frozenset(policy.name for policy in policies)


def _must_exceed(
    policies: tuple[Policy, ...], chosen: tuple[Policy, ...], exceeded: dict[tuple[Policy, ...], Cost]
) -> bool:
    """Whether one policy alone is what exceeds a cost: both together do, and the other one alone does not."""
    others = tuple(policy for policy in policies if policy not in chosen)
    both = exceeded.get(policies)
    return len(policies) == _LEFT_OUT and both is not None and exceeded.get(others, both) is not both


def _with_policies(
    api: Api,
    facts: Facts,
    provider: str,
    entities: tuple[ProposedEntity, ...],
    policies: tuple[Policy, ...],
    before: tuple[Settled, list[Diagnostic]],
) -> Settled:
    """The result with policies, and with further ones that these make necessary. Raises OverBudget.

    `before` is the result with fewer policies, and its losses: only entities with losses are mapped again, and finally
    all together.
    """
    known = {policy.name for policy in before[0].policies}
    concerned = {loss.entity for loss in before[1] if _settings(loss).keys() - known} | before[0].lost.keys()
    again = [entity for entity in entities if None in concerned or entity.ref in concerned]
    found, losses = _settle(api, facts, provider, again, policies)
    losses += (loss for loss in before[1] if loss.entity not in concerned and None not in concerned)
    better = {entity.ref: entity for entity in (*before[0].entities, *found.entities)}
    settled = tuple(better[entity.ref] for entity in entities if entity.ref in better and entity.ref not in found.lost)
    now = Settled(settled, found.lost, policies)
    names = _names(policies)
    if more := tuple(policy for policy in _policies(losses) if policy.name not in names):
        with suppress(OverBudget):  # further policies may exceed the budget
            return _with_policies(api, facts, provider, entities, (*policies, *more), (now, losses))
    _map(api, provider, list(settled), policies)
    return now


def _chosen(policies: tuple[Policy, ...]) -> Iterator[tuple[Policy, ...]]:
    """All policies; then all but one, for those with most effect; nothing if there are none."""
    if policies:
        yield policies
    for left_out in policies[:_LEFT_OUT] if len(policies) > 1 else ():
        yield tuple(policy for policy in policies if policy is not left_out)


def _policies(losses: Iterable[Diagnostic]) -> tuple[Policy, ...]:
    """The policies that prevent losses, the most effective first. Of two values of one policy, the more
    effective one.
    """
    found: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in losses:
        for name, value in _settings(diagnostic).items():
            found.setdefault((name, value), []).append(diagnostic)
    chosen: dict[str, Policy] = {}
    for (name, value), those in sorted(found.items(), key=lambda entry: -len(entry[1])):
        chosen.setdefault(name, Policy(name, value, _why(name, those)))
    return tuple(chosen.values())


def _settings(loss: Diagnostic) -> dict[str, str]:
    """The policies that would prevent the loss."""
    return loss.proposal.entries[0]["policies"] if loss.proposal is not None else {}


def _why(name: str, losses: list[Diagnostic]) -> str:
    first = losses[0]
    example = f"{first.path} of {first.entity}" if first.path else first.entity
    if name == "siblings":
        return f"else properties next to $ref or allOf, or in conditions, are lost: {example}"
    if name == "nested_names":
        return f"else the Go code does not compile, for {plural(len(losses), 'name')} of nested attributes: {example}"
    return f"else {plural(len(losses), 'attribute')} would be lost ({first.rule.title.lower()}): {example}"


def _settle(
    api: Api, facts: Facts, provider: str, entities: Iterable[ProposedEntity], policies: tuple[Policy, ...]
) -> tuple[Settled, list[Diagnostic]]:
    """The result, and the losses that policies would prevent."""
    losses: list[Diagnostic] = []
    current: dict[EntityRef, ProposedEntity] = {entity.ref: entity for entity in entities}
    pending = list(current)
    lost: dict[EntityRef, str] = {}
    for number in range(_ROUNDS):
        mapping = _map(api, provider, [current[key] for key in pending], policies)
        if number == 0:
            losses += (entry for entry in mapping.diagnostics if entry.proposal and entry.proposal.fix.for_all)
        work = _Round(api, facts, mapping)
        uncertain = []
        for key in pending:
            try:
                better, certain = work.improved(current[key], first=number == 0)
            except Lost as error:
                lost[key] = str(error)
                continue
            current[key] = better
            if not certain:
                uncertain.append(key)
        pending = uncertain
        if not pending:
            break
    lost |= dict.fromkeys(pending, "it cannot be mapped without an error")
    return Settled(tuple(entity for key, entity in current.items() if key not in lost), lost), losses


def _map(api: Api, provider: str, entities: list[ProposedEntity], policies: tuple[Policy, ...]) -> Mapping:
    text = json.dumps(config_data(provider, tuple(entities), policies))
    document = Document("generator config", text.encode())
    if not entities:  # for the diagnostics of the description itself
        return map_api(api, Config((document,), ProviderConfig(provider, document.node), ()))
    return map_api(api, parse_config(document))


def _is_error(rule: Rule) -> bool:
    return rule.severity is Severity.ERROR


class _Round:
    """The results of one mapping for its entities."""

    def __init__(self, api: Api, facts: Facts, mapping: Mapping) -> None:
        self._api = api
        self._facts = facts
        self._findings = Findings(mapping.budget.meter(Cost.PLACES))
        self._mapped: dict[EntityRef, Entity] = {entity.ref: entity for entity in mapping.entities}
        self._unused: dict[EntityRef | None, list[Diagnostic]] = {}
        for diagnostic in mapping.diagnostics:
            if diagnostic.rule in (UNUSED_ALIAS, UNUSED_IGNORE):
                self._unused.setdefault(diagnostic.entity, []).append(diagnostic)

    def improved(self, entity: ProposedEntity, *, first: bool) -> tuple[ProposedEntity, bool]:
        """The entity with the necessary changes, and whether it needs no further round. Raises Lost."""
        mapped = self._mapped.get(entity.ref)
        if mapped is None or not any(_is_property(attribute) for attribute in mapped.body.attributes):
            raise Lost("nothing of its response can be mapped")
        if first:
            better, certain = self._with_parameters(entity, mapped)
            if better != entity:
                return better, certain
        unused = self._unused.get(entity.ref)
        better = _without(entity, unused) if unused else self._without_errors(entity, mapped)
        return better, better == entity

    def _parameters(self, entity: ProposedEntity) -> list[Parameter]:
        read = entity.part("read")
        return [p for p in self._facts.parameters(read.path, read.method) if is_sayable(p.name)]

    def _errors(self, mapped: Entity) -> list[Finding]:
        """The errors, except patterns of attributes whose path a config cannot contain."""
        errors = (Finding(*found) for found in self._findings.first(mapped.body, 0, _is_error))
        return [f for f in errors if f.note.rule is not BAD_PATTERN or is_writable(f.source_path)]

    def _with_parameters(self, entity: ProposedEntity, mapped: Entity) -> tuple[ProposedEntity, bool]:
        """The entity with aliases and ignores of its parameters, and whether it must be mapped again because of
        new names.
        """
        list_name = self._list_name(entity, mapped)
        names = names_of(mapped, self._parameters(entity), list_name)
        nouns, item = _path_nouns(entity.part("read").path)
        aliases, ignores = propose_ignores(names, of_list=bool(list_name) or not item)
        settled = {alias.parameter for alias in aliases} | {ignore.path for ignore in ignores}
        aliases += propose_aliases(names, nouns, item, settled)
        settled |= {alias.parameter for alias in aliases}
        aliases += propose_spares(names, entity.kind, self._facts, settled)
        aliases = list({alias.parameter: alias for alias in reversed(aliases)}.values())[
            ::-1
        ]  # a path and a query parameter may have the same name
        better = replace(entity, aliases=tuple(aliases), ignores=tuple(ignores))
        certain = (
            all(alias.name in names.properties for alias in aliases)
            and not names.properties <= {ignore.path for ignore in ignores}
            and not self._errors(mapped)
        )
        return better, certain

    def _list_name(self, entity: ProposedEntity, mapped: Entity) -> str:
        """The name of the attribute that is a whole array response; empty if there is none."""
        if entity.kind is not kinds.DATA_SOURCE:
            return ""
        read = entity.part("read")
        response = self._facts.response(self._api.operation(read.path, read.method))
        for attribute in mapped.body.attributes:
            places = [origin.location for origin in attribute.origins if not origin.is_parameter]
            if response and any(isinstance(place, Node) and place.key == response.key for place in places):
                return attribute.source_name
        return ""

    def _without_errors(self, entity: ProposedEntity, mapped: Entity) -> ProposedEntity:
        parameters = self._parameters(entity)
        list_name = self._list_name(entity, mapped)
        names = names_of(mapped, parameters, list_name)
        by_place = {parameter.node.key: parameter for parameter in parameters}
        aliases = {alias.parameter: alias for alias in entity.aliases}
        names.taken.update(alias.name for alias in entity.aliases)
        ignores: dict[str, Ignore] = {}
        patterns = {entry.path: entry for entry in entity.patterns}
        for finding in self._errors(mapped):
            if finding.note.rule is BAD_PATTERN:
                patterns[finding.source_path] = _pattern(finding)
                continue
            if finding.note.rule is RESERVED_NAME and (renamed := _renamed(finding, entity, names)):
                aliases[renamed.parameter] = renamed
                continue
            place = finding.note.location
            parameter = by_place.get(place.key) if isinstance(place, Node) else None
            holder = _attribute_at(mapped.body, finding.path)
            other = _parameter_of(holder[1], by_place) if holder else None
            if parameter is None:
                # a path parameter is required, and must not be ignored together with a property
                parameter = other if finding.note.rule is NAME_COLLISION else _in_path(finding, parameters, aliases)
            if parameter is not None:
                aliases[parameter.name] = Alias(parameter.name, names.spare(parameter), finding.note.text)
            else:
                path = _writable(finding, holder, list_name)
                ignores[path] = Ignore(path, finding.note.text)
        same = aliases == {alias.parameter: alias for alias in entity.aliases}
        if not ignores and same and len(patterns) == len(entity.patterns):
            return entity
        kept = [ignore for ignore in entity.ignores if not any(ignore.path.startswith(f"{new}.") for new in ignores)]
        return replace(
            entity,
            aliases=tuple(aliases.values()),
            ignores=(*kept, *ignores.values()),
            patterns=tuple(patterns.values()),
        )


def _pattern(finding: Finding) -> ProposedPattern:
    """The replacement for a pattern that Go cannot compile."""
    fix = finding.note.fix
    given = fix.settings[0].value if isinstance(fix, Fix) else None
    return ProposedPattern(finding.source_path, given if isinstance(given, str) else None, finding.note.text)


def _renamed(finding: Finding, entity: ProposedEntity, names: Names) -> Alias | None:
    """An alias for a property, prefixed with the noun; None if a config cannot contain its path."""
    fix = finding.note.fix
    if not isinstance(fix, Fix) or Subject.ALIAS not in fix.keys or not is_writable(finding.source_path):
        return None
    noun = item_noun(entity.part("read").path) or entity.name
    name = free(f"{noun}_{finding.path}", names.taken)
    names.taken.add(name)
    return Alias(f".{finding.source_path}", name, finding.note.text)


def _is_property(attribute: Attribute) -> bool:
    return not all(origin.is_parameter for origin in attribute.origins)


def _path_nouns(path: str) -> tuple[dict[str, str], str]:
    """The noun before each parameter of a path, and the item's own parameter; empty if there is none."""
    found = segments(path)
    nouns: dict[str, str] = {}
    for index, segment in enumerate(found):
        if segment.parameter is not None:
            nouns[segment.parameter] = item_noun("/".join(before.text for before in found[:index]))
    return nouns, (found[-1].parameter or "") if found else ""


def _without(entity: ProposedEntity, unused: list[Diagnostic]) -> ProposedEntity:
    """The entity without aliases and ignores that match nothing."""
    tokens = [split_pointer(d.location.pointer)[-1] for d in unused if d.location and d.rule is UNUSED_ALIAS]
    indices = [int(split_pointer(d.location.pointer)[-1]) for d in unused if d.location and d.rule is UNUSED_IGNORE]
    return replace(
        entity,
        aliases=tuple(alias for alias in entity.aliases if alias.parameter not in tokens),
        ignores=tuple(ignore for index, ignore in enumerate(entity.ignores) if index not in indices),
    )


def _parameter_of(attribute: Attribute, by_place: dict[tuple[object, str], Parameter]) -> Parameter | None:
    """The parameter of an attribute that has no other source."""
    if _is_property(attribute):
        return None
    place = attribute.origins[0].location
    return by_place.get(place.key) if isinstance(place, Node) else None


def _in_path(finding: Finding, parameters: list[Parameter], aliases: dict[str, Alias]) -> Parameter | None:
    """The path parameter with the name of the finding's attribute."""
    for parameter in parameters:
        name = aliases[parameter.name].name if parameter.name in aliases else parameter.name
        if parameter.place == "path" and name == finding.source_path:
            return parameter
    return None


def _attribute_at(body: Body | None, path: str) -> tuple[str, Attribute] | None:
    """The attribute at a dotted path of identifiers, and its path of source names."""
    source = []
    attribute = None
    for name in path.split("."):
        attribute = next((a for a in body.attributes if a.name == name), None) if body else None
        if attribute is None:
            return None
        source.append(attribute.source_name)
        body = nested_body(attribute.type)
    return (".".join(source), attribute) if attribute else None


def _writable(finding: Finding, holder: tuple[str, Attribute] | None, list_name: str) -> str:
    """The path to ignore: that of the finding, or if a config cannot contain it, of the conflicting or parent
    attribute.
    """
    paths = [finding.source_path, holder[0] if holder else ""]
    parent = finding.source_path
    while "." in parent:
        parent = parent.rpartition(".")[0]
        paths.append(parent)
    for path in paths:
        relative = path.removeprefix(f"{list_name}.") if list_name else path
        if is_writable(relative) and relative != list_name:
            return relative
    raise Lost(f"{finding.note.text}, and a config cannot name either")
