"""`init` and `settle` with `--like tfplugingen-openapi`: an entry never changes what that tool writes.

Without our keys, both tools write the same bytes for these descriptions, so that they are compared with ours. The peer
`kept-output` of `tests.differential` compares random descriptions with the tool itself.
"""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from mapper.inputs import Document
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mkdocs_oasmap.cli import main
from tests.differential.kept_output import operations_of
from tests.support import first_config, write_code_spec

from ..zoos import api

TOOL = "tfplugingen-openapi"
ID = "{name: id, in: path, required: true, schema: {type: string}}"
KEPT = {
    "an envelope": "{type: object, properties: {data: {type: object, properties: {size: {type: integer}}}}}",
    "a reserved name": "{properties: {count: {type: integer}}}",
    "two nested attributes of one name": """
        {properties: {a: {type: object, properties: {o: {type: object, properties: {x: {type: string}}}}},
                      b: {type: object, properties: {o: {type: object, properties: {y: {type: string}}}}}}}
    """,
    "properties beside allOf": """
        {properties: {a: {allOf: [{properties: {x: {type: string}}}], properties: {y: {type: string}}}}}
    """,
    "properties beside values": """
        {properties: {a: {type: object, properties: {x: {type: string}}, additionalProperties: {type: string}}}}
    """,
    "an object without properties": "{properties: {a: {type: object}}}",
    "a default that is null": "{properties: {a: {type: string, default: null}}}",
    "an identifier of another type": "{properties: {id: {type: integer, description: Which one.}}}",
    "a name with a sign": '{properties: {"a%b": {type: object}}}',
}
"""Schemas of bodies for which `init` proposes an entry of ours."""

SKIPPED = {
    "an untyped property": "{properties: {name: {type: string}, a: {}, b: {type: object}}}",
    "a choice": """
        {properties: {name: {type: string}, a: {oneOf: [{type: boolean}, {properties: {x: {type: string}}}]}}}
    """,
    "an untyped property with a sign": '{properties: {name: {type: string}, "a%b": {}}}',
}
"""Schemas of bodies that the tool skips."""


def description(schema: str, *, other: str = "{properties: {kind: {type: string}}}") -> str:
    body = f"{{content: {{application/json: {{schema: {' '.join(schema.split())}}}}}}}"
    beside = f"{{content: {{application/json: {{schema: {other}}}}}}}"
    return dedent(f"""\
        openapi: 3.1.0
        info: {{title: Zoo, version: "1"}}
        paths:
          /pets:
            post: {{requestBody: {body}, responses: {{"201": {body}}}}}
          /pets/{{id}}:
            get: {{parameters: [{ID}], responses: {{"200": {body}}}}}
          /cages:
            post: {{requestBody: {beside}, responses: {{"201": {beside}}}}}
          /cages/{{id}}:
            get: {{parameters: [{ID}], responses: {{"200": {beside}}}}}
        """)


def written(text: str, config: str | bytes) -> str:
    config = config if isinstance(config, bytes) else config.encode()
    return write_code_spec(map_api(api(text), parse_config(Document("c.yml", config))))


@pytest.mark.parametrize("schema", KEPT.values(), ids=KEPT)
def test_what_the_tool_writes_stays(schema: str) -> None:
    text = description(schema)
    proposed = first_config(api(text), like=TOOL).text
    assert written(text, proposed) == written(text, operations_of(proposed.encode()))
    assert first_config(api(text)).text != proposed


@pytest.mark.parametrize("schema", SKIPPED.values(), ids=SKIPPED)
def test_what_the_tool_skips_gets_entries_of_its_own(schema: str) -> None:
    text = description(schema)
    proposed = first_config(api(text), like=TOOL).text
    config = yaml.safe_load(proposed)
    assert "policies" not in config
    assert config["resources"]["pet"]["policies"]
    assert config["resources"]["cage"].keys() == {"create", "read"}
    assert set("".join(paths_of(config))) <= set("abcdefghijklmnopqrstuvwxyz_.")
    cage, pet = resources(text, proposed)
    cage_before, pet_before = resources(text, operations_of(proposed.encode()))
    assert cage == cage_before
    assert len(pet["schema"]["attributes"]) > len(pet_before["schema"]["attributes"])


def test_an_entity_with_an_error_that_no_entry_may_settle_is_not_proposed() -> None:
    proposed = first_config(
        api(description('{properties: {"a%b": {type: string, pattern: "^(?!a)"}, c: {}}}')), like=TOOL
    )
    assert [*yaml.safe_load(proposed.text)["resources"]] == ["cage"]
    assert "#   POST    /pets  OAS442: resource pet, attribute ab: Go cannot compile" in proposed.text


def paths_of(config: Any) -> list[str]:
    attributes = [entry.get("schema", {}).get("attributes", {}) for entry in config["resources"].values()]
    return [path for entries in attributes for path in entries.get("overrides", {})]


def resources(text: str, config: str | bytes) -> list[Any]:
    found: list[Any] = yaml.safe_load(written(text, config).replace("\t", " "))["resources"]
    return found


CONFIG = """\
provider: {name: zoo}
resources:
  pet: {create: {path: /pets, method: POST}, read: {path: "/pets/{id}", method: GET}} # the first
  cage: {create: {path: /cages, method: POST}, read: {path: "/cages/{id}", method: GET}}
"""


@pytest.mark.parametrize(
    ("schema", "entry"),
    [*((schema, "") for schema in KEPT.values()), (SKIPPED["a choice"], "policies: {one_of: variants}")],
    ids=[*KEPT, "a choice"],
)
def test_settle_fixes_only_what_the_tool_skips(schema: str, entry: str, here: Path) -> None:
    (here / "openapi.yaml").write_text(description(schema), encoding="utf-8")
    (here / "generator_config.yml").write_text(CONFIG, encoding="utf-8")
    main(["settle", "--write", "--like", TOOL, "openapi.yaml"])
    pet = CONFIG.splitlines()[2]
    changed = f"{pet.partition('}} #')[0]}}}, {entry}}} # the first" if entry else pet
    assert Path("generator_config.yml").read_text(encoding="utf-8") == CONFIG.replace(pet, changed)
