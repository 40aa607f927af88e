"""A real loop: a server of the API of Kubernetes, definitions, objects, the operator, and a cloud of our own.

An object lives through everything that happens to it; an operator is killed at random in the middle. Nothing may be
made twice, and nothing lost.
"""

import contextlib
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mapper.programs.operator.provider_index import Choice, live_inputs
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.source import Found
from mapper.system.runner import ProviderOptions
from mapper.systems.crossplane.read import Inputs

from ...crossplane.peers.server import Server, path_of, running
from .cloud import CONFIG, inputs
from .process import program

Data = dict[str, Any]
ROOT = Path(__file__).parents[3]
APPLY = "application/apply-patch+yaml"
SECONDS = 120.0
"""How long anything may take on a busy machine."""

NAME, PENDING, PAUSED = (f"crossplane.io/{name}" for name in ("external-name", "external-create-pending", "paused"))


class Wrong(Exception):
    """Something that must not be."""


class Loop:
    """A server with definitions, a cloud, and an operator that may be started and killed."""

    def __init__(
        self, server: Server, folder: Path, slow: float = 0.0, config: str = CONFIG, real: Path | None = None
    ) -> None:
        """`real` is the program of a real provider, in place of that of the cloud."""
        from mapper.programs.operator.provider_index import make_program

        self.server, self.folder = server, folder
        self.kubeconfig = folder / "server" / "kubeconfig"
        self.things = folder / "things"
        self.config = folder / "config"
        for own in (self.things, self.config):
            own.mkdir()
        (self.config / "provider.yaml").write_text(config)
        self.program = real or program(folder, self.things, slow)
        made = make_program(_inputs_of(real, self.config) if real else inputs(folder, config))
        self.kinds = {kind.gvk.kind: kind for kind in made.kinds if kind.is_namespaced}
        by_kind = {gvk: one.scheme_builder.definition() for gvk, one in made.implementations.items()}
        self.definitions = {name: by_kind[kind.gvk] for name, kind in self.kinds.items()}
        self.every = list(by_kind.values())
        if problems := server.define(self.every):
            raise Wrong(str(problems))
        self.operator: subprocess.Popen[bytes] | None = None
        self.log = folder / "operator.log"

    def start(self, *options: str) -> None:
        """Start the operator, and wait until it works."""
        before = self.log.stat().st_size if self.log.exists() else 0
        self.operator = self.candidate(*options)
        self.until("the operator works", lambda: b"are reconciled" in self.log.read_bytes()[before:])

    def candidate(self, *options: str) -> subprocess.Popen[bytes]:
        """Another operator, which may have to wait."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "mkdocs_oasmap", "operator", "--plugin-path", str(self.program),
                 "--pool-size", "2", "--sync", "1s", "--grace", "10s",
                 "--kubeconfig", str(self.kubeconfig), *options],
                cwd=self.config, stderr=log, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
            )  # fmt: skip

    def kill(self) -> None:
        """End it with kill -9."""
        if self.operator is not None:
            self.operator.kill()
            self.operator.wait()
            self.operator = None

    def stop(self) -> int:
        """Ask it to end; its exit code."""
        assert self.operator is not None
        self.operator.terminate()
        code, self.operator = self.operator.wait(SECONDS), None
        return code

    def until(self, what: str, holds: Callable[[], Any]) -> Any:
        """Wait for something. Raises Wrong where it does not come."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if found := holds():
                return found
            if self.operator is not None and self.operator.poll() is not None:
                raise Wrong(f"{what}: the operator has ended: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)
        raise Wrong(f"{what}: not within {SECONDS:g} seconds: {self.log.read_text()[-3000:]}")

    def path(self, kind: str, name: str = "") -> str:
        return path_of(self.definitions[kind], name)

    def apply(self, kind: str, name: str, spec: Data, manager: str = "user") -> None:
        """Server-side apply."""
        body = {"apiVersion": self.kinds[kind].gvk.api_version, "kind": kind, "metadata": {"name": name}, "spec": spec}
        answer = self.server.ask("PATCH", f"{self.path(kind, name)}?fieldManager={manager}&force=true", body, APPLY)
        if answer.status >= 300:
            raise Wrong(f"{kind} {name}: {answer.message}")

    def get(self, kind: str, name: str) -> Data | None:
        answer = self.server.ask("GET", self.path(kind, name))
        return answer.data if answer.status == 200 else None

    def patch(self, kind: str, name: str, body: Data) -> None:
        answer = self.server.ask("PATCH", self.path(kind, name), body, "application/merge-patch+json")
        if answer.status >= 300:
            raise Wrong(f"{kind} {name}: {answer.message}")

    def annotate(self, kind: str, name: str, **annotations: str | None) -> None:
        named = {f"crossplane.io/{key.replace('_', '-')}": own for key, own in annotations.items()}
        self.patch(kind, name, {"metadata": {"annotations": named}})

    def delete(self, kind: str, name: str) -> None:
        self.server.ask("DELETE", self.path(kind, name))

    def condition(self, kind: str, name: str, type_: str) -> tuple[str, str]:
        found = (self.get(kind, name) or {}).get("status", {}).get("conditions") or []
        own: Data = next((one for one in found if one["type"] == type_), {})
        return own.get("status", ""), own.get("reason", "")

    def ready(self, kind: str, name: str) -> bool:
        return self.condition(kind, name, "Ready")[0] == self.condition(kind, name, "Synced")[0] == "True"

    def cloud(self) -> dict[str, Data]:
        """What is outside, by its identifier."""
        found = {}
        for path in self.things.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):  # it went away in between
                found[path.stem] = json.loads(path.read_text())
        return found

    def made(self) -> Counter[str]:
        """How often something was created, changed and deleted."""
        log = self.things / "log"
        return Counter(line.split()[0] for line in log.read_text().splitlines()) if log.exists() else Counter()


