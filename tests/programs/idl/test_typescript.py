"""TypeScript over today's SDK, and the examples of pages: what the compiler and the runtime make of them."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from mapper.model import Mapping
from mapper.programs.idl.settings import Dialect
from mapper.programs.idl.typescript.package import tsdoc, typescript_package
from mapper.programs.sdk.manifest import manifest
from mapper.registry import system_named
from mapper.request import Mapped, Request
from mapper.system.showing import Example
from mapper.systems.pulumi.kinds import RESOURCE
from mkdocs_oasmap.cli import main

from ...files import write_files
from ...pulumi.tools import node_modules, run
from . import corpus, fixtures
from .test_mapping import mapped

PULUMI = system_named("pulumi")

OPTIONS = {
    "strict": True, "target": "es2020", "module": "commonjs", "moduleResolution": "node", "types": ["node"],
    "skipLibCheck": True, "noUnusedLocals": True, "noImplicitReturns": True, "preserveSymlinks": True,
}  # fmt: skip
USE = """
import * as pulumi from "@pulumi/pulumi";
import { ec2 } from "./aws";
const network = new ec2.VPC("home", { cidrBlock: "10.0.0.0/16", tenancy: ec2.DedicatedTenancy });
export const group = new ec2.SecurityGroup("web", {
    groupDescription: pulumi.output("web"),
    vpc: network,
    securityGroupIngress: [{ ipProtocol: "tcp", fromPort: pulumi.output(80) }],
});
export const id: pulumi.Output<string> = group.groupID;
export const other: ec2.SecurityGroup = ec2.SecurityGroup.get("old", "sg-1");
"""
WRONG = {
    "missing": ('new ec2.SecurityGroup("web", {});', "TS2345"),
    "enum": ('new ec2.VPC("home", { cidrBlock: "10.0.0.0/16", tenancy: "rented" });', "TS2322"),
    "output": ('new ec2.SecurityGroup("web", { groupDescription: "web", groupID: "sg" });', "TS2353"),
    "readonly": ('const g = ec2.SecurityGroup.get("a", "b"); g.groupID = g.groupID;', "TS2540"),
    "capability": ('new ec2.SecurityGroup("web", { groupDescription: "web", vpc: "vpc-1" });', "TS2322"),
}
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
const { ec2 } = require("./aws/index.js");
const network = new ec2.VPC("home", { cidrBlock: "10.0.0.0/16" });
const group = new ec2.SecurityGroup("web", { groupDescription: "web", vpc: network });
let refused = "";
try { new ec2.SecurityGroup("bad", {}); } catch (error) { refused = error.message; }
pulumi.all([group.groupID, group.vpc]).apply(([groupID, vpc]) => {
    const found = ec2.SecurityGroup.isInstance(group) && !ec2.SecurityGroup.isInstance(network);
    console.log(JSON.stringify({ groupID, refused, found, types: seen.map((one) => one[0]), given: seen[1][2] }));
});
"""


@dataclass(frozen=True)
class Compiled:
    """A folder of packages with their JavaScript, and the errors of the compiler by file."""

    folder: Path
    errors: dict[str, list[str]]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Everything in one run of the compiler, which takes long to start."""
    peers, folder = node_modules(), tmp_path_factory.mktemp("typescript")
    programs = {name: fixtures.program(name) for name in ("aws", "bakery", "odd")}
    if (corpus.FOLDER / "idl.json").is_file():
        programs["real"] = corpus.program(folder / "idl", "lumi", Dialect.DESIGN)
    for name, program in programs.items():
        write_files(folder / name, typescript_package(program))
    write_files(folder, {"use.ts": USE, "mocks.js": MOCKS})
    for name, (line, _) in WRONG.items():
        write_files(folder, {f"wrong_{name}.ts": f'import {{ ec2 }} from "./aws";\n{line}\n'})
    (folder / "node_modules").symlink_to(peers, target_is_directory=True)
    write_files(folder, {"tsconfig.json": json.dumps({"compilerOptions": OPTIONS, "exclude": ["node_modules"]})})
    _, said = run([str(peers / ".bin" / "tsc"), "-p", "."], folder)
    errors: dict[str, list[str]] = {}
    for path, code in re.findall(r"^(\S+?)\(.*error (TS\d+)", said, re.MULTILINE):
        errors.setdefault(path, []).append(code)
    return Compiled(folder, errors)


@pytest.mark.peer
def test_packages_compile_under_strict_and_wrong_programs_do_not(compiled: Compiled) -> None:
    assert compiled.errors == {f"wrong_{name}.ts": [code] for name, (_, code) in WRONG.items()}
    assert (compiled.folder / "use.js").is_file()


@pytest.mark.peer
def test_the_classes_run_in_the_runtime_of_the_sdk(compiled: Compiled) -> None:
    code, said = run([shutil.which("node") or "node", "--preserve-symlinks", "mocks.js"], compiled.folder)
    assert code == 0, said
    answer = json.loads(said.splitlines()[-1])
    assert answer["given"]["groupDescription"] == "web"
    assert {key: answer[key] for key in ("groupID", "refused", "found", "types")} == {
        "groupID": "sg-1",
        "refused": "Missing required property 'groupDescription'",
        "found": True,
        "types": ["aws:ec2:VPC", "aws:ec2:SecurityGroup"],
    }


def test_a_secret_is_marked_in_the_class_in_the_schema_and_on_pages(tmp_path: Path) -> None:
    text = """\
