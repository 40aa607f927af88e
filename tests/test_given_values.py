"""The value that an API description gives for an attribute, if it is of the type and within the limits."""

from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Attribute, Collection, CollectionKind, Object, Origin, Reason, Scalar, ScalarKind, Status, Type
from mapper.model.attribute import Body
from mapper.model.limits import Length, Limit, Size, Unique
from mapper.model.samples.schema_values import (
    example_value,
    given_value,
    is_exemplified,
    least_members,
    path_parameters,
)
from mapper.report.origin import Part, PartKind

TEXT, WHOLE, NUMBER, SWITCH = (
    Scalar(kind) for kind in (ScalarKind.STRING, ScalarKind.INT64, ScalarKind.FLOAT64, ScalarKind.BOOL)
)
TEXTS, NUMBERS, SET = (
    Collection(CollectionKind.LIST, TEXT),
    Collection(CollectionKind.LIST, WHOLE),
    Collection(CollectionKind.SET, TEXT),
)
MAP = Collection(CollectionKind.MAP, TEXT)


def made(
    type_: Type,
    *schemas: Any,
    limits: tuple[Limit, ...] = (),
    part: Part = Part(PartKind.RESPONSE, "read"),  # noqa: B008
) -> Attribute:
    """An attribute that schemas declare."""
    document = Document("api.yml", yaml.safe_dump([*schemas]).encode())
    origins = tuple(Origin(part, node) for node in document.node.items())
    return Attribute("it", "it", type_, Status.OPTIONAL, Reason("", ""), origins, limits=limits)


@pytest.mark.parametrize(
    ("type_", "schema", "value"),
    [
        (TEXT, {"example": "a"}, "a"),
        (TEXT, {"x-example": "a"}, "a"),
        (TEXT, {"const": "a"}, "a"),
        (TEXT, {"example": 1, "x-example": "a"}, "a"),
        (TEXT, {"example": ""}, None),
        (TEXT, {"example": "a\tb"}, None),
        (TEXT, {"example": "a" * 1000}, None),
        (TEXT, {"examples": ["a", "b"]}, "a"),
        (TEXT, {"examples": [1, "b"]}, "b"),
        (TEXT, {"examples": {"one": {"value": "a"}}}, "a"),
        (TEXT, {"examples": {"one": {"summary": "a"}}}, None),
        (TEXT, {"examples": {"one": "a"}}, "a"),
        (TEXT, {"examples": "ab"}, None),
        (TEXT, {"examples": 7}, None),
        (TEXT, {"examples": None, "default": "a"}, "a"),
        (TEXT, {"default": "a"}, "a"),
        (TEXT, {"example": 1, "default": "a"}, "a"),
        (TEXT, {"oneOf": [{"const": "a"}]}, "a"),
        (TEXT, {"anyOf": [{"enum": ["a", "b"]}]}, "a"),
        (TEXT, {"oneOf": [{"enum": []}, {"enum": "ab"}, 7, {"const": "b"}]}, "b"),
        (TEXT, {"oneOf": 7}, None),
        (TEXT, {"format": "ipv4"}, "192.0.2.1"),
        (TEXT, {"format": "other"}, None),
        (TEXT, {"format": ["ipv4"]}, None),
        (TEXT, {"in": "query", "schema": {"example": "a"}}, "a"),
        (TEXT, {"schema": {"example": "a"}}, None),
        (TEXT, {"in": "query", "schema": 7}, None),
        (TEXT, 7, None),
        (WHOLE, {"example": 1}, 1),
        (WHOLE, {"example": True}, None),
        (WHOLE, {"example": 1.5}, None),
        (WHOLE, {"example": 2**63}, None),
        (WHOLE, {"example": "1"}, None),
        (NUMBER, {"example": 1.5}, 1.5),
        (NUMBER, {"example": 1}, 1),
        (NUMBER, {"example": True}, None),
        (NUMBER, {"example": 2**53}, None),
        (SWITCH, {"example": True}, True),
        (SWITCH, {"example": 1}, None),
        (TEXTS, {"example": ["a", "a"]}, ["a", "a"]),
        (TEXTS, {"example": []}, None),
        (TEXTS, {"example": ["a", 1]}, None),
        (TEXTS, {"example": "ab"}, None),
        (TEXTS, {"example": ["a"] * 100}, None),
        (NUMBERS, {"example": [1, True]}, None),
        (SET, {"example": ["a", "b"]}, ["a", "b"]),
        (SET, {"example": ["a", "a"]}, None),
        (MAP, {"example": {"a": "b"}}, {"a": "b"}),
        (MAP, {"example": {"a": "b", "c": "b"}}, {"a": "b", "c": "b"}),
        (MAP, {"example": {}}, None),
        (MAP, {"example": {"a": 1}}, None),
        (MAP, {"example": ["a"]}, None),
        (MAP, {"example": {f"a{number}": "b" for number in range(100)}}, None),
        (Object(Body()), {"example": {"a": "b"}}, None),
    ],
)
def test_the_first_value_of_the_type_is_taken(type_: Type, schema: Any, value: Any) -> None:
    found = given_value(made(type_, schema))
    assert (found, isinstance(found, bool)) == (value, isinstance(value, bool))


