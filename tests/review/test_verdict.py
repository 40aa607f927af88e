"""The sentence that a review begins with, the next version, and the skeletons of what has to be written."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import EntityKind, Mapping
from mapper.registry import catalogue
from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review.causes import with_causes
from mapper.review.changes import Cause, Review, ReviewSide, Version, distinct
from mapper.review.entity_changes import Options
from mapper.review.entries import by_worst, with_edits
from mapper.review.rules import Affected, ChangeSeverity
from mapper.review.verdict import LONGEST, affected, next_version, text_of, verdict_text
from mapper.systems.ack.kinds import CUSTOM_RESOURCE
from mapper.systems.crossplane.kinds import MANAGED_RESOURCE
from mapper.systems.pulumi.kinds import RESOURCE, TYPE
from mapper.systems.terraform.review import POLICY
from mkdocs_oasmap.pages.review_text import causes_sentence, problem_lines
from mkdocs_oasmap.review.changelog import as_changelog
from mkdocs_oasmap.review.ci_reports import as_gitlab, as_junit
from mkdocs_oasmap.review.markdown import as_markdown
from mkdocs_oasmap.review.text import as_github, as_text

from ..support import both, compare, map_texts
from .judgement_cases import api
from .pairs import PAIRS, attribute, custom, it, mapped, spec


def reviewed(old: Mapping, new: Mapping, released: Version | None = None, approved: str | None = None) -> Review:
    changes = distinct(replace(change, approved=approved) for change in compare(old, new))
    skeletons = tuple(POLICY.skeletons(changes, new))
    return Review(ReviewSide("old"), ReviewSide("new"), changes, released=released, skeletons=skeletons)


LIMITED = custom("stringvalidator.LengthAtMost(8)")


def three(**members: object) -> Mapping:
    """Three resources with the same attribute."""
    body = {"attributes": [attribute("it", "optional", **members)]} if members else {"attributes": []}
    return spec(resources=[{"name": name, "schema": body} for name in ("oven", "stove", "pan")])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            *PAIRS["became-required"],
            "Breaks configurations of `oven` that leave out `it` (became required): next version 3.0.0.",
        ),
        (*PAIRS["entity-removed"], "Removes 1 resource (`oven`): next version 3.0.0."),
        (
            *PAIRS["became-read-only"],
            "Breaks configurations of `oven` that set `it` (became read-only): next version 3.0.0.",
        ),
        (
            *PAIRS["default-changed"],
            "Breaks configurations of `oven` that leave out `it` (got another default): next version 3.0.0.",
        ),
        (*PAIRS["constraint-added"], "Nothing breaks, 1 warning (limit added: `oven.it`): next version 2.4.0."),
        (
            three(sensitive=False),
            three(validators=custom("stringvalidator.LengthAtMost(8)")),
            "Nothing breaks, 3 warnings (limit added): next version 2.4.0.",
        ),
        (
            spec(attribute("a"), attribute("b")),
            spec(
                attribute("a", validators=custom("stringvalidator.LengthAtMost(8)")),
                attribute("b", default={"static": "a"}),
            ),
            "Nothing breaks, 2 warnings: next version 2.4.0.",
        ),
        (*PAIRS["attribute-added"], "Nothing breaks: next version 2.4.0."),
        (*PAIRS["description-changed"], "Documentation only: next version 2.3.6."),
        (
            *PAIRS["attribute-removed"],
            "Breaks configurations of `oven` that use `inner` (removed): next version 3.0.0.",
        ),
        (
            *PAIRS["entity-renamed"],
            "Renames 1 resource (`oven` to `stove`): next version 3.0.0. Needs a moved block: `stove`.",
        ),
        (
            three(sensitive=False),
            three(),
            "Breaks configurations of `oven`, `stove` and `pan` that use `it` (removed): next version 3.0.0.",
        ),
        (
            mapped(),
            mapped(provider="pastry", name="stove"),
            "Renames the provider from `bakery` to `pastry`. "
            "Renames 1 resource (`oven` to `stove`): next version 3.0.0."
            " Needs a moved block for its resource.",
        ),
        (
            spec(datasources=[{"name": "pan", "schema": {"attributes": []}}]),
            spec(resources=[]),
            "Removes 1 resource (`oven`) and 1 data source (`pan`): next version 3.0.0.",
        ),
        (
            spec(attribute("it", "optional"), datasources=[{"name": "pan", "schema": {"attributes": []}}]),
            spec(attribute("it", "required")),
            "Removes 1 data source (`pan`)."
            " Breaks configurations of `oven` that leave out `it` (became required): next version 3.0.0.",
        ),
        (it(), it(), ""),
    ],
)
def test_the_verdict(old: Mapping, new: Mapping, expected: str) -> None:
    review = reviewed(old, new, Version(2, 3, 5))
    assert verdict_text(review) == expected
    assert (next_version(review) is not None) == bool(expected)
    if expected:
        assert as_text(review).startswith(f"{expected}\n")
        assert as_markdown(review).split("\n")[2] == f"**{expected}**"


ALL = "all configurations of"
THOSE = "configurations of `oven` that"
CONCERNED = {
    "provider-renamed": f"{ALL} provider `bakery` (renamed)",
    "entity-removed": f"{ALL} resource `oven` (removed)",
    "entity-renamed": f"{ALL} resource `oven` (renamed)",
    "entity-rename-suspected": f"{ALL} resource `oven` (renamed)",
    "entity-replaced": f"{ALL} resource `oven` (renamed); of `oven` (name of an entity used for another one)",
    "update-removed": f"{ALL} `oven` (update operation no longer used)",
    "create-removed": f"{ALL} `oven` (became read-only, create operation no longer there)",
    "read-removed": f"{ALL} `oven` (read operation no longer there)",
    "identity-changed": f"{THOSE} use `shop`, or manage existing objects",
    "known-by-another-name": f"{THOSE} use `code`",
    "attribute-removed": f"{THOSE} use `inner`",
    "replacing-attribute-added": f"{THOSE} leave out `it`",
    "required-attribute-added": f"{THOSE} leave out `it`",
    "attribute-lost": f"{THOSE} use `it`",
    "attribute-renamed": f"{THOSE} use `code`",
    "rename-suspected": f"{THOSE} use `crumb`",
    "move-suspected": f"{THOSE} use `crumb`",
    "property-replaced": f"{THOSE} use `it`",
    "attribute-moved": f"{THOSE} use `hinge`",
    "member-removed": f"{THOSE} use `it.b`",
    "member-added": f"{THOSE} set `it` without `it.b`",
    "became-required": f"{THOSE} leave out `it`",
    "became-read-only": f"{THOSE} set `it`",
    "became-optional": f"{THOSE} leave out `it`",
    "no-longer-computed": f"{THOSE} leave out `it`",
    "type-changed": f"{THOSE} use `it`",
    "type-narrowed": f"{THOSE} use `it`",
    "collection-changed": f"{THOSE} use `it`",
    "nesting-changed": f"{THOSE} use `it`",
    "element-type-changed": f"{THOSE} use `it`",
    "default-changed": f"{THOSE} leave out `it`",
    "replacement-added": f"{THOSE} set `it`",
    "enum-value-removed": f"{THOSE} set `it` to a value that is no longer accepted",
    "sensitive-added": f"{THOSE} read `it`",
    "write-only-added": f"{THOSE} read `it`",
    "write-only-removed": f"{THOSE} set `it`",
    "id-source-changed": f"{THOSE} manage existing objects",
    "no-longer-updated": f"{THOSE} set `crumb`",
    "needed-by-a-call": f"{THOSE} leave out `zone`",
}
"""For every pair with a breaking change, whom it concerns."""


def concerned(review: Review) -> str:
    return text_of(affected(review)).partition(" Needs ")[0]


def test_whom_each_kind_of_breaking_change_concerns() -> None:
    reviews = {name: reviewed(*pair) for name, pair in PAIRS.items()}
    breaking = {name: review for name, review in reviews.items() if review.of(ChangeSeverity.BREAKING)}
    assert {name: concerned(review) for name, review in breaking.items()} == {
        name: f"Affected: {whom}." for name, whom in CONCERNED.items()
    }


CONFIG, OUTPUT, CODE, STATE = Affected.CONFIGURATION, Affected.OUTPUT, Affected.CODE, Affected.STATE


@pytest.mark.parametrize(
    ("rule", "audiences", "whom"),
    [
        ("type-changed", (CONFIG,), "set `it`"),
        ("type-changed", (CONFIG, CODE), "use `it`"),
        ("type-changed", (CONFIG, OUTPUT), "use `it`"),
        ("type-changed", (OUTPUT, CODE), "read `it`"),
        ("type-changed", (CODE,), "set `it`"),
        ("type-changed", (STATE,), "manage existing objects"),
        ("type-changed", (STATE, OUTPUT), "read `it`"),
        ("enum-value-removed", (CONFIG,), "set `it` to a value that is no longer accepted"),
        ("enum-value-removed", (CONFIG, CODE), "set `it` to a value that is no longer accepted"),
        ("enum-value-removed", (CONFIG, OUTPUT), "use `it`"),
        ("enum-value-removed", (OUTPUT,), "read `it`"),
        ("became-required", (CONFIG, CODE), "leave out `it`"),
    ],
)
def test_what_those_do_whom_a_change_concerns(rule: str, audiences: tuple[Affected, ...], whom: str) -> None:
    (change,) = (one for one in reviewed(*PAIRS[rule]).changes if one.rule.id == rule)
    breaking = replace(change, severity=ChangeSeverity.BREAKING, audiences=audiences)
    review = Review(ReviewSide("old"), ReviewSide("new"), (breaking,))
    assert concerned(review) == f"Affected: {THOSE} {whom}."


def other(**attributes: str) -> list[dict[str, Any]]:
    return [attribute(name, status) for name, status in attributes.items()]


@pytest.mark.parametrize(
    ("old", "new", "whom"),
    [
        (
            spec(*other(aperture="optional", pier_height="computed_optional")),
            spec(*other(aperture="required")),
            "configurations of `oven` that leave out `aperture`, or use `pier_height`",
        ),
        (spec(*other(it="computed")), spec(), "configurations of `oven` that read `it`"),
        (it("optional"), it("computed", "bool"), "configurations of `oven` that set `it`, or read `it`"),
        (it("optional"), it("required", "bool"), "configurations of `oven` that leave out `it`, or use `it`"),
        (
            spec(*other(a="optional", b="optional", c="optional", d="optional", e="optional")),
            spec(),
            "configurations of `oven` that use `a`, `b`, `c` or 2 more",
        ),
        (
            spec(*other(it="optional"), datasources=[{"name": "pan", "schema": {"attributes": other(it="computed")}}]),
            spec(*other(it="required"), datasources=[{"name": "pan", "schema": {"attributes": []}}]),
            "configurations of `oven` that leave out `it`; of data source `pan` that read `it`",
        ),
        (
            spec(*other(it="optional"), datasources=[{"name": "pan", "schema": {"attributes": []}}]),
            spec(*other(it="required")),
            "all configurations of data source `pan` (removed); configurations of `oven` that leave out `it`",
        ),
        *(
            (spec(resources=[{"name": name} for name in names]), spec(resources=[]), f"{whom} (removed)")
            for names, whom in (
                ("a", "all configurations of resource `a`"),
                ("abcd", "all configurations of resources `a`, `b`, `c` and `d`"),
                ("abcde", "all configurations of 5 resources (`a`, `b`, `c`, …)"),
            )
        ),
        (
            spec(attribute("dome", "optional", "single_nested", attributes=[])),
            spec(attribute("dome", "optional", "single_nested", attributes=other(key="required"))),
            "configurations of `oven` that set `dome` without `dome.key`",
        ),
    ],
)
def test_the_attributes_of_each_entity_are_those_that_concern_somebody(old: Mapping, new: Mapping, whom: str) -> None:
    assert concerned(reviewed(old, new)) == f"Affected: {whom}."


@pytest.mark.parametrize(
    ("kind", "whom"),
    [
        (MANAGED_RESOURCE, "managed resources of kind `oven`"),
        (CUSTOM_RESOURCE, "custom resources of kind `oven`"),
        (RESOURCE, "programs with `oven`"),
        (TYPE, "programs with `oven`"),
    ],
)
def test_a_system_has_its_own_word_for_what_is_concerned(kind: EntityKind, whom: str) -> None:
    review = reviewed(*PAIRS["became-required"])
    changes = tuple(replace(change, kind=kind) for change in review.changes)
    assert concerned(replace(review, changes=changes)) == f"Affected: {whom} that leave out `it`."


def test_approved_changes_concern_people_as_well_and_what_breaks_nothing_is_told_as_in_a_verdict() -> None:
    assert concerned(reviewed(*PAIRS["became-required"], None, "agreed")) == f"Affected: {THOSE} leave out `it`."
    assert text_of(affected(reviewed(*PAIRS["attribute-added"]))) == "Nothing breaks."
    assert affected(reviewed(it(), it())) == ()
    review = replace(reviewed(*PAIRS["became-required"]), uncompared=2)
    missing = "2 entities of the new state cannot be compared. "
    assert text_of(affected(review)) == f"{missing}Affected: {THOSE} leave out `it`."


def test_an_edit_of_many_attributes_has_those_who_leave_them_out() -> None:
    assert concerned(policy(12, "not_required: optional")) == (
        "Affected: configurations of 12 resources (`oven0`, `oven1`, `oven10`, …)"
        " that leave out `part_0`, `part_1`, `part_2` or 6 more."
    )


def test_what_cannot_be_compared_is_said_first() -> None:
    review = replace(reviewed(*PAIRS["attribute-added"]), uncompared=2)
    assert verdict_text(review) == "2 entities of the new state cannot be compared. Nothing breaks."


def test_what_is_approved_stops_nobody_but_is_released_with_a_major_version() -> None:
    review = reviewed(*PAIRS["became-required"], Version(2, 3, 5), "agreed")
    assert verdict_text(review) == "Nothing breaks but 1 approved change: next version 3.0.0."
    unreleased = replace(review, released=None)
    assert verdict_text(unreleased) == "Nothing breaks but 1 approved change: needs a major version."
    review = reviewed(*PAIRS["attribute-added"], Version(2, 3, 5), "agreed")
    assert verdict_text(review) == "Nothing breaks: next version 2.4.0."


def test_who_sets_an_attribute_is_named_once() -> None:
    def state(kind: str) -> Mapping:
        body = {"attributes": [attribute("it", "optional", kind)]}
        return spec(resources=[{"name": "oven", "schema": body}], datasources=[{"name": "oven", "schema": {
            "attributes": [attribute("it", "computed", kind)]}}])  # fmt: skip

    text = verdict_text(reviewed(state("string"), state("bool")))
    assert text.startswith("Breaks configurations of `oven` that use `it` (got another type): needs a major version.")


def test_a_state_upgrader_begins_with_what_has_changed_and_a_moved_block_has_both_names() -> None:
    (skeleton,) = reviewed(*PAIRS["type-changed"]).skeletons
    assert (skeleton.title, skeleton.entity, skeleton.language) == ("state upgrader", "oven", "go")
    assert "func (r *ovenResource) UpgradeState(" in skeleton.text
    assert "// it: its type changed from string to bool" in skeleton.text
    (skeleton,) = reviewed(*PAIRS["entity-renamed"]).skeletons
    assert "  from = bakery_oven.main\n  to   = bakery_stove.main" in skeleton.text


def test_what_breaks_no_state_needs_no_skeleton() -> None:
    for rule in ("became-required", "default-changed", "attribute-added"):
        assert reviewed(*PAIRS[rule]).skeletons == ()


NASTY = ["^[a-z_\\\\- ]*$", "a*b*c", "~~s~~", "[x](http://evil.example)", "owner/repo#3", "@team", "<b>x</b>", "a`b``c"]


@pytest.mark.parametrize("value", NASTY)
def test_values_stand_in_a_comment_as_they_are(value: str) -> None:
    old, new = (api(f"it: {{type: string, pattern: {json.dumps(v)}}}") for v in ("^x$", value))
    tokens = MarkdownIt("commonmark").enable("strikethrough").parse(as_markdown(reviewed(old, new)))
    inline = [child for token in tokens for child in token.children or ()]
    spans = [child.content for child in inline if child.type == "code_inline"]
    assert any(value in span for span in spans)
    assert not [child for child in inline if child.type in ("link_open", "s_open", "html_inline")]


def test_a_comment_says_why_once_and_has_fingerprints_and_lines_to_copy() -> None:
    review = reviewed(three(sensitive=False), three())
    text = as_markdown(review)
    assert text.count(review.changes[0].rule.why) == 1
    for change in review.changes:
        assert change.fingerprint in text
    assert "```yaml\napproved:\n" in text


@pytest.mark.parametrize(
    ("places", "line"),
    [
        ("n", "new warning of the mapping: OAS905: n is lost (n:1)"),
        ("nn", "new warning of the mapping: OAS905 ×2: TITLE (n:1)"),
        ("-", "new warning of the mapping: OAS905: - is lost"),
        ("abcdef", "new warning of the mapping: OAS905 ×6: TITLE (a:1, b:1, c:1, d:1, e:1, f:1)"),
        ("abcdefg", "new warning of the mapping: OAS905 ×7: TITLE (a:1, b:1, c:1, d:1, e:1, f:1 and 1 more)"),
    ],
)
def test_new_problems_of_the_mapping_have_a_line_for_each_code(places: str, line: str) -> None:
    rule = next(rule for rule in catalogue().values() if rule.severity is Severity.WARNING)
    found = tuple(
        Diagnostic(
            rule,
            None,
            "",
            f"{place} is lost",
            None if place == "-" else Document(place, b"a").node,
            None,
            rule.severity,
        )
        for place in places
    )
    review = replace(reviewed(*PAIRS["became-required"]), diagnostics=found)
    assert [shown for _, shown in problem_lines(review)] == [
        line.replace("OAS905", rule.code).replace("TITLE", rule.title)
    ]


def test_annotations_and_texts_have_a_line_to_copy() -> None:
    review = reviewed(*PAIRS["became-required"])
    line = f"- {{fingerprint: {review.changes[0].fingerprint}, reason: why}}"
    assert line in as_text(review)
    assert line in as_github([review])


def test_annotations_stop_where_github_does_and_say_so() -> None:
    many = spec(*(attribute(f"a{i}") for i in range(40)))
    lines = [line for line in as_github([reviewed(many, spec())]).splitlines() if line.startswith("::error")]
    assert len(lines) == 10
    assert "31 more" in lines[-1]


def test_the_changelog_has_sections() -> None:
    text = as_changelog(reviewed(*PAIRS["became-required"], Version(1, 0, 0)))
    assert text.startswith("## 2.0.0 (Unreleased)\n\nBREAKING CHANGES:\n\n* resource/oven: `it`: ")
    assert "FEATURES:\n\n* **New Resource:** `oven`" in as_changelog(reviewed(*PAIRS["entity-added"]))


def test_junit_fails_for_what_breaks_and_skips_what_is_approved() -> None:
    failing, skipped = (reviewed(*PAIRS["became-required"], None, reason) for reason in (None, "agreed <&>"))
    suite = ElementTree.fromstring(as_junit([failing]))
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["skipped"]) == ("1", "1", "0")
    assert suite.find(".//failure") is not None
    suite = ElementTree.fromstring(as_junit([skipped]))
    assert (suite.attrib["failures"], suite.attrib["skipped"]) == ("0", "1")


def test_gitlab_has_what_a_report_needs() -> None:
    (entry,) = json.loads(as_gitlab([reviewed(*PAIRS["became-required"])]))
    assert entry.keys() == {"description", "check_name", "fingerprint", "severity", "location"}
    assert entry["severity"] == "critical"
    assert entry["location"]["lines"]["begin"] >= 1


def test_one_edit_is_shown_once_where_it_is_worst() -> None:
    """A component that a resource takes and a data source reads: a limit of it is documentation of what is read."""
    text = """\