package zoo

import "github.com/pulumi/pulumi/pkg/resource/idl"

type Gate struct {
	idl.Resource
	Pin string `pulumi:"secret"`
	Key *string `pulumi:"out,secret"`
}
"""
    write_files(tmp_path, {"idl/gate.go": text, "idl/go.mod": "module example.com/zoo/idl\n"})
    run_ = system_named("pulumi").run(Request(tmp_path / "idl", (), tmp_path))
    files = {name: "".join(pieces) for name, pieces in system_named("pulumi").artifacts(run_).items()}
    properties = json.loads(files["schema.json"])["resources"]["zoo:index:Gate"]["properties"]
    assert {name: own.get("secret") for name, own in properties.items()} == {"pin": True, "key": True}
    code = files["pack/gate.ts"]
    assert 'inputs["pin"] = args?.pin === undefined ? undefined : pulumi.secret(args?.pin);' in code
    assert 'opts = pulumi.mergeOptions(opts, { additionalSecretOutputs: ["pin", "key"] });' in code
    (entity,) = (one for one in run_.mapping.entities if one.name == "Gate")
    assert {one.name for one in entity.body.attributes if one.sensitive} == {"pin", "key"}


def test_the_comments_of_the_idl_are_documentation() -> None:
    text = typescript_package(fixtures.program("aws"))["ec2/securityGroup.ts"]
    assert "/**\n * SecurityGroupRule lets one kind of traffic pass.\n */\nexport interface SecurityGroupRule {" in text


def test_a_comment_cannot_end_its_documentation() -> None:
    reading = fixtures.reading(a="// S is */ alert() /* and @internal.\ntype S struct {\n\tA string\n}\n")
    assert reading.program is not None
    text = typescript_package(reading.program)["a.ts"]
    assert "S is *\\/ alert() /* and \\@internal." in text


@pytest.mark.parametrize(
    ("name", "given", "returned"),
    [
        ("loaves", "pulumi.Input<pulumi.Input<LoafArgs>[]>", "Loaf[]"),
        ("labels", "pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined>", "Label | undefined"),
        ("flours", "pulumi.Input<pulumi.Input<Flour>[] | undefined>", "pulumi.ID[] | undefined"),
        ("owner", "pulumi.Input<pulumi.CustomResource>", "pulumi.ID"),
        ("byDay", "pulumi.Input<{ [key in Day]?: pulumi.Input<WeightArgs> } | undefined>",
         "{ [key in Day]?: Weight } | undefined"),
    ],
)  # fmt: skip
def test_given_parts_may_be_outputs_of_others_and_returned_resources_are_their_ids(
    name: str, given: str, returned: str
) -> None:
    module = typescript_package(fixtures.program("bakery"))["oven.ts"]
    assert re.findall(rf"^    (?:declare public readonly )?{name}\??: (.*);$", module, re.MULTILINE) == [
        f"pulumi.Output<{returned}>", given,
    ]  # fmt: skip


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


def test_names_of_two_imported_packages_do_not_meet_either() -> None:
    tag = "type Tag struct {\n\tKey string\n}\n"
    imports = 'import (\n\t"example.com/aws/idl/iam"\n\t"example.com/aws/idl/s3"\n)\n'
    both = f"{imports}\ntype Both struct {{\n\tOne iam.Tag\n\tOther s3.Tag\n}}\n"
    reading = fixtures.reading(s3__tag=tag, iam__tag=tag, ec2__both=both)
    assert reading.program is not None
    module = typescript_package(reading.program)["ec2/both.ts"]
    assert 'import type { Tag, TagArgs } from "../iam/tag";' in module
    assert 'import type { Tag as s3_Tag, TagArgs as s3_TagArgs } from "../s3/tag";' in module
    assert "one: Tag;" in module
    assert "other: s3_Tag;" in module


@pytest.mark.peer
def test_the_package_compiles_with_its_own_options(tmp_path: Path) -> None:
    peers = node_modules()
    program = fixtures.program("bakery")
    write_files(tmp_path, typescript_package(program) | manifest(program.name, {}))
    (tmp_path / "node_modules").symlink_to(peers, target_is_directory=True)
    assert run([str(peers / ".bin" / "tsc"), "--preserveSymlinks"], tmp_path) == (0, "")
    package = json.loads((tmp_path / "package.json").read_text())
    assert all((tmp_path / package[key]).is_file() for key in ("main", "types"))


def test_what_go_marks_as_deprecated_is_so_for_editors_and_nothing_else_is_a_tag() -> None:
    text = "Old is old */ @x.\n\nDeprecated: take\nNew.\n\nIt is kept. Deprecated: no."
    lines = ["/**", " * Old is old *\\/ \\@x.", " *", " * It is kept. Deprecated: no.", " *", " * @deprecated take",
             " * New.", " */", ""]  # fmt: skip
    assert tsdoc(text).split("\n") == lines


def examples(mapping: Mapping, name: str) -> dict[str, str]:
    (entity,) = (one for one in mapping.entities if one.name == name)
    return {
        f"{example.title} {example.variant}".strip(): example.text
        for example in PULUMI.showing.examples(entity, mapping)
    }


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Mapped]:
    return {name: mapped(tmp_path_factory.mktemp(name), name) for name in ("aws", "bakery")}


def test_assets_archives_and_values_of_enums_are_written_as_yaml_has_them(packages: dict[str, Mapped]) -> None:
    found = yaml.safe_load(examples(packages["bakery"].mapping, "Oven")["Full YAML"])
    given = found["resources"]["example"]["properties"]
    assert given["manual"] == {"fn::stringAsset": "text"}
    assert given["spares"] == {"fn::fileArchive": "./files"}
    assert given["loaves"][0]["grain"] == "wheat"
    assert list(given["byDay"]) == ["mon"]
    assert given["flours"] == ["${flours}"]
    assert not {"heat", "log", "id"} & set(given)


def test_types_and_enums_have_no_examples_and_resources_can_be_imported(packages: dict[str, Mapped]) -> None:
    mapping = packages["aws"].mapping
    for entity in mapping.entities:
        if entity.kind is not RESOURCE:
            assert PULUMI.showing.examples(entity, mapping) == ()
            assert PULUMI.showing.import_example(entity, mapping) is None
    command = PULUMI.showing.import_example(mapping.entities[0], mapping)
    assert command == Example("Import", "pulumi import aws:ec2:SecurityGroup example an-existing-id\n", "bash")


@pytest.mark.peer
def test_programs_in_typescript_compile_under_strict(packages: dict[str, Mapped], tmp_path: Path) -> None:
    peers = node_modules()
    count = 0
    for name, run_ in packages.items():
        for path, text in PULUMI.artifacts(run_).items():
            if path.startswith("pack/"):
                write_files(tmp_path, {f"packages/{name}/{path.removeprefix('pack/')}": "".join(text)})
        for entity in run_.mapping.entities:
            for example in PULUMI.showing.examples(entity, run_.mapping):
                if example.variant == "TypeScript":
                    count += 1
                    write_files(tmp_path, {f"use/{name}{count}.ts": example.text})
    (tmp_path / "node_modules").symlink_to(peers, target_is_directory=True)
    options = {**OPTIONS, "baseUrl": ".", "paths": {name: [f"packages/{name}"] for name in packages}, "noEmit": True,
               "noUnusedLocals": False}  # fmt: skip
    write_files(tmp_path, {"tsconfig.json": json.dumps({"compilerOptions": options, "exclude": ["node_modules"]})})
    assert count == 10
    assert run([str(peers / ".bin" / "tsc"), "-p", "."], tmp_path) == (0, "")


def test_a_text_in_yaml_refers_to_nothing_by_accident(tmp_path: Path) -> None:
    text = """package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

