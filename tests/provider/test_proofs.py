"""What a provider itself is asked of its pages and says, recorded and shown again without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document, DocumentError
from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, Primitive
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed
from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, Nesting, ProviderSchema
from mapper.languages.tfplugin.schema_json import read_document
from mapper.model import Default, Mapping
from mapper.model.attribute import same_content
from mapper.programs.provider_process import live as live_provider
from mapper.programs.provider_process.calls import Asked, configuration, prove
from mapper.programs.provider_process.results import Plan, ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.values import UNKNOWN, Dynamic
from mapper.registry import system_named, vocabulary_of
from mapper.request import Request
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.systems.provider.proof import (
    Proof,
    Record,
    applied,
    digest,
    proof_of,
    recorded,
    schema_digest,
    without_proofs,
)
from mapper.systems.provider.verify import with_proof
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..support import resource
from ..tfplugin.peers import ROOT, peer
from .support import ADDRESS, attribute, block, cage, document, entity, mapped, string
from .support import schema as schema_of

COMMITTED = ROOT / "example_site" / "provider" / "provider_schema.json"


def run(spec: Path, folder: Path, **options: Any) -> Mapping:
    return system_named("provider").run(Request(spec, (), folder, **options)).mapping


def live(name: str, folder: Path) -> Mapping:
    """A mapping that its provider has proven; it is recorded in proof.json."""
    mapping = run(Path(f"provider:{peer(name)}"), folder, live=True, proof=folder / "proof.json")
    (folder / "proof.json").write_text(write_sidecar(mapping))
    return mapping


def words(mapping: Mapping, name: str) -> list[str]:
    """What is said of each example of a resource."""
    (found,) = (e for e in mapping.entities if e.name == name and str(e.kind) == "resource")
    return [example.words for example in system_named("provider").showing.examples(found, mapping)]


@pytest.mark.peer
def test_a_plan_tells_defaults_and_what_replaces_and_examples_are_accepted(tmp_path: Path) -> None:
    mapping = live("garden", tmp_path)
    bed = entity(mapping)
    assert attribute(bed, "size").default == Default(1.5)
    assert [a.name for a in bed.body.attributes if a.replaces] == ["name"]
    assert [a.name for a in bed.body.attributes if a.default is not None] == ["size"]
    assert words(mapping, "garden_bed") == ["accepted by the provider"] * 3
    assert system_named("provider").showing.remarks(attribute(bed, "size")) == ("default learnt from a plan",)
    assert [d.code for d in mapping.diagnostics] == []


@pytest.mark.peer
def test_a_provider_of_the_old_sdk_tells_them_too(tmp_path: Path) -> None:
    found = entity(live("local", tmp_path))
    defaults = {a.name: a.default.value for a in found.body.attributes if a.default is not None}
    assert defaults == {"directory_permission": "0777", "file_permission": "0777"}
    assert "filename" in [a.name for a in found.body.attributes if a.replaces]


@pytest.mark.peer
def test_a_build_without_the_program_shows_the_same(tmp_path: Path) -> None:
    first = live("garden", tmp_path)
    (tmp_path / "schema.json").write_text("".join(_schema_text(first)))
    second = run(tmp_path / "schema.json", tmp_path, proof=tmp_path / "proof.json")
    pages = [plain_files(Pages(mapping), {}) for mapping in (first, second)]
    for name in ("resources/garden_bed.md", "provider.md", "data-sources/garden_season.md"):
        assert _without_places(pages[0][name]) == _without_places(pages[1][name])
    assert b"Accepted by the provider" in pages[1]["resources/garden_bed.md"]
    assert b"learnt from a plan" in pages[1]["resources/garden_bed.md"]


def _schema_text(mapping: Mapping) -> Any:
    system = system_named("provider")
    (text,) = system.artifacts(system.run(Request(Path(mapping.documents[0].uri), (), live=True))).values()
    return text


def _without_places(page: bytes) -> list[str]:
    return [line for line in page.decode().splitlines() if "provider:" not in line and "schema.json" not in line]


@pytest.mark.peer
def test_what_is_recorded_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live("garden", tmp_path)

    def refuse(*arguments: Any) -> Any:
        raise AssertionError(arguments)

    monkeypatch.setattr(live_provider, "start_provider", refuse)
    mapping = run(Path(f"provider:{peer('garden')}"), tmp_path, live=True, proof=tmp_path / "proof.json")
    assert attribute(entity(mapping), "size").default == Default(1.5)


def record(mapping: Mapping, **proofs: Proof) -> Record:
    return Record("1.0.0", "", schema_digest(mapping), {f"resource {name}": proof for name, proof in proofs.items()})


def proven(folder: Path, proof: Proof, schema: Any = None) -> Mapping:
    """The mapping of a resource with what a sidecar has of it, or of another schema."""
    own = mapped(cage({"name": string("required"), "tone": string("optional")}))
    other = mapped(schema) if schema else own
    (folder / "proof.json").write_text(write_sidecar(applied(other, record(other, zoo_cage=proof))))
    data = json.dumps(cage({"name": string("required"), "tone": string("optional")}))
    (folder / "schema.json").write_text(data)
    return run(folder / "schema.json", folder, proof=folder / "proof.json")


def test_what_is_recorded_of_another_schema_is_not_claimed(tmp_path: Path) -> None:
    mapping = proven(tmp_path, Proof(defaults={"tone": "low"}), cage({"name": string("required")}))
    assert attribute(entity(mapping), "tone").default is None
    (told,) = mapping.diagnostics
    assert (told.code, "is of another schema" in told.text) == ("OAS758", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no such file"),
        ("{}", "it is not a sidecar of a provider"),
        ("{", "proof.json"),
        (write_sidecar(mapped(cage())), "it has no record of what a provider said"),
        (write_sidecar(resource("create: {properties: {a: {type: string}}}").mapping), "it is not a sidecar of a prov"),
    ],
)
def test_where_there_is_no_record_nothing_is_claimed(text: str | None, said: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "proof.json").write_text(text)
    mapping = run(COMMITTED, tmp_path, proof=tmp_path / "proof.json")
    (told,) = mapping.diagnostics
    assert (told.code, said in told.text) == ("OAS758", True)


def test_a_folder_is_no_place_of_a_record(tmp_path: Path) -> None:
    with pytest.raises(DocumentError):
        run(COMMITTED, tmp_path, proof=tmp_path)


class Program:
    """A provider that says one thing of every mapping, and notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Record | None]] = []

    def schema(self, name: str, request: Request) -> Document:
        raise AssertionError(name, request)

    def prove(self, name: str, mapping: Mapping, request: Request, record_: Record | None) -> Record:
        assert request.live
        self.asked.append((name, record_))
        return record(mapping, zoo_cage=Proof(defaults={"tone": "low"}))


