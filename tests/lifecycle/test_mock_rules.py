"""The rules of the mock, each by the smallest description that needs it: what a reader of the description expects."""

from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial.mock.api import Response
from mapper.programs.trial.mock.paths import parameter_names

from .dogs import DOG, IDENTIFIER, NUMBER, SENT, TEXT, api, content, listed, mock, thing

NUMBERED = thing(id=NUMBER, name=TEXT)
NAMED = thing(first=thing(name=TEXT))
LABELED = thing(kind=TEXT, color=TEXT, metadata=thing(size=NUMBER, name=TEXT))
PERSON = thing(name=TEXT, pin={**TEXT, "writeOnly": True}, age={**NUMBER, "default": 3})
ANN = {"name": "Ann", "pin": "1"}
COUNTED = thing(name=TEXT, number=NUMBER)
AREA = thing(zipCode=TEXT, areaCode=TEXT)
RULED = thing(rules=thing(id=TEXT), walks=listed(TEXT), tags=listed(TEXT))
OWN = thing(dog_id=IDENTIFIER, name=TEXT)
ANYTHING = {"anyOf": [{"type": "object"}, TEXT], "allOf": [DOG]}

MANY = dict.fromkeys(("name", "breed", "colour", "size", "owner", "chip", "bark"), TEXT)

