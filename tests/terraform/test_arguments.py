"""Which attribute fills each place of each call, and what is said where nothing does."""

from typing import Any

import pytest
import yaml

from mapper.languages.hcl.parser import read_hcl
from mapper.model import Argument, Place, Purpose, Scalar
from mapper.report.diagnostic import Severity
from mapper.systems.terraform.rules import (
    NEVER_RETURNED,
    NO_IDENTITY,
    OTHER_TYPES,
    POLICY,
    UNFILLED,
    UNFILLED_PARAMETER,
    UNTYPED_IN_PATH,
    UNUSED_ALIAS,
)
from mapper.systems.terraform.spec.example import import_hint
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..support import Mapped, map_texts

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
DOG = {"id": TEXT, "name": TEXT}


def thing(required: str = "", **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required.split(), "properties": properties}


def body(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def parameters(path: str, **types: Any) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": types.get(name, TEXT)} for name in names]


def dog(
    create: str = "/dogs",
    item: str = "/dogs/{id}",
    *,
    request: Any = None,
    response: Any = None,
    read: Any = None,
    update: Any = None,
    schema: str = "{}",
    policies: str = "{}",
    create_more: Any = (),
    read_more: Any = (),
    delete_more: Any = (),
    item_types: Any = None,
    headers: Any = None,
    bodies: str = "",
    of_item: str = "{}",
) -> Mapped:
    """A resource that is created at one path and read at another. Bodies are schemas; responses have all of a dog.

    `bodies` is what the config says of those of create, `of_item` of those of read and update.
    """
    response = thing(**DOG) if response is None else response
    post: dict[str, Any] = {"requestBody": body(request or thing(name=TEXT))}
    post["parameters"] = [*parameters(create), *create_more]
    post["responses"] = {"201": {**(body(response) if response else {}), "headers": headers or {}}}
    of_path: dict[str, Any] = {
        "parameters": parameters(item, **(item_types or {})),
        "get": {"parameters": [*read_more], "responses": {"200": body(read or response or thing(**DOG))}},
        "delete": {"parameters": [*delete_more], "responses": {}},
    }
    if update is not None:
        of_path["put"] = {"requestBody": body(update)}
    paths = {create: {"post": post}, item: of_path} if create != item else {item: {**of_path, "post": post}}
    chosen = of_item.strip("{}") and f", {of_item[1:-1]}"
    put = f"update: {{path: '{item}', method: PUT{chosen}}}" if update is not None else ""
    config = f"""
        provider: {{name: zoo}}
        policies: {policies}
        resources:
          dog:
            create: {{path: '{create}', method: POST{bodies}}}
            read: {{path: '{item}', method: GET{chosen}}}
            {put}
            delete: {{path: '{item}', method: DELETE}}
            schema: {schema}
    """
    return map_texts(yaml.safe_dump({"openapi": "3.0.3", "paths": paths}), config)


def arguments(mapped: Mapped, purpose: Purpose, place: Place = Place.PATH) -> dict[str, Argument]:
    operation = mapped.entity.operation(purpose)
    assert operation is not None
    return {argument.name: argument for argument in operation.arguments if argument.place is place}


def filled(mapped: Mapped, purpose: Purpose, place: Place = Place.PATH) -> dict[str, str]:
    """The parameters of a call, each with its attribute and who gives its value."""
    found = arguments(mapped, purpose, place)
    return {name: f"{a.attribute or '-'} {a.supply}" for name, a in found.items()}


def query(name: str, required: bool = True, place: str = "query", **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required, "schema": {**TEXT, **schema}}


def test_the_object_is_found_again_by_what_create_returns() -> None:
    mapped = dog(item="/dogs/{id}", update=thing(name=TEXT))
    assert filled(mapped, Purpose.CREATE) == {}
    for purpose in (Purpose.READ, Purpose.UPDATE, Purpose.DELETE):
        assert filled(mapped, purpose) == {"id": "id returned"}
    (identity,) = mapped.entity.identity
    assert (identity.attribute, identity.response, identity.pointer) == ("id", "create", "/id")


@pytest.mark.parametrize(
    ("create", "item", "of_create", "of_item"),
    [
        ("/farms/{farm_id}/dogs", "/farms/{farm_id}/dogs/{id}", "farm_id", {"farm_id": "farm_id", "id": "id"}),
        ("/farms/{farm}/dogs", "/farms/{farm_id}/dogs/{id}", "farm_id", {"farm_id": "farm_id", "id": "id"}),
        ("/v1/farms/{farm}/dogs", "/v2/farms/{farm_id}/dogs/{id}", "farm_id", {"farm_id": "farm_id", "id": "id"}),
        ("/farms/{farm_id}/dogs", "/dogs/{id}", "farm_id", {"id": "id"}),
        ("/farms/{id}/dogs", "/dogs/{id}", "farm_id", {"id": "id"}),
        ("/farms/{uuid}/dogs", "/dogs/{uuid}", "farm_uuid", {"uuid": "uuid"}),
        ("/farms/{id}/dogs#one", "/dogs/{id}", "farm_id", {"id": "id"}),
    ],
)
def test_a_parameter_is_known_by_its_place(create: str, item: str, of_create: str, of_item: dict[str, str]) -> None:
    mapped = dog(create, item, response=thing(**DOG, uuid=TEXT), policies="{parent_parameters: required}")
    (parent,) = arguments(mapped, Purpose.CREATE).values()
    assert parent.attribute == of_create
    assert mapped.status(of_create) == "required"
    assert {name: a.attribute for name, a in arguments(mapped, Purpose.READ).items()} == of_item
    assert [d for d in mapped.mapping.diagnostics if d.severity is Severity.WARNING] == []


def test_a_parent_with_a_default_may_be_left_out_and_another_one_replaces() -> None:
    policies = "{parent_parameters: required, replace: infer, not_required: infer}"
    create, item = "/farms/{farm}/dogs", "/farms/{farm}/dogs/{id}"
    mapped = dog(create, item, item_types={"farm": {**TEXT, "default": "main"}}, policies=policies)
    assert mapped.status("farm") == "computed_optional"
    assert any("its default says where the resource is" in d.text for d in mapped.diagnostics(POLICY))
    assert "RequiresReplaceIfConfigured()" in str(mapped["farm"])
    assert '"main"' in str(mapped["farm"]).replace("'", '"')
    assert filled(mapped, Purpose.CREATE) == {"farm": "farm configured"}


def test_a_parent_is_required_though_the_request_says_that_it_is_read_only() -> None:
    request = thing(farm_id={**TEXT, "readOnly": True}, name=TEXT)
    policies = "{parent_parameters: required, read_only: computed, replace: infer}"
    mapped = dog("/farms/{farm_id}/dogs", "/farms/{farm_id}/dogs/{id}", request=request, policies=policies)
    assert mapped.status("farm_id") == "required"
    assert "RequiresReplace()" in str(mapped["farm_id"])


@pytest.mark.parametrize(
    ("item", "types", "request_", "response", "description", "expected"),
    [
        ("/dogs/{dog_id}", {}, None, thing(id=TEXT), "", "dog_id returned /id"),
        ("/dogs/{dog_id}", {}, None, thing(id=NUMBER), "", "dog_id returned /id"),
        ("/dogs/{dog}", {}, thing("name", name=TEXT), thing(id=NUMBER, name=TEXT), "its name", "name configured"),
        ("/dogs/{slug}", {}, thing(title=TEXT), thing(id=NUMBER, slug=TEXT), "", "slug returned /slug"),
        ("/dogs/{dog}", {}, thing(mood=TEXT), thing(id=NUMBER), "", "dog missing"),  # a text is no number
        ("/dogs/{dog_id}", {}, None, thing(dog=thing(id=TEXT)), "", "dog_id returned /dog/id"),
        ("/dogs/{name}", {}, thing(metadata=thing(name=TEXT)), thing(metadata=thing(name=TEXT)), "",
         "metadata.name configured"),
        ("/dogs/{id}", {}, None, thing(dog=thing(id=TEXT)), "", "id returned /dog/id"),
        ("/dogs/{dog}", {}, thing(mood=TEXT), thing(id=TEXT), "", "dog returned /id"),
        ("/dogs/{dog_id}", {}, None, thing(metadata=thing(id=TEXT)), "", "dog_id returned /metadata/id"),
        ("/dogs/{dog_id}", {}, None, thing(creator=thing(id=TEXT)), "", "dog_id missing"),
        ("/dogs/{dog}", {}, thing(mood=TEXT), thing(creator=thing(name=TEXT)), "its name", "dog missing"),
        ("/dogs/{dog_id}", {}, None, thing(ok=TEXT), "", "dog_id missing"),
    ],
)  # fmt: skip
def test_the_identity_is_what_words_and_types_say(
    item: str, types: Any, request_: Any, response: Any, description: str, expected: str
) -> None:
    mapped = dog(item=item, request=request_, response=response, read=thing(mood=TEXT))
    if description:
        text = mapped.sources[0].replace("in: path\n", f"in: path\n      description: {description}\n")
        mapped = map_texts(text, mapped.sources[1])
    (argument,) = arguments(mapped, Purpose.READ).values()
    pointers = [identity.pointer for identity in mapped.entity.identity]
    assert " ".join([str(argument.attribute), argument.supply, *map(str, pointers)]) == expected


FORMS: dict[str, tuple[str, Any, Any, str, str | None]] = {
    "in an object with the name of the parameter": (
        "/dogs/{owner}", thing(mood=TEXT), thing(owner=thing(login=TEXT, id=NUMBER)), "owner.login", "/owner/login"),
    "without the words that say how": (
        "/dogs/{roleIdOrLabel}", thing("role", role=TEXT), thing(), "role", None),
    "not by a number": ("/dogs/{roleIdOrLabel}", thing("role", role=NUMBER), thing(), "role_id_or_label", None),
    "not by what none gives": ("/dogs/{roleIdOrLabel}", thing(a=TEXT), thing(role=TEXT), "role_id_or_label", None),
    "in each of several variants": (
        "/dogs/{id}", thing(mood=TEXT), {"oneOf": [thing(id=TEXT, a=TEXT) | {"title": "A"},
        thing(id=TEXT, b=TEXT) | {"title": "B"}]}, "id", "/id"),
    "returned under another name than the optional one that is sent": (
        "/dogs/{dog_id}", thing(dog_id=TEXT), thing(id=TEXT), "id", "/id"),
    "not returned, though another one that may be sent is": (
        "/dogs/{dog_id}", thing(dog_id=TEXT, id=TEXT), thing(id=TEXT), "dog_id", None),
    "sent or chosen by the API": ("/dogs/{tag}", thing(tag=TEXT), thing(tag=TEXT), "tag", "/tag"),
}  # fmt: skip


@pytest.mark.parametrize(("item", "request_", "response", "attribute", "pointer"), FORMS.values(), ids=FORMS)
def test_the_identity_is_found_in_all_its_forms(
    item: str, request_: Any, response: Any, attribute: str, pointer: str | None
) -> None:
    policies = "{one_of: variants, not_required: infer}"
    mapped = dog(item=item, request=request_, response=response, read=response, policies=policies)
    (found,) = arguments(mapped, Purpose.READ).values()
    assert found.attribute == attribute
    assert [i.pointer for i in mapped.entity.identity] == ([] if pointer is None else [pointer])


@pytest.mark.parametrize(
    ("request_", "response", "says"),
    [(thing(id=TEXT), thing(name=TEXT), True), (thing(id=TEXT), thing(id=NUMBER), True),
     (thing(id=TEXT), thing(id=TEXT), False), (thing("id", id=TEXT), thing(name=TEXT), False)],
    ids=["not returned", "another one returned", "returned", "always given"],
)  # fmt: skip
@pytest.mark.parametrize("policies", ["{parent_parameters: required}", "{not_required: optional}"])
def test_an_identity_that_users_may_leave_out_has_to_be_returned(
    request_: Any, response: Any, says: bool, policies: str
) -> None:
    mapped = dog(request=request_, response=response, read=thing(**DOG), policies=policies)
    is_missing = [d for d in mapped.mapping.diagnostics if d.rule is NO_IDENTITY] != []
    assert (is_missing, filled(mapped, Purpose.READ)["id"].endswith("missing")) == (says, says)


def test_the_identity_may_be_beside_the_part_that_is_mapped() -> None:
    data = thing(
        "type attributes", id={**TEXT, "readOnly": True}, type={**TEXT, "enum": ["dogs"]}, attributes=thing(name=TEXT)
    )
    pointers = ", request: {pointer: /data/attributes}, response: {pointer: /data/attributes}"
    mapped = dog(request=thing("data", data=data), response=thing(data=data), read=thing(name=TEXT), bodies=pointers)
    (identity,) = mapped.entity.identity
    assert (identity.attribute, identity.pointer) == ("id", "/data/id")
    of_body = arguments(mapped, Purpose.CREATE, Place.BODY)
    assert of_body[""].pointer == "/data/attributes"
    assert (of_body["type"].supply, of_body["type"].value, of_body["type"].pointer) == (
        "constant",
        "dogs",
        "/data/type",
    )


def test_a_location_header_says_that_the_api_returns_it() -> None:
    mapped = dog(response={}, read=thing(mood=TEXT), headers={"Location": {"schema": TEXT}})
    assert filled(mapped, Purpose.READ) == {"id": "id returned"}
    assert [identity.pointer for identity in mapped.entity.identity] == [None]
    none = dog(response={}, read=thing(mood=TEXT), headers=["Location"])
    assert filled(none, Purpose.READ) == {"id": "id missing"}


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        (query("name"), {"name": "name configured"}),
        (query("mode"), {"mode": "- missing"}),
        (query("mode", required=False), {}),
        ({"$ref": "#/nowhere"}, {}),
        ({"name": "mode", "in": "querystring"}, {}),
        ({"name": "mode", "required": True, "schema": TEXT}, {}),
        (query("mode", default="fast"), {"mode": "- constant"}),
        (query("mode", enum=["fast"]), {"mode": "- constant"}),
        (query("region"), {"region": "region provider"}),
    ],
)
def test_a_required_query_parameter_is_filled_as_well(parameter: Any, expected: dict[str, str]) -> None:
    mapped = dog(create_more=[parameter])
    settings = (
        "provider: {name: zoo, schema: {attributes: {additional: {region: {string: {optional_required: optional}}}}}}"
    )
    mapped = map_texts(mapped.sources[0], mapped.sources[1].replace("provider: {name: zoo}", settings))
    assert filled(mapped, Purpose.CREATE, Place.QUERY) == expected


