"""`--format`: what diagnostics and problems look like, and which stream they go to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .support import CONFIG, LOSSY, Oasmap


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
        "::warning file=api.yaml,line=19,col=9,title=OAS302 Schema without a type::"
        "resource pet, attribute nick_name: the schema has no type%0A"
        "The attribute is left out; everything around it is mapped.%0A"
        "fix: policies: {untyped: json_string}  # at the top level or in the entity; or ignores: [nickName]"
        "  # in resources.pet.schema\n"
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
