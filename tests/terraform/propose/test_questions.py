"""What is certain is proposed, and what only a person knows is asked, with the line that answers it."""

import json
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from mapper.systems.terraform.propose.describe import losses
from mapper.systems.terraform.propose.questions import questions
from tests.support import first_config, map_texts

from ..zoos import api
from .test_statuses import TEXT, thing, zoo

FREE = {"type": "object"}
NAMED = thing("name", name=TEXT)


def config_of(properties: dict[str, Any]) -> str:
    body = thing("name", name=TEXT, **properties)
    return first_config(api(zoo(body, thing(id=TEXT, name=TEXT, **properties)))).text


def asked(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("# ?")]


@pytest.mark.parametrize("name", ["password", "clientSecret", "private_key", "root_pass"])
def test_a_name_that_means_a_secret_is_sensitive(name: str) -> None:
    text = config_of({name: TEXT})
    assert yaml.safe_load(text)["policies"]["sensitive"] == [name]
    assert asked(text) == []


def test_a_mark_of_the_description_is_sensitive() -> None:
    marked = {**TEXT, "x-encrypted": True}
    assert yaml.safe_load(config_of({"thing": marked}))["policies"]["sensitive"] == ["thing"]


@pytest.mark.parametrize("name", ["token", "apiKey", "bind_password", "credentials"])
def test_what_looks_like_a_secret_is_asked(name: str) -> None:
    text = config_of({name: TEXT})
    assert "sensitive" not in yaml.safe_load(text)["policies"]
    assert asked(text) == [
        f"# ? Are these secrets? {name}. To say so later breaks users.",
        f"# ?   sensitive: [{name}] # under policies; add them to the list, if there is one",
    ]


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("next_token", TEXT),
        ("public_key", TEXT),
        ("passwords", TEXT),
        ("password", {"type": "boolean"}),
        ("token", {"type": "integer"}),
        ("token", {"type": "array", "items": TEXT}),
        ("thing", {**TEXT, "x-secret": False}),
        ("thing", {"type": "integer", "x-secret": True}),
    ],
)
def test_what_is_no_secret_is_not_asked(name: str, schema: dict[str, Any]) -> None:
    text = config_of({name: schema})
    assert "sensitive" not in yaml.safe_load(text)["policies"]
    assert asked(text) == []


def test_an_operation_that_is_a_guess_is_asked() -> None:
    text = json.loads(zoo(thing("name", name=TEXT), thing(name=TEXT)))
    del text["paths"]["/rooms/{room}/lamps"]
    item = text["paths"].pop("/rooms/{room}/lamps/{lampId}")
    text["paths"]["/lamps/{name}"] = {**item, "parameters": [{**item["parameters"][0], "name": "name"}]}
    starter = first_config(api(json.dumps(text)))
    reason = "a guess: no POST creates it, and PUT may only change what is there"
    assert asked(starter.text) == [f"# ? lamp: does PUT /lamps/{{name}} create it? It is {reason}."]
    assert losses(starter)[1:] == ("Questions", f"  lamp: does PUT /lamps/{{name}} create it? It is {reason}.")


def test_a_state_that_only_actions_change_is_asked() -> None:
    lamp = thing(id=TEXT, name=TEXT, status=TEXT)
    text = json.loads(zoo(thing("name", name=TEXT), lamp))
    path = "/rooms/{room}/lamps/{lampId}"
    for action in ("enable", "disable"):
        text["paths"][f"{path}/{action}"] = {"post": {"responses": {"204": {}}}}
    starter = first_config(api(json.dumps(text)))
    question, line = asked(starter.text)
    assert question.startswith(f"# ? room_lamp: will your code call {path}/enable and its opposite where users change")
    assert "status: {computed_optional_required: computed}" in line
    without_status = replace(starter.proposal, plan=replace(starter.proposal.plan, values={}))
    assert questions(starter.fixed.mapping, without_status, (), ()) == ()


@pytest.mark.parametrize(
    ("answers", "created", "asks"),
    [
        (thing(id=TEXT), None, True),
        (thing(name=TEXT), None, False),
        (thing(name=TEXT, size=TEXT, owner=TEXT), thing(name=TEXT, sent=TEXT, text=TEXT), True),
        (thing(name=TEXT, size=TEXT, owner=TEXT), thing(name=TEXT), False),
    ],
)
def test_a_post_on_an_item_that_is_about_something_else_is_asked(
    answers: dict[str, Any], created: dict[str, Any] | None, asks: bool
) -> None:
    text = json.loads(zoo(thing("name", name=TEXT), answers, created=created))
    item = text["paths"].pop("/rooms/{room}/lamps/{lampId}")
    make = text["paths"].pop("/rooms/{room}/lamps")["post"]
    item.pop("put", None)
    text["paths"]["/lamps/{name}"] = {**item, "post": make, "parameters": [{**item["parameters"][0], "name": "name"}]}
    lines = asked(first_config(api(json.dumps(text))).text)
    assert any("does POST /lamps/{name} create it?" in line for line in lines) is asks


