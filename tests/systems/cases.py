"""A small input for every system: what to write, and how to call the command line with it."""

import json
from dataclasses import dataclass
from pathlib import Path

from ..ack.support import model
from ..files import write_files
from ..zoo import CONFIG, api


@dataclass(frozen=True)
class Case:
    """The files of an input by their names, the argument that names the input, and others that the system needs.

    `entity` is the name of an entity with attributes.
    """

    system: str
    files: dict[str, str]
    spec: str
    arguments: tuple[str, ...] = ()
    output: str = "out"
    entity: str = "pet"
    another: tuple[str, str] = ("", "")
    """A file, and its content in another state of the input: one attribute of `entity` has another name."""

    @property
    def is_folder(self) -> bool:
        """Whether the input is a folder: nothing in it says of which system it is, and `init` writes no site for it."""
        return self.spec not in self.files

    def write(self, folder: Path) -> None:
        write_files(folder, self.files)

    def change(self, folder: Path) -> None:
        name, text = self.another
        (folder / name).write_text(text)


_PET = "Pet: {type: object, properties: {id: {type: string}, name: {type: string}}}\n"
_LIGHT = {"type": "bool", "left": "required", "right": "computed"}
_TEXT = {"type": "string", "left": "optional"}
_MODEL = "CreateCage: {in: {Name: string, Bars: integer}}"
_IDL = """\
package zoo

import "github.com/pulumi/pulumi/pkg/resource/idl"

// Pet lives here.
type Pet struct {
	idl.NamedResource
	Weight float64
	Food   *Food `pulumi:"optional,replaces"`
	Home   *Pet `pulumi:"optional"`
}

type Food string

const (
	Hay  Food = "hay"
	Fish Food = "fish"
)
"""

_SCHEMA = {
    "format_version": "1.0",
    "provider_schemas": {
        "registry.terraform.io/tests/zoo": {
            "provider": {"version": 0, "block": {"description_kind": "plain"}},
            "resource_schemas": {
                "zoo_cage": {
                    "version": 0,
                    "block": {
                        "attributes": {
                            "bars": {"type": "number", "description_kind": "plain", "optional": True},
                            "name": {"type": "string", "description_kind": "plain", "required": True},
                        },
                        "description_kind": "plain",
                    },
                }
            },
        }
    },
}

_PROVIDER = """\
name: zoo
resource_metadata:
- {terraform_name: zoo_cage, external_name: {mode: identifier_from_provider}}
"""

CASES = {
    case.system: case
    for case in (
        Case(
            "terraform",
            {"api.yaml": api(_PET), "generator_config.yml": CONFIG},
            "api.yaml",
            output="out.json",
            another=("api.yaml", api(_PET.replace("name:", "title:"))),
        ),
        Case(
            "ack",
            {"service-2.json": model(_MODEL).decode(), "generator.yaml": "{}\n"},
            "service-2.json",
            entity="Cage",
            another=("service-2.json", model(_MODEL.replace("Bars", "Doors")).decode()),
        ),
        Case(
            "provider",
            {"schema.json": json.dumps(_SCHEMA)},
            "schema.json",
            output="out.json",
            entity="zoo_cage",
            another=("schema.json", json.dumps(_SCHEMA).replace("bars", "rods")),
        ),
        Case(
            "crossplane",
            {"schema.json": json.dumps(_SCHEMA), "provider.yaml": _PROVIDER},
            "schema.json",
            entity="zoo_cage",
            another=("schema.json", json.dumps(_SCHEMA).replace("bars", "rods")),
        ),
        Case(
            "pulumi",
            {"idl/go.mod": "module example.com/zoo/idl\n", "idl/pet.go": _IDL, "pulumi.yml": "package: {name: zoo}\n"},
            "idl",
            entity="Pet",
            another=("idl/pet.go", _IDL.replace("Weight", "Height")),
        ),
        Case(
            "toy",
            {"toys/lamp.toy": json.dumps({"light": _LIGHT, "name": _TEXT}), "toys/ball.toy": '{"size": "int64"}'},
            "toys",
            entity="lamp",
            another=("toys/lamp.toy", json.dumps({"light": _LIGHT, "colour": _TEXT})),
        ),
    )
}
