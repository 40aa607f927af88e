"""Passes over an object, as tables: what it says, what is there, and what is written."""

import copy
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.operator.controller import FINALIZER
from mapper.programs.operator.outcome import SecretWrite

from .support import CONFIG, GATE, World, merge_patch, merged

PLAIN: dict[str, Any] = {"zone": "a", "label": "x"}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def running(world: World, given: dict[str, Any] | None = None, **spec: Any) -> World:
    """The object exists, inside and outside, and is at rest."""
    world.make(given or PLAIN, **spec)
    world.settle()
    world.settle()
    world.provider.calls.clear()
    return world


def test_an_object_is_made_in_two_passes_and_then_rests(world: World) -> None:
    world.make(PLAIN)
    world.settle()
    assert [outcome.requeue for outcome in world.outcomes] == [0, 3600]
    assert world.resource["metadata"]["finalizers"] == [FINALIZER]
    assert (world.condition("Synced"), world.condition("Ready")) == (
        ("True", "ReconcileSuccess"),
        ("True", "Available"),
    )
    assert world.resource["status"]["atProvider"]["id"] == world.annotation("external-name") == "t-1"
    assert world.annotation("external-create-pending") == world.annotation("external-create-succeeded")
    assert [event.reason for outcome in world.outcomes for event in outcome.events] == ["CreatedExternalResource"]


def test_an_object_at_rest_is_read_and_compared_and_nothing_else(world: World) -> None:
    running(world)
    world.step()
    assert world.provider.calls == ["read", "plan"]


def test_what_the_provider_fills_in_is_taken_over_once(world: World) -> None:
    running(world)
    assert world.resource["spec"]["forProvider"] == {**PLAIN, "size": 1}
    outcome = world.step()
    assert (outcome.patches, outcome.events) == ((), ())


PAUSES: list[tuple[str, dict[str, Any]]] = [
    ("annotation", {"metadata": {"annotations": {"crossplane.io/paused": "true"}}}),
    ("no policy", {"spec": {"managementPolicies": []}}),
]


@pytest.mark.parametrize(("name", "patch"), PAUSES)
def test_nothing_is_asked_about_what_is_paused(world: World, name: str, patch: dict[str, Any]) -> None:
    running(world)
    world.resource = merged(world.resource, patch)
    world.given(label="y")
    outcome = world.settle()
    assert world.provider.calls == []
    assert (world.condition("Synced"), outcome.requeue) == (("False", "ReconcilePaused"), None)
    assert world.condition("Ready")[0] == "True"
    assert world.step().patches == ()


TABLE: list[tuple[list[str], str, list[str]]] = [
    (["*"], "none", ["create"]),
    (["*"], "drift", ["create", "update"]),
    (["*"], "deleted", ["create", "delete"]),
    (["Observe"], "none", []),
    (["Observe"], "drift", ["create"]),
    (["Observe"], "deleted", ["create"]),
    (["Observe", "Update"], "none", []),
    (["Observe", "Update"], "drift", ["create", "update"]),
    (["Observe", "Create"], "drift", ["create"]),
    (["Observe", "Create", "Update", "LateInitialize"], "deleted", ["create"]),
    (["Observe", "Delete"], "deleted", ["create", "delete"]),
]


@pytest.mark.parametrize(("policies", "what", "expected"), TABLE)
def test_management_policies_say_what_is_done(
    tmp_path: Path, policies: list[str], what: str, expected: list[str]
) -> None:
    world = World(tmp_path)
    if what == "none":
        world.make(PLAIN, managementPolicies=policies)
    else:
        running(world)
        world.resource["spec"]["managementPolicies"] = policies
        world.resource["spec"]["forProvider"].pop("size")
        if what == "drift":
            world.cloud.things["t-1"]["label"] = "other"
        else:
            world.delete()
    world.settle()
    assert [done for done, _ in world.cloud.log] == expected
    is_late = "size" in world.resource["spec"]["forProvider"]
    assert is_late == (what == "drift" and bool({"*", "LateInitialize"} & set(policies)))
    if what == "deleted":
        assert world.resource["metadata"]["finalizers"] == []


