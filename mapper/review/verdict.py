"""What a review comes down to, in a sentence or two: whom it breaks, what the next version is, and what is to write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..immutable import dataclass
from .changes import Change, Review
from .rules import Audience, Severity
from .versions import Version

_MOST = 3
_SETTING = "configurations that set"
_IMPLIED = ("plans with", "what reads", "states with")
_WITHOUT = ("required-attribute-added", "became-required", "member-added")
_NAMES = ("entity-removed", "entity-renamed", "entity-rename-suspected", "entity-replaced", "provider-renamed")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a sentence; `is_code`: a name, which is shown as code."""

    text: str
    is_code: bool = False


def next_version(review: Review) -> Version | None:
    """The version that the changes ask for, if the last one is known and there is something to release.

    Approved changes ask for it like all others: that somebody agreed to a breaking change makes it no less breaking.
    """
    severities = {change.severity for change in review.changes} - {Severity.MAPPING}
    if review.released is None or not severities:
        return None
    feature = bool(severities & {Severity.WARNING, Severity.INFO})
    return review.released.next(breaking=Severity.BREAKING in severities, feature=feature)


def verdict(review: Review) -> tuple[Word, ...]:
    """Whom a review breaks, and what follows. Empty where nothing has changed."""
    if not any(change.severity is not Severity.MAPPING for change in review.changes):
        return ()
    return (*_whom(review), *_version(review), Word("."), *_needs(review))


def verdict_text(review: Review) -> str:
    """The same as text, with names in backticks."""
    return "".join(f"`{word.text}`" if word.is_code else word.text for word in verdict(review))


def _whom(review: Review) -> Iterator[Word]:
    breaking = [change for change in review.of(Severity.BREAKING) if change.counts]
    if not breaking:
        count = sum(change.counts for change in review.of(Severity.WARNING))
        is_quiet = all(change.severity.rank >= Severity.DOCS.rank for change in review.changes)
        said = f"nothing breaks, {count:,} warning{'s' if count > 1 else ''}" if count else "nothing breaks"
        agreed = len(review.of(Severity.BREAKING))
        if agreed:
            said = said.replace("breaks", f"breaks but {agreed:,} approved change{'s' if agreed > 1 else ''}")
        yield Word("Documentation only" if is_quiet else said[:1].upper() + said[1:])
        return
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in breaking:
        groups.setdefault(_concerned(change), []).append(change)
    # who sets an attribute is named once, and not again for what the same change does to others
    named = {name for words, name in groups if words == _SETTING}
    groups = {key: found for key, found in groups.items() if key[0] not in _IMPLIED or key[1] not in named}
    yield Word("Breaking for ")
    for place, ((words, name), changes) in enumerate(list(groups.items())[:_MOST]):
        yield Word(f"{', ' if place else ''}{words} ")
        yield Word(name, is_code=True)
        if more := _counted({(change.kind.name, change.entity) for change in changes}):
            yield Word(f" ({more})")
    if len(groups) > _MOST:
        yield Word(f" and {len(groups) - _MOST:,} more")


def _counted(subjects: Iterable[tuple[str, str]]) -> str:
    """`3 resources`; nothing for one."""
    listed = list(subjects)
    if len(listed) == 1:
        return ""
    kinds = {kind for kind, _ in listed}
    return f"{len(listed):,} {kinds.pop() + 's' if len(kinds) == 1 else 'entities'}"


def _concerned(change: Change) -> tuple[str, str]:
    """Who is concerned, and the name of what."""
    if not change.path:
        whose = "configurations with" if change.shared_id in _NAMES else "those who use"
        return whose, change.old_entity or change.entity
    name = change.old_path or change.path
    if change.shared_id in _WITHOUT:
        return "configurations without", change.path
    for audience, words in (
        (Audience.CONFIGURATION, _SETTING),
        (Audience.PLAN, "plans with"),
        (Audience.OUTPUT, "what reads"),
        (Audience.STATE, "states with"),
    ):
        if audience in change.audiences:
            return words, name
    return "those who use", name


def _version(review: Review) -> Iterator[Word]:
    version = next_version(review)
    if version is not None:
        yield Word(f": next version {version}")
    elif review.of(Severity.BREAKING):
        yield Word(": needs a major version")


def _needs(review: Review) -> Iterator[Word]:
    kinds: dict[str, list[str]] = {}
    for skeleton in review.skeletons:
        kinds.setdefault(skeleton.title, []).append(skeleton.entity)
    for title, entities in kinds.items():
        yield Word(f" Needs a {title}: ")
        for place, entity in enumerate(entities[:_MOST]):
            yield Word(", " if place else "")
            yield Word(entity, is_code=True)
        yield Word(f" and {len(entities) - _MOST:,} more." if len(entities) > _MOST else ".")
