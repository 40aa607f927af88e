"""What a provider is asked of the pages, what is taken from an earlier run, and what its plans tell."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.languages.tfplugin.errors import CtyError, PluginError
from mapper.model import Mapping
from mapper.programs.provider_process import calls, live, source
from mapper.programs.provider_process.calls import Asked, prove
from mapper.programs.provider_process.live import LiveProvider
from mapper.programs.provider_process.results import Plan, ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.source import Found
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.systems.provider.proof import Proof, Record, schema_digest
from mapper.systems.provider.verify import with_proof

from ...provider.support import attribute, block, cage, document, entity, mapped, schema, string, typed
from ...provider.test_proofs import Programs, _Fake

ERROR = ProviderDiagnostic(ProviderSeverity.ERROR, "Wrong")
WARNING = ProviderDiagnostic(ProviderSeverity.WARNING, "Old")
NAMED = {"name": string("required")}
TONES = {**NAMED, "tone": string("optional", "computed"), "loud": typed("bool", "optional", "computed")}


class Planning(_Fake):
    """A provider whose plans and refusals are those of a row."""

    def __init__(
        self, data: dict[str, Any], plan: Callable[[str], Any], refused: tuple[str, ...] = (), **more: Any
    ) -> None:
        super().__init__(Programs(), data)
        self.plan_of, self.refused, self.more = plan, refused, more

    def validate_resource(self, name: str, config: Any) -> Any:
        del name
        return (ERROR,) if config["name"] in self.refused else (WARNING,)

    def plan(self, name: str, prior: Any, config: dict[str, Any]) -> Plan:
        del name, prior
        value = self.plan_of(config["name"])
        return Plan(value and {**config, **value}, **self.more)


ROWS: list[tuple[Callable[[str], Any], tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    (lambda _: {"tone": "low", "loud": False}, (), {}, {"tone": "low", "loud": False}),
    (lambda _: {"tone": "low"}, (), {"diagnostics": (WARNING,)}, {"tone": "low"}),
    (lambda _: {"tone": "low"}, (), {"diagnostics": (ERROR,)}, {}),
    (lambda _: {"tone": "low"}, (), {"deferred": True}, {}),
    (lambda _: None, (), {}, {}),
    (lambda name: {"tone": f"{name}!", "loud": True}, (), {}, {"loud": True}),
    (lambda name: {"tone": name, "loud": True}, ("example2",), {}, {"loud": True}),
    (lambda _: {"tone": "low"}, ("example2",), {}, {"tone": "low"}),
    (lambda _: {"tone": "low"}, ("example",), {}, {}),
    (lambda _: {"tone": "", "loud": False}, (), {"legacy": True}, {"loud": False}),
    (lambda _: {"tone": "", "loud": None}, (), {}, {"tone": ""}),
]


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_what_a_plan_fills_in_whatever_is_given_is_a_default(row: Any) -> None:
    plan, refused, more, expected = row
    data = cage(TONES)
    asked = prove(mapped(data), lambda: Planning(data, plan, refused, **more))  # type: ignore[arg-type,return-value]
    proof = asked.proofs["resource zoo_cage"]
    assert (dict(proof.defaults), proof.planned) == (expected, True)
    assert bool(proof.refused) == ("example" in refused)


class Choosy(Planning):
    """A provider that needs a tone, and does not say so."""

    def validate_resource(self, name: str, config: Any) -> Any:
        del name
        return (ERROR,) if config.get("tone") is None else ()


def test_a_smallest_example_that_is_refused_has_no_defaults() -> None:
    data = cage(TONES)
    start: Any = partial(Choosy, data, lambda _: {"loud": True})
    proof = prove(mapped(data), start).proofs["resource zoo_cage"]
    assert (dict(proof.defaults), proof.planned, bool(proof.accepted), bool(proof.refused)) == ({}, True, True, True)


@pytest.mark.parametrize(
    ("known", "complete"),
    [
        ({}, False),
        ({"resource zoo_cage": Proof()}, False),
        ({"provider zoo": Proof(), "resource zoo_cage": Proof()}, False),
        ({"provider zoo": Proof(), "resource zoo_cage": Proof(planned=True)}, True),
    ],
)
def test_nothing_is_asked_when_there_is_no_time_left(known: dict[str, Proof], complete: bool) -> None:
    data = cage(TONES)
    start: Any = partial(Planning, data, lambda _: {"tone": "low"})
    asked = prove(mapped(data), start, known, seconds=-1)
    assert (asked.proofs, asked.complete) == (known, complete)


class Everything(_Fake):
    """A provider that has been asked about entities of each kind; `error` is raised instead of an answer."""

    error: Exception | None = None

    def validate_data_source(self, name: str, config: Any) -> tuple[()]:
        del config
        return self.answer("data source", name)

    def validate_ephemeral(self, name: str, config: Any) -> tuple[()]:
        del config
        return self.answer("ephemeral", name)

    def import_resource(self, name: str, identifier: str) -> Any:
        assert identifier == "example-id"
        if self.error is not None:
            raise self.error
        return super().import_resource(name, identifier)

    def answer(self, what: str, name: str) -> tuple[()]:
        super().answer(what, name)
        if self.error is not None and what == "data source":
            raise self.error
        return ()


@pytest.mark.parametrize("error", [None, PluginError("no answer"), CtyError("no value")], ids=repr)
def test_an_entity_of_each_kind_is_asked_about_in_its_own_way(error: Exception | None) -> None:
    inside = schema(block(NAMED))
    data = document(
        resource_schemas={"zoo_bear": inside},
        data_source_schemas={"zoo_door": inside},
        ephemeral_resource_schemas={"zoo_key": inside},
        functions={"roar": {"return_type": "string"}},
    )
    programs = Programs()

    def start() -> Any:
        provider = Everything(programs, data)
        provider.error = error
        return provider

    asked = prove(mapped(data), start)
    assert asked.complete
    assert {one for one in programs.asked if not one.startswith(("plan", "import"))} == {
        "validate zoo", "validate zoo_bear", "data source zoo_door", "ephemeral zoo_key"
    }  # fmt: skip
    accepted = {key for key, proof in asked.proofs.items() if proof.accepted}
    assert accepted == {"provider zoo", "resource zoo_bear", "ephemeral resource zoo_key"} | (
        set() if error else {"data source zoo_door"}
    )
    assert asked.proofs["resource zoo_bear"].importable == (error is None)


@pytest.mark.parametrize(
    ("name", "version", "uri"),
    [
        ("zoo", "1.2.3", "provider:zoo@1.2.3"),
        ("zoo", "", "provider:zoo"),
        ("zoo@v1.2.3", "1.2.3", "provider:zoo@v1.2.3"),
        ("./zoo", "1.2.3", "provider:./zoo"),
    ],
)
def test_a_schema_is_called_by_the_provider_and_its_version(
    name: str, version: str, uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "program", lambda *_: Found(tmp_path, "example.org/a/zoo", version))
    monkeypatch.setattr(source, "start_provider", lambda _: nullcontext(_Fake(Programs())))
    request = Request(tmp_path, (), tmp_path)
    found = LiveProvider().schema(name, request)
    assert found.uri == uri
    assert set(found.node.value["provider_schemas"]) == {"example.org/a/zoo"}

    def refuse(_: Path) -> None:
        raise PluginError("it ended at once", remedy="build it")

    monkeypatch.setattr(source, "start_provider", refuse)
    with pytest.raises(MappingError, match=f"^provider:{name}: it ended at once; build it$"):
        LiveProvider().schema(name, request)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping:
    """A mapping whose provider is a file; its proofs are those that are known and another one."""
    (tmp_path / "zoo").write_bytes(b"a program")

    def prove(mapping: Mapping, start: Callable[[], object], known: Any) -> Asked:
        assert mapping.entities
        assert start() == tmp_path / "zoo"
        return Asked({**known, "asked": Proof()}, complete=False)

    monkeypatch.setattr(live, "program", lambda name, _: Found(tmp_path / name, name, "1.2.3"))
    monkeypatch.setattr(live, "start_provider", lambda path: path)
    monkeypatch.setattr(calls, "prove", prove)
    return mapped(cage(NAMED))


def test_only_what_no_earlier_run_of_the_same_program_knows_is_asked(own: Mapping, tmp_path: Path) -> None:
    request = Request(tmp_path / "schema.json", (), tmp_path)
    found = LiveProvider().prove("zoo", own, request, None)
    assert (found.version, found.schema, found.complete) == ("1.2.3", schema_digest(own), False)
    assert list(found.proofs) == ["asked"]
    known = replace(found, proofs={"known": Proof()})
    assert list(LiveProvider().prove("zoo", own, request, known).proofs) == ["known", "asked"]
    whole = replace(known, complete=True)
    assert LiveProvider().prove("zoo", own, request, whole) is whole
    (tmp_path / "zoo").write_bytes(b"another program")
    assert list(LiveProvider().prove("zoo", own, request, whole).proofs) == ["asked"]
    (tmp_path / "zoo").unlink()
    with pytest.raises(MappingError, match=r"the pages cannot be proven: .*; choose another program") as raised:
        LiveProvider().prove("zoo", own, request, whole)
    assert raised.value.problems[0].uri == str(tmp_path / "schema.json")


def test_a_program_that_is_not_there_says_what_to_do(
    own: Mapping, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def program(*_: object) -> Found:
        raise PluginError("it is nowhere", remedy="build it")

    monkeypatch.setattr(live, "program", program)
    with pytest.raises(MappingError, match="the pages cannot be proven: it is nowhere; build it"):
        LiveProvider().prove("zoo", own, Request(tmp_path / "schema.json", (), tmp_path), None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("provider:tests/zoo", "tests/zoo"), ("schema.json", "registry.terraform.io/tests/zoo")],
)
def test_a_provider_is_asked_by_the_name_of_the_input_or_of_the_schema(
    tmp_path: Path, given: str, expected: str
) -> None:
    mapping = mapped(cage(NAMED))
    asked: list[Any] = []

    class Program:
        def prove(self, name: str, mapping: Mapping, _request: Request, record: Record | None) -> Record:
            asked.append((name, record))
            return Record("1.0.0", "", schema_digest(mapping), {"resource zoo_cage": Proof(replaces=("name",))})

    program: Any = Program
    request = Request(Path(given), (), tmp_path, live=True, proof=tmp_path / "proof.json")
    found = with_proof(mapping, request, program)
    assert asked == [(expected, None)]
    assert attribute(entity(found), "name").replaces
    assert with_proof(mapping, replace(request, proof=None), program) is mapping
