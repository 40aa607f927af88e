"""What is said of a schema is said wherever the schema is, and stays through every later step."""

import re

import pytest

from ..support import Mapped, resource

COMPONENTS = "components: {B: {type: object, properties: {b: {type: string}}}}"
B = "{$ref: '#/components/schemas/B'}"
LOST = "{type: object, properties: {lost: {type: string}}}"

SAID = {
    "OAS401": "{type: object, additionalProperties: {type: object, additionalProperties: {type: string}}}",
    "OAS402": "{type: object, properties: {lost: {type: string}}, additionalProperties: {type: string}}",
    "OAS411": "{type: object, properties: {a: {type: string}}, Deprecated: true}",
    "OAS417": "{type: array, items: [{type: string}, {type: integer}]}",
    "OAS418": "{allOf: [{type: object, properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}",
    "OAS421": "{oneOf: [{type: integer}, {type: number}, {type: string}]}",
    "OAS433": f"{{allOf: [{B}], properties: {{lost: {{type: string}}}}}}",
    "OAS434": "{$ref: '#/components/schemas/B', properties: {lost: {type: string}}}",
    "OAS435": f"{{type: object, properties: {{a: {{type: string}}}}, then: {LOST}}}",
    "OAS436": f"{{type: object, properties: {{a: {{type: string}}}}, patternProperties: {{^x: {LOST}}}}}",
    "OAS437": f"{{type: array, items: {{type: string}}, prefixItems: [{LOST}]}}",
    "OAS438": "{type: string, properties: {lost: {type: string}}}",
}
"""Schemas by the diagnostic that each has."""

OTHER = "create: {properties: {a: {type: string}}}\n"
PLACES = {
    "a property": "create: {properties: {it: S}}",
    "a property of the create response": f"{OTHER}create_response: {{properties: {{it: S}}}}",
    "a property of the read response": f"{OTHER}read: {{properties: {{it: S}}}}",
    "a parameter": f"{OTHER}parameters: [{{name: it, in: query, schema: S}}]",
    "items": "create: {properties: {it: {type: array, items: S}}}",
    "values": "create: {properties: {it: {type: object, additionalProperties: S}}}",
    "items of items": "create: {properties: {it: {type: array, items: {type: array, items: S}}}}",
    "values of items": "create: {properties: {it: {type: array, items: {type: object, additionalProperties: S}}}}",
    "items of values": "create: {properties: {it: {type: object, additionalProperties: {type: array, items: S}}}}",
    "values of values": (
        "create: {properties: {it: {type: object, additionalProperties: {type: object, additionalProperties: S}}}}"
    ),
    "a property of an object": "create: {properties: {it: {type: object, properties: {it: S}}}}",
    "a property of items": "create: {properties: {it: {type: array, items: {properties: {it: S}}}}}",
    "a member": "create: {properties: {it: {type: array, items: {type: array, items: {properties: {it: S}}}}}}",
    "items of a member": (
        "create: {properties: {it: {type: array, items: {type: array, items: "
        "{properties: {it: {type: array, items: S}}}}}}}"
    ),
    "an allOf": "create: {properties: {it: {allOf: [S]}}}",
    "a choice of one": "create: {properties: {it: {oneOf: [S]}}}",
    "a choice with null": "create: {properties: {it: {oneOf: [S, {type: 'null'}]}}}",
    "a choice with null first": "create: {properties: {it: {anyOf: [{type: 'null'}, S]}}}",
    "a part of an allOf": ("create: {allOf: [{type: object, properties: {it: S}}, {properties: {c: {type: string}}}]}"),
    "the same part": "create: {properties: {it: {allOf: [S, {description: Text.}]}}}",
    "a reference": "create: {properties: {it: {$ref: '#/components/schemas/S'}}}",
    "a property that a response has, too": (
        "create: {properties: {it: S}}\nread: {properties: {it: S, z: {type: string}}}"
    ),
}
"""Descriptions with a schema `S` at one place."""


def with_schema(snippet: str, schema: str) -> str:
    return re.sub(r"(?<=[ \[])S(?=[,}\]])", lambda _: schema, snippet)


