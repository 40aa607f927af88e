"""Objects that say anything, overlays that raise anything: a condition, and what was made is never forgotten."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import force_setattr

from mapper.programs.operator.connection import make_password
from mapper.programs.operator.controller import reconcile, unpublished
from mapper.programs.operator.outcome import Event, PassOutcome, SecretKey, Target
from mapper.programs.operator.plugin import MEMBERS, GroupVersionKind, Implementation, Manifest, PluginIndexError
from mapper.programs.operator.redaction import Redacting
from mapper.programs.operator.references import Cluster, Unavailable, Unresolved
from mapper.systems.crossplane.grammar import MEMBERS as CONFIG_MEMBERS

from .support import CONFIG, NOON, THING, World

PLAIN = {"zone": "a", "label": "x"}
WHOLE: dict[str, Any] = {
    "apiVersion": "zoo.zoo.m.example.org/v1alpha1",
    "kind": "Thing",
    "metadata": {
        "name": "one", "namespace": "default", "generation": 1, "uid": "u1", "labels": {"a": "b"},
        "finalizers": ["finalizer.managedresource.crossplane.io"],
        "annotations": {
            "crossplane.io/external-name": "t-1", "crossplane.io/paused": "false",
            "crossplane.io/external-create-pending": "2030-01-01T11:00:00Z",
            "crossplane.io/external-create-succeeded": "2030-01-01T11:00:01Z",
            "crossplane.io/reconcile-requested-at": "now",
        },
        "ownerReferences": [{"uid": "u0", "controller": True}],
    },
    "spec": {
        "forProvider": {
            **PLAIN, "size": 2, "tags": {"a": "b"}, "colours": ["red"], "door": [{"lock": "l", "width": 1.5}],
            "passwordSecretRef": {"name": "s", "namespace": "default", "key": "k"},
            "gateIdRef": {"name": "north", "namespace": "default", "policy": {"resolve": "Always"}},
            "gateIdSelector": {"matchLabels": {"side": "south"}, "matchControllerRef": False},
        },
        "initProvider": {"size": 3},
        "managementPolicies": ["*"],
        "deletionPolicy": "Delete",
        "providerConfigRef": {"name": "default", "kind": "ProviderConfig"},
        "writeConnectionSecretToRef": {"name": "out", "namespace": "default"},
    },
    "status": {
        "atProvider": {"id": "t-1", "zone": "a", "status": "ACTIVE"},
        "conditions": [{"type": "Ready", "status": "True", "reason": "Available"}],
    },
}  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in an object, but those that the server itself writes."""
    if path and path not in {("metadata",), ("metadata", "name"), ("apiVersion",), ("kind",)}:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, own in items:
        yield from places(own, (*path, key))


