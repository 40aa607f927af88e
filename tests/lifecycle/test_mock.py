"""A mock does what its description says, and refuses what the description refuses."""

import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.trial.mock.api import ApiModel, Mock
from mapper.programs.trial.mock.problems import problems
from mapper.programs.trial.mock.server import mock_server

from . import descriptions
from .folder import read_description


@pytest.fixture
def mock_of(tmp_path: Path) -> Any:
    """Makes the mock of a description."""

    def make(text: str) -> Mock:
        path = tmp_path / "openapi.yaml"
        path.write_text(text)
        return Mock(ApiModel(read_description(path)))

    return make


@pytest.fixture
def trees(mock_of: Any) -> Mock:
    mock: Mock = mock_of(descriptions.TREES)
    return mock


APPLE = {"kind": "apple", "label": "first", "soil": {"ph": 6.5}}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (None, "body: missing, but required"),
        ({}, "body.kind: missing, but required"),
        ({"kind": "plum"}, "body.kind: 'plum' is not one of ['apple', 'pear']"),
        ({"kind": "apple", "height": "tall"}, "body.height: integer is required, not str"),
        ({"kind": "apple", "height": True}, "body.height: integer is required, not bool"),
        ({"kind": "apple", "soil": {}}, "body.soil.ph: missing, but required"),
        ({"kind": "apple", "label": None}, "body.label: null"),
        ([], "body: object is required, not list"),
    ],
)
def test_a_body_that_the_description_refuses_is_refused_with_the_place(trees: Mock, body: Any, reason: str) -> None:
    assert trees.handle("POST", "/trees", body) == (422, {"errors": [reason]})


def test_what_is_made_can_be_read_listed_changed_and_deleted(trees: Mock) -> None:
    status, made = trees.handle("POST", "/trees", APPLE)
    assert status == 201
    assert made == {**APPLE, "id": made["id"], "planted_at": "2026-03-04T05:06:07Z"}
    at = f"/trees/{made['id']}"
    assert trees.handle("GET", at) == (200, made)
    assert trees.handle("GET", "/trees") == (200, [made])
    assert trees.handle("DELETE", at)[0] == 204
    assert [trees.handle(method, at, APPLE)[0] for method in ("GET", "PUT", "PATCH", "DELETE")] == [404] * 4
    assert trees.handle("GET", "/trees") == (200, [])


def test_patch_keeps_what_it_leaves_out_and_put_does_not(trees: Mock) -> None:
    _, made = trees.handle("POST", "/trees", APPLE)
    at = f"/trees/{made['id']}"
    assert trees.handle("PATCH", at, {"label": "second"})[1] == {**made, "label": "second"}
    assert trees.handle("PUT", at, {"kind": "pear"})[1] == {
        "id": made["id"], "kind": "pear", "planted_at": made["planted_at"]
    }  # fmt: skip


def test_an_object_is_only_found_by_its_own_identity(trees: Mock) -> None:
    ids = {trees.handle("POST", "/trees", APPLE)[1]["id"] for _ in range(3)}
    assert len(ids) == 3
    assert trees.handle("GET", "/trees/other")[0] == 404


def test_what_no_operation_has_is_not_allowed(trees: Mock) -> None:
    assert trees.handle("POST", "/bushes", {}) == (405, {"errors": ["no operation POST /bushes"]})
    assert str(trees.calls[-1]) == 'POST /bushes 405 {"errors": ["no operation POST /bushes"]}'


def test_a_singleton_exists_from_the_start_and_never_returns_what_is_only_written(mock_of: Any) -> None:
    mock = mock_of(descriptions.SETTINGS)
    assert mock.handle("GET", "/settings")[0] == 200
    assert mock.handle("PUT", "/settings", {"color": "red", "secret": "s"}) == (200, {"color": "red"})
    assert mock.handle("GET", "/settings") == (200, {"color": "red"})


