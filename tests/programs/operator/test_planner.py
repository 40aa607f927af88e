"""Manifests that a provider plans without a process, the fields that they may have, and overlays of a config."""

import base64
import json
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from mapper.languages.tfplugin.errors import PluginError
from mapper.languages.tfplugin.schema import ProviderSchema, Schema
from mapper.languages.tfplugin.schema_json import read_document
from mapper.programs.operator.initializer import ConfigurationError
from mapper.programs.operator.plan import (
    CrossplaneRunner,
    Given,
    Planner,
    _provider_values,
    _with_assigned_name,
    read_manifests,
    unfitting,
)
from mapper.programs.operator.plugin import Implementation, PluginIndexError
from mapper.programs.operator.provider_index import make_program
from mapper.programs.provider_process.results import Plan, ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.values import UNKNOWN
from mapper.registry import PROGRAMS
from mapper.report.diagnostic import MappingError
from mapper.request import Request
from mapper.system.runner import PlanResult
from mapper.systems.crossplane.read import read_inputs

from ...crossplane.support import ADDRESS, block, schema, string
from . import test_codec
from .cloud import CONFIG
from .support import World
from .test_passes import Provided

ERROR = ProviderDiagnostic(ProviderSeverity.ERROR, "There is no token")
WARNING = ProviderDiagnostic(ProviderSeverity.WARNING, "It is old")
HEAD = "apiVersion: zoo.zoo.m.example.org/v1alpha1\nkind: Thing\n"
THING = f"{HEAD}metadata: {{name: one}}\nspec: {{forProvider: {{zone: a, label: x}}}}\n"


class Configurable(Provided):
    """A provider that says what it is told to say of its configuration."""

    answer: Any = ()

    def schema(self) -> ProviderSchema:
        read = read_document(schema({"zoo": block({"token": string("optional")})})).document.providers[ADDRESS]
        return ProviderSchema(Schema(0, read.resources["zoo"].block))

    def configure(self, config: Any) -> Any:
        self.settings = config
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def planner(folder: Path, config: str = CONFIG, answer: Any = (), fault: str = "", settings: Any = None) -> Planner:
    program = World(folder, config).program
    provider = Configurable({kind.terraform_name: kind.block for kind in program.kinds}, fault=fault)
    provider.answer = answer
    return Planner(cast("Any", provider), program, settings)


def planned(folder: Path, text: str, **more: Any) -> PlanResult:
    (found,) = planner(folder, **more).results(read_manifests(text, "m.yaml")[0])
    return found


class Silent(Configurable):
    """A provider that plans nothing, and does not say why."""

    def plan(self, *_: object) -> Plan:
        return Plan(None, diagnostics=(WARNING,))


def test_nothing_is_planned_where_a_plan_has_no_value(tmp_path: Path) -> None:
    program = World(tmp_path).program
    provider: Any = Silent({kind.terraform_name: kind.block for kind in program.kinds})
    (found,) = Planner(provider, program, None).results(read_manifests(THING, "m.yaml")[0])
    assert (found.planned, found.errors, len(found.warnings), found.filled, found.later) == (False, (), 1, (), ())


def test_what_a_plan_fills_in_is_told_with_where_it_will_be(tmp_path: Path) -> None:
    found = planned(tmp_path, THING)
    assert (found.name, found.line, found.planned, found.errors) == ("Thing/one", 1, True, ())
    assert found.filled == (("spec.forProvider.size", 1),)
    assert found.later == ("status.atProvider.id", "status.atProvider.status")
    ignored = CONFIG.replace("    number_int: [size]\n", "    number_int: [size]\n    late_init: {ignored: [size]}\n")
    assert planned(tmp_path, THING, config=ignored).filled == (("status.atProvider.size", 1),)
    for side in ("forProvider: {zone: a, size: 1}", "forProvider: {zone: a}, initProvider: {size: 1}"):
        assert planned(tmp_path, f"{HEAD}spec: {{{side}}}\n").filled == ()


FILLED: list[tuple[str, Any, list[str]]] = [
    ("size", 2, ["spec.forProvider.size"]),
    ("label", "x", ["status.atProvider.label"]),
    ("label", "", []),
    ("label", UNKNOWN, []),
    ("zone", "b", []),
    ("password", "p", []),
    ("status", "up", []),
    ("tags", {"a": "b"}, []),
    ("colours", ["red"], []),
]