def _inputs_of(path: Path, folder: Path) -> Inputs:
    """What a config makes of a real provider."""
    with Provider.start(path) as provider:
        choice = Choice(Found(path, "registry.terraform.io/x/y", ""), ProviderOptions("x", folder))
        return live_inputs(choice, provider.schema())


def life(loop: Loop) -> None:
    """Everything that happens to an object. Raises Wrong."""
    until = loop.until
    loop.apply("Gate", "north", {"forProvider": {"label": "a"}})
    loop.apply("Thing", "one", {"forProvider": {"zone": "a", "label": "x", "gateIdRef": {"name": "north"}}})
    until("a thing becomes ready", lambda: loop.ready("Thing", "one"))
    until("a gate becomes ready", lambda: loop.ready("Gate", "north"))
    (own,) = (one for one in loop.cloud().values() if one.get("zone") == "a")
    if own["gate_id"] != "north" or loop.cloud()["north"]["name"] != "north":
        raise Wrong(f"the reference is not resolved: {own}")
    until("what is filled in comes into the spec", lambda: _given(loop, "size") == 1)
    loop.apply("Thing", "one", {"forProvider": {"zone": "a", "label": "y", "gateIdRef": {"name": "north"}}})
    until("an edit arrives", lambda: loop.cloud()[own["id"]]["label"] == "y")
    drifted = {**loop.cloud()[own["id"]], "label": "changed outside"}
    (loop.things / f"{own['id']}.json").write_text(json.dumps(drifted))
    until("drift is repaired", lambda: loop.cloud()[own["id"]]["label"] == "y")
    loop.patch("Thing", "one", {"spec": {"forProvider": {"zone": "b"}}})
    until("a replacement is refused", lambda: loop.condition("Thing", "one", "Synced") == ("False", "ReplaceRequired"))
    loop.patch("Thing", "one", {"spec": {"forProvider": {"zone": "a"}}})
    until("it is in step again", lambda: loop.ready("Thing", "one"))
    loop.annotate("Thing", "one", paused="true")
    until("it is paused", lambda: loop.condition("Thing", "one", "Synced") == ("False", "ReconcilePaused"))
    changes = loop.made()
    loop.patch("Thing", "one", {"spec": {"forProvider": {"label": "z"}}})
    loop.apply("Thing", "two", {"forProvider": {"zone": "c"}, "managementPolicies": ["Observe"]})
    loop.annotate("Thing", "two", external_name=own["id"])
    until("another observes it", lambda: loop.ready("Thing", "two"))
    if loop.made() != changes or loop.cloud()[own["id"]]["label"] != "y":
        raise Wrong("what is paused, or only observed, was changed")
    loop.delete("Thing", "two")
    until("who observed it is gone", lambda: loop.get("Thing", "two") is None)
    loop.annotate("Thing", "one", paused=None)
    until("it goes on after the pause", lambda: loop.cloud()[own["id"]]["label"] == "z")
    policies = ["Observe", "Create", "Update"]
    loop.apply("Thing", "three", {"forProvider": {"zone": "d"}, "managementPolicies": policies})
    until("the third is ready", lambda: loop.ready("Thing", "three"))
    left = next(key for key, one in loop.cloud().items() if one.get("zone") == "d")
    loop.delete("Thing", "three")
    until("the orphan's object is gone", lambda: loop.get("Thing", "three") is None)
    loop.delete("Thing", "one")
    until("it is gone", lambda: loop.get("Thing", "one") is None)
    if set(loop.cloud()) != {left, "north"}:
        raise Wrong(f"outside there is {set(loop.cloud())}")
    (loop.things / f"{left}.json").unlink()
    loop.delete("Gate", "north")
    until("the gate is gone", lambda: loop.get("Gate", "north") is None and not loop.cloud())


