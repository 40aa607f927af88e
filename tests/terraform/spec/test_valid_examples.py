"""Examples that the API accepts: values in lists, texts of JSON, one of several objects, and what create takes."""

import pytest

from mapper.model.samples.extent import Extent
from mapper.systems.terraform.spec.example import example

from ...support import Mapped, map_texts, resource

JSON = "policies: {free_form: json_string, untyped: json_string, one_of: json_string}"
VARIANTS = """
create:
  required: [name]
  properties: {name: {type: string}}
  oneOf:
  - {type: object, required: [wood], properties: {wood: {type: string}, axe: {type: string, example: big}}}
  - {type: object, required: [gas], properties: {gas: {type: string, example: gas}, axe: {type: string}}}
policies: {one_of: union}
"""


def text(mapped: Mapped, extent: Extent = Extent.MINIMAL) -> str:
    """The lines in the block of an example."""
    lines = example(mapped.entity, mapped.mapping, extent).splitlines()[1:-1]
    return "\n".join(line.removeprefix("  ") for line in lines)


VALUES = {
    "{type: array, items: {type: string, enum: [rye, spelt]}}": '["rye"]',
    "{type: array, items: {type: integer, minimum: 5}}": "[5]",
    "{type: object, additionalProperties: {type: string, enum: [rye]}}": '{ key = "rye" }',
    "{type: object}": "jsonencode({})",
    "{type: object, example: {a: [1, null], b: {c: x}}}": (
        'jsonencode({\n  a = [1, null]\n  b = {\n    c = "x"\n  }\n})'
    ),
    "{type: array, items: {type: object}}": "[jsonencode({})]",
    "{type: array, items: {type: array, items: {type: object}}}": "[[jsonencode({})]]",
    "{type: array, items: {type: array, items: {type: object}}, example: [[{a: 1}]]}": "[[jsonencode({\n  a = 1\n})]]",
    "{type: object, additionalProperties: {type: object}}": "{ key = jsonencode({}) }",
    "{type: object, additionalProperties: {type: object}, example: {a: {b: 1}}}": (
        "{\n  a = jsonencode({\n    b = 1\n  })\n}"
    ),
    "{oneOf: [{type: integer}, {type: array, items: {}}]}": "jsonencode(1)",
    "{oneOf: [{type: array, items: {}}, {type: integer}], example: [a]}": 'jsonencode(["a"])',
    "{oneOf: [{$ref: '#/components/schemas/Wide'}, {type: integer}]}": "jsonencode({\n  wide = true\n})",
    "{oneOf: [{$ref: 'other.yaml#/Wide'}, {type: integer}]}": "jsonencode({})",
}


@pytest.mark.parametrize(("schema", "value"), VALUES.items(), ids=VALUES)
def test_the_value_is_one_that_the_api_accepts(schema: str, value: str) -> None:
    mapped = resource(f"""
        create: {{required: [it], properties: {{it: {schema}}}}}
        components: {{Wide: {{type: object, required: [wide], properties: {{wide: {{type: boolean}}}}}}}}
        {JSON}
    """)
    assert text(mapped) == f"it = {value}"


@pytest.mark.parametrize(
    ("given", "is_taken"),
    [
        ("[" * 6 + "1" + "]" * 6, True),
        ("[" * 7 + "1" + "]" * 7, False),
        ("{a: " * 6 + "1" + "}" * 6, True),
        ("{a: " * 7 + "1" + "}" * 7, False),
        (str(["a"] * 10), True),
        (str(["a"] * 11), False),
        (str({f"a{number}": 1 for number in range(11)}), False),
        (str(["a" * 200]), True),
        (str(["a" * 201]), False),
        ('["a\\n"]', False),
        ("[null, true, 1.5]", True),
        ("[]", False),
        ("{}", False),
        ("null", False),
        ("7", True),
        ("'[1, 2]'", True),  # a text of JSON
        ("'[1, 2'", True),  # another text
    ],
)
def test_of_several_examples_of_json_the_first_is_shown_that_can_be_read(given: str, is_taken: bool) -> None:
    schema = f"{{oneOf: [{{type: array, items: {{}}}}, {{type: integer}}], examples: [{given}, [shown]]}}"
    mapped = resource(f"create: {{required: [it], properties: {{it: {schema}}}}}\n{JSON}")
    assert (text(mapped) == 'it = jsonencode(["shown"])') is not is_taken


def test_a_schema_that_refers_to_itself_has_a_value() -> None:
    mapped = resource(f"""
        create: {{required: [it], properties: {{it: {{oneOf: [{{$ref: '#/components/schemas/Tree'}}, {{}}]}}}}}}
        components: {{Tree: {{required: [of], properties: {{of: {{$ref: '#/components/schemas/Tree'}}}}}}}}
        {JSON}
    """)
    assert text(mapped).startswith("it = jsonencode({")


@pytest.mark.parametrize("extent", Extent)
def test_of_several_objects_the_first_is_shown(extent: Extent) -> None:
    shown = text(resource(VARIANTS), extent)
    assert 'wood = "example-wood"' in shown
    assert "gas" not in shown


UPDATED = """
openapi: 3.0.3
paths:
  /ovens:
    post: {requestBody: {content: {a/b: {schema: {properties: {name: {type: string}}}}}}}
  /ovens/{id}:
    get: {responses: {"200": {content: {a/b: {schema: {$ref: "#/components/schemas/Label"}}}}}}
    put: {requestBody: {content: {a/b: {schema: {$ref: "#/components/schemas/Label"}}}}}
components: {schemas: {Label: {properties: {label: {type: string, example: x}}}}}
"""
CONFIG = """
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: "/ovens/{id}", method: GET}
    update: {path: "/ovens/{id}", method: PUT}
    schema: {attributes: {overrides: {label: {computed_optional_required: computed_optional}}}}
"""


def test_what_only_an_update_takes_is_not_in_an_example() -> None:
    assert text(map_texts(UPDATED, CONFIG), Extent.FULL) == 'name = "example"'


@pytest.mark.parametrize("is_sent", [False, True])
def test_a_state_that_no_call_sends_is_not_in_an_example(is_sent: bool) -> None:
    read = "required: [heat], properties: {heat: {type: string, example: low}, lit: {type: string, example: on}}"
    sent = read if is_sent else "required: [heat], properties: {heat: {type: string, example: low}}"
    override = "overrides: {lit: {computed_optional_required: computed_optional}}"
    shown = text(resource(f"create: {{{sent}}}\nread: {{{read}}}\n{override}"), Extent.FULL)
    assert shown.splitlines() == ['heat = "low"', *(['lit  = "on"'] if is_sent else [])]
