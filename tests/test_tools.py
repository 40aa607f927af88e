"""Tools of the project: benchmarks run builds in turn and compare them, the fuzzer finds what is wrong."""

import itertools
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .benchmarks.__main__ import main
from .benchmarks.cases import find_cases
from .benchmarks.measure import Result, Series
from .benchmarks.process import Sample
from .benchmarks.report import against_cells
from .benchmarks.shared import entries_of, read_config, with_entries
from .benchmarks.steps import CASES, MARGIN, counted, recorded
from .fuzz import loop, oracle, whole
from .fuzz.mutate import mutate
from .fuzz.seeds import changed, seed
from .fuzz.targets import TARGETS

BODY = {"content": {"application/json": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}}
READ = {"parameters": [{"name": "id", "in": "path", "required": True}], "responses": {"200": BODY}}
API = {"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"}, "paths": {"/pets/{id}": {"get": READ}}}
CONFIG = {"provider": {"name": "zoo"}, "data_sources": {"pet": {"read": {"path": "/pets/{id}", "method": "GET"}}}}

NUMBERS = itertools.count()


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    (tmp_path / "openapi.json").write_text(json.dumps(API))
    (tmp_path / "generator_config.yml").write_text(json.dumps(CONFIG))
    return tmp_path


def stand_in(folder: Path, name: str, output: str, code: int = 0) -> str:
    """A build that notes that it ran, and writes what it is told to."""
    script = folder / name
    script.write_text(f"#!/bin/sh\necho {name} >>{folder / 'ran'}\necho '{output}' >\"$5\"\nexit {code}\n")
    script.chmod(0o755)
    return str(script)


@pytest.mark.skipif(sys.platform != "linux", reason="the benchmarks read /proc")
@pytest.mark.parametrize(
    ("output", "code", "same"), [("{}", 0, True), ("[]", 0, False), ("{}", 1, None)], ids=["same", "other", "failed"]
)
def test_two_builds_run_in_turn_and_are_compared(inputs: Path, output: str, code: int, same: bool | None) -> None:
    programs = ["--tool", stand_in(inputs, "new", "{}"), "--against", stand_in(inputs, "old", output, code)]
    found = ["--no-reference", "--runs", "3", "--json", str(inputs / "found.json")]
    assert main([*programs, *found, str(inputs / "openapi.json")]) == 0
    (result,) = json.loads((inputs / "found.json").read_text())
    assert result["same_as_against"] is same
    if code == 0:
        assert (inputs / "ran").read_text().split() == ["new", "old"] * 4  # once to warm up


def test_ratios_are_those_of_runs_next_to_each_other() -> None:
    mine, other = (
        Series([Sample("ok", wall, cpu, rss) for wall, cpu, rss in costs])
        for costs in (
            ((2.0, 1.0, 30), (9.0, 1.0, 30), (1.0, 1.0, 60)),
            ((1.0, 1.0, 30), (3.0, 2.0, 30), (1.0, 1.0, 30)),
        )
    )
    result = Result(None, {"oasmap": mine, "against": other}, None, None, None, "", True)  # type: ignore[arg-type]
    assert against_cells(result)[3:] == ["2.00 (1.00-3.00)", "1.00 (0.50-1.00)", "1.00 (1.00-2.00)", "yes"]


def test_a_config_is_cut_to_some_entries_and_written_as_it_was_read(inputs: Path) -> None:
    (inputs / "generator_config.yml").write_text("resources: {a: {x: 010}}\ndata_sources: {b: {}, c: {}}\n")
    case = find_cases([str(inputs / "openapi.json")])[0]
    cut = with_entries(case, "cut", [("resources", "a"), ("data_sources", "c")], inputs)
    assert read_config(cut) == {"resources": {"a": {"x": "010"}}, "data_sources": {"c": {}}}
    assert entries_of(read_config(cut)) == [("resources", "a"), ("data_sources", "c")]


@pytest.mark.build
@pytest.mark.parametrize("command", [["serve", "--rebuilds", "1"], ["site"]], ids=["serve", "site"])
def test_the_costs_of_a_site_are_measured(command: list[str]) -> None:
    module, *options = command
    small = ["--pages", "2", "--attributes", "30", "--theme", "mkdocs"]
    call = [sys.executable, "-m", f"tests.benchmarks.{module}", *options, *small]
    done = subprocess.run(call, capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode()
    assert b"ms a page" in done.stdout


@pytest.mark.soak
def test_a_mapping_and_its_pages_take_no_more_steps_than_recorded() -> None:
    found, known = counted(), recorded()
    assert found.keys() == CASES.keys()
    assert min(found.values()) > 50_000  # so that the margin can be seen
    assert {name: steps for name, steps in found.items() if known and steps > MARGIN * known[name]} == {}


# --- the fuzzer --------------------------------------------------------------------------------------


def case(**more: object) -> bytes:
    return json.dumps({"api": json.dumps(API), "asked": {"policies": {}, "schemas": [{}, {}]}, **more}).encode()


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_of_each_target_are_taken_and_come_again(target: str) -> None:
    random = Random(4)
    assert any(TARGETS[target](seed(target, random)) for _ in range(20))

    def some() -> list[bytes]:
        random = Random(7)
        data = [seed(target, random)]
        return [*data, *(changed(target, data[-1], random) for _ in range(5))]

    assert some() == some()


def test_an_overlay_and_an_old_sidecar_take_part() -> None:
    added = {"target": "$..properties", "update": {"size": {"type": "integer", "description": "How large it is."}}}
    assert whole.spec(case(overlay=[added])) > whole.spec(case(old=5)) == whole.spec(case()) > len(case())
    assert whole.spec(case(overlay=[{"target": "$.paths", "remove": True}])) == 0


@pytest.mark.parametrize(
    ("name", "replaced", "found"),
    [
        *(
            ("plain_files", lambda _pages, _made, text=text: {"a.md": f"Text\n{text}\n".encode()}, "a page has")
            for text in ("{{ x }}", "::: x", "<script>x</script>", "\x1b[2J")
        ),
        ("write_code_spec", lambda _: f'{{"a": {next(NUMBERS)}}}', "other bytes"),
        ("write_code_spec", lambda _: '{"resources": [{"name": "a"}, {"name": "a"}]}', "a name stands twice"),
    ],
)
def test_what_is_wrong_is_found(name: str, replaced: Any, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, name, replaced)
    with pytest.raises(oracle.Wrong, match=found):
        whole.spec(case())


def test_a_tag_in_code_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "plain_files", lambda _pages, _made: {"a.md": b"One of `<script>`, ``a ` <script>``."})
    assert whole.spec(case())


def test_what_fails_or_takes_too_much_memory_is_kept_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(data: bytes) -> int:
        if data == b"bad":
            raise oracle.Wrong("bad")
        return 20_000

    monkeypatch.setitem(loop.TARGETS, "document", failing)
    tally = loop.Tally("document")
    assert loop.attempt(tally, b"good", tmp_path)
    assert not loop.attempt(tally, b"bad", tmp_path)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"bad"]
    assert str(tally).startswith("document: 2 inputs, 1 taken, 1 failed, ")
    peaks = iter([1_000, 1_001 + oracle.PEAK])
    monkeypatch.setattr(oracle, "peak", lambda: next(peaks))
    loop.attempt(tally, b"x", tmp_path)
    assert "Wrong: it takes more memory than a run may" in tally.kinds


def test_a_text_that_is_no_json_is_changed_too() -> None:
    random = Random(1)
    assert len({mutate(b"a: 1\nb: [2]\n", random) for _ in range(30)}) > 10