@pytest.mark.parametrize(
    ("type_", "limit", "example", "is_within"),
    [
        (TEXT, Length(None, 2), "ab", True),
        (TEXT, Length(None, 2), "abc", False),
        (TEXTS, Size(1, 2), ["a", "b"], True),
        (TEXTS, Size(None, 1), ["a", "b"], False),
        (TEXTS, Size(3, None), ["a", "b"], False),
        (TEXTS, Size(2, None), ["a", "b"], True),
        (TEXTS, Unique(), ["a", "b"], True),
        (TEXTS, Unique(), ["a", "a"], False),
        (MAP, Size(2, None), {"a": "b"}, False),
    ],
)
def test_a_value_above_the_limits_is_not_taken(type_: Type, limit: Limit, example: Any, *, is_within: bool) -> None:
    found = given_value(made(type_, {"example": example}, limits=(limit,)))
    assert found == (example if is_within else None)


@pytest.mark.parametrize(
    ("schemas", "is_example", "least"),
    [
        ([{"example": "a"}], True, 0),
        ([{"example": 1}], False, 0),
        ([{"default": "a"}], False, 0),
        ([{"format": "ipv4"}], False, 0),
        ([{"format": "ipv4"}, {"example": "a"}], True, 0),
        ([{"minProperties": 2}, {"minProperties": 3}], False, 3),
        ([{"minProperties": True}, {"minProperties": "4"}, {"minProperties": -1}], False, 0),
        ([{"minProperties": 2**40}], False, 2**31 - 1),
    ],
)
def test_schemas_say_whether_a_value_is_an_example_and_how_many_members_are_needed(
    schemas: list[Any], least: int, *, is_example: bool
) -> None:
    attribute = made(TEXT, *schemas)
    assert (is_exemplified(attribute), least_members(attribute)) == (is_example, least)


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ([{"name": "a"}, {"name": "b"}, {"name": "a"}], ("a", "b")),
        ([{"name": 7}, 7, {}], ()),
    ],
)
def test_an_attribute_of_a_path_has_the_names_of_its_parameters(parameters: list[Any], names: tuple[str, ...]) -> None:
    assert path_parameters(made(TEXT, *parameters, part=Part(PartKind.PARAMETER, "path"))) == names
    assert path_parameters(made(TEXT, *parameters, part=Part(PartKind.PARAMETER, "query"))) == ()


@pytest.mark.parametrize(
    ("name", "is_sent", "example", "shown"),
    [
        ("until", True, "2019-01-31", "2039-01-31"),
        ("until", False, "2019-01-31", "2019-01-31"),
        ("api_version", True, "2019-01-31", "2019-01-31"),
        ("until", True, "soon", "soon"),
        ("until", True, 2019, None),
    ],
)
def test_a_time_that_is_sent_is_not_over(name: str, example: Any, shown: Any, *, is_sent: bool) -> None:
    part = Part(PartKind.REQUEST_BODY if is_sent else PartKind.RESPONSE, "create")
    assert example_value(replace(made(TEXT, {"example": example}, part=part), name=name)) == shown
