"""Reads a Smithy model in JSON, which aws-sdk-go-v2 and ACK's own generator have: versions 1.0 and 2.0 of the format.

A model is a table of shapes by their absolute names. Services and operations are shapes, too; what is known about a
shape or member is in its traits. Source: Smithy's specification of the JSON AST. As in ACK, a union is a structure with
one member set. An operation counts wherever it is bound: to the service, to a resource, or to nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from mapper.inputs import Document, Node, number_of, problem_at, text_of, text_or_empty
from mapper.report.diagnostic import MappingError

from .names import UNCHANGED
from .shapes import (
    LIST,
    MAP,
    STRING,
    STRUCTURE,
    Api,
    Bounds,
    ModelOperation,
    Ref,
    Shape,
    below,
    check_name,
    refuse_endless,
)
from .smithy_shapes import PRELUDE, Definition, Traits, definitions

SMITHY = "smithy"
"""The key of the format's version, which every model has."""

_VERSION = re.compile(r"[12](?:\.[0-9]+)?")
_INTEGER = 2**31
"""Smithy's integers have 32 bits."""

_KINDS = {
    "set": LIST,
    "union": STRUCTURE,
    "enum": STRING,
    "document": STRUCTURE,
}
"""Types of Smithy that this package has another word for. A document is a structure whose members are not known."""

_UNIT = f"{PRELUDE}Unit"
_BUILT_IN = {
    **{
        name: name[:1].lower() + name[1:]
        for name in "BigDecimal BigInteger Blob Boolean Byte Double Float Integer Long Short String Timestamp".split()
    },
    **{f"Primitive{name}": name.lower() for name in "Boolean Byte Double Float Integer Long Short".split()},
    "Document": STRUCTURE,
    "Unit": STRUCTURE,
}
"""The shapes of Smithy's prelude, and their types."""


def read_smithy(document: Document) -> Api:
    """The model in a document, in its own spelling. Raises MappingError."""
    version = document.node.child(SMITHY)
    if not isinstance(version.value, str) or not _VERSION.fullmatch(version.value):
        text = f"a model of Smithy {version.value!r} cannot be read: give one of version 1.0 or 2.0"
        raise MappingError(problem_at(text, version, remedy=UNCHANGED))
    by_name = definitions(document)
    service = _service(document, by_name)
    reader = _Reader(by_name, _renames(service))
    operations = reader.operations()
    shapes = reader.shapes
    _refuse_equal_names(shapes.values(), operations.values())
    named = _name(service)
    return Api(
        str(named.value),
        named,
        service.traits.text("title"),
        text_or_empty(service.node.value.get("version")),
        operations,
        shapes,
        (document,),
    )


def _service(document: Document, by_name: dict[str, Definition]) -> Definition:
    services = [definition for definition in by_name.values() if definition.kind == "service"]
    if len(services) != 1:
        names = ", ".join(definition.name for definition in services)
        text = f"the model has several services: {names}" if names else "the model has no service"
        raise MappingError(problem_at(text, document.node.child("shapes"), remedy="give a model of one service"))
    return services[0]


def _name(service: Definition) -> Node:
    """The place of the name by which SDKs call the service."""
    trait = service.traits.node("aws.api#service")
    name = trait.get("sdkId") if trait is not None else None
    if name is None or not text_of(name.value):
        text = f"service {service.name!r}: the trait aws.api#service has no sdkId; is this a model of an AWS API?"
        raise MappingError(problem_at(text, service.node, remedy=UNCHANGED))
    return name


def _renames(service: Definition) -> dict[str, str]:
    """The names that a service gives to shapes of other namespaces, by absolute name."""
    rename = service.node.value.get("rename")
    return {str(shape): str(name) for shape, name in rename.items()} if isinstance(rename, dict) else {}


