"""Compares the status of an attribute: who sets it."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import STATUS_WORDS, Attribute, Nested, NestingMode, Status
from .limit_changes import Found
from .rules import (
    BECAME_COMPUTED,
    BECAME_CONFIGURABLE,
    BECAME_READ_ONLY,
    BECAME_REQUIRED,
    NO_LONGER_COMPUTED,
    NO_LONGER_REQUIRED,
    NO_LONGER_SET,
)

_REQUIRED, _OPTIONAL, _COMPUTED, _EITHER = Status
_RULES = {
    (_OPTIONAL, _REQUIRED): BECAME_REQUIRED,
    (_COMPUTED, _REQUIRED): BECAME_REQUIRED,
    (_EITHER, _REQUIRED): BECAME_REQUIRED,
    (_REQUIRED, _OPTIONAL): NO_LONGER_REQUIRED,
    (_REQUIRED, _EITHER): NO_LONGER_REQUIRED,
    (_REQUIRED, _COMPUTED): BECAME_READ_ONLY,
    (_OPTIONAL, _COMPUTED): BECAME_READ_ONLY,
    (_EITHER, _COMPUTED): BECAME_READ_ONLY,
    (_COMPUTED, _EITHER): BECAME_CONFIGURABLE,
    (_COMPUTED, _OPTIONAL): NO_LONGER_SET,
    (_EITHER, _OPTIONAL): NO_LONGER_COMPUTED,
    (_OPTIONAL, _EITHER): BECAME_COMPUTED,
}
OF_STATUS = frozenset(_RULES.values())
"""The rules of changes of a status."""

FOLDED = (BECAME_READ_ONLY, NO_LONGER_SET, NO_LONGER_COMPUTED)
"""Rules that are reported once for an object and all attributes nested in it."""


def status_change(
    old: Status, new: Status, *, was_read_only: bool, words: Mapping[Status, str] = STATUS_WORDS
) -> Found | None:
    """The change of a status. `was_read_only`: the parent was read-only, so that no configuration sets the
    attribute. `words` are those of the system.
    """
    if old is new:
        return None
    before, after = words[old], words[new]
    rule, text = _RULES[old, new], f"changed from {before}{',' if ',' in before else ''} to {after}"
    if was_read_only and rule is BECAME_REQUIRED:
        rule, text = BECAME_CONFIGURABLE, f"{text} if an object is given that could not be given before"
    return rule, text, before, after


def is_choice(attribute: Attribute) -> bool:
    """Whether a configuration may have no object in this attribute: it is not required, or it is a collection."""
    is_single = isinstance(attribute.type, Nested) and attribute.type.mode is NestingMode.SINGLE
    return attribute.status is not _REQUIRED or not is_single
