"""`oasmap generate`: what it reads and writes, and the code it exits with."""

import gc
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mapper.inputs import Document
from mapper.model import walk
from mapper.registry import vocabulary_of
from mapper.sidecar.reader import read_sidecar

from .support import API, CONFIG, LOSSY, LOST, SPEC, Oasmap, written


def test_generate_reads_and_writes_the_default_files_as_often_as_it_is_run(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_text("old")
    for _ in range(2):
        ran = oasmap("generate", "api.yaml")
        assert (ran.code, ran.out) == (0, "")
        assert ran.err == "wrote ./provider_code_spec.json: 1 resource, 0 data sources, 3 attributes\n"
        assert written(folder) == {"provider_code_spec.json"}
        assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_generate_says_what_it_writes_besides_the_artifact(folder: Path, oasmap: Oasmap) -> None:
    for pages in ("2 files written, 0 unchanged", "0 files written, 2 unchanged"):
        told = oasmap("generate", "--registry-docs", "pages", "api.yaml").err
        artifact = "./provider_code_spec.json: 1 resource, 0 data sources, 3 attributes"
        assert told == f"wrote {artifact}\npages: {pages}\n"
    (folder / "templates").mkdir()
    (folder / "templates" / "picture.svg").touch()
    note = "note: templates/picture.svg: not copied, as the registry shows files with the ending .md only\n"
    assert note in oasmap("generate", "--registry-docs", "pages", "api.yaml").err
    assert oasmap("generate", "--registry-docs", "pages", "--quiet", "api.yaml").err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("api.yaml", "--config", "other.yml", "--output", "spec.json"),
        ("--output", "spec.json", "api.yaml", "--config", "other.yml"),
        ("--output=spec.json", "--config=other.yml", "api.yaml"),
        ("-config", "other.yml", "-output", "spec.json", "api.yaml"),
        ("api.yaml", "-output=spec.json", "-config=other.yml"),
    ],
    ids=" ".join,
)
def test_options_may_stand_in_any_order_and_have_one_dash_or_two(
    folder: Path, oasmap: Oasmap, arguments: tuple[str, ...]
) -> None:
    (folder / "generator_config.yml").rename(folder / "other.yml")
    assert oasmap("generate", *arguments).code == 0
    assert (folder / "spec.json").read_bytes() == SPEC
    assert written(folder) == {"other.yml", "spec.json"}


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("3.0.3", "api.yaml:2:8: OAS203: 'Zoo' is not of type 'integer'"),
        ("3.1.0", "api.yaml:2:1: OAS203: 'license' is a required property"),
    ],
)
def test_validation_reports_what_breaks_the_rules_of_openapi_at_its_place(
    folder: Path, oasmap: Oasmap, monkeypatch: pytest.MonkeyPatch, version: str, said: str
) -> None:
    schemas = ModuleType("openapi_spec_validator.schemas")  # of a package that few have
    title, license_ = {"title": {"type": "integer"}}, {"required": ["license"]}
    vars(schemas)["schema_v30"] = {"properties": {"info": {"properties": title}}}
    vars(schemas)["schema_v31"] = {"properties": {"info": license_}}
    monkeypatch.setitem(sys.modules, "openapi_spec_validator", ModuleType("openapi_spec_validator"))
    monkeypatch.setitem(sys.modules, schemas.__name__, schemas)
    (folder / "api.yaml").write_text(API.replace("3.0.3", version))
    assert "OAS203" not in oasmap("generate", "api.yaml").err
    ran = oasmap("generate", "--validate", "api.yaml")
    assert said in ran.err
    (folder / "api.yaml").write_text(API.replace("3.0.3", version).replace("type: string", "type: odd", 1))
    ran = oasmap("generate", "--validate", "api.yaml")
    assert said in ran.err
    assert "OAS303" in ran.err
    assert (ran.code, (folder / "provider_code_spec.json").exists()) == (0, True)


def test_json_is_read_as_well(folder: Path, oasmap: Oasmap) -> None:
    operation = {"responses": {"200": {"content": {"application/json": {"schema": {
        "type": "object", "properties": {"name": {"type": "string"}}}}}}}}  # fmt: skip
    paths = {"/pets": {"get": operation}}
    (folder / "api.json").write_text(json.dumps({"openapi": "3.1.0", "paths": paths}))
    config = {"provider": {"name": "zoo"}, "data_sources": {"pet": {"read": {"path": "/pets", "method": "GET"}}}}
    (folder / "config.json").write_text(json.dumps(config))
    assert oasmap("generate", "--config", "config.json", "api.json").code == 0
    (source,) = json.loads((folder / "provider_code_spec.json").read_text())["datasources"]
    assert [attribute["name"] for attribute in source["schema"]["attributes"]] == ["name"]


