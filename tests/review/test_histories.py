"""Over the committed states of public providers, the review says what two specifications differ in, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.review import Settings
from mapper.review.data import review_data
from mapper.terraform import write_code_spec
from mkdocs_oasmap.review.baselines import Files, State, read_state, review

from .histories import PAIRS, unpacked
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
