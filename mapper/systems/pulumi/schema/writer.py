"""Writes a package schema: of a mapping that was read from one, the same; of an IDL, its description as a schema."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from mapper.inputs.scalars import SpelledBool, SpelledInt
from mapper.model import Attribute, Body, Entity, EntityKind, Mapping, Placement, Scalar, ScalarKind, Status

from .. import kinds
from ..kinds import CONFIG, ENUM, EVERY_RESOURCE, FUNCTION, GIVEN_NAME, PROVIDER, RESOURCE, TYPE, token_of
from . import facts
from .facts import facts_of
from .map import is_always_output, is_required_input
from .properties import as_output
from .types import Specs

_WORDS = {ScalarKind.BOOL: "boolean", ScalarKind.INT64: "integer", ScalarKind.FLOAT64: "number"}
_ENGINES = (EVERY_RESOURCE.code, GIVEN_NAME.code)
"""Reasons of properties that every resource has, or that the engine sets from the name in the program."""

_COMPUTED = Status.COMPUTED  # enum members are slow to look up
Spec = dict[str, Any]
_NONE: dict[str, Spec] = {}


def schema_of(mapping: Mapping, about: Spec | None = None) -> Spec:
    """The schema as plain data. `about` is the package's metadata, for a mapping that does not contain it."""
    return _Writer(mapping).schema(about or {})


def tokens_of(mapping: Mapping, kind: EntityKind) -> dict[str, str]:
    """The tokens of the entities of a kind, by name."""
    return {entity.name: _token(entity, mapping) for entity in mapping.of_kind(kind)}


def _token(entity: Entity, mapping: Mapping) -> str:
    """The token of an entity; for a type of an IDL, made from its name."""
    module, _, name = entity.name.rpartition(".")
    return token_of(entity) or f"{mapping.provider}:{module.replace('.', '/') or 'index'}:{name}"


def schema_text(schema: Spec) -> Iterator[str]:
    """A schema as JSON text, indented by two spaces."""
    import msgspec

    try:
        yield msgspec.json.format(msgspec.json.encode(schema, enc_hook=_plain), indent=2).decode()
    except (
        UnicodeEncodeError,
        msgspec.MsgspecError,
        OverflowError,
        TypeError,
        ValueError,
    ):  # an unpaired surrogate, or a huge number
        yield json.dumps(schema, ensure_ascii=False, indent=2)
    yield "\n"


def _plain(value: object) -> object:
    """A number without its source text."""
    match value:
        case SpelledBool():
            return bool(value)
        case SpelledInt():
            return int(value)
        case float():
            return float(value)
    raise TypeError(value)


