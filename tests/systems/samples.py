"""A mapping of each system that has something of all that the model has for it."""

from __future__ import annotations

from pathlib import Path

from mapper.ack.read import read_inputs
from mapper.model import Mapping
from mapper.pulumi.system import PULUMI
from mapper.registry import system_named
from mapper.request import Request

from ..crossplane.support import made
from ..pulumi.fixtures import sources
from ..support import resource
from . import whole

MODEL = """\
{
 "version": "2.0",
 "metadata": {"apiVersion": "2020-01-01", "serviceId": "Zoo", "protocol": "json", "endpointPrefix": "zoo"},
 "operations": {
  "CreateCage": {"name": "CreateCage",
   "input": {"shape": "CreateCageRequest"}, "output": {"shape": "CreateCageResponse"},
   "documentation": "<p>Builds a cage.</p><p>And locks it.</p>"},
  "DeleteCage": {"name": "DeleteCage", "input": {"shape": "DeleteCageRequest"}},
  "ListKeepers": {"name": "ListKeepers", "input": {"shape": "DeleteCageRequest"}}
 },
 "shapes": {
  "String": {"type": "string"},
  "Colour": {"type": "string", "enum": ["red", "blue"]},
  "Grid": {"type": "list", "member": {"shape": "Bars"}},
  "Bars": {"type": "list", "member": {"shape": "Bar"}},
  "Bar": {"type": "structure", "members": {"Width": {"shape": "Number"}, "Empty": {"shape": "Nothing"}}},
  "Nothing": {"type": "structure", "members": {}},
  "Number": {"type": "integer", "min": 1},
  "CreateCageRequest": {"type": "structure", "required": ["Name"], "members": {
   "Name": {"shape": "String"}, "Colour": {"shape": "Colour"}, "Grid": {"shape": "Grid"}, "Spare": {"shape": "Bar"},
   "KeeperName": {"shape": "String"}, "Secret": {"shape": "String"}, "Hidden": {"shape": "String"}}},
  "CreateCageResponse": {"type": "structure", "members": {"Cage": {"shape": "Cage"}}},
  "Cage": {"type": "structure", "members": {
   "CageArn": {"shape": "String"}, "Name": {"shape": "String"}, "Opened": {"shape": "String"},
   "Spare": {"shape": "Bar"}}},
  "DeleteCageRequest": {"type": "structure", "members": {"Name": {"shape": "String"}}}
 }
}
"""
CONFIG = """\
ignore:
  field_paths: [CreateCageInput.Hidden]
resources:
  Cage:
    shortNames: [cg]
    fields:
      Name: {is_immutable: true, is_primary_key: true}
      Secret: {is_secret: true}
      Opened: {print: {name: OPENED}}
      KeeperName:
        references: {resource: Keeper, service_name: farm, path: Spec.Name}
"""


def terraform() -> Mapping:
    """A resource with nested attributes of every mode, shared types, and properties that are left out."""
    return resource("""
create:
  type: object
  description: "= An oven."
  required: [crumb]
  properties:
    crumb: {type: string, enum: [a, b], default: a, description: "Dry, and a rather long text.", deprecated: true}
    "dotted.na/me": {type: object, properties: {inner: {type: integer, minimum: 1}, odd: {}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, items: {$ref: "#/components/schemas/Each"}}
    other: {$ref: "#/components/schemas/Each"}
    map: {type: object, additionalProperties: {type: object, properties: {x: {type: string, format: password}}}}
    empty: {type: object, properties: {}}
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


def ack(folder: Path) -> Mapping:
    """A Kind with references, secrets, columns and named types."""
    (folder / "service-2.json").write_text(MODEL)
    (folder / "generator.yaml").write_text(CONFIG)
    return read_inputs(folder / "service-2.json", folder / "generator.yaml", folder).map()


def provider(folder: Path) -> Mapping:
    """A provider with one of everything that a schema can have."""
    del folder
    schema = Path(__file__).parents[2] / "example_site" / "provider" / "provider_schema.json"
    return system_named("provider").run(Request(schema, (), schema.parent)).mapping


def crossplane(folder: Path) -> Mapping:
    """A resource with secrets, references, blocks of every mode, and fields that only some sides have."""
    return made(folder).mapping


def pulumi(folder: Path) -> Mapping:
    """Resources, structs that lead back to themselves, enums, constants, assets, archives, and any values."""
    for path, data in sources("bakery").items():
        (folder / "bakery" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "bakery" / path).write_bytes(data)
    (folder / "bakery" / "go.mod").write_text("module example.com/bakery/idl\n")
    return PULUMI.run(Request(folder / "bakery", (), folder)).mapping


def toy(folder: Path) -> Mapping:
    """An entity with something in every member of the model."""
    del folder
    return whole.mapping()


def sample(name: str, folder: Path) -> Mapping:
    """The mapping of a system; files are written into the folder."""
    makers = {"ack": ack, "provider": provider, "crossplane": crossplane, "pulumi": pulumi, "toy": toy}
    return makers[name](folder) if name in makers else terraform()
