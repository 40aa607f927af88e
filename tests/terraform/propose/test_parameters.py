"""What makes an item, the aliases and ignores that are proposed for its parameters, and what they settle."""

import re

import pytest

from mapper.languages.hcl.literals import RESERVED_ROOT_NAMES
from mapper.systems.terraform import kinds
from mapper.systems.terraform.propose import write_config
from tests.support import first_config

from ..zoos import PET, aliases, api, config, gives, ignores, names, operations, paths, query, reasons, takes

# Aliases


@pytest.mark.parametrize(
    ("path", "properties", "expected"),
    [
        ("/charges/{charge}", "id", "id"),
        ("/payment_intents/{intent}", "id", "id"),
        ("/issues/{issueIdOrKey}", "id key", "id"),
        ("/shipping_rates/{shipping_rate_token}", "id", "id"),
        ("/spaces/{space_number}", "id number", "number"),
        ("/properties/{custom_property_name}", "property_name id", "property_name"),
        ("/workspaces/{workspace_uuid}", "uuid name", "uuid"),
        ("/members/{email}", "id", None),
        ("/seals/{seal_id}", "seal", "seal"),
        ("/charges/{charge}", "charge id", None),
    ],
)
def test_the_parameter_of_an_item_is_what_the_body_calls_it(path: str, properties: str, expected: str | None) -> None:
    parameter = path.partition("{")[2].rstrip("}")
    body = ", ".join(f"{name}: {{type: string}}" for name in properties.split())
    zoo = paths(f"""
        {path}:
          get:
            parameters: [{{name: {parameter}, in: path, required: true, schema: {{type: string}}}}]
            responses: {{'200': {{content: {{application/json: {{schema: {{properties: {{{body}}}}}}}}}}}}}
    """)
    (name,) = names(zoo)
    assert aliases(zoo, name) == ({parameter: expected} if expected else {})


