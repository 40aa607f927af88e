"""Reads a review file.

Shape::

    rules: {constraint-added: breaking, description-changed: ignore}
    severities:
      - {rule: limit-*, path: "spec.*", entity: resource pet, breaks: plan, level: info}
    entities:
      telescope: {stability: beta}
    deprecation_grace: warning
    approved:
      - {fingerprint: 1f0a93c2b7d4, reason: agreed on for version 3}
      - {fingerprint: [1f0a93c2b7d4, 889ce7030c79], reason: one edit, until: 2027-01-31}
      - {rule: attribute-removed, path: "*.legacy", entity: pet, reason: announced, until: 3.0.0}
    drift:
      - {ignore: resource zoo_*, attribute: tags.*, reason: written by hand}

An entry of `severities` needs a level, one of `approved` a reason, and both need at least one of the other keys.
"""

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import filter as matching
from typing import Any

from ..inputs import Document, Node, problem_at, text_of
from ..report.diagnostic import MappingError, Problem
from .approvals import Approval, ChangePattern, until_of
from .changes import FINGERPRINT
from .drift import Explained
from .rules import RULES, Affected, ChangeRule, ChangeSeverity
from .settings import STABILITIES, Level, Settings

IGNORE = "ignore"
LEVELS = (*(str(severity) for severity in ChangeSeverity), IGNORE)
KEYS = ("rules", "severities", "entities", "deprecation_grace", "approved", "drift")
_KEY = rf"[0-9a-f]{{{FINGERPRINT}}}(\.[0-9]{{1,6}}\.[0-9a-f]{{{FINGERPRINT}}})?"
_FINGERPRINT = re.compile(rf"{_KEY}\Z")
_PATTERN = ("rule", "path", "entity", "breaks")
_KEYS_TEXT = "the keys rules, approved, drift, severities, entities and deprecation_grace are expected"
_FINGERPRINTS = f"copy its {FINGERPRINT} digits and letters from the report of `oasmap diff`"


class UnknownRule(ValueError):
    """An unknown rule or level; the message suggests a similar one."""


def level_of(rule: str, level: str, rules: Collection[str] = RULES) -> ChangeSeverity | None:
    """The severity for a level, None for *ignore*. `rules` are the known ids. Raises UnknownRule."""
    _check_rule(rule, rules)
    return _level(level)


