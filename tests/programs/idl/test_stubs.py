"""The stubs of the design note and those of 2017: what they declare, and how they are laid out."""

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.idl.go.skeleton import main_package
from mapper.programs.idl.go.stubs import comment_lines, provider_stubs
from mapper.programs.idl.lumidl.stubs import lumidl_stubs
from mapper.programs.idl.lumidl.typescript import legacy_package
from mapper.programs.idl.settings import Dialect

from ...files import write_files
from ...pulumi.tools import go, go_problems, output
from . import fixtures
from .corpus import facts, needs_corpus, program
from .fixtures import emit

PATTERNS = {
    "imports": r'^\t(?:\w+ )?"(.*)"$',
    "tokens": r'^const (\w+)Token = tokens\.Type\("(.*)"\)$',
    "structs": r"^type (\w+) struct \{\n((?:(?:\t.*)?\n)*)\}$",
    "property_constants": r"^(?:const |\t)((\w+)_\w+) += (\".*\")$",
    "method": r"^func \(p \*(\w+)Provider\) (Check|InspectChange)\(([\s\S]*?)^\}$",
    "name_operation": r"^type (\w+)ProviderOps interface \{\n((?:(?:\t.*)?\n)*)\}$",
    "typedefs": r"^type \(\n((?:\t.*\n)*)\)$",
    "constants": r"^(?:const |\t)(\w+) +(\w+) += (\".*\"|[\d.]+|true|false)$",
}


def go_facts(source: str, base: str) -> dict[str, Any]:
    found = {key: re.findall(pattern, source, re.MULTILINE) for key, pattern in PATTERNS.items()}
    properties: dict[str, list[list[str]]] = {}
    for name, type_, value in found["property_constants"]:
        properties.setdefault(type_, []).append([name, json.loads(value)])
    providers = {f"{name}Provider" for name, _ in found["tokens"]}
    asked = {
        kind: {name: _strings(body, name) for name, method, body in found["method"] if method == kind}
        for kind in ("Check", "InspectChange")
    }
    return {
        "imports": sorted(path for path in found["imports"] if path == base or path.startswith(f"{base}/")),
        "tokens": dict(found["tokens"]),
        "structs": {name: _fields(body) for name, body in found["structs"] if name not in providers},
        "property_constants": properties,
        "checks": asked["Check"],
        "replaces": asked["InspectChange"],
        "name_operation": {name: "\tName(" in body for name, body in found["name_operation"]},
        "typedefs": dict(re.findall(r"^\t(\w+) +(.*)$", "\n".join(found["typedefs"]), re.MULTILINE)),
        "constants": {name: [type_, json.loads(value)] for name, type_, value in found["constants"]},
    }


def _fields(body: str) -> list[list[str]]:
    return [list(field) for field in re.findall(r"^\t(\w+) +(.*?) +`(.*)`$", body, re.MULTILINE)]


def _strings(body: str, resource: str) -> list[str]:
    return [text for text in dict.fromkeys(re.findall(r'"((?:[^"\\]|\\.)*)"', body)) if text not in {"", resource}]


def squeezed(text: str) -> str:
    """The text with all blanks made one."""
    return " ".join(text.split())


