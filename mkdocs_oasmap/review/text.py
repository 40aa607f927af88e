"""A review for a terminal, and as annotations of GitHub's checks."""

from __future__ import annotations

from collections.abc import Iterator

from mapper.review import Change, Review, Severity
from mapper.review.groups import grouped
from mapper.visible import visible

from ..messages import github_command
from ..pages.review_words import also_names, breaks_text, differing, lines_of, place_text, shortened, summary

_LEVELS = {Severity.BREAKING: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_ALSO = 3


def as_text(review: Review) -> str:
    """The changes for people, worst first; then what could not be found out."""
    lines = [f"{review.old.name} -> {review.new.name}: {summary(review)}"]
    for problem in review.problems:
        lines += ["", f"problem: {problem}"]
    folded = review.of(Severity.MAPPING)
    for group in grouped(change for change in review.changes if change.severity is not Severity.MAPPING):
        lines += ["", *_entry(group)]
    if folded:
        lines += ["", f"mapping only, {len(folded):,} in all:"]
        lines += [f"    {group[0].address}: {group[0].text}{_more(group)}" for group in grouped(folded)]
    for note in review.notes:
        lines += ["", f"note: {note}"]
    return "".join(f"{visible(line)}\n" for line in lines)


def _more(group: tuple[Change, ...]) -> str:
    return f" (and {len(group) - 1:,} more like it)" if len(group) > 1 else ""


def _entry(group: tuple[Change, ...]) -> Iterator[str]:
    change = group[0]
    yield f"{change.severity}: {change.address}: {change.text}"
    if change.rule.id.endswith("description-changed"):
        before, after = differing(change.before or "", change.after or "")
        yield from (f"    {sign} {text}" for sign, text in (("-", before), ("+", after)) if text)
    names, more = also_names(group, _ALSO)
    if names:
        yield f"    also: {', '.join(names)}{more}"
    about = [change.rule.id]
    if change.audiences:
        about.append(f"breaks {breaks_text(change)}" if change.severity is Severity.BREAKING else breaks_text(change))
    if change.code:
        about.append(change.code)
    about.append(change.fingerprint)
    yield f"    {'; '.join(about)}"
    if change.cause:
        places = (f"{'' if item.is_new else 'was '}{place_text(item.location)}" for item in lines_of(change))
        lines = ", ".join(dict.fromkeys(places))
        yield f"    caused by the {change.cause}{f': {lines}' if lines else ''}"
        if change.together:
            yield f"    {change.together}"
    elif change.location is not None:
        yield f"    {'' if change.new_places else 'was '}{place_text(change.location)}"
    if change.fix:
        yield f"    to keep it: {change.fix}  # in {change.fix_place}"
    if change.approved is not None:
        yield f"    approved: {change.approved}"


def as_github(review: Review) -> str:
    """Workflow commands: an annotation for each breaking change, warning and other change that is not approved."""
    lines = [github_command("warning", "", None, None, "Mapping review", problem) for problem in review.problems]
    for group in grouped(change for change in review.changes if change.counts and change.severity in _LEVELS):
        change, *others = group
        uri, place = review.shown_at(change) or ("", None)
        line, column = place or (None, None)
        text = f"{change.address}: {change.text}\n{change.rule.why}"
        text += f"\nThe same in {len(others)} more." if others else ""
        text += f"\nTo keep it: {change.fix} in {change.fix_place}." if change.fix else ""
        title = f"{change.severity}: {change.rule.title}"
        lines.append(github_command(_LEVELS[change.severity], uri, line, column, title, shortened_lines(text)))
    return "".join(f"{line}\n" for line in lines)


def shortened_lines(text: str) -> str:
    """Each line, cut where it is long."""
    return "\n".join(shortened(line, 400) for line in text.split("\n"))
