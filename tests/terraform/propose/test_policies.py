"""The policies that a proposed config has: those that do something for the API at hand, with what they do."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.support import first_config

from ..zoos import api
from .test_statuses import TEXT, thing, zoo

LAMP = {"id": TEXT, "name": TEXT}
FREE = {"type": "object"}
ALWAYS = {
    "parent_parameters": "required, 1 attribute: a parameter in the path of create",
    "replace": "infer, 1 attribute: no update takes it, so a new value makes a new resource",
    "use_state_for_unknown": "id, 1 attribute: an identifier stays as it is when something else changes",
}
"""The policies of an API with the parameter of a parent, which no update takes, and with an identifier."""


def described(request: Any = None, response: Any = None) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(zoo(request or thing("name", name=TEXT), response or thing(**LAMP)))
    return loaded


def with_description() -> dict[str, Any]:
    description = described()
    description["paths"]["/rooms/{room}/lamps"]["post"]["description"] = "Hangs up a lamp."
    return description


def without_update() -> dict[str, Any]:
    description = described()
    del description["paths"]["/rooms/{room}/lamps/{lampId}"]["put"]
    return description


def with_two_objects() -> dict[str, Any]:
    objects = {"x": thing(shade=thing(a=TEXT)), "y": thing(shade=thing(b=TEXT))}
    return described(thing("name", name=TEXT, **objects), thing(**LAMP, **objects))


CASES: dict[str, tuple[Callable[[], dict[str, Any]], dict[str, str]]] = {
    "nothing else": (described, {}),
    "a description of the operation": (
        with_description, {"entity_description": "operation, 1 entity: the operation describes it"}),
    "no update": (
        without_update,
        {"replace": "infer, 2 attributes: no update takes it, so a new value makes a new resource"}),
    "an object without names": (
        lambda: described(thing("name", name=TEXT, more=FREE), thing(**LAMP, more=FREE)),
        {"free_form": "json_string, 2 attributes: the API names no property of these objects, so they are texts of JSON"
         }),
    "what only the API sets": (
        lambda: described(thing("name", name=TEXT, at={**TEXT, "readOnly": True}), thing(**LAMP, at=TEXT)),
        {"read_only": "computed, 1 attribute: readOnly in the create request body"}),
    "what only users set": (
        lambda: described(thing("name", name=TEXT, pin=TEXT)),
        {"not_required": "infer, 1 attribute: the API never sets it, so it is optional only"}),
    "two objects of one name": (
        with_two_objects,
        {"nested_names": "path, 2 attributes: Go has one type for each name of a nested attribute"}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_policy_is_proposed_where_it_does_something(case: str) -> None:
    describe, more = CASES[case]
    lines = (
        first_config(api(json.dumps(describe()))).text.partition("\npolicies:\n")[2].partition("\n\n")[0].splitlines()
    )
    found = {}
    for comment, line in zip(lines[::2], lines[1::2], strict=True):
        name, _, value = line.strip().partition(": ")
        found[name] = f"{value}, {comment.strip().removeprefix('# ').partition('; such as')[0]}"
    assert found == ALWAYS | more