def test_the_example_of_the_note_becomes_what_the_note_says() -> None:
    files = emit(fixtures.program("aws"), Dialect.DESIGN)
    assert sorted(files) == [
        "pack/ec2/index.ts", "pack/ec2/securityGroup.ts", "pack/ec2/vpc.ts", "pack/index.ts",
        "provider/ec2/securityGroup_stub.go", "provider/ec2/vpc_stub.go", "provider/oasmap/oasmap_provider.go",
    ]  # fmt: skip
    stub = squeezed(files["provider/ec2/securityGroup_stub.go"])
    for expected in (
        "package ec2 import",
        'const SecurityGroup tokens.Type = "aws:ec2:SecurityGroup"',
        "type SecurityGroupProviderOps interface {",
        "Check(ctx context.Context, obj *securityGroup, property string) error",
        "Create(ctx context.Context, obj *securityGroup) (resource.ID, error)",
        "type SecurityGroupProvider struct {",
        "func NewSecurityGroupProvider(ops SecurityGroupProviderOps) *SecurityGroupProvider {",
        "type securityGroup struct {",
        'Name *string `pulumi:"name,optional"`',
        'GroupDescription string `pulumi:"groupDescription"`',
        'VPC *string `pulumi:"vpc,optional"`',
        'SecurityGroupEgress *[]securityGroupRule `pulumi:"securityGroupEgress,optional"`',
        'GroupID *string `pulumi:"groupID,optional"`',
        "type securityGroupRule struct {",
        'CIDRIP *string `pulumi:"cidrIp,optional"`',
        'Replaces: []string{"name", "groupDescription", "vpc"},',
        'Required: []string{"groupDescription"},',
    ):
        assert expected in stub
    assert "Name(ctx context.Context, obj *securityGroup)" not in stub


def test_the_author_names_what_is_no_named_resource() -> None:
    stub = provider_stubs(fixtures.program("bakery"))["oven_stub.go"]
    assert "\tName(ctx context.Context, obj *oven) (string, error)\n" in stub
    assert "return p.ops.Name(ctx, obj)" in stub


TWO = """\
import "github.com/pulumi/pulumi/pkg/resource/idl"

// Pan is flat.
type Pan struct {
	idl.Resource
	Size float64
}

type Oven struct {
	idl.NamedResource
	Kind Kind
}

type Kind string

const (
	Gas  Kind = "gas"
	Wood Kind = "wood"
)
"""


@pytest.mark.parametrize(("name", "is_named"), [("Pan", False), ("Oven", True)])
def test_in_the_older_dialect_a_named_resource_has_its_name_from_its_maker(name: str, *, is_named: bool) -> None:
    program = fixtures.reading(Dialect.LUMIDL, a=TWO).program
    assert program is not None
    files = fixtures.emit(program, Dialect.LUMIDL)
    class_ = files["pack/a.ts"].partition(f"export class {name} ")[2].partition("\nexport ")[0]
    assert class_.startswith(f"extends lumi.{'NamedResource' if is_named else 'Resource'} implements {name}Args {{\n")
    assert ("constructor(name: string, args: " in class_, "super(name);" in class_) == (is_named, is_named)
    asked = files["provider/a.go"].partition(f"type {name}ProviderOps interface {{\n")[2].partition("\n}\n")[0]
    assert ("\tName(ctx" in asked) is not is_named


OPTIONAL = """\
import "github.com/pulumi/pulumi/pkg/resource/idl"

type Pan struct {
	idl.Resource
	Size *float64 `lumi:"size,optional"`
	Lid  *string  `lumi:"lid,optional"`
}
"""


def test_in_the_older_dialect_inputs_that_are_all_optional_may_be_left_out() -> None:
    program = fixtures.reading(Dialect.LUMIDL, a=OPTIONAL).program
    assert program is not None
    lines = [line.strip() for line in fixtures.emit(program, Dialect.LUMIDL)["pack/a.ts"].splitlines()]
    start = lines.index("constructor(args?: PanArgs) {")
    assert lines[start + 1 : start + 8] == [
        "super();", "if (args !== undefined) {", "this.size = args.size;", "this.lid = args.lid;", "}", "}", "}"
    ]  # fmt: skip


def test_in_the_older_dialect_a_file_imports_what_it_uses_and_declares_its_types() -> None:
    kind = 'type Kind string\n\nconst Gas Kind = "gas"\n'
    for text, is_named, imported in ((TWO, True, True), (OPTIONAL + kind, False, True), (kind, False, False)):
        program = fixtures.reading(Dialect.LUMIDL, a=text).program
        assert program is not None
        stub = fixtures.emit(program, Dialect.LUMIDL)["provider/a.go"]
        assert ('\t"errors"\n' in stub, "pkg/resource/plugin" in stub) == (is_named, imported)
        assert "type (\n\tKind string\n)\n" in stub


