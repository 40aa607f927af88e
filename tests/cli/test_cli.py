"""The command line: what it writes, what it says, and the code it exits with."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mapper import __version__
from mkdocs_oasmap.cli import main

API = """\
openapi: 3.0.3
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: {type: string, description: "Its name, <as> \\"spoken\\" & written.", maxLength: 8}
                nickName: {type: string}
      responses:
        "201": {description: Made., content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
  /pets/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        "200": {description: One., content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
components: {schemas: {Pet: {type: object, properties: {name: {type: string}}}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  pet:
    create: {path: /pets, method: POST}
    read: {path: "/pets/{id}", method: GET}
"""
SPEC = rb"""{
	"provider": {
		"name": "zoo"
	},
	"resources": [
		{
			"name": "pet",
			"schema": {
				"attributes": [
					{
						"name": "name",
						"string": {
							"computed_optional_required": "required",
							"description": "Its name, \u003cas\u003e \"spoken\" \u0026 written.",
							"validators": [
								{
									"custom": {
										"imports": [
											{
												"path": "github.com/hashicorp/VALIDATORS/stringvalidator"
											}
										],
										"schema_definition": "stringvalidator.LengthAtMost(8)"
									}
								}
							]
						}
					},
					{
						"name": "nick_name",
						"string": {
							"computed_optional_required": "computed_optional"
						}
					},
					{
						"name": "id",
						"int64": {
							"computed_optional_required": "computed_optional"
						}
					}
				]
			}
		}
	],
	"version": "0.1"
}""".replace(b"VALIDATORS", b"terraform-plugin-framework-validators")
LOSSY = API.replace("nickName: {type: string}", "nickName: {}")
LOST = "api.yaml:14:17: OAS302: resource pet, attribute nick_name: the schema has no type"


@dataclass
class Ran:
    """What a run left: its exit code and what it printed."""

    code: int
    out: str
    err: str


Oasmap = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an API and a config, which is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.yaml").write_text(API)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def oasmap(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Ran]]:
    """Runs the command line in that folder."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    yield run
    gc.enable()


def written(folder: Path) -> set[str]:
    """The files that were not there from the start."""
    return {path.name for path in folder.iterdir()} - {"api.yaml", "generator_config.yml"}


# --- generate -------------------------------------------------------------------------------------


def test_generate_reads_and_writes_the_default_files(folder: Path, oasmap: Oasmap) -> None:
    assert oasmap("generate", "api.yaml").code == 0
    assert written(folder) == {"provider_code_spec.json"}
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_generate_says_what_it_wrote_and_prints_nothing_else(oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml")
    assert ran.err == "wrote ./provider_code_spec.json: 1 resource, 0 data sources, 3 attributes\n"
    assert ran.out == ""


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


def test_an_old_output_is_replaced(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_text("old")
    assert oasmap("generate", "api.yaml").code == 0
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_a_dash_is_standard_output(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml", "--output", "-")
    assert ran.out == SPEC.decode()
    assert ran.err == "wrote standard output: 1 resource, 0 data sources, 3 attributes\n"
    assert written(folder) == set()


def test_a_dash_is_standard_input(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").unlink()
    assert oasmap("generate", "-", stdin=API).code == 0
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_standard_input_is_named_in_messages(oasmap: Oasmap) -> None:
    assert "<standard input>:14:17: OAS302" in oasmap("generate", "-", stdin=LOSSY).err
    assert oasmap("generate", "-", stdin="").err == "error: <standard input>: the file is empty\n"


def test_standard_input_has_no_folder_that_references_could_lead_to(folder: Path, oasmap: Oasmap) -> None:
    (folder / "other.yaml").write_text("It: {type: string}\n")
    ran = oasmap("generate", "-", stdin=API.replace("nickName: {type: string}", "it: {$ref: 'other.yaml#/It'}"))
    assert ran.code == 0
    assert "'other.yaml' is another file, but <standard input> has no folder" in ran.err


def test_references_lead_to_files_beside_the_description(folder: Path, oasmap: Oasmap) -> None:
    (folder / "other.yaml").write_text("Nick: {type: string}\n")
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", "nickName: {$ref: 'other.yaml#/Nick'}"))
    assert oasmap("generate", "api.yaml").code == 0
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


def test_warnings_say_where_what_and_how_to_settle_it(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "api.yaml")
    assert ran.code == 0
    what, result, fix, summary = ran.err.splitlines()
    assert what == f"warning: {LOST}"
    assert result == "    result: The attribute is left out; everything around it is mapped."
    assert fix.startswith("    to settle it: ")
    assert "ignores: [nickName]  # in resources.pet.schema" in fix
    assert summary.startswith("wrote ./provider_code_spec.json: 1 resource, 0 data sources, 2 attributes (1 warning")


def test_what_a_warning_says_to_paste_settles_it(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    (folder / "generator_config.yml").write_text(CONFIG + "    schema:\n      ignores: [nickName]\n")
    assert oasmap("generate", "--strict", "api.yaml").code == 0


def test_quiet_prints_nothing_but_problems(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    for flag in ("--quiet", "-q"):
        ran = oasmap("generate", flag, "api.yaml")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert oasmap("generate", "-q", "nothing.yaml").err == "error: nothing.yaml: no such file\n"


def test_quiet_and_standard_output_give_the_specification_and_nothing_else(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "-q", "--output", "-", "api.yaml")
    assert (ran.out, ran.err) == (SPEC.decode(), "")


def test_the_same_command_may_be_run_again(folder: Path, oasmap: Oasmap) -> None:
    assert [oasmap("generate", "api.yaml").code for _ in range(2)] == [0, 0]
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC


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
    data = json.loads((folder / "oasmap.json").read_text())
    Draft202012Validator(schema).validate(data)
    assert [document["file"] for document in data["documents"]] == ["api.yaml", "generator_config.yml"]
    assert {d["code"] for d in data["diagnostics"]} == {"OAS302", "OAS324"}


def test_specification_and_sidecar_are_written_both_or_not_at_all(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml", "--sidecar", "nothing/oasmap.json")
    assert ran.code == 1
    assert ran.err == "error: nothing/oasmap.json: cannot be written: No such file or directory\n"
    assert written(folder) == set()


def test_nothing_is_printed_as_specification_where_the_sidecar_cannot_be_written(oasmap: Oasmap) -> None:
    ran = oasmap("generate", "api.yaml", "--output", "-", "--sidecar", "nothing/oasmap.json")
    assert ran.code == 1
    assert ran.out == ""


@pytest.mark.parametrize("name", ["spec.json", "./spec.json", "folder/../spec.json"])
def test_specification_and_sidecar_cannot_be_the_same_file(folder: Path, oasmap: Oasmap, name: str) -> None:
    (folder / "folder").mkdir()
    ran = oasmap("generate", "api.yaml", "--output", "spec.json", "--sidecar", name)
    assert ran.code == 1
    assert "--sidecar and --output are the same file" in ran.err
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
    assert ran.err.endswith("error: --strict: something was lost; nothing is written\n")


def test_strict_prints_no_specification_where_something_was_lost(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--strict", "--output", "-", "api.yaml")
    assert (ran.code, ran.out) == (3, "")


def test_strict_does_not_mind_notes(folder: Path, oasmap: Oasmap) -> None:
    (folder / "other.yaml").write_text("Nick: {type: string}\n")
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", "nickName: {$ref: 'other.yaml#/Nick'}"))
    ran = oasmap("generate", "--strict", "api.yaml")
    assert ran.code == 0
    assert ran.err.endswith("3 attributes (1 note)\n")


# --- formats --------------------------------------------------------------------------------------


def test_json_diagnostics_are_one_document_on_standard_output(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", "json", "api.yaml")
    data = json.loads(ran.out)
    assert data["problems"] == []
    assert [d["code"] for d in data["diagnostics"] if d["severity"] == "warning"] == ["OAS302"]
    assert ran.err == ""


def test_json_diagnostics_are_there_even_if_there_are_none(oasmap: Oasmap) -> None:
    assert json.loads(oasmap("generate", "--format", "json", "api.yaml").out) == {"problems": [], "diagnostics": []}


def test_annotations_are_commands_on_standard_output(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", "github", "api.yaml")
    assert ran.out == (
        "::warning file=api.yaml,line=14,col=17,title=OAS302 Schema without a type::"
        "resource pet, attribute nick_name: the schema has no type%0A"
        "The attribute is left out; everything around it is mapped.\n"
    )
    assert ran.err == ""


@pytest.mark.parametrize("format_", ["json", "github"])
def test_diagnostics_make_way_for_the_specification(folder: Path, oasmap: Oasmap, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", format_, "--output", "-", "api.yaml")
    assert json.loads(ran.out)["provider"] == {"name": "zoo"}
    assert "OAS302" in ran.err


@pytest.mark.parametrize("format_", ["json", "github"])
def test_problems_make_way_for_the_specification_too(oasmap: Oasmap, format_: str) -> None:
    ran = oasmap("generate", "--format", format_, "--output", "-", "nothing.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "nothing.yaml" in ran.err


def test_problems_are_part_of_the_json_document(folder: Path, oasmap: Oasmap) -> None:
    (folder / "generator_config.yml").write_text(CONFIG.replace("/pets,", "/pet,"))
    ran = oasmap("generate", "--format", "json", "api.yaml")
    (problem,) = json.loads(ran.out)["problems"]
    assert (problem["file"], problem["line"]) == ("generator_config.yml", 4)
    assert problem["message"].endswith("the path '/pet' is not in api.yaml; did you mean '/pets'?")
    assert ran.err.startswith("error: generator_config.yml:4:5: ")


def test_problems_are_annotations(oasmap: Oasmap) -> None:
    ran = oasmap("generate", "--format", "github", "nothing.yaml")
    assert ran.out == "::error file=nothing.yaml,title=oasmap::no such file\n"


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_strict_reports_in_every_format(folder: Path, oasmap: Oasmap, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--strict", "--format", format_, "api.yaml")
    assert ran.code == 3
    assert "OAS302" in ran.out + ran.err
    assert ran.err.endswith("error: --strict: something was lost; nothing is written\n")


# --- check ----------------------------------------------------------------------------------------


def test_check_passes_where_the_output_is_up_to_date(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_bytes(SPEC)
    ran = oasmap("check", "api.yaml")
    assert ran.code == 0
    assert ran.err == "./provider_code_spec.json is up to date: 1 resource, 0 data sources, 3 attributes\n"


def test_check_fails_where_the_output_is_stale_and_leaves_it(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_bytes(SPEC + b"\n")
    ran = oasmap("check", "api.yaml")
    assert ran.code == 1
    assert ran.err == "error: provider_code_spec.json: is not what would be written now; run oasmap generate\n"
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC + b"\n"


def test_check_fails_where_there_is_no_output_and_makes_none(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("check", "api.yaml")
    assert ran.code == 1
    assert ran.err == "error: provider_code_spec.json: does not exist; run oasmap generate\n"
    assert written(folder) == set()


def test_check_looks_at_the_sidecar_too(folder: Path, oasmap: Oasmap) -> None:
    oasmap("generate", "api.yaml", "--sidecar", "oasmap.json")
    assert oasmap("check", "api.yaml", "--sidecar", "oasmap.json").code == 0
    with (folder / "api.yaml").open("a") as api:
        api.write("# moved by no line, but another digest\n")
    assert oasmap("check", "api.yaml").code == 0
    ran = oasmap("check", "api.yaml", "--sidecar", "oasmap.json")
    assert ran.code == 1
    assert ran.err == "error: oasmap.json: is not what would be written now; run oasmap generate\n"


def test_check_is_strict_on_demand(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    oasmap("generate", "api.yaml")
    assert oasmap("check", "api.yaml").code == 0
    ran = oasmap("check", "--strict", "api.yaml")
    assert ran.code == 3
    assert ran.err.endswith("error: --strict: something was lost\n")


def test_check_finds_problems_as_generate_does(oasmap: Oasmap) -> None:
    ran = oasmap("check", "nothing.yaml")
    assert (ran.code, ran.err) == (1, "error: nothing.yaml: no such file\n")


def test_check_says_why_the_output_cannot_be_read(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").mkdir()
    ran = oasmap("check", "api.yaml")
    assert (ran.code, ran.err) == (1, "error: provider_code_spec.json: cannot be read: Is a directory\n")


def test_check_cannot_compare_with_standard_output(oasmap: Oasmap) -> None:
    ran = oasmap("check", "--output", "-", "api.yaml")
    assert ran.code in (1, 2)
    assert "-: does not exist" not in ran.err


def test_check_annotates_what_is_stale(oasmap: Oasmap) -> None:
    assert "::error file=provider_code_spec.json" in oasmap("check", "--format", "github", "api.yaml").out


# --- help, versions, mistakes ---------------------------------------------------------------------


@pytest.mark.parametrize("command", ["generate", "check"])
def test_help_has_every_option_every_exit_code_and_examples(oasmap: Oasmap, command: str) -> None:
    ran = oasmap(command, "--help")
    assert ran.code == 0
    for option in ("SPEC", "--config", "--output", "--sidecar", "--strict", "--format", "--quiet"):
        assert option in ran.out
    assert re.findall(r"^  (\d)  ", ran.out, re.MULTILINE) == ["0", "1", "2", "3"]
    assert f"oasmap {command} openapi.yaml" in ran.out


def test_help_lists_the_commands(oasmap: Oasmap) -> None:
    ran = oasmap("--help")
    assert ran.code == 0
    commands = set(re.findall(r"^    (\w+)  ", ran.out, re.MULTILINE))
    assert commands >= {"generate", "check", "schema"}
    for command in commands:
        assert oasmap(command, "--help").code == 0


def test_the_examples_in_the_help_work(folder: Path, oasmap: Oasmap) -> None:
    (folder / "openapi.yaml").write_text(API)
    examples = re.findall(r"^  (?:curl .* \| )?oasmap (.+)$", oasmap("generate", "--help").out, re.MULTILINE)
    (folder / "generator.yaml").touch()
    assert len(examples) == 5
    for example in examples:
        assert oasmap(*example.split(), stdin=API).code == 0


def test_the_version_is_printed(oasmap: Oasmap) -> None:
    ran = oasmap("--version")
    assert (ran.code, ran.out) == (0, f"mkdocs-oasmap {__version__}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("generate",),
        ("generate", "api.yaml", "another.yaml"),
        ("generate", "--unknown", "api.yaml"),
        ("generate", "--format", "xml", "api.yaml"),
        ("generate", "api.yaml", "--output"),
        ("produce", "api.yaml"),
        ("schema", "api.yaml"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_explained_and_exits_with_2(
    folder: Path, oasmap: Oasmap, arguments: tuple[str, ...]
) -> None:
    ran = oasmap(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: oasmap")
    assert "error: " in ran.err
    assert written(folder) == set()


def test_the_schema_command_prints_a_json_schema(oasmap: Oasmap) -> None:
    ran = oasmap("schema")
    assert (ran.code, ran.err) == (0, "")
    Draft202012Validator.check_schema(json.loads(ran.out))


# --- as a program ---------------------------------------------------------------------------------


COMMAND = [sys.executable, "-m", "mkdocs_oasmap"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def program(folder: Path, *arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**ENVIRONMENT, **variables},
        input=stdin.encode(),
        capture_output=True,
        check=False,
    )


def test_the_module_is_the_program(folder: Path) -> None:
    ran = program(folder, "generate", "-", "--output", "-", stdin=API)
    assert (ran.returncode, ran.stdout) == (0, SPEC)
    assert ran.stderr == b"wrote standard output: 1 resource, 0 data sources, 3 attributes\n"


def test_the_program_exits_with_the_code(folder: Path) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    assert program(folder, "generate", "--strict", "-q", "api.yaml").returncode == 3
    assert program(folder, "generate", "-q", "nothing.yaml").returncode == 1
    assert program(folder, "generate").returncode == 2


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_any_terminal_can_show_any_message(folder: Path, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY.replace("nickName", "naïveté日").replace("/pets:", "/pets:  # é"))
    ran = program(folder, "generate", "--format", format_, "api.yaml", PYTHONIOENCODING="ascii")
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 0


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_half_of_a_surrogate_pair_is_in_nobodys_way(folder: Path, format_: str) -> None:
    schema = {"type": "object", "properties": {"a\ud800b": {}, "c": {"type": "string", "description": "\ud83d"}}}
    responses = {"200": {"content": {"application/json": {"schema": schema}}}}
    (folder / "api.json").write_text(
        json.dumps({"openapi": "3.1.0", "paths": {"/pets": {"get": {"responses": responses}}}})
    )
    (folder / "c.yml").write_text("provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n")
    ran = program(folder, "generate", "--config", "c.yml", "--sidecar", "s.json", "--format", format_, "api.json")
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 0
    json.loads((folder / "provider_code_spec.json").read_bytes().decode())
    json.loads((folder / "s.json").read_bytes().decode())


def test_a_reader_that_stops_reading_is_no_crash(folder: Path) -> None:
    properties = "".join(f"\n                extra{i}: {{type: string}}" for i in range(3000))
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", "nickName: {type: string}" + properties))
    with subprocess.Popen(
        [*COMMAND, "generate", "--output", "-", "api.yaml"],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_a_message(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [*COMMAND, "generate", "-q", "--output", "-", "api.yaml"],
            cwd=folder,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.startswith(b"error: ")
    assert ran.stderr.count(b"\n") == 1


# --- several files, overlays, other hosts ---

FIX = """\
overlay: 1.0.0
actions:
  - target: $.components.schemas.Pet.properties
    update: {age: {type: integer}}
  - target: $.nothing
    remove: true
"""


def test_a_config_may_be_given_in_several_files(folder: Path, oasmap: Oasmap) -> None:
    (folder / "more.yml").write_text('data_sources: {pet: {read: {path: "/pets/{id}", method: GET}}}\n')
    ran = oasmap("generate", "--config", "generator_config.yml", "--config", "more.yml", "api.yaml")
    assert ran.code == 0
    assert "1 resource, 1 data source" in ran.err


def test_the_same_entity_in_two_files_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    (folder / "more.yml").write_text(CONFIG)
    ran = oasmap("generate", "--config", "generator_config.yml", "--config", "more.yml", "api.yaml")
    assert (ran.code, ran.err) == (
        1,
        "error: more.yml:3: the resource 'pet' is in generator_config.yml:3 already; an entity stands in one file\n",
    )


@pytest.mark.parametrize("command", ["generate", "pages", "init"])
def test_overlays_are_applied_first(folder: Path, oasmap: Oasmap, command: str) -> None:
    (folder / "fix.yml").write_text(FIX.replace("$.nothing", "$.info.version"))
    (folder / "other.yml").write_text(FIX.replace("age", "size"))
    rest = {"generate": [], "pages": ["out"], "init": ["--output", "proposal.yml"]}[command]
    ran = oasmap(command, "--overlay", "fix.yml", "--overlay", "other.yml", "api.yaml", *rest)
    assert ran.code == 0
    if command == "generate":
        written = (folder / "provider_code_spec.json").read_text()
        assert '"age"' in written
        assert '"size"' in written
        assert "warning: other.yml:5:5: OAS206: the target '$.nothing' selects nothing" in ran.err
    if command == "init":
        assert "next: oasmap generate --config proposal.yml --overlay fix.yml --overlay other.yml api.yaml" in ran.err


def test_what_an_overlay_adds_has_its_source_in_the_overlay(folder: Path, oasmap: Oasmap) -> None:
    (folder / "fix.yml").write_text(FIX)
    assert oasmap("generate", "--overlay", "fix.yml", "--sidecar", "side.json", "api.yaml").code == 0
    side = json.loads((folder / "side.json").read_text())
    (pet,) = [entity for entity in side["entities"] if entity["name"] == "pet"]
    (age,) = [attribute for attribute in pet["attributes"] if attribute["path"] == "age"]
    assert age["origins"][0]["location"] == {
        "file": "fix.yml",
        "pointer": "/actions/0/update/age",
        "line": 4,
        "column": 14,
    }
    assert [document["file"] for document in side["documents"]] == ["api.yaml", "fix.yml", "generator_config.yml"]


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("actions: []", "fix.yml:1:1: the key overlay with the version is missing"),
        ("overlay: [", "fix.yml:"),
        ("overlay: 1.0.0\nactions: [{target: $.paths[}]", "fix.yml:2:"),
    ],
)
def test_a_mistake_in_an_overlay_is_one_message(folder: Path, oasmap: Oasmap, overlay: str, message: str) -> None:
    (folder / "fix.yml").write_text(overlay)
    ran = oasmap("generate", "--overlay", "fix.yml", "api.yaml")
    assert ran.code == 1
    assert ran.err.startswith(f"error: {message}")
    assert ran.err.count("\n") == 1


def test_an_overlay_that_does_not_exist_or_is_written_over_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    assert oasmap("generate", "--overlay", "none.yml", "api.yaml").err == "error: none.yml: no such file\n"
    (folder / "fix.yml").write_text(FIX)
    ran = oasmap("generate", "--overlay", "fix.yml", "--output", "fix.yml", "api.yaml")
    assert ran.err == "error: fix.yml: this is an input, and is not written over\n"


def test_an_overlay_applies_to_standard_input_too(folder: Path, oasmap: Oasmap) -> None:
    (folder / "fix.yml").write_text(FIX)
    ran = oasmap("generate", "--overlay", "fix.yml", "--output", "-", "-", stdin=API)
    assert '"age"' in ran.out


def test_without_the_library_the_message_says_what_to_install(
    folder: Path, oasmap: Oasmap, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "fix.yml").write_text(FIX)
    monkeypatch.setitem(sys.modules, "jsonpath", None)
    ran = oasmap("generate", "--overlay", "fix.yml", "api.yaml")
    assert ran.err == "error: overlays need one more package: pip install 'mkdocs-oasmap[overlay]'\n"


def test_another_host_is_not_asked_unless_it_is_named(folder: Path, oasmap: Oasmap) -> None:
    url = "http://127.0.0.1:9/pet.yaml"
    (folder / "api.yaml").write_text(API.replace("nickName: {type: string}", f"nickName: {{$ref: '{url}'}}"))
    ran = oasmap("generate", "api.yaml")
    assert "to allow that, use --allow-host 127.0.0.1:9, or allow_hosts in mkdocs.yml" in ran.err
    ran = oasmap("generate", "--allow-host", "127.0.0.1:9", "api.yaml")
    assert f"'{url}': it cannot be read" in ran.err


def test_what_is_no_host_is_one_message(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("generate", "--allow-host", "https://a.example", "api.yaml")
    assert ran.code == 1
    assert ran.err.startswith("error: allowed hosts: 'https://a.example' is not the name of a host, such as ")
