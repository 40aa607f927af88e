"""Package schemas that are written: of one that was read the same, and of an IDL a good one."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Default, Status
from mapper.pulumi.artifacts import ATTRIBUTION
from mapper.pulumi.schema.read import findings
from mapper.pulumi.schema.writer import schema_of, schema_text
from mapper.pulumi.system import PULUMI
from mapper.registry import vocabulary_of
from mapper.request import Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import sidecar
from mkdocs_oasmap.cli import main

from .. import fixtures
from ..tools import write_files
from . import kiosk
from .kiosk import CORPUS, PAPER
from .test_rules import needs_corpus

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
    name: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {"shop/idl/shop.go": SHOP.replace(name, other)})
    assert main(["generate", "--system", "pulumi", "--output", "shop", "shop/idl"]) == 0
    assert "OAS928" in capsys.readouterr().err
    assert (tmp_path / "shop/pack/index.ts").is_file()
    assert not (tmp_path / "shop/schema.json").exists()


def test_the_schema_is_a_part_that_can_be_written_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, {"shop/idl/shop.go": SHOP})
    arguments = ["--system", "pulumi", "shop/idl"]
    assert main(["generate", "--output-schema", "out", *arguments]) == 0
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("out/**/*")] == ["out/schema.json"]
    assert main(["check", "--output-schema", "out", *arguments]) == 0
    assert main(["generate", "--output", "all", *arguments]) == 0
    assert (tmp_path / "all/schema.json").read_bytes() == (tmp_path / "out/schema.json").read_bytes()


def test_a_schema_that_nobody_generated_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    own = '{"name": "shop"}\n'
    write_files(tmp_path, {"shop/idl/shop.go": SHOP, "shop/schema.json": own, "kiosk.json": kiosk.PATH.read_text()})
    assert main(["generate", "--system", "pulumi", "--output", "shop", "shop/idl"]) == 1
    assert "shop/schema.json: was not generated, and is not written over" in capsys.readouterr().err
    assert main(["generate", "--system", "pulumi", "--output", "shop", "kiosk.json"]) == 1
    assert "shop/schema.json: is not of the package kiosk" in capsys.readouterr().err
    assert (tmp_path / "shop/schema.json").read_text() == own
    assert not (tmp_path / "shop/pack").exists()


def test_two_schemas_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(kiosk.PATH.read_text())
    new.write_bytes(kiosk.document(kiosk.changed(kiosk.take("resources", "kiosk:index/stand:Stand"))).data)
    assert main(["diff", str(old), str(new), "--fail-on", "breaking"]) == 3
    assert "breaking: resource kiosk.Stand: the resource was removed" in capsys.readouterr().out
