"""Proposing a generator config: which operations belong together, what they are called, and that it maps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

from mapper.diagnostics import UNUSED_ALIAS, UNUSED_IGNORE, MappingError, Severity
from mapper.documents import Document, Documents
from mapper.model import EntityKind, Mapping
from mapper.terraform.config import parse_config
from mapper.terraform.discover import Proposal, discover, provider_name, write_config
from mapper.terraform.discover.nouns import plural, singular, snake
from mapper.terraform.discover.proposal import config_data
from mapper.terraform.identifiers import is_identifier
from mapper.terraform.mapping import map_api
from mapper.terraform.operations import Api

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
CASES = sorted(path for folder in ("reference", "realworld", "large") for path in (CORPUS / folder).glob("*/openapi.*"))

PET = "{type: object, properties: {id: {type: integer}, name: {type: string}}}"
NEW_PET = "{type: object, required: [name], properties: {name: {type: string}}}"
TAKES = f"requestBody: {{content: {{application/json: {{schema: {NEW_PET}}}}}}}"
GIVES = f"responses: {{'200': {{content: {{application/json: {{schema: {PET}}}}}}}}}"
LISTS = f"responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {PET}}}}}}}}}}}"


def api(text: str) -> Api:
    """An API description from YAML. `TAKES`, `GIVES` and `LISTS` stand for a body, a response and a list of pets."""
    for word, value in (("TAKES", TAKES), ("GIVES", GIVES), ("LISTS", LISTS)):
        text = text.replace(word, value)
    text = dedent(text)
    if not text.lstrip().startswith(("{", "openapi", "swagger", "[")):
        text = f"openapi: 3.1.0\ninfo: {{title: Zoo, version: '1'}}\npaths:\n{text}"
    documents = Documents()
    return Api(documents.add(Document("openapi.yaml", text.encode())), documents)


def paths(text: str) -> Proposal:
    """A proposal for paths, checked: it maps, and its text says the same as its data."""
    description = api(text)
    proposal = discover(description)
    check(description, proposal)
    return proposal


def check(description: Api, proposal: Proposal) -> None:
    text = write_config(proposal)
    assert yaml.safe_load(text) == config_data(proposal.provider, proposal.entities)
    if not proposal.entities:
        return
    mapping = map_api(description, parse_config(Document("generator_config.yml", text.encode())))
    assert problems(mapping) == []
    assert len(mapping.of_kind(EntityKind.RESOURCE)) == len(proposal.of_kind(EntityKind.RESOURCE))
    assert len(mapping.of_kind(EntityKind.DATA_SOURCE)) == len(proposal.of_kind(EntityKind.DATA_SOURCE))


def problems(mapping: Mapping) -> list[str]:
    unused = (UNUSED_ALIAS, UNUSED_IGNORE)
    return [d.message for d in mapping.diagnostics if d.severity is Severity.ERROR or d.rule in unused]


def config(proposal: Proposal) -> Any:
    return config_data(proposal.provider, proposal.entities)


def operations(proposal: Proposal, kind: EntityKind = EntityKind.RESOURCE) -> dict[str, dict[str, str]]:
    """The operations of each entity: `{pet: {create: POST /pets}}`."""
    return {
        entity.name: {part.part: f"{part.method} {part.path}" for part in entity.parts}
        for entity in proposal.of_kind(kind)
    }


def names(proposal: Proposal, kind: EntityKind = EntityKind.DATA_SOURCE) -> list[str]:
    return [entity.name for entity in proposal.of_kind(kind)]


def reads(proposal: Proposal) -> dict[str, str]:
    """The path of each data source."""
    return {entity.name: entity.part("read").path for entity in proposal.of_kind(EntityKind.DATA_SOURCE)}


def schema(proposal: Proposal, name: str, section: str = "data_sources") -> Any:
    return config(proposal)[section][name].get("schema", {})


def aliases(proposal: Proposal, name: str, section: str = "data_sources") -> dict[str, str]:
    found = schema(proposal, name, section).get("attributes", {}).get("aliases", {})
    return dict(found)


def ignores(proposal: Proposal, name: str, section: str = "data_sources") -> list[str]:
    return list(schema(proposal, name, section).get("ignores", []))


def reasons(proposal: Proposal) -> dict[str, str]:
    return {f"{operation.method.upper()} {operation.path}": operation.reason for operation in proposal.unused}


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
    assert operations(zoo) == {"pet": {"create": f"POST {collection}", "read": f"GET {item}"}}


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
        ("", "", "PUT"),
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
        "cage": {
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


def test_swagger_2_is_read_too_or_refused_in_words() -> None:
    description = api("""
        swagger: "2.0"
        info: {title: Zoo, version: "1"}
        paths: {/pets/{id}: {get: {responses: {"200": {schema: {properties: {name: {type: string}}}}}}}}
    """)
    try:
        proposal = discover(description)
    except MappingError as error:
        assert "Swagger 2.0" in str(error)
    else:
        assert names(proposal) == ["pet"]


# Names


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("pets", "pet"),
        ("pet_types", "pet_type"),
        ("policies", "policy"),
        ("addresses", "address"),
        ("status", "status"),
        ("statuses", "status"),
        ("series", "series"),
        ("analyses", "analysis"),
        ("children", "child"),
        ("people", "person"),
        ("indices", "index"),
        ("indexes", "index"),
        ("boxes", "box"),
        ("branches", "branch"),
        ("caches", "cache"),
        ("databases", "database"),
        ("houses", "house"),
        ("aliases", "alias"),
        ("archives", "archive"),
        ("shelves", "shelf"),
        ("gpus", "gpu"),
        ("apis", "api"),
        ("uris", "uri"),
        ("schemas", "schema"),
        ("keys", "key"),
        ("sizes", "size"),
        ("movies", "movie"),
        ("heroes", "hero"),
        ("videos", "video"),
        ("dns", "dns"),
        ("kubernetes", "kubernetes"),
        ("data", "data"),
        ("ids", "id"),
        ("vpcs", "vpc"),
    ],
)
def test_singular_and_plural(many: str, one: str) -> None:
    assert singular(many) == one
    assert singular(one) == one
    assert plural(many) == many
    assert singular(plural(one)) == one


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("petTypes", "pet_types"),
        ("PetTypes", "pet_types"),
        ("pet-types", "pet_types"),
        ("OAuthApps", "o_auth_apps"),
        ("S3Buckets", "s3_buckets"),
        ("VPCs", "vpcs"),
        ("ipv4", "ipv4"),
        ("Größe", "groe"),
        ("café", "cafe"),
        ("猫", ""),
    ],
)
def test_words_in_any_spelling(text: str, expected: str) -> None:
    assert snake(text) == expected


def test_a_name_is_as_short_as_it_can_be() -> None:
    zoo = paths("""
        /api/v1/orgs/{org}/zoos/{zoo}/pets/{pet}: {get: {GIVES}}
        /api/v1/orgs/{org}/zoos/{zoo}/pets: {get: {LISTS}}
        /rest/2024-01-31/store/order: {get: {LISTS}}
        /rest/2024-01-31/store/order/{orderId}: {get: {GIVES}}
        /settings: {get: {GIVES}}
    """)
    assert names(zoo) == ["pet", "pets", "orders", "order", "settings"]


def test_the_noun_before_comes_in_front_where_two_have_the_same_name() -> None:
    zoo = paths("""
        /teams/{team}: {get: {GIVES}}
        /orgs/{org}/teams/{team}: {get: {GIVES}}
        /projects/{project}/teams/{team}: {get: {GIVES}}
    """)
    assert reads(zoo) == {
        "team": "/teams/{team}",
        "org_team": "/orgs/{org}/teams/{team}",
        "project_team": "/projects/{project}/teams/{team}",
    }


def test_a_resource_keeps_the_short_name() -> None:
    zoo = paths("""
        /watch/pets/{id}: {get: {GIVES}}
        /zoos/{zoo}/pets: {post: {TAKES}, get: {LISTS}}
        /zoos/{zoo}/pets/{id}: {get: {GIVES}}
        /stats/pets: {get: {LISTS}}
    """)
    assert list(operations(zoo)) == ["pet"]
    assert reads(zoo) == {
        "watch_pet": "/watch/pets/{id}",
        "pets": "/zoos/{zoo}/pets",
        "pet": "/zoos/{zoo}/pets/{id}",
        "stats_pets": "/stats/pets",
    }


def test_versions_parameters_tags_and_operation_ids_break_ties() -> None:
    zoo = paths("""
        /v1/pets/{id}: {get: {GIVES}}
        /v2/pets/{id}: {get: {GIVES}}
        /owls/{name}: {get: {GIVES}, delete: {}}
        /owls/{name}/{year}: {get: {GIVES}}
        /api/cats: {get: {tags: [house], GIVES}}
        /rest/cats: {get: {tags: [wild], GIVES}}
        /dogs: {get: {GIVES}}
        /api/dogs: {get: {operationId: findOtherDogs, GIVES}}
        /rest/dogs: {get: {GIVES}}
    """)
    assert names(zoo) == [
        "pet", "pet_v2", "owl", "owl_by_year", "cats", "wild_cats", "dogs", "other_dogs", "dogs_2"
    ]  # fmt: skip


def test_verbs_are_no_names() -> None:
    zoo = paths("""
        /pet/findByStatus: {get: {LISTS}}
        /pet/search: {get: {GIVES}}
        /getWeather: {get: {GIVES}}
    """)
    assert names(zoo) == ["pets_by_status", "pet_search", "weather"]


def test_a_list_is_never_called_like_its_items() -> None:
    zoo = paths("""
        /series: {get: {LISTS}}
        /series/{id}: {get: {GIVES}}
        /lifecycle: {get: {LISTS}}
    """)
    assert names(zoo) == ["series_list", "series", "lifecycles"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/2fa", "two_fa"),
        ("/1-clicks", "one_clicks"),
        ("/404s/{id}", "item_404"),
        ("/{bucketId}", "bucket"),
        ("/", "root"),
        ("/猫", "root"),
        ("/on/{id}", "on"),
        ("/null/{id}", "null"),
        ("/v1/{x}", "x"),
        ("/pets/{id}:archive", "pet_archive"),
        ("/a..b", "a_b"),
    ],
)
def test_a_name_is_always_an_identifier(path: str, name: str) -> None:
    zoo = paths(f'"{path}": {{get: {{GIVES}}}}')
    assert names(zoo) in ([name], [name.removeprefix("pet_")])
    assert is_identifier(name)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Swagger Petstore - OpenAPI 3.0", "petstore"),
        ("GitHub v3 REST API", "github"),
        ("DigitalOcean API", "digitalocean"),
        ("Public Zoo Service", "zoo"),
        ("2Captcha", "captcha"),
        ("API v2", "example"),
        ("", "example"),
        ("猫", "example"),
    ],
)
def test_the_provider_is_called_like_the_api(title: str, name: str) -> None:
    assert provider_name(title) == name


# Aliases


def test_the_parameter_of_an_item_is_its_id() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{petId}:
          get: {parameters: [{name: petId, in: path, required: true, schema: {type: integer}}], GIVES}
        /owls/{owlName}:
          get: {parameters: [{name: owlName, in: path, required: true, schema: {type: string}}], GIVES}
        /cats/{tag}:
          get: {parameters: [{name: tag, in: path, required: true, schema: {type: string}}], GIVES}
    """)
    assert aliases(zoo, "pet", "resources") == {"petId": "id"}
    assert aliases(zoo, "pet") == {"petId": "id"}
    assert aliases(zoo, "owl") == {"owlName": "name"}
    assert aliases(zoo, "cat") == {}


