"""Views of a review: the page of all changes, the changes of each row, and the versions it came and changed in."""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import EntityKind, EntityRef, Mapping
from mapper.registry import system_named
from mapper.review.changes import Change, Review
from mapper.review.drift import mark
from mapper.review.entries import Entry, by_worst, place_name
from mapper.review.field_changes import OF_STATUS
from mapper.review.history import Marks as KnownMarks
from mapper.review.rules import ChangeKind, ChangeSeverity
from mapper.review.verdict import affected
from mapper.text.plural import plural

from .audience import EVERYTHING, Shown
from .labels import LABELS, Labels
from .review_text import causes_sentence, contents, counted, lead_text, nothing, problem_lines, summary, to_approve
from .source_places import Places
from .source_views import CellView, EvidenceView
from .views import BannerView, ChangeLink, ChangeView, ExampleView

_OF_STATUS = frozenset(rule.id for rule in OF_STATUS)
Address = Callable[[Change], tuple[str | None, str]]
"""A change -> the page and anchor where it is shown."""

_WORD = re.compile(r"\s*\S+")
_MOST_WORDS = 400


class EntityChanges(Struct, frozen=True):
    """The changes of one severity in one entity; `page` is the page of the entity, if it still exists."""

    title: str
    kind: str
    page: str | None
    changes: tuple[ChangeView, ...]


class ChangesSection(Struct, frozen=True):
    """All changes of one severity; `contents` says what they are."""

    severity: str
    title: str
    count: int
    entities: tuple[EntityChanges, ...]
    contents: str = ""

    @property
    def folded(self) -> bool:
        """Whether the section is collapsed: all but breaking changes and warnings."""
        return self.severity not in (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)


class ChangesView(Struct, frozen=True):
    """The page of the changes. `problem` says why there is no baseline, if there is none."""

    baseline: str
    counts: tuple[CellView, ...]
    causes: str
    sections: tuple[ChangesSection, ...]
    notes: tuple[str, ...]
    problem: str = ""
    approved: int = 0
    first: tuple[str, ...] = ()
    lead: str = ""
    verdict: tuple[CellView, ...] = ()
    about: str = ""
    skeletons: tuple[ExampleView, ...] = ()
    approvals: str = ""
    diagnostics: tuple[str, ...] = ()
    nothing: str = ""


def no_changes_known(baseline: str, problem: str) -> ChangesView:
    """The page for a baseline that does not exist or cannot be used."""
    return ChangesView(baseline, (), "", (), (), problem)


class Comparisons(Struct, frozen=True):
    """What pages are compared with: the changes since the baseline, or the page that says why there is none. Also the
    history, and the differences from the built provider.

    `files` are those that the earlier states were made from.
    """

    review: Review | None = None
    missing: ChangesView | None = None
    history: "History | None" = None
    drift: Review | None = None
    files: tuple[Path, ...] = ()


