"""The verdict of a review in a few sentences: what is gone, whom it breaks, the next version, and what is to write.

The worst comes first: the provider, entities, then attributes, see `clauses`.
"""

from collections.abc import Iterable, Iterator

from ..model import EntityKind
from ..text.plural import plural, several, uncapital
from .changes import Change, Review, Version
from .clauses import Detail, Users, Word, Words, code, counted, joined, listed, sentences, those_concerned, users
from .rules import ENTITY_REMOVED, PROVIDER_RENAMED, ChangeKind, ChangeSeverity

LONGEST = 185
"""The most characters of a verdict, which is read in ten seconds."""

_DETAILS = (
    Detail(2, 3), Detail(2, 3, is_short=True), Detail(2, 3, counts=False), Detail(2, 3, is_short=True, counts=False),
    Detail(2, 2, is_short=True), Detail(2, 2, is_short=True, counts=False), Detail(2, 1, is_short=True),
    Detail(2, 2, is_short=True, needs=False), Detail(2, 2, is_short=True, counts=False, needs=False),
    Detail(1, 2, is_short=True), Detail(1, 1, is_short=True),
    Detail(1, 1, is_short=True, needs=False), Detail(2, 2, paths=False), Detail(1, 1, paths=False),
    Detail(1, 1, paths=False, needs=False), Detail(0, 1, needs=False), Detail(0, 0, needs=False),
)  # fmt: skip
"""From the whole verdict to one that only counts; the first one is taken that is short enough. From the third group on
there are counts.
"""


def next_version(review: Review) -> Version | None:
    """The next version by semantic versioning; None if the last one is unknown, or no change needs a release.

    Approved changes count as well: approval does not make a change less breaking. What only code follows is no feature.
    """
    released = [change for change in review.changes if change.severity is not ChangeSeverity.MAPPING]
    if review.released is None or not released:
        return None
    breaking = any(c.severity is ChangeSeverity.BREAKING for c in released)
    warned = any(c.severity is ChangeSeverity.WARNING for c in released)
    told = any(c.severity is ChangeSeverity.INFO and not (c.rule.internal or c.shared.internal) for c in released)
    return review.released.next(breaking=breaking, feature=warned or told)


def verdict(review: Review, *, with_version: bool = True) -> Words:
    """The verdict in words, of at most `LONGEST` characters if names and versions let it; empty without a change."""
    if not any(change.severity is not ChangeSeverity.MAPPING for change in review.changes):
        return ()
    words: Words = ()
    for detail in _DETAILS:
        words = _verdict_text(review, detail, with_version=with_version)
        if len(text_of(words)) <= LONGEST:
            break
    return words


def text_of(words: Iterable[Word]) -> str:
    """A verdict as text, with names in backticks."""
    return "".join(f"`{word.text}`" if word.is_code else word.text for word in words)


def _verdict_text(review: Review, detail: Detail, *, with_version: bool) -> Words:
    told = list(_sentences(review, detail)) or [_quiet(review, detail)]
    if review.uncompared:
        told.insert(0, (Word(uncompared_text(review.uncompared)),))
    words: list[Word] = []
    for place, sentence in enumerate(told):
        words += [Word(". "), *sentence] if place else sentence
    version = _version(review) if with_version else ""
    return (*words, Word(version), Word("."), *_needs(review, detail))


def uncompared_text(count: int) -> str:
    """What is said of entities whose state is known on one side alone: `2 entities of the new state cannot be ...`."""
    return f"{plural(count, 'entity')} of the new state cannot be compared"


def verdict_text(review: Review) -> str:
    """The verdict as text, with names in backticks."""
    return text_of(verdict(review))


def affected(review: Review) -> Words:
    """Whom the breaking changes concern, approved or not, for a page that counts them and lists them; what `verdict`
    says where nothing breaks.

    As long as `verdict`, and empty without a change.
    """
    breaking = review.of(ChangeSeverity.BREAKING)
    if not breaking:
        return verdict(review, with_version=False)
    words: Words = ()
    for detail in _DETAILS:
        words = Word("Affected: "), *users(_those_affected(breaking, detail)), Word("."), *_needs(review, detail)
        if review.uncompared:
            words = Word(f"{uncompared_text(review.uncompared)}. "), *words
        if len(text_of(words)) <= LONGEST:
            break
    return words


