"""What lists, sets and maps of plain elements say of their elements."""

from __future__ import annotations

import pytest

from mapper.report.rules import NAME_COLLISION
from mapper.terraform.rules import MEMBER_RENAMED, NO_IDENTIFIER

from ...support import property_, resource


@pytest.mark.parametrize(
    ("items", "element"),
    [
        ("{type: boolean}", {"bool": {}}),
        ("{type: integer}", {"int64": {}}),
        ("{type: number}", {"number": {}}),
        ("{type: number, format: float}", {"float64": {}}),
        ("{type: [string, 'null']}", {"string": {}}),
        ("{type: array, items: {type: string}}", {"list": {"element_type": {"string": {}}}}),
        ("{type: array, format: set, items: {type: string}}", {"set": {"element_type": {"string": {}}}}),
        ("{type: object, additionalProperties: {type: string}}", {"map": {"element_type": {"string": {}}}}),
        (
            "{type: object, additionalProperties: {type: array, items: {type: boolean}}}",
            {"map": {"element_type": {"list": {"element_type": {"bool": {}}}}}},
        ),
        ("{type: array, items: {type: object}}", {"list": {"element_type": {"object": {"attribute_types": []}}}}),
    ],
)
def test_an_element_has_a_type_and_nothing_else(items: str, element: dict[str, object]) -> None:
    assert property_(f"{{type: array, items: {items}}}").body("it") == {"element_type": element}


def test_members_of_an_element_stand_in_the_order_of_their_source_names_and_have_a_type_only() -> None:
    oven = property_("""{type: array, items: {type: array, items: {type: object, required: [salt], properties: {
                         salt: {type: string, description: Sea salt, default: a, maxLength: 2, format: password},
                         grain: {type: number, format: double},
                         layers: {type: array, items: {type: object, properties: {fat: {type: boolean}}}}}}}}""")
    fat = {"name": "fat", "bool": {}}
    assert oven.body("it")["element_type"]["list"]["element_type"] == {
        "object": {
            "attribute_types": [
                {"name": "grain", "float64": {}},
                {"name": "layers", "list": {"element_type": {"object": {"attribute_types": [fat]}}}},
                {"name": "salt", "string": {}},
            ]
        }
    }


def test_names_of_members_become_identifiers() -> None:
    oven = property_("""{type: array, items: {type: array, items: {type: object, properties: {
                         Grain-2: {type: string}, bakedAt: {type: string}, plain: {type: string}}}}}""")
    members = oven.body("it")["element_type"]["list"]["element_type"]["object"]["attribute_types"]
    assert [member["name"] for member in members] == ["grain2", "baked_at", "plain"]
    assert oven.rules("it.baked_at") == {MEMBER_RENAMED}
    assert oven.rules("it.plain") == set()
    assert oven.differs_at("it.grain2")
    assert oven.differs_at("it.baked_at")


def test_members_without_an_identifier_or_with_a_taken_one_are_left_out() -> None:
    oven = property_("""{type: array, items: {type: array, items: {type: object, properties: {
                         "++": {type: string}, bakedAt: {type: string}, baked_at: {type: string}}}}}""")
    members = oven.body("it")["element_type"]["list"]["element_type"]["object"]["attribute_types"]
    assert members == [{"name": "baked_at", "string": {}}]
    assert {d.rule for d in oven.mapping.diagnostics} >= {NO_IDENTIFIER, NAME_COLLISION}


def test_an_unmappable_member_costs_nothing_else() -> None:
    oven = property_(
        "{type: array, items: {type: array, items: {type: object, properties: {a: {}, b: {type: string}}}}}"
    )
    members = oven.body("it")["element_type"]["list"]["element_type"]["object"]["attribute_types"]
    assert members == [{"name": "b", "string": {}}]
    assert oven.differs_at("it.a")


def test_element_types_merge_member_by_member() -> None:
    oven = resource("""
        create:
          properties:
            grid: {type: array, items: {type: array, items: {$ref: '#/components/schemas/Given'}}}
            bins: {type: object, additionalProperties: {type: array, items: {$ref: '#/components/schemas/Given'}}}
        read:
          properties:
            grid: {type: array, items: {type: array, items: {$ref: '#/components/schemas/Read'}}}
            bins: {type: object, additionalProperties: {type: array, items: {$ref: '#/components/schemas/Read'}}}
        components:
          Given: {type: object, properties: {row: {type: string}}}
          Read: {type: object, properties: {col: {type: boolean}, row: {type: integer}}}
    """)
    members = [{"name": "row", "string": {}}, {"name": "col", "bool": {}}]
    element = {"list": {"element_type": {"object": {"attribute_types": members}}}}
    assert oven.body("grid") == {"element_type": element}
    assert oven.body("bins") == {"element_type": element}


def test_elements_of_different_types_keep_the_first() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            grid: {type: array, items: {type: array, items: {type: string}}}
        read:
          type: object
          properties:
            grid: {type: array, items: {type: array, format: set, items: {type: string}}}
    """)
    assert oven.body("grid") == {"element_type": {"list": {"element_type": {"string": {}}}}}