def test_single_values_that_nobody_gives_or_may_see_are_filled_in(tmp_path: Path) -> None:
    kind = World(tmp_path).program.kinds[0]
    for name, value, paths in FILLED:
        given = {"spec": {"forProvider": {"zone": "a"}, "initProvider": None}}
        assert [path for path, _ in _provider_values({name: value}, kind, given)] == paths


def test_without_a_configuration_a_provider_only_validates(tmp_path: Path) -> None:
    for answer, problem in (
        (PluginError("it ended"), "it ended"),
        ((ERROR, WARNING), "the provider is not configured (There is no token)"),
    ):
        made = planner(tmp_path, answer=answer)
        assert made.problem == problem
        (found,) = made.results(read_manifests(THING, "m.yaml")[0])
        assert (found.errors, found.planned) == ((), False)
    with pytest.raises(
        ConfigurationError, match=r"^the provider refuses its configuration: There is no token; correct"
    ):
        planner(tmp_path, answer=(ERROR,), settings={"token": "x"})
    made = planner(tmp_path, answer=(WARNING,), settings={"token": "x"})
    assert (made.problem, cast("Any", made)._provider.settings) == ("", {"token": "x"})


@pytest.mark.parametrize("call", ["validate", "plan"])
def test_what_a_provider_refuses_is_an_error_at_its_line(tmp_path: Path, call: str) -> None:
    found = planned(tmp_path, THING, fault=f"{call} refused")
    (error,) = found.errors
    assert (error.line, found.planned) == (4, False)
    assert f"spec.forProvider.label: No: {call} is not possible" in str(error)
    (failed,) = planned(tmp_path, THING, fault=f"{call} fails").errors
    assert "was ended by SIGKILL" in str(failed)


NAMES = [
    ("metadata: {name: a}", "Thing/a"),
    ("metadata: {name: a, namespace: b}", "Thing/b/a"),
    ("metadata: {generateName: a-}", "Thing/a-"),
    ("metadata: {}", "Thing/?"),
    ("metadata: x", "Thing/?"),
]


def test_a_manifest_is_called_by_its_kind_and_name() -> None:
    for text, name in NAMES:
        ((found,), _) = read_manifests(f"kind: Thing\n{text}\n", "m.yaml")
        assert found.name == name


ASSIGNED: list[tuple[Any, tuple[str, str]]] = [
    (None, ("example", "default")),
    ({"name": None}, ("example", "default")),
    ({"name": "", "generateName": "a-", "namespace": "b"}, ("a-", "b")),
    ({"name": "c", "generateName": "a-"}, ("c", "default")),
]


def test_an_object_without_a_name_is_planned_with_one_as_a_cluster_gives_it(tmp_path: Path) -> None:
    program = World(tmp_path).program
    for metadata, (name, namespace) in ASSIGNED:
        found = _with_assigned_name({"metadata": metadata}, program.kinds[0])["metadata"]
        assert (found["name"], found["namespace"]) == (name, namespace)


def test_a_list_may_have_nothing_in_it() -> None:
    found, problems = read_manifests("kind: List\nitems:\n- null\n- {kind: A}\n---\nnull\n---\n- kind: B\n", "m.yaml")
    assert [one.gvk.kind for one in found] == ["A"]
    assert len(problems) == 1


PLACES = [("spec.a[1].b", 6), ("spec.a[1]", 6), ("spec.a[7].b", 4), ("spec.x.y", 3), ("", 1), ("spec.a[k]", 4)]


def test_a_problem_is_at_the_closest_place_that_there_is() -> None:
    ((found,), _) = read_manifests("kind: A\nx: 1\nspec:\n  a:\n  - c: 1\n  - b: 2\n", "m.yaml")
    assert [(path, found.problem("wrong", path).line) for path, _ in PLACES] == PLACES


SECRETS = f"""\
kind: Secret
apiVersion: v1
metadata: {{name: s, namespace: mine}}
data: {{a: {base64.b64encode(b"hush").decode()}, b: "no base64", c: {base64.b64encode(b"old").decode()}}}
stringData: {{c: new, d: 3}}
---
kind: Secret
apiVersion: v1
---
kind: Secret
apiVersion: other.org/v1
metadata: {{name: t}}
stringData: {{c: new}}
"""


def test_secrets_among_the_manifests_have_their_data() -> None:
    given = Given(read_manifests(SECRETS, "m.yaml")[0])
    assert given.data("mine", "s") == {"a": b"hush", "c": b"new", "d": b"3"}
    assert given.data("", "") == {}
    assert given.data("", "t") is given.data("other", "s") is None


