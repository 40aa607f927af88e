"""Which part of a body an entity is about, and what bodies are: types, members, branches, pages."""

import json
from typing import Any

import pytest

from mapper.inputs import Node
from mapper.systems.terraform.propose.body_shape import REQUEST, RESPONSE, Facts

from ..zoos import api
from .test_statuses import LAMP, TEXT, thing

NUMBER = {"type": "integer"}
BELL = thing(tone=TEXT, hue=TEXT)
EMPTY = {"type": "object"}
ONE = "/lamps/{id}"


def listed(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def body(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def operation(request: Any = None, answer: Any = None) -> dict[str, Any]:
    sent = {} if request is None else {"requestBody": body(request)}
    return {**sent, "responses": {"204": {}} if answer is None else {"200": body(answer)}}


def facts(paths: dict[str, Any], **schemas: Any) -> Facts:
    root = {"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "paths": paths}
    return Facts(api(json.dumps({**root, "components": {"schemas": schemas}})))


def node(schema: Any) -> tuple[Facts, Node]:
    """A schema, and what reads it."""
    found = facts({"/lamps": {"get": operation(answer=schema)}}, Bell=BELL, Lamp=LAMP)
    answer = found.schema(found.api.operation("/lamps", "get"), RESPONSE)
    assert answer is not None
    return found, answer


@pytest.mark.parametrize(
    ("path", "answer", "pointer"),
    [
        (ONE, thing(lamp=LAMP), "/lamp"),
        (ONE, thing(gizmo=LAMP), "/gizmo"),  # the only member
        (ONE, thing(gizmo=LAMP, total=NUMBER, requestId=TEXT), "/gizmo"),
        (ONE, thing(gizmo=EMPTY), ""),
        (ONE, thing(gizmo=TEXT), ""),
        (ONE, thing(room_lamp=BELL, hue=TEXT), "/room_lamp"),
        ("/node_lamps/{id}", thing(lamp=BELL, hue=TEXT), "/lamp"),
        (ONE, thing(lamp=BELL, hue=TEXT), "/lamp"),
        (ONE, thing(data=BELL, hue=TEXT), "/data"),
        (ONE, thing(gizmo=BELL, hue=TEXT), ""),
        (ONE, thing(lamp=BELL, bell=BELL), ""),
        (ONE, thing(lamp=BELL, bell=EMPTY), "/lamp"),
        (ONE, thing(lamp=BELL, id=TEXT), ""),
        (ONE, thing(gizmo=LAMP, id=TEXT), ""),
        (ONE, thing(lamp=BELL, self=TEXT, selfLink=TEXT), ""),
        ("/{id}", thing(lamp=BELL, hue=TEXT), ""),  # without a noun
        # what the path is called by, or what is sent, is inside
        (ONE, thing(gizmo=LAMP, hue=TEXT), "/gizmo"),
        (ONE, thing(gizmo=LAMP, hue=TEXT, tone=TEXT), ""),
        ("/lamps/{watts}", thing(gizmo=LAMP, hue=TEXT), "/gizmo"),
        ("/lamps/{key}", thing(gizmo=LAMP, hue=TEXT), ""),
        # an envelope in an envelope
        (ONE, thing(result=thing(lamp=LAMP)), "/result/lamp"),
        (ONE, thing(result=thing(lamp=LAMP, hue=TEXT)), "/result"),
        (ONE, thing(result=thing(lamp=TEXT)), "/result"),
        (ONE, thing(result=thing(lamp=EMPTY)), "/result"),
        (ONE, thing(result=thing(gizmo=LAMP)), "/result"),
        (ONE, thing(result=thing(result=thing(lamp=LAMP))), "/result"),
        (ONE, LAMP, ""),
        (ONE, {"oneOf": [thing(lamp=LAMP)]}, ""),  # a config cannot point into a branch
        (ONE, {"allOf": [thing(lamp=LAMP)]}, "/lamp"),
        (ONE, listed(thing(lamp=LAMP)), ""),
        ("/lamps/{a~b}", thing(**{"a~b": TEXT, "a/lamp": BELL}), "/a~1lamp"),
    ],
)
def test_a_response_is_about_what_its_envelope_contains(path: str, answer: Any, pointer: str) -> None:
    found = facts({path: {"get": operation(answer=answer)}})
    assert found.pointer(found.api.operation(path, "get"), RESPONSE) == pointer


@pytest.mark.parametrize(
    ("methods", "answer", "pointer"),
    [
        (["put"], thing(data=listed(LAMP)), "/data/0"),
        (["patch"], thing(lamps=listed(LAMP)), "/lamps/0"),
        (["delete"], thing(data=listed(LAMP), total=NUMBER), "/data/0"),
        ([], thing(data=listed(LAMP)), ""),
        (["post"], thing(data=listed(LAMP)), ""),
        (["put"], thing(bells=listed(LAMP)), ""),
        (["put"], thing(data=listed(LAMP), hue=TEXT), ""),
        (["put"], thing(data=listed(TEXT)), ""),
        (["put"], thing(data=listed(thing(lamp=LAMP))), "/data/0"),
    ],
)
def test_a_list_of_one_is_what_it_lists_where_something_changes_it(
    methods: list[str], answer: Any, pointer: str
) -> None:
    found = facts({"/lamps/{key}": {"get": operation(answer=answer)} | dict.fromkeys(methods, operation())})
    assert found.pointer(found.api.operation("/lamps/{key}", "get"), RESPONSE) == pointer


@pytest.mark.parametrize(
    ("request_body", "created", "read", "pointer"),
    [
        (thing(lamp=LAMP), None, None, "/lamp"),
        (thing(data=LAMP), None, None, "/data"),
        (thing(data=thing(lamp=LAMP)), None, None, "/data"),
        (thing(gizmo=LAMP), None, None, ""),
        (thing(gizmo=LAMP), thing(gizmo=LAMP), None, "/gizmo"),
        (thing(gizmo=LAMP), None, thing(gizmo=LAMP), "/gizmo"),
        (thing(gizmo=LAMP), thing(other=LAMP), thing(gizmo=LAMP), ""),
        (thing(lamp=LAMP, hue=TEXT), None, None, ""),
        (thing(lamp=EMPTY), None, None, ""),
        (thing(lamp=TEXT), None, None, ""),
        (thing(lamp=listed(LAMP)), None, None, ""),
        (thing(data=LAMP), thing(data=LAMP, id=TEXT), None, ""),  # the lamp has such a member
        (LAMP, None, None, ""),
    ],
)
def test_a_request_is_about_its_only_member_if_that_is_called_so(
    request_body: Any, created: Any, read: Any, pointer: str
) -> None:
    reading = {} if read is None else {"get": operation(answer=read)}
    found = facts({"/lamps": {"post": operation(request_body, created), **reading}})
    assert found.pointer(found.api.operation("/lamps", "post"), REQUEST) == pointer


@pytest.mark.parametrize(
    ("pointer", "names"),
    [
        ("", "data list"),
        ("/data", "bell hue tone"),
        ("/data/chime", "bell hue tone"),  # a branch of the choice
        ("/data/hue", ""),
        ("/list", ""),
        ("/list/0", "id name watts"),
        ("/list/7/id", ""),
        ("/data/0", "bell hue tone"),
    ],
)
def test_a_pointer_leads_to_a_part_of_a_body_and_stays_where_a_branch_is_chosen(pointer: str, names: str) -> None:
    found, _ = node(thing(data={"oneOf": [BELL, thing(bell=TEXT)]}, list=listed(LAMP)))
    get = found.api.operation("/lamps", "get")
    assert " ".join(sorted(found.names(found.at(get, RESPONSE, pointer)))) == names


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        (TEXT, "string"),
        ({"type": ["null", "string"]}, "string"),
        ({"type": ["null", "array"]}, "array"),
        ({"type": ["null", 7]}, ""),
        ({"type": 7}, ""),
        ({}, ""),
        ({"properties": {}}, "object"),
        ({"allOf": [TEXT, {"properties": {}}]}, "object"),
        ({"allOf": [{"type": "integer"}, TEXT]}, "string"),
        ({"oneOf": [{"type": "null"}, listed(TEXT)]}, "array"),
        ({"$ref": "#/components/schemas/Lamp"}, "object"),
        ({"$ref": "#/components/schemas/None"}, ""),
    ],
)
def test_the_type_of_a_schema_is_that_of_the_first_branch_with_parts(schema: Any, type_: str) -> None:
    found, answer = node(schema)
    assert found.type_of(answer) == type_


@pytest.mark.parametrize(
    ("schema", "branches", "is_one"),
    [
        ({"oneOf": [LAMP, BELL]}, ["id name watts", "hue tone"], False),
        ({"anyOf": [LAMP, BELL]}, ["id name watts", "hue tone"], False),
        ({"oneOf": [thing(id=TEXT, a=TEXT), thing(id=TEXT, b=TEXT)]}, ["a id", "b id"], True),
        ({"oneOf": [thing(type=TEXT, a=TEXT), thing(type=TEXT, b=TEXT)]}, ["a type", "b type"], False),
        ({"oneOf": [thing(kind=TEXT, a=TEXT), thing(kind=TEXT, b=TEXT)]}, ["a kind", "b kind"], False),
        ({"oneOf": [LAMP]}, [], True),
        ({"oneOf": [LAMP, TEXT]}, [], True),
        ({"oneOf": [LAMP, BELL], "anyOf": [LAMP, BELL]}, [], True),
        ({"oneOf": [LAMP, BELL], "properties": {"a": TEXT}}, [], True),
        ({"oneOf": 7}, [], True),
        ({"oneOf": 7, "anyOf": [LAMP, BELL]}, ["id name watts", "hue tone"], False),
        (LAMP, [], True),
        ({"$ref": "#/components/schemas/None"}, [], True),
    ],
)
def test_a_choice_has_the_names_of_each_branch(schema: Any, branches: list[str], *, is_one: bool) -> None:
    found, answer = node(schema)
    assert [" ".join(sorted(names)) for names in found.branches(answer)] == branches
    assert found.is_one_thing(answer) is is_one


LAMPS, BELLS = {"$ref": "#/components/schemas/Lamp"}, {"$ref": "#/components/schemas/Bell"}


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (LAMPS, ["lamp"]),
        ({"oneOf": [LAMPS, BELLS]}, ["lamp", "bell"]),
        ({"oneOf": [LAMPS, BELL]}, []),
        ({"oneOf": [LAMPS, TEXT]}, []),
        (LAMP, []),
        ({"$ref": "#/components/schemas/None"}, []),
    ],
)
def test_the_objects_of_a_response_are_called_by_their_references(schema: Any, names: list[str]) -> None:
    found, _ = node(schema)
    assert list(found.objects(found.api.operation("/lamps", "get")).values()) == names


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        (LAMPS, "lamp"),
        (thing(lamp=BELLS), "bell"),
        (LAMP, ""),
        (True, ""),
    ],
)
def test_what_a_response_is_about_is_called_by_its_reference(schema: Any, name: str) -> None:
    found = facts({"/lamps": {"get": operation(answer=schema)}}, Bell=BELL, Lamp=LAMP)
    assert found.schema_name(found.api.operation("/lamps", "get")) == name


