"""Converts Terraform's types to types of the model, and back."""

from functools import lru_cache
from typing import assert_never

from mapper.languages.tfplugin.cty_types import (
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    object_type,
)
from mapper.languages.tfplugin.schema import Nesting
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    NestingMode,
    Object,
    Scalar,
    ScalarKind,
    Status,
    Type,
)

from .statuses import ELEMENT, MEMBER, OPTIONAL_MEMBER

_SCALARS = {primitive: Scalar(ScalarKind(primitive.value)) for primitive in Primitive}
_PRIMITIVES = {scalar.kind: primitive for primitive, scalar in _SCALARS.items()}
NESTINGS = {mode: Nesting(mode.value) for mode in NestingMode}
MODES = {nesting: mode for mode, nesting in NESTINGS.items()} | {Nesting.GROUP: NestingMode.SINGLE}
"""The nesting modes of blocks and nested attributes."""

_EMPTY_TUPLE = "tuple"
"""The name of the type of an empty tuple, to distinguish it from an empty object."""


def model_type(cty_type: CtyType) -> Type:
    """The type of the model. The elements of a tuple become members named by their indexes."""
    if isinstance(cty_type, Primitive):
        return _SCALARS[cty_type]
    match cty_type:
        case CollectionType(kind, element):
            return _collection(kind, element) if isinstance(element, Primitive) else Collection(
                CollectionKind(kind.value), model_type(element)
            )  # fmt: skip
        case TupleType(elements):
            members = (_element(str(index), element) for index, element in enumerate(elements))
            return Object(Body(tuple(members), name=None if elements else _EMPTY_TUPLE))
        case ObjectType(attributes, optional):
            omissible = frozenset(optional)
            return Object(
                Body(tuple(_member(name, attribute, name in omissible) for name, attribute in attributes.items()))
            )
    assert_never(cty_type)


@lru_cache(maxsize=32)
def _collection(kind: CtyKind, element: Primitive) -> Collection:
    return Collection(CollectionKind(kind.value), _SCALARS[element])


def _member(name: str, cty_type: CtyType, optional: bool) -> Attribute:
    status, reason = (Status.OPTIONAL, OPTIONAL_MEMBER) if optional else (Status.REQUIRED, MEMBER)
    return Attribute(name, name, model_type(cty_type), status, reason, ())


def _element(index: str, cty_type: CtyType) -> Attribute:
    return Attribute(index, index, model_type(cty_type), Status.REQUIRED, ELEMENT, ())


def cty_type_of(type_: Type) -> CtyType:
    """Terraform's type for a type of the model. Raises ValueError for nested attributes, and for what no schema has."""
    match type_:
        case Scalar(kind) if kind in _PRIMITIVES:
            return _PRIMITIVES[kind]
        case Collection(kind, element):
            return CollectionType(CtyKind(kind.value), cty_type_of(element))
        case Object(body):
            return _object(body)
    raise ValueError(f"{type_} is not a Terraform type")


def _object(body: Body) -> CtyType:
    members = body.attributes
    if body.name == _EMPTY_TUPLE:
        return TupleType(())
    if members and all(member.reason.code == ELEMENT.code for member in members):
        return TupleType(tuple(cty_type_of(member.type) for member in members))
    type_ = object_type({member.name: cty_type_of(member.type) for member in members})
    optional = sorted(member.name for member in members if member.reason.code == OPTIONAL_MEMBER.code)
    return ObjectType(type_.attributes, tuple(optional)) if optional else type_
