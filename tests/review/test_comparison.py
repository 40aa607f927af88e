"""What a review says besides its changes: new problems of the mapping, commits that are missing, and nothing at all."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from mapper.model import EntityRef
from mapper.report.diagnostic import Diagnostic, Problem, Severity
from mapper.review.changes import ReviewSide
from mapper.review.rules import ChangeSeverity
from mapper.systems.terraform.kinds import RESOURCE
from mapper.systems.terraform.rules import NO_TYPE, RECURSION, RESERVED_NAME
from mkdocs_oasmap.review.comparison import _behind, _new_diagnostics, review_of_nothing
from mkdocs_oasmap.review.drift import fails, quiet
from mkdocs_oasmap.review.states import State

from .pairs import spec
from .test_entry_texts import change
from .test_layout import review

OVEN, PAN = EntityRef(RESOURCE, "oven"), EntityRef(RESOURCE, "pan")


def said(rule: Any, path: str = "it", entity: EntityRef = OVEN, severity: Severity | None = None) -> Diagnostic:
    return Diagnostic(rule, entity, path, "text", None, None, severity or rule.severity)


WARNING, ERROR, INFO = said(NO_TYPE), said(RESERVED_NAME), said(RECURSION)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), (WARNING, ERROR, INFO), (ERROR, WARNING)),
        ((WARNING,), (WARNING, ERROR), (ERROR,)),
        ((said(NO_TYPE, "that"),), (WARNING,), (WARNING,)),
        ((said(NO_TYPE, entity=PAN),), (WARNING,), (WARNING,)),
        ((said(RESERVED_NAME),), (WARNING,), (WARNING,)),
        ((replace(WARNING, text="other"),), (WARNING,), ()),
        ((WARNING, ERROR), (), ()),
        ((), (said(RESERVED_NAME, severity=Severity.WARNING), WARNING),
         (WARNING, said(RESERVED_NAME, severity=Severity.WARNING))),
    ],
)  # fmt: skip
def test_new_problems_are_errors_and_then_warnings_that_only_the_new_state_has(
    old: tuple[Diagnostic, ...], new: tuple[Diagnostic, ...], expected: tuple[Diagnostic, ...]
) -> None:
    assert _new_diagnostics(*(replace(spec(), diagnostics=side) for side in (old, new))) == expected


@pytest.mark.parametrize(
    ("ahead", "is_revision", "words"),
    [(0, False, ""), (1, False, "1 commit"), (2, False, "2 commits"), (1200, False, "1,200 commits"), (2, True, "")],
)
def test_commits_that_the_checkout_does_not_have_are_told(ahead: int, is_revision: bool, words: str) -> None:
    def state(name: str) -> State:
        return cast("State", SimpleNamespace(tree=SimpleNamespace(name=name, commits_ahead=lambda: ahead)))

    told = f"main has {words} that the checkout does not have; git:main... compares with the last common commit"
    assert _behind(state("main"), state("v1" if is_revision else "")) == ([told] if words else [])


def test_a_review_of_nothing_says_why_and_has_what_is_known_of_the_new_state() -> None:
    new = ReviewSide("new")
    bare = review_of_nothing("old", ["not here"], new)
    assert (bare.old.name, bare.new, bare.problems, bare.system) == ("old", new, ("not here",), "")
    assert (bare.changes, bare.documents, bare.is_compared) == ((), (), False)
    lost = {OVEN: Problem("it is broken", remedy="mend it")}
    state = State(new, spec(), lost=lost)
    found = review_of_nothing("old", ["not here"], new, state)
    assert found.problems == ("not here", "new: resource oven cannot be mapped: it is broken; mend it")
    assert (found.documents, found.system) == (state.mapping.documents, "terraform")


@pytest.mark.parametrize(
    ("severity", "approved", "has_failed"),
    [
        (ChangeSeverity.BREAKING, None, True),
        (ChangeSeverity.WARNING, None, True),
        (ChangeSeverity.INFO, None, False),
        (ChangeSeverity.BREAKING, "agreed", False),
    ],
)
def test_drift_fails_by_a_warning_that_nobody_has_explained(
    severity: ChangeSeverity, approved: str | None, *, has_failed: bool
) -> None:
    found = review(change(severity=severity, approved=approved))
    assert fails(found) is has_failed
    shown = 0 if approved else 1
    assert [len(quiet(found, form).changes) for form in ("text", "markdown", "json", "sarif")] == [shown, shown, 1, 1]
    assert len(quiet(found).changes) == shown
