"""A review as a JUnit report: one test case for each change, which fails if it is breaking and not approved."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from mapper.review import Change, ChangeSeverity, Review
from mapper.review.approvals import approving
from mapper.text.display import visible_lines


def as_junit(review: Review) -> str:
    """One test suite; changes that are not breaking pass, approved ones are skipped."""
    shown = [change for change in review.changes if change.severity is not ChangeSeverity.MAPPING]
    failures = sum(_fails(change) for change in shown)
    skipped = sum(not change.counts for change in shown)
    counts = f'tests="{len(shown)}" failures="{failures}" errors="0" skipped="{skipped}"'
    name = quoteattr(_text(f"{review.old.name} -> {review.new.name}"))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {counts}>", f"<testsuite name={name} {counts}>"]
    for change in shown:
        lines += _case(review, change)
    return "\n".join([*lines, "</testsuite>", "</testsuites>"]) + "\n"


def _fails(change: Change) -> bool:
    return change.counts and change.severity is ChangeSeverity.BREAKING


def _case(review: Review, change: Change) -> list[str]:
    name = quoteattr(_text(f"{change.path or change.entity}: {change.rule.id} ({change.fingerprint})"))
    uri, position = review.shown_at(change) or ("", None)
    place = f" file={quoteattr(_text(uri))}" + (f' line="{position[0]}"' if position else "") if uri else ""
    head = f"<testcase classname={quoteattr(_text(str(change.subject)))} name={name}{place}"
    text = _text(f"{change.address}: {change.text}")
    if change.approved is not None:
        return [f"{head}>", f"<skipped message={quoteattr(_text(f'approved: {change.approved}'))}/>", "</testcase>"]
    if not _fails(change):
        return [f"{head}>", f"<system-out>{escape(f'{change.severity}: {text}')}</system-out>", "</testcase>"]
    about = escape(_text(f"{change.rule.why}\nTo approve it: {approving([change])}"))
    kind = quoteattr(str(change.severity))
    return [f"{head}>", f"<failure message={quoteattr(text)} type={kind}>{about}</failure>", "</testcase>"]


def _text(text: str) -> str:
    """The text without characters that XML does not allow."""
    shown = visible_lines(text)
    return "".join(
        character if character in "\t\n" or (character >= " " and character not in "\ufffe\uffff") else "\ufffd"
        for character in shown
    )
