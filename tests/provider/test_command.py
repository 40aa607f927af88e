"""The command line with the schema of a provider: what names it, its site, and `init`."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
import yaml

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.states import Files, read_state

from ..repository import commit_all
from ..tfplugin.peers import aws, peer
from .support import ADDRESS, Json, block, cage, schema, string

pytestmark = pytest.mark.usefixtures("here")


def program() -> str:
    path = Path("terraform-provider-zoo")
    path.write_text(f"#!/bin/sh\ntouch '{Path.cwd()}/started'\n")
    path.chmod(0o700)
    return "provider:./terraform-provider-zoo"


def test_no_process_is_started_for_the_old_side_of_a_review(capsys: pytest.CaptureFixture[str]) -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    assert main(["diff", "--live", "--system", "provider", program(), "schema.json"]) == 1
    assert "a provider is started only where" in capsys.readouterr().err
    assert not Path("started").exists()


def test_no_process_is_started_for_a_revision() -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    spec = Path(program())
    commit_all(Path())
    with pytest.raises(MappingError, match="a provider is started only where"):
        read_state("git:HEAD", Files((), Path.cwd(), spec, system="provider"))
    assert not Path("started").exists()


def test_the_new_side_of_a_review_may_be_live() -> None:
    Path("schema.json").write_text(json.dumps(cage({"a": string("optional")})))
    assert main(["diff", "--live", "schema.json", program()]) == 1  # which starts, and is no provider
    assert Path("started").exists()


@pytest.mark.parametrize("option", [["--live"], ["--provider", "zoo"], ["--plugin-dir", "."]])
def test_what_only_providers_take_is_refused_elsewhere(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("api.yaml").write_text("openapi: 3.1.0\npaths: {}\n")
    Path("generator_config.yml").write_text("provider: {name: zoo}\n")
    assert main(["generate", *option, "api.yaml"]) == 1
    assert "the system terraform does not take" in capsys.readouterr().err


@pytest.mark.peer
def test_a_live_schema_is_written_for_committing_and_maps_to_the_same() -> None:
    spec = f"provider:{peer('garden')}"
    arguments = ["--system", "provider", "--live"]
    assert main(["generate", *arguments, "--output", "schema.json", "--sidecar", "live.json", spec]) == 0
    assert main(["check", *arguments, "--output", "schema.json", spec]) == 0
    assert main(["check", "--system", "provider", "--output", "schema.json", "schema.json"]) == 1  # it is the input
    assert main(["diff", "--fail-on", "any", "live.json", "schema.json"]) == 0
    assert Document("schema.json", Path("schema.json").read_bytes()).position("/provider_schemas") == (1, 27)


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
        ("zo", f"it has no provider 'zo', but {ADDRESS}, example.org/tests/farm; give the whole address of one"),
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


OTHER = "registry.terraform.io/tests/aviary"


def starter_schema(*addresses: str) -> str:
    (own,) = cage({"name": string("required")})["provider_schemas"].values()
    return json.dumps({"format_version": "1.0", "provider_schemas": dict.fromkeys(addresses, own)})


def init(*arguments: str) -> int:
    return main(["init", "--system", "provider", *arguments])


def plugin() -> dict[str, str]:
    found: dict[str, str] = yaml.safe_load(Path("mkdocs.yml").read_text())["plugins"][1]["oasmap"]
    return found


@pytest.mark.parametrize("name", ["schema.json", "a schema: '#'.json", "no", "{x}.json", "ü.json"])
def test_the_plugin_reads_the_schema_that_was_given(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).write_text(starter_schema(ADDRESS))
    assert init(name) == 0
    assert plugin() == {"system": "provider", "spec": name, "pages": "reference"}
    said = capsys.readouterr().err
    assert "a site of the provider zoo with 1 resource\n" in said
    assert "next: mkdocs serve\n" in said
    assert "wrote mkdocs.yml and docs/index.md and docs/stylesheets/site.css: a site of 3 pages\n" in said
    assert "[Resource](reference/index.md#resources-list)" in Path("docs/index.md").read_text(encoding="utf-8")


def test_one_of_several_providers_is_named() -> None:
    Path("schema.json").write_text(starter_schema(ADDRESS, OTHER))
    assert init("schema.json") == 1
    assert init("--provider", "aviary", "schema.json") == 0
    assert plugin()["provider"] == "aviary"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["provider:./x"], "oasmap generate --system provider --live --output provider_schema.json provider:./x"),
        (["--include", "a", "schema.json"], "proposes nothing for --include"),
        (["--overlay", "a.yaml", "schema.json"], "proposes nothing for --overlay"),
        (["other.json"], "no such file"),
        (["--update", "schema.json"], "--update does not change mkdocs.yml"),
    ],
)
def test_what_cannot_be_proposed_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("schema.json").write_text(starter_schema(ADDRESS))
    if "--update" in arguments:
        Path("mkdocs.yml").write_text("site_name: mine\n")
    assert init(*arguments) == 1
    assert said in capsys.readouterr().err
    assert not Path("mkdocs.yml").exists() or Path("mkdocs.yml").read_text() == "site_name: mine\n"


def test_a_site_needs_the_file_of_the_schema(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(starter_schema(ADDRESS).encode())))
    assert init("-") == 1
    assert "--site cannot read standard input; name the file of the schema" in capsys.readouterr().err


@pytest.mark.build
def test_the_site_is_built() -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    Path("schema.json").write_text(starter_schema(ADDRESS))
    assert init("schema.json") == 0
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    assert Path("site/reference/resources/zoo_cage/index.html").is_file()
    assert Path("site/index.html").is_file()
