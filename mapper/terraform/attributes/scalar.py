"""The properties of an attribute that depend on its schema alone."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...inputs import Node, bool_of
from ...inputs.document import MergedNode
from ...model import Attribute, Fragment, Scalar, ScalarKind, Type
from ...report.diagnostic import Note
from ..config.fragments import custom_type
from ..config.policies import Policies
from ..rules import BAD_TYPE, JSON_STRING, MEMBER_RENAMED, POLICY
from ..schema.keywords import Schema, Unmappable

SCALARS = {kind: Scalar(kind) for kind in ScalarKind}
"""The scalar type of each kind, shared to save memory."""


def scalar(schema: Schema) -> Scalar:
    """The type of a schema that is neither an array nor an object. Raises Unmappable."""
    match schema.type:
        case "string":
            return SCALARS[ScalarKind.STRING]
        case "integer":
            return SCALARS[ScalarKind.INT64]
        case "boolean":
            return SCALARS[ScalarKind.BOOL]
        case "number":
            return SCALARS[ScalarKind.FLOAT64 if schema.format in ("double", "float") else ScalarKind.NUMBER]
    raise Unmappable(BAD_TYPE, f"{schema.type!r} is not a type that can be mapped", schema.node)


def is_read_only(node: Node, schema: Schema) -> bool:
    """Whether a property is readOnly, itself or in the target of its reference."""
    places = (place.value for place in (node, *schema.hops, schema.node) if isinstance(place.value, dict))  # or `true`
    return any(bool_of(value.get("readOnly")) is True for value in places)


def choices_of(schema: Schema) -> Sequence[Sequence[str]]:
    """The groups of properties of an object of which exactly one is given."""
    return schema.node.choices if isinstance(schema.node, MergedNode) else ()


def custom_types(schema: Schema, type_: Type, node: Node, policies: Policies) -> tuple[Fragment, ...]:
    """The custom type of a string that contains JSON or has a format, if a policy asks for it."""
    if type_ != SCALARS[ScalarKind.STRING]:
        return ()
    if schema.type == "string" and not any(note.rule is JSON_STRING for note in schema.notes):
        named = dict(policies.formats).get(schema.format or "")
        return () if named is None else (Fragment("custom_type", custom_type(named), node),)
    if policies.json_strings == "string":
        return ()
    return (Fragment("custom_type", custom_type(f"jsontypes.{policies.json_strings.title()}"), node),)


def as_member(attribute: Attribute) -> Attribute:
    """A member of an element type, with a note if it was renamed."""
    if attribute.name == attribute.source_name:
        return attribute
    text = f"the member {attribute.source_name!r} is written {attribute.name!r}"
    note = Note(MEMBER_RENAMED, text, attribute.origins[0].location)
    return replace(attribute, notes=(*attribute.notes, note))


def by_policy(policy: str, text: str, node: Node) -> Note:
    """A note on the effect of a policy."""
    return Note(POLICY, f"{text} (policy {policy})", node)
