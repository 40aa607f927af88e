"""Package schemas as mappings: what each part becomes, and where it was; and written again, or made of an IDL."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Default,
    Entity,
    Mapping,
    Nested,
    NestingMode,
    Placement,
    Scalar,
    ScalarKind,
    Status,
    Union,
)
from mapper.model.limits import OneOf
from mapper.registry import system_named, vocabulary_of
from mapper.request import Request
from mapper.review.entity_changes import Options, compare
from mapper.review.rules import ChangeSeverity
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import sidecar
from mapper.systems.pulumi.artifacts import ATTRIBUTION
from mapper.systems.pulumi.kinds import token_of
from mapper.systems.pulumi.review import POLICY
from mapper.systems.pulumi.schema.facts import facts_of
from mapper.systems.pulumi.schema.read import findings
from mapper.systems.pulumi.schema.writer import schema_of, schema_text
from mkdocs_oasmap.cli import main

from ...files import write_files
from ...programs.idl import fixtures
from . import kiosk
from .kiosk import CORPUS, PAGE, PAPER, REGION, put, take
from .test_rules import needs_corpus

PULUMI = system_named("pulumi")

GOOD = [path for path in sorted(CORPUS.glob("[!.]*/*.json")) if not path.name.startswith(("bad-", "expected"))]


def again(root: Any) -> Any:
    return json.loads("".join(schema_text(schema_of(kiosk.mapped(root)))))


def test_a_schema_that_is_read_is_written_as_it_was() -> None:
    assert again(kiosk.schema()) == kiosk.schema()


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize("path", GOOD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_real_schemas_are_written_as_they_were_also_from_their_sidecars(path: Path) -> None:
    root = json.loads(path.read_text())
    mapping = kiosk.mapped(root)
    assert json.loads("".join(schema_text(schema_of(mapping)))) == root
    document = Document("oasmap.json", "".join(sidecar(mapping, dict)).encode())
    assert json.loads(json.dumps(schema_of(read_sidecar(document, vocabulary_of)))) == root


def test_what_is_written_is_what_the_mapping_says() -> None:
    mapping = kiosk.mapped(kiosk.schema())
    paper = kiosk.entity(mapping, "resource", "press.Paper")
    title, copies, *others = paper.body.attributes
    given, returned = title.placements
    returned = replace(returned, always=False)
    title = replace(title, status=Status.OPTIONAL, description="Another text.", sensitive=True, replaces=False)
    title = replace(title, placements=(given, returned))
    copies = replace(copies, default=Default(7), placements=())
    body = replace(paper.body, attributes=(title, copies, *others))
    entities = tuple(replace(one, body=body) if one is paper else one for one in mapping.entities)
    written = schema_of(replace(mapping, entities=entities))["resources"][PAPER]
    assert "requiredInputs" not in written
    assert written["required"] == ["issue"]
    assert written["inputProperties"]["title"] == {"type": "string", "description": "Another text.", "secret": True}
    assert written["inputProperties"]["copies"]["default"] == 7


def idl_schema(folder: Path, files: dict[str, str], config: str, module: str = "") -> Any:
    module = module or "example.com/" + config.partition("name: ")[2].partition("}")[0].partition(",")[0]
    write_files(folder, {f"idl/{path}": text for path, text in files.items()})
    write_files(folder, {"pulumi.yml": config, "go.mod": f"module {module}\n"})
    mapped = PULUMI.run(Request(folder / "idl", [folder / "pulumi.yml"], folder))
    return json.loads("".join(PULUMI.artifacts(mapped)["schema.json"]))


def idl_of(name: str) -> dict[str, str]:
    return {path: data.decode() for path, data in fixtures.sources(name).items()}


@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_the_schema_of_an_idl_is_a_good_one(name: str, tmp_path: Path) -> None:
    written = idl_schema(tmp_path, idl_of(name), f"package: {{name: {name}}}\n")
    assert findings(written) == []
    assert schema_of(kiosk.mapped(written)) == written


@pytest.mark.corpus
@needs_corpus
def test_the_metaschema_accepts_the_schema_of_an_idl(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    validator = Draft202012Validator(json.loads((CORPUS / "metaschema.json").read_text().replace("(?<", "(?P<")))
    for name in ("aws", "bakery"):
        validator.validate(idl_schema(tmp_path / name, idl_of(name), f"package: {{name: {name}}}\n"))


SHOP = """\
package shop

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Shop sells.
type Shop struct {
	idl.NamedResource
	// Street is where it is.
	Street string `pulumi:"replaces"`
	Door   *Door  `pulumi:"optional"`
	Key    *string `pulumi:"in,optional"`
	Till   float64 `pulumi:"out"`
	Best   *Room `pulumi:"out,optional"`
	Rooms  []Room
	Next   *Shop `pulumi:"optional"`
	Signs  map[string]string
	Sign   *idl.Asset `pulumi:"optional"`
}

