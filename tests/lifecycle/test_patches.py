"""Updates that take changes in place of the object: JSON Patch, the operations of SCIM, merge patch."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.model import Place, Purpose
from mapper.model.arguments import JSON_PATCH, MERGE_PATCH, SCIM_PATCH
from mapper.model.samples.extent import Extent
from mapper.programs.trial.life import live_in_process
from mapper.programs.trial.mock.api import Mock
from mapper.programs.trial.mock.patches import Unpatchable, apply_steps, merge_objects
from mapper.programs.trial.provider.crud import Crud
from mapper.programs.trial.provider.patches import change
from mapper.programs.trial.steps import Step

from .descriptions import description
from .folder import opened

FARM = {"name": "Hill", "cows": ["Ada", "Eve"], "barn": {"doors": 2}, "a/b": 1, "c~d": True}


def step(op: str, path: str, **members: Any) -> dict[str, Any]:
    """A step of a JSON Patch."""
    return {"op": op, "path": path, **{name.rstrip("_"): value for name, value in members.items()}}


@pytest.mark.parametrize(
    ("steps", "changed"),
    [
        ([], {}),
        ([step("add", "/herd", value=7)], {"herd": 7}),
        ([step("add", "/name", value=None)], {"name": None}),
        ([step("add", "/cows/1", value="Mia")], {"cows": ["Ada", "Mia", "Eve"]}),
        ([step("add", "/cows/-", value="Mia")], {"cows": ["Ada", "Eve", "Mia"]}),
        ([step("add", "/cows/2", value="Mia")], {"cows": ["Ada", "Eve", "Mia"]}),
        ([step("remove", "/cows/0")], {"cows": ["Eve"]}),
        ([step("replace", "/barn/doors", value=3)], {"barn": {"doors": 3}}),
        ([step("replace", "/a~1b", value=2), step("replace", "/c~0d", value=3)], {"a/b": 2, "c~d": 3}),
        ([step("test", "/barn", value={"doors": 2}), step("add", "/roof", value=1)], {"roof": 1}),
        ([step("copy", "/barn/owner", from_="/name")], {"barn": {"doors": 2, "owner": "Hill"}}),
        ([step("move", "/cows/1", from_="/cows/0")], {"cows": ["Eve", "Ada"]}),
        ([step("move", "/name", from_="/name")], {}),
        ([step("copy", "/c", from_="/barn"), step("add", "/c/doors", value=9)], {"c": {"doors": 9}}),
        ([step("replace", "", value={"name": "Dale"})], {"name": "Dale", **dict.fromkeys(FARM.keys() - {"name"}, ...)}),
    ],
)  # fmt: skip
def test_steps_are_applied_in_their_order(steps: list[Any], changed: dict[str, Any]) -> None:
    before = json.dumps(FARM)
    expected = {name: value for name, value in (FARM | changed).items() if value is not ...}
    assert apply_steps(FARM, steps) == expected
    assert json.dumps(FARM) == before


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([step("replace", "/herd", value=7)], "step 0: nothing is at 'herd'"),
        ([step("remove", "/herd")], "step 0: nothing is at 'herd'"),
        ([step("add", "/herd/cow", value=7)], "step 0: nothing is at 'herd'"),
        ([step("add", "/cows/3", value="Mia")], "step 0: nothing is at '3'"),
        ([step("add", "/cows/01", value="Mia")], "step 0: nothing is at '01'"),
        ([step("replace", "/cows/-", value="Mia")], "step 0: nothing is at '-'"),
        ([step("remove", "/cows/0"), step("remove", "/cows/1")], "step 1: nothing is at '1'"),
        ([step("test", "/c~0d", value=1)], "step 0: the value at /c~0d is another one"),
        ([step("test", "/cows", value=["Ada"])], "step 0: the value at /cows is another one"),
        ([step("test", "/cows", value=["Ada", "Mia"])], "step 0: the value at /cows is another one"),
        ([step("test", "/barn", value={"doors": 3})], "step 0: the value at /barn is another one"),
        ([step("test", "/barn", value={"gates": 2})], "step 0: the value at /barn is another one"),
        ([step("test", "/barn", value=["doors"])], "step 0: the value at /barn is another one"),
        ([step("add", "/l", value=["a", "b"]), step("test", "/l", value="ab")], "step 1: the value at /l is another"),
        ([step("move", "/barn/doors/x", from_="/barn")], "step 0: a value cannot be moved into itself"),
        ([step("move", "/barn")], "step 0: from: missing, but required"),
        ([step("add", "/herd")], "step 0: value: missing, but required"),
        ([step("add", "herd", value=1)], "step 0: 'herd' is not a JSON pointer"),
        ([step("remove", "")], "step 0: the whole object cannot be removed"),
        ([step("grow", "/herd")], "step 0: 'grow' is not one of"),
        (["grow"], "step 0: None is not one of"),
        ([step("copy", "/barn", from_="")] * 30, "step 10: at most 10 steps may copy"),
    ],
)
def test_a_step_that_cannot_be_applied_is_refused_with_its_number(steps: list[Any], why: str) -> None:
    with pytest.raises(Unpatchable) as refused:
        apply_steps(FARM, steps)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("operation", "changed"),
    [
        ({"op": "Replace", "path": "name", "value": "Dale"}, {"name": "Dale"}),
        ({"op": "replace", "path": "barn.doors", "value": 4}, {"barn": {"doors": 4}}),
        ({"op": "add", "value": {"name": "Dale", "a/b": 2}}, {"name": "Dale", "a/b": 2}),
        ({"op": "remove", "path": "name"}, {"name": ...}),
    ],
)
def test_operations_of_scim_have_names_for_paths(operation: dict[str, Any], changed: dict[str, Any]) -> None:
    expected = {name: value for name, value in (FARM | changed).items() if value is not ...}
    assert apply_steps(FARM, {"Operations": [operation]}) == expected


VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from(["", "a", "b/c", "~1", "d~e", "ä"]), VALUES, max_size=4)


@given(OBJECTS, OBJECTS)
def test_what_the_provider_sends_makes_one_object_of_another(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert apply_steps(old, change(JSON_PATCH, old, new)) == new
    assert merge_objects(old, change(MERGE_PATCH, old, new), null_removes=True) == new
    named = [{f"x{name}": value for name, value in each.items()} for each in (old, new)]
    assert apply_steps(named[0], change(SCIM_PATCH, *named)) == named[1]


_OF_STEP = "{op: {type: string, enum: [%s]}, path: {type: string}, value: {}}"
_STEPS = f"{{type: array, items: {{type: object, required: [op, path], properties: {_OF_STEP}}}}}"
STEPS = f"Patch: {_STEPS}"
SCIM = f"Patch: {{type: object, required: [Operations], properties: {{Operations: {_STEPS}}}}}"
_NEST = "{type: object, properties: {eggs: {type: integer}, straw: {type: boolean}}}"
MERGE = f"Patch: {{type: object, properties: {{name: {{type: string}}, note: {{type: string}}, nest: {_NEST}}}}}"
HENS = """
    /hens:
      post:
        requestBody: {required: true, content: {{Hen}}}
        responses: {'201': {description: made, content: {{Hen}}}}
    /hens/{id}:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      get: {responses: {'200': {description: one, content: {{Hen}}}}}
      patch:
        requestBody: {required: true, content: {{Patch}}}
        responses: {'200': {description: changed, content: {{Hen}}}}
      delete: {responses: {'204': {description: gone}}}
    """
HEN = """
    Hen:
      type: object
      required: [name]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        note: {type: string}
        nest: {type: object, required: [eggs], properties: {eggs: {type: integer}, straw: {type: boolean}}}
    """


def hens(patch: str) -> str:
    """A description of hens with this schema of what an update takes."""
    return description(HENS, f"{HEN}\n    {patch}")


_PATCH = "{schema: {$ref: '#/components/schemas/Patch'}}"
KINDS = {
    JSON_PATCH: hens(STEPS % "add, remove, replace"),
    SCIM_PATCH: hens(SCIM % "add, remove, replace"),
    MERGE_PATCH: hens(MERGE).replace(f"json: {_PATCH}", f"merge-patch+json: {_PATCH}"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_changed_by_a_patch_is_changed_in_place_and_lives(kind: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(KINDS[kind])
    with opened(tmp_path) as api:
        (resource,) = api.artifacts.resources.values()
        hen = api.artifacts.entity("hen")
        assert [a.name for a in hen.body.attributes if a.replaces] == []
        (update,) = (operation for operation in hen.operations if operation.part == Purpose.UPDATE)
        assert [a.media_type for a in update.arguments if a.place is Place.BODY and not a.name] == [kind]
        for extent in Extent:
            life = live_in_process(api, resource, extent)
            assert life.results == dict.fromkeys(Step, "ok")
            assert life.changed


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_configuration_no_longer_has_is_removed(kind: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(KINDS[kind])
    with opened(tmp_path) as api:
        mock = Mock(api.model)
        crud = Crud(api.artifacts.resources["hen"], mock.handle)
        attributes = api.artifacts.resources["hen"].attributes
        state = crud.create(
            dict.fromkeys(attributes) | {"name": "Ada", "note": "old", "nest": {"eggs": 1, "straw": True}}
        )
        state = crud.update(state, {**state, "note": None, "nest": {"eggs": 2, "straw": None}})
        answers = mock.handle("GET", f"/hens/{state['id']}")
    assert answers == (200, {"id": state["id"], "name": "Ada", "nest": {"eggs": 2}})


def test_a_bad_patch_is_a_bad_request(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(KINDS[JSON_PATCH])
    with opened(tmp_path) as api:
        mock = Mock(api.model)
    _, hen = mock.handle("POST", "/hens", {"name": "Ada"})
    at = f"/hens/{hen['id']}"
    assert mock.handle("PATCH", at, [step("replace", "/note", value="new")])[0] == 400
    assert mock.handle("PATCH", at, [step("replace", "/name", value=7)])[0] == 422
    assert mock.handle("GET", at) == (200, hen)


def test_steps_of_another_kind_change_nothing_in_place(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(hens(STEPS % "addField, editField"))
    with opened(tmp_path) as api:
        (update,) = (o for o in api.artifacts.entity("hen").operations if o.part == Purpose.UPDATE)
    assert {argument.media_type for argument in update.arguments} == {None}


def test_a_step_adds_what_is_new_and_replaces_what_is_there() -> None:
    old, new = {"a": 1, "b": 2, "same": 3}, {"a": 2, "c": 4, "same": 3}
    steps = [("replace", "a", {"value": 2}), ("remove", "b", {}), ("add", "c", {"value": 4})]
    assert change(JSON_PATCH, old, new) == [{"op": op, "path": f"/{name}", **value} for op, name, value in steps]
    assert change(SCIM_PATCH, old, new)["Operations"] == [
        {"op": op, "path": name, **value} for op, name, value in steps
    ]


MERGED: list[tuple[Any, Any, Any, Any]] = [
    ({"a": 1, "b": 2}, {"a": None}, {"b": 2}, {"a": None, "b": 2}),
    ({"a": {"b": 1, "c": 2}}, {"a": {"b": None, "d": 3}}, {"a": {"c": 2, "d": 3}}, {"a": {"b": None, "c": 2, "d": 3}}),
    ({}, {"a": {"b": None}}, {"a": {}}, {"a": {"b": None}}),
    ([1], {"a": 1}, {"a": 1}, {"a": 1}),
    ({"a": 1}, [2], [2], [2]),
    ({"a": 1}, None, None, None),
]


@pytest.mark.parametrize(("old", "new", "removed", "kept"), MERGED)
def test_null_removes_a_member_only_where_the_format_says_so(old: Any, new: Any, removed: Any, kept: Any) -> None:
    assert merge_objects(old, new, null_removes=True) == removed
    assert merge_objects(old, new, null_removes=False) == kept
