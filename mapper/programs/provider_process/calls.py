"""Sends examples of the pages to a running provider: whether it accepts them, and what its plans show.

Validation needs no credentials. If a provider can plan without being configured, two plans show which values it fills
in. One plan for each argument of an example shows whether a change of it replaces the object.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.languages.hcl.parser import Body, Expression, HclError, read_hcl
from mapper.languages.hcl.parser import Value as Written
from mapper.languages.tfplugin.cty_types import (
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed, CtyError, PluginError, one_line
from mapper.languages.tfplugin.schema import Block, NestedBlock, Nesting
from mapper.model import Entity
from mapper.model import Mapping as Mapped
from mapper.model.samples.extent import Extent
from mapper.systems.provider import kinds
from mapper.systems.provider.examples import configurations
from mapper.systems.provider.proof import Proof, Scalar, digest, learnt, subject

from .implied_type import attribute_type, block_type
from .provider import Provider
from .results import Diagnostics, ProviderDiagnostic, ProviderSeverity, has_errors
from .values import UNKNOWN, Dynamic, Unknown, Value

SECONDS = 300.0
"""The time limit of a run; entities that were not reached have no proof."""

_NOTHING: Mapping[str, Proof] = MappingProxyType({})
_BROKEN = 3
"""The most crashes in a row during validation; no provider should crash there at all."""

Config = dict[str, Any]


_NO_IMPORT = ("import not implemented", "doesn't support import", "does not support import")
"""What providers say of resources that they cannot import, as made with Terraform's framework and its SDK."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_TRIALS = 6
"""The most attributes that are added to an example, or left out, until it is accepted."""


class Asked(Struct, frozen=True):
    """Proofs by subject; `complete`: the time sufficed for all entities."""

    proofs: Mapping[str, Proof]
    complete: bool


def prove(
    mapping: Mapped, start: Callable[[], Provider], known: Mapping[str, Proof] = _NOTHING, seconds: float = SECONDS
) -> Asked:
    """Ask about all entities: first validate their examples, then, while there is time, request plans.

    Some providers crash on a plan when they are not configured. That costs a restart and the proofs of the entity's
    plans, and is not repeated. `known` are the proofs of an earlier run with the same program: only missing ones are
    requested. Raises PluginError.
    """
    return _Session(mapping, start, dict(known), time.monotonic() + seconds).run()


class _Session:
    """One run. A provider that has crashed is restarted."""

    def __init__(
        self, mapping: Mapped, start: Callable[[], Provider], found: dict[str, Proof], deadline: float
    ) -> None:
        self._mapping, self._start, self._found, self._deadline = mapping, start, found, deadline
        self._provider = start()
        self._in_a_row = 0

    def run(self) -> Asked:
        """Validate, then plan."""
        try:
            complete = all(self._validate_examples(entity) for entity in self._mapping.entities)
            resources = self._mapping.of_kind(kinds.RESOURCE)
            complete = complete and all(self._planned(entity) for entity in resources)
        finally:
            self._provider.close()
        return Asked(self._found, complete=complete)

    def _validate_examples(self, entity: Entity) -> bool:
        """Validate the examples of an entity. Returns whether to continue."""
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
        """Request plans of a resource. Returns whether to continue."""
        proof = self._found.get(subject(entity))
        if proof is None or proof.planned:
            return True
        if time.monotonic() > self._deadline:
            return False
        try:
            proof = _Question(self._provider, entity, self._mapping).with_plans(proof)
        except CallFailed:
            self._restart()
        try:
            importable = _Question(self._provider, entity, self._mapping).is_importable()
            proof = replace(proof, importable=importable)
        except CallFailed:
            self._restart()
        self._found[subject(entity)] = replace(proof, planned=True)
        return True

    def _restart(self) -> None:
        """Start another process of the same program, with the known schema."""
        ended = self._provider
        ended.close()
        self._provider = self._start()
        self._provider.take_schema(ended)


