"""A review as Markdown for a comment on a pull request, with long parts folded and a limit on its length."""

from __future__ import annotations

from collections.abc import Iterator

from mapper.origin import Location
from mapper.review import Change, ChangeSeverity, Evidence, Review, ReviewSide
from mapper.review.approvals import approving
from mapper.review.groups import by_worst, grouped
from mapper.review.verdict import verdict
from mapper.text.display import visible

from ..pages.review_text import (
    SEVERITY_TITLES,
    about,
    also_names,
    breaks_text,
    differing,
    lines_of,
    places_text,
    shortened,
    summary,
    to_approve,
)
from ..pages.source_places import Places, SourceUrl
from ..render.markdown_escape import address, fence, span, unlinked

LIMIT = 60_000
"""The default limit in characters; GitHub accepts 65,536, and a workflow may add a line."""

_OPEN = (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)
_FOLDED = 20
_NOTES = 10
_ALSO = 4
_APPROVALS = 40
_BOTH = 2
_WHOLE = ("attribute-", "required-", "member-", "entity-", "operation-")
"""Rules of additions and removals, whose text says more than the single value."""
_TAIL = 8_000
"""Characters reserved for skeletons and approvals in a long review."""
_LEFT = "\n_{count} more; `oasmap diff --format text` shows all of them._\n"


