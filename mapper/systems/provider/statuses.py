"""Status and reason of attributes; the reason distinguishes schemas with the same status.

`mapper.systems.provider.artifacts` restores a schema from the codes of reasons.
"""

from msgspec.structs import replace

from mapper.languages.tfplugin.schema import Attribute
from mapper.model import Entity, Reason, Status

FLAGS: dict[tuple[bool, bool, bool], tuple[Status, Reason]] = {
    (True, False, False): (Status.REQUIRED, Reason("required", "the schema says required")),
    (False, True, False): (Status.OPTIONAL, Reason("optional", "the schema says optional")),
    (False, False, True): (Status.COMPUTED, Reason("computed", "the schema says that the provider sets it")),
    (False, True, True): (
        Status.COMPUTED_OPTIONAL,
        Reason("optional-computed", "the schema says optional, and that the provider chooses if left out"),
    ),
    (False, False, False): (Status.OPTIONAL, Reason("no-status", "the schema does not say who sets it")),
    (True, True, False): (Status.REQUIRED, Reason("required-optional", "the schema says required and optional")),
    (True, False, True): (
        Status.REQUIRED,
        Reason("required-computed", "the schema says required, and set by the provider"),
    ),
    (True, True, True): (
        Status.REQUIRED,
        Reason("required-all", "the schema says required, optional, and set by the provider"),
    ),
}
"""Status and reason by the schema's flags: required, optional, computed."""

SDK_ID = Reason("sdk-id", "the SDK of Terraform adds it to every object: only the provider sets it")
"""`id` as the SDK declares it, optional and computed without a text; a configuration that sets it is refused."""

FLAGS_OF = {SDK_ID.code: (False, True, True)} | {reason.code: flags for flags, (_, reason) in FLAGS.items()}
"""The schema's flags by the code of the reason."""

_AT_LEAST = "the schema asks for at least one such block"
_ANY = "the schema asks for no such block"
_READ = "the provider sets all that is in the block"
_GROUP = "the block is there even where a configuration does not write it"

BLOCKS = {
    (False, Status.REQUIRED): Reason("block-required", _AT_LEAST),
    (False, Status.OPTIONAL): Reason("block-optional", _ANY),
    (False, Status.COMPUTED): Reason("block-computed", _READ),
    (True, Status.REQUIRED): Reason("group-required", f"{_AT_LEAST}; {_GROUP}"),
    (True, Status.OPTIONAL): Reason("group-optional", _GROUP),
    (True, Status.COMPUTED): Reason("group-computed", f"{_READ}; {_GROUP}"),
}
"""Reasons of blocks, by whether they are a group, and their status."""

MEMBER = Reason("member", "every object of the type has it")
OPTIONAL_MEMBER = Reason("member-optional", "objects of the type may omit it")
ELEMENT = Reason("tuple-element", "it is an element of a tuple; its name is its index")

PARAMETER = Reason("parameter", "the function asks for it")
NULLABLE = Reason("parameter-nullable", "the function asks for it, and takes null")
VARIADIC = Reason("variadic", "any number of arguments may follow")
NULLABLE_VARIADIC = Reason("variadic-nullable", "any number of arguments may follow, each of which may be null")
RETURN = Reason("return", "it is what the function returns")

FOR_IMPORT = Reason("identity-required", "an import needs it")
MAYBE_FOR_IMPORT = Reason("identity-optional", "an import may give it")
NOT_FOR_IMPORT = Reason("identity", "it is a part of the identity; an import does not give it")


def status_of(name: str, attribute: Attribute, prefix: str) -> tuple[Status, Reason]:
    """Status and reason of an attribute below `prefix`."""
    if name == "id" and not prefix and attribute.optional and attribute.computed and not attribute.description:
        return Status.COMPUTED, SDK_ID
    return FLAGS[attribute.required, attribute.optional, attribute.computed]


def as_declared(entity: Entity) -> Entity:
    """The entity with an `id` of the SDK as the schema declares it: a generated provider may declare it so itself."""
    attributes = tuple(
        replace(attribute, status=Status.COMPUTED_OPTIONAL) if attribute.reason.code == SDK_ID.code else attribute
        for attribute in entity.body.attributes
    )
    return replace(entity, body=replace(entity.body, attributes=attributes))
