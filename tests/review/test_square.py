"""Which input made a change, by the four states that two descriptions and two configs make."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from mapper.review.causes import EACH, TOGETHER, _Square
from mapper.review.changes import Cause, Change

from ..support import compare
from .pairs import PAIRS
from .test_entry_texts import change

SPEC, CONFIG = (Cause.SPEC, ""), (Cause.CONFIG, "")
BY_EACH, BY_BOTH = (Cause.BOTH, EACH), (Cause.BOTH, TOGETHER)
IT = change(old_entity="oven")
(ADDED,) = (one for one in compare(*PAIRS["entity-added"]) if one.rule.id == "entity-added")
(CALL,) = compare(*PAIRS["operation-added"])


def step(makes: Any) -> Any:
    """A step between two states that makes a change, by the names of both sides."""
    return SimpleNamespace(makes=lambda _: makes, ends_in=lambda _: makes)


def square(made: Change, **given: Any) -> _Square:
    """A square with what is known of a change: which sides make it, and in which mixed states its entity is."""
    known = {
        "spec": False, "config": False, "then_spec": False, "then_config": False, "calm": False,
        "has_spec": True, "has_config": True, "has_operations": True, "old": None, "new": None,
    } | given  # fmt: skip
    members = {
        "_calm": {made.subject} if known["calm"] else set(),
        "_by_spec": step(known["spec"]),
        "_by_config": step(known["config"]),
        "_then_config": step(known["then_config"]),
        "_then_spec": lambda: step(known["then_spec"]),
        "_has_new_spec": {made.old_subject: None} if known["has_spec"] else {},
        "_has_new_config": {made.subject: None} if known["has_config"] else {},
        "_has_operations": lambda _: known["has_operations"],
        "_old": {made.old_subject: known["old"]},
        "_new": {made.subject: known["new"]},
    }
    return cast("_Square", SimpleNamespace(**members))


NAMES_IT = SimpleNamespace(operations=[SimpleNamespace(method=(CALL.after or " ").split()[0].lower(),
                                                       path=(CALL.after or " ").split()[1])])  # fmt: skip


@pytest.mark.parametrize(
    ("made", "given", "cause"),
    [
        (IT, {"calm": True, "config": True}, SPEC),
        (IT, {"spec": True}, SPEC),
        (IT, {"config": True}, CONFIG),
        (IT, {"spec": True, "config": True}, BY_EACH),
        (IT, {}, BY_BOTH),
        # where its entity is in one of the mixed states only, the other side of the square counts
        (IT, {"has_config": False, "then_config": True}, CONFIG),
        (IT, {"has_config": False, "then_spec": True}, BY_BOTH),
        (IT, {"has_config": False, "then_config": True, "spec": True}, SPEC),
        (IT, {"has_spec": False, "then_spec": True}, SPEC),
        (IT, {"has_spec": False, "then_config": True}, BY_BOTH),
        (IT, {"has_spec": False, "then_spec": True, "config": True}, CONFIG),
        (IT, {"has_spec": False, "has_config": False, "then_spec": True, "then_config": True}, BY_BOTH),
        # an entity that the config adds, and whose operations only the new description has
        (ADDED, {"config": True}, CONFIG),
        (ADDED, {"config": True, "has_operations": False}, BY_BOTH),
        (ADDED, {"spec": True, "has_operations": False}, SPEC),
        (IT, {"config": True, "has_operations": False}, CONFIG),
        (CALL, {"spec": True}, CONFIG),
        (CALL, {"has_operations": False}, BY_BOTH),
        (CALL, {"old": NAMES_IT, "new": NAMES_IT}, SPEC),
        (CALL, {"new": NAMES_IT}, CONFIG),
    ],
)
def test_an_input_made_what_it_makes_without_the_other(
    made: Change, given: dict[str, Any], cause: tuple[Cause, str]
) -> None:
    assert _Square.cause(square(made, **given), replace(made, cause=None)) == cause
