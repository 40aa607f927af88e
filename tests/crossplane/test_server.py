"""Definitions and examples in a real server of the API of Kubernetes."""

import random
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from mapper.crossplane.read import Inputs
from mapper.registry import system_named
from mapper.request import Mapped

from ..tfplugin.peers import CORPUS
from . import serve
from .compile import provider
from .hostile import hostile
from .peers.server import Missing, Server, running
from .support import made, menagerie

SAMPLE = 12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    try:
        with running(tmp_path_factory.mktemp("server")) as found:
            yield found
    except Missing as missing:
        pytest.skip(str(missing))


@dataclass
class Zoo:
    """The provider of these tests, defined in the server."""

    mapped: Mapped
    definitions: dict[str, Any]

    def manifest(self, name: str) -> Any:
        """The smallest example of a resource."""
        (entity,) = (entity for entity in self.mapped.mapping.entities if entity.name == name)
        return yaml.safe_load(system_named("crossplane").examples(entity, self.mapped.mapping)[0].text)


@pytest.fixture(scope="module")
def zoo(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Zoo:
    mapped = made(tmp_path_factory.mktemp("zoo"), menagerie())
    outcome = serve.Outcome()
    found = serve.check(server, mapped, cast("Inputs", mapped.inputs).provider.resources, outcome)
    assert outcome.problems == []
    assert outcome.asked["required by a rule"] > 0
    return Zoo(mapped, {definition["metadata"]["name"]: definition for definition in found})


CAGES = "cages.animal.zoo.m.example.org"


@pytest.mark.peer
def test_what_is_required_depends_on_the_policies(server: Server, zoo: Zoo) -> None:
    outcome = serve.Outcome()
    serve.policies(server, zoo.definitions[CAGES], zoo.manifest("zoo_animal_cage"), outcome)
    assert outcome.problems == []


@pytest.mark.peer
def test_a_status_is_taken_at_its_own_address_alone(server: Server, zoo: Zoo) -> None:
    outcome = serve.Outcome()
    serve.status(server, zoo.definitions[CAGES], "minimal-example", outcome)
    assert outcome.problems == []


@pytest.mark.peer
def test_two_appliers_share_a_set(server: Server, zoo: Zoo) -> None:
    outcome = serve.Outcome()
    manifest = zoo.manifest("zoo_animal_cage")
    serve.applied(server, zoo.definitions[CAGES], manifest, ("spec", "forProvider", "colours"), outcome)
    assert outcome.problems == []
    assert outcome.asked == {"set shared by two appliers": 1, "conflict told": 1}


@pytest.mark.peer
def test_definitions_of_odd_names_and_types_are_established(server: Server, tmp_path: Path) -> None:
    mapped = made(tmp_path, hostile())
    outcome = serve.Outcome()
    serve.check(server, mapped, cast("Inputs", mapped.inputs).provider.resources, outcome)
    assert outcome.problems == []


@pytest.mark.corpus
def test_a_real_provider_is_established_and_its_examples_are_accepted(server: Server) -> None:
    folder = CORPUS / "digitalocean"
    if not folder.exists():
        pytest.skip(f"{folder} is not there")
    mapped = provider("digitalocean")
    resources = random.Random(0).sample(cast("Inputs", mapped.inputs).provider.resources, SAMPLE)
    outcome = serve.Outcome()
    serve.check(server, mapped, resources, outcome)
    with tarfile.open(folder / "crds.tar.gz") as archive:
        files = [file for member in archive.getmembers() if (file := archive.extractfile(member)) is not None]
        others = [text for file in files if b"forProvider" not in (text := file.read())]
    outcome.problems += server.define(yaml.load(text, yaml.CSafeLoader) for text in others)
    assert len(others) == 5
    assert outcome.problems == []
