"""What is proposed for descriptions of real APIs."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from mapper.inputs import Document, Documents
from mapper.registry import system_named
from mapper.report.diagnostic import losses
from mapper.request import Proposing, Request
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.identifiers import is_identifier
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover, fixed_proposal
from mapper.systems.terraform.read import read_api

from ...sizes import LARGE, by_size
from ..zoos import check
from .test_truth import bare, hidden, renaming

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
FOUND = sorted(path for folder in ("large", "realworld", "reference") for path in CORPUS.glob(f"{folder}/*/openapi.*"))
SPECS = [*{sha256(path.read_bytes()).digest(): path for path in FOUND}.values()]
"""Each description once; several states of a provider have the same."""
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not SPECS, reason="the corpus is not here")]


@pytest.mark.parametrize("path", by_size((path, path) for path in SPECS))
def test_what_is_proposed_maps_without_an_error_hides_nothing_and_renames_nothing(path: Path) -> None:
    documents = Documents(path.parent, path.parent)
    description = Api(documents.load(path), documents)
    starter = fixed_proposal(description, discover(description, all_data_sources=True))
    check(description, starter.proposal)
    for kind in kinds.KINDS:
        names = [entity.name for entity in starter.proposal.of_kind(kind)]
        assert len(set(names)) == len(names)
        assert all(map(is_identifier, names))
    config = yaml.load(starter.text, LOADER)
    assert bare(starter.text) == []
    data = path.read_bytes()
    assert list(hidden(json.loads(data) if path.suffix == ".json" else yaml.load(data, LOADER), config)) == []
    if len(data) < LARGE:  # which is mapped once a policy in little time
        assert renaming(description, config) == []


@pytest.mark.parametrize("name", ["museum", "train-travel", "adyen-management-yaml", "jira"])
def test_what_is_proposed_has_no_warning(name: str) -> None:
    spec = next((CORPUS / "large" / name).glob("openapi.*"))
    text = system_named("terraform").proposals.propose(Proposing(spec, None, (), (), (), (), None)).text
    mapping = map_api(read_api(Request(spec, ())), parse_config(Document("generator_config.yml", text.encode())))
    assert [one for one in losses(mapping.diagnostics) if one.code not in QUESTIONS] == []
    assert mapping.entities


QUESTIONS = {"OAS605"}
"""What only a person can answer, such as which object was made where no response says it."""
