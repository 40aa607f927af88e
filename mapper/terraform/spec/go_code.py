"""What `tfplugingen-framework` (0.4.1) declares in Go: every identifier, by the scope that it is in.

An entity is a package of one file. Scopes are of the language: the file's block of imports, the package's, the fields
and methods of a type, and the block of a function. Two declarations of one identifier in a block do not compile.
A name that a block declares also hides what its other lines need from outside.

The generator makes of a nested attribute `bake_time` the type `BakeTimeType` and the type `BakeTimeValue`, whose fields
are the attributes in it, and functions that begin with `NewBakeTimeValue`; of its attributes, variables in methods of
both. The data model of an entity is a struct with the attributes at the root as fields. Where the rules come from:
`internal/schema/templates/nested_object_*.gotmpl` and `internal/schema/framework_identifier.go` of the generator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...model import Attribute, Body, Collection, Nested, Object, Scalar, ScalarKind, Type

METHODS = frozenset("AttributeTypes Equal IsNull IsUnknown String ToObjectValue ToTerraformValue Type".split())
"""The methods of a generated value type. A field called so gets the name of the type in front."""

_CAPITAL = re.compile(r"\A[a-z]|_[a-z0-9]")
_EXTERNAL = "associated_external_type"
_NUMBER = Scalar(ScalarKind.NUMBER)
_NESTED = ("{}Type", "{}Value", "New{}Value", "New{}ValueMust", "New{}ValueNull", "New{}ValueUnknown")
_SCALAR = ("{}Type", "{}Value")
"""What is declared in the package for a nested attribute, and for any other with a type of another Go package."""

_ENTITY = ("{}{}Schema", "{}Model")
_RECEIVER = ("v", "ctx", "diags")
"""What `ToObjectValue` has before anything of its attributes: its receiver, its parameter, its first variable."""

_OF_OBJECTS = "d"
_RESULT = ("attributeTypes", "objVal")
"""What is declared for the attributes that are objects, and at the end."""

_ALWAYS_DECLARED = frozenset((*_RECEIVER, _OF_OBJECTS, *_RESULT))

_ALWAYS_USED = frozenset(("attr", "basetypes", "types"))
"""Packages that the end of `ToObjectValue` needs."""


class Declared(NamedTuple):
    """An identifier of a block. `name` is that of the attribute that it is made of; None where it is always there."""

    identifier: str
    name: str | None


@lru_cache(maxsize=65536)
def go_name(name: str) -> str:
    """`bake_time` -> `BakeTime`; not every result is an identifier."""
    return _CAPITAL.sub(lambda match: match[0].removeprefix("_").upper(), name)


@lru_cache(maxsize=65536)
def variable_name(name: str) -> str:
    """`bake_time` -> `bakeTime`."""
    found = go_name(name)
    return found[:1].lower() + found[1:]


def is_readable(name: str) -> bool:
    """Whether the framework reads an attribute at the root into the data model: its names begin with a letter."""
    return name[:1].isalpha()


def field_name(name: str, parent: str) -> str:
    """The field of an attribute in the struct of `parent`, or in the data model where that is empty."""
    found = go_name(name)
    return go_name(go_name(parent)) + found if parent and found in METHODS else found


def has_own_fields(body: Body, parent: str) -> bool:
    """Whether each attribute has a field of its own for certain, which is so nearly always."""
    found = {go_name(attribute.name) for attribute in body.attributes}
    if len(found) < len(body.attributes):
        return False
    renamed = found & METHODS if parent else None
    return not renamed or found.isdisjoint([field_name(name, parent) for name in renamed])


def has_own_variables(body: Body, parent: str) -> bool:
    """The same for the variables of `ToObjectValue`."""
    found = [
        _nested_variable(attribute, parent)
        if isinstance(attribute.type, Nested)
        else f"{variable_name(attribute.name)}Val"
        for attribute in body.attributes
        if attribute.type.__class__ is not Scalar
    ]
    return len(_ALWAYS_DECLARED.union(found)) == len(_ALWAYS_DECLARED) + len(found)


def has_external(attribute: Attribute) -> bool:
    """Whether the config gives it a Go type of another package to convert from and to."""
    return any(part.keyword == _EXTERNAL for part in attribute.fragments)


def of_type(name: str, *, nested: bool) -> tuple[str, ...]:
    """What the package declares for the types of an attribute."""
    return tuple(form.format(name) for form in (_NESTED if nested else _SCALAR))


def of_entity(name: str, kind: str) -> tuple[str, ...]:
    """What the package declares for an entity. `kind` is *Resource*, *DataSource* or *Provider*."""
    return tuple(form.format(go_name(name), kind) for form in _ENTITY)


def fields(body: Body, parent: str) -> Iterator[Declared]:
    """The fields of a struct."""
    for attribute in body.attributes:
        yield Declared(field_name(attribute.name, parent), attribute.name)


def variables(body: Body, parent: str) -> Iterator[Declared]:
    """The variables in the block of `ToObjectValue`, in order. Those of other functions are among the fields' names."""
    ordered = sorted(body.attributes, key=lambda attribute: attribute.name)
    yield from (Declared(name, None) for name in _RECEIVER)
    for attribute in ordered:
        if isinstance(attribute.type, Nested):
            yield Declared(_nested_variable(attribute, parent), attribute.name)
    for kind in (Collection, Object):
        for attribute in ordered:
            if isinstance(attribute.type, kind) and not has_external(attribute):
                yield Declared(f"{variable_name(attribute.name)}Val", attribute.name)
    if any(isinstance(attribute.type, Object) for attribute in ordered):
        yield Declared(_OF_OBJECTS, None)
    yield from (Declared(name, None) for name in _RESULT)


def packages(body: Body) -> frozenset[str]:
    """The imported packages that `ToObjectValue` needs after the variables of nested attributes."""
    collects = any(isinstance(attribute.type, Collection) for attribute in body.attributes)
    return _ALWAYS_USED | {"diag"} if collects else _ALWAYS_USED


def is_spelt_twice(attribute: Attribute) -> bool:
    """Whether `ToObjectValue` declares a variable by one name and uses it by another, as of `a__1`."""
    is_single = isinstance(attribute.type, Nested) and attribute.type.mode == "single"
    return is_single and go_name(go_name(attribute.name)) != go_name(attribute.name)


def unwritable(attribute: Attribute, parent: str) -> str:
    """What the generator cannot write of the type of an attribute; empty where it writes all of it.

    It has no dynamic attributes. In the methods of a nested attribute, it forgets a comma behind an object that is a
    member of another one. And it imports `math/big` for the numbers of an attribute that is an object, and uses it not.
    """
    match attribute.type:
        case Scalar(ScalarKind.DYNAMIC):
            return "the Go generator has no dynamic attributes"
        case Object(body) if any(member.type == _NUMBER for member in body.attributes) and not has_external(attribute):
            return "the Go generator imports a package for a number in an object, and does not use it"
        case Collection() | Object() if parent and _has_object_in_object(attribute.type):
            return "the Go generator writes no valid code of an object that is a member of an object here"
    return ""


def _has_object_in_object(type_: Type) -> bool:
    match type_:
        case Collection(_, element):
            return _has_object_in_object(element)
        case Object(body):
            return any(
                isinstance(member.type, Object) or _has_object_in_object(member.type) for member in body.attributes
            )
    return False


def _nested_variable(attribute: Attribute, parent: str) -> str:
    if isinstance(attribute.type, Nested) and attribute.type.mode == "single":
        return variable_name(attribute.name)
    found = go_name(attribute.name)
    return variable_name(go_name(parent) + found if found in METHODS else found)
