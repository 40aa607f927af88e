"""Example configurations of an entity, in HCL."""

from msgspec.structs import replace

from mapper.languages.hcl.example import LABEL, block, referring
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES, RESERVED_ROOT_NAMES, is_name, quoted
from mapper.model import Attribute, Body, Entity, Mapping, Nested, Purpose, Status, Supply
from mapper.model.attribute import with_attributes
from mapper.model.samples.extent import Extent

from .. import identifiers, kinds
from ..identifiers import to_identifier


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
    operation = entity.operation(Purpose.CREATE if entity.kind is kinds.RESOURCE else Purpose.READ)
    needed = {argument.attribute for argument in operation.in_path} if operation is not None else set()
    attributes = tuple(
        replace(attribute, status=Status.REQUIRED)
        if attribute.status in (Status.OPTIONAL, Status.COMPUTED_OPTIONAL) and attribute.name in needed
        else attribute
        for attribute in entity.body.attributes
    )
    return with_attributes(entity.body, attributes)


def import_hint(entity: Entity, provider: str) -> str | None:
    """The `import` block of a resource, with the attributes that fill the path of its read operation, in their order.

    None if there is nothing that says which object it is.
    """
    name, read = type_name(entity, provider), entity.operation(Purpose.READ)
    if entity.kind is not kinds.RESOURCE or read is None or not is_name(name):
        return None
    given = [argument for argument in read.in_path if argument.supply not in (Supply.CONSTANT, Supply.PROVIDER)]
    names = [argument.attribute or to_identifier(argument.name) or argument.name for argument in given]
    known = {attribute.name for attribute in entity.body.attributes}
    if "id" not in known and not (given and all(argument.attribute for argument in given)):
        return None
    value = "/".join(f"<{each}>" for each in names or ["id"])
    block = f"import {{\n  to = {name}.{LABEL}\n  id = {quoted(value)}\n}}\n"
    lost = [attribute for attribute in not_restored(entity.body) if attribute not in names]
    return f"{block}\n{_ignoring(name, lost)}" if lost else block


def not_restored(body: Body) -> list[str]:
    """The attributes of a resource that an import leaves null, in whole or in part: users set them, and no read
    returns them. Empty if it is not known what a read returns.
    """
    if not any(_is_read(attribute) for attribute in body.attributes):
        return []
    return [
        attribute.name
        for attribute in body.attributes
        if attribute.status is not Status.COMPUTED and (not _is_read(attribute) or _loses_a_part(attribute))
    ]


def _is_read(attribute: Attribute) -> bool:
    return Purpose.READ in attribute.returned_by


def _loses_a_part(attribute: Attribute) -> bool:
    """Whether something in an object replaces the resource and is not read."""
    if not isinstance(attribute.type, Nested):
        return False
    return any(
        inner.status is not Status.COMPUTED and ((inner.replaces and not _is_read(inner)) or _loses_a_part(inner))
        for inner in attribute.type.body.attributes
    )


def _ignoring(name: str, attributes: list[str]) -> str:
    """What keeps an imported object: the next plan would set, or replace it for, what the import does not restore."""
    listed = "".join(f"      {attribute},\n" for attribute in attributes)
    return (
        f"resource {quoted(name)} {quoted(LABEL)} {{\n"
        "  # An import does not restore these attributes: the next plan would change or replace the object.\n"
        f"  lifecycle {{\n    ignore_changes = [\n{listed}    ]\n  }}\n}}\n"
    )


def type_name(entity: Entity, provider: str) -> str:
    """The type of an entity in a configuration: prefixed with the name of the provider."""
    return entity.name if entity.kind is kinds.PROVIDER else identifiers.type_name(entity.name, provider)


def block_of(entity: Entity) -> str:
    """The keyword of the block that contains the attributes of an entity."""
    return "provider" if entity.kind is kinds.PROVIDER else "resource" if entity.kind is kinds.RESOURCE else "data"


def _head(entity: Entity, provider: str) -> str:
    head = f"{block_of(entity)} {quoted(type_name(entity, provider))}"
    return head if entity.kind is kinds.PROVIDER else f'{head} "{LABEL}"'
