"""Reasons why operations are not used: each is true of the paths of the description, which are read here again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapper.request import Request
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover
from mapper.systems.terraform.read import read_api

from ..zoos import api, operations, reasons

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
SPECS = sorted(path for folder in ("life", "large", "realworld") for path in (CORPUS / folder).glob("*/openapi*.*"))


def untrue(description: Api, said: dict[str, str]) -> Iterator[str]:
    """The operations whose reason says something of paths that is not so."""
    methods: dict[str, set[str]] = {}
    for path, method, _ in description.operations():
        methods.setdefault(_shape(path), set()).add(method)
    for operation, reason in said.items():
        shape = _shape(operation.partition(" ")[2])
        here, item = methods[shape], methods.get(f"{shape}/{{}}", set())
        collection = methods.get(shape.rpartition("/")[0], set()) if shape.endswith("{}") else set()
        claims = {
            "the path has no GET": "get" not in here,
            "there is no GET for one": "get" not in item,
            "nothing reads back": "get" not in here | item,
            "GET answers": "get" in here,
            "GET does not read": "get" in here,
            "neither POST nor PUT": not {"post", "put"} & here and "post" not in collection,
            "no POST makes one": "put" in here and "post" not in collection,
            "PUT without DELETE": "delete" not in here,
            "only the API identifies it": "delete" in here,
            "nothing updates or deletes": not {"put", "patch", "delete"} & item,
        }
        if any(claim in reason and not holds for claim, holds in claims.items()):
            yield f"{operation}: {reason}"


def _shape(path: str) -> str:
    path, _, fragment = re.sub(r"\.(?:json|xml)\Z", "", path).partition("#")
    return f"#{fragment}{re.sub(r'{[^{}]*}', '{}', path.rstrip('/'))}"


REASONS = """
    /owls: {post: {takes[name], gives[id name]}, get: {LISTS}, delete: {}, patch: {TAKES}}
    /owls/{id}: {get: {gives[id name]}, put: {takes[name]}, delete: {}}
    /tokens/{name}: {post: {takes[days], gives[secret]}, delete: {}}
    /members: {post: {takes[email], gives[email]}}
    /members/{email}: {delete: {}}
    /owls/{id}/feed: {post: {TAKES}}
    /owls/{id}/rings: {post: {TAKES, GIVES}}
    /owls/{id}/photo: {get: {responses: {'204': {}}}, put: {TAKES}, delete: {}}
    /plans/{name}: {get: {gives[name size]}, put: {takes[size]}}
    /quotas/{id}: {get: {gives[id size]}, put: {takes[size]}, delete: {}}
    /limits/{limitId}: {get: {gives[limitId size]}, put: {takes[size]}, delete: {}}
    /settings: {get: {gives[mode]}, patch: {takes[mode]}}
    /merge: {get: {gives[by]}, post: {takes[what], gives[job]}, delete: {}}
    /tapes/{id}: {get: {gives[id name]}, post: {takes[name]}, delete: {}}
    /blocks: {get: {responses: {'200': {content: {application/json: {schema: {properties: {items: {type: array},
      total: {type: integer}}}}}}}}, put: {takes[name]}}
    /runs: {post: {takes[speed], gives[id speed]}}
    /runs/{id}: {get: {gives[id speed]}}
    /vouchers/{name}: {post: {takes[days], gives[secret]}}
    /: {post: {takes[what], gives[job]}}
    /feeds/{name}: {get: {responses: {'200': {content: {application/json: {schema: {properties: {items: {type: array},
      total: {type: integer}}}}}}}}, put: {takes[name]}}
