"""Converts between manifests and Terraform values: the generic encoder and decoder, which walk the fields of a Kind."""

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from mapper.languages.tfplugin.cty_types import (
    MAX_DEPTH,
    CollectionType,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.schema import Block
from mapper.model import CollectionKind, ScalarKind
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.results import Object
from mapper.programs.provider_process.values import Dynamic, Unknown, Value
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, Shape, reference_names

from .external_name import external_name, given_by_name, identifier_of, name_in, named_as_observed, with_external_name
from .plugin import Encoded, Manifest, Secrets
from .resource_kinds import ResourceKind

_SHOWN = 60
_LIMIT = 1 << 63


class ConvertError(Exception):
    """A manifest that cannot be encoded. `path` is the path in the manifest."""

    def __init__(self, path: str, text: str, reason: str = "InvalidObject") -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path}: {text}")


class Codec:
    """The encoder and the decoder of a Kind."""

    is_generated = True
    """Whether external names are those of `external_name`; a decoder of an overlay may have others."""

    def __init__(self, kind: ResourceKind) -> None:
        self._kind = kind

    def encode_cty(self, resource: Manifest, block: Block, secrets: Secrets) -> Encoded:
        """The Terraform configuration that a manifest requests. Raises ConvertError."""
        spec = part(resource, "spec")
        encoder = _Encoder(secrets, namespace_of(resource) if self._kind.is_namespaced else "")
        type_ = block_type(block)
        requested = encoder.object(
            self._kind.fields, type_, spec.get("forProvider", {}), ManifestSide.FOR, "spec.forProvider"
        )
        initial: Object = {}
        if spec.get("initProvider"):
            first = encoder.object(
                self._kind.fields, type_, spec["initProvider"], ManifestSide.INIT, "spec.initProvider"
            )
            initial = above(first, requested)
        named = given_by_name(self._kind, resource, block)
        return Encoded(requested | named, (initial or requested) | named)

    def decode_cty(self, resource: Manifest, state: Object, block: Block) -> Manifest:
        """A manifest with the values of a state in spec and status, and with the external name."""
        sides = {side: _decoded_object(self._kind.fields, state, side) for side in (ManifestSide.FOR, ManifestSide.AT)}
        spec = {**part(resource, "spec"), "forProvider": sides[ManifestSide.FOR]}
        status = {**part(resource, "status"), "atProvider": sides[ManifestSide.AT]}
        manifest = {**resource, "spec": spec, "status": status}
        name = name_in(self._kind, state)
        return with_external_name(manifest, name) if name else manifest


def restored(kind: ResourceKind, resource: Manifest, encoded: Encoded | None) -> Object:
    """The state of a resource that the status of its object records. Raises ConvertError.

    What was observed wins: the spec (`encoded`, None for a deletion) only stands in for what no status has, which are
    sensitive arguments.
    """
    observed = part(resource, "status").get("atProvider", {})
    type_ = block_type(kind.block)
    seen = _Encoder(_NoSecrets(), "").object(kind.fields, type_, observed, ManifestSide.AT, "status.atProvider")
    state = _with_secrets(kind.fields, seen, encoded.initial) if encoded is not None else seen
    if "id" in type_.attributes and not state.get("id"):
        state["id"] = identifier_of(kind, resource)
    return named_as_observed(kind, resource, state)


def _with_secrets(fields: tuple[Field, ...], seen: Object, given: Object) -> Object:
    state = dict(seen)
    for field in fields:
        requested, there = given.get(field.name), seen.get(field.name)
        if field.is_secret and requested is not None:
            state[field.name] = requested
        elif requested is not None and there is not None:
            state[field.name] = _secrets_inside(field.shape, there, requested)
    return state


def _secrets_inside(shape: Shape, seen: Value, given: Value) -> Value:
    match shape, seen, given:
        case ObjectShape(fields), dict(), dict():
            return _with_secrets(fields, seen, given)
        case Many(CollectionKind.SET, ObjectShape(fields)), list(), list():
            return [
                _with_secrets(fields, item, _alike(item, given)) if isinstance(item, dict) else item for item in seen
            ]
        case ((ObjectShape() | Many()), list(), list()) if len(seen) == len(given):
            element = shape.element if isinstance(shape, Many) else shape
            return [_secrets_inside(element, *pair) for pair in zip(seen, given, strict=True)]
        case Many(_, element), dict(), dict():
            return {key: _secrets_inside(element, value, given.get(key)) for key, value in seen.items()}
    return seen


def _alike(seen: Object, given: list[Value]) -> Object:
    """The requested element of a set that an observed one stands for; empty if there is none."""
    for element in given:
        if isinstance(element, dict) and all(seen.get(name) in (None, value) for name, value in element.items()):
            return element
    return {}