def at(place: str, schema: str, more: str = "") -> str:
    """A snippet."""
    return f"{with_schema(PLACES[place], schema)}\n{COMPONENTS[:-1]}, S: {schema}}}\n{more}"


OTHERWISE = {
    "OAS401": {
        *("items", "items of items", "values of items", "items of values", "values of values"),
        *("a member", "items of a member"),
    },
    "OAS402": {"values"},
    "OAS411": {
        *("items", "values", "items of items", "values of items", "items of values", "values of values"),
        *("a member", "items of a member"),
    },
    "OAS433": {"the same part"},
}
"""Places where nothing is to be said: an element may be a map of maps, and all of an allOf is merged; a map of objects
has another diagnostic, of the keys that are lost instead; an element is never deprecated."""


def codes(mapped: Mapped) -> set[str]:
    return {diagnostic.code for diagnostic in mapped.mapping.diagnostics if diagnostic.path}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_said_of_a_schema_is_said_wherever_it_is(place: str) -> None:
    for code, schema in SAID.items():
        assert code in codes(resource(at(place, schema))) or place in OTHERWISE.get(code, ()), code


TEXT = "{type: string, Minlength: 3, enum: [1, a], pattern: '(', default: 5}"
OBJECT = "{type: object, Deprecated: true, properties: {a: {type: string}, lost: {}}}"
LIST = "{type: array, Deprecated: true, items: {type: object, properties: {a: {type: string}, lost: {}}}}"
BODY = "create: {properties: {it: S, other: {type: string}}}\n"


def overridden(setting: str) -> str:
    return f"{BODY}schema: {{attributes: {{overrides: {{it: {{{setting}}}}}}}}}"


STEPS = [
    *((TEXT, overridden(setting)) for setting in (
        "type: int64", "computed_optional_required: computed", "default: {static: b}", "default: null",
        "sensitive: true", "deprecation_message: Old.", "description: Text.", "name: renamed", "name: other",
        "pattern: a", "pattern: null", "validators: []", "validators: [inferred]", "plan_modifiers: [requires_replace]",
        "references: none",
    )),
    *((schema, overridden(setting)) for schema in (OBJECT, LIST) for setting in (
        "block: true", "computed_optional_required: computed", "plan_modifiers: [requires_replace]", "name: renamed",
        "validators: []",
    )),
    *((schema, f"{BODY}{more}") for schema in (TEXT, OBJECT, LIST) for more in (
        "schema: {attributes: {aliases: {.it: renamed}}}",
        "policies: {sensitive: [it]}",
        "policies: {use_state_for_unknown: all}",
        "policies: {replace: infer}",
        "policies: {not_required: optional}",
        "policies: {names: words}",
        "policies: {nested_names: path}",
        "policies: {computed_defaults: drop}",
        "read: {properties: {it: {type: boolean}}}",
        "read: {properties: {it: {type: object, properties: {b: {type: string}}}}}",
        "read: {properties: {it: S, unknown: {}}}",
        "read: {properties: {it: {type: string, description: Text.}}}",
    )),
]  # fmt: skip
"""Schemas, and what the config or another body does to them."""


def told(mapped: Mapped) -> set[tuple[str, str]]:
    """Codes of diagnostics, and the ends of their paths: an attribute may be renamed."""
    return {(d.code, d.path.rpartition(".")[2] * ("." in d.path)) for d in mapped.mapping.diagnostics if d.path}


OBSOLETE = {"default": {"OAS415"}, "pattern": {"OAS442"}, "validators: []": {"OAS442"}}
"""What no longer holds after a setting."""


@pytest.mark.parametrize(("schema", "snippet"), STEPS)
def test_what_is_said_of_a_schema_stays_whatever_the_config_does(schema: str, snippet: str) -> None:
    before = told(resource(BODY.replace("S,", f"{schema},")))
    after = told(resource(with_schema(snippet, schema)))
    done = next((codes for setting, codes in OBSOLETE.items() if f"{{{setting}" in snippet), set())
    assert {code for code, _ in before - after} == (done & {code for code, _ in before})
