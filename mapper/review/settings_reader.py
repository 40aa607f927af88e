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

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fnmatch import filter as matching
from typing import Any

from ..inputs import Document, Node, problem_at, text_of
from ..inputs.grammar import KEYS as MAPPING
from ..inputs.grammar import LIST, MAP, TEXT, TEXTS, CheckedMapping, Form, Grammar, Value, prefix
from ..report.diagnostic import Problem
from ..text.suggest import nearest
from .approvals import Approval, ChangePattern, until_of
from .changes import FINGERPRINT
from .drift import Explained
from .rules import RULES, Affected, ChangeRule, ChangeSeverity
from .settings import STABILITIES, Level, Settings

IGNORE = "ignore"
LEVELS = (*(str(severity) for severity in ChangeSeverity), IGNORE)
KEYS = ("rules", "severities", "entities", "deprecation_grace", "approved", "drift")
_KEY = rf"[0-9a-f]{{{FINGERPRINT}}}(\.[0-9]{{1,6}}\.[0-9a-f]{{{FINGERPRINT}}})?"
_PATTERN = ("rule", "path", "entity", "breaks")
_LIST_OF_RULES = "`oasmap explain all` lists the rules"


class UnknownRule(ValueError):
    """An unknown rule or level; the message suggests a similar one."""


def level_of(rule: str, level: str, rules: Collection[str] = RULES) -> ChangeSeverity | None:
    """The severity for a level, None for *ignore*. `rules` are the known ids. Raises UnknownRule."""
    if rule not in rules:
        raise UnknownRule(_unknown_rule(rule, rules))
    if level not in LEVELS:
        raise UnknownRule(f"{level!r} is not a level; use one of {', '.join(LEVELS)}")
    return _severity(level)


def _unknown_rule(rule: str, rules: Collection[str]) -> str:
    return f"{rule!r} is not a rule of the review{nearest(rule, rules)}"


def _severity(level: str) -> ChangeSeverity | None:
    return None if level == IGNORE else ChangeSeverity(level)


def read_settings(document: Document, rules: Mapping[str, ChangeRule] = RULES) -> Settings:
    """Read a review file. `rules` are the known rules by id. Raises MappingError with every problem."""
    _grammar(rules).check(document)
    root = CheckedMapping(document.node)
    approvals = [_approval(entry) for entry in root.items("approved")]
    plain = [entry for entry in approvals if entry.until is None and entry.pattern == ChangePattern()]
    grace = root.text("deprecation_grace")
    return Settings(
        {rule: _severity(str(level.value)) for rule, level in root.members("rules").items() if level.value},
        {mark: approval.reason for approval in plain for mark in sorted(approval.fingerprints)},
        tuple(_explained(entry) for entry in root.items("drift")),
        tuple(approval for approval in approvals if approval not in plain),
        tuple(_level(entry) for entry in root.items("severities")),
        {name: CheckedMapping(entry).text("stability") for name, entry in root.members("entities").items()},
        _severity(grace) if grace else None,
    )


def _level(entry: Node) -> Level:
    return Level(_pattern(entry), _severity(CheckedMapping(entry).text("level")))


def _approval(entry: Node) -> Approval:
    values = CheckedMapping(entry)
    until = until_of(values.text("until"))
    return Approval(values.text("reason"), frozenset(values.texts("fingerprint")), _pattern(entry), until)


def _explained(entry: Node) -> Explained:
    values = CheckedMapping(entry)
    return Explained(*(values.text(key) for key in ("ignore", "attribute", "reason")))


def _pattern(entry: Node) -> ChangePattern:
    values = CheckedMapping(entry)
    return ChangePattern(*(values.text(key) for key in _PATTERN))


def settings_schema(rules: Mapping[str, ChangeRule]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the review file. `rules` are the known rules by id."""
    text = "The decisions of a project on reviews: severities by rule, and approved changes."
    return _grammar(rules).json_schema("Review file", text)


def _grammar(rules: Mapping[str, ChangeRule]) -> Grammar:
    """The grammar of the review file."""

    def check_rule(node: Node, where: str) -> Iterator[Problem]:
        text = text_of(node.value)
        if text and not matching(rules, text):
            yield problem_at(f"{prefix(where)}{_unknown_rule(text, rules)}", node, remedy=_LIST_OF_RULES)

    levels = {rule.id: Value(TEXT, about=f"{rule.title}. {rule.why}", words=LEVELS) for rule in rules.values()}
    pattern = {
        "rule": Value(TEXT, about="Rules, with * for any text.", check=check_rule),
        "path": Value(TEXT, about="Paths of attributes, with * for any text."),
        "entity": Value(TEXT, about="Entities by name, or by kind and name."),
        "breaks": Value(TEXT, about="Whom the change breaks.", words=tuple(map(str, Affected))),
    }
    values = {
        "rules": Value(MAPPING, levels, about="Severities by rule.", listed_by=_LIST_OF_RULES),
        "severities": Value(
            LIST,
            each=Value(
                MAPPING,
                {**pattern, "level": Value(TEXT, words=LEVELS)},
                required=("level",),
                check=_has_one_of(*_PATTERN),
            ),
        ),
        "entities": Value(
            MAP, each=Value(MAPPING, {"stability": Value(TEXT, words=STABILITIES)}, required=("stability",))
        ),
        "deprecation_grace": Value(TEXT, words=LEVELS),
        "approved": Value(
            LIST,
            each=Value(
                MAPPING,
                {"fingerprint": _FINGERPRINTS, **pattern, "until": _UNTIL, "reason": _WHY},
                required=("reason",),
                check=_has_one_of("fingerprint", *_PATTERN),
            ),
        ),
        "drift": Value(LIST, each=_DRIFT),
    }
    return Grammar(Value(MAPPING, {key: values[key] for key in KEYS}))


def _has_one_of(*keys: str) -> Callable[[Node, str], Iterator[Problem]]:
    """A check that an entry has one of the keys."""

    def check(node: Node, where: str) -> Iterator[Problem]:
        if not any(CheckedMapping(node).items(key) for key in keys):
            yield problem_at(f"{prefix(where)}one of {', '.join(keys[:-1])} and {keys[-1]} is needed", node, remedy="")

    return check


_FINGERPRINT = Form(
    re.compile(_KEY).fullmatch,
    "is not a fingerprint",
    f"^{_KEY}$",
    f"copy its {FINGERPRINT} digits and letters from the report of `oasmap diff`",
)
_FINGERPRINTS = Value(
    TEXTS,
    each=Value(TEXT, form=_FINGERPRINT),
    about="The fingerprint of a change, or a list of them; in `oasmap diff`, it follows the rule.",
    form=_FINGERPRINT,
)
_UNTIL = Value(
    TEXT,
    about="The last day of the approval, or the version that ends it: 2027-01-31 or 3.0.0.",
    form=Form(
        until_of, "is not a date or a version", remedy="write a date such as 2027-01-31, or a version such as 3.0.0"
    ),
)
_WHY = Value(TEXT, about="Why the change is intended.")
_DRIFT = Value(
    MAPPING,
    {
        "ignore": Value(TEXT, about="Entities whose drift is expected, such as resource zoo_*."),
        "attribute": Value(TEXT, about="Their attributes, such as tags.*; all if absent."),
        "reason": Value(TEXT, about="Why the built provider differs."),
    },
    required=("ignore", "reason"),
)
