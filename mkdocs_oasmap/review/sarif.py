"""A review in SARIF 2.1.0, for code scanning."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from mapper.registry import REGISTRY, review_rules, rules_of
from mapper.review.changes import Change, Review
from mapper.review.data import filled
from mapper.review.entries import Entry
from mapper.review.rules import ChangeRule, ChangeSeverity
from mapper.text.display import visible, visible_lines
from mapper.version import GUIDE, HOME, __version__, page_of_guide

from ..pages.review_text import problem_lines

_LEVELS = {
    ChangeSeverity.BREAKING: "error",
    ChangeSeverity.WARNING: "warning",
    ChangeSeverity.INFO: "note",
    ChangeSeverity.DOCS: "none",
    ChangeSeverity.MAPPING: "none",
}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(reviews: Sequence[Review], guide: str | None = None) -> Iterator[str]:
    """One run with all rules of the systems and one result for each change; approved changes are suppressed.

    `guide` is the URL of the published guide, to which the rules link.
    """
    rules: dict[str, ChangeRule] = {}
    for review in reviews:
        rules |= rules_of(review.system) if review.system in REGISTRY else review_rules()
        rules |= {change.rule.id: change.rule for change in review.changes if change.rule.id not in rules}
    driver: dict[str, Any] = {"name": "oasmap", "version": __version__, "informationUri": HOME}
    driver["rules"] = [_rule(rule, guide or GUIDE) for rule in rules.values()]
    places = {rule: place for place, rule in enumerate(rules)}
    results = (_result(review, change, places[change.rule.id]) for review in reviews for change in review.changes)
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints"}
    lines = [line for review in reviews for line in (*review.problems, *(line for _, line in problem_lines(review)))]
    if lines:
        told = [{"level": "warning", "message": {"text": visible(line)}} for line in lines]
        compared = all(review.is_compared for review in reviews)
        run["invocations"] = [{"executionSuccessful": compared, "toolExecutionNotifications": told}]
    run["results"] = []
    return filled({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, "results", results, depth=3)


def _rule(rule: ChangeRule, guide: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "helpUri": page_of_guide("review-rules", rule.id, guide),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(review: Review, change: Change, index: int) -> dict[str, Any]:
    entry = Entry((change,))
    result: dict[str, Any] = {
        "ruleId": change.rule.id,
        "ruleIndex": index,
        "level": _LEVELS[change.severity],
        "message": {"text": visible_lines(entry.message())},
        "partialFingerprints": {"oasmapReview/v1": change.fingerprint},
    }
    if _LEVELS[change.severity] == "none":
        result["kind"] = "informational"  # SARIF 2.1.0, 3.27.10: required with the level none
    properties = {"cause": visible(entry.cause), "keep": visible(entry.keep), "approve": visible(entry.approval)}
    result["properties"] = {key: value for key, value in properties.items() if value}
    if (shown := review.shown_at(change)) is not None:
        result["locations"] = [_place(*shown)]
    old, new = entry.places
    sides = [(location, text) for side, text in ((new, "here"), (old, "before")) for location in side]
    if sides:
        result["relatedLocations"] = [
            {"id": number, **_place(one.document.uri, one.document.position(one.pointer)), "message": {"text": text}}
            for number, (one, text) in enumerate(sides, 1)
        ]
    if change.approved is not None:
        result["suppressions"] = [{"kind": "external", "justification": visible(change.approved)}]
    return result


def _place(uri: str, position: tuple[int, int] | None) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(visible(uri))}}
    if position is not None:
        place["region"] = {"startLine": position[0], "startColumn": position[1]}
    return {"physicalLocation": place}