@pytest.mark.parametrize(
    ("path", "description", "properties", "expected"),
    [
        ("/dogs/{dog}", "name of the dog", "id: integer, name: string", {"dog": "name"}),
        ("/dogs/{dog}", "", "id: integer, name: string", {"dog": "name"}),
        ("/dogs/{dog}", "", "id: string, name: string", {"dog": "id"}),
        ("/dogs/{dog}", "", "id: integer, mood: string", {"dog": "id"}),
        ("/dogs/{dog}", "name of the dog", "name: integer, mood: string", {}),
        ("/dogs/{dog_id}", "The name of the dog.", "id: integer, name: string", {"dog_id": "id"}),
        ("/dogs/{dog_id}", "The name of the dog.", "name: string, mood: string", {"dog_id": "name"}),
        ("/users/{username}", "", "name: string, mood: string", {"username": "name"}),
        ("/quota/groups/{quotagroup}", "", "name: string, rules: string", {"quotagroup": "name"}),
        ("/kennels/{kennelkey}", "", "hash: string, name: string", {}),
        ("/mirrors/{name}", "", "remote_name: string, display_name: string", {"name": "remote_name"}),
        ("/mirrors/{name}", "", "remote_name: string, branch_name: string", {}),
        ("/logs/{logsink_id}", "", "sink_id: string, sink_name: string", {"logsink_id": "sink_id"}),
        ("/sets/{rr_name}/{rr_type}", "", "name: string, type: string", {"rr_name": "name", "rr_type": "type"}),
        ("/pets/{external_pet_id}", "", "external_id: string, id: string", {"external_pet_id": "external_id"}),
        ("/pets/{petid}", "", "id: integer, name: string", {"petid": "id"}),
        ("/pets/{pid}", "", "id: string, name: string", {"pid": "id"}),
        ("/pets/{pet_uuid}", "", "id: string, uuid: string", {"pet_uuid": "uuid"}),
        ("/pets/{pid}", "", "pet_id: string, mood: string", {"pid": "pet_id"}),
        ("/pets/{grid}", "", "id: string, name: string", {}),
        ("/pets/{zoo_pet_id}", "", "zoo_id: string, id: string", {"zoo_pet_id": "id"}),
        ("/owls/{owlIdForNestedThings}/pets/{id}", "", "id: string", {"owlIdForNestedThings": "owl_id"}),
        ("/owls/{idForNestedThings}/pets/{id}", "", "id: string", {}),
        ("/owls/{owlIdForThings}/pets/{id}", "", "owl_id: string", {}),
        ("/pets/{external_pet_id}", "", "external_id: integer, id: string", {"external_pet_id": "id"}),
        ("/buckets/{region_id}/{bucket}", "", "region: string, bucket: string", {"region_id": "region"}),
        ("/regions/{region_id}/buckets/{id}", "", "region: integer, id: string", {}),
        ("/seals/{seal_id}", "", "seal: string, id: string", {"seal_id": "id"}),
        ("/seals/{seal_id}", "", "seal: integer", {}),
        ("/instances/{targetInstance}", "", "instance: string, id: string", {"targetInstance": "instance"}),
        ("/target_instances/{targetInstance}", "", "instance: string, id: string", {"targetInstance": "id"}),
        ("/target_names/{targetName}", "", "name: string, id: string", {"targetName": "name"}),
        ("/cages/{old_tag}", "", "tag: string, id: string", {"old_tag": "tag"}),
        ("/cages/{the_old_tag}", "", "old_tag: integer, tag: string", {"the_old_tag": "tag"}),
        ("/cages/{old_tag}", "", "tag: boolean, id: string", {}),
        ("/shops/{tag}/cages/{old_tag}", "", "tag: string, size: string", {}),
        ("/shops/{id}/cages/{cage_id}", "", "id: string, size: string", {"id": "shop_id", "cage_id": "id"}),
        ("/cages/{old_tag}", "", "tag: object, id: string", {}),
        ("/dogs/{dog}", "dog name", "id: string, name: string", {"dog": "name"}),
        ("/dogs/{dog}", "The dog''s name.", "id: string, name: string", {"dog": "name"}),
        ("/dogs/{dog}", "The cat''s name.", "id: string, name: string", {"dog": "id"}),
        ("/dogs/{dogIdOrName}", "the name of the dog", "id: string, name: string", {"dogIdOrName": "id"}),
        ("/dogs/{my_dog}", "", "id: integer, title: string", {"my_dog": "title"}),
        ("/dogs/{dog_tag}", "", "id: string, slug: string", {"dog_tag": "id"}),
        ("/dogs/{dog_tag}", "", "id: integer, slug: string", {}),
        ("/things/{thing}", "", "sid: string, uuid: string", {"thing": "uuid"}),
        ("/mirrors/{name}", "the remote name", "remote_name: string, branch_name: string", {"name": "remote_name"}),
        ("/mirrors/{name}", "", "remote_name: integer", {}),
        ("/mirrors/{label}", "", "remote_label: string", {}),
        ("/pets/{external_pet_id}", "", "external_id: boolean, name: string", {}),
        ("/pets/{猫}", "", "犬: string, id: string", {"猫": "value", ".犬": "value_2"}),
        ("/users/{username}", "", "name: integer, mood: string", {}),
        ("/mirrors/{name}", "", "full_name: string, mood: string", {}),
        ("/dogs/{nameOrTitle}", "", "name: string, id: string", {}),
        ("/dogs/{id_or_tag}", "", "id: integer, tag: string", {"id_or_tag": "id"}),
        ("/logs/{logsink_id}", "", "sinkid: string, mood: string", {}),
        ("/users/{nameForThings}/pets/{id}", "", "id: string", {}),
    ],
)
def test_types_and_descriptions_tell_a_name_from_a_number(
    path: str, description: str, properties: str, expected: dict[str, str]
) -> None:
    parameters = ", ".join(
        f"{{name: {part}, in: path, required: true, description: '{description}', schema: {{type: string}}}}"
        for part in re.findall(r"\{(\w+)", path)
    )
    body = ", ".join(
        f"{name}: {{type: {kind}}}" for name, kind in (entry.split(": ") for entry in properties.split(", "))
    )
    zoo = paths(f"""
        {path}:
          get:
            parameters: [{parameters}]
            responses: {{'200': {{content: {{application/json: {{schema: {{properties: {{{body}}}}}}}}}}}}}
    """)
    (name,) = names(zoo)
    assert aliases(zoo, name) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", {}),
        (", deprecated: true", {"name": "remote_name"}),
        (", deprecated: false", {}),
        (", description: Deprecated.", {"name": "remote_name"}),
    ],
)
def test_a_deprecated_property_is_not_what_a_parameter_means(more: str, expected: dict[str, str]) -> None:
    body = f"remote_name: {{type: string}}, branch_name: {{type: string{more}}}"
    zoo = paths(f"""
        /mirrors/{{name}}:
          get:
            parameters: [{{name: name, in: path, required: true, schema: {{type: string}}}}]
            responses: {{'200': {{content: {{application/json: {{schema: {{properties: {{{body}}}}}}}}}}}}}
    """)
    assert aliases(zoo, *names(zoo)) == expected


