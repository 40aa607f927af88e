"""The kinds of entities of a Crossplane provider."""

from ..model import EntityKind

MANAGED_RESOURCE = EntityKind("managed resource", "Managed Resource", "Managed Resources", "managed-resources")
KINDS = (MANAGED_RESOURCE,)
