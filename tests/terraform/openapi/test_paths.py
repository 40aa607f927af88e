"""Paths taken apart: their segments, shapes and nouns, and which parameters of two of them are one argument."""

import json
from typing import Any

import pytest

from mapper.inputs import Document, Documents
from mapper.systems.terraform.openapi.declared import constant_of, location_header, type_of
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.openapi.path_parameters import only_of, parents, path_parameters, same_arguments
from mapper.systems.terraform.openapi.routes import (
    fragment_in,
    is_version,
    segments,
    shape_of,
    static_nouns,
    without_fragment,
)


@pytest.mark.parametrize(
    ("path", "shape", "nouns", "parameters"),
    [
        ("/v1/pets/{petId}.json", ("v1", "pets", "{}"), ["pets"], ["petId"]),
        ("/pets/:id", ("pets", "{}"), ["pets"], ["id"]),
        ("/pets/:1", ("pets", ":1"), ["pets", "1"], []),
        ("/pets/", ("pets",), ["pets"], []),
        ("//pets//{a}", ("pets", "{}"), ["pets"], ["a"]),
        ("/pets#Dog", ("#Dog", "pets"), ["pets"], []),
        ("/pets#", ("pets",), ["pets"], []),
        ("#Dog", ("#Dog",), [], []),
        ("/", (), [], []),
        ("/api/rest/petShops.XML", ("api", "rest", "petShops"), ["pet_shops"], []),
        ("/pets.json.x", ("pets.json.x",), ["pets_json_x"], []),
        ("/pets/{a}:{b}", ("pets", "{}:{}"), ["pets"], []),
        ("/pets/list-{a}", ("pets", "list-{}"), ["pets", "list"], []),
        ("/pets/{}", ("pets", "{}"), ["pets"], [""]),
    ],
)
def test_a_path_has_a_shape_nouns_and_parameters(
    path: str, shape: tuple[str, ...], nouns: list[str], parameters: list[str]
) -> None:
    assert shape_of(path) == shape
    assert static_nouns(path) == nouns
    assert [segment.parameter for segment in segments(path) if segment.parameter is not None] == parameters


@pytest.mark.parametrize(
    ("shape", "fragment"),
    [(("#Dog", "pets"), ("#Dog",)), (("pets", "#Dog"), ()), ((), ()), (("pets",), ()), (("#",), ("#",))],
)
def test_a_fragment_is_in_front_of_a_shape(shape: tuple[str, ...], fragment: tuple[str, ...]) -> None:
    assert fragment_in(shape) == fragment
    assert fragment + without_fragment(shape) == shape


@pytest.mark.parametrize(
    ("path", "nouns", "others"),
    [
        ("/pets/{id}", ["pet"], ["pets", "dog", "pe", ""]),
        ("/loadBalancers/{id}", ["load_balancer"], ["balancer"]),
        ("/boxes/{id}", ["box"], ["boxe", "boxes"]),
        ("/policies/{id}", ["policy"], ["policie", "polic"]),
        ("/news/{id}", ["news"], ["new"]),
        ("/aws/{id}", ["aws"], ["aw"]),
        ("/{id}", [], ["pet", ""]),
    ],
)
def test_a_text_is_the_noun_if_it_is_the_word_in_the_singular(path: str, nouns: list[str], others: list[str]) -> None:
    (parameter,) = path_parameters(path)
    assert [text for text in (*nouns, *others) if parameter.is_noun(text)] == nouns


@pytest.mark.parametrize("text", ["v1", "V2", "1", "2010-04-01", "v1.2_3", "v1beta1", "v2-rc", "v1b", "alpha", "BETA"])
def test_a_version_is_no_noun(text: str) -> None:
    assert is_version(text)
    assert [parameter.written for parameter in path_parameters(f"/{text}/pets/{{id}}")] == ["pets/"]


@pytest.mark.parametrize("text", ["", "v", "vpets", "1st", "v1beta1x", "gamma", "v1pets", "version1"])
def test_a_word_is_no_version(text: str) -> None:
    assert not is_version(text)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/pets/{id}", [("id", "pets/", "pets", "pet_id")]),
        ("/pets/{petId}", [("petId", "pets/", "pets", "pet_id")]),
        ("/pets/{name}.json", [("name", "pets/", "pets", "pet_name")]),
        ("/{id}", [("id", "/", "", "id")]),
        ("{id}", [("id", "", "", "id")]),
        ("/pets/{}", [("", "pets/", "pets", "pet")]),
        ("/farms/{id}/barns/{barn}", [("id", "farms/", "farms", "farm_id"),
                                     ("barn", "farms/{}/barns/", "barns", "barn")]),
        ("/pets/{a}:{b}", [("a", "pets/", "pets", "a"), ("b", "pets/{}:", "pets", "b")]),
        ("/pets/by-{key}", [("key", "pets/by-", "by-", "by_key")]),
        ("/v1/{id}/v2/{key}", [("id", "/", "", "id"), ("key", "{}/", "", "key")]),
        ("/pets/{id}#Dog{x}", [("id", "pets/", "pets", "pet_id")]),
        ("/pets/v2{id}", [("id", "pets", "pets", "pet_id")]),
        ("/names/{name_id}", [("name_id", "names/", "names", "name_id")]),
        ("/pets/{pet_id_or_name}", [("pet_id_or_name", "pets/", "pets", "pet_id_or_name")]),
    ],
)  # fmt: skip
def test_a_parameter_is_known_by_what_is_before_it(path: str, expected: list[tuple[str, str, str, str]]) -> None:
    found = path_parameters(path)
    assert [(one.name, one.written, one.word, one.full_name) for one in found] == expected


