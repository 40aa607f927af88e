"""Which attributes replace a resource when they change: those that can be given to create and not to update it."""

from __future__ import annotations

from ...diagnostics import Note
from ...documents import Node
from ...immutable import replace
from ...model import Attribute, Body, Nested, Status
from ..config.plan_modifiers import REPLACE, with_modifiers
from ..rules import POLICY


def infer_replacement(body: Body, update: Body | None, place: Node) -> Body:
    """`body` with RequiresReplace on what the update request body does not have; None: there is no update.

    What only the API sets is passed over, and so is what is only a parameter of the read operation, unless it is
    required: then it says where the resource is. What the update request has and cannot be mapped is no reason, either.
    `place` is where the config or the API says that there is no more.
    """
    updated = {attribute.source_name: attribute for attribute in update.attributes} if update else {}
    left_out: set[str] = set()
    if update:
        left_out.update(omission.source_name for omission in update.omitted)
        left_out.update(ignored.source_name for ignored in update.ignored)
    why = "the update operation does not take it" if update else "there is no update operation"
    attributes = tuple(
        attribute
        if attribute.source_name in left_out
        else _infer(attribute, updated.get(attribute.source_name), place, why)
        for attribute in body.attributes
    )
    return replace(body, attributes=attributes)


def _infer(attribute: Attribute, updated: Attribute | None, place: Node, why: str) -> Attribute:
    if attribute.status is Status.COMPUTED:
        return attribute
    if attribute.origins[0].is_parameter and attribute.status is not Status.REQUIRED:
        return attribute
    if updated is None:
        text = f"{why}: a new value replaces the resource (policy replace)"
        marked = with_modifiers(attribute, [REPLACE], place)
        return replace(marked, notes=(*marked.notes, Note(POLICY, text, place)))
    if isinstance(attribute.type, Nested) and isinstance(updated.type, Nested):
        inner = infer_replacement(attribute.type.body, updated.type.body, place)
        return replace(attribute, type=replace(attribute.type, body=inner))
    return attribute
