"""A review for a terminal, as one line for each change, and as annotations of GitHub checks."""

import re
from collections.abc import Iterator, Sequence

from mapper.report.diagnostic import Diagnostic
from mapper.review.changes import Review
from mapper.review.entries import Entry, by_worst, grouped
from mapper.review.rules import ChangeSeverity
from mapper.review.verdict import verdict_text
from mapper.text.display import visible

from ..messages import github_command, spot
from ..pages.review_text import (
    causes,
    differing,
    new_problems,
    nothing,
    place_text,
    problem_lines,
    shortened,
    summary,
    to_approve,
)

_LEVELS = {ChangeSeverity.BREAKING: "error", ChangeSeverity.WARNING: "warning", ChangeSeverity.INFO: "notice"}
_DIFFERENCE = 80
_ANNOTATIONS = 10
"""How many annotations of one level GitHub shows for a step."""


def as_text(review: Review) -> str:
    """The verdict, the changes, worst first, the notes, and the sum."""
    sentence = verdict_text(review)
    if sentence and (mapping := new_problems(review)):
        sentence = f"{sentence} But {mapping}."
    lines = [sentence] if sentence else []
    named = (review.old, review.new)
    sides = [f"{side.name} ({side.about})" if side.about and review.changes else side.name for side in named]
    because = f"; {causes(review)}" if causes(review) else ""
    total = f"{' -> '.join(sides)}: {summary(review)}{because}"
    if not sentence:
        lines.append(total)
    lines += [f"problem: {problem}" for problem in review.problems]
    lines += [line for _, line in problem_lines(review)]
    shown = grouped(change for change in review.changes if change.severity is not ChangeSeverity.MAPPING)
    if shown:
        lines.append("")
    for entry in shown:
        lines += _entry(entry)
    mapping_only = grouped(review.of(ChangeSeverity.MAPPING))
    if mapping_only:
        lines += ["", f"mapping only, {len(review.of(ChangeSeverity.MAPPING)):,} in all:"]
        lines += [f"    {entry.subject}: {entry.sentence}{_more(entry)}" for entry in mapping_only]
    for skeleton in review.skeletons:
        lines += ["", f"to write: a {skeleton.title} for {skeleton.entity}"]
        lines += [f"    {line}" for line in skeleton.text.expandtabs(4).split("\n")]
    if approvable := [entry for entry in shown if entry.approval]:
        where = "write its last word below `approved:` in the review file (--review oasmap_review.yml)"
        lines += ["", f"to approve a change, {where}: {approvable[0].approval}"]
        entities = to_approve(review)
        more = f" (and so on for {len(entities) - 1:,} more)" if len(entities) > 1 else ""
        lines += [f"to approve all of an entity: {line}{more}" for line in entities[:1]]
    lines += [f"note: {note}" for note in review.notes]
    if sentence:
        lines += ["", total]
    return "".join(f"{visible(line)}\n" for line in lines)


def _more(entry: Entry) -> str:
    return f" (and {len(entry.others):,} more like it)" if len(entry.changes) == len(entry.others) + 1 > 1 else ""


def _entry(entry: Entry) -> Iterator[str]:
    """The sentence on one line, and on the next ones what else is known; all on one line if nobody has to act."""
    change = entry.first
    head = f"{change.severity}: {entry.subject}: {_sentence(entry)}"
    if change.severity.rank > ChangeSeverity.WARNING.rank:
        yield f"{head} [{'; '.join(entry.lines())}]"
        return
    yield head
    yield from (f"    {line}" for line in entry.lines())


def _sentence(entry: Entry) -> str:
    """The sentence, with the part of a description that changed."""
    change = entry.first
    if not change.rule.text_only:
        return entry.sentence
    before, after = differing(change.before, change.after, _DIFFERENCE)
    return f"{entry.sentence}{f', was: {before}' if before else ''}{f', is: {after}' if after else ', is gone'}"


def as_lines(review: Review) -> str:
    """One line for each change, as compilers print them: `file:line: severity rule entity.path: text`."""
    lines = []
    for change in review.changes:
        uri, place = review.shown_at(change) or (review.new.name, None)
        where = f"{uri}:{place[0]}" if place else uri
        entry = Entry((change,))
        path = f".{change.path}" if change.path else ""
        approved = f" (approved: {change.approved})" if change.approved is not None else ""
        written = f"; written: {', '.join(entry.written)}" if entry.written else ""
        keep = f"; to keep it: {entry.keep}" if entry.keep else ""
        about = f"[{entry.about.partition('; ')[2]}{written}{keep}]"
        head = f"{where}: {change.severity} {change.rule.id} {change.name}{path}"
        lines.append(f"{head}: {entry.sentence}{approved} {about}")
    for one in review.diagnostics:
        where = place_text(one.location) if one.location is not None else review.new.name
        lines.append(f"{where}: {one.severity} {one.code} {one.message}")
    lines += [f"{review.old.name}: problem: {problem}" for problem in review.problems]
    lines.append(summary(review) if review.changes else nothing(review))
    return "".join(f"{_as_path(visible(' '.join(line.split())))}\n" for line in lines)


_ACTS = re.compile(r"::|##|(?:error|warning|note):", re.IGNORECASE)
"""What a log or a reader of it takes for more than a line, such as a workflow command of GitHub."""


def _as_path(line: str) -> str:
    """A line that begins with the name of a file, which may be anything: one that acts is written from the folder."""
    return f"./{line}" if _ACTS.match(line) else line


def as_github(reviews: Sequence[Review]) -> str:
    """Workflow commands: one annotation for each entry that is not approved, except entries of documentation and
    mapping only.

    GitHub shows ten of each level for a step; if there are more, the tenth says how many are not shown.
    """
    problems = [problem for review in reviews for problem in review.problems]
    lines = [github_command("warning", "", None, None, "Mapping review", problem) for problem in problems]
    lines += [_problem(one, line) for review in reviews for one, line in problem_lines(review)]
    ranked = [(review, by_worst(change for change in review.changes if change.counts)) for review in reviews]
    for severity, level in _LEVELS.items():
        entries = [(review, entry) for review, by_severity in ranked for entry in by_severity[severity]]
        room = _ANNOTATIONS - sum(line.startswith(f"::{level} ") for line in lines)
        shown = entries if len(entries) <= room else entries[: max(0, room - 1)]
        lines += [_annotation(review, severity, entry) for review, entry in shown]
        if hidden := len(entries) - len(shown):
            text = f"{hidden:,} more are not shown here; oasmap diff --format text shows all of them."
            lines.append(github_command(level, "", None, None, f"{severity}: and more", text))
    return "".join(f"{line}\n" for line in lines)


def _problem(one: Diagnostic, text: str) -> str:
    return github_command("warning", *spot(one.location), f"{one.code} {one.rule.title}", shortened(text, 400))


def _annotation(review: Review, severity: ChangeSeverity, entry: Entry) -> str:
    rule = entry.first.rule
    uri, place = review.shown_at(entry.first) or ("", None)
    first, *lines = entry.message().split("\n")
    text = "\n".join(shortened(line, 400) for line in (first, rule.why, *lines))
    line, column = place or (None, None)
    return github_command(_LEVELS[severity], uri, line, column, f"{severity}: {rule.title}", text)
