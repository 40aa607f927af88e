"""Limits of numbers that no validator stands for: what is tighter, and what only is written in another way."""

from collections.abc import Callable

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.model.limits import OneOf
from mapper.registry import vocabulary_of
from mapper.review.entity_changes import Options
from mapper.review.field_changes import limit_changes
from mapper.review.rules import Affected, ChangeSeverity
from mapper.samples.values import is_allowed
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.terraform.review import JUDGE
from mapper.terraform.spec.reader import read_code_spec

from ..support import compare, resource, write_code_spec
from .pairs import custom, it


def number(limits: str, kind: str = "number") -> Mapping:
    return resource(f"create: {{type: object, properties: {{it: {{type: {kind}, {limits}}}}}}}").mapping


def found(old: str, new: str, kind: str = "number") -> list[tuple[str, str]]:
    return [(change.rule.id, change.text) for change in compare(number(old, kind), number(new, kind))]


TIGHTER = [
    ("minimum: 0", "minimum: 0.5", "range at least 0", "range at least 0.5"),
    ("maximum: 1", "minimum: 0, maximum: 1", "range at most 1", "range 0 to 1"),
    ("minimum: 0", "exclusiveMinimum: 0", "range at least 0", "range more than 0"),
    ("maximum: 10", "exclusiveMaximum: 10", "range at most 10", "range less than 10"),
    ("exclusiveMinimum: 0", "minimum: 1", "range more than 0", "range at least 1"),
    (
        "minimum: 0, maximum: 9",
        "minimum: 0, exclusiveMinimum: true, maximum: 9",
        "range 0 to 9",
        "range at most 9 and range more than 0",
    ),
    ("exclusiveMaximum: 10", "exclusiveMinimum: 0, exclusiveMaximum: 10", "range less than 10",
     "range more than 0 and less than 10"),
    ("multipleOf: 5", "multipleOf: 10", "a multiple of 5", "a multiple of 10"),
    ("multipleOf: 0.1", "multipleOf: 0.3", "a multiple of 0.1", "a multiple of 0.3"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["number", "number, format: double"])
@pytest.mark.parametrize(("wide", "narrow", "before", "after"), TIGHTER)
def test_a_tighter_limit_is_one_and_its_mirror_is_a_looser_one(
    wide: str, narrow: str, before: str, after: str, kind: str
) -> None:
    assert found(wide, narrow, kind) == [("limit-tightened", f"its limit changed from {before} to {after}")]
    assert found(narrow, wide, kind) == [("limit-loosened", f"its limit changed from {after} to {before}")]


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("exclusiveMinimum: 0", "exclusiveMinimum: 1"),
        ("minimum: 0", "minimum: 0, exclusiveMinimum: true"),
        ("maximum: 9, exclusiveMaximum: 20", "maximum: 9, exclusiveMaximum: 8"),
        ("multipleOf: 2", "multipleOf: 4"),
    ],
)
def test_limits_of_an_integer_without_a_validator_are_compared_too(wide: str, narrow: str) -> None:
    assert [rule for rule, _ in found(wide, narrow, "integer")] == ["limit-tightened"]
    assert [rule for rule, _ in found(narrow, wide, "integer")] == ["limit-loosened"]


def test_another_multiple_that_refuses_what_was_accepted_is_tighter_both_ways() -> None:
    assert [rule for rule, _ in found("multipleOf: 5", "multipleOf: 3")] == ["limit-tightened"]
    assert [rule for rule, _ in found("multipleOf: 3", "multipleOf: 5")] == ["limit-tightened"]


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("minimum: 0.1", "range at least 0.1"),
        ("exclusiveMinimum: 0", "range more than 0"),
        ("multipleOf: 1e-05", "a multiple of 0.00001"),
    ],
)
def test_a_limit_is_added_and_its_mirror_is_removed(limit: str, words: str) -> None:
    assert found("title: x", limit) == [("constraint-added", f"it is limited to {words}")]
    assert found(limit, "title: x") == [("constraint-removed", f"it is no longer limited to {words}")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("minimum: 0, exclusiveMinimum: true", "exclusiveMinimum: 0"),
        ("minimum: 1", "minimum: 1.0"),
        ("minimum: 1, exclusiveMinimum: false", "minimum: 1"),
        ("exclusiveMinimum: true", "title: x"),
    ],
)
def test_another_spelling_of_the_same_limit_is_no_change(old: str, new: str) -> None:
    assert found(old, new) == []
    assert found(new, old) == []


def test_an_integer_that_loses_a_validator_only_is_told() -> None:
    old, new = "minimum: 0, exclusiveMinimum: true", "exclusiveMinimum: 0"
    assert found(old, new, "integer") == [("constraint-removed", "it is no longer limited to range at least 0")]
    assert found(new, old, "integer") == [("constraint-added", "it is limited to range at least 0")]


def test_several_validators_of_one_range_hold_together() -> None:
    several, one = (
        it("optional", "int64", validators=custom(*expressions))
        for expressions in (
            ["int64validator.AtLeast(1)", "int64validator.AtLeast(2)", "int64validator.AtMost(9)"],
            ["int64validator.Between(2, 9)"],
        )
    )
    assert compare(several, one) == compare(one, several) == ()


def test_they_weigh_as_much_as_other_limits() -> None:
    (change,) = compare(number("multipleOf: 5"), number("multipleOf: 10"))
    assert (change.severity, change.audiences) == (ChangeSeverity.WARNING, (Affected.CONFIGURATION,))
    (back,) = compare(number("multipleOf: 10"), number("multipleOf: 5"))
    assert back.severity is ChangeSeverity.INFO


LIMITS = "minimum: 0.5, exclusiveMaximum: 7, multipleOf: 0.5"


@pytest.mark.parametrize("kind", ["number", "number, format: double", "integer"])
def test_what_a_code_specification_cannot_say_is_no_change_since_one(kind: str) -> None:
    mapping = number(LIMITS, kind)
    spec = read_code_spec(Document("spec.json", write_code_spec(mapping).encode()))
    assert compare(spec, mapping, Options(judge=JUDGE, complete=False)) == ()
    assert compare(mapping, spec, Options(judge=JUDGE, complete=False)) == ()


def test_a_validator_that_somebody_wrote_by_hand_is_still_seen() -> None:
    limited, free = (
        it("optional", "float64", validators=custom("float64validator.AtLeast(0.5)")),
        it("optional", "float64"),
    )
    for options in (Options(judge=JUDGE), Options(judge=JUDGE, complete=False)):
        assert [change.rule.id for change in compare(limited, free, options)] == ["constraint-removed"]


def test_a_sidecar_keeps_them() -> None:
    mapping = number(LIMITS)
    back = read_sidecar(Document("oasmap.json", write_sidecar(mapping).encode()), vocabulary_of)
    assert compare(back, mapping) == ()
    assert [change.rule.id for change in compare(back, number("minimum: 0.5, exclusiveMaximum: 7, multipleOf: 1"))] == [
        "limit-tightened"
    ]


@pytest.mark.parametrize(
    "look",
    [
        lambda old, new: list(limit_changes((old,), (new,))),
        lambda old, new: [is_allowed(value, (old,)) for value in new.values],
    ],
    ids=["review", "samples"],
)
def test_long_enums_are_not_compared_value_by_value(look: Callable[[OneOf, OneOf], list[object]]) -> None:
    count = 0

    class Word(str):
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal count
            count += 1
            return str.__eq__(self, other)

    old, new = (OneOf(tuple(Word(f"{side}{number}") for number in range(500))) for side in "ab")
    assert len(look(old, new)) in (2, 500)
    assert count < 10 * 500
