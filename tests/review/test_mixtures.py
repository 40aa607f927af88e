"""The review and an oracle that maps all four combinations agree on what made a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from .histories import PAIRS
from .mixtures import judged, mixtures, real, spread

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not PAIRS, reason="the histories are not here")]

SOME = 12
NINETEEN_OF_TWENTY = 0.95


def test_the_causes_of_committed_changes_of_both_inputs(tmp_path: Path) -> None:
    both = {pair["pair"] for pair in PAIRS if pair["changed"] == "both"}
    found = [judged(mixture) for mixture in real(tmp_path) if mixture.name in both]
    assert [verdict for _, verdicts in found for verdict in verdicts if not verdict.agrees] == []
    causes = [change["cause"] for changes, _ in found for change in changes]
    assert causes.count("API description and generator config") < len(causes) / 2


def test_the_causes_in_mixtures_of_committed_states(tmp_path: Path) -> None:
    chosen = spread(list(mixtures(tmp_path)), SOME)
    verdicts = [verdict for mixture in chosen for verdict in judged(mixture)[1]]
    assert len(chosen) == SOME
    assert len(verdicts) > SOME
    assert sum(verdict.agrees for verdict in verdicts) >= NINETEEN_OF_TWENTY * len(verdicts)
