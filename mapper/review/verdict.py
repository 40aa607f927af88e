"""The verdict of a review in one or two sentences: whom it breaks, the next version, and what the user has to write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from ..text.plural import plural, several
from .changes import Change, Review
from .rules import Affected, ChangeSeverity
from .versions import Version

_MOST = 3
_SETTING = "configurations that set {name}"
_USING = "those who use {name}"
_IMPLIED = ("plans with {name}", "what reads {name}", "states with {name}")
_WITHOUT = ("required-attribute-added", "became-required", "member-added")
_NAMES = ("entity-removed", "entity-renamed", "entity-rename-suspected", "entity-replaced", "provider-renamed")


class Word(Struct, frozen=True):
    """A piece of a sentence; `is_code`: it is shown as code."""

    text: str
    is_code: bool = False


_Words = tuple[Word, ...]


def next_version(review: Review) -> Version | None:
    """The next version by semantic versioning; None if the last one is unknown, or no change needs a release.

    Approved changes count as well: approval does not make a change less breaking.
    """
    severities = {change.severity for change in review.changes} - {ChangeSeverity.MAPPING}
    if review.released is None or not severities:
        return None
    feature = bool(severities & {ChangeSeverity.WARNING, ChangeSeverity.INFO})
    return review.released.next(breaking=ChangeSeverity.BREAKING in severities, feature=feature)


def verdict(review: Review) -> tuple[Word, ...]:
    """The verdict in words; empty if nothing has changed."""
    if not any(change.severity is not ChangeSeverity.MAPPING for change in review.changes):
        return ()
    sentence = _version(review, _whom(review))
    return (*sentence, Word("."), *_needs(review))


def verdict_text(review: Review) -> str:
    """The verdict as text, with names in backticks."""
    return "".join(f"`{word.text}`" if word.is_code else word.text for word in verdict(review))


def _filled(phrase: str, **values: _Words | str) -> _Words:
    """A phrase with its placeholders replaced."""
    parts = re.split(r"\{(\w+)\}", phrase)
    words: list[Word] = []
    for place, part in enumerate(parts):
        value = values.get(part, f"{{{part}}}") if place % 2 else part
        words += (Word(value),) if isinstance(value, str) else value
    return tuple(word for word in words if word.text)


def _whom(review: Review) -> _Words:
    breaking = [change for change in review.of(ChangeSeverity.BREAKING) if change.counts]
    if not breaking:
        return _quiet(review)
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in breaking:
        groups.setdefault(_concerned(change), []).append(change)
    # if configurations that set an attribute are named, the plans, states and outputs with it need no mention
    named_attributes = {name for phrase, name in groups if phrase == _SETTING}
    groups = {key: found for key, found in groups.items() if key[0] not in _IMPLIED or key[1] not in named_attributes}
    words: _Words = ()
    for place, ((phrase, name), changes) in enumerate(list(groups.items())[:_MOST]):
        concerned = _filled(phrase, name=(Word(name, is_code=True),))
        subjects = {(change.kind.name, change.entity) for change in changes}
        if len(subjects) > 1:
            count, kinds = f"{len(subjects):,}", _kinds(subjects)
            concerned = _filled("{whom} ({count} {kinds})", whom=concerned, count=count, kinds=kinds)
        words += (*((Word(", "),) if place else ()), *concerned)
    if len(groups) > _MOST:
        words += (Word(" "), *_filled("and {count} more", count=f"{len(groups) - _MOST:,}"))
    return _filled("Breaking for {whom}", whom=words)


def _quiet(review: Review) -> _Words:
    """The verdict if all breaking changes are approved."""
    if all(change.severity.rank >= ChangeSeverity.DOCS.rank for change in review.changes):
        return (Word("Documentation only"),)
    count = sum(change.counts for change in review.of(ChangeSeverity.WARNING))
    agreed = len(review.of(ChangeSeverity.BREAKING))
    warnings = plural(count, "warning")
    changes = plural(agreed, "approved change")
    sentence = "Nothing breaks" + (f" but {changes}" if agreed else "") + (f", {warnings}" if count else "")
    return (Word(sentence),)


def _kinds(subjects: Iterable[tuple[str, str]]) -> str:
    """The plural of the kind; `entities` if there are several kinds."""
    kinds = {kind for kind, _ in subjects}
    return several(kinds.pop()) if len(kinds) == 1 else "entities"


def _concerned(change: Change) -> tuple[str, str]:
    """The phrase for whom a change concerns, and the name to fill in."""
    if not change.path:
        whose = "configurations with {name}" if change.shared_id in _NAMES else _USING
        return whose, change.old_entity or change.entity
    name = change.old_path or change.path
    if change.shared_id in _WITHOUT:
        return "configurations without {name}", change.path
    for audience, phrase in (
        (Affected.CONFIGURATION, _SETTING),
        (Affected.PLAN, "plans with {name}"),
        (Affected.OUTPUT, "what reads {name}"),
        (Affected.STATE, "states with {name}"),
    ):
        if audience in change.audiences:
            return phrase, name
    return _USING, name


def _version(review: Review, verdict_words: _Words) -> _Words:
    version = next_version(review)
    if version is not None:
        return _filled("{verdict}: next version {version}", verdict=verdict_words, version=str(version))
    if review.of(ChangeSeverity.BREAKING):
        return _filled("{verdict}: needs a major version", verdict=verdict_words)
    return verdict_words


def _needs(review: Review) -> Iterator[Word]:
    kinds: dict[str, list[str]] = {}
    for skeleton in review.skeletons:
        kinds.setdefault(skeleton.title, []).append(skeleton.entity)
    for title, entities in kinds.items():
        names: list[Word] = []
        for place, entity in enumerate(entities[:_MOST]):
            names += [Word(", ")] if place else []
            names.append(Word(entity, is_code=True))
        if len(entities) > _MOST:
            names += [Word(" "), *_filled("and {count} more", count=f"{len(entities) - _MOST:,}")]
        yield Word(" ")
        yield from _filled("Needs a {what}: {names}", what=title, names=tuple(names))
        yield Word(".")
