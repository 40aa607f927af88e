"""What a project decides: approvals, until when; severities by rule and pattern; stability, deprecation grace."""

from datetime import date

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.review.approvals import Approval, ChangePattern, Moment, approving, approving_entity
from mapper.review.changes import Change, Version, distinct, latest, version_of
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings
from mapper.review.settings_reader import read_settings

from ..support import compare
from .pairs import PAIRS, attribute, spec

TODAY = Moment(date(2026, 6, 1), Version(2, 3, 0))
OLD, NEW = spec(attribute("left"), attribute("right")), spec(attribute("other", "required", "bool"))


def read(text: str) -> Settings:
    return read_settings(Document("review.yml", text.encode()))


def approved(text: str, old: Mapping = OLD, new: Mapping = NEW, moment: Moment = TODAY) -> dict[str, str | None]:
    """The reasons by path of the changes that a review file approves."""
    changes = read(f"approved: [{text}]").apply(compare(old, new), moment)
    return {change.path: change.approved for change in changes if change.approved is not None}


@pytest.mark.parametrize(
    ("entry", "paths"),
    [
        ("{rule: attribute-removed, reason: r}", {"left", "right"}),
        ("{rule: attribute-*, reason: r}", {"left", "right"}),
        ("{rule: attribute-removed, path: 'l*', reason: r}", {"left"}),
        ("{path: other, reason: r}", {"other"}),
        ("{entity: oven, reason: r}", {"left", "right", "other"}),
        ("{entity: resource oven, reason: r}", {"left", "right", "other"}),
        ("{entity: data source oven, reason: r}", set()),
        ("{entity: 'o*', path: right, reason: r}", {"right"}),
        ("{breaks: output, reason: r}", {"left", "right"}),
        ("{path: 'x.*', reason: r}", set()),
    ],
)
def test_an_approval_is_of_what_fits_all_its_parts(entry: str, paths: set[str]) -> None:
    assert approved(entry).keys() == paths


@pytest.mark.parametrize(
    ("until", "holds"),
    [
        ("2026-06-01", True),
        ("2026-05-31", False),
        ("2.4.0", True),
        ("v2.3", False),
        ("2.3.0", False),
        ("3.0.0", True),
    ],
)
def test_an_approval_ends_after_its_day_and_with_its_version(until: str, *, holds: bool) -> None:
    assert bool(approved(f"{{path: left, reason: r, until: {until}}}")) is holds


@pytest.mark.parametrize(
    ("entry", "seen"),
    [
        ("{fingerprint: 1f0a93c2b7d4.2.889ce7030c79, reason: r}", 2),
        ("{fingerprint: [1f0a93c2b7d4.1.889ce7030c79, 1f0a93c2b7d4.4.889ce7030c70], reason: r}", 4),
        ("{fingerprint: 1f0a93c2b7d4.2.889ce7030c79, reason: r, until: 2026-06-01}", 2),
        ("{fingerprint: 1f0a93c2b7d4.2.889ce7030c79, reason: r, until: 2026-05-31}", 0),
        ("{fingerprint: 1f0a93c2b7d5.2.889ce7030c79, reason: r}", 0),
        ("{fingerprint: 1f0a93c2b7d4, reason: r}", 0),
    ],
)
def test_how_many_changes_of_an_edit_were_approved_before_is_known(entry: str, seen: int) -> None:
    changes = [replace(change, edit="1f0a93c2b7d4.3.333333333333") for change in compare(OLD, NEW)]
    found = read(f"approved: [{entry}]").apply(changes, TODAY)
    assert {(change.seen, change.approved) for change in found} == {(seen, None)}
    alone = read(f"approved: [{entry}]").apply(compare(OLD, NEW), TODAY)
    assert {change.seen for change in alone} == {0}


@pytest.mark.parametrize(
    ("key", "is_unused"),
    [
        ("1f0a93c2b7d4.3.333333333333", False),
        ("1f0a93c2b7d4.2.889ce7030c79", False),  # the same edit, which made others then
        ("1f0a93c2b7d4", False),
        ("1f0a93c2b7d5.3.333333333333", True),
        ("1f0a93c2b7d5", True),
    ],
)
def test_an_approval_of_an_edit_is_used_while_the_edit_changes_anything(key: str, *, is_unused: bool) -> None:
    changes = [replace(change, edit="1f0a93c2b7d4.3.333333333333") for change in compare(OLD, NEW)]
    assert read(f"approved: [{{fingerprint: {key}, reason: r}}]").unused(changes) == [key] * is_unused


def test_a_version_that_is_not_known_ends_nothing() -> None:
    assert approved("{path: left, reason: r, until: 1.0.0}", moment=Moment(date(2026, 6, 1)))