class Marks:
    """The changes of a review as views, for the page of changes and for rows."""

    def __init__(
        self,
        compared: Comparisons,
        places: Places,
        address: Address,
        shown: Shown = EVERYTHING,
        labels: Labels = LABELS,
    ) -> None:
        review, drift = compared.review, compared.drift
        self._shown, self._labels = shown, labels
        self._places, self._address, self._history = places, address, compared.history
        self._review = review
        self._by_row: dict[tuple[EntityRef, str], list[Change]] = {}
        self._gone: dict[tuple[EntityRef, str], list[Change]] = {}
        self._inside: Counter[tuple[EntityRef, str]] = Counter()
        self._worst: dict[tuple[EntityRef, str], ChangeSeverity] = {}
        self._by_entity: dict[EntityRef | None, list[Change]] = {}
        self._drift: dict[tuple[EntityRef, str], tuple[str, ...]] = {}
        for change in drift.changes if drift and shown.authors else ():
            difference = mark(change, drift.old.name) if drift else None
            if difference:
                key = change.subject, change.path
                self._drift[key] = (*self._drift.get(key, ()), difference)
        for change in review.changes if review else ():
            outer = change.path.rpartition(".")[0]
            if change.path and change.shared.gone:
                self._gone.setdefault((change.subject, outer), []).append(change)
            else:
                self._by_row.setdefault((change.subject, change.path), []).append(change)
            while outer:
                self._inside[change.subject, outer] += 1
                known = self._worst.get((change.subject, outer), change.severity)
                self._worst[change.subject, outer] = min(known, change.severity, key=lambda severity: severity.rank)
                outer = outer.rpartition(".")[0]
            if change.severity is not ChangeSeverity.MAPPING:
                for subject in (None, change.subject):
                    self._by_entity.setdefault(subject, []).append(change)

    @property
    def any(self) -> bool:
        """Whether a row has changes or versions."""
        return bool(self._by_row or self._inside or self._history or self._drift)

    def at(self, subject: EntityRef, path: str) -> tuple[ChangeView, ...]:
        """The changes of an attribute; of the entity itself for the empty path."""
        return tuple([self._view(change) for change in self._by_row.get((subject, path), ())]) if self._by_row else ()

    def versions(self, subject: EntityRef, path: str) -> tuple[str, ...]:
        """The versions that added and changed an attribute, and differences from the built provider, in words."""
        versions = self._history.of(subject, path) if self._history else ()
        return (*versions, *self._drift.get((subject, path), ())) if self._drift else versions

    def removed(self, subject: EntityRef) -> tuple[CellView, ...]:
        """The attributes of an entity that versions removed: version and path."""
        entries = self._history.removed(subject) if self._history else ()
        return tuple(CellView(version, path) for path, version in entries)

    def removed_entities(self) -> tuple[CellView, ...]:
        """The entities that versions removed: version, and kind and name."""
        entries = self._history.removed_entities() if self._history else ()
        return tuple(CellView(version, subject) for subject, version in entries)

    def gone_from(self, subject: EntityRef, parent: str) -> list[tuple[Change, ChangeView]]:
        """The attributes that were removed from a parent, or from the root."""
        return [(change, self._view(change)) for change in self._gone.get((subject, parent), ())] if self._gone else []

    def banner(self, subject: EntityRef | None = None) -> BannerView | None:
        """The number of changes in an entity, or in all; None if there are none."""
        changes = self._by_entity.get(subject, [])
        if not changes or self._review is None:
            return None
        baseline = baseline_words(self._review.old.name, self._shown)
        breaking, warnings = (
            sum(c.severity is s for c in changes) for s in (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)
        )
        parts = [f"{breaking:,} breaking"] if breaking else []
        parts += [plural(warnings, "warning")] if warnings else []
        return BannerView(plural(len(changes), "change"), baseline, ", ".join(parts), changes[0].severity.value)

    def inside(self, subject: EntityRef, path: str) -> CellView | None:
        """The worst severity and the number of the changes in the nested attributes; None if there are none."""
        count = self._inside.get((subject, path), 0)
        return CellView(self._worst[subject, path].value, plural(count, "change")) if count else None

    def changed_inside(self, subject: EntityRef) -> frozenset[str]:
        """The paths of the objects of an entity in which something has changed."""
        return frozenset(path for entity, path in self._inside if entity == subject) if self._inside else frozenset()

    def page(self, review: Review, titles: Callable[[EntityKind, str], str]) -> ChangesView:
        """The page of all changes. `titles` returns the name of an entity in a configuration."""
        sections = tuple(self._sections(review, titles))
        words = tuple(CellView("code" if word.is_code else "text", word.text) for word in affected(review))
        if not self._shown.authors:
            baseline = baseline_words(review.old.name, self._shown)
            mapping = ChangeSeverity.MAPPING.value  # does not concern users of the provider
            sections = tuple(section for section in sections if section.severity != mapping)
            lead = lead_text(review)
            return ChangesView(
                baseline, _counts(sections), "", sections, (), verdict=words, lead=lead, nothing=nothing(review)
            )
        if not review.is_compared:
            return no_changes_known(review.old.name, "; ".join(review.problems))
        return ChangesView(
            review.old.name,
            _counts(sections),
            causes_sentence(review),
            sections,
            review.notes,
            approved=sum(not change.counts for change in review.changes),
            first=review.problems,
            verdict=words,
            lead=lead_text(review),
            about=review.old.about,
            skeletons=tuple(
                ExampleView(f"{skeleton.title} for {skeleton.entity}", skeleton.text, skeleton.language)
                for skeleton in review.skeletons
            ),
            approvals="\n".join(to_approve(review)),
            diagnostics=tuple(line for _, line in problem_lines(review)),
            nothing=summary(review),
        )

    def _sections(self, review: Review, titles: Callable[[EntityKind, str], str]) -> Iterator[ChangesSection]:
        for severity, entries in by_worst(review.changes).items():
            count = sum(len(entry.changes) for entry in entries)
            by_entity: dict[tuple[EntityKind, str], list[ChangeView]] = {}
            for entry in entries:
                by_entity.setdefault((entry.first.kind, entry.first.entity), []).append(self._entry(entry))
            entities = tuple(
                EntityChanges(titles(kind, name), kind.name, self._page_of(views), tuple(views))
                for (kind, name), views in by_entity.items()
            )
            if entries:
                title = self._labels[f"changes.{severity}"]
                yield ChangesSection(severity.value, title, count, entities, contents(entries))

    def _page_of(self, views: Iterable[ChangeView]) -> str | None:
        return next((view.page for view in views), None)

    def _link(self, other: Change, change: Change) -> ChangeLink:
        return ChangeLink(place_name(other, change), *self._address(other))

    def _view(self, change: Change) -> ChangeView:
        return self._entry(Entry((change,)))

    def _entry(self, entry: Entry) -> ChangeView:
        change = entry.first
        page, anchor = self._address(change)
        is_text = change.rule.text_only
        authors = self._shown.authors
        is_many = entry.is_counted
        also = entry.changes if is_many else entry.changes[1:]
        evidence = tuple(self._evidence(entry)) if authors else ()
        return ChangeView(
            change.severity.value,
            change.rule.id,
            change.rule.title,
            change.rule.why,
            entry.sentence,
            change.entity,
            change.path,
            before=None if is_text or is_many else change.before,
            after=None if is_text or is_many else change.after,
            words=tuple(word_changes(change.before or "", change.after or "")) if is_text else (),
            breaks=tuple(map(str, change.audiences)),
            cause=entry.cause if authors else None,
            evidence=evidence,
            fix=change.fix if authors else None,
            fix_place=change.fix_place if authors else "",
            code=change.code,
            approved=change.approved if authors else None,
            fingerprint=change.key if authors else "",
            page=page,
            anchor=anchor,
            also=tuple(self._link(other, change) for other in also),
            approve=entry.approval if authors else "",
            subject=entry.subject if is_many else "",
            condition=change.condition,
            says=_says(change),
            word=change.shared.mark,
            unseen=entry.unseen if authors else "",
            written=tuple(entry.written),
        )

    def _evidence(self, entry: Entry) -> Iterator[EvidenceView]:
        old, new = ([self._places.of(location) for location in side] for side in entry.places)
        views = {(place.file, place.line): EvidenceView(place, is_new=True) for place in new}
        yield from views.values()
        was = {(place.file, place.line): EvidenceView(replace(place, href=None), is_new=False) for place in old}
        yield from (view for key, view in was.items() if key not in views)


