"""A mapping of each system that has something of all that the model has for it."""

from pathlib import Path

from mapper.model import Mapping
from mapper.registry import system_named
from mapper.request import Request

from ..support import resource
from . import whole

SITE = Path(__file__).parents[2] / "example_site"
INPUTS = {
    "ack": ("ack/service-2.json", "ack/generator.yaml"),
    "provider": ("provider/provider_schema.json",),
    "crossplane": ("provider/provider_schema.json", "crossplane/provider.yaml"),
    "pulumi": ("pulumi/idl", "pulumi/pulumi.yml"),
}
"""An input of the example site for a system, and its config."""


def terraform() -> Mapping:
    """A resource with nested attributes of every mode, shared types, and properties that are left out."""
    return resource("""
create:
  type: object
  description: "= An oven."
  required: [crumb, pin]
  properties:
    crumb: {type: string, enum: [a, b], default: a, description: "Dry, and a rather long text.", deprecated: true}
    "dotted.na/me": {type: object, properties: {inner: {type: integer, minimum: 1}, odd: {}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, items: {$ref: "#/components/schemas/Each"}}
    other: {$ref: "#/components/schemas/Each"}
    map: {type: object, additionalProperties: {type: object, properties: {x: {type: string, format: password}}}}
    empty: {type: object, properties: {}}
    pin: {type: string, format: password}
    left: {type: string, description: "Dry, and a rather long text."}
    ratio: {type: number, multipleOf: 0.5, exclusiveMinimum: 0}
read:
  type: object
  properties: {crumb: {type: string}, each: {type: string}, added: {$ref: "#/components/schemas/Each"}}
parameters: [{name: id, in: path, schema: {type: string}}]
components:
  Each: {type: object, description: "= One.", properties: {cell: {type: string}, flag: {type: boolean, default: false}}}
schema: {ignores: [left]}
""").mapping


def sample(name: str) -> Mapping:
    """The mapping of a system."""
    if name == "toy":
        return whole.mapping()
    if name == "terraform":
        return terraform()
    spec, *configs = (SITE / path for path in INPUTS[name])
    return system_named(name).run(Request(spec, configs, SITE)).mapping
