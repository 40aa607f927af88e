"""The states of one object, explored completely: every fault at every step of every pass that leads to a new state.

The operator, its client of the API and its controller are the real ones. The server keeps one object with resource
versions, generations, finalizers and conflicts; the provider is that of the cloud of these tests. `explore` follows all
events breadth first, and raises Violation with the events that lead to a state that must not be.
"""

from __future__ import annotations

import json
import logging
import pickle
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import httpx2
from msgspec.structs import force_setattr

from mapper.languages.tfplugin.errors import CallFailed
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.programs.operator.controller import FAILED, FINALIZER, PENDING, SUCCEEDED, Memory
from mapper.programs.operator.kube import Kube
from mapper.programs.operator.operator import Operator
from mapper.programs.operator.outcome import Kept
from mapper.programs.operator.plugin import Manifest
from mapper.programs.operator.provider_index import Choice
from mapper.programs.operator.provider_pool import ProviderPool
from mapper.programs.provider_process.results import ProviderDiagnostic, ProviderSeverity, State
from mapper.system.runner import OperatorOptions, ProviderOptions

from .cloud import GATE, Cloud, CloudProvider, program
from .support import kinds_of, merged, refused

FOREIGN = "one"
"""The identifier of an object of somebody else, which has the name that ours would be given."""
NAME = "crossplane.io/external-name"
TIMES = (PENDING, SUCCEEDED, FAILED)
WAITS = {"CreationIncomplete", "ReplaceRequired", "ExternalNameChanged", "AlreadyExists"}
"""Reasons for which a person has to do something."""


class Killed(BaseException):
    """The operator is ended by SIGKILL."""


class Violation(AssertionError):
    """A state that must not be."""


class Fault(NamedTuple):
    """What goes wrong at a step of a pass."""

    step: int
    what: str


class Snapshot(NamedTuple):
    """A state: the object, what is outside, what the operator knows, and what this test knows.

    `unsettled`: a creation was sent, and neither its result recorded nor a person asked. `budget`: the events of users
    that may still happen.
    """

    resource: Manifest | None
    things: dict[str, dict[str, Any]]
    memory: Memory
    own: frozenset[str]
    unsettled: bool
    budget: tuple[str, ...]

    def key(self) -> str:
        """The state without times, versions and the numbers of identifiers."""
        resource = copied(self.resource)
        if resource is not None:
            metadata = resource["metadata"]
            is_known = metadata["generation"]
            del metadata["resourceVersion"]
            metadata["generation"] = 0
            annotations = metadata.get("annotations", {})
            void = self.memory.void and self.memory.void == annotations.get(PENDING)
            ranks = sorted({annotations[name] for name in TIMES if name in annotations})
            annotations |= {name: ranks.index(annotations[name]) for name in TIMES if name in annotations}
            for condition in resource.get("status", {}).get("conditions", ()):
                condition.pop("lastTransitionTime", None)
                condition.pop("message", None)
                condition["observedGeneration"] = is_known == condition.get("observedGeneration")
            resource["void"] = void
        state = None if self.memory.kept is None else self.memory.kept.state
        text = json.dumps([resource, self.things, state, sorted(self.own), self.unsettled, self.budget], default=str)
        for number, identifier in enumerate(dict.fromkeys(_identifiers(text))):
            text = text.replace(f"{identifier}#", f"id{number}")
        return text


def _identifiers(text: str) -> Iterator[str]:
    for part in text.split("t-")[1:]:
        yield f"t-{part.partition('#')[0]}"


class Ids(Cloud):
    """A cloud whose identifiers end with a mark, so that they can be told from each other in a text."""

    def free(self) -> str:
        return f"{super().free()}#"