def test_the_config_has_the_last_word() -> None:
    added = "additional: {owner: {string: {computed_optional_required: required}}}"
    mapped = dog(
        "/farms/{id}/dogs",
        request=thing("name", name=TEXT),
        schema=f"{{attributes: {{aliases: {{create.path.id: owner, delete.path.id: name}}, {added}}}}}",
    )
    assert filled(mapped, Purpose.CREATE) == {"id": "owner configured"}
    assert filled(mapped, Purpose.DELETE) == {"id": "name configured"}
    assert filled(mapped, Purpose.READ) == {"id": "id returned"}


@pytest.mark.parametrize(
    ("response", "read_more", "of_create"),
    [
        (thing(name=TEXT), [query("id")], "id configured"),
        (thing(name=TEXT), [], "- missing"),
        (thing(**DOG), [], "- missing"),
    ],
)
def test_the_general_name_of_a_parent_is_that_of_a_parameter(response: Any, read_more: Any, of_create: str) -> None:
    mapped = dog("/farms/{id}/dogs", "/dogs/{dog}", response=response, read_more=read_more)
    assert filled(mapped, Purpose.CREATE) == {"id": of_create}


def test_a_parent_with_the_name_of_the_object_does_not_say_which_object_it_is() -> None:
    mapped = dog("/farms/{id}/dogs", "/dogs/{id}", response=thing(name=TEXT), read=thing(name=TEXT))
    assert filled(mapped, Purpose.READ) == {"id": "id missing"}


