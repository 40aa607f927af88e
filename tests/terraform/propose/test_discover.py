"""Proposing a generator config: which operations belong together, what is written, and that it maps."""

import json
import sys
from textwrap import dedent
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Documents
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover, write_config
from tests.support import first_config

from ...counting import calls
from ...processes import output
from ..zoos import api, assert_becomes, check, config, names, operations, paths, proposed, reasons

PROPOSE = """\
import sys
from mapper.inputs import Document, Documents
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import discover, fixed_proposal
documents = Documents()
api = Api(documents.add(Document("zoo.json", sys.argv[1].encode())), documents)
print(fixed_proposal(api, discover(api, all_data_sources=True)).text)
"""


def _answer(**properties: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {"type": type_} for name, type_ in properties.items()}}
    return {"content": {"application/json": {"schema": schema}}}


ZOO = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "paths": {
        f"/v{version}/{parent}s/{{{parent}Id}}/pets{path}": {
            "parameters": [
                {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
                for name, place in ((f"{parent}Id", "path"), ("petId", "path"), ("page", "query"), ("count", "query"))
            ],
            "get": {"responses": {"200": _answer(id="string", petID="string", count="integer", foo_bar="string")}},
            **({"post": {"requestBody": _answer(fooBar="string", name="string")}} if not path else {"delete": {}}),
        }
        for version in (1, 2)
        for parent in ("zoo", "farm", "house")
        for path in ("", "/{petId}", "/findByStatus")
    },
}


# Which operations belong together

