"""A fast check of a package schema's shape, without messages.

Most schemas pass. msgspec checks the kinds of values in C, by types made from the tables of the grammar; combinations
of keys are checked here. A schema that fails is then walked, to report what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from . import grammar
from .grammar import Each, Table

_Spec = dict[str, Any]
MAX_DEPTH = 20
"""The most levels of lists and maps in one type."""


def is_sound(root: Any) -> bool:
    """True only if `shape_findings` finds nothing; False may also be returned for an unusual but valid schema."""
    try:
        msgspec.convert(root, _package())
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return False
    types, functions = root.get("types", {}).values(), root.get("functions", {}).values()
    return (
        all(_is_enum(one) if "enum" in one else one.get("type", "object") == "object" for one in types)
        and all(_is_result(one[key]) for one in functions for key in ("outputs", "returnType") if key in one)
        and all(map(_have_types, _properties(root)))
    )


def _properties(root: _Spec) -> Iterator[_Spec]:
    """All objects that contain properties."""
    resources = (root.get("provider", {}), *root.get("resources", {}).values())
    functions = root.get("functions", {}).values()
    objects: Iterable[_Spec] = chain(
        resources,
        root.get("types", {}).values(),
        (spec[key] for spec in resources for key in ("stateInputs", "listInputs") if key in spec),
        (spec[key] for spec in functions for key in ("inputs", "outputs", "returnType") if key in spec),
    )
    yield root.get("config", {}).get("variables", {})
    for spec in objects:
        if "properties" in spec:
            yield spec["properties"]
        if "inputProperties" in spec:
            yield spec["inputProperties"]


def is_value_of(value: object, primitive: str) -> bool:
    """Whether a value is of a primitive type; a number without a fraction is an integer, too."""
    kinds = grammar.PRIMITIVES[primitive]
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) or (primitive == "integer" and isinstance(value, float) and value.is_integer())


def wrong_values(spec: _Spec) -> Iterator[str]:
    """The keys among `const` and `default` whose values do not have the property's primitive type."""
    primitive = spec.get("type")
    if "$ref" in spec or "oneOf" in spec or not isinstance(primitive, str) or primitive not in grammar.PRIMITIVES:
        return
    for key in ("const", "default"):
        value = spec.get(key)
        if isinstance(value, str | bool | int | float) and not is_value_of(value, primitive):
            yield key


def _is_enum(spec: _Spec) -> bool:
    """Whether an enum has only the keys of enums, and its values have its type."""
    primitive = spec.get("type")
    if primitive not in grammar.PRIMITIVES or not spec.keys() <= grammar.ENUM.keys.keys():
        return False
    return all(is_value_of(member["value"], primitive) for member in spec["enum"])


def _is_result(returned: _Spec) -> bool:
    """Whether a function's result is an object with properties, or any type."""
    if grammar.returns_object(returned):
        return returned.keys() <= _OF_OBJECTS
    return returned.keys() <= _OF_TYPES and _is_type(returned, 0)


_OF_OBJECTS = {*grammar.TABLES[grammar.OBJECT].keys, "plain"}
_OF_TYPES = grammar.TYPE_KEYS | {"description"}


def _have_types(properties: _Spec) -> bool:
    """Whether each property has one type, and values of that type."""
    says_one, primitives = _PLAIN.issuperset, grammar.PRIMITIVES
    for spec in properties.values():
        is_plain = says_one(spec) and ("$ref" in spec or spec.get("type") in primitives)
        if not is_plain and not (_is_type(spec, 0) and _has_own_values(spec)):
            return False
    return True


_PLAIN: frozenset[str] = frozenset(grammar.PROPERTY) - {"const", "default", "defaultInfo"} | {"type", "$ref", "plain"}
"""Keys of properties that need no check beyond the kinds of their values."""


def _has_own_values(spec: _Spec) -> bool:
    """Whether the constant and the default of a property, if any, have its type."""
    keys = spec.keys()
    if "defaultInfo" in keys and not spec["defaultInfo"]["environment"]:
        return False
    for key in ("const", "default"):
        if key in keys:
            value = spec[key]
            if value.__class__ is _CLASSES.get(spec.get("type", "")):
                continue
            if not isinstance(value, str | int | float) or any(wrong_values(spec)):
                return False
    return True


_CLASSES = {"string": str, "boolean": bool, "integer": int}
"""The Python type of each primitive."""


