"""Values of the API that examples take, where they have the type of the attribute and are within its limits."""

from pathlib import Path

import pytest

from mapper.hcl.example import expression
from mapper.model import Attribute, Sample
from mapper.samples.extent import Extent
from mapper.samples.given import sample_of
from mapper.terraform.spec.example import example

from ..support import generate

SPEC = """\
openapi: 3.1.0
info: {{title: Zoo, version: "1"}}
paths:
  /zoos/{{zoo_id}}/pets:
    post:
      parameters: [{{name: zoo_id, in: path, required: true, example: berlin, schema: {{type: string}}}}]
      requestBody:
        content: {{application/json: {{schema: {{type: object, required: [x], properties: {{x: {schema}}}}}}}}}
      responses: {{"201": {{description: ok}}}}
  /zoos/{{zoo_id}}/pets/{{pet_id}}:
    get:
      parameters:
        - {{name: zoo_id, in: path, required: true, example: berlin, schema: {{type: string}}}}
        - {{name: pet_id, in: path, required: true, schema: {{type: string}}}}
      responses: {{"200": {{content: {{application/json: {{schema: {{properties: {{y: {{type: string}}}}}}}}}}}}}}
components: {{schemas: {{Kind: {{type: string, example: owl}}}}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  pet: {create: {path: "/zoos/{zoo_id}/pets", method: POST}, read: {path: "/zoos/{zoo_id}/pets/{pet_id}", method: GET}}
"""


def _pet(schema: str, folder: Path) -> dict[str, Attribute]:
    (folder / "api.yml").write_text(SPEC.format(schema=schema), encoding="utf-8")
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    mapping = generate(folder / "api.yml", folder / "config.yml", folder)
    pet = next(entity for entity in mapping.entities if entity.name == "pet")
    return {attribute.name: attribute for attribute in pet.body.attributes}


def _example(schema: str, folder: Path) -> str:
    return expression(_pet(schema, folder)["x"])


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("{type: string, example: page}", '"page"'),
        ("{type: string, examples: [fra1, ber1]}", '"fra1"'),
        ("{type: string, x-example: here}", '"here"'),
        ("{type: string, default: usual, example: page}", '"page"'),
        ("{type: string, default: usual}", '"usual"'),
        ("{type: string, format: uuid}", '"00000000-0000-4000-8000-000000000000"'),
        ("{type: string, format: ipv4}", '"192.0.2.1"'),
        ("{$ref: '#/components/schemas/Kind'}", '"owl"'),
        ("{type: integer, example: 7}", "7"),
        ("{type: number, example: 1.5}", "1.5"),
        ("{type: boolean, example: false}", "false"),
        ("{type: array, items: {type: string}, example: [a, b]}", '["a", "b"]'),
        ("{type: object, additionalProperties: {type: string}, example: {k: v}}", '{ k = "v" }'),
    ],
)
def test_what_the_api_gives_comes_first(schema: str, value: str, tmp_path: Path) -> None:
    assert _example(schema, tmp_path) == value


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("{type: string, maxLength: 3, example: page}", '"page"'),
        ("{type: string, enum: [a, b], example: c}", '"c"'),
        ("{type: string, pattern: '^[0-9]+$', example: page}", '"page"'),
        ("{type: string, format: date, maxLength: 4}", '"2030-01-01"'),
        ("{type: integer, maximum: 5, example: 7}", "7"),
        ("{type: integer, example: seven}", '"seven"'),
        ("{type: boolean, example: 1}", "1"),
        ("{type: array, items: {type: string}, minItems: 3, example: [a]}", '["a"]'),
        ("{type: array, items: {type: integer}, example: [a]}", '["a"]'),
        ("{type: array, items: {type: string}, uniqueItems: true, example: [a, a]}", '["a", "a"]'),
    ],
)
def test_what_does_not_fit_is_not_taken(schema: str, value: str, tmp_path: Path) -> None:
    assert _example(schema, tmp_path) != value


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, example: page}",
        "{type: string, examples: [fra1]}",
        "{type: string, x-example: here}",
        "{type: string, const: one}",
        "{type: string, format: uuid}",
        "{$ref: '#/components/schemas/Kind'}",
        "{type: object, minProperties: 1, additionalProperties: {type: string}}",
    ],
)
def test_only_an_attribute_with_sample_data_has_a_sample(schema: str, tmp_path: Path) -> None:
    pet = _pet(schema, tmp_path)
    for given in (pet["x"], pet["zoo_id"], pet["pet_id"]):
        assert sample_of(given) != Sample()
    assert sample_of(pet["y"]) == Sample()


def test_an_object_has_as_many_members_as_it_must_have(tmp_path: Path) -> None:
    schema = "{type: object, minProperties: 1, properties: {a: {type: string, example: one}, b: {type: string}}}"
    assert _example(schema, tmp_path) == '{ a = "one" }'


def test_what_the_path_needs_is_in_the_smallest_example(tmp_path: Path) -> None:
    (tmp_path / "api.yml").write_text(SPEC.format(schema="{type: string}"), encoding="utf-8")
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    mapping = generate(tmp_path / "api.yml", tmp_path / "config.yml", tmp_path)
    pet = next(entity for entity in mapping.entities if entity.name == "pet")
    assert '  zoo_id = "berlin"\n' in example(pet, mapping, Extent.MINIMAL)
    assert "pet_id" not in example(pet, mapping, Extent.MINIMAL)