MADE = {
    "a post on a collection and a get on an item make a resource": """
        /pets: {post: {TAKES, GIVES}, get: {LISTS}}
        /pets/{petId}: {get: {GIVES}, put: {TAKES}, delete: {}}
        -> pet: POST /pets; GET, PUT, DELETE /pets/{petId}
        -> pets is only read: /pets
    """,
    "methods of an item may stand on paths that name the parameter in other words": """
        /pets: {post: {TAKES, GIVES}}
        /pets/{petId}: {get: {GIVES}}
        /pets/{id}: {put: {TAKES}, get: {GIVES}}
        -> pet: POST /pets; GET /pets/{petId}; PUT /pets/{id}
        -> not GET /pets/{id}: of the same shape as /pets/{petId}
    """,
    "administrators may change what others read": """
        /users/{name}: {get: {gives[id name email]}}
        /admin/users: {post: {takes[name email], gives[id name email]}}
        /admin/users/{username}: {patch: {takes[email]}, delete: {}}
        -> user: POST /admin/users; GET /users/{name}; PATCH, DELETE /admin/users/{username}
    """,
    "what takes no body updates nothing": """
        /pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, patch: {}, delete: {}}
        -> pet: POST /pets; GET, DELETE /pets/{id}
        -> not PATCH /pets/{id}: no request body
    """,
    "a post on an item updates it where nothing else does": """
        /pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, post: {TAKES}}
        -> pet: POST /pets; GET, POST /pets/{id}
    """,
    "a put on the collection updates where it takes the same body": """
        /pets: {post: {TAKES, GIVES}, put: {TAKES}}
        /pets/{id}: {get: {GIVES}}
        /owls: {post: {TAKES, GIVES}, put: {takes[food]}}
        /owls/{id}: {get: {GIVES}}
        -> pet: POST /pets; GET /pets/{id}; PUT /pets
        -> owl: POST /owls; GET /owls/{id}
        -> not PUT /owls: concerns the whole collection
    """,
    "a put makes an item that has no collection to post to": """
        /pets/{name}: {get: {GIVES}, put: {TAKES}, delete: {}}
        /owls/{name}: {get: {GIVES}, put: {TAKES}}
        -> pet: PUT, GET, PUT, DELETE /pets/{name}
        -> owl is only read: /owls/{name}
        -> not PUT /owls/{name}: no create: no POST makes one, and PUT without DELETE changes what is there
    """,
    "an item may be made in the collection of its parent": """
        /zoos/{zoo}/pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, delete: {}}
        -> pet: POST /zoos/{zoo}/pets; GET, DELETE /pets/{id}
    """,
    "an item is not made in one of several other collections": """
        /zoos/{zoo}/pets: {post: {TAKES, GIVES}}
        /farms/{farm}/pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, delete: {}}
        -> pet is only read: /pets/{id}
        -> not POST /zoos/{zoo}/pets: no create of its own: GET /pets/{id} reads what it makes, as what others make
        -> not POST /farms/{farm}/pets: no create of its own: GET /pets/{id} reads what it makes, as what others make
        -> not DELETE /pets/{id}: no create that is sure: POST /zoos/{zoo}/pets may make one
    """,
    "of several that make the same, the first that is not deprecated does": """
        /zoo/{zoo}/pets: {post: {deprecated: true, TAKES, GIVES}}
        /zoos/{zoo}/pets: {post: {TAKES, GIVES}}
        /farms/{farm}/pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, put: {TAKES}, delete: {}}
        -> pet: POST /zoos/{zoo}/pets; GET, PUT, DELETE /pets/{id}
        -> not POST /zoo/{zoo}/pets: no create of its own: GET /pets/{id} reads what it makes, as what others make
        -> not POST /farms/{farm}/pets: no create of its own: GET /pets/{id} reads what it makes, as what others make
    """,
    "a singleton is made with put if that has a body": """
        /settings: {get: {GIVES}, put: {TAKES}, patch: {TAKES}}
        /switch: {get: {GIVES}, put: {}}
        -> settings: PUT, GET, PUT /settings
        -> switch is only read: /switch
        -> not PATCH /settings: PUT updates it
        -> not PUT /switch: no request body
    """,
    "a singleton with post is made with that": """
        /pets/{id}/cage: {get: {GIVES}, post: {TAKES}, delete: {}}
        -> pet_cage: POST, GET, DELETE /pets/{id}/cage
    """,
    "a list alone is a data source only": """
        /pets: {get: {LISTS}, post: {TAKES, GIVES}}
        -> pets is only read: /pets
        -> not POST /pets: no read: GET does not read one of what it makes
    """,
    "an item that answers with a list is no resource": """
        /pets: {post: {TAKES, GIVES}}
        /pets/{status}: {get: {LISTS}}
        -> pets_by_status is only read: /pets/{status}
        -> not POST /pets: no read: GET /pets/{status} answers with a list
    """,
    "an item may be made under a path and read under another, which says of whom it is": """
        /orgs/{of}/repos: {post: {takes[name home], gives[id name home]}}
        /user/repos: {post: {takes[name home], gives[id name home]}}
        /repos/{of}/{repo}: {get: {gives[id name home]}, patch: {takes[name]}, delete: {}}
        -> repo: POST /orgs/{of}/repos; GET, PATCH, DELETE /repos/{of}/{repo}
        -> not POST /user/repos: no create of its own: GET /repos/{of}/{repo} reads what it makes, as what others make
    """,
    "one post makes one kind of item": """
        /volumes/{id}/snapshots: {post: {takes[name], gives[id name]}}
        /volumes/snapshots/{id}: {get: {gives[id name]}, delete: {}}
        /nfs/snapshots/{id}: {get: {gives[id name]}, delete: {}}
        /snapshots/{id}: {get: {gives[id name]}, delete: {}}
        -> volumes_snapshot: POST /volumes/{id}/snapshots; GET, DELETE /volumes/snapshots/{id}
        -> nfs_snapshot is only read: /nfs/snapshots/{id}
        -> snapshot is only read: /snapshots/{id}
        -> not DELETE /nfs/snapshots/{id}: no create: neither POST nor PUT makes one
        -> not DELETE /snapshots/{id}: no create: neither POST nor PUT makes one
    """,
    "a path that differs in singular and plural is the same thing": """
        /git/refs: {post: {takes[ref sha], gives[ref url]}}
        /git/ref/{ref}: {get: {gives[ref url]}}
        /git/refs/{ref}: {patch: {takes[sha]}, delete: {}}
        -> git_ref: POST /git/refs; GET /git/ref/{ref}; PATCH, DELETE /git/refs/{ref}
    """,
    "an item of several parameters is made before them, and one may be ordered": """
        /buckets: {post: {takes[label], gives[label]}}
        /buckets/{region}: {get: {LISTS}}
        /buckets/{region}/{bucket}: {get: {gives[label]}, delete: {}}
        /packs/order: {post: {takes[hosts], gives[id hosts]}}
        /packs/{id}: {get: {gives[id hosts]}, delete: {}}
        -> bucket: POST /buckets; GET, DELETE /buckets/{region}/{bucket}
        -> pack: POST /packs/order; GET, DELETE /packs/{id}
        -> buckets_by_region is only read: /buckets/{region}
    """,
    "what an item has is not made where items are made": """
        /stamps: {post: {takes[label], gives[id label]}}
        /stamps/{id}: {get: {gives[id label]}, delete: {}}
        /stamps/{id}/{image_type}: {get: {gives[label]}, put: {}, delete: {}}
        -> stamp: POST /stamps; GET, DELETE /stamps/{id}
        -> stamp_by_image_type: PUT, GET, PUT, DELETE /stamps/{id}/{image_type}
    """,
    "a put assigns what is made elsewhere, and may take no body then": """
        /groups: {post: {takes[name], gives[id name]}}
        /groups/{id}: {get: {gives[id name]}, delete: {}}
        /apps/{a}/groups/{id}: {get: {gives[id priority]}, put: {takes[priority]}, delete: {}}
        /teams/{t}/members/{name}: {get: {gives[role]}, put: {}, delete: {}}
        -> group: POST /groups; GET, DELETE /groups/{id}
        -> app_group: PUT, GET, PUT, DELETE /apps/{a}/groups/{id}
        -> team_member: PUT, GET, PUT, DELETE /teams/{t}/members/{name}
    """,
    "a post on an item that takes what updates others is an update": """
        /calls/{c}/tapes: {post: {takes[Track], gives[sid status track]}}
        /calls/{c}/tapes/{Sid}: {get: {gives[sid status]}, post: {takes[Status]}, delete: {}}
        /rooms/{r}/tapes/{Sid}: {get: {gives[sid status]}, post: {takes[Status]}, delete: {}}
        -> call_tape: POST /calls/{c}/tapes; GET, POST, DELETE /calls/{c}/tapes/{Sid}
        -> room_tape is only read: /rooms/{r}/tapes/{Sid}
        -> not POST /rooms/{r}/tapes/{Sid}: no read: GET does not read one of what it makes
        -> not DELETE /rooms/{r}/tapes/{Sid}: no create: POST changes what is there
    """,
    "what is made once is no resource where other things are changed": """
        /pets: {post: {takes[name], gives[id name]}}
        /pets/{id}: {get: {gives[id name]}, delete: {}}
        /runs: {post: {takes[speed], gives[id speed]}}
        /runs/{id}: {get: {gives[id speed]}}
        -> pet: POST /pets; GET, DELETE /pets/{id}
        -> run is only read: /runs/{id}
        -> not POST /runs: made once: nothing updates or deletes what it makes
    """,
    "a post sets the only one if it takes and gives what get gives": """
        /settings: {get: {gives[mode size]}, post: {takes[mode size], gives[mode size]}}
        /backup/restore: {get: {gives[mode size]}, post: {takes[mode size], gives[mode size]}}
        /lint: {get: {gives[result at]}, post: {takes[checks], gives[id]}}
        -> settings: POST, GET, POST /settings
        -> backup_restore is only read: /backup/restore
        -> lint is only read: /lint
        -> not POST /backup/restore: no read: GET does not read one of what it makes
        -> not POST /lint: no read: GET does not read one of what it makes
    """,
    "a post on the path of the item that creates it updates it, too": """
        /policy/{name}: {post: {takes[name], responses: {'200': {description: Done.}}}, get: {gives[name]}, delete: {}}
        -> policy: POST, GET, POST, DELETE /policy/{name}
    """,
}
"""Paths, and behind arrows what becomes of them: operations of resources, what is only read, and what is not used."""


