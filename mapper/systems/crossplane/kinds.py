"""The kind of the entities of a Crossplane provider, and the profiles in which they are written."""

from mapper.model import EntityKind

MANAGED_RESOURCE = EntityKind(
    "managed resource",
    "Managed Resource",
    "Managed Resources",
    "managed-resources",
    users=("managed resources", "of kind"),
)
KINDS = (MANAGED_RESOURCE,)

UPJET, V2020 = "upjet", "v2020"
PROFILES = UPJET, V2020
"""The names of the profiles; the first is the default."""
