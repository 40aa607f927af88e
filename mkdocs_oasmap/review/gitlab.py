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

from ..messages import spot
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
