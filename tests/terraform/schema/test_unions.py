"""oneOf and anyOf: what comes down to one type, and what the policies make of real choices."""

from typing import Any

import pytest

from mapper.inputs import Node
from mapper.model.limits import plain
from mapper.report.diagnostic import Severity
from mapper.systems.terraform import rules

from ...counting import calls
from ...support import Mapped, both, property_, resource

pair = pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])

PAYMENT = """
        components:
          Card: {type: object, required: [kind, number], properties: {kind: {type: string, enum: [card]},
                 number: {type: string, maxLength: 20}}}
          Bank: {type: object, required: [kind], properties: {kind: {type: string, enum: [bank]},
                 number: {type: string, maxLength: 34}, country: {type: string}}}
"""
CARD, BANK = "{$ref: '#/components/schemas/Card'}", "{$ref: '#/components/schemas/Bank'}"


# More than two branches


@pair
@pytest.mark.parametrize(
    "branches",
    [
        "{type: integer}, {type: string, maxLength: 5}, {type: 'null'}",
        "{type: string, maxLength: 5}, {type: boolean}, {type: number}",
    ],
)
def test_strings_and_other_scalars_are_a_string(keyword: str, branches: str) -> None:
    oven = property_(f"{{{keyword}: [{branches}]}}")
    assert oven.kinds == {"it": "string"}
    assert oven.validators("it") == []
    assert oven.rules("it") - {rules.REQUIRED_NULL} == {rules.SEVERAL_BRANCHES, rules.OF_ONE_TYPE}


@pair
def test_several_strings_keep_the_wider_limit(keyword: str) -> None:
    oven = property_(
        f"{{{keyword}: [{{type: string, maxLength: 3}}, {{type: string, maxLength: 5}}, {{type: 'null'}}]}}"
    )
    assert oven.validators("it") == ["stringvalidator.LengthAtMost(5)"]
    assert oven.rules("it") == {rules.SEVERAL_BRANCHES, rules.REQUIRED_NULL}


@pair
def test_integers_and_other_numbers_keep_the_wider_limit(keyword: str) -> None:
    oven = property_(f"{{{keyword}: [{{type: integer, minimum: 1}}, {{type: number, minimum: 2}}]}}")
    assert [plain(limit) for limit in oven.attribute("it").limits] == [("range", (1, None))]


def test_several_strings_keep_what_holds_for_all_of_them() -> None:
    oven = property_("""{anyOf: [{type: string, enum: [a, b], pattern: x, format: password, default: a},
                                 {type: string, enum: [b, c], pattern: y, format: password}, {type: 'null'}]}""")
    assert oven.validators("it") == ['stringvalidator.OneOf(\n"a",\n"b",\n"c",\n)']
    assert oven.body("it")["sensitive"] is True
    assert oven.default("it") is None


# One attribute for each variant


@pytest.mark.parametrize(
    "renames",
    ["aliases: {pay.card: credit}", "overrides: {pay.card: {name: credit}}", "overrides: {'**.card': {name: credit}}"],
)
def test_the_other_variants_know_one_by_the_name_that_the_config_gives_it(renames: str) -> None:
    oven = resource(f"""
        create: {{type: object, properties: {{pay: {{oneOf: [{CARD}, {BANK}]}}}}}}
        schema: {{attributes: {{{renames}}}}}
        policies: {{one_of: variants}}{PAYMENT}""")
    assert oven.validators("pay.bank") == [
        'objectvalidator.ExactlyOneOf(\npath.MatchRelative().AtParent().AtName("credit"),\n)'
    ]
    assert 'AtName("bank")' in oven.validators("pay.credit")[0]


@pytest.mark.parametrize(
    ("discriminator", "names"),
    [
        ("mapping: {plastic: '#/components/schemas/Card', wire: '#/components/schemas/Bank'}", ["plastic", "wire"]),
        ("mapping: {plastic: Card}", ["bank", "plastic"]),
        ("mapping: {plastic: Card, gold: Card}", ["bank", "plastic"]),
        ("mapping: {plastic: '#/nowhere'}", ["bank", "card"]),
        ("mapping: {plastic: null}", ["bank", "card"]),
        ("propertyName: kind", ["bank", "card"]),
    ],
)
def test_a_variant_has_the_name_that_the_discriminator_gives_it(discriminator: str, names: list[str]) -> None:
    oven = resource(f"""
        create: {{properties: {{pay: {{oneOf: [{CARD}, {BANK}], discriminator: {{{discriminator}}}}}}}}}
        policies: {{one_of: variants}}{PAYMENT}""")
    assert oven.names_in("pay") == names