class _Question(Struct, frozen=True):
    """The requests to a provider about one entity."""

    provider: Provider
    entity: Entity
    mapping: Mapped

    def valid(self) -> Proof | None:
        """Which examples are valid; None if the entity cannot be validated."""
        block = self._block()
        return None if block is None else self._with_examples(Proof(), block)

    def is_importable(self) -> bool:
        """Whether the provider imports the resource by an ID: one that cannot says so before it looks for an object."""
        try:
            imported, diagnostics = self.provider.import_resource(self.entity.name, "example-id")
        except CallFailed:
            raise
        except (CtyError, PluginError):
            return False
        said = " ".join(f"{diagnostic.summary} {diagnostic.detail}" for diagnostic in diagnostics).lower()
        return bool(imported) or not any(words in said for words in _NO_IMPORT)

    def with_plans(self, proof: Proof) -> Proof:
        """The proof with the results of plans, and with examples that use them."""
        block = self._block()
        if block is None:
            return proof
        planned = self._planned(block, proof)
        return self._with_examples(planned, block) if planned.defaults or planned.replaces else proof

    def _with_examples(self, seen: Proof, block: Block) -> Proof:
        seen = self._search(seen, block)
        accepted: list[str] = []
        refused: dict[str, str] = {}
        for text in configurations(learnt(self.entity, seen), seen, tuple(Extent)):
            errors = self._errors(text, block)
            if errors is None:
                continue
            if errors:
                refused[digest(text)] = one_line("; ".join(map(str, errors)))
            else:
                accepted.append(digest(text))
        return replace(seen, accepted=tuple(accepted), refused=refused)

    def _search(self, seen: Proof, block: Block) -> Proof:
        """Which attributes to add or to leave out, until the examples are accepted: the errors name them."""
        for full in (False, True):
            for _ in range(_TRIALS):
                texts = list(configurations(learnt(self.entity, seen), seen))
                errors = self._errors(texts[full], block) if texts else None
                proved = (*seen.added, *seen.left_out)
                named = [name for error in errors or () for name in _arguments_in(error, block) if name not in proved]
                if not named:
                    break
                if full:
                    seen = replace(seen, left_out=(*seen.left_out, named[0]))
                else:
                    seen = replace(seen, added=(*seen.added, named[0]))
        return seen

    def _block(self) -> Block | None:
        schema = self.provider.schema()
        sections = {
            kinds.RESOURCE: schema.resources,
            kinds.DATA_SOURCE: schema.data_sources,
            kinds.EPHEMERAL: schema.ephemeral_resources,
        }
        if self.entity.kind is kinds.PROVIDER:
            return schema.provider.block if schema.provider else None
        schema_of_entity = sections.get(self.entity.kind, {}).get(self.entity.name)
        return schema_of_entity.block if schema_of_entity else None

    def _errors(self, text: str, block: Block) -> list[ProviderDiagnostic] | None:
        """Why an example is rejected, empty if it is accepted; None if it could not be sent."""
        try:
            diagnostics = self._validate(configuration(text, block))
        except CallFailed:
            raise
        except (ValueError, CtyError, PluginError):
            return None
        return [diagnostic for diagnostic in diagnostics if diagnostic.severity is ProviderSeverity.ERROR]

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

    def _planned(self, block: Block, proof: Proof) -> Proof:
        """The results of plans with the largest accepted example."""
        for text in reversed(list(configurations(self.entity, proof))):
            if self._errors(text, block) == []:
                config = configuration(text, block)
                with suppress(CtyError):
                    defaults = self._defaults(block, proof)
                    return replace(proof, defaults=defaults, replaces=tuple(self._replaces(block, config)))
        return proof

    def _defaults(self, block: Block, proof: Proof) -> dict[str, Scalar]:
        """The values that a plan of the smallest example fills in, unless they depend on values of the example."""
        minimal = next(configurations(self.entity, proof), None)
        if minimal is None or self._errors(minimal, block) != []:
            return {}
        config = configuration(minimal, block)
        first = self._filled_paths(block, config)
        if not first:
            return {}
        other = {name: _another(value) for name, value in config.items()}
        if other != config and not has_errors(self._validate(other)):
            second = self._filled_paths(block, other)
            return {name: value for name, value in first.items() if second.get(name) == value}
        given = [value for value in config.values() if isinstance(value, str)]
        return {name: value for name, value in first.items() if value not in given}

    def _filled_paths(self, block: Block, config: Config) -> dict[str, Scalar]:
        plan = self.provider.plan(self.entity.name, None, config)
        if has_errors(plan.diagnostics) or plan.deferred or plan.value is None:
            return {}
        filled = {}
        for name, attribute in block.attributes.items():
            value = _scalar(plan.value.get(name))
            is_empty = plan.legacy and not value and value is not False  # an old SDK writes empty values for null
            if attribute.optional and config.get(name) is None and value is not None and not is_empty:
                filled[name] = value
        return filled

    def _replaces(self, block: Block, config: Config) -> Iterator[str]:
        """The arguments whose change replaces an object created from an example."""
        plan = self.provider.plan(self.entity.name, None, config)
        if has_errors(plan.diagnostics) or plan.deferred or plan.value is None:
            return
        prior = _with_samples(plan.value, block_type(block))
        for name, value in config.items():
            other = _another(value)
            if name in block.attributes and other != value and isinstance(prior, dict) and prior.get(name) is not None:
                changed = self.provider.plan(self.entity.name, prior, {**config, name: other})
                if not has_errors(changed.diagnostics) and (AttributeStep(name),) in changed.replaced_because:
                    yield name