def minimal(kind: ResourceKind, resource: Manifest) -> str:
    """The identifier of the external object; empty if it has no name yet."""
    return identifier_of(kind, resource) or external_name(kind, resource)


def part(resource: Mapping[str, Any], name: str) -> Manifest:
    """The member `spec`, `status` or `metadata`; empty if it is missing. Raises ConvertError if it is not an object."""
    member = resource.get(name)
    if member is not None and not isinstance(member, dict):
        raise ConvertError(name, "an object is expected")
    return member or {}


def namespace_of(resource: Mapping[str, Any]) -> str:
    """The namespace of an object; empty for a cluster-scoped one."""
    return str(part(resource, "metadata").get("namespace") or "")


def above(lower: Object, upper: Mapping[str, Value]) -> Object:
    """Two objects merged at any depth; values of `upper` win."""
    return {**lower, **{name: _above(lower.get(name), value) for name, value in upper.items()}}


def _above(lower: Value, upper: Value) -> Value:
    if isinstance(lower, dict) and isinstance(upper, dict):
        return above(lower, upper)
    return lower if upper is None else upper


class _NoSecrets:
    unknown = None

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        return None


class _Encoder:
    """Encodes values. `namespace` has the secrets of namespaced objects."""

    def __init__(self, secrets: Secrets, namespace: str) -> None:
        self._secrets, self._namespace = secrets, namespace

    def object(self, fields: tuple[Field, ...], type_: ObjectType, given: Any, side: ManifestSide, path: str) -> Object:
        """The value of an object in a manifest; absent members are left out."""
        if not isinstance(given, dict):
            raise ConvertError(path, f"an object is expected, not {_excerpt(given)}")
        values: Object = {}
        for field in fields:
            value = given.get(field.json)
            if not field.on(side) or field.name not in type_.attributes:
                continue
            if value is None:
                if self._is_awaited(field, given):
                    values[field.name] = self._secrets.unknown
                continue
            member_path = f"{path}.{field.json}"
            if field.is_secret:
                values[field.name] = self._secret(field, value, member_path)
            else:
                values[field.name] = self._value(field.shape, type_.attributes[field.name], value, side, member_path)
        return values

    def _is_awaited(self, field: Field, given: Mapping[str, Any]) -> bool:
        """Whether the value will come from a reference that the cluster resolves."""
        if field.reference is None or self._secrets.unknown is None:
            return False
        names = reference_names(field)
        return bool(given.get(names.ref) or given.get(names.selector))

    def _value(self, shape: Shape, type_: CtyType, given: Any, side: ManifestSide, path: str) -> Value:
        if given is None:
            return None
        match shape:
            case ObjectShape(fields):
                element_type = type_.element if isinstance(type_, CollectionType) else type_
                if not isinstance(element_type, ObjectType):
                    raise ConvertError(path, "blocks with attributes of any type cannot be given in a manifest")
                members = self.object(fields, element_type, given, side, path)
                return [members] if isinstance(type_, CollectionType) else members
            case Many(kind, element):
                return self._many(kind, element, type_, given, side, path)
            case ScalarKind.DYNAMIC:
                return dynamic(given, path)
        return _scalar(shape, given, path)

    def _many(
        self, kind: CollectionKind, element: Shape, type_: CtyType, given: Any, side: ManifestSide, path: str
    ) -> Value:
        if not isinstance(type_, CollectionType):
            raise ConvertError(path, "blocks with attributes of any type cannot be given in a manifest")
        if kind is CollectionKind.MAP:
            if not isinstance(given, dict):
                raise ConvertError(path, f"an object is expected, not {_excerpt(given)}")
            return {
                str(key): self._value(element, type_.element, item, side, f"{path}[{key}]")
                for key, item in given.items()
            }
        if not isinstance(given, list):
            raise ConvertError(path, f"a list is expected, not {_excerpt(given)}")
        items = enumerate(given)
        return [self._value(element, type_.element, item, side, f"{path}[{index}]") for index, item in items]

    def _secret(self, field: Field, given: Any, path: str) -> Value:
        if field.is_map:
            name, data = self._data(given, path)
            if data is None:
                return self._secrets.unknown
            return {key: _text(value, f"{path} (secret {name}, key {key})") for key, value in sorted(data.items())}
        if not field.is_list:
            return self._key(given, path)
        if not isinstance(given, list):
            raise ConvertError(path, f"a list is expected, not {_excerpt(given)}")
        return [self._key(reference, f"{path}[{index}]") for index, reference in enumerate(given)]

    def _key(self, given: Any, path: str) -> Value:
        name, data = self._data(given, path)
        if data is None:
            return self._secrets.unknown
        key = given.get("key")
        if not isinstance(key, str) or key not in data:
            raise ConvertError(path, f"the secret {name} has no key {key!r}", "SecretNotFound")
        return _text(data[key], path)

    def _data(self, given: Any, path: str) -> tuple[str, Mapping[str, bytes] | None]:
        """The name of a secret, and its data; None if the data is not known yet."""
        if not isinstance(given, dict) or not isinstance(given.get("name"), str):
            raise ConvertError(path, f"the name of a secret is expected, not {_excerpt(given)}")
        namespace = self._namespace or str(given.get("namespace") or "")
        name = f"{namespace}/{given['name']}"
        data = self._secrets.data(namespace, given["name"])
        if data is None and self._secrets.unknown is None:
            raise ConvertError(path, f"there is no secret {name}", "SecretNotFound")
        return name, data


