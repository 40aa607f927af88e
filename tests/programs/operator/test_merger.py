"""What a manifest takes over from the provider, patches of manifests, policies, and texts without secrets."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from mapper.inputs import Node
from mapper.model import CollectionKind, ScalarKind
from mapper.programs.operator.codec import ConvertError
from mapper.programs.operator.merger import Merger, effective, is_empty, merge_patch
from mapper.programs.operator.outcome import Event, PassOutcome, Patch, Target
from mapper.programs.operator.policies import Action, Policies, is_paused
from mapper.programs.operator.redaction import Redactor
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.systems.crossplane.examples import EXTERNAL_NAME
from mapper.systems.crossplane.fields import Field, Many, ObjectShape, Shape

from .support import merged


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": True}, {"a": True}),
        ({"a": False}, {"a": 0}, {"a": 0}),
        ({"a": 1}, {}, {"a": None}),
        ({}, {"a": None}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "d": 3}}, {"a": {"c": None, "d": 3}}),
        ({"a": {"b": 1}}, {"a": {"b": 1}}, {}),
        ({"a": {"b": 1}}, {"a": [1]}, {"a": [1]}),
        ({"a": [1]}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
    ],
)
def test_a_patch_makes_one_object_of_the_other(before: Any, after: Any, patch: Any) -> None:
    assert merge_patch(before, after) == patch
    assert [type(one) for one in merge_patch(before, after).values()] == [type(one) for one in patch.values()]
    if None not in after.values():
        assert merged(before, patch) == after
    assert effective(before, patch) == ({} if after == {"a": None} else patch)
    assert effective(after, patch) == {}


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, True), ("", True), ([], True), ({}, True), (0, False), (False, False), ("a", False), ([None], False)],
)
def test_what_old_providers_take_for_nothing(value: Any, expected: bool) -> None:
    assert is_empty(value) is expected


def field(name: str, shape: Shape = ScalarKind.STRING, **more: Any) -> Field:
    """A field that the provider may fill in, unless `more` says otherwise."""
    return Field(name, name, cast("Node", None), shape, **{"optional": True, "computed": True, **more})


INNER = ObjectShape((field("x"), field("y", computed=False)))
FIELDS = (
    field("filled"),
    field("asked", computed=False),
    field("needed", optional=False, required=True),
    field("seen", optional=False),
    field("pin", sensitive=True),
    field("sent", write_only=True),
    field("ignored"),
    field("one", INNER),
    field("many", Many(CollectionKind.LIST, INNER)),
    field("set", Many(CollectionKind.SET, INNER)),
)
KIND = cast("ResourceKind", SimpleNamespace(fields=FIELDS, settings=SimpleNamespace(ignored_late=("ignored",))))


@pytest.mark.parametrize(
    ("given", "initial", "had", "filled", "late"),
    [
        ({}, {}, {"filled": "f"}, {"filled": "f"}, ["filled"]),
        ({}, {}, {"filled": ""}, {}, []),
        ({"filled": "g"}, {}, {"filled": "f"}, {"filled": "g"}, []),
        ({}, {"filled": "i"}, {"filled": "f"}, {}, []),
        ({}, {}, {"asked": "a", "needed": "n", "seen": "s", "pin": "p", "sent": "w", "ignored": "i"}, {}, []),
        ({"one": {"y": "1"}}, {}, {"one": {"x": "2", "y": "3"}}, {"one": {"y": "1", "x": "2"}}, ["one.x"]),
        ({"one": {}}, {"one": {"x": "i"}}, {"one": {"x": "2"}}, {"one": {"x": "2"}}, ["one.x"]),
        ({"one": {}}, {}, {"one": "text"}, {"one": {}}, []),
        ({"one": "text"}, {}, {"one": {"x": "2"}}, {"one": "text"}, []),
        (
            {"many": [{"y": "1"}, {"x": "2"}]},
            {},
            {"many": [{"x": "3"}, {"x": "4"}]},
            {"many": [{"y": "1", "x": "3"}, {"x": "2"}]},
            ["many[0].x"],
        ),
        ({"many": [{"y": "1"}]}, {}, {"many": [{"x": "3"}, {"x": "4"}]}, {"many": [{"y": "1"}]}, []),
        ({"many": "text"}, {}, {"many": [{"x": "3"}]}, {"many": "text"}, []),
        ({"many": [{}]}, {}, {"many": "text"}, {"many": [{}]}, []),
        ({"set": [{"y": "1"}]}, {}, {"set": [{"x": "3"}]}, {"set": [{"y": "1"}]}, []),
    ],
)
def test_a_manifest_takes_over_what_the_provider_has_filled_in(
    given: Any, initial: Any, had: Any, filled: Any, late: list[str]
) -> None:
    kube = {
        "metadata": {"name": "a"},
        "spec": {"forProvider": given, "initProvider": initial, "other": 1},
        "status": {"x": 1},
    }
    prov = {"spec": {"forProvider": had}, "status": {"atProvider": {"seen": "s"}}}
    found, description = Merger(KIND).merge_resources(kube, prov)
    assert found == {
        "metadata": {"name": "a"},
        "spec": {"forProvider": filled, "initProvider": initial, "other": 1},
        "status": {"x": 1, "atProvider": {"seen": "s"}},
    }
    assert description.late == tuple(f"spec.forProvider.{path}" for path in late)
    assert description.late_initialized_spec is bool(late)
    assert not description.needs_provider_update


def test_a_manifest_takes_over_the_external_name() -> None:
    prov = {"metadata": {"annotations": {EXTERNAL_NAME: "n-1"}}}
    found, _ = Merger(KIND).merge_resources({"metadata": {"name": "a"}}, prov)
    assert found["metadata"] == {"name": "a", "annotations": {EXTERNAL_NAME: "n-1"}}
    assert (found["spec"], found["status"]) == ({"forProvider": {}}, {"atProvider": {}})


@pytest.mark.parametrize(
    ("spec", "allowed", "deletes", "observes", "paused"),
    [
        ({}, "Observe Create Update Delete LateInitialize *", True, False, False),
        ({"deletionPolicy": "Orphan"}, "Observe Create Update Delete LateInitialize *", False, False, False),
        ({"deletionPolicy": ""}, "Observe Create Update Delete LateInitialize *", True, False, False),
        ({"managementPolicies": ["Observe"]}, "Observe", False, True, False),
        (
            {"managementPolicies": ["Observe", "Delete"], "deletionPolicy": "Orphan"},
            "Observe Delete",
            True,
            False,
            False,
        ),
        (
            {"managementPolicies": ["*"], "deletionPolicy": "Delete"},
            "Observe Create Update Delete LateInitialize *",
            True,
            False,
            False,
        ),
        ({"managementPolicies": []}, "", False, False, True),
    ],
)
def test_policies_say_what_is_done(spec: Any, allowed: str, deletes: bool, observes: bool, paused: bool) -> None:
    policies = Policies.of({"spec": spec})
    assert [action for action in Action if policies.allow(action)] == allowed.split()
    assert (policies.deletes, policies.only_observe, is_paused({"spec": spec})) == (deletes, observes, paused)


@pytest.mark.parametrize(
    ("spec", "place"),
    [
        ({"managementPolicies": "Observe"}, "spec.managementPolicies"),
        ({"managementPolicies": ["Watch"]}, "spec.managementPolicies"),
        ({"managementPolicies": [1]}, "spec.managementPolicies"),
        ({"deletionPolicy": "Keep"}, "spec.deletionPolicy"),
    ],
)
def test_policies_that_do_not_exist_are_refused(spec: Any, place: str) -> None:
    with pytest.raises(ConvertError, match=place):
        Policies.of({"spec": spec})


@pytest.mark.parametrize(("value", "paused"), [("true", True), ("false", False), (None, False)])
def test_an_annotation_pauses_an_object(value: Any, paused: bool) -> None:
    assert is_paused({"metadata": {"annotations": {"crossplane.io/paused": value}}, "spec": {}}) is paused


HUSH = "hush-hush"
SECRET = ObjectShape((field("pin", sensitive=True), field("open")))


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (SECRET, {"pin": HUSH}),
        (SECRET, [{"pin": None}, {"pin": HUSH}]),
        (Many(CollectionKind.LIST, SECRET), [{"open": "a"}, {"pin": HUSH}]),
        (Many(CollectionKind.MAP, SECRET), {"k": {"pin": HUSH}}),
        (Many(CollectionKind.LIST, Many(CollectionKind.MAP, SECRET)), [{"k": {"pin": HUSH}}]),
    ],
)
def test_a_secret_of_a_state_is_in_no_text_wherever_it_is(shape: Shape, value: Any) -> None:
    redactor = Redactor()
    redactor.learn_state((field("a"), field("in", shape)), {"a": "open-text", "in": value})
    redactor.learn_state((field("sent", write_only=True),), {"sent": "written-only"})
    assert "hush" not in redactor.text(f"it was {HUSH}")
    assert redactor.text("open-text") == "open-text"
    assert "written" not in redactor.text("it was written-only")


def test_an_outcome_has_no_secret_in_its_events_and_conditions() -> None:
    redactor = Redactor()
    redactor.learn(HUSH)
    target, conditions = next(iter(Target)), [{"type": "Ready", "message": f"no {HUSH}"}, {"type": "Synced"}, "odd"]
    bodies: list[dict[str, Any]] = [
        {"status": {"conditions": conditions, "a": HUSH}, "spec": {"b": HUSH}},
        {"status": {"conditions": HUSH}},
        {"status": HUSH},
        {},
    ]
    events = (Event("Normal", "Created", f"made {HUSH}"),)
    found = redactor.outcome(PassOutcome(tuple(Patch(target, body) for body in bodies), events))
    first, *others = (patch.body for patch in found.patches)
    ready, synced, odd = first["status"]["conditions"]
    assert "hush" not in ready["message"]
    assert (ready["type"], synced, odd) == ("Ready", {"type": "Synced"}, "odd")
    assert (first["status"]["a"], first["spec"]) == (HUSH, {"b": HUSH})
    assert others == bodies[1:]
    assert [(event.type, event.reason, "hush" in event.message) for event in found.events] == [
        ("Normal", "Created", False)
    ]