"""

WHY = {
    "DELETE /owls": "concerns the whole collection",
    "PATCH /owls": "concerns the whole collection",
    "POST /tokens/{name}": "no read: the path has no GET",
    "DELETE /tokens/{name}": "no read: the path has no GET",
    "POST /members": "no read: there is no GET for one of what it makes",
    "DELETE /members/{email}": "no read: the path has no GET",
    "POST /owls/{id}/feed": "an action: nothing reads back what it makes",
    "POST /owls/{id}/rings": "no read: nothing reads back what it makes",
    "GET /owls/{id}/photo": "no success response with a schema",
    "PUT /owls/{id}/photo": "no read: GET answers without content",
    "DELETE /owls/{id}/photo": "no read: GET answers without content",
    "PUT /plans/{name}": "no create: no POST makes one, and PUT without DELETE changes what is there",
    "PUT /quotas/{id}": "no create: no POST makes one, and only the API identifies it",
    "DELETE /quotas/{id}": "no create: no POST makes one, and only the API identifies it",
    "PUT /limits/{limitId}": "no create: no POST makes one, and only the API identifies it",
    "DELETE /limits/{limitId}": "no create: no POST makes one, and only the API identifies it",
    "PATCH /settings": "no create: neither POST nor PUT makes one",
    "POST /merge": "no read: GET does not read one of what it makes",
    "DELETE /merge": "no create: GET does not read what POST makes",
    "POST /tapes/{id}": "no read: GET does not read one of what it makes",
    "DELETE /tapes/{id}": "no create: POST changes what is there",
    "PUT /blocks": "no read: GET answers with a page of a list",
    "POST /runs": "made once: nothing updates or deletes what it makes",
    "POST /vouchers/{name}": "an action: nothing reads back what it makes",
    "POST /": "an action: nothing reads back what it makes",
    "PUT /feeds/{name}": "no create: no POST makes one, and PUT without DELETE changes what is there",
}


def test_each_operation_that_is_not_used_has_a_true_reason() -> None:
    description = api(REASONS)
    said = reasons(discover(description, all_data_sources=True))
    assert said == WHY
    assert list(untrue(description, said)) == []


def test_an_operation_that_is_not_looked_at_needs_no_reason() -> None:
    description = api("/owls/{owl}: {get: {GIVES}}\n/owls/{id}: {put: {TAKES}}\n/cats: {post: {TAKES}}")
    assert reasons(discover(description, exclude=["/owls/{id}", "/cats"])) == {}


OWL = "content: {application/json: {schema: {$ref: '#/components/schemas/Owl'}}}"
PARTS = f"""
    openapi: 3.1.0
    info: {{title: Zoo, version: '1'}}
    paths:
      /owls: {{post: {{requestBody: {{{OWL}}}, responses: {{'200': {{{OWL}}}}}}}}}
      /owls/{{name}}: &owl
        get: {{responses: {{'200': {{{OWL}}}}}}}
        put: {{requestBody: {{{OWL}}}}}
      /owls/{{name}}/status: *owl
      /owls/{{name}}/draft: {{<<: *owl, delete: {{}}}}
      /owls/{{name}}/nest: {{get: {{responses: {{'200': {{{OWL}}}}}}}, put: {{takes[sticks]}}}}
    components: {{schemas: {{Owl: {{properties: {{name: {{type: string}}, status: {{type: string}}}}}}}}}}
"""


def test_what_changes_a_part_of_an_item_is_no_resource_of_its_own() -> None:
    proposal = discover(api(PARTS))
    assert list(operations(proposal)) == ["owl", "owl_draft", "owl_nest"]
    assert reasons(proposal)["PUT /owls/{name}/status"] == "it changes a part of what GET /owls/{name} reads"


def test_an_untrue_reason_is_noticed() -> None:
    said = WHY | {"PATCH /settings": "no read: the path has no GET", "POST /runs": WHY["POST /members"]}
    assert [line.partition(":")[0] for line in untrue(api(REASONS), said)] == ["PATCH /settings", "POST /runs"]


@pytest.mark.corpus
@pytest.mark.skipif(not SPECS, reason="the corpus is not here")
@pytest.mark.parametrize("path", SPECS, ids=[path.parent.name for path in SPECS])
def test_no_reason_contradicts_the_paths_of_a_real_api(path: Path) -> None:
    description = read_api(Request(path, ()))
    assert list(untrue(description, reasons(discover(description)))) == []
