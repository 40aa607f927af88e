"""allOf, oneOf and anyOf."""

import pytest

from mapper.report.diagnostic import Severity
from mapper.terraform.rules import ALL_OF_MERGED, CONTRADICTION, ENTITY_KEPT, ONE_OF, RECURSION, TOO_DEEP

from ...support import property_, resource

pair = pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])


@pair
@pytest.mark.parametrize("scalar", ["integer", "number", "boolean"])
def test_a_choice_of_a_string_and_another_scalar_is_the_string_branch(keyword: str, scalar: str) -> None:
    string = "{type: string, enum: [auto]}"
    for branches in (f"{string}, {{type: {scalar}}}", f"{{type: {scalar}}}, {string}"):
        oven = property_(f"{{{keyword}: [{branches}]}}")
        assert oven.kinds == {"it": "string"}
        assert oven.validators("it") == ['stringvalidator.OneOf(\n"auto",\n)']
        assert oven.rules("it") == set()


@pair
@pytest.mark.parametrize(
    "branches",
    [
        "{type: integer}, {type: boolean}",
        "{type: string}, {type: object}",
        "{type: string}, {type: array, items: {type: string}}",
        "{type: string}, {type: object}, {type: 'null'}",
    ],
)
def test_a_real_choice_costs_its_property_only(keyword: str, branches: str) -> None:
    oven = resource(
        f"create: {{type: object, properties: {{fuel: {{type: string}}, it: {{{keyword}: [{branches}]}}}}}}"
    )
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {ONE_OF}
    assert oven.diagnostic(ONE_OF).severity is Severity.WARNING
    assert oven.differs_at("it")


def test_properties_beside_a_single_all_of_do_not_count() -> None:
    oven = property_("""{required: [grain], properties: {salt: {type: string}},
                         allOf: [{type: object, properties: {grain: {type: string}}}]}""")
    assert oven.names_in("it") == ["grain"]
    assert oven.status("it.grain") == "computed_optional"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{anyOf: [{type: integer}, {type: 'null'}], oneOf: [{type: boolean}], type: string}", "int64"),
        ("{oneOf: [{type: boolean}, {type: 'null'}], allOf: [{type: integer}], type: string}", "bool"),
        ("{allOf: [{type: integer}], type: string}", "int64"),
        ("{anyOf: [], oneOf: [], allOf: [], type: string}", "string"),
        ("{allOf: {type: integer}}", "int64"),
    ],
)
def test_any_of_goes_before_one_of_before_all_of_before_the_schema_itself(schema: str, kind: str) -> None:
    assert property_(schema).kinds == {"it": kind}


def test_limits_of_several_all_of_entries_all_hold() -> None:
    oven = property_("""{allOf: [{type: string, minLength: 1, maxLength: 9, description: Inside}, {maxLength: 5}],
                         description: Outside}""")
    assert oven.kinds == {"it": "string"}
    assert oven.validators("it") == ["stringvalidator.LengthBetween(1, 5)"]
    assert oven.description("it") == "Outside"
    assert oven.differs_at("it")


def test_all_of_entries_that_contradict_each_other_are_reported() -> None:
    oven = property_("{allOf: [{type: string}, {type: integer}]}")
    assert oven.rules("it") == {ALL_OF_MERGED, CONTRADICTION}


def test_a_schema_that_is_composed_of_itself_is_left_out() -> None:
    oven = resource("""
        create: {type: object, properties: {fuel: {type: string}, it: {$ref: '#/components/schemas/Loop'}}}
        components:
          Loop: {allOf: [{$ref: '#/components/schemas/Pool'}]}
          Pool: {oneOf: [{type: "null"}, {$ref: '#/components/schemas/Loop'}]}
    """)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {RECURSION}
    assert oven.differs_at("it")


def test_compositions_may_be_nested_but_not_without_end() -> None:
    def nested(levels: int) -> str:
        return "{allOf: [" * levels + "{type: string}" + "]}" * levels

    assert property_(nested(20)).kinds == {"it": "string"}
    too_deep = property_(nested(200))
    assert too_deep.rules("it") == {TOO_DEEP}
    assert too_deep.differs_at("it")


@pytest.mark.parametrize(
    "branch",
    ["{type: integer, context: kitchen}", "{allOf: [{type: integer}, {minimum: 3}]}", "{type: 'null', context: x}"],
)
def test_the_branch_that_is_not_chosen_may_be_why_the_reference_tool_drops_the_body(branch: str) -> None:
    for branches in (f"{branch}, {{type: string}}", f"{{type: string}}, {branch}"):
        oven = property_(f"{{oneOf: [{branches}]}}")
        assert oven.kinds == {"it": "string"}
        assert ENTITY_KEPT in oven.rules("")
        assert oven.differs_at("it")
