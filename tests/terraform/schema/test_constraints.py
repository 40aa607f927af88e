"""Limits on values and the validators that they become, defaults, and descriptions."""

import json

import pytest

from mapper.model.limits import plain
from mapper.report.diagnostic import Rule, Severity
from mapper.systems.terraform import rules
from mapper.systems.terraform.rules import (
    DEFAULT_LOST,
    DEFAULT_NOT_CARRIED,
    LINE_SEPARATOR,
    NULL_DEFAULT,
    NULL_DESCRIPTION,
)

from ...support import Mapped, data_source, map_texts, property_

VALIDATORS = "github.com/hashicorp/terraform-plugin-framework-validators"


@pytest.mark.parametrize(
    ("schema", "imports", "expression"),
    [
        ("{type: integer, minimum: 1}", [f"{VALIDATORS}/int64validator"], "int64validator.AtLeast(1)"),
        (
            "{type: string, pattern: '^[a-z]+$'}",
            ["regexp", f"{VALIDATORS}/stringvalidator"],
            'stringvalidator.RegexMatches(regexp.MustCompile("^[a-z]+$"), "")',
        ),
    ],
)
def test_a_validator_comes_with_the_imports_that_it_needs(schema: str, imports: list[str], expression: str) -> None:
    custom = {"imports": [{"path": path} for path in imports], "schema_definition": expression}
    assert property_(schema).body("it")["validators"] == [{"custom": custom}]


@pytest.mark.parametrize(
    ("schema", "expression"),
    [
        ("{type: string, minLength: 2, maxLength: 40}", "stringvalidator.LengthBetween(2, 40)"),
        ("{type: string, minLength: 2}", "stringvalidator.LengthAtLeast(2)"),
        ("{type: string, maxLength: 40}", "stringvalidator.LengthAtMost(40)"),
        ("{type: string, minLength: 0}", "stringvalidator.LengthAtLeast(0)"),
        ("{type: string, minLength: -1}", "stringvalidator.LengthAtLeast(-1)"),
        ("{type: integer, minimum: 1, maximum: 12}", "int64validator.Between(1, 12)"),
        ("{type: integer, minimum: 0}", "int64validator.AtLeast(0)"),
        ("{type: integer, maximum: -40}", "int64validator.AtMost(-40)"),
        ("{type: integer, minimum: 2.9}", "int64validator.AtLeast(2)"),
        ("{type: integer, minimum: -2.9}", "int64validator.AtLeast(-2)"),
        ("{type: integer, maximum: 2e3}", "int64validator.AtMost(2000)"),
        ("{type: integer, minimum: 9007199254740992}", "int64validator.AtLeast(9007199254740992)"),  # as a double is
        ("{type: integer, minimum: -9223372036854775808}", "int64validator.AtLeast(-9223372036854775808)"),
        ("{type: integer, minimum: 4611686018427387904}", "int64validator.AtLeast(4611686018427387904)"),
        ("{type: array, items: {type: string}, minItems: 1, maxItems: 6}", "listvalidator.SizeBetween(1, 6)"),
        ("{type: array, items: {type: string}, minItems: 1}", "listvalidator.SizeAtLeast(1)"),
        ("{type: array, items: {type: string}, uniqueItems: true}", "listvalidator.UniqueValues()"),
        ("{type: array, items: {type: object}, maxItems: 6}", "listvalidator.SizeAtMost(6)"),
        ("{type: array, format: set, items: {type: string}, minItems: 1}", "setvalidator.SizeAtLeast(1)"),
        ("{type: array, format: set, items: {type: object}, maxItems: 6}", "setvalidator.SizeAtMost(6)"),
        ("{type: object, additionalProperties: {type: string}, minProperties: 1}", "mapvalidator.SizeAtLeast(1)"),
        ("{type: object, additionalProperties: {type: object}, maxProperties: 6}", "mapvalidator.SizeAtMost(6)"),
    ],
)
def test_a_limit_becomes_a_validator(schema: str, expression: str) -> None:
    oven = property_(schema)
    assert oven.validators("it") == [expression]
    assert not oven.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, minLength: '2'}",
        "{type: string, pattern: ''}",
        "{type: string, minimum: 2}",
        "{type: string, enum: []}",
        "{type: string, enum: rye}",
        "{type: integer, exclusiveMinimum: 2, exclusiveMaximum: 9, multipleOf: 2}",
        "{type: integer, minimum: '2'}",
        "{type: number, minimum: 2, maximum: 3, enum: [2, 3]}",
        "{type: number, format: double, minimum: 2, maximum: 3}",
        "{type: boolean, enum: [true]}",
        "{type: array, items: {type: string}, uniqueItems: false}",
        "{type: array, items: {type: string}, uniqueItems: 'true'}",
        "{type: array, format: set, items: {type: string}, uniqueItems: true}",
        "{type: array, items: {type: string, maxLength: 3}}",
        "{type: object, properties: {mold: {type: string}}, minProperties: 1}",
    ],
)
def test_what_sets_no_limit_on_its_kind_has_no_validator(schema: str) -> None:
    assert property_(schema).validators("it") == []


