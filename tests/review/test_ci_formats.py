"""Reviews for other programs, to the member: SARIF, JUnit, GitLab's Code Quality, and counts for scripts."""

import hashlib
import json
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.registry import review_rules, rules_of
from mapper.report.diagnostic import Note, Severity, at
from mapper.review.changes import Change, Evidence, Review, ReviewSide
from mapper.review.rules import ChangeSeverity
from mapper.systems.terraform.rules import NO_TYPE
from mapper.version import HOME, __version__
from mkdocs_oasmap.review.ci_reports import as_gitlab, as_junit
from mkdocs_oasmap.review.sarif import as_sarif
from mkdocs_oasmap.review.text import as_lines
from mkdocs_oasmap.review_formats import Style, written

from ..support import compare
from .pairs import PAIRS

(REQUIRED,) = compare(*PAIRS["became-required"])
HERE, BEFORE = Spot("new <a>.yaml", (3, 5), "/a"), Spot("old.yaml", (2, 1), "/a")
NOWHERE = Spot("config.yaml", None, "/x")
BREAKING, WARNING, INFO, DOCS, MAPPING = ChangeSeverity
PLACED = {"old_places": (BEFORE,), "new_places": (HERE,)}


def change(severity: ChangeSeverity = BREAKING, **members: Any) -> Change:
    return replace(REQUIRED, severity=severity, **({"old_places": (), "new_places": ()} | members))


def review(*changes: Change, **members: Any) -> Review:
    return Review(ReviewSide("old"), ReviewSide("new"), changes, **({"system": "terraform"} | members))


def problem(severity: Severity, line: int | None = 4) -> Any:
    note = Note(NO_TYPE, "no type", Spot("a.yaml", (line, 2) if line else None, "/a"))
    return at(note, None, "", {NO_TYPE.code: severity})


PROBLEM = "of the mapping: OAS302: no type (a.yaml:4)"


def sarif(*reviews: Review, guide: str | None = None) -> Any:
    data = json.loads("".join(as_sarif(reviews, guide)))
    assert (data["version"], len(data["runs"])) == ("2.1.0", 1)
    return data["runs"][0]


def place(uri: str, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    region = {"region": {"startLine": line, "startColumn": column}} if line else {}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, **region}}


@pytest.mark.parametrize(
    ("made", "level", "expected"),
    [
        (change(), "error", {}),
        (change(WARNING), "warning", {}),
        (change(INFO), "note", {}),
        (change(DOCS), "none", {"kind": "informational"}),
        (change(MAPPING), "none", {"kind": "informational"}),
        (change(approved="a \x1b reason"), "error",
         {"suppressions": [{"kind": "external", "justification": "a \\x1b reason"}]}),
        (change(**PLACED), "error", {
            "locations": [place("new%20%3Ca%3E.yaml", 3, 5)],
            "relatedLocations": [
                {"id": 1, **place("new%20%3Ca%3E.yaml", 3, 5), "message": {"text": "here"}},
                {"id": 2, **place("old.yaml", 2, 1), "message": {"text": "before"}},
            ],
        }),
        (change(evidence=(Evidence(NOWHERE, is_new=True),)), "error", {
            "locations": [place("config.yaml")],
            "relatedLocations": [{"id": 1, **place("config.yaml"), "message": {"text": "here"}}],
        }),
    ],
)  # fmt: skip
def test_a_change_is_a_result_of_code_scanning(made: Change, level: str, expected: dict[str, Any]) -> None:
    (result,) = sarif(review(made))["results"]
    index = list(rules_of("terraform")).index(made.rule.id)
    assert (result.pop("ruleId"), result.pop("ruleIndex"), result.pop("level")) == (made.rule.id, index, level)
    assert result.pop("partialFingerprints") == {"oasmapReview/v1": made.fingerprint}
    assert made.rule.title.split()[-1] in result.pop("message")["text"]
    properties = result.pop("properties", {})
    assert ("approve" in properties) is (made.severity in (BREAKING, WARNING) and made.counts)
    assert all(properties.values())
    assert result == expected


def test_rules_and_problems_are_in_the_run_of_code_scanning() -> None:
    run = sarif(review(change()), guide="https://e.example/guide")
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"], driver["informationUri"]) == ("oasmap", __version__, HOME)
    rule = REQUIRED.rule
    assert {
        "id": rule.id, "shortDescription": {"text": rule.title}, "fullDescription": {"text": rule.why},
        "helpUri": f"https://e.example/guide/review-rules/#{rule.id}", "defaultConfiguration": {"level": "error"},
    } in driver["rules"]  # fmt: skip
    assert "invocations" not in run
    assert run["columnKind"] == "unicodeCodePoints"
    ids = [one["id"] for one in sarif(review(change(), system="gone"))["tool"]["driver"]["rules"]]
    assert ids == [*review_rules(), *([] if rule.id in review_rules() else [rule.id])]
    for is_compared in (True, False):
        bad = review(problems=("unread",), diagnostics=(problem(Severity.ERROR),), is_compared=is_compared)
        (told,) = sarif(review(change()), bad)["invocations"]
        assert told["executionSuccessful"] is is_compared
        texts = [(one["level"], one["message"]["text"]) for one in told["toolExecutionNotifications"]]
        assert texts == [("warning", "unread"), ("warning", f"new error {PROBLEM}")]


