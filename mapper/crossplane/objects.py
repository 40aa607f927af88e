"""The parts of a mapping that all profiles share: the types of fields, and the objects around them."""

from __future__ import annotations

from collections.abc import Callable

from ..inputs import Node
from ..model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Nested,
    NestingMode,
    Object,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from ..model.limits import Limits, Size
from ..origin import Part, PartKind
from .config import ResourceSettings
from .fields import Field, Many, ObjectShape, Shape

SCHEMA, CONFIG = Part(PartKind.OTHER, "provider schema"), Part(PartKind.OTHER, "provider config")

OPTIONAL = Reason("optional", "the schema says optional")
FILLED = Reason("optional-computed", "the schema says optional, and that the provider chooses if left out")
OUTPUT = Reason("computed", "the schema says that the provider sets it")
SECRET = Reason("secret", "it is sensitive: the value is in a secret")
_PART_OF_SECRET = Reason("secret-reference", "a reference to a secret has it")

_MODES = {
    CollectionKind.LIST: NestingMode.LIST,
    CollectionKind.SET: NestingMode.SET,
    CollectionKind.MAP: NestingMode.MAP,
}

Bodies = Callable[[tuple[Field, ...]], Body]
"""Makes the body of an object from its fields."""


def holder(node: Node, name: str, status: Status, why: str, *inside: Attribute) -> Attribute:
    """An object of the definition that contains fields."""
    origins = (Origin(SCHEMA, node, contribution=Contribution.CHILDREN),)
    return Attribute(name, name, Nested(NestingMode.SINGLE, Body(inside)), status, Reason(name, why), origins)


def frame(node: Node, *first: Attribute) -> Body:
    """The objects that contain the fields of a resource; `first` are those of the spec besides `forProvider`."""
    for_provider = holder(node, "forProvider", Status.REQUIRED, "what the object is to be")
    at_provider = holder(node, "atProvider", Status.COMPUTED, "what the object is")
    return Body((
        holder(node, "spec", Status.REQUIRED, "what is asked for", for_provider, *first),
        holder(node, "status", Status.COMPUTED, "what the provider says", at_provider),
    ))  # fmt: skip


def changes_of(field: Field, settings: ResourceSettings) -> tuple[Origin, ...]:
    """The lines of the config that change a field."""
    if not settings.changes and not field.identifier:
        return ()
    nodes = list(settings.changes.get(field.path, ()))
    if settings.to_status and "." in field.path:
        parts = field.path.split(".")
        around = (".".join(parts[:count]) for count in range(1, len(parts)))
        nodes += [settings.paths[path] for path in around if path in settings.to_status]
    name = settings.node.get("external_name") if field.identifier and settings.node is not None else None
    nodes += [name] if name is not None else []
    return tuple(Origin(CONFIG, node, contribution=Contribution.OVERRIDE) for node in nodes)


def limits_of(field: Field) -> Limits:
    """The limits on the number of items of a field; none for a single object."""
    least, most = field.counts
    return (Size(least or None, most or None),) if isinstance(field.shape, Many) and (least or most) else ()


def secret_type(field: Field, *, in_namespace: bool = False) -> Type:
    """The type of a secret reference."""
    names = ["name"] if in_namespace else ["name", "namespace"]
    if not field.is_map:
        names.append("key")
    origins = (Origin(SCHEMA, field.node),)
    text = Scalar(ScalarKind.STRING)
    inside = (Attribute(name, name, text, Status.REQUIRED, _PART_OF_SECRET, origins) for name in names)
    return Nested(NestingMode.LIST if field.is_list else NestingMode.SINGLE, Body(tuple(inside)))


def type_of(shape: Shape, body: Bodies) -> Type:
    """The type of a field."""
    match shape:
        case ObjectShape(fields):
            return Nested(NestingMode.SINGLE, body(fields))
        case Many(kind, ObjectShape(fields)):
            return Nested(_MODES[kind], body(fields))
        case Many(kind, element):
            return Collection(kind, _element(element, body))
        case ScalarKind():
            return Scalar(shape)


def _element(shape: Shape, body: Bodies) -> Type:
    inner = type_of(shape, body)
    return Object(inner.body) if isinstance(inner, Nested) and inner.mode is NestingMode.SINGLE else inner