FIELDS: list[tuple[dict[str, Any], list[str]]] = [
    ({"box": {"k": {"lok": "a"}}}, ["spec.forProvider.box[k].lok: there is no such field; did you mean 'lock'?"]),
    ({"room": [{}, {"lok": "a"}]}, ["spec.forProvider.room[1].lok: there is no such field; did you mean 'lock'?"]),
    ({"id": "x"}, ["spec.forProvider.id: there is no such field: it is a result, status.atProvider.id"]),
    ({"door": {"id": "x"}}, ["spec.forProvider.door.id: there is no such field"]),
    ({"any": {"anything": 1}, "box": {"k": {"lock": "a"}}, "room": 3}, []),
]


def test_only_fields_of_the_definition_are_taken(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(schema({"zoo_forge": test_codec.forge()})))
    (tmp_path / "provider.yaml").write_text(test_codec.CONFIG)
    inputs = read_inputs(Request(tmp_path / "schema.json", [tmp_path / "provider.yaml"], tmp_path), PROGRAMS)
    definition = next(iter(make_program(inputs).implementations.values())).scheme_builder.definition()
    for given, expected in FIELDS:
        assert [text for _, text in unfitting(definition, {"spec": {"forProvider": given}})] == expected
    for kind, count in (("ClusterProviderConfig", 0), ("ProviderConfig", 0), (None, 0), ("Secret", 1)):
        spec = {"providerConfigRef": {"name": "a", "kind": kind}}
        found = [text for _, text in unfitting(definition, {"spec": spec, "metadata": {"name": "a", "labels": {}}})]
        text = "spec.providerConfigRef.kind: ProviderConfig, ClusterProviderConfig: one of these is expected"
        assert found == [text] * count


def test_a_definition_may_take_other_fields_beside_its_own() -> None:
    spec: dict[str, Any] = {"properties": {"zone": {"enum": ["a"]}}, "x-kubernetes-preserve-unknown-fields": True}
    version = {"storage": True, "schema": {"openAPIV3Schema": {"properties": {"spec": {"properties": {"own": spec}}}}}}
    assert list(unfitting({"spec": {"versions": [version]}}, {"spec": {"own": {"more": 1}}})) == []


OVERLAYS = [
    ("mapper.x", "", "mapper.x: this is a module of the program itself"),
    ("mkdocs_oasmap", "", "mkdocs_oasmap: this is a module of the program itself"),
    ("own_nothing", "def index(): return []", "own_nothing: index() has to return implementations"),
    ("own_wrong", "def index(): return [1]", "own_wrong: index() has to return implementations"),
    ("own_broken", "def index(): return 1 / 0", "own_broken: index() cannot be had: ZeroDivisionError"),
]


@pytest.mark.parametrize(("name", "code", "text"), OVERLAYS)
def test_an_overlay_that_is_no_implementation_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str, text: str
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / f"{name}.py").write_text(code)
    overlay = f"resource_overlays:\n  - {{terraform_name: zoo_thing, full_package_name: {name}}}\n"
    with pytest.raises(PluginIndexError) as raised:
        World(tmp_path, CONFIG + overlay)
    assert text in str(raised.value)


@pytest.mark.parametrize(
    ("missing", "error", "text"),
    [
        ("lightkube", MappingError, r"a cluster needs more packages; pip install 'mkdocs-oasmap\[operator\]'"),
        ("mapper.programs.operator.election", ModuleNotFoundError, r"election"),
    ],
)
def test_only_a_missing_library_of_clusters_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, missing: str, error: type[Exception], text: str
) -> None:
    monkeypatch.delitem(sys.modules, "mapper.programs.operator.operator", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(error, match=text):
        CrossplaneRunner().operate(cast("Any", None), cast("Any", None))


MANY = """
from mapper.programs.operator.plugin import Implementation
def index():
    return Implementation(terraform_resource_name="zoo_gate", readiness=1), Implementation(readiness=ALSO)
ALSO = "of the thing"
"""


def test_a_package_may_have_layers_of_several_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "own_layers.py").write_text(MANY)
    overlay = "resource_overlays:\n  - {terraform_name: zoo_thing, full_package_name: own_layers}\n"
    program = World(tmp_path, CONFIG + overlay).program
    found: dict[str, set[Any]] = {}
    for made in program.implementations.values():
        assert isinstance(made, Implementation)
        found.setdefault(made.terraform_resource_name, set()).add(made.readiness)
    assert found == {"zoo_thing": {"of the thing"}, "zoo_gate": {None}}
    assert (sys.path[0], sys.path.count(str(tmp_path))) == (str(tmp_path), 1)