def test_a_change_is_a_test_case_of_junit() -> None:
    changes = [change(**PLACED), change(WARNING), change(approved="why <not>"), change(MAPPING),
               change(DOCS, path="", evidence=(Evidence(NOWHERE, is_new=True),))]  # fmt: skip
    root = ElementTree.fromstring(as_junit([review(*changes, problems=("un<read>\x00",)), review(change(INFO))]))
    assert root.attrib == {"tests": "5", "failures": "1", "errors": "0", "skipped": "1"}
    first, second = root
    assert first.attrib == {"name": "old -> new", "tests": "4", "failures": "1", "errors": "0", "skipped": "1"}
    assert (second.attrib["tests"], len(second)) == ("1", 1)
    name = f"{REQUIRED.path}: {REQUIRED.rule.id} ({REQUIRED.fingerprint})"
    subject = str(REQUIRED.subject)
    failed, passed, skipped, docs, told = first
    assert failed.attrib == {"classname": subject, "name": name, "file": "new <a>.yaml", "line": "3"}
    (failure,) = failed
    assert failure.attrib["type"] == "breaking"
    assert failure.attrib["message"].startswith(f"{REQUIRED.address}: ")
    assert (failure.text or "").endswith(f"\n{REQUIRED.rule.why}")
    assert passed.attrib == {"classname": subject, "name": name}
    assert [(child.tag, (child.text or "").partition(":")[0]) for child in passed] == [("system-out", "warning")]
    assert [(child.tag, child.attrib) for child in skipped] == [
        ("skipped", {"message": "approved: why <not>"}), ("system-out", {})
    ]  # fmt: skip
    assert docs.attrib["name"].startswith(f"{REQUIRED.entity}: ")
    assert (docs.attrib["file"], "line" in docs.attrib) == ("config.yaml", False)
    assert (told.tag, told.text) == ("system-err", "un<read>\\x00")


def test_a_change_is_an_issue_of_gitlab() -> None:
    changes = [change(**PLACED), change(WARNING), change(INFO), change(DOCS), change(MAPPING), change(approved="yes")]
    problems = (problem(Severity.ERROR), problem(Severity.WARNING, None))
    made = review(*changes, diagnostics=problems[:1])
    found = json.loads(as_gitlab([made]))
    assert [one["severity"] for one in found] == ["critical", "major", "minor", "info", "critical"]
    assert found[0]["location"] == {"path": "new <a>.yaml", "lines": {"begin": 3}}
    assert found[1]["location"] == {"path": "", "lines": {"begin": 1}}
    assert (found[0]["check_name"], found[0]["fingerprint"]) == (REQUIRED.rule.id, REQUIRED.fingerprint)
    again = hashlib.sha256(f"{REQUIRED.fingerprint} new".encode()).hexdigest()
    assert found[1]["fingerprint"] == again  # each has a fingerprint of its own
    assert len({one["fingerprint"] for one in found}) == len(found)
    text = f"new error {PROBLEM}"
    assert found[-1] == {
        "description": text, "check_name": "OAS302", "fingerprint": hashlib.sha256(text.encode()).hexdigest(),
        "severity": "critical", "location": {"path": "a.yaml", "lines": {"begin": 4}},
    }  # fmt: skip
    assert as_gitlab([made]).startswith('[\n {\n  "description": ')
    assert '"path": "é.yaml"' in as_gitlab(
        [review(change(evidence=(Evidence(Spot("é.yaml", None, ""), is_new=True),)))]
    )
    (one,) = json.loads(as_gitlab([review(diagnostics=problems[1:])]))
    assert (one["severity"], one["location"]) == ("major", {"path": "a.yaml", "lines": {"begin": 1}})


def test_a_problem_of_the_mapping_is_a_line_that_begins_with_its_place() -> None:
    told = problem(Severity.ERROR)
    lines = as_lines(review(diagnostics=(told, replace(told, location=None)))).splitlines()
    assert [line.partition(": error OAS302 ")[0] for line in lines[:2]] == ["a.yaml:4", "new"]


@pytest.mark.parametrize(
    ("made", "text"),
    [
        ([], "breaking=0\nchanges=0\ncompared=true\n"),
        ([review(change(), change(approved="yes"), change(INFO)), review(change())],
         "breaking=2\nchanges=4\ncompared=true\n"),
        ([review(), review(uncompared=1)], "breaking=0\nchanges=0\ncompared=false\n"),
        ([review(is_compared=False), review()], "breaking=0\nchanges=0\ncompared=false\n"),
    ],
)  # fmt: skip
def test_counts_are_lines_for_scripts(made: list[Review], text: str) -> None:
    assert "".join(written(made, "counts", Style())) == text
