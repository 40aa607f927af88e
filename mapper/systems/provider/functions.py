"""Converts functions and identities to entities."""

from mapper.inputs import Node
from mapper.languages.tfplugin.schema import Function, IdentityAttribute, IdentitySchema, Parameter
from mapper.model import Attribute, Body, Collection, CollectionKind, Entity, Fragment, Origin, Reason, Status, Type
from mapper.report.diagnostic import Note
from mapper.text.identifier import numbered

from . import kinds, rules
from .bodies import PART, Found
from .statuses import (
    FOR_IMPORT,
    MAYBE_FOR_IMPORT,
    NOT_FOR_IMPORT,
    NULLABLE,
    NULLABLE_VARIADIC,
    PARAMETER,
    RETURN,
    VARIADIC,
)
from .types import model_type


def function(name: str, declared: Function, node: Node) -> tuple[Entity, list[Found]]:
    """A function, with its parameters in order and its result; and notes about it."""
    taken: set[str] = set()
    notes: list[Found] = []
    attributes = []
    listed = node.get("parameters")
    for index, parameter in enumerate(declared.parameters):
        place = listed.child(index) if listed else node
        reason = NULLABLE if parameter.is_nullable else PARAMETER
        attributes.append(_parameter(parameter, reason, place, _free(parameter.name, taken, place, notes)))
    if declared.variadic_parameter is not None:
        place = node.get("variadic_parameter") or node
        reason = NULLABLE_VARIADIC if declared.variadic_parameter.is_nullable else VARIADIC
        called = _free(declared.variadic_parameter.name, taken, place, notes)
        attributes.append(_parameter(declared.variadic_parameter, reason, place, called))
    place = node.get("return_type") or node
    called = next(
        name for name in ("return", "return_value", *map("return_{}".format, range(2, 999))) if name not in taken
    )
    returned = Attribute(
        called, "return", model_type(declared.return_type), Status.COMPUTED, RETURN, (Origin(PART, place),)
    )
    body = Body((*attributes, returned), description=declared.summary or None)
    entity = Entity(
        kinds.FUNCTION,
        name,
        body,
        declared.description or None,
        location=node,
        deprecation=declared.deprecation_message or None,
    )
    return entity, notes


def _parameter(parameter: Parameter, reason: Reason, place: Node, name: str) -> Attribute:
    own = model_type(parameter.type)
    is_variadic = reason in (VARIADIC, NULLABLE_VARIADIC)
    type_: Type = Collection(CollectionKind.LIST, own) if is_variadic else own
    status = Status.OPTIONAL if is_variadic else Status.REQUIRED
    origins = (Origin(PART, place),)
    return Attribute(name, parameter.name, type_, status, reason, origins, description=parameter.description or None)


def _free(name: str, taken: set[str], place: Node, functions: list[Found]) -> str:
    """The name of a parameter, with a number appended if it is empty or taken."""
    free = next(candidate for candidate in numbered(name or "parameter") if candidate not in taken)
    if name not in ("", free):
        functions.append(Found(free, Note(rules.SAME_PARAMETER, f"another parameter is called {name!r}, too", place)))
    taken.add(free)
    return free


def identity(name: str, declared: IdentitySchema, node: Node) -> Entity:
    """The identity of a resource, as an entity."""
    inside = node.get("attributes")
    attributes = (
        _identity(name, attribute, inside.child(name) if inside else node)
        for name, attribute in declared.attributes.items()
    )
    fragments = (Fragment(VERSION, declared.version, node),) if declared.version else ()
    return Entity(kinds.IDENTITY, name, Body(tuple(attributes)), location=node, fragments=fragments)


def _identity(name: str, declared: IdentityAttribute, place: Node) -> Attribute:
    status, reason = Status.COMPUTED, NOT_FOR_IMPORT
    if declared.required_for_import:
        status, reason = Status.REQUIRED, FOR_IMPORT
    elif declared.optional_for_import:
        status, reason = Status.OPTIONAL, MAYBE_FOR_IMPORT
    description = declared.description or None
    return Attribute(
        name, name, model_type(declared.type), status, reason, (Origin(PART, place),), description=description
    )


VERSION = "version"
"""The fragment of an entity with the version of its schema, if that is not 0."""


def version_of(entity: Entity) -> int:
    """The version of an entity's schema; 0 if there is none."""
    version = next((fact.value for fact in entity.fragments if fact.keyword == VERSION), None)
    return version if isinstance(version, int) else 0
