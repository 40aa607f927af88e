"""Descriptions and deprecations: what the model says of them, and what only a schema does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..model import Fragment
from ..places import Location
from ..tfplugin.schema import Attribute, Block, NestedType, TextKind

DEPRECATED = "This attribute is deprecated."
"""The message of what is deprecated without one."""

KIND, MESSAGE, FLAG = "description_kind", "deprecation_message", "deprecated"
"""Members of a schema that the model has no place for; they are fragments where they are not what is usual."""

USUAL = "descriptions"
"""The fragment of an entity that says how most of its texts are written, where they are not plain."""


def usual_texts(usual: TextKind | None, place: Location) -> tuple[Fragment, ...]:
    """The fragment of an entity whose texts are not plain."""
    return () if usual is TextKind.PLAIN else (Fragment(USUAL, usual.value if usual else None, place),)


def usual_kind(block: Block) -> TextKind | None:
    """How most texts of a block, and of what is in it, are written; None where it does not say of any."""
    found = Counter(kind for kind, described in _kinds(block) if described) or Counter(k for k, _ in _kinds(block))
    most = found.most_common(1)
    return most[0][0] if most else TextKind.PLAIN


def _kinds(block: Block) -> Iterator[tuple[TextKind | None, bool]]:
    yield block.description_kind, bool(block.description)
    for attribute in block.attributes.values():
        yield from _attribute_kinds(attribute)
    for nested in block.block_types.values():
        yield from _kinds(nested.block)


def _attribute_kinds(attribute: Attribute) -> Iterator[tuple[TextKind | None, bool]]:
    yield attribute.description_kind, bool(attribute.description)
    if isinstance(attribute.type, NestedType):
        for inner in attribute.type.attributes.values():
            yield from _attribute_kinds(inner)


def expected_kind(usual: TextKind | None, *, described: bool) -> TextKind | None:
    """How a text is written where nothing else is said: what has no text is plain."""
    return usual if described or usual is None else TextKind.PLAIN


def deprecation_of(owner: Attribute | Block) -> str | None:
    """The message for readers; None for what is not deprecated."""
    return owner.deprecation_message or (DEPRECATED if owner.deprecated else None)


def unusual(owner: Attribute | Block, usual: TextKind | None, place: Location) -> tuple[Fragment, ...]:
    """What the model does not say of an attribute or a block, given how most of its texts are written."""
    kind, message = owner.description_kind, owner.deprecation_message
    found = []
    if kind is not expected_kind(usual, described=bool(owner.description)):
        found.append(Fragment(KIND, kind.value if kind else None, place))
    if message and not owner.deprecated:
        found.append(Fragment(FLAG, False, place))
    if message == DEPRECATED:
        found.append(Fragment(MESSAGE, message, place))
    return tuple(found)


def texts(
    description: str | None, deprecation: str | None, fragments: tuple[Fragment, ...], usual: TextKind | None
) -> dict[str, Any]:
    """What a schema says, from the model: members of an attribute or a block by their names."""
    said = {fragment.keyword: fragment.value for fragment in fragments}
    spelled = said.get(KIND)
    kind = TextKind(spelled) if spelled else None
    return {
        "description": description or "",
        "description_kind": kind if KIND in said else expected_kind(usual, described=bool(description)),
        "deprecated": deprecation is not None and said.get(FLAG) is not False,
        "deprecation_message": said.get(MESSAGE, "" if deprecation in (None, DEPRECATED) else deprecation),
    }
