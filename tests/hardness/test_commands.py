"""Every command within the bounds, whatever it is given: schemas of providers, IDL, histories, descriptions."""

import random
import signal
from pathlib import Path

import pytest

from . import commands
from .commands import GO, HISTORIES, OF_DESCRIPTIONS, OF_GO, OF_SCHEMAS, POSITIONS, SCHEMAS, SHARING, VARIANTS, Attack
from .descriptions import CONFIG
from .kills import CASES, Case, trial, trials

pytestmark = pytest.mark.soak

CPU = 20
"""Seconds of CPU time: twice what a file of a megabyte may cost, as there are slower machines, and busy ones.

`python -m tests.hardness.commands` prints what each attack costs.
"""

MOST = 512 * 2**20
OLD = b"what was written before"
OUTPUTS = ("provider_code_spec.json", "provider_schema.json", "sidecar.json")


def bounded(attack: Attack, folder: Path) -> None:
    """It is cheap, ends with one line for each thing that is wrong, and leaves what was there."""
    for name in OUTPUTS:
        (folder / name).write_bytes(OLD)
    run = attack.run(folder)
    assert run.cpu <= CPU, f"{attack.name}: {run.cpu:.1f} s"
    assert run.peak <= MOST, f"{attack.name}: {run.peak / 2**20:.0f} MiB"
    assert run.code in (0, 1, 3), (attack.name, run.err[-500:])
    assert all(len(line) < 3_000 for line in run.err.splitlines()), attack.name
    if run.code == 1:
        assert run.err.startswith("error: ") or "\nerror: " in run.err, (attack.name, run.err[:500])
        assert [name for name in OUTPUTS if (folder / name).read_bytes() != OLD] == [], attack.name


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_of_providers(name: str, tmp_path: Path) -> None:
    """Each with one of the six commands, in turn; `python -m tests.hardness.commands` tries all."""
    command = list(OF_SCHEMAS)[list(SCHEMAS).index(name) % len(OF_SCHEMAS)]
    bounded(commands.of_schema(name, command), tmp_path)


@pytest.mark.parametrize("name", GO)
def test_idl(name: str, tmp_path: Path) -> None:
    command = list(OF_GO)[list(GO).index(name) % len(OF_GO)]
    bounded(commands.of_go(name, command), tmp_path)


@pytest.mark.parametrize("name", HISTORIES)
def test_histories(name: str, tmp_path: Path) -> None:
    bounded(commands.of_history(name), tmp_path)


@pytest.mark.parametrize("command", [name for name in OF_DESCRIPTIONS if name != "generate"])
def test_descriptions(command: str, tmp_path: Path) -> None:
    """Each command has a part of the positions and of the ways; all together have each of both.

    `python -m tests.hardness.commands` tries all.
    """
    turn = list(OF_DESCRIPTIONS).index(command)
    for number, position in enumerate(list(POSITIONS)[turn :: len(OF_DESCRIPTIONS)]):
        way = list(SHARING)[(turn + number) % len(SHARING)]
        config = VARIANTS if position == "variants" else CONFIG
        folder = tmp_path / str(number)
        folder.mkdir()
        # half of the inputs are refused at once; what is just accepted costs more
        text = commands.shared(position, way, uses=(8_000, 1_500)[number % 2])
        bounded(commands.of_description(f"{position}, {way}", text, config, command), folder)


@pytest.mark.parametrize("command", [name for name in OF_DESCRIPTIONS if not name.startswith("init")])
def test_a_text_that_thousands_of_nested_attributes_share(command: str, tmp_path: Path) -> None:
    text = commands.shared("description", "references of references")
    bounded(commands.of_description("a long text", text, CONFIG, command), tmp_path)


# --- a run that is killed while it writes leaves whole files, and what is not of one run is recognised and repaired


def test_kills_at_the_moment_of_writing() -> None:
    outcomes = list(trials(12, seed=4))
    assert [outcome.faults for outcome in outcomes] == [()] * 12
    assert any(outcome.state == "mixed" for outcome in outcomes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_files_of_two_runs_are_recognised_by_every_reader_and_repaired(case: Case) -> None:
    outcome = trial(case, signal.SIGKILL, random.Random(1), share=1.0)
    assert (outcome.state, outcome.faults) == ("mixed", ())
