"""What people write of an object: required attributes, and the most telling ones of the others."""

import json

import pytest

from mapper.model import Attribute
from mapper.model.limits import OneOf
from mapper.samples.extent import Extent
from mapper.samples.given import custom_type_of, given_value
from mapper.samples.values import scalar
from mapper.terraform.spec.example import example

from ..support import resource

CHOSEN: dict[str, tuple[str, bool]] = {
    "what has an example": ("it: {type: string, example: oak}", True),
    "what has examples": ("it: {type: string, examples: [oak]}", True),
    "few allowed values": ("it: {type: string, enum: [oak, ash]}", True),
    "a number with a default": ("it: {type: integer, default: 3}", True),
    "many allowed values": (f"it: {{type: string, enum: {json.dumps(list('abcdefghij'))}}}", False),
    "one allowed value": ("it: {type: string, enum: [oak]}", False),
    "a text with a default": ("it: {type: string, default: oak}", False),
    "a switch": ("it: {type: boolean, default: true, example: true}", False),
    "a format": ("it: {type: string, format: uuid}", False),
    "an example of another type": ("it: {type: string, example: 3}", False),
    "a secret": ("it: {type: string, format: password, example: oak}", False),
    "what is deprecated": ("it: {type: string, example: oak, deprecated: true}", False),
    "what the API sets": ("it: {type: string, example: oak, readOnly: true}", False),
    "nothing": ("it: {type: string}", False),
    "a name": ("name: {type: string}", True),
    "what sounds like a name": ("rename: {type: string}", False),
}  # fmt: skip


@pytest.mark.parametrize("case", CHOSEN)
def test_what_people_write_is_chosen_by_what_the_api_says(case: str) -> None:
    schema, expected = CHOSEN[case]
    name = schema.partition(":")[0]
    mapped = resource(f"create: {{type: object, properties: {{{schema}}}}}\npolicies: {{read_only: computed}}")
    assert (f"{name} =" in example(mapped.entity, mapped.mapping, Extent.TYPICAL)) is expected
    assert f"{name} =" not in example(mapped.entity, mapped.mapping, Extent.MINIMAL)


def test_of_many_the_most_telling_ones_are_chosen_in_the_order_of_names() -> None:
    numbers = ", ".join(f"a{n}: {{type: integer, default: {n}}}" for n in range(9))
    texts = ", ".join(f"b{n}: {{type: string, example: x}}" for n in range(6))
    mapped = resource(f"create: {{type: object, properties: {{{numbers}, {texts}, name: {{type: string}}}}}}")
    lines = example(mapped.entity, mapped.mapping, Extent.TYPICAL).splitlines()[1:-1]
    assert [line.split()[0] for line in lines] == ["a0", *(f"b{n}" for n in range(6)), "name"]


# --- values for examples --------------------------------------------------------------------------


class Word(str):
    """A text that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Word.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_cost_of_a_value_of_an_enum_grows_with_the_enum_and_not_with_its_square() -> None:
    words = tuple(Word(f"w{number}") for number in range(2000))
    assert scalar("string", "a", (OneOf(words),), 3) == "w3"
    assert Word.compared <= 2 * len(words)


# --- values for attributes whose Go type checks what a configuration has --------------------------


ACCEPTED = {
    "cidrtypes.IPv4Prefix": ("10.0.0.1/8", "10.0.0.0"),
    "cidrtypes.IPv6Prefix": ("fe80::/10", "10.0.0.0/8"),
    "hwtypes.MACAddress": ("AA-BB-CC-DD-EE-FF", "AA-BB-CC-DD-EE:FF"),
    "iptypes.IPv4Address": ("10.0.0.1", "10.0.0.256"),
    "iptypes.IPv6Address": ("::", "10.0.0.1"),
    "jsontypes.Exact": ("[1, null]", "example"),
    "jsontypes.Normalized": ('{"a": 1}', "{a: 1}"),
    "timetypes.GoDuration": ("1h30m", "PT1H"),
    "timetypes.RFC3339": ("2030-01-01T00:00:00.5+01:00", "2030-01-01"),
}


def attribute(name: str, more: str = "") -> Attribute:
    oven = resource(f"""
        create: {{properties: {{it: {{type: string{more}}}}}}}
        schema: {{attributes: {{overrides: {{it: {{custom_type: {name}}}}}}}}}
    """)
    return oven.attribute("it")


def given(name: str, more: str = "") -> object:
    return given_value(attribute(name, more))


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_value_is_one_that_the_type_accepts(name: str) -> None:
    value, custom = given(name), custom_type_of(attribute(name))
    assert custom is not None
    assert isinstance(value, str)
    assert custom.accepts(value)


@pytest.mark.parametrize("name", ACCEPTED)
def test_an_example_of_the_api_is_taken_where_the_type_accepts_it(name: str) -> None:
    right, wrong = ACCEPTED[name]
    assert given(name, f", example: '{right}'") == right
    assert given(name, f", example: '{wrong}'") != wrong


@pytest.mark.parametrize("levels", [901, 100_000])
def test_json_that_is_nested_too_deep_is_no_value_of_a_type_for_it(levels: int) -> None:
    custom = custom_type_of(attribute("jsontypes.Normalized"))
    assert custom is not None
    assert custom.accepts("[" * 900 + "]" * 900)
    assert not custom.accepts("[" * levels + "]" * levels)
