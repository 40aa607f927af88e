"""Coverage: every property of the API is accounted for, and the numbers add up."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Body, Entity, Mapping, attribute_size, nested_body
from mapper.registry import vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.sidecar.coverage import Account, Accounts
from mapper.sidecar.reader import is_sidecar, read_sidecar, tool_of
from mapper.sidecar.writer import write_sidecar

from ..conformance.compare import cases, mapped
from ..review.pairs import PAIRS
from ..support import Mapped, compare, data_source, provider, resource

CASES = [case for folder in ("reference", "realworld", "large") for case in cases(folder)]


def account(mapping: Mapped, role: str) -> Account:
    (found,) = [account for account in Accounts().of(mapping.entity) if str(account.part) == role]
    return found


def total(found: Account) -> tuple[int, int, int, int]:
    return found.declared, found.merged, sum(found.ignored.values()), sum(found.lost.values())


def test_tags_of_operations_are_kept() -> None:
    mapping = resource(SNIPPET).mapping
    first, *others = mapping.coverage.operations
    coverage = replace(mapping.coverage, tags={first: "Wild cats"})
    assert others
    assert again(replace(mapping, coverage=coverage)).coverage.tags == {first: "Wild cats"}


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


def test_what_two_responses_declare_alike_is_merged_as_a_whole() -> None:
    oven = resource("""
        create: {properties: {door: {$ref: '#/components/schemas/Door'}, bad: {}}}
        read: {properties: {door: {$ref: '#/components/schemas/Door'}, bad: {}}}
        components: {Door: {properties: {lock: {properties: {pin: {type: string}}}, odd: {}}}}
    """)
    created, read = account(oven, "create request body"), account(oven, "read response 200")
    assert (total(created), created.lost) == ((3, 0, 0, 2), {"OAS302": 2})
    assert (total(read), read.lost) == ((0, 3, 0, 2), {"OAS302": 2})


def test_a_provider_has_one_source() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
          ignores: [key]
        components:
          Bakery: {properties: {key: {type: string}, site: {type: string}}}
    """)
    assert [total(found) for found in Accounts().of(bakery.entity)] == [(1, 0, 1, 0)]


def test_parameters_that_the_response_has_too_are_merged_with_it() -> None:
    oven = data_source("""
        read: {properties: {id: {type: string}, hue: {type: string}}}
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    """)
    assert total(account(oven, "path parameter")) == (1, 0, 0, 0)
    assert total(account(oven, "read response 200")) == (1, 1, 0, 0)


def check(mapping: Mapping) -> None:
    for entity in mapping.entities:
        found = Accounts().of(entity)
        reached: dict[str, int] = {}
        for source in entity.sources:
            reached[str(source.part)] = reached.get(str(source.part), 0) + count_properties(source.body)
        assert {str(one.part): one.properties for one in found} == reached
        assert sum(one.declared for one in found) == written(entity)


def count_properties(body: Body) -> int:
    """The properties of a body, with nested, ignored and lost ones, counted one by one."""
    inner = (nested_body(attribute.type) for attribute in body.attributes)
    nested = sum(count_properties(found) for found in inner if found is not None)
    return len(body.attributes) + len(body.omitted) + len(body.ignored) + nested


def written(entity: Entity) -> int:
    """The attributes of the entity, counted one by one."""
    return sum(attribute_size(attribute) for attribute in entity.body.attributes)


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not part of the project")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_on_real_descriptions_the_numbers_add_up(case: Path) -> None:
    check(mapped(case))


# --- a sidecar says all that a review needs: read back, nothing differs from what it was written for


SNIPPET = """
create:
  type: object
  required: [crumb]
  properties:
    crumb: {type: string, enum: [a, b], default: a, description: Dry., format: password}
    "dotted.name": {type: object, properties: {inner: {type: integer, minimum: 1}, odd: {}}}
    rows: {type: array, items: {type: array, items: {type: object, properties: {cell: {type: string}}}}}
    each: {type: array, uniqueItems: true, items: {type: object, properties: {cell: {type: string}}}}
    empty: {type: object, properties: {}}
    left: {type: string}
schema: {ignores: [left]}
"""


def again(mapping: Mapping) -> Mapping:
    return read_sidecar(Document("oasmap.json", write_sidecar(mapping).encode()), vocabulary_of)


OF_THE_DESCRIPTION = "set-by-the-api no-longer-set-by-the-api accepted-values-changed access-changed".split()
"""What only the description of the old state says: a sidecar has what the artifact and the pages need."""


@pytest.mark.parametrize("rule", [rule for rule, pair in PAIRS.items() if pair[0].coverage.operations])
def test_a_change_since_a_sidecar_is_the_same_change(rule: str) -> None:
    old, new = PAIRS[rule]
    found = [] if rule in OF_THE_DESCRIPTION else [change.fingerprint for change in compare(old, new)]
    assert [change.fingerprint for change in compare(again(old), new)] == found


def test_places_are_those_of_the_time() -> None:
    old = again(resource(SNIPPET).mapping)
    (change,) = compare(old, resource(SNIPPET.replace("enum: [a, b]", "enum: [a]")).mapping)
    assert change.old_location is not None
    assert change.new_location is not None
    assert change.old_location.document.position(change.old_location.pointer) == change.new_location.document.position(
        change.new_location.pointer
    )


def test_the_version_of_the_tool_is_known() -> None:
    document = Document("oasmap.json", write_sidecar(resource(SNIPPET).mapping).encode())
    assert is_sidecar(document.root)
    assert tool_of(document) == json.loads(document.text)["generator"]["version"]


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("multiple", 0),
        ("multiple", "5"),
        ("multiple", [5]),
        ("range", 5),
        ("range", ["a", None]),
        ("exclusive_range", [1]),
        ("length", [1, True]),
    ],
)
def test_a_limit_that_is_none_gets_one_message(keyword: str, value: Any) -> None:
    data = json.loads(write_sidecar(resource(SNIPPET).mapping))
    data["bodies"][-1]["attributes"][0]["constraints"] = [[keyword, value]]
    with pytest.raises(MappingError, match=r"oasmap\.json:1: "):
        read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)