@pytest.mark.parametrize(("source", "name"), [("provider:a/zoo", "a/zoo"), ("schema.json", ADDRESS)])
@pytest.mark.parametrize("is_live", [True, False])
def test_a_provider_is_asked_only_where_it_may_be_started(
    source: str, name: str, tmp_path: Path, *, is_live: bool
) -> None:
    own, program = mapped(cage({"name": string("required"), "tone": string("optional")})), Program()
    request = Request(Path(source), (), tmp_path, live=is_live, proof=tmp_path / "none.json")
    found = with_proof(own, request, lambda: program)
    assert program.asked == ([(name, None)] if is_live else [])
    assert attribute(entity(found), "tone").default == (Default("low") if is_live else None)
    assert [one.code for one in found.diagnostics] == ([] if is_live else ["OAS758"])
    assert with_proof(own, replace(request, proof=None), lambda: program) is own


@pytest.mark.parametrize("has_proof", [True, False])
def test_what_is_told_of_a_proof_hides_nothing_of_the_schema(has_proof: bool, tmp_path: Path) -> None:
    data = cage({"name": string("required"), "tone": string()})
    (tmp_path / "schema.json").write_text(json.dumps(data))
    if has_proof:
        own = mapped(data)
        proof = record(own, zoo_cage=Proof(refused={"0": "It is too loud."}))
        (tmp_path / "proof.json").write_text(write_sidecar(applied(own, proof)))
    found = run(tmp_path / "schema.json", tmp_path, proof=tmp_path / "proof.json").diagnostics
    assert sorted(one.code for one in found) == ["OAS751", "OAS757" if has_proof else "OAS758"]


