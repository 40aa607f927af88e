"""Create, read, update, delete and import manifests, through a provider without a process."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import parse_type
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed, IndexStep, KeyStep
from mapper.languages.tfplugin.errors import Path as Path_
from mapper.programs.operator.codec import ConvertError, above
from mapper.programs.operator.merger import MergeDescription
from mapper.programs.operator.plugin import Manifest
from mapper.programs.operator.resource_api import (
    ApiError,
    ReplaceRequired,
    Result,
    Unanswered,
    changes,
    explained,
    manifest_path,
    really,
)
from mapper.programs.provider_process.results import Imported, Plan, ProviderDiagnostic, ProviderSeverity, State
from mapper.programs.provider_process.values import UNKNOWN, Dynamic

from .support import CONFIG, GATE, World

FULL: dict[str, Any] = {
    "zone": "a",
    "label": "x",
    "passwordSecretRef": {"name": "s", "key": "k"},
    "tags": {"b": "1"},
    "colours": ["red", "blue"],
    "door": [{"lock": "l", "width": 0.5}],
}


@pytest.mark.parametrize(
    ("lower", "upper", "merged"),
    [
        ({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, {"a": {"b": 1, "c": 3}}),
        ({"a": {"b": 1}}, {"a": None}, {"a": {"b": 1}}),
        ({"a": {"b": 1}}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": {"b": 2}, "c": None}, {"a": {"b": 2}, "c": None}),
    ],
)
def test_values_of_an_object_win_over_those_below_it_at_any_depth(lower: Any, upper: Any, merged: Any) -> None:
    assert above(lower, upper) == merged


@pytest.fixture
def world(tmp_path: Path) -> World:
    found = World(tmp_path)
    found.objects.secrets["default", "s"] = {"k": b"hush-hush"}
    return found


def created(world: World, given_: dict[str, Any], **spec: Any) -> Any:
    result = world.api().create(world.make(given_, **spec), world.objects, lambda: None)
    world.resource = result.resource
    return result


def observed(world: World) -> Any:
    found = world.api().read(world.resource, world.objects, None, is_known=True)
    return world.api().compare(world.resource, world.objects, found)


def test_a_path_that_requires_replacement_and_does_not_change_is_passed_over(world: World) -> None:
    """As `time_rotating` does with its time: the provider names the path, and the value stays."""
    created(world, FULL)
    world.given(label="y")
    world.api().update(world.resource, world.objects, observed(world))
    world.provider.fault = "label"
    world.given(label="z")
    with pytest.raises(ReplaceRequired, match="label"):
        world.api().update(world.resource, world.objects, observed(world))


def test_old_providers_do_not_tell_null_from_empty(world: World) -> None:
    world.provider.legacy = True
    created(world, {"zone": "a", "size": 1})
    assert observed(world).description == MergeDescription()
    world.provider.fault = "label"
    world.resource["spec"]["forProvider"]["label"] = ""
    assert not observed(world).description.needs_provider_update


TYPE = parse_type('["object",{"label":"string","tags":["map","string"],"zones":["list","string"]}]')
STATE: dict[str, Any] = {"label": "x", "tags": {"a": "1"}, "zones": ["n", "s"]}
LABEL, TAGS = AttributeStep("label"), AttributeStep("tags")
ZONES = AttributeStep("zones")
DIFFERENT: list[tuple[dict[str, Any], bool, list[Path_]]] = [
    ({}, False, []),
    ({"label": "y"}, False, [(LABEL,)]),
    ({"tags": {"a": "2", "b": "1"}}, False, [(TAGS, KeyStep("a")), (TAGS, KeyStep("b"))]),
    ({"zones": ["n", "w"]}, False, [(ZONES, IndexStep(1))]),
    ({"zones": ["n"]}, False, [(ZONES,)]),
    ({"label": None, "tags": None}, False, [(LABEL,), (TAGS,)]),
]


def test_the_deepest_places_at_which_values_differ_are_told() -> None:
    for after, legacy, paths in DIFFERENT:
        assert list(changes(STATE, {**STATE, **after}, TYPE, legacy=legacy)) == paths
    empty = {"label": "", "tags": {}, "zones": []}
    nothing = dict.fromkeys(empty)
    assert [len([*changes(empty, nothing, TYPE, legacy=legacy)]) for legacy in (True, False)] == [0, 3]
    for before, after in ((nothing, STATE), (STATE, nothing)):
        assert len([*changes(before, after, TYPE, legacy=True)]) == len(empty)


def test_for_old_providers_nothing_is_replaced_because_of_what_is_empty() -> None:
    paths: tuple[Path_, ...] = ((LABEL,), (TAGS,), (ZONES, IndexStep(7)), (ZONES,))
    before, after = {**STATE, "label": "", "tags": {"a": "1"}}, {**STATE, "label": None, "tags": None}
    assert really(paths, before, after, TYPE, legacy=False) == paths
    assert really(paths, before, after, TYPE, legacy=True) == ((TAGS,), (ZONES,))
    assert really(paths, after, before, TYPE, legacy=True) == ((TAGS,), (ZONES,))


@pytest.mark.parametrize("fault", ["", "no import"])
def test_an_object_that_is_there_is_found_by_its_external_name(world: World, fault: str) -> None:
    created(world, FULL)
    world.provider.fault = fault
    del world.resource["status"]
    seen = observed(world)
    assert seen.exists
    assert seen.resource["status"]["atProvider"]["label"] == "x"


def test_an_external_name_stands_for_the_argument_that_is_left_out(tmp_path: Path) -> None:
    world = World(tmp_path, name=GATE)
    made = created(world, {"label": "x"})
    assert world.cloud.things["one"]["name"] == "one"
    assert world.annotation("external-name") == "one"
    world.resource = made.resource
    world.annotate(external_name="two")
    del world.resource["status"]
    assert not observed(world).exists


@pytest.mark.parametrize(
    ("name", "identifier", "expected"),
    [("n", "z/n", "n"), ("n/m", "z/n/m", "n/m"), ("n", "other", "other")],
)
def test_a_template_makes_identifiers_of_names_and_names_of_identifiers(
    tmp_path: Path, name: str, identifier: str, expected: str
) -> None:
    template = "{mode: templated_string, template: '{{ .parameters.zone }}/{{ .external_name }}'}"
    config = CONFIG.replace("{mode: identifier_from_provider}", template)
    world = World(tmp_path, config)
    world.make({"zone": "z"})
    world.annotate(external_name=name)
    from mapper.programs.operator.external_name import identifier_of, name_in

    assert identifier_of(world.kind, world.resource) == f"z/{name}"
    assert identifier_of(world.kind, {**world.resource, "status": {"atProvider": {"id": "seen"}}}) == "seen"
    assert name_in(world.kind, {"id": identifier}) == expected


def test_a_template_that_lacks_a_value_makes_no_identifier(tmp_path: Path) -> None:
    template = "{mode: templated_string, template: '{{ .parameters.zone }}/{{ .external_name }}'}"
    world = World(tmp_path, CONFIG.replace("{mode: identifier_from_provider}", template))
    world.make({"label": "x"})
    world.annotate(external_name="n")
    from mapper.programs.operator.external_name import identifier_of

    assert identifier_of(world.kind, world.resource) is None


def test_what_is_asked_for_at_first_is_not_asked_for_again(world: World) -> None:
    created(world, {"zone": "a", "tags": {"own": "1"}}, initProvider={"size": 3, "label": "first", "tags": {"t": "2"}})
    own = world.cloud.things["t-1"]
    assert (own["size"], own["label"], own["tags"]) == (3, "first", {"own": "1", "t": "2"})
    own |= {"size": 9, "label": "scaled", "tags": {"own": "1", "t": "3"}}
    seen = observed(world)
    assert not seen.description.needs_provider_update
    assert not seen.description.late_initialized_spec
    own["tags"] = {"own": "2"}
    assert observed(world).description.spec == ("spec.forProvider.tags[own]",)


def test_diagnostics_have_the_paths_of_the_manifest(world: World) -> None:
    world.make({"label": "x"})
    told = world.api().validate(world.resource, world.objects)
    assert world.api().where(told) == ["spec.forProvider.zone: Missing"]
    with pytest.raises(ApiError, match=r"spec\.forProvider\.zone: Missing") as refused:
        world.api().create(world.resource, world.objects, lambda: None)
    assert refused.value.reason == "InvalidObject"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"zone": 3}, "spec.forProvider.zone: a text is expected, not 3"),
    ({"zone": {"a": 1}}, "spec.forProvider.zone: a text is expected"),
    ({"size": "3"}, "spec.forProvider.size: a whole number is expected, not '3'"),
    ({"size": 1.5}, "spec.forProvider.size: a whole number is expected, not 1.5"),
    ({"size": True}, "spec.forProvider.size: a whole number is expected, not True"),
    ({"tags": ["a"]}, "spec.forProvider.tags: an object is expected"),
    ({"colours": "red"}, "spec.forProvider.colours: a list is expected"),
    ({"colours": [1]}, "spec.forProvider.colours[0]: a text is expected"),
    ({"door": [3]}, "spec.forProvider.door[0]: an object is expected, not 3"),
    ({"door": [{"lock": []}]}, "spec.forProvider.door[0].lock: a text is expected"),
    ({"door": [{"lock": "l", "width": float("nan")}]}, "spec.forProvider.door[0].width: a number is expected"),
    ({"passwordSecretRef": "x"}, "spec.forProvider.passwordSecretRef: the name of a secret is expected"),
    ({"passwordSecretRef": {"name": "t", "key": "k"}}, "there is no secret default/t"),
    ({"passwordSecretRef": {"name": "s", "key": "x"}}, "the secret default/s has no key 'x'"),
    ({"passwordSecretRef": {"name": "s"}}, "the secret default/s has no key None"),
    ({"zone": "x" * 100_000 + "\n", "label": [["y" * 100_000]]}, "spec.forProvider.label: a text is expected"),
]


@pytest.mark.parametrize(("given_", "text"), WRONG)
def test_what_no_configuration_can_be_made_of_is_told_with_its_path(
    world: World, given_: dict[str, Any], text: str
) -> None:
    with pytest.raises(ConvertError) as refused:
        created(world, {"zone": "a", **given_})
    assert text in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_secret_of_another_namespace_is_out_of_reach(world: World) -> None:
    world.objects.secrets["other", "t"] = {"k": b"x"}
    with pytest.raises(ConvertError, match="there is no secret default/t"):
        created(world, {"zone": "a", "passwordSecretRef": {"name": "t", "key": "k", "namespace": "other"}})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(json_values)
def test_any_value_of_json_comes_back_as_it_was(value: Any) -> None:
    from mapper.programs.operator.codec import _plain, dynamic

    found = dynamic(value, "x")
    assert value is None or isinstance(found, Dynamic)
    assert _plain(found) == value


def test_a_manifest_is_never_changed_in_place(world: World) -> None:
    import copy

    manifest: Manifest = world.make(FULL)
    before = copy.deepcopy(manifest)
    result = world.api().create(manifest, world.objects, lambda: None)
    assert manifest == before
    snapshot = copy.deepcopy(result.resource)
    found = world.api().read(result.resource, world.objects, None, is_known=True)
    world.api().compare(result.resource, world.objects, found)
    assert result.resource == snapshot


def test_the_profile_of_2020_has_the_names_of_terraform(tmp_path: Path) -> None:
    world = World(tmp_path, f"profile: v2020\n{CONFIG}")
    assert (world.gvk.group, world.kind.is_namespaced) == ("thing.terraform-provider-zoo.crossplane.io", False)
    made = created(world, {"zone": "a", "gate_id": "g", "password": "plain", "door": [{"lock": "l"}]})
    assert made.resource["status"]["atProvider"] == {"status": "ACTIVE"}
    assert world.cloud.things["t-1"]["gate_id"] == "g"
    assert observed(world).description.spec == ()


@pytest.mark.parametrize(
    ("text", "has_hint"),
    [
        ("This is always an error in the provider: value must be a whole number, to decode as an integer", True),
        ("Value 1.5 is not an integer", True),
        ("the name is taken", False),
    ],
)
def test_a_fraction_for_an_integer_is_explained(text: str, has_hint: bool) -> None:
    hint = " (the manifest has a fraction where the provider takes integers; list the path in number_int)"
    assert explained(text) == text + hint * has_hint


@pytest.mark.parametrize(
    ("call", "answer", "reason", "text"),
    [
        ("read", State(None, deferred=True), "CannotObserve", "the provider cannot say yet what is there"),
        ("plan", Plan({"zone": "a"}, deferred=True), "CannotPlan", "the provider cannot say yet what is to be done"),
        ("plan", Plan(None), "CannotPlan", "the provider cannot say yet what is to be done"),
        ("apply", State(None), "CannotUpdate", "the provider says that it is done, but not what came of it"),
        ("apply", State({"zone": UNKNOWN}), "CannotUpdate", "the provider says that it is done, but not what came of"),
    ],
)
def test_an_answer_that_says_nothing_is_an_error(
    world: World, monkeypatch: pytest.MonkeyPatch, call: str, answer: Any, reason: str, text: str
) -> None:
    created(world, FULL)
    world.given(label="y")
    seen = observed(world)
    monkeypatch.setattr(world.provider, call, lambda *_: answer)
    api = world.api()
    with pytest.raises(ApiError, match=text) as raised:
        observed(world) if call == "read" else api.update(world.resource, world.objects, seen)
    assert (raised.value.reason, isinstance(raised.value, Unanswered)) == (reason, call == "apply")


def test_an_object_that_is_there_still_is_not_deleted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    created(world, FULL)
    seen = observed(world)
    monkeypatch.setattr(world.provider, "apply", lambda *_: State({"id": "t-1"}))
    with pytest.raises(ApiError, match="the provider says that the object is there still") as raised:
        world.api().delete(seen)
    assert raised.value.reason == "CannotDelete"


def test_what_does_not_exist_is_neither_changed_nor_deleted(world: World) -> None:
    absent = Result(world.make(FULL))
    assert world.api().compare(world.resource, world.objects, absent) is absent
    world.api().delete(absent)
    with pytest.raises(ApiError, match="there is no such object"):
        world.api().update(world.resource, world.objects, absent)
    assert world.provider.calls == []


@pytest.mark.parametrize(("code", "text"), [("UNIMPLEMENTED", "cannot import an object of the external name 't-9'"),
                                            ("UNAVAILABLE", "it ended")])  # fmt: skip
def test_a_name_that_nothing_has_is_told_where_nothing_can_be_imported(
    world: World, monkeypatch: pytest.MonkeyPatch, code: str, text: str
) -> None:
    def import_resource(*_: object) -> None:
        raise CallFailed("it ended", code)

    world.make(FULL)
    world.annotate(external_name="t-9")
    monkeypatch.setattr(world.provider, "import_resource", import_resource)
    with pytest.raises(ApiError, match=text):
        world.api().read(world.resource, world.objects, None, is_known=True)
    if code == "UNIMPLEMENTED":
        assert not world.api().read(world.resource, world.objects, None, is_known=False).exists


IMPORTED = State({"id": "t-9"})


@pytest.mark.parametrize(
    ("imported", "problems", "is_found"),
    [
        ([Imported("zoo_gate", IMPORTED), Imported("zoo_thing", IMPORTED)], (), True),
        ([Imported("zoo_gate", IMPORTED)], (), False),
        ([Imported("zoo_thing", State(None))], (), False),
        ([Imported("zoo_thing", IMPORTED)], (ProviderDiagnostic(ProviderSeverity.ERROR, "No"),), False),
        ([Imported("zoo_thing", IMPORTED)], (ProviderDiagnostic(ProviderSeverity.WARNING, "Old"),), True),
    ],
)
def test_only_an_object_of_the_same_type_is_imported(
    world: World, monkeypatch: pytest.MonkeyPatch, imported: Any, problems: Any, is_found: bool
) -> None:
    world.make(FULL)
    monkeypatch.setattr(world.provider, "import_resource", lambda *_: (imported, problems))
    assert world.api().import_by_name(world.resource) is None  # it has no name yet
    world.annotate(external_name="t-9")
    found = world.api().import_by_name(world.resource)
    assert (found and found.state) == (IMPORTED.value if is_found else None)


DOOR = (AttributeStep("door"), IndexStep(0))
PATHS: list[tuple[Path_, str]] = [
    ((), "spec.forProvider"),
    ((AttributeStep("gate_id"),), "spec.forProvider.gateId"),
    ((AttributeStep("status"),), "status.atProvider.status"),
    ((AttributeStep("id"),), "status.atProvider.id"),
    ((AttributeStep("password"),), "spec.forProvider.passwordSecretRef"),
    ((AttributeStep("token"),), "token"),
    ((AttributeStep("tags"), KeyStep("a")), "spec.forProvider.tags[a]"),
    ((*DOOR, AttributeStep("lock")), "spec.forProvider.door[0].lock"),
    ((*DOOR, AttributeStep("no_such")), "spec.forProvider.door[0].no_such"),
    ((AttributeStep("no_such"), IndexStep(1)), "no_such[1]"),
    ((IndexStep(1),), "[1]"),
    ((AttributeStep("label"), IndexStep(1)), "spec.forProvider.label"),
]


def test_a_path_of_terraform_is_one_of_the_manifest_as_far_as_there_are_fields(world: World) -> None:
    assert [(path, manifest_path(world.kind.fields, path)) for path, _ in PATHS] == PATHS


def test_a_name_that_the_external_name_replaces_has_no_path_in_the_manifest(tmp_path: Path) -> None:
    fields = World(tmp_path, name=GATE).kind.fields
    assert [manifest_path(fields, (AttributeStep(name),)) for name in ("name", "label")] == [
        "name",
        "spec.forProvider.label",
    ]
