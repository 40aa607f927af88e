"""Over the committed states of public providers, the review says what two specifications differ in, and no more."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.review.data import review_data
from mapper.review.settings import Settings
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.states import Files, State, read_state

from ..support import write_code_spec
from .mixtures import PAIRS, judged, mixtures, real, spread, unpacked
from .structural import Agreement

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not PAIRS, reason="the histories are not here")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("histories")


def states(pair: dict[str, Any], folder: Path) -> tuple[State, State]:
    """The old and the new state of a pair."""
    root = unpacked(pair["pair"].split("-")[0], folder) / pair["pair"]

    def state(side: str) -> State:
        return read_state(pair["description"], Files((root / side / pair["config"],), root / side))

    return state("old"), state("new")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["pair"])
def test_the_review_and_an_independent_comparison_agree(pair: dict[str, Any], folder: Path) -> None:
    old, new = states(pair, folder)
    changes = review_data(review(old, new, Settings()))["changes"]
    specs = [json.loads(write_code_spec(side.mapping)) for side in (old, new)]
    assert Agreement(*specs, changes).disagreements() == []
    if specs[0] != specs[1]:
        assert changes


# --- the review and an oracle that maps all four combinations agree on what made a change ---------


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
