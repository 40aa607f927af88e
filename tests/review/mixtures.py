"""How often the review and an oracle agree on what made a change, over the committed states of public providers."""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from mapper import __version__
from mapper.review.changes import ReviewSide
from mapper.review.data import review_data
from mapper.review.settings import Settings
from mapper.terraform.read import Inputs
from mkdocs_oasmap.review.baselines import State, review

from .oracle import Oracle, Verdict, state

HISTORIES = Path(__file__).parents[3] / "shared" / "corpus" / "histories"
INDEX = HISTORIES / "index.json"
PAIRS: list[dict[str, Any]] = json.loads(INDEX.read_text()) if INDEX.is_file() else []


@cache
def unpacked(provider: str, folder: Path) -> Path:
    """The states of one provider."""
    with tarfile.open(HISTORIES / f"{provider}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


Place = tuple[Path, Path]
"""A description and a config."""


@dataclass(frozen=True)
class Mixture:
    """The old and the new files of a review, with a name for messages."""

    name: str
    old: Place
    new: Place


def real(folder: Path) -> Iterator[Mixture]:
    """The pairs as they were committed: of most of them, one input changed alone."""
    for pair in PAIRS:
        root = unpacked(pair["pair"].split("-")[0], folder) / pair["pair"]
        sides = [(root / side / pair["description"], root / side / pair["config"]) for side in ("old", "new")]
        yield Mixture(pair["pair"], sides[0], sides[1])


def mixtures(folder: Path) -> Iterator[Mixture]:
    """Each description change with each config change of another pair, or of any two states of a provider."""
    for provider in dict.fromkeys(pair["pair"].split("-")[0] for pair in PAIRS):
        pairs = [pair for pair in PAIRS if pair["pair"].split("-")[0] == provider]
        roots = {pair["pair"]: unpacked(provider, folder) / pair["pair"] for pair in pairs}
        configs: dict[bytes, Path] = {}
        for pair in pairs:
            for side in ("old", "new"):
                path = roots[pair["pair"]] / side / pair["config"]
                configs.setdefault(path.read_bytes(), path)
        for pair in pairs:
            specs = [roots[pair["pair"]] / side / pair["description"] for side in ("old", "new")]
            if specs[0].read_bytes() == specs[1].read_bytes():
                continue
            for first, second in permutations(configs.values(), 2):
                name = f"{pair['pair']} with {first.parts[-3]}/{first.parts[-2]}..{second.parts[-3]}/{second.parts[-2]}"
                yield Mixture(name, (specs[0], first), (specs[1], second))


def judged(mixture: Mixture) -> tuple[list[dict[str, Any]], list[Verdict]]:
    """The changes of a mixture, and the verdicts on those that the oracle can judge."""
    old, new = (state(*place) for place in (mixture.old, mixture.new))
    found = review_data(review(_state(old), _state(new), Settings()))["changes"]
    return found, list(Oracle(old, new, found).verdicts())


def _state(inputs: Inputs) -> State:
    return State(ReviewSide("a state", __version__), inputs.map(), inputs)


def spread(found: list[Mixture], most: int) -> list[Mixture]:
    """That many of them, evenly from all."""
    return found if len(found) <= most else [found[i * len(found) // most] for i in range(most)]