def as_markdown(review: Review, source_url: SourceUrl | None = None, limit: int = LIMIT) -> str:
    """The review in at most `limit` characters, worst changes first."""
    writer = _Writer(Places(source_url))
    notes = "".join(writer.notes(review))
    sides = f"{_side(review.old)} → {_side(review.new)}: "
    if not review.changes:
        return f"### Mapping review\n\n{sides}{summary(review)}\n{notes}"
    verdict_ = _verdict(review)
    text = (
        "### Mapping review\n\n" + (f"**{verdict_}**\n\n" if verdict_ else "") + f"{sides}{summary(review)}.\n{notes}"
    )
    tail = _tail(review, min(_TAIL, (limit - len(text)) // 4))
    for severity, groups in by_worst(review.changes).items():
        if groups:
            text += writer.section(severity, groups, limit - len(text) - len(tail))
    return text + tail


def _verdict(review: Review) -> str:
    return "".join(code(word.text) if word.is_code else word.text for word in verdict(review))


def _side(side: ReviewSide) -> str:
    return f"{code(side.name)}{f' ({plain(about(side))})' if about(side) else ''}"


def _tail(review: Review, room: int) -> str:
    """The skeletons and the lines for approvals, folded; each part only if it fits into `room` characters."""
    parts = []
    for skeleton in review.skeletons:
        title = f"To write: a {skeleton.title} for {code(skeleton.entity)}"
        parts.append(_fold(title, _block(skeleton.text, skeleton.language)))
    lines = [line for group in _approvable(review) for line in (f"# {_where(group)}", approving(group))]
    lines += [line for line_of_entity in to_approve(review) for line in ("# all of an entity", line_of_entity)]
    if lines:
        parts.insert(0, _fold("To approve, in the review file", _block("\n".join(["approved:", *lines]), "yaml")))
    text = ""
    for part in parts:
        if len(text) + len(part) <= room:
            text += part
    return text


def _approvable(review: Review) -> list[tuple[Change, ...]]:
    open_changes = [change for change in review.changes if change.counts and change.severity in _OPEN]
    return grouped(open_changes)[:_APPROVALS]


def _where(group: tuple[Change, ...]) -> str:
    more = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
    return shortened(f"{group[0].address}: {group[0].rule.id}{more}")


def _fold(title: str, body: str) -> str:
    return f"\n<details><summary>{title}</summary>\n\n{body}\n\n</details>\n"


def _block(text: str, language: str) -> str:
    """A code fence, with invisible characters escaped."""
    return fence("\n".join(visible(line) for line in text.expandtabs(4).split("\n")), language)


class _Writer:
    def __init__(self, places: Places) -> None:
        self._places = places
        self._explained: set[str] = set()

    def notes(self, review: Review) -> Iterator[str]:
        for problem in review.problems[:_NOTES]:
            yield f"\n> **Problem:** {plain(shortened(problem, 300))}\n"
        for note in review.notes[:_NOTES]:
            yield f"\n> {plain(shortened(note, 300))}\n"
        if len(review.notes) > _NOTES:
            yield f"\n> {len(review.notes) - _NOTES:,} more notes\n"

    def section(self, severity: ChangeSeverity, groups: list[tuple[Change, ...]], room: int) -> str:
        """The changes of one severity, grouped by entity, in at most `room` characters."""
        count = sum(change.severity is severity for group in groups for change in group)
        folds = severity not in _OPEN or len(groups) > _FOLDED
        title = f"{SEVERITY_TITLES[severity]} ({count})"
        head = f"\n<details><summary><b>{title}</b></summary>\n" if folds else f"\n#### {title}\n"
        tail = "\n</details>\n" if folds else ""
        left = _LEFT.format(count=f"{count:,}")
        if room < len(head) + len(left) + len(tail):
            return ""
        room -= len(head) + len(left) + len(tail)
        parts: list[str] = []
        subject = None
        for place, group in enumerate(groups):
            entry = self._entry(group)
            if group[0].subject != subject:
                subject = group[0].subject
                entry = f"\n**{subject.kind} {code(group[0].entity)}**\n\n{entry}"
            if len(entry) > room:
                return head + "".join(parts) + _LEFT.format(count=f"{sum(map(len, groups[place:])):,}") + tail
            parts.append(entry)
            room -= len(entry)
        return head + "".join(parts) + tail

    def _entry(self, group: tuple[Change, ...]) -> str:
        change = group[0]
        name = f"{code(change.path)}: " if change.path else ""
        marks = [code(change.rule.id), *_breaks(change), code(change.fingerprint)]
        text = self._sentence(change)
        if change.approved is not None:
            text = f"~~{text}~~ (approved: {plain(change.approved)})"
        lines = [f"- {name}{text} ({'; '.join(marks)})"]
        if change.severity in _OPEN and change.rule.id not in self._explained:
            self._explained.add(change.rule.id)
            lines.append(f"  _{plain(change.rule.why)}_")
        names, more = also_names(group, _ALSO)
        if names:
            lines.append(f"  the same in {', '.join(map(code, names))}{more}")
        if "description" in change.rule.id:
            before, after = differing(change.before or "", change.after or "")
            lines.append("  " + " → ".join(code(text) if text else "none" for text in (before, after)))
        lines += self._cause(change)
        if change.fix:
            lines.append(f"  To keep it, in {code(change.fix_place)}: {code(change.fix)}")
        return "  \n".join(lines) + "\n"

    def _sentence(self, change: Change) -> str:
        """What changed; with the values before and after as code, if there are both."""
        values = [code(shortened(text, 300)) for text in (change.before, change.after) if text is not None]
        is_whole = len(values) < _BOTH and change.shared_id.startswith(_WHOLE)
        if not values or is_whole or "description" in change.rule.id:
            return plain(shortened(change.text, 300))
        return f"{plain(change.rule.title)}: {' → '.join(values)}"

    def _cause(self, change: Change) -> Iterator[str]:
        if change.cause:
            lines = places_text(lines_of(change), self._place)
            cause = str(change.cause)
            together = f" ({plain(change.together)})" if change.together else ""
            yield f"  {plain(cause[:1].upper() + cause[1:])}{together}{f': {lines}' if lines else ''}"
        elif change.new_location is not None:
            yield f"  {places_text([Evidence(change.new_location, is_new=True)], self._place)}"

    def _place(self, text: str, location: Location, is_new: bool) -> str:
        href = self._places.of(location).href if is_new else None
        return f"[{code(text)}]({address(href)})" if href else code(text)


def _breaks(change: Change) -> Iterator[str]:
    if change.severity is ChangeSeverity.BREAKING and change.audiences:
        yield f"breaks {breaks_text(change)}"


def plain(text: str) -> str:
    """A text that mentions no user and contains no markup."""
    return unlinked(visible(text))


def code(text: str) -> str:
    """A text as inline code, with invisible characters escaped."""
    return span(visible(" ".join(text.split())))
