"""A review as a JUnit report: one test case for each change, which fails if it is breaking and not approved."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from mapper.review import Change, ChangeSeverity, Review
from mapper.review.entries import Entry
from mapper.text.display import visible_lines

from ..pages.review_text import problem_lines


def as_junit(reviews: Sequence[Review]) -> str:
    """A test suite for each review; changes that are not breaking pass, approved ones are skipped."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {_counts(reviews)}>"]
    for review in reviews:
        name = quoteattr(_text(f"{review.old.name} -> {review.new.name}"))
        lines.append(f"<testsuite name={name} {_counts([review])}>")
        for change in _shown(review):
            lines += _case(review, change)
        problems = [*review.problems, *(line for _, line in problem_lines(review))]
        told = [escape(_text(line)) for line in problems]
        lines += [f"<system-err>{chr(10).join(told)}</system-err>"] if told else []
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _shown(review: Review) -> list[Change]:
    return [change for change in review.changes if change.severity is not ChangeSeverity.MAPPING]


def _counts(reviews: Sequence[Review]) -> str:
    shown = [change for review in reviews for change in _shown(review)]
    failures = sum(_fails(change) for change in shown)
    skipped = sum(not change.counts for change in shown)
    return f'tests="{len(shown)}" failures="{failures}" errors="0" skipped="{skipped}"'


def _fails(change: Change) -> bool:
    return change.counts and change.severity is ChangeSeverity.BREAKING


def _case(review: Review, change: Change) -> list[str]:
    name = quoteattr(_text(f"{change.path or change.entity}: {change.rule.id} ({change.fingerprint})"))
    uri, position = review.shown_at(change) or ("", None)
    place = f" file={quoteattr(_text(uri))}" + (f' line="{position[0]}"' if position else "") if uri else ""
    head = f"<testcase classname={quoteattr(_text(str(change.subject)))} name={name}{place}"
    entry = Entry((change,))
    text = _text(entry.message())
    if change.approved is not None:
        why = quoteattr(_text(f"approved: {change.approved}"))
        return [f"{head}>", f"<skipped message={why}/>", f"<system-out>{escape(text)}</system-out>", "</testcase>"]
    if not _fails(change):
        return [f"{head}>", f"<system-out>{escape(f'{change.severity}: {text}')}</system-out>", "</testcase>"]
    about = escape(f"{text}\n{_text(change.rule.why)}")
    kind, message = quoteattr(str(change.severity)), quoteattr(_text(f"{entry.subject}: {entry.sentence}"))
    return [f"{head}>", f"<failure message={message} type={kind}>{about}</failure>", "</testcase>"]


def _text(text: str) -> str:
    """The text without characters that XML does not allow."""
    shown = visible_lines(text)
    return "".join(
        character if character in "\t\n" or (character >= " " and character not in "\ufffe\uffff") else "\ufffd"
        for character in shown
    )
