"""How the mock reads a description: in each version of its format, and with each spelling of a schema."""

from pathlib import Path
from typing import Any

import pytest

from .dogs import DOG, NUMBER, SENT, TEXT, api, content, listed, mock, thing

ITEM = {
    "parameters": [{"name": "dog_id", "in": "path", "required": True, "type": "string"}],
    "get": {"responses": {"200": {"schema": DOG}}},
}
FORM = [
    {"name": "name", "in": "formData", "required": True, "type": "string"},
    {"name": "age", "in": "formData", "type": "integer"},
]


def swagger(*parameters: dict[str, Any]) -> dict[str, Any]:
    made = {"parameters": list(parameters), "responses": {"201": {"schema": DOG}}}
    return {"/dogs": {"post": made}, "/dogs/{dog_id}": ITEM}


def body(**more: Any) -> dict[str, Any]:
    return {"name": "dog", "in": "body", "schema": thing(name=TEXT), **more}


SWAGGER: list[tuple[dict[str, Any], Any, int]] = [
    (swagger(body(required=True)), SENT, 201),
    (swagger(body(required=True)), None, 422),
    (swagger(body()), None, 201),
    (swagger(body()), {"name": 3}, 422),
    (swagger(*FORM), SENT, 201),
    (swagger(*FORM), {**SENT, "age": 3}, 201),
    (swagger(*FORM), {"age": 3}, 422),
    (swagger(*FORM), {**SENT, "age": "old"}, 422),
]


@pytest.mark.parametrize(("paths", "sent", "status"), SWAGGER)
def test_bodies_and_forms_of_swagger_are_taken(paths: Any, sent: Any, status: int, tmp_path: Path) -> None:
    dogs = mock(tmp_path, paths)
    found, made = dogs.handle("POST", "/dogs", sent)
    assert found == status
    if status == 201:
        assert made.keys() == {"id", *(sent or {})} - {"age"}
        assert dogs.handle("GET", f"/dogs/{made['id']}") == (200, made)


def test_a_parameter_of_swagger_has_its_type_beside_its_name(tmp_path: Path) -> None:
    numbered = thing(id=NUMBER, name=TEXT)
    parameter = {"name": "dog", "in": "path", "required": True, "type": "integer"}
    item = {"parameters": [parameter], "get": {"responses": {"200": {"schema": numbered}}}}
    made = {"parameters": [body()], "responses": {"201": {"schema": numbered}}}
    dogs = mock(tmp_path, {"/dogs": {"post": made}, "/dogs/{dog}": item})
    number = dogs.handle("POST", "/dogs", SENT)[1]["id"]
    assert [dogs.handle("GET", f"/dogs/{value}")[0] for value in (number, "Rex")] == [200, 404]


SEVERAL = {"type": ["string", "integer", "null"]}
EITHER = {"anyOf": [thing(name=TEXT), thing(bark=TEXT)]}
TAKEN: list[tuple[Any, Any, int]] = [
    (thing(age=SEVERAL), {"age": "old"}, 201),
    (thing(age=SEVERAL), {"age": 3}, 201),
    (thing(age=SEVERAL), {"age": None}, 201),
    (thing(age=SEVERAL), {"age": []}, 422),
    (thing(age={"type": ["string", "integer"]}), {"age": None}, 422),
    (thing(age={"type": ["null"]}), {"age": None}, 201),
    (thing(age={"type": ["integer", "null"]}), {"age": "old"}, 422),
    ({"allOf": [EITHER, {"type": "object"}]}, {"bark": "loud"}, 201),
    ({"allOf": [{"anyOf": [TEXT, thing(name=TEXT)]}, {"type": "object"}]}, SENT, 201),
    ({"allOf": [{"anyOf": [TEXT, thing(name=TEXT)]}, {"type": "object"}]}, "Rex", 422),
    ({"allOf": [{"anyOf": [TEXT, *EITHER["anyOf"]]}, {"type": "object"}]}, {"bark": "loud"}, 201),
    ({"allOf": [{"anyOf": [TEXT, *EITHER["anyOf"]]}, {"type": "object"}]}, "loud", 422),
    (thing(age={"oneOf": [NUMBER, {"type": "null"}]}), {"age": None}, 201),
    (thing(age={"oneOf": [NUMBER, {"type": "null"}]}), {"age": "old"}, 422),
    (thing(age={"anyOf": [NUMBER, TEXT]}), {"age": "old"}, 201),
    (thing(age={"oneOf": [NUMBER], "nullable": True}), {"age": None}, 201),
    (thing(age={"oneOf": [{**NUMBER, "nullable": True}]}), {"age": None}, 201),
    (thing(age={"oneOf": [NUMBER]}), {"age": None}, 422),
    (thing(age={"anyOf": [NUMBER, TEXT]}), {"age": []}, 422),
    ({**thing(name=TEXT), "required": ["name", 3]}, SENT, 201),
    ({**thing(name=TEXT), "required": ["name", 3]}, {}, 422),
    ({**thing(name=TEXT, bark=TEXT), "anyOf": [{"required": ["name"]}, {"required": ["bark"]}]}, SENT, 201),
    ({**thing(name=TEXT, bark=TEXT), "anyOf": [{"required": ["name"]}, {"required": ["bark"]}]}, {}, 201),
    ({**thing(name=TEXT, bark=TEXT), "anyOf": [{"required": ["name"]}, {"required": ["bark"]}]}, {"name": 3}, 422),
    ({**thing(name=TEXT), "options": 3}, SENT, 201),
    ({**thing(name=TEXT), "options": [3]}, {"name": 3}, 422),
    ({"properties": {"name": TEXT}}, "Rex", 422),
    ({"items": TEXT}, "Rex", 422),
    ({"items": TEXT, "anyOf": [TEXT, {"type": "string", "enum": ["a"]}]}, ["Rex"], 201),
    ({"$ref": "#/nowhere"}, "Rex", 201),
    ({"$ref": "#/components/schemas/Dog"}, {"name": 3}, 422),
    ({"$ref": "#/components/schemas/A~1B/properties/%7Bkind%7D"}, 3, 422),
    (listed({"$ref": "#/components/schemas/Dog"}), [{"name": 3}], 422),
]