def test_a_singleton_that_is_deleted_is_gone_until_it_is_put(mock_of: Any) -> None:
    paths = """
    /settings:
      get: {responses: {'200': {description: all, content: {{Settings}}}}}
      put: {requestBody: {content: {{Settings}}}, responses: {'200': {description: set, content: {{Settings}}}}}
      delete: {responses: {'204': {description: gone}}}
    """
    mock = mock_of(descriptions.description(paths, "Settings: {type: object, properties: {color: {type: string}}}"))
    assert [mock.handle(method, "/settings")[0] for method in ("GET", "DELETE", "GET")] == [200, 204, 404]
    assert mock.handle("PUT", "/settings", {"color": "red"})[0] == 200
    assert mock.handle("GET", "/settings") == (200, {"color": "red"})


def test_objects_of_two_schemas_and_nouns_are_not_one(mock_of: Any) -> None:
    paths = """
    /seeds: {post: {requestBody: {content: {{Seed}}}, responses: {'201': {description: made, content: {{Seed}}}}}}
    /plants/{id}: {get: {parameters: [ID], responses: {'200': {description: one, content: {{PLANT}}}}}}
    """.replace("ID", "{name: id, in: path, required: true, schema: {type: string}}")
    object_ = "{type: object, properties: {id: {type: string}, size: {type: integer}}}"
    for plant, status in (("Plant", 404), ("Seed", 200)):
        text = descriptions.description(
            paths.replace("PLANT", plant), f"Seed: {object_}\n    Plant: {object_}".replace("    P", "P")
        )
        mock = mock_of(text)
        made = mock.handle("POST", "/seeds", {"size": 1})[1]
        assert mock.handle("GET", f"/plants/{made['id']}")[0] == status


def test_lists_of_themselves_end_and_a_path_gives_numbers_only_where_it_has_them(mock_of: Any) -> None:
    paths = """
    /shelves/{size}/boxes:
      parameters: [{name: size, in: path, required: true, schema: {type: string}}]
      post: {responses: {'201': {description: made, content: {{Box}}}}}
    """
    schemas = """
    Box: {type: object, properties: {size: {type: integer}, in: {$ref: '#/components/schemas/Boxes'}}}
    Boxes: {type: array, items: {$ref: '#/components/schemas/Boxes'}}
    """
    mock = mock_of(descriptions.description(paths, schemas))
    assert mock.handle("POST", "/shelves/7/boxes", {})[1]["size"] == 7
    status, made = mock.handle("POST", "/shelves/large/boxes", {})
    assert status == 201
    assert isinstance(made["size"], int)
    assert isinstance(made["in"], list)


def test_envelopes_are_looked_through_and_parents_tell_objects_apart(mock_of: Any) -> None:
    mock = mock_of(descriptions.BASKETS)
    body = {"basket": {"name": "wicker"}}
    assert mock.handle("POST", "/orchards/north/baskets", body)[1] == {"errors": ["query parameter as is required"]}
    status, made = mock.handle("POST", "/orchards/north/baskets?as=me", body)
    assert status == 201
    assert made == {"basket": {"name": "wicker", "full": False}}
    assert mock.handle("GET", "/orchards/north/baskets/wicker") == (200, made)
    assert mock.handle("GET", "/orchards/south/baskets/wicker")[0] == 404
    assert mock.handle("GET", "/orchards/north/baskets/woven")[0] == 404


def test_what_is_made_at_a_path_repeats_the_name_in_the_path(mock_of: Any) -> None:
    mock = mock_of(descriptions.DOGS)
    assert mock.handle("POST", "/cats/tom", {"color": "red"})[0] == 201
    assert mock.handle("GET", "/cats/tom")[1] == {"name": "tom", "color": "red", "zoo_id": 1002}


@pytest.mark.parametrize("load", ["light", {"kilos": 3}])
def test_a_choice_takes_each_of_its_options(mock_of: Any, load: Any) -> None:
    mock = mock_of(descriptions.BASKETS)
    body = {"basket": {"name": "wicker", "load": load, "marks": {"a": "b"}}}
    made = mock.handle("POST", "/orchards/north/baskets?as=me", body)[1]
    assert made["basket"]["load"] == load
    assert made["basket"]["marks"] == {"a": "b"}