def test_what_is_only_observed_needs_nothing_but_its_name(world: World) -> None:
    running(world)
    other = copy.deepcopy(world.resource["metadata"]["annotations"])
    world.make({}, managementPolicies=["Observe"])
    world.annotate(external_name=other["crossplane.io/external-name"])
    world.restart()
    world.settle()
    assert world.resource["status"]["atProvider"]["label"] == "x"
    assert world.condition("Ready") == ("True", "Available")
    assert world.resource["spec"]["forProvider"] == {}


DELETIONS: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"deletionPolicy": "Delete"}, True),
    ({"deletionPolicy": "Orphan"}, False),
    ({"deletionPolicy": "Orphan", "managementPolicies": ["*"]}, False),
    ({"deletionPolicy": "Orphan", "managementPolicies": ["Observe", "Delete"]}, True),
    ({"deletionPolicy": "Delete", "managementPolicies": ["Observe"]}, False),
]


@pytest.mark.parametrize(("spec", "is_deleted"), DELETIONS)
def test_the_deletion_policy_counts_where_policies_are_the_default(
    tmp_path: Path, spec: dict[str, Any], is_deleted: bool
) -> None:
    world = running(World(tmp_path, scope=1))
    world.resource["spec"] |= spec
    world.delete()
    world.settle()
    assert world.resource["metadata"]["finalizers"] == []
    assert (world.cloud.things == {}) == is_deleted


def test_a_deletion_needs_no_secret_and_no_reference(world: World) -> None:
    world.objects.secrets["default", "s"] = {"k": b"hush-hush"}
    running(world, {**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}})
    world.objects.secrets.clear()
    world.given(gateIdRef={"name": "gone"})
    world.restart()
    world.delete()
    world.settle()
    assert world.cloud.things == {}
    assert world.resource["metadata"]["finalizers"] == []


def test_the_finalizers_of_others_stay(world: World) -> None:
    running(world)
    world.resource["metadata"]["finalizers"].insert(0, "other.example.org/x")
    world.delete()
    world.settle()
    assert world.resource["metadata"]["finalizers"] == ["other.example.org/x"]
    assert world.step().patches == ()


def test_an_object_without_our_finalizer_is_not_deleted_outside(world: World) -> None:
    running(world)
    world.resource["metadata"]["finalizers"] = ["other.example.org/x"]
    world.delete()
    assert world.step().patches == ()
    assert list(world.cloud.things) == ["t-1"]


KEPT: list[tuple[str, bool, str | None]] = [
    ("half", False, "y"),
    ("validate refused", False, "x"),
    ("validate refused", True, "x"),
    ("plan refused", False, "x"),
    ("read refused", False, "x"),
    ("read refused", True, None),
]


@pytest.mark.parametrize(("fault", "is_new", "label"), KEPT)
def test_a_pass_that_fails_keeps_the_newest_state_that_is_known(
    world: World, fault: str, is_new: bool, label: str | None
) -> None:
    running(world)
    if is_new:
        world.restart()
    world.given(label="y")
    world.provider.fault = fault
    outcome = world.step()
    assert outcome.failed
    assert (outcome.kept and outcome.kept.state["label"]) == label


PASSWORDS: list[tuple[list[str], bool]] = [
    (["*"], True),
    (["Observe", "Create"], True),
    (["Observe", "Update"], True),
    (["Observe", "LateInitialize"], False),
    (["Observe"], False),
]


@pytest.mark.parametrize(("policies", "is_made"), PASSWORDS)
def test_passwords_are_made_where_the_policies_let_them_be_sent(
    tmp_path: Path, policies: list[str], is_made: bool
) -> None:
    config = CONFIG.replace("    number_int: [size]\n", "    number_int: [size]\n    generate_password: [password]\n")
    world = World(tmp_path, config)
    world.objects.secrets["default", "s"] = {"other": b"x"}
    world.make({**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}}, managementPolicies=policies)
    world.step()
    assert bool(world.step().passwords) == is_made


def test_a_deletion_that_fails_is_told_and_tried_again(world: World) -> None:
    running(world)
    kept = world.memory.kept
    world.delete()
    world.provider.fault = "apply refused"
    outcome = world.settle()
    assert (outcome.failed, world.condition("Synced")) == (True, ("False", "CannotDelete"))
    assert outcome.kept == kept
    assert kept is not None
    assert world.condition("Ready") == ("False", "Deleting")
    world.provider.fault = ""
    world.settle()
    assert (world.cloud.things, world.resource["metadata"]["finalizers"]) == ({}, [])