class _Reader:
    """Makes shapes and operations of definitions. `shapes` has the shapes of the model by absolute name."""

    def __init__(self, definitions: dict[str, Definition], renames: dict[str, str]) -> None:
        self._found = definitions
        self._renames = renames
        self._built_in: dict[str, Shape] = {}
        self.shapes = {
            name: self._shape(definition) for name, definition in definitions.items() if _is_type(definition)
        }
        for name, shape in self.shapes.items():
            self._connect(definitions[name], shape)
        for shape in self.shapes.values():
            refuse_endless(shape)

    def _shape(self, definition: Definition) -> Shape:
        name = self._renames.get(definition.name) or definition.short_name
        check_name(f"shape {definition.name!r}", name, definition.node)
        traits = definition.traits
        legacy = _legacy_enum(traits) if definition.kind == STRING else ()
        values = [member.traits.value("enumValue", key) for key, member in definition.members.items()]
        whole = (v for v in values if isinstance(v, int) and not isinstance(v, bool) and -_INTEGER <= v < _INTEGER)
        return Shape(
            name,
            _KINDS.get(definition.kind, definition.kind),
            definition.node,
            enum=tuple(map(str, values)) if definition.kind == "enum" else legacy,
            numbers=tuple(whole) if definition.kind == "intEnum" else (),
            is_ordered=bool(legacy),
            pattern=traits.text("pattern") or None,
            is_anchored=True,
            limits=_limits(traits) or (None, None),
            documentation=traits.text("documentation"),
            exception=traits.has("error"),
            sensitive=traits.has("sensitive"),
            deprecated=_deprecation(traits),
        )

    def _connect(self, definition: Definition, shape: Shape) -> None:
        if shape.kind == STRUCTURE:
            for key, member in definition.members.items():
                check_name(f"shape {definition.name!r}, member {key!r}", key, member.node)
                shape.members[key] = self._ref(definition, key)
                shape.members[key].source_name = key
            required = (key for key, member in definition.members.items() if member.traits.has("required"))
            shape.required = frozenset(required)
        elif shape.kind in (LIST, MAP):
            if shape.kind == MAP:
                self._ref(definition, "key")  # a text, whatever its limits are
            shape.element = self._ref(definition, "member" if shape.kind == LIST else "value")

    def _ref(self, definition: Definition, key: str) -> Ref:
        """The member `key` of a structure, list or map."""
        member = definition.members.get(key)
        if member is None:
            raise MappingError(
                problem_at(f"shape {definition.name!r}: {key} is missing", definition.node, remedy=UNCHANGED)
            )
        traits = member.traits
        return Ref(
            self._target(member.target, member.node, definition.name),
            member.node,
            documentation=traits.text("documentation"),
            idempotency_token=traits.has("idempotencyToken"),
            pattern=traits.text("pattern") or None,
            limits=_limits(traits),
            deprecated=_deprecation(traits),
        )

    def _target(self, name: str, node: Node, where: str) -> Shape:
        shape = self.shapes.get(name)
        if shape is not None:
            return shape
        kind = _BUILT_IN.get(name.removeprefix(PRELUDE)) if name.startswith(PRELUDE) else None
        if kind is None:
            text = f"{where!r} refers to {name!r}, which "
            text += "is not a type" if name in self._found else "does not exist"
            raise MappingError(problem_at(text, node, remedy=UNCHANGED))
        return self._built_in.setdefault(name, Shape(name.removeprefix(PRELUDE), kind, node))

    def operations(self) -> dict[str, ModelOperation]:
        """All operations by name, with their payloads."""
        operations: dict[str, ModelOperation] = {}
        for definition in self._found.values():
            if definition.kind != "operation" or definition.is_mixin:
                continue
            name = definition.short_name
            check_name(f"operation {definition.name!r}", name, definition.node)
            if name in operations:
                raise MappingError(
                    problem_at(f"the model has two operations {name!r}", definition.node, remedy=UNCHANGED)
                )
            operations[name] = ModelOperation(
                name,
                definition.node,
                self._payload(definition, "input"),
                self._payload(definition, "output"),
                definition.traits.text("documentation"),
            )
        return operations

    def _payload(self, operation: Definition, part: str) -> Shape:
        """What an operation takes or returns: an empty structure for no payload."""
        member = operation.members.get(part)
        if member is None or member.target == _UNIT:
            return Shape(f"{operation.short_name}{part.capitalize()}", STRUCTURE, operation.node)
        shape = self._target(member.target, member.node, operation.name)
        if shape.kind != STRUCTURE:
            raise MappingError(
                problem_at(f"operation {operation.name!r}: {part} is not a structure", member.node, remedy=UNCHANGED)
            )
        return shape


_NO_TYPES = frozenset(("service", "resource", "operation"))


def _is_type(definition: Definition) -> bool:
    """Whether a definition is a type of data, rather than a part of one, or the definition of a trait."""
    return definition.kind not in _NO_TYPES and not definition.is_mixin and not definition.traits.has("trait")


def _legacy_enum(traits: Traits) -> tuple[str, ...]:
    """The values of an enum as version 1.0 has it: a trait of a string."""
    values = traits.value("enum", None)
    return tuple(_values(values)) if isinstance(values, list) else ()


def _values(entries: list[Any]) -> Iterator[str]:
    for entry in entries:
        value = text_of(entry.get("value")) if isinstance(entry, dict) else None
        if value is not None:
            yield value


def _limits(traits: Traits) -> Bounds | None:
    """The limits of a value, of its length, or of the number of its elements."""
    for key in ("range", "length"):
        limit = traits.value(key, None)
        if isinstance(limit, dict):
            return number_of(limit.get("min")), number_of(limit.get("max"))
    return None


def _deprecation(traits: Traits) -> str | None:
    if not traits.has("deprecated"):
        return None
    details = traits.value("deprecated", None)
    return (text_of(details.get("message")) if isinstance(details, dict) else None) or "deprecated"


def _refuse_equal_names(shapes: Iterable[Shape], operations: Iterable[ModelOperation]) -> None:
    """Raises MappingError for two structures or enums of one name in different namespaces: Go has one type for each."""
    roots = [shape for shape in shapes if shape.exception or shape.enum]
    roots += [payload for operation in operations for payload in (operation.input, operation.output)]
    seen: dict[str, Shape] = {}
    for shape in below(roots):
        if shape.kind == STRUCTURE or shape.enum:
            other = seen.setdefault(shape.name, shape)
            if other is not shape:
                text = f"two shapes are called {shape.name!r}; give one another name with rename of the service"
                raise MappingError(problem_at(text, shape.node, remedy=UNCHANGED))
