"""A run that is killed while it writes leaves whole files, and what is not of one run is recognised and repaired."""

from __future__ import annotations

import random
import signal

import pytest

from .kills import CASES, Case, trial, trials

pytestmark = pytest.mark.soak


def test_kills_at_the_moment_of_writing() -> None:
    outcomes = list(trials(12, seed=4))
    assert [outcome.faults for outcome in outcomes] == [()] * 12
    assert any(outcome.state == "mixed" for outcome in outcomes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_files_of_two_runs_are_recognised_by_every_reader_and_repaired(case: Case) -> None:
    outcome = trial(case, signal.SIGKILL, random.Random(1), share=1.0)
    assert (outcome.state, outcome.faults) == ("mixed", ())