@pytest.mark.parametrize(
    ("asked", "answered", "is_another"),
    [("string", "integer", True), ("integer", "integer", False), ("boolean", "object", True)],
)
def test_a_query_of_another_type_than_the_property_of_its_name_is_called_otherwise(
    asked: str, answered: str, *, is_another: bool
) -> None:
    size = f"{{name: size, in: query, required: true, schema: {{type: {asked}}}}}"
    body = f"id: {{type: string}}, size: {{type: {answered}}}"
    zoo = paths(f"""
        /dogs/{{id}}:
          get:
            parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}, {size}]
            responses: {{'200': {{content: {{application/json: {{schema: {{properties: {{{body}}}}}}}}}}}}}
    """)
    assert aliases(zoo, *names(zoo)) == ({"size": "size_filter"} if is_another else {})


def test_a_parameter_without_a_type_is_not_taken_for_a_name() -> None:
    zoo = paths("""
        /dogs/{dog}:
          get:
            parameters: [{name: dog, in: path, required: true}]
            responses: {'200': {content: {application/json: {schema: {properties: {name: {type: string}}}}}}}
    """)
    assert aliases(zoo, *names(zoo)) == {}


@pytest.mark.parametrize(("parameter", "identifier"), [("integer", "integer"), ("string", "integer")])
def test_a_number_identifies_an_item_whether_its_path_has_a_number_or_a_text(parameter: str, identifier: str) -> None:
    schema = f"{{properties: {{id: {{type: {identifier}}}}}}}"
    zoo = paths(f"""
        /dogs/{{dog}}:
          get:
            parameters: [{{name: dog, in: path, required: true, schema: {{type: {parameter}}}}}]
            responses: {{'200': {{content: {{application/json: {{schema: {schema}}}}}}}}}
    """)
    assert aliases(zoo, *names(zoo)) == {"dog": "id"}


@pytest.mark.parametrize(
    ("name", "is_required"),
    [
        ("{type: string}", True),
        ("{type: string, readOnly: true}", False),
        ("{type: string, default: rex}", False),
        ("{type: string, nullable: true}", False),
        ("{type: integer}", False),
    ],
)
def test_users_have_to_name_what_is_found_by_its_name_unless_the_api_may(name: str, is_required: bool) -> None:
    body = f"{{type: object, required: [mood], properties: {{name: {name}, mood: {{type: string}}}}}}"
    zoo = paths(f"""
        /dogs:
          post:
            requestBody: {{content: {{application/json: {{schema: {body}}}}}}}
            gives[name mood]
        /dogs/{{name}}:
          get:
            parameters: [{{name: name, in: path, required: true, schema: {{type: string}}}}]
            gives[name mood]
    """)
    assert ("required # it identifies the dog, and create takes it" in write_config(zoo)) == is_required