@pytest.mark.parametrize(
    ("branches", "names"),
    [
        ("{type: object, title: Bank transfer}, {type: object, title: Card}", ["bank_transfer", "card"]),
        ("{type: object, title: Card}, {type: object, title: card}", ["card", "card_2"]),
        ("{type: object}, {type: object, title: '42'}", ["option_1", "option_2"]),
        ("{type: object, title: option_2}, {type: object}", ["option_2", "option_2_2"]),
        ("{type: object, title: Box}, {type: string, title: Size}", ["box", "size"]),
    ],
)
def test_a_variant_without_a_reference_has_the_name_of_its_title_or_its_number(branches: str, names: list[str]) -> None:
    assert property_(f"{{oneOf: [{branches}]}}", "one_of: variants").names_in("it") == names


@pytest.mark.parametrize(
    "branches", ["{type: object, title: Card}, {type: string}", "{type: string}, {type: array, items: {type: string}}"]
)
def test_a_value_that_has_no_name_and_is_no_object_is_json_with_the_others(branches: str) -> None:
    oven = property_(f"{{oneOf: [{branches}]}}", "one_of: variants")
    assert oven.rules("it") >= {rules.JSON_STRING}
    assert oven.attribute("it").is_json


@pair
def test_numbers_that_are_listed_stay_numbers(keyword: str) -> None:
    oven = property_(f"{{{keyword}: [{{type: number, const: 1}}, {{type: number, const: 2}}]}}")
    assert oven.kinds == {"it": "number"}
    whole = property_(f"{{{keyword}: [{{const: 1}}, {{const: 2}}]}}")
    assert whole.kinds == {"it": "int64"}


def test_a_property_that_no_variant_can_say_is_told_by_the_first() -> None:
    objects = ", ".join(f"{{properties: {{a: {{type: {odd}}}, {odd}: {{type: string}}}}}}" for odd in ("odd", "rare"))
    oven = property_(f"{{oneOf: [{objects}]}}", "one_of: union")
    assert oven.names_in("it") == ["odd", "rare"]
    (told,) = [d.text for d in oven.mapping.diagnostics if d.path == "it.a"]
    assert "odd" in told


def test_a_value_of_no_type_that_may_be_null_is_no_json() -> None:
    it = "{oneOf: [{type: odd}, {type: 'null'}]}"
    oven = resource(f"create: {{properties: {{a: {{type: string}}, it: {it}}}}}\npolicies: {{one_of: variants}}")
    assert oven.names == ["a"]


@pytest.mark.parametrize("beside", ["", "properties: {a: {type: string}}, "])
def test_a_choice_that_is_written_names_its_variants(beside: str) -> None:
    oven = resource(f"""
        create: {{properties: {{pay: {{{beside}oneOf: [{CARD}, {BANK}]}}}}}}
        policies: {{one_of: variants}}{PAYMENT}""")
    assert oven.diagnostic(rules.VARIANTS).text == "oneOf is a choice between card, bank"


def test_a_default_that_only_some_of_the_united_objects_have_is_told() -> None:
    some = "{type: object, properties: {a: {type: string, default: x}}}"
    oven = property_(f"{{oneOf: [{some}, {{type: object, properties: {{b: {{type: string}}}}}}]}}", "one_of: union")
    assert oven.default("it.a") is None
    text = "not all of the objects have it: the default 'x' would be sent with each (policy one_of)"
    assert [found.text for found in oven.diagnostics(rules.POLICY) if found.path == "it.a"] == [text]


def test_a_default_that_all_have_by_what_holds_together_with_the_choice_is_written() -> None:
    some = "{oneOf: [{type: object, properties: {a: {type: string, default: x}}}, {type: object, properties: {b: {}}}]}"
    sure = "{type: object, properties: {a: {type: string, default: x}}}"
    for entries in (f"{some}, {sure}", f"{sure}, {some}"):
        oven = property_(f"{{allOf: [{entries}]}}", "one_of: union")
        assert oven.default("it.a") == '"x"'


def test_what_is_no_object_cannot_be_united_with_objects() -> None:
    oven = property_("{oneOf: [{type: object, properties: {a: {type: string}}}, {type: string}]}", "one_of: union")
    assert oven.diagnostic(rules.ONE_OF).text == "oneOf has a branch of type string, and only objects can be united"


@pytest.mark.parametrize("other", ["object", "array"])
@pytest.mark.parametrize("policy", ["variants", "union", "json_string"])
def test_what_may_be_null_is_no_choice_whatever_else_it_may_be(policy: str, other: str) -> None:
    oven = property_(f"{{oneOf: [{{type: 'null'}}, {{type: [string, {other}]}}]}}", f"one_of: {policy}")
    assert not oven.kinds
    assert oven.rules("it") == {rules.BAD_TYPE}