def test_an_alias_of_the_read_operation_renames_its_parameter() -> None:
    mapped = dog(item="/dogs/{dog}", schema="{attributes: {aliases: {read.path.dog: id}}}")
    assert set(mapped.names) == {"id", "name"}
    assert filled(mapped, Purpose.READ) == {"dog": "id returned"}


def test_an_update_says_what_it_takes_and_requires() -> None:
    mapped = dog(request=thing(name=TEXT, mood=TEXT), update=thing("name", name=TEXT))
    assert arguments(mapped, Purpose.UPDATE, Place.BODY)["name"].pointer == "/name"
    assert mapped.attribute("name").sent_by == ["create", "update"]
    assert mapped.attribute("name").returned_by == ["create", "read"]
    assert (mapped.attribute("mood").sent_by, mapped.attribute("mood").returned_by) == (["create"], [])


@pytest.mark.parametrize(("sent", "told"), [(DOG, "id returned /id"), ({"name": TEXT}, None)])
def test_an_update_whose_path_has_no_place_for_it_is_told_the_object_in_its_body(sent: Any, told: str | None) -> None:
    answer = {"requestBody": body(thing(**DOG)), "responses": {"200": body(thing(**DOG))}}
    put = {**answer, "requestBody": body(thing(**sent))}
    item = {"parameters": parameters("/dogs/{id}"), "get": {"responses": {"200": body(thing(**DOG))}}}
    openapi = {"openapi": "3.0.3", "paths": {"/dogs": {"post": answer, "put": put}, "/dogs/{id}": item}}
    config = """
        provider: {name: zoo}
        resources:
          dog:
            create: {path: /dogs, method: POST}
            read: {path: '/dogs/{id}', method: GET}
            update: {path: /dogs, method: PUT}
    """
    mapped = map_texts(yaml.safe_dump(openapi), config)
    found = arguments(mapped, Purpose.UPDATE, Place.BODY).get("id")
    assert (f"{found.attribute} {found.supply} {found.pointer}" if found else None) == told