def _is_type(spec: _Spec, depth: int) -> bool:
    """Whether the keys of a type determine exactly one type."""
    keys, type_ = spec.keys(), spec.get("type")
    if keys.isdisjoint(_BESIDE):
        return type_ in grammar.PRIMITIVES or type_ == "object"
    key = _INNER.get(type_ or "", "")
    if key in keys and keys.isdisjoint(_BESIDE_INNER[key]):
        return depth < MAX_DEPTH and _is_type(spec[key], depth + 1)
    if len(keys & _BESIDE) > 1 or depth == MAX_DEPTH:
        return False
    if "oneOf" in keys:
        is_named = "discriminator" not in spec or spec["discriminator"]["propertyName"] != ""
        is_plain = type_ is None or type_ in grammar.PRIMITIVES
        options = spec["oneOf"]
        return is_named and is_plain and len(options) > 1 and all(_is_type(option, depth + 1) for option in options)
    return "$ref" in keys


_INNER = {"array": "items", "object": "additionalProperties"}
_BESIDE = frozenset(("$ref", "oneOf", "items", "additionalProperties"))
_BESIDE_INNER = {key: _BESIDE - {key} for key in _INNER.values()}


# -- the kinds of values


@cache
def _package() -> Any:
    """The msgspec type of a whole document."""
    return _of(grammar.PACKAGE)


def _of(kind: object) -> Any:
    """The msgspec type of a kind of values."""
    match kind:
        case Table(keys, required):
            return _struct(_members(keys), required)
        case Each(of, is_list, tokens):
            return list[_of(of)] if is_list else dict[_text(tokens), _of(of)]  # type: ignore[misc]
        case re.Pattern():
            return _text(kind)
        case grammar.PROPERTIES:
            return dict[str, _property()]  # type: ignore[misc]
        case grammar.COMPLEX:
            return _struct(_members({**grammar.ENUM.keys, **grammar.TABLES[grammar.OBJECT].keys}))
        case grammar.RETURN:
            return _struct(_members(grammar.TABLES[grammar.OBJECT].keys), bases=(_Type,))
        case grammar.ENUM_VALUES:
            return list[_of(grammar.ENUM_VALUE)]  # type: ignore[misc]
        case str() if kind in grammar.TABLES:
            return _of(grammar.TABLES[kind])
        case str():
            return _KINDS[kind]
    raise TypeError(kind)


@cache
def _property() -> Any:
    return _struct(_members(grammar.PROPERTY), bases=(_Type,))


def _members(keys: Mapping[str, object]) -> dict[str, Any]:
    return {key: _of(kind) for key, kind in keys.items()}


def _struct(keys: Mapping[str, Any], required: Collection[str] = (), bases: tuple[type[Struct], ...] = ()) -> Any:
    """The msgspec type of an object with these keys and no others."""
    must = [(key, type_) for key, type_ in keys.items() if key in required]
    may = [(key, type_ | UnsetType, UNSET) for key, type_ in keys.items() if key not in required]
    return msgspec.defstruct("_Struct", [*must, *may], bases=bases, forbid_unknown_fields=True, gc=False)


def _text(pattern: re.Pattern[str] | None) -> Any:
    return str if pattern is None else Annotated[str, Meta(pattern=rf"\A(?:{pattern.pattern})\Z")]


class _Type(Struct, rename={"ref": "$ref"}, forbid_unknown_fields=True, gc=False):
    """A type within another one, or a property."""

    type: str | UnsetType = UNSET
    ref: str | UnsetType = UNSET
    items: _Type | UnsetType = UNSET
    additionalProperties: _Type | UnsetType = UNSET  # noqa: N815 - the words of the schema
    oneOf: list[_Type] | UnsetType = UNSET  # noqa: N815
    discriminator: _Discriminator | UnsetType = UNSET
    plain: bool | UnsetType = UNSET


class _Discriminator(Struct, forbid_unknown_fields=True, gc=False):
    propertyName: str  # noqa: N815
    mapping: dict[str, str] | UnsetType = UNSET


_KINDS: dict[str, Any] = {
    grammar.TEXT: str,
    grammar.FLAG: bool,
    grammar.ANYTHING: dict,
    grammar.VALUE: Any,
    grammar.TEXTS: list[str],
    grammar.LANGUAGES: list[Literal[tuple(sorted(grammar.LANGUAGE_NAMES))]],  # type: ignore[misc]
    grammar.METHODS: dict[str, str],
    grammar.ALIASES: list[str | _struct({"type": str, "name": str})],  # type: ignore[misc]
}
