"""The findings of a body: those of nested ones with their paths, and the first of many of one kind."""

import pytest

from mapper.inputs import Document
from mapper.model import Attribute, Body, Nested, NestingMode, Omission, Origin, Purpose, Reason, Status
from mapper.report.budget import Budget, Cost
from mapper.report.diagnostic import Note, Rule
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform import rules
from mapper.systems.terraform.attributes.collect_notes import Findings

NODE = Document("api.yaml", b"{}").node
PLACE = Origin(Part(PartKind.REQUEST_BODY, Purpose.CREATE), NODE)


def left_out(name: str, rule: Rule) -> Omission:
    return Omission(name, Note(rule, f"no {name}", NODE))


def holder(name: str, *inside: Omission) -> Attribute:
    type_ = Nested(NestingMode.SINGLE, Body(omitted=inside))
    return Attribute(name, name, type_, Status.OPTIONAL, Reason("optional", "said"), (PLACE,))


MANY = Body(
    (
        holder("in", left_out("c", rules.NO_TYPE), left_out("x", rules.NO_ITEMS)),
        holder("on", left_out("d", rules.NO_TYPE)),
    ),
    (left_out("a", rules.NO_TYPE), left_out("b", rules.NO_TYPE)),
)


@pytest.mark.parametrize(
    ("most", "exempt", "expected"),
    [
        (4, None, ["a", "b", "in.c", "in.x", "on.d"]),
        (3, None, ["a", "b", "in.c; and 1 more of this kind", "in.x"]),
        (1, None, ["a; and 3 more of this kind", "in.x"]),
        (1, rules.NO_TYPE, ["a", "b", "in.c", "in.x", "on.d"]),
        (1, rules.NO_ITEMS, ["a; and 3 more of this kind", "in.x"]),
    ],
)
def test_of_many_findings_of_one_rule_the_first_are_told(most: int, exempt: Rule | None, expected: list[str]) -> None:
    findings = Findings(Budget().meter(Cost.WRITTEN, "it"))
    found = findings.first(MANY, most, lambda rule: rule is exempt)
    assert [path + note.text.removeprefix(f"no {path[-1]}") for path, _, note in found] == expected
    assert findings.by_rule(MANY) == {rules.NO_TYPE: 4, rules.NO_ITEMS: 1}


@pytest.mark.parametrize(
    ("rule", "name", "path", "source_path"),
    [
        (rules.NO_TYPE, "loSt", "lo_st", "loSt"),
        (rules.NO_TYPE, "lo.st", "lost", r"lo\.st"),
        (rules.NO_TYPE, "5", "5", "5"),
        (rules.CONDITIONAL, "box.loSt", "box.lo_st", "box.loSt"),
        (rules.CONDITIONAL, r"box.lo\.st", "box.lost", r"box.lo\.st"),
    ],
)
def test_what_is_left_over_has_a_path_and_what_is_left_out_a_name(
    rule: Rule, name: str, path: str, source_path: str
) -> None:
    findings = Findings(Budget().meter(Cost.WRITTEN, "it"))
    found = findings.first(Body(omitted=(left_out(name, rule),)), 1, lambda _: False)
    assert [names for *names, _ in found] == [[path, source_path]]