@pytest.mark.parametrize(
    ("parameter", "is_required"),
    [
        ("{name: farm, in: query, required: true, schema: {type: string}}", True),
        ("{name: farm, in: query, schema: {type: string}}", False),
        ("{name: mood, in: query, required: true, schema: {type: string}}", False),
        ("{name: farm, in: query, required: true, schema: {type: string, enum: [home]}}", False),
    ],
    ids=["that nothing else has", "that read does not require", "that the body has, too", "that has one value"],
)
def test_users_have_to_give_what_read_requires_in_its_query(parameter: str, is_required: bool) -> None:
    zoo = paths(f"""
        /dogs:
          post:
            takes[name mood]
            gives[id name mood]
        /dogs/{{id}}:
          get:
            parameters:
              - {{name: id, in: path, required: true, schema: {{type: string}}}}
              - {parameter}
            gives[id name mood]
    """)
    assert ("required # read requires it as a parameter" in write_config(zoo)) == is_required


def test_an_identifier_is_not_what_users_send_and_no_response_repeats() -> None:
    body = "content: {application/json: {schema: {properties: {certificate: {type: string}}}}}"
    zoo = paths(f"""
        /certificates: {{post: {{requestBody: {{{body}}}}}}}
        /certificates/{{certificate_id}}:
          get:
            parameters: [{{name: certificate_id, in: path, required: true, schema: {{type: string}}}}]
            responses: {{'200': {{{body.replace("certificate", "ok")}}}}}
          delete: {{}}
    """)
    assert aliases(zoo, "certificate", "resources") == {}


def test_a_parameter_is_the_property_with_the_same_name_in_another_spelling() -> None:
    owl = "{properties: {zoo_id: {type: string}, owl-name: {type: string}, id: {type: string}}}"
    zoo = paths(f"""
        /zoos/{{zooId}}/owls/{{owlName}}:
          parameters:
            - {{name: zooId, in: path, required: true, schema: {{type: string}}}}
            - {{name: owlName, in: path, required: true, schema: {{type: string}}}}
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {owl}}}}}}}}}}}
    """)
    assert aliases(zoo, "zoo_owl") == {"zooId": "zoo_id", "owlName": "owl-name"}


def test_the_id_of_a_parent_is_not_the_id_of_the_item() -> None:
    zoo = paths("""
        /zoos/{id}/pets/{petId}:
          parameters:
            - {name: id, in: path, required: true, schema: {type: integer}}
            - {name: petId, in: path, required: true, schema: {type: integer}}
          get: {GIVES}
    """)
    assert aliases(zoo, "zoo_pet") == {"id": "zoo_id", "petId": "id"}


def test_a_parameter_of_the_path_and_of_the_query_is_one_alias() -> None:
    zoo = paths("""
        /pets: {post: {TAKES, GIVES}}
        /pets/{petId}:
          parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
          get: {parameters: [{name: petId, in: query, schema: {type: integer}}], GIVES}
    """)
    assert aliases(zoo, "pet", "resources") == {"petId": "id"}


def test_a_parameter_does_not_take_the_place_of_an_object_with_the_same_name() -> None:
    owner = "{type: object, properties: {name: {type: string}}}"
    pet = f"{{properties: {{owner: {owner}, tags: {{type: array, items: {{type: string}}}}}}}}"
    zoo = paths(f"""
        /owners/{{owner}}/pets/{{pet}}:
          parameters: [{{name: owner, in: path, required: true, schema: {{type: string}}}}]
          get:
            parameters: [{{name: tags, in: query, schema: {{type: string}}}}]
            responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}
    """)
    assert aliases(zoo, "owner_pet") == {"owner": "owner_param", "tags": "tags_filter"}


def test_a_filter_does_not_take_the_place_of_the_list() -> None:
    zoo = paths("/pets: {get: {parameters: [{name: pets, in: query, schema: {type: string}}], LISTS}}")
    assert aliases(zoo, "pets") == {"pets": "pets_filter"}


# Ignores


