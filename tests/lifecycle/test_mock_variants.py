"""What the mock shows of an object in responses that differ from the request: variants, envelopes, parts, defaults."""

from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial.mock.patches import takes_steps

from .dogs import DOG, IDENTIFIER, NUMBER, SENT, TEXT, api, content, listed, mock, thing

FLAG = {"type": "boolean"}


def constant(value: str) -> dict[str, Any]:
    return {"type": "string", "const": value}


CAT = thing(kind=constant("cat"), color=TEXT)
BIRD = thing(kind=constant("bird"), color=TEXT, wings=NUMBER)
LIKE = {"anyOf": [thing(name=TEXT), thing(name=TEXT, color=TEXT)]}

FREE, MADE = {"type": "object"}, {"made": "by the API"}

SHOWN: dict[str, tuple[Any, Any, Any, Any]] = {
    "the option whose constant was sent": (
        {"oneOf": [CAT, BIRD]}, {"oneOf": [CAT, BIRD]}, {"kind": "bird", "wings": 2}, {"kind": "bird", "wings": 2}),
    "the option that has most of what was sent": (LIKE, LIKE, {**SENT, "color": "red"}, {**SENT, "color": "red"}),
    "the default of a text that only the response has": (
        thing(name=TEXT), thing(name=TEXT, kind={**TEXT, "default": "Dog"}), SENT, {**SENT, "kind": "Dog"}),
    "an envelope with its defaults and without errors": (
        thing(name=TEXT),
        thing(dog=thing(name=TEXT), success={**FLAG, "default": True}, errors=listed(thing(code=TEXT))),
        SENT, {"dog": SENT, "success": True, "errors": []}),
    "a body without a fixed shape in the only member without one": (
        FREE, thing(data=FREE), {"a": 1}, {"data": {"a": 1}}),
    "no body without a fixed shape where several members have none": (
        FREE, thing(data=FREE, more=FREE), {"a": 1}, {"data": MADE, "more": MADE}),
    "a choice that only the response has as its first option": (
        thing(name=TEXT), thing(name=TEXT, size={"oneOf": [NUMBER, thing(least=NUMBER)]}), SENT,
        {**SENT, "size": 1002}),
    "what was sent in the only object that has it": (
        thing(ref=TEXT, sha=TEXT), thing(ref=TEXT, head=thing(sha=TEXT)), {"ref": "a", "sha": "b"},
        {"ref": "a", "head": {"sha": "b"}}),
}  # fmt: skip


@pytest.mark.parametrize(("request_", "response", "sent", "shown"), SHOWN.values(), ids=SHOWN)
def test_a_response_shows(request_: Any, response: Any, sent: Any, shown: Any, tmp_path: Path) -> None:
    assert mock(tmp_path, api(request_, response, response)).handle("POST", "/dogs", sent) == (201, shown)


def test_the_name_of_an_object_in_it_is_not_the_name_that_was_sent(tmp_path: Path) -> None:
    made = mock(tmp_path, api(thing(name=TEXT), thing(id=TEXT, owner=thing(name=TEXT)), DOG)).handle(
        "POST", "/dogs", SENT
    )
    assert made[1]["owner"]["name"] != "Rex"


def test_a_constant_refuses_other_values(tmp_path: Path) -> None:
    dogs = mock(tmp_path, api(thing(kind=constant("dog")), DOG, DOG))
    assert dogs.handle("POST", "/dogs", {"kind": "cat"})[0] == 422
    assert dogs.handle("POST", "/dogs", {"kind": "dog"})[0] == 201


@pytest.mark.parametrize(("value", "status"), [("1", 201), ("3", 422), (1, 422)])
def test_an_enum_that_its_type_rules_out_is_compared_as_texts(value: Any, status: int, tmp_path: Path) -> None:
    dogs = mock(tmp_path, api(thing(rank={**TEXT, "enum": [1, 2]}), DOG, DOG))
    assert dogs.handle("POST", "/dogs", {"rank": value})[0] == status