def _arguments_in(error: ProviderDiagnostic, block: Block) -> list[str]:
    """The arguments at the root that an error is about: by its path, then those that its words name."""
    names = [step.name for step in error.path[:1] if isinstance(step, AttributeStep)]
    words = _WORD.findall(f"{error.summary} {error.detail}")
    settable = {name for name, argument in block.attributes.items() if argument.optional} | block.block_types.keys()
    return [name for name in dict.fromkeys((*names, *words)) if name in settable]


def _another(value: Any) -> Any:
    """Another value of the same type; the same value if no other is sure to be valid."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}2"
    return value


def _scalar(value: Any) -> Scalar | None:
    """A value that can be a default; None for any other."""
    if isinstance(value, Decimal):
        number = float(value)
        return number if Decimal(repr(number)) == value else None
    return value if isinstance(value, bool | int | float | str) else None


_SAMPLES: dict[Primitive, Value] = {Primitive.STRING: "known", Primitive.NUMBER: 1, Primitive.BOOL: True}


def _with_samples(value: Value, cty_type: CtyType) -> Value:
    """A value with its unknown parts replaced by samples, as after an apply."""
    match value, cty_type:
        case Unknown(), Primitive():
            return _SAMPLES.get(cty_type)
        case Unknown(), CollectionType(kind, _):
            return {} if kind is CtyKind.MAP else []
        case Unknown(), ObjectType(attributes):
            return {name: _with_samples(Unknown(), type_) for name, type_ in attributes.items()}
        case Unknown(), TupleType(elements):
            return [_with_samples(Unknown(), type_) for type_ in elements]
        case Dynamic(type_, inner), _:
            return Dynamic(type_, _with_samples(inner, type_))
        case list(), CollectionType(_, element):
            return [_with_samples(item, element) for item in value]
        case dict(), CollectionType(_, element):
            return {key: _with_samples(item, element) for key, item in value.items()}
        case list(), TupleType(elements):
            return [_with_samples(item, type_) for item, type_ in zip(value, elements, strict=False)]
        case dict(), ObjectType(attributes):
            return {name: _with_samples(value.get(name), type_) for name, type_ in attributes.items()}
    return value


def configuration(text: str, block: Block) -> dict[str, Any]:
    """The values of the single block in an example. Raises ValueError if it does not fit the schema."""
    try:
        blocks = read_hcl(text).blocks
    except HclError as error:
        raise ValueError(str(error)) from None
    if len(blocks) != 1:
        raise ValueError("one block is expected")
    return _block(blocks[0].body, block)


def _block(body: Body, block: Block) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, written in body.arguments.items():
        if name not in block.attributes:
            raise ValueError(f"there is no argument {name!r}")
        values[name] = value_of(written, attribute_type(block.attributes[name].type))
    for inner in body.blocks:
        if inner.type not in block.block_types:
            raise ValueError(f"there is no block {inner.type!r}")
        nested = block.block_types[inner.type]
        _add(values, inner.type, inner.labels, _block(inner.body, nested.block), nested)
    return values


def _add(
    members: dict[str, Any], name: str, labels: tuple[str, ...], value: dict[str, Any], nested: NestedBlock
) -> None:
    match nested.nesting:
        case Nesting.SINGLE | Nesting.GROUP:
            members[name] = value
        case Nesting.MAP:
            members.setdefault(name, {})[labels[0] if labels else ""] = value
        case _:
            members.setdefault(name, []).append(value)


def value_of(written: Written, cty_type: CtyType) -> Value:
    """A value of a type; expressions become unknown values. Raises ValueError for a value of another type."""
    match written, cty_type:
        case Expression(), _:
            return UNKNOWN
        case None, _:
            return None
        case _, Primitive.DYNAMIC:
            type_ = _implied(written)
            return Dynamic(type_, value_of(written, type_))
        case list(), CollectionType(CtyKind.LIST | CtyKind.SET, element):
            return [value_of(item, element) for item in written]
        case list(), TupleType(elements) if len(elements) == len(written):
            return [value_of(item, type_) for item, type_ in zip(written, elements, strict=True)]
        case dict(), CollectionType(CtyKind.MAP, element):
            return {key: value_of(item, element) for key, item in written.items()}
        case dict(), ObjectType(attributes) if written.keys() <= attributes.keys():
            return {name: value_of(written.get(name), type_) for name, type_ in attributes.items()}
        case ((bool() | int() | float() | str()), Primitive()) if _implied(written) is cty_type:
            return written
    raise ValueError(f"{written!r} is of another type")


def _implied(written: Written) -> CtyType:
    match written:
        case bool():
            return Primitive.BOOL
        case int() | float():
            return Primitive.NUMBER
        case list():
            return TupleType(tuple(map(_implied, written)))
        case dict():
            return object_type({name: _implied(value) for name, value in written.items()})
        case str():
            return Primitive.STRING
    return Primitive.DYNAMIC
