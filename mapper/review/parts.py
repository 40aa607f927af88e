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
_ALWAYS_REPLACES = re.compile(r"RequiresReplace\(\s*\)|\brequires_replace\b(?!_)")
_KEEPS = re.compile("Use(?:NonNull)?StateForUnknown|use_(?:non_null_)?state_for_unknown")
_ALWAYS_KEEPS = re.compile("UseStateForUnknown|use_state_for_unknown")
_OBJECT = "nested_object."
"""Begins the keywords of what holds for each object of several."""


def part_changes(old: Attribute, new: Attribute, *, defaults: bool = True) -> Iterator[Found]:
    """The changes of default, replacement and fragments of one attribute."""
    before, after = _parts(old), _parts(new)
    made = before.pop(_DEFAULT, None), after.pop(_DEFAULT, None)
    if defaults:
        yield from _default(old, new, *made)
    for prefix, replaced, replaces in (("", old.replaces, new.replaces), (_OBJECT, False, False)):
        entries = [_entries(side.pop(prefix + _MODIFIERS, ())) for side in (before, after)]
        yield from _modifiers(replaced, replaces, *entries)
        gone, come = (_entries(side.pop(prefix + _VALIDATORS, ())) for side in (before, after))
        yield from _validators(gone, come, "each object of it" if prefix else "it")
    for keyword in dict.fromkeys([*before, *after]):
        was, is_ = before.get(keyword), after.get(keyword)
        if was != is_:
            rule = CUSTOM_TYPE_CHANGED if keyword.rpartition(".")[2] in _TYPES else PART_CHANGED
            yield rule, f"its {keyword} changed", _text(was), _text(is_)


def replaces_object(attribute: Attribute) -> bool:
    """Whether a new value of the attribute replaces the object."""
    return attribute.replaces or any(map(_REPLACES.search, _entries(_parts(attribute).get(_MODIFIERS, ()))))


def has_default(attribute: Attribute) -> bool:
    """Whether there is a value for where none is given, as a literal or as code that makes one."""
    return attribute.default is not None or _DEFAULT in _parts(attribute)


def _validators(gone: list[str], come: list[str], subject: str) -> Iterator[Found]:
    for entry in gone:
        if entry not in come:
            yield CONSTRAINT_REMOVED, f"{subject} no longer has the validator {entry}", entry, None
    for entry in come:
        if entry not in gone:
            yield CONSTRAINT_ADDED, f"{subject} has the validator {entry}", None, entry


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


def _modifiers(was: bool, is_: bool, before: list[str], after: list[str]) -> Iterator[Found]:
    """`was` and `is_`: whether the attribute replaces the object without a modifier that is written out."""
    replaced = _conditions(before, _REPLACES, _ALWAYS_REPLACES) | ({""} if was else set())
    replaces = _conditions(after, _REPLACES, _ALWAYS_REPLACES) | ({""} if is_ else set())
    if bool(replaced) != bool(replaces):
        rule = REPLACEMENT_ADDED if replaces else REPLACEMENT_REMOVED
        yield rule, f"a new value {'replaces' if replaces else 'no longer replaces'} the object", None, None
    kept, keeps = (_conditions(side, _KEEPS, _ALWAYS_KEEPS) for side in (before, after))
    if bool(kept) != bool(keeps):
        rule = STATE_KEPT if keeps else STATE_NOT_KEPT
        yield rule, f"plans {'show' if keeps else 'no longer show'} its known value", None, None
    others = [sorted(e for e in side if not _REPLACES.search(e) and not _KEEPS.search(e)) for side in (before, after)]
    if (replaced and replaces and replaced != replaces) or (kept and keeps and kept != keeps):
        words = [", ".join(sorted(side)) or None for side in (before, after)]
        yield PLAN_MODIFIER_CHANGED, "its plan modifiers changed", words[0], words[1]
    elif others[0] != others[1]:
        words = [", ".join(side) or None for side in others]
        yield PLAN_MODIFIER_CHANGED, "its plan modifiers changed", words[0], words[1]


def _conditions(entries: list[str], kind: re.Pattern[str], always: re.Pattern[str]) -> set[str]:
    """The modifiers of one kind; one without a condition is the same however it is written."""
    return {"" if always.search(entry) else entry for entry in entries if kind.search(entry)}