CLOSED = {"additionalProperties": False}
DEEP = {"type": "object", "properties": {"in": {"$ref": "#/components/schemas/Deep"}, "at": NUMBER}}
TAKEN: dict[str, tuple[Any, Any, int]] = {
    "what is required": ({**DOG, "required": ["name"]}, SENT, 201),
    "what is required is missing": ({**DOG, "required": ["name"]}, {}, 422),
    "what is required, and only read": ({**DOG, "required": ["id", "name"]}, SENT, 201),
    "what is required, and not described": ({**DOG, "required": ["chip"]}, SENT, 201),
    "what is not a property": (DOG, {**SENT, "age": 3}, 201),
    "what is not a property, where no more is allowed": ({**DOG, **CLOSED}, {**SENT, "age": 3}, 422),
    "anything, where nothing is described": ({"type": "object", **CLOSED}, {"age": 3}, 201),
    "a value of a map": ({"type": "object", "additionalProperties": NUMBER}, {"age": 3}, 201),
    "a value of a map of another type": ({"type": "object", "additionalProperties": NUMBER}, {"age": "3"}, 422),
    "an item": (thing(tags=listed(TEXT)), {"tags": ["a"]}, 201),
    "an item of another type": (thing(tags=listed(TEXT)), {"tags": ["a", 3]}, 422),
    "null where it is allowed": (thing(name={**TEXT, "nullable": True}), {"name": None}, 201),
    "null of no type": (thing(name={}), {"name": None}, 201),
    "null": (thing(name=TEXT), {"name": None}, 422),
    "a member of members": (DEEP, {"in": {"in": {"at": 3}}}, 201),
    "a member of members of another type": (DEEP, {"in": {"in": {"at": "3"}}}, 422),
}


@pytest.mark.parametrize(("schema", "sent", "status"), TAKEN.values(), ids=TAKEN)
def test_a_body_is_taken_if_it_fits_the_schema(schema: Any, sent: Any, status: int, tmp_path: Path) -> None:
    assert mock(tmp_path, api(schema, DOG, DOG), Deep=DEEP).handle("POST", "/dogs", sent)[0] == status


def test_a_value_of_another_type_than_that_of_the_response_is_not_shown(tmp_path: Path) -> None:
    status, shown = mock(tmp_path, api(thing(age=TEXT), thing(age=NUMBER), DOG)).handle("POST", "/dogs", {"age": "old"})
    assert status == 201
    assert isinstance(shown["age"], int)


@pytest.mark.parametrize(
    ("enum", "shown"), [([None], None), ([None, "red"], "red"), (["red", "blue"], "red"), (["blue", None], "blue")]
)
def test_what_a_response_requires_is_a_value_of_its_enum(enum: list[Any], shown: Any, tmp_path: Path) -> None:
    response = {**thing(name=TEXT, color={"enum": enum}), "required": ["color"]}
    assert mock(tmp_path, api(thing(name=TEXT), response, DOG)).handle("POST", "/dogs", SENT) == (
        201,
        {**SENT, "color": shown},
    )


def steps(**members: Any) -> dict[str, Any]:
    return listed(thing(**members))


STEPS: list[tuple[Any, bool]] = [
    (steps(op=TEXT, path=TEXT), True),
    (steps(op={**TEXT, "enum": ["add", "replace"]}, path=TEXT), True),
    (steps(op={**TEXT, "enum": ["add"]}, path=TEXT), False),
    (steps(op=TEXT), False),
    (steps(path=TEXT, value=TEXT), False),
    (thing(op=TEXT, path=TEXT), False),
    (thing(Operations=steps(op=TEXT, path=TEXT)), True),
    (thing(operations=steps(op=TEXT, path=TEXT)), False),
]


def test_a_body_takes_steps_if_each_has_an_operation_that_replaces_and_a_path(tmp_path: Path) -> None:
    description = mock(tmp_path, api(DOG, DOG, DOG))._description
    assert [takes_steps(description, schema) for schema, _ in STEPS] == [expected for _, expected in STEPS]


