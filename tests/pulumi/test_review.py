"""What a change of an IDL means to who uses the package, also where it has errors, or is one of a git revision."""

import json
from pathlib import Path

import pytest

from mapper.model import EntityRef
from mapper.model.attribute import same_content
from mapper.registry import review_rules, system_named
from mapper.request import Mapped, Request
from mapper.review.entity_changes import Options, compare
from mapper.systems.pulumi.kinds import ENUM, RESOURCE, TYPE
from mapper.systems.pulumi.review import POLICY, RULES
from mkdocs_oasmap.cli import main

from ..files import write_files
from ..repository import commit_all

PULUMI = system_named("pulumi")

IDL = """\
package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Shop sells.
type Shop struct {
	idl.NamedResource
	Street string `pulumi:"replaces"`
	Door   *Door  `pulumi:"optional"`
	Key    *string `pulumi:"optional"`
	Till   float64 `pulumi:"out"`
	Rooms  []Room
}

// Room is a part.
type Room struct {
	Size float64
}

// Door is a way in.
type Door string

const (
	// Front is at the street.
	Front Door = "front"
	// Back is at the yard.
	Back Door = "back"
)

// Limit is a number.
const Limit float64 = 3
"""
SHOP, ROOM, DOOR, MODULE = "resource Shop", "type Room", "enum Door", "module shop"