@pytest.mark.parametrize(("values", "asks"), [([1, 2], True), (["1", "2"], False), ([True], False)])
def test_a_text_whose_enum_lists_numbers_is_asked(values: list[Any], asks: bool) -> None:
    lines = asked(config_of({"level": {"type": "string", "enum": values}}))
    assert any("room_lamp: is level a text or a number?" in line for line in lines) is asks


def test_what_a_data_source_asks_for_is_not_asked() -> None:
    lamp = thing(id=TEXT, name=TEXT)
    description = json.loads(zoo(thing("name", name=TEXT), lamp))
    grade = {"name": "grade", "in": "query", "required": True, "schema": {**TEXT, "enum": [1, 2]}}
    content = {"application/json": {"schema": {"type": "array", "items": lamp}}}
    room = {"name": "room", "in": "path", "required": True, "schema": TEXT}
    listed = {"parameters": [grade, room], "responses": {"200": {"content": content}}}
    description["paths"]["/rooms/{room}/lamps"]["get"] = listed
    starter = first_config(api(json.dumps(description)))
    assert "OAS408" in {diagnostic.code for diagnostic in starter.fixed.mapping.diagnostics}
    assert asked(starter.text) == []


UNION = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "array", "items": {}}}]}


def test_what_is_only_read_is_not_asked() -> None:
    lamp = thing(id=TEXT, level={"type": "string", "enum": [1, 2]}, shade=UNION, token=TEXT)
    description = json.loads(zoo({}, lamp))
    del description["paths"]["/rooms/{room}/lamps"]
    starter = first_config(api(json.dumps(description)))
    assert {attribute.name for attribute in starter.fixed.mapping.entities[1].body.attributes} > lamp[
        "properties"
    ].keys()
    assert asked(starter.text) == []


def test_a_union_that_became_a_text_is_asked() -> None:
    union = UNION
    text = first_config(api(zoo(thing("name", name=TEXT, shade={}), thing(id=TEXT, name=TEXT, shade=union)))).text
    found = "No type covers 1 attribute, such as shade of resource room_lamp."
    assert asked(text) == [f"# ? Should users write JSON? {found}"]


@pytest.mark.parametrize(
    ("request_body", "answer", "is_asked"),
    [
        (thing("name", name=TEXT, reason=TEXT), thing(id=TEXT, name=TEXT), True),
        (thing("name", "reason", name=TEXT, reason=TEXT), thing(id=TEXT, name=TEXT), False),
        (thing("name", name=TEXT, reason=TEXT), thing(id=TEXT, name=TEXT, reason=TEXT), False),
    ],
)
def test_what_an_update_requires_and_no_read_returns_is_asked(
    request_body: dict[str, Any], answer: dict[str, Any], *, is_asked: bool
) -> None:
    update = thing("name", "reason", name=TEXT, reason=TEXT)
    text = first_config(api(zoo(request_body, answer, update=update))).text
    said = "an update requires reason, and no read returns it. Is it required?"
    assert [line for line in asked(text) if "an update requires" in line] == [f"# ? room_lamp: {said}"] * is_asked


def test_warnings_that_are_left_are_announced() -> None:
    bad = {"type": "array"}
    starter = first_config(api(zoo(thing("name", "bad", name=TEXT, bad=bad), thing(id=TEXT, name=TEXT))))
    assert any("`--strict` fails" in line for line in asked(starter.text)) is bool(starter.warnings)
    assert starter.warnings


def test_a_config_that_keeps_the_output_of_another_tool_asks_nothing() -> None:
    text = first_config(api(zoo(thing("name", name=TEXT, token=TEXT), TEXT)), like="tfplugingen-openapi").text
    assert asked(text) == []


