"""Entities by kind and name, and the texts that files and messages call them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.entity_kind import EntityRef, entity_named
from mapper.registry import all_systems

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
