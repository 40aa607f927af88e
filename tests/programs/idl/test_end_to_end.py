"""A program in TypeScript, in the real runtime of the SDK, and a stand-in engine that hands it to our provider."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.idl.typescript.package import typescript_package

from ...files import write_files
from ...processes import output
from ...pulumi.tools import node_modules, run
from . import fixtures
from .test_provider import module
from .test_typescript import OPTIONS

pytestmark = pytest.mark.peer

GOOD = """
import * as pulumi from "@pulumi/pulumi";
import { ec2 } from "./aws";
import * as bakery from "./bakery";
const group = new ec2.SecurityGroup("web", {
    groupDescription: pulumi.output("web"),
    securityGroupEgress: [{ ipProtocol: "tcp", fromPort: pulumi.output(80) }],
});
const oven = new bakery.Oven("big", {
    maker: group.groupID,
    loaves: [{ grain: bakery.Rye, weight: { amount: 2 } }],
    racks: { top: { amount: 1, unit: "kg" } },
    spares: new pulumi.asset.AssetArchive({ file: new pulumi.asset.StringAsset("x") }),
    notes: { any: [1, true] },
    clean: true,
    pin: "1234",
    owner: group,
});
export const groupID = group.groupID;
export const heat = oven.heat;
export const owner = oven.owner;
"""
EARLY = 'import { ec2 } from "./aws";\nnew ec2.SecurityGroup("web", {} as any);\n'
LATE = """
import * as pulumi from "@pulumi/pulumi";
import { ec2 } from "./aws";
new ec2.SecurityGroup("web", { groupDescription: pulumi.output("x").apply(() => undefined as any) });
"""


@dataclass(frozen=True)
class Ran:
    """What became of a program: its exit code, what it registered, its outputs, and what it logged."""

    exit: int
    resources: list[dict[str, Any]]
    outputs: dict[str, Any]
    log: str


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages and the programs, compiled."""
    peers, folder = node_modules(), tmp_path_factory.mktemp("programs")
    for name in ("aws", "bakery"):
        write_files(folder / name, typescript_package(fixtures.program(name)))
    write_files(folder, {"good.ts": GOOD, "early.ts": EARLY, "late.ts": LATE, "package.json": "{}"})
    write_files(folder, {"tsconfig.json": json.dumps({"compilerOptions": OPTIONS, "exclude": ["node_modules"]})})
    (folder / "node_modules").symlink_to(peers, target_is_directory=True)
    assert run([str(peers / ".bin" / "tsc"), "-p", "."], folder) == (0, "")
    return folder


def play(folder: Path, name: str) -> Ran:
    """Run a program. Without stack traces: Node 20 loops forever where it shows those of the SDK in colours."""
    binaries = module() / "bin"
    node = [shutil.which("node") or "node", "--preserve-symlinks", "--stack-trace-limit=0"]
    where = ["--monitor", "@", "--engine", "@", "--project", "proj", "--stack", "dev", "--pwd", "."]
    command = [*node, "node_modules/@pulumi/pulumi/cmd/run", *where, f"./{name}.js"]
    answer = json.loads(output([binaries / "engine", binaries / "provider", *command], folder))
    return Ran(answer["exit"], answer["resources"] or [], answer["outputs"] or {}, "\n".join(answer["log"] or []))


def test_what_a_program_declares_is_made_by_the_provider_and_comes_back(programs: Path) -> None:
    ran = play(programs, "good")
    assert ran.exit == 0, ran.log
    group, oven = ran.resources
    assert (group["Type"], group["Name"], group["ID"]) == ("aws:ec2:SecurityGroup", "web", "sg-0001")
    assert group["Inputs"] == {
        "groupDescription": "web", "name": "web", "securityGroupEgress": [{"fromPort": 80, "ipProtocol": "tcp"}],
    }  # fmt: skip
    assert oven["Type"] == "bakery:index:Oven"
    assert oven["Outputs"]["owner"] == "sg-0001"
    assert oven["Outputs"]["loaves"] == [{"grain": "rye", "weight": {"amount": 2}}]
    assert "pin" not in oven["Outputs"]
    assert ran.outputs == {"groupID": "sg-0001", "heat": 2, "owner": "sg-0001"}


def test_a_missing_property_is_refused_by_the_class(programs: Path) -> None:
    ran = play(programs, "early")
    assert (ran.exit, ran.resources) == (32, [])
    assert "Missing required property 'groupDescription'" in ran.log
    assert "Registering resource: t=aws" not in ran.log


def test_a_property_that_turns_out_missing_at_run_time_is_refused_by_the_provider(programs: Path) -> None:
    ran = play(programs, "late")
    assert (ran.exit, ran.resources) == (32, [])
    assert "groupDescription: required property is missing" in ran.log
