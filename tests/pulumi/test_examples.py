"""The examples of pages: programs that the compiler takes, in YAML and in TypeScript."""

import json
import re
from pathlib import Path

import pytest
import yaml

from mapper.model import Mapping
from mapper.pulumi.kinds import RESOURCE
from mapper.pulumi.system import PULUMI
from mapper.request import Mapped
from mapper.system import Example
from mkdocs_oasmap.cli import main

from . import fixtures
from .test_mapping import mapped
from .test_typescript import OPTIONS
from .tools import node_modules, run, write_files


def examples(mapping: Mapping, name: str) -> dict[str, str]:
    (entity,) = (one for one in mapping.entities if one.name == name)
    return {f"{example.title} {example.variant}".strip(): example.text for example in PULUMI.examples(entity, mapping)}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Mapped]:
    return {name: mapped(tmp_path_factory.mktemp(name), name) for name in ("aws", "bakery")}


def test_yaml_comes_first_and_declares_what_is_required(packages: dict[str, Mapped]) -> None:
    found = examples(packages["aws"].mapping, "ec2.SecurityGroup")
    assert list(found) == [
        "Minimal YAML", "Minimal TypeScript", "Typical YAML", "Typical TypeScript", "Full YAML", "Full TypeScript",
        "Constructor",
    ]  # fmt: skip
    assert yaml.safe_load(found["Minimal YAML"]) == {
        "resources": {
            "example": {
                "type": "aws:ec2:SecurityGroup",
                "properties": {"groupDescription": "example-group-description"},
            }
        }
    }
    full = yaml.safe_load(found["Full YAML"])["resources"]
    assert full["vpc"] == {"type": "aws:ec2:VPC", "get": {"id": "an-existing-id"}}
    assert full["example"]["properties"]["vpc"] == "${vpc}"
    assert found["Constructor"] == (
        "new ec2.SecurityGroup(name: string, args: ec2.SecurityGroupArgs, opts?: pulumi.CustomResourceOptions);\n"
    )


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
            assert PULUMI.examples(entity, mapping) == ()
            assert PULUMI.import_example(entity, mapping) is None
    command = PULUMI.import_example(mapping.entities[0], mapping)
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
            for example in PULUMI.examples(entity, run_.mapping):
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


def test_a_page_has_inputs_outputs_values_and_links_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {f"aws/idl/{path}": data.decode() for path, data in fixtures.sources("aws").items()})
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
