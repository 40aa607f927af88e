"""The pairs of `sixty_pairs.py` are judged as was expected of them, and no gate passes what breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli import main

from .sixty_pairs import PAIRS, Pair

KINDS = {"terraform", "provider", "crossplane", "ack", "pulumi"}


def command(pair: Pair, folder: Path, *options: str) -> list[str]:
    for side, files in (("old", pair.old), ("new", pair.new)):
        (folder / side).mkdir(exist_ok=True)
        for name, data in files.items():
            (folder / side / name).write_bytes(data)
    configs = ["--config", str(folder / "new" / pair.config), "--old-config", str(folder / "old" / pair.config)]
    named = [str(folder / side / pair.input) for side in ("old", "new")]
    return ["diff", "--system", pair.system, *options, *(configs if pair.config else []), *named]


def test_there_are_sixty_of_all_systems() -> None:
    assert len(PAIRS) >= 60
    assert {pair.system for pair in PAIRS.values()} == KINDS


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_judged_as_expected(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = PAIRS[name]
    code = main(command(pair, tmp_path, "--format", "json", "--fail-on", "breaking"))
    changes: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["changes"]
    told = [change for change in changes if change["severity"] != "mapping"]
    found = {change["rule"] for change in told}
    assert (told[0]["severity"] if told else "nothing") == pair.worst
    assert pair.rules <= found
    assert not pair.absent & found
    assert code == (3 if pair.worst == "breaking" else 0)
    assert all(set(change.get("breaks", ())) <= pair.only for change in told if pair.only)
    if pair.breaks:
        concerned = [set(change.get("breaks", ())) for change in told if change["severity"] == pair.worst]
        assert any(pair.breaks <= each for each in concerned)


@pytest.mark.parametrize("name", PAIRS)
def test_its_first_line_is_read_in_ten_seconds(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(command(PAIRS[name], Path()))
    first = capsys.readouterr().out.splitlines()[0]
    assert len(first) <= 160 or "the mapping has" in first
