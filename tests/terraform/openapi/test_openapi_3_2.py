"""What OpenAPI 3.2 adds: each feature is mapped, or reported, or has no effect on attributes."""

import pytest

from mapper.report.diagnostic import losses
from mapper.systems.terraform import kinds, rules
from tests.support import Mapped, first_config, map_texts

from ..zoos import api

RESPONSE = '"200": {description: ok, content: {application/json: {schema: {properties: {name: {type: string}}}}}}'


def pets(item: str = "", *, root: str = "", method: str = "GET", response: str = RESPONSE) -> Mapped:
    """A data source of the one path of a description: members of its path item, and of the root."""
    get = item or f"get: {{responses: {{{response}}}}}"
    text = f"openapi: 3.2.0\ninfo: {{title: Zoo, version: '1'}}\n{root}\npaths:\n  /pets: {{{get}}}\n"
    config = f"provider: {{name: zoo}}\ndata_sources: {{pet: {{read: {{path: /pets, method: {method}}}}}}}\n"
    return map_texts(text, config, kinds.DATA_SOURCE)


@pytest.mark.parametrize("method", ["QUERY", "query"])
def test_a_path_item_may_have_a_query_operation(method: str) -> None:
    found = pets(f"query: {{responses: {{{RESPONSE}}}}}", method=method)
    assert found.names == ["name"]
    assert found.diagnostic(rules.NEW_METHOD).differs


@pytest.mark.parametrize("method", ["SEARCH", "search"])
def test_a_path_item_may_have_additional_operations(method: str) -> None:
    found = pets(f"additionalOperations: {{SEARCH: {{responses: {{{RESPONSE}}}}}}}", method=method)
    assert found.names == ["name"]
    assert found.diagnostic(rules.NEW_METHOD).differs


@pytest.mark.parametrize("value", ["null", "7", "text", "[SEARCH]", "[{SEARCH: {}}]"])
def test_additional_operations_that_are_no_object_are_none(value: str) -> None:
    item = f"additionalOperations: {value}, get: {{responses: {{{RESPONSE}}}}}"
    assert pets(item).names == ["name"]
    starter = first_config(api(f"openapi: 3.2.0\ninfo: {{title: Zoo, version: '1'}}\npaths:\n  /pets: {{{item}}}\n"))
    assert {o.method for o in starter.proposal.unused} <= {"get"}


def test_operations_with_new_methods_are_listed_by_init() -> None:
    starter = first_config(
        api(f"""
        openapi: 3.2.0
        info: {{title: Zoo, version: "1"}}
        paths:
          /pets/{{id}}: {{get: {{responses: {{{RESPONSE}}}}}}}
          /pets: {{query: {{responses: {{{RESPONSE}}}}}, additionalOperations: {{PURGE: {{responses: {{}}}}}}}}
    """)
    )
    assert {(o.method, o.path) for o in starter.proposal.unused} == {("query", "/pets"), ("purge", "/pets")}


QUERY = """content: {application/x-www-form-urlencoded: {schema: {
    required: [tenant], properties: {tenant: {type: string}, size: {type: integer}}}}}"""


@pytest.mark.parametrize("place", ["item", "operation"])
def test_the_properties_of_a_querystring_are_query_parameters(place: str) -> None:
    listed = f"parameters: [{{name: q, in: querystring, {QUERY}}}]"
    get = f"get: {{{listed + ', ' if place == 'operation' else ''}responses: {{{RESPONSE}}}}}"
    found = pets(f"{listed}, {get}" if place == "item" else get)
    assert found.statuses == {"tenant": "required", "size": "computed_optional", "name": "computed"}
    assert found.differs_at("tenant")
    assert found.differs_at("size")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "content: {application/json: {schema: {type: string}}}",
        "content: {a/b: {schema: true}}",
        "content: {a/b: {schema: {properties: [size]}}}",
        "content: {a/b: true}",
        "schema: {type: object}",
    ],
)
def test_a_querystring_without_properties_is_reported(content: str) -> None:
    parameter = f"{{name: q, in: querystring{', ' + content if content else ''}}}"
    found = pets(f"get: {{parameters: [{parameter}], responses: {{{RESPONSE}}}}}")
    assert found.names == ["name"]
    assert found.diagnostic(rules.NO_PARAMETER_SCHEMA).path == "q"
    nameless = pets(f"get: {{parameters: [{parameter.replace('name: q, ', '')}], responses: {{{RESPONSE}}}}}")
    assert nameless.diagnostic(rules.NO_PARAMETER_SCHEMA).path == "querystring"


@pytest.mark.parametrize("media", ["text/event-stream", "application/jsonl", "application/json-seq", "multipart/mixed"])
def test_a_sequence_is_a_list_of_its_items(media: str) -> None:
    content = f"{media}: {{itemSchema: {{properties: {{name: {{type: string}}}}}}}}"
    found = pets(response=f'"200": {{content: {{{content}}}}}')
    assert found.kinds == {"pet": "set_nested"}
    assert found.differs_at("")
    assert losses(found.mapping.diagnostics) == []


def test_a_whole_schema_goes_before_that_of_items() -> None:
    content = "a/b: {itemSchema: {type: string}}, x/y: {schema: {properties: {name: {type: string}}}}"
    assert pets(response=f'"200": {{content: {{{content}}}}}').names == ["name"]


ITEM = "{properties: {name: {type: string}}}"
MORE = "{properties: {name: {type: string}, more: {type: string}}}"