def test_a_parameter_is_the_property_with_the_same_name_in_another_spelling() -> None:
    owl = "{properties: {zoo_id: {type: string}, owl-name: {type: string}, id: {type: string}}}"
    zoo = paths(f"""
        /zoos/{{zooId}}/owls/{{owlName}}:
          parameters:
            - {{name: zooId, in: path, required: true, schema: {{type: string}}}}
            - {{name: owlName, in: path, required: true, schema: {{type: string}}}}
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {owl}}}}}}}}}}}
    """)
    assert aliases(zoo, "owl") == {"zooId": "zoo_id", "owlName": "owl-name"}


def test_the_id_of_a_parent_is_not_the_id_of_the_item() -> None:
    zoo = paths("""
        /zoos/{id}/pets/{petId}:
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
            - {name: petId, in: path, required: true, schema: {type: integer}}
          get: {GIVES}
    """)
    assert aliases(zoo, "pet") == {"id": "zoo_id", "petId": "id"}


def test_a_parameter_does_not_take_the_place_of_an_object_with_the_same_name() -> None:
    pet = "{properties: {owner: {type: object, properties: {name: {type: string}}}, tags: {type: array, items: {type: string}}}}"
    zoo = paths(f"""
        /owners/{{owner}}/pets/{{pet}}:
          parameters: [{{name: owner, in: path, required: true, schema: {{type: string}}}}]
          get:
            parameters: [{{name: tags, in: query, schema: {{type: string}}}}]
            responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}
    """)
    assert aliases(zoo, "pet") == {"owner": "owner_param", "tags": "tags_filter"}


