"""Very deep, large and odd descriptions, and schemas that contain themselves: mapped as far as it goes, or refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.report.diagnostic import MappingError, Severity
from mapper.systems.terraform.rules import DEFAULT_LOST, RECURSION, TOO_DEEP, TOO_LARGE, UNUSED_OVERRIDE

from ...support import Mapped, data_source, generate, map_texts, property_, resource, write_code_spec


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


TEXT = {"type": "string"}
LARGE = {"type": "object", "properties": {f"q{number}": TEXT for number in range(15_000)}}
TOO_MANY: dict[str, tuple[dict[str, Any], list[str]]] = {
    "properties": (
        {f"p{number}": TEXT for number in range(20_001)},
        ["of the 20,001 properties of one object, those from 'p9999' on are left out"],
    ),
    "nested attributes": (
        {f"p{number}": LARGE for number in range(4)},
        [
            "with its 15,000 nested attributes the object has more than 20,000",
            "with its 9,997 nested attributes the object has more than 20,000",
            "there is too much around it to write it all out",
        ],
    ),
}


@pytest.mark.parametrize("name", TOO_MANY)
def test_each_attribute_beyond_a_limit_is_reported(name: str) -> None:
    properties, texts = TOO_MANY[name]
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": properties}}}}
    paths = {"/ovens": {"post": {"requestBody": body, "responses": {}}, "get": {"responses": {}}}}
    oven = map_texts(
        json.dumps({"openapi": "3.1.0", "info": {"title": "Bakery", "version": "1"}, "paths": paths}),
        "provider: {name: bakery}\n"
        "resources: {oven: {create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}}}",
    )
    assert [diagnostic.text for diagnostic in oven.diagnostics(TOO_LARGE)] == texts


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


def test_a_schema_of_too_many_compositions_is_cut_and_says_so() -> None:
    entries = ", ".join(f"{{allOf: [{{properties: {{p{index}: {{type: string}}}}}}]}}" for index in range(600))
    oven = property_(f"{{type: object, allOf: [{entries}]}}")
    assert 490 < len(oven.names_in("it")) < 600
    assert any("it is composed of more than 500 schemas" in found.text for found in oven.mapping.diagnostics)


def test_a_cycle_is_cut_in_each_place_where_it_closes_and_the_cut_names_it() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            a: {$ref: '#/components/schemas/Cook'}
            b: {$ref: '#/components/schemas/Shift'}
        components:
          Cook: {type: object, properties: {name: {type: string}, shift: {$ref: '#/components/schemas/Shift'}}}
          Shift: {type: object, properties: {day: {type: string}, cook: {$ref: '#/components/schemas/Cook'}}}
    """)
    assert oven.names_in("a") == ["name", "shift"]
    assert oven.names_in("a.shift") == ["day"]
    assert oven.names_in("b") == ["cook", "day"]
    assert oven.names_in("b.cook") == ["name"]
    cuts = {cut.path: cut.text for cut in oven.diagnostics(RECURSION)}
    assert cuts.keys() == {"a.shift.cook", "b.cook.shift"}
    assert "Cook → Shift → Cook" in cuts["a.shift.cook"]
    assert "Shift → Cook → Shift" in cuts["b.cook.shift"]
    assert all(cut.severity is Severity.INFO and cut.rule.differs for cut in oven.diagnostics(RECURSION))


@pytest.mark.parametrize(
    "link",
    [
        "{type: array, items: {$ref: '#/components/schemas/Step'}}",
        "{type: array, items: {type: array, items: {$ref: '#/components/schemas/Step'}}}",
        "{type: object, additionalProperties: {$ref: '#/components/schemas/Step'}}",
        "{allOf: [{$ref: '#/components/schemas/Step'}], description: Next}",
        "{oneOf: [{$ref: '#/components/schemas/Step'}, {type: 'null'}]}",
        "{$ref: '#/components/schemas/Alias'}",
        "{type: object, properties: {inner: {$ref: '#/components/schemas/Step'}}}",
    ],
)
def test_a_cycle_may_go_through_any_kind_of_link(link: str) -> None:
    oven = resource(f"""
        create: {{type: object, properties: {{step: {{$ref: '#/components/schemas/Step'}}}}}}
        components:
          Step: {{type: object, properties: {{title: {{type: string}}, next: {link}}}}}
          Alias: {{$ref: '#/components/schemas/Step'}}
    """)
    assert "title" in oven.names_in("step")
    cuts = oven.diagnostics(RECURSION)
    assert cuts
    assert all(cut.path.startswith("step.next") for cut in cuts)


REFERENCE = "$ref: '#/components/schemas/%s'"


@pytest.mark.parametrize("link", ["{IT}", "{allOf: [{IT}, {properties: {more: {type: string}}}]}"])
def test_cycles_that_cross_in_many_ways_are_written_out_to_a_limited_depth(link: str) -> None:
    names = [f"S{number}" for number in range(30)]
    links = ", ".join(f"to_{name}: {link.replace('IT', REFERENCE % name)}" for name in names)
    schemas = "\n".join(f"          {name}: {{type: object, properties: {{{links}}}}}" for name in names)
    oven = resource(f"""
        create: {{type: object, properties: {{start: {{$ref: '#/components/schemas/S0'}}}}}}
        components:
{schemas}
    """)
    assert oven.is_mapped
    assert len(oven.text) < 1_000_000
    assert oven.diagnostics(RECURSION)


def test_the_depth_can_be_set_below_other_attributes_and_in_what_a_data_source_lists() -> None:
    ovens = data_source("""
        read: {type: array, items: {properties: {rack: {properties: {tree: {$ref: '#/components/schemas/Tree'}}}}}}
        components:
          Tree: {properties: {branch: {$ref: '#/components/schemas/Tree'}, hue: {type: string}}}
        schema: {attributes: {overrides: {oven.rack.tree: {recursion_depth: 1}}}}
    """)
    assert ovens.names_in("oven.rack.tree.branch") == ["hue"]


@pytest.mark.parametrize(
    ("path", "depths"), [("shelf", (2, 0)), ("shelf.board", (2, 0)), ("rack", (0, 0)), ("spare", (0, 2))]
)
def test_an_override_of_the_depth_has_the_path_that_aliases_lead_to(path: str, depths: tuple[int, int]) -> None:
    oven = resource(f"""
        create:
          properties:
            rack: {{$ref: "#/components/schemas/Rack"}}
            spare: {{$ref: "#/components/schemas/Rack"}}
        components:
          Rack: {{properties: {{name: {{type: string}}, rack: {{$ref: "#/components/schemas/Rack"}}}}}}
        schema:
          attributes:
            aliases: {{.rack: shelf, rack.rack: board}}
            overrides: {{{path}: {{recursion_depth: 2}}}}
    """)
    shelf, spare = (json.dumps(oven[name]).count('"name": "name"') - 1 for name in ("shelf", "spare"))
    assert (shelf, spare) == depths
    assert bool(oven.diagnostics(UNUSED_OVERRIDE)) == (path == "rack")