@pytest.mark.parametrize(
    "first",
    [
        f"application/jsonl: {{itemSchema: {ITEM}}}",
        f"application/json: {{schema: {{type: array, items: {ITEM}}}}}",
        f"application/json: {{schema: {ITEM}}}",
    ],
)
def test_items_of_another_media_type_lose_only_what_those_of_the_first_one_have_not(first: str) -> None:
    """A server may give the same objects one by one, in a list and as a stream."""
    for second, lost in ((ITEM, []), (MORE, ["more"])):
        found = pets(response=f'"200": {{content: {{{first}, text/event-stream: {{itemSchema: {second}}}}}}}')
        told = [diagnostic.text for diagnostic in found.diagnostics(rules.OTHER_MEDIA_TYPE)]
        assert [name for name in ("name", "more") if any(f"'{name}'" in text for text in told)] == lost


def test_a_media_type_may_be_a_component() -> None:
    root = "components: {mediaTypes: {Pet: {schema: {properties: {name: {type: string}}}}}}"
    found = pets(root=root, response='"200": {content: {application/json: {$ref: "#/components/mediaTypes/Pet"}}}')
    assert found.names == ["name"]


ADDRESS = "https://api.example.com/v1/openapi.yaml"
SELF = f"$self: {ADDRESS}\ncomponents: {{schemas: {{Pet: {{properties: {{name: {{type: string}}}}}}}}}}"


@pytest.mark.parametrize("address", [ADDRESS, "openapi.yaml", "../v1/openapi.yaml"])
def test_a_document_is_known_by_the_address_that_it_gives_itself(address: str) -> None:
    schema = f'{{schema: {{$ref: "{address}#/components/schemas/Pet"}}}}'
    found = pets(root=SELF, response=f'"200": {{content: {{application/json: {schema}}}}}')
    assert found.names == ["name"]
    assert losses(found.mapping.diagnostics) == []


def test_an_address_of_another_document_is_none_of_this_one() -> None:
    schema = '{schema: {$ref: "https://api.example.com/v2/openapi.yaml#/components/schemas/Pet"}}'
    found = pets(root=SELF, response=f'"200": {{content: {{application/json: {schema}}}}}')
    assert "OAS322" in {diagnostic.code for diagnostic in found.mapping.diagnostics}


HARMLESS = {
    "tags": "tags: [{name: pets, summary: Pets, parent: zoo, kind: nav}, {name: zoo}]",
    "servers": "servers: [{url: https://api.example.com, name: production}]",
    "examples": "components: {examples: {One: {dataValue: {name: a}, serializedValue: '{}'}}}",
    "security": "components: {securitySchemes: {a: {type: oauth2, flows: {deviceAuthorization: {}}}}}",
}


@pytest.mark.parametrize("root", HARMLESS.values(), ids=HARMLESS)
def test_what_says_nothing_of_attributes_changes_nothing(root: str) -> None:
    assert pets(root=root).text == pets().text
    assert losses(pets(root=root).mapping.diagnostics) == []


def test_a_discriminator_may_name_a_schema_for_all_other_values() -> None:
    root = """
components:
  schemas:
    Pet:
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind, mapping: {cat: Cat}, defaultMapping: Other}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}], properties: {meow: {type: string}}}
    Other: {allOf: [{$ref: '#/components/schemas/Pet'}], properties: {sound: {type: string}}}
"""
    found = pets(root=root, response='"200": {content: {a/b: {schema: {$ref: "#/components/schemas/Pet"}}}}')
    assert found.names == ["kind"]
    assert {d.path for d in found.diagnostics(rules.NOT_FOLLOWED)} >= {"meow", "sound"}


@pytest.mark.parametrize("version", ["3.2.0", "3.2.1", "3.2"])
def test_every_version_3_2_is_read(version: str) -> None:
    text = f"openapi: {version}\npaths: {{/pets: {{get: {{responses: {{{RESPONSE}}}}}}}}}\n"
    config = "provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n"
    assert map_texts(text, config, kinds.DATA_SOURCE).names == ["name"]


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ("[{name: pets, summary: Our pets}]", "Our pets"),
        ("[{name: pets, summary: Our pets, x-displayName: All Pets}]", "All Pets"),
        ("[{name: pets, x-displayName: 7}]", "7"),
        ("[{name: pets, x-displayName: GitHub}]", "GitHub"),
        ("[{name: pets, x-displayName: [a]}, pets, 7]", "Pets"),
        ("[{name: pets, summary: Same}, {name: zoo, summary: Same}]", "Pets"),
        ("[{name: pets, summary: zoo}, {name: zoo, summary: Zoos}]", "Pets"),
        ("{name: pets}", "Pets"),
        ("[{name: pets, parent: petShops}, {name: petShops}]", "Pet shops › Pets"),
        (
            "[{name: pets, summary: Our pets, parent: b}, {name: b, summary: B, parent: a}, {name: a}]",
            "A › B › Our pets",
        ),
        ("[{name: pets, parent: pets}]", "Pets"),
        ("[{name: pets, parent: zoo}]", "Pets"),
    ],
)
def test_the_title_of_a_tag_is_the_one_that_only_it_has(tags: str, title: str) -> None:
    get = f"get: {{tags: [pets], responses: {{{RESPONSE}}}}}"
    coverage = pets(get, root=f"tags: {tags}").mapping.coverage
    assert {coverage.title_of(tag) for tag in coverage.tags.values()} == {title}
