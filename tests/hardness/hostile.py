"""An input of every system that says one text wherever it can say one, with all parts that the system has."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from mapper.model import Mapping
from mapper.registry import system_named
from mapper.request import Request

from ..crossplane.support import menagerie
from ..test_hostile import api, config

KEYS = {"description", "deprecation_message", "summary", "documentation", "deprecated_message", "deprecatedMessage"}
"""Keys of texts in schemas of providers and models of AWS."""


def terraform(folder: Path, text: str) -> Request:
    (folder / "api.json").write_text(json.dumps(api(text)))
    (folder / "config.yml").write_text(yaml.safe_dump(config(text)))
    return Request(folder / "api.json", (folder / "config.yml",), folder)


def provider(folder: Path, text: str) -> Request:
    """The schema of the example site, with the text as every text, and in the names of attributes and blocks."""
    source = Path(__file__).parents[2] / "example_site" / "provider" / "provider_schema.json"
    (folder / "schema.json").write_text(json.dumps(_filled(json.loads(source.read_text()), text)))
    return Request(folder / "schema.json", (), folder)


def ack(folder: Path, text: str) -> Request:
    """A model with the text as documentation of everything, as a value of an enumeration, and in names."""
    string = {"type": "string", "documentation": text}
    shapes: dict[str, Any] = {
        "String": string,
        "Kind": {"type": "string", "enum": [text, "b"], "documentation": text},
        "Limited": {"type": "string", "pattern": text, "documentation": text},
        "Inner": {"type": "structure", "documentation": text, "members": {
            "Name": {"shape": "String", "documentation": text}, "Other": {"shape": "Limited"}}},
        "In": {"type": "structure", "required": ["Name"], "documentation": text, "members": {
            "Name": {"shape": "String", "documentation": text}, "Kind": {"shape": "Kind", "documentation": text},
            "Inner": {"shape": "Inner", "documentation": text}, "Bare": {"shape": "Limited"}}},
        "Out": {"type": "structure", "members": {"CageArn": {"shape": "String", "documentation": text},
                                                 "Inner": {"shape": "Inner"}}},
    }  # fmt: skip
    operations = {
        name: {"name": name, "http": {"method": "POST", "requestUri": f"/{text}"}, "input": {"shape": "In"},
               "output": {"shape": "Out"}, "documentation": text, "deprecated": True, "deprecatedMessage": text}
        for name in ("CreateCage", "DescribeCage", "DeleteCage")
    }  # fmt: skip
    head = {"apiVersion": "2020-01-01", "endpointPrefix": "zoo", "serviceId": "Zoo", "protocol": "json"}
    metadata = {**head, "serviceFullName": text, "serviceAbbreviation": text}
    model = {"version": "2.0", "metadata": metadata, "operations": operations, "shapes": shapes, "documentation": text}
    (folder / "service-2.json").write_text(json.dumps(model))
    fields = {"Bare": {"print": {"name": text}}, "Name": {"is_primary_key": True}}
    (folder / "generator.yaml").write_text(yaml.safe_dump({"resources": {"Cage": {"fields": fields}}}))
    return Request(folder / "service-2.json", (folder / "generator.yaml",), folder)


def pulumi(folder: Path, text: str) -> Request:
    """An IDL with the text in every comment, in every constant, and in every value of an enumeration."""
    said = "\n".join(f"// {line}".rstrip() for line in text.split("\n"))
    member = said.replace("//", "\t//")
    value = json.dumps(text)
    source = f"""\
{said}
package zoo

import "github.com/pulumi/pulumi/pkg/resource/idl"

{said}
type Pet struct {{
\tidl.NamedResource
{member}
\tWeight float64 // {text.replace(chr(10), " ")}
{member}
\tFood   *Food `pulumi:"optional,replaces"`
{member}
\tHome   *House `pulumi:"optional"`
}}

{said}
type House struct {{
{member}
\tDoors float64
}}

{said}
type Food string

const (
{member}
\tHay  Food = {value}
\tFish Food = "fish"
)

{said}
const Motto = {value}
"""
    (folder / "idl").mkdir()
    (folder / "idl" / "go.mod").write_text("module example.com/zoo/idl\n")
    (folder / "idl" / "pet.go").write_text(source)
    (folder / "pulumi.yml").write_text("package: {name: zoo}\n")
    return Request(folder / "idl", (folder / "pulumi.yml",), folder)


def crossplane(folder: Path, text: str) -> Request:
    """A provider with one of everything; the text is in its schema, its names, its settings and its documentation."""
    files = menagerie()
    files["schema.json"] = json.dumps(_filled(json.loads(files["schema.json"]), text))
    documented = {"description": text, "argumentDocs": {"region": f"(Required) - {text}", "door.lock": text}}
    config = yaml.safe_load(files["provider.yaml"])
    config["resource_metadata"][1] |= {
        "external_name": {"mode": "templated_string", "template": text},
        "kubectl_printcolumns": [{"name": text, "json_path": f".{text}"}],
        "references": {"name": {"kind": text, "extract": text}},
    }
    files["provider.yaml"] = yaml.safe_dump(config)
    files["provider-metadata.yaml"] = yaml.safe_dump({"resources": {"zoo_animal_cage": documented}})
    for name, content in files.items():
        (folder / name).write_text(content)
    return Request(folder / "schema.json", (folder / "provider.yaml",), folder)


INPUTS: dict[str, Callable[[Path, str], Request]] = {
    "terraform": terraform,
    "provider": provider,
    "ack": ack,
    "pulumi": pulumi,
    "crossplane": crossplane,
}
"""By the name of the system."""


def hostile(system: str, folder: Path, text: str) -> Mapping:
    """The mapping of an input that says `text` everywhere; its files are written into the folder."""
    folder.mkdir()
    return system_named(system).run(INPUTS[system](folder, text)).mapping


def _filled(value: Any, text: str) -> Any:
    if isinstance(value, list):
        return [_filled(each, text) for each in value]
    if not isinstance(value, dict):
        return value
    found = {}
    for key, each in value.items():
        filled = text if key in KEYS and isinstance(each, str) else _filled(each, text)
        if key in ("attributes", "block_types") and isinstance(filled, dict) and filled:
            first = next(iter(filled))
            filled[f"{first} {text}"] = filled[first]
        found[key] = filled
    if "type" in found and "description_kind" in found:
        found |= {"description": text, "deprecated": True, "deprecation_message": text}
    return found