# --- enums ---


def test_the_values_of_a_string_are_the_texts_of_its_enum() -> None:
    oven = property_("{type: string, enum: [rye, 'two words', 2, 2.50, true, 2024-05-01]}")
    assert oven.validators("it") == [
        'stringvalidator.OneOf(\n"rye",\n"two words",\n"2",\n"2.50",\n"true",\n"2024-05-01",\n)'
    ]
    assert [d.text.split()[3] for d in oven.diagnostics(rules.ENUM_TYPE)] == ["2", "2.50", "true"]
    assert not oven.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, enum: [rye, [spelt]]}",
        "{type: string, enum: [rye, {flour: spelt}]}",
        "{type: integer, enum: [4, '5']}",
        "{type: integer, enum: [4, true]}",
        "{type: number, format: float, enum: [4, five]}",
    ],
)
def test_an_enum_entry_that_nobody_can_read_is_left_out_and_reported(schema: str) -> None:
    oven = property_(schema)
    assert len(oven.validators("it")[0].splitlines()) == 3
    assert oven.rules("it") == {rules.ENUM_LOST}
    assert oven.diagnostic(rules.ENUM_LOST).severity is Severity.WARNING
    assert not oven.differs_at("it")


# --- limits of numbers that no validator stands for ---


def limits(schema: str) -> dict[str, object]:
    oven = property_(schema)
    assert not [text for text in oven.validators("it") if not text.startswith("int64validator")]
    assert oven.rules("it") == set()
    return dict(map(plain, oven.attribute("it").limits))


FLOATS = ["{type: number, %s}", "{type: number, format: double, %s}"]


@pytest.mark.parametrize("kind", [*FLOATS, "{type: integer, %s}"])
@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        ("minimum: 1, maximum: 5", {"range": (1, 5)}),
        ("exclusiveMinimum: 0", {"exclusive_range": (0, None)}),
        ("exclusiveMaximum: 7.5", {"exclusive_range": (None, 7.5)}),
        ("exclusiveMinimum: 0, maximum: 5", {"range": (None, 5), "exclusive_range": (0, None)}),
        ("multipleOf: 5", {"multiple": 5}),
        ("multipleOf: 1e-05", {"multiple": 1e-05}),
        ("multipleOf: 0x10", {"multiple": 16}),
        ("minimum: 3, exclusiveMinimum: false", {"range": (3, None)}),
        ("exclusiveMinimum: true, exclusiveMaximum: True", {}),
        ("exclusiveMinimum: null, multipleOf: null", {}),
        ("exclusiveMaximum: 18446744073709551616", {"exclusive_range": (None, 2**64)}),
    ],
)
def test_a_limit_of_a_number_is_kept(kind: str, keywords: str, expected: dict[str, object]) -> None:
    assert limits(kind % keywords) == expected


