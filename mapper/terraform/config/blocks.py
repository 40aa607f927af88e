"""Which nested attributes a configuration can write as blocks.

The rules are those of Terraform and of the plugin framework: a block is at the root or in another block. It is one
object, or a list or set of objects. It is configured or omitted, so that the API never sets it. The framework requires
the required attributes of a single block even if the block is omitted (`internal/fwserver/block_validation.go`).
"""

from __future__ import annotations

from ...model import Attribute, Nested, NestingMode, Status
from ...model.limits import ExactlyOneOf, find

BLOCK = "block"
"""The key in an override, and next to the type of an added attribute."""

OUTSIDE = "it is in a nested attribute that is no block, and only blocks have blocks in them"


def why_no_block(attribute: Attribute) -> str:
    """Why an attribute cannot be a block, not regarding its parent; empty if it can."""
    if not isinstance(attribute.type, Nested):
        return "only nested attributes can be blocks"
    if attribute.type.mode is NestingMode.MAP:
        return "a map of objects can be no block: there are single blocks, lists and sets"
    if attribute.status is Status.COMPUTED:
        return "it is computed, and a block is what a configuration writes"
    if attribute.sensitive:
        return "it is sensitive, which a block cannot be: mark the attributes in it"
    if any(part.keyword == "default" for part in attribute.fragments):
        return "it has a default, which a block cannot have"
    needed = next(filter(_is_needed, attribute.type.body.attributes), None)
    if attribute.type.mode is NestingMode.SINGLE and attribute.status is not Status.REQUIRED and needed is not None:
        asks = f"{needed.name} in it, and the plugin framework asks for that where a single block is left out, too"
        return f"it is not required but has the required {asks}: require it, or make it a list of object"
    return ""


def _is_needed(attribute: Attribute) -> bool:
    """Whether an object needs a value for the attribute, or for another one of its choice."""
    has_choice = attribute.status is not Status.COMPUTED and find(attribute.limits, ExactlyOneOf) is not None
    return attribute.status is Status.REQUIRED or has_choice


def is_block(attribute: Attribute) -> bool:
    """Whether the attribute is a block."""
    return isinstance(attribute.type, Nested) and attribute.type.block
