"""A cloud with things in it, and its provider without a process: what a real one answers, and what goes wrong.

Things have identifiers that the cloud makes up; gates are called what they are called. A cloud may keep its things in
a folder, so that they outlive a process.
"""

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from mapper.languages.tfplugin.errors import AttributeStep, CallFailed
from mapper.languages.tfplugin.schema import Block, ProviderSchema
from mapper.languages.tfplugin.schema_json import read_document
from mapper.programs.operator.provider_index import Program, make_program
from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.proposed_state import proposed_state
from mapper.programs.provider_process.results import Imported, Plan, ProviderDiagnostic, ProviderSeverity, State
from mapper.programs.provider_process.value_codec import encode
from mapper.programs.provider_process.values import UNKNOWN
from mapper.registry import PROGRAMS
from mapper.request import Request
from mapper.systems.crossplane.read import Inputs, read_inputs

from ...crossplane.support import ADDRESS, block, nested, schema, string, typed

THING, GATE = "zoo_thing", "zoo_gate"
FORCES_NEW = "zone"
COMPUTED = {"id", "status", "token"}
FILLED = {"size": 1}

CONFIG = """\
name: zoo
root_group: zoo.example.org
namespaced_root_group: zoo.m.example.org
resource_metadata:
  - terraform_name: zoo_thing
    external_name: {mode: identifier_from_provider}
    connection_details: [status]
    references:
      gate_id: {terraform_name: zoo_gate}
    number_int: [size]
  - terraform_name: zoo_gate
    external_name: {mode: name_as_identifier}
"""


def thing() -> dict[str, Any]:
    """The schema of a thing."""
    return block(
        {
            "id": string("computed"),
            "zone": string("required"),
            "label": string("optional"),
            "size": typed("number", "optional", "computed"),
            "gate_id": string("optional"),
            "password": string("optional", sensitive=True),
            "token": string("computed", sensitive=True),
            "status": string("computed"),
            "tags": typed(["map", "string"], "optional"),
            "colours": typed(["set", "string"], "optional"),
        },
        {"door": nested("list", block({"lock": string("required"), "width": typed("number", "optional")}))},
    )


def gate() -> dict[str, Any]:
    """The schema of a gate."""
    return block({"id": string("computed"), "name": string("required"), "label": string("optional")})


def blocks() -> dict[str, Block]:
    """Both, as a provider knows them."""
    read = read_document(schema({THING: thing(), GATE: gate()})).document.providers[ADDRESS]
    return {name: own.block or Block() for name, own in read.resources.items()}


def files() -> dict[str, str]:
    """The files that a provider of this cloud is made from."""
    return {"schema.json": json.dumps(schema({THING: thing(), GATE: gate()})), "provider.yaml": CONFIG}


def inputs(folder: Path, config: str = CONFIG) -> Inputs:
    """They, written into a folder and read."""
    for name, text in (files() | {"provider.yaml": config}).items():
        (folder / name).write_text(text)
    return read_inputs(Request(folder / "schema.json", [folder / "provider.yaml"], folder), PROGRAMS)


def program(folder: Path, config: str = CONFIG) -> Program:
    """The program that is made of them."""
    return make_program(inputs(folder, config), folder)


@dataclass
class Cloud:
    """What is there. `log` has every creation, change and deletion.

    In a folder, its lines have the account that did it, and the process that started the provider, too.
    """

    folder: Path | None = None
    account: str = ""
    things: dict[str, dict[str, Any]] = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def free(self) -> str:
        """An identifier that nothing has."""
        return f"t-{next(self.numbers) if self.folder is None else uuid4().hex}"

    def get(self, key: str) -> dict[str, Any] | None:
        if self.folder is None:
            return self.things.get(key)
        path = self.folder / f"{key}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def put(self, what: str, key: str, value: dict[str, Any]) -> None:
        self._note(what, key)
        if self.folder is None:
            self.things[key] = value
        else:
            staged = self.folder / f".{key}"
            staged.write_text(json.dumps(value, default=float))
            staged.rename(self.folder / f"{key}.json")

    def drop(self, key: str) -> None:
        self._note("delete", key)
        if self.folder is None:
            self.things.pop(key, None)
        else:
            (self.folder / f"{key}.json").unlink(missing_ok=True)

    def _note(self, what: str, key: str) -> None:
        self.log.append((what, key))
        if self.folder is not None:
            with (self.folder / "log").open("a") as file:
                file.write(f"{what} {key} {self.account or '-'} {os.getppid()}\n")