def test_expired_and_unused_approvals_are_told() -> None:
    settings = read(
        "approved:\n"
        "- {fingerprint: 1f0a93c2b7d4, reason: r}\n"
        "- {rule: attribute-removed, path: left, reason: r, until: 2020-01-01}\n"
        "- {entity: stove, reason: r}\n"
        "- {path: '*', reason: r, until: 2020-01-01}\n"
    )
    assert settings.notes(compare(OLD, NEW), TODAY) == [
        "no change here has the approved fingerprint 1f0a93c2b7d4",
        "the approval of rule attribute-removed, path left has expired (until 2020-01-01); 1 change here would have it",
        "no change here has the approval of entity stove",
        "the approval of path * has expired (until 2020-01-01); 3 changes here would have it",
    ]


def test_the_line_to_copy_approves_one_change_a_group_and_an_entity() -> None:
    changes = compare(OLD, NEW)
    for some in (changes[:1], changes[1:], changes):
        settings = read(f"approved:\n{approving(some)}\n")
        assert [c for c in settings.apply(changes, TODAY) if c.approved] == [
            c for c in settings.apply(changes, TODAY) if c.fingerprint in {s.fingerprint for s in some}
        ]
    settings = read(f"approved:\n{approving_entity('resource oven', Version(3, 0, 0))}\n")
    assert all(change.approved for change in settings.apply(changes, TODAY))
    assert approving_entity("a", Version(3, 0, 0)) == "- {entity: a, until: 3.0.0, reason: why}"


@pytest.mark.parametrize("mark", ["123456789012", "12345e678901", "deadbeef0000", "000000000000"])
def test_a_fingerprint_that_looks_like_a_number_is_read_as_it_is(mark: str) -> None:
    (change,) = compare(*PAIRS["became-required"])
    vars(change)["fingerprint"] = mark
    assert list(read(f"approved:\n{approving([change])}\n").approved) == [mark]


def levels(text: str, old: Mapping = OLD, new: Mapping = NEW) -> dict[str, ChangeSeverity]:
    return {change.path: change.severity for change in read(text).with_severities(compare(old, new))}


def test_a_severity_by_pattern_overrules_that_of_the_rule_and_the_first_one_counts() -> None:
    text = "severities: [{path: left, level: docs}, {breaks: output, level: info}, {entity: oven, level: ignore}]"
    assert levels(text) == {"right": ChangeSeverity.INFO, "left": ChangeSeverity.DOCS}


def test_changes_stay_worst_first() -> None:
    found = list(levels("severities: [{rule: attribute-removed, path: left, level: info}]"))
    assert found == ["other", "right", "left"]


@pytest.mark.parametrize("stability", ["alpha", "beta", "experimental"])
@pytest.mark.parametrize("name", ["oven", "resource oven"])
def test_nothing_of_an_unstable_entity_is_breaking(name: str, stability: str) -> None:
    text = f"entities: {{{name}: {{stability: {stability}}}}}"
    assert set(levels(text).values()) == {ChangeSeverity.WARNING}
    assert ChangeSeverity.BREAKING in levels("entities: {oven: {stability: stable}}").values()
    assert ChangeSeverity.BREAKING in levels(text.replace("oven", "stove")).values()
    assert set(levels(text, *PAIRS["description-changed"]).values()) == {ChangeSeverity.DOCS}


