"""A review as Markdown for the comment of a pull request: what is long is folded, and all of it fits."""

from __future__ import annotations

from collections.abc import Iterator

from mapper.places import Location
from mapper.review import Change, Review, Severity
from mapper.review.groups import grouped
from mapper.visible import visible

from ..pages.places import Places, SourceUrl
from ..pages.review_words import (
    NOTHING,
    SEVERITY_TITLES,
    also_names,
    breaks_text,
    differing,
    lines_of,
    place_text,
    shortened,
    summary,
)
from ..render.plain_text import address, unlinked
from ..render.plain_text import code as code_span

LIMIT = 60_000
"""Characters; GitHub takes 65,536, and a workflow may want to add a line."""

_OPEN = (Severity.BREAKING, Severity.WARNING)
_FOLDED = 20
_NOTES = 10
_ALSO = 4
_LEFT = "\n_{count} more; `oasmap diff --format text` shows all of them._\n"


def as_markdown(review: Review, source_url: SourceUrl | None = None, limit: int = LIMIT) -> str:
    """The review in at most `limit` characters, worst first."""
    writer = _Writer(Places(source_url))
    head = f"### Mapping review\n\n{code(review.old.name)} → {code(review.new.name)}: "
    if not review.changes:
        return f"{head}{NOTHING}\n" + "".join(writer.notes(review))
    text = f"{head}{_with_bold(summary(review))}.\n" + "".join(writer.notes(review))
    for severity in Severity:
        groups = grouped(review.of(severity))
        if groups:
            text += writer.section(severity, groups, limit - len(text))
    return text


def _with_bold(text: str) -> str:
    first, comma, rest = text.partition(",")
    return f"**{first}**{comma}{rest}" if "breaking" in first else text


class _Writer:
    def __init__(self, places: Places) -> None:
        self._places = places

    def notes(self, review: Review) -> Iterator[str]:
        for problem in review.problems[:_NOTES]:
            yield f"\n> **Problem:** {_plain(shortened(problem, 300))}\n"
        for note in review.notes[:_NOTES]:
            yield f"\n> {_plain(shortened(note, 300))}\n"
        if len(review.notes) > _NOTES:
            yield f"\n> {len(review.notes) - _NOTES:,} more notes\n"

    def section(self, severity: Severity, groups: list[tuple[Change, ...]], room: int) -> str:
        """The changes of one severity, each entity under its name, in as many characters as there is room for."""
        count = sum(map(len, groups))
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
        struck = (
            f"~~{_plain(change.text)}~~ (approved: {_plain(change.approved)})" if change.approved is not None else ""
        )
        lines = [f"- {name}{struck or _plain(shortened(change.text, 300))} ({code(change.rule.id)}{_breaks(change)})"]
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

    def _cause(self, change: Change) -> Iterator[str]:
        if change.cause:
            places = (
                f"{'' if item.is_new else 'was '}{self._place(item.location, item.is_new)}" for item in lines_of(change)
            )
            lines = ", ".join(dict.fromkeys(places))
            cause = str(change.cause)
            together = f" ({change.together})" if change.together else ""
            yield f"  {_plain(cause[:1].upper() + cause[1:])}{together}{f': {lines}' if lines else ''}"
        elif change.new_location is not None:
            yield f"  {self._place(change.new_location, is_new=True)}"

    def _place(self, location: Location, is_new: bool) -> str:
        href = self._places.of(location).href if is_new else None
        text = code(place_text(location))
        return f"[{text}]({address(href)})" if href else text


def _breaks(change: Change) -> str:
    return f"; breaks {breaks_text(change)}" if change.severity is Severity.BREAKING and change.audiences else ""


def _plain(text: str) -> str:
    """A text that mentions nobody and starts no markup."""
    return unlinked(visible(text))


def code(text: str) -> str:
    """A text as a code span, with escapes for what would not be shown in it."""
    return code_span(visible(" ".join(text.split())))
