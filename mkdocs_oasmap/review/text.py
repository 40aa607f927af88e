"""A review for a terminal, and as annotations of GitHub checks."""

from __future__ import annotations

from collections.abc import Iterator

from mapper.review import Change, ChangeSeverity, Review
from mapper.review.approvals import approving
from mapper.review.groups import by_worst, grouped
from mapper.review.verdict import verdict_text
from mapper.text.display import visible

from ..messages import github_command
from ..pages.review_text import (
    also_names,
    breaks_text,
    differing,
    lines_of,
    place_text,
    places_text,
    shortened,
    summary,
    to_approve,
)

_LEVELS = {ChangeSeverity.BREAKING: "error", ChangeSeverity.WARNING: "warning", ChangeSeverity.INFO: "notice"}
_APPROVABLE = (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)
_ALSO = 3
_ANNOTATIONS = 10
"""How many annotations of one level GitHub shows for a step."""


def as_text(review: Review) -> str:
    """The changes, worst first, then the notes."""
    sentence = verdict_text(review)
    lines = [sentence] if sentence else []
    lines += [f"{review.old.name} -> {review.new.name}: {summary(review)}"]
    lines += [f"{side.name}: {side.about}" for side in (review.old, review.new) if side.about and review.changes]
    for problem in review.problems:
        lines += ["", f"problem: {problem}"]
    mapping_only = review.of(ChangeSeverity.MAPPING)
    for group in grouped(change for change in review.changes if change.severity is not ChangeSeverity.MAPPING):
        lines += ["", *_entry(group)]
    if mapping_only:
        lines += ["", f"mapping only, {len(mapping_only):,} in all:"]
        lines += [f"    {group[0].address}: {group[0].text}{_more(group)}" for group in grouped(mapping_only)]
    for skeleton in review.skeletons:
        lines += ["", f"to write: a {skeleton.title} for {skeleton.entity}"]
        lines += [f"    {line}" for line in skeleton.text.expandtabs(4).split("\n")]
    if approvals := to_approve(review):
        lines += ["", "to approve all of an entity, in the review file:", *(f"    {line}" for line in approvals)]
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
        about.append(
            f"breaks {breaks_text(change)}" if change.severity is ChangeSeverity.BREAKING else breaks_text(change)
        )
    if change.code:
        about.append(change.code)
    about.append(change.fingerprint)
    yield f"    {'; '.join(about)}"
    if change.cause:
        lines = places_text(lines_of(change), lambda text, _location, _is_new: text)
        yield f"    caused by the {change.cause}{f': {lines}' if lines else ''}"
        if change.together:
            yield f"    {change.together}"
    elif change.location is not None:
        yield f"    {'' if change.new_places else 'was '}{place_text(change.location)}"
    if change.fix:
        yield f"    to keep it: {change.fix}  # in {change.fix_place}"
    if change.approved is not None:
        yield f"    approved: {change.approved}"
    elif change.severity in _APPROVABLE:
        yield f"    to approve it: {approving(group)}"


def as_github(review: Review) -> str:
    """Workflow commands: one annotation for each change that is not approved, except those of documentation and mapping
    only.

    GitHub shows ten of each level for a step; if there are more, the tenth says how many are not shown.
    """
    lines = [github_command("warning", "", None, None, "Mapping review", problem) for problem in review.problems]
    by_severity = by_worst(change for change in review.changes if change.counts)
    for severity, level in _LEVELS.items():
        groups = by_severity[severity]
        room = _ANNOTATIONS - (len(review.problems) if level == "warning" else 0)
        shown = groups if len(groups) <= room else groups[: max(0, room - 1)]
        lines += [_annotation(review, severity, group) for group in shown]
        if hidden := len(groups) - len(shown):
            text = f"{hidden:,} more are not shown here; oasmap diff --format text shows all of them."
            lines.append(github_command(level, "", None, None, f"{severity}: and more", text))
    return "".join(f"{line}\n" for line in lines)


def _annotation(review: Review, severity: ChangeSeverity, group: tuple[Change, ...]) -> str:
    change, *others = group
    uri, place = review.shown_at(change) or ("", None)
    line, column = place or (None, None)
    text = f"{change.address}: {change.text}\n{change.rule.why}"
    text += f"\nThe same in {len(others)} more." if others else ""
    text += f"\nTo approve it: {approving(group)}"
    text += f"\nTo keep it: {change.fix} in {change.fix_place}." if change.fix else ""
    title = f"{severity}: {change.rule.title}"
    return github_command(_LEVELS[severity], uri, line, column, title, shortened_lines(text))


def shortened_lines(text: str) -> str:
    """The text with each line cut to 400 characters."""
    return "\n".join(shortened(line, 400) for line in text.split("\n"))
