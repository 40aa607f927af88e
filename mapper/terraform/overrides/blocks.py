"""Turns nested attributes into blocks where the config asks for it and Terraform's rules allow it."""

from __future__ import annotations

from collections.abc import Mapping as Dict

from msgspec import Struct, field
from msgspec.structs import replace

from ...model import Attribute, Body, Nested, Reason, Status
from ...model.rewrite import with_attributes
from ...origin import Location
from ...report.diagnostic import Note
from ..config.blocks import OUTSIDE, why_no_block
from ..rules import BAD_OVERRIDE, OVERRIDDEN

_WRITTEN = Reason("block", "a block is written or left out: the API does not set one")


def settle_blocks(body: Body, requests: Dict[Location, bool]) -> Body:
    """The body without blocks that are not possible.

    `asked` has the lines of the config that ask for blocks, and whether they name an attribute. If a pattern asks, an
    attribute that cannot be a block is skipped without a note.
    """
    return _Settled(requests).body(body, True) if requests else body


class _Settled(Struct):
    """Visits bodies; a shared body is visited once for each kind of parent."""

    requested: Dict[Location, bool]
    cache: dict[tuple[Body, bool], Body] = field(default_factory=dict)

    def body(self, body: Body, may_have: bool) -> Body:
        """`may_have`: whether the body may contain blocks."""
        settled = self.cache.get((body, may_have))
        if settled is None:
            attributes = [self.attribute(attribute, may_have) for attribute in body.attributes]
            settled = self.cache[body, may_have] = with_attributes(body, attributes)
        return settled

    def attribute(self, attribute: Attribute, may_have: bool) -> Attribute:
        type_ = attribute.type
        if not isinstance(type_, Nested):
            return attribute
        reason = why_no_block(attribute) or ("" if may_have else OUTSIDE)
        is_block = type_.block and not reason
        inner = self.body(type_.body, is_block)
        if inner is not type_.body or is_block is not type_.block:
            attribute = replace(attribute, type=replace(type_, body=inner, block=is_block))
        if is_block and attribute.status is Status.COMPUTED_OPTIONAL:
            return replace(attribute, status=Status.OPTIONAL, reason=_WRITTEN)
        return self._refused(attribute, reason) if type_.block and not is_block else attribute

    def _refused(self, attribute: Attribute, reason: str) -> Attribute:
        """An attribute that cannot become a block."""
        block_notes = [note for note in attribute.notes if note.rule is OVERRIDDEN and note.location in self.requested]
        others = tuple(note for note in attribute.notes if note not in block_notes)
        named = [note.location for note in block_notes if note.location is not None and self.requested[note.location]]
        refused = (Note(BAD_OVERRIDE, f"it stays an attribute: {reason}", place) for place in named)
        return replace(attribute, notes=(*others, *refused))