def _check_rule(rule: str, rules: Collection[str]) -> None:
    if rule not in rules:
        close = difflib.get_close_matches(rule, rules, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "; `oasmap explain all` lists them"
        raise UnknownRule(f"{rule!r} is not a rule of the review{hint}")


def _level(level: str) -> ChangeSeverity | None:
    if level not in LEVELS:
        raise UnknownRule(f"{level!r} is not a level; use one of {', '.join(LEVELS)}")
    return None if level == IGNORE else ChangeSeverity(level)


def read_settings(document: Document, rules: Collection[str] = RULES) -> Settings:
    """Read a review file. `rules` are the known ids. Raises MappingError with every problem."""
    root = document.node
    if root.value is not None and not isinstance(root.value, dict):
        raise MappingError(Problem(f"a mapping is expected: {_KEYS_TEXT}", document.uri, 1, remedy=""))
    reader = _Reader(rules)
    for key, node in root.members():
        if key not in KEYS:
            reader.problems.append(problem_at(f"unknown key {key!r}", node, remedy=_KEYS_TEXT))
    settings = reader.settings(root)
    if reader.problems:
        raise MappingError(*reader.problems)
    return settings


class _Reader:
    def __init__(self, rules: Collection[str]) -> None:
        self._rules = rules
        self.problems: list[Problem] = []

    def settings(self, root: Node) -> Settings:
        approved, approvals = self._approved(root.get("approved"))
        grace = root.get("deprecation_grace")
        return Settings(
            self._levels(root.get("rules")),
            approved,
            tuple(self._drift(root.get("drift"))),
            tuple(approvals),
            tuple(self._severities(root.get("severities"))),
            self._entities(root.get("entities")),
            None if grace is None or grace.value is None else self._level(grace, grace, "deprecation_grace"),
        )

    def _problem(self, text: str, node: Node, remedy: str = "") -> None:
        """Add a problem at `node`. Without a remedy, `text` says what has to be written there."""
        self.problems.append(problem_at(text, node, remedy=remedy))

    def _levels(self, node: Node | None) -> dict[str, ChangeSeverity | None]:
        levels: dict[str, ChangeSeverity | None] = {}
        for rule, member in self._members(node, "rules: a mapping of rules to levels is expected"):
            try:
                levels[rule] = level_of(rule, text_of(member.value) or "", self._rules)
            except UnknownRule as error:
                self._problem(str(error), member)
        return levels

    def _severities(self, node: Node | None) -> list[Level]:
        severities = []
        for entry in self._items(
            node, "severities: a list of entries with rule, path, entity or breaks, and level is expected"
        ):
            pattern = self._pattern(entry, "severities", (*_PATTERN, "level"))
            level = self._level(entry.get("level"), entry, "severities")
            if pattern is not None and pattern != ChangePattern():
                severities.append(Level(pattern, level))
            elif pattern is not None:
                self._problem("severities: one of rule, path, entity and breaks is needed", entry)
        return severities

    def _level(self, node: Node | None, owner: Node, where: str) -> ChangeSeverity | None:
        if node is None:
            self._problem(f"{where}: a level is needed: {', '.join(LEVELS)}", owner)
            return None
        try:
            return _level(text_of(node.value) or "")
        except UnknownRule as error:
            self._problem(f"{where}: {error}", node)
        return None

    def _entities(self, node: Node | None) -> dict[str, str]:
        stabilities = {}
        for name, entry in self._members(node, "entities: a mapping of names to {stability: …} is expected"):
            stability_node = entry.get("stability")
            unknown = [key for key, _ in entry.members() if key != "stability"]
            stability = text_of(stability_node.value) if stability_node else None
            if stability not in STABILITIES or unknown:
                words = ", ".join(STABILITIES)
                self._problem(f"entities: {name}: {{stability: …}} is expected, one of {words}", entry)
            else:
                stabilities[name] = stability
        return stabilities

    def _approved(self, node: Node | None) -> tuple[dict[str, str], list[Approval]]:
        plain: dict[str, str] = {}
        others: list[Approval] = []
        for entry in self._items(node, "approved: a list of entries with fingerprint and reason is expected"):
            approval = self._approval(entry)
            if approval is None:
                continue
            if approval.until is None and approval.pattern == ChangePattern():
                plain |= dict.fromkeys(sorted(approval.fingerprints), approval.reason)
            else:
                others.append(approval)
        return plain, others

    def _approval(self, entry: Node) -> Approval | None:
        marks = self._fingerprints(entry)
        pattern = self._pattern(entry, "approved", (*_PATTERN, "fingerprint", "reason", "until"))
        if marks is None or pattern is None:
            return None
        if not marks and pattern == ChangePattern():
            self._problem("approved: this is not a fingerprint", entry, _FINGERPRINTS)
            return None
        reason, until = (entry.get(key) for key in ("reason", "until"))
        text = text_of(reason.value) if reason else None
        if not text:
            self._problem("approved: a reason is needed", entry)
            return None
        end = until_of(text_of(until.value) or "") if until else None
        if until is not None and end is None:
            remedy = "write a date such as 2027-01-31, or a version such as 3.0.0"
            self._problem("approved: until is not a date or a version", until, remedy)
            return None
        return Approval(text, marks, pattern, end)

    def _drift(self, node: Node | None) -> Iterator[Explained]:
        for entry in self._items(node, "drift: a list of entries with ignore and reason is expected"):
            texts = {key: text_of(member.value) for key, member in entry.members()}
            if not texts or not all(texts.values()) or not texts.keys() <= {"ignore", "attribute", "reason"}:
                self._problem("drift: texts for ignore, reason, and maybe attribute are expected", entry)
            elif "reason" not in texts or "ignore" not in texts:
                missing = "reason" if "ignore" in texts else "ignore"
                self._problem(f"drift: {missing} is needed, such as 'resource zoo_*' to ignore", entry)
            else:
                yield Explained(texts["ignore"] or "", texts.get("attribute") or "", texts["reason"] or "")

    def _fingerprints(self, entry: Node) -> frozenset[str] | None:
        node = entry.get("fingerprint")
        if node is None:
            return frozenset()
        values = node.value if isinstance(node.value, list) else [node.value]
        texts = [text_of(value) or "" for value in values]
        if not texts or not all(map(_FINGERPRINT.match, texts)):
            self._problem("approved: this is not a fingerprint", entry, _FINGERPRINTS)
            return None
        return frozenset(texts)

    def _pattern(self, entry: Node, where: str, keys: tuple[str, ...]) -> ChangePattern | None:
        if not isinstance(entry.value, dict):
            self._problem(f"{where}: an entry with the keys {', '.join(keys)} is expected", entry)
            return None
        before = len(self.problems)
        for key, member in entry.members():
            if key not in keys:
                self._problem(f"{where}: unknown key {key!r}", member, f"use {', '.join(keys)}")
            elif key in _PATTERN and not text_of(member.value):
                self._problem(f"{where}: {key}: a text is expected", member)
        words = {key: text_of(member.value) or "" for key, member in entry.members() if key in _PATTERN}
        self._check(words, entry, where)
        if len(self.problems) > before:
            return None
        return ChangePattern(*(words.get(key, "") for key in _PATTERN))

    def _check(self, words: dict[str, Any], entry: Node, where: str) -> None:
        rule, audience = words.get("rule", ""), words.get("breaks", "")
        if rule and not matching(self._rules, rule):
            try:
                _check_rule(rule, self._rules)
            except UnknownRule as error:
                self._problem(f"{where}: {error}", entry)
        if audience and audience not in map(str, Affected):
            remedy = f"write one of {', '.join(map(str, Affected))}"
            self._problem(f"{where}: breaks: {audience!r} is unknown", entry, remedy)

    def _members(self, node: Node | None, expected: str) -> list[tuple[str, Node]]:
        if node is None or node.value is None:
            return []
        if not isinstance(node.value, dict):
            self._problem(expected, node)
        return list(node.members())

    def _items(self, node: Node | None, expected: str) -> list[Node]:
        if node is None or node.value is None:
            return []
        if not isinstance(node.value, list):
            self._problem(expected, node)
        return list(node.items())


def settings_schema(rules: Mapping[str, ChangeRule]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the review file. `rules` are the known rules by id."""
    levels = {rule.id: {"description": f"{rule.title}. {rule.why}", "enum": list(LEVELS)} for rule in rules.values()}
    mark = {"type": "string", "pattern": f"^{_KEY}$"}
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