def test_an_object_that_is_marshalled_has_the_text_of_its_struct_and_none_of_its_resource() -> None:
    text = f"{TWO}\n// Lid covers.\ntype Lid struct {{\n\tOf float64\n}}\n\ntype Grip struct {{\n\tOf float64\n}}\n"
    program = fixtures.reading(a=text).program
    assert program is not None
    stub = provider_stubs(program)["a_stub.go"]
    assert "// lid is what a Lid is when it is marshalled.\n//\n// Lid covers.\ntype lid struct {" in stub
    assert "// grip is what a Grip is when it is marshalled.\ntype grip struct {" in stub
    assert "// pan is what a Pan is when it is marshalled.\ntype pan struct {" in stub


def test_a_text_is_text_also_where_go_reads_marks() -> None:
    text = "# Title\ntext\n\n[a]: b\n[c] d\n\nAlone\n\n\n  next\n+mark"
    lines = ["Title", "text", "", "See [a]: b", "[c] d", "", "Alone", "next", "\\+mark"]
    assert comment_lines(text) == lines


def test_structs_of_other_packages_are_used_by_an_exported_name() -> None:
    read = fixtures.reading(
        s3__tag="type Tag struct {\n\tKey string\n}\n",
        ec2__box='import "example.com/aws/idl/s3"\n\ntype Box struct {\n\tTags []s3.Tag\n}\n',
    )
    assert read.program is not None
    stubs = provider_stubs(read.program)
    assert "type Tag = tag\n" in stubs["s3/tag_stub.go"]
    assert '"example.com/aws/provider/s3"' in stubs["ec2/box_stub.go"]
    assert "Tags []s3.Tag" in stubs["ec2/box_stub.go"]


def test_a_program_imports_the_packages_with_resources_each_by_a_name_of_its_own() -> None:
    idl = 'import "github.com/pulumi/pulumi/pkg/resource/idl"\ntype {} struct {{\n\tidl.Resource\n}}\n'
    lb, plain = idl.format("Lb"), "type A struct {\n\tB string\n}\n"
    read = fixtures.reading(
        oven=idl.format("Oven"), ec2__vpc=idl.format("Vpc"), net__v2__lb=lb, old__v2__lb=lb, plain__a=plain
    )
    assert read.program is not None, read
    text = main_package(read.program)["cmd/pulumi-resource-aws/main.go"]
    assert re.findall(r'^\t(.*")$', text, re.MULTILINE) == [
        'aws "example.com/aws/provider"',
        '"example.com/aws/provider/ec2"',
        'v2_net_v2 "example.com/aws/provider/net/v2"',
        '"example.com/aws/provider/oasmap"',
        'v2_old_v2 "example.com/aws/provider/old/v2"',
    ]
    assert "\t\tv2_net_v2.Lb: v2_net_v2.NewLbProvider(v2_net_v2.NewLbOps()),\n" in text


def test_a_name_for_another_type_is_declared_as_that() -> None:
    text = '// A colour.\ntype Colour string\n\nconst Red Colour = "red"\n\ntype Box struct {\n\tColour Colour\n}\n'
    read = fixtures.reading(s3__box=text)
    assert read.program is not None
    stub = provider_stubs(read.program)["s3/box_stub.go"]
    assert "// A colour.\ntype Colour string\n" in stub


def test_a_name_for_a_type_of_another_package_imports_it() -> None:
    tags = 'type Tags []s3.Tag\n\ntype Box struct {\n\tTags *Tags `pulumi:"optional"`\n}\n'
    read = fixtures.reading(
        s3__tag="type Tag struct {\n\tKey string\n}\n", ec2__box=f'import "example.com/aws/idl/s3"\n\n{tags}'
    )
    assert read.program is not None, read
    stub = provider_stubs(read.program)["ec2/box_stub.go"]
    assert '"example.com/aws/provider/s3"' in stub
    assert "type Tags []s3.Tag\n" in stub