def test_a_dash_is_standard_output(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml", "--output", "-")
    assert ran.out == SPEC.decode()
    assert ran.err == "wrote standard output: 1 resource, 0 data sources, 3 attributes\n"
    assert written(folder) == set()
    ran = oasmap("generate", "-q", "--output", "-", "api.yaml")
    assert (ran.out, ran.err) == (SPEC.decode(), "")


def test_a_dash_is_standard_input(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").unlink()
    assert oasmap("generate", "-", stdin=API).code == 0
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_standard_input_is_named_in_messages(oasmap: Oasmap) -> None:
    assert "<standard input>:19:9: OAS302" in oasmap("generate", "-", stdin=LOSSY).err
    assert (
        oasmap("generate", "-", stdin="").err
        == "error: <standard input>: the file is empty; name a file with contents\n"
    )


def test_standard_input_has_no_folder_that_references_could_lead_to(folder: Path, oasmap: Oasmap) -> None:
    (folder / "other.yaml").write_text("It: {type: string}\n")
    ran = oasmap("generate", "-", stdin=API.replace("nickName: {type: string}", "it: {$ref: 'other.yaml#/It'}"))
    assert ran.code == 0
    assert "'other.yaml' is another file, but <standard input> has no folder" in ran.err


def test_warnings_say_where_what_and_how_to_settle_it(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "api.yaml")
    assert ran.code == 0
    what, result, fix, summary = ran.err.splitlines()
    assert what == f"warning: {LOST}"
    assert result == "    consequence: The attribute is left out; everything around it is mapped."
    assert fix.startswith("    fix: ")
    assert "ignores: [nickName]  # in resources.pet.schema" in fix
    assert summary.startswith("wrote ./provider_code_spec.json: 1 resource, 0 data sources, 2 attributes (1 warning")


def test_quiet_prints_nothing_but_problems(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    for flag in ("--quiet", "-q"):
        ran = oasmap("generate", flag, "api.yaml")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert oasmap("generate", "-q", "nothing.yaml").err == "error: nothing.yaml: no such file; correct the path\n"


@pytest.mark.parametrize("name", ["api.yaml", "./api.yaml", "generator_config.yml"])
@pytest.mark.parametrize("option", ["--output", "--sidecar"])
def test_an_input_is_never_written_over(folder: Path, oasmap: Oasmap, option: str, name: str) -> None:
    ran = oasmap("generate", "api.yaml", option, name)
    assert ran.code != 0
    assert (folder / "api.yaml").read_text() == API
    assert (folder / "generator_config.yml").read_text() == CONFIG


def test_the_collector_of_the_calling_program_is_left_as_it_was(oasmap: Oasmap) -> None:
    assert gc.isenabled()
    oasmap("generate", "api.yaml")
    assert gc.isenabled()


# --- sidecar --------------------------------------------------------------------------------------


def test_the_sidecar_is_what_the_schema_command_describes(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    assert oasmap("generate", "api.yaml", "--sidecar", "oasmap.json").code == 0
    schema = json.loads(oasmap("schema").out)
    Draft202012Validator.check_schema(schema)
    data = json.loads((folder / "oasmap.json").read_text())
    Draft202012Validator(schema).validate(data)
    assert [document["file"] for document in data["documents"]] == ["api.yaml", "generator_config.yml"]
    assert {d["code"] for group in data["diagnostics"] for d in group["found"]} == {"OAS302", "OAS324"}


def test_folders_of_outputs_are_made(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml", "--output", "new/spec.json", "--sidecar", "other/new/oasmap.json")
    assert ran.code == 0
    assert (folder / "new/spec.json").is_file()
    assert (folder / "other/new/oasmap.json").is_file()


def test_the_sidecar_says_what_attributes_refer_to(folder: Path, oasmap: Oasmap) -> None:
    text = {"type": "string"}
    paths: dict[str, Any] = {}
    for noun, properties in (("site", {"id": text}), ("lamp", {"id": text, "site_id": text})):
        body = {"content": {"application/json": {"schema": {"type": "object", "properties": properties}}}}
        paths[f"/{noun}s"] = {"post": {"requestBody": body, "responses": {"201": body}}}
        paths[f"/{noun}s/{{{noun}_id}}"] = {"get": {"responses": {"200": body}}}
    (folder / "api.json").write_text(json.dumps({"openapi": "3.1.0", "paths": paths}))
    assert oasmap("init", "api.json", "--force").code == 0
    assert oasmap("generate", "api.json", "--output", "alone.json").code == 0
    assert oasmap("generate", "api.json", "--sidecar", "oasmap.json").code == 0
    assert (folder / "provider_code_spec.json").read_bytes() == (folder / "alone.json").read_bytes()
    entities = read_sidecar(Document("oasmap.json", (folder / "oasmap.json").read_bytes()), vocabulary_of).entities
    found = [attribute.refers_to for entity in entities for _, attribute in walk(entity.body)]
    assert {str(target.entity) for target in found if target is not None} == {"resource site"}


def test_specification_and_sidecar_are_written_both_or_not_at_all(folder: Path, oasmap: Oasmap) -> None:
    for output in ("spec.json", "-"):
        ran = oasmap("generate", "api.yaml", "--output", output, "--sidecar", "api.yaml/oasmap.json")
        assert (ran.code, ran.out) == (1, "")
        assert (
            ran.err
            == "error: api.yaml/oasmap.json: cannot be written: Not a directory; choose another file or folder\n"
        )
        assert written(folder) == set()


@pytest.mark.parametrize("name", ["spec.json", "./spec.json", "folder/../spec.json"])
def test_specification_and_sidecar_cannot_be_the_same_file(folder: Path, oasmap: Oasmap, name: str) -> None:
    (folder / "folder").mkdir()
    ran = oasmap("generate", "api.yaml", "--output", "spec.json", "--sidecar", name)
    assert ran.code == 1
    assert "--sidecar and --output name the same file; choose another one for the sidecar" in ran.err
    assert not (folder / "spec.json").exists()


def test_a_sidecar_named_dash_does_not_become_a_file_of_that_name(folder: Path, oasmap: Oasmap) -> None:
    oasmap("generate", "api.yaml", "--sidecar", "-")
    assert "-" not in written(folder)


# --- strict ---------------------------------------------------------------------------------------


def test_strict_writes_nothing_where_something_was_lost(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    (folder / "provider_code_spec.json").write_text("old")
    ran = oasmap("generate", "--strict", "api.yaml", "--sidecar", "oasmap.json")
    assert ran.code == 3
    assert (folder / "provider_code_spec.json").read_text() == "old"
    assert written(folder) == {"provider_code_spec.json"}
    assert f"warning: {LOST}\n" in ran.err
    said = "error: --strict: something was lost; nothing is written"
    assert ran.err.endswith(f"{said}; `oasmap settle` proposes entries for the warnings above\n")
    ran = oasmap("generate", "--strict", "--output", "-", "api.yaml")
    assert (ran.code, ran.out) == (3, "")


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    "arguments",
    [("pages", "--format", "registry", "api.yaml", "docs"), ("generate", "--registry-docs", "docs", "api.yaml")],
)
def test_registry_pages_are_refused_in_the_folder_of_the_site_before_it_exists_too(
    folder: Path, oasmap: Oasmap, arguments: tuple[str, ...], *, there: bool
) -> None:
    (folder / "mkdocs.yml").write_text("site_name: Zoo\n")
    if there:
        (folder / "docs").mkdir()
    ran = oasmap(*arguments)
    assert ran.code == 1
    assert "docs_dir: site_docs" in ran.err
    assert not any((folder / "docs").glob("*"))
    assert not (folder / "provider_code_spec.json").exists()


def test_a_page_in_the_way_leaves_the_artifact_as_it_is_too(folder: Path, oasmap: Oasmap) -> None:
    arguments = ("generate", "--registry-docs", "docs", "api.yaml")
    assert oasmap(*arguments).code == 0
    page = next((folder / "docs/resources").iterdir())
    page.write_text("by hand")
    (folder / "provider_code_spec.json").write_text("old")
    ran = oasmap(*arguments)
    assert ran.code == 1
    assert "is not a page that oasmap made" in ran.err
    assert ((folder / "provider_code_spec.json").read_text(), page.read_text()) == ("old", "by hand")


def test_strict_does_not_mind_notes_as_of_a_reference_to_a_file_beside_the_description(
    folder: Path, oasmap: Oasmap
) -> None:
    (folder / "other.yaml").write_text("Nick: {type: string}\n")
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", "nickName: {$ref: 'other.yaml#/Nick'}"))
    ran = oasmap("generate", "--strict", "api.yaml")
    assert ran.code == 0
    assert ran.err.endswith("3 attributes (1 note)\n")
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_an_output_that_is_far_larger_than_its_input_gets_a_note(
    folder: Path, oasmap: Oasmap, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "note:" not in oasmap("generate", "api.yaml").err
    monkeypatch.setattr("mkdocs_oasmap.cli.generate.LARGE", 1)
    assert "note:" not in oasmap("generate", "api.yaml").err
    monkeypatch.setattr("mkdocs_oasmap.cli.generate.MANY_TIMES", 0)
    ran = oasmap("generate", "api.yaml")
    assert (ran.code, ran.err.count("\n")) == (0, 2)
    assert "note: the output has 0 MB, 0 times its input: what many entities share is written out in each" in ran.err
