"""Asks a running provider about the pages: whether it accepts the examples, and what its plans show.

No credentials are needed to validate. Where a provider plans without having been configured, two plans tell what it
fills in, and one for each argument of an example whether another value replaces the object.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from ..immutable import dataclass
from ..model import Entity
from ..model import Mapping as Mapped
from ..tfplugin.cty_types import CollectionType, CtyType, Kind, ObjectType, Primitive, TupleType
from ..tfplugin.errors import CallFailed, CtyError, PluginError
from ..tfplugin.implied import block_type
from ..tfplugin.one_line import one_line
from ..tfplugin.paths import AttributeStep
from ..tfplugin.provider import Provider
from ..tfplugin.results import Diagnostics, Severity, has_errors
from ..tfplugin.schema import Block
from ..tfplugin.values import Dynamic, Unknown, Value
from . import kinds
from .configurations import configuration
from .examples import examples
from .proofs import Proof, Scalar, digest, learnt, subject

SECONDS = 300.0
"""How long all of it may take; what was not asked about then is not claimed."""

_NOTHING: Mapping[str, Proof] = MappingProxyType({})
_BROKEN = 3
"""How often in a row a provider may end over a validation, which none should."""

Config = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """Proofs by the subjects of entities; `complete`: there was time for all of them."""

    proofs: Mapping[str, Proof]
    complete: bool


def prove(
    mapping: Mapped, start: Callable[[], Provider], known: Mapping[str, Proof] = _NOTHING, seconds: float = SECONDS
) -> Asked:
    """Ask about all entities: first whether their examples are valid, then, as long as there is time, for plans.

    Some providers end over a plan when they are not configured. That costs a new start and what a plan of this entity
    would have shown, and it is not asked for again: `known` are the proofs of an earlier run with the same program, of
    which only the rest is asked. Raises PluginError.
    """
    return _Session(mapping, start, dict(known), time.monotonic() + seconds).run()


class _Session:
    """One run. Its provider is started anew where it has ended."""

    def __init__(
        self, mapping: Mapped, start: Callable[[], Provider], found: dict[str, Proof], deadline: float
    ) -> None:
        self._mapping, self._start, self._found, self._deadline = mapping, start, found, deadline
        self._provider = start()
        self._in_a_row = 0

    def run(self) -> Asked:
        """Both passes."""
        try:
            complete = all(self._validated(entity) for entity in self._mapping.entities)
            resources = self._mapping.of_kind(kinds.RESOURCE)
            complete = complete and all(self._planned(entity) for entity in resources)
        finally:
            self._provider.close()
        return Asked(self._found, complete=complete)

    def _validated(self, entity: Entity) -> bool:
        """Ask about the examples of an entity; whether the next may be asked about."""
        if subject(entity) in self._found:
            return True
        if time.monotonic() > self._deadline or self._in_a_row == _BROKEN:
            return False
        try:
            proof = _Question(self._provider, entity, self._mapping).valid()
            self._in_a_row = 0
        except CallFailed:
            self._in_a_row += 1
            self._restart()
            proof = Proof(planned=True)
        if proof is not None:
            self._found[subject(entity)] = proof
        return True

    def _planned(self, entity: Entity) -> bool:
        """Ask for plans of a resource; whether the next may be asked about."""
        proof = self._found.get(subject(entity))
        if proof is None or proof.planned:
            return True
        if time.monotonic() > self._deadline:
            return False
        try:
            proof = _Question(self._provider, entity, self._mapping).with_plans(proof)
        except CallFailed:
            self._restart()
        self._found[subject(entity)] = replace(proof, planned=True)
        return True

    def _restart(self) -> None:
        """Another process of the same program: its schema need not be asked for again."""
        ended = self._provider
        ended.close()
        self._provider = self._start()
        self._provider.take_schema(ended)


@dataclass(frozen=True, slots=True)
class _Question:
    """What a provider is asked about one entity."""

    provider: Provider
    entity: Entity
    mapping: Mapped

    def valid(self) -> Proof | None:
        """Which examples are valid; None where nothing can be asked."""
        block = self._block()
        return None if block is None else self._with_examples(Proof(), block)

    def with_plans(self, known: Proof) -> Proof:
        """The same with what plans show, and with the examples that follow from it."""
        block = self._block()
        if block is None:
            return known
        seen = self._planned(block)
        return self._with_examples(seen, block) if seen.defaults or seen.replaces else known

    def _with_examples(self, seen: Proof, block: Block) -> Proof:
        accepted: list[str] = []
        refused: dict[str, str] = {}
        for text in self._examples(learnt(self.entity, seen)):
            problem = self._problem(text, block)
            if problem is None:
                accepted.append(digest(text))
            elif problem:
                refused[digest(text)] = problem
        return Proof(tuple(accepted), refused, seen.defaults, seen.replaces)

    def _block(self) -> Block | None:
        schema = self.provider.schema()
        sections = {
            kinds.RESOURCE: schema.resources,
            kinds.DATA_SOURCE: schema.data_sources,
            kinds.EPHEMERAL: schema.ephemeral_resources,
        }
        if self.entity.kind is kinds.PROVIDER:
            return schema.provider.block if schema.provider else None
        found = sections.get(self.entity.kind, {}).get(self.entity.name)
        return found.block if found else None

    def _examples(self, entity: Entity) -> Iterator[str]:
        yield from (example.text for example in examples(entity, self.mapping))

    def _problem(self, text: str, block: Block) -> str | None:
        """Why an example is refused; None where it is not, empty where it could not be asked about."""
        try:
            told = self._validate(configuration(text, block))
        except CallFailed:
            raise
        except (ValueError, CtyError, PluginError):
            return ""
        if not has_errors(told):
            return None
        return one_line("; ".join(str(one) for one in told if one.severity is Severity.ERROR))

    def _validate(self, config: Config) -> Diagnostics:
        name = self.entity.name
        match self.entity.kind:
            case kinds.RESOURCE:
                return self.provider.validate_resource(name, config)
            case kinds.DATA_SOURCE:
                return self.provider.validate_data_source(name, config)
            case kinds.EPHEMERAL:
                return self.provider.validate_ephemeral(name, config)
        return self.provider.validate_provider(config)

    def _planned(self, block: Block) -> Proof:
        """What plans of the largest example that is accepted show."""
        for text in reversed(list(self._examples(self.entity))):
            if self._problem(text, block) is None:
                config = configuration(text, block)
                with suppress(CtyError):
                    return Proof(defaults=self._defaults(block), replaces=tuple(self._replaces(block, config)))
        return Proof()

    def _defaults(self, block: Block) -> dict[str, Scalar]:
        """The values that a plan of the smallest example fills in, whatever else the example says."""
        minimal = next(self._examples(self.entity), None)
        if minimal is None or self._problem(minimal, block) is not None:
            return {}
        config = configuration(minimal, block)
        first = self._filled(block, config)
        if not first:
            return {}
        other = {name: _another(value) for name, value in config.items()}
        if other != config and not has_errors(self._validate(other)):
            second = self._filled(block, other)
            return {name: value for name, value in first.items() if second.get(name) == value}
        given = [value for value in config.values() if isinstance(value, str)]
        return {name: value for name, value in first.items() if value not in given}

    def _filled(self, block: Block, config: Config) -> dict[str, Scalar]:
        plan = self.provider.plan(self.entity.name, None, config)
        if has_errors(plan.diagnostics) or plan.deferred or plan.value is None:
            return {}
        found = {}
        for name, attribute in block.attributes.items():
            value = _scalar(plan.value.get(name))
            is_empty = plan.legacy and not value and value is not False  # which an old SDK writes for null
            if attribute.optional and config.get(name) is None and value is not None and not is_empty:
                found[name] = value
        return found

    def _replaces(self, block: Block, config: Config) -> Iterator[str]:
        """The arguments of which another value replaces an object that is as an example says."""
        plan = self.provider.plan(self.entity.name, None, config)
        if has_errors(plan.diagnostics) or plan.deferred or plan.value is None:
            return
        prior = _known(plan.value, block_type(block))
        for name, value in config.items():
            other = _another(value)
            if name in block.attributes and other != value and isinstance(prior, dict) and prior.get(name) is not None:
                changed = self.provider.plan(self.entity.name, prior, {**config, name: other})
                if not has_errors(changed.diagnostics) and (AttributeStep(name),) in changed.replaced_because:
                    yield name


def _another(value: Any) -> Any:
    """Another value of the same type; the same where there is none that is sure to be of use."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}2"
    return value


