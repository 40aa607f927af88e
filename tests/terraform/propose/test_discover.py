"""Proposing a generator config: which operations belong together, what is written, and that it maps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Documents
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, losses
from mapper.request import Proposing
from mapper.terraform import kinds, read_api
from mapper.terraform.config.config import parse_config
from mapper.terraform.identifiers import is_identifier
from mapper.terraform.map import map_api
from mapper.terraform.openapi.operations import Api
from mapper.terraform.propose import discover, first_config, write_config
from mapper.terraform.read import Options

from ..zoos import api, check, config, names, operations, paths, proposed, reads, reasons

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
FOLDERS = ("reference", "realworld", "large")
# several cases have one description, and so one size
CASES = sorted(
    {path.stat().st_size: path for folder in FOLDERS for path in sorted((CORPUS / folder).glob("*/openapi.*"))}.values()
)

PROPOSE = """\
import sys
from mapper.inputs import Document, Documents
from mapper.terraform.propose import first_config
from mapper.terraform.openapi.operations import Api
documents = Documents()
print(first_config(Api(documents.add(Document("zoo.json", sys.argv[1].encode())), documents)).text)
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


def test_post_on_a_collection_and_get_on_an_item_make_a_resource() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}, get: {LISTS}}
        /pets/{petId}: {get: {GIVES}, put: {TAKES}, delete: {}}
    """)
    assert operations(zoo) == {
        "pet": {
            "create": "POST /pets",
            "read": "GET /pets/{petId}",
            "update": "PUT /pets/{petId}",
            "delete": "DELETE /pets/{petId}",
        }
    }
    assert list(operations(zoo)["pet"]) == ["create", "read", "update", "delete"]
    assert reads(zoo) == {"pets": "/pets", "pet": "/pets/{petId}"}
    assert zoo.unused == ()


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


def test_methods_of_an_item_may_stand_on_paths_that_name_the_parameter_in_other_words() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{petId}: {get: {GIVES}}
        /pets/{id}: {put: {TAKES}, get: {GIVES}}
    """)
    assert operations(zoo)["pet"]["update"] == "PUT /pets/{id}"
    assert reasons(zoo) == {"GET /pets/{id}": "of the same shape as /pets/{petId}"}


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


def test_what_takes_no_body_updates_nothing() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, patch: {}, delete: {}}
    """)
    assert list(operations(zoo)["pet"]) == ["create", "read", "delete"]


def test_post_on_an_item_updates_where_nothing_else_does() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, post: {TAKES}}
    """)
    assert operations(zoo)["pet"]["update"] == "POST /pets/{id}"


def test_put_on_the_collection_updates_where_it_takes_the_same_body() -> None:
    other = "requestBody: {content: {application/json: {schema: {properties: {food: {type: string}}}}}}"
    zoo = paths(f"""
        /pets: {{post: {{TAKES, GIVES}}, put: {{TAKES}}}}
        /pets/{{id}}: {{get: {{GIVES}}}}
        /owls: {{post: {{TAKES, GIVES}}, put: {{{other}}}}}
        /owls/{{id}}: {{get: {{GIVES}}}}
    """)
    assert operations(zoo)["pet"]["update"] == "PUT /pets"
    assert "update" not in operations(zoo)["owl"]
    assert reasons(zoo) == {"PUT /owls": "concerns the whole collection"}


def test_put_makes_an_item_that_has_no_collection_to_post_to() -> None:
    zoo = paths("""
        /pets/{name}: {get: {GIVES}, put: {TAKES}, delete: {}}
        /owls/{name}: {get: {GIVES}, put: {TAKES}}
    """)
    assert operations(zoo) == {
        "pet": {
            "create": "PUT /pets/{name}",
            "read": "GET /pets/{name}",
            "update": "PUT /pets/{name}",
            "delete": "DELETE /pets/{name}",
        }
    }
    assert reasons(zoo) == {"PUT /owls/{name}": "no create: neither POST nor PUT makes one"}


def test_an_item_may_be_made_in_the_collection_of_its_parent() -> None:
    zoo = paths("""
        /zoos/{zoo}/pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, delete: {}}
    """)
    assert operations(zoo)["pet"]["create"] == "POST /zoos/{zoo}/pets"


def test_an_item_is_not_made_in_one_of_several_other_collections() -> None:
    zoo = paths("""
        /zoos/{zoo}/pets: {post: {TAKES, GIVES}}
        /farms/{farm}/pets: {post: {TAKES, GIVES}}
        /pets/{id}: {get: {GIVES}, delete: {}}
    """)
    assert operations(zoo) == {}
    assert set(reasons(zoo)) == {"POST /zoos/{zoo}/pets", "POST /farms/{farm}/pets", "DELETE /pets/{id}"}


