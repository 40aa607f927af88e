"""Very deep, very large and very odd descriptions: mapped as far as it goes, or refused, but never a crash."""

import json
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform.rules import DEFAULT_LOST, TOO_DEEP, TOO_LARGE

from ...support import Mapped, generate, property_, resource, write_code_spec


def nested(levels: int, opening: str, closing: str) -> Mapped:
    return property_(opening * levels + "{type: string}" + closing * levels)


SHAPES = {
    "objects": ("{type: object, properties: {a: ", "}}"),
    "lists": ("{type: array, items: ", "}"),
    "lists of objects": ("{type: array, items: {type: object, properties: {a: ", "}}}"),
    "maps": ("{type: object, additionalProperties: ", "}"),
    "maps of objects": ("{type: object, additionalProperties: {type: object, properties: {a: ", "}}}"),
    "choices of objects": ("{oneOf: [{type: 'null'}, {type: object, properties: {a: ", "}}]}"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_forty_levels_are_mapped_whole(shape: str) -> None:
    oven = nested(40, *SHAPES[shape])
    assert oven.is_mapped
    assert not oven.diagnostics(TOO_DEEP)
    assert '"string": {' in oven.text


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_nested_too_deeply_is_left_out(shape: str) -> None:
    oven = nested(150, *SHAPES[shape])
    assert json.loads(oven.text)
    assert oven.diagnostic(TOO_DEEP).rule.differs


def test_the_limit_of_nesting_holds_for_shared_schemas_too() -> None:
    links = []
    for chain in range(6):
        for level in range(90):
            last = "{type: string}" if chain == 0 else f"{{$ref: '#/components/schemas/C{chain - 1}L0'}}"
            below = f"{{$ref: '#/components/schemas/C{chain}L{level + 1}'}}" if level < 89 else last
            links.append(f"          C{chain}L{level}: {{type: object, properties: {{next: {below}}}}}")
    starts = ", ".join(f"start{chain}: {{$ref: '#/components/schemas/C{chain}L0'}}" for chain in range(6))
    oven = resource(f"create: {{type: object, properties: {{{starts}}}}}\ncomponents:\n" + "\n".join(links))
    assert json.loads(oven.text)
    assert oven.diagnostics(TOO_DEEP)


def test_an_object_of_too_many_attributes_is_left_out() -> None:
    levels = "\n".join(
        f"  L{level}: {{type: object, properties: {{a: {{$ref: '#/components/schemas/L{level + 1}'}},"
        f" b: {{$ref: '#/components/schemas/L{level + 1}'}}}}}}"
        for level in range(40)
    )
    oven = resource(
        "create: {type: object, properties: {fuel: {type: string}, it: {$ref: '#/components/schemas/L0'}}}\n"
        f"components:\n{levels}\n  L40: {{type: string}}\n"
    )
    assert "fuel" in oven
    assert oven.diagnostics(TOO_LARGE)
    assert all(d.rule.differs for d in oven.diagnostics(TOO_LARGE))
    assert len(oven.text) < 50_000_000


@pytest.mark.parametrize("default", ["[" * 700 + "]" * 700, str(list(range(2000))), "{a: " + "x" * 5000 + "}"])
def test_a_large_default_that_is_lost_is_reported_in_short(default: str) -> None:
    oven = property_(f"{{type: integer, default: {default}}}")
    assert len(oven.diagnostic(DEFAULT_LOST).text) < 500


@pytest.mark.parametrize(
    "place",
    """
    path status media-type property type description default enum pattern reference provider entity unknown-key
    """.split(),
)
def test_half_a_surrogate_pair_may_stand_anywhere(tmp_path: Path, place: str) -> None:
    def text(name: str, otherwise: str) -> str:
        return f"{otherwise}\ud800" if name == place else otherwise

    known = {
        "type": text("type", "string"),
        "description": text("description", "Warm"),
        "default": text("default", "rye"),
        "enum": [text("enum", "rye")],
        "pattern": text("pattern", "[a-z]"),
    }
    properties = {text("property", "grain"): known, "other": {"$ref": text("reference", "bread.yaml")}}
    media_types = {text("media-type", "text/bread"): {"schema": {"type": "object", "properties": properties}}}
    read = {"get": {"responses": {text("status", "default"): {}, "200": {"content": media_types}}}}
    source = {"read": {"path": "/ovens", "method": "get", text("unknown-key", "x"): 1}}
    _write(tmp_path / "openapi.json", {"openapi": "3.0.0", "paths": {"/ovens": read, text("path", "/"): {}}})
    provider = {"name": text("provider", "bakery")}
    _write(tmp_path / "config.json", {"provider": provider, "data_sources": {text("entity", "oven"): source}})
    mapping = generate(tmp_path / "openapi.json", tmp_path / "config.json", base=tmp_path)
    artifact = write_code_spec(mapping)
    artifact.encode("utf-8")
    assert json.loads(artifact)["version"] == "0.1"


@pytest.mark.parametrize("missing", ["openapi.yaml", "config.yml"])
def test_a_file_that_does_not_exist_is_a_mapping_error(tmp_path: Path, missing: str) -> None:
    (tmp_path / "openapi.yaml").write_text("{openapi: 3.0.0, paths: {/o: {get: {}}}}")
    (tmp_path / "config.yml").write_text("{provider: {name: b}, data_sources: {o: {read: {path: /o, method: get}}}}")
    (tmp_path / missing).unlink()
    with pytest.raises(MappingError) as error:
        generate(tmp_path / "openapi.yaml", tmp_path / "config.yml", base=tmp_path)
    (problem,) = error.value.problems
    assert problem.uri == missing


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