def test_an_example_is_accepted_only_as_it_was_asked_about(tmp_path: Path) -> None:
    text = 'resource "zoo_cage" "example" {\n  name = "example"\n}\n'
    mapping = proven(tmp_path, Proof(accepted=(digest(text),), refused={"0": "It is too loud."}))
    assert words(mapping, "zoo_cage") == ["accepted by the provider 1.0.0", ""]
    (told,) = mapping.diagnostics
    assert (told.code, told.text) == ("OAS757", "the provider says: It is too loud.")


SMALL = digest('resource "zoo_cage" "example" {\n  name = "example"\n}\n')
LARGE = digest('resource "zoo_cage" "example" {\n  name = "example"\n  tone = "example-tone"\n}\n')


@pytest.mark.parametrize(("version", "said"), [("", "accepted by the provider"), ("2", "accepted by the provider 2")])
@pytest.mark.parametrize(
    ("proof", "shown"),
    [
        (Proof(accepted=(LARGE,)), {"Minimal": False, "Full": True}),
        (Proof(accepted=(LARGE,), refused={SMALL: "no"}), {"Full": True}),
        (Proof(accepted=(SMALL,), refused={LARGE: "no"}), {"Minimal": True}),
        (Proof(accepted=(SMALL, LARGE)), {"Minimal": True, "Full": True}),
    ],
    ids=["one", "the small one refused", "the large one refused", "both"],
)
def test_what_is_refused_is_not_shown_beside_what_is_accepted(
    proof: Proof, shown: dict[str, bool], version: str, said: str
) -> None:
    own = mapped(cage({"name": string("required"), "tone": string("optional")}))
    mapping = applied(own, replace(record(own, zoo_cage=proof), version=version))
    found = system_named("provider").showing.examples(entity(mapping), mapping)
    assert {one.title: one.words for one in found} == {title: said if is_ else "" for title, is_ in shown.items()}


def test_what_a_record_cannot_have_is_passed_over() -> None:
    mapping = mapped(cage({"name": string("required")}))
    data = json.loads(write_sidecar(applied(mapping, record(mapping, zoo_cage=Proof(accepted=("a",))))))
    for entry in data["entities"]:
        for fragment in entry.get("fragments", []):
            if fragment["keyword"] == "proof":
                fragment["value"] = {"accepted": 3, "refused": [], "defaults": {"name": {}}, "replaces": "x" * 3}
    found = read_sidecar(Document("proof.json", json.dumps(data).encode()), vocabulary_of)
    assert proof_of(entity(found)) is None
    assert recorded(found) is not None


def test_a_review_does_not_take_a_proof_for_a_change() -> None:
    old = mapped(cage({"name": string("required"), "tone": string("optional")}))
    new = applied(old, record(old, zoo_cage=Proof(defaults={"tone": "low"}, replaces=("name",))))
    system = system_named("provider")
    before, after = system.comparison.comparable(old, new)
    assert same_content(before.entities, old.entities)
    assert same_content(after.entities, old.entities)
    assert same_content(without_proofs(new).entities, old.entities)
    both = replace(new, provider="zoo")
    assert system.comparison.comparable(new, both) == (new, both)


def test_an_example_becomes_values_of_the_types_of_the_schema() -> None:
    inner = Block({"n": Attribute(Primitive.NUMBER, optional=True)})
    block = Block(
        {
            "any": Attribute(Primitive.DYNAMIC, optional=True),
            "code": Attribute(Primitive.STRING, optional=True),
            "marks": Attribute(CollectionType(CtyKind.SET, Primitive.STRING), optional=True),
        },
        {
            "row": NestedBlock(inner, Nesting.LIST),
            "one": NestedBlock(inner, Nesting.SINGLE),
            "each": NestedBlock(inner, Nesting.MAP),
        },
    )
    text = """resource "a" "b" {
      any = [1, "a"]
      code = var.code
      marks = ["a"]
      row { n = 1 }
      row {}
      one {}
      each "k" { n = 2 }
    }"""
    found = configuration(text, block)
    assert isinstance(found.pop("any"), Dynamic)
    assert found == {
        "code": UNKNOWN, "marks": ["a"], "row": [{"n": 1}, {}], "one": {}, "each": {"k": {"n": 2}},
    }  # fmt: skip