def _says(change: Change) -> str:
    """What alone says what changed: the *title* of the rule, or both *names*."""
    if change.shared_id in _OF_STATUS:
        return "title"
    return "names" if change.path and change.shared.kind is ChangeKind.NAME else ""


def baseline_words(name: str, shown: Shown) -> str:
    """The name of a baseline for readers; users do not see file names."""
    is_file = "/" in name or name.endswith((".json", ".gz", ".yaml", ".yml"))
    return "an earlier version" if is_file and not shown.authors else name


def word_changes(before: str, after: str) -> Iterator[CellView]:
    """Two texts merged: words in both, only in the old one, and only in the new one."""
    old, new = _WORD.findall(before.rstrip()), _WORD.findall(after.rstrip())
    if len(old) + len(new) > _MOST_WORDS:
        yield CellView("old", before)
        yield CellView("new", after)
        return
    for kind, i, j, k, n in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield CellView("same", "".join(new[k:n]))
            continue
        if i < j:
            yield CellView("old", "".join(old[i:j]))
        if k < n:
            yield CellView("new", "".join(new[k:n]))


NEXT = "the next version"
_MOST_REMOVED = 200


class History:
    """What each version added, changed and removed, and the changes since the last version.

    `versions` are names and mappings, oldest first; `known` are the marks before the first of them.
    """

    def __init__(
        self, versions: Sequence[tuple[str, Mapping]], current: Mapping, known: KnownMarks | None = None
    ) -> None:
        policy = system_named(current.system).review_policy
        marks = known or KnownMarks(current.system, tuple(name for name, _ in versions[:1]), {})
        steps = [*versions, (NEXT, current)]
        for (_, old), (name, new) in pairwise(steps):
            marks = marks.after(name, old, new, policy)
        self._marks = marks.marks
        self._removed: dict[str, list[tuple[str, str]]] = {}
        for (subject, path), known_mark in marks.marks.items():
            if known_mark.removed is not None:
                self._removed.setdefault(subject, []).append((path, known_mark.removed))

    def of(self, subject: EntityRef, path: str) -> tuple[str, ...]:
        """The history of an attribute in words: *added in 1.2*, *changed in 1.3*."""
        mark = self._marks.get((str(subject), path))
        if mark is None or mark.removed is not None:
            return ()
        outer = self._marks.get((str(subject), path.rpartition(".")[0])) if path else None
        words = []
        if mark.added is not None and (outer is None or outer.added != mark.added):
            words.append(f"{mark.earlier}, again since {mark.added}" if mark.earlier else f"added in {mark.added}")
        if mark.changed is not None:
            words.append(f"changed in {mark.changed}")
        return tuple(words)

    def removed(self, subject: EntityRef) -> tuple[tuple[str, str], ...]:
        """The paths of the attributes of an entity that versions removed, with the version."""
        entries = sorted(entry for entry in self._removed.get(str(subject), ()) if entry[0])
        return tuple(entries[:_MOST_REMOVED])

    def removed_entities(self) -> tuple[tuple[str, str], ...]:
        """The entities that versions removed, with the version."""
        entries = [(subject, version) for subject, all_ in self._removed.items() for path, version in all_ if not path]
        return tuple(sorted(entries)[:_MOST_REMOVED])


def _counts(sections: Iterable[ChangesSection]) -> tuple[CellView, ...]:
    """How many changes each section has. An edit is in the section of its worst change, as a whole."""
    severities = ((section, ChangeSeverity(section.severity)) for section in sections)
    return tuple(CellView(severity.value, counted(section.count, severity)) for section, severity in severities)
