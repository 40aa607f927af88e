"""Writes CustomResourceDefinitions, with the columns of `kubectl get` and the parts that ACK adds to all of them."""

from collections.abc import Callable, Iterator
from typing import Any

from mapper.inputs import problem_at
from mapper.languages.kubernetes.crd import (
    Rules,
    Schemas,
    Version,
    comment,
    comment_on_one_line,
    definition,
    file_name,
    root,
    with_empty_status,
)
from mapper.languages.kubernetes.yaml_text import text_of
from mapper.model import Address, Attribute, Body, Column, Entity, Mapping, Nested, Status

from .config import CORRECT_ENTRY, ColumnConfig
from .fields import Field, Resource
from .names import camel, camel_lower
from .runtime import GO_TAG, SECRET, Profile, profile_of
from .shapes import SCALARS

_IMMUTABLE = [{"message": "Value is immutable once set", "rule": "self == oldSelf"}]


def write_crds(mapping: Mapping) -> dict[str, str]:
    """The definition of each custom resource: file name -> text."""
    start = "\n---\n" if profile_of(mapping.target).seed else "---\n"
    return {
        file_name(entity.address): start + text_of(definition)
        for entity, definition in definitions(mapping)
        if entity.address is not None
    }


def definitions(mapping: Mapping) -> Iterator[tuple[Entity, dict[str, Any]]]:
    """The definition of each custom resource as plain data. They share data: do not change it."""
    profile = profile_of(mapping.target)
    text = comment_on_one_line if profile.seed else comment
    schemas = Schemas(Rules(_is_required, text, _of_field, _of_object))
    for entity in mapping.entities:
        if entity.address is not None:
            yield entity, _definition(entity, entity.address, profile, schemas, text)


def _definition(
    entity: Entity, address: Address, profile: Profile, schemas: Schemas, text: Callable[[str], str]
) -> dict[str, Any]:
    roots = {
        attribute.name: schemas.object(attribute.type.body)
        for attribute in entity.placed.attributes
        if isinstance(attribute.type, Nested)
    }
    version = Version(address.version, root(entity.name, roots, text), address.columns)
    written = definition(entity.name, address, [version], profile.controller_gen)
    return with_empty_status(written) if profile.seed else written


def _is_required(attribute: Attribute) -> bool:
    """Whether controller-gen treats a field as required: it has the marker, or its Go tag lacks *omitempty*."""
    bare = any(f.keyword == GO_TAG and ",omitempty" not in str(f.value) for f in attribute.fragments)
    return attribute.always or attribute.status is Status.REQUIRED or (bare and attribute.status is not Status.COMPUTED)


def _of_field(attribute: Attribute) -> dict[str, Any]:
    return {"x-kubernetes-validations": _IMMUTABLE} if attribute.replaces else {}


def _of_object(body: Body) -> dict[str, Any]:
    return {"x-kubernetes-map-type": "atomic"} if body.name == SECRET else {}


_TYPES = {"string": "string", "int64": "integer", "float64": "number", "timestamp": "date"}
_ORDERS = ("name", "type", "jsonpath", "index")
_SYNCED = Column("Synced", '.status.conditions[?(@.type=="ACK.ResourceSynced")].status', "string")
_AGE = Column("Age", ".metadata.creationTimestamp", "date")


def columns(resource: Resource) -> tuple[Column, ...]:
    """The columns in order. An entry that cannot be a column is added to `resource.problems`."""
    positioned: list[tuple[Column, int]] = []
    for above, fields in (("spec", resource.spec), ("status", resource.status)):
        for field in fields.values():
            if field.config is not None and field.config.print is not None:
                column = _column(resource, field, field.config.print, above)
                if column is not None:
                    positioned.append((column, field.config.print.index))
    settings = resource.config.print
    if settings is None:
        return tuple(column for column, _ in sorted(positioned, key=lambda item: item[0].name))
    positioned += [(Column(c.name, c.json_path, c.type, c.priority), c.index) for c in settings.columns]
    order = settings.order_by.lower() or "name"
    if order not in _ORDERS:
        node = resource.config.node
        if node is not None:
            text = f"print.order_by: {settings.order_by!r} is none of {', '.join(_ORDERS)}"
            resource.problems.append(problem_at(f"resources.{resource.kind.name}: {text}", node, remedy=CORRECT_ENTRY))

    def rank(item: tuple[Column, int]) -> tuple[int, str]:
        column, index = item
        return index if order == "index" else 0, {"type": column.type, "jsonpath": column.path}.get(order, column.name)

    ordered = [column for column, _ in sorted(positioned, key=rank)]
    return (*ordered, *([_SYNCED] if settings.synced else []), *([_AGE] if settings.age else []))


def _column(resource: Resource, field: Field, config: ColumnConfig, above: str) -> Column | None:
    type_ = _TYPES.get(SCALARS.get(field.shape.kind, ""))
    if type_ is None:
        text = f"a column cannot show {field.key}, which is not a string, number or time"
        resource.problems.append(
            problem_at(f"resources.{resource.kind.name}: {text}", config.node, remedy=CORRECT_ENTRY)
        )
        return None
    return Column(config.name or camel(field.name), f".{above}.{camel_lower(field.name)}", type_, config.priority)
