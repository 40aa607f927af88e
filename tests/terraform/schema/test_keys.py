"""Maps whose keys a pattern describes."""

import pytest

from mapper.model.limits import Keys, Length, Limit, OneOf, Pattern
from mapper.systems.terraform.rules import BAD_PATTERN, EMPTY_OBJECT, KEYS_BY_PATTERN, OTHER_KEYS
from tests.support import property_, resource

MAPS = {
    "{type: object, patternProperties: {^x: {type: string}}}": ("map", "^x"),
    "{type: object, patternProperties: {^x: {type: string}}, additionalProperties: false}": ("map", "^x"),
    "{type: object, patternProperties: {^x: {type: string}}, additionalProperties: {}}": ("map", "^x"),
    "{type: object, properties: {}, patternProperties: {^x: {type: integer}}}": ("map", "^x"),
    "{type: object, patternProperties: {^x: {type: object, properties: {a: {type: string}}}}}": ("map_nested", "^x"),
    "{type: object, patternProperties: {^x: {type: string}, ^y: {type: string}}}": ("map", "(?:^x)|(?:^y)"),
    "{type: object, patternProperties: {^x: {$ref: '#/components/schemas/S'}}}": ("map", "^x"),
}


@pytest.mark.parametrize(("schema", "expected"), MAPS.items())
def test_an_object_of_which_a_pattern_describes_the_keys_is_a_map(schema: str, expected: tuple[str, str]) -> None:
    found = resource(f"create: {{required: [it], properties: {{it: {schema}}}}}\ncomponents: {{S: {{type: string}}}}")
    kind, pattern = expected
    assert found.kinds == {"it": kind}
    assert found.attribute("it").limits == (Keys(Pattern(pattern)),)
    validator = f'stringvalidator.RegexMatches(regexp.MustCompile("{pattern}"), "")'
    assert found.validators("it") == [f"mapvalidator.KeysAre(\n{validator},\n)"]
    assert [d.rule for d in found.mapping.diagnostics if d.path == "it"] == [KEYS_BY_PATTERN]
    assert found.differs_at("it")


def test_patterns_with_other_values_are_left_out_and_reported() -> None:
    found = property_("{type: object, patternProperties: {^x: {type: string}, ^y: {type: integer}}}")
    assert found.rules("it") == {OTHER_KEYS, EMPTY_OBJECT}


@pytest.mark.parametrize("patterns", ["{}", "7", "[^x]"])
def test_without_a_pattern_there_is_no_map(patterns: str) -> None:
    found = property_(f"{{type: object, patternProperties: {patterns}}}")
    assert found.kinds == {"it": "single_nested"}


def test_patterns_next_to_properties_are_left_out_and_reported() -> None:
    found = property_("{type: object, properties: {a: {type: string}}, patternProperties: {^x: {type: string}}}")
    assert found.kinds == {"it": "single_nested"}
    assert found.rules("it") == {OTHER_KEYS}


NAMES = {
    "{pattern: ^x}": Pattern("^x"),
    "{enum: [a, b]}": OneOf(("a", "b")),
    "{minLength: 2, maxLength: 4}": Length(2, 4),
    "{$ref: '#/components/schemas/Short'}": Length(None, 9),
}


@pytest.mark.parametrize(("names", "limit"), NAMES.items())
def test_names_of_properties_limit_the_keys_of_a_map(names: str, limit: Limit) -> None:
    schema = f"{{type: object, additionalProperties: {{type: string}}, propertyNames: {names}}}"
    found = resource(f"create: {{properties: {{it: {schema}}}}}\ncomponents: {{Short: {{maxLength: 9}}}}")
    assert found.attribute("it").limits == (Keys(limit),)
    assert found.differs_at("it")
    computed = resource(f"""
        create: {{properties: {{name: {{type: string}}}}}}
        read: {{properties: {{it: {{type: object, additionalProperties: {{type: string}}, propertyNames: {names}}}}}}}
    """)
    assert computed.rules("it") == set()


def test_the_pattern_and_the_names_of_properties_both_limit_the_keys_of_a_map() -> None:
    found = property_("{type: object, patternProperties: {^x: {type: string}}, propertyNames: {maxLength: 4}}")
    assert found.attribute("it").limits == (Keys(Length(None, 4)), Keys(Pattern("^x")))


def test_a_pattern_of_keys_whose_values_have_no_type_makes_no_map() -> None:
    found = property_("{type: object, patternProperties: {^x: {}}}")
    assert found.kinds == {"it": "single_nested"}
    assert found.rules("it") == {OTHER_KEYS, EMPTY_OBJECT}


def test_a_pattern_of_keys_that_go_cannot_compile_is_reported() -> None:
    found = property_("{type: object, patternProperties: {'^(?!x)': {type: string}}}")
    assert found.diagnostic(BAD_PATTERN).path == "it"
