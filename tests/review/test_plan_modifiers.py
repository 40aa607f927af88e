"""What becomes of plan modifiers, defaults, validators and other code of an attribute."""

import pytest

from mapper.model import Mapping

from ..support import compare
from .pairs import custom, it, planned

REPLACE, KEEP = "stringplanmodifier.RequiresReplace()", "stringplanmodifier.UseStateForUnknown()"
IF_SET, IF_OWN = "stringplanmodifier.RequiresReplaceIfConfigured()", "stringplanmodifier.RequiresReplaceIf(own.If)"
OWN, OTHER = "crumbs.Sweep()", "crumbs.Bake()"
ADDED, REMOVED, CHANGED = "replacement-added", "replacement-removed", "plan-modifier-changed"
KEPT, NOT_KEPT = "state-for-unknown-added", "state-for-unknown-removed"


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        ([], [REPLACE], [ADDED], [REMOVED]),
        ([], [IF_SET], [ADDED], [REMOVED]),
        ([KEEP], [REPLACE, KEEP], [ADDED], [REMOVED]),
        ([REPLACE], [REPLACE], [], []),
        ([REPLACE], [" stringplanmodifier.RequiresReplace( )"], [], []),
        ([REPLACE], [IF_SET], [CHANGED], [CHANGED]),
        ([IF_SET], [IF_OWN], [CHANGED], [CHANGED]),
        ([REPLACE], ["int64planmodifier.RequiresReplace()"], [], []),
        ([], [KEEP], [KEPT], [NOT_KEPT]),
        ([KEEP], ["stringplanmodifier.UseNonNullStateForUnknown()"], [CHANGED], [CHANGED]),
        ([REPLACE], [KEEP], [REMOVED, KEPT], [ADDED, NOT_KEPT]),
        ([], [OWN], [CHANGED], [CHANGED]),
        ([OWN], [OTHER], [CHANGED], [CHANGED]),
        ([OWN, OTHER], [OTHER, OWN], [], []),
        ([OWN, REPLACE], [OTHER, REPLACE], [CHANGED], [CHANGED]),
        ([OWN], [REPLACE, OWN], [ADDED], [REMOVED]),
        ([REPLACE, OWN], [IF_SET, OTHER], [CHANGED], [CHANGED]),
    ],
)
def test_plan_modifiers_are_compared_by_what_they_do(
    old: list[str], new: list[str], forth: list[str], back: list[str]
) -> None:
    sides = planned(*old), planned(*new)
    assert sorted(change.rule.id for change in compare(*sides)) == sorted(forth)
    assert sorted(change.rule.id for change in compare(*reversed(sides))) == sorted(back)


def coded(expression: str) -> Mapping:
    return it(default={"custom": {"schema_definition": expression}})


@pytest.mark.parametrize(
    ("old", "new", "rule", "words"),
    [
        (planned(REPLACE), planned(IF_SET), CHANGED, (REPLACE, IF_SET)),
        (planned(OWN), planned(OTHER, OWN), CHANGED, (OWN, f"{OTHER}, {OWN}")),
        (planned(), planned(OWN), CHANGED, (None, OWN)),
        (coded("a.B()"), coded("a.C()"), "default-changed", ("a.B()", "a.C()")),
        (it(), coded("a.B()"), "default-added", (None, "a.B()")),
        (coded("a.B()"), it(), "default-removed", ("a.B()", None)),
        (it(default={"static": "a"}), it(default={"static": "b"}), "default-changed", ('"a"', '"b"')),
        (it(), it(default={"static": ""}), "default-added", (None, '""')),
        (it(validators=custom("a.B()")), it(), "constraint-removed", ("a.B()", None)),
        (it(custom_type={"type": "a.T"}), it(custom_type={"type": "a.U"}), "custom-type-changed", None),
        (it(custom_type={"type": "a.T"}), it(), "custom-type-changed", None),
        (it(other={"a": 1}), it(other={"a": 2}), "artifact-part-changed", None),
    ],
)
def test_code_is_compared_as_it_is_written(
    old: Mapping, new: Mapping, rule: str, words: tuple[str | None, str | None] | None
) -> None:
    (change,) = compare(old, new)
    assert change.rule.id == rule
    if words is not None:
        assert (change.before, change.after) == words
