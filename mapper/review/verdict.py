"""The verdict of a review in a few sentences: what is gone, whom it breaks, the next version, and what is to write.

The worst comes first: the provider, entities, then attributes by entity, with those first that lose one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ..text.plural import plural
from .changes import Change, Review, Version
from .rules import ENTITY_REMOVED, OPERATION_CHANGED, PROVIDER_RENAMED, Affected, ChangeKind, ChangeSeverity

LONGEST = 160
"""The most characters of a verdict, which is read in ten seconds."""


class Detail(Struct, frozen=True):
    """How much of a verdict is said: the groups of entities, the names of each group, and those after *needs*."""

    groups: int
    names: int


_DETAILS = (Detail(3, 3), Detail(2, 2), Detail(2, 1), Detail(1, 2), Detail(1, 1), Detail(0, 1), Detail(0, 0))
"""From the whole verdict to one that only counts; the first one is taken that is short enough."""


class Word(Struct, frozen=True):
    """A piece of a sentence; `is_code`: it is shown as code."""

    text: str
    is_code: bool = False


_Words = tuple[Word, ...]


def next_version(review: Review) -> Version | None:
    """The next version by semantic versioning; None if the last one is unknown, or no change needs a release.

    Approved changes count as well: approval does not make a change less breaking. What only code follows is no feature.
    """
    released = [change for change in review.changes if change.severity is not ChangeSeverity.MAPPING]
    if review.released is None or not released:
        return None
    breaking = any(c.severity is ChangeSeverity.BREAKING for c in released)
    warned = any(c.severity is ChangeSeverity.WARNING for c in released)
    told = any(c.severity is ChangeSeverity.INFO and c.shared_id != OPERATION_CHANGED.id for c in released)
    return review.released.next(breaking=breaking, feature=warned or told)


def verdict(review: Review) -> tuple[Word, ...]:
    """The verdict in words, of at most `LONGEST` characters if names and versions let it; empty without a change."""
    if not any(change.severity is not ChangeSeverity.MAPPING for change in review.changes):
        return ()
    words: tuple[Word, ...] = ()
    for detail in _DETAILS:
        words = _told(review, detail)
        if len(text_of(words)) <= LONGEST:
            break
    return words


def text_of(words: Iterable[Word]) -> str:
    """A verdict as text, with names in backticks."""
    return "".join(f"`{word.text}`" if word.is_code else word.text for word in words)


def _told(review: Review, detail: Detail) -> tuple[Word, ...]:
    sentences = list(_sentences(review, detail)) or [_quiet(review)]
    if review.uncompared:
        sentences.insert(0, (Word(uncompared_text(review.uncompared)),))
    words: list[Word] = []
    for place, sentence in enumerate(sentences):
        words += [Word(". "), *sentence] if place else sentence
    return (*words, Word(_version(review)), Word("."), *_needs(review, detail))


def uncompared_text(count: int) -> str:
    """What is said of entities whose state is known on one side alone: `2 entities of the new state cannot be ...`."""
    return f"{plural(count, 'entity')} of the new state cannot be compared"


def verdict_text(review: Review) -> str:
    """The verdict as text, with names in backticks."""
    return text_of(verdict(review))


def _sentences(review: Review, detail: Detail) -> Iterator[_Words]:
    """What the breaking changes that count do, worst first."""
    breaking = [change for change in review.of(ChangeSeverity.BREAKING) if change.counts]
    by_rule: dict[str, list[Change]] = {}
    for change in breaking:
        if _is_of_entity(change):
            by_rule.setdefault(change.shared_id, []).append(change)
    for change in by_rule.pop(PROVIDER_RENAMED.id, [])[:1]:
        yield Word("Renames the provider from "), _code(change.before or ""), Word(" to "), _code(change.after or "")
    removed = by_rule.pop(ENTITY_REMOVED.id, [])
    by_kind: dict[str, list[Change]] = {}
    for change in removed:
        by_kind.setdefault(change.kind.name, []).append(change)
    if removed:
        listed = [
            (Word(plural(len(found), kind)), *_in_brackets((change.name for change in found), detail))
            for kind, found in by_kind.items()
        ]
        yield Word("Removes "), *_joined(listed)
    renamed = [change for changes in by_rule.values() for change in changes]
    if renamed:
        noun = _counted(len(renamed), (change.kind.name for change in renamed))
        names = [
            (_code(c.old_title or c.old_entity), *((Word(" to "), _code(c.name)) if c.before != c.after else ()))
            for c in renamed[: detail.names]
        ]
        listed_names = (Word(" ("), *_joined(names, count=len(renamed)), Word(")")) if names else ()
        yield Word(f"Renames {noun}"), *listed_names
    named = {(c.kind, c.entity) for changes in (removed, renamed) for c in changes if c.shared.gone}
    others = [c for c in breaking if not _is_of_entity(c)]
    others = [change for change in others if (change.kind, change.entity) not in named]
    if others:
        yield from _whom(others, detail)


def _is_of_entity(change: Change) -> bool:
    """Whether a provider or an entity is gone, or has another name."""
    return not change.path and (change.shared.gone or change.shared.kind is ChangeKind.NAME)


def _whom(changes: list[Change], detail: Detail) -> Iterator[_Words]:
    """Whom the changes of attributes break: by entity, those first that lose something."""
    kinds_by_name: dict[str, set[str]] = {}
    for change in changes:
        kinds_by_name.setdefault(change.name, set()).add(change.kind.name)
    by_entity: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        by_entity.setdefault((change.kind.name, change.name), []).append(change)
    alike: dict[object, list[tuple[str, str]]] = {}
    concerned: dict[object, list[Change]] = {}
    for entity, found in by_entity.items():
        key: object = tuple(sorted((c.shared_id, c.path, c.condition, c.rule.id) for c in found))
        alike.setdefault(key, []).append(entity)
        concerned.setdefault(key, found)

    def weight(key: object) -> tuple[int, int]:
        return min(map(_rank, concerned[key])), -len(concerned[key]) * len(alike[key])

    keys = sorted(alike, key=weight)
    parts: list[_Words] = []
    for key in keys[: detail.groups]:
        kinds: dict[str, set[str]] = {}
        for kind, name in alike[key]:
            kinds.setdefault(name, set()).add(kind)
        ends = {name: f" ({', '.join(own)})" if own != kinds_by_name[name] else "" for name, own in kinds.items()}
        whom: _Words = tuple(_names(ends, detail, ends=ends))
        if len(ends) > detail.names:
            noun = _counted(len(ends), (kind for kind, _ in alike[key]))
            whom = Word(f"{noun} ("), *whom, Word(")")
        parts.append((*whom, *_those(concerned[key], detail), Word(f" ({_tally(concerned[key])})")))
    rest = keys[detail.groups :]
    if rest:
        noun = _counted(sum(len(alike[key]) for key in rest), (kind for key in rest for kind, _ in alike[key]))
        tally = "" if parts else f" ({_tally([change for key in rest for change in concerned[key]])})"
        parts.append((Word(f"{noun} more" if parts else f"{noun}{tally}"),))
    yield Word("Breaking for "), *_joined(parts)


def _rank(change: Change) -> int:
    return 0 if not change.path else 1 if change.shared.gone else 2


def _those(changes: list[Change], detail: Detail) -> Iterator[Word]:
    """Which configurations of an entity are concerned: without, with, or reading an attribute."""
    groups: dict[str, dict[str, None]] = {" without ": {}, " with ": {}, " reading ": {}}
    for change in changes:
        if change.path:
            how, name = _concerned(change)
            groups[how].setdefault(name)
    read = groups[" reading "]
    for name in [name for name in read if name in groups[" with "]]:
        del read[name]
    parts: list[_Words] = []
    for how, names in groups.items():
        if names:
            parts.append((Word(how.lstrip() if parts else how), *_names(names, detail, " or ")))
    yield from _joined(parts, last=", ")


def _concerned(change: Change) -> tuple[str, str]:
    if change.condition:
        return " with ", change.condition
    if change.shared.without:
        return " without ", change.path
    reads = Affected.CONFIGURATION not in change.audiences and Affected.OUTPUT in change.audiences
    return " reading " if reads else " with ", change.old_path or change.path


def _tally(changes: list[Change]) -> str:
    """`12 attributes became required, 3 removed, id comes from elsewhere`."""
    verbs: Counter[str] = Counter(c.shared.verb for c in changes if c.shared.verb)
    titles = Counter(c.rule.title[:1].lower() + c.rule.title[1:] for c in changes if not c.shared.verb)
    told = [f"{count:,} {verb}" for verb, count in verbs.items()]
    if len(changes) == 1 or not all(change.path for change in changes):
        told = list(verbs)
    elif verbs:
        first, count = next(iter(verbs.items()))
        told[0] = f"{plural(count, 'attribute')} {first}"
    return ", ".join(
        [*told, *(title if count == 1 else f"{title} ({count:,} times)" for title, count in titles.items())]
    )


def _code(text: str) -> Word:
    return Word(text, is_code=True)


def _counted(count: int, kinds: Iterable[str]) -> str:
    """How many entities of some kinds there are, by the name of the kind if it is one."""
    names = set(kinds)
    return plural(count, names.pop() if len(names) == 1 else "entity")


def _names(
    names: Iterable[str], detail: Detail, last: str = " and ", ends: Mapping[str, str] | None = None
) -> Iterator[Word]:
    """The first names, each with what follows it in `ends`; one more is named rather than counted."""
    every = list(names)
    shown = every if len(every) <= detail.names + 1 else every[: max(detail.names, 1)]
    words = [(_code(name), *((Word(ends[name]),) if ends and ends[name] else ())) for name in shown]
    return _joined(words, last, len(every))


def _in_brackets(names: Iterable[str], detail: Detail) -> _Words:
    return (Word(" ("), *_names(names, detail), Word(")")) if detail.names else ()


def _joined(parts: list[_Words], last: str = " and ", count: int = 0) -> Iterator[Word]:
    """The first ones of `count` parts, or all."""
    for place, part in enumerate(parts):
        if place:
            yield Word(last if place == max(count, len(parts)) - 1 else ", ")
        yield from part
    if count > len(parts):
        yield Word(", …")


def _quiet(review: Review) -> _Words:
    """The verdict if all breaking changes are approved."""
    if all(change.severity.rank >= ChangeSeverity.DOCS.rank for change in review.changes):
        return (Word("Documentation only"),)
    count = sum(change.counts for change in review.of(ChangeSeverity.WARNING))
    agreed = len(review.of(ChangeSeverity.BREAKING))
    sentence = "Nothing breaks" + (f" but {plural(agreed, 'approved change')}" if agreed else "")
    return (Word(sentence + (f", {plural(count, 'warning')}" if count else "")),)


def _version(review: Review) -> str:
    version = next_version(review)
    if version is not None:
        return f": next version {version}"
    return ": needs a major version" if review.of(ChangeSeverity.BREAKING) else ""


def _needs(review: Review, detail: Detail) -> Iterator[Word]:
    names = {change.entity: change.name for change in review.changes}
    kinds: dict[str, list[str]] = {}
    for skeleton in review.skeletons:
        kinds.setdefault(skeleton.title, []).append(names.get(skeleton.entity, skeleton.entity))
    for title, entities in kinds.items():
        if detail.groups and detail.names:
            yield Word(f" Needs a {title}: ")
            yield from _names(entities, detail)
            yield Word(".")
        else:
            yield Word(f" Needs {plural(len(entities), title)}.")