def test_a_singleton_is_made_with_put_if_that_has_a_body() -> None:
    zoo = paths("""
        /settings: {get: {GIVES}, put: {TAKES}, patch: {TAKES}}
        /switch: {get: {GIVES}, put: {}}
    """)
    assert operations(zoo) == {
        "settings": {"create": "PUT /settings", "read": "GET /settings", "update": "PUT /settings"}
    }
    assert names(zoo) == ["settings", "switch"]
    assert reasons(zoo) == {"PATCH /settings": "PUT updates it", "PUT /switch": "no request body"}


def test_a_singleton_with_post_is_made_with_that() -> None:
    zoo = paths("/pets/{id}/cage: {get: {GIVES}, post: {TAKES}, delete: {}}")
    assert operations(zoo) == {
        "pet_cage": {
            "create": "POST /pets/{id}/cage",
            "read": "GET /pets/{id}/cage",
            "delete": "DELETE /pets/{id}/cage",
        }
    }


def test_a_page_of_a_list_is_no_singleton() -> None:
    page = "{properties: {owls: {type: array, items: {type: string}}, total: {type: integer}}}"
    zoo = paths(f"""
        /favourites:
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {page}}}}}}}}}}}
          put: {{TAKES}}
    """)
    assert operations(zoo) == {}
    assert names(zoo) == ["favourites"]


def test_a_list_alone_is_a_data_source_only() -> None:
    zoo = paths("/pets: {get: {LISTS}, post: {TAKES, GIVES}}")
    assert operations(zoo) == {}
    assert reads(zoo) == {"pets": "/pets"}
    assert reasons(zoo) == {"POST /pets": "no read: GET does not read one of what it makes"}


def test_an_item_that_answers_with_a_list_is_no_resource() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{status}: {get: {LISTS}}
    """)
    assert operations(zoo) == {}
    assert reads(zoo) == {"pets_by_status": "/pets/{status}"}


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
        "DELETE /pets/{id}/photo": "no create: neither POST nor PUT makes one",
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
    text = write_config(proposed(zoo))
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
    texts = []
    for seed in ("1", "2", "3"):
        run = subprocess.run(
            [sys.executable, "-c", PROPOSE, json.dumps(description)],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        texts.append(run.stdout)
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


@pytest.mark.corpus
@pytest.mark.skipif(not CASES, reason="the corpus is not here")
@pytest.mark.parametrize("path", CASES, ids=[f"{path.parent.parent.name}/{path.parent.name}" for path in CASES])
def test_what_is_proposed_for_a_real_api_maps_without_an_error(path: Path) -> None:
    documents = Documents(path.parent, path.parent)
    description = Api(documents.load(path), documents)
    proposal = proposed(description)
    check(description, proposal)
    for kind in kinds.KINDS:
        found = [entity.name for entity in proposal.of_kind(kind)]
        assert len(set(found)) == len(found)
        assert all(map(is_identifier, found))


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
    schema = config(proposal)["resources"]["oven"]["schema"]
    assert schema == {"attributes": {"overrides": {"name": {"pattern": None}}}}


def test_what_a_policy_keeps_is_settled_by_the_next_policy() -> None:
    """Variants are kept, and two of them have nested attributes of one name, which only longer Go types tell apart."""
    gas = "{type: object, properties: {source: {type: object, properties: {pipe: {type: string}}}}}"
    electric = "{type: object, properties: {source: {type: object, properties: {volts: {type: integer}}}}}"
    oven = f"{{type: object, properties: {{id: {{type: string}}, heat: {{oneOf: [{gas}, {electric}]}}}}}}"
    proposal = paths(f"""
      /ovens:
        post:
          requestBody: {{content: {{application/json: {{schema: {oven}}}}}}}
          responses: {{'201': {{content: {{application/json: {{schema: {oven}}}}}}}}}
      /ovens/{{id}}:
        get:
          parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
          responses: {{'200': {{content: {{application/json: {{schema: {oven}}}}}}}}}
    """)
    assert names(proposal, kinds.RESOURCE) == ["oven"]
    assert config(proposal)["policies"] == {"one_of": "variants", "nested_names": "path"}


LARGE = Path(__file__).parents[4] / "shared" / "corpus" / "large"


@pytest.mark.corpus
@pytest.mark.skipif(not LARGE.is_dir(), reason="the descriptions are not here")
@pytest.mark.parametrize("name", ["museum", "train-travel", "adyen-management-yaml", "jira"])
def test_what_is_proposed_has_no_warning(name: str) -> None:
    spec = next(LARGE.joinpath(name).glob("openapi.*"))
    text = system_named("terraform").propose(Proposing(spec, None, (), (), (), (), None)).text
    mapping = map_api(read_api(spec, Options(None)), parse_config(Document("generator_config.yml", text.encode())))
    assert losses(mapping.diagnostics) == []
    assert mapping.entities