@pytest.mark.parametrize(
    ("schema", "sent", "shown"),
    [
        (thing(op=TEXT, path=TEXT, value=TEXT), {"op": "replace", "path": "/value"}, {"value": "1", "op": "replace"}),
        (listed(thing(op=TEXT, path=TEXT, value=TEXT)), [{"op": "replace", "path": "/value", "value": "2"}],
         {"value": "2"}),
        (listed(thing(op=TEXT, path=TEXT, value=TEXT)), [{"op": "add", "path": "/path", "value": "2"}],
         {"value": "1", "path": "2"}),
    ],
    ids=["an object with the names of a step", "a step", "a step that adds"],
)  # fmt: skip
def test_only_a_list_is_a_patch_of_steps(schema: Any, sent: Any, shown: Any, tmp_path: Path) -> None:
    dog = thing(id=IDENTIFIER, op=TEXT, path=TEXT, value=TEXT)
    paths = api(dog, dog, dog)
    paths["/dogs/{dog_id}"]["patch"] = {"requestBody": content(schema), "responses": {"200": content(dog)}}
    dogs = mock(tmp_path, paths)
    made = dogs.handle("POST", "/dogs", {"value": "1"})[1]
    status, found = dogs.handle("PATCH", f"/dogs/{made['id']}", sent)
    assert status == 200
    assert {name: found.get(name) for name in shown} == shown


@pytest.mark.parametrize(("sent", "shown"), [([{"name": "Max"}], {"name": "Max"}), ([{}], {}), ([], {})], ids=str)
def test_an_object_that_is_changed_by_a_list_is_its_first_item(sent: Any, shown: Any, tmp_path: Path) -> None:
    paths = api(DOG, DOG, DOG)
    paths["/dogs/{dog_id}"]["put"] = {
        "requestBody": content(listed(thing(name=TEXT))),
        "responses": {"200": content(DOG)},
    }
    dogs = mock(tmp_path, paths)
    place = f"/dogs/{dogs.handle('POST', '/dogs', SENT)[1]['id']}"
    assert dogs.handle("PUT", place, sent)[0] == 200
    assert {name: value for name, value in dogs.handle("GET", place)[1].items() if name == "name"} == shown


def test_a_path_below_an_object_shows_a_part_of_it(tmp_path: Path) -> None:
    paths = api(thing(name=TEXT, diet=TEXT), DOG, DOG)
    paths["/dogs/{dog_id}/diet"] = {"get": {"responses": {"200": content(thing(diet=TEXT))}}}
    dogs = mock(tmp_path, paths)
    made = dogs.handle("POST", "/dogs", {**SENT, "diet": "bones"})[1]
    assert dogs.handle("GET", f"/dogs/{made['id']}/diet") == (200, {"diet": "bones"})
    assert dogs.handle("GET", "/dogs/other/diet")[0] == 404


