"""Changes of the place of the API description that an attribute comes from."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import Attribute
from .limit_changes import Found
from .rules import PROPERTY_CHANGED, PROPERTY_REPLACED, SOURCE_CHANGED
from .sources import SourceKey, Sources, declaring, is_other_spelling, property_name
from .type_changes import type_rule

Move = tuple[SourceKey, SourceKey]
"""The old and the new source of attributes, without their own names."""

_SEVERAL = 2


def moves_of(old: Attribute, new: Attribute, old_sources: Sources, new_sources: Sources) -> Move | None:
    """The old and the new source of an attribute, without its name; None if they are the same or unknown."""
    was_in, is_in = declaring(old), declaring(new)
    if was_in is None or is_in is None:
        return None
    if was_in.location.pointer == is_in.location.pointer and was_in.part == is_in.part:
        uri = was_in.location.document.uri
        if old_sources.names.get(uri, uri) == is_in.location.document.uri:
            return None
    before, after = old_sources.key(old), new_sources.key(new)
    if before is None or after is None:
        return None
    was, is_ = replace(before, token=""), replace(after, token="")
    return None if was == is_ else (was, is_)


def property_changed(old: Attribute, new: Attribute) -> Found:
    """The change of an attribute that has kept its name and now stands for another property of the API.

    It is a warning if type and description are the same, or the names differ only in spelling; else it is breaking.
    """
    before, after = property_name(old) or "", property_name(new) or ""
    is_alike = type_rule(old.type, new.type) is None and old.description == new.description
    rule = PROPERTY_CHANGED if is_alike or is_other_spelling(before, after) else PROPERTY_REPLACED
    return rule, f"it is the property {after} of the API, and was {before}", before, after


def schemas_changed(move: Move, pairs: list[tuple[Attribute, Attribute]]) -> tuple[tuple[str, str], Found]:
    """One change for all attributes of a body whose source changed from the same schema to the same other one.

    Returns its new and old path, empty if several attributes are concerned, and the finding.
    """
    old, new = pairs[0]
    in_file = move[0].schema == move[1].schema
    before, after = (_schema_words(key, in_file=in_file) for key in move)
    if len(pairs) < _SEVERAL:
        text = f"it comes from {after}, and came from {before}"
        return (new.name, old.name), (SOURCE_CHANGED, text, before, after)
    text = f"{len(pairs)} attributes come from {after}, and came from {before}"
    return ("", ""), (SOURCE_CHANGED, text, before, after)


def _schema_words(key: SourceKey, *, in_file: bool) -> str:
    """The part of the operation and the schema; with the file if the schemas differ only by file."""
    place = key.schema.removesuffix("/properties") or "/"
    return f"{key.part} ({key.document}#{place})" if in_file else f"{key.part} ({place})"


def origin_words(attribute: Attribute) -> str:
    """The part of the operation and the pointer of the declaration, in words."""
    origin = declaring(attribute)
    return f"{origin.part} ({origin.location.pointer})" if origin else "unknown"
