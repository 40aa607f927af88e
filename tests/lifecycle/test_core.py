"""What Terraform refuses of a new state, and what it says of a plan: each rule of its core, at its smallest values."""

from typing import Any

import pytest

from mapper.programs.provider_process.values import UNKNOWN
from mapper.programs.trial.core import Action, Core
from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.crud import Crud
from mapper.programs.trial.provider.failure import Failure

from .test_failures import CHILDREN, nested, of
from .test_plan import Farm, attribute, resource

TEXT = attribute("it", "string", "optional")
BOTH = attribute("it", "string", "computed_optional")
ONE, OTHER = {"a": "x", "n": 1}, {"a": "y", "n": 1}
FULL, FULL_OTHER = {**ONE, "seen": None}, {**OTHER, "seen": None}

SAME: list[tuple[Attribute, Any, Any]] = [
    (TEXT, "x", "x"),
    (of("set", TEXT), ["x", "y"], ["y", "x"]),
    (of("list", TEXT), ["x", "y"], ["x", "y"]),
    (nested("single"), FULL, ONE),
    (nested("list"), [FULL, FULL_OTHER], [ONE, OTHER]),
    (nested("set"), [FULL, FULL_OTHER], [OTHER, ONE]),
    (nested("map"), {"k": FULL}, {"k": ONE}),
    (BOTH, None, "what the API likes"),
]


@pytest.mark.parametrize(("made", "given", "answer"), SAME)
def test_an_answer_is_as_planned(made: Attribute, given: Any, answer: Any) -> None:
    farm = resource(it=made)
    core = Core(farm, Crud(farm, Farm(it=answer).handle))
    core.apply(core.plan({"it": given}))
    assert core.state is not None
    assert core.state["id"] == "1"


OTHERS: list[tuple[Attribute, Any, Any, str]] = [
    (TEXT, "x", None, "it: was 'x', but now None"),
    (TEXT, None, "x", "it: was None, but now 'x'"),
    (of("set", TEXT), ["x"], ["y"], "it: was ['x'], but now ['y']"),
    (of("set", TEXT), ["x"], ["x", "x"], "it: was ['x'], but now ['x', 'x']"),
    (of("list", TEXT), ["x", "y"], ["y", "x"], "it: was ['x', 'y'], but now ['y', 'x']"),
    (nested("single"), FULL, OTHER, "it.a: was 'x', but now 'y'"),
    (nested("list"), [FULL], [], "it: had 1 elements, but now 0"),
    (nested("list"), [FULL, FULL], [ONE, OTHER], "it[1].a: was 'x', but now 'y'"),
    (nested("set"), [FULL], [ONE, OTHER], "it: had 1 elements, but now 2"),
    (nested("set"), [FULL], [OTHER], "it: an element of the set has vanished"),
    (nested("map"), {"k": FULL}, {"l": ONE}, "it: had 1 elements, but now 1"),
    (nested("map"), {"k": FULL}, {"k": OTHER}, "it[k].a: was 'x', but now 'y'"),
]


@pytest.mark.parametrize(("made", "given", "answer", "text"), OTHERS)
def test_an_answer_that_is_not_as_planned_is_named_with_its_place(
    made: Attribute, given: Any, answer: Any, text: str
) -> None:
    farm = resource(it=made)
    core = Core(farm, Crud(farm, Farm(it=answer).handle))
    with pytest.raises(Failure) as caught:
        core.apply(core.plan({"it": given}))
    assert str(caught.value).startswith(f"inconsistent: {text}")


def test_a_plan_with_another_value_than_the_configuration_is_refused_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    farm = resource(it=nested("single"))
    core = Core(farm, Crud(farm, Farm().handle))
    monkeypatch.setattr("mapper.programs.trial.core.plan", lambda *_: ({"id": UNKNOWN, "it": FULL_OTHER}, []))
    with pytest.raises(Failure) as caught:
        core.plan({"it": FULL})
    assert str(caught.value) == "invalid-plan: it.a: planned 'y' for 'x'"


PLANNED: list[tuple[Attribute, Any, Any, tuple[str, ...]]] = [
    (TEXT, "x", "y", ("it: 'x' -> 'y'",)),
    (TEXT, "x", None, ("it: 'x' -> None",)),
    (of("list", TEXT), ["x", "y"], ["x", "z"], ("it[1]: 'y' -> 'z'",)),
    (of("list", TEXT), ["x"], ["x", "z"], ("it: ['x'] -> ['x', 'z']",)),
    (of("map", TEXT), {"k": "x", "l": "y"}, {"k": "z"}, ("it.k: 'x' -> 'z'", "it.l: 'y' -> None")),
    (attribute("it", "object", "optional", children=CHILDREN), FULL, FULL_OTHER, ("it.a: 'x' -> 'y'",)),
]


@pytest.mark.parametrize(("made", "was", "given", "reasons"), PLANNED)
def test_a_plan_has_the_places_that_differ_with_both_values(
    made: Attribute, was: Any, given: Any, reasons: tuple[str, ...]
) -> None:
    farm = resource(it=made)
    core = Core(farm, Crud(farm, Farm(it=was).handle))
    core.apply(core.plan({"it": was}))
    plan = core.plan({"it": given})
    assert (plan.action, plan.reasons) == (Action.UPDATE, reasons)


def test_the_first_six_of_many_differences_are_shown_each_with_fifty_letters() -> None:
    made = {f"a{number}": attribute(f"a{number}", "string", "optional") for number in range(8)}
    farm = resource(**made)
    core = Core(farm, Crud(farm, Farm(**dict.fromkeys(made, "y")).handle))
    with pytest.raises(Failure) as caught:
        core.apply(core.plan(dict.fromkeys(made, "x" * 60)))
    shown = str(caught.value).removeprefix("inconsistent: ").split("; ")
    assert shown == [f"a{number}: was '{'x' * 49}, but now 'y'" for number in range(6)]


def test_what_nobody_knows_yet_may_become_anything() -> None:
    farm = resource(it=BOTH)
    core = Core(farm, Crud(farm, Farm(it="x").handle))
    plan = core.plan({"it": None})
    assert plan.planned["it"] is UNKNOWN
    core.apply(plan)
    assert core.state == {"id": "1", "it": "x"}
