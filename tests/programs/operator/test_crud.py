"""Manifests through real providers: everything that happens to an object, with what is outside to be looked at."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.programs.operator.controller import Memory
from mapper.programs.operator.initializer import provider_config
from mapper.programs.operator.outcome import PassOutcome
from mapper.programs.operator.provider_index import Choice, live_inputs, make_program
from mapper.programs.operator.resource_api import ResourceApi
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import has_errors
from mapper.programs.provider_process.source import Found
from mapper.system.runner import ProviderOptions

from ...tfplugin.peers import peer
from .support import NOON, Objects, World, kinds_of

pytestmark = pytest.mark.peer


class Real(World):
    """One object, and a provider with a process."""

    def __init__(self, folder: Path, provider: Provider, config: str, name: str) -> None:
        (folder / "provider.yaml").write_text(config)
        choice = Choice(Found(provider.process.path, "registry.terraform.io/x/y", ""), ProviderOptions("x", folder))
        schema = provider.schema()
        few = replace(schema, resources={name: schema.resources[name]}, data_sources={}, functions={})
        self.program = make_program(live_inputs(choice, few))
        self.gvk = kinds_of(self.program, name)[0]
        self.kind = self.program.kind(self.gvk)
        self.real = provider
        self.objects, self.memory, self.now = Objects(), Memory(), NOON
        self.resource: dict[str, Any] = {}
        self.outcomes: list[PassOutcome] = []

    def api(self, redact: Callable[[str], str] = str) -> ResourceApi:
        return ResourceApi(self.real, self.program.implementations[self.gvk], self.kind, redact)

    def is_well(self) -> bool:
        return (self.condition("Synced")[0], self.condition("Ready")[0]) == ("True", "True")

    def observed(self) -> dict[str, Any]:
        found: dict[str, Any] = self.resource["status"]["atProvider"]
        return found

    def gone(self) -> bool:
        self.delete()
        self.settle()
        return self.resource["metadata"]["finalizers"] == []


def named(name: str, mode: str, more: str = "") -> str:
    text = f"    external_name: {{mode: {mode}}}\n{more}"
    return f"name: {name.partition('_')[0]}\nresource_metadata:\n  - terraform_name: {name}\n{text}"


@contextmanager
def configured(path: Path, settings: dict[str, Any], folder: Path | None = None) -> Iterator[Provider]:
    with Provider.start(path, folder=folder, limits=Limits(start=300, call=300)) as provider:
        schema = provider.schema().provider
        config = provider_config(schema.block, settings) if schema and schema.block else {}
        assert not has_errors(provider.configure(config))
        yield provider


def test_time_goes_through_all_four_verbs(tmp_path: Path) -> None:
    late = "    late_init: {ignored: [rotation_rfc3339]}\n"  # which follows from the others
    with configured(peer("time"), {}) as provider:
        world = Real(tmp_path, provider, named("time_rotating", "identifier_from_provider", late), "time_rotating")
        world.make({"rotationDays": 3, "rfc3339": "2900-02-27T00:00:00Z"})
        world.settle()
        world.settle()
        assert world.is_well()
        assert world.observed()["rotationRfc3339"] == "2900-03-02T00:00:00Z"
        world.restart()
        assert world.settle().patches == ()
        world.given(rotationDays=365_000)  # the provider names rfc3339, too, which does not change
        world.settle()
        assert world.is_well()
        assert world.observed()["rotationRfc3339"].startswith("3899-")
        world.given(triggers={"a": "b"})
        world.settle()
        assert world.condition("Synced") == ("False", "ReplaceRequired")
        assert world.message().startswith("spec.forProvider.triggers cannot be changed in place")
        world.given(triggers=None)
        world.settle()
        assert world.is_well()
        assert world.gone()


def test_a_time_is_imported_by_its_name_and_only_observed(tmp_path: Path) -> None:
    with configured(peer("time"), {}) as provider:
        world = Real(tmp_path, provider, named("time_static", "identifier_from_provider"), "time_static")
        world.make({}, managementPolicies=["Observe"])
        world.annotate(external_name="2024-02-28T12:00:00Z")
        world.settle()
        assert world.is_well()
        assert (world.observed()["day"], world.observed()["year"]) == (28, 2024)
        world.annotate(external_name="yesterday")
        world.restart()
        world.resource["status"].pop("atProvider")
        world.settle()
        assert world.condition("Synced")[0] == "False"


@pytest.mark.parametrize("policy", ["refuse", "recreate"])
def test_files_appear_are_repaired_and_missed(tmp_path: Path, policy: str) -> None:
    config = named("local_file", "identifier_from_provider", f"    replace: {policy}\n")
    path = tmp_path / "x.txt"
    with configured(peer("local"), {}, tmp_path) as provider:
        world = Real(tmp_path, provider, config, "local_file")
        world.make({"filename": str(path), "content": "hello"})
        world.settle()
        world.settle()
        assert (path.read_text(), world.is_well()) == ("hello", True)
        assert world.resource["spec"]["forProvider"].get("filePermission") is None  # a default, not computed
        world.restart()
        assert world.settle().patches == ()
        path.write_text("changed outside")
        world.settle()
        assert path.read_text() == "hello"
        path.unlink()
        world.settle()
        assert path.read_text() == "hello"
        world.given(content="bye")
        world.settle()
        if policy == "refuse":
            assert (path.read_text(), world.condition("Synced")[1]) == ("hello", "ReplaceRequired")
        else:
            assert (path.read_text(), world.is_well()) == ("bye", True)
        assert world.gone()
        assert not path.exists()
