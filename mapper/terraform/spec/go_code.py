"""The identifiers that `tfplugingen-framework` (0.4.1) declares in Go for an entity, by scope.

An entity becomes a package of one file. The scopes are those of Go: the imports of the file, the package, the fields
and methods of a type, and the block of a function. Two declarations of one identifier in a scope do not compile, and a
declaration shadows identifiers of outer scopes that later lines need.

For a nested attribute `bake_time`, the generator writes the types `BakeTimeType` and `BakeTimeValue`, whose fields are
the nested attributes, and functions that begin with `NewBakeTimeValue`. The nested attributes become variables in the
methods of both types. The data model of an entity is a struct with its root attributes as fields. The rules are from
`internal/schema/templates/nested_object_*.gotmpl` and `internal/schema/framework_identifier.go` of the generator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...model import Attribute, Body, Collection, Nested, Object, Scalar, ScalarKind, Type

METHODS = frozenset("AttributeTypes Equal IsNull IsUnknown String ToObjectValue ToTerraformValue Type".split())
"""The methods of a generated value type. A field with such a name is prefixed with the name of the type."""

_CAPITAL = re.compile(r"\A[a-z]|_[a-z0-9]")
_EXTERNAL = "associated_external_type"
_NUMBER = Scalar(ScalarKind.NUMBER)
_NESTED = ("{}Type", "{}Value", "New{}Value", "New{}ValueMust", "New{}ValueNull", "New{}ValueUnknown")
_SCALAR = ("{}Type", "{}Value")
"""The package-level declarations of a nested attribute, and of other attributes with an external type."""

_RECEIVER = ("v", "ctx", "diags")
"""The first declarations in `ToObjectValue`: receiver, parameter, first variable."""

_OF_OBJECTS = "d"
_RESULT = ("attributeTypes", "objVal")
"""The declarations for nested attributes, and at the end of the method."""

_ALWAYS_USED = frozenset(("attr", "basetypes", "types"))
"""The packages that the end of `ToObjectValue` uses."""


class Declared(NamedTuple):
    """An identifier in a scope. `name` is the name of its attribute; None for one that is always declared."""

    identifier: str
    name: str | None


@lru_cache(maxsize=65536)
def go_name(name: str) -> str:
    """`bake_time` -> `BakeTime`; the result may not be a valid identifier."""
    return _CAPITAL.sub(lambda match: match[0].removeprefix("_").upper(), name)


@lru_cache(maxsize=65536)
def variable_name(name: str) -> str:
    """`bake_time` -> `bakeTime`."""
    found = go_name(name)
    return found[:1].lower() + found[1:]


def is_readable(name: str) -> bool:
    """Whether the framework reads a root attribute into the data model: its name begins with a letter."""
    return name[:1].isalpha()


def field_name(name: str, parent: str) -> str:
    """The field of an attribute in the struct of `parent`, or in the data model if `parent` is empty."""
    found = go_name(name)
    return go_name(go_name(parent)) + found if parent and found in METHODS else found


def has_external(attribute: Attribute) -> bool:
    """Whether the config gives the attribute an associated external type."""
    return any(part.keyword == _EXTERNAL for part in attribute.fragments)


def of_type(name: str, *, nested: bool) -> tuple[str, ...]:
    """The package-level declarations for the types of an attribute."""
    return tuple(form.format(name) for form in (_NESTED if nested else _SCALAR))


def fields(body: Body, parent: str) -> Iterator[Declared]:
    """The fields of a struct."""
    for attribute in body.attributes:
        yield Declared(field_name(attribute.name, parent), attribute.name)


def variables(body: Body, parent: str) -> Iterator[Declared]:
    """The variables of `ToObjectValue`, in order. The variables of other functions are among the names of fields."""
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
    """The packages that `ToObjectValue` uses after the variables of nested attributes."""
    collects = any(isinstance(attribute.type, Collection) for attribute in body.attributes)
    return _ALWAYS_USED | {"diag"} if collects else _ALWAYS_USED


def is_spelt_twice(attribute: Attribute) -> bool:
    """Whether `ToObjectValue` declares and uses a variable by different names, as for `a__1`."""
    is_single = isinstance(attribute.type, Nested) and attribute.type.mode == "single"
    return is_single and go_name(go_name(attribute.name)) != go_name(attribute.name)


def unwritable(attribute: Attribute, parent: str) -> str:
    """The part of an attribute's type that the generator cannot write; empty if there is none.

    It has no dynamic attributes. In the methods of a nested attribute, it omits a comma after an object in an object.
    For numbers in an object attribute it imports `math/big` without using it.
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
