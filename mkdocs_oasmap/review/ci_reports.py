"""A review as a JUnit report, one test case for each change, and as a GitLab Code Quality report."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review.changes import Change, Review
from mapper.review.entries import Entry
from mapper.review.rules import ChangeSeverity
from mapper.text.display import visible, visible_json, visible_lines

from ..messages import spot
from ..pages.review_text import problem_lines


def as_junit(reviews: Sequence[Review]) -> str:
    """A test suite for each review; changes that are not breaking pass, approved ones are skipped."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {_counts(reviews)}>"]
    for review in reviews:
        name = quoteattr(visible_lines(f"{review.old.name} -> {review.new.name}"))
        lines.append(f"<testsuite name={name} {_counts([review])}>")
        for change in _reported_changes(review):
            lines += _case(review, change)
        problems = [*review.problems, *(line for _, line in problem_lines(review))]
        told = [escape(visible_lines(line)) for line in problems]
        lines += [f"<system-err>{chr(10).join(told)}</system-err>"] if told else []
        lines.append("</testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _reported_changes(review: Review) -> list[Change]:
    return [change for change in review.changes if change.severity is not ChangeSeverity.MAPPING]


def _counts(reviews: Sequence[Review]) -> str:
    shown = [change for review in reviews for change in _reported_changes(review)]
    failures = sum(_fails(change) for change in shown)
    skipped = sum(not change.counts for change in shown)
    return f'tests="{len(shown)}" failures="{failures}" errors="0" skipped="{skipped}"'


def _fails(change: Change) -> bool:
    return change.counts and change.severity is ChangeSeverity.BREAKING


def _case(review: Review, change: Change) -> list[str]:
    name = quoteattr(visible_lines(f"{change.path or change.entity}: {change.rule.id} ({change.fingerprint})"))
    uri, position = review.shown_at(change) or ("", None)
    place = f" file={quoteattr(visible_lines(uri))}" + (f' line="{position[0]}"' if position else "") if uri else ""
    head = f"<testcase classname={quoteattr(visible_lines(str(change.subject)))} name={name}{place}"
    entry = Entry((change,))
    text = visible_lines(entry.message())
    if change.approved is not None:
        why = quoteattr(visible_lines(f"approved: {change.approved}"))
        return [f"{head}>", f"<skipped message={why}/>", f"<system-out>{escape(text)}</system-out>", "</testcase>"]
    if not _fails(change):
        return [f"{head}>", f"<system-out>{escape(f'{change.severity}: {text}')}</system-out>", "</testcase>"]
    about = escape(f"{text}\n{visible_lines(change.rule.why)}")
    kind, message = quoteattr(str(change.severity)), quoteattr(visible_lines(f"{entry.subject}: {entry.sentence}"))
    return [f"{head}>", f"<failure message={message} type={kind}>{about}</failure>", "</testcase>"]


_LEVELS = {
    ChangeSeverity.BREAKING: "critical",
    ChangeSeverity.WARNING: "major",
    ChangeSeverity.INFO: "minor",
    ChangeSeverity.DOCS: "info",
}


def as_gitlab(reviews: Iterable[Review]) -> str:
    """An entry for each change that is not approved, except changes of the mapping only, and for each new problem of
    the mapping. GitLab shows one entry for each fingerprint.
    """
    by_fingerprint: dict[str, dict[str, Any]] = {}
    for review in reviews:
        entries = [_entry(review, c) for c in review.changes if c.counts and c.severity in _LEVELS]
        for entry in (*entries, *(_problem(one, text) for one, text in problem_lines(review))):
            while entry["fingerprint"] in by_fingerprint:  # two mappings have the same change
                entry["fingerprint"] = _digest(f"{entry['fingerprint']} {review.new.name}")
            by_fingerprint[entry["fingerprint"]] = entry
    entries = list(by_fingerprint.values())
    return visible_json(json.dumps(entries, indent=1, ensure_ascii=False)) + "\n"


def _entry(review: Review, change: Change) -> dict[str, Any]:
    uri, position = review.shown_at(change) or ("", None)
    text, level = visible_lines(Entry((change,)).message()), _LEVELS[change.severity]
    return _issue(text, change.rule.id, change.fingerprint, level, uri, position[0] if position else None)


def _problem(one: Diagnostic, text: str) -> dict[str, Any]:
    uri, line, _ = spot(one.location)
    level = "critical" if one.severity is Severity.ERROR else "major"
    return _issue(visible(text), one.code, _digest(text), level, uri, line)


def _issue(text: str, name: str, fingerprint: str, level: str, uri: str, line: int | None) -> dict[str, Any]:
    location = {"path": visible(uri), "lines": {"begin": line or 1}}
    return {
        "description": text, "check_name": name, "fingerprint": fingerprint, "severity": level, "location": location
    }  # fmt: skip


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