@pytest.mark.parametrize(
    ("tag", "type_"), [("", "string"), ("optional", "*string"), ("in", "*string"), ("out", "*string")]
)
def test_a_resource_that_may_be_absent_is_a_pointer_to_its_id(tag: str, type_: str) -> None:
    marker, member = "github.com/pulumi/pulumi/pkg/resource/idl", f'A *Net `pulumi:"{tag}"`'
    read = fixtures.reading(net=f'import "{marker}"\n\ntype Net struct {{\n\tidl.Resource\n\t{member}\n}}\n')
    assert read.program is not None, read
    structs = go_facts(provider_stubs(read.program)["net_stub.go"], "")["structs"]
    assert structs["net"] == [["A", type_, f'pulumi:"a{",optional" if tag else ""}"']]


NASTY = """import "github.com/pulumi/pulumi/pkg/resource/idl"

// Heading
//
// Text with ``quotes'' and
//   * a list
//   * of two
//
// # Another
//
//	code()
//
// [link]: https://example.com
type Type struct {
	idl.Resource
	// A line.
	//
	//     indented
	A string
	LongerName *bool `pulumi:"optional"` // behind

	// Above.
	B map[string][]float64
	Context *Context `pulumi:"optional"`
}

/* Block
   of text. */
type Context struct {
	P string
}

// Alone.
type String string

const (
	X String = "a\\tb\\"c\\\\\\x7f\\ufeff" // tail
	// Y is second.
	LongName String = `raw`
)
"""


@pytest.mark.peer
@pytest.mark.parametrize("dialect", list(Dialect))
def test_gofmt_changes_nothing_whatever_stands_in_comments_and_strings(dialect: Dialect, tmp_path: Path) -> None:
    go()
    read = fixtures.reading(dialect, resource__nasty=NASTY)
    assert read.program is not None, read.errors
    files = {path: text for path, text in emit(read.program, dialect).items() if path.endswith(".go")}
    write_files(tmp_path, files)
    assert output([shutil.which("gofmt") or "gofmt", "-l", "-d", "."], tmp_path) == ""


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("tag", ["lumi", "pulumi"])
def test_a_real_package_has_the_facts_of_the_tool(tag: str, tmp_path: Path) -> None:
    known = facts()
    written = lumidl_stubs(program(tmp_path, tag, Dialect.LUMIDL))
    expected = {file["path"]: {**file["go"], "imports": sorted(file["go"]["imports"])} for file in known["files"]}
    assert {path: go_facts(text, known["rpc_base"]) for path, text in written.items()} == expected


@pytest.mark.corpus
@pytest.mark.peer
@needs_corpus
def test_the_stubs_of_a_real_package_are_formatted_and_vetted(tmp_path: Path) -> None:
    stubs = lumidl_stubs(program(tmp_path / "idl", "lumi", Dialect.LUMIDL))
    shutil.copytree(Path(__file__).parent / "lumi", tmp_path / "lumi")
    module = tmp_path / "lumi" / "runtime"
    write_files(module / facts()["rpc_base"].removeprefix("github.com/pulumi/lumi/"), stubs)
    assert go_problems(module) == ""


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("tag", ["lumi", "pulumi"])
def test_a_real_package_has_the_bytes_of_the_tool_in_either_spelling_of_tags(tag: str, tmp_path: Path) -> None:
    written = legacy_package(program(tmp_path, tag, Dialect.LUMIDL))
    expected = {file["typescript"]["path"]: file["typescript"]["sha256"] for file in facts()["files"]}
    assert {path: hashlib.sha256(text.encode()).hexdigest() for path, text in written.items()} == expected
