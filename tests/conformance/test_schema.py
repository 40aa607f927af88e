"""The artifact keeps to the JSON schema of the Provider Code Specification, or an error diagnostic says where not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.terraform import generate, write_code_spec
from mapper.terraform.rules import BAD_ENTITY_NAME, EMPTY_MEMBERS, ENTITY_EMPTY

from ..support import property_, resource
from .code_spec_schema import validator, violations
from .compare import cases, spec_of

CASES = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]
EXAMPLE = Path(__file__).parents[2] / "example_site"
KNOWN = {BAD_ENTITY_NAME, EMPTY_MEMBERS, ENTITY_EMPTY}
"""What the reference tool writes too, although the schema does not allow it."""

pytestmark = pytest.mark.skipif(validator() is None, reason="the schema is in a Go module")


def assert_valid(spec: Path, config: Path, base: Path) -> None:
    mapping = generate(spec, config, base=base)
    explained = {str(diagnostic.entity) for diagnostic in mapping.diagnostics if diagnostic.rule in KNOWN}
    found = violations(write_code_spec(mapping))
    assert {entity: texts for entity, texts in found.items() if entity not in explained} == {}


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_what_is_written_keeps_to_the_schema(case: Path) -> None:
    assert_valid(spec_of(case), case / "generator_config.yml", case)


@pytest.mark.parametrize("config", ["generator_config.yml", "generator_config.strict.yml"])
def test_what_the_example_site_writes_keeps_to_the_schema(config: str) -> None:
    assert_valid(EXAMPLE / "api" / "openapi.yaml", EXAMPLE / config, EXAMPLE)


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")
@pytest.mark.parametrize(
    "case", [case for case in CASES if (case / "expected.json").exists()], ids=lambda case: case.name
)
def test_the_reference_tool_breaks_the_schema_only_where_it_is_known_to(case: Path) -> None:
    found = violations((case / "expected.json").read_text(encoding="utf-8"))
    assert all("less than 1" in text for texts in found.values() for text in texts)


def test_the_schema_finds_what_is_wrong() -> None:
    found = property_("{type: array, items: {type: array, items: {type: object}}}")
    assert list(violations(found.text)) == ["resource oven"]
    assert found.diagnostic(EMPTY_MEMBERS).path == "it"
    assert violations(property_("{type: string}").text) == {}


def test_an_object_type_that_a_response_fills_is_not_empty() -> None:
    found = resource("""
        create: {type: object, properties: {it: {type: array, items: {type: array, items: {type: object}}}}}
        read: {properties: {it: {type: array, items: {type: array, items: {properties: {a: {type: string}}}}}}}
    """)
    assert violations(found.text) == {}
    assert not found.diagnostics(EMPTY_MEMBERS)
