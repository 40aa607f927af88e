"""Coverage: every property of the API is accounted for, and the numbers add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.model import Entity, Mapping, attribute_size
from mapper.sidecar.coverage import Account, accounts, count_properties

from ..conformance.compare import cases, mapped
from ..support import Mapped, data_source, provider, resource

CASES = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]


def account(mapping: Mapped, role: str) -> Account:
    (found,) = [account for account in accounts(mapping.entity) if str(account.part) == role]
    return found


def total(found: Account) -> tuple[int, int, int, int]:
    return found.declared, found.merged, sum(found.ignored.values()), sum(found.lost.values())


def test_each_source_says_what_became_of_its_properties() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, door: {properties: {lock: {type: string}, secret: {}}}}}
        read: {properties: {fuel: {type: string}, door: {properties: {lock: {type: integer}, hue: {type: string}}},
               heat: {type: integer}, hidden: {type: string}}}
        parameters: [{name: id, in: path, schema: {type: string}}]
        schema: {ignores: [hidden]}
    """)
    created, read = account(oven, "create request body"), account(oven, "read response 200")
    assert total(created) == (3, 0, 0, 1)
    assert created.lost == {"OAS302": 1}
    assert total(read) == (2, 2, 1, 1)
    assert read.lost == {"OAS601": 1}
    assert [place.pointer for place in read.ignored] == ["/resources/oven/schema/ignores/0"]
    assert total(account(oven, "path parameter")) == (1, 0, 0, 0)


def test_what_another_type_replaces_is_lost_with_all_that_is_nested_in_it() -> None:
    oven = resource("""
        create: {properties: {door: {type: string}}}
        read: {properties: {door: {properties: {lock: {properties: {pin: {type: string}}}, bad: {}}}}}
    """)
    read = account(oven, "read response 200")
    assert read.lost == {"OAS601": 3, "OAS302": 1}


def test_what_an_override_of_the_type_takes_away_is_left_out_by_that_line() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}, hue: {type: string}}}}}
        schema: {attributes: {overrides: {door: {type: string}}}}
    """)
    assert total(account(oven, "create request body")) == (1, 0, 2, 0)


def test_of_two_names_that_become_one_the_second_is_lost() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string}}}
        read: {properties: {bake_time: {properties: {least: {type: string}}}}}
    """)
    assert account(oven, "read response 200").lost == {"OAS501": 2}


def test_a_provider_has_one_source() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
          ignores: [key]
        components:
          Bakery: {properties: {key: {type: string}, site: {type: string}}}
    """)
    assert [total(found) for found in accounts(bakery.entity)] == [(1, 0, 1, 0)]


def test_parameters_that_the_response_has_too_are_merged_with_it() -> None:
    oven = data_source("""
        read: {properties: {id: {type: string}, hue: {type: string}}}
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    """)
    assert total(account(oven, "path parameter")) == (1, 0, 0, 0)
    assert total(account(oven, "read response 200")) == (1, 1, 0, 0)


def check(mapping: Mapping) -> None:
    for entity in mapping.entities:
        found = accounts(entity)
        reached: dict[str, int] = {}
        for source in entity.sources:
            reached[str(source.part)] = reached.get(str(source.part), 0) + count_properties(source.body)
        assert {str(one.part): one.properties for one in found} == reached
        assert sum(one.declared for one in found) == written(entity)


def written(entity: Entity) -> int:
    """The attributes of the entity, counted one by one."""
    return sum(attribute_size(attribute) for attribute in entity.body.attributes)


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_on_real_descriptions_the_numbers_add_up(case: Path) -> None:
    check(mapped(case))
