"""The benchmark of the command line (`tests.benchmarks`): a second build is run in turn with the first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .benchmarks.__main__ import main
from .benchmarks.cases import find_cases
from .benchmarks.measure import Result, Series, measure_in_turn
from .benchmarks.phases import phases
from .benchmarks.process import Limits, Sample
from .benchmarks.programs import ours
from .benchmarks.report import against_cells
from .benchmarks.shared import entries_of, read_config, with_entries

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the benchmarks read /proc")

API = {"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"}, "paths": {"/pets/{id}": {"get": {}}}}
CONFIG = {"provider": {"name": "zoo"}, "data_sources": {"pet": {"read": {"path": "/pets/{id}", "method": "GET"}}}}


class Builds:
    """Stand-ins for builds: each notes that it ran, and writes what it is told to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.ran = folder / "ran"
        (folder / "openapi.json").write_text(json.dumps(API))
        (folder / "generator_config.yml").write_text(json.dumps(CONFIG))

    def build(self, name: str, output: str, code: int = 0) -> str:
        script = self._folder / name
        lines = ["#!/bin/sh", f"echo {name} >>{self.ran}", f"echo '{output}' >\"$5\"", f"exit {code}"]
        script.write_text("\n".join(lines) + "\n")
        script.chmod(0o755)
        return str(script)

    def compare(self, mine: str, other: str) -> tuple[int, dict[str, Any]]:
        found = self._folder / "found.json"
        programs = ["--tool", mine, "--against", other, "--no-reference"]
        code = main([*programs, "--runs", "3", "--json", str(found), str(self._folder / "openapi.json")])
        return code, json.loads(found.read_text())["results"][0]


@pytest.fixture
def builds(tmp_path: Path) -> Builds:
    return Builds(tmp_path)


def test_two_builds_run_in_turn(builds: Builds, capsys: pytest.CaptureFixture[str]) -> None:
    code, result = builds.compare(builds.build("new", "{}"), builds.build("old", "{}"))
    assert code == 0
    warm_up, runs = ["new", "old"], ["new", "old"] * 3
    assert builds.ran.read_text().split() == warm_up + runs
    assert {label: len(series) for label, series in result["runs"].items()} == {"oasmap": 3, "against": 3}
    assert result["same_bytes_as_against"] is True
    assert "2nd same" in capsys.readouterr().out


def test_a_size_in_a_curve_has_the_runs_of_all_rounds_and_is_failed_if_one_is(builds: Builds, tmp_path: Path) -> None:
    case = find_cases([str(tmp_path / "openapi.json")], None)[0]
    good, bad = (ours(builds.build(name, "{}", code)) for name, code in (("good", 0), ("bad", 3)))
    one, two = measure_in_turn([case, case], [good], 3, Limits(60, 2**30))
    assert [len(result.series["oasmap"].samples) for result in (one, two)] == [3, 3]
    assert one.series["oasmap"].ok
    assert builds.ran.read_text().split() == ["good"] * 6
    assert not measure_in_turn([case], [bad], 2, Limits(60, 2**30))[0].series["oasmap"].ok


def test_outputs_of_two_builds_that_are_not_the_same_are_told(builds: Builds) -> None:
    code, result = builds.compare(builds.build("new", "{}"), builds.build("old", "[]"))
    assert (code, result["same_bytes_as_against"]) == (0, False)


def test_a_second_build_that_fails_is_not_compared(builds: Builds, capsys: pytest.CaptureFixture[str]) -> None:
    code, result = builds.compare(builds.build("new", "{}"), builds.build("old", "{}", code=1))
    assert (code, result["same_bytes_as_against"]) == (0, None)
    assert "openapi.json: against: exit 1" in capsys.readouterr().out