def test_parameters_about_the_answer_are_ignored() -> None:
    zoo = paths(f"""
        /pets: {{get: {{{query("page", "perPage", "sort_by", "colour", "direction", "exclude")}, LISTS}}}}
        /owls: {{get: {{{query("size", "colour")}, LISTS}}}}
    """)
    assert ignores(zoo, "pets") == ["page", "perPage", "sort_by", "exclude", "direction"]
    assert ignores(zoo, "owls") == []


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        ("name: page", "paging"),
        ("name: sort-by", "how the answer is written"),
        ("name: watch", "watching for changes"),
        ("name: include_secrets, type: boolean", "how much the answer has"),
        ("name: withDetails, type: boolean", "how much the answer has"),
        ("name: include_secrets", ""),
        ("name: secrets_include, type: boolean", ""),
        ("name: without, type: boolean", ""),
        ("name: page, required: true", ""),
        ("name: include_secrets, type: boolean, required: true", ""),
        ("name: size", ""),
        ("name: watch, in: header", ""),
    ],
)
def test_what_a_parameter_says_about_the_answer_is_the_reason_to_ignore_it(parameter: str, why: str) -> None:
    place = "" if "in: " in parameter else "in: query, "
    kind = "boolean" if "boolean" in parameter else "string"
    written = parameter.replace(", type: boolean", "")
    zoo = paths(f"/pets: {{get: {{parameters: [{{{place}{written}, schema: {{type: {kind}}}}}], LISTS}}}}")
    lines = [line.partition(" # ")[2] for line in write_config(zoo).splitlines() if line.startswith("        - ")]
    assert lines == ([why] if why else [])


def test_a_schema_that_says_nothing_is_no_switch() -> None:
    zoo = paths("/pets: {get: {parameters: [{name: include_all, in: query, schema: true}], LISTS}}")
    assert ignores(zoo, "pets") == []


def test_a_parameter_that_an_ignore_cannot_name_gets_another_name_first() -> None:
    zoo = paths(f"/pets: {{get: {{{query('page[size]')}, LISTS}}}}")
    assert aliases(zoo, "pets") == {"page[size]": "page_size_filter"}
    assert ignores(zoo, "pets") == ["page_size_filter"]
    zoo = paths(f"/pets: {{get: {{{query('page[size]', 'page-size')}, LISTS}}}}")
    assert ignores(zoo, "pets") == ["page_size_filter", "page_size_filter_2"]


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


@pytest.mark.parametrize(
    ("required", "expected"),
    [("[items]", ({}, ["page"])), ("[page]", ({"page": "page_filter"}, ["page_filter"]))],
)
def test_the_page_in_an_envelope_goes_with_the_parameter_unless_it_is_required(
    required: str, expected: tuple[dict[str, str], list[str]]
) -> None:
    page = f"{{required: {required}, properties: {{page: {{type: integer}}, items: {{type: array, items: {PET}}}}}}}"
    zoo = paths(f"""
        /pets:
          get:
            {query("page")}
            responses: {{'200': {{content: {{application/json: {{schema: {page}}}}}}}}}
        /pets/{{id}}: {{get: {{GIVES}}}}
    """)
    assert (aliases(zoo, "pets"), ignores(zoo, "pets")) == expected


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
    for section, ignored in (("resources", {"lifecycle"}), ("data_sources", set())):
        assert set(ignores(zoo, "pet", section)) == ignored
        found = aliases(zoo, "pet", section)
        assert found.pop(".count") == "pet_count"
        assert {"provider", "lifecycle"} - ignored <= found.keys()
        assert not set(found.values()) & RESERVED_ROOT_NAMES


def test_two_names_that_become_one_are_told_apart() -> None:
    cage = "{type: object, properties: {fooBar: {type: string}, foo_bar: {type: string}, wide: {type: string}}}"
    zoo = paths(f"""
        /cages:
          get:
            {query("from[a]", "froma")}
            responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {cage}}}}}}}}}}}
    """)
    assert ignores(zoo, "cages") == []
    assert aliases(zoo, "cages") == {"froma": "another_froma", ".cages.foo_bar": "another_foo_bar"}