@pytest.mark.parametrize(("sent", "is_told"), [("name", True), ("photo", False)])
def test_what_an_update_requires_is_told_where_something_changes_in_place(sent: str, is_told: bool) -> None:
    digest = {"name": "digest", "in": "header", "required": True, "schema": TEXT}
    answer = {"responses": {"200": body(thing(**DOG))}}
    put = {"parameters": [digest], "requestBody": body(thing(**{sent: TEXT})), **answer}
    item = {"parameters": parameters("/dogs/{id}"), "get": answer, "put": put}
    made = {"requestBody": body(thing("name", name=TEXT)), **answer}
    config = """
        provider: {name: zoo}
        policies: {replace: infer}
        resources:
          dog:
            create: {path: /dogs, method: POST}
            read: {path: '/dogs/{id}', method: GET}
            update: {path: '/dogs/{id}', method: PUT}
    """
    mapped = map_texts(
        yaml.safe_dump({"openapi": "3.0.3", "paths": {"/dogs": {"post": made}, "/dogs/{id}": item}}), config
    )
    assert bool(mapped.diagnostics(UNFILLED_PARAMETER)) == is_told


@pytest.mark.parametrize(
    ("asked", "policies", "supply"),
    [
        (TEXT, "{not_required: infer}", "missing"),
        (TEXT, "{}", None),
        ({**TEXT, "enum": ["calm"]}, "{not_required: infer}", "constant"),
        ({**TEXT, "readOnly": True}, "{not_required: infer, read_only: computed}", None),
    ],
    ids=["without a value", "without policies", "with one value", "that only the API sets"],
)
def test_what_an_update_alone_requires_is_missed(asked: Any, policies: str, supply: str | None) -> None:
    mapped = dog(update=thing("mood", name=TEXT, mood=asked), policies=policies)
    found = arguments(mapped, Purpose.UPDATE, Place.BODY).get("mood")
    assert (found.supply if found else None) == supply
    text = "update: its request body requires /mood, and no attribute has it"
    told = [d.text for d in mapped.mapping.diagnostics if d.rule is UNFILLED]
    assert told == ([text] if supply == "missing" else [])


