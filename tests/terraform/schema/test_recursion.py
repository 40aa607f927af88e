"""Schemas that contain themselves are cut where the cycle closes."""

import json

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import RECURSION, UNUSED_OVERRIDE

from ...support import data_source, resource


def test_a_cycle_is_cut_where_it_closes_and_the_cut_names_the_cycle() -> None:
    oven = resource("""
        create: {type: object, properties: {step: {$ref: '#/components/schemas/Step'}}}
        components:
          Step: {type: object, properties: {title: {type: string}, next: {$ref: '#/components/schemas/Step'}}}
    """)
    assert oven.names_in("step") == ["title"]
    cut = oven.diagnostic(RECURSION)
    assert cut.path == "step.next"
    assert cut.severity is Severity.INFO
    assert cut.rule.differs
    assert "Step → Step" in cut.text


def test_a_cycle_of_two_is_cut_in_each_place_where_it_closes() -> None:
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


def test_cycles_that_cross_in_many_ways_are_written_out_to_a_limited_depth() -> None:
    names = [f"S{number}" for number in range(30)]
    links = ", ".join(f"to_{name}: {{$ref: '#/components/schemas/{name}'}}" for name in names)
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