def test_a_variant_that_cannot_be_mapped_costs_itself_only() -> None:
    oven = property_("{oneOf: [{type: object, title: A}, {title: B}, {type: string, title: C}]}", "one_of: variants")
    assert oven.names_in("it") == ["a", "c"]
    assert oven.rules("it.b") == {rules.NO_TYPE}
    assert '"b"' not in "".join(oven.validators("it.a"))


def test_variants_stand_beside_the_properties_around_the_choice() -> None:
    oven = property_(
        """{type: object, required: [id], properties: {id: {type: string}, card: {type: string}},
            oneOf: [{type: object, title: Card}, {type: object, title: Bank}]}""",
        "one_of: variants",
    )
    assert oven.names_in("it") == ["bank", "card", "card_2", "id"]
    assert oven.status("it.id") == "required"
    assert oven.validators("it.card") == []


@pytest.mark.parametrize(
    ("required", "others", "told"), [("kind", "", False), ("country", "", True), ("kind", ", {title: Cash}", True)]
)
def test_what_is_required_beside_a_choice_is_described_by_its_variants(required: str, others: str, told: bool) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {{required: [{required}], oneOf: [{CARD}, {BANK}{others}]}}}}}}
        policies: {{one_of: variants}}{PAYMENT}""")
    assert (rules.NOT_DESCRIBED in oven.rules(f"it.{required}")) is told


# All variants in one object


def test_a_union_has_what_any_variant_takes_and_requires_what_all_of_them_do() -> None:
    oven = resource(f"""
        create: {{type: object, required: [pay], properties: {{pay: {{oneOf: [{CARD}, {BANK}]}}}}}}
        policies: {{one_of: union}}{PAYMENT}""")
    assert oven.names_in("pay") == ["country", "kind", "number"]
    assert oven.status("pay.kind") == "required"
    assert oven.status("pay.number") == "computed_optional"
    assert oven.rules("pay") == {rules.UNION}
    assert oven.validators("pay.kind") == ['stringvalidator.OneOf(\n"card",\n"bank",\n)']
    assert oven.validators("pay.number") == ["stringvalidator.LengthAtMost(34)"]
    assert [origin.location.pointer for origin in oven.attribute("pay.kind").origins] == [
        "/components/schemas/Card/properties/kind",
        "/components/schemas/Bank/properties/kind",
    ]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("exclusiveMinimum: 1", "exclusiveMinimum: 3", {"exclusive_range": (1, None)}),
        ("exclusiveMaximum: 1", "maximum: 3", {}),
        ("minimum: 1, exclusiveMinimum: true", "minimum: 1", {"range": (1, None)}),
        ("minimum: 1, exclusiveMinimum: true", "exclusiveMinimum: 0", {"exclusive_range": (0, None)}),
        ("multipleOf: 2", "multipleOf: 2.0", {"multiple": 2}),
        ("multipleOf: 2", "multipleOf: 4", {}),
    ],
)
def test_a_number_of_several_variants_has_the_limits_that_hold_for_all(
    first: str, second: str, expected: dict[str, object]
) -> None:
    variants = ", ".join(f"{{properties: {{size: {{type: number, {limits}}}}}}}" for limits in (first, second))
    oven = resource(f"""
        create: {{properties: {{it: {{oneOf: [{variants}]}}}}}}
        policies: {{one_of: union}}""")
    assert dict(map(plain, oven.attribute("it.size").limits)) == expected


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        ("{type: integer}", "{type: number}", "number"),
        ("{type: integer}", "{type: string}", "string"),
        ("{type: object, properties: {b: {type: string}}}", "{type: object}", "single_nested"),
        ("{type: array, items: {type: string}}", "{type: array, items: {type: string}}", "list"),
    ],
)
def test_variants_may_have_a_property_in_types_that_agree(first: str, second: str, kind: str) -> None:
    oven = property_(f"{{oneOf: [{{properties: {{a: {first}}}}}, {{properties: {{a: {second}}}}}]}}", "one_of: union")
    assert next(iter(oven["it.a"])) == kind
    assert oven.rules("it.a") == set()


def test_a_property_that_no_variant_can_map_is_left_out_for_the_first_reason() -> None:
    variants = (
        f"{{title: {title}, properties: {{x: {{$ref: '#/{title}'}}, {title}: {{type: string}}}}}}" for title in "ab"
    )
    oven = property_(f"{{oneOf: [{', '.join(variants)}]}}", "one_of: union")
    assert oven.names_in("it") == ["a", "b"]
    assert "'#/a' does not exist" in oven.diagnostic(rules.UNRESOLVED).text


@pytest.mark.parametrize("limit", ["maxLength: 5", "description: It"])
def test_a_property_of_several_variants_has_what_holds_beside_the_choice(limit: str) -> None:
    one = "{title: A, properties: {x: {type: string}, a: {type: string}}}"
    variants = f"{one}, {{title: B, properties: {{x: {{type: string, maxLength: 9}}, b: {{type: string}}}}}}"
    oven = property_(f"{{allOf: [{{oneOf: [{variants}]}}, {{properties: {{x: {{{limit}}}}}}}]}}", "one_of: union")
    assert (oven.description("it.x"), oven.validators("it.x")) == (
        ("It", []) if limit.startswith("d") else (None, ["stringvalidator.LengthAtMost(5)"])
    )


def test_of_types_that_do_not_agree_the_first_counts() -> None:
    oven = property_(
        "{oneOf: [{properties: {a: {type: boolean}}}, {properties: {a: {type: array, items: {type: string}}}}]}",
        "one_of: union",
    )
    assert next(iter(oven["it.a"])) == "bool"
    assert oven.rules("it.a") == {rules.CONTRADICTION}
    text = oven.diagnostic(rules.CONTRADICTION).text
    assert "boolean" in text
    assert "array" in text


def test_a_variant_that_is_lost_may_require_less_than_the_others() -> None:
    oven = property_(
        "{oneOf: [{required: [a], properties: {a: {type: string}}}, {$ref: '#/nowhere'}]}", "one_of: union"
    )
    assert oven.status("it.a") == "computed_optional"
    assert oven.rules("it") == {rules.UNION, rules.ENTRY_LOST}


# JSON


def test_a_choice_may_be_a_string_that_holds_json() -> None:
    oven = property_(
        "{description: Any, deprecated: true, oneOf: [{type: object}, {type: array}]}", "one_of: json_string"
    )
    assert oven.kinds == {"it": "string"}
    assert oven.description("it") == "Any"
    assert "deprecation_message" in oven.body("it")
    assert oven.rules("it") == {rules.JSON_STRING}
    assert "JSON" in oven.diagnostic(rules.JSON_STRING).text


# In an allOf


def test_a_choice_in_an_all_of_is_settled_by_the_type_of_the_other_entries() -> None:
    oven = property_("{allOf: [{oneOf: [{type: array}, {properties: {a: {type: string}}}]}, {type: object}]}")
    assert oven.names_in("it") == ["a"]
    assert rules.ENTRY_LOST not in oven.rules("it")


def test_a_choice_in_an_all_of_that_is_not_settled_costs_itself_only() -> None:
    oven = property_("""{allOf: [{properties: {a: {type: string}}, oneOf: [{properties: {x: {type: string}}},
                                                                               {properties: {y: {type: string}}}]},
                                 {properties: {b: {type: string}}}]}""")
    assert oven.names_in("it") == ["a", "b"]
    assert [found.path for found in oven.diagnostics(rules.ENTRY_LOST)] == ["it", "it.x", "it.y"]
    assert {found.severity for found in oven.diagnostics(rules.ENTRY_LOST)} == {Severity.WARNING}


# Schemas that are made of each other


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
def test_a_base_that_is_a_choice_of_what_is_based_on_it_is_mapped(policy: str) -> None:
    oven, _ = both(f"""
        create: {{properties: {{cat: {{$ref: '#/components/schemas/Cat'}}, pet: {{$ref: '#/components/schemas/Pet'}}}}}}
        read: {{$ref: '#/components/schemas/Cat'}}
        policies: {{one_of: {policy}}}
        components:
          Pet: {{type: object, properties: {{name: {{type: string}}}}, oneOf: [{{$ref: '#/components/schemas/Cat'}},
                {{$ref: '#/components/schemas/Dog'}}]}}
          Cat: {{allOf: [{{$ref: '#/components/schemas/Pet'}}, {{properties: {{purrs: {{type: boolean}}}}}}]}}
          Dog: {{allOf: [{{$ref: '#/components/schemas/Pet'}}, {{properties: {{barks: {{type: boolean}}}}}}]}}
    """)
    assert {"name", "purrs"} <= set(oven.names_in("cat"))
    if policy == "union":
        assert oven.names_in("pet") == ["barks", "name", "purrs"]
    if policy == "variants":
        assert oven.names_in("pet") == ["cat", "dog", "name"]


@pytest.mark.soak
@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_schemas_that_are_all_composed_of_each_other_are_mapped_in_a_bounded_number_of_steps(
    policy: str, keyword: str
) -> None:
    assert calls(lambda: composed_of_each_other(20, policy, keyword)) < 10_000_000
    oven = composed_of_each_other(40, policy, keyword)
    assert "fuel" in oven.names
    assert len(oven.text) < 1_000_000
    if keyword == "allOf":
        assert len(oven.names_in("start")) == 40
        assert rules.RECURSION not in oven.rules("start")


def composed_of_each_other(count: int, policy: str, keyword: str) -> Mapped:
    names = [f"S{number}" for number in range(count)]
    entries = ", ".join(f"{{$ref: '#/components/schemas/{name}'}}" for name in names)
    schemas = "\n".join(
        f"          {name}: {{properties: {{own_{name}: {{type: string}}}}, {keyword}: [{entries}]}}" for name in names
    )
    return resource(f"""
        create: {{type: object, properties: {{start: {{$ref: '#/components/schemas/S0'}}, fuel: {{type: string}}}}}}
        policies: {{one_of: {policy}}}
        components:
{schemas}
    """)


@pytest.mark.parametrize("policy", ["reject", "variants", pytest.param("union", marks=pytest.mark.soak), "json_string"])
def test_two_schemas_that_refer_to_each_other_twice_are_cut(policy: str) -> None:
    oven = resource(f"""
        create: {{type: object, properties: {{start: {{$ref: '#/components/schemas/A'}}}}}}
        policies: {{one_of: {policy}}}
        components:
          A:
            allOf:
              - {{$ref: '#/components/schemas/B'}}
              - {{properties: {{a: {{$ref: '#/components/schemas/B'}}, x: {{oneOf: [{{$ref: '#/components/schemas/B'}},
                 {{$ref: '#/components/schemas/A'}}]}}}}}}
          B:
            allOf:
              - {{$ref: '#/components/schemas/A'}}
              - {{properties: {{b: {{$ref: '#/components/schemas/A'}}, x: {{oneOf: [{{$ref: '#/components/schemas/A'}},
                 {{$ref: '#/components/schemas/B'}}]}}}}}}
    """)
    assert "a" in oven.names_in("start")
    assert oven.diagnostics(rules.RECURSION)
    assert len(oven.text) < 1_000_000


LISTED = {
    "{const: a}, {const: 1}": ["a", "1"],
    "{type: string, const: a}, {type: integer, const: 1}": ["a", "1"],
    "{const: a}, {type: number, const: 1}": ["a", "1"],
    "{enum: [a, b]}, {enum: [1, 2]}": ["a", "b", "1", "2"],
    "{type: string, enum: [a, b]}, {enum: [1, 2]}": ["a", "b", "1", "2"],
    "{enum: [1, 2]}, {type: string, enum: [a, b]}": ["1", "2", "a", "b"],
    "{const: auto}, {const: true}, {const: false}": ["auto", "true", "false"],
    "{type: string, enum: [auto]}, {enum: [1.5]}, {type: 'null'}": ["auto", "1.5"],
    "{type: string, const: a}, {type: integer}": [],
    "{type: string, enum: ['true', auto]}, {type: boolean}": [],
    "{type: string, enum: ['false', auto]}, {type: boolean}": [],
    "{type: boolean}, {const: a}": [],
    "{enum: [a]}, {type: integer}": [],
    "{type: string, enum: [auto]}, {type: integer}, {type: 'null'}": [],
    "{type: string, const: auto}, {type: integer}, {type: boolean}": [],
}


@pair
@pytest.mark.parametrize("branches", LISTED)
def test_a_string_that_is_for_other_scalars_too_lists_the_values_of_all_or_none(keyword: str, branches: str) -> None:
    oven = property_(f"{{{keyword}: [{branches}]}}")
    assert oven.kinds == {"it": "string"}
    listed = "".join(f'"{value}",\n' for value in LISTED[branches])
    assert oven.validators("it") == ([f"stringvalidator.OneOf(\n{listed})"] if listed else [])


def test_the_branches_of_a_long_choice_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Any] = []
    monkeypatch.setattr(Node, "__eq__", lambda self, other: compared.append(other) or self is other, raising=False)
    values = ", ".join(f"{{const: {number}}}" for number in range(300))
    oven = resource(f"create: {{type: object, properties: {{it: {{oneOf: [{{const: a}}, {values}]}}}}}}")
    assert oven.kinds == {"it": "string"}
    assert len(compared) < 3000
