"""Definitions and examples in a real server of the API of Kubernetes, and the same with a mistake, which it refuses."""

import copy
import random
import tarfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from mapper.model.samples.extent import Extent
from mapper.registry import system_named
from mapper.request import Mapped
from mapper.systems.crossplane.crd import definition_of
from mapper.systems.crossplane.read import Inputs
from mapper.systems.crossplane.resources import Resource

from ..tfplugin.peers import CORPUS
from .peers.server import Missing, Server, path_of, running
from .support import hostile, made, menagerie, provider

Data = dict[str, Any]
_STRICT = "?fieldValidation=Strict"
_APPLY = "application/apply-patch+yaml"


@dataclass
class Outcome:
    """What was asked how often, and what was answered otherwise than expected."""

    asked: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def expect(self, what: str, name: str, is_right: bool, answer: object) -> None:
        """Count a question."""
        self.asked[what] += 1
        if not is_right:
            self.problems.append(f"{name}: {what}: {str(answer)[:400]}")


def definitions(mapped: Mapped, resources: Sequence[Resource]) -> list[Data]:
    """The definitions of some resources in all scopes."""
    own = cast("Inputs", mapped.inputs).provider
    return [definition_of(resource, target, own) for resource in resources for target in resource.targets]


def check(server: Server, mapped: Mapped, resources: Sequence[Resource], outcome: Outcome) -> list[Data]:
    """Define resources and try their examples; the definitions, which stay."""
    too_large = {one.entity.name for one in mapped.mapping.diagnostics if one.code == "OAS815" and one.entity}
    for definition in definitions(mapped, [resource for resource in resources if resource.name in too_large]):
        (said,) = server.define([definition]) or [""]
        outcome.expect(
            "too large, as is told",
            definition["metadata"]["name"],
            any(words in said for words in ("too large", "larger than max")),
            said,
        )
    resources = [resource for resource in resources if resource.name not in too_large]
    made = definitions(mapped, resources)
    refused = server.define(made)
    outcome.problems += refused
    refused_names = {problem.partition(":")[0] for problem in refused}
    outcome.asked["definition established"] += len(made)
    by_name = {definition["metadata"]["name"]: definition for definition in made}
    entities = {entity.name: entity for entity in mapped.mapping.entities}
    for resource in resources:
        entity = entities[resource.name]
        address = entity.addresses[0]
        definition = by_name[f"{address.plural}.{address.group}"]
        if definition["metadata"]["name"] in refused_names:
            continue
        for title, text in _examples(mapped, entity):
            manifest = yaml.load(text, yaml.CSafeLoader)
            manifest["metadata"]["name"] = f"{title.split()[0].lower()}-example"
            _try(server, definition, manifest, outcome)
    return made


def _examples(mapped: Mapped, entity: Any) -> Iterator[tuple[str, str]]:
    for example in system_named("crossplane").showing.examples(entity, mapped.mapping):
        if example.title in tuple(Extent):
            yield example.title, example.text


def _try(server: Server, definition: Data, manifest: Data, outcome: Outcome) -> None:
    path, name = path_of(definition), f"{definition['metadata']['name']} {manifest['metadata']['name']}"
    answer = server.ask("POST", path + _STRICT, manifest)
    outcome.expect("example accepted", name, answer.status == HTTPStatus.CREATED, answer.message)
    if answer.status != HTTPStatus.CREATED:
        return
    spec = answer.data["spec"]
    is_default = spec["managementPolicies"] == ["*"] and spec["providerConfigRef"]["name"] == "default"
    outcome.expect("defaults filled in", name, is_default, spec)
    for what, other in _mistakes(definition, manifest):
        answer = server.ask("POST", f"{path}{_STRICT}&dryRun=All", other)
        is_refused = answer.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
        is_said = not what.startswith("required") or "is a required parameter" in answer.message
        outcome.expect(what.partition(":")[0], f"{name} {what}", is_refused and is_said, answer.message)


def _mistakes(definition: Data, manifest: Data) -> Iterator[tuple[str, Data]]:
    """The manifest with one mistake each."""
    schema = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    asked = {rule["message"].split()[0].rpartition(".")[2] for rule in schema.get("x-kubernetes-validations", ())}
    given = schema["properties"]["forProvider"].get("properties", {})

    def changed() -> tuple[Data, Data]:
        other = copy.deepcopy(manifest)
        other["metadata"]["name"] += "-wrong"
        return other, other["spec"]["forProvider"]

    for key, value in manifest["spec"]["forProvider"].items():
        if "type" in given[key]:
            other, inside = changed()
            inside[key] = [[]] if isinstance(value, dict) else {"a": {}}
            yield f"wrong type refused: {key}", other
        if key in asked:
            other, inside = changed()
            del inside[key]
            yield f"required by a rule: {key}", other
    other, inside = changed()
    inside["noSuchField"] = 1
    yield "unknown field refused", other
    other, _ = changed()
    del other["spec"]["forProvider"]
    yield "forProvider required", other
    other, _ = changed()
    other["spec"]["managementPolicies"] = ["Sometimes"]
    yield "unknown policy refused", other