class Server:
    """The client of a server with one object. `step` is called before each request and each call."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def get(self, class_: Any, _name: str, **_: str) -> Manifest:
        model = self.model
        with model.at("get"):
            if class_ is not model.kube._classes[model.gvk] or model.resource is None:
                raise refused(404)
            return cast("Manifest", copied(model.resource))

    def create(self, body: Any) -> Manifest:
        return {**body, "metadata": {**dict(body)["metadata"], "name": "event"}}

    def patch(self, class_: Any, name: str, body: Manifest, **_: Any) -> Manifest:
        model = self.model
        if name == "event":
            return body
        is_status = class_ is model.kube._classes[model.gvk].Status
        with model.at("write the status" if is_status else "write the object"):
            model.patch(body, is_status=is_status)
            return cast("Manifest", copied(model.resource or {"metadata": body["metadata"]}))

    def close(self) -> None:
        pass


class ModelKube(Kube):
    """The operator's client, with a server in this process."""

    model: Model

    def _connect(self) -> Any:
        return Server(self.model)


class ModelProvider(CloudProvider):
    """The provider of the cloud, which may die, refuse and do a half."""

    model: Model
    calling = ""
    is_dead = False

    def schema(self) -> ProviderSchema:
        return ProviderSchema()

    def take_schema(self, _: object) -> None:
        pass

    def configure(self, _: object) -> tuple[()]:
        return ()

    def conceal(self, *_: object, **__: object) -> None:
        pass

    def is_alive(self) -> bool:
        return not self.is_dead

    def close(self) -> None:
        pass

    def _call(self, name: str) -> None:
        if name != "apply":
            with self.model.at(name, self):
                pass

    def apply(self, name: str, prior: Any, plan: Any, config: Any) -> State:
        model, is_creation = self.model, prior is None
        if is_creation:
            if model.unsettled:
                raise Violation("a creation is sent again by itself")
            model.unsettled = True
        before = set(self.cloud.things)
        if prior is not None and config is None and prior["id"] not in model.own and self.keeps_foreign(prior["id"]):
            raise Violation(f"{prior['id']} is deleted, and is not its own")
        with model.at("create" if is_creation else "delete" if config is None else "update", self) as fault:
            if fault in ("refused", "half"):
                model.unsettled = False
            if fault == "refused":
                return State(prior, diagnostics=(ProviderDiagnostic(ProviderSeverity.ERROR, "No"),))
            state = super().apply(name, prior, plan, config)
            model.own |= set(self.cloud.things) - before
            if fault == "half":
                state = State(state.value, diagnostics=(ProviderDiagnostic(ProviderSeverity.ERROR, "Half done"),))
        return state

    def keeps_foreign(self, identifier: str) -> bool:
        """Whether there is an object of somebody else with an identifier."""
        return identifier in self.cloud.things


class At:
    """One step of a pass: the fault that was chosen for it happens before or after its effect."""

    def __init__(self, model: Model, name: str, provider: ModelProvider | None) -> None:
        self.model, self.name, self.provider = model, name, provider

    def __enter__(self) -> str:
        model = self.model
        model.steps.append((self.name, self.provider is not None))
        self.fault = model.fault.what if model.fault and model.fault.step == len(model.steps) - 1 else ""
        if model.is_down and self.provider is None:
            raise httpx2.ConnectError("the server is down")
        match self.fault:
            case "killed before":
                raise Killed
            case "down" | "down for a while":
                model.is_down = self.fault == "down"
                raise httpx2.ConnectError("the server is down")
            case "dies before":
                self._die()
            case "lease lost":
                model.operator._stopping.set()
                model.operator._abandoned.set()
                self._die()
            case "edited meanwhile":
                model.user("edit")
            case "deleted meanwhile":
                model.user("delete")
        return self.fault

    def __exit__(self, kind: object, error: object, _: object) -> None:
        if error is None:
            match self.fault:
                case "killed after":
                    raise Killed
                case "answer lost":
                    raise httpx2.ReadError("the answer is lost")
                case "dies after":
                    self._die()

    def _die(self) -> None:
        assert self.provider is not None
        self.provider.is_dead = True
        raise CallFailed(f"terraform-provider-zoo: {self.name}: was ended by SIGKILL", "UNAVAILABLE")


