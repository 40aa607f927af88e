"""What names a schema, and which provider of it."""

import gzip
import json
from pathlib import Path

import pytest

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Request

from ..tfplugin.peers import aws, peer
from .support import ADDRESS, Json, block, cage, schema, string


def run(spec: Path | Document, **options: object) -> Mapping:
    return system_named("provider").run(Request(spec, (), **options)).mapping  # type: ignore[arg-type]


def two() -> Json:
    other = {"provider": schema(block({"key": string("optional")}))}
    return {"format_version": "1.0", "provider_schemas": {ADDRESS: {}, "example.org/tests/farm": other}}


def test_a_compressed_schema_is_read(tmp_path: Path) -> None:
    path = tmp_path / "schema.json.gz"
    path.write_bytes(gzip.compress(json.dumps(cage({"a": string("optional")})).encode()))
    mapping = run(path, base=tmp_path)
    assert [entity.name for entity in mapping.entities] == ["zoo", "zoo_cage"]
    assert mapping.documents[0].uri == "schema.json.gz"


@pytest.mark.parametrize("name", ["farm", "tests/farm", "example.org/tests/farm"])
def test_one_of_several_providers_is_chosen_by_the_end_of_its_address(name: str) -> None:
    mapping = run(Document("schema.json", json.dumps(two()).encode()), provider=name)
    assert mapping.provider == "farm"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (None, f"there are 2 providers in it: {ADDRESS}, example.org/tests/farm; say which with --provider"),
        ("zo", f"there is no provider 'zo' in it: {ADDRESS}, example.org/tests/farm"),
    ],
)
def test_which_of_several_is_meant_has_to_be_said(name: str | None, said: str) -> None:
    with pytest.raises(MappingError) as raised:
        run(Document("schema.json", json.dumps(two()).encode()), provider=name)
    assert str(raised.value) == f"schema.json: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "schema.json:1:1: an object is required, not a list"),
        ('{\n"format_version": "7.0"}', "schema.json:2:1: /format_version: the format version '7.0' is not known"),
        (
            json.dumps(cage({"a": {"type": "text"}}), indent=1),
            "schema.json:18:9: /provider_schemas/registry.terraform.io~1tests~1zoo/resource_schemas/zoo_cage/block/"
            "attributes/a/type: 'text' is not a type",
        ),
        ('{"format_version": "1.0"}', "schema.json: there are 0 providers in it"),
    ],
)
def test_what_is_no_schema_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(MappingError) as raised:
        run(Document("schema.json", text.encode()))
    assert str(raised.value).startswith(said)


def test_no_process_is_started_that_nobody_has_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "terraform-provider-zoo"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    program.chmod(0o700)
    with pytest.raises(MappingError, match="only where the command line"):
        run(Path(f"provider:{program}"), base=tmp_path)
    assert not (tmp_path / "started").exists()
    with pytest.raises(MappingError):  # which is no provider
        run(Path(f"provider:{program}"), base=tmp_path, live=True)
    assert (tmp_path / "started").exists()


@pytest.mark.peer
def test_a_running_provider_says_what_is_committed() -> None:
    folder = Path(__file__).parents[2] / "example_site" / "provider"
    committed = run(folder / "provider_schema.json")
    mapping = run(Path(f"provider:{peer('garden')}"), live=True)
    assert [entity.body for entity in mapping.entities if entity.kind.folder] != []
    assert {(str(e.kind), e.name, e.body.size) for e in mapping.entities} == {
        (str(e.kind), e.name, e.body.size) for e in committed.entities
    }


@pytest.mark.peer
def test_a_provider_is_found_by_its_name_and_is_named_with_its_version() -> None:
    mapping = run(Path("provider:hashicorp/aws"), live=True, plugin_dirs=(aws().parents[5],))
    assert mapping.documents[0].uri == "provider:hashicorp/aws@5.100.0"
    assert len(mapping.entities) == 1 + 1526 + 608 + 7 + 3
