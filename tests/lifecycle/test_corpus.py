"""Resources of public APIs live: no fewer than before. Terraform agrees with its rules in this process."""

from pathlib import Path

import pytest

from mapper.model.samples.extent import Extent
from mapper.programs.trial.life import live_in_process
from mapper.programs.trial.steps import Life, Step
from mapper.programs.trial.table import count_whole
from mapper.programs.trial.terraform import live_with_terraform

from ..tfplugin.peers import terraform
from . import descriptions
from .floors import CORPUS, FLOORS, corpus_folder
from .folder import opened

SAMPLE = ("coolify", "forgejo", "hcloud", "metal", "prefect", "datadog-v1")
"""The APIs that are cheap, of each kind."""


def _lives(folder: Path, *, by_terraform: bool = False) -> list[Life]:
    with opened(folder, fresh=True) as api:
        resources = [*api.artifacts.resources.values()]
        if by_terraform:
            return live_with_terraform(api, resources, Extent.MINIMAL)
        return [live_in_process(api, resource, Extent.MINIMAL) for resource in resources]


@pytest.mark.corpus
@pytest.mark.parametrize("api", SAMPLE)
def test_no_fewer_resources_live_than_before(api: str) -> None:
    if not CORPUS.exists():
        pytest.skip("there is no corpus")
    assert count_whole(_lives(corpus_folder(api))) >= FLOORS[api]


@pytest.mark.peer
@pytest.mark.parametrize(
    "text", [descriptions.TREES, descriptions.SETTINGS, descriptions.OVENS], ids=["trees", "settings", "ovens"]
)
def test_terraform_lets_live_what_lives_by_its_rules(text: str, tmp_path: Path) -> None:
    terraform()
    (tmp_path / "openapi.yaml").write_text(text)
    assert [life.end for life in _lives(tmp_path, by_terraform=True)] == [None]


@pytest.mark.peer
@pytest.mark.corpus
@pytest.mark.parametrize("api", ["prefect", "forgejo"])
def test_terraform_agrees_in_every_step(api: str) -> None:
    terraform()
    if not CORPUS.exists():
        pytest.skip("there is no corpus")
    ours = {life.resource: life for life in _lives(corpus_folder(api))}
    theirs = _lives(corpus_folder(api), by_terraform=True)
    assert len(theirs) == len(ours)
    for life in theirs:
        for step in Step:
            if life.is_tried(step):
                assert life.is_passed(step) == ours[life.resource].is_passed(step), (life.resource, step)
