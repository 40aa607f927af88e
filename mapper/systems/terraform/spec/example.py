"""Example configurations of an entity, in HCL."""

import re

from msgspec.structs import replace

from mapper.languages.hcl.example import LABEL, block, referring
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES, RESERVED_ROOT_NAMES, is_name, quoted
from mapper.model import Body, Entity, Mapping, Purpose, Status
from mapper.model.attribute import with_attributes
from mapper.model.samples.extent import Extent
from mapper.model.samples.schema_values import path_parameters

from .. import identifiers, kinds
from ..identifiers import to_identifier

_PATH_PARAMETER = re.compile(r"\{([^{}]+)\}")


def example(entity: Entity, mapping: Mapping, extent: Extent, limit: int = 60) -> str:
    """A configuration of `entity`; a value that is the attribute of another resource is an expression.

    Optional attributes that exceed `limit` lines are left out, nested ones first, with a comment.
    """
    reserved = RESERVED_PROVIDER_NAMES if entity.kind is kinds.PROVIDER else RESERVED_ROOT_NAMES
    provider = mapping.provider
    refer = referring(entity.ref, mapping, lambda name: identifiers.type_name(name, provider))
    return block(_head(entity, provider), _with_parents(entity), reserved, extent=extent, limit=limit, refer=refer)


def _with_parents(entity: Entity) -> Body:
    """The body, with the path parameters of the create or read operation required."""
    part = Purpose.CREATE if entity.kind is kinds.RESOURCE else Purpose.READ
    path = next((operation.path for operation in entity.operations if operation.part == part), "")
    needed = set(_PATH_PARAMETER.findall(path))
    attributes = tuple(
        replace(attribute, status=Status.REQUIRED)
        if attribute.status in (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
        and not needed.isdisjoint(path_parameters(attribute))
        else attribute
        for attribute in entity.body.attributes
    )
    return with_attributes(entity.body, attributes)


def import_hint(entity: Entity, provider: str) -> str | None:
    """The `import` block of a resource, based on the path parameters of its read operation.

    None if it has neither an `id` nor all of these parameters.
    """
    name = type_name(entity, provider)
    path = next((operation.path for operation in entity.operations if operation.part is Purpose.READ), None)
    if entity.kind is not kinds.RESOURCE or path is None or not is_name(name):
        return None
    parameters = [to_identifier(parameter) or parameter for parameter in _PATH_PARAMETER.findall(path)]
    names = {attribute.name for attribute in entity.body.attributes}
    if "id" not in names and not (parameters and names.issuperset(parameters)):
        return None
    value = "/".join(f"<{parameter}>" for parameter in parameters or ["id"])
    return f"import {{\n  to = {name}.{LABEL}\n  id = {quoted(value)}\n}}\n"


def type_name(entity: Entity, provider: str) -> str:
    """The type of an entity in a configuration: prefixed with the name of the provider."""
    return entity.name if entity.kind is kinds.PROVIDER else identifiers.type_name(entity.name, provider)


def block_of(entity: Entity) -> str:
    """The keyword of the block that contains the attributes of an entity."""
    return "provider" if entity.kind is kinds.PROVIDER else "resource" if entity.kind is kinds.RESOURCE else "data"


def _head(entity: Entity, provider: str) -> str:
    head = f"{block_of(entity)} {quoted(type_name(entity, provider))}"
    return head if entity.kind is kinds.PROVIDER else f'{head} "{LABEL}"'