FOUND: dict[str, tuple[dict[str, Any], Any, str]] = {
    "by the identifier": (api(thing(name=TEXT), DOG, DOG), SENT, "id"),
    "by a number and not by a name": (api(thing(name=TEXT), NUMBERED, DOG, kind=NUMBER), SENT, "id"),
    "by a number that the API gives, where users may": (
        api(COUNTED, COUNTED, COUNTED, name="dogNumber", kind=NUMBER), SENT, "number"),
    "by an identifier of another name": (
        api(thing(name=TEXT), thing(uid=TEXT, name=TEXT), thing(uid=TEXT, name=TEXT)), SENT, "uid"),
    "by what its description calls the identifier": (
        api(thing(code=TEXT), thing(id=TEXT, code=TEXT), thing(id=TEXT, code=TEXT), name="dog_code",
            text="The identifier of the dog code."), {}, "id"),
    "by the name that its description says": (
        api(thing(name=TEXT), NUMBERED, NUMBERED, name="dog", text="name of the dog"),
        SENT, "name"),
    "by the longer name that its description says": (
        api(AREA, AREA, AREA, name="code", text="The area code."), {"areaCode": "a", "zipCode": "z"}, "areaCode"),
    "by what its parameter says with another word in it": (
        api(thing(outer_id=TEXT), *[thing(own_id=TEXT, outer_id=TEXT)] * 2, name="outer_dog_id"),
        {"outer_id": "7"}, "outer_id"),
    "by its own identifier, and not by what another word in its parameter would say": (
        api(thing(data=thing(attributes=thing(outer_id=TEXT))), *[thing(data=thing(
            id=IDENTIFIER, attributes=thing(outer_id=TEXT)))] * 2, name="outer_dog_id"),
        {"data": {"attributes": {"outer_id": "7"}}}, "data/id"),
    "by either of two: the identifier": (api(thing(name=TEXT), DOG, DOG, name="idOrName"), SENT, "id"),
    "by either of two: the name": (api(thing(name=TEXT), DOG, DOG, name="idOrName"), SENT, "name"),
    "by either of two that its description says": (
        api(thing(name=TEXT), DOG, DOG, name="dog", text="The name or ID of a dog."), SENT, "name"),
    "by what an object in it is called": (
        api(NAMED, NAMED, NAMED, name="dogName"),
        {"first": SENT}, "first/name"),
    "by what the API calls an object in it, if users do not": (
        api(NAMED, NAMED, NAMED, name="dogName"), {}, "first/name"),
    "by what the API calls an object in it, beside other texts": (
        api(LABELED, LABELED, LABELED, name="dogName"), {"kind": "a", "color": "b"}, "metadata/name"),
    "by a name in another spelling": (
        api(thing(name=TEXT), thing(Name=TEXT), thing(Name=TEXT), name="dogName"), SENT, "Name"),
    "by the identifier, which create and read spell otherwise": (
        api(thing(name=TEXT), thing(Id=TEXT, Warnings=listed(TEXT)), thing(ID=TEXT, name=TEXT), name="id"), SENT, "Id"),
    "where POST on a path beside it makes it, by its name": (
        {path.replace("/dogs", "/dogs/create") if path == "/dogs" else path: item for path, item in api(
            thing(Name=TEXT), thing(Name=TEXT), thing(Name=TEXT), name="name").items()}, {"Name": "Rex"}, "Name"),
    "in an envelope": (api(thing(name=TEXT), thing(dog=DOG), thing(dog=DOG)), SENT, "dog/id"),
    "in an envelope of nothing else, whatever it is called": (
        api(thing(name=TEXT), thing(action=DOG), thing(action=DOG)), SENT, "action/id"),
    "in an envelope that may be anything": (
        api(thing(name=TEXT), thing(errors=listed(TEXT), result=ANYTHING),
            thing(result=ANYTHING)), SENT, "result/id"),
    "beside an object of the request that is more like it": (
        api(thing(kennel=thing(), **MANY), *[thing(id=TEXT, kennel=thing(id=TEXT, **MANY))] * 2),
        {"kennel": {}, "name": "Bark"}, "id"),
    "in an envelope that is called like a text in it": (
        api(thing(dog=TEXT, **MANY), *[thing(dog=thing(id=TEXT, dog=TEXT, **MANY))] * 2), {"dog": "Bark"}, "dog/id"),
    "by the identifier beside an object that has none, which read has in it": (
        api(thing(name=TEXT), thing(id=NUMBER, result=thing(name=TEXT)), thing(result=NUMBERED), name="idOrName"),
        SENT, "id"),
    "in a list of the only one": (
        api(thing(name=TEXT), thing(result=listed(DOG)), thing(result=DOG)), SENT, "result/0/id"),
    "in a choice of objects": (
        api({"oneOf": [thing(name=TEXT)]}, thing(result={"oneOf": [DOG, thing(id=TEXT, bark=TEXT)]}), DOG), SENT,
        "result/id"),
    "where one request makes several": (
        api(thing(dogs=listed(DOG)), thing(dogs=listed(DOG)), DOG), {"dogs": [SENT]}, "dogs/0/id"),
    "by a number that its parameter ends with": (
        api(thing(name=TEXT), thing(id=NUMBER, number=NUMBER), thing(id=NUMBER, number=NUMBER), name="dog_number",
            kind=NUMBER), SENT, "number"),
    "by either of two, one with a word before it": (
        api(thing(name=TEXT), NUMBERED, NUMBERED, name="dog", text="The name or dog id to fetch."), SENT, "name"),
    "by what create returns, where read returns something else": (
        api(thing(name=TEXT, dogId=TEXT), thing(name=TEXT, dogId=TEXT), thing(walks=listed(TEXT)), name="dogId"),
        SENT, "dogId"),
    "by an identifier in an envelope of read alone": (
        api({}, thing(uid=TEXT, key=TEXT), thing(errors=listed(TEXT), result=thing(uid=TEXT)), name="key_id"), {},
        "uid"),
    "by what create calls the identifier, where read has another text": (
        api(thing(name=TEXT), thing(uid=TEXT, key=TEXT, name=TEXT), thing(result={
            "allOf": [{"anyOf": [{"type": "object"}, TEXT]}, TEXT]}), name="key_id"), {}, "uid"),
    "by the identifier, where the parameter is called like the items of its collection": (
        {path.replace("/dogs", "/dog_codes"): item for path, item in api(
            thing(name=TEXT), thing(id=TEXT, code=TEXT), thing(id=TEXT, code=TEXT), name="dog_code").items()},
        SENT, "id"),
    "where POST on a path beside it makes it": (
        {path.replace("/dogs", "/dogs/adopt") if path == "/dogs" else path: item for path, item in api(
            thing(name=TEXT), DOG, DOG).items()}, SENT, "id"),
    "where POST at its own path changes it": (
        api(thing(tags=listed(thing(text=TEXT))), thing(id=TEXT, tags=listed(thing(text=TEXT))),
            thing(id=TEXT, tags=listed(thing(text=TEXT))), post={
                "requestBody": content(thing(tags=listed(thing(text=TEXT)))), "responses": {"200": content(DOG)}}),
        {"tags": []}, "id"),
    "where what is read at its own path looks like a list of what is made there": (
        api(thing(tags=listed(thing(text=TEXT))), thing(id=TEXT, tags=listed(thing(text=TEXT))),
            thing(id=TEXT, tags=listed(thing(text=TEXT))), post={
                "requestBody": content(thing(tags=listed(thing(text=TEXT)))),
                "responses": {"200": content(thing(name=TEXT))}}),
        {"tags": []}, "id"),
    "where another path makes it, by the noun of both": (
        {path.replace("/dogs", "/shops/{shop}/dogs") if path == "/dogs" else path: item for path, item in api(
            thing(name=TEXT), DOG, DOG).items()}, SENT, "id"),
    "by what create returns, where read returns a text": (
        api(thing(owner_uid=TEXT, home_uid=TEXT), thing(uid=TEXT), TEXT, name="uid"), {"owner_uid": "1"}, "uid"),
    "where the request repeats the identifier": (
        api(thing(id=TEXT, module=thing(name=TEXT)), DOG, DOG), {"module": SENT}, "id"),
}  # fmt: skip