CALL = ("killed before", "killed after", "dies before", "dies after", "lease lost")
REQUEST = ("killed before", "killed after", "down", "down for a while", "answer lost", "edited meanwhile",
           "deleted meanwhile")  # fmt: skip


def faults(step: int, name: str, *, is_call: bool) -> Iterator[Fault]:
    """What may go wrong at a step. Who is killed before it was killed after the one that came before."""
    for what in CALL if is_call else REQUEST:
        if step == 0 or what != "killed before":
            yield Fault(step, what)
    if name in ("create", "update", "delete"):
        yield Fault(step, "refused")
    if name == "create":
        yield Fault(step, "half")


class Model:
    """One object, one operator, one server, one cloud."""

    def __init__(self, folder: Path, config: str, name: str, *, keeps_state: bool) -> None:
        self.program = program(folder, config)
        self.gvk = kinds_of(self.program, name)[0]
        self.kind = self.program.kind(self.gvk)
        self.name, self.keeps_state = name, keeps_state
        self.cloud = Ids()
        self.resource: Manifest | None = None
        self.own: frozenset[str] = frozenset()
        self.unsettled = self.is_down = False
        self.steps: list[tuple[str, bool]] = []
        self.fault: Fault | None = None
        self.version = 0
        self.budget: tuple[str, ...] = ()
        ModelKube.model = self
        self.kube = ModelKube(OperatorOptions(), self.program.kinds)
        choice = Choice(cast("Any", None), ProviderOptions("x", folder))
        self.operator = Operator(choice, OperatorOptions(), self.program, self.kube)
        force_setattr(choice, "found", None)
        self.operator._init._start = self.start

    def start(self, **_: object) -> Any:
        """A provider."""
        blocks = {kind.terraform_name: kind.block for kind in self.program.kinds}
        provider = ModelProvider(blocks, self.cloud, keeps_state=self.keeps_state)
        provider.model = self
        return provider

    def at(self, name: str, provider: ModelProvider | None = None) -> At:
        return At(self, name, provider)

    def first(self, budget: tuple[str, ...]) -> Snapshot:
        """The object as its user applies it."""
        given = {"label": "x"} if self.name == GATE else {"label": "x", "zone": "a"}
        metadata = {"name": "one" if self.name != GATE else "ours", "namespace": "default", "uid": "u1"}
        resource = {
            "apiVersion": self.gvk.api_version,
            "kind": self.gvk.kind,
            "metadata": {**metadata, "generation": 1, "resourceVersion": "0"},
            "spec": {"forProvider": given, "providerConfigRef": {"kind": "ClusterProviderConfig", "name": "default"}},
        }
        return Snapshot(resource, {FOREIGN: foreign()}, Memory(), frozenset(), False, budget)

    def load(self, state: Snapshot) -> None:
        self.resource, self.cloud.things = copied(state.resource), copied(state.things)
        self.operator._memory = {"u1": state.memory} if state.memory != Memory() else {}
        self.own, self.unsettled, self.budget = state.own, state.unsettled, state.budget
        self.is_down, self.fault, self.steps = False, None, []
        self.operator._stopping.clear()
        self.operator._abandoned.clear()
        self.operator.pool.stop(0)
        self.operator.pool = ProviderPool(1, self.operator._init.initialize)
        self.operator.queue.forget(self.key)
        self.operator.queue._due.clear()

    def save(self) -> Snapshot:
        memory = self.operator._memory.get("u1", Memory())
        own = self.own & set(self.cloud.things)
        return Snapshot(self.resource, self.cloud.things, memory, own, self.unsettled, self.budget)

    @property
    def key(self) -> Any:
        return self.gvk, "default", "one" if self.name != GATE else "ours"

    def patch(self, body: Manifest, *, is_status: bool) -> None:
        """A merge patch, as the server does it."""
        now = self.resource
        if now is None:
            raise refused(404)
        metadata = body.get("metadata", {})
        if metadata.get("uid", "u1") != now["metadata"]["uid"]:
            raise refused(409)
        if metadata.get("resourceVersion", now["metadata"]["resourceVersion"]) != now["metadata"]["resourceVersion"]:
            raise refused(409)
        keys = ("status",) if is_status else ("metadata", "spec")
        found = merged(now, {key: own for key, own in body.items() if key in keys})
        if found != now:
            self.written(found)
        if is_status:
            self.check_status()
        elif succeeded(found):
            self.unsettled = False

    def written(self, found: Manifest) -> None:
        """Keep a new version; an object that is deleted, and has no finalizer, is gone."""
        assert self.resource is not None
        before = self.resource["metadata"]
        grown = found["spec"] != self.resource["spec"]
        grown |= bool(found["metadata"].get("deletionTimestamp")) > bool(before.get("deletionTimestamp"))
        self.version += 1
        found["metadata"] |= {"generation": before["generation"] + grown, "resourceVersion": str(self.version)}
        is_gone = found["metadata"].get("deletionTimestamp") and not found["metadata"].get("finalizers")
        self.resource = None if is_gone else found
        if is_gone and (left := self.own & set(self.cloud.things)):
            raise Violation(f"the object is gone, and {left} is left outside")

    def user(self, event: str) -> None:
        """Somebody else does something."""
        if self.resource is None:
            return
        now = self.resource
        match event:
            case "edit":
                label = {"x": "y", "y": "x"}[now["spec"]["forProvider"]["label"]]
                self.written(merged(now, {"spec": {"forProvider": {"label": label}}}))
            case "replace":
                self.written(merged(now, {"spec": {"forProvider": {"zone": "b"}}}))
            case "delete" if not now["metadata"].get("deletionTimestamp"):
                self.written(merged(now, {"metadata": {"deletionTimestamp": "2030-01-01T00:00:00Z"}}))
            case "rename":
                self.written(merged(now, {"metadata": {"annotations": {NAME: FOREIGN}}}))
            case "drop the name" if now.get("status", {}).get("atProvider"):
                self.written(merged(now, {"metadata": {"annotations": {NAME: None}}}))
            case "delete outside":
                for identifier in self.own:
                    self.cloud.things.pop(identifier, None)
            case "resolve":
                (own,) = self.own & set(self.cloud.things) or {None}
                annotations = {PENDING: None, SUCCEEDED: None, **({NAME: own} if own else {})}
                self.written(merged(now, {"metadata": {"annotations": annotations}}))
                self.unsettled = False

    def run(self, fault: Fault | None) -> None:
        """One pass of the operator, with a fault."""
        self.fault = fault
        try:
            self.operator._process(self.key)
        except Killed:
            self.operator._memory = {}
        if self.operator._abandoned.is_set():
            self.operator._memory = {}  # another operator continues
        self.check()

    def check(self) -> None:
        """What must hold in every state."""
        alive = self.own & set(self.cloud.things)
        if len(alive) > 1:
            raise Violation(f"there are {sorted(alive)} for one object")
        if self.cloud.things.get(FOREIGN) != foreign():
            raise Violation("what is not its own was changed or deleted")

    def check_status(self) -> None:
        """What the status says is true, when it is written."""
        assert self.resource is not None
        synced = condition(self.resource, "Synced")
        if synced.get("status") != "True" or synced["observedGeneration"] != self.resource["metadata"]["generation"]:
            return
        alive = [self.cloud.things[one] for one in self.own & set(self.cloud.things)]
        asked = self.resource["spec"]["forProvider"]
        if not alive or any(alive[0].get(key) != own for key, own in asked.items() if key != "size"):
            raise Violation(f"{asked} is reported as applied; outside there is {alive}")