@pytest.mark.parametrize("case", MADE)
def test_operations_that_belong_together_make_a_resource(case: str) -> None:
    assert_becomes(MADE[case])


@pytest.mark.parametrize(
    ("collection", "item"),
    [
        ("/pets/", "/pets/{id}/"),
        ("/pets", "/pets/{id}/"),
        ("/pets.json", "/pets/{id}.json"),
        ("/v1/pets", "/v1/pets/{id}"),
        ("/zoos/{zoo}/pets", "/zoos/{zooId}/pets/{id}"),
        ("/pets", "/pets/:id"),
    ],
)
def test_slashes_suffixes_versions_and_names_of_parameters_do_not_matter(collection: str, item: str) -> None:
    zoo = paths(f"""
        {collection}: {{post: {{TAKES, GIVES}}}}
        "{item}": {{get: {{GIVES}}}}
    """)
    name = "zoo_pet" if "zoo" in item else "pet"
    assert operations(zoo) == {name: {"create": f"POST {collection}", "read": f"GET {item}"}}


@pytest.mark.parametrize(
    ("put", "patch", "best"),
    [
        ("TAKES", "TAKES", "PUT"),
        ("", "TAKES", "PATCH"),
        (
            "requestBody: {content: {application/json: {schema: {properties: {name: {}, age: {}, size: {}}}}}}",
            "requestBody: {content: {application/json: {schema: {allOf: [{properties: {name: {}}}]}}}}",
            "PATCH",
        ),
    ],
)
def test_the_update_is_the_one_whose_body_is_more_like_that_of_create(put: str, patch: str, best: str) -> None:
    zoo = paths(f"""
        /pets: {{post: {{TAKES, GIVES}}}}
        /pets/{{id}}: {{get: {{GIVES}}, put: {{{put}}}, patch: {{{patch}}}}}
    """)
    other = {"PUT": "PATCH", "PATCH": "PUT"}[best]
    assert operations(zoo)["pet"]["update"] == f"{best} /pets/{{id}}"
    assert reasons(zoo) == {f"{other} /pets/{{id}}": f"{best} updates it"}


