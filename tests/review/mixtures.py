"""How often the review and an oracle agree on what made a change, over the committed states of public providers.

The oracle maps both descriptions with both configs, and compares the four specifications as JSON. A change that is also
one from the old state to the new description with the old config, or to the old description with the new config, has
that cause alone; if neither has it, both made it together. Entities that a mixture has no operations for are left out
of it, and what is not written in a specification is not judged.
"""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mapper import __version__
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.review.changes import ReviewSide
from mapper.review.data import review_data
from mapper.review.settings import Settings
from mapper.systems.terraform.config.config import Config, EntityConfig
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api, OperationNotFound
from mapper.systems.terraform.read import Inputs, read_inputs
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.states import State

from ..support import write_code_spec
from .structural import FACET_OF, OF_ENTITIES, Flat, Subject, flattened

Fact = tuple[Subject, str, str, str]
"""An entity and a path by their old names, a facet, and what it was and is."""

BOTH = "API description and generator config"


def fitting(inputs: Inputs) -> Inputs:
    """The inputs with those entities alone that the description can be mapped for."""
    entities = tuple(entity for entity in inputs.config.entities if _fits(inputs.api, inputs.config, entity))
    return Inputs(inputs.api, replace(inputs.config, entities=entities))


def _fits(api: Api, config: Config, entity: EntityConfig) -> bool:
    try:
        for operation in entity.operations.values():
            if api.operation(operation.path, operation.method).node is None:
                return False
    except OperationNotFound:
        return False
    if not any(operation.request or operation.response for operation in entity.operations.values()):
        return True
    try:
        map_api(api, replace(config, entities=(entity,)))
    except MappingError:
        return False
    return True


def state(description: Path, config: Path) -> Inputs:
    """A description and a config, as far as they fit."""
    return fitting(read_inputs(Request(description, (config,), description.parent)))


@dataclass(frozen=True)
class Verdict:
    """A change of a review in its JSON form, and the cause that it should have."""

    change: dict[str, Any]
    expected: str

    @property
    def agrees(self) -> bool:
        return bool(self.change.get("cause") == self.expected)


class Oracle:
    """Judges the causes of the changes between two states."""

    def __init__(self, old: Inputs, new: Inputs, changes: list[dict[str, Any]]) -> None:
        self._changes = changes
        self._renamed = {
            (change["kind"], change["entity"]): (change["kind"], change["old_entity"])
            for change in changes
            if OF_ENTITIES.get(change["rule"]) == "renamed"
        }
        mixed = [fitting(Inputs(api.api, config.config)).map() for api, config in ((new, old), (old, new))]
        self._old, self._new_spec, self._new_config, self._new = map(
            self._flat, (old.map(), mixed[0], mixed[1], new.map())
        )
        self._by_spec = set(_facts(self._old, self._new_spec))
        self._by_config = set(_facts(self._old, self._new_config))
        self._all = set(_facts(self._old, self._new))

    def verdicts(self) -> Iterator[Verdict]:
        """The changes that specifications can say the cause of."""
        for change in self._changes:
            facts = list(self._facts_of(change))
            if not facts:
                continue
            subject = facts[0][0]
            lost = [subject in self._old and subject not in side for side in (self._new_spec, self._new_config)]
            is_of_attribute = bool(change.get("path"))
            if is_of_attribute and any(lost):  # a path has moved: this table cannot tell
                continue
            spec, config = (all(fact in facts_of for fact in facts) for facts_of in (self._by_spec, self._by_config))
            cause = BOTH if spec == config else "API description" if spec else "generator config"
            yield Verdict(change, cause)

    def _flat(self, mapping: Mapping) -> dict[Subject, Flat]:
        found = flattened(json.loads(write_code_spec(mapping)))
        return {self._renamed.get(subject, subject): flat for subject, flat in found.items()}

    def _facts_of(self, change: dict[str, Any]) -> Iterator[Fact]:
        facet = FACET_OF.get(change["rule"]) or OF_ENTITIES.get(change["rule"], "")
        subject = (change["kind"], change.get("old_entity", change["entity"]))
        path, old_path = change.get("path", ""), change.get("old_path", change.get("path", ""))
        for fact in self._all:
            if fact[0] != subject:
                continue
            if not path:
                if fact[1] == "" and fact[2] == facet:
                    yield fact
            elif facet == "renamed":
                if (fact[1], fact[2]) in ((old_path, "removed"), (path, "added")):
                    yield fact
            elif (fact[1], fact[2]) == (path if facet == "added" else old_path, facet):
                yield fact


def _facts(old: dict[Subject, Flat], new: dict[Subject, Flat]) -> Iterator[Fact]:
    for subject in old.keys() | new.keys():
        before, after = old.get(subject), new.get(subject)
        if before is None or after is None:
            yield subject, "", "added" if before is None else "removed", ""
            continue
        for path in before.attributes.keys() | after.attributes.keys():
            was, is_ = before.attributes.get(path), after.attributes.get(path)
            if was is None or is_ is None:
                have = was or is_ or {}
                yield subject, path, "added" if was is None else "removed", _words(have.get("status"), have.get("type"))
                continue
            for facet in was.keys() | is_.keys():
                if was.get(facet) != is_.get(facet):
                    yield subject, path, facet, _words(was.get(facet), is_.get(facet))


def _words(*values: Any) -> str:
    return json.dumps(values, sort_keys=True)


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