create: {type: object, properties: {it: {$ref: '#/components/schemas/It'}}}
read: {type: object, properties: {it: {$ref: '#/components/schemas/It'}}}
components: {It: {type: object, properties: {name: {type: string, maxLength: LIMIT}}}}
"""
    review = reviewed(*(both(text.replace("LIMIT", limit))[0].mapping for limit in ("8", "6")))
    assert [str(change.severity) for change in review.changes] == ["warning", "docs"]
    (entry,) = by_worst(review.changes)[ChangeSeverity.WARNING]
    assert len(entry.changes) == len(review.changes)
    assert "also: data source oven.it.name (documentation only)" in as_text(review)
    assert as_text(review).count("its limit changed") == 1
    assert as_markdown(review).count("`length 0 to 8`") <= 1


def wide(count: int, kind: str, names: str = "resources") -> Mapping:
    """A provider with many entities that have long names, and an attribute of some kind."""
    body = {"attributes": [attribute(f"a_rather_long_name_{index}", "optional", kind) for index in range(9)]}
    return spec(**{names: [{"name": f"oven_with_a_long_name_{index}", "schema": body} for index in range(count)]})


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 40])
@pytest.mark.parametrize("end", ["bool", "", "float64"])
def test_a_verdict_is_read_in_ten_seconds(count: int, end: str) -> None:
    """Also where each entity breaks in another way, entities are removed, and upgraders are needed."""
    new = wide(count, end) if end else spec()
    assert 20 < len(verdict_text(reviewed(wide(count, "string"), new))) <= LONGEST
    mixed = spec(
        resources=[
            {
                "name": f"oven_with_a_long_name_{index}",
                "schema": {"attributes": [attribute(f"other_{index}", "required")]},
            }
            for index in range(count)
        ]
    )
    assert 20 < len(verdict_text(reviewed(wide(count, "string"), mixed))) <= LONGEST


def policy(count: int, *entries: str) -> Review:
    """What one line of the config makes of many attributes of resources and data sources."""
    old, new = (states(count, line) for line in ("", "".join(f"policies: {{{entry}}}\n" for entry in entries)))
    return with_cause(old, new)


def states(count: int, more: str) -> Mapping:
    properties = ", ".join(f"part_{index}: {{type: string}}" for index in range(9))
    body = f"{{content: {{application/json: {{schema: {{type: object, properties: {{{properties}}}}}}}}}}}"
    paths, resources, sources = "", "", ""
    for index in range(count):
        paths += f"  /ovens{index}: {{post: {{requestBody: {body}}}}}\n"
        paths += f"  '/ovens{index}/{{id}}': {{get: {{responses: {{'200': {body}}}}}}}\n"
        read = f"read: {{path: '/ovens{index}/{{id}}', method: GET}}"
        resources += f"  oven{index}: {{create: {{path: /ovens{index}, method: POST}}, {read}}}\n"
        sources += f"  oven{index}: {{{read}}}\n"
    text = f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\npaths:\n{paths}"
    config = f"provider: {{name: acme}}\nresources:\n{resources}data_sources:\n{sources}{more}"
    return map_texts(text, config).mapping


def with_cause(old: Mapping, new: Mapping) -> Review:
    changes = with_edits(with_causes(compare(old, new), old, new, None, Options(policy=POLICY)))
    return Review(ReviewSide("old"), ReviewSide("new"), changes)


def test_a_page_says_in_a_sentence_what_the_breaking_changes_come_from() -> None:
    def sentence(pair: str, *more: str) -> str:
        changes = (change for name in (pair, *more) for change in with_cause(*PAIRS[name]).changes)
        known = tuple(replace(change, cause=Cause.SPEC, made_by="") for change in changes)
        return causes_sentence(Review(ReviewSide("old"), ReviewSide("new"), known))

    assert sentence("became-required") == "it comes from the API description"
    assert sentence("became-required", "attribute-added") == "the breaking change comes from the API description"
    assert sentence("became-required", "attribute-removed") == "all 2 come from the API description"


def test_one_line_that_changes_many_attributes_is_one_clause() -> None:
    text = verdict_text(policy(12, "not_required: optional"))
    assert text == (
        "108 attributes of 12 resources are no longer chosen by the API (`not_required`): needs a major version."
    )


def test_the_same_attribute_of_many_entities_is_named() -> None:
    def state(*names: str) -> Mapping:
        body = {"attributes": [attribute(name, "computed") for name in ("a", *names)]}
        return spec(datasources=[{"name": f"oven_{index}", "schema": body} for index in range(8)])

    review = reviewed(state("created_at", "updated_at"), state())
    assert verdict_text(review) == (
        "Breaks configurations of 8 data sources (`oven_0`, `oven_1`, `oven_2`, …)"
        " that read `created_at` or `updated_at` (2 attributes removed): needs a major version."
    )


def test_resources_come_before_data_sources_and_the_third_group_is_counted() -> None:
    def state(status: str) -> Mapping:
        schemas, others = (
            [{"attributes": [attribute(f"{name}_{i}", status)]} for i in range(4)] for name in ("it", "at")
        )
        return spec(
            datasources=[{"name": f"a{i}", "schema": schema} for i, schema in enumerate(others)],
            resources=[{"name": f"z{i}", "schema": schema} for i, schema in enumerate(schemas)],
        )

    text = verdict_text(reviewed(state("optional"), state("required")))
    assert text.startswith("Breaks configurations of `z0` that leave out `it_0` (became required); of `z1` that leave ")
    assert "; of 2 resources and 4 data sources more" in text


def test_a_long_path_is_named_by_its_end() -> None:
    def state(kind: str) -> Mapping:
        body: list[Any] = [attribute("is_archived", "computed", kind)]
        for name in ("issue_labels", "issue", "tracked_time", "issue_timelines"):
            body = [attribute(name, "computed", "single_nested", attributes=body)]
        names = ("oven", "stove", "pan")
        return spec(datasources=[{"name": name, "schema": {"attributes": body}} for name in names])

    text = verdict_text(reviewed(state("bool"), state("int64")))
    assert "`….is_archived`" in text or "`issue_timelines.tracked_time.issue.issue_labels.is_archived`" in text
    assert len(text) <= LONGEST


def test_where_words_are_many_a_path_of_more_than_two_names_is_its_end() -> None:
    def state(kind: str) -> Mapping:
        far: list[Any] = [attribute("it", "computed", kind)]
        for name in ("inner_" * 8, "outer_" * 8):
            far = [attribute(name, "computed", "single_nested", attributes=far)]
        near = attribute("near", "computed", "single_nested", attributes=[attribute("it", "computed", kind)])
        return spec(datasources=[{"name": "oven", "schema": {"attributes": [*far, near]}}])

    text = verdict_text(reviewed(state("bool"), state("int64")))
    assert text.startswith("Breaks configurations of data source `oven` that read `….it` or `near.it` (2 attributes")


def test_a_warning_of_what_has_too_long_a_name_is_only_counted() -> None:
    sides = [spec(attribute("it_" * 60, "optional", **more)) for more in ({}, {"validators": LIMITED})]
    assert verdict_text(reviewed(*sides)) == "Nothing breaks, 1 warning."


def test_what_has_no_title_is_called_by_its_name() -> None:
    (change,) = (one for one in reviewed(*PAIRS["entity-renamed"]).changes if not one.path)
    review = Review(ReviewSide("old"), ReviewSide("new"), (replace(change, title="", old_title=""),))
    assert verdict_text(review) == "Renames 1 resource (`oven` to `stove`): needs a major version."
    assert concerned(review) == "Affected: all configurations of resource `oven` (renamed)."


def test_warnings_of_one_class_are_called_by_it() -> None:
    def state(**more: Any) -> Mapping:
        return spec(*(attribute(name, "optional", **more) for name in ("a", "b")))

    review = reviewed(state(), state(validators=custom("stringvalidator.LengthAtMost(8)")))
    assert verdict_text(review) == "Nothing breaks, 2 warnings (limit added)."


def test_what_breaks_is_called_by_its_kind_where_a_name_is_of_two() -> None:
    def state(kind: str, computed: str) -> Mapping:
        ours, theirs = [attribute("it", "optional", kind)], [attribute("other", computed, "string")]
        return spec(
            resources=[{"name": "oven", "schema": {"attributes": ours}}],
            datasources=[{"name": "oven", "schema": {"attributes": theirs}}],
        )

    text = verdict_text(reviewed(state("string", "optional"), state("bool", "required")))
    assert "`oven` (resource)" in text
    assert "data source" in text
