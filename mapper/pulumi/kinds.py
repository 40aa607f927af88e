"""What entities of a Pulumi package are."""

from ..model import Entity, Kind

PROVIDER = Kind("provider", "Provider", "Provider")
CONFIG = Kind("configuration", "Configuration", "Configuration")
"""The variables of the config of stacks, which the provider reads."""
FUNCTION = Kind("function", "Function", "Functions", "functions")
RESOURCE = Kind("resource", "Resource", "Resources", "resources")
TYPE = Kind("type", "Type", "Types", "types")
ENUM = Kind("enum", "Enum", "Enums", "enums")
MODULE = Kind("module", "Module", "Modules", "modules")
"""A package of the IDL that has constants of its own, besides those of enums."""

KINDS = (PROVIDER, CONFIG, RESOURCE, FUNCTION, TYPE, ENUM, MODULE)
CONSTANTS = frozenset((ENUM, MODULE))
"""Kinds whose attributes are named values, and nothing that a program sets."""
TOKEN = "token"  # noqa: S105 - a name of what types have
"""The keyword of the fragment that says the token of a resource, a function or a type."""


def token_of(entity: Entity) -> str | None:
    """The token of an entity; None for what has none."""
    return next((str(part.value) for part in entity.fragments if part.keyword == TOKEN), None)


def aliases_of(entity: Entity) -> tuple[str, ...]:
    """The tokens that a resource had before, as far as it says them."""
    said = next((part.value for part in entity.fragments if part.keyword == "aliases"), ())
    found = (
        one.get("type") if isinstance(one, dict) else one for one in (said if isinstance(said, list | tuple) else ())
    )
    return tuple(one for one in found if isinstance(one, str) and one)