def test_id_keeps_its_name_beside_another_spelling_of_it() -> None:
    pet = "{properties: {_id: {type: string}, id: {type: string}, name: {type: string}}}"
    zoo = paths(f"""
        /pets: {{post: {{requestBody: {{content: {{application/json: {{schema: {pet}}}}}}}, GIVES}}}}
        /pets/{{petId}}:
          parameters: [{{name: petId, in: path, required: true, schema: {{type: string}}}}]
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}}}
    """)
    assert aliases(zoo, "pet", "resources") == {"petId": "id", "._id": "id_value"}


def test_an_empty_name_renames_nothing_else() -> None:
    choice = "{oneOf: [{properties: {'': {type: string}, x: {type: string}}}, {properties: {y: {type: string}}}]}"
    pet = f"{{properties: {{id: {{type: string}}, ch: {choice}}}}}"
    zoo = paths(
        f"/pets/{{id}}: {{get: {{responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}}}}}"
    )
    assert aliases(zoo, "pet") == {}
    assert ignores(zoo, "pet") == ['ch.option_1.""']  # at its own path
    assert reasons(zoo) == {}


def test_what_is_only_written_is_proposed_as_sensitive_where_its_name_is_nowhere_else() -> None:
    secret = "{type: string, writeOnly: true}"
    inner = f"{{properties: {{note: {secret}}}}}"
    pet = f"{{properties: {{id: {{type: string}}, pin: {secret}, m: {inner}, note: {{type: string}}}}}}"
    zoo = api(f"""
        /pets: {{post: {{requestBody: {{content: {{application/json: {{schema: {pet}}}}}}}, GIVES}}}}
        /pets/{{id}}:
          parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
          get: {{responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}}}
    """)
    assert first_config(zoo).proposal.plan.entries["policies"]["sensitive"] == ["pin"]


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
    guess = "    create: # a guess: no POST creates it, and PUT may only change what is there\n"
    assert guess in write_config(zoo)
    answers = f"put: {{{takes('text')}, {gives('name', 'text')}}}"
    zoo = paths(f"/repos/{{name}}: {{get: {{{gives('name', 'text')}}}, {answers}, delete: {{}}}}")
    assert guess not in write_config(zoo)


@pytest.mark.parametrize(
    ("operations", "option_", "ignored"),
    [
        ("get", "name: opt, in: query", ["opt"]),
        ("get put delete post", "name: opt, in: query", ["opt"]),
        ("get put", "name: opt, in: query", []),
        ("get post", "name: opt, in: query", []),
        ("get", "name: opt, in: header", []),
        ("get", "name: opt, in: query, required: true", []),
        ("get", "name: 'opt[a]', in: query", []),
        ("get", "name: Name, in: query", []),  # which the body has
        ("get", "name: ID, in: query", []),
    ],
)
def test_an_option_of_the_answer_or_of_the_client_is_no_attribute(
    operations: str, option_: str, ignored: list[str]
) -> None:
    def option(method: str) -> str:
        listed = f"{{{option_}, schema: {{type: string}}}}" if method in operations.split() else ""
        return f"parameters: [{listed}]"

    pet = "{type: object, properties: {id: {type: integer}, name: {type: string}}}"
    takes = f"requestBody: {{content: {{application/json: {{schema: {pet}}}}}}}"
    gives = f"responses: {{'200': {{content: {{application/json: {{schema: {pet}}}}}}}}}"
    zoo = paths(f"""
        /pets:
          post: {{{option("post")}, {takes}, {gives}}}
        /pets/{{id}}:
          parameters: [{{name: id, in: path, required: true, schema: {{type: integer}}}}]
          get: {{{option("get")}, {gives}}}
          put: {{{option("put")}, {takes}, {gives}}}
          delete: {{{option("delete")}}}
    """)
    assert ignores(zoo, "pet", "resources") == ignored
    why = "read alone takes it: how the answer is written" if operations == "get" else "each operation takes it"
    assert (f"- opt # {why}\n" in write_config(zoo)) is bool(ignored)