def test_a_page_of_a_list_is_no_singleton() -> None:
    page = "{properties: {owls: {type: array, items: {type: string}}, total: {type: integer}}}"
    zoo = paths(f"""
        /favourites:
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {page}}}}}}}}}}}
          put: {{TAKES}}
    """)
    assert operations(zoo) == {}
    assert names(zoo) == ["favourites"]


def test_every_operation_that_is_not_used_has_a_reason() -> None:
    zoo = paths("""
        /pets: {get: {LISTS}, head: {}, delete: {}, patch: {TAKES}}
        /pets/{id}/feed: {post: {TAKES}}
        /pets/{id}/photo: {get: {responses: {'204': {}}}, delete: {}}
        /ghosts/{id}: {delete: {}}
        /words: {get: {responses: {'200': {content: {text/plain: {schema: {type: string}}}}}}}
    """)
    assert reasons(zoo) == {
        "HEAD /pets": "plays no part in a mapping",
        "DELETE /pets": "no read: GET answers with a list",
        "PATCH /pets": "no read: GET answers with a list",
        "POST /pets/{id}/feed": "an action: nothing reads back what it makes",
        "GET /pets/{id}/photo": "no success response with a schema",
        "DELETE /pets/{id}/photo": "no read: GET answers without content",
        "DELETE /ghosts/{id}": "no read: the path has no GET",
        "GET /words": "nothing of its response can be mapped",
    }


def test_what_cannot_be_mapped_is_not_proposed() -> None:
    nothing = "responses: {'200': {content: {application/json: {schema: {$ref: '#/nowhere'}}}}}"
    zoo = paths(f"""
        /pets: {{post: {{requestBody: {{$ref: '#/nowhere'}}, {nothing}}}}}
        /pets/{{id}}: {{get: {{{nothing}}}, delete: {{}}}}
        /owls/{{id}}: {{get: {{GIVES}}}}
    """)
    assert list(config(zoo)) == ["provider", "data_sources"]
    assert set(reasons(zoo).values()) == {"nothing of its response can be mapped"}


def test_swagger_2_is_read_too() -> None:
    description = api("""
        swagger: "2.0"
        info: {title: Zoo, version: "1"}
        paths: {"/pets/{id}": {get: {responses: {"200": {schema: {properties: {name: {type: string}}}}}}}}
    """)
    assert names(proposed(description)) == ["pet"]


# The text


