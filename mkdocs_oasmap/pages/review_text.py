"""Words that all formats of a review share."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mapper.origin import Location
from mapper.review import Change, ChangeSeverity, Evidence, Review, ReviewSide
from mapper.review.approvals import approving_entity, open_entities
from mapper.review.verdict import next_version

from .labels import LABELS

GUIDE = "review-rules"
SEVERITY_TITLES = {severity: LABELS[f"changes.{severity}"] for severity in ChangeSeverity}
_COUNTED = {
    ChangeSeverity.BREAKING: ("breaking change", "breaking changes"),
    ChangeSeverity.WARNING: ("warning", "warnings"),
    ChangeSeverity.INFO: ("other change", "other changes"),
    ChangeSeverity.DOCS: ("change of documentation only", "changes of documentation only"),
    ChangeSeverity.MAPPING: ("change of the mapping only", "changes of the mapping only"),
}
_NOTHING = "Nothing changes for users."
_NOT_COMPARED = "Nothing is compared."
_LONG = 120


def summary(review: Review) -> str:
    """The number of changes by severity, in words."""
    parts = [counted(len(found), severity) for severity in ChangeSeverity if (found := review.of(severity))]
    if not parts:
        return _NOTHING if review.is_compared else _NOT_COMPARED
    approved = sum(not change.counts for change in review.changes)
    return ", ".join(parts) + (f" ({approved} approved)" if approved else "")


def to_approve(review: Review) -> list[str]:
    """Lines for the review file that approve all changes of an entity until the next release."""
    until = next_version(review)
    return [approving_entity(subject, until) for subject in open_entities(review.changes)]


def counted(count: int, severity: ChangeSeverity) -> str:
    """`1 warning`, `2 warnings`."""
    return f"{count:,} {_COUNTED[severity][count != 1]}"


def place_text(location: Location) -> str:
    """`file:line`."""
    position = location.document.position(location.pointer)
    return f"{location.document.uri}:{position[0]}" if position else location.document.uri


def lines_of(change: Change) -> list[Evidence]:
    """The evidence of a change; a line that is the same on both sides is listed once."""
    new = {place_text(item.location) for item in change.evidence if item.is_new}
    return [item for item in change.evidence if item.is_new or place_text(item.location) not in new]


def places_text(items: Iterable[Evidence], write: Callable[[str, Location, bool], str]) -> str:
    """Lines of the inputs, each once; the file name is omitted if it is the same as before."""
    found: dict[str, None] = {}
    last = ""
    for item in items:
        location = item.location
        position = location.document.position(location.pointer)
        whole = place_text(location)
        text = f"line {position[0]}" if position and location.document.uri == last else whole
        last = location.document.uri
        found[f"{'' if item.is_new else 'was '}{write(text, location, item.is_new)}"] = None
    return ", ".join(found)


def about(side: ReviewSide) -> str:
    """Date and subject of a revision, shortened."""
    return shortened(side.about)


def breaks_text(change: Change) -> str:
    """The audiences of a change: `configuration, state`."""
    return ", ".join(map(str, change.audiences))


def also_names(group: tuple[Change, ...], limit: int) -> tuple[list[str], str]:
    """Other places of the same edit, and how many more there are: `pet.name`, `data source pet.name`."""
    change, *others = group
    names = [
        f"{'' if other.kind is change.kind else f'{other.kind} '}{other.entity}.{other.path}{_milder(other, change)}"
        for other in others[:limit]
    ]
    return names, f" and {len(others) - limit:,} more" if len(others) > limit else ""


def _milder(other: Change, change: Change) -> str:
    """The severity of another place, if it differs."""
    return f" ({SEVERITY_TITLES[other.severity].lower()})" if other.severity is not change.severity else ""


def shortened(text: str, limit: int = _LONG) -> str:
    """A text on one line, cut to `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def differing(before: str, after: str, limit: int = _LONG) -> tuple[str, str]:
    """Two texts on one line each, cut so that the difference is visible."""
    texts = " ".join(before.split()), " ".join(after.split())
    start = next((i for i, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    start = max(0, start - limit // 3)
    if max(map(len, texts)) <= limit:
        return texts
    begin = texts[0].rfind(" ", 0, start) + 1 if start else 0
    return (_window(texts[0], begin, limit), _window(texts[1], begin, limit))


def _window(text: str, begin: int, limit: int) -> str:
    cut = text[begin : begin + limit]
    return ("… " if begin else "") + cut + ("…" if begin + limit < len(text) else "")
