"""A review as a GitLab Code Quality report, which merge requests show next to the lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review import Change, ChangeSeverity, Review
from mapper.review.entries import Entry
from mapper.text.display import visible, visible_json, visible_lines

from ..pages.review_text import problem_lines

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
    return {
        "description": visible_lines(Entry((change,)).message()),
        "check_name": change.rule.id,
        "fingerprint": change.fingerprint,
        "severity": _LEVELS[change.severity],
        "location": {"path": visible(uri), "lines": {"begin": position[0] if position else 1}},
    }


def _problem(one: Diagnostic, text: str) -> dict[str, Any]:
    location = one.location
    position = location.document.position(location.pointer) if location else None
    path = visible(location.document.uri) if location else ""
    return {
        "description": visible(text),
        "check_name": one.code,
        "fingerprint": _digest(text),
        "severity": "critical" if one.severity is Severity.ERROR else "major",
        "location": {"path": path, "lines": {"begin": position[0] if position else 1}},
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
