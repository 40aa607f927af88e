"""Diagnostics and places as plain data, for the JSON log and the review."""

from __future__ import annotations

from typing import Any

from ..origin import Location
from ..report.diagnostic import Diagnostic


def diagnostic_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data."""
    return without_nulls(
        {
            "code": diagnostic.code,
            "severity": str(diagnostic.severity),
            "title": diagnostic.rule.title,
            "entity": str(diagnostic.entity) if diagnostic.entity else None,
            "path": diagnostic.path or None,
            "message": diagnostic.text,
            "consequence": diagnostic.rule.consequence,
            "remedy": diagnostic.rule.remedy or None,
            "differs_from_reference": diagnostic.rule.differs,
            "location": location_data(diagnostic.location),
            "fix": diagnostic.fix,
        }
    )


def location_data(location: Location | None) -> dict[str, Any] | None:
    """A place as plain data, with line and column counted from 1, if they are known."""
    if location is None:
        return None
    line, column = location.document.position(location.pointer) or (None, None)
    return without_nulls({"file": location.document.uri, "pointer": location.pointer, "line": line, "column": column})


def without_nulls(data: dict[str, Any]) -> dict[str, Any]:
    """The data without members whose value is None."""
    return {key: value for key, value in data.items() if value is not None}