def test_the_text_is_for_people() -> None:
    zoo = api("""
        /pets: {post: {summary: Add a pet., TAKES, GIVES}}
        /pets/{petId}:
          get:
            summary: "Get a pet\\nby its id"
            parameters:
              - {name: petId, in: path, required: true, schema: {type: integer}}
              - {name: fields, in: query, schema: {type: string}}
            GIVES
          delete: {}
        /pets/{petId}/feed: {post: {}}
    """)
    text = first_config(zoo, like="tfplugingen-openapi").text
    assert text.startswith(
        "# The generator config of a provider, proposed by `oasmap init` from openapi.yaml (Zoo 1).\n#\n"
    )
    assert text.partition("\nprovider:\n")[2] == dedent("""\
          name: zoo # the first word of every type: zoo_pet

        resources:
          # Add a pet; Get a pet by its id
          pet:
            create:
              path: /pets
              method: POST
            read:
              path: /pets/{petId}
              method: GET
            delete:
              path: /pets/{petId}
              method: DELETE
            schema:
              ignores:
                - fields # how the answer is written
              attributes:
                aliases:
                  petId: id # the identifier, which the body calls id

        data_sources:
          # Get a pet by its id
          pet:
            read:
              path: /pets/{petId}
              method: GET
            schema:
              ignores:
                - fields # how the answer is written
              attributes:
                aliases:
                  petId: id # the identifier, which the body calls id

        # Not used: 1 operation.
        #   POST    /pets/{petId}/feed  an action: nothing reads back what it makes
        """).replace("  name: zoo", "  name: zoo", 1).replace("\n\n\n", "\n\n")  # fmt: skip


@pytest.mark.parametrize(
    "path",
    ["/{id}", "{id}", "on", "null", "/a b/#c", "/a: b", "/'a'", '/"a"', "/ä\u2028\u0085b", "/a\tb", "-", "*a", "/😀"],
)
def test_any_path_can_be_read_back(path: str) -> None:
    description = Document("openapi.json", _json(path))
    documents = Documents()
    zoo = Api(documents.add(description), documents)
    proposal = proposed(zoo)
    check(zoo, proposal)
    assert [entity.part("read").path for entity in proposal.entities] == [path]
    assert yaml.safe_load(write_config(proposal)) == config(proposal)


def _json(path: str) -> bytes:
    get = {
        "summary": f"Reads {path}",
        "responses": {"200": {"content": {"a/b": {"schema": {"properties": {"x": {"type": "string"}}}}}}},
    }
    return json.dumps({"openapi": "3.0.0", "info": {"title": path}, "paths": {path: {"get": get}}}).encode()


def test_the_text_does_not_say_where_the_description_is_on_one_machine() -> None:
    documents = Documents()
    zoo = Api(documents.add(Document("/home/me/zoo.json", _json("/pets"))), documents)
    assert "`oasmap init` from zoo.json (/pets)" in write_config(proposed(zoo))


def _twins() -> dict[str, Any]:
    """What is sent and what is answered differ in spelling only, and each could be the parameter."""
    sent = {"requestBody": _answer(name="string", size="string")}
    answer = {"responses": {"200": _answer(Name="string", Size="string")}}
    parameters = [{"name": "databaseName", "in": "path", "required": True, "schema": {"type": "string"}}]
    item = {"parameters": parameters, "get": answer, "delete": {"responses": {"204": {}}}}
    paths = {"/databases": {"post": {**sent, **answer}}, "/databases/{databaseName}": item}
    return {"openapi": "3.0.0", "info": {"title": "Twins"}, "paths": paths}


@pytest.mark.parametrize(("description", "said"), [(ZOO, b"pets_by_status"), (_twins(), b"databaseName: name")])
def test_the_text_is_the_same_in_every_run(description: dict[str, Any], said: bytes) -> None:
    command = [sys.executable, "-c", PROPOSE, json.dumps(description)]
    texts = [output(command, PYTHONHASHSEED=seed).encode() for seed in ("1", "2", "3")]
    assert texts[0] == texts[1] == texts[2]
    assert said in texts[0]


def test_a_path_that_yaml_cannot_say_is_left_out() -> None:
    documents = Documents()
    zoo = Api(documents.add(Document("openapi.json", _json("/\ud800"))), documents)
    assert reasons(discover(zoo)) == {"GET /\ud800": "a config cannot name the path"}


