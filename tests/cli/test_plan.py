"""What `oasmap plan` prints of the results of a program, and with which code it ends."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.report.diagnostic import Problem
from mapper.system.runner import PlanResult, PlanResults
from mkdocs_oasmap.cli import main

BAD = Problem("it is bad", "a.yaml:3", remedy="mend it")
REFUSED = PlanResult("Oven/a", "a.yaml", 3, errors=(BAD,), warnings=(BAD,))
VALID = PlanResult("Oven/b", "b.yaml", None, warnings=(BAD,))
PLANNED = PlanResult("Oven/c", "c.yaml", 1, filled=(("x", "b"), ("y", None)), later=("id",), planned=True)

RESULTS: list[tuple[PlanResults, int, str, str]] = [
    (PlanResults(()), 0, "", ""),
    (PlanResults((VALID,)), 0, "Oven/b: valid\n  warning: a.yaml:3: it is bad; mend it\n", ""),
    (PlanResults((REFUSED,)), 1,
     "Oven/a: refused\n  error: a.yaml:3: it is bad; mend it\n  warning: a.yaml:3: it is bad; mend it\n", ""),
    (PlanResults((PLANNED,)), 0,
     'Oven/c: would be created; 1 value known after creation\n  x: "b" is filled in\n  y: null is filled in\n', ""),
    (PlanResults((), (BAD,)), 1, "", "error: a.yaml:3: it is bad; mend it\n"),
    (PlanResults((), note="no \x1b plan"), 0, "", "note: nothing is planned, only validated: no \\x1b plan\n"),
]  # fmt: skip


@pytest.fixture
def told(here: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The results that the program is to have, and the texts that it was asked about."""
    found = SimpleNamespace(results=PlanResults(()), texts=[])

    class Runner:
        def plan(self, _provider: object, texts: Sequence[tuple[str, str]]) -> PlanResults:
            found.texts = list(texts)
            return found.results

    monkeypatch.setattr("mkdocs_oasmap.cli.plan.runner", lambda *_: Runner())
    (here / "more").mkdir()
    for name in ("a.yaml", "more/b.yml", "more/c.yaml", "more/d.txt"):
        (here / name).write_text(f"\N{BYTE ORDER MARK}name: {name}\n", encoding="utf-8")
    return found


@pytest.mark.parametrize(("results", "code", "out", "err"), RESULTS)
def test_a_result_has_its_lines_and_its_code(
    results: PlanResults, code: int, out: str, err: str, told: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    told.results = results
    assert main(["plan", "--provider", "./x", "a.yaml"]) == code
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (out, err)


def test_as_json_each_result_has_all_members(told: Any, capsys: pytest.CaptureFixture[str]) -> None:
    told.results = PlanResults((REFUSED, PLANNED))
    assert main(["plan", "--provider", "./x", "--format", "json", "a.yaml"]) == 1
    text = "a.yaml:3: it is bad; mend it"
    assert json.loads(capsys.readouterr().out) == [
        {"manifest": "Oven/a", "file": "a.yaml", "line": 3, "valid": False, "planned": False, "errors": [text],
         "warnings": [text], "filled": {}, "knownLater": []},
        {"manifest": "Oven/c", "file": "c.yaml", "line": 1, "valid": True, "planned": True, "errors": [],
         "warnings": [], "filled": {"x": "b", "y": None}, "knownLater": ["id"]},
    ]  # fmt: skip


def test_files_folders_and_standard_input_are_read(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("name: in\n"))
    assert main(["plan", "--provider", "./x", "more", "-", "a.yaml"]) == 0
    names = ["more/b.yml", "more/c.yaml"]
    expected = [*((name, f"name: {name}\n") for name in names), ("<standard input>", "name: in\n")]
    assert told.texts == [*expected, ("a.yaml", "name: a.yaml\n")]


def test_what_is_no_text_is_refused(told: Any, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a.yaml").write_bytes(b"\xff")
    assert main(["plan", "--provider", "./x", "a.yaml"]) == 1
    assert "a.yaml: this is not a text in UTF-8; save it in this encoding" in capsys.readouterr().err
