"""The kind of the entities of an API that ACK manages."""

from mapper.model import EntityKind

CUSTOM_RESOURCE = EntityKind(
    "custom resource",
    "Custom Resource",
    "Custom Resources",
    "custom-resources",
    users=("custom resources", "of kind"),
)
KINDS = (CUSTOM_RESOURCE,)