WRONG: list[Any] = [
    None, True, 0, -1, 10**400, 1.5, "", "a/b", "../../secrets", "x" * 10_000, [], [None], [[]], {}, {"name": None},
    [{}], {"a": {"b": 1}},
]  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
PLACES_OF_ALL = sorted(places(WHOLE), key=str)


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> World:
    config = CONFIG.replace("    number_int: [size]\n", "    number_int: [size]\n    generate_password: [password]\n")
    world = World(tmp_path_factory.mktemp("zoo"), config)
    world.objects.secrets["default", "s"] = {"k": b"hush", "binary": b"\xff\xfe"}
    gvk = next(kind.gvk for kind in world.program.kinds if kind.gvk.kind == "Gate" and kind.is_namespaced)
    metadata = {"name": "north", "namespace": "default", "labels": {"side": "south"},
                "annotations": {"crossplane.io/external-name": "g"}}  # fmt: skip
    world.objects.objects.append({"apiVersion": gvk.api_version, "kind": gvk.kind, "metadata": metadata})
    return world


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The object with another value at a place."""
    resource = copy.deepcopy(WHOLE)
    inside: Any = resource
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return resource


def check(zoo: World, resource: dict[str, Any], *, is_there: bool) -> None:
    """One pass, that does not fail, and does not change the object in place."""
    before = copy.deepcopy(resource)
    zoo.cloud.things.clear()
    if is_there:
        zoo.cloud.things["t-1"] = {"id": "t-1", "zone": "a", "label": "y", "status": "ACTIVE"}
    outcome = reconcile(resource, zoo.kind, zoo.api(), Redacting(zoo.objects), NOON, lambda *_: resource)
    assert resource == before
    assert "InternalError" not in str(outcome.patches), outcome
    assert sum(len(event.message) for event in outcome.events) < 3000
    assert len(str([patch for patch in outcome.patches if patch.target is Target.STATUS])) < 12_000


@pytest.mark.parametrize("value", WRONG, ids=lambda value: str(value)[:20])
def test_a_wrong_value_at_any_place_of_an_object_is_no_crash(zoo: World, value: Any) -> None:
    for number, path in enumerate(PLACES_OF_ALL):
        check(zoo, changed(path, value), is_there=number % 2 == 0)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PLACES_OF_ALL), ANYTHING, st.booleans())
def test_whatever_an_object_says_a_pass_ends_with_an_outcome_and_little_text(
    zoo: World, path: tuple[Any, ...], value: Any, is_there: bool
) -> None:
    check(zoo, changed(path, value), is_there=is_there)


NAMES = [
    {"gateIdRef": {"name": "../../../api/v1/secrets/x"}},
    {"gateIdRef": {"name": "north", "namespace": "../kube-system"}},
    {"gateIdRef": [None]},
    {"gateIdSelector": {"matchLabels": "all"}},
    {"gateIdSelector": {"matchLabels": {"a": {"b": 1}}}},
    {"gateIdRef": {"name": "north", "policy": "Always"}},
    {"passwordSecretRef": {"name": "s", "key": "binary"}},
]


@pytest.mark.parametrize("given_", NAMES, ids=str)
def test_a_reference_that_no_object_can_have_is_a_condition(zoo: World, given_: dict[str, Any]) -> None:
    zoo.restart()
    zoo.cloud.log.clear()  # other tests have made something
    zoo.make({**PLAIN, **given_})
    zoo.settle()
    assert zoo.condition("Synced")[0] == "False"
    assert zoo.cloud.log == []


PLACES = [{"name": "../../x"}, {"name": "A_B"}, {"name": 3}, ["out"], {}]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_nothing_is_made_of_which_nothing_could_be_published(zoo: World, place: Any) -> None:
    zoo.restart()
    zoo.cloud.log.clear()
    zoo.make(PLAIN, writeConnectionSecretToRef=place)
    zoo.settle()
    assert zoo.condition("Synced") == ("False", "InvalidObject")
    assert "spec.writeConnectionSecretToRef" in zoo.message()
    assert zoo.cloud.log == []


class Raises:
    def __init__(self, error: Exception) -> None:
        self.error = error

    def ready(self, *_: Any) -> bool | None:
        raise self.error

    def encode_cty(self, *_: Any) -> Any:
        raise self.error


def overlaid(world: World, **members: Any) -> None:
    """The program with members of an overlay."""
    own = world.program.implementations[world.gvk].under(Implementation(**members))
    force_setattr(world.program, "implementations", {world.gvk: own})


def test_what_was_made_is_written_down_though_an_overlay_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(tmp_path)
    overlaid(world, readiness=Raises(KeyError("colour of hush-hush")))
    world.objects.secrets["default", "s"] = {"k": b"hush-hush"}
    world.make({**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}})
    outcome = world.settle()
    assert world.annotation("external-name") == "t-1"
    assert world.annotation("external-create-succeeded")
    assert (world.condition("Synced"), outcome.failed) == (("False", "InternalError"), True)
    assert world.message() == "KeyError: 'colour of (sensitive)'"
    (line,) = caplog.messages
    assert line.startswith("Thing/one: a step was given up: Traceback")
    assert line.endswith("KeyError: 'colour of (sensitive)'\n")
    world.restart()
    world.settle()
    assert list(world.cloud.things) == ["t-1"]


def test_an_overlay_that_fails_is_a_condition_with_its_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    world = World(tmp_path)
    overlaid(world, cty_encoder=Raises(ZeroDivisionError("by zero")))
    world.make(PLAIN)
    world.settle()
    assert world.condition("Synced") == ("False", "InternalError")
    assert world.message() == "ZeroDivisionError: by zero"
    assert [line.partition(": Traceback")[0] for line in caplog.messages] == ["Thing/one: a step was given up"]
    assert world.cloud.log == []


class Ready:
    """What an overlay says of each object."""

    def __init__(self, is_ready: bool | None) -> None:
        self.is_ready = is_ready

    def ready(self, resource: Manifest) -> bool | None:
        assert resource["status"]["atProvider"]["id"] == "t-1"
        return self.is_ready

    def reconcile(self, *_: object) -> PassOutcome:
        return PassOutcome(events=(Event("Normal", "Own", f"{self.is_ready}"),), requeue=7.0)


@pytest.mark.parametrize(
    ("is_ready", "expected"),
    [(True, ("True", "Available")), (False, ("False", "Unavailable")), (None, ("Unknown", "Unknown"))],
)
def test_an_overlay_says_whether_an_object_can_be_used_or_makes_the_whole_pass(
    tmp_path: Path, is_ready: bool | None, expected: tuple[str, str]
) -> None:
    world = World(tmp_path)
    overlaid(world, readiness=Ready(is_ready))
    world.make(PLAIN)
    world.settle()
    assert world.condition("Ready") == expected
    overlaid(world, reconciler_configurer=Ready(is_ready))
    outcome = world.step()
    assert ([event.message for event in outcome.events], outcome.requeue) == ([str(is_ready)], 7.0)


class Resolver:
    """Takes a label from a secret that the object does not name."""

    def resolve(self, resource: Manifest, cluster: Cluster) -> Manifest:
        found = cluster.data("default", "colours")
        if found is None:
            raise Unresolved("spec.forProvider.label", "there are no colours yet")
        return {"forProvider": {"label": found["favourite"].decode(), "zone": resource["spec"]["forProvider"]["zone"]}}


def test_an_overlay_can_resolve_references_in_its_own_way(tmp_path: Path) -> None:
    world = World(tmp_path)
    overlaid(world, resolver=Resolver())
    world.make(PLAIN)
    world.settle()
    assert world.condition("Synced") == ("False", "CannotResolveReferences")
    assert world.cloud.log == []
    world.objects.secrets["default", "colours"] = {"favourite": b"green"}
    world.settle()
    assert world.condition("Synced")[0] == "True"
    assert world.resource["spec"]["forProvider"] == {**PLAIN, "label": "green"}
    assert [thing["label"] for thing in world.cloud.things.values()] == ["green"]


def test_a_cluster_that_does_not_answer_is_no_condition(zoo: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def data(*_: str) -> None:
        raise Unavailable("the server is gone")

    zoo.restart()
    zoo.make({**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}})
    zoo.step()
    monkeypatch.setattr(zoo.objects, "data", data)
    with pytest.raises(Unavailable):
        zoo.step()


def test_a_secret_that_cannot_be_written_is_told_and_what_was_made_is_kept(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.make(PLAIN, writeConnectionSecretToRef={"name": "out"})
    outcome = world.settle()
    found = unpublished(world.resource, world.kind, "the secret default/out belongs to another owner", NOON, outcome)
    (status,) = found.patches
    conditions = {own["type"]: own for own in status.body["status"]["conditions"]}
    assert conditions["Synced"]["reason"] == "CannotWriteSecret"
    assert "belongs to another owner" in conditions["Synced"]["message"]
    assert (found.failed, found.kept) == (True, outcome.kept)


PASSWORD = {"passwordSecretRef": {"name": "made", "key": "k"}}


def test_a_password_is_made_once_before_the_object_is(zoo: World) -> None:
    zoo.restart()
    zoo.cloud.things.clear()
    zoo.make({**PLAIN, **PASSWORD})
    zoo.annotate(reconcile_requested_at="now")
    outcome = zoo.step()
    while not outcome.passwords:
        outcome = zoo.step()
    assert (outcome.passwords, outcome.requeue) == ((SecretKey("default", "made", "k"),), 0)
    assert outcome.patches == ()
    assert zoo.cloud.things == {}
    zoo.objects.secrets["default", "made"] = {"k": b"generated"}
    zoo.settle()
    (own,) = zoo.cloud.things.values()
    assert own["password"] == "generated"
    zoo.delete()
    del zoo.objects.secrets["default", "made"]
    zoo.settle()
    assert zoo.cloud.things == {}


NOT_MADE = [
    (PASSWORD, {"managementPolicies": ["Observe"]}),
    ({"passwordSecretRef": {"name": "s", "key": "k"}}, {}),
    ({"passwordSecretRef": {"name": "../x", "key": "k"}}, {}),
    ({}, {}),
]


@pytest.mark.parametrize(("given_", "spec"), NOT_MADE, ids=str)
def test_a_password_is_not_made_where_it_is_there_or_may_not_be(zoo: World, given_: Any, spec: Any) -> None:
    zoo.restart()
    zoo.make({**PLAIN, **given_}, **spec)
    zoo.settle()
    assert not any(outcome.passwords for outcome in zoo.outcomes[-4:])


@pytest.mark.parametrize("path", ["label", "token", "nothing"])
def test_a_password_that_no_secret_could_be_made_for_is_told_with_its_place(tmp_path: Path, path: str) -> None:
    config = CONFIG.replace("    number_int: [size]\n", f"    generate_password: [{path}]\n")
    with pytest.raises(PluginIndexError, match=rf"provider\.yaml:10:25: generate_password: {path} is not given in a"):
        World(tmp_path, config)


def test_the_profile_of_2020_reads_secrets_where_it_refers_to_them(tmp_path: Path) -> None:
    world = World(tmp_path, f"profile: v2020\nsecrets: reference\n{CONFIG}")
    world.objects.secrets["default", "s"] = {"k": b"hush"}
    world.make({**PLAIN, "password_secret_ref": {"namespace": "default", "name": "s", "key": "k"}})
    world.settle()
    assert world.cloud.things["t-1"]["password"] == "hush"
    assert "hush" not in str(world.resource)


def test_no_two_passwords_are_the_same() -> None:
    made = {make_password() for _ in range(100)}
    assert len(made) == 100
    assert all(len(one) == 27 and one.isalnum() for one in made)


def test_a_request_for_a_pass_is_answered_when_the_pass_is_over(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.make(PLAIN)
    world.annotate(reconcile_requested_at="first")
    world.step()
    assert "lastHandledReconcileAt" not in world.resource.get("status", {})
    world.settle()
    assert world.resource["status"]["lastHandledReconcileAt"] == "first"
    world.annotate(reconcile_requested_at="second", paused="true")
    world.settle()
    assert world.resource["status"]["lastHandledReconcileAt"] == "second"
    assert world.step().patches == ()
    world.annotate(reconcile_requested_at="third", paused=None)
    world.delete()
    world.settle()
    assert world.resource["status"]["lastHandledReconcileAt"] == "second"


@pytest.mark.parametrize("runtime", ["v2.0", "v2.1"])
def test_a_status_without_that_field_does_not_answer_requests(tmp_path: Path, runtime: str) -> None:
    world = World(tmp_path, f"runtime: {runtime}\n{CONFIG}")
    world.make(PLAIN)
    world.annotate(reconcile_requested_at="first")
    world.settle()
    assert "lastHandledReconcileAt" not in world.resource["status"]


OTHER = GroupVersionKind("net.other.example.org", "v1beta2", "Network")


@pytest.mark.parametrize(
    ("given_", "expected"),
    [({"gateIdRef": {"name": "lan"}}, "n-1"), ({"gateIdSelector": {"matchLabels": {"a": "b"}}}, "n-1"),
     ({"gateIdRef": {"name": "wan"}}, None)],
)  # fmt: skip
def test_a_reference_may_lead_to_a_kind_of_another_provider(tmp_path: Path, given_: Any, expected: str | None) -> None:
    setting = f"{{kind: {OTHER.kind}, api_group: {OTHER.group}, version: {OTHER.version}}}"
    world = World(tmp_path, CONFIG.replace("{terraform_name: zoo_gate}", setting), THING)
    metadata = {"name": "lan", "namespace": "default", "labels": {"a": "b"},
                "annotations": {"crossplane.io/external-name": "n-1"}}  # fmt: skip
    world.objects.objects.append({"apiVersion": OTHER.api_version, "kind": OTHER.kind, "metadata": metadata})
    world.make({**PLAIN, **given_})
    world.settle()
    assert world.resource["spec"]["forProvider"].get("gateId") == expected
    assert world.condition("Synced")[1] == ("ReconcileSuccess" if expected else "CannotResolveReferences")


@pytest.mark.parametrize(
    ("setting", "given_", "expected"),
    [
        ("{kind: Gate}", {"gateIdRef": {"name": "north"}}, "g-1"),
        ("{kind: Gate}", {"gateIdSelector": {"matchLabels": {}, "matchControllerRef": True}}, "g-1"),
        ("{terraform_name: zoo_gate}", {"gateIdSelector": {"matchLabels": {}}}, "g-1"),
        ("{terraform_name: zoo_gate, extract: label}", {"gateIdRef": {"name": "north"}}, "of-the-label"),
        ("{terraform_name: zoo_none}", {"gateIdRef": {"name": "north"}}, None),
        ("{kind: None}", {"gateIdRef": {"name": "north"}}, None),
    ],
)
def test_a_reference_leads_to_a_kind_of_the_provider_by_its_names(
    tmp_path: Path, setting: str, given_: Any, expected: str | None
) -> None:
    world = World(tmp_path, CONFIG.replace("{terraform_name: zoo_gate}", setting), THING)
    gvk = next(kind.gvk for kind in world.program.kinds if kind.gvk.kind == "Gate" and kind.is_namespaced)
    owners = [{"uid": "u0"}, {"uid": "u9", "controller": True}]
    metadata = {"name": "north", "namespace": "default", "annotations": {"crossplane.io/external-name": "g-1"},
                "ownerReferences": owners}  # fmt: skip
    status = {"atProvider": {"label": "of-the-label"}}
    world.objects.objects.append(
        {"apiVersion": gvk.api_version, "kind": gvk.kind, "metadata": metadata, "status": status}
    )
    world.make({**PLAIN, **given_})["metadata"]["ownerReferences"] = owners[1:]
    world.settle()
    assert world.resource["spec"]["forProvider"].get("gateId") == expected
    if expected is None:
        assert world.condition("Synced")[1] == "CannotResolveReferences"
        assert "the provider has no Kind that this refers to" in world.message()


CAGE = GroupVersionKind("animal.zoo.example.org", "v1alpha1", "Cage")
OPTIONAL = [name for name in Implementation.__struct_fields__ if name not in ("gvk", "terraform_resource_name")]

layers = st.lists(st.dictionaries(st.sampled_from(OPTIONAL), st.integers(0, 9)))


@given(layers)
def test_of_each_member_the_last_layer_that_has_it_counts(given_layers: list[dict[str, int]]) -> None:
    merged = Implementation(CAGE, "zoo_cage")
    for layer in given_layers:
        merged = merged.under(Implementation(**layer)).under(Implementation())
    for name in OPTIONAL:
        expected = next((layer[name] for layer in reversed(given_layers) if name in layer), None)
        assert getattr(merged, name) == expected
    assert (merged.gvk, merged.terraform_resource_name) == (CAGE, "zoo_cage")


def test_every_member_that_a_config_can_name_is_one_of_an_implementation() -> None:
    assert tuple(MEMBERS) == CONFIG_MEMBERS
    assert set(MEMBERS.values()) <= set(OPTIONAL)


def test_some_members_of_an_implementation_can_be_taken_alone() -> None:
    layer = Implementation(cty_encoder="a", cty_decoder="b")
    assert Implementation(CAGE).under(layer, ["CtyDecoder"]) == Implementation(CAGE, cty_decoder="b")