def test_a_choice_refuses_what_none_of_its_options_takes(mock_of: Any) -> None:
    mock = mock_of(descriptions.BASKETS)
    body = {"basket": {"name": "wicker", "load": 3}}
    errors = mock.handle("POST", "/orchards/north/baskets?as=me", body)[1]["errors"]
    assert errors == ["body.basket.load: string is required, not int"]


@pytest.mark.parametrize("text", [descriptions.TREES, descriptions.BASKETS, descriptions.SETTINGS])
def test_responses_fit_their_own_schemas(mock_of: Any, text: str) -> None:
    mock = mock_of(text)
    api = mock._description
    bodies = {"/trees": APPLE, "/orchards/{orchard}/baskets": {"basket": {"name": "wicker"}}, "/settings": {}}
    for (method, path), operation in api.operations.items():
        if path in bodies and method in ("POST", "PUT"):
            answer = mock.handle(method, f"{path.format(orchard='north')}?as=me", bodies[path])[1]
            assert problems(api, answer, operation.response, "response") == []


def _asked(address: str, body: bytes, **headers: str) -> tuple[int, Any]:
    request = urllib.request.Request(f"{address}/trees", body, headers, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_served_mock_answers_over_http(trees: Mock) -> None:
    with mock_server(trees.handle, "secret") as address:
        status, tree = _asked(address, json.dumps(APPLE).encode(), authorization="Bearer secret")
    assert (status, tree["kind"]) == (201, "apple")


def test_nothing_of_a_served_mock_is_left(trees: Mock) -> None:
    before = {*threading.enumerate()}
    with mock_server(trees.handle, "secret"):
        assert {*threading.enumerate()} - before
    assert {*threading.enumerate()} <= before


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer"}, {"authorization": "Bearer secrets"}])
def test_a_request_without_the_token_is_refused_and_changes_nothing(trees: Mock, headers: dict[str, str]) -> None:
    with mock_server(trees.handle, "secret") as address:
        status, answer = _asked(address, json.dumps(APPLE).encode(), **headers)
    assert status == 401
    assert "token" in answer["errors"][0]
    assert trees.calls == []


@pytest.mark.parametrize("body", [b"{", b"[" * 100_000, b"\xff", b'{"kind": NaN'])
def test_a_body_that_is_no_json_is_refused(trees: Mock, body: bytes) -> None:
    with mock_server(trees.handle, "secret") as address:
        assert _asked(address, body, authorization="Bearer secret")[0] == 400
    assert trees.calls == []


def test_a_body_that_is_too_large_is_refused_unread(trees: Mock) -> None:
    with mock_server(trees.handle, "secret") as address:
        headers = {"authorization": "Bearer secret", "content-length": "99999999999"}
        assert _asked(address, b"{}", **headers)[0] == 400


SEEDS = """
/seeds:
  get: {responses: {'200': {description: all, content: {{Seeds}}}}}
  post: {requestBody: {content: {{Seed}}}, responses: {'201': {description: made, content: {{Seed}}}}}
/seeds/{id}:
  parameters: [{name: id, in: path, required: true, schema: {type: string}}]
  get: {responses: {'200': {description: one, content: {{Seed}}}}}
  put: {requestBody: {content: {{Whole}}}, responses: {'200': {description: set, content: {{Seed}}}}}
"""
SEED = "{type: object, properties: {id: {type: string, readOnly: true}, kind: {type: string}, color: {type: string}}"


def test_who_reads_an_object_can_write_all_of_it_again(mock_of: Any) -> None:
    seeds = "Seeds: {type: array, items: {$ref: '#/components/schemas/Seed'}}"
    mock = mock_of(descriptions.description(SEEDS, f"Seed: {SEED}}}\nWhole: {SEED}, required: [color]}}\n{seeds}"))
    _, made = mock.handle("POST", "/seeds", {"kind": "oak"})
    assert made.keys() == {"id", "kind", "color"}
    assert mock.handle("PUT", f"/seeds/{made['id']}", made) == (200, made)
