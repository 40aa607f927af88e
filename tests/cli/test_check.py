"""`oasmap check`: when the output is up to date, and what is said where it is not."""

from __future__ import annotations

from pathlib import Path

from .support import LOSSY, SPEC, Oasmap, written

AGAIN = "run `oasmap generate` with the same arguments and commit the result"


def test_check_passes_where_the_output_is_up_to_date(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_bytes(SPEC)
    ran = oasmap("check", "api.yaml")
    assert ran.code == 0
    assert ran.err == "./provider_code_spec.json is up to date: 1 resource, 0 data sources, 3 attributes\n"


def test_check_fails_where_the_output_is_stale_and_leaves_it(folder: Path, oasmap: Oasmap) -> None:
    (folder / "provider_code_spec.json").write_bytes(SPEC + b"\n")
    ran = oasmap("check", "api.yaml")
    assert ran.code == 1
    assert ran.err == f"error: provider_code_spec.json: is out of date; {AGAIN}\n"
    assert (folder / "provider_code_spec.json").read_bytes() == SPEC + b"\n"


def test_check_fails_where_there_is_no_output_and_makes_none(folder: Path, oasmap: Oasmap) -> None:
    ran = oasmap("check", "api.yaml")
    assert ran.code == 1
    assert ran.err == f"error: provider_code_spec.json: does not exist; {AGAIN}\n"
    assert written(folder) == set()


def test_check_looks_at_the_sidecar_too(folder: Path, oasmap: Oasmap) -> None:
    oasmap("generate", "api.yaml", "--sidecar", "oasmap.json")
    assert oasmap("check", "api.yaml", "--sidecar", "oasmap.json").code == 0
    with (folder / "api.yaml").open("a") as api:
        api.write("# moved by no line, but another digest\n")
    assert oasmap("check", "api.yaml").code == 0
    ran = oasmap("check", "api.yaml", "--sidecar", "oasmap.json")
    assert ran.code == 1
    assert ran.err == f"error: oasmap.json: is out of date; {AGAIN}\n"


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


def test_check_looks_at_the_schema_of_the_provider_too(folder: Path, oasmap: Oasmap) -> None:
    assert oasmap("generate", "api.yaml", "--providers-schema", "schema.json").code == 0
    assert oasmap("check", "api.yaml", "--providers-schema", "schema.json").code == 0
    (folder / "schema.json").write_text("{}")
    ran = oasmap("check", "api.yaml", "--providers-schema", "schema.json")
    assert (ran.code, ran.err) == (1, f"error: schema.json: is out of date; {AGAIN}\n")
