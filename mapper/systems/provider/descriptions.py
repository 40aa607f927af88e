"""Descriptions and deprecations, as in the model, and the parts that only a schema has."""

from collections import Counter
from typing import Any

from mapper.languages.tfplugin.schema import Attribute, Block, NestedType, TextKind
from mapper.model import Fragment
from mapper.report.origin import Location

DEPRECATED = "This attribute is deprecated."
"""The deprecation message, if a schema has only the flag."""

KIND, MESSAGE, FLAG = "description_kind", "deprecation_message", "deprecated"
"""Members of a schema that the model has no place for; unusual values of them are fragments."""

USUAL = "descriptions"
"""The fragment of an entity with the markup of most of its texts, unless that is plain."""


def usual_texts(usual: TextKind | None, place: Location) -> tuple[Fragment, ...]:
    """The fragment of an entity whose texts are not plain."""
    return () if usual is TextKind.PLAIN else (Fragment(USUAL, usual.value if usual else None, place),)


def usual_kind(block: Block) -> TextKind | None:
    """The markup of most texts in a block, nested ones included; None if it specifies none."""
    kinds: list[tuple[TextKind | None, bool]] = []
    _add_kinds(block, kinds)
    counts = Counter(kind for kind, described in kinds if described) or Counter(kind for kind, _ in kinds)
    return counts.most_common(1)[0][0]


def _add_kinds(block: Block | NestedType, kinds: list[tuple[TextKind | None, bool]]) -> None:
    """Add the markup of each text in a block or nested type, and whether there is a text."""
    if isinstance(block, Block):
        kinds.append((block.description_kind, bool(block.description)))
    for attribute in block.attributes.values():
        kinds.append((attribute.description_kind, bool(attribute.description)))
        if isinstance(attribute.type, NestedType):
            _add_kinds(attribute.type, kinds)
    for nested in block.block_types.values() if isinstance(block, Block) else ():
        _add_kinds(nested.block, kinds)


def expected_kind(usual: TextKind | None, *, described: bool) -> TextKind | None:
    """The default markup of a text: plain without a text."""
    return usual if described or usual is None else TextKind.PLAIN


def deprecation_of(owner: Attribute | Block) -> str | None:
    """The deprecation message for readers; None if it is not deprecated."""
    return owner.deprecation_message or (DEPRECATED if owner.deprecated else None)


def unusual(owner: Attribute | Block, usual: TextKind | None, place: Location) -> tuple[Fragment, ...]:
    """Fragments of an attribute or a block for what the model lacks, given the markup of most of its texts."""
    kind, message = owner.description_kind, owner.deprecation_message
    is_usual = kind is expected_kind(usual, described=bool(owner.description))
    if is_usual and not message:  # as most are
        return ()
    fragments = []
    if not is_usual:
        fragments.append(Fragment(KIND, kind.value if kind else None, place))
    if message and not owner.deprecated:
        fragments.append(Fragment(FLAG, False, place))
    if message == DEPRECATED:
        fragments.append(Fragment(MESSAGE, message, place))
    return tuple(fragments)


def texts(
    description: str | None, deprecation: str | None, fragments: tuple[Fragment, ...], usual: TextKind | None
) -> dict[str, Any]:
    """The text members of a schema's attribute or block, by name, from the model."""
    facts = {fragment.keyword: fragment.value for fragment in fragments} if fragments else {}
    spelled = facts.get(KIND)
    kind = TextKind(spelled) if spelled else None
    return {
        "description": description or "",
        "description_kind": kind if KIND in facts else expected_kind(usual, described=bool(description)),
        "deprecated": deprecation is not None and facts.get(FLAG) is not False,
        "deprecation_message": facts.get(MESSAGE, "" if deprecation in (None, DEPRECATED) else deprecation),
    }