type Room struct {
	Size float64
	// Deprecated: Use Size.
	Width *float64 `pulumi:"optional"`
}

// Door is a way in.
type Door string

const (
	// Front is at the street.
	Front Door = "front"
	Back  Door = "back"
)
"""


def test_an_idl_says_all_that_a_schema_can(tmp_path: Path) -> None:
    about = "package: {name: shop, version: 2.0.0, description: 'It sells.', license: MIT}\n"
    written = idl_schema(tmp_path, {"shop.go": SHOP}, about)
    door, room = {"$ref": "#/types/shop:index:Door"}, {"$ref": "#/types/shop:index:Room"}
    shared = {
        "street": {"type": "string", "description": "Street is where it is."},
        "door": door,
        "rooms": {"type": "array", "items": room},
        "next": {"$ref": "#/resources/shop:index:Shop"},
        "signs": {"type": "object", "additionalProperties": {"type": "string"}},
        "sign": {"$ref": "pulumi.json#/Asset"},
    }
    assert written == {
        "name": "shop", "version": "2.0.0", "description": "It sells.", "license": "MIT", "attribution": ATTRIBUTION,
        "types": {
            "shop:index:Door": {
                "description": "Door is a way in.", "type": "string",
                "enum": [
                    {"name": "Front", "description": "Front is at the street.", "value": "front"},
                    {"name": "Back", "value": "back"},
                ],
            },
            "shop:index:Room": {
                "type": "object",
                "properties": {
                    "size": {"type": "number"}, "width": {"type": "number", "deprecationMessage": "Use Size."},
                },
                "required": ["size"],
            },
        },
        "resources": {
            "shop:index:Shop": {
                "description": "Shop sells.",
                "inputProperties": {
                    **shared, "street": {**shared["street"], "willReplaceOnChanges": True}, "key": {"type": "string"},
                },
                "requiredInputs": ["street", "rooms", "signs"],
                "properties": {**shared, "till": {"type": "number"}, "best": room},
                "required": ["street", "till", "rooms", "signs"],
            }
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "other"), [("Room", "Räume"), ("Room", "Provider"), ("Street", "Pulumi"), ("Street", "É")]
)
def test_a_name_that_a_schema_cannot_have_leaves_out_the_schema_alone(
    name: str, other: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(here, {"shop/idl/shop.go": SHOP.replace(name, other)})
    assert main(["generate", "--system", "pulumi", "--output", "shop", "shop/idl"]) == 0
    assert "OAS928" in capsys.readouterr().err
    assert (here / "shop/pack/index.ts").is_file()
    assert not (here / "shop/schema.json").exists()


def test_the_schema_is_a_part_that_can_be_written_elsewhere(here: Path) -> None:
    write_files(here, {"shop/idl/shop.go": SHOP})
    arguments = ["--system", "pulumi", "shop/idl"]
    assert main(["generate", "--output-schema", "out", *arguments]) == 0
    assert [path.relative_to(here).as_posix() for path in here.glob("out/**/*")] == ["out/schema.json"]
    assert main(["check", "--output-schema", "out", *arguments]) == 0
    assert main(["generate", "--output", "all", *arguments]) == 0
    assert (here / "all/schema.json").read_bytes() == (here / "out/schema.json").read_bytes()


def test_a_schema_that_nobody_generated_is_not_written_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = '{"name": "shop"}\n'
    write_files(here, {"shop/idl/shop.go": SHOP, "shop/schema.json": own, "kiosk.json": kiosk.PATH.read_text()})
    assert main(["generate", "--system", "pulumi", "--output", "shop", "shop/idl"]) == 1
    assert "shop/schema.json: was not generated, and is not written over" in capsys.readouterr().err
    assert main(["generate", "--system", "pulumi", "--output", "shop", "kiosk.json"]) == 1
    assert "shop/schema.json: is not of the package kiosk" in capsys.readouterr().err
    assert (here / "shop/schema.json").read_text() == own
    (here / "shop/schema.json").write_text("my notes\n")
    assert main(["generate", "--system", "pulumi", "--output", "shop", "shop/idl"]) == 1
    assert "shop/schema.json: is not a package schema, and is not written over" in capsys.readouterr().err
    assert (here / "shop/schema.json").read_text() == "my notes\n"
    assert not (here / "shop/pack").exists()


def test_two_schemas_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(kiosk.PATH.read_text())
    new.write_bytes(kiosk.document(kiosk.changed(kiosk.take("resources", "kiosk:index/stand:Stand"))).data)
    assert main(["diff", str(old), str(new), "--fail-on", "breaking"]) == 3
    assert "breaking: resource kiosk.Stand: the resource was removed" in capsys.readouterr().out


@pytest.fixture(scope="module")
def mapping() -> Mapping:
    return kiosk.mapped(kiosk.schema())


def attributes(one: Entity) -> dict[str, Attribute]:
    return {attribute.name: attribute for attribute in one.body.attributes}


@pytest.fixture(scope="module")
def paper(mapping: Mapping) -> dict[str, Attribute]:
    return attributes(kiosk.entity(mapping, "resource", "press.Paper"))


def test_every_part_is_an_entity_by_the_name_that_programs_have_for_it(mapping: Mapping) -> None:
    assert [f"{entity.ref}" for entity in mapping.entities] == [
        "provider kiosk", "configuration kiosk", "resource Stand", "resource press.Paper", "function count",
        "function press.Paper.print", "function press.getPaper", "function providers.kiosk.whoami",
        "type press.Advert", "type press.Page", "type press.Story", "enum Region", "enum press.Size",
    ]  # fmt: skip
    assert token_of(kiosk.entity(mapping, "resource", "press.Paper")) == PAPER


def test_an_unknown_key_without_a_name_is_one_warning() -> None:
    found = kiosk.mapped(kiosk.changed(put({"": None}, "functions", "kiosk:press/getPaper:getPaper")))
    assert kiosk.entity(found, "function", "press.getPaper").body.attributes == ()
    assert [one.code for one in found.diagnostics if 'key ""' in one.message] == ["OAS967"]


def test_inputs_and_outputs_of_one_name_are_one_property(paper: dict[str, Attribute]) -> None:
    title, copies, issue, readers = (paper[name] for name in ("title", "copies", "issue", "readers"))
    assert (title.status, title.replaces) == (Status.REQUIRED, True)
    assert title.placements == (
        Placement("input", Status.REQUIRED), Placement("output", Status.COMPUTED, None, always=True),
    )  # fmt: skip
    assert [[place.name for place in paper[name].placements] for name in ("cover", "issue")] == [["input"], ["output"]]
    assert copies.status is Status.OPTIONAL
    assert copies.placements == (
        Placement("input", Status.OPTIONAL), Placement("output", Status.COMPUTED, None, always=True),
    )  # fmt: skip
    assert copies.default is not None
    assert copies.default.value == 100
    assert (issue.status, issue.always, readers.always) == (Status.COMPUTED, True, False)
    assert paper["cover"].write_only
    assert not title.write_only
    assert paper["password"].sensitive
    assert paper["password"].deprecation == "Papers have no doors."
    assert paper["region"].replaces


def test_types_are_those_of_the_model(paper: dict[str, Attribute]) -> None:
    assert paper["copies"].type == Scalar(ScalarKind.INT64)
    assert paper["region"].type == Scalar(ScalarKind.STRING, "Region")
    assert paper["region"].limits == (OneOf(("north", "south", "middle-west")),)
    pages, lead = paper["pages"].type, paper["lead"].type
    assert isinstance(pages, Nested)
    assert (pages.mode, pages.body.name) == (NestingMode.LIST, "press.Page")
    assert isinstance(lead, Union)
    assert lead.discriminator == "kind"
    assert PULUMI.showing.type_words(lead) == "press.Advert or press.Story"
    for name, entity in (("previous", "press.Paper"), ("bucket", "aws:s3/bucket:Bucket")):
        target = paper[name].refers_to
        assert target is not None
        assert target.entity.name == entity


def test_a_type_in_itself_is_a_link_where_it_is_met_again(mapping: Mapping) -> None:
    page = attributes(kiosk.entity(mapping, "type", "press.Page"))
    inset = page["inset"].type
    assert isinstance(inset, Nested)
    assert (inset.body.name, inset.body.attributes) == ("press.Page", ())


def test_parts_that_only_their_reader_understands_are_kept(mapping: Mapping, paper: dict[str, Attribute]) -> None:
    assert facts_of(paper["labels"])["language"] == {"csharp": {"name": "PaperLabels"}}
    assert facts_of(paper["kind"])["const"] == "paper"
    known = facts_of(kiosk.entity(mapping, "resource", "press.Paper"))
    assert known["aliases"] == ["kiosk:press/gazette:Gazette", {"type": "kiosk:index/paper:Paper"}]
    method = facts_of(kiosk.entity(mapping, "function", "press.Paper.print"))
    assert method["methodOf"] == PAPER
    assert "__self__" not in attributes(kiosk.entity(mapping, "function", "press.Paper.print"))


def test_every_property_has_the_line_that_it_is_on(mapping: Mapping) -> None:
    document = kiosk.document(kiosk.schema())
    lines = document.text.splitlines()
    for entity in mapping.entities:
        for attribute in entity.body.attributes:
            for origin in attribute.origins:
                position = document.position(origin.location.pointer)
                assert position is not None
                key = origin.location.pointer.rpartition("/")[2].replace("~1", "/")
                assert key.isdigit() or f'"{key}"' in lines[position[0] - 1]


def test_components_have_no_id_and_other_resources_have_one(mapping: Mapping) -> None:
    assert "id" not in attributes(kiosk.entity(mapping, "resource", "Stand"))
    assert "id" in attributes(kiosk.entity(mapping, "resource", "press.Paper"))


def test_names_that_meet_get_their_whole_modules() -> None:
    root = kiosk.changed(put({"type": "object"}, "types", "kiosk:press/leaf:Page"))
    names = {one.name for one in kiosk.mapped(root).entities if one.kind.name == "type"}
    assert {"press.Page", "press.leaf.Page"} <= names


def test_a_schema_with_errors_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    root = kiosk.changed(put("int", "types", PAGE, "properties", "number", "type"))
    path = tmp_path / "schema.json"
    path.write_bytes(kiosk.document(root).data)
    mapped = PULUMI.run_in_part(Request(path, [], tmp_path))
    assert {str(ref) for ref in mapped.lost} == {
        "type press.Page",
        "resource press.Paper",
        "function press.Paper.print",
    }
    kept = {str(one.ref) for one in mapped.mapping.entities}
    assert {"resource Stand", "enum Region", "function count"} <= kept
    assert not kept & {str(ref) for ref in mapped.lost}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (put(["title", "copies"], "resources", PAPER, "requiredInputs"), "became-required"),
        (take("resources", PAPER, "inputProperties", "cover"), "attribute-removed"),
        (put(["title", "issue"], "resources", PAPER, "required"), "output-may-be-absent"),
        (put({"type": "number"}, "types", PAGE, "properties", "text"), "type-changed"),
        (take("functions", "kiosk:index/count:count"), "entity-removed"),
        (take("types", REGION, "enum", 2), "enum-member-removed"),
        (put(True, "resources", PAPER, "inputProperties", "copies", "willReplaceOnChanges"), "replacement-added"),
        (put("Old.", "resources", PAPER, "deprecationMessage"), "entity-deprecated"),
    ],
)
def test_changes_of_a_schema_are_told(change: kiosk.Change, rule: str, mapping: Mapping) -> None:
    found = {one.rule.id for one in compare(mapping, kiosk.mapped(kiosk.changed(change)), Options(policy=POLICY))}
    assert rule in found


def test_a_resource_with_an_alias_for_what_is_gone_is_the_same_under_another_name(mapping: Mapping) -> None:
    def rename(root: Any) -> None:
        text = json.dumps(root).replace("kiosk:press/paper:Paper", "kiosk:print/journal:Journal")
        text = text.replace("kiosk:press%2Fpaper:Paper", "kiosk:print%2Fjournal:Journal")
        root.clear()
        root.update(json.loads(text))
        root["resources"]["kiosk:print/journal:Journal"]["aliases"] = [{"type": PAPER}]

    changes = compare(mapping, kiosk.mapped(kiosk.changed(rename)), Options(policy=POLICY))
    found = {(one.rule.id, one.entity) for one in changes if one.kind.name == "resource"}
    assert {("entity-renamed", "print.Journal"), ("token-remapped", "print.Journal")} <= found
    assert not {rule for rule, _ in found} & {"entity-removed", "entity-added", "token-changed"}


@pytest.mark.corpus
@needs_corpus
def test_a_review_finds_what_the_comparison_of_pulumi_finds() -> None:
    """Each change that it reports, of the same thing, as one that breaks."""
    folder = CORPUS / "review"
    known = json.loads((folder / "expected.json").read_text())
    old, new = (kiosk.mapped(json.loads((folder / known[key]).read_text())) for key in ("old", "new"))
    found = {
        (one.kind.name, one.entity, one.path, one.rule.id)
        for one in compare(old, new, Options(policy=POLICY))
        if one.severity is ChangeSeverity.BREAKING
    }
    rules = {
        "optional-to-required": "became-required", "missing-resource": "entity-removed",
        "missing-function": "entity-removed", "type-changed": "type-changed",
    }  # fmt: skip
    expected = set()
    for change in known["changes"]:
        quoted = change["path"].split('"')
        path = quoted[3] if len(quoted) > 3 else ""
        expected.add((change["scope"], change["token"].rpartition(":")[2], path, rules[change["kind"]]))
    assert found == expected
    assert len(known["changes"]) == len(found)