def _given(loop: Loop, field: str) -> Any:
    return (loop.get("Thing", "one") or {})["spec"]["forProvider"].get(field)


def hostile(loop: Loop) -> None:
    """Objects that cannot be made say so, and the others are made. Raises Wrong."""
    bad: dict[str, Data] = {
        "huge": {"zone": "a", "label": "x" * 500_000, "passwordSecretRef": {"name": "none", "key": "k"}},
        "secret": {"zone": "a", "passwordSecretRef": {"name": "none", "key": "k"}},
        "many": {"zone": "a", "door": [{"lock": "x"}] * 5_000, "gateIdRef": {"name": "none"}},
    }
    for name, given in bad.items():
        loop.apply("Thing", name, {"forProvider": given})
    loop.apply("Thing", "good", {"forProvider": {"zone": "good"}})
    loop.until("the good one is ready", lambda: loop.ready("Thing", "good"))
    for name in bad:
        loop.until(f"{name} says so", lambda name=name: loop.condition("Thing", name, "Synced")[0] == "False")  # type: ignore[misc]
    for name in (*bad, "good"):
        loop.delete("Thing", name)
    for name in (*bad, "good"):
        loop.until(f"{name} is gone", lambda name=name: loop.get("Thing", name) is None)  # type: ignore[misc]
    if loop.cloud():
        raise Wrong(f"outside there is {loop.cloud()}")


def killed(loop: Loop, run: int, count: int, chance: random.Random) -> Counter[str]:
    """One run: the operator is killed while it makes objects, and again while it deletes them. Raises Wrong."""
    names = [f"r{run}-{number}" for number in range(count)]
    seen: Counter[str] = Counter()
    loop.start()
    for name in names:
        loop.apply("Thing", name, {"forProvider": {"zone": name}})
    time.sleep(chance.uniform(0, 0.7))
    loop.kill()
    loop.start()

    def settled() -> bool:
        states = [(loop.ready("Thing", name), loop.condition("Thing", name, "Synced")[1]) for name in names]
        return all(is_ready or reason == "CreationIncomplete" for is_ready, reason in states)

    loop.until("all are ready, or say that nobody knows", settled)
    for name in names:
        own = [key for key, one in loop.cloud().items() if one["zone"] == name]
        if len(own) > 1:
            raise Wrong(f"{name} was made {len(own)} times")
        if loop.condition("Thing", name, "Synced")[1] == "CreationIncomplete":  # what a person does
            seen["asked a person, made" if own else "asked a person, not made"] += 1
            loop.annotate("Thing", name, external_create_pending=None, **({"external_name": own[0]} if own else {}))
        elif not own:
            raise Wrong(f"{name} says that it is ready, and is lost")
    loop.until("all are ready", lambda: all(loop.ready("Thing", name) for name in names))
    there = Counter(one["zone"] for one in loop.cloud().values())
    if there != Counter(names):
        raise Wrong(f"outside there is {there}")
    for name in names:
        loop.delete("Thing", name)
    time.sleep(chance.uniform(0, 0.3))
    loop.kill()
    loop.start()
    loop.until("all are gone", lambda: not any(loop.get("Thing", name) for name in names))
    if loop.cloud():
        raise Wrong(f"left outside: {loop.cloud()}")
    loop.kill()
    seen["runs"] += 1
    return seen


@contextlib.contextmanager
def looping(folder: Path, slow: float = 0.0) -> Iterator[Loop]:
    """A server and a loop around it. Raises Missing."""
    with running(folder / "server") as server:
        loop = Loop(server, folder, slow)
        try:
            yield loop
        finally:
            loop.kill()