def test_a_filter_does_not_take_the_place_of_the_list() -> None:
    zoo = paths("/pets: {get: {parameters: [{name: pets, in: query, schema: {type: string}}], LISTS}}")
    assert aliases(zoo, "pets") == {"pets": "pets_filter"}


# Ignores


def query(*parameters: str) -> str:
    listed = ", ".join(f"{{name: '{name}', in: query, schema: {{type: integer}}}}" for name in parameters)
    return f"parameters: [{listed}]"


def test_parameters_about_the_answer_are_ignored() -> None:
    zoo = paths(f"""
        /pets: {{get: {{{query("page", "perPage", "sort_by", "colour", "direction")}, LISTS}}}}
        /owls: {{get: {{{query("size", "colour")}, LISTS}}}}
    """)
    assert ignores(zoo, "pets") == ["page", "perPage", "sort_by", "direction"]
    assert ignores(zoo, "owls") == []


def test_a_parameter_that_an_ignore_cannot_name_gets_another_name_first() -> None:
    zoo = paths(f"/pets: {{get: {{{query('page[size]')}, LISTS}}}}")
    assert aliases(zoo, "pets") == {"page[size]": "page_size_filter"}
    assert ignores(zoo, "pets") == ["page_size_filter"]


def test_a_property_is_not_ignored_along_with_a_parameter() -> None:
    budget = "{type: object, properties: {limit: {type: integer}, fields: {type: string}}}"
    zoo = paths(f"""
        /budgets:
          get:
            {query("limit")}
            responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {budget}}}}}}}}}}}
        /budgets/{{id}}:
          get:
            {query("fields")}
            responses: {{'200': {{content: {{application/json: {{schema: {budget}}}}}}}}}
    """)
    assert (aliases(zoo, "budgets"), ignores(zoo, "budgets")) == ({"limit": "limit_filter"}, ["limit_filter"])
    assert (aliases(zoo, "budget"), ignores(zoo, "budget")) == ({"fields": "fields_filter"}, ["fields_filter"])