@pytest.mark.parametrize(
    ("update", "words"),
    [
        (TEXT, "an update takes it as string, and create as int64"),
        ({"type": "array", "items": TEXT}, "an update takes it as list of string, and create as int64"),
        ({"type": "array", "items": FREE}, "an update takes it as list of JSON object, and create as int64"),
        ({"type": "number"}, ""),
        ({}, ""),
    ],
    ids=["a text", "a list", "objects as JSON", "another number", "anything"],
)
def test_what_an_update_takes_in_another_form_is_asked(update: dict[str, Any], words: str) -> None:
    properties = {"name": TEXT, "anchor": {"type": "integer"}}
    put = thing(name=TEXT, anchor=update)
    lines = asked(first_config(api(zoo(thing("name", **properties), thing(id=TEXT, **properties), update=put))).text)
    assert lines == ([f"# ? room_lamp: which of two types has anchor? {words.capitalize()}."] if words else [])


def test_an_update_that_takes_the_object_by_its_properties_is_no_question() -> None:
    create, update = thing("name", name=TEXT, anchor=FREE), thing(name=TEXT, anchor=thing(depth=TEXT))
    assert asked(first_config(api(zoo(create, thing(id=TEXT, name=TEXT, anchor=FREE), update=update))).text) == []


def test_a_call_that_does_not_say_which_object_it_means_is_asked() -> None:
    text = json.loads(zoo(thing("name", name=TEXT), thing(id=TEXT, name=TEXT)))
    text["paths"]["/rooms/{room}/lamps"]["delete"] = {"responses": {"204": {}}}
    config = """
        provider: {name: zoo}
        resources:
          lamp:
            create: {path: "/rooms/{room}/lamps", method: POST}
            read: {path: "/rooms/{room}/lamps/{lampId}", method: GET}
            delete: {path: "/rooms/{room}/lamps", method: DELETE}
    """
    described = json.dumps(text)
    (first, *_) = questions(map_texts(described, config).mapping, first_config(api(described)).proposal, (), ())
    assert first.text.startswith("lamp: how does DELETE /rooms/{room}/lamps know which object to delete? No place of ")


@pytest.mark.parametrize(
    ("create", "change", "sent", "is_asked"),
    [
        ("POST", "PUT", NAMED, True),
        ("PUT", "PUT", NAMED, False),  # which makes or changes the one of this name
        ("POST", "PUT", thing("name", name=TEXT, lampId=TEXT), False),
        ("POST", "PATCH", NAMED, True),
    ],
)
def test_an_update_says_which_object_it_means_by_its_path_or_its_body(
    create: str, change: str, sent: dict[str, Any], *, is_asked: bool
) -> None:
    lamps, one = "/rooms/{room}/lamps", "/rooms/{room}/lamps/{lampId}"
    description = json.loads(zoo(NAMED, thing(id=TEXT, name=TEXT)))
    made = description["paths"][lamps]["post"]
    body = {"content": {"application/json": {"schema": sent}}}
    description["paths"][lamps] |= {change.lower(): {"requestBody": body}} | {create.lower(): made}
    calls = {
        "create": {"path": lamps, "method": create},
        "read": {"path": one, "method": "GET"},
        "update": {"path": lamps, "method": change},
    }
    config = yaml.safe_dump({"provider": {"name": "zoo"}, "resources": {"lamp": calls}})
    text = json.dumps(description)
    found = questions(map_texts(text, config).mapping, first_config(api(text)).proposal, (), ())
    assert any("know which object to update" in one.text for one in found) is is_asked


@pytest.mark.parametrize(("count", "more"), [(5, []), (6, ["f"]), (8, ["f", "g", "h"])])
def test_of_many_such_calls_the_first_five_are_asked_and_the_others_named(count: int, more: list[str]) -> None:
    text = json.loads(zoo(thing("name", name=TEXT), thing(id=TEXT, name=TEXT)))
    text["paths"]["/rooms/{room}/lamps"]["delete"] = {"responses": {"204": {}}}
    calls = {
        "create": {"path": "/rooms/{room}/lamps", "method": "POST"},
        "read": {"path": "/rooms/{room}/lamps/{lampId}", "method": "GET"},
        "delete": {"path": "/rooms/{room}/lamps", "method": "DELETE"},
    }
    described = json.dumps(text)
    config = yaml.safe_dump({"provider": {"name": "zoo"}, "resources": dict.fromkeys("abcdefgh"[:count], calls)})
    found = [
        one.text
        for one in questions(map_texts(described, config).mapping, first_config(api(described)).proposal, (), ())
    ]
    assert [text[0] for text in found if "know which object" in text] == list("abcde")
    assert [text for text in found if "more calls" in text] == [
        f"The same of more calls: {', '.join(names)}" for names in [more] if names
    ]
