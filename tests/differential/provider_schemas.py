"""`terraform providers schema -json`, for the schema of a provider that runs."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from mapper.languages.tfplugin.errors import TfPluginError
from mapper.languages.tfplugin.schema_text import plain
from mapper.programs.provider_process.provider import Provider

from ..programs.provider_process.fake import script
from ..tfplugin.peers import run_terraform
from .peer import MARKS, Case, Finding, Unavailable
from .served import SECTIONS
from .vocabulary import RARE_TEXTS, TEXTS

NAME = "zoo"
ADDRESS = f"example.org/tests/{NAME}"
SILENT = ("action_schemas", "list_resource_schemas", "resource_identity_schemas")
"""What later versions of Terraform ask for."""

MODES = ("single", "list", "set", "map")


class ProviderSchemas:
    """What a provider says is read as Terraform reads it."""

    def fetch(self) -> None:
        """Look for Terraform."""
        if shutil.which("terraform") is None:
            raise Unavailable("terraform is not on the path")

    def case(self, random: Random) -> Case:
        drawn = _Schemas(random)
        schema: dict[str, Any] = {"provider": {"block": drawn.block(1)}}
        for section in SECTIONS:
            names = [f"{NAME}_{name}" for name in random.sample("abcdefgh", random.randrange(1, 7))]
            schema[section] = {name: {"version": random.randrange(3), "block": drawn.block(2)} for name in names}
        return {"schema": schema, MARKS: []}

    def files(self, case: Case) -> Mapping[str, bytes]:
        return {"served.json": json.dumps(case["schema"], indent=1, ensure_ascii=False).encode()}

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        work = folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        (work / "served.json").write_bytes(self.files(case)["served.json"])
        program = script(work / "provider", "tests.differential.served", SERVED=str(work / "served.json"))
        theirs = terraform_says(program, work)
        try:
            with Provider.start(program) as provider:
                ours = {key: value for key, value in plain(provider.schema()).items() if key not in SILENT}
        except TfPluginError as error:
            ours = {"refused": str(error)}
        if "refused" in theirs:
            return []  # Terraform has rules for schemas, which a reader of them need not know
        return list(_differences(theirs, json.loads(json.dumps(ours)), ""))


def terraform_says(program: Path, folder: Path) -> dict[str, Any]:
    """The schema of a provider's program; its only member is `refused` where Terraform refuses it.

    Terraform attaches to a provider that is being debugged: one that it starts has to speak TLS.
    """
    needed = f'{NAME} = {{ source = "{ADDRESS}" }}'
    (folder / "main.tf").write_text(f"terraform {{\n  required_providers {{\n    {needed}\n  }}\n}}\n")
    with subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as served:
        assert served.stdout is not None
        network, address = served.stdout.readline().split("|")[2:4]
        place = {"Network": network, "String": address}
        debugged = {"Protocol": "grpc", "ProtocolVersion": 6, "Pid": served.pid, "Test": True, "Addr": place}
        attached = {"TF_REATTACH_PROVIDERS": json.dumps({ADDRESS: debugged})}
        try:
            run_terraform(folder, "init", "-no-color", **attached)
            said = json.loads(run_terraform(folder, "providers", "schema", "-json", **attached))
        except AssertionError as error:
            return {"refused": str(error)}
        finally:
            served.kill()
    schema: dict[str, Any] = said["provider_schemas"][ADDRESS]
    return schema


def _differences(theirs: Any, ours: Any, path: str) -> list[Finding]:
    """The innermost differences."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        found = [
            finding
            for key in theirs.keys() & ours.keys()
            for finding in _differences(theirs[key], ours[key], f"{path}/{key}")
        ]
        only = [("only Terraform has", theirs.keys() - ours.keys()), ("only ours has", ours.keys() - theirs.keys())]
        return [
            *found,
            *(
                Finding(f"{what} {key}", path, str((theirs if "Terraform" in what else ours)[key]))
                for what, keys in only
                for key in sorted(keys)
            ),
        ]
    if theirs == ours and type(theirs) is type(ours):
        return []
    return [Finding(f"another {path.rpartition('/')[2]}", path, f"{theirs!r} | {ours!r}")]


class _Schemas:
    """Random parts of schemas that Terraform takes, mostly."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def names(self, most: int) -> list[str]:
        return self.random.sample(
            ["id", "name", "a_b", "tags", "x1", "size", "kind", "long_name"], self.random.randrange(most)
        )

    def texts(self) -> dict[str, Any]:
        texts: dict[str, Any] = {"description_kind": self.random.choice(["plain", "markdown"])}
        if self.chance(0.6):
            texts["description"] = self.random.choice([*TEXTS, *RARE_TEXTS])
        if self.chance(0.1):
            texts["deprecated"] = True
        return texts

    def block(self, depth: int) -> dict[str, Any]:
        block = {**self.texts(), "attributes": {name: self.attribute(2) for name in self.names(6)}}
        if depth and self.chance(0.6):
            block["block_types"] = {f"b_{name}": self.nested(depth - 1) for name in self.names(3)}
        return block

    def nested(self, depth: int) -> dict[str, Any]:
        mode = self.random.choice([*MODES, "group"])
        found = {"nesting_mode": mode, "block": self.block(depth)}
        if mode in ("list", "set"):
            least = self.random.randrange(3)
            found |= {"min_items": least, "max_items": self.random.choice([0, least + 1])}
        elif mode == "single" and self.chance(0.3):
            found |= {"min_items": 1, "max_items": 1}
        return found

    def attribute(self, depth: int) -> dict[str, Any]:
        flags = self.random.choice([["required"], ["optional"], ["computed"], ["optional", "computed"]])
        flags += ["sensitive"] * self.chance(0.2) + ["deprecated"] * self.chance(0.1)
        flags += ["write_only"] * (self.chance(0.01) and "computed" not in flags)
        attribute = {**self.texts(), **dict.fromkeys(flags, True)}
        if depth and self.chance(0.3):
            inner = {name: self.attribute(depth - 1) for name in self.names(4)}
            return {**attribute, "nested_type": {"nesting_mode": self.random.choice(MODES), "attributes": inner}}
        return {**attribute, "type": "dynamic" if depth == 2 and self.chance(0.02) else self.type(2)}

    def type(self, depth: int) -> Any:
        if not depth or self.chance(0.6):
            return self.random.choice(["string", "number", "bool"])
        match self.random.choice(["list", "set", "map", "object", "tuple"]):
            case "object":
                return ["object", {name: self.type(depth - 1) for name in sorted(self.names(4))}]
            case "tuple":
                return ["tuple", [self.type(depth - 1) for _ in range(self.random.randrange(3))]]
            case kind:
                return [kind, self.type(depth - 1)]