def test_the_page_in_an_envelope_goes_with_the_parameter() -> None:
    page = f"{{properties: {{page: {{type: integer}}, items: {{type: array, items: {PET}}}}}}}"
    zoo = paths(f"""
        /pets:
          get:
            {query("page")}
            responses: {{'200': {{content: {{application/json: {{schema: {page}}}}}}}}}
        /pets/{{id}}: {{get: {{GIVES}}}}
    """)
    assert (aliases(zoo, "pets"), ignores(zoo, "pets")) == ({}, ["page"])


# What maps with an error at first


def test_names_that_terraform_keeps_for_itself_are_avoided() -> None:
    pet = "{properties: {count: {type: integer}, provider: {type: string}, name: {type: string}}}"
    zoo = paths(f"""
        /pets/{{provider}}:
          get:
            parameters:
              - {{name: provider, in: path, required: true, schema: {{type: string}}}}
              - {{name: lifecycle, in: query, schema: {{type: string}}}}
            responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}
          put: {{requestBody: {{content: {{application/json: {{schema: {pet}}}}}}}}}
          delete: {{}}
    """)
    for section in ("resources", "data_sources"):
        assert ignores(zoo, "pet", section) == ["count", "provider"]
        assert aliases(zoo, "pet", section) == {"provider": "provider_param", "lifecycle": "lifecycle_filter"}


