"""`oasmap check`: when the output is up to date, and what is said where it is not."""

import json
from pathlib import Path

import pytest

from .support import CONFIG, LOSSY, SPEC, Oasmap

AGAIN = "run `oasmap generate` with the same arguments and commit the result"


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (SPEC, "./provider_code_spec.json is up to date: 1 resource, 0 data sources, 3 attributes"),
        (SPEC + b"\n", f"error: provider_code_spec.json: is out of date; {AGAIN}"),
        (None, f"error: provider_code_spec.json: does not exist; {AGAIN}"),
    ],
)
def test_check_says_whether_the_output_is_up_to_date_and_leaves_it(
    folder: Path, oasmap: Oasmap, there: bytes | None, said: str
) -> None:
    output = folder / "provider_code_spec.json"
    if there is not None:
        output.write_bytes(there)
    ran = oasmap("check", "api.yaml")
    assert (ran.code, ran.err) == (int(there != SPEC), f"{said}\n")
    assert (output.read_bytes() if output.exists() else None) == there


@pytest.mark.parametrize("option", ["--sidecar", "--providers-schema"])
def test_check_looks_at_further_files_too(folder: Path, oasmap: Oasmap, option: str) -> None:
    assert oasmap("generate", "api.yaml", option, "more.json").code == 0
    assert oasmap("check", "api.yaml", option, "more.json").code == 0
    (folder / "more.json").write_text("{}")
    assert oasmap("check", "api.yaml").code == 0
    ran = oasmap("check", "api.yaml", option, "more.json")
    assert (ran.code, ran.err) == (1, f"error: more.json: is out of date; {AGAIN}\n")


def test_a_sidecar_is_stale_where_only_the_digest_of_the_input_has_changed(folder: Path, oasmap: Oasmap) -> None:
    oasmap("generate", "api.yaml", "--sidecar", "oasmap.json")
    with (folder / "api.yaml").open("a") as api:
        api.write("# moved by no line, but another digest\n")
    assert oasmap("check", "api.yaml").code == 0
    assert oasmap("check", "api.yaml", "--sidecar", "oasmap.json").code == 1


def test_check_is_strict_on_demand(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    oasmap("generate", "api.yaml")
    assert oasmap("check", "api.yaml").code == 0
    ran = oasmap("check", "--strict", "api.yaml")
    assert ran.code == 3
    assert ran.err.endswith(
        "error: --strict: something was lost; `oasmap settle` proposes entries for the warnings above\n"
    )


def test_check_says_why_the_output_cannot_be_read(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").mkdir()
    ran = oasmap("check", "api.yaml")
    assert (ran.code, ran.err) == (
        1,
        "error: provider_code_spec.json: cannot be read: Is a directory; choose another file or folder\n",
    )


def test_check_cannot_compare_with_standard_output(oasmap: Oasmap) -> None:
    ran = oasmap("check", "--output", "-", "api.yaml")
    assert ran.code in (1, 2)
    assert "-: does not exist" not in ran.err


def test_check_annotates_what_is_stale(oasmap: Oasmap) -> None:
    assert "::error file=provider_code_spec.json" in oasmap("check", "--format", "github", "api.yaml").out


# --- `--format`: what diagnostics and problems look like, and which stream they go to -------------


def test_json_diagnostics_are_one_document_on_standard_output_even_if_there_are_none(
    folder: Path, oasmap: Oasmap
) -> None:
    assert json.loads(oasmap("generate", "--format", "json", "api.yaml").out) == {"problems": [], "diagnostics": []}
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", "json", "api.yaml")
    data = json.loads(ran.out)
    assert data["problems"] == []
    assert [d["code"] for d in data["diagnostics"] if d["severity"] == "warning"] == ["OAS302"]
    assert ran.err == ""


def test_annotations_are_commands_on_standard_output(folder: Path, oasmap: Oasmap) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", "github", "api.yaml")
    assert ran.out == (
        "::warning file=api.yaml,line=19,col=9,title=OAS302 Schema without a type::"
        "resource pet, attribute nick_name: the schema has no type%0A"
        "The attribute is left out; everything around it is mapped.%0A"
        "fix: policies: {untyped: json_string}  # at the top level or in the entity; or ignores: [nickName]"
        "  # in resources.pet.schema\n"
    )
    assert ran.err == ""


@pytest.mark.parametrize("format_", ["json", "github"])
def test_diagnostics_and_problems_make_way_for_the_specification(folder: Path, oasmap: Oasmap, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--format", format_, "--output", "-", "api.yaml")
    assert json.loads(ran.out)["provider"] == {"name": "zoo"}
    assert "OAS302" in ran.err
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
    assert ran.out == "::error file=nothing.yaml,title=oasmap::no such file; correct the path\n"


@pytest.mark.parametrize("format_", ["text", "json", "github"])
def test_strict_reports_in_every_format(folder: Path, oasmap: Oasmap, format_: str) -> None:
    (folder / "api.yaml").write_text(LOSSY)
    ran = oasmap("generate", "--strict", "--format", format_, "api.yaml")
    assert ran.code == 3
    assert "OAS302" in ran.out + ran.err
    said = "error: --strict: something was lost; nothing is written"
    assert ran.err.endswith(f"{said}; `oasmap settle` proposes entries for the warnings above\n")
