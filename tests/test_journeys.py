"""The count of what one thing more costs (`tests.benchmarks.journeys`): the same in each run, and of our code only."""

from __future__ import annotations

import sys
from dataclasses import replace
from subprocess import CalledProcessError
from typing import Any

import pytest

from .benchmarks.journey_inputs import JOURNEYS, Journey
from .benchmarks.journeys import by_file, comparison, journeys, overview

pytestmark = pytest.mark.soak

BY_NAME = {journey.name: journey for journey in JOURNEYS}
OVERRIDE = BY_NAME["one more override"]
FIELD = BY_NAME["ACK: one more field → CRD, Go, page"]
ROW = BY_NAME["mapping → HTML row"]


def counted(*chosen: Journey) -> dict[str, Any]:
    return journeys(sys.executable, chosen, size=2)


def files(journey: dict[str, Any]) -> set[str]:
    return {one["file"] for one in journey["path"]}


def test_two_runs_count_the_same() -> None:
    first = counted(OVERRIDE, FIELD)
    assert counted(OVERRIDE, FIELD) == first
    for journey in first["journeys"].values():
        assert journey["calls"] == sum(one["calls"] for one in journey["path"]) > journey["functions"]
        assert journey["functions"] > journey["files"] == len(files(journey)) > 5
        assert journey["files"] - 1 <= journey["changes"] < journey["functions"]


def test_only_files_of_the_packages_count_and_templates_are_among_them() -> None:
    (row,) = counted(ROW)["journeys"].values()
    assert {file.split("/")[0] for file in files(row)} == {"mapper", "mkdocs_oasmap"}
    assert [file for file in files(row) if file.endswith(".html")]


def test_what_the_mapping_calls_is_no_part_of_the_row() -> None:
    whole = replace(ROW, name="with the mapping", less=())
    found = counted(ROW, whole)["journeys"]
    assert found[ROW.name]["calls"] < found[whole.name]["calls"]


def test_an_input_that_does_not_grow_adds_nothing() -> None:
    still = replace(OVERRIDE, name="nothing more", files=lambda _: OVERRIDE.files(3))
    assert counted(still)["journeys"]["nothing more"] == {
        "functions": 0, "files": 0, "calls": 0, "changes": 0, "path": []
    }  # fmt: skip


def test_a_run_that_fails_says_why(capfd: pytest.CaptureFixture[str]) -> None:
    broken = replace(OVERRIDE, files=lambda _: {"api.json": "{", "config.yml": OVERRIDE.files(2)["config.yml"]})
    with pytest.raises(CalledProcessError):
        counted(broken)
    assert "api.json: exit 1: error: api.json:" in capfd.readouterr().err


def test_two_results_are_put_side_by_side() -> None:
    path = [
        {"file": "mapper/a.py", "name": "one", "line": 1, "calls": 2},
        {"file": "mapper/b.py", "name": "two", "line": 1, "calls": 3},
        {"file": "mapper/a.py", "name": "three", "line": 9, "calls": 1},
    ]
    journey = {"functions": 3, "files": 2, "calls": 6, "changes": 2, "path": path}
    old = {"python": "3.11.7", "journeys": {"one more": journey, "gone": journey}}
    new = {"python": "3.11.9", "journeys": {"one more": {**journey, "calls": 4}}}
    assert overview(old, markdown=True).splitlines()[2] == (
        "| one more                   |         3 |     2 |     6 |               2 |"
    )
    (_, row) = comparison(old, new, markdown=False).splitlines()
    assert row.split("  ")[0] == "one more"
    assert "6 → 4" in row
    assert by_file(journey, markdown=False).splitlines()[1:] == [
        "mapper/a.py          2      3",
        "mapper/b.py          1      3",
    ]
    newer = {**new, "python": "3.12.1"}
    assert comparison(old, newer, markdown=False) == ("not comparable: counted by Python 3.11.7 and by Python 3.12.1")
