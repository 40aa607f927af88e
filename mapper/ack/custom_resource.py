"""The kinds of entities of an ACK controller."""

from ..model import Kind

CUSTOM_RESOURCE = Kind("custom resource", "Custom Resource", "Custom Resources", "custom-resources")
KINDS = (CUSTOM_RESOURCE,)
