"""The kinds of entities of a Pulumi package, and the reasons for the status of properties."""

from mapper.model import Entity, EntityKind, Reason

_USERS = "programs", "with"
PROVIDER = EntityKind("provider", "Provider", "Provider", users=_USERS)
CONFIG = EntityKind("configuration", "Configuration", "Configuration", users=_USERS)
"""The configuration variables of stacks that the provider reads."""
FUNCTION = EntityKind("function", "Function", "Functions", "functions", only_reads=True, users=_USERS)
RESOURCE = EntityKind("resource", "Resource", "Resources", "resources", users=_USERS)
TYPE = EntityKind("type", "Type", "Types", "types", users=_USERS)
ENUM = EntityKind("enum", "Enum", "Enums", "enums", users=_USERS)
MODULE = EntityKind("module", "Module", "Modules", "modules", users=_USERS)
"""A package of the IDL with constants that are not enum values."""

KINDS = (PROVIDER, CONFIG, RESOURCE, FUNCTION, TYPE, ENUM, MODULE)
CONSTANTS = frozenset((ENUM, MODULE))
"""Kinds whose attributes are named values, not inputs."""
TOKEN = "token"  # noqa: S105 - a name of what types have
"""The keyword of the fragment with the token of a resource, function or type."""


def token_of(entity: Entity) -> str | None:
    """The token of an entity; None if it has none."""
    return next((str(part.value) for part in entity.fragments if part.keyword == TOKEN), None)


def aliases_of(entity: Entity) -> tuple[str, ...]:
    """The former tokens of a resource, as far as its schema lists them."""
    aliases = next((part.value for part in entity.fragments if part.keyword == "aliases"), ())
    tokens = (
        alias.get("type") if isinstance(alias, dict) else alias
        for alias in (aliases if isinstance(aliases, list | tuple) else ())
    )
    return tuple(alias for alias in tokens if isinstance(alias, str) and alias)


GIVEN_NAME = Reason(
    "idl-named-resource", "the resource embeds idl.NamedResource: without a name it has its logical one"
)
NAMED = "the name of the resource if left out"
"""What such a name is."""
EVERY_RESOURCE = Reason("pulumi-id", "every resource has an ID, which its provider gives it")
ID_TEXT = "The ID that the provider gives to the resource."
INPUT_SIDE, OUTPUT_SIDE = "input", "output"
"""The placements of a property: as an input, and as an output."""
