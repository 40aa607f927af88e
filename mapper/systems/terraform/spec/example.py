"""Example configurations of an entity, in HCL."""

from collections.abc import Iterator

from msgspec.structs import replace

from mapper.languages.hcl.declarations import declarations
from mapper.languages.hcl.example import LABEL, block, referring
from mapper.languages.hcl.literals import RESERVED_PROVIDER_NAMES, RESERVED_ROOT_NAMES, is_name, quoted
from mapper.languages.hcl.settable import Settable
from mapper.model import Attribute, Body, Entity, Mapping, Nested, NestingMode, Place, Purpose, Scalar, Status, Supply
from mapper.model.attribute import with_attributes
from mapper.model.samples.extent import Extent

from .. import identifiers, kinds
from ..identifiers import to_identifier

_OPTIONAL = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_TOKENS = ("token", "api_token", "access_token", "api_key", "key", "password", "client_secret")
"""The names of credentials; an earlier one is enough where there are several."""

_USERS = {"password": "username", "client_secret": "client_id"}
"""Who the credential is of."""

_ADDRESS, _FEW = "endpoint", 4


def example(
    entity: Entity, mapping: Mapping, extent: Extent, limit: int = 60, *, inside: Settable | None = None
) -> str:
    """A configuration of `entity`; a value that is the attribute of another resource is an expression.

    Optional attributes that exceed `limit` lines are left out, nested ones first, with a comment. Examples of the
    same entity may share `inside`.
    """
    reserved = RESERVED_PROVIDER_NAMES if entity.kind is kinds.PROVIDER else RESERVED_ROOT_NAMES
    provider = mapping.provider
    refer = referring(entity.ref, mapping, lambda name: identifiers.type_name(name, provider))
    body = _example_body(entity)
    if entity.kind is kinds.PROVIDER and extent is Extent.TYPICAL:
        body = _with_settings(body)
    return block(_head(entity, provider), body, reserved, extent=extent, limit=limit, refer=refer, inside=inside)


def needs(text: str, mapping: Mapping) -> str:
    """The smallest declarations of the resources and variables that an example refers to."""

    def smallest(type_: str) -> str:
        named = (e for e in mapping.of_kind(kinds.RESOURCE) if type_name(e, mapping.provider) == type_)
        entity = next(named, None)
        return "" if entity is None else example(entity, mapping, Extent.MINIMAL)

    return declarations(text, smallest)


def _example_body(entity: Entity) -> Body:
    """The body of an example. The path parameters of the create or read operation are required. Attributes that no
    operation of a resource sends are left out, such as a state that only an action of the API changes.
    """
    operation = entity.operation(Purpose.CREATE if entity.kind is kinds.RESOURCE else Purpose.READ)
    needed = {argument.attribute for argument in operation.in_path} if operation is not None else set()
    filled = {argument.attribute for each in entity.operations for argument in each.arguments}
    attributes = (
        replace(attribute, status=Status.REQUIRED)
        if attribute.status in _OPTIONAL and attribute.name in needed
        else attribute
        for attribute in entity.body.attributes
        if entity.kind is not kinds.RESOURCE or attribute.name in filled or not _is_unsent(attribute)
    )
    return with_attributes(entity.body, tuple(attributes))


def _with_settings(body: Body) -> Body:
    """The body of a provider with what a user mostly sets required: the credential, and the rest if it is little.

    It may all be optional, as the environment may have it; but an empty block tells nobody what there is to set.
    """
    settings = [
        a for a in body.attributes if isinstance(a.type, Scalar) and a.status in _OPTIONAL and not a.deprecation
    ]
    secrets = [a.name for a in settings if a.sensitive]
    tokens = [name for name in _TOKENS if name in secrets][:1]
    credentials = tokens or (secrets if len(secrets) <= _FEW else [])
    others = [a.name for a in settings if not a.sensitive and a.name != _ADDRESS]
    shown = {*credentials, *(others if len(others) <= _FEW else map(_USERS.get, credentials))}
    attributes = (replace(a, status=Status.REQUIRED) if a.name in shown else a for a in body.attributes)
    return with_attributes(body, tuple(attributes))


def _is_unsent(attribute: Attribute) -> bool:
    return attribute.status in _OPTIONAL and not attribute.sent_by and bool(attribute.returned_by)


def import_hint(entity: Entity, provider: str) -> str | None:
    """The `import` block of a resource. It has the attributes in the path of its read operation, in order, and the
    attributes of parameters that read requires.

    None if there is nothing that says which object it is.
    """
    name, read = type_name(entity, provider), entity.operation(Purpose.READ)
    if entity.kind is not kinds.RESOURCE or read is None or not is_name(name):
        return None
    needed = [*read.in_path, *(a for a in read.arguments if a.place is Place.QUERY and a.attribute)]
    given = [argument for argument in needed if argument.supply not in (Supply.CONSTANT, Supply.PROVIDER)]
    names = [argument.attribute or to_identifier(argument.name) or argument.name for argument in given]
    attribute_names = {attribute.name for attribute in entity.body.attributes}
    if "id" not in attribute_names and not (given and all(argument.attribute for argument in given)):
        return None
    value = "/".join(f"<{each}>" for each in names or ["id"])
    block = f"import {{\n  to = {name}.{LABEL}\n  id = {quoted(value)}\n}}\n"
    lost = [attribute for attribute in not_restored(entity.body) if attribute not in names]
    return f"{block}\n{_ignore_changes(name, lost)}" if lost else block


def not_restored(body: Body) -> list[str]:
    """The paths of what an import leaves null, as `ignore_changes` has them: users set it, and no read returns it."""
    return list(_paths_never_read(body, ""))


def _paths_never_read(body: Body, at: str) -> Iterator[str]:
    for attribute in body.attributes:
        type_, path = attribute.type, f"{at}{attribute.name}"
        if attribute.status is Status.COMPUTED or not attribute.origins:
            continue
        if Purpose.READ not in attribute.returned_by:
            yield path
        elif isinstance(type_, Nested) and type_.mode is NestingMode.SINGLE:
            yield from _paths_never_read(type_.body, f"{path}.")
        elif isinstance(type_, Nested) and _decides(type_.body):
            yield path


def _decides(body: Body) -> bool:
    """Whether the objects of a collection have an attribute that no operation reads, and that replaces the resource or
    is required. Nobody can say which element has it.
    """
    return any(
        attribute.status is not Status.COMPUTED
        and (
            ((attribute.replaces or attribute.status is Status.REQUIRED) and Purpose.READ not in attribute.returned_by)
            or (isinstance(attribute.type, Nested) and _decides(attribute.type.body))
        )
        for attribute in body.attributes
    )


def _ignore_changes(name: str, attributes: list[str]) -> str:
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
