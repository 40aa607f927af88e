"""What is proposed passes strict mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.inputs import Document
from mapper.registry import system_named
from mapper.report.diagnostic import losses
from mapper.request import Proposing
from mapper.terraform import read_api
from mapper.terraform.config.config import parse_config
from mapper.terraform.map import map_api
from mapper.terraform.read import Options

LARGE = Path(__file__).parents[4] / "shared" / "corpus" / "large"


@pytest.mark.corpus
@pytest.mark.skipif(not LARGE.is_dir(), reason="the descriptions are not here")
@pytest.mark.parametrize("name", ["museum", "train-travel", "adyen-management-yaml", "jira"])
def test_what_is_proposed_has_no_warning(name: str) -> None:
    spec = next(LARGE.joinpath(name).glob("openapi.*"))
    text = system_named("terraform").propose(Proposing(spec, None, (), (), (), (), None)).text
    mapping = map_api(read_api(spec, Options(None)), parse_config(Document("generator_config.yml", text.encode())))
    assert losses(mapping.diagnostics) == []
    assert mapping.entities
