"""Passes of an operator over a cluster without a server: what is written in which order, and what comes next."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mapper.languages.tfplugin.errors import PluginError
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.programs.operator import operator as operators
from mapper.programs.operator.controller import Memory
from mapper.programs.operator.kube import SecretRefused
from mapper.programs.operator.operator import Operator
from mapper.programs.operator.outcome import Conflict, Event, Gone, Interrupted, PassOutcome, Patch, Target, ready_of
from mapper.programs.operator.plugin import GroupVersionKind, Manifest
from mapper.programs.operator.provider_pool import PoolStopped
from mapper.programs.operator.references import Unavailable
from mapper.programs.operator.watch import Key
from mapper.programs.operator.work_queue import WorkQueue
from mapper.system.runner import OperatorOptions, ProviderOptions
from mapper.systems.crossplane.config import Readiness

from .cloud import CONFIG, CloudProvider
from .support import Objects, World, merged, refused

PLAIN = {"zone": "a", "label": "x"}


class Provided(CloudProvider):
    """The provider of a cloud, configured as in a pool; `settings` are what it was configured with."""

    settings: Mapping[str, Any]
    redact: Callable[[str], str]
    shows_log: bool = True

    def schema(self) -> ProviderSchema:
        return ProviderSchema()

    def take_schema(self, _other: object) -> None:
        """Nothing: it has none."""

    def conceal(self, redact: Callable[[str], str], *, with_log: bool) -> None:
        self.redact, self.shows_log = redact, with_log

    def configure(self, config: Mapping[str, Any]) -> tuple[()]:
        self.settings = config
        return ()

    def is_alive(self) -> bool:
        return True

    def close(self) -> None:
        """Nothing: it has no process."""


@dataclass
class Cluster(Objects):
    """A cluster with one object. `done` has what is asked of it, in order; `faults` are raised by what is asked."""

    resource: Manifest | None = None
    done: list[str] = field(default_factory=list)
    configs: dict[str, Manifest] = field(default_factory=dict)
    faults: dict[str, Exception] = field(default_factory=dict)
    before_write: Callable[[], object] = lambda: None

    def _do(self, what: str, shown: str = "") -> None:
        self.done.append(f"{what} {shown}".strip())
        if what in self.faults:
            raise self.faults[what]

    def find(self, *_: object) -> Manifest | None:
        if "find" in self.faults:
            raise self.faults["find"]
        return self.resource

    def configuration(self, gvk: GroupVersionKind, plural: str, namespace: str, name: str) -> Manifest | None:
        self._do("config", f"{gvk.group} {plural} {namespace}/{name}")
        return self.configs.get(name)

    def write(self, _gvk: object, resource: Manifest, patch: Patch) -> Manifest:
        self.before_write()
        self._do("record" if patch.is_record else "write", patch.target)
        self.resource = cast("Manifest", merged(resource, patch.body))
        return self.resource

    def write_secret(self, _owner: Manifest, secret: Any) -> None:
        self._do("secret", secret.name)

    def write_password(self, _owner: Manifest, place: Any, password: str) -> None:
        self._do("password", f"{place.name} {len(password)}")
        self.secrets[place.namespace, place.name] = {place.key: password.encode()}

    def tell(self, _resource: Manifest, event: Event, _now: object) -> None:
        self._do("event", event.reason)


class Running:
    """An operator that has not been started: passes are made one by one."""

    def __init__(self, folder: Path, config: str = CONFIG, *, scope: int = 0, **options: Any) -> None:
        self.world = World(folder, config, scope=scope)
        self.cluster = Cluster()
        self.provider = Provided({kind.terraform_name: kind.block for kind in self.world.program.kinds})
        choice: Any = SimpleNamespace(
            start=lambda **_: self.provider, options=ProviderOptions("zoo", folder, **options)
        )
        given = OperatorOptions(size=1, sync=60.0)
        self.operator = Operator(choice, given, self.world.program, cast("Any", self.cluster))
        metadata = self.make()["metadata"]
        self.key: Key = (self.world.gvk, metadata.get("namespace", ""), "one")

    def make(self, **spec: Any) -> Manifest:
        self.cluster.resource = self.world.make(PLAIN, **spec)
        return self.cluster.resource

    def step(self) -> list[str]:
        """What one pass does."""
        self.cluster.done.clear()
        self.operator._process(self.key)
        return self.cluster.done

    def due(self) -> float | None:
        """In how many seconds the object is due; None if it is not queued."""
        queue = self.operator.queue
        due = queue._due.pop(self.key, None)
        return None if due is None else round(due - queue._clock(), 1)

    def condition(self) -> tuple[str, str]:
        assert self.cluster.resource is not None
        conditions = {own["type"]: own for own in self.cluster.resource["status"]["conditions"]}
        return conditions["Synced"]["reason"], conditions["Synced"].get("message", "")


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Running:
    found = Running(tmp_path)
    monkeypatch.setattr(operators.random, "uniform", lambda low, high: high - (high - low) / 2)
    found.operator.queue = WorkQueue(lambda: 1000.0)
    return found


ASKED = "config zoo.m.example.org clusterproviderconfigs /default"


def test_an_object_is_made_published_and_rests(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    running.make(writeConnectionSecretToRef={"name": "out"})
    caplog.set_level(logging.INFO)
    assert running.step() == [ASKED, "write object"]  # the finalizer
    assert running.due() == 0
    assert running.operator._memory == {}
    made = [ASKED, "write status", "write object", "record status", "record object", "secret out", "write status"]
    assert running.step() == [*made, "event CreatedExternalResource"]
    assert running.due() == 57.0
    assert "Thing/one: CreatedExternalResource: The external resource is created" in caplog.messages
    assert running.condition()[0] == "ReconcileSuccess"
    assert list(running.operator._memory) == ["u1"]
    assert running.step() == [ASKED, "write object"]  # what the provider has filled in
    assert running.step() == [ASKED, "secret out"]
    assert running.operator.served.counts() == {"done": 4}
    running.operator.gone({"metadata": {"uid": "u1"}})
    running.operator.gone({"metadata": {"uid": "u2"}})
    assert running.operator._memory == {}


def test_a_secret_that_is_refused_is_a_condition_and_tried_again(running: Running) -> None:
    running.make(writeConnectionSecretToRef={"name": "out"})
    running.step()
    running.cluster.faults["secret"] = SecretRefused("the secret default/out belongs to another owner")
    done = running.step()
    assert done[-4:] == ["secret out", "write status", "event CreatedExternalResource", "event CannotWriteSecret"]
    assert running.condition() == ("CannotWriteSecret", "the secret default/out belongs to another owner")
    assert running.operator.served.counts() == {"done": 1, "failed": 1}


def test_a_password_is_written_before_the_object_is_made(tmp_path: Path) -> None:
    config = CONFIG.replace("    number_int: [size]\n", "    number_int: [size]\n    generate_password: [password]\n")
    running = Running(tmp_path, config)
    running.cluster.resource = running.world.make({**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}})
    running.step()
    assert running.step() == [ASKED, "password s 27"]
    running.step()
    (thing,) = running.provider.cloud.things.values()
    assert thing["password"].encode() == running.cluster.secrets["default", "s"]["k"]


ENDS: list[tuple[str, Exception, bool]] = [
    ("find", PoolStopped(), False),
    ("find", Conflict("one"), True),
    ("find", refused(500), True),
    ("find", Unavailable("no answer"), True),
    ("config", Unavailable("no answer"), True),
    ("write", Gone("one"), False),
    ("write", Conflict("one"), True),
]


@pytest.mark.parametrize(("what", "error", "again"), ENDS, ids=repr)
def test_a_pass_that_could_not_be_written_is_not_counted(
    running: Running, caplog: pytest.LogCaptureFixture, what: str, error: Exception, again: bool
) -> None:
    running.operator._memory["u1"] = Memory(void="then")
    running.cluster.faults[what] = error
    running.step()
    assert running.due() == (1.0 if again else None)
    assert running.operator.served.counts() == {}
    assert ("u1" in running.operator._memory) == (what != "write")
    is_told = again and not isinstance(error, Conflict)
    assert caplog.messages == ["Thing/one: the cluster responded with an error: " + str(error)] * is_told


def test_an_object_that_is_not_there_is_forgotten(running: Running) -> None:
    running.operator.queue.fail(running.key)
    running.operator.queue.fail(running.key)
    running.cluster.resource = None
    assert running.step() == []
    assert running.operator.queue.fail(running.key) == 1.0


def test_a_pass_that_is_given_up_tells_no_text_of_its_error(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    def find(*_: object) -> Manifest:
        running.operator.queue.close()
        raise KeyError("hush-hush")

    running.cluster.find = find  # type: ignore[method-assign]
    running.operator.queue.add(running.key)
    running.operator._work()
    (line,) = caplog.messages
    assert line.startswith("Thing/one: this pass was given up: KeyError in ")
    assert "hush" not in line
    assert running.operator.served.counts() == {"error": 1}
    assert running.due() == 1.0
    assert running.operator.queue._busy == set()


CONFIGURED = {"metadata": {"uid": "1"}, "spec": {}}
REFERENCES: list[tuple[int, Any, str, str]] = [
    (0, None, "clusterproviderconfigs /default", ""),
    (0, "x", "clusterproviderconfigs /default", ""),
    (0, {"name": "own"}, "clusterproviderconfigs /own", ""),
    (0, {"kind": "ProviderConfig", "name": "own"}, "providerconfigs default/own", ""),
    (0, {"kind": "ProviderConfig"}, "providerconfigs default/default", "there is no ProviderConfig 'default'"),
    (0, {"name": "none"}, "clusterproviderconfigs /none", "there is no ClusterProviderConfig 'none'; create it"),
    (0, {"kind": "Secret"}, "", "spec.providerConfigRef: 'Secret' 'default' is none; write the name of a "
     "ProviderConfig or ClusterProviderConfig"),
    (0, {"name": "../x"}, "", "spec.providerConfigRef: 'ClusterProviderConfig' '../x' is none"),
    (1, None, "providerconfigs /default", ""),
    (1, {"name": "own"}, "providerconfigs /own", ""),
    (1, {"kind": "ClusterProviderConfig"}, "", "'ClusterProviderConfig' 'default' is none; write the name of a "
     "ProviderConfig"),
]  # fmt: skip


@pytest.mark.parametrize("scope", [0, 1])
def test_a_reference_to_a_configuration_is_asked_for_or_told(tmp_path: Path, scope: int) -> None:
    running = Running(tmp_path, scope=scope)
    running.cluster.configs["own"] = CONFIGURED
    for own, reference, asked, text in REFERENCES:
        if own == scope:
            running.make(**({} if reference is None else {"providerConfigRef": reference}))
            done = running.step()
            assert [one for one in done if one.startswith("config")] == [
                f"config zoo.{'' if scope else 'm.'}example.org {asked}"
            ] * bool(asked)
            if text:
                assert running.condition()[0] == "ProviderConfig"
                assert text in running.condition()[1]
            else:
                assert "write object" in done


def test_a_provider_is_configured_by_its_object_or_as_the_operator_was_started(tmp_path: Path) -> None:
    settings, environment = {"account": "of-the-start"}, {"TOKEN": "hush-of-environment"}
    running = Running(tmp_path, settings=settings, environment=environment)
    running.step()
    assert running.condition()[1].startswith("the provider has no argument 'account'")
    running.cluster.configs["default"] = CONFIGURED
    running.step()
    assert running.provider.settings == {}
    assert not running.provider.shows_log  # it may be of another object
    assert running.provider.redact("of-the-start hush-of-environment") == "of-the-start (sensitive)"


def test_a_provider_that_cannot_be_started_is_a_condition(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(**_: object) -> None:
        raise PluginError("cannot\nbe started")

    monkeypatch.setattr(running.operator._init, "_start", start)
    running.step()
    assert running.condition() == ("ProviderFailed", "cannot be started")
    assert (running.due(), running.operator.served.counts()) == (60.0, {"failed": 1})


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_creation_is_not_sent_when_the_operator_ends(running: Running, when: str) -> None:
    running.step()
    if when == "before":
        running.operator._stopping.set()
    else:
        running.cluster.before_write = running.operator._abandoned.set
    running.due()
    done = running.step()
    assert [one for one in done if not one.startswith("config")] == ([] if when == "before" else ["write status"])
    assert running.provider.cloud.things == {}
    assert running.operator._memory["u1"].void
    assert (running.due(), running.operator.served.counts()) == (None, {"done": 1})


NOW = {"metadata": {"name": "one", "generation": 1}}
OTHERS: list[tuple[dict[str, Any], bool]] = [
    ({"generation": 2}, True),
    ({"deletionTimestamp": "now"}, True),
    ({"finalizers": ["a"]}, True),
    ({"annotations": {"a": "b"}}, True),
    ({"labels": {"a": "b"}, "resourceVersion": "9"}, False),
]


@pytest.mark.parametrize(("change", "hidden"), OTHERS)
def test_a_patch_never_hides_what_others_have_changed_since(
    running: Running, change: dict[str, Any], hidden: bool
) -> None:
    status, object_ = Patch(Target.STATUS, {"status": {}}), Patch(Target.OBJECT, {"metadata": change})
    record = Patch(Target.OBJECT, {"metadata": change}, is_record=True)
    apply = running.operator._apply_patches
    assert apply(running.key[0], NOW, (record, status))["metadata"] == {**NOW["metadata"], **change}
    if hidden:
        with pytest.raises(Conflict, match=r"^one$"):
            apply(running.key[0], NOW, (record, object_))
    else:
        apply(running.key[0], NOW, (record, object_))


NEXT: list[tuple[PassOutcome, list[float | None]]] = [
    (PassOutcome(requeue=None), [None, None]),
    (PassOutcome(requeue=30.0), [28.5, 28.5]),
    (PassOutcome(requeue=3600.0), [57.0, 57.0]),
    (PassOutcome(requeue=0), [0.0, 0.0]),
    (PassOutcome(requeue=30.0, failed=True), [1.0, 2.0]),
    (PassOutcome(requeue=30.0, failed=True, rest=60.0), [60.0, 120.0]),
]


@pytest.mark.parametrize(("outcome", "expected"), NEXT)
def test_the_next_pass_comes_after_the_time_of_an_outcome(
    running: Running, outcome: PassOutcome, expected: list[float | None]
) -> None:
    found = []
    for _ in expected:
        running.operator._requeue(running.key, outcome)
        found.append(running.due())
    assert found == expected
    if not outcome.failed:
        running.operator.queue.fail(running.key)
        running.operator._requeue(running.key, outcome)
        assert running.operator.queue.fail(running.key) == (2.0 if outcome.requeue == 0 else 1.0)


def test_an_interrupted_pass_leaves_the_object_to_the_next_operator(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reconcile(*_: object) -> PassOutcome:
        raise Interrupted

    monkeypatch.setattr(operators, "reconcile", reconcile)
    assert running.step() == [ASKED]
    assert running.due() is None


STATES: list[tuple[Any, str]] = [
    ({"isUp": True}, "True"),
    ({"isUp": False}, "False"),
    ({"isUp": "wait"}, "False"),
    ({"isUp": ""}, "Unknown"),
    ({"is_up": True}, "True"),
    ({"isUp": False, "is_up": True}, "False"),
    ({}, "Unknown"),
    (None, "Unknown"),
]


@pytest.mark.parametrize(("state", "status"), STATES, ids=str)
@pytest.mark.parametrize("is_listed", [False, True])
def test_an_object_is_ready_by_the_value_of_a_field(state: Any, status: str, is_listed: bool) -> None:
    setting = Readiness("door_state.is_up", {"true": True, "false": False, "wait": False})
    found = ready_of(setting, {"doorState": [state, {"isUp": "?"}] if is_listed else state})
    assert (found.type, found.status) == ("Ready", status)
    assert ready_of(setting, {"doorState": []}).status == "Unknown"
    assert ready_of(None, {}).status == "True"
