"""The review file as a JSON Schema, for editors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .changes import FINGERPRINT
from .rules import Affected, ChangeRule
from .settings import STABILITIES
from .settings_reader import LEVELS


def settings_schema(rules: Mapping[str, ChangeRule]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the review file. `rules` are the known rules by id."""
    levels = {rule.id: {"description": f"{rule.title}. {rule.why}", "enum": list(LEVELS)} for rule in rules.values()}
    mark = {"type": "string", "pattern": f"^[0-9a-f]{{{FINGERPRINT}}}$"}
    severities = {
        "type": "object",
        "additionalProperties": False,
        "required": ["level"],
        "properties": {**_pattern(), "level": {"enum": list(LEVELS)}},
    }
    entity = {
        "type": "object",
        "additionalProperties": False,
        "required": ["stability"],
        "properties": {"stability": {"enum": list(STABILITIES)}},
    }
    approved = {
        "type": "object",
        "additionalProperties": False,
        "required": ["reason"],
        "properties": {
            "fingerprint": {
                "description": "The fingerprint of a change, or a list of them; in `oasmap diff`, it follows the rule.",
                "anyOf": [mark, {"type": "array", "minItems": 1, "items": mark}],
            },
            **_pattern(),
            "until": {"description": "The last day of the approval, or the version that ends it: 2027-01-31 or 3.0.0."},
            "reason": {"description": "Why the change is intended.", "type": "string", "minLength": 1},
        },
    }
    drift = {
        "type": "object",
        "additionalProperties": False,
        "required": ["ignore", "reason"],
        "properties": {
            "ignore": {"description": "Entities whose drift is expected, such as resource zoo_*."},
            "attribute": {"description": "Their attributes, such as tags.*; all if absent."},
            "reason": {"description": "Why the built provider differs.", "type": "string", "minLength": 1},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Review file",
        "description": "The decisions of a project on reviews: severities by rule, and approved changes.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {
            "rules": {"type": ["object", "null"], "additionalProperties": False, "properties": levels},
            "severities": {"type": ["array", "null"], "items": severities},
            "entities": {"type": ["object", "null"], "additionalProperties": entity},
            "deprecation_grace": {"enum": [*LEVELS, None]},
            "approved": {"type": ["array", "null"], "items": approved},
            "drift": {"type": ["array", "null"], "items": drift},
        },
    }


def _pattern() -> dict[str, Any]:
    """The keys of an entry that select changes."""
    return {
        "rule": {"description": "Rules, with * for any text.", "type": "string", "minLength": 1},
        "path": {"description": "Paths of attributes, with * for any text.", "type": "string", "minLength": 1},
        "entity": {"description": "Entities by name, or by kind and name.", "type": "string", "minLength": 1},
        "breaks": {"description": "Whom the change breaks.", "enum": [str(audience) for audience in Affected]},
    }
