"""The parts of operations: what they are called, and what is called so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.origin import Part, PartKind, part_named

PARTS = {
    "create request body": Part(PartKind.REQUEST_BODY, "create"),
    "read response 200": Part(PartKind.RESPONSE, "read", "200"),
    "read response default": Part(PartKind.RESPONSE, "read", "default"),
    "path parameter": Part(PartKind.PARAMETER, "path"),
    "create input": Part(PartKind.INPUT, "create"),
    "PutCageColour output": Part(PartKind.OUTPUT, "PutCageColour"),
    "provider schema": Part(PartKind.OTHER, "provider schema"),
    "attribute in generator.yaml": Part(PartKind.OTHER, "attribute in generator.yaml"),
}


@pytest.mark.parametrize(("text", "part"), PARTS.items(), ids=PARTS)
def test_a_part_has_one_text_and_is_found_by_it(text: str, part: Part) -> None:
    assert str(part) == text
    assert part_named(text) == part


@given(st.text(min_size=1))
def test_every_text_of_a_file_names_a_part_that_is_called_so(text: str) -> None:
    assert str(part_named(text)) == text


def test_only_the_status_code_differs_between_two_responses_of_an_operation() -> None:
    created, accepted, read = (part_named(f"{text}") for text in ("a response 201", "a response 202", "b response 201"))
    assert created.without_code == accepted.without_code != read.without_code
