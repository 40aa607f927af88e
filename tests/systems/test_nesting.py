"""For every system: what is nested as deep as it may be is written, read back and shown; what is deeper is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mapper.model.nesting import MAX_NESTING
from mkdocs_oasmap.cli import main

from ..ack.support import model
from ..zoo import CONFIG, api
from .cases import CASES, Case

DEEPER = 3 * MAX_NESTING
_TEXT = {"type": "string"}


def _around(levels: int, inner: Any, outer: Callable[[Any], Any]) -> Any:
    for _ in range(levels):
        inner = outer(inner)
    return inner


def _openapi(levels: int) -> Case:
    """A chain of schemas, entered at its beginning and at its middle: what is mapped once is used at two depths."""
    chain = {f"T{n}": {"properties": {"x": {"$ref": f"#/components/schemas/T{n + 1}"}}} for n in range(levels)}
    outer = {f"Way{n}": {"properties": {"x": _to(f"Way{n + 1}")}} for n in range(levels // 2)}
    pet = {"properties": {"id": _TEXT, "above": _to("T0"), "below": _to("Way0")}}
    schemas = {**chain, **outer, f"T{levels}": {"properties": {"x": _TEXT}}, f"Way{levels // 2}": _to("T0"), "Pet": pet}
    for schema in schemas.values():
        if "properties" in schema:
            schema["type"] = "object"
    text = "".join(f"{name}: {json.dumps(schema)}\n" for name, schema in schemas.items())
    return Case("terraform", {"api.yaml": api(text), "generator_config.yml": CONFIG}, "api.yaml", output="out.json")


def _to(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _entered(config: str, response: str, identifier: str) -> Callable[[int], Case]:
    """A chain of schemas where the attribute that leads to it has no property: a whole answer, or a parameter."""

    def case(levels: int) -> Case:
        chain = {f"T{n}": {"type": "object", "properties": {"x": _to(f"T{n + 1}")}} for n in range(levels)}
        pet = {"type": "object", "properties": {"name": _TEXT}}
        pets = {"type": "array", "items": _to("T0")}
        schemas = {**chain, f"T{levels}": {"type": "object", "properties": {"x": _TEXT}}, "Pet": pet, "Pets": pets}
        text = api("".join(f"{name}: {json.dumps(schema)}\n" for name, schema in schemas.items()), response=response)
        files = {"api.yaml": text.replace("schema: {type: integer}", identifier), "generator_config.yml": config}
        return Case("terraform", files, "api.yaml", output="out.json")

    return case


_OF_LIST = 'provider: {name: zoo}\ndata_sources:\n  pets: {read: {path: "/pets/{id}", method: GET}}\n'
_NUMBER, _CHAIN = "schema: {type: integer}", "schema: {$ref: '#/components/schemas/T0'}"


def _recursive(levels: int) -> Case:
    """Schemas that lead to each other, written out more often than anybody reads."""
    ring = {f"R{n}": {"type": "object", "properties": {"x": _to(f"R{(n + 1) % 9}")}} for n in range(9)}
    pet = {"type": "object", "properties": {"id": _TEXT, "ring": _to("R0")}}
    text = "".join(f"{name}: {json.dumps(schema)}\n" for name, schema in {**ring, "Pet": pet}.items())
    config = f"{CONFIG}\npolicies: {{recursion_depth: {min(levels // 9 + 1, 10)}}}\n"
    return Case("terraform", {"api.yaml": api(text), "generator_config.yml": config}, "api.yaml", output="out.json")


def _ack(levels: int) -> Case:
    shapes = {f"S{n}": {"X": f"S{n + 1}"} for n in range(levels - 1)} | {f"S{levels - 1}": {"X": "string"}}
    text = "\n".join(f"{name}: {json.dumps(shape)}" for name, shape in shapes.items())
    files = {"service-2.json": model("CreateCage: {in: {Name: string, Top: S0}}", text).decode()}
    return Case("ack", {**files, "generator.yaml": "{}\n"}, "service-2.json")


def _ack_lists(levels: int) -> Case:
    """A list of lists between any two structures."""
    shapes: dict[str, Any] = {}
    count = levels // 3
    for number in range(count):
        shapes |= {f"S{number}": {"X": f"A{number}"}, f"A{number}": {"list": f"B{number}"}}
        shapes[f"B{number}"] = {"list": f"S{number + 1}"}
    shapes[f"S{count}"] = {"X": "string"}
    text = "\n".join(f"{name}: {json.dumps(shape)}" for name, shape in shapes.items())
    files = {"service-2.json": model("CreateCage: {in: {Name: string, Top: S0}}", text).decode()}
    return Case("ack", {**files, "generator.yaml": "{}\n"}, "service-2.json")


_LEAF = {"attributes": {"leaf": {"type": "string", "optional": True}}}


def _blocks(levels: int) -> dict[str, Any]:
    return _around(levels - 1, _LEAF, lambda inner: {"block_types": {"b": {"nesting_mode": "list", "block": inner}}})  # type: ignore[no-any-return]


def _objects(levels: int) -> dict[str, Any]:
    type_ = _around(levels - 1, "string", lambda inner: ["object", {"o": inner}])
    return {"attributes": {"a": {"type": type_, "optional": True}}}


def _lists(levels: int) -> dict[str, Any]:
    type_ = _around(levels - 1, "string", lambda inner: ["list", inner])
    return {"attributes": {"a": {"type": type_, "optional": True}}}


def _nested_attributes(levels: int) -> dict[str, Any]:
    inner = _around(
        levels - 1,
        _LEAF["attributes"],
        lambda inner: {"n": {"nested_type": {"attributes": inner, "nesting_mode": "list"}, "optional": True}},
    )
    return {"attributes": inner}


def _schema(block: dict[str, Any]) -> str:
    provider = {"provider": {"block": {}}, "resource_schemas": {"zoo_cage": {"version": 0, "block": block}}}
    return json.dumps({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/tests/zoo": provider}})


def _provider(make: Callable[[int], dict[str, Any]]) -> Callable[[int], Case]:
    return lambda levels: Case("provider", {"schema.json": _schema(make(levels))}, "schema.json", output="out.json")


def _crossplane(make: Callable[[int], dict[str, Any]], profile: str) -> Callable[[int], Case]:
    files = {"provider.yaml": f"{CASES['crossplane'].files['provider.yaml']}profile: {profile}\n"}
    return lambda levels: Case("crossplane", {**files, "schema.json": _schema(make(levels))}, "schema.json")


def _package(levels: int, property_: Any, types: dict[str, Any]) -> Case:
    resource = {"properties": {"a": property_}, "inputProperties": {"a": property_}}
    package = {"name": "zoo", "version": "1.0.0", "types": types, "resources": {"zoo:index:Pet": resource}}
    return Case("pulumi", {"schema.json": json.dumps(package)}, "schema.json")


def _pulumi_types(levels: int) -> Case:
    tokens = [f"zoo:index:T{n}" for n in range(levels)]
    inner = [{"$ref": f"#/types/{token}"} for token in tokens[1:]]
    types = {t: {"type": "object", "properties": {"x": to}} for t, to in zip(tokens, [*inner, _TEXT], strict=True)}
    return _package(levels, {"$ref": f"#/types/{tokens[0]}"}, types)


def _pulumi_lists(levels: int) -> Case:
    return _package(levels, _around(levels - 1, _TEXT, lambda inner: {"type": "array", "items": inner}), {})


def _pulumi_unions(levels: int) -> Case:
    union = _around(levels - 1, _TEXT, lambda inner: {"oneOf": [{"type": "number"}, inner]})
    return _package(levels, union, {})


def _idl(levels: int) -> Case:
    structs = "\n".join(f"type T{n} struct {{ X T{n + 1} }}" for n in range(levels))
    text = f"{CASES['pulumi'].files['idl/pet.go'].replace('Home   *Pet', 'Home   *T0')}\n{structs}\n"
    files = {**CASES["pulumi"].files, "idl/pet.go": f"{text}type T{levels} struct {{ X string }}\n"}
    return Case("pulumi", files, "idl")


def _idl_lists(levels: int) -> Case:
    text = CASES["pulumi"].files["idl/pet.go"].replace("*Pet", f"*{'[]' * levels}string")
    return Case("pulumi", {**CASES["pulumi"].files, "idl/pet.go": text}, "idl")


SHAPES: dict[str, Callable[[int], Case]] = {
    "schemas": _openapi,
    "schemas in a list": _entered(_OF_LIST, "Pets", _NUMBER),
    "schemas of a parameter": _entered(CONFIG, "Pet", _CHAIN),
    "schemas that are recursive": _recursive,
    "structures": _ack,
    "structures and lists": _ack_lists,
    "types of a package": _pulumi_types,
    "lists of a package": _pulumi_lists,
    "unions of a package": _pulumi_unions,
    "structs of an IDL": _idl,
    "lists of an IDL": _idl_lists,
}
for shape in (_blocks, _objects, _lists, _nested_attributes):
    words = shape.__name__.strip("_").replace("_", " ")
    SHAPES[f"{words} of a provider"] = _provider(shape)
    SHAPES[f"{words} in a definition"] = _crossplane(shape, "upjet")
    SHAPES[f"{words} in the profile of 2020"] = _crossplane(shape, "v2020")


DEEP = [MAX_NESTING - 2, MAX_NESTING - 1, MAX_NESTING, MAX_NESTING + 1, DEEPER]


@pytest.mark.parametrize("levels", [20, *(pytest.param(levels, marks=pytest.mark.soak) for levels in DEEP)])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_what_is_written_of_a_deep_input_is_read_back_and_shown_or_it_is_refused_in_a_line(
    shape: Callable[[int], Case],
    levels: int,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = shape(levels)
    case.write(here)
    command = ["--system", case.system, *case.arguments]
    made = main(["generate", *command, "--output", case.output, "--sidecar", "oasmap.json", case.spec])
    if made != 0:
        assert levels > 20, capsys.readouterr().err
        assert made == 1
        assert case.system != "terraform"  # which leaves out what is deeper, with a diagnostic
        lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
        assert all("levels" in line or "in each other" in line for line in lines), lines
        assert not Path("oasmap.json").exists()
        return
    assert main(["diff", "--system", case.system, "oasmap.json", case.spec]) == 0
    assert "Nothing changes" in capsys.readouterr().out
    assert main(["pages", *command, case.spec, "pages"]) == 0


@pytest.mark.parametrize("shape", ["objects in a definition", "objects of a provider", "structures"])
def test_what_is_too_deep_is_refused_without_a_sidecar_too(
    shape: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = SHAPES[shape](MAX_NESTING + 1)
    case.write(here)
    assert main(["generate", "--system", case.system, *case.arguments, "--output", case.output, case.spec]) == 1
    assert f"more than {MAX_NESTING} levels deep" in capsys.readouterr().err
