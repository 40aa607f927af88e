"""Which optional attributes people mostly write: names, what has an example, few values, and default numbers."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    EntityRef,
    Nested,
    NestingMode,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
)
from mapper.model.attribute import Default, Sample
from mapper.model.limits import OneOf
from mapper.model.samples.extent import typical
from mapper.systems.terraform.kinds import RESOURCE

PLAIN = Attribute("it", "it", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), ())
OVEN = Reference("", EntityRef(RESOURCE, "oven"), "id")
NESTED = Nested(NestingMode.SINGLE, Body((PLAIN,)))
FEW = {"limits": (OneOf(("a", "b")),)}


@pytest.mark.parametrize(
    ("members", "is_shown"),
    [
        ({}, False),
        ({"name": "name"}, True),
        ({"name": "Title"}, True),
        ({"name": "names"}, False),
        ({"name": "name", "sensitive": True}, False),
        ({"name": "name", "write_only": True}, False),
        ({"name": "name", "deprecation": "x"}, False),
        ({"name": "name", "description": "Deprecated: use title."}, False),
        ({"name": "name", "description": "It is now deprecated."}, False),
        ({"name": "name", "description": "Of what deprecated ovens have."}, True),
        ({"name": "name", "description": "What it is called."}, True),
        (FEW, True),
        ({"limits": (OneOf(tuple("abcdef")),)}, True),
        ({"limits": (OneOf(tuple("abcdefg")),)}, False),
        ({"limits": (OneOf(("a",)),)}, False),
        ({**FEW, "type": Scalar(ScalarKind.BOOL)}, False),
        ({"default": Default(1)}, True),
        ({"default": Default(1.5)}, True),
        ({"default": Default("a")}, False),
        ({"type": Scalar(ScalarKind.BOOL), "default": Default(True)}, False),
        ({"refers_to": OVEN}, True),
        ({"refers_to": OVEN, "type": NESTED}, False),
        ({"refers_to": OVEN, "type": NESTED, "name": "name"}, False),
        ({"sample": Sample("a")}, True),
        ({"sample": Sample("a"), "default": Default("a")}, False),
        ({"sample": Sample(1)}, False),
    ],
)
def test_what_people_mostly_write_is_told_by_name_values_and_examples(
    members: dict[str, Any], *, is_shown: bool
) -> None:
    attribute = replace(PLAIN, **members)
    assert typical([attribute]) == [attribute] * is_shown


def names(*attributes: Attribute) -> list[str]:
    return [attribute.name for attribute in typical(attributes)]


def test_of_many_the_most_telling_ones_are_shown_in_their_order() -> None:
    few = [replace(PLAIN, name=f"few{number}", **FEW) for number in range(8)]
    number, name = replace(PLAIN, name="count", default=Default(1)), replace(PLAIN, name="name")
    example = replace(PLAIN, name="shade", sample=Sample("a"))
    assert names(number, *few) == [f"few{number}" for number in range(8)]
    assert names(number, *few[:7]) == ["count", *(f"few{number}" for number in range(7))]
    examples = [replace(example, name=f"shade{number}") for number in range(8)]
    ovens = [replace(PLAIN, name=f"oven{number}", refers_to=OVEN) for number in range(7)]
    assert names(*examples, ovens[0]) == [*(f"shade{number}" for number in range(7)), "oven0"]
    assert names(*ovens, name, replace(name, name="title")) == [*(f"oven{n}" for n in range(6)), "name", "title"]
    assert names(*few, example, name) == [*(f"few{number}" for number in range(6)), "shade", "name"]


def test_a_value_and_the_list_of_such_values_are_not_shown_together() -> None:
    many = replace(PLAIN, name="shades", type=Collection(CollectionKind.LIST, PLAIN.type), sample=Sample(["a"]))
    one = replace(PLAIN, name="shade", sample=Sample("a"))
    assert names(one, many) == ["shade"]
    assert names(many, one) == ["shades"]
    assert [a.name for a in typical([many], [one])] == []
    assert names(one, replace(many, name="hues")) == ["shade", "hues"]
