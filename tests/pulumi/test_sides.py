"""One change of a package schema is one entry: both sides of a property, types that only results use, tokens."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Attribute, Fragment, Reason, Scalar, ScalarKind, Status
from mapper.systems.pulumi.sides import plain_change
from mkdocs_oasmap.cli import main

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def package(**sections: Any) -> dict[str, Any]:
    return {"name": "mill", "version": "1.0.0", **sections}


def loom(given: Any, returned: Any) -> dict[str, Any]:
    """A resource with one property, as it is given and as it is returned; None is a side where it is not."""
    sides = {"inputProperties": given, "properties": returned}
    spec = {side: {"it": one} for side, one in sides.items() if one is not None}
    return package(resources={"mill:index:Loom": spec})


def reviewed(folder: Path, capsys: pytest.CaptureFixture[str], old: Any, new: Any) -> list[str]:
    """Severity, rule, entity, path and audiences of each change, but for those of the mapping only."""
    paths = [folder / "old.json", folder / "new.json"]
    for path, content in zip(paths, (old, new), strict=True):
        path.write_text(json.dumps(content))
    main(["diff", "--system", "pulumi", "--format", "json", *map(str, paths)])
    return [
        f"{one['severity']} {one['rule']} {one['entity']} {one.get('path', '-')} [{', '.join(one.get('breaks', ()))}]"
        for one in json.loads(capsys.readouterr().out)["changes"]
        if one["severity"] != "mapping"
    ]


EVERYBODY = "configuration, state, output, generated code"
SIDES = {
    "only the input": (TEXT, TEXT, NUMBER, TEXT, "type-changed", "configuration, state, generated code"),
    "only the output": (TEXT, TEXT, TEXT, NUMBER, "type-changed", "state, output, generated code"),
    "both sides": (TEXT, TEXT, NUMBER, NUMBER, "type-changed", EVERYBODY),
    "an input takes one type more": (
        NUMBER, NUMBER, {"oneOf": [NUMBER, TEXT]}, NUMBER, "info union-widened", "generated code"),
    "a default of both": (
        {**NUMBER, "default": 1}, {**NUMBER, "default": 1}, {**NUMBER, "default": 2}, {**NUMBER, "default": 2},
        "default-changed", "plan"),
    "a replacement of both": (
        NUMBER, NUMBER, {**NUMBER, "willReplaceOnChanges": True}, {**NUMBER, "willReplaceOnChanges": True},
        "replacement-added", "plan"),
    "a replacement by the output": (
        NUMBER, NUMBER, NUMBER, {**NUMBER, "replaceOnChanges": True}, "replacement-added", "plan"),
    "a replacement by another key": (
        {**NUMBER, "willReplaceOnChanges": True}, {**NUMBER, "willReplaceOnChanges": True},
        {**NUMBER, "replaceOnChanges": True}, {**NUMBER, "replaceOnChanges": True}, "warning artifact-part-changed",
        "generated code"),
    "a replacement by both keys": (
        NUMBER, NUMBER, {**NUMBER, "replaceOnChanges": True, "willReplaceOnChanges": True}, NUMBER,
        "replacement-added", "plan"),
    "plain values only": (TEXT, TEXT, {**TEXT, "plain": True}, TEXT, "plain-values-only",
                          "configuration, generated code"),
    "outputs, too": ({**TEXT, "plain": True}, TEXT, TEXT, TEXT, "info outputs-accepted", ""),
    "a plain item": (
        {"type": "array", "items": TEXT}, None, {"type": "array", "items": {**TEXT, "plain": True}}, None,
        "plain-values-only", "configuration, generated code"),
    "a text of the output alone": (
        {**TEXT, "description": "a"}, {**TEXT, "description": "a"}, {**TEXT, "description": "a"},
        {**TEXT, "description": "b"}, "docs description-changed", ""),
    "a secret of the output alone": (TEXT, TEXT, TEXT, {**TEXT, "secret": True}, "info sensitive-added", "output"),
    "a deprecation of the output alone": (
        TEXT, TEXT, TEXT, {**TEXT, "deprecationMessage": "no"}, "info deprecated", "configuration"),
    "an output that is no longer deprecated": (
        TEXT, {**TEXT, "deprecationMessage": "no"}, TEXT, TEXT, "info no-longer-deprecated", ""),
    "another message of the output": (
        TEXT, {**TEXT, "deprecationMessage": "no"}, TEXT, {**TEXT, "deprecationMessage": "not"},
        "docs deprecation-message-changed", ""),
    "a secret of the output that is none": (
        TEXT, {**TEXT, "secret": True}, TEXT, TEXT, "warning sensitive-removed", "output"),
    "an output that no longer replaces": (
        NUMBER, {**NUMBER, "replaceOnChanges": True}, NUMBER, NUMBER, "info replacement-removed", "plan"),
    "a deprecation of both": (
        TEXT, TEXT, {**TEXT, "deprecationMessage": "no"}, {**TEXT, "deprecationMessage": "no"}, "info deprecated",
        "configuration"),
}  # fmt: skip


@pytest.mark.parametrize("case", SIDES)
def test_a_change_of_a_property_is_one_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str) -> None:
    was_given, was_returned, given, returned, rule, audiences = SIDES[case]
    found = reviewed(tmp_path, capsys, loom(was_given, was_returned), loom(given, returned))
    assert found == [f"{rule if ' ' in rule else f'breaking {rule}'} Loom it [{audiences}]"]


NUMBER, PLAIN = {"type": "number"}, {**TEXT, "plain": True}


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (None, PLAIN, (False, True)),
        (PLAIN, None, (True, False)),
        (TEXT, PLAIN, (False, True)),
        (NUMBER, PLAIN, None),
        (PLAIN, {**NUMBER, "plain": True}, None),
        (PLAIN, PLAIN, None),
        (None, None, None),
        ({"oneOf": [PLAIN, NUMBER]}, {"oneOf": [TEXT, NUMBER]}, (True, False)),
        ({"oneOf": [TEXT, NUMBER]}, {"oneOf": [NUMBER, TEXT]}, None),
    ],
)
def test_plain_values_are_a_change_of_their_own_where_nothing_else_of_the_type_changes(
    before: object, after: object, change: tuple[bool, bool] | None
) -> None:
    sides = (
        Attribute("a", "a", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("x", ""), (), fragments=fragments)
        for fragments in (
            (Fragment("type", spec, Document("schema.json", b"{}").node),) if spec else () for spec in (before, after)
        )
    )
    assert plain_change(*sides) == change


ITEMS = {"type": "array", "items": {"$ref": "#/types/mill:index:Item"}}
BOX = {"mill:index:Box": {"type": "object", "properties": {"item": {"$ref": "#/types/mill:index:Item"}}}}
USERS: dict[str, tuple[dict[str, Any], bool]] = {
    "a result of a function": ({"functions": {"mill:index:f": {"outputs": {"properties": {"items": ITEMS}}}}}, False),
    "an output": ({"resources": {"mill:index:Loom": {"properties": {"items": ITEMS}}}}, False),
    "an output in another type": (
        {"types": BOX, "resources": {"mill:index:Loom": {"properties": {"box": {"$ref": "#/types/mill:index:Box"}}}}},
        False,
    ),
    "a state": (
        {"resources": {"mill:index:Loom": {
            "properties": {"items": ITEMS}, "stateInputs": {"type": "object", "properties": {"items": ITEMS}}}}},
        False,
    ),
    "nothing": ({}, True),
    "an input": ({"resources": {"mill:index:Loom": {"inputProperties": {"items": ITEMS}}}}, True),
    "an input in another type": (
        {"types": BOX, "functions": {"mill:index:f": {"inputs": {"properties": {
            "box": {"type": "object", "additionalProperties": {"$ref": "#/types/mill:index:Box"}}}}}}},
        True,
    ),
    "the provider": ({"provider": {"inputProperties": {"items": ITEMS}}}, True),
    "a variable": ({"config": {"variables": {"items": ITEMS}}}, True),
}  # fmt: skip


def item(user: dict[str, Any], *names: str, required: tuple[str, ...] = ()) -> dict[str, Any]:
    spec = {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": list(required)}
    return package(**{**user, "types": {"mill:index:Item": spec, **user.get("types", {})}})


@pytest.mark.parametrize("case", USERS)
def test_what_only_results_use_breaks_nobody_who_gives_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    user, is_given = USERS[case]
    states = item(user, "a", required=("a",)), item(user, "a", "b", required=("a", "b"))
    found = reviewed(tmp_path, capsys, *states)
    assert any(one.startswith("breaking") for one in found) is is_given
    assert all("attribute-added" in one for one in found)


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [(("a",), (), "warning output-may-be-absent"), ((), ("a",), "info output-always-there")],
)
def test_what_is_required_in_a_result_is_always_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: tuple[str, ...], after: tuple[str, ...], rule: str
) -> None:
    user, _ = USERS["an output"]
    found = reviewed(tmp_path, capsys, item(user, "a", required=before), item(user, "a", required=after))
    assert {one.rpartition(" [")[0].rsplit(" ", 2)[0] for one in found} == {rule}


def test_functions_and_types_have_no_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keeps = {"mill:index:other": {}}
    old = package(
        functions={"mill:index:f": {"inputs": {"properties": {"a": {**TEXT, "default": "x"}}}}, **keeps},
        types={"mill:index:T": {"type": "object", "properties": {"a": TEXT}},
               "mill:index:U": {"type": "object", "properties": {"a": TEXT}}},
    )  # fmt: skip
    new = package(functions=keeps, types={"mill:index:U": {"type": "object", "properties": {}}})
    found = reviewed(tmp_path, capsys, old, new)
    assert len(found) == 3
    assert not any("state" in one for one in found)


def test_a_type_that_is_renamed_is_one_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def state(name: str) -> dict[str, Any]:
        fields = dict.fromkeys("abcd", TEXT)
        looms = {"mill:index:Loom": {"inputProperties": {"tie": {"$ref": f"#/types/mill:index:{name}"}}}}
        return package(types={f"mill:index:{name}": {"type": "object", "properties": fields}}, resources=looms)

    found = reviewed(tmp_path, capsys, state("Tie"), state("Knot"))
    assert found == ["breaking entity-rename-suspected Knot - [configuration, generated code]"]


def test_a_value_of_an_enum_is_one_entry_about_its_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def state(value: str) -> dict[str, Any]:
        colour = {"type": "string", "enum": [{"name": "Red", "value": "red"}, {"name": "Blue", "value": value}]}
        looms = {"mill:index:Loom": {"inputProperties": {"colour": {"$ref": "#/types/mill:index:Colour"}}}}
        return package(types={"mill:index:Colour": colour}, resources=looms)

    (only,) = reviewed(tmp_path, capsys, state("blue"), state("#00f"))
    assert only.startswith("breaking enum-value-changed Colour Blue")
    main(["diff", "--system", "pulumi", str(tmp_path / "old.json"), str(tmp_path / "new.json")])
    text = capsys.readouterr().out
    assert "its value changed" in text
    assert "default" not in text


IN_ROOT = package(resources={"mill:index/loom:Loom": {"inputProperties": {"a": TEXT, "b": TEXT}}})


def test_modules_in_the_root_module_are_compared_and_have_no_typescript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # messages name files relative to the current folder
    new = package(resources={"mill:index/loom:Loom": {"inputProperties": {"a": TEXT}}})
    assert reviewed(tmp_path, capsys, IN_ROOT, new)[0].startswith("breaking attribute-removed Loom b")
    path, target = str(tmp_path / "old.json"), tmp_path / "out"
    assert main(["generate", "--system", "pulumi", "--output-schema", str(target), path]) == 0
    assert main(["generate", "--system", "pulumi", "--output-pack", str(target / "pack"), path]) == 1
    (told,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert told.startswith("error: old.json:1:")
    assert "no TypeScript package can be written [OAS977]" in told
    assert not (target / "pack").exists()


def test_a_system_that_is_named_is_not_guessed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty `provider` beside functions also looks like a specification for Terraform."""
    state = package(provider={}, functions={"mill:index:f": {"inputs": {"properties": {"a": TEXT}}}})
    assert reviewed(tmp_path, capsys, state, state) == []
