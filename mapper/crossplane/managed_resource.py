"""The kinds of entities of a Crossplane provider."""

from ..model import Kind

MANAGED_RESOURCE = Kind("managed resource", "Managed Resource", "Managed Resources", "managed-resources")
KINDS = (MANAGED_RESOURCE,)