@pytest.mark.parametrize("kind", FLOATS)
@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        ("minimum: 0.1, maximum: 2.50", {"range": (0.1, 2.5)}),
        ("minimum: -1.7976931348623157e308", {"range": (-1.7976931348623157e308, None)}),
        ("maximum: 1_0.5", {"range": (None, 10.5)}),
        ("maximum: 1" + "0" * 400, {"range": (None, 10**400)}),
        ("minimum: 0, exclusiveMinimum: true", {"exclusive_range": (0, None)}),
        ("minimum: 5, exclusiveMinimum: 0", {"range": (5, None)}),
    ],
)
def test_the_bounds_of_a_float_are_exact(kind: str, keywords: str, expected: dict[str, object]) -> None:
    found = limits(kind % keywords)
    assert found == expected
    numbers = [side for pair in found.values() if isinstance(pair, tuple) for side in pair if side is not None]
    assert {type(number) for number in numbers} <= {int, float}


def test_the_bound_that_true_excludes_stays_the_validator_of_an_integer() -> None:
    oven = property_("{type: integer, minimum: 2.5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false}")
    assert oven.validators("it") == ["int64validator.Between(2, 9)"]
    assert [*map(plain, oven.attribute("it").limits)] == [("range", (2, 9)), ("exclusive_range", (2.5, None))]


@pytest.mark.parametrize("kind", [*FLOATS, "{type: integer, %s}"])
@pytest.mark.parametrize(
    "keywords",
    [
        "minimum: '2'",
        "maximum: .nan",
        "minimum: -.inf",
        "maximum: 1" + "0" * 5000,
        "maximum: [3]",
        "minimum: x, exclusiveMinimum: true",
        "exclusiveMinimum: .inf",
        "exclusiveMaximum: '3'",
        "multipleOf: .nan",
        "multipleOf: true",
        "multipleOf: 0",
        "multipleOf: -5",
    ],
)
def test_a_limit_of_a_number_that_is_none_is_reported_once(kind: str, keywords: str) -> None:
    oven = property_(kind % keywords)
    assert oven.attribute("it").limits == ()
    is_number = ".nan" in keywords or ".inf" in keywords or "0" * 5000 in keywords
    writes_zero = "integer" in kind and is_number and keywords.startswith(("maximum", "minimum"))
    assert oven.diagnostic(rules.VACUOUS_BOUND if writes_zero else rules.LIMIT_LOST).path == "it"
    assert oven.differs_at("it") is writes_zero


# --- numbers at the limits ---


OTHERWISE = {
    rules.ENUM_DROPPED: [
        ("{type: string, enum: [rye, null]}", 'stringvalidator.OneOf(\n"rye",\n)'),
        ("{type: integer, enum: [4, null]}", "int64validator.OneOf(\n4,\n)"),
        ("{type: integer, enum: [4, 4.5]}", "int64validator.OneOf(\n4,\n)"),
        ("{type: number, format: float, enum: [4, null]}", "float64validator.OneOf(\n4,\n)"),
    ],
    rules.EXACT_INTEGER: [
        ("{type: integer, minimum: 9007199254740993}", "int64validator.AtLeast(9007199254740993)"),
        ("{type: integer, maximum: 9223372036854775807}", "int64validator.AtMost(9223372036854775807)"),
        ("{type: integer, minimum: -9007199254740993}", "int64validator.AtLeast(-9007199254740993)"),
    ],
    rules.NUMBER_SPELLING: [
        ("{type: string, minLength: 3.0}", "stringvalidator.LengthAtLeast(3)"),
        ("{type: string, minLength: 3e1}", "stringvalidator.LengthAtLeast(30)"),
        ("{type: string, minLength: 0x10}", "stringvalidator.LengthAtLeast(16)"),
        ("{type: string, minLength: 1_0}", "stringvalidator.LengthAtLeast(10)"),
        ("{type: string, minLength: 010}", "stringvalidator.LengthAtLeast(8)"),
        ("{type: array, items: {type: string}, minItems: 3.0}", "listvalidator.SizeAtLeast(3)"),
        ("{type: integer, minimum: 0x10}", "int64validator.AtLeast(16)"),
        ("{type: integer, minimum: 010}", "int64validator.AtLeast(8)"),
    ],
}