@pytest.mark.parametrize("text", ["a {\n b = 1\n}", "a {\n b {}\n}", "a {\n code = 1\n}", "a {}\nb {}", "a {"])
def test_what_does_not_fit_the_schema_is_not_asked_about(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        configuration(text, Block({"code": Attribute(Primitive.STRING, optional=True)}))


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
    (example,) = system_named("provider").showing.examples(bear, shown)
    assert example.words == "accepted by the provider 1.0.0"
    assert "tone" in example.text
    assert "pitch" not in example.text
    assert "id" not in example.text  # which the SDK declares as optional, and refuses
    refused = replace(proof, accepted=(), refused=dict.fromkeys(proof.accepted, "It is too loud."))
    shown = applied(mapping, Record("1.0.0", "", "", {"resource zoo_bear": refused}))
    bear = next(entity for entity in shown.entities if entity.name == "zoo_bear")
    (example,) = system_named("provider").showing.examples(bear, shown)
    assert example.words == "refused by the provider 1.0.0: It is too loud."


def test_an_example_comes_with_the_smallest_of_what_it_refers_to_as_the_provider_takes_that() -> None:
    id_, name = string("computed"), string("required")
    cage_block = block({"id": id_, "door_id": string("required")})
    door_block = block({"id": id_, "name": name, "pitch": string("optional"), "tone": string("optional")})
    own = mapped(document(resource_schemas={"zoo_cage": schema_of(cage_block), "zoo_door": schema_of(door_block)}))

    def needed(mapping: Mapping) -> set[str]:
        found = next(one for one in mapping.entities if one.name == "zoo_cage")
        return {example.needs for example in system_named("provider").showing.examples(found, mapping)}

    door = 'resource "zoo_door" "main" {\n  name = "example"\n'
    assert needed(own) == {f"{door}}}\n"}
    asked = applied(own, record(own, zoo_door=Proof(added=("tone",))))
    assert needed(asked) == {f'{door}  tone = "example-tone"\n}}\n'}
    alone = replace(own, entities=tuple(one for one in own.entities if one.name == "zoo_cage"))
    assert needed(alone) == {""}


def test_each_entity_is_asked_about_by_one_process(zoo: Mapping) -> None:
    programs = Programs()
    asked = programs.ask(zoo)
    assert asked.complete
    assert set(asked.proofs) == {"provider zoo", *(f"resource {name}" for name in NAMES)}
    assert {proof.defaults.get("tone") for key, proof in asked.proofs.items() if key != "provider zoo"} == {"low"}
    assert (programs.started, programs.closed) == (1, 1)


class _Replacing(_Fake):
    """A provider that makes a new object for another name, and refuses another pitch."""

    def plan(self, name: str, prior: Any, config: dict[str, Any]) -> Plan:
        planned = super().plan(name, prior, config)
        if prior is None or config["pitch"] != prior["pitch"]:
            wrong = () if prior is None else (ProviderDiagnostic(ProviderSeverity.ERROR, "It has its pitch."),)
            return replace(planned, replaced_because=((AttributeStep("pitch"),),), diagnostics=wrong)
        return replace(planned, replaced_because=((AttributeStep("name"),),) if config["name"] != prior["name"] else ())


def test_an_argument_replaces_where_the_plan_of_another_value_does(tmp_path: Path) -> None:
    document = schema()
    block = {"attributes": {name: string("required") for name in ("name", "pitch", "tone")}}
    document["provider_schemas"]["example.org/a/zoo"]["resource_schemas"] = {"zoo_bear": {"block": block}}
    (tmp_path / "schema.json").write_text(json.dumps(document))
    mapping = system_named("provider").run(Request(tmp_path / "schema.json", (), tmp_path)).mapping
    asked = prove(mapping, lambda: _Replacing(Programs(), document))
    assert asked.proofs["resource zoo_bear"].replaces == ("name",)


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
    imported = {e.name for e in shown.entities if system.showing.import_example(e, shown)}
    assert imported == {"zoo_bear", "zoo_door"}  # it ended over zoo_cage, and refused zoo_emu
    assert not [e for e in zoo.entities if system.showing.import_example(e, zoo)]  # a schema alone does not say it
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
