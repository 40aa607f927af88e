"""Infers which attributes replace a resource: those that the create operation accepts and the update operation
does not.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...inputs import Node
from ...model import Attribute, Body, Nested, Status
from ...model.rewrite import with_inner
from ...report.diagnostic import Note
from ..config.plan_modifiers import REPLACE, with_modifiers
from ..rules import POLICY


def infer_replacement(body: Body, update: Body | None, place: Node) -> Body:
    """`body` with RequiresReplace on attributes that the update request body lacks; `update` is None without that
    operation.

    Computed attributes are skipped, and so are parameters of the read operation unless they are required: a required
    one says where the resource is. Properties of the update request body that could not be mapped count as updatable.
    `place` is the operation, or the entry of the config that has none.
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
        update = updated.type.body
        return with_inner(attribute, lambda nested: infer_replacement(nested, update, place))
    return attribute