def test_what_is_not_wanted_is_not_looked_at() -> None:
    description = api("""
        /pets/{id}: {get: {GIVES}}
        /admin/pets/{id}: {get: {GIVES}}
        /owls/{id}: {get: {GIVES}}
    """)
    zoo = first_config(
        description, "bakery", include=["*/pets/*", "/pets/{id}"], exclude=["/admin/*"], like="tfplugingen-openapi"
    ).proposal
    check(description, zoo)
    assert config(zoo) == {
        "provider": {"name": "bakery"},
        "data_sources": {"pet": {"read": {"path": "/pets/{id}", "method": "GET"}}},
    }
    assert zoo.filtered == 2
    assert "# Not looked at, as --include and --exclude say: 2 operations.\n" in write_config(zoo)


# Whatever comes in


@pytest.mark.parametrize("text", ["[]", "{}", "{openapi: 1.0.0}", "{openapi: [], paths: {}}"])
def test_what_is_no_api_description_is_refused(text: str) -> None:
    with pytest.raises(MappingError):
        discover(api(text))


@pytest.mark.parametrize(
    "part",
    [
        "paths: []",
        "paths: text",
        "paths: {/pets: []}",
        "paths: {/pets: {$ref: '#/nowhere'}}",
        "paths: {/pets: {get: []}}",
        "paths: {/pets: {get: {responses: []}}}",
        "paths: {/pets: {get: {responses: {'200': {$ref: '#/nowhere'}}}}}",
        "paths: {/pets: {get: {responses: {'200': {content: {a: {schema: []}}}}}}}",
        "paths: {'/pets/{id}': {parameters: {}, get: {tags: text, summary: [], operationId: {}}}}",
        "paths: {/pets: {post: {requestBody: {$ref: '#/nowhere'}}}, '/pets/{id}': {get: {}}}",
        "info: []",
        "info: {title: {}, version: []}",
    ],
)
def test_what_is_malformed_is_passed_over(part: str) -> None:
    description = api(f"openapi: 3.0.0\n{part}")
    proposal = discover(description)
    assert not proposal.entities or not first_config(description).proposal.entities


def test_schemas_that_contain_themselves_are_no_obstacle() -> None:
    zoo = api("""
        openapi: 3.0.0
        paths:
          /pets: {post: {requestBody: {content: {a: {schema: {$ref: '#/components/schemas/A'}}}}}}
          /pets/{id}: {get: {responses: {'200': {content: {a: {schema: {$ref: '#/components/schemas/A'}}}}}}, put: {}}
        components:
          schemas:
            A: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {id: {$ref: '#/components/schemas/B'}}}]}
            B: {properties: {a: {$ref: '#/components/schemas/A'}, b: {$ref: '#/components/schemas/B'}}}
    """)
    check(zoo, proposed(zoo))


def test_an_attribute_whose_pattern_go_cannot_compile_gets_no_validators() -> None:
    proposal = paths("""
      /ovens:
        post:
          requestBody: {content: {application/json: {schema: {properties: {name: {type: string, pattern: '^(?!x)'}}}}}}
          responses: {'201': {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}
      /ovens/{id}:
        get:
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses: {'200': {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}
    """)
    attributes = config(proposal)["resources"]["oven"]["schema"]["attributes"]
    assert attributes["overrides"]["name"]["pattern"] is None


def test_twice_as_many_bodies_of_a_schema_of_twice_as_many_parts_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        part = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
        body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Whole"}}}}
        responses = {"responses": {"200": body}}
        given = {"parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]}
        paths = {f"/zoo{n}s": {"post": {"requestBody": body, **responses}} for n in range(size)}
        paths |= {f"/zoo{n}s/{{id}}": {"get": responses, "delete": {}, **given} for n in range(size)}
        whole = {"Whole": {"allOf": [part] * size}}
        described = {"openapi": "3.1.0", "info": {}, "paths": paths, "components": {"schemas": whole}}
        documents = Documents()
        read = Api(documents.add(Document("zoo.json", json.dumps(described).encode())), documents)
        return calls(lambda: discover(read))

    assert work(80) < 2.5 * work(40)
