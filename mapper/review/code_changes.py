"""Compares the default, the replacement behaviour and the fragments of an attribute.

A fragment is a part of an artifact that is passed through without being interpreted, so that only the fact of a change
is known. A system that interprets some fragments overrides `ReviewPolicy.part_changes`.
"""

import json
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dict

from ..model import Attribute
from .describe import value_words
from .field_changes import Finding
from .rules import (
    DEFAULT_ADDED,
    DEFAULT_CHANGED,
    DEFAULT_REMOVED,
    PART_CHANGED,
    REPLACEMENT_ADDED,
    REPLACEMENT_REMOVED,
    ChangeRule,
)

Parts = dict[str, object]
"""The values of fragments by their keywords."""


def part_changes(old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
    """The changes of default, replacement and fragments of one attribute. `defaults`: whether defaults are compared."""
    if defaults:
        yield from default_change(old, new)
    yield from replacement_change(was=old.replaces, is_=new.replaces)
    yield from fragment_changes(parts_of(old), parts_of(new))


def parts_of(attribute: Attribute) -> Parts:
    """The fragments of an attribute by their keywords."""
    return {fragment.keyword: fragment.value for fragment in attribute.fragments}


def default_change(
    old: Attribute, new: Attribute, made_before: str | None = None, made_after: str | None = None
) -> Iterator[Finding]:
    """The change of the default. `made_before` and `made_after` are words for a default that is code, not a literal."""
    before = made_before if old.default is None else value_words(old.default.value)
    after = made_after if new.default is None else value_words(new.default.value)
    if before == after:
        return
    if before is None:
        yield DEFAULT_ADDED, f"its default is {after}", before, after
    elif after is None:
        yield DEFAULT_REMOVED, f"its default {before} was removed", before, after
    else:
        yield DEFAULT_CHANGED, f"its default changed from {before} to {after}", before, after


def replacement_change(*, was: bool, is_: bool, words: str = "replaces the object") -> Iterator[Finding]:
    """The change of whether a new value replaces the object; `words` say that it does."""
    if was != is_:
        rule = REPLACEMENT_ADDED if is_ else REPLACEMENT_REMOVED
        verb, _, rest = words.partition(" ")
        yield rule, f"a new value {verb if is_ else f'no longer {verb}'} {rest}", None, None


def fragment_words(value: object) -> str | None:
    """A fragment as JSON on one line; None if there is none."""
    return None if value is None else json.dumps(value, ensure_ascii=False)


_NONE: Dict[str, ChangeRule] = {}


def fragment_changes(
    before: Parts,
    after: Parts,
    rules: Dict[str, ChangeRule] = _NONE,
    words: Callable[[object], str | None] = fragment_words,
) -> Iterator[Finding]:
    """The fragments that differ. `rules` are those by the last part of a keyword, `words` formats a value."""
    for keyword in dict.fromkeys([*before, *after]):
        was, is_ = before.get(keyword), after.get(keyword)
        if was != is_:
            rule = rules.get(keyword.rpartition(".")[2], PART_CHANGED)
            yield rule, f"its {keyword} changed", words(was), words(is_)