@pytest.mark.parametrize(
    ("policy", "policies", "is_made"),
    [("refuse", ["*"], False), ("recreate", ["*"], True), ("recreate", ["Observe", "Create", "Update"], False)],
)
def test_a_change_that_replaces_is_refused_or_made_by_the_policy_of_the_resource(
    tmp_path: Path, policy: str, policies: list[str], is_made: bool
) -> None:
    config = CONFIG.replace("    connection_details", f"    replace: {policy}\n    connection_details")
    world = running(World(tmp_path, config))
    world.resource["spec"]["managementPolicies"] = policies
    world.given(zone="b")
    world.settle()
    if not is_made:
        assert world.condition("Synced") == ("False", "ReplaceRequired")
        assert world.message().startswith("spec.forProvider.zone cannot be changed in place")
        assert world.condition("Ready") == ("True", "Available")
        assert list(world.cloud.things) == ["t-1"]
        world.given(zone="a")
        world.settle()
        assert world.condition("Synced") == ("True", "ReconcileSuccess")
        assert len(world.cloud.log) == 1
    else:
        assert [what for what, _ in world.cloud.log] == ["create", "delete", "create"]
        assert (world.annotation("external-name"), world.cloud.things["t-2"]["zone"]) == ("t-2", "b")
        assert world.condition("Ready") == ("True", "Available")


def test_a_creation_that_fails_is_written_down_and_tried_again(world: World) -> None:
    world.make(PLAIN)
    world.provider.fault = "apply refused"
    outcome = world.settle()
    assert (outcome.failed, world.condition("Synced")) == (True, ("False", "CannotCreate"))
    assert world.message() == "spec.forProvider.label: No: apply is not possible"
    assert world.annotation("external-create-failed") == world.annotation("external-create-pending")
    world.provider.fault = ""
    world.settle()
    assert world.condition("Ready") == ("True", "Available")


def test_what_was_made_in_part_is_kept_by_its_name(world: World) -> None:
    world.make(PLAIN)
    world.provider.fault = "half"
    world.settle()
    assert world.annotation("external-name") == "t-1"
    assert world.condition("Synced") == ("False", "CannotCreate")
    world.provider.fault = ""
    world.settle()
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    assert [what for what, _ in world.cloud.log] == ["create"]


READINESS = "    conditions: {ready: {path: status, values: {ACTIVE: true, CREATING: false}}}\n    connection_details"
STATES = [("ACTIVE", ("True", "Available")), ("CREATING", ("False", "Unavailable")), ("ODD", ("Unknown", "Unknown"))]


@pytest.mark.parametrize(("state", "expected"), STATES)
def test_a_table_of_the_config_says_when_an_object_is_ready(
    tmp_path: Path, state: str, expected: tuple[str, str]
) -> None:
    world = running(World(tmp_path, CONFIG.replace("    connection_details", READINESS)))
    world.cloud.things["t-1"]["status"] = state
    world.settle()
    assert world.condition("Ready") == expected


def test_times_of_conditions_change_with_them_alone(world: World) -> None:
    running(world)
    first = world.conditions()["Ready"]["lastTransitionTime"]
    world.given(label="y")
    world.settle()
    assert world.conditions()["Ready"]["lastTransitionTime"] == first
    world.resource["status"]["conditions"].append({"type": "Other", "status": "True"})
    world.resource["metadata"]["generation"] = 2
    world.settle()
    assert world.conditions()["Other"] == {"type": "Other", "status": "True"}
    assert world.conditions()["Synced"]["observedGeneration"] == 2


def test_a_connection_secret_has_what_the_provider_publishes(world: World) -> None:
    world.make(PLAIN, writeConnectionSecretToRef={"name": "out"})
    outcome = world.settle()
    data = {"attribute.token": b"token of t-1", "status": b"ACTIVE"}
    assert outcome.secret == SecretWrite("default", "out", data)
    assert "token of" not in str(world.resource)


PUBLISHED = {
    "door.lock": b"oak",
    "door.width": b"2",
    "size": b"1",
    "label": b"x",
    "colours": None,
    "door": b'[{"lock": "oak", "width": 2}, {"lock": "elm", "width": null}]',
    "tags.side": b"north",
    "tags.side.left": None,
}