def copied(value: Any) -> Any:
    """A copy of data, in less than half the time of `deepcopy`: each pass makes several."""
    return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def foreign() -> dict[str, Any]:
    """An object of somebody else."""
    return {"id": FOREIGN, "name": FOREIGN, "zone": "a", "label": "x"}


def succeeded(resource: Manifest) -> bool:
    """Whether the end of a creation is recorded."""
    annotations = resource["metadata"].get("annotations", {})
    return annotations.get(PENDING, "") in (annotations.get(SUCCEEDED), annotations.get(FAILED))


def condition(resource: Manifest, type_: str) -> dict[str, Any]:
    """A condition of an object; empty without."""
    found = resource.get("status", {}).get("conditions", ())
    return next((own for own in found if own["type"] == type_), {})


class Found(NamedTuple):
    """The figures of an exploration. `ends` are the states in which nothing more happens by itself, by their reason."""

    states: int
    passes: int
    faults: Counter[str]
    ends: Counter[str]
    is_complete: bool


def explore(model: Model, budget: tuple[str, ...], most: int) -> Found:
    """All states, or the first `most`, without the pauses between attempts, and their log. Raises Violation."""
    logging.disable()
    try:
        with patch("time.sleep"):
            return _explored(model, budget, most)
    finally:
        logging.disable(logging.NOTSET)