@dataclass
class CloudProvider:
    """The provider. `fault` is what goes wrong, `legacy`: it does not tell null from empty."""

    blocks: dict[str, Block]
    cloud: Cloud = field(default_factory=Cloud)
    fault: str = ""
    legacy: bool = False
    calls: list[str] = field(default_factory=list)
    is_stopped: bool = False
    keeps_state: bool = False
    """Whether Read returns the state that it was given, if the object exists."""

    def schema(self) -> ProviderSchema:
        raise NotImplementedError

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if self.fault == f"{name} fails":
            raise CallFailed(f"terraform-provider-zoo: {name}: was ended by SIGKILL", "UNAVAILABLE")

    def _sent(self, name: str, value: dict[str, Any]) -> None:
        """What is sent to a process has to be a value of the schema."""
        encode(complete(self.blocks[name], value), block_type(self.blocks[name]))

    def _told(self, name: str) -> tuple[ProviderDiagnostic, ...]:
        if self.fault != f"{name} refused":
            return ()
        return (ProviderDiagnostic(ProviderSeverity.ERROR, "No", f"{name} is not possible", (AttributeStep("label"),)),)

    def validate_resource(self, name: str, config: dict[str, Any]) -> tuple[ProviderDiagnostic, ...]:
        self._call("validate")
        self._sent(name, config)
        missing = [key for key, own in self.blocks[name].attributes.items() if own.required and config.get(key) is None]
        found = [ProviderDiagnostic(ProviderSeverity.ERROR, "Missing", "", (AttributeStep(key),)) for key in missing]
        return (*found, *self._told("validate"))

    def plan(self, name: str, prior: Any, config: Any, private: bytes = b"") -> Plan:
        self._call("plan")
        if config is None:
            return Plan(None, private=private)
        self._sent(name, config)
        whole = self.blocks[name]
        before = None if prior is None else complete(whole, prior)
        value = proposed_state(whole, before, complete(whole, config))
        if self.legacy and before is not None:  # what the old SDK does to what it takes for the same
            value |= {key: before[key] for key in value if not value[key] and not before[key]}
        for key in whole.attributes:
            if value[key] is None and key in FILLED:
                value[key] = FILLED[key]
        if value != before:
            value |= {key: UNKNOWN for key in COMPUTED & value.keys() if value[key] is None}
        named = ((AttributeStep(FORCES_NEW),), (AttributeStep("label"),) if self.fault == "label" else ())
        paths = tuple(path for path in named if path)
        really = () if before is None else tuple(p for p in paths if before.get(p[0].name) != value.get(p[0].name))
        return Plan(value, paths, really, private, legacy=self.legacy, diagnostics=self._told("plan"))

    def apply(self, name: str, prior: Any, plan: Plan, config: Any) -> State:
        self._call("apply")
        assert (plan.value is None) == (config is None)
        told = self._told("apply")
        if plan.value is None:
            if not told:
                self.cloud.drop(prior["id"])
            return State(prior if told else None, plan.private, legacy=self.legacy, diagnostics=told)
        value = dict(plan.value)
        if prior is None:
            value["id"] = value["name"] if name == GATE else self.cloud.free()
        if told and self.fault == "apply refused" and prior is None:
            return State(None, diagnostics=told)
        if name == THING:
            value |= {"status": "ACTIVE", "token": f"token of {value['id']}"}
        self.cloud.put("create" if prior is None else "update", value["id"], value)
        if self.fault == "apply unanswered":
            raise CallFailed("terraform-provider-zoo: apply: was ended by SIGKILL", "UNAVAILABLE")
        half = (ProviderDiagnostic(ProviderSeverity.ERROR, "Half done"),) if self.fault == "half" else ()
        return State(value, b"private", legacy=self.legacy, diagnostics=(*told, *half))

    def read(self, name: str, state: dict[str, Any], private: bytes = b"") -> State:
        self._call("read")
        if self.keeps_state:
            return State(state if str(state.get("id")) in self.cloud.things else None, private)
        found = self.cloud.get(str(state.get("id")))
        whole = None if found is None else complete(self.blocks[name], found)
        if whole is not None and self.legacy:
            whole = {key: [] if own is None and key == "colours" else own for key, own in whole.items()}
            whole = {key: {} if own is None and key == "tags" else own for key, own in whole.items()}
        return State(whole, private, legacy=self.legacy, diagnostics=self._told("read"))

    def import_resource(
        self, name: str, identifier: str
    ) -> tuple[tuple[Imported, ...], tuple[ProviderDiagnostic, ...]]:
        self._call("import")
        if self.fault == "no import":
            return (), (ProviderDiagnostic(ProviderSeverity.ERROR, "resource zoo_thing doesn't support import"),)
        return (Imported(name, State(complete(self.blocks[name], {"id": identifier}), b"imported")),), ()