@pytest.mark.parametrize(("path", "value"), PUBLISHED.items())
def test_a_detail_of_a_connection_is_at_its_path_and_in_the_first_of_a_list(
    path: str, value: bytes | None, tmp_path: Path
) -> None:
    world = World(tmp_path, CONFIG.replace("[status]", f"[{path}]"))
    given = {**PLAIN, "door": [{"lock": "oak", "width": 2}, {"lock": "elm"}], "tags": {"side": "north"}}
    world.make(given, writeConnectionSecretToRef={"name": "out"})
    secret = world.settle().secret
    assert secret is not None
    assert secret.data.get(path) == value


REFERENCES: list[tuple[dict[str, Any], Any]] = [
    ({"gateIdRef": {"name": "north"}}, "g-north"),
    ({"gateIdSelector": {"matchLabels": {"side": "south"}}}, "g-south"),
    ({"gateId": "own", "gateIdRef": {"name": "north"}}, "own"),
    ({"gateId": "own", "gateIdRef": {"name": "north", "policy": {"resolve": "Always"}}}, "g-north"),
    ({"gateIdRef": {"name": "none", "policy": {"resolution": "Optional"}}}, None),
]


def gates(world: World) -> None:
    gvk = next(own.gvk for own in world.program.kinds if own.terraform_name == GATE and own.is_namespaced)
    for name in ("north", "south"):
        annotations = {"crossplane.io/external-name": f"g-{name}"}
        metadata = {"name": name, "namespace": "default", "labels": {"side": name}, "annotations": annotations}
        world.objects.objects.append({"apiVersion": gvk.api_version, "kind": gvk.kind, "metadata": metadata})


@pytest.mark.parametrize(("given", "expected"), REFERENCES)
def test_a_reference_is_resolved_into_the_spec(world: World, given: dict[str, Any], expected: Any) -> None:
    gates(world)
    running(world, {**PLAIN, **given})
    assert world.resource["spec"]["forProvider"].get("gateId") == expected
    assert world.cloud.things["t-1"]["gate_id"] == expected


UNRESOLVED: list[tuple[dict[str, Any], str]] = [
    ({"gateIdRef": {"name": "west"}}, "there is no Gate 'west'"),
    ({"gateIdSelector": {"matchLabels": {"side": "west"}}}, "no Gate is selected"),
    ({"gateIdSelector": {"matchControllerRef": True}}, "no Gate is selected"),
    ({"gateIdRef": "north"}, "a reference is an object"),
    ({"gateIdRef": [{"name": "north"}, "south"]}, "a reference is an object"),
    ({"gateIdRef": {"policy": {"resolve": "Always"}}}, "there is no Gate None"),
    ({"gateIdRef": {"name": "north", "policy": "Always"}}, "the policy of a reference is an object"),
    ({"gateIdSelector": "south"}, "a reference is an object"),
    ({"gateIdSelector": {"policy": ["Always"]}}, "the policy of a reference is an object"),
    ({"gateIdSelector": {"matchLabels": ["south"]}}, "matchLabels are texts by names"),
    ({"gateIdSelector": {"matchLabels": {"side": 3}}}, "matchLabels are texts by names"),
    ({"gateIdRef": {"name": "north", "namespace": "other"}}, "'other' is not among `reference_namespaces`"),
    ({"gateIdSelector": {"namespace": "other"}}, "'other' is not among `reference_namespaces`"),
    (
        {"gateIdRef": {"name": "north", "namespace": "other", "policy": {"resolution": "Optional"}}},
        "'other' is not among `reference_namespaces`",
    ),
]


@pytest.mark.parametrize(("given", "text"), UNRESOLVED)
def test_a_reference_that_leads_nowhere_is_told_and_nothing_is_made(
    world: World, given: dict[str, Any], text: str
) -> None:
    gates(world)
    world.make({**PLAIN, **given})
    outcome = world.settle()
    assert outcome.failed
    assert world.condition("Synced")[0] == "False"
    assert text in world.message()
    assert world.cloud.log == []


@pytest.mark.parametrize("given", [{"gateIdRef": {"name": "north"}}, {"gateIdSelector": {}}])
def test_a_reference_leads_into_a_namespace_that_the_config_names(tmp_path: Path, given: dict[str, Any]) -> None:
    world = World(tmp_path, f"reference_namespaces: [other, third]\n{CONFIG}")
    gates(world)
    for gate in world.objects.objects:
        gate["metadata"]["namespace"] = "other"
    (key,) = given
    given = {key: {**given[key], "namespace": "other"}}
    running(world, {**PLAIN, **given})
    assert world.resource["spec"]["forProvider"].get("gateId") == "g-north"


