"""The counter of what is lost silently finds what is lost, and nothing else."""

import json
from copy import deepcopy
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from mapper.inputs import Document, Documents
from mapper.report.diagnostic import diagnostic_data
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api

from ..support import write_code_spec
from . import Tally, Unsupported, count, without_choices
from .outputs import Outputs

CONFIG = """
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: GET}
"""
OPENAPI = """\
openapi: 3.1.0
info: {title: Bakery, version: '1'}
paths:
  /ovens:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}}
  /ovens/{id}:
    get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}]}
components:
  schemas:
"""
SIMPLE = """
Oven:
  type: object
  properties:
    displayName: {type: string}
    trays: {type: array, items: {$ref: '#/components/schemas/Tray'}}
Tray:
  type: object
  properties: {width: {type: integer}, rack: {$ref: '#/components/schemas/Tray'}}
"""


def outputs(schemas: str, config: str = CONFIG) -> tuple[bytes, Any, list[Any]]:
    """The description, the artifact and the diagnostics."""
    text = (OPENAPI + indent(dedent(schemas), "    ")).encode()
    documents = Documents()
    document = documents.add(Document("openapi.yaml", text))
    mapping = map_api(Api(document, documents), parse_config(Document("config.yml", config.encode())))
    diagnostics = [json.loads(json.dumps(diagnostic_data(entry))) for entry in mapping.diagnostics]
    return text, json.loads(write_code_spec(mapping)), diagnostics


def counted(schemas: str, config: str = CONFIG) -> Tally:
    text, spec, diagnostics = outputs(schemas, config)
    return count(Path("openapi.yaml"), config, spec, diagnostics, text)


def facts(tally: Tally) -> tuple[int, int, int, list[str]]:
    return tally.mapped, tally.ignored, tally.reported, tally.silent


def test_each_property_is_counted_once_for_each_place_up_to_where_a_cycle_closes() -> None:
    # id, displayName, trays, trays.width; trays.rack closes the cycle
    assert facts(counted(SIMPLE)) == (4, 0, 1, [])


def test_what_the_config_ignores_is_counted() -> None:
    assert facts(counted(SIMPLE, f"{CONFIG}    schema: {{ignores: [trays.rack, id]}}\n")) == (3, 2, 0, [])


def test_an_attribute_that_is_taken_out_of_the_artifact_is_lost_silently() -> None:
    text, spec, diagnostics = outputs(SIMPLE)
    attributes = spec["resources"][0]["schema"]["attributes"]
    attributes[:] = [attribute for attribute in attributes if attribute["name"] != "display_name"]
    tally = count(Path("openapi.yaml"), CONFIG, spec, diagnostics, text)
    assert facts(tally) == (3, 0, 1, ["resource oven, create request body: displayName"])
    assert tally.reachable == 5


