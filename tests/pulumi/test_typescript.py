"""TypeScript over today's SDK: what is declared, and what the compiler and the runtime make of it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from mapper.pulumi.idl import Program
from mapper.pulumi.settings import Dialect
from mapper.pulumi.typescript.package import typescript_package

from . import corpus, fixtures
from .tools import node_modules, run, write_files


@pytest.fixture(scope="module")
def peers() -> Path:
    return node_modules()


def compile_package(program: Program, folder: Path, peers: Path, **more: str) -> str:
    """What tsc says of a package under `--strict`; empty if nothing. JavaScript is written beside it."""
    write_files(folder, {**typescript_package(program), **more})
    link = folder / "node_modules"
    if not link.exists():
        link.symlink_to(peers, target_is_directory=True)
    options = {
        "strict": True, "target": "es2020", "module": "commonjs", "moduleResolution": "node", "types": ["node"],
        "skipLibCheck": True, "noUnusedLocals": True, "noImplicitReturns": True, "preserveSymlinks": True,
    }  # fmt: skip
    write_files(folder, {"tsconfig.json": json.dumps({"compilerOptions": options, "exclude": ["node_modules"]})})
    code, said = run([str(peers / ".bin" / "tsc"), "-p", "."], folder)
    return said if code else ""


@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_a_package_compiles_under_strict(name: str, peers: Path, tmp_path: Path) -> None:
    assert compile_package(fixtures.program(name), tmp_path, peers) == ""


@corpus.needs_corpus
def test_a_real_package_compiles_under_strict(peers: Path, tmp_path: Path) -> None:
    program = corpus.program(tmp_path / "idl", "lumi", Dialect.DESIGN)
    assert compile_package(program, tmp_path / "pack", peers) == ""


USE = """
import * as pulumi from "@pulumi/pulumi";
import { ec2 } from "./index";
const network = new ec2.VPC("home", { cidrBlock: "10.0.0.0/16", tenancy: ec2.DedicatedTenancy });
export const group = new ec2.SecurityGroup("web", {
    groupDescription: pulumi.output("web"),
    vpc: network,
    securityGroupIngress: [{ ipProtocol: "tcp", fromPort: pulumi.output(80) }],
});
export const id: pulumi.Output<string> = group.groupID;
export const other: ec2.SecurityGroup = ec2.SecurityGroup.get("old", "sg-1");
"""


def test_a_program_uses_the_classes_as_their_types_say(peers: Path, tmp_path: Path) -> None:
    assert compile_package(fixtures.program("aws"), tmp_path, peers, **{"use.ts": USE}) == ""


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ('new ec2.SecurityGroup("web", {});', "TS2345"),
        ('new ec2.VPC("home", { cidrBlock: "10.0.0.0/16", tenancy: "rented" });', "TS2322"),
        ('new ec2.SecurityGroup("web", { groupDescription: "web", groupID: "sg" });', "TS2353"),
        ('ec2.SecurityGroup.get("old", "sg-1").groupDescription = ec2.SecurityGroup.get("a", "b").groupID;', "TS2540"),
    ],
)
def test_a_wrong_program_does_not_compile(wrong: str, code: str, peers: Path, tmp_path: Path) -> None:
    said = compile_package(
        fixtures.program("aws"), tmp_path, peers, **{"use.ts": f'import {{ ec2 }} from ".";\n{wrong}\n'}
    )
    assert re.findall(r"use\.ts.*error (TS\d+)", said) == [code]


MOCKS = """
const pulumi = require("@pulumi/pulumi");
const seen = [];
pulumi.runtime.setMocks({
    newResource: (given) => {
        seen.push([given.type, given.name, given.inputs]);
        return { id: given.name + "-1", state: { ...given.inputs, groupID: "sg-1" } };
    },
    call: (given) => given.inputs,
}, "proj", "dev", false);
const { ec2 } = require("./index.js");
const network = new ec2.VPC("home", { cidrBlock: "10.0.0.0/16" });
const group = new ec2.SecurityGroup("web", { groupDescription: "web", vpc: network });
let refused = "";
try { new ec2.SecurityGroup("bad", {}); } catch (error) { refused = error.message; }
pulumi.all([group.groupID, group.vpc]).apply(([groupID, vpc]) => {
    const found = ec2.SecurityGroup.isInstance(group) && !ec2.SecurityGroup.isInstance(network);
    console.log(JSON.stringify({ groupID, refused, found, types: seen.map((one) => one[0]), given: seen[1][2] }));
});
"""


def test_the_classes_run_in_the_runtime_of_the_sdk(peers: Path, tmp_path: Path) -> None:
    assert compile_package(fixtures.program("aws"), tmp_path, peers) == ""
    write_files(tmp_path, {"mocks.js": MOCKS})
    code, said = run([shutil.which("node") or "node", "--preserve-symlinks", "mocks.js"], tmp_path)
    assert code == 0, said
    answer = json.loads(said.splitlines()[-1])
    assert answer["given"]["groupDescription"] == "web"
    assert {key: answer[key] for key in ("groupID", "refused", "found", "types")} == {
        "groupID": "sg-1",
        "refused": "Missing required property 'groupDescription'",
        "found": True,
        "types": ["aws:ec2:VPC", "aws:ec2:SecurityGroup"],
    }


def test_the_comments_of_the_idl_are_documentation() -> None:
    text = typescript_package(fixtures.program("aws"))["ec2/securityGroup.ts"]
    assert "/**\n * SecurityGroupRule lets one kind of traffic pass.\n */\nexport interface SecurityGroupRule {" in text


def test_a_comment_cannot_end_its_documentation() -> None:
    reading = fixtures.reading(a="// S is */ alert() /* and @internal.\ntype S struct {\n\tA string\n}\n")
    assert reading.program is not None
    text = typescript_package(reading.program)["a.ts"]
    assert "S is *\\/ alert() /* and \\@internal." in text


def test_every_folder_has_an_index_of_its_modules_and_folders() -> None:
    package = typescript_package(fixtures.program("bakery"))
    lines = [line for line in package["index.ts"].splitlines() if line.startswith("export")]
    assert lines == [
        'export * from "./oven";', 'export * from "./types";', 'export * as pantry from "./pantry/index";',
    ]  # fmt: skip


def test_what_javascript_has_already_is_exported_under_its_name() -> None:
    text = 'import "github.com/pulumi/pulumi/pkg/resource/idl"\n\ntype Object struct {\n\tidl.Resource\n}\n'
    reading = fixtures.reading(s3__object=text)
    assert reading.program is not None
    module = typescript_package(reading.program)["s3/object.ts"]
    assert "export { Object_ as Object };" in module
    assert "class Object_ extends pulumi.CustomResource" in module


def test_names_of_two_packages_do_not_meet() -> None:
    tag = "type Tag struct {\n\tKey string\n}\n"
    reading = fixtures.reading(
        s3__tag=tag,
        ec2__tag=f'import "example.com/aws/idl/s3"\n\n{tag}\ntype Both struct {{\n\tOwn Tag\n\tOther s3.Tag\n}}\n',
    )
    assert reading.program is not None
    module = typescript_package(reading.program)["ec2/tag.ts"]
    assert 'import type { Tag as s3_Tag, TagArgs as s3_TagArgs } from "../s3/tag";' in module
    assert "other: s3_Tag;" in module