def _scalar(value: Any) -> Scalar | None:
    """A value that a default can be; None for any other."""
    if isinstance(value, Decimal):
        number = float(value)
        return number if Decimal(repr(number)) == value else None
    return value if isinstance(value, bool | int | float | str) else None


_SAMPLES: dict[Primitive, Value] = {Primitive.STRING: "known", Primitive.NUMBER: 1, Primitive.BOOL: True}


def _known(value: Value, cty_type: CtyType) -> Value:
    """A value with something in the place of all that is not known yet, as if it had been applied."""
    match value, cty_type:
        case Unknown(), Primitive():
            return _SAMPLES.get(cty_type)
        case Unknown(), CollectionType(kind, _):
            return {} if kind is Kind.MAP else []
        case Unknown(), ObjectType(attributes):
            return {name: _known(Unknown(), own) for name, own in attributes.items()}
        case Unknown(), TupleType(elements):
            return [_known(Unknown(), own) for own in elements]
        case Dynamic(own, inner), _:
            return Dynamic(own, _known(inner, own))
        case list(), CollectionType(_, element):
            return [_known(item, element) for item in value]
        case dict(), CollectionType(_, element):
            return {key: _known(item, element) for key, item in value.items()}
        case list(), TupleType(elements):
            return [_known(item, own) for item, own in zip(value, elements, strict=False)]
        case dict(), ObjectType(attributes):
            return {name: _known(value.get(name), own) for name, own in attributes.items()}
    return value