def _those_affected(breaking: Iterable[Change], detail: Detail) -> Iterator[Users]:
    """First the users of what is removed or renamed as a whole, then those of single attributes."""
    whole: dict[tuple[EntityKind, str], list[Change]] = {}
    others: list[Change] = []
    for change in breaking:
        if _is_of_entity(change):
            became = "removed" if change.shared.gone else "renamed"
            whole.setdefault((change.kind, became), []).append(change)
        else:
            others.append(change)
    for (kind, became), changes in sorted(whole.items(), key=lambda item: (item[0][0].only_reads, item[0][1])):
        names = [change.old_title or change.old_entity for change in changes]
        called = (Word(f"{kind.name if len(names) == 1 else several(kind.name)} "),)
        count = (Word(plural(len(names), kind.name)),)
        listed_names = tuple(listed(names, detail))
        is_few = detail.names and len(names) <= detail.names + 1
        whom = (*called, *listed_names) if is_few else (*count, *_in_brackets(names, detail))
        yield Users(kind.users, (*whom, Word(f" ({became})")), is_all=True)
    yield from those_concerned(others, detail)


def _sentences(review: Review, detail: Detail) -> Iterator[Words]:
    """What the breaking changes that count do, worst first."""
    breaking = [change for change in review.of(ChangeSeverity.BREAKING) if change.counts]
    by_rule: dict[str, list[Change]] = {}
    for change in breaking:
        if _is_of_entity(change):
            by_rule.setdefault(change.shared_id, []).append(change)
    for change in by_rule.pop(PROVIDER_RENAMED.id, []):
        yield Word("Renames the provider from "), code(change.before or ""), Word(" to "), code(change.after or "")
    removed = sorted(by_rule.pop(ENTITY_REMOVED.id, []), key=lambda change: change.kind.only_reads)
    by_kind: dict[str, list[Change]] = {}
    for change in removed:
        by_kind.setdefault(change.kind.name, []).append(change)
    if removed:
        parts = [
            (Word(plural(len(same_kind), kind)), *_in_brackets((change.name for change in same_kind), detail))
            for kind, same_kind in by_kind.items()
        ]
        yield Word("Removes "), *joined(parts)
    renamed = [change for changes in by_rule.values() for change in changes]
    renamed.sort(key=lambda change: change.kind.only_reads)
    if renamed:
        noun = counted(len(renamed), (change.kind.name for change in renamed))
        names = [
            (code(c.old_title or c.old_entity), *((Word(" to "), code(c.name)) if c.before != c.after else ()))
            for c in renamed[: detail.names]
        ]
        listed_names = (Word(" ("), *joined(names, count=len(renamed)), Word(")")) if names else ()
        yield Word(f"Renames {noun}"), *listed_names
    others = [change for change in breaking if not _is_of_entity(change)]
    if others:
        yield from sentences(others, detail)


def _is_of_entity(change: Change) -> bool:
    """Whether a provider or an entity is gone, or has another name."""
    return not change.path and (change.shared.gone or change.shared.kind is ChangeKind.NAME)


def _in_brackets(names: Iterable[str], detail: Detail) -> Words:
    return (Word(" ("), *listed(names, detail), Word(")")) if detail.names else ()


def _quiet(review: Review, detail: Detail) -> Words:
    """The verdict if all breaking changes are approved."""
    if all(change.severity.rank >= ChangeSeverity.DOCS.rank for change in review.changes):
        return (Word("Documentation only"),)
    warnings = [change for change in review.of(ChangeSeverity.WARNING) if change.counts]
    agreed = len(review.of(ChangeSeverity.BREAKING))
    sentence = "Nothing breaks" + (f" but {plural(agreed, 'approved change')}" if agreed else "")
    if not warnings:
        return (Word(sentence),)
    return Word(f"{sentence}, {plural(len(warnings), 'warning')}"), *_of_what(warnings, detail)


def _of_what(warnings: list[Change], detail: Detail) -> Words:
    """What warnings are of, if that is one thing: `(limit tightened: oven.it)`."""
    rules = {change.rule.id for change in warnings}
    if len(rules) > 1 or not detail.names:
        return ()
    title = uncapital(warnings[0].rule.title)
    names = [f"{change.name}.{change.path}" if change.path else change.name for change in warnings]
    if len(names) > 1:
        return (Word(f" ({title})"),)
    return Word(f" ({title}: "), code(names[0]), Word(")")


def _version(review: Review) -> str:
    version = next_version(review)
    if version is not None:
        return f": next version {version}"
    return ": needs a major version" if review.of(ChangeSeverity.BREAKING) else ""


def _needs(review: Review, detail: Detail) -> Iterator[Word]:
    names = {change.entity: change.name for change in review.changes}
    kinds: dict[str, list[str]] = {}
    for skeleton in review.skeletons:
        if skeleton.count:
            whose = "its resource" if skeleton.count == 1 else f"each of its {skeleton.count:,} resources"
            yield Word(f" Needs a {skeleton.title} for {whose}.")
            continue
        kinds.setdefault(skeleton.title, []).append(names.get(skeleton.entity, skeleton.entity))
    for title, entities in kinds.items():
        if detail.needs:
            yield Word(f" Needs a {title}: ")
            yield from listed(entities, detail)
            yield Word(".")
        else:
            yield Word(f" Needs {plural(len(entities), title)}.")