def test_a_second_build_that_is_not_there_is_refused(builds: Builds, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        builds.compare(builds.build("new", "{}"), "/nowhere/oasmap")
    assert "--against: there is no command /nowhere/oasmap" in capsys.readouterr().err


def test_ratios_are_those_of_runs_next_to_each_other(builds: Builds) -> None:
    def series(*costs: tuple[float, float, int]) -> Series:
        return Series([Sample("ok", wall, cpu, rss) for wall, cpu, rss in costs])

    mine = series((2.0, 1.0, 30), (9.0, 1.0, 30), (1.0, 1.0, 60))
    other = series((1.0, 1.0, 30), (3.0, 2.0, 30), (1.0, 1.0, 30))
    result = Result(None, {"oasmap": mine, "against": other}, {}, [], None, "", True)  # type: ignore[arg-type]
    assert result.pairs("against", "wall") == [2.0, 3.0, 1.0]
    assert against_cells(result)[3:] == [
        "2.00 (1.00-3.00)", "1.00 (0.50-1.00)", "1.00 (1.00-2.00)", "yes"
    ]  # fmt: skip


def test_phases_of_a_mapping_are_plain_data_with_its_entities_and_attributes(builds: Builds, tmp_path: Path) -> None:
    name = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "toy": {"properties": {"id": {"type": "string"}}}},
    }
    answer = {"responses": {"200": {"description": "", "content": {"application/json": {"schema": name}}}}}
    (tmp_path / "openapi.json").write_text(json.dumps({**API, "paths": {"/pets/{id}": {"get": answer}}}))
    found = json.loads(json.dumps(phases(tmp_path / "openapi.json", tmp_path / "generator_config.yml")))
    assert (found["entities"], found["attributes"]) == ({"provider": 1, "data source": 1}, 3)


def test_a_build_that_writes_nothing_is_not_compared(builds: Builds, tmp_path: Path) -> None:
    silent = builds.build("silent", "{}")
    Path(silent).write_text("#!/bin/sh\nexit 0\n")
    code, result = builds.compare(builds.build("new", "{}"), silent)
    assert (code, result["same_bytes_as_against"]) == (0, None)


def test_entries_that_all_programs_map_are_measured_apart(
    builds: Builds, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = {"pet": CONFIG["data_sources"], "toy": CONFIG["data_sources"]}
    (tmp_path / "generator_config.yml").write_text(json.dumps({**CONFIG, "data_sources": entries}))
    pet, toy = ({"name": name, "schema": {"attributes": [{"name": "id"}]}} for name in entries)
    more, less = ({"datasources": listed} for listed in ([pet, toy], [pet, {"name": "toy", "schema": {}}]))
    programs = ["--tool", builds.build("new", json.dumps(more)), "--against", builds.build("old", json.dumps(less))]
    code = main([*programs, "--no-reference", "--shared", "--runs", "1", str(tmp_path / "openapi.json")])
    printed = capsys.readouterr()
    assert code == 0
    assert "openapi.json (1 in common)" in printed.out


def test_a_config_is_written_as_it_was_read(builds: Builds, tmp_path: Path) -> None:
    (tmp_path / "generator_config.yml").write_text("resources: {a: {x: 010}}\ndata_sources: {b: {}, c: {}}\n")
    case = find_cases([str(tmp_path / "openapi.json")])[0]
    cut = with_entries(case, "cut", [("resources", "a"), ("data_sources", "c")], tmp_path)
    assert read_config(cut) == {"resources": {"a": {"x": "010"}}, "data_sources": {"c": {}}}
    assert entries_of(read_config(cut)) == [("resources", "a"), ("data_sources", "c")]


@pytest.mark.build
@pytest.mark.parametrize("command", [["serve", "--rebuilds", "1"], ["site"]], ids=["serve", "site"])
def test_the_costs_of_a_site_are_measured(command: list[str], tmp_path: Path) -> None:
    module, *options = command
    small = ["--pages", "2", "--attributes", "30", "--theme", "mkdocs"]
    call = [sys.executable, "-m", f"tests.benchmarks.{module}", *options, *small]
    done = subprocess.run(call, env={**os.environ, "OASMAP_CACHE": str(tmp_path)}, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode()
    assert b"ms a page" in done.stdout
