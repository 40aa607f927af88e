"""The kinds of entities of an ACK controller."""

from ..model import EntityKind

CUSTOM_RESOURCE = EntityKind("custom resource", "Custom Resource", "Custom Resources", "custom-resources")
KINDS = (CUSTOM_RESOURCE,)