def test_what_an_update_requires_and_nobody_can_map_is_not_filled_by_what_create_takes() -> None:
    mapped = dog(request=thing(name=TEXT, mood=TEXT), update=thing("mood", name=TEXT, mood={"type": "odd"}))
    assert "mood" not in arguments(mapped, Purpose.UPDATE, Place.BODY)


def test_a_renamed_property_keeps_its_name_on_the_wire() -> None:
    mapped = dog(schema="{attributes: {aliases: {.name: label}}}")
    assert mapped.attribute("label").wire_name == "name"


def test_a_default_that_no_read_returns_is_told_where_a_policy_drops_it() -> None:
    request = thing("name", name=TEXT, mood={**TEXT, "default": "calm"})
    mapped = dog(request=request, policies="{not_required: infer}")
    assert mapped.default("mood") is None
    told = [d.text for d in mapped.diagnostics(POLICY) if d.path == "mood"]
    assert told == ["no read returns it: the API uses 'calm' without it (policy not_required)"]


def test_a_parameter_of_the_path_that_cannot_be_mapped_is_missed() -> None:
    mood = thing("mood", mood=TEXT)
    mapped = dog(item="/dogs/{tag}", item_types={"tag": {"type": "odd"}}, request=mood, response=mood)
    assert mapped.diagnostic(NO_IDENTITY).text == "read: /dogs/{tag} needs {tag}, and no attribute has it"