@pytest.mark.parametrize(
    ("rule", "schema", "expression"), [(rule, *case) for rule, cases in OTHERWISE.items() for case in cases]
)
def test_what_the_reference_tool_reads_otherwise_is_exact_and_without_what_no_validator_can_list(
    rule: Rule, schema: str, expression: str
) -> None:
    oven = property_(schema)
    assert oven.validators("it") == [expression]
    assert oven.rules("it") == {rule}
    assert oven.differs_at("it")


@pytest.mark.parametrize(
    "schema",
    [
        "{type: integer, maximum: 9223372036854775808}",
        "{type: integer, maximum: 18446744073709551615}",
        "{type: integer, minimum: -9223372036854775809}",
        "{type: integer, maximum: 1e30}",
        "{type: string, maxLength: 9223372036854775808}",
    ],
)
def test_a_bound_outside_of_64_bits_is_left_out(schema: str) -> None:
    oven = property_(schema)
    assert oven.validators("it") == []
    assert rules.VACUOUS_BOUND in oven.rules("it")
    assert oven.differs_at("it")


@pytest.mark.parametrize("zeros", [19, 309, 5000])
@pytest.mark.parametrize(
    "schema",
    [
        "{type: integer, maximum: %s}",
        "{type: integer, default: %s}",
        "{type: integer, enum: [%s]}",
        "{type: number, format: double, default: %s}",
        "{type: string, maxLength: %s}",
        "{type: array, items: {type: string}, maxItems: %s}",
    ],
)
def test_a_number_may_have_any_length(schema: str, zeros: int) -> None:
    assert property_(schema % ("1" + "0" * zeros)).kinds


def test_both_limits_in_an_unusual_spelling_are_reported() -> None:
    assert len(property_("{type: string, minLength: 1.0, maxLength: 2.0}").diagnostics(rules.NUMBER_SPELLING)) == 2


def test_a_pattern_that_is_null_is_absent_which_is_a_difference() -> None:
    oven = property_("{type: string, pattern: null}")
    assert oven.validators("it") == []
    assert oven.differs_at("it")


def test_nothing_is_reported_of_limits_that_are_not_written() -> None:
    member = "{type: string, enum: [null], minLength: 1.0}"
    oven = property_(f"{{type: array, items: {{type: array, items: {{properties: {{grain: {member}}}}}}}}}")
    assert oven.rules("it.grain") == set()


@pytest.mark.parametrize(
    ("schema", "static"),
    [
        ("{type: string, default: rye}", '"rye"'),
        ("{type: string, default: ''}", '""'),
        ("{type: integer, default: -18}", "-18"),
        ("{type: integer, default: 0}", "0"),
        ("{type: number, format: double, default: 1.75}", "1.75"),
        ("{type: number, format: float, default: 3}", "3"),
        ("{type: boolean, default: true}", "true"),
        ("{type: boolean, default: false}", "false"),
    ],
)
def test_a_default_makes_a_required_attribute_optional_and_computed(schema: str, static: str) -> None:
    oven = property_(schema)
    assert oven.default("it") == static
    assert oven.status("it") == "computed_optional"
    assert oven.attribute("it").reason.code == "default-relaxes"