def test_two_names_that_become_one_are_told_apart() -> None:
    cage = "{type: object, properties: {fooBar: {type: string}, foo_bar: {type: string}, wide: {type: string}}}"
    zoo = paths(f"""
        /cages:
          get:
            {query("from[a]", "froma")}
            responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {cage}}}}}}}}}}}
    """)
    assert ignores(zoo, "cages") == ["foo_bar"]
    assert aliases(zoo, "cages") == {"froma": "froma_filter"}


def test_what_a_config_cannot_name_is_solved_another_way() -> None:
    first = "{properties: {a_b: {type: string}, a_-b: {type: string}}}"
    second = "{properties: {c: {type: object, properties: {'a-b': {type: string}, 'a+b': {type: string}}}, d: {type: string}}}"
    third = "{properties: {'a-b': {type: string}, 'a+b': {type: string}}}"
    zoo = paths(
        "\n".join(
            f"/{name}: {{get: {{responses: {{'200': {{content: {{application/json: {{schema: {body}}}}}}}}}}}}}"
            for name, body in (("first", first), ("second", second), ("third", third))
        )
    )
    assert ignores(zoo, "first") == ["a_b"]
    assert ignores(zoo, "second") == ["c"]
    assert reasons(zoo) == {"GET /third": "'a-b' and 'a+b' both become 'ab', and a config cannot name either"}


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
    text = write_config(discover(zoo))
    assert text.startswith("# The generator config of a provider, proposed by `oasmap init` from openapi.yaml (Zoo 1).\n#\n")
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
                  petId: id # the property id, with the noun in front

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
                  petId: id # the property id, with the noun in front

        # Not used: 1 operation.
        #   POST    /pets/{petId}/feed  an action: nothing reads back what it makes
        """).replace("  name: zoo", "  name: zoo", 1).replace("\n\n\n", "\n\n")  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/{id}", "{id}", "on", "null", "/a b/#c", "/a: b", "/'a'", '/"a"', "/ä\u2028\u0085b", "/a\tb", "-", "*a", "/😀"]
)
def test_any_path_can_be_read_back(path: str) -> None:
    description = Document("openapi.json", _json(path))
    documents = Documents()
    zoo = Api(documents.add(description), documents)
    proposal = discover(zoo)
    check(zoo, proposal)
    assert [entity.part("read").path for entity in proposal.entities] == [path]


def _json(path: str) -> bytes:
    import json

    get = {
        "summary": f"Reads {path}",
        "responses": {"200": {"content": {"a/b": {"schema": {"properties": {"x": {"type": "string"}}}}}}},
    }
    return json.dumps({"openapi": "3.0.0", "info": {"title": path}, "paths": {path: {"get": get}}}).encode()


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
    zoo = discover(description, "bakery", include=["*/pets/*", "/pets/{id}"], exclude=["/admin/*"])
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
        "paths: {/pets/{id}: {parameters: {}, get: {tags: text, summary: [], operationId: {}}}}",
        "paths: {/pets: {post: {requestBody: {$ref: '#/nowhere'}}}, '/pets/{id}': {get: {}}}",
        "info: []",
        "info: {title: {}, version: []}",
    ],
)
def test_what_is_malformed_is_passed_over(part: str) -> None:
    assert discover(api(f"openapi: 3.0.0\n{part}")).entities == ()


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
    check(zoo, discover(zoo))


def corpus() -> Iterator[Any]:
    for path in CASES:
        yield pytest.param(path, id=f"{path.parent.parent.name}/{path.parent.name}")


@pytest.mark.skipif(not CASES, reason="the corpus is not here")
@pytest.mark.parametrize("path", corpus())
def test_what_is_proposed_for_a_real_api_maps_without_an_error(path: Path) -> None:
    documents = Documents(path.parent, path.parent)
    description = Api(documents.load(path), documents)
    proposal = discover(description)
    check(description, proposal)
    for kind in EntityKind:
        found = [entity.name for entity in proposal.of_kind(kind)]
        assert len(set(found)) == len(found)
        assert all(map(is_identifier, found))
    assert write_config(discover(description)) == write_config(proposal)