def test_a_property_keeps_its_attribute_where_another_one_of_its_name_is_under_a_condition(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = "content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}"
    both = OPENAPI.replace("requestBody:", f"responses: {{'200': {{{body}}}}}, requestBody:")
    monkeypatch.setitem(globals(), "OPENAPI", both)
    tally = counted("""
        Oven:
          properties:
            Fire_Box:
              type: array
              items: {properties: {fireBox: {type: string}}}
              else: {properties: {Fire_Box: {type: string}}}
    """)
    assert facts(tally) == (5, 0, 2, [])  # id, and in both bodies a list with the property of its items


def test_what_is_in_a_later_source_of_another_type_is_reported_where_a_name_in_it_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = "content: {application/json: {schema: {$ref: '#/components/schemas/Later'}}}"
    later = OPENAPI.replace("get: {", f"get: {{responses: {{'200': {{{body}}}}}, ")
    monkeypatch.setitem(globals(), "OPENAPI", later)
    tally = counted("""
        Oven: {properties: {trays: {type: array, items: {properties: {fireBox: {type: string}}}}}}
        Later: {properties: {trays: {type: object, properties: {Fire_Box: {type: string}}}}}
    """)
    assert facts(tally) == (4, 0, 1, [])  # id, both lists, and the property of the first


@pytest.mark.parametrize("values", ["true", "{}", "{description: Any.}"])
def test_other_keys_of_any_value_are_not_counted_beside_properties(values: str) -> None:
    schemas = f"Oven: {{properties: {{tray: {{properties: {{a: {{type: string}}}}, additionalProperties: {values}}}}}}}"
    assert facts(counted(schemas)) == (3, 0, 0, [])  # id, tray and its property


OBJECT = """\
Oven: {{type: object, properties: {{it: {{{}}}}}}}
Base: {{type: object, properties: {{name: {{type: string}}}}}}
{}"""
LOST = "Lost: {type: object, properties: {lost: {type: string}}}\n"
INSIDE = "{properties: {lost: {type: string}}}"


@pytest.mark.parametrize(
    ("it", "code"),
    [
        ("allOf: [{$ref: '#/components/schemas/Base'}], properties: {lost: {type: string}}", "OAS433"),
        ("$ref: '#/components/schemas/Base', properties: {lost: {type: string}}", "OAS434"),
        (f"properties: {{a: {{type: string}}}}, if: {{required: [a]}}, then: {INSIDE}", "OAS435"),
        (f"properties: {{a: {{type: string}}}}, not: {INSIDE}", "OAS435"),
        (f"properties: {{a: {{type: string}}}}, dependentSchemas: {{a: {INSIDE}}}", "OAS435"),
        ("type: array, items: {type: string}, properties: {lost: {type: string}}", "OAS438"),
        (f"type: array, items: {{type: string}}, prefixItems: [{INSIDE}]", "OAS437"),
        (
            "type: object, properties: {a: {type: string}}, discriminator: {propertyName: a, mapping: {x: Lost}}",
            "OAS439",
        ),
        ("type: object, properties: {a: {type: string}}, patternProperties: {'^x-': {type: string}}", "OAS436"),
        ("type: object, properties: {a: {type: string}}, unevaluatedProperties: {type: string}", "OAS436"),
        ("type: object, additionalProperties: {description: Any.}", "OAS514"),
        ("properties: {fakeThing: {type: string}, Fake_Thing: {type: string}}", "OAS501"),
        ("properties: {again: {$ref: '#/components/schemas/Oven'}}", "OAS306"),
    ],
)
def test_a_loss_is_told_by_one_diagnostic_and_would_be_missed_without_it(it: str, code: str) -> None:
    text, spec, diagnostics = outputs(OBJECT.format(it, LOST))
    left = [entry for entry in diagnostics if entry["code"] != code]
    silent = [count(Path("openapi.yaml"), CONFIG, spec, told, text).silent for told in (diagnostics, left)]
    assert (len(diagnostics) - len(left), len(silent[0]), len(silent[1])) == (1, 0, 1)


def test_what_is_in_a_block_is_mapped() -> None:
    spec = {"resources": [{"name": "oven", "schema": {"blocks": [
        {"name": "trays", "list_nested": {"nested_object": {"blocks": [{"name": "rack", "single_nested": {}}]}}}
    ]}}]}  # fmt: skip
    oven = Outputs(spec, []).entities["resource oven"]
    assert list(oven.children["trays"].children) == ["rack"]


def test_what_a_lost_body_has_is_reported_also_where_a_parameter_has_the_name() -> None:
    schemas = "Oven: {type: array, items: {type: object, properties: {Id: {type: string}}}}\n"
    assert facts(counted(schemas)) == (1, 0, 1, [])


def test_what_is_in_a_property_whose_name_is_taken_is_reported_in_a_list_too(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = "{content: {application/json: {schema: {$ref: '#/components/schemas/Ovens'}}}}"
    monkeypatch.setitem(
        globals(), "OPENAPI", OPENAPI.replace("requestBody:", f"responses: {{'200': {answer}}}, requestBody:")
    )
    schemas = """
        Oven: {properties: {height: {type: integer}}}
        Ovens: {type: array, items: {properties: {fooBar: {properties: {tags: {type: string}}},
                FooBar: {type: object}}}}
    """
    config = CONFIG.partition("resources:")[0] + "data_sources: {ovens: {read: {path: /ovens, method: POST}}}"
    assert facts(counted(schemas, config)) == (1, 0, 2, [])


def test_of_two_properties_with_the_letters_of_one_name_the_other_one_is_left_out() -> None:
    schemas = """
        Oven: {properties: {tray: {$ref: '#/components/schemas/Tray', properties: {ID: {type: string}}}}}
        Tray: {properties: {id: {type: string}}}
    """
    assert facts(counted(schemas)) == (3, 0, 1, [])


def test_an_ignore_applies_inside_of_a_parameter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = "schema: {type: object, properties: {name: {type: string}, rack: {type: string}}}"
    monkeypatch.setitem(globals(), "OPENAPI", OPENAPI.replace("schema: {type: string}", inner))
    config = f"{CONFIG}    schema: {{ignores: [rack]}}\n"
    assert facts(counted("Oven: {properties: {height: {type: integer}}}\n", config)) == (3, 1, 0, [])


def test_nothing_of_the_inputs_is_changed() -> None:
    text, spec, diagnostics = outputs(SIMPLE)
    before = deepcopy((spec, diagnostics))
    count(Path("openapi.yaml"), CONFIG, spec, diagnostics, text)
    assert (spec, diagnostics) == before


def test_a_config_that_the_counter_does_not_know_is_refused() -> None:
    with pytest.raises(Unsupported, match="one_of"):
        counted(SIMPLE, f"{CONFIG}policies: {{one_of: variants}}\n")


def test_a_config_is_counted_without_what_the_counter_does_not_know() -> None:
    config = {
        "policies": {"one_of": "variants", "siblings": "merge"},
        "resources": {"oven": {"create": {"path": "/ovens", "method": "POST", "request": {"part": "oven"}}}},
        "data_sources": {"oven": {"policies": {"untyped": "json_string"}, "read": {"path": "/ovens", "response": {}}}},
    }
    before = deepcopy(config)
    assert without_choices(config) == {
        "policies": {"siblings": "merge"},
        "resources": {"oven": {"create": {"path": "/ovens", "method": "POST"}}},
        "data_sources": {"oven": {"policies": {}, "read": {"path": "/ovens"}}},
    }
    assert config == before


def test_the_counter_shares_nothing_with_the_mapper() -> None:
    sources = [path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_")]
    assert len(sources) >= 4
    assert not [path for path in sources if "mapper" in path.read_text(encoding="utf-8").partition('"""\n')[2]]