def test_what_a_body_requires_beside_the_chosen_part_is_missed() -> None:
    request = thing("dog kind", dog=thing("name", name=TEXT), kind=TEXT)
    mapped = dog(request=request, bodies=", request: {pointer: /dog}")
    assert mapped.diagnostic(UNFILLED).text == "create: its request body requires /kind, and no attribute has it"


SHARED = {"read": thing(mood=TEXT)}


def test_a_parameter_that_the_api_does_not_declare_is_told() -> None:
    text, config = dog(item="/dogs/{tag}", response=thing(ok=TEXT), policies="{parent_parameters: required}").sources
    mapped = map_texts(text.replace("name: tag", "name: other"), config)
    told = [d.text for d in mapped.mapping.diagnostics if d.rule is NO_IDENTITY]
    assert told == ["read: /dogs/{tag} needs {tag}, and no attribute has it"]


def test_a_parameter_with_a_colon_is_told_once() -> None:
    mapped = dog(item="/dogs/:id", policies="{parent_parameters: required}")
    told = [d.text for d in mapped.mapping.diagnostics if d.rule is UNFILLED]
    assert told == ["read: /dogs/:id has :id, which is no parameter: OpenAPI writes {id}"]


@pytest.mark.parametrize(
    ("schema", "policies", "kind"),
    [({}, "{parent_parameters: required}", "string"), ({"title": "T"}, "{untyped: json_string}", "string"),
     (NUMBER, "{parent_parameters: required}", "int64"), ({}, "{}", "")],
)  # fmt: skip
def test_a_path_parameter_without_a_type_is_a_text_with_policies(schema: Any, policies: str, kind: str) -> None:
    mapped = dog(item="/dogs/{tag}", item_types={"tag": schema}, policies=policies)
    types = [str(a.type.kind) for a in mapped.entity.body.attributes if a.name == "tag" and isinstance(a.type, Scalar)]
    assert types == ([kind] if kind else [])
    notes = [n.rule for a in mapped.entity.body.attributes if a.name == "tag" for n in a.notes]
    assert (UNTYPED_IN_PATH in notes) == (kind == "string")


