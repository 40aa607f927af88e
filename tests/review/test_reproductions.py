"""What was once judged wrong, with whole descriptions and configs through `oasmap diff`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_oasmap.cli import main

Json = dict[str, Any]
State = tuple[Json, Json]
S, INT = {"type": "string"}, {"type": "integer"}
ALL, NO_UPDATE = ("create", "read", "update"), ("create", "read")


def obj(properties: Json, *required: str) -> Json:
    found = {"type": "object", "properties": properties}
    return {**found, "required": list(required)} if required else found


def said(text: str) -> Json:
    return {**S, "description": text}


def listed(items: Json) -> Json:
    return {"type": "array", "items": items}


def spec(create: Json, read: Json | None = None, *required: str, key: str = "id") -> Json:
    """A description of things that are made, read and changed."""

    def body(schema: Json) -> Json:
        return {"content": {"application/json": {"schema": schema}}}

    made, seen = obj(create, *required), obj(read or create)
    parameter = {"name": key, "in": "path", "required": True, "schema": S}
    head = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}}
    single = {
        "get": {"parameters": [parameter], "responses": {"200": body(seen)}},
        "put": {"parameters": [parameter], "requestBody": body(obj(create)), "responses": {"200": body(seen)}},
    }
    post = {"requestBody": body(made), "responses": {"201": body(seen)}}
    return {**head, "paths": {"/things": {"post": post}, f"/things/{{{key}}}": single}}


def config(schema: Json | None = None, operations: tuple[str, ...] = ALL, key: str = "id") -> Json:
    places = {
        "create": ("/things", "POST"),
        "read": (f"/things/{{{key}}}", "GET"),
        "update": (f"/things/{{{key}}}", "PUT"),
    }
    entry: Json = {name: {"path": places[name][0], "method": places[name][1]} for name in operations}
    return {"provider": {"name": "acme"}, "resources": {"thing": {**entry, **({"schema": schema} if schema else {})}}}


def aliases(names: Json, *ignored: str, operations: tuple[str, ...] = ALL, key: str = "id") -> Json:
    schema: Json = {"attributes": {"aliases": names}, **({"ignores": list(ignored)} if ignored else {})}
    return config(schema, operations, key)


def overrides(**members: Any) -> Json:
    return config({"attributes": {"overrides": {"a": members}}})


def validated(module: str) -> Json:
    custom = {"imports": [{"path": module}], "schema_definition": "own.Check()"}
    return overrides(validators=[{"custom": custom}])


def union(*branches: str) -> Json:
    return {"oneOf": [{**obj({name: S}, name), "title": name} for name in branches]}


def planned(expression: str) -> Json:
    return overrides(plan_modifiers=[{"custom": {"schema_definition": expression}}])


VARIANTS: Json = {**config(), "policies": {"one_of": "variants"}}
KEYS = spec({"name": S}, {"id": said("UUID"), "key": said("Numeric key")})
ENDS = spec({"src": said("Source bucket"), "dst": said("Target bucket")})
NAMES = spec({"name": said("Internal slug"), "displayName": said("Name shown to people")})
A, FOUR = spec({"a": S}), obj({"a": S, "b": S, "c": S, "d": S})
REQUIRED = {"attributes": {"overrides": {"b": {"computed_optional_required": "required"}}}}
REPLACES = {"attributes": {"overrides": {"b": {"plan_modifiers": ["requires_replace"]}}}}
IF_CONFIGURED, ALWAYS = (f"stringplanmodifier.RequiresReplace{word}()" for word in ("IfConfigured", ""))

CASES: dict[str, tuple[State, State, list[str]]] = {
    "the id is another property, whose text differs": (
        (KEYS, config({"ignores": ["key"]}, NO_UPDATE)), (KEYS, aliases({".key": "id"}, "id", operations=NO_UPDATE)),
        ["breaking id-source-changed id: generator config", "docs description-changed id: generator config"]),
    "two names are swapped": (
        (ENDS, config()), (ENDS, aliases({".src": "dst", ".dst": "src"})),
        ["breaking attribute-renamed dst: generator config", "breaking attribute-renamed src: generator config"]),
    "an alias is dropped, and its name means another property": (
        (NAMES, aliases({".displayName": "name"}, "name")), (NAMES, config()),
        ["breaking attribute-renamed display_name: generator config",
         "breaking property-replaced name: generator config", "docs description-changed name: generator config"]),
    "a new required child of what was read-only": (
        (spec({"name": S}, {"name": S, "m": obj({"a": S})}), config()),
        (spec({"name": S, "m": obj({"a": S, "b": S}, "b")}), config()),
        ["info became-configurable m: API description",
         "info became-configurable m.a: API description", "info attribute-added m.b: API description"]),
    "a child is required whose object was read-only": (
        (spec({"name": S}, {"name": S, "m": obj({"a": S})}), config()),
        (spec({"name": S, "m": obj({"a": S}, "a")}), config()),
        ["info became-configurable m: API description", "info became-configurable m.a: API description"]),
    "a text changes, and the path moves in both inputs": (
        (spec({"name": S}), config()), (spec({"name": said("d")}, key="tid"), aliases({"tid": "id"}, key="tid")),
        ["info operation-changed : API description and generator config",
         "info operation-changed : API description and generator config",
         "docs description-changed name: API description"]),
    "the API adds what the config makes required": (
        (A, config()), (spec({"a": S, "b": S}), config(REQUIRED)),
        ["breaking required-attribute-added b: API description and generator config"]),
    "the update operation is gone": (
        (A, config()), (A, config(operations=NO_UPDATE)), ["breaking update-removed : generator config"]),
    "read-only becomes optional": (
        (A, overrides(computed_optional_required="computed")), (A, overrides(computed_optional_required="optional")),
        ["breaking became-optional a: generator config"]),
    "a new attribute with a default that replaces": (
        (A, config()), (spec({"a": S, "b": {**S, "default": "x"}}), config(REPLACES)),
        ["breaking replacing-attribute-added b: API description and generator config"]),
    "a replacement loses its condition": (
        (A, planned(IF_CONFIGURED)), (A, planned(ALWAYS)), ["warning plan-modifier-changed a: generator config"]),
    "a default is written as the new type asks for": (
        (spec({"a": {**S, "default": "50"}}), config()), (spec({"a": {**INT, "default": 50}}), config()),
        ["breaking type-changed a: API description"]),
    "a list of integers becomes a list of numbers": (
        (spec({"a": listed(INT)}), config()), (spec({"a": listed({"type": "number"})}), config()),
        ["info type-widened a: API description"]),
    "more than 0 is at least 1": (
        (spec({"a": {**INT, "exclusiveMinimum": 0}}), config()), (spec({"a": {**INT, "minimum": 1}}), config()), []),
    "required becomes optional with a default": (
        (spec({"a": S}, None, "a"), config()), (spec({"a": {**S, "default": "x"}}), config()),
        ["info no-longer-required a: API description"]),
    "a branch more": (
        (spec({"a": union("x", "y")}), VARIANTS), (spec({"a": union("x", "y", "z")}), VARIANTS),
        ["info attribute-added a.z: API description"]),
    "the provider has another name": (
        (A, config()), (A, {**config(), "provider": {"name": "other"}}),
        ["breaking provider-renamed : generator config"]),
    "another parameter gives the id, and a property of its name stays": (
        (spec({"name": S}, {"id": S, "serial": S, "name": S}), config()),
        (spec({"name": S}, {"id": S, "serial": S, "name": S}, key="serial"), aliases({"serial": "id"}, key="serial")),
        ["breaking id-source-changed id: API description and generator config",
         "info operation-changed : API description and generator config",
         "info operation-changed : API description and generator config"]),
    "only the module of a custom validator is another": (
        (A, validated("a.test/one")), (A, validated("a.test/two")), ["warning constraint-changed a: generator config"]),
    "an object becomes read-only": (
        (spec({"n": S, "m": FOUR}), config()), (spec({"n": S}, {"n": S, "m": FOUR}), config()),
        ["breaking became-read-only m: API description"]),
}  # fmt: skip


def diff(folder: Path, old: State, new: State, form: str) -> int:
    for side, (description, written) in (("old", old), ("new", new)):
        (folder / f"{side}.json").write_text(json.dumps(description, indent=1))
        (folder / f"{side}.yml").write_text(json.dumps(written, indent=1))
    configs = ("--old-config", "old.yml", "--config", "new.yml")
    return main(["diff", "--format", form, "--fail-on", "breaking", *configs, "old.json", "new.json"])


@pytest.mark.parametrize("name", CASES)
def test_what_was_judged_wrong_is_right(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new, expected = CASES[name]
    code = diff(tmp_path, old, new, "json")
    changes = json.loads(capsys.readouterr().out)["changes"]
    found = [f"{c['severity']} {c['rule']} {c.get('path', '')}: {c['cause']}" for c in changes]
    assert sorted(found) == sorted(expected)
    assert code == (3 if any(line.startswith("breaking") for line in expected) else 0)


def test_pointers_take_all_attributes_out_of_an_object_around_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    inner, choice = {"a": said("One."), "b": said("Two.")}, {"pointer": "/wrap"}
    old, new = (spec(properties) for properties in (inner, {"wrap": obj(inner)}))
    assert diff(tmp_path, (old, config()), (new, config()), "json") == 3
    moves = json.loads(capsys.readouterr().out)["changes"]
    section = "create.request, create.response, read.response of resources.thing"
    fixes = [one["fix"] for one in moves if one["rule"] == "move-suspected"]
    assert fixes == [{"line": "pointer: /wrap", "section": section}] * 2
    kept = config()
    for part, bodies in (("create", ("request", "response")), ("read", ("response",))):
        kept["resources"]["thing"][part] |= dict.fromkeys(bodies, choice)
    assert diff(tmp_path, (old, config()), (new, kept), "json") == 0
    capsys.readouterr()
    assert (
        diff(tmp_path, (old, config()), (spec({"b": inner["b"], "wrap": obj({"a": inner["a"]})}), config()), "json")
        == 3
    )
    assert not any("fix" in one for one in json.loads(capsys.readouterr().out)["changes"])  # b would be lost


def test_a_description_and_what_was_written_of_it_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.json").write_text(json.dumps(spec({"name": S}, {"id": S, "name": S})))
    (tmp_path / "generator_config.yml").write_text(json.dumps(config()))
    assert main(["generate", "--output", "spec.json", "api.json"]) == 0
    capsys.readouterr()
    for pair in (["api.json", "spec.json"], ["spec.json", "api.json"]):
        assert main(["diff", "--format", "json", *pair]) == 0
        assert json.loads(capsys.readouterr().out)["changes"] == []


def test_patterns_stand_in_code_spans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = ((spec({"n": {**S, "pattern": p}}), config()) for p in (r"^[a-z_\- ]*$", r"^[a-z_\-. ]*$"))
    assert diff(tmp_path, old, new, "markdown") == 0
    assert r"from `pattern ^[a-z_\- ]*$` to `pattern ^[a-z_\-. ]*$`" in capsys.readouterr().out
