"""Values for attributes whose Go type checks what a configuration has."""

from __future__ import annotations

import pytest

from mapper.model import Attribute
from mapper.samples.given import custom_type_of, given_value

from ..support import resource

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