@pytest.mark.parametrize(
    ("is_made", "is_first", "status"), [(False, False, 200), (True, True, 200), (True, False, 404)],
    ids=["that nothing makes", "that somebody else has made", "that does not exist"],
)  # fmt: skip
def test_a_change_of_an_object(is_made: bool, is_first: bool, status: int, tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    paths["/dogs/{dog_id}"]["patch"] = {"requestBody": content(DOG), "responses": {"200": content(DOG)}}
    if not is_made:
        del paths["/dogs"]
    dogs = mock(tmp_path, paths)
    if not is_first:
        dogs.handle("GET", "/dogs/tom")
    assert dogs.handle("PATCH", "/dogs/rex", SENT)[0] == status
    assert dogs.handle("GET", "/dogs/rex")[0] == status


@pytest.mark.parametrize(
    ("others", "status"), [(("get",), 404), (("get", "put"), 200), ((), 200)],
    ids=["changes what is there", "makes what it does not find", "makes what nothing reads"],
)  # fmt: skip
def test_a_post_at_the_path_of_an_item(others: tuple[str, ...], status: int, tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    operation = {"requestBody": content(DOG), "responses": {"200": content(DOG)}}
    paths["/dogs/{dog_id}"] = {"post": operation} | dict.fromkeys(others, operation)
    assert mock(tmp_path, paths).handle("POST", "/dogs/rex", SENT)[0] == status


def test_an_object_is_identified_by_the_query_that_made_it(tmp_path: Path) -> None:
    paths = api({}, thing(items=listed(DOG)), thing(items=listed(DOG)), name="tag")
    query = {"name": "tag", "in": "query", "required": True, "schema": TEXT}
    paths["/dogs"]["post"] = {"parameters": [query], "responses": {"201": content(thing(items=listed(DOG)))}}
    dogs = mock(tmp_path, paths)
    assert dogs.handle("POST", "/dogs?tag=t1")[0] == 201
    assert dogs.handle("GET", "/dogs/t1")[0] == 200
    assert dogs.handle("GET", "/dogs/t2")[0] == 404


@pytest.mark.parametrize(("place", "is_required", "is_repeated"), [
    ("query", True, True), ("query", False, False), ("path", True, False)
])  # fmt: skip
def test_a_response_repeats_what_the_query_has_to_say(
    place: str, is_required: bool, is_repeated: bool, tmp_path: Path
) -> None:
    paths = api(thing(name=TEXT), thing(name=TEXT, tag=TEXT), DOG)
    paths["/dogs"]["post"]["parameters"] = [{"name": "tag", "in": place, "required": is_required, "schema": TEXT}]
    made = mock(tmp_path, paths).handle("POST", "/dogs?tag=t1", SENT)[1]
    assert (made["tag"] == "t1") == is_repeated


@pytest.mark.parametrize("is_posted", [False, True])
def test_variants_of_one_path_are_told_apart_by_what_was_sent(is_posted: bool, tmp_path: Path) -> None:
    def variant(**members: Any) -> dict[str, Any]:
        body = thing(id=TEXT, name=TEXT, **members)
        answer = {"200": content(body)}
        parameter = {"name": "dog", "in": "path", "required": True, "schema": TEXT}
        return {
            "parameters": [parameter],
            "get": {"responses": answer},
            "put": {"requestBody": content(body), "responses": answer},
        }

    made = {"requestBody": content(thing(name=TEXT)), "responses": {"201": content(DOG)}}
    paths = {"/dogs/{dog}#Cat": variant(), "/dogs/{dog}#Bird": variant(wings=NUMBER)}
    dogs = mock(tmp_path, {**paths, "/dogs": {"post": made}} if is_posted else paths)
    name = dogs.handle("POST", "/dogs", SENT)[1]["id"] if is_posted else "rex"
    dogs.handle("PUT", f"/dogs/{name}", {**SENT, "wings": 2})
    assert dogs.handle("GET", f"/dogs/{name}")[1]["wings"] == 2


def test_of_several_objects_a_path_reads_the_one_that_was_made(tmp_path: Path) -> None:
    schemas = {"Cat": thing(id=TEXT, name=TEXT), "Bird": {**thing(id=TEXT), "additionalProperties": False}}
    cat, bird = ({"$ref": f"#/components/schemas/{name}"} for name in schemas)
    parameter = {"name": "pet", "in": "path", "required": True, "schema": TEXT}
    item = {"parameters": [parameter], "get": {"responses": {"200": content({"oneOf": [cat, bird]})}}}
    make = {"requestBody": content(thing(name=TEXT)), "responses": {"201": content(bird)}}
    pets = mock(tmp_path, {"/pets": {"post": make}, "/pets/{pet}": item}, **schemas)
    name = pets.handle("POST", "/pets", SENT)[1]["id"]
    assert pets.handle("GET", f"/pets/{name}")[1] == {"id": name}


@pytest.mark.parametrize(
    ("response", "place"),
    [
        (listed(DOG), ()),
        (thing(dogs=listed(DOG)), ("dogs",)),
        (thing(next=TEXT, tags=listed(TEXT), dogs=listed(DOG), cats=listed(DOG)), ("dogs",)),
    ],
    ids=["the response", "in an envelope", "the first list of objects in it"],
)
def test_a_list_has_the_objects_where_its_schema_has_objects(
    response: Any, place: tuple[str, ...], tmp_path: Path
) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    paths["/dogs"]["get"] = {"responses": {"200": content(response)}}
    dogs = mock(tmp_path, paths)
    made = [dogs.handle("POST", "/dogs", {"name": name})[1] for name in ("Rex", "Ada")]
    status, found = dogs.handle("GET", "/dogs")
    for key in place:
        found = found[key]
    assert (status, found) == (200, made)
