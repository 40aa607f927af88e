"""What people write of an object: required attributes, and the most telling ones of the others."""

from __future__ import annotations

import json

import pytest

from mapper.samples.extent import Extent
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