def changes(folder: Path, *edits: tuple[str, str], config: str = "") -> set[tuple[str, str, str, str]]:
    """Entity, path, rule and severity of what became of the IDL."""
    text = IDL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    sides = []
    for side, content in (("old", IDL), ("new", text)):
        write_files(folder / side, {"idl/shop.go": content, "pulumi.yml": "package: {name: shop}\n"})
    write_files(folder / "new", {"pulumi.yml": f"package: {{name: shop}}\n{config}"})
    for side in ("old", "new"):
        request = Request(folder / side / "idl", (folder / side / "pulumi.yml",), folder / side)
        sides.append(PULUMI.run(request).mapping)
    found = compare(*sides, Options(policy=POLICY))
    return {(str(change.subject), change.path, change.rule.id, str(change.severity)) for change in found}


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (("Key    *string `pulumi:\"optional\"`", "Key    string"), {(SHOP, "key", "became-required", "breaking")}),
        (("\tRooms", "\tOwner  string\n\tRooms"), {(SHOP, "owner", "required-attribute-added", "breaking")}),
        (("\tRooms", '\tOwner  *string `pulumi:"optional"`\n\tRooms'), {(SHOP, "owner", "attribute-added", "info")}),
        (('`pulumi:"replaces"`', ""), {(SHOP, "street", "replacement-removed", "info")}),
        (('*string `pulumi:"optional"`', '*string `pulumi:"optional,replaces"`'), {
            (SHOP, "key", "replacement-added", "breaking")}),
        (('*string `pulumi:"optional"`', '*string `pulumi:"optional,in"`'), {
            (SHOP, "key", "write-only-added", "breaking")}),
        (('float64 `pulumi:"out"`', '*float64 `pulumi:"out,optional"`'), {
            (SHOP, "till", "output-may-be-absent", "warning")}),
        (("Key    *string", "Key    *bool"), {(SHOP, "key", "type-changed", "breaking")}),
        (("Size float64", "Size float64\n\tHigh float64"), {
            (ROOM, "high", "required-attribute-added", "breaking"),
            (SHOP, "rooms.high", "required-attribute-added", "breaking")}),
        (('\t// Back is at the yard.\n\tBack Door = "back"\n', ""), {
            (DOOR, "Back", "enum-member-removed", "breaking"), (SHOP, "door", "input-value-removed", "breaking")}),
        (('\tBack Door = "back"\n', '\tBack Door = "back"\n\t// Roof is above.\n\tRoof Door = "roof"\n'), {
            (DOOR, "Roof", "enum-member-added", "info"), (SHOP, "door", "enum-value-added", "info")}),
        (('Back Door = "back"', 'Rear Door = "back"'), {(DOOR, "Rear", "enum-member-renamed", "breaking")}),
        (('Back Door = "back"', 'Back Door = "rear"'), {
            (DOOR, "Back", "enum-value-changed", "breaking")}),
        (("Limit float64 = 3", "Limit float64 = 4"), {(MODULE, "Limit", "enum-value-changed", "breaking")}),
        (("// Limit is a number.\nconst Limit float64 = 3\n", "const Other = true\n"), {
            (MODULE, "Limit", "constant-removed", "breaking"), (MODULE, "Other", "constant-added", "info")}),
        (('float64 `pulumi:"out"`', '*float64 `pulumi:"optional"`'), {(SHOP, "till", "became-optional", "breaking")}),
        (('Key    *string `pulumi:"optional"`', 'Lock   *string `pulumi:"optional,name=key"`'), {
            (SHOP, "key", "code-name-changed", "warning")}),
        (("Size float64", 'Width float64 `pulumi:"name=size"`'), {
            (ROOM, "size", "code-name-changed", "warning"), (SHOP, "rooms.size", "code-name-changed", "warning")}),
        (("// Shop sells.", "// Shop sells.\n//\n// Deprecated: buy."), {(SHOP, "", "entity-deprecated", "info")}),
    ],
)  # fmt: skip
def test_a_change_is_judged_by_what_becomes_of_programs(
    edit: tuple[str, str], expected: set[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    found = {change for change in changes(tmp_path, edit) if change[2] != "description-changed"}
    assert found == expected


def test_another_token_breaks_stacks(tmp_path: Path) -> None:
    assert changes(tmp_path, config="tokens: file\n") == {(SHOP, "", "token-changed", "breaking")}


def test_nothing_changes_for_an_idl_that_is_the_same(tmp_path: Path) -> None:
    assert changes(tmp_path) == set()


def test_the_reverse_of_every_rule_is_a_rule() -> None:
    known = set(review_rules())
    assert {rule.mirror for rule in RULES.values()} <= known
    assert set(POLICY.shared) <= known


BUCKET = """\
package store

import (
	"{idl}/kinds"

	"github.com/pulumi/pulumi/pkg/resource/idl"
)

type Bucket struct {{
	idl.Resource
	Region {region}
	Kind   kinds.Kind
}}
"""
KINDS = 'package kinds\n\ntype Kind string\n\nconst (\n\tA Kind = "a"\n\tB Kind = "b"\n)\n'
REVISION_SHOP = "package: {name: shop}\n"
MINE = "go: {idl: example.com/mine}\n"


def state(module: str, config: str | None, idl: str = "", region: str = "string") -> dict[str, str | None]:
    """The files of one state; None for one that is not there."""
    bucket = BUCKET.format(idl=idl or f"{module}/idl", region=region)
    return {
        "go.mod": f"module {module}\n", "pulumi.yml": config, "idl/bucket.go": bucket, "idl/kinds/kinds.go": KINDS,
    }  # fmt: skip


OLD = "example.com/old"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (state(OLD, None), state("example.com/new", None, region="float64"), {"type-changed"}),
        (state(OLD, REVISION_SHOP), state(OLD, REVISION_SHOP + MINE, "example.com/mine", "float64"), {"type-changed"}),
        (
            state(OLD, REVISION_SHOP + MINE, "example.com/mine"),
            state(OLD, REVISION_SHOP, region="bool"),
            {"type-changed"},
        ),
        (state(OLD, MINE, "example.com/mine"), state(OLD, None), set()),
        (state(OLD, None), state(OLD, MINE, "example.com/mine"), set()),
        (state(OLD, None), state(OLD, REVISION_SHOP, region="bool"), {"token-changed", "type-changed"}),
        (state(OLD, REVISION_SHOP), state(OLD, None), {"token-changed"}),
        (state(OLD, None), state(OLD, "tokens: file\n"), {"token-changed"}),
    ],
)
def test_each_state_is_read_with_the_config_and_the_go_mod_that_it_has(
    old: dict[str, str | None],
    new: dict[str, str | None],
    expected: set[str],
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(old)
    commit_all(here)
    write(new)
    assert main(["diff", "--system", "pulumi", "--format", "json", "--fail-on", "none", "git:HEAD", "idl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {change["rule"] for change in found["changes"]} == expected
    assert found["problems"] == []
    causes = {change["rule"]: change.get("cause") for change in found["changes"]}
    assert causes.get("token-changed", "generator config") == "generator config"
    assert causes.get("type-changed", "API description") == "API description"


def test_a_config_of_another_name_that_a_revision_lacks_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(state(OLD, None))
    commit_all(here)
    write_files(here, {"other.yml": REVISION_SHOP})
    arguments = ["--config", "other.yml", "--format", "json", "--fail-on", "none"]
    assert main(["diff", "--system", "pulumi", *arguments, "git:HEAD", "idl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["problems"] == ["there was no other.yml in HEAD"]
    assert [change["rule"] for change in found["changes"]] == ["token-changed"]


def write(files: dict[str, str | None]) -> None:
    """Make the current folder have these files."""
    for name, text in files.items():
        if text is None:
            Path(name).unlink(missing_ok=True)
        else:
            write_files(Path(), {name: text})


HEAD = 'package shop\n\nimport "github.com/pulumi/pulumi/pkg/resource/idl"\n\n'
SALVAGE_SHOP = f'{HEAD}type Shop struct {{\n\tidl.Resource\n\tDoor *Door `pulumi:"optional"`\n\tRooms []Room\n}}\n'
REST = """package shop

type Room struct {
\tSize float64
}

type Door string

const (
\tFront Door = "front"
\tBack  Door = "back"
)
"""
KEY = 'package keys\n\nimport "github.com/pulumi/pulumi/pkg/resource/idl"\n\ntype Key struct {\n\tidl.Resource\n}\n'
FILES = {"idl/shop.go": SALVAGE_SHOP, "idl/rest.go": REST, "idl/keys/key.go": KEY}
SHOP_, SALVAGE_ROOM, SALVAGE_DOOR, KEY_ = (
    EntityRef(RESOURCE, "Shop"), EntityRef(TYPE, "Room"), EntityRef(ENUM, "Door"), EntityRef(RESOURCE, "keys.Key"),
)  # fmt: skip
EVERYTHING = {SHOP_, SALVAGE_ROOM, SALVAGE_DOOR, KEY_}
BROKEN = {
    "a type of a member": ("idl/rest.go", "Size float64", "Size int", {SALVAGE_ROOM, SHOP_}),
    "an undefined name": ("idl/shop.go", "[]Room", "[]Rooms", {SHOP_}),
    "a tag": ("idl/shop.go", '"optional"', '"optionl"', {SHOP_}),
    "the value of an enum": ("idl/rest.go", '"front"', "front", set()),
    "the type of an enum": ("idl/rest.go", "Door string", "Door chan int", {SALVAGE_DOOR, SHOP_}),
    "an import": ("idl/keys/key.go", "resource/idl", "resource/idle", {KEY_}),
    "the syntax of a file": (
        "idl/rest.go",
        "type Room struct {",
        "type Room struct {{",
        {SALVAGE_ROOM, SALVAGE_DOOR, SHOP_},
    ),
    "the package clause": ("idl/rest.go", "package shop", "package stop", {SHOP_}),
    "what is not a declaration": ("idl/rest.go", "type Room", "var x = 1\n\ntype Room", set()),
    "bytes that are no text": ("idl/keys/key.go", "package keys", "package \x00keys", {KEY_}),
}


def salvage_state(folder: Path, files: dict[str, str]) -> Mapped:
    write_files(folder, files)
    return PULUMI.run_in_part(Request(folder / "idl", [], folder))


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_is_left_out_with_all_that_needs_it_and_nothing_else(what: str, tmp_path: Path) -> None:
    path, old, new, lost = BROKEN[what]
    assert old in FILES[path]
    found = salvage_state(tmp_path, FILES | {path: FILES[path].replace(old, new)})
    assert found.lost.keys() == lost
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING - lost
    assert all(problem.uri.startswith("idl/") and problem.line for problem in found.lost.values())
    mapping = found.inputs.map()
    assert same_content(mapping.entities, found.mapping.entities)
    assert mapping.diagnostics == found.mapping.diagnostics


def test_an_idl_without_errors_is_whole(tmp_path: Path) -> None:
    found = salvage_state(tmp_path, FILES)
    assert found.lost == {}
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING


def test_an_idl_of_which_nothing_is_left_is_a_state_without_entities(tmp_path: Path) -> None:
    found = salvage_state(tmp_path, {"idl/keys/key.go": KEY.replace("struct", "struct struct")})
    assert (set(found.lost), found.mapping.entities, found.mapping.provider) == ({KEY_}, (), tmp_path.name)
    write_files(tmp_path, {"pulumi.yml": "package: {name: keys}\n"})
    request = Request(tmp_path / "idl", [tmp_path / "pulumi.yml"], tmp_path)
    assert PULUMI.run_in_part(request).mapping.provider == "keys"


def test_a_chain_of_types_that_miss_each_other_is_followed_to_its_end(tmp_path: Path) -> None:
    chain = "".join(f"type T{i} struct {{\n\tA T{i + 1}\n}}\n\n" for i in range(40))
    found = salvage_state(tmp_path, FILES | {"idl/chain.go": f"package shop\n\n{chain}"})
    assert len(found.lost) == 40
    assert {entity.ref for entity in found.mapping.entities} == EVERYTHING


def test_a_review_says_what_is_wrong_with_the_new_state_and_goes_on(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(here, FILES)
    commit_all(here)
    text = REST.replace("Size float64", "Size int").replace('\tBack  Door = "back"\n', "")
    write_files(here, {"idl/rest.go": text})
    assert main(["diff", "--system", "pulumi", "--fail-on", "breaking", "git:HEAD", "idl"]) == 3
    told = capsys.readouterr().out
    assert "problem: idl: type Room cannot be mapped: idl/rest.go:4:7: int is none of bool" in told
    assert "breaking: type shop.Room: the type can no longer be mapped: int is none of bool" in told
    assert "enum-member-removed" in told
    assert "the causes are not known" not in told


def test_a_broken_baseline_is_compared_as_far_as_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path / "old", FILES | {"idl/keys/key.go": KEY.replace("struct", "struck")})
    write_files(tmp_path / "new", FILES)
    assert main(["diff", "--system", "pulumi", str(tmp_path / "old/idl"), str(tmp_path / "new/idl")]) == 0
    assert "the resource is new; before, it could not be mapped" in capsys.readouterr().out


def test_what_could_not_be_mapped_and_is_gone_was_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = {"shop:index:Gone": {"inputProperties": {"a": {"type": "strin"}}}, "shop:index:Stays": {}}
    new = {"shop:index:Stays": {}}
    for name, resources in (("old", old), ("new", new)):
        text = json.dumps({"name": "shop", "version": "1.0.0", "resources": resources})
        (tmp_path / f"{name}.json").write_text(text)
    command = ["diff", "--system", "pulumi", "--fail-on", "breaking"]
    assert main([*command, str(tmp_path / "old.json"), str(tmp_path / "new.json")]) == 3
    told = capsys.readouterr().out
    assert "Nothing changes" not in told
    assert "breaking: resource shop.Gone: the resource was removed; before, it could not be mapped" in told
    assert main([*command, str(tmp_path / "old.json"), str(tmp_path / "old.json")]) == 3
    assert "Nothing changes" not in capsys.readouterr().out  # as nobody knows


def aliased(*tokens: str) -> str:
    loom = {"inputProperties": {"a": {"type": "string"}}, "aliases": [{"type": token} for token in tokens]}
    return json.dumps({"name": "mill", "version": "1.0.0", "resources": {"mill:index:Loom": loom}})


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        (("mill:old:Loom",), (), {"alias-removed"}),
        ((), ("mill:old:Loom",), {"alias-added"}),
        (("mill:old:Loom", "mill:older:Loom"), ("mill:older:Loom",), {"alias-removed"}),
        (("mill:old:Loom", "mill:older:Loom"), ("mill:older:Loom", "mill:old:Loom"), set()),
        (("mill:index:Loom",), (), set()),  # its own token
    ],
)
def test_an_alias_that_goes_concerns_stacks(
    tmp_path: Path, before: tuple[str, ...], after: tuple[str, ...], rules: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, tokens in (("old", before), ("new", after)):
        (tmp_path / f"{name}.json").write_text(aliased(*tokens))
    main(
        ["diff", "--system", "pulumi", "--format", "json", *(str(tmp_path / f"{name}.json") for name in ("old", "new"))]
    )
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert {change["rule"] for change in changes} == rules
    assert all(change["breaks"] == ["state"] for change in changes if change["rule"] == "alias-removed")
