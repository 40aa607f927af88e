"""What became of the parts of an artifact that the model does not take apart: fragments.

Those that a plan depends on are known by the names that Terraform's framework gives them, or by the config's words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ..model import Attribute
from .limits import Found
from .rules import (
    CONSTRAINT_ADDED,
    CONSTRAINT_REMOVED,
    CUSTOM_TYPE_CHANGED,
    DEFAULT_ADDED,
    DEFAULT_CHANGED,
    DEFAULT_REMOVED,
    PART_CHANGED,
    PLAN_MODIFIER_CHANGED,
    REPLACEMENT_ADDED,
    REPLACEMENT_REMOVED,
    STATE_KEPT,
    STATE_NOT_KEPT,
)
from .words import value_words

_TYPES = ("custom_type", "associated_external_type")
_MODIFIERS, _VALIDATORS, _DEFAULT = "plan_modifiers", "validators", "default"
_REPLACES = re.compile("RequiresReplace|requires_replace")
_KEEPS = re.compile("UseStateForUnknown|use_state_for_unknown")


def part_changes(old: Attribute, new: Attribute, *, defaults: bool = True) -> Iterator[Found]:
    """The changes of default, replacement and fragments of one attribute."""
    before, after = _parts(old), _parts(new)
    made = before.pop(_DEFAULT, None), after.pop(_DEFAULT, None)
    if defaults:
        yield from _default(old, new, *made)
    yield from _modifiers(old, new, _entries(before.pop(_MODIFIERS, ())), _entries(after.pop(_MODIFIERS, ())))
    gone, come = _entries(before.pop(_VALIDATORS, ())), _entries(after.pop(_VALIDATORS, ()))
    for entry in gone:
        if entry not in come:
            yield CONSTRAINT_REMOVED, f"it no longer has the validator {entry}", entry, None
    for entry in come:
        if entry not in gone:
            yield CONSTRAINT_ADDED, f"it has the validator {entry}", None, entry
    for keyword in dict.fromkeys([*before, *after]):
        was, is_ = before.get(keyword), after.get(keyword)
        if was != is_:
            rule = CUSTOM_TYPE_CHANGED if keyword in _TYPES else PART_CHANGED
            yield rule, f"its {keyword} changed", _text(was), _text(is_)


def _parts(attribute: Attribute) -> dict[str, object]:
    return {fragment.keyword: fragment.value for fragment in attribute.fragments}


def _text(value: object) -> str | None:
    """A fragment on one line; its expression alone, where it has one."""
    if value is None:
        return None
    inner = value.get("custom") if isinstance(value, dict) else None
    if isinstance(inner, dict) and isinstance(inner.get("schema_definition"), str):
        return " ".join(inner["schema_definition"].split())
    return json.dumps(value, ensure_ascii=False)


def _entries(value: object) -> list[str]:
    entries = value if isinstance(value, list | tuple) else [value]
    return [text for entry in entries if (text := _text(entry)) is not None]


def _default(old: Attribute, new: Attribute, made_before: object, made_after: object) -> Iterator[Found]:
    """`made_before` and `made_after` are defaults that code makes."""
    before = _text(made_before) if old.default is None else value_words(old.default.value)
    after = _text(made_after) if new.default is None else value_words(new.default.value)
    if before == after:
        return
    if before is None:
        yield DEFAULT_ADDED, f"its default is {after}", before, after
    elif after is None:
        yield DEFAULT_REMOVED, f"its default {before} is gone", before, after
    else:
        yield DEFAULT_CHANGED, f"its default changed from {before} to {after}", before, after


def _modifiers(old: Attribute, new: Attribute, before: list[str], after: list[str]) -> Iterator[Found]:
    replaced, replaces = (
        side.replaces or any(map(_REPLACES.search, entries)) for side, entries in ((old, before), (new, after))
    )
    if replaced != replaces:
        rule = REPLACEMENT_ADDED if replaces else REPLACEMENT_REMOVED
        yield rule, f"a new value {'replaces' if replaces else 'no longer replaces'} the object", None, None
    kept, keeps = (any(map(_KEEPS.search, entries)) for entries in (before, after))
    if kept != keeps:
        rule = STATE_KEPT if keeps else STATE_NOT_KEPT
        yield rule, f"plans {'show' if keeps else 'no longer show'} its known value", None, None
    others = [
        sorted(e for e in entries if not _REPLACES.search(e) and not _KEEPS.search(e)) for entries in (before, after)
    ]
    if others[0] != others[1]:
        words = [", ".join(entries) or None for entries in others]
        yield PLAN_MODIFIER_CHANGED, "its plan modifiers changed", words[0], words[1]
