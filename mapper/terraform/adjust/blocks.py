"""Nested attributes become blocks where the config says so and nothing speaks against it."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import dataclass, field

from ...diagnostics import Note
from ...immutable import replace
from ...model import Attribute, Body, Nested, Reason, Status
from ...places import Location
from ..config.blocks import OUTSIDE, why_no_block
from ..rules import BAD_OVERRIDE, OVERRIDDEN

_WRITTEN = Reason("block", "a block is written or left out: the API does not set one")


def settle_blocks(body: Body, asked: Dict[Location, bool]) -> Body:
    """The body without the blocks that cannot be.

    `asked` are the lines of the config that ask for blocks, and whether they name an attribute: where a pattern does,
    what cannot be a block stays an attribute without a word.
    """
    return _Settled(asked).body(body, True) if asked else body


@dataclass(slots=True)
class _Settled:
    """Looks at bodies; what is shared is looked at once, in blocks and in attributes."""

    asked: Dict[Location, bool]
    known: dict[tuple[int, bool], tuple[Body, Body]] = field(default_factory=dict)

    def body(self, body: Body, may_have: bool) -> Body:
        """`may_have`: whether there may be blocks next to the attributes of the body."""
        found = self.known.get((id(body), may_have))
        if found is None:
            attributes = tuple(self.attribute(attribute, may_have) for attribute in body.attributes)
            same = all(new is old for new, old in zip(attributes, body.attributes, strict=True))
            found = self.known[id(body), may_have] = (body, body if same else replace(body, attributes=attributes))
        return found[1]

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
        """An attribute that becomes no block after all."""
        said = [note for note in attribute.notes if note.rule is OVERRIDDEN and note.location in self.asked]
        others = tuple(note for note in attribute.notes if note not in said)
        named = [note.location for note in said if note.location is not None and self.asked[note.location]]
        refused = (Note(BAD_OVERRIDE, f"it stays an attribute: {reason}", place) for place in named)
        return replace(attribute, notes=(*others, *refused))
