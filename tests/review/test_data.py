"""The JSON of a review: what a change, or a side, does not have is no key. The places of a change of an entity."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs.location import Spot
from mapper.model import Entity, Mapping
from mapper.report.diagnostic import Diagnostic
from mapper.review.changes import Cause, Change, Evidence, Peer, Review, ReviewSide, Skeleton, Version, WrittenLine
from mapper.review.data import change_data, review_data, review_pieces, reviews_pieces
from mapper.review.entity_changes import Options
from mapper.review.entity_changes import compare as changes_of
from mapper.review.rules import ChangeSeverity
from mapper.systems.terraform import rules
from mapper.systems.terraform.review import POLICY
from mapper.text.display import visible_json
from mkdocs_oasmap.review.sarif import as_sarif

from ..support import compare
from .pairs import PAIRS, attribute, spec
from .pairs import nested as nested_in

(ADDED,) = compare(*PAIRS["operation-added"])
CHANGE = replace(ADDED, old_places=(), new_places=())
BARE = {"rule", "severity", "breaks", "kind", "entity", "message", "after", "fingerprint", "approve"}
PLACE = Spot("a.yml", (3, 5), "/a")
PEER = Peer("major", "danger", True, "Resource", "a:b:C", "", "")


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({}, {}),
        ({"title": CHANGE.entity, "old_entity": CHANGE.entity}, {}),
        ({"title": "Stove", "old_entity": "stove"}, {"title": "Stove", "old_entity": "stove"}),
        ({"path": "it", "old_path": "it"}, {"path": "it"}),
        ({"path": "it", "old_path": "that"}, {"path": "it", "old_path": "that"}),
        ({"condition": "it", "nested": 2}, {"condition": "it", "nested": 2}),
        ({"cause": Cause.BOTH, "together": "each"}, {"cause": str(Cause.BOTH), "together": "each"}),
        ({"cause": Cause.SPEC}, {"cause": str(Cause.SPEC)}),
        ({"code": "OAS1", "edit": "a.2.b", "seen": 3}, {"diagnostic": "OAS1", "edit": "a.2.b", "seen": 3}),
        ({"fix": "a: 1", "fix_place": "schema"}, {"fix": {"line": "a: 1", "section": "schema"}}),
        ({"written": WrittenLine("", "a = 1")}, {"configuration": {"after": "a = 1"}}),
        ({"written": WrittenLine("a = 1", "")}, {"configuration": {"before": "a = 1"}}),
        ({"approved": ""}, {"approved": ""}),
        ({"evidence": (Evidence(PLACE, is_new=True), Evidence(PLACE, is_new=False))},
         {"evidence": [{"side": side, "location": {"file": "a.yml", "pointer": "/a", "line": 3, "column": 5}}
                       for side in ("new", "old")]}),
        (
            {"peers": (PEER, replace(PEER, location="inputs"))},
            {
                "peer_kind": "major",
                "peer_severity": "danger",
                "peers": [
                    {"scope": "Resource", "token": "a:b:C", **where, "path": "", "kind": "major", "severity": "danger",
                     "breaking": True}
                    for where in ({}, {"location": "inputs"})
                ],
            },
        ),
    ],
)  # fmt: skip
def test_a_change_has_keys_for_what_it_has(members: dict[str, Any], expected: dict[str, Any]) -> None:
    found = change_data(replace(CHANGE, **members))
    assert found.keys() - expected.keys() == BARE
    assert {key: found[key] for key in expected} == expected


def test_a_side_and_a_diagnostic_have_keys_for_what_they_have() -> None:
    bare = Diagnostic(rules.POLICY, None, "", "Left out.", None, None, rules.POLICY.severity)
    old, new = ReviewSide("1.0"), ReviewSide("2.0", "0.9", "of today")
    found = review_data(Review(old, new, (), diagnostics=(bare, replace(bare, path="it"))))
    assert (found["old"], found["new"]) == ({"name": "1.0"}, {"name": "2.0", "tool": "0.9", "about": "of today"})
    assert [one.get("path") for one in found["diagnostics"]] == [None, "it"]
    assert [one.keys() - {"path"} for one in found["diagnostics"]] == [{"code", "severity", "message"}] * 2


OVEN, STOVE = "/resources/oven", "/resources/stove"
DELETE = "/paths/~1ovens~1{key}/delete"


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("entity-removed", ["/resources/0"], []),
        ("entity-added", [], ["/resources/0"]),
        ("entity-renamed", [OVEN], [STOVE]),
        ("entity-deprecated", ["/resources/0"], ["/resources/0"]),
        ("operation-removed", [DELETE], [OVEN]),
        ("operation-added", [OVEN], [DELETE]),
        ("operation-changed", ["/paths/~1ovens/post"], ["/paths/~1stoves/post"]),
        ("provider-renamed", ["/provider"], ["/provider"]),
    ],
)
def test_a_change_of_an_entity_is_at_its_operation_or_at_its_entry(rule: str, old: list[str], new: list[str]) -> None:
    (change,) = (one for one in compare(*PAIRS[rule]) if one.rule.id == rule)
    assert [[place.pointer for place in side] for side in (change.old_places, change.new_places)] == [old, new]


@pytest.mark.parametrize("changes", [(), (CHANGE,), (CHANGE, replace(CHANGE, approved="é \ud800"))])
def test_a_text_in_pieces_is_laid_out_as_if_it_were_made_at_once(changes: tuple[Change, ...]) -> None:
    made = Review(ReviewSide("old"), ReviewSide("new"), changes, notes=("a note",), system="terraform")
    for pieces in (review_pieces(made), as_sarif([made])):
        text = "".join(pieces)
        assert text == visible_json(json.dumps(json.loads(text), indent=1, ensure_ascii=False)) + "\n"
    several = "".join(reviews_pieces([made, made]))
    one = "".join(review_pieces(made))
    assert several == f'{{\n"format": "oasmap-reviews",\n"version": 1,\n"reviews": [\n{one},\n{one}]\n}}\n'


def test_a_summary_counts_the_changes_and_what_is_not_compared() -> None:
    changes = (replace(CHANGE, severity=ChangeSeverity.BREAKING), replace(CHANGE, approved="agreed"))
    made = Review(
        ReviewSide("old"), ReviewSide("new"), changes, problems=("unread",), released=Version(1, 2, 3), uncompared=2,
        skeletons=(Skeleton("moved block", "oven", "hcl", "a {}"),),
    )  # fmt: skip
    found = review_data(made)
    assert found["summary"] == {
        "changes": 2, "breaking": 1, "warning": 0, "info": 1, "docs": 0, "mapping": 0, "approved": 1, "uncompared": 2,
    }  # fmt: skip
    assert (found["next_version"], found["problems"]) == ("2.0.0", ["unread"])
    assert found["verdict"].endswith(": next version 2.0.0. Needs a moved block: `oven`.")
    assert found["skeletons"] == [{"title": "moved block", "entity": "oven", "language": "hcl", "text": "a {}"}]
    bare = review_data(Review(ReviewSide("old"), ReviewSide("new"), ()))
    assert bare.keys() == {"format", "version", "old", "new", "summary", "skeletons", "problems", "diagnostics",
                           "changes", "notes"}  # fmt: skip
    assert "uncompared" not in bare["summary"]


@pytest.mark.parametrize(
    ("rule", "title", "old_title"),
    [
        ("entity-removed", "1_oven", "1_oven"),
        ("entity-added", "2_oven", ""),
        ("entity-renamed", "2_stove", "1_oven"),
        ("became-required", "2_oven", "1_oven"),
        ("provider-renamed", "pastry", "bakery"),
    ],
)
def test_a_change_has_the_titles_of_both_sides_and_what_is_gone_keeps_its_own(
    rule: str, title: str, old_title: str
) -> None:
    old, new = PAIRS[rule]

    def titled(entity: Entity, mapping: Mapping) -> str:
        return f"{1 if mapping is old else 2}_{entity.name}"

    (change,) = (one for one in changes_of(old, new, Options(policy=POLICY, title=titled)) if one.rule.id == rule)
    assert (change.title, change.old_title) == (title, old_title)


@pytest.mark.parametrize(("rule", "nested"), [("attribute-added", 2), ("attribute-removed", 2), ("became-required", 0)])
def test_a_change_says_how_many_attributes_come_and_go_with_one(rule: str, nested: int) -> None:
    inner = nested_in("single", attribute("a"), attribute("b"))
    sides = {"attribute-added": (spec(), inner), "attribute-removed": (inner, spec())}.get(rule, PAIRS[rule])
    (change,) = (one for one in compare(*sides) if one.rule.id == rule)
    assert change.nested == nested
    assert change_data(change).get("nested") == (nested or None)
