"""Responses that are one of several objects: the branch that an entity is about."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import losses
from mapper.terraform.config.config import parse_config
from mapper.terraform.map import map_api
from mapper.terraform.propose import first_config

from ..zoos import api

PET = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "name", "food")}}
GONE = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "deleted", "when", "who", "why")}}


def body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def zoo(response: dict[str, Any], request: dict[str, Any] | None = None, noun: str = "pet") -> str:
    sent = request or {"type": "object", "properties": {"name": {"type": "string"}, "food": {"type": "string"}}}
    parameter = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return json.dumps(
        {
            "openapi": "3.0.3",
            "info": {"title": "Zoo", "version": "1"},
            "paths": {
                f"/{noun}s": {"post": {"requestBody": body(sent), "responses": {"200": body(response)}}},
                f"/{noun}s/{{id}}": {
                    "parameters": [parameter],
                    "get": {"responses": {"200": body(response)}},
                    "delete": {"responses": {"204": {}}},
                },
            },
        }
    )


def pointers(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if "pointer:" in line]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_branch_with_what_the_request_has_is_the_one(keyword: str, order: tuple[int, int]) -> None:
    branches = [{**PET, "title": "Animal"}, {**GONE, "title": "Deleted animal"}]
    text = first_config(api(zoo({keyword: [branches[number] for number in order]}))).text
    assert pointers(text)[:2] == ["pointer: /animal # it may be deleted_animal, too"] * 2


def test_the_branch_that_is_called_like_the_entity_is_the_one() -> None:
    branches = [
        {**PET, "title": "Card"},
        {"type": "object", "title": "Token", "properties": {"id": {"type": "string"}}},
    ]
    text = first_config(api(zoo({"anyOf": branches}, noun="token"))).text
    assert set(pointers(text)) == {"pointer: /token # it may be card, too"}


def test_where_the_request_is_a_choice_too_users_have_it() -> None:
    branches = [{**PET, "title": "Animal"}, {**GONE, "title": "Deleted animal"}]
    assert pointers(first_config(api(zoo({"anyOf": branches}, {"anyOf": branches}))).text) == []


def test_branches_that_are_no_objects_are_not_chosen() -> None:
    response = {"anyOf": [{**PET, "title": "Animal"}, {"type": "array", "items": PET}, {"type": "string"}]}
    assert pointers(first_config(api(zoo(response))).text) == []


def test_what_is_proposed_has_no_warning() -> None:
    branches = [{**PET, "title": "Animal"}, {**GONE, "title": "Deleted animal"}]
    description = api(zoo({"anyOf": branches}))
    text = first_config(description).text
    mapping = map_api(description, parse_config(Document("config.yml", text.encode())))
    assert not losses(mapping.diagnostics)
    assert {"name", "food", "id"} <= {a.name for e in mapping.entities if e.name == "pet" for a in e.body.attributes}
