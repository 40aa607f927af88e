"""What makes an item: in its collection, elsewhere, or on its own path."""

from __future__ import annotations

import pytest

from mapper.terraform import kinds
from mapper.terraform.propose import write_config

from ..zoos import config, operations, paths, reasons


def body(*names: str) -> str:
    listed = ", ".join(f"{name}: {{type: string}}" for name in names)
    return f"{{content: {{application/json: {{schema: {{type: object, properties: {{{listed}}}}}}}}}}}"


def takes(*names: str) -> str:
    return f"requestBody: {body(*names)}"


def gives(*names: str) -> str:
    return f"responses: {{'200': {body(*names)}}}"


def test_an_item_may_be_made_under_a_path_and_read_under_another() -> None:
    zoo = paths(f"""
        /orgs/{{org}}/repos: {{post: {{{takes("name", "home")}, {gives("id", "name", "home")}}}}}
        /user/repos: {{post: {{{takes("name", "home")}, {gives("id", "name", "home")}}}}}
        /repos/{{owner}}/{{repo}}: {{get: {{{gives("id", "name", "home")}}}, patch: {{{takes("name")}}}, delete: {{}}}}
    """)
    (repo,) = operations(zoo).values()
    assert repo["create"] == "POST /orgs/{org}/repos"  # as it says of whom, as the item does


def test_one_post_makes_one_kind_of_item() -> None:
    snapshot = gives("id", "name")
    zoo = paths(f"""
        /volumes/{{id}}/snapshots: {{post: {{{takes("name")}, {snapshot}}}}}
        /volumes/snapshots/{{id}}: {{get: {{{snapshot}}}, delete: {{}}}}
        /nfs/snapshots/{{id}}: {{get: {{{snapshot}}}, delete: {{}}}}
        /snapshots/{{id}}: {{get: {{{snapshot}}}, delete: {{}}}}
    """)
    assert {name: parts["read"] for name, parts in operations(zoo).items()} == {
        "volumes_snapshot": "GET /volumes/snapshots/{id}"
    }


def test_a_path_that_differs_in_singular_and_plural_is_the_same_thing() -> None:
    zoo = paths(f"""
        /git/refs: {{post: {{{takes("ref", "sha")}, {gives("ref", "url")}}}}}
        /git/ref/{{ref}}: {{get: {{{gives("ref", "url")}}}}}
        /git/refs/{{ref}}: {{patch: {{{takes("sha")}}}, delete: {{}}}}
    """)
    assert operations(zoo) == {
        "git_ref": {
            "create": "POST /git/refs",
            "read": "GET /git/ref/{ref}",
            "update": "PATCH /git/refs/{ref}",
            "delete": "DELETE /git/refs/{ref}",
        }
    }


def test_an_item_of_several_parameters_is_made_before_them_and_one_may_be_ordered() -> None:
    zoo = paths(f"""
        /buckets: {{post: {{{takes("label")}, {gives("label")}}}}}
        /buckets/{{region}}/{{bucket}}: {{get: {{{gives("label")}}}, delete: {{}}}}
        /packs/order: {{post: {{{takes("hosts")}, {gives("id", "hosts")}}}}}
        /packs/{{id}}: {{get: {{{gives("id", "hosts")}}}, delete: {{}}}}
    """)
    assert [parts["create"] for parts in operations(zoo).values()] == ["POST /buckets", "POST /packs/order"]


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


def test_put_assigns_what_is_made_elsewhere() -> None:
    app = f"get: {{{gives('id', 'priority')}}}, put: {{{takes('priority')}}}, delete: {{}}"
    zoo = paths(f"""
        /groups: {{post: {{{takes("name")}, {gives("id", "name")}}}}}
        /groups/{{groupId}}: {{get: {{{gives("id", "name")}}}, delete: {{}}}}
        /apps/{{app}}/groups/{{groupId}}: {{{app}}}
        /teams/{{team}}/members/{{name}}: {{get: {{{gives("role")}}}, put: {{}}, delete: {{}}}}
    """)
    found = operations(zoo)
    assert found["app_group"]["create"] == "PUT /apps/{app}/groups/{groupId}"
    assert found["team_member"]["create"] == "PUT /teams/{team}/members/{name}"  # which takes no body


def test_post_on_an_item_that_takes_what_updates_others_is_an_update() -> None:
    zoo = paths(f"""
        /calls/{{call}}/tapes: {{post: {{{takes("Track")}, {gives("sid", "status", "track")}}}}}
        /calls/{{call}}/tapes/{{Sid}}:
          get: {{{gives("sid", "status")}}}
          post: {{{takes("Status")}}}
          delete: {{}}
        /rooms/{{room}}/tapes/{{Sid}}:
          get: {{{gives("sid", "status")}}}
          post: {{{takes("Status")}}}
          delete: {{}}
    """)
    assert list(operations(zoo)) == ["call_tape"]


def test_what_is_made_once_is_no_resource_where_other_things_are_changed() -> None:
    zoo = paths(f"""
        /pets: {{post: {{{takes("name")}, {gives("id", "name")}}}}}
        /pets/{{id}}: {{get: {{{gives("id", "name")}}}, delete: {{}}}}
        /runs: {{post: {{{takes("speed")}, {gives("id", "speed")}}}}}
        /runs/{{id}}: {{get: {{{gives("id", "speed")}}}}}
    """)
    assert list(operations(zoo)) == ["pet"]
    assert set(operations(zoo, kinds.DATA_SOURCE)) == {"pet", "run"}


def test_post_sets_the_only_one_if_it_takes_and_gives_what_get_gives() -> None:
    both = f"get: {{{gives('mode', 'size')}}}, post: {{{takes('mode', 'size')}, {gives('mode', 'size')}}}"
    zoo = paths(f"""
        /settings: {{{both}}}
        /backup/restore: {{{both}}}
        /lint: {{get: {{{gives("result", "at")}}}, post: {{{takes("checks")}, {gives("id")}}}}}
    """)
    assert operations(zoo) == {
        "settings": {"create": "POST /settings", "read": "GET /settings", "update": "POST /settings"}
    }


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


def test_a_post_on_the_path_of_the_item_that_creates_it_updates_it_too() -> None:
    post = f"{{{takes('name')}, responses: {{'200': {{description: Done.}}}}}}"
    zoo = paths(f"/policy/{{name}}: {{post: {post}, get: {{{gives('name')}}}, delete: {{}}}}")
    assert operations(zoo)["policy"]["update"] == "POST /policy/{name}"