def _text(value: bytes, path: str) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise ConvertError(path, "the value of the secret is not a text", "SecretNotFound") from None


def _scalar(shape: ScalarKind, given: Any, path: str) -> Value:
    match shape, given:
        case ScalarKind.STRING, str():
            return given
        case ScalarKind.BOOL, bool():
            return given
        case (ScalarKind.INT64, int()) if not isinstance(given, bool) and -_LIMIT <= given < _LIMIT:
            return given
        case (ScalarKind.NUMBER, int()) if not isinstance(given, bool):
            return given
        case ((ScalarKind.INT64 | ScalarKind.NUMBER), float()) if math.isfinite(given):
            if given.is_integer():
                return int(given)
            if shape is ScalarKind.NUMBER:
                return Decimal(repr(given))
    raise ConvertError(path, f"a {_WORDS.get(shape, shape.value)} is expected, not {_excerpt(given)}")


_WORDS = {
    ScalarKind.STRING: "text",
    ScalarKind.BOOL: "boolean",
    ScalarKind.INT64: "whole number",
    ScalarKind.NUMBER: "number",
}


def dynamic(given: Any, path: str, depth: int = 0) -> Value:
    """A dynamic value from any JSON value. Raises ConvertError beyond the nesting limit."""
    if given is None:
        return None
    type_, value = _implied(given, path, depth)
    return Dynamic(type_, value)


def _implied(given: Any, path: str, depth: int) -> tuple[CtyType, Value]:
    if depth > MAX_DEPTH:
        raise ConvertError(path, f"nested more than {MAX_DEPTH} levels deep")
    match given:
        case None:
            return Primitive.STRING, None
        case bool():
            return Primitive.BOOL, given
        case str():
            return Primitive.STRING, given
        case int() | float():
            return Primitive.NUMBER, _scalar(ScalarKind.NUMBER, given, path)
        case list():
            pairs = [_implied(item, path, depth + 1) for item in given]
            return TupleType(tuple(type_ for type_, _ in pairs)), [value for _, value in pairs]
        case dict():
            members = {str(key): _implied(item, path, depth + 1) for key, item in sorted(given.items())}
            types = object_type({key: type_ for key, (type_, _) in members.items()})
            return types, {key: value for key, (_, value) in members.items()}
    raise ConvertError(path, f"{_excerpt(given)} is not a JSON value")


def _decoded_object(fields: tuple[Field, ...], state: Mapping[str, Value], side: ManifestSide) -> Manifest:
    """The fields of one side in a state, without null values and secrets."""
    members: Manifest = {}
    for field in fields:
        value = state.get(field.name)
        if field.on(side) and not field.sensitive and not field.write_only:
            decoded = _decoded(field.shape, value, side)
            if decoded is not None:
                members[field.json] = decoded
    return members


def _decoded(shape: Shape, value: Value, side: ManifestSide) -> Any:
    match shape, value:
        case _, None | Unknown():
            return None
        case _, Dynamic(_, inner):
            return _plain(inner) if shape is ScalarKind.DYNAMIC else _decoded(shape, inner, side)
        case ObjectShape(fields), dict():
            return _decoded_object(fields, value, side)
        case ObjectShape(fields), list():
            first = value[0] if value else None
            return _decoded_object(fields, first, side) if isinstance(first, dict) else None
        case Many(CollectionKind.MAP, element), dict():
            decoded = {key: _decoded(element, own, side) for key, own in sorted(value.items())}
            return {key: own for key, own in decoded.items() if own is not None}
        case Many(kind, element), list():
            items = [_decoded(element, own, side) for own in value]
            return sorted(items, key=_order) if kind is CollectionKind.SET else items
    return _plain(value)


def _order(value: Any) -> str:
    """A sort key for elements of sets: in a fixed order, manifests do not change by themselves."""
    return json.dumps(value, sort_keys=True)


def _plain(value: Value) -> Any:
    match value:
        case Unknown():
            return None
        case Dynamic(_, inner):
            return _plain(inner)
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case float():
            return int(value) if value.is_integer() else value
        case list():
            return [_plain(item) for item in value]
        case dict():
            return {key: _plain(item) for key, item in sorted(value.items())}
    return value


def _excerpt(given: object) -> str:
    text = repr(given)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