@pytest.mark.parametrize(
    ("schema", "required"),
    [
        (thing("id", id=TEXT), {"id"}),
        ({"allOf": [thing("id", id=TEXT), thing("name", name=TEXT)]}, {"id", "name"}),
        ({"oneOf": [thing("id", id=TEXT), thing("name", name=TEXT)]}, set()),
        ({"required": "id"}, set()),
        ({"required": [7]}, {"7"}),
    ],
)
def test_what_every_branch_requires_is_required(schema: Any, required: set[str]) -> None:
    found, answer = node(schema)
    assert found.required(answer) == required


@pytest.mark.parametrize(
    ("answer", "is_page"),
    [
        (thing(lamps=listed(LAMP), total=NUMBER), True),
        (thing(lamps=listed(LAMP), bells=listed(BELL)), True),
        (thing(lamps=listed(LAMP), hue=TEXT), False),
        (thing(total=NUMBER), False),
        (listed(LAMP), False),
    ],
)
def test_a_page_is_a_list_with_the_usual_properties(answer: Any, *, is_page: bool) -> None:
    found, _ = node(answer)
    assert found.is_page(found.api.operation("/lamps", "get")) is is_page


NAME = thing(name=TEXT)


@pytest.mark.parametrize(
    ("request_body", "answer", "share"),
    [
        (NAME, thing(name=TEXT, id=TEXT), 1),
        (thing(name=TEXT, hue=TEXT), thing(name=TEXT, id=TEXT), 0.5),
        (NAME, thing(lamp=thing(name=TEXT), id=TEXT), 0),
        (NAME, thing(id=TEXT), 0),
        (EMPTY, NAME, 0),
        (None, NAME, 0),
        (NAME, None, 0),
    ],
)
def test_a_request_is_read_back_as_far_as_the_answer_has_it(request_body: Any, answer: Any, share: float) -> None:
    found = facts({"/lamps": {"post": operation(request_body), "get": operation(answer=answer)}})
    written, read = (found.api.operation("/lamps", method) for method in ("post", "get"))
    assert found.read_back(written, read) == share
    is_inside = share > 0 or (answer is not None and "lamp" in answer["properties"])
    assert found.is_read_back(written, read) is is_inside


