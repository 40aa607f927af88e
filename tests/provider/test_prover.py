"""What a provider is asked of its pages, and what becomes of that where it ends over a question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import Mapping
from mapper.provider.calls import Asked, prove
from mapper.provider.proof import Proof, Record, applied
from mapper.registry import system_named
from mapper.request import Request
from mapper.tfplugin.errors import AttributeStep, CallFailed
from mapper.tfplugin.results import Plan, ProviderDiagnostic, ProviderSeverity
from mapper.tfplugin.schema import ProviderSchema
from mapper.tfplugin.schema_json import read_document

from .support import string

NAMES = ("zoo_bear", "zoo_cage", "zoo_door", "zoo_emu")


def schema() -> dict[str, Any]:
    block = {"block": {"attributes": {"name": string("required"), "tone": string("optional", "computed")}}}
    own = {"provider": {"block": {}}, "resource_schemas": dict.fromkeys(NAMES, block)}
    return {"format_version": "1.0", "provider_schemas": {"example.org/a/zoo": own}}


@pytest.fixture
def zoo(tmp_path: Path) -> Mapping:
    (tmp_path / "schema.json").write_text(json.dumps(schema()))
    return system_named("provider").run(Request(tmp_path / "schema.json", (), tmp_path)).mapping


class Programs:
    """Makes providers that end over some questions, and counts them. Their plans fill in a tone."""

    def __init__(self, *ends_over: str) -> None:
        self.ends_over = ends_over
        self.started = self.closed = self.schemas = 0
        self.asked: list[str] = []

    def start(self) -> Any:
        self.started += 1
        return _Fake(self)

    def ask(self, mapping: Mapping, known: Any = None, seconds: float = 300) -> Asked:
        return prove(mapping, self.start, known or {}, seconds)


class _Fake:
    def __init__(self, programs: Programs, document: dict[str, Any] | None = None) -> None:
        self.programs = programs
        self.document = document or schema()
        self.known: ProviderSchema | None = None
        self.ended = False

    def schema(self) -> ProviderSchema:
        if self.known is None:
            self.programs.schemas += 1
            (self.known,) = read_document(self.document).document.providers.values()
        return self.known

    def take_schema(self, other: _Fake) -> None:
        self.known = other.known

    def close(self) -> None:
        self.programs.closed += 1

    def validate_provider(self, config: Any) -> tuple[()]:
        del config
        return self.answer("validate", "zoo")

    def validate_resource(self, name: str, config: Any) -> tuple[()]:
        del config
        return self.answer("validate", name)

    def plan(self, name: str, prior: Any, config: dict[str, Any]) -> Plan:
        self.answer("plan", name)
        because: Any = ()
        return Plan(
            {"tone": "low", **{key: value for key, value in config.items() if value}}, (), because if prior else ()
        )

    def import_resource(self, name: str, identifier: str) -> tuple[tuple[()], tuple[ProviderDiagnostic, ...]]:
        del identifier
        self.answer("import", name)
        said = "Resource Import Not Implemented" if name == "zoo_emu" else "There is no such object."
        return (), (ProviderDiagnostic(ProviderSeverity.ERROR, said),)

    def answer(self, what: str, name: str) -> tuple[()]:
        self.programs.asked.append(f"{what} {name}")
        assert not self.ended
        if f"{what} {name}" in self.programs.ends_over:
            self.ended = True
            raise CallFailed("it ended", "UNAVAILABLE")
        return ()


class _Picky(_Fake):
    """A provider that needs one of two arguments, and takes no more than one of them."""

    def validate_resource(self, name: str, config: dict[str, Any]) -> tuple[ProviderDiagnostic, ...]:  # type: ignore[override]
        self.answer("validate", name)
        given = [key for key in ("tone", "pitch") if config.get(key)]
        if len(given) == 1:
            return ()
        if given:
            text, path = "Conflicting arguments", (AttributeStep("pitch"),)
            return (ProviderDiagnostic(ProviderSeverity.ERROR, text, path=path),)
        return (ProviderDiagnostic(ProviderSeverity.ERROR, "One of these must be configured", "[tone,pitch]"),)


def test_examples_that_are_refused_give_way_to_those_that_the_errors_lead_to(tmp_path: Path) -> None:
    document = schema()
    attributes = {"id": string("optional", "computed"), **{name: string("optional") for name in ("pitch", "tone")}}
    own = document["provider_schemas"]["example.org/a/zoo"]
    own["resource_schemas"] = {"zoo_bear": {"block": {"attributes": attributes}}}
    (tmp_path / "schema.json").write_text(json.dumps(document))
    mapping = system_named("provider").run(Request(tmp_path / "schema.json", (), tmp_path)).mapping
    programs = Programs()
    asked = prove(mapping, lambda: _Picky(programs, document))
    proof = asked.proofs["resource zoo_bear"]
    assert (proof.added, proof.left_out, proof.refused) == (("tone",), ("pitch",), {})
    shown = applied(mapping, Record("1.0.0", "", "", asked.proofs))
    bear = next(entity for entity in shown.entities if entity.name == "zoo_bear")
    (example,) = system_named("provider").examples(bear, shown)
    assert example.words == "accepted by the provider 1.0.0"
    assert "tone" in example.text
    assert "pitch" not in example.text
    assert "id" not in example.text  # which the SDK declares as optional, and refuses
    refused = replace(proof, accepted=(), refused=dict.fromkeys(proof.accepted, "It is too loud."))
    shown = applied(mapping, Record("1.0.0", "", "", {"resource zoo_bear": refused}))
    bear = next(entity for entity in shown.entities if entity.name == "zoo_bear")
    (example,) = system_named("provider").examples(bear, shown)
    assert example.words == "refused by the provider 1.0.0: It is too loud."


def test_each_entity_is_asked_about_by_one_process(zoo: Mapping) -> None:
    programs = Programs()
    asked = programs.ask(zoo)
    assert asked.complete
    assert set(asked.proofs) == {"provider zoo", *(f"resource {name}" for name in NAMES)}
    assert {proof.defaults.get("tone") for key, proof in asked.proofs.items() if key != "provider zoo"} == {"low"}
    assert (programs.started, programs.closed) == (1, 1)


def test_a_provider_that_ends_over_every_plan_still_has_all_its_examples_validated(zoo: Mapping) -> None:
    programs = Programs(*(f"plan {name}" for name in NAMES))
    asked = programs.ask(zoo)
    assert asked.complete
    assert all(asked.proofs[f"resource {name}"].accepted for name in NAMES)
    assert all(asked.proofs[f"resource {name}"].planned for name in NAMES)
    assert (programs.started, programs.closed) == (5, 5)
    assert programs.schemas == 1  # which large providers need seconds for


def test_a_provider_that_ends_over_a_validation_is_asked_about_the_others(zoo: Mapping) -> None:
    programs = Programs("validate zoo_cage", "validate zoo_door")
    asked = programs.ask(zoo)
    assert asked.complete
    assert asked.proofs["resource zoo_cage"] == Proof(planned=True)
    assert asked.proofs["resource zoo_emu"].defaults == {"tone": "low"}
    assert "plan zoo_cage" not in programs.asked


def test_only_what_a_provider_can_import_has_an_example_of_it(zoo: Mapping) -> None:
    asked = Programs("import zoo_cage").ask(zoo)
    shown = applied(zoo, Record("1.0.0", "", "", asked.proofs))
    system = system_named("provider")
    imported = {e.name for e in shown.entities if system.import_example(e, shown)}
    assert imported == {"zoo_bear", "zoo_door"}  # it ended over zoo_cage, and refused zoo_emu
    assert not [e for e in zoo.entities if system.import_example(e, zoo)]  # a schema alone does not say it
    assert asked.proofs["resource zoo_cage"].accepted


def test_a_provider_that_always_ends_is_given_up(zoo: Mapping) -> None:
    programs = Programs("validate zoo", *(f"validate {name}" for name in NAMES))
    asked = programs.ask(zoo)
    assert not asked.complete
    assert programs.started == 4


def test_what_is_known_is_not_asked_about_again_and_what_is_not_planned_is(zoo: Mapping) -> None:
    known = {"resource zoo_bear": Proof(("a",), planned=True), "resource zoo_cage": Proof(("b",))}
    programs = Programs()
    asked = programs.ask(zoo, known)
    assert asked.complete
    assert asked.proofs["resource zoo_bear"] == known["resource zoo_bear"]
    assert not any("zoo_bear" in question for question in programs.asked)
    assert "plan zoo_cage" in programs.asked


def test_without_time_nothing_is_claimed(zoo: Mapping) -> None:
    assert Programs().ask(zoo, seconds=-1) == Asked({}, complete=False)
