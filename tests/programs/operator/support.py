"""What tests of the runtime share: a cluster without a server, and a cloud that it is for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, cast

from mapper.programs.operator.controller import Memory, reconcile
from mapper.programs.operator.merger import merge_patch
from mapper.programs.operator.outcome import PassOutcome, Patch, Target
from mapper.programs.operator.plugin import GroupVersionKind, Manifest
from mapper.programs.operator.provider_index import Program
from mapper.programs.operator.redaction import Redacting
from mapper.programs.operator.resource_api import ResourceApi
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.values import Unknown

from .cloud import CONFIG, GATE, THING, Cloud, CloudProvider, program

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
THINGS = GroupVersionKind("zoo.zoo.m.example.org", "v1alpha1", "Thing")


@dataclass
class Objects:
    """What a reconcile may look up."""

    secrets: dict[tuple[str, str], dict[str, bytes]] = field(default_factory=dict)
    objects: list[Manifest] = field(default_factory=list)
    unknown: Unknown | None = None

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        return self.secrets.get((namespace, name))

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        return next((own for own in self._of(gvk, namespace) if own["metadata"]["name"] == name), None)

    def select(self, gvk: GroupVersionKind, namespace: str, labels: Mapping[str, str]) -> Sequence[Manifest]:
        return [own for own in self._of(gvk, namespace) if labels.items() <= own["metadata"].get("labels", {}).items()]

    def _of(self, gvk: GroupVersionKind, namespace: str) -> list[Manifest]:
        return [
            own
            for own in self.objects
            if GroupVersionKind.of(own) == gvk and own["metadata"].get("namespace", "") == namespace
        ]


def merged(target: Any, patch: Any) -> Any:
    """A merge patch (RFC 7386) applied."""
    if not isinstance(patch, dict):
        return patch
    found = dict(target) if isinstance(target, dict) else {}
    for key, own in patch.items():
        if own is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), own)
    return found


def kinds_of(program: Program, name: str) -> list[GroupVersionKind]:
    """The Kinds of a resource of Terraform."""
    return [kind.gvk for kind in program.kinds if kind.terraform_name == name]


def refused(code: int) -> Exception:
    """What the client of a server raises for a status of HTTP."""
    from lightkube import ApiError

    answer = _answer(code)
    return ApiError(answer.request, answer)


@cache
def _answer(code: int) -> Any:
    import httpx2

    request = httpx2.Request("PATCH", "https://own")
    return httpx2.Response(code, json={"code": code, "message": str(code)}, request=request)


class World:
    """One object, its provider and its cloud; passes are made one after another."""

    def __init__(self, folder: Path, config: str = CONFIG, name: str = THING, scope: int = 0) -> None:
        self.program: Program = program(folder, config)
        self.gvk = kinds_of(self.program, name)[scope]
        self.kind: ResourceKind = self.program.kind(self.gvk)
        self.cloud = Cloud()
        self.provider = CloudProvider({kind.terraform_name: kind.block for kind in self.program.kinds}, self.cloud)
        self.objects = Objects()
        self.memory = Memory()
        self.now = NOON
        self.resource: Manifest = {}
        self.outcomes: list[PassOutcome] = []

    def api(self, redact: Callable[[str], str] = str) -> ResourceApi:
        members = self.program.implementations[self.gvk]
        return ResourceApi(cast("Provider", self.provider), members, self.kind, redact)

    def make(self, given: dict[str, Any], **spec: Any) -> Manifest:
        """Create the object in the cluster."""
        metadata: Manifest = {"name": "one", "generation": 1, "uid": "u1"}
        if self.kind.is_namespaced:
            metadata["namespace"] = "default"
        self.resource = {
            "apiVersion": self.gvk.api_version,
            "kind": self.gvk.kind,
            "metadata": metadata,
            "spec": {"forProvider": given, **spec},
        }
        return self.resource

    def step(self) -> PassOutcome:
        """One pass, and what it writes."""
        self.now += timedelta(seconds=1)
        redacting = Redacting(self.objects)
        api = self.api(redacting.redactor.text)
        outcome = reconcile(self.resource, self.kind, api, redacting, self.now, self.announce, self.memory)
        self.write(outcome.patches)
        self.memory = Memory(outcome.kept, outcome.void)
        self.outcomes.append(outcome)
        return outcome

    def announce(self, _: str, patches: tuple[Patch, ...]) -> Manifest:
        """Write the announcement of a creation."""
        self.write(patches)
        return self.resource

    def write(self, patches: tuple[Patch, ...]) -> None:
        """Write patches."""
        for patch in patches:
            assert set(patch.body) <= ({"status"} if patch.target is Target.STATUS else {"metadata", "spec"})
            self.resource = merged(self.resource, patch.body)

    def settle(self, most: int = 12) -> PassOutcome:
        """Passes until one asks for no other at once."""
        for _ in range(most):
            outcome = self.step()
            if outcome.requeue != 0:
                return outcome
        raise AssertionError("it does not come to rest")

    def restart(self) -> None:
        """Forget what a process knows."""
        self.memory = Memory()

    def condition(self, type_: str) -> tuple[str, str]:
        own = self.conditions().get(type_, {})
        return own.get("status", ""), own.get("reason", "")

    def message(self) -> str:
        return str(self.conditions()["Synced"].get("message", ""))

    def conditions(self) -> dict[str, Any]:
        return {own["type"]: own for own in self.resource.get("status", {}).get("conditions", [])}

    def annotation(self, name: str) -> str | None:
        found = self.resource["metadata"].get("annotations", {}).get(f"crossplane.io/{name}")
        return None if found is None else str(found)

    def given(self, **changes: Any) -> None:
        """Edit forProvider."""
        spec = self.resource["spec"]
        self.resource = {**self.resource, "spec": merged(spec, {"forProvider": changes})}

    def annotate(self, **annotations: str | None) -> None:
        own = {f"crossplane.io/{name.replace('_', '-')}": value for name, value in annotations.items()}
        self.resource = merged(self.resource, {"metadata": {"annotations": own}})

    def delete(self) -> None:
        self.resource = merged(self.resource, {"metadata": {"deletionTimestamp": "2030-01-01T13:00:00Z"}})


__all__ = ["CONFIG", "GATE", "NOON", "THING", "THINGS", "Cloud", "Objects", "World", "merge_patch", "merged"]