def test_a_reference_to_what_is_not_ready_waits(world: World) -> None:
    gates(world)
    world.objects.objects[0]["metadata"]["annotations"] = {}
    world.make({**PLAIN, "gateIdRef": {"name": "north"}})
    world.settle()
    assert "is not ready: it has no value yet" in world.message()
    world.objects.objects[0]["metadata"]["annotations"] = {"crossplane.io/external-name": "g"}
    world.settle()
    assert world.cloud.things["t-1"]["gate_id"] == "g"


def test_a_secret_in_what_a_provider_says_is_hidden(world: World) -> None:
    world.objects.secrets["default", "s"] = {"k": b"not possible"}
    world.make({**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}})
    world.provider.fault = "apply refused"
    outcome = world.settle()
    assert world.message() == "spec.forProvider.label: No: apply is (sensitive)"
    assert "not possible" not in str(outcome)


@pytest.mark.parametrize("call", ["read", "plan", "apply"])
def test_a_provider_that_ends_in_a_call_is_a_condition(tmp_path: Path, call: str) -> None:
    world = running(World(tmp_path))
    world.given(label="y")
    world.provider.fault = f"{call} fails"
    outcome = world.settle()
    assert outcome.failed
    assert world.condition("Synced") == ("False", "ProviderFailed")
    world.provider.fault = ""
    world.settle()
    assert world.cloud.things["t-1"]["label"] == "y"


DEEP: Any = "x"
for _ in range(3000):
    DEEP = {"a": DEEP}

HOSTILE: list[dict[str, Any]] = [
    {"spec": None},
    {"spec": "x"},
    {"spec": {"forProvider": None}},
    {"spec": {"forProvider": ["x"]}},
    {"spec": {"forProvider": {"zone": DEEP}}},
    {"spec": {"forProvider": {**PLAIN, "tags": DEEP}}},
    {"spec": {"forProvider": {**PLAIN, "door": DEEP}}},
    {"spec": {"forProvider": {**PLAIN, "door": [{"lock": "x"}] * 20_000 + [3]}}},
    {"spec": {"forProvider": PLAIN, "initProvider": 7}},
    {"spec": {"forProvider": PLAIN, "managementPolicies": ["Sometimes"]}},
    {"spec": {"forProvider": PLAIN, "managementPolicies": {"a": 1}}},
    {"spec": {"forProvider": PLAIN, "managementPolicies": [["*"]]}},
    {"spec": {"forProvider": PLAIN, "deletionPolicy": {"a": 1}}},
    {"spec": {"forProvider": {**PLAIN, "passwordSecretRef": {"name": "no", "key": "k"}}}},
    {"spec": {"forProvider": {**PLAIN, "passwordSecretRef": {"name": {"x": 1}, "key": ["k"]}}}},
    {"spec": {"forProvider": {**PLAIN, "size": 10**400}}},
    {"spec": {"forProvider": {**PLAIN, "label": "\ud800"}}},
    {"status": "x"},
    {"status": {"conditions": "x", "atProvider": PLAIN}},
    {"status": {"atProvider": ["x"], "conditions": [3]}},
]


@pytest.mark.parametrize("patch", HOSTILE, ids=map(str, range(len(HOSTILE))))
def test_an_object_that_says_nonsense_is_a_condition_and_no_crash(world: World, patch: dict[str, Any]) -> None:
    world.make(PLAIN)
    for _ in range(2):
        world.step()
    world.annotate(external_name="t-1")
    resource = {**world.resource, **patch}
    world.resource = resource
    for _ in range(4):
        outcome = world.step()
        assert len(str(outcome)) < 20_000
    assert len(world.cloud.log) <= 1
    if "spec" in patch:
        assert outcome.failed
        assert world.condition("Synced")[0] == "False"


def test_a_merge_patch_makes_one_object_the_other() -> None:
    before = {"a": 1, "b": {"c": 1, "d": 2}, "e": [1], "f": True}
    after = {"b": {"c": 1, "g": {}}, "e": [2], "f": 1}
    patch = merge_patch(before, after)
    assert patch == {"a": None, "b": {"d": None, "g": {}}, "e": [2], "f": 1}
    assert merged(before, patch) == after
    assert merge_patch(after, after) == {}
