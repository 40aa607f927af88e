"""Where an entity of the new state cannot be compared, no gate passes, and the first line says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli import main
from mkdocs_oasmap.cli.diff import FORMATS


def package(folder: Path, name: str, **resources: Any) -> str:
    path = folder / name
    path.write_text(json.dumps({"name": "mill", "version": "1.0.0", "resources": resources}))
    return str(path)


def resource(*inputs: str) -> dict[str, Any]:
    return {"inputProperties": {name: {"type": "string"} for name in inputs}}


BROKEN = {"inputProperties": {"a": {"type": "nothing"}}}
STATES = {
    "neither side": ({"mill:index:Loom": BROKEN}, {"mill:index:Loom": BROKEN}),
    "not the new one": ({"mill:index:Loom": resource("a")}, {"mill:index:Loom": BROKEN}),
    "not the old one": ({"mill:index:Loom": BROKEN}, {"mill:index:Loom": resource("a")}),
    "a new one": ({}, {"mill:index:Loom": BROKEN}),
    "one of several": (
        {"mill:index:Loom": BROKEN, "mill:index:Dye": resource("a", "b")},
        {"mill:index:Loom": BROKEN, "mill:index:Dye": resource("a")},
    ),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("threshold", ["breaking", "warning", "any"])
@pytest.mark.parametrize("case", STATES)
def test_no_gate_passes(
    tmp_path: Path, case: str, threshold: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (package(tmp_path, f"{side}.json", **state) for side, state in zip("on", STATES[case], strict=True))
    assert main(["diff", "--system", "pulumi", "--format", form, "--fail-on", threshold, old, new]) == 3
    assert "1 entity of the new state cannot be compared" in capsys.readouterr().err


@pytest.mark.parametrize("case", STATES)
def test_the_first_line_says_so(tmp_path: Path, case: str, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (package(tmp_path, f"{side}.json", **state) for side, state in zip("on", STATES[case], strict=True))
    assert main(["diff", "--system", "pulumi", "--fail-on", "none", old, new]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert "1 entity" in first
    assert "cannot be compared" in first


def test_what_is_gone_and_could_not_be_mapped_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = package(tmp_path, "o.json", **{"mill:index:Loom": BROKEN, "mill:index:Dye": resource("a")})
    new = package(tmp_path, "n.json", **{"mill:index:Dye": resource("a")})
    main(["diff", "--system", "pulumi", "--fail-on", "breaking", old, new])
    assert "cannot be compared" not in capsys.readouterr().err