class _Writer:
    def __init__(self, mapping: Mapping) -> None:
        self._mapping = mapping
        types = tokens_of(mapping, TYPE) | tokens_of(mapping, ENUM)
        self._specs = Specs(types, tokens_of(mapping, RESOURCE), mapping.provider)

    def schema(self, about: Spec) -> Spec:
        mapping = self._mapping
        provider = next(iter(mapping.of_kind(PROVIDER)), None)
        provider_facts = facts_of(provider) if provider is not None else {}
        package = provider_facts.get(facts.PACKAGE)
        schema: Spec = {"name": mapping.provider, **about, **(package if isinstance(package, dict) else {})}
        schema["name"] = mapping.provider
        sections = provider_facts.get(facts.SECTIONS, ())
        present = set(sections) if isinstance(sections, list | tuple) else set()
        for config in mapping.of_kind(CONFIG):
            variables = {attribute.name: self._property(attribute) for attribute in config.body.attributes}
            schema["config"] = {"variables": variables, **schema.get("config", {})}
        types = {token: self._type(attribute) for attribute, token in self._with_tokens((TYPE, ENUM))}
        if provider is not None and "provider" in present:
            schema["provider"] = self._resource(provider)
        resources = {token: self._resource(attribute) for attribute, token in self._with_tokens((RESOURCE,))}
        functions = {token: self._function(attribute) for attribute, token in self._with_tokens((FUNCTION,))}
        for key, section in (("types", types), ("resources", resources), ("functions", functions)):
            if section or key in present:
                schema[key] = dict(sorted(section.items()))
        return schema

    def _with_tokens(self, kinds: tuple[EntityKind, ...]) -> Iterator[tuple[Entity, str]]:
        for kind in kinds:
            yield from ((entity, _token(entity, self._mapping)) for entity in self._mapping.of_kind(kind))

    # -- properties

    def _property(self, attribute: Attribute) -> Spec:
        """The specification of an input, or of a property that is not one, as an output."""
        property_ = self._specs.of(attribute.type, attribute.refers_to)
        kept = facts_of(attribute) if attribute.fragments else {}
        if facts.TYPE in kept and isinstance(type_ := kept[facts.TYPE], dict):
            property_ = type_.copy()
        if attribute.description is not None:
            property_["description"] = attribute.description
        if attribute.default is not None:
            property_["default"] = attribute.default.value
        if attribute.sensitive:
            property_["secret"] = True
        if attribute.deprecation is not None:
            property_["deprecationMessage"] = attribute.deprecation
        if attribute.replaces and not kept.keys() & _REPLACE:
            property_["willReplaceOnChanges"] = True
        if kept:
            property_ |= {key: value for key, value in kept.items() if key not in _INNER}
        return property_

    def _output(self, attribute: Attribute, given: dict[str, Spec] = _NONE) -> Spec:
        """The specification of an output; `given` are the inputs by name."""
        if attribute.fragments:
            output = facts_of(attribute).get(facts.OUTPUT)
            if isinstance(output, dict):
                return output
        if attribute.status is _COMPUTED:
            return self._property(attribute)
        return as_output(given.get(attribute.name) or self._property(attribute))

    # -- entities

    def _object(self, entity: Entity, keys: Iterable[str]) -> Spec:
        """The members of every object: its description and its facts."""
        kept = facts_of(entity)
        members: Spec = {} if entity.description is None else {"description": entity.description}
        if entity.deprecation is not None:
            members["deprecationMessage"] = entity.deprecation
        present = kept.get(facts.PRESENT, ())
        for key in present if isinstance(present, list | tuple) else ():
            members[str(key)] = [] if str(key).startswith("required") else {}
        return members | {key: kept[key] for key in keys if key in kept}

    def _resource(self, entity: Entity) -> Spec:
        kept = facts_of(entity)
        resource = self._object(entity, (*facts.OF_RESOURCES, "type"))
        attributes = [attribute for attribute in entity.body.attributes if attribute.reason.code not in _ENGINES]
        inputs = [attribute for attribute in attributes if attribute.status is not _COMPUTED]
        outputs = [attribute for attribute in attributes if not attribute.write_only]
        as_inputs = {attribute.name: self._property(attribute) for attribute in inputs}
        _put(resource, "inputProperties", as_inputs)
        _put(resource, "requiredInputs", _names(kept, "requiredInputs", filter(is_required_input, inputs)))
        _put(resource, "properties", {attribute.name: self._output(attribute, as_inputs) for attribute in outputs})
        _put(resource, "required", _names(kept, "required", filter(is_always_output, outputs)))
        state = kept.get(facts.STATE)
        if isinstance(state, dict):
            by_name = {attribute.name: attribute for attribute in attributes}
            as_inputs = {name: self._property(by_name[name]) for name in state["same"] if name in by_name}
            resource["stateInputs"] = {"properties": as_inputs | state["other"], **state["rest"]}
            if not state["given"]:
                del resource["stateInputs"]["properties"]
        return resource

    def _function(self, entity: Entity) -> Spec:
        kept = facts_of(entity)
        function = self._object(entity, facts.OF_FUNCTIONS)
        attributes = list(entity.body.attributes)
        inputs = [attribute for attribute in attributes if attribute.status is not _COMPUTED]
        outputs = [attribute for attribute in attributes if not _is_only_input(attribute)]
        parameters = {attribute.name: self._property(attribute) for attribute in inputs}
        required = _names(kept, "inputs", filter(is_required_input, inputs))
        if isinstance(self_ := kept.get(facts.SELF), list | tuple) and len(self_) == _PAIR:
            parameters = {facts.SELF: self_[0], **parameters}
            required = [facts.SELF, *required] if self_[1] else required
        facts_of_inputs = kept.get(facts.PARAMETERS)
        if isinstance(facts_of_inputs, dict) or parameters:
            function["inputs"] = dict(facts_of_inputs) if isinstance(facts_of_inputs, dict) else {}
            _put(function["inputs"], "properties", parameters)
            _put(function["inputs"], "required", required)
        match kept.get(facts.RETURNS):
            case [str(key), True, dict(rest)]:
                function[key] = dict(rest)
                _put(function[key], "properties", {attribute.name: self._output(attribute) for attribute in outputs})
                _put(function[key], "required", _names(kept, "outputs", filter(is_always_output, outputs)))
            case [str(key), False, _]:
                function[key] = next(
                    (self._output(attribute) for attribute in outputs if attribute.name == facts.RESULT), {}
                )
        return function

    def _type(self, entity: Entity) -> Spec:
        kept = facts_of(entity)
        type_ = self._object(entity, facts.OF_TYPES)
        if entity.kind is ENUM:
            type_["type"] = kept.get(facts.TYPE) or _primitive(entity.body)
            type_["enum"] = [_member(attribute) for attribute in entity.body.attributes]
            return type_
        if facts.TYPE not in kept:
            type_["type"] = "object"
        _put(type_, "properties", {attribute.name: self._property(attribute) for attribute in entity.body.attributes})
        _put(type_, "required", _names(kept, "required", filter(is_required_input, entity.body.attributes)))
        return type_


_PAIR = 2
_REPLACE = {"replaceOnChanges", "willReplaceOnChanges"}
_INNER = frozenset((facts.TYPE, facts.OUTPUT, facts.MEMBER))


def _put(spec: Spec, key: str, value: Any) -> None:
    if value:
        spec[key] = value


def _names(kept: dict[str, object], key: str, attributes: Iterable[Attribute]) -> list[str]:
    """Names in their original order in the schema."""
    names = [attribute.name for attribute in attributes]
    order = kept.get(f"{facts.ORDER} {key}")
    if not isinstance(order, list | tuple):
        return names
    places = {name: index for index, name in reversed(list(enumerate(order)))}
    return sorted(names, key=lambda name: places.get(name, len(places)))


def _is_only_input(attribute: Attribute) -> bool:
    match attribute.placements:
        case (Placement(name=kinds.INPUT_SIDE),):
            return True
    return False


def _primitive(body: Body) -> str:
    kinds = {attribute.type.kind for attribute in body.attributes if isinstance(attribute.type, Scalar)}
    return _WORDS.get(kinds.pop(), "string") if len(kinds) == 1 else "string"


def _member(attribute: Attribute) -> Spec:
    kept = facts_of(attribute)
    name = kept.get(facts.MEMBER, attribute.name)
    member: Spec = {} if name is None else {"name": name}
    if attribute.description is not None:
        member["description"] = attribute.description
    member["value"] = attribute.default.value if attribute.default is not None else attribute.name
    if attribute.deprecation is not None:
        member["deprecationMessage"] = attribute.deprecation
    return member
