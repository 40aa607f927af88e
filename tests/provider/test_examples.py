"""Examples of what a provider has: blocks, calls of functions, imports, and how it is required."""

from typing import Any

import pytest

from mapper.registry import system_named
from mapper.systems.provider import kinds

from .support import block, document, mapped, schema, string

SHOWING = system_named("provider").showing
CAGE = schema(
    block({"name": string("required"), "size": string("optional"), "id": string("computed")}, description="A.")
)
FUNCTION = {
    "return_type": "number",
    "summary": "Counts.",
    "description": "Counts animals.",
    "parameters": [{"name": "of", "type": "string"}, {"name": "n", "type": ["list", "number"]}],
    "variadic_parameter": {"name": "more", "type": "bool"},
}
IDENTITY = {
    "version": 1,
    "attributes": {
        "id": {"type": "string", "required_for_import": True},
        "region_name": {"type": "string", "optional_for_import": True},
    },
}
SECTIONS: dict[str, dict[str, Any]] = {
    "resource_schemas": {"zoo_cage": CAGE, "zoo_den": CAGE},
    "data_source_schemas": {"zoo_cage": CAGE},
    "ephemeral_resource_schemas": {"zoo_cage": CAGE},
    "list_resource_schemas": {"zoo_cage": CAGE},
    "action_schemas": {"zoo_cage": {"block": CAGE["block"]}},
    "functions": {"count": FUNCTION, "none": {"return_type": "bool"}},
    "resource_identity_schemas": {"zoo_cage": IDENTITY, "zoo.cage": IDENTITY},
}
MAPPING = mapped(document(**SECTIONS))
IMPORT = """import {
  to = zoo_cage.main
  identity = {
    id          = "example-id"
    region_name = "example"
  }
}
"""


def in_block(keyword: str, inside: str = "") -> list[tuple[str, str, str | None]]:
    """The two examples of a kind: their titles, texts and blocks around the attributes."""
    lines = {"Minimal": ['name = "example"'], "Full": ['name = "example"', 'size = "example-size"']}
    made = []
    for title, body in lines.items():
        indent = "    " if inside else "  "
        text = "".join(f"{indent}{line}\n" for line in body)
        text = f"  {inside} {{\n{text}  }}\n" if inside else text
        provider = "  provider = zoo\n\n" if keyword == "list" else ""
        made.append(
            (
                title,
                f'{keyword} "zoo_cage" "main" {{\n{provider}{text}}}\n',
                f"{keyword}.{inside}" if inside else keyword,
            )
        )
    return made


def call(name: str, arguments: str) -> list[tuple[str, str, None]]:
    return [("Call", f'output "example" {{\n  value = provider::zoo::{name}({arguments})\n}}\n', None)]


@pytest.mark.parametrize(
    ("kind", "name", "expected", "imported"),
    [
        (kinds.PROVIDER, "zoo", [("Minimal", 'provider "zoo" {}\n', "provider")], None),
        (kinds.RESOURCE, "zoo_cage", in_block("resource"), IMPORT),
        (kinds.DATA_SOURCE, "zoo_cage", in_block("data"), None),
        (kinds.EPHEMERAL, "zoo_cage", in_block("ephemeral"), None),
        (kinds.LIST_RESOURCE, "zoo_cage", in_block("list", "config"), None),
        (kinds.ACTION, "zoo_cage", in_block("action", "config"), None),
        (kinds.FUNCTION, "count", call("count", '"example-of", [1], [true]'), None),
        (kinds.FUNCTION, "none", call("none", ""), None),
        (kinds.IDENTITY, "zoo_cage", [("Import", IMPORT, None)], None),
        (kinds.IDENTITY, "zoo.cage", [], None),
    ],
)
def test_each_kind_has_its_examples(kind: Any, name: str, expected: object, imported: str | None) -> None:
    (entity,) = (one for one in MAPPING.of_kind(kind) if one.name == name)
    found = SHOWING.examples(entity, MAPPING)
    assert [(one.title, one.text, one.inside) for one in found if one.title != "Typical"] == expected
    assert {one.language for one in found} <= {"terraform"}
    example = SHOWING.import_example(entity, MAPPING)
    assert (example and example.text) == imported


def test_a_resource_without_an_identity_has_no_import() -> None:
    (den,) = (one for one in MAPPING.of_kind(kinds.RESOURCE) if one.name == "zoo_den")
    assert SHOWING.import_example(den, MAPPING) is None


def test_titles_and_texts_are_those_of_the_schema() -> None:
    entities = {(one.kind, one.name): one for one in MAPPING.entities}
    count, cage = entities[kinds.FUNCTION, "count"], entities[kinds.RESOURCE, "zoo_cage"]
    assert (SHOWING.title(count, MAPPING), SHOWING.title(cage, MAPPING)) == ("provider::zoo::count", "zoo_cage")
    assert (SHOWING.summary(count), SHOWING.summary(cage)) == ("Counts.\n\nCounts animals.", "A.")


@pytest.mark.parametrize(("address", "source"), [("", "tests/zoo"), ("a/b", "a/b")])
def test_the_provider_is_required_by_its_address(address: str, source: str) -> None:
    example = SHOWING.use_example(MAPPING, address)
    assert example is not None
    assert example.text == (
        f'terraform {{\n  required_providers {{\n    zoo = {{\n      source = "{source}"\n    }}\n  }}\n}}\n\n'
        'provider "zoo" {}\n'
    )