def policies(server: Server, definition: Data, manifest: Data, outcome: Outcome) -> None:
    """What is required need not be there where an object is only observed, and may be in initProvider."""
    path, name = path_of(definition) + f"{_STRICT}&dryRun=All", definition["metadata"]["name"]
    given = manifest["spec"]["forProvider"]
    schema = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    needed = schema["forProvider"].get("required", ())
    kept = {key: given[key] for key in needed}
    observed = {**manifest, "spec": {"forProvider": kept, "managementPolicies": ["Observe"]}}
    answer = server.ask("POST", path, observed)
    outcome.expect("nothing required of what is observed", name, answer.status == HTTPStatus.CREATED, answer.message)
    if all(key in schema["initProvider"].get("properties", {}) or key in kept for key in given) and not any(
        key.endswith("SecretRef") for key in given
    ):
        first = {key: value for key, value in given.items() if key not in kept}
        answer = server.ask("POST", path, {**manifest, "spec": {"forProvider": kept, "initProvider": first}})
        outcome.expect("initProvider instead", name, answer.status == HTTPStatus.CREATED, answer.message)


def status(server: Server, definition: Data, name: str, outcome: Outcome) -> None:
    """A status is set at its own address alone."""
    path, said = path_of(definition, name), f"{definition['metadata']['name']} {name}"
    found = server.ask("GET", path).data
    time_ = "2030-01-01T00:00:00Z"
    ready = {"type": "Ready", "status": "True", "reason": "Available", "lastTransitionTime": time_}
    found["status"] = {"atProvider": {"id": "x"}, "conditions": [ready]}
    answer = server.ask("PUT", path, found)
    outcome.expect("status ignored in an object", said, "status" not in answer.data, answer.data.get("status"))
    found["metadata"] = answer.data["metadata"]
    answer = server.ask("PUT", f"{path}/status", found)
    outcome.expect("status taken", said, answer.data.get("status") == found["status"], answer.data)
    found["metadata"] = answer.data["metadata"]
    found["status"] = {"conditions": [{"type": "Ready"}]}
    answer = server.ask("PUT", f"{path}/status", found)
    is_refused = answer.status == HTTPStatus.UNPROCESSABLE_ENTITY
    outcome.expect("incomplete status refused", said, is_refused, answer.message)


def applied(server: Server, definition: Data, manifest: Data, path: tuple[str, ...], outcome: Outcome) -> None:
    """Two appliers share a set of values, and neither takes a value that the other has given."""
    name = definition["metadata"]["name"]
    own = {**copy.deepcopy(manifest), "metadata": {"name": "applied"}}
    address = path_of(definition, "applied")
    collection = path[-1]

    def apply(manager: str, given: Data) -> Any:
        body = {**own, "spec": {"forProvider": {**manifest["spec"]["forProvider"], **given}}}
        return server.ask("PATCH", f"{address}?fieldManager={manager}", body, _APPLY)

    for manager in "ab":
        answer = apply(manager, {collection: [manager]})
    found = answer.data.get("spec", {}).get("forProvider", {}).get(collection, [])
    outcome.expect("set shared by two appliers", name, sorted(found) == ["a", "b"], answer.data)
    scalars = [key for key, value in manifest["spec"]["forProvider"].items() if isinstance(value, str)]
    for key in scalars[:1]:
        answer = apply("c", {key: "other"})
        outcome.expect("conflict told", name, answer.status == HTTPStatus.CONFLICT, answer.message)


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
        return yaml.safe_load(system_named("crossplane").showing.examples(entity, self.mapped.mapping)[0].text)


@pytest.fixture(scope="module")
def zoo(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Zoo:
    mapped = made(tmp_path_factory.mktemp("zoo"), menagerie())
    outcome = Outcome()
    found = check(server, mapped, cast("Inputs", mapped.inputs).provider.resources, outcome)
    assert outcome.problems == []
    assert outcome.asked["required by a rule"] > 0
    return Zoo(mapped, {definition["metadata"]["name"]: definition for definition in found})


CAGES = "cages.animal.zoo.m.example.org"


@pytest.mark.peer
def test_what_is_required_depends_on_the_policies(server: Server, zoo: Zoo) -> None:
    outcome = Outcome()
    policies(server, zoo.definitions[CAGES], zoo.manifest("zoo_animal_cage"), outcome)
    assert outcome.problems == []


@pytest.mark.peer
def test_a_status_is_taken_at_its_own_address_alone(server: Server, zoo: Zoo) -> None:
    outcome = Outcome()
    status(server, zoo.definitions[CAGES], "minimal-example", outcome)
    assert outcome.problems == []


@pytest.mark.peer
def test_two_appliers_share_a_set(server: Server, zoo: Zoo) -> None:
    outcome = Outcome()
    manifest = zoo.manifest("zoo_animal_cage")
    applied(server, zoo.definitions[CAGES], manifest, ("spec", "forProvider", "colours"), outcome)
    assert outcome.problems == []
    assert outcome.asked == {"set shared by two appliers": 1, "conflict told": 1}


@pytest.mark.peer
def test_definitions_of_odd_names_and_types_are_established(server: Server, tmp_path: Path) -> None:
    mapped = made(tmp_path, hostile())
    outcome = Outcome()
    check(server, mapped, cast("Inputs", mapped.inputs).provider.resources, outcome)
    assert outcome.problems == []


@pytest.mark.corpus
def test_a_real_provider_is_established_and_its_examples_are_accepted(server: Server) -> None:
    folder = CORPUS / "digitalocean"
    if not folder.exists():
        pytest.skip(f"{folder} is not there")
    mapped = provider("digitalocean")
    resources = random.Random(0).sample(cast("Inputs", mapped.inputs).provider.resources, SAMPLE)
    outcome = Outcome()
    check(server, mapped, resources, outcome)
    with tarfile.open(folder / "crds.tar.gz") as archive:
        files = [file for member in archive.getmembers() if (file := archive.extractfile(member)) is not None]
        others = [text for file in files if b"forProvider" not in (text := file.read())]
    outcome.problems += server.define(yaml.load(text, yaml.CSafeLoader) for text in others)
    assert len(others) == 5
    assert outcome.problems == []