@pytest.mark.parametrize(
    ("path", "other", "same", "alone"),
    [
        ("/pets/{petId}", "/pets/{id}", {"petId": "id"}, {}),
        ("/pet/{petId}", "/admin/pets/{name}", {"petId": "name"}, {}),
        ("/farms/{id}/barns", "/barns/{id}", {}, {"id": "farm_id"}),
        ("/farms/{farm_id}/barns", "/barns/{barn}/of/{farm_id}", {"farm_id": "farm_id"}, {}),
        ("/farms/{farm}/barns", "/barns/{barn}", {}, {"farm": "farm"}),
        ("/farms/{barn}/pens", "/barns/{barn}", {"barn": "barn"}, {}),
        ("/v1/pets/{a}", "/v2/pets/{b}", {"a": "b"}, {}),
        ("/a/{x}/b/{y}", "/a/{y}/b/{x}", {"x": "y", "y": "x"}, {}),
        ("/a/{x}/b/{y}", "/b/{y}", {"y": "y"}, {"x": "x"}),
        ("/a/{x}/b/{petId}", "/a/{petId}/c/{z}", {"x": "petId"}, {"petId": "pet_id"}),
        ("/pet/{b}/x", "/pets/{a}/y/{b}", {"b": "a"}, {}),
        ("/pets", "/pets/{id}", {}, {}),
    ],
)
def test_two_parameters_of_one_place_are_one_argument(
    path: str, other: str, same: dict[str, str], alone: dict[str, str]
) -> None:
    assert same_arguments(path, other) == same
    assert parents(path, other) == {there: here for here, there in same.items()}
    assert only_of(path, other) == alone


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/git/refs/{ref}", "/git/ref/{ref}", {"ref": "ref"}),
        ("/admin/users/{username}", "/users/{name}", {"username": "name"}),
        ("/users/{name}", "/admin/users/{username}", {"name": "username"}),
        ("/v2/admin/dogs/{id}/toys/{toy}", "/v1/dogs/{dog}/toy/{id}", {"id": "dog", "toy": "id"}),
        ("/farms/{id}/dogs/{dog}", "/dogs/{id}", {}),
        ("/watchdogs/{id}", "/dogs/{id}", {}),
        ("/z/a/{x}", "/a/{y}", {"x": "y"}),
        ("/{id}", "/dogs/{id}", {}),
    ],
)
def test_a_place_may_differ_in_number_and_in_nouns_in_front(one: str, other: str, same: dict[str, str]) -> None:
    assert same_arguments(one, other) == same


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"type": "string"}, "string"),
        ({"$ref": "#/x-text"}, "string"),
        ({"$ref": "#/x-none"}, ""),
        ({"type": ["string", "null"]}, ""),
        ({}, ""),
        (True, ""),
        (["string"], ""),
    ],
)
def test_a_type_is_what_a_schema_declares_behind_its_references(schema: Any, type_: str) -> None:
    documents = Documents()
    root = {"openapi": "3.1.0", "x-it": schema, "x-text": {"type": "string"}}
    document = documents.add(Document("zoo.json", json.dumps(root).encode()))
    assert type_of(Api(document, documents), document.node.child("x-it")) == type_
    assert type_of(Api(document, documents), None) == ""


HEADERS: dict[str, tuple[Any, bool]] = {
    "of a success response": ({"201": {"headers": {"X-Zoo": {}, "location": {}}}}, True),
    "of a later success response": ({"200": {}, "202": {"headers": {"Location": {}}}}, True),
    "behind a reference": ({"201": {"$ref": "#/x-made"}}, True),
    "of an error": ({"400": {"headers": {"Location": {}}}}, False),
    "of another name": ({"201": {"headers": {"Locations": {}}}}, False),
    "no header": ({"201": {}}, False),
    "a list of headers": ({"201": {"headers": ["Location"]}}, False),
    "a response that is a text": ({"201": "Location"}, False),
    "a list of responses": (["201"], False),
    "no response": (None, False),
}


@pytest.mark.parametrize(("responses", "is_found"), HEADERS.values(), ids=HEADERS)
def test_a_location_header_is_one_of_a_success_response(responses: Any, *, is_found: bool) -> None:
    made = {"headers": {"Location": {}}}
    root = {"openapi": "3.1.0", "paths": {"/owls": {"post": {"responses": responses}}}, "x-made": made}
    documents = Documents()
    api = Api(documents.add(Document("zoo.json", json.dumps(root).encode())), documents)
    assert (location_header(api, api.operation("/owls", "post")) is not None) is is_found
    assert location_header(api, api.operation("/owls", "get")) is None
    assert location_header(api, None) is None


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"enum": ["a"]}, "a"),
        ({"enum": ["a"], "const": "b"}, "a"),
        ({"enum": ["a", "b"]}, None),
        ({"enum": ["a", "b"], "default": "b"}, "b"),
        ({"enum": [], "const": "c"}, "c"),
        ({"enum": "a"}, None),
        ({"const": "c", "default": "d"}, "c"),
        ({"const": None, "default": "d"}, None),
        ({"default": 0}, 0),
        ({}, None),
        (True, None),
    ],
)
def test_a_schema_with_one_value_has_it(schema: Any, value: object) -> None:
    assert constant_of(schema) == value
