"""Aliases for properties whose names Terraform or Go cannot have."""

import pytest

from mapper.inputs import Document
from mapper.systems.terraform import kinds
from mapper.systems.terraform.propose.proposal import Part, ProposedEntity
from mapper.systems.terraform.propose.settings import _of_properties
from mapper.systems.terraform.propose.statuses import Bodies

NODE = Document("api.yml", b"type: string").node


@pytest.mark.parametrize(
    ("path", "names", "aliases"),
    [
        ("/lamps/{id}", ["name", "size"], {}),
        ("/lamps/{id}", ["_name"], {}),
        ("/lamps/{id}", ["name", "_name"], {"._name": "name_value"}),
        ("/lamps/{id}", ["name", "_name", "name_"], {"._name": "name_value", ".name_": "name_value_2"}),
        ("/lamps/{id}", ["count"], {".count": "lamp_count"}),
        ("/lamps/{id}", ["Count", "lamp_count"], {".Count": "lamp_count_2"}),
        ("/{id}", ["provider"], {".provider": "light_provider"}),
        ("/lamps/{id}", ["provider", "_provider"], {".provider": "lamp_provider", "._provider": "provider_value"}),
    ],
)
def test_a_name_that_is_reserved_or_another_one_gets_an_alias(
    path: str, names: list[str], aliases: dict[str, str]
) -> None:
    entity = ProposedEntity(kinds.RESOURCE, "light", (Part("read", path, "GET", ""),))
    nothing = ({}, frozenset[str]())
    bodies = Bodies((dict.fromkeys(names, NODE), frozenset()), (nothing, nothing), nothing)
    assert {each.name: each.value for each in _of_properties(entity, bodies)} == aliases
