"""What a project has decided: severities by rule, and changes that it approves, from a YAML file.

Shape::

    rules: {constraint-added: breaking, description-changed: ignore}
    approved:
      - {fingerprint: 1f0a93c2b7d4, reason: agreed on for version 3}
    drift:
      - {ignore: resource zoo_*, attribute: tags.*, reason: written by hand}
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from ..diagnostics import MappingError, Problem
from ..documents import Document, Node, problem_at, text_of
from ..immutable import dataclass
from .changes import FINGERPRINT, Change
from .drift import Explained
from .rules import RULES, Rule, Severity

IGNORE = "ignore"
LEVELS = (*(str(severity) for severity in Severity), IGNORE)
_KEYS = ("rules", "approved", "drift")
_KEYS_TEXT = "rules, approved and drift"
_FINGERPRINT = re.compile(rf"[0-9a-f]{{{FINGERPRINT}}}\Z")


class UnknownRule(ValueError):
    """A rule or a level that does not exist; `str()` says what may have been meant."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Severities by rule (None leaves changes of the rule out), reasons by fingerprint, and drift that is known of."""

    levels: dict[str, Severity | None] = field(default_factory=dict)
    approved: dict[str, str] = field(default_factory=dict)
    drift: tuple[Explained, ...] = ()

    def apply(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """The changes, with the reasons of those that are approved."""
        return tuple(
            replace(change, approved=self.approved[change.fingerprint])
            if change.fingerprint in self.approved
            else change
            for change in changes
        )

    def unused(self, changes: Iterable[Change]) -> list[str]:
        """The approved fingerprints that none of the changes has."""
        found = {change.fingerprint for change in changes}
        return [fingerprint for fingerprint in self.approved if fingerprint not in found]


def level_of(rule: str, level: str, rules: Collection[str] = RULES) -> Severity | None:
    """The severity that a level is, None for *ignore*. `rules` are the known ids. Raises UnknownRule."""
    if rule not in rules:
        import difflib

        close = difflib.get_close_matches(rule, rules, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "; `oasmap diff --explain all` lists them"
        raise UnknownRule(f"{rule!r} is not a rule of the review{hint}")
    if level not in LEVELS:
        raise UnknownRule(f"{level!r} is not a level; use one of {', '.join(LEVELS)}")
    return None if level == IGNORE else Severity(level)


def read_settings(document: Document, rules: Collection[str] = RULES) -> Settings:
    """Read a review file. `rules` are the known ids. Raises MappingError with every problem."""
    problems: list[Problem] = []
    root = document.node
    if root.value is not None and not isinstance(root.value, dict):
        raise MappingError(Problem(f"a review file has the keys {_KEYS_TEXT}", document.uri, 1))
    for key, node in root.members():
        if key not in _KEYS:
            problems.append(problem_at(f"unknown key {key!r}; a review file has the keys {_KEYS_TEXT}", node))
    settings = Settings(
        _levels(root.get("rules"), rules, problems),
        _approved(root.get("approved"), problems),
        tuple(_explained(root.get("drift"), problems)),
    )
    if problems:
        raise MappingError(*problems)
    return settings


def settings_schema(rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The review file as a JSON Schema, for editors. `rules` are the known ones by id."""
    levels = {rule.id: {"description": f"{rule.title}. {rule.why}", "enum": list(LEVELS)} for rule in rules.values()}
    approved = {
        "type": "object",
        "additionalProperties": False,
        "required": ["fingerprint", "reason"],
        "properties": {
            "fingerprint": {
                "description": "What stands behind the rule of a change in the text form of the review.",
                "type": "string",
                "pattern": f"^[0-9a-f]{{{FINGERPRINT}}}$",
            },
            "reason": {"description": "Why the change is meant.", "type": "string", "minLength": 1},
        },
    }
    drift = {
        "type": "object",
        "additionalProperties": False,
        "required": ["ignore", "reason"],
        "properties": {
            "ignore": {"description": "Entities that a built provider has otherwise, such as resource zoo_*."},
            "attribute": {"description": "Attributes of them, such as tags.*; all of them if it is not given."},
            "reason": {"description": "Why they are different.", "type": "string", "minLength": 1},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Review file",
        "description": "What a project has decided: severities by rule, and changes that it approves.",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {
            "rules": {"type": ["object", "null"], "additionalProperties": False, "properties": levels},
            "approved": {"type": ["array", "null"], "items": approved},
            "drift": {"type": ["array", "null"], "items": drift},
        },
    }


def _levels(node: Node | None, rules: Collection[str], problems: list[Problem]) -> dict[str, Severity | None]:
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        problems.append(problem_at("rules: a mapping of rules to levels is expected", node))
    found: dict[str, Severity | None] = {}
    for rule, member in node.members():
        try:
            found[rule] = level_of(rule, text_of(member.value) or "", rules)
        except UnknownRule as error:
            problems.append(problem_at(str(error), member))
    return found


def _approved(node: Node | None, problems: list[Problem]) -> dict[str, str]:
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, list):
        problems.append(problem_at("approved: a list of entries with fingerprint and reason is expected", node))
    found = {}
    for entry in node.items():
        fingerprint, reason = (entry.get(key) for key in ("fingerprint", "reason"))
        text = text_of(fingerprint.value) if fingerprint else None
        if text is None or not _FINGERPRINT.match(text):
            problems.append(
                problem_at(f"approved: a fingerprint has {FINGERPRINT} digits and letters from a to f", entry)
            )
        elif reason is None or not text_of(reason.value):
            problems.append(problem_at("approved: a reason is needed", entry))
        else:
            found[text] = text_of(reason.value) or ""
    return found


def _explained(node: Node | None, problems: list[Problem]) -> Iterator[Explained]:
    if node is None or node.value is None:
        return
    if not isinstance(node.value, list):
        problems.append(problem_at("drift: a list of entries with ignore and reason is expected", node))
    for entry in node.items():
        known = {key: text_of(member.value) for key, member in entry.members()}
        if not known or not all(known.values()) or not known.keys() <= {"ignore", "attribute", "reason"}:
            problems.append(problem_at("drift: an entry has texts for ignore, reason, and maybe attribute", entry))
        elif "reason" not in known or "ignore" not in known:
            missing = "reason" if "ignore" in known else "ignore"
            problems.append(problem_at(f"drift: {missing} is needed, such as 'resource zoo_*' to ignore", entry))
        else:
            yield Explained(known["ignore"] or "", known.get("attribute") or "", known["reason"] or "")
