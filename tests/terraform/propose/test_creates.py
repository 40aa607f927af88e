"""What makes an item: in its collection, elsewhere, or on its own path."""

import pytest

from mapper.terraform import kinds
from mapper.terraform.propose import write_config

from ..zoos import config, gives, operations, paths, reasons, takes


@pytest.mark.parametrize(
    ("path", "names", "is_made"),
    [
        ("/pets/{name}", ("name",), True),
        ("/files/{path}", ("id", "size"), True),
        ("/requests/{requestId}", ("id", "title"), False),
        ("/requests/{id}", ("id", "title"), False),
        ("/bans/{userId}", ("user", "reason"), True),
    ],
)
def test_put_makes_what_the_client_can_name(path: str, names: tuple[str, ...], is_made: bool) -> None:
    zoo = paths(f"{path}: {{get: {{{gives(*names)}}}, put: {{{takes(*names)}}}, delete: {{}}}}")
    assert bool(operations(zoo)) is is_made


def test_what_is_deprecated_is_left_to_its_twin_or_marked() -> None:
    team = gives("id", "name", "size")
    zoo = paths(f"""
        /orgs/{{org}}/teams: {{post: {{{takes("name")}, {team}}}}}
        /orgs/{{org}}/teams/{{team}}: {{get: {{{team}}}, delete: {{}}}}
        /teams/{{team}}: {{get: {{deprecated: true, {team}}}, put: {{{takes("name")}}}, delete: {{}}}}
        /owls/{{owl}}: {{get: {{deprecated: true, {gives("wing")}}}, put: {{{takes("wing")}}}, delete: {{}}}}
    """)
    assert set(operations(zoo)) == {"org_team", "owl"}
    assert [entity.deprecated for entity in zoo.of_kind(kinds.RESOURCE)] == [False, True]
    assert reasons(zoo)["PUT /teams/{team}"] == "deprecated: /orgs/{org}/teams/{team} is the one to use"


def test_envelopes_are_pointed_to_in_responses_and_requests() -> None:
    inner = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
    wrapped = f"{{content: {{application/json: {{schema: {{type: object, properties: {{data: {inner}}}}}}}}}}}"
    zoo = paths(f"""
        /pets: {{post: {{requestBody: {wrapped}, responses: {{'201': {wrapped}}}}}}}
        /pets/{{pet}}: {{get: {{responses: {{'200': {wrapped}}}}}, put: {{requestBody: {wrapped}}}, delete: {{}}}}
    """)
    pet = config(zoo)["resources"]["pet"]
    assert pet["create"]["request"] == pet["create"]["response"] == {"pointer": "/data"}
    assert pet["read"]["response"] == pet["update"]["request"] == {"pointer": "/data"}
    assert config(zoo)["data_sources"]["pet"]["read"]["response"] == {"pointer": "/data"}


def test_an_object_with_an_identifier_is_no_envelope() -> None:
    inner = "{type: object, properties: {a: {type: string}}}"
    answer = f"{{content: {{application/json: {{schema: {{properties: {{id: {{type: string}}, pet: {inner}}}}}}}}}}}"
    zoo = paths(f"/pets/{{pet}}: {{get: {{responses: {{'200': {answer}}}}}}}")
    assert "response" not in config(zoo)["data_sources"]["pet"]["read"]


def test_of_several_that_are_as_good_the_first_is_taken_and_called_a_guess() -> None:
    message, clip = gives("id", "text"), "{type: object, properties: {message: MESSAGE, clippedAt: {type: string}}}"
    clip = clip.replace("MESSAGE", "{type: object, properties: {id: {type: string}, text: {type: string}}}")
    zoo = paths(f"""
        /clip-folders/{{folder}}/messages:
          post:
            {takes("messageId")}
            responses: {{'200': {{content: {{application/json: {{schema: {clip}}}}}}}}}
        /channels/{{channel}}/messages: {{post: {{{takes("text")}, {message}}}}}
        /users/{{user}}/messages: {{post: {{{takes("text")}, {message}}}}}
        /messages/{{id}}: {{get: {{{message}}}, put: {{{takes("text")}}}, delete: {{}}}}
    """)
    assert operations(zoo)["message"]["create"] == "POST /channels/{channel}/messages"
    text = write_config(zoo)
    assert "    create: # a guess: POST /users/{user}/messages may create it, too\n" in text


def test_a_put_that_may_only_change_what_is_there_is_called_a_guess() -> None:
    zoo = paths(f"/repos/{{name}}: {{get: {{{gives('name', 'text')}}}, put: {{{takes('text')}}}, delete: {{}}}}")
    assert "    create: # a guess: no POST creates it, and PUT may only change what is there\n" in write_config(zoo)
