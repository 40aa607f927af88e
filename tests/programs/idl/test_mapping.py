"""An IDL as a Mapping: the same inputs and outputs as what is written, each with the place that it comes from."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Attribute, Entity, Mapping, Nested, Status, nested_body
from mapper.model.limits import OneOf, find
from mapper.programs.idl.config import read_config
from mapper.programs.idl.doc_comments import read_doc
from mapper.programs.idl.settings import MARKERS, Dialect, Settings
from mapper.registry import system_named
from mapper.request import Mapped, Request

from ...files import write_files
from . import corpus, fixtures

PULUMI = system_named("pulumi")


def mapped(folder: Path, name: str = "", **files: str) -> Mapped:
    """Map a fixture, or files from their texts; `ec2__vpc` is the file ec2/vpc.go."""
    if name:
        write_files(folder / "idl", {path: data.decode() for path, data in fixtures.sources(name).items()})
    else:
        write_files(folder / "idl", {f"{key.replace('__', '/')}.go": text for key, text in files.items()})
    config = folder / "pulumi.yml"
    base = f"example.com/{name or 'shop'}"
    config.write_text(f"package: {{name: {name or 'shop'}}}\ngo: {{idl: {base}/idl, provider: {base}/provider}}\n")
    return PULUMI.run(Request(folder / "idl", (config,), folder))


def entity(mapping: Mapping, name: str) -> Entity:
    (found,) = (one for one in mapping.entities if one.name == name)
    return found


def attribute(mapping: Mapping, name: str, path: str) -> Attribute:
    body = entity(mapping, name).body
    *outer, last = path.split(".")
    for part in outer:
        inner = nested_body(next(one for one in body.attributes if one.name == part).type)
        assert inner is not None
        body = inner
    return next(one for one in body.attributes if one.name == last)


def place(one: Attribute | Entity) -> str:
    location = one.location if isinstance(one, Entity) else one.origins[0].location
    assert location is not None
    line, column = location.document.position(location.pointer) or (0, 0)
    return f"{location.document.uri}:{line}:{column}"


@pytest.fixture(scope="module")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Mapping:
    return mapped(tmp_path_factory.mktemp("aws"), "aws").mapping


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Mapping:
    return mapped(tmp_path_factory.mktemp("bakery"), "bakery").mapping


def test_what_is_declared_has_a_page_each_by_the_names_that_programs_write(aws: Mapping, bakery: Mapping) -> None:
    assert [f"{one.kind} {one.name}" for one in aws.entities] == [
        "resource ec2.SecurityGroup", "resource ec2.VPC", "type ec2.SecurityGroupRule", "enum ec2.InstanceTenancy",
    ]  # fmt: skip
    assert [f"{one.kind} {one.name}" for one in bakery.entities] == [
        "resource Oven", "resource pantry.Flour", "type Appliance", "type Loaf", "type Weight", "enum Grain",
        "enum pantry.Day", "module bakery",
    ]  # fmt: skip


def test_types_are_in_the_words_of_pulumi(bakery: Mapping) -> None:
    types = {one.name: PULUMI.showing.type_words(one.type) for one in entity(bakery, "Oven").body.attributes}
    assert types == {
        "maker": "string", "serial": "string", "loaves": "list of Loaf", "labels": "map of string",
        "racks": "map of Weight", "flours": "list of string", "next": "string", "manual": "pulumi.Asset",
        "spares": "pulumi.Archive", "extra": "any", "notes": "any", "pin": "string", "heat": "number",
        "log": "list of string", "clean": "boolean", "owner": "string", "byDay": "map of Weight", "id": "string",
    }  # fmt: skip


def test_every_row_says_the_line_and_column_of_its_member_also_of_an_embedded_one(
    aws: Mapping, bakery: Mapping
) -> None:
    assert place(entity(aws, "ec2.SecurityGroup")) == "idl/ec2/securityGroup.go:8:6"
    assert place(attribute(aws, "ec2.SecurityGroup", "vpc")) == "idl/ec2/securityGroup.go:13:2"
    assert place(attribute(aws, "ec2.SecurityGroup", "securityGroupEgress.cidrIp")) == "idl/ec2/securityGroup.go:27:2"
    assert place(attribute(bakery, "Oven", "maker")) == "idl/oven.go:10:2"
    assert place(attribute(bakery, "Oven", "loaves.weight.unit")) == "idl/types.go:19:2"
    assert place(attribute(aws, "ec2.InstanceTenancy", "DedicatedTenancy")) == "idl/ec2/vpc.go:19:2"


def test_enums_have_their_constants_with_values_and_texts_as_declared(bakery: Mapping) -> None:
    values = [(one.name, one.default and one.default.value, one.description) for one in entity(
        bakery, "Grain").body.attributes]  # fmt: skip
    assert values == [("Wheat", "wheat", "the common one"), ("Rye", "rye", None), ("Spelt", "spelt", None)]
    limit = find(attribute(bakery, "Oven", "loaves.grain").limits, OneOf)
    assert limit == OneOf(("wheat", "rye", "spelt"))
    constants = {one.name: one.default and one.default.value for one in entity(bakery, "bakery").body.attributes}
    assert constants == {"MaxLoaves": 12, "Motto": 'with "care" and `time`', "IsOpen": True}


def test_enums_and_aliases_keep_their_names_also_in_lists(tmp_path: Path) -> None:
    text = """package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Colour is seen.