@pytest.mark.parametrize(
    ("kind", "default", "static"),
    [
        *(("string", text, f'"{text}"') for text in ("2.50", "True", "0x1F", "2024-02-30", "1_000", "off", "-0")),
        *(("integer", text, static) for text, static in [
            ("5.99", "5"), ("-5.99", "-5"), ("2e3", "2000"), ("0x10", "16"), ("017", "15"), ("1_000", "1000"),
            ("9223372036854775807", "9223372036854775807")]),
        *(("boolean", f"{quote}{word}{quote}", static)
          for static, words in (("true", "y Y yes Yes YES on On ON"), ("false", "n N no No NO off Off OFF"))
          for word in words.split() for quote in ("", "'")),
    ],
)  # fmt: skip
def test_a_default_in_any_spelling_is_a_text_a_whole_number_or_a_truth(kind: str, default: str, static: str) -> None:
    assert property_(f"{{type: {kind}, default: {default}}}").default("it") == static


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, default: [rye]}",
        "{type: string, default: {flour: rye}}",
        "{type: integer, default: '5'}",
        "{type: integer, default: true}",
        "{type: integer, default: [5]}",
        "{type: integer, default: 9223372036854775808}",
        "{type: integer, default: .inf}",
        "{type: number, format: double, default: '0.5'}",
        "{type: number, format: double, default: .nan}",
        "{type: number, format: double, default: 1e999}",
        "{type: boolean, default: 'true'}",
        "{type: boolean, default: 1}",
        "{type: boolean, default: maybe}",
        "{type: boolean, default: []}",
        "{type: boolean, default: {}}",
    ],
)
def test_a_default_that_is_not_of_the_type_is_as_good_as_none_but_reported(schema: str) -> None:
    oven = property_(schema)
    assert oven.default("it") is None
    assert oven.status("it") == "required"
    assert oven.rules("it") == {DEFAULT_LOST}
    assert not oven.differs_at("it")


def test_the_report_of_a_lost_default_shows_it_as_it_is_written() -> None:
    assert "True" in property_("{type: integer, default: True}").diagnostic(DEFAULT_LOST).text
    assert "0x1F" in property_("{type: boolean, default: 0x1F}").diagnostic(DEFAULT_LOST).text


@pytest.mark.parametrize(
    ("schema", "static"),
    [
        ("{type: string, default: null}", '""'),
        ("{type: string, default: ~}", '""'),
        ("{type: string, default: }", '""'),
        ("{type: integer, default: null}", "0"),
        ("{type: number, format: float, default: null}", "0"),
        ("{type: boolean, default: null}", "false"),
    ],
)
def test_a_default_that_is_null_is_the_zero_value(schema: str, static: str) -> None:
    oven = property_(schema)
    assert oven.default("it") == static
    assert oven.status("it") == "computed_optional"
    assert oven.rules("it") == {NULL_DEFAULT}
    assert not oven.differs_at("it")


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: number, default: 3}", "a number"),
        ("{type: array, items: {type: string}, default: [rye]}", "a list"),
        ("{type: array, items: {type: object, properties: {mold: {type: string}}}, default: [{mold: tin}]}", "a list"),
        ("{type: object, additionalProperties: {type: string}, default: {}}", "a map"),
        ("{type: object, properties: {mold: {type: string}}, default: {mold: tin}}", "an object"),
    ],
)
def test_a_default_of_any_other_kind_is_not_written_and_does_not_relax(schema: str, kind: str) -> None:
    oven = property_(schema)
    assert oven.default("it") is None
    assert oven.status("it") == "required"
    assert oven.rules("it") == {DEFAULT_NOT_CARRIED}
    assert oven.diagnostic(DEFAULT_NOT_CARRIED).text.endswith(f" has no static default for {kind}")
    assert not oven.differs_at("it")


def test_a_null_default_is_not_reported_as_written_where_no_defaults_are() -> None:
    fuel = "{type: object, properties: {fuel: {type: string, default: null}}}"
    oven = data_source(f"read: {fuel}")
    assert oven.default("fuel") is None
    assert not oven.diagnostics(NULL_DEFAULT)
    assert not property_(f"{{type: array, items: {{type: array, items: {fuel}}}}}").diagnostics(NULL_DEFAULT)


@pytest.mark.parametrize(
    "schema",
    [
        "{type: boolean, description: Warm}",
        "{type: number, description: Warm}",
        "{type: array, items: {type: string, description: One}, description: Warm}",
        "{type: array, items: {type: object, description: One}, description: Warm}",
        "{type: object, additionalProperties: {type: object, description: One}, description: Warm}",
        "{type: object, properties: {grain: {type: string, description: One}}, description: Warm}",
    ],
)
def test_an_attribute_has_the_description_of_its_schema_whatever_its_kind(schema: str) -> None:
    assert property_(schema).description("it") == "Warm"