def test_the_removal_of_what_was_deprecated_has_a_severity_of_its_own() -> None:
    old = spec(attribute("left", deprecation_message="use other"), attribute("right"))
    found = levels("deprecation_grace: warning", old, spec())
    assert found == {"right": ChangeSeverity.BREAKING, "left": ChangeSeverity.WARNING}
    assert levels("{}", old, spec()) == {"right": ChangeSeverity.BREAKING, "left": ChangeSeverity.BREAKING}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a", "review.yml:1:1: a mapping of keys and values is expected"),
        ("rule: {}", "review.yml:1:1: unknown key 'rule'"),
        ("rules: [a]", "review.yml:1:1: rules: a mapping"),
        (
            "rules:\n  became-requird: info",
            "review.yml:2:3: rules: unknown key 'became-requird'; did you mean 'became-required'?",
        ),
        ("rules:\n  became-required: bad", "review.yml:2:3: rules.became-required: 'bad' is not one of breaking"),
        ("approved: 5", "review.yml:1:1: approved: a list"),
        (
            "approved:\n  - {fingerprint: xyz, reason: a}",
            "review.yml:2:6: approved.fingerprint: 'xyz' is not a fingerprint",
        ),
        ("approved:\n  - {fingerprint: 1f0a93c2b7d4}", "review.yml:2:5: approved: reason is needed"),
        ("approved: [{reason: a}]", "approved: one of fingerprint, rule, path, entity and breaks is needed"),
        ("approved: [{rule: attribute-remove, reason: a}]", "'attribute-remove' is not a rule of the review; did you"),
        ("approved: [{rule: attribute-removed}]", "approved: reason is needed"),
        (
            "approved: [{rule: attribute-removed, reason: a, until: soon}]",
            "approved.until: 'soon' is not a date or a version; write",
        ),
        ("approved: [{entity: [a], reason: a}]", "approved.entity: a text is expected"),
        (
            "approved: [{breaks: everybody, reason: a}]",
            "approved.breaks: 'everybody' is not one of configuration",
        ),
        ("approved: [a]", "approved: a mapping of keys and values is expected"),
        (
            "approved: [{fingerprint: [1f0a93c2b7d4, x], reason: a}]",
            "approved.fingerprint: 'x' is not a fingerprint; copy its 12 digits",
        ),
        ("severities: [{rule: attribute-removed}]", "severities: level is needed"),
        ("severities: [{level: info}]", "severities: one of rule, path, entity and breaks is needed"),
        ("severities: [{rule: x-*, level: info}]", "severities.rule: 'x-*' is not a rule"),
        ("severities: [{path: a, level: bad}]", "severities.level: 'bad' is not one of"),
        ("entities: {a: beta}", "entities.a: a mapping of keys and values is expected"),
        ("entities: {a: {stability: soon}}", "entities.a.stability: 'soon' is not one of stable, alpha"),
        ("deprecation_grace: maybe", "deprecation_grace: 'maybe' is not one of"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        read(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"review.yml:{len(text.splitlines())}:")


def test_fingerprints_are_unique() -> None:
    (change,) = compare(*PAIRS["became-required"])
    found = distinct([change, change, change])
    assert found[0].fingerprint == change.fingerprint
    assert len({one.fingerprint for one in found}) == len(found)


@pytest.mark.parametrize(
    ("text", "version"),
    [("v1.2.3", Version(1, 2, 3, "v")), ("1.2", Version(1, 2, 0)), ("p/v0.1.0", Version(0, 1, 0, "v")), ("v1", None),
     ("1.2.3-rc1", None), ("main", None)],
)  # fmt: skip
def test_final_versions_are_read(text: str, version: Version | None) -> None:
    assert version_of(text) == version


def test_the_highest_version_is_the_last() -> None:
    assert str(latest(["v1.9.0", "v1.10.0", "nightly", "v1.2.0"])) == "v1.10.0"
    assert latest(["nightly"]) is None


@pytest.mark.parametrize(
    ("version", "breaking", "feature", "expected"),
    [("1.4.2", True, True, "2.0.0"), ("1.4.2", False, True, "1.5.0"), ("v1.4.2", False, False, "v1.4.3"),
     ("0.4.2", True, True, "0.5.0"), ("0.4.2", False, True, "0.4.3")],
)  # fmt: skip
def test_the_next_version(version: str, *, breaking: bool, feature: bool, expected: str) -> None:
    found = version_of(version)
    assert found is not None
    assert str(found.next(breaking=breaking, feature=feature)) == expected


def _change(changes: tuple[Change, ...], rule: str) -> Change:
    return next(change for change in changes if change.rule.id == rule)


def test_create_and_update_of_one_path_have_fingerprints_of_their_own() -> None:
    from .judgement_cases import made_by

    changes = compare(made_by("create", "read", "update"), made_by("create", "read", "update", path="/stuff"))
    assert len({change.fingerprint for change in changes}) == len(changes)
    assert _change(changes, "operation-changed").path == ""


def test_levels_and_approvals_are_read() -> None:
    settings = read(
        "rules: {became-required: info, description-changed: ignore}\n"
        "approved:\n  - {fingerprint: 1f0a93c2b7d4, reason: agreed}\n"
    )
    assert settings.levels == {"became-required": ChangeSeverity.INFO, "description-changed": None}
    assert settings.approved == {"1f0a93c2b7d4": "agreed"}


def test_an_approved_change_keeps_its_severity_and_gets_the_reason() -> None:
    (change,) = compare(*PAIRS["became-required"])
    settings = Settings(approved={change.fingerprint: "agreed", "000000000000": "old"})
    (approved,) = settings.apply([change])
    assert (approved.approved, approved.counts, approved.severity) == ("agreed", False, ChangeSeverity.BREAKING)
    assert settings.unused([change]) == ["000000000000"]


@pytest.mark.parametrize(
    ("approval", "words"),
    [
        (Approval("r", frozenset({"b", "a"})), "fingerprint a b"),
        (Approval("r", pattern=ChangePattern(rule="type-*")), "rule type-*"),
        (Approval("r", frozenset({"a"}), ChangePattern(rule="type-*")), "fingerprint a, rule type-*"),
    ],
)
def test_an_approval_is_called_by_what_it_selects(approval: Approval, words: str) -> None:
    assert str(approval) == words