def _explored(model: Model, budget: tuple[str, ...], most: int) -> Found:
    start = model.first(budget)
    paths: dict[str, tuple[str, ...]] = {start.key(): ()}
    waiting = deque([start])
    passes, seen, ends = 0, Counter[str](), Counter[str]()
    while waiting:
        state = waiting.popleft()
        path = paths[state.key()]
        for event, next_ in _successors(model, state, path):
            passes += 1
            seen[event.partition(" at ")[0]] += 1
            key = next_.key()
            if event == "pass" and key == state.key():
                ends[_at_rest(next_, path)] += 1
            if key not in paths and len(paths) < most:
                paths[key] = (*path, event)
                waiting.append(next_)
    return Found(len(paths), passes, seen, ends, len(paths) < most)


def _successors(model: Model, state: Snapshot, path: tuple[str, ...]) -> Iterator[tuple[str, Snapshot]]:
    def after(event: str, fault: Fault | None = None, user: str = "") -> tuple[str, Snapshot]:
        model.load(state)
        try:
            if user:
                model.budget = _without(model.budget, user)
                model.user(user)
            elif event == "restart":
                model.operator._memory = {}
            else:
                model.run(fault)
        except Violation as error:
            raise Violation(f"{error}, after: {', '.join((*path, event))}") from error
        return event, model.save()

    if state.resource is None:
        return
    yield after("pass")
    steps = list(model.steps)
    yield after("restart")
    for user in dict.fromkeys(state.budget):
        yield after(user, user=user)
    if condition(state.resource, "Synced").get("reason") == "CreationIncomplete":
        yield after("resolve", user="resolve")
    for number, (name, is_call) in enumerate(steps):
        for fault in faults(number, name, is_call=is_call):
            if fault.what.endswith("meanwhile"):
                needed = "edit" if fault.what.startswith("edited") else "delete"
                if needed not in state.budget:
                    continue
                yield _spent(after(f"{fault.what} at {name}", fault), needed)
            else:
                yield after(f"{fault.what} at {name}", fault)


def _spent(result: tuple[str, Snapshot], user: str) -> tuple[str, Snapshot]:
    return result[0], result[1]._replace(budget=_without(result[1].budget, user))


def _without(budget: tuple[str, ...], user: str) -> tuple[str, ...]:
    left = list(budget)
    if user in left:
        left.remove(user)
    return tuple(left)


def _at_rest(state: Snapshot, path: tuple[str, ...]) -> str:
    """The reason for which nothing more happens; nothing may be forgotten."""
    assert state.resource is not None
    synced = condition(state.resource, "Synced")
    reason = str(synced.get("reason"))
    is_current = synced.get("observedGeneration") == state.resource["metadata"]["generation"]
    if synced.get("status") == "True" and not is_current:
        raise Violation(f"a change was forgotten, after: {', '.join(path)}")
    if synced.get("status") != "True" and reason not in WAITS:
        raise Violation(f"nothing happens any more ({reason}), after: {', '.join(path)}")
    return reason


__all__ = ["FINALIZER", "Kept", "Model", "Violation", "explore"]