@pytest.mark.parametrize(("schema", "sent", "status"), TAKEN)
def test_a_body_is_judged_by_the_merged_keywords(schema: Any, sent: Any, status: int, tmp_path: Path) -> None:
    schemas = {"Dog": DOG, "A/B": thing(**{"{kind}": TEXT})}
    assert mock(tmp_path, api(schema, DOG, DOG), **schemas).handle("POST", "/dogs", sent)[0] == status


def responses(**more: Any) -> dict[str, Any]:
    return {"/dogs": {"post": {"requestBody": content(thing(name=TEXT)), "responses": more["responses"]}}}


JSON = "application/json"
STATUSES: list[tuple[dict[str, Any], int, bool]] = [
    ({"202": {}, "201": content(DOG)}, 201, True),
    ({"200": {}, "202": content(DOG)}, 202, True),
    ({"400": content(DOG), "204": {}}, 204, False),
    ({"2XX": content(DOG)}, 200, True),
    ({"default": content(DOG)}, 204, False),
    ({"200": {"content": {"text/plain": {"schema": TEXT}, JSON: {"schema": DOG}}}}, 200, True),
    ({"200": {"content": {"text/plain": {"schema": TEXT}, "text/x+json": {"schema": DOG}}}}, 200, True),
    ({"200": {"content": {JSON: {}, "text/x": {"schema": DOG}}}}, 200, True),
]


@pytest.mark.parametrize(("written", "status", "has_body"), STATUSES)
def test_a_response_is_the_first_success_with_a_schema(
    written: Any, status: int, has_body: bool, tmp_path: Path
) -> None:
    found, made = mock(tmp_path, responses(responses=written)).handle("POST", "/dogs", SENT)
    assert found == status
    assert (isinstance(made, dict) and made.keys() == {"id", "name"}) == has_body


COLLAR = thing(color=TEXT)
TAKES = {"requestBody": content(COLLAR), "responses": {"200": content(COLLAR)}}


def test_a_single_object_is_deleted_though_nobody_has_read_it(tmp_path: Path) -> None:
    gone = {"responses": {"204": {}}}
    path = {"get": {"responses": {"200": content(COLLAR)}}, "put": TAKES, "delete": gone}
    dogs = mock(tmp_path, {"/collar": path})
    assert dogs.handle("DELETE", "/collar") == (204, None)
    assert dogs.handle("DELETE", "/collar")[0] == 404
    assert dogs.handle("GET", "/collar")[0] == 404
    assert dogs.handle("PUT", "/collar", {"color": "red"}) == (200, {"color": "red"})
    assert dogs.handle("DELETE", "/collar")[0] == 204


PUTS: list[tuple[dict[str, Any], str, int]] = [
    ({}, "", 200),
    ({"/dogs": {"post": TAKES}}, "", 404),
    ({"/dogs": {"post": TAKES}}, "Create or update a dog", 200),
    ({"own": TAKES}, "", 404),
    ({"own": TAKES}, "Create or update a dog", 404),
]


@pytest.mark.parametrize(("others", "summary", "status"), PUTS)
def test_put_makes_an_object_where_nothing_else_does(
    others: dict[str, Any], summary: str, status: int, tmp_path: Path
) -> None:
    item = {"parameters": [{"name": "dog", "in": "path", "required": True, "schema": TEXT}],
            "put": {**TAKES, "summary": summary}}  # fmt: skip
    own = {"post": others["own"]} if "own" in others else {}
    paths = {"/dogs/{dog}": {**item, **own}, **{path: value for path, value in others.items() if path != "own"}}
    assert mock(tmp_path, paths).handle("PUT", "/dogs/rex", {"color": "red"})[0] == status
