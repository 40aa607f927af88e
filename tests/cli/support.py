"""What the tests of the command line share: an API, its config, and the specification that comes of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..zoo import CONFIG, api

__all__ = ["API", "CONFIG", "LOSSY", "LOST", "SPEC", "Oasmap", "Ran", "written"]

API = api(
    """\
NewPet:
  type: object
  required: [name]
  properties:
    name: {type: string, description: "Its name, <as> \\"spoken\\" & written.", maxLength: 8}
    nickName: {type: string}
Pet: {type: object, properties: {name: {type: string}}}
""",
    request="NewPet",
)
SPEC = rb"""{
	"provider": {
		"name": "zoo"
	},
	"resources": [
		{
			"name": "pet",
			"schema": {
				"attributes": [
					{
						"name": "name",
						"string": {
							"computed_optional_required": "required",
							"description": "Its name, \u003cas\u003e \"spoken\" \u0026 written.",
							"validators": [
								{
									"custom": {
										"imports": [
											{
												"path": "github.com/hashicorp/VALIDATORS/stringvalidator"
											}
										],
										"schema_definition": "stringvalidator.LengthAtMost(8)"
									}
								}
							]
						}
					},
					{
						"name": "nick_name",
						"string": {
							"computed_optional_required": "computed_optional"
						}
					},
					{
						"name": "id",
						"int64": {
							"computed_optional_required": "computed_optional"
						}
					}
				]
			}
		}
	],
	"version": "0.1"
}""".replace(b"VALIDATORS", b"terraform-plugin-framework-validators")
LOSSY = API.replace("nickName: {type: string}", "nickName: {}")
LOST = "api.yaml:19:9: OAS302: resource pet, attribute nick_name: the schema has no type"


@dataclass
class Ran:
    """What a run left: its exit code and what it printed."""

    code: int
    out: str
    err: str


Oasmap = Callable[..., Ran]


def written(folder: Path) -> set[str]:
    """The files that were not there from the start."""
    return {path.name for path in folder.iterdir()} - {"api.yaml", "generator_config.yml"}