@pytest.mark.parametrize(
    ("first", "second", "resemblance", "alike"),
    [
        (NAME, NAME, 1, 1),
        (NAME, thing(name=TEXT, id=TEXT), 0.5, 1),
        (thing(name=TEXT, hue=TEXT), thing(name=TEXT, id=TEXT), 1 / 3, 0.5),
        (NAME, EMPTY, 0, 0),
        (EMPTY, NAME, 0, 0),
        (EMPTY, EMPTY, 0, 0),
    ],
)
def test_two_bodies_are_alike_by_what_they_share(first: Any, second: Any, resemblance: float, alike: float) -> None:
    found = facts({"/lamps": {"post": operation(first, first), "put": operation(second, second)}})
    post, put = (found.api.operation("/lamps", method) for method in ("post", "put"))
    assert (found.resemblance(post, put), found.answers_alike(post, put)) == (resemblance, alike)


EXAMPLES: list[tuple[dict[str, Any], list[set[str]]]] = [
    ({"example": {"name": "a"}}, [{"name"}]),
    ({"examples": {"a": {"value": {"name": "a"}}, "b": {"dataValue": {"hue": 1}}}}, [{"name"}, {"hue"}]),
    ({"examples": {"a": {"value": {}}, "b": {"value": 7}, "c": 7}}, []),
    ({"examples": [{"value": {"name": "a"}}]}, []),
    ({"example": {"name": "a"}, "examples": {"a": {"value": {"hue": 1}}}}, [{"name"}, {"hue"}]),
]


@pytest.mark.parametrize(("media", "names"), EXAMPLES)
def test_the_examples_of_a_request_are_those_of_its_media_type(media: dict[str, Any], names: list[set[str]]) -> None:
    found = facts({"/lamps": {"post": {"requestBody": {"content": {"application/json": {"schema": NAME, **media}}}}}})
    assert list(found.examples(found.api.operation("/lamps", "post"), "")) == names


def test_a_schema_has_its_example_too_and_a_pointer_leads_into_each() -> None:
    sent = thing(lamp=NAME) | {"example": {"lamp": {"name": "a", "hue": "b"}}}
    found = facts({"/lamps": {"post": operation(sent)}})
    post = found.api.operation("/lamps", "post")
    assert found.examples(post, "/lamp") == (frozenset(("name", "hue")),)
    assert found.examples(post, "/bell") == ()