def at(data: Any, place: str) -> Any:
    for step in place.split("/"):
        data = data[int(step)] if step.isdigit() else data[step]
    return data


@pytest.mark.parametrize(("paths", "sent", "place"), FOUND.values(), ids=FOUND)
def test_an_object_is_found(paths: dict[str, Any], sent: Any, place: str, tmp_path: Path) -> None:
    dogs, (makes, item) = mock(tmp_path, paths), paths
    status, made = dogs.handle("POST", makes, sent)
    assert status == 201
    url = item.format(**dict.fromkeys(parameter_names(item), at(made, place)))
    assert dogs.handle("GET", url)[0] == 200
    assert dogs.handle("DELETE", url)[0] == 204
    assert dogs.handle("GET", url)[0] == 404


NOT_FOUND: dict[str, tuple[dict[str, Any], Any, str]] = {
    "by the identifier of an object in it": (
        api(RULED, RULED, RULED), {"rules": {"id": "7"}}, "7"),
    "by another value of the object": (api(thing(name=TEXT), DOG, DOG), SENT, "Rex"),
    "by a color, where the identifier or the name is meant": (
        api(thing(name=TEXT, color=TEXT), thing(id=TEXT, name=TEXT, color=TEXT), DOG, name="idOrName"),
        {**SENT, "color": "red"}, "red"),
    "by what was sent, where the API has chosen another value": (
        api(OWN, OWN, OWN),
        {**SENT, "dog_id": "mine"}, "mine"),
    "by a name, where there is a number": (
        api(thing(name=TEXT), NUMBERED, NUMBERED, kind=NUMBER), SENT, "Rex"),
    "by what an object in it is called, where it has a name": (
        api(thing(name=TEXT, owner=thing(name=TEXT)), thing(name=TEXT, owner=thing(name=TEXT)),
            thing(name=TEXT, owner=thing(name=TEXT)), name="dogName"), {**SENT, "owner": {"name": "Ann"}}, "Ann"),
}  # fmt: skip


@pytest.mark.parametrize(("paths", "sent", "value"), NOT_FOUND.values(), ids=NOT_FOUND)
def test_an_object_is_not_found(paths: dict[str, Any], sent: Any, value: str, tmp_path: Path) -> None:
    dogs = mock(tmp_path, paths)
    assert dogs.handle("POST", "/dogs", sent)[0] == 201
    assert dogs.handle("GET", f"/dogs/{value}")[0] == 404


@pytest.mark.parametrize(
    ("name", "sent", "status"),
    [
        ("name", {"name": "Rex"}, 200),
        ("dog_name", {"name": "Rex"}, 200),
        ("name", {"nickName": "Rex"}, 200),
        ("name", {"nickName": "Rex", "ownName": "Max"}, 404),
        ("name", {"nick": "Rex"}, 404),
    ],
)
def test_an_object_that_no_response_has_is_found_by_what_was_sent(
    name: str, sent: dict[str, str], status: int, tmp_path: Path
) -> None:
    done = thing(done={"type": "boolean"})
    dogs = mock(tmp_path, api(thing(**dict.fromkeys(sent, TEXT)), done, done, name=name))
    assert dogs.handle("POST", "/dogs", sent)[0] == 201
    assert dogs.handle("GET", "/dogs/Rex")[0] == status