def test_what_the_config_ignores_is_sent_by_the_provider_itself() -> None:
    mapped = dog("/farms/{farm_id}/dogs", schema="{ignores: [farm_id]}")
    assert mapped.diagnostics(UNFILLED) == []
    mapped = dog(request=thing(name=TEXT, mood=thing(calm=TEXT)), schema="{ignores: [mood]}")
    assert set(arguments(mapped, Purpose.CREATE, Place.BODY)) == {""}


@pytest.mark.parametrize(
    ("alias", "text"),
    [
        ("create.path.idd: name", "the create operation needs no path parameter 'idd'; did you mean 'id'?"),
        ("read.query.id: name", "the read operation needs no query parameter 'id'"),
        ("update.path.id: name", "the update operation needs no path parameter 'id'"),
        ("create.path.id: nobody", "there is no attribute 'nobody' for create.path.id"),
    ],
)
def test_an_alias_without_a_parameter_or_an_attribute_is_told(alias: str, text: str) -> None:
    mapped = dog("/farms/{id}/dogs", schema=f"{{attributes: {{aliases: {{{alias}}}}}}}")
    assert text in [d.text for d in mapped.diagnostics(UNUSED_ALIAS)]


def test_other_types_and_what_no_response_returns_are_notes() -> None:
    policies = "{read_only: computed}"
    mapped = dog(response=thing(id=NUMBER, name=TEXT), request=thing(name=TEXT, mood=TEXT), policies=policies)
    assert {mapped.diagnostic(rule).severity for rule in (OTHER_TYPES, NEVER_RETURNED)} == {Severity.INFO}
    assert "mood" in mapped.diagnostic(NEVER_RETURNED).text
    assert mapped.fixed(NEVER_RETURNED).diagnostics(NEVER_RETURNED) == []


def test_the_import_says_what_it_does_not_restore_and_what_keeps_the_object() -> None:
    request = thing("name", name=TEXT, password=TEXT, disk=thing(size=NUMBER))
    mapped = dog(request=request, response=thing(**DOG, disk=thing(used=NUMBER)), policies="{replace: infer}")
    hint = import_hint(mapped.entity, "zoo") or ""
    assert hint.startswith('import {\n  to = zoo_dog.main\n  id = "<id>"\n}\n')
    (resource,) = [block for block in read_hcl(hint).blocks if block.type == "resource"]
    (lifecycle,) = resource.body.blocks
    ignored = [item.text for item in lifecycle.body.arguments["ignore_changes"]]
    assert sorted(ignored) == ["disk.size", "password"]


def test_authors_see_how_it_is_called_and_users_do_not() -> None:
    mapping = dog("/farms/{id}/dogs", policies="{parent_parameters: required}").mapping
    pages = [Pages(mapping, shown=shown_to(audience, sources=False)) for audience in Audience]
    texts = {page.shown.authors: plain_files(page, {})["resources/dog.md"].decode() for page in pages}
    assert "| create | path | `id` | `farm_id` | configured |" in texts[True]
    assert "## How it is called" not in texts[False]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"create_more": [query("mode")]}, "required"),
        ({"create_more": [query("name")], "request": thing(color=TEXT), "response": thing(**DOG)}, "required"),
        ({"create_more": [query("name")], "request": thing(name=TEXT)}, "computed_optional"),
    ],
    ids=["that nothing else has", "that a response has, too", "that the body has, too"],
)
def test_what_create_requires_in_its_query_is_required_by_the_policy_for_parents(given: Any, status: str) -> None:
    mapped = dog(**given, policies="{parent_parameters: required, not_required: infer}")
    (name,) = arguments(mapped, Purpose.CREATE, Place.QUERY)
    assert filled(mapped, Purpose.CREATE, Place.QUERY) == {name: f"{name} configured"}
    assert mapped.status(name) == status


def test_what_create_requires_in_its_query_identifies_the_object() -> None:
    given = {
        "create_more": [query("pid")],
        "item": "/dogs/{pid}",
        "request": thing(name=TEXT),
        "response": thing(**DOG),
    }
    mapped = dog(**given, policies="{parent_parameters: required}")
    assert filled(mapped, Purpose.READ) == {"pid": "pid configured"}


