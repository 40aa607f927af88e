"""Words that all formats of a review share."""

from mapper.report.diagnostic import Diagnostic
from mapper.report.origin import Location
from mapper.review.approvals import approving_entity, open_entities
from mapper.review.changes import Cause, Review
from mapper.review.entries import Entry
from mapper.review.rules import ChangeSeverity
from mapper.review.verdict import next_version, uncompared_text
from mapper.text.plural import plural, uncapital

from .labels import LABELS

SEVERITY_TITLES = {severity: LABELS[f"changes.{severity}"] for severity in ChangeSeverity}
_COUNTED = {
    ChangeSeverity.BREAKING: ("breaking change", "breaking changes"),
    ChangeSeverity.WARNING: ("warning", "warnings"),
    ChangeSeverity.INFO: ("other change", "other changes"),
    ChangeSeverity.DOCS: ("change of documentation only", "changes of documentation only"),
    ChangeSeverity.MAPPING: ("change of the mapping only", "changes of the mapping only"),
}
_NOTHING = "Nothing changes for users."
_IN_PART = "A part cannot be compared; nothing else changes for users."
_NOT_COMPARED = "Nothing is compared."
_LONG = 120
_CODES = 6


def summary(review: Review) -> str:
    """The number of changes by severity, in words, and how many problems of the mapping are new."""
    parts = [counted(len(changes), severity) for severity in ChangeSeverity if (changes := review.of(severity))]
    approved = sum(not change.counts for change in review.changes)
    mapping = new_problems(review)
    if not parts:
        return f"{mapping}, otherwise nothing changes for users." if mapping else nothing(review)
    return ", ".join(parts) + (f" ({approved} approved)" if approved else "") + (f"; {mapping}" if mapping else "")


def nothing(review: Review) -> str:
    """The words for a review without changes."""
    if not review.is_compared:
        return _NOT_COMPARED
    if review.uncompared:
        return f"{uncompared_text(review.uncompared)}; nothing else changes for users."
    return _IN_PART if review.problems else _NOTHING


def causes(review: Review) -> str:
    """What made the breaking changes, or all if nothing breaks: `3 by the API description`."""
    breaking = [change for change in review.changes if change.severity is ChangeSeverity.BREAKING]
    shown = breaking or review.changes
    words = {change.cause: change.made_by or str(change.cause) for change in shown}
    counts = [f"{n:,} by the {words[cause]}" for cause in Cause if (n := sum(one.cause is cause for one in shown))]
    subject = "of the breaking changes, " if breaking and len(breaking) < len(review.changes) else ""
    return f"{subject}{', '.join(counts)}" if counts else ""


def causes_sentence(review: Review) -> str:
    """The same as a sentence of its own: `All 3 come from the API description`."""
    breaking = [change for change in review.changes if change.severity is ChangeSeverity.BREAKING]
    shown = breaking or review.changes
    made = {change.made_by or str(change.cause or "") for change in shown}
    if len(made) != 1 or "" in made:
        return causes(review)
    is_part = bool(breaking) and len(breaking) < len(review.changes)
    if len(shown) == 1:
        return f"{'the breaking change' if is_part else 'it'} comes from the {made.pop()}"
    return f"all {len(shown):,}{' breaking changes' if is_part else ''} come from the {made.pop()}"


def lead_text(review: Review) -> str:
    """The worst changes and the next version: `3 breaking changes: the next version is v2.0.0`."""
    worst = next((s for s in ChangeSeverity if review.of(s)), None)
    if worst is None or worst is ChangeSeverity.MAPPING:
        return ""
    version = next_version(review)
    words = f": the next version is {version}" if version else ""
    if not version and worst is ChangeSeverity.BREAKING:
        words = ": the next version is a major one"
    return f"{counted(len(review.of(worst)), worst)}{words}"


def new_problems(review: Review) -> str:
    """`the mapping has 2 new errors, 14 new warnings`; empty if it has none."""
    counts = [plural(n, f"new {level}") for level in ("error", "warning") if (n := len(problems_of(review, level)))]
    return f"the mapping has {', '.join(counts)}" if counts else ""


def problems_of(review: Review, level: str) -> list[Diagnostic]:
    """The new diagnostics of one severity."""
    return [diagnostic for diagnostic in review.diagnostics if str(diagnostic.severity) == level]


def problem_lines(review: Review) -> list[tuple[Diagnostic, str]]:
    """The new diagnostics of the mapping by code: the first of each, and a line with code, places and text."""
    by_code: dict[str, list[Diagnostic]] = {}
    for diagnostic in review.diagnostics:
        by_code.setdefault(diagnostic.code, []).append(diagnostic)
    lines = []
    for code, diagnostics in by_code.items():
        places = list(
            dict.fromkeys(
                place_text(diagnostic.location) for diagnostic in diagnostics if diagnostic.location is not None
            )
        )
        more = f" and {len(places) - _CODES:,} more" if len(places) > _CODES else ""
        where = f" ({', '.join(places[:_CODES])}{more})" if places else ""
        times = f" ×{len(diagnostics):,}" if len(diagnostics) > 1 else ""
        text = diagnostics[0].message if len(diagnostics) == 1 else diagnostics[0].rule.title
        lines.append((diagnostics[0], f"new {diagnostics[0].severity} of the mapping: {code}{times}: {text}{where}"))
    return lines


def to_approve(review: Review) -> list[str]:
    """Lines for the review file that approve all changes of an entity until the next release."""
    until = next_version(review)
    return [approving_entity(subject, until) for subject in open_entities(review.changes)]


def counted(count: int, severity: ChangeSeverity) -> str:
    """`1 warning`, `2 warnings`."""
    return f"{count:,} {_COUNTED[severity][count != 1]}"


def contents(entries: list[Entry]) -> str:
    """What is in a fold: `9 new data sources, 33 attributes added`, by the titles of the rules."""
    counts: dict[str, int] = {}
    for entry in entries:
        change = entry.first
        words = uncapital(change.rule.title)
        if not change.path and change.shared.new:
            words = f"new {change.kind.name}"
        counts[words] = counts.get(words, 0) + len(entry.changes)
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    shown = [plural(n, words) if words.startswith("new ") else f"{n:,} × {words}" for words, n in ranked[:_CODES]]
    rest = sum(n for _, n in ranked[_CODES:])
    return ", ".join([*shown, *([f"{rest:,} more"] if rest else [])])


def place_text(location: Location) -> str:
    """`file:line`."""
    position = location.document.position(location.pointer)
    return f"{location.document.uri}:{position[0]}" if position else location.document.uri


def shortened(text: str, limit: int = _LONG) -> str:
    """A text on one line, cut to `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def differing(before: str | None, after: str | None, limit: int = _LONG) -> tuple[str, str]:
    """Two texts on one line each, cut so that the difference is visible; a text that is None is empty."""
    texts = " ".join((before or "").split()), " ".join((after or "").split())
    start = next((i for i, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    start = max(0, start - limit // 3)
    if max(map(len, texts)) <= limit:
        return texts
    begin = texts[0].rfind(" ", 0, start) + 1 if start else 0
    return (_window(texts[0], begin, limit), _window(texts[1], begin, limit))


def _window(text: str, begin: int, limit: int) -> str:
    cut = text[begin : begin + limit]
    return ("… " if begin else "") + cut + ("…" if begin + limit < len(text) else "")