type Colour string

const Red Colour = "red"

// ARN names something.
type ARN string

type Shop struct {
	idl.Resource
	Walls []Colour
	Role  ARN
	Roles map[string]ARN
}
"""
    mapping = mapped(tmp_path, shop=text).mapping
    words = {one.name: PULUMI.showing.type_words(one.type) for one in entity(mapping, "Shop").body.attributes}
    assert words == {"walls": "list of Colour", "role": "ARN", "roles": "map of ARN", "id": "string"}
    assert [(alias.name, alias.description) for alias in mapping.aliases] == [("ARN", "ARN names something.")]


def test_a_type_token_is_that_of_the_written_class(bakery: Mapping) -> None:
    tokens = [fragment.value for one in bakery.entities for fragment in one.fragments]
    assert tokens == ["bakery:index:Oven", "bakery:pantry:Flour"]


def test_structs_that_lead_back_to_themselves_are_shown_once_and_linked_then(tmp_path: Path) -> None:
    text = """package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

type Shop struct {
	idl.Resource
	Tree Tree
}

type Tree struct {
	Left  *Leaf `pulumi:"optional"`
	Next  *Tree `pulumi:"optional"`
	Value Value
}

type Leaf struct {
	Trees []Tree
}

type Value struct {
	Text string
}
"""
    mapping = mapped(tmp_path, shop=text).mapping
    tree = attribute(mapping, "Shop", "tree").type
    assert isinstance(tree, Nested)
    found = {one.name: (PULUMI.showing.type_words(one.type), (nested_body(one.type) or tree.body).size) for one in (
        tree.body.attributes)}  # fmt: skip
    assert found == {"left": ("Leaf", 0), "next": ("Tree", 0), "value": ("Value", 1)}
    assert [one.name for one in entity(mapping, "Leaf").body.attributes] == ["trees"]


@pytest.mark.parametrize("fields", ["*Branches", "[]Tree", "map[string][]Tree"])
def test_a_struct_leads_back_to_itself_through_a_named_collection_too(fields: str, tmp_path: Path) -> None:
    tag = ' `pulumi:"optional"`' if fields.startswith("*") else ""
    text = f"""package shop

type Branches map[string]Tree

type Tree struct {{
	Branches {fields}{tag}
	Leaf     Leaf
}}