type Shop struct {
	idl.Resource
	Sign Sign
}

type Sign string

const Odd Sign = "${open}"
"""
    mapping = mapped(tmp_path, shop=text).mapping
    given = yaml.safe_load(examples(mapping, "Shop")["Minimal YAML"])["resources"]["example"]["properties"]
    assert given == {"sign": "$${open}"}


def test_a_page_has_inputs_outputs_values_and_links_both_ways(here: Path) -> None:
    write_files(here, {f"aws/idl/{path}": data.decode() for path, data in fixtures.sources("aws").items()})
    assert main(["pages", "--system", "pulumi", "aws/idl", "docs"]) == 0
    group, vpc, enum = (
        Path("docs", path).read_text()
        for path in ("resources/ec2-SecurityGroup.md", "resources/ec2-VPC.md", "enums/ec2-InstanceTenancy.md")
    )
    headings = re.findall(r"^### (.*)$", group, re.MULTILINE)
    assert [heading for heading in headings if "puts" in heading and "YAML" not in heading] == [
        "Required inputs", "Optional inputs", "Outputs",
    ]  # fmt: skip
    assert "`groupDescription` (String, Forces replacement)" in group
    assert "[aws.ec2.VPC (Resource)](ec2-VPC.md)" in group
    assert "[aws.ec2.SecurityGroup (Resource)](ec2-SecurityGroup.md)" in vpc
    assert "[aws.ec2.InstanceTenancy (Enum)](../enums/ec2-InstanceTenancy.md)" in vpc
    assert '- `DedicatedTenancy` (String, "dedicated")' in enum
    assert "### Values" in enum
    assert "[aws.ec2.VPC (Resource)](../resources/ec2-VPC.md)" in enum
