"""A review as a GitLab Code Quality report, which merge requests show next to the lines."""

from __future__ import annotations

import json
from typing import Any

from mapper.review import Change, ChangeSeverity, Review
from mapper.text.display import visible, visible_json

_LEVELS = {
    ChangeSeverity.BREAKING: "critical",
    ChangeSeverity.WARNING: "major",
    ChangeSeverity.INFO: "minor",
    ChangeSeverity.DOCS: "info",
}


def as_gitlab(review: Review) -> str:
    """An entry for each change that is not approved, except changes of the mapping only."""
    entries = [_entry(review, c) for c in review.changes if c.counts and c.severity in _LEVELS]
    return visible_json(json.dumps(entries, indent=1, ensure_ascii=False)) + "\n"


def _entry(review: Review, change: Change) -> dict[str, Any]:
    uri, position = review.shown_at(change) or ("", None)
    return {
        "description": visible(f"{change.address}: {change.text}"),
        "check_name": change.rule.id,
        "fingerprint": change.fingerprint,
        "severity": _LEVELS[change.severity],
        "location": {"path": visible(uri), "lines": {"begin": position[0] if position else 1}},
    }
