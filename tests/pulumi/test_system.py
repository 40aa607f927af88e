"""The system on the command line: what is written where, what is refused, and what an earlier run has left."""

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.registry import system_named
from mapper.systems.pulumi.ownership import neighbours
from mkdocs_oasmap.cli import main

from ..files import write_files
from ..go_code.tools import go_flags
from ..guide import DOCS, blocks
from ..programs.idl import fixtures
from .tools import OFFLINE, go, go_environment, run

PACK = ["ec2/index.ts", "ec2/securityGroup.ts", "ec2/vpc.ts", "index.ts", "package.json", "tsconfig.json"]
PROVIDER = ["ec2/securityGroup_stub.go", "ec2/vpc_stub.go", "oasmap/oasmap_provider.go"]


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `aws` with the IDL of the fixture, which is the current one."""
    folder = tmp_path / "aws"
    shutil.copytree(fixtures.FOLDER / "aws", folder / "idl")
    (folder / "go.mod").write_text("module example.com/aws\n")
    monkeypatch.chdir(folder)
    return folder


def generate(*arguments: str) -> int:
    return main(["generate", "--system", "pulumi", *arguments, "idl/"])


def check(*arguments: str) -> int:
    return main(["check", "--system", "pulumi", *arguments, "idl/"])


def files(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


def test_the_import_paths_are_those_of_the_nearest_go_mod() -> None:
    shutil.copytree(fixtures.FOLDER / "bakery", "bread/idl")
    Path("bread/go.mod").write_text("module example.com/bakery\n")
    assert main(["generate", "--system", "pulumi", "bread/idl", "--output", "bread"]) == 0
    assert '"example.com/bakery/provider/oasmap"' in Path("bread/provider/oven_stub.go").read_text()


@pytest.mark.parametrize("arguments", [("--dialect", "lumidl"), ()])
def test_the_dialect_is_that_of_the_command_line_or_of_the_config(arguments: tuple[str, ...]) -> None:
    for path in Path("idl").rglob("*.go"):  # the old dialect wants names in the tags
        path.write_text(path.read_text().replace('"replaces"', '"groupDescription,replaces"'))
    if not arguments:
        Path("pulumi.yml").write_text("dialect: lumidl\npackage: {name: cloud}\n")
    shutil.rmtree("idl")
    text = 'package pet\n\ntype Size string\n\nconst Small Size = "small"\n'
    write_files(Path("idl"), {"pet.go": text})
    assert generate("--output", ".", *arguments) == 0
    assert Path("pack/pet.ts").read_text().startswith("// *** WARNING")
    assert files("provider") == ["pet.go"]


@pytest.mark.parametrize(
    ("root", "is_one"),
    [
        ({"name": "shop", "resources": {}}, True),
        ({"name": "shop", "provider": {}, "types": {}}, True),
        ({"name": "shop", "resources": []}, False),
        ({"name": "shop", "resources": {}, "functions": "none"}, False),
        ({"name": "shop"}, False),
        ({"name": ["shop"], "resources": {}}, False),
        ({"resources": {}}, False),
        (["name", "resources"], False),
        (None, False),
    ],
)
def test_a_package_schema_has_a_name_and_sections(root: object, *, is_one: bool) -> None:
    assert system_named("pulumi").reading.input.describes(root) is is_one


def test_a_file_of_somebody_else_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    write_files(Path("pack"), {"ec2/vpc.ts": "export const own = 1;\n", "notes.ts": "// mine\n"})
    assert generate("--output", ".") == 1
    assert "pack/ec2/vpc.ts:1: was not generated, and is not written over" in capsys.readouterr().err
    assert files("pack") == ["ec2/vpc.ts", "notes.ts"]
    Path("pack/ec2/vpc.ts").unlink()
    assert generate("--output", ".") == 0
    assert Path("pack/notes.ts").read_text() == "// mine\n"


def test_what_makes_a_package_of_npm_is_written_once_and_is_the_users_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert check("--output-pack", "pack") == 1
    assert generate("--output-pack", "pack") == 0
    package, options = Path("pack/package.json"), Path("pack/tsconfig.json")
    assert json.loads(package.read_text())["name"] == "aws"
    package.write_text('{"name": "@example/aws"}\n')
    options.unlink()
    capsys.readouterr()
    assert check("--output-pack", "pack") == 1
    assert "pack/tsconfig.json: does not exist" in capsys.readouterr().err
    assert generate("--output", ".") == 0
    assert package.read_text() == '{"name": "@example/aws"}\n'
    assert options.is_file()
    assert check("--output", ".") == 0
    assert main(["generate", "--system", "pulumi", "--dialect", "lumidl", "--output", "old", "idl"]) in (0, 1)
    assert not Path("old/pack/package.json").exists()


def test_what_a_package_says_of_itself_is_in_its_schema_and_in_the_package_of_npm() -> None:
    about = {"version": "1.2.0", "description": "Clouds", "keywords": ["cloud", "ec2"], "license": "MIT"}
    Path("pulumi.yml").write_text(json.dumps({"package": about}))
    assert generate("--output", ".") == 0
    schema, package = (json.loads(Path(name).read_text()) for name in ("schema.json", "pack/package.json"))
    assert {key: schema[key] for key in about} == {key: package[key] for key in about} == about
    Path("pack/package.json").unlink()
    assert main(["generate", "--system", "pulumi", "--output-pack", "pack2", "schema.json"]) == 0
    made = json.loads(Path("pack2/package.json").read_text())
    assert {key: made[key] for key in about} == about


def test_stubs_are_not_written_into_the_idl(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--output-provider", "idl/provider") == 1
    assert "would become a part of the IDL in idl" in capsys.readouterr().err
    assert not Path("idl/provider/oasmap").exists()


def test_files_of_what_is_gone_are_told_by_check_and_removed_by_generate(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--output", ".") == 0
    write_files(Path("pack"), {"ec2/own.ts": "// mine\n", "node_modules/x/a.ts": _generated()})
    write_files(Path("provider"), {"other/go.mod": "module x\n", "other/a.go": _generated()})
    group = Path("idl/ec2/securityGroup.go")
    group.unlink()
    capsys.readouterr()
    assert check("--output", ".") == 1
    told = capsys.readouterr().err
    for name in ("pack/ec2/securityGroup.ts", "provider/ec2/securityGroup_stub.go"):
        assert f"{name}: is from an earlier run" in told
    assert generate("--output-pack", "pack") == 0
    assert not Path("pack/ec2/securityGroup.ts").exists()
    assert Path("provider/ec2/securityGroup_stub.go").exists()
    assert generate("--output", ".") == 0
    assert files("provider") == ["ec2/vpc_stub.go", "oasmap/oasmap_provider.go", "other/a.go", "other/go.mod"]
    assert {"ec2/own.ts", "node_modules/x/a.ts"} < set(files("pack"))
    assert check("--output", ".") == 0


def _generated() -> str:
    return "// Code generated by mkdocs-oasmap. DO NOT EDIT.\n"


def test_everything_that_is_wrong_is_told_at_once_with_its_place_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "package ec2\n\ntype A struct {\n\tB int\n\tC Missing\n}\n\nfunc f() {}\n"
    write_files(Path("idl"), {"ec2/wrong.go": text})
    assert generate("--output", ".") == 1
    told = capsys.readouterr().err
    for place, code in (("4:4", "OAS909"), ("5:4", "OAS902"), ("8:1", "OAS905")):
        assert any(f"idl/ec2/wrong.go:{place}: " in line and code in line for line in told.splitlines()), told
    assert not Path("pack").exists()


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("packag: {name: a}\n", "pulumi.yml:1:1: unknown key 'packag'; did you mean 'package'?"),
        ("go: {idl: a, provide: b}\n", "pulumi.yml:1:14: go: unknown key 'provide'; did you mean 'provider'?"),
        ("dialect: modern\n", "pulumi.yml:1:1: dialect: 'modern' is not one of design, lumidl"),
        ("package: aws\n", "pulumi.yml:1:1: package: a mapping of keys and values is expected"),
        ("package: {name: 1}\n", "pulumi.yml:1:11: package.name: a text is expected"),
        ("package: {name: 'a b'}\n", "pulumi.yml:1:11: package.name: 'a b' is not the name of a package"),
        ("go: {idl: '../x y'}\n", "pulumi.yml:1:6: go.idl: '../x y' is not an import path"),
        ("package: {keywords: cloud}\n", "pulumi.yml:1:11: package.keywords: a list is expected"),
        ("package: {keywords: [cloud, 1]}\n", "pulumi.yml:1:29: package.keywords: a text is expected"),
        ("- a\n", "pulumi.yml:1:1: a mapping of keys and values is expected"),
    ],
)
def test_a_wrong_config_is_told_with_its_place(config: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pulumi.yml").write_text(config)
    assert generate("--output", ".") == 1
    assert f"error: {said}" in capsys.readouterr().err


def test_an_option_of_another_system_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "ack", "--dialect", "lumidl", "idl"]) == 1
    assert "the system ack does not take a dialect" in capsys.readouterr().err
    assert generate("--overlay", "x.yml") == 1
    assert "the system pulumi does not take overlays" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("system", "dialect", "own"),
    [("pulumi", "upjet", "design, lumidl"), ("pulumi", "v2020", "design, lumidl"),
     ("crossplane", "design", "upjet, v2020"), ("crossplane", "lumidl", "upjet, v2020")],
)  # fmt: skip
def test_a_dialect_of_another_system_is_refused(
    system: str, dialect: str, own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--system", system, "--dialect", dialect, "idl"]) == 1
    said = capsys.readouterr().err
    assert f"error: the system {system} has no dialect {dialect!r}; choose one of {own}" in said


def test_a_folder_without_go_files_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["generate", "--system", "pulumi", "empty"]) == 1
    assert "error: empty: there are no Go files in this folder; name the folder of the IDL" in capsys.readouterr().err


def test_knowing_the_system_imports_nothing_that_parses() -> None:
    code = "import sys, mapper.systems.pulumi.system; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"mapper.programs", "yaml"} & set(loaded)


@pytest.mark.parametrize("there", ["go.mod", "markers/idl.go", "provider/bucket.go"])
def test_a_file_that_a_new_package_would_have_stays_and_nothing_is_written(
    there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Path("new") / there
    kept.parent.mkdir(parents=True)
    kept.write_text("mine")
    assert main(["init", "--system", "pulumi", "--output", "new/pulumi.yml", "new/idl"]) == 1
    assert "it exists already" in capsys.readouterr().err
    assert files("new") == [there]
    assert kept.read_text() == "mine"


def test_a_new_idl_may_be_in_a_folder_without_go(capsys: pytest.CaptureFixture[str]) -> None:
    write_files(Path("new/idl"), {"README.md": "What we manage"})
    command = ["init", "--system", "pulumi", "--output", "new/pulumi.yml", "new/idl"]
    assert main(command) == 0
    assert files("new/idl") == ["README.md", "bucket.go"]
    Path("new/pulumi.yml").unlink()
    assert main(command) == 1
    assert "new/idl: there are Go files in it already; give another folder" in capsys.readouterr().err


@pytest.mark.peer
def test_a_new_package_can_be_generated_at_once_and_is_go(capsys: pytest.CaptureFixture[str]) -> None:
    Path("new").mkdir()
    assert main(["init", "--system", "pulumi", "--output", "new/pulumi.yml", "new/idl"]) == 0
    told = capsys.readouterr().err
    assert "next: oasmap generate --config new/pulumi.yml --system pulumi new/idl" in told
    provider = ["provider/bucket.go", "provider/cmd/pulumi-resource-new/main.go", "provider/go.mod"]
    assert files("new") == [
        "go.mod", "idl/bucket.go", "markers/go.mod", "markers/idl.go", *provider, "pulumi.yml",
    ]  # fmt: skip
    assert main(["generate", "--config", "new/pulumi.yml", "--system", "pulumi", "new/idl", "--output", "new"]) == 0
    assert "new:index:Bucket" in Path("new/pack/bucket.ts").read_text()
    assert main(["init", "--system", "pulumi", "--output", "new/pulumi.yml", "new/idl"]) == 1
    assert "new/pulumi.yml: it exists already" in capsys.readouterr().err
    assert main(["init", "--system", "pulumi", "--force", "--output", "new/pulumi.yml", "new/idl"]) == 1
    assert "there are Go files in it already" in capsys.readouterr().err
    go()
    assert run(["gofmt", "-l", "."], Path("new")) == (0, "")
    assert run([go(), "vet", "./idl"], Path("new"), **OFFLINE) == (0, "")
    environment = {**go_environment(), "GOFLAGS": go_flags("-mod=mod"), "GOSUMDB": "off"}
    assert run([go(), "vet", "./..."], Path("new/provider"), **environment) == (0, "")


def test_the_provider_of_an_idl_that_is_there_is_begun_once(capsys: pytest.CaptureFixture[str]) -> None:
    write_files(Path("provider"), {"ec2/vpc.go": "package ec2 // mine\n"})
    Path("pulumi.yml").write_text("package: {name: aws} # mine\n")
    assert main(["init", "--system", "pulumi", "--update", "idl"]) == 0
    assert Path("pulumi.yml").read_text() == "package: {name: aws} # mine\n"
    begun = ["cmd/pulumi-resource-aws/main.go", "ec2/securityGroup.go", "ec2/vpc.go", "go.mod"]
    assert files("provider") == begun
    assert Path("provider/ec2/vpc.go").read_text() == "package ec2 // mine\n"
    text = Path("provider/ec2/securityGroup.go").read_text()
    assert "type securityGroupProviderOpsImpl struct{}" in text
    assert generate("--output", ".") == 0
    assert check("--output", ".") == 0
    assert Path("provider/ec2/securityGroup.go").read_text() == text
    assert main(["init", "--system", "pulumi", "--update", "idl"]) == 1
    assert (
        "every resource has an implementation already; remove the file of one to write it again"
        in capsys.readouterr().err
    )


def test_an_index_exports_the_modules_that_are_beside_those_that_are_generated() -> None:
    """Of somebody else, with exports; not tests, declarations and scripts, nor what an earlier run has left."""
    beside = {
        "helpers.ts": "export const two = 2;\n", "ec2/own.ts": "// mine\nexport default class {}\n",
        "run.ts": "console.log('export');\n", "a.test.ts": "export {};\n", "b.d.ts": "export {};\n",
        "left.ts": _generated() + "export {};\n", "more/deep.ts": "export {};\n",
    }  # fmt: skip
    write_files(Path("pack"), beside)
    assert generate("--output", ".") == 0
    assert _exports("pack/index.ts") == ['* as ec2 from "./ec2/index"', '* from "./helpers"']
    assert _exports("pack/ec2/index.ts") == ['* from "./securityGroup"', '* from "./vpc"', '* from "./own"']
    assert check("--output", ".") == 0
    assert generate("--output-pack", "pack") == 0
    assert check("--output", ".") == 0
    Path("pack/ec2/own.ts").unlink()
    assert check("--output", ".") == 1
    assert generate("--output", ".") == 0
    assert _exports("pack/ec2/index.ts") == ['* from "./securityGroup"', '* from "./vpc"']


def _exports(path: str) -> list[str]:
    lines = Path(path).read_text().splitlines()
    return [line.removeprefix("export ").removesuffix(";") for line in lines if line.startswith("export ")]


def test_a_package_has_a_name_that_go_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--system", "pulumi", "--provider", "my-cloud", "fresh/idl"]) == 2
    assert "'my-cloud' is not a name" in capsys.readouterr().err


def test_what_the_guide_shows_is_what_happens(tmp_path: Path) -> None:
    """Its IDL and its config are written, and each of its commands is run."""
    page = DOCS / "pulumi-packages.md"
    shutil.rmtree("idl")
    Path("go.mod").unlink()
    shown = list(blocks(page))
    for block in shown:
        if block.title in {"idl/bucket.go", "pulumi.yml"}:
            write_files(Path(), {block.title: block.text})
    commands = [line for block in shown for line in block.text.splitlines() if line.startswith("oasmap generate")]
    commands = [command for command in commands if "schema.json" not in command]
    assert len(commands) == 3
    for command in commands:
        assert main([*command.split()[1:], "--quiet"]) == 0
    assert files("pack") == ["bucket.ts", "index.ts", "package.json", "tsconfig.json"]
    stub = Path("provider/bucket_stub.go").read_text()
    for name in ("const Bucket tokens.Type", "type bucket struct", "type BucketProviderOps interface"):
        assert name in stub
    (program,) = [block.text for block in shown if block.language == "typescript"]
    assert 'from "store"' in program
    assert "store:index:Bucket" in Path("pack/bucket.ts").read_text()


def test_modules_beside_an_index_are_found_without_a_look_at_all_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    monkeypatch.setattr(Path, "resolve", lambda path: looked.append(path) or path)
    (tmp_path / "mine.ts").write_text("export const a = 1;\n")
    (tmp_path / "m7.ts").write_text("export const b = 1;\n")
    written = {tmp_path / f"m{number}.ts": "" for number in range(100)}
    assert neighbours(tmp_path / "index.ts", written) == ["mine"]
    assert looked == []


def test_an_idl_does_not_start_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    assert main(["init", "--system", "pulumi", "-"]) == 1
    assert "give the folder for the new IDL, such as `idl`" in capsys.readouterr().err


def test_a_folder_that_cannot_be_listed_is_one_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(Path("pack"), {"notes.ts": "export const own = 1;\n"})
    is_file = Path.is_file

    def denied(path: Path) -> bool:
        if path.name == "notes.ts":
            raise PermissionError(13, "Permission denied")
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", denied)
    assert generate("--output", ".") == 1
    assert "pack: cannot be read: Permission denied" in capsys.readouterr().err