@pytest.mark.parametrize(("text", "description"), [("5", "5"), ("1.50", "1.50"), ("True", "True")])
def test_a_description_that_is_another_scalar_is_its_text(text: str, description: str) -> None:
    assert property_(f"{{type: string, description: {text}}}").description("it") == description


# --- null ---


@pytest.mark.parametrize("null", ["null", "~", ""])
def test_a_description_that_is_null_is_absent_which_is_a_difference(null: str) -> None:
    oven = property_(f"{{type: string, description: {null}}}")
    assert oven.description("it") is None
    assert oven.rules("it") == {NULL_DESCRIPTION}
    assert oven.diagnostic(NULL_DESCRIPTION).severity is Severity.INFO
    assert oven.differs_at("it")


def test_the_null_descriptions_of_a_collection_and_a_parameter_are_differences_too() -> None:
    oven = data_source("""
        parameters: [{name: size, in: query, description: null, schema: {type: string, description: Width}}]
        read: {type: array, description: null, items: {type: string}}
    """)
    assert (oven.description("size"), oven.description("oven")) == ("Width", None)
    assert oven.differs_at("size")
    assert oven.differs_at("oven")


# --- line breaks of YAML in JSON ---


def described(*, escaped: bool, **keywords: object) -> Mapped:
    schema = {"type": "object", "properties": {"it": {"type": "string", **keywords}}}
    post = {"requestBody": {"content": {"application/json": {"schema": schema}}}, "responses": {}}
    paths = {"/ovens": {"post": post, "get": {"responses": {}}}}
    text = json.dumps({"openapi": "3.1.0", "paths": paths}, ensure_ascii=escaped)
    operations = "create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}"
    return map_texts(text, f"{{provider: {{name: kitchen}}, resources: {{oven: {{{operations}}}}}}}")


@pytest.mark.parametrize("separator", ["\u0085", "\u2028", "\u2029"])
def test_a_line_separator_in_json_stays_what_it_is_which_is_a_difference_without_an_escape(separator: str) -> None:
    text = f"Hot. {separator} Very hot."
    raw, escaped = described(description=text, escaped=False), described(description=text, escaped=True)
    assert raw.description("it") == escaped.description("it") == text
    assert raw.diagnostic(LINE_SEPARATOR).text == f"its texts contain U+{ord(separator):04X}, not escaped"
    assert raw.differs_at("it")
    assert not escaped.diagnostics(LINE_SEPARATOR)


@pytest.mark.parametrize("keywords", [{"enum": ["a\u2028b"]}, {"default": "a\u2028b"}, {"pattern": "a\u2028b"}])
def test_line_separators_in_values_are_told_too(keywords: dict[str, object]) -> None:
    assert LINE_SEPARATOR in described(escaped=False, **keywords).rules("it")
    assert LINE_SEPARATOR not in described(escaped=True, **keywords).rules("it")


@pytest.mark.parametrize(
    ("schema", "kept", "rule"),
    [
        ("{type: string, default: x}", '"x"', None),
        ("{type: string, default: null}", '""', NULL_DEFAULT),
        ("{type: integer, default: null}", "0", NULL_DEFAULT),
        ("{type: string, enum: [a], default: x}", '"x"', DEFAULT_LOST),
    ],
)
def test_a_config_without_policies_keeps_the_defaults_of_the_reference_tool_with_a_warning(
    schema: str, kept: str, rule: Rule | None
) -> None:
    plain, settled = property_(schema), property_(schema, "names: words")
    assert plain.default("it") == kept
    assert settled.default("it") == (None if rule else kept)
    if rule is not None:
        assert plain.diagnostic(rule).severity is Severity.WARNING
        assert "is written" in plain.diagnostic(rule).text
        assert settled.diagnostics(NULL_DEFAULT) == []
        assert any("no default is written" in d.text for d in settled.mapping.diagnostics)