def test_what_create_requires_in_its_query_is_left_to_what_fills_it() -> None:
    constant = {**query("mode"), "schema": {"type": "string", "enum": ["fast"]}}
    added = "{attributes: {additional: {speed: {string: {computed_optional_required: optional}}}}}"
    mapped = dog(create_more=[constant, query("speed")], schema=added, policies="{parent_parameters: required}")
    assert filled(mapped, Purpose.CREATE, Place.QUERY) == {"mode": "- constant", "speed": "speed configured"}
    assert mapped.status("speed") == "optional"


def test_an_update_sends_all_of_an_object_that_it_takes_in_another_form() -> None:
    tag = thing("text", text=TEXT, color=TEXT)
    either = {"oneOf": [{"type": "array", "items": tag}, {"type": "string", "enum": [""]}]}
    made = thing("name", name=TEXT, tags={"type": "array", "items": tag})
    mapped = dog(request=made, response=thing(**DOG, tags=made["properties"]["tags"]), update=thing(tags=either))
    assert mapped.attribute("tags.text").sent_by == mapped.attribute("tags").sent_by == ["create", "update"]


CELL = thing("text", text=TEXT)
CELLS = {"oneOf": [CELL, thing(href=TEXT)]}
SHOWN = {"oneOf": [*CELLS["oneOf"], thing(text=TEXT, width=NUMBER)]}


@pytest.mark.parametrize(
    ("made", "sent", "updated", "other"),
    [
        (CELL, CELLS, "cells.text", "id"),
        (CELLS, CELL, "cells.option_1.text", "cells.option_2.href"),
        (CELLS, CELL, "cells.option_1.text", "cells.option_3.text"),
        (CELLS, thing(color=TEXT), "cells", "cells.option_1.text"),
    ],
    ids=["variants of an update", "variants of create", "a variant of responses", "another object"],
)
def test_an_update_sends_the_members_of_variants(made: Any, sent: Any, updated: str, other: str) -> None:
    request, update = thing("name", name=TEXT, cells=made), thing(name=TEXT, cells=sent)
    response = thing(**DOG, cells=made if made is CELL else SHOWN)
    mapped = dog(request=request, response=response, update=update, policies="{one_of: variants}")
    assert "update" in mapped.attribute(updated).sent_by
    assert "update" not in mapped.attribute(other).sent_by


def test_an_update_does_not_send_the_members_of_an_object_by_their_names() -> None:
    mapped = dog(request=thing("name", name=TEXT, cells=CELL), update=thing(name=TEXT, text=TEXT))
    assert mapped.attribute("cells.text").sent_by == ["create"]


@pytest.mark.parametrize(
    ("attribute", "place", "is_told"),
    [
        ("string", "string", False),
        ("string", "integer", True),
        ("string", "number", True),
        ("string", "boolean", False),
        ("integer", "integer", False),
        ("integer", "number", False),
        ("integer", "string", True),
        ("integer", "boolean", False),
        ("number", "integer", False),
        ("number", "string", True),
        ("boolean", "integer", True),
        ("boolean", "string", False),
        ("array", "integer", False),
    ],
)
def test_a_number_where_a_text_is_expected_is_told_and_a_text_where_a_number(
    attribute: str, place: str, is_told: bool
) -> None:
    mapped = dog(response=thing(id={"type": attribute, "items": TEXT}, name=TEXT), item_types={"id": {"type": place}})
    assert bool(mapped.diagnostics(OTHER_TYPES)) == is_told


TREATS = {"oneOf": [thing(bone=NUMBER), {"type": "array", "items": TEXT}]}


@pytest.mark.parametrize(("made", "sent"), [(TREATS, thing(bone=NUMBER)), (NUMBER, TREATS)], ids=["create", "update"])
def test_a_text_that_holds_json_takes_any_form(made: Any, sent: Any) -> None:
    request, update = thing("name", name=TEXT, treats=made), thing(name=TEXT, treats=sent)
    mapped = dog(request=request, response=thing(**DOG, treats=made), update=update, policies="{one_of: json_string}")
    assert not mapped.diagnostics(OTHER_TYPES)