@pytest.mark.parametrize(
    ("made", "read", "status"),
    [("", "", 200), ("Dog", "Dog", 200), ("Dog", "Cat", 404), ("Dog", "", 404), ("", "Cat", 200)],
)
def test_an_object_with_a_path_of_its_own_is_also_read_elsewhere_as_what_it_was_made(
    made: str, read: str, status: int, tmp_path: Path
) -> None:
    shown = [{"$ref": f"#/components/schemas/{name}"} if name else DOG for name in (made, read)]
    paths = api(thing(name=TEXT), shown[0], shown[0])
    paths["/archive/dogs/{dog_id}"] = {"get": {"responses": {"200": content(shown[1])}}}
    dogs = mock(tmp_path, paths, Dog=DOG, Cat=DOG)
    name = dogs.handle("POST", "/dogs", SENT)[1]["id"]
    assert [dogs.handle("GET", f"{at}/{name}")[0] for at in ("/dogs", "/archive/dogs")] == [200, status]


def test_an_object_that_no_operation_reads_is_deleted_by_its_identifier(tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    del paths["/dogs/{dog_id}"]["get"]
    dogs = mock(tmp_path, paths)
    url = f"/dogs/{dogs.handle('POST', '/dogs', SENT)[1]['id']}"
    assert [dogs.handle("DELETE", one)[0] for one in ("/dogs/none", url, url)] == [404, 204, 404]


@pytest.mark.parametrize(("name", "is_repeated"), [("id", False), ("key", False), ("owner", True), ("Owner", True)])
def test_an_object_repeats_what_its_path_says_unless_any_object_has_it(
    name: str, is_repeated: bool, tmp_path: Path
) -> None:
    dog = thing(name=TEXT, **{name: IDENTIFIER})
    make = {"requestBody": content(thing(name=TEXT)), "responses": {"201": content(dog)}}
    dogs = mock(tmp_path, {f"/owners/{{{name.lower()}}}/dogs": {"post": make}})
    status, made = dogs.handle("POST", "/owners/7/dogs", SENT)
    assert (status, made[name] == "7") == (201, is_repeated)


def test_what_is_read_elsewhere_is_no_part_of_an_object(tmp_path: Path) -> None:
    cats = api({}, {}, thing(uid=TEXT, code=TEXT), name="cat_id")["/dogs/{cat_id}"]
    dogs = mock(tmp_path, {"/cats/{cat_id}": cats, **api(thing(name=TEXT), {}, {}, name="dog_name")})
    assert dogs.handle("POST", "/dogs", SENT)[0] == 201
    assert dogs.handle("GET", "/dogs/Rex")[0] == 200


def test_an_object_is_not_found_in_another_collection_with_schemas_of_its_own(tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    dogs = mock(tmp_path, {"/dogs": paths["/dogs"], "/cats/{dog_id}": paths["/dogs/{dog_id}"]})
    _, made = dogs.handle("POST", "/dogs", SENT)
    assert dogs.handle("GET", f"/cats/{made['id']}")[0] == 404


def test_an_object_is_not_found_in_another_collection_of_the_same_schema(tmp_path: Path) -> None:
    dog = {"$ref": "#/components/schemas/Dog"}
    paths = api(thing(name=TEXT), dog, dog)
    paths["/cats/{dog_id}"] = {key: own for key, own in paths["/dogs/{dog_id}"].items() if key != "delete"}
    dogs = mock(tmp_path, paths, Dog=DOG)
    _, made = dogs.handle("POST", "/dogs", SENT)
    assert [dogs.handle("GET", f"/{kind}/{made['id']}")[0] for kind in ("dogs", "cats", "dogs")] == [200, 404, 200]


@pytest.mark.parametrize(("others", "status"), [((), 200), (("POST",), 404), (("GET",), 404)])
def test_what_is_made_beside_an_item_is_one_unless_others_make_or_read_it(
    others: tuple[str, ...], status: int, tmp_path: Path
) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    make = paths["/dogs"]
    paths["/dogs/adopt"] = {**make, **({"get": {"responses": {"200": content(DOG)}}} if "GET" in others else {})}
    if "POST" not in others:
        del paths["/dogs"]
    dogs = mock(tmp_path, paths)
    _, made = dogs.handle("POST", "/dogs/adopt", SENT)
    assert dogs.handle("GET", f"/dogs/{made['id']}")[0] == status


def test_a_list_has_all_items_though_none_has_a_path(tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    paths = {"/dogs": {**paths["/dogs"], "get": {"responses": {"200": content(listed(DOG))}}}}
    dogs = mock(tmp_path, paths)
    made = [dogs.handle("POST", "/dogs", {"name": name})[1] for name in ("Rex", "Tom")]
    assert dogs.handle("GET", "/dogs") == (200, made)


def test_what_is_above_a_collection_is_none_of_its_items(tmp_path: Path) -> None:
    dogs = api(thing(name=TEXT), DOG, DOG)
    owner = {"name": "owner", "in": "path", "required": True, "schema": TEXT}
    paths = {f"/owners/{{owner}}{path}": {"parameters": [owner], **item} for path, item in dogs.items()}
    paths["/owners/{owner}/dogs/{dog_id}"]["parameters"] = [owner, *dogs["/dogs/{dog_id}"]["parameters"]]
    paths["/owners/{owner}"] = {"parameters": [owner], "get": {"responses": {"200": content(DOG)}}}
    paths["/best"] = {"get": {"responses": {"200": content(DOG)}}}
    paths["/owners/{owner}/dogs/best"] = {"parameters": [owner], **paths["/best"]}
    owners = mock(tmp_path, paths)
    _, made = owners.handle("POST", "/owners/7/dogs", SENT)
    assert owners.handle("GET", f"/owners/7/dogs/{made['id']}")[0] == 200
    for path in (f"/owners/8/dogs/{made['id']}", f"/owners/{made['id']}", "/best", "/owners/7/dogs/best"):
        assert owners.handle("GET", path)[0] == 404


def placed(read: Any, **methods: Any) -> dict[str, Any]:
    """An object at a path without a parameter at its end."""
    parameter = {"name": "dog", "in": "path", "required": True, "schema": TEXT}
    return {"/dogs/{dog}/collar": {"parameters": [parameter], "get": {"responses": {"200": content(read)}}, **methods}}


COLLAR = thing(color=TEXT)
TAKES = {"requestBody": content(COLLAR), "responses": {"200": content(COLLAR)}}


@pytest.mark.parametrize(
    ("paths", "before"),
    [
        (placed(COLLAR, put=TAKES), 200),
        (placed(COLLAR, post=TAKES), 200),
        ({**placed(COLLAR, post=TAKES), "/dogs/{dog}/collar/{part}": {"delete": {"responses": {"204": {}}}}}, 404),
    ],
    ids=["changed by PUT", "changed by POST", "made by POST, with parts that can be removed"],
)
def test_what_is_at_a_path_of_its_own_is_read_there(paths: dict[str, Any], before: int, tmp_path: Path) -> None:
    dogs = mock(tmp_path, paths)
    method = "PUT" if "put" in paths["/dogs/{dog}/collar"] else "POST"
    assert dogs.handle("GET", "/dogs/rex/collar")[0] == before
    assert dogs.handle(method, "/dogs/rex/collar", {"color": "red"}) == (200, {"color": "red"})
    assert dogs.handle("GET", "/dogs/rex/collar") == (200, {"color": "red"})


@pytest.mark.parametrize("read", [DOG, TEXT], ids=["an object", "a text"])
def test_what_put_makes_repeats_the_value_of_its_path_as_its_identifier(read: Any, tmp_path: Path) -> None:
    parameter = {"name": "dog_id", "in": "path", "required": True, "schema": TEXT}
    put = {"requestBody": content(thing(name=TEXT)), "responses": {"200": content(DOG)}}
    item = {"parameters": [parameter], "get": {"responses": {"200": content(read)}}, "put": put}
    dogs = mock(tmp_path, {"/dogs/{dog_id}": item})
    assert dogs.handle("PUT", "/dogs/rex", SENT) == (200, {"id": "rex", "name": "Rex"})


def test_an_object_with_an_identifier_beside_it_is_no_envelope_where_the_response_has_it(tmp_path: Path) -> None:
    spec = thing(name=TEXT)
    dog = thing(id=IDENTIFIER, spec=spec)
    dogs = mock(tmp_path, api(thing(spec=spec, owner_id=TEXT), thing(dog=dog), thing(dog=dog)))
    made = dogs.handle("POST", "/dogs", {"spec": SENT, "owner_id": "ann"})[1]
    assert made["dog"]["spec"] == SENT


KEPT: dict[str, tuple[Any, Any, Any]] = {
    "what was sent": (thing(name=TEXT), SENT, SENT),
    "nothing that was left out": (thing(name=TEXT, color=TEXT), SENT, SENT),
    "no object that was left out, though it has an identifier": (
        thing(color=TEXT, owner=thing(id=TEXT)), {"color": "red"}, {"color": "red"}),
    "no object that was left out, though it has a name": (
        thing(color=TEXT, owner=thing(name=TEXT)), {"color": "red"}, {"color": "red"}),
    "a default for what was left out": (thing(name=TEXT, age={**NUMBER, "default": 3}), SENT, {**SENT, "age": 3}),
    "null for a null": (thing(name={**TEXT, "nullable": True}), {"name": None}, {"name": None}),
    "nothing that is only written": (thing(name=TEXT, pin={**TEXT, "writeOnly": True}), {**SENT, "pin": "1"}, SENT),
    "nothing that is only written inside of it": (
        thing(owner=PERSON, walks=listed(PERSON)), {"owner": ANN, "walks": [ANN]},
        {"owner": {"name": "Ann", "age": 3}, "walks": [{"name": "Ann", "age": 3}]}),
    "nothing that is a password": (thing(name=TEXT, pin={**TEXT, "format": "password"}), {**SENT, "pin": "1"}, SENT),
    "what is not declared, where more is allowed": (
        {**thing(name=TEXT), "additionalProperties": TEXT}, {**SENT, "a": "b"}, {**SENT, "a": "b"}),
    "a list in its order": (thing(tags=listed(TEXT)), {"tags": ["b", "a"]}, {"tags": ["b", "a"]}),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "sent", "shown"), KEPT.values(), ids=KEPT)
def test_a_response_has(schema: Any, sent: Any, shown: Any, tmp_path: Path) -> None:
    paths = api(schema, schema, schema)
    answer: Response = mock(tmp_path, paths).handle("POST", "/dogs", sent)
    assert answer == (201, shown)


def test_a_required_object_that_was_left_out_is_made_with_all_of_its_members(tmp_path: Path) -> None:
    hidden = {"pin": {**TEXT, "writeOnly": True}, "key": {**TEXT, "format": "password"}}
    collar = {**thing(color={**TEXT, "enum": ["red"]}, **hidden), "required": ["color"]}
    asked = thing(name=TEXT, collar=collar)
    paths = api(asked, {**asked, "required": ["collar"]}, DOG)
    assert mock(tmp_path, paths).handle("POST", "/dogs", SENT)[1] == {**SENT, "collar": {"color": "red"}}


def test_an_object_is_found_at_a_path_that_ends_as_the_one_that_makes_it(tmp_path: Path) -> None:
    parameter = {"name": "dog_key", "in": "path", "required": True, "schema": TEXT}
    dog = thing(dog_key=TEXT, name=TEXT)
    item = {"parameters": [parameter], "get": {"responses": {"200": content(dog)}}}
    post = {"post": {"requestBody": content(dog), "responses": {"201": content(dog)}}}
    dogs = mock(tmp_path, {"/dogs/tags": post, "/dogs/{dog_key}/tags": item})
    made = dogs.handle("POST", "/dogs/tags", SENT)[1]
    assert dogs.handle("GET", f"/dogs/{made['dog_key']}/tags") == (200, made)


def test_a_choice_shows_the_kind_of_what_was_sent(tmp_path: Path) -> None:
    read = {"oneOf": [listed(DOG), {**thing(id=TEXT, name=TEXT, color=TEXT), "required": ["color"]}]}
    dogs = mock(tmp_path, api(thing(name=TEXT), DOG, read))
    made = dogs.handle("POST", "/dogs", SENT)[1]
    assert dogs.handle("GET", f"/dogs/{made['id']}")[1]["name"] == "Rex"


def test_a_choice_is_shown_by_what_the_option_that_was_sent_says(tmp_path: Path) -> None:
    first, second = (
        thing(kind={"type": "string", "enum": [kind]}, color={**TEXT, "readOnly": kind == "b"}) for kind in "ab"
    )
    dogs = mock(tmp_path, api({"oneOf": [first, second]}, thing(id=TEXT, kind=TEXT, color=TEXT), DOG))
    assert dogs.handle("POST", "/dogs", {"kind": "a", "color": "red"})[1]["color"] == "red"
    assert dogs.handle("POST", "/dogs", {"kind": "b", "color": "red"})[1]["color"] != "red"


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize("query", ["?dog=Rex", ""])
def test_a_change_of_a_collection_is_of_the_object_that_query_or_body_tell(
    method: str, query: str, tmp_path: Path
) -> None:
    paths = api(thing(name=TEXT, color=TEXT), DOG, thing(name=TEXT, color=TEXT), name="dog")
    paths["/dogs"][method.lower()] = {"requestBody": content(COLLAR), "responses": {"200": content(COLLAR)}}
    dogs = mock(tmp_path, paths)
    for name in ("Rex", "Tom"):
        dogs.handle("POST", "/dogs", {"name": name})
    dogs.handle(method, f"/dogs{query}", {"color": "red"} if query else {"name": "Rex", "color": "red"})
    assert dogs.handle("GET", "/dogs/Rex")[1] == {"name": "Rex", "color": "red"}
    assert dogs.handle("GET", "/dogs/Tom")[1] == {"name": "Tom"}


def test_a_list_whose_choice_is_meant_for_its_items_is_a_list(tmp_path: Path) -> None:
    choice = {"anyOf": [thing(ip=TEXT), thing(range=TEXT)]}
    dogs = mock(tmp_path, api(thing(walks={"type": "array", "items": choice, **choice}), DOG, DOG))
    assert dogs.handle("POST", "/dogs", {"walks": [{"ip": "a"}, {"range": "b"}]})[0] == 201
    assert dogs.handle("POST", "/dogs", {"walks": {"ip": "a"}})[0] == 422


def test_an_identifier_is_not_what_a_body_of_any_shape_is_shown_as(tmp_path: Path) -> None:
    made = mock(tmp_path, api({}, thing(id={}), thing(id={}))).handle("POST", "/dogs", {"a": "b"})[1]
    assert made["id"] != {"a": "b"}


def test_a_text_is_not_shown_as_a_member_of_any_shape(tmp_path: Path) -> None:
    shown = thing(id=TEXT, data={})
    assert mock(tmp_path, api(TEXT, shown, shown)).handle("POST", "/dogs", "Rex")[1]["data"] != "Rex"


def test_a_change_without_a_response_is_of_the_object_in_the_envelope(tmp_path: Path) -> None:
    paths = api(thing(name=TEXT), DOG, DOG)
    item = paths["/dogs/{dog_id}"]
    item["put"] = {"requestBody": content(thing(dog=thing(name=TEXT))), "responses": {"204": {}}}
    dogs = mock(tmp_path, {"/dogs/{dog_id}": item})
    assert dogs.handle("PUT", "/dogs/rex", {"dog": SENT}) == (204, None)
    assert dogs.handle("GET", "/dogs/rex") == (200, {"id": "rex", **SENT})


def test_an_object_takes_the_place_of_a_text(tmp_path: Path) -> None:
    paths = api({}, {}, {})
    paths["/dogs/{dog_id}"]["put"] = {"requestBody": content({}), "responses": {"200": content({})}}
    dogs = mock(tmp_path, {"/dogs/{dog_id}": paths["/dogs/{dog_id}"]})
    for sent in ("Rex", SENT, ["Rex"], SENT):
        assert dogs.handle("PUT", "/dogs/rex", sent) == (200, sent)


def test_an_object_may_be_in_an_envelope_in_a_list(tmp_path: Path) -> None:
    shown = listed(thing(dog=DOG))
    ((answer,), status) = mock(tmp_path, api(thing(name=TEXT), shown, shown)).handle("POST", "/dogs", SENT)[::-1]
    assert status == 201
    assert (answer.keys(), answer["dog"].keys(), answer["dog"]["name"]) == ({"dog"}, {"id", "name"}, "Rex")