type Leaf struct {{
	Text  string
	Stems *Branches `pulumi:"optional"`
}}
"""
    mapping = mapped(tmp_path, shop=text).mapping
    tree, leaf = entity(mapping, "Tree"), entity(mapping, "Leaf")
    assert [one.name for one in tree.body.attributes] == ["branches", "leaf"]
    assert [PULUMI.showing.type_words(one.type) for one in leaf.body.attributes] == ["string", "map of Tree"]
    assert (tree.body.size, leaf.body.size) == (2, 2)


def test_a_struct_that_is_too_large_to_be_repeated_is_linked(tmp_path: Path) -> None:
    structs = [f"type S{n} struct {{\n\tA S{n + 1}\n\tB S{n + 1}\n}}\n" for n in range(40)]
    text = "package shop\n\n" + "\n".join(structs) + "\ntype S40 struct {\n\tA string\n}\n"
    mapping = mapped(tmp_path, shop=text).mapping
    assert max(one.body.size for one in mapping.entities) < 1000


def test_notes_are_at_the_attribute_that_they_are_about(tmp_path: Path) -> None:
    text = "package shop\n\ntype Rule struct {\n\tCIDRIP string\n}\n"
    (note,) = mapped(tmp_path, shop=text).mapping.diagnostics
    assert (note.code, str(note.entity), note.path) == ("OAS920", "type Rule", "cidrip")
    assert note.location is not None
    assert note.location.document.position(note.location.pointer) == (4, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("type Rule struct {\n\tÉ string\n}\n", [("type Rule", "É", "a package schema cannot have the property É")]),
        ("type Rule struct {\n\tA string\n}\n\ntype É struct {\n\tA string\n}\n", []),
    ],
)
def test_a_property_that_no_package_schema_can_have_is_told(
    text: str, told: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    found = mapped(tmp_path, shop=f"package shop\n\n{text}")
    assert [(str(one.entity), one.path, one.text) for one in found.mapping.diagnostics] == told
    assert ("schema.json" in PULUMI.artifacts(found)) == (not told)


@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_what_pages_list_is_what_the_package_and_the_stubs_declare(name: str, tmp_path: Path) -> None:
    """Two readers of one program, which a reader of both must not be able to tell apart."""
    both_declare_the_same(mapped(tmp_path, name))


@pytest.mark.parametrize("dialect", Dialect)
def test_only_the_parts_that_are_asked_for_are_written(dialect: Dialect, tmp_path: Path) -> None:
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "shop.go").write_text("package shop\n\ntype Gate struct {\n\tName string\n}\n")
    config = tmp_path / "pulumi.yml"
    base = "example.com/shop"
    config.write_text(f"dialect: {dialect}\npackage: {{name: shop}}\ngo: {{idl: {base}, provider: {base}/made}}\n")
    run = PULUMI.run(Request(tmp_path / "idl", (config,), tmp_path))
    parts = {part: set(PULUMI.artifacts(run, (part,))) for part in PULUMI.writing.output.separable}
    assert {part: {path.split("/")[0] for path in paths} for part, paths in parts.items()} == {
        "pack": {"pack"}, "provider": {"provider"}, "schema": {"schema.json"},
    }  # fmt: skip
    assert ("pack/package.json" in parts["pack"]) == (dialect is Dialect.DESIGN)
    assert set().union(*parts.values()) == set(PULUMI.artifacts(run))


@pytest.mark.corpus
@corpus.needs_corpus
def test_what_pages_list_of_a_real_package_is_what_is_declared(tmp_path: Path) -> None:
    corpus.write_idl(tmp_path / "idl", "lumi")
    known = corpus.settings(Dialect.DESIGN)
    config = tmp_path / "pulumi.yml"
    config.write_text(
        f"package: {{name: {known.package}}}\ngo: {{idl: {known.idl}, provider: {known.provider}, "
        f"resources: {known.markers[0]}}}\n"
    )
    run = PULUMI.run(Request(tmp_path / "idl", (config,), tmp_path))
    assert len(run.mapping.entities) > 40
    both_declare_the_same(run)


def both_declare_the_same(run: Mapped) -> None:
    files = {path: "".join(text) for path, text in PULUMI.artifacts(run).items()}
    texts = {path.removeprefix("pack/").removesuffix(".ts"): text for path, text in files.items() if "pack/" in path}
    stubs = {path.removeprefix("provider/").removesuffix("_stub.go"): text for path, text in files.items()}
    for one in run.mapping.entities:
        if one.kind.name not in ("resource", "type"):
            continue
        assert one.location is not None
        stem = one.location.document.uri.removeprefix("idl/").removesuffix(".go")
        short = one.name.rpartition(".")[2]
        own = [a for a in one.body.attributes if a.reason.code not in ("idl-named-resource", "pulumi-id")]
        inputs = {a.name: a.status is Status.REQUIRED for a in own if a.status is not Status.COMPUTED}
        outputs = {a.name for a in own if not a.write_only}
        assert _members(texts[stem], f"interface {short}Args") == inputs
        if one.kind.name == "resource":
            declared = set(re.findall(r"declare public (?:/\*out\*/ )?readonly (\w+):", _block(texts[stem], short)))
            assert declared == outputs
            needed = set(re.findall(r"Missing required property '(\w+)'", _block(texts[stem], short)))
            assert needed == {name for name, required in inputs.items() if required}
        marshalled = set(re.findall(r'pulumi:"(\w+)', _struct(stubs[stem], short)))
        given = {a.name for a in one.body.attributes if a.reason.code == "idl-named-resource"}
        assert marshalled - {"id"} == {a.name for a in own} | given


def _members(text: str, head: str) -> dict[str, bool]:
    """The members of an interface of TypeScript, and whether they are required."""
    body = re.search(rf"{re.escape(head)} \{{\n(.*?)^\}}", text, re.DOTALL | re.MULTILINE)
    assert body is not None, head
    return {name: not mark for name, mark in re.findall(r"^    (\w+)(\??):", body[1], re.MULTILINE)}


def _block(text: str, name: str) -> str:
    body = re.search(rf"class {name}_? extends .*?^\}}", text, re.DOTALL | re.MULTILINE)
    assert body is not None, name
    return body[0]


def _struct(text: str, name: str) -> str:
    body = re.search(rf"^type (?i:{name})_? struct \{{\n.*?^\}}", text, re.DOTALL | re.MULTILINE)
    assert body is not None, name
    return body[0]


@pytest.mark.parametrize(
    ("comment", "text", "deprecation"),
    [
        ("Plain text.", "Plain text.", None),
        ("Text.\n\nDeprecated: use Other.", "Text.", "use Other."),
        ("Deprecated: it goes\naway.", None, "it goes away."),
        ("Text.\n\nDeprecated:", "Text.", "It is deprecated."),
        ("", None, None),
        ("# Limits\n\nText.", "**Limits**\n\nText.", None),
        ("Some:\n  - one\n    more\n  - two", "Some:\n- one\n  more\n- two", None),
        (" 1. one\n 2. two", "1. one\n2. two", None),
        ("Run:\n\n  go build\n    ./...\n x", "Run:\n\n    go build\n      ./...\n    x", None),
        ("Run:\n\n\tgo build\n\t  ./...", "Run:\n\n    go build\n      ./...", None),
    ],
)
def test_comments_of_go_are_markdown(comment: str, text: str | None, deprecation: str | None) -> None:
    assert read_doc(comment) == (text, deprecation)


DEFAULTS = Settings("shop", "example.com/idl", "example.com/sdk", about=(("license", "MIT"),))
CONFIGS: list[tuple[str, Settings]] = [
    ("{}", replace(DEFAULTS, about=())),
    ("package: {name: own}", replace(DEFAULTS, package="own", about=())),
    (
        "package: {description: All, keywords: [a, b]}",
        replace(DEFAULTS, about=(("description", "All"), ("keywords", ("a", "b")))),
    ),
    ("go: {idl: a.org/i, provider: a.org/p}", replace(DEFAULTS, idl="a.org/i", provider="a.org/p", about=())),
    ("go: {resources: a.org/r}", replace(DEFAULTS, markers=("a.org/r", *MARKERS), about=())),
    ("{dialect: lumidl, tokens: file}", replace(DEFAULTS, dialect=Dialect.LUMIDL, tokens="file", about=())),
]


@pytest.mark.parametrize(("text", "expected"), CONFIGS, ids=[text for text, _ in CONFIGS])
def test_a_config_takes_the_place_of_what_it_says_alone(text: str, expected: Settings) -> None:
    assert read_config(Document("pulumi.yml", text.encode()), DEFAULTS) == expected
