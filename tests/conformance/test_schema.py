"""The artifact keeps to the JSON schema of the Provider Code Specification, or an error diagnostic says where not."""

from pathlib import Path

import pytest

from mapper.systems.terraform.rules import EMPTY_MEMBERS

from ..support import generate, property_, resource
from .code_spec_schema import unexplained, violations
from .compare import cases

FOLDERS = ("reference", "realworld", "large")
EXPECTED = [case for folder in FOLDERS for case in cases(folder) if (case / "expected.json").exists()]
EXAMPLE = Path(__file__).parents[2] / "example_site"

pytestmark = pytest.mark.usefixtures("schema")


@pytest.mark.peer
@pytest.mark.parametrize("config", ["generator_config.yml", "generator_config.strict.yml"])
def test_what_the_example_site_writes_keeps_to_the_schema(config: str) -> None:
    assert unexplained(generate(EXAMPLE / "api" / "openapi.yaml", EXAMPLE / config, base=EXAMPLE)) == {}


@pytest.mark.corpus
@pytest.mark.skipif(not EXPECTED, reason="the corpus is not part of the project")
@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case.name)
def test_the_reference_tool_breaks_the_schema_only_where_it_is_known_to(case: Path) -> None:
    found = violations((case / "expected.json").read_text(encoding="utf-8"))
    assert all("less than 1" in text for texts in found.values() for text in texts)


@pytest.mark.peer
def test_the_schema_finds_what_is_wrong() -> None:
    found = property_("{type: array, items: {type: array, items: {type: object}}}")
    assert list(violations(found.text)) == ["resource oven"]
    assert found.diagnostic(EMPTY_MEMBERS).path == "it"
    assert violations(property_("{type: string}").text) == {}


@pytest.mark.peer
def test_an_object_type_that_a_response_fills_is_not_empty() -> None:
    found = resource("""
        create: {type: object, properties: {it: {type: array, items: {type: array, items: {type: object}}}}}
        read: {properties: {it: {type: array, items: {type: array, items: {properties: {a: {type: string}}}}}}}
    """)
    assert violations(found.text) == {}
    assert not found.diagnostics(EMPTY_MEMBERS)
