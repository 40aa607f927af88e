"""The parts of operations: what they are called, and what is called so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.entity_kind import EntityRef, entity_named
from mapper.origin import Part, PartKind, part_named
from mapper.registry import all_systems

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


KINDS = [(system.name, kind) for system in all_systems() for kind in system.kinds]


@pytest.mark.parametrize(("system", "kind"), KINDS, ids=str)
@given(name=st.text().filter(lambda name: " " not in name))
def test_the_text_of_an_entity_leads_back_to_it(system: str, kind: object, name: str) -> None:
    (kinds,) = (found.kinds for found in all_systems() if found.name == system)
    ref = EntityRef(kind, name)
    assert entity_named(str(ref), kinds) == ref


def test_a_text_that_names_no_kind_is_no_entity() -> None:
    (_, kind), *_ = KINDS
    for text in ("", kind.name, f"{kind.name}s pet", "pet"):
        with pytest.raises(KeyError):
            entity_named(text, [kind])
