"""Everything that is said of a description and its config: the code and the path of each diagnostic."""

import pytest

from mapper.report.diagnostic import MappingError
from mapper.report.rules import DUPLICATE_KEY
from mapper.systems.terraform.attributes import members, omissions
from mapper.systems.terraform.openapi import parameters
from mapper.systems.terraform.openapi.parameters import MAX_PARAMETERS

from ..support import Mapped, data_source, map_texts, provider, read_config, resource

LOST = "properties: {lost: {type: string}}"
PART = "{type: object, properties: {a: {type: string}}}"

SNIPPETS = {
    "a set in a list": (
        "create: {properties: {it: {type: array, items: {type: array, uniqueItems: true, items: {type: string}}}}}\n"
        "policies: {unique_items: set}",
        {("OAS426", "it")},
    ),
    "members of elements": (
        "create: {properties: {it: {type: array, items: {type: array, items: {properties: {aB: {type: string}}}}}}}",
        {("OAS404", "it"), ("OAS404", "it.a_b")},
    ),
    "branches that are strings": (
        f"create: {{properties: {{it: {{oneOf: [{{type: integer}}, {{type: number}}, {{type: string, {LOST}}}]}}}}}}",
        {("OAS421", "it"), ("OAS438", "it"), ("OAS324", "")},
    ),
    "branches that are null": (
        f"create: {{properties: {{it: {{oneOf: [{{type: 'null'}}, {PART}, {{type: 'null', {LOST}}}]}}}}}}",
        {("OAS421", "it"), ("OAS433", "it.lost"), ("OAS324", "")},
    ),
    "branches of a merged choice": (
        f"create: {{properties: {{it: {{allOf: [{{oneOf: [{PART}, {{type: string, {LOST}}}]}}, {{type: object}}]}}}}}}",
        {("OAS418", "it"), ("OAS421", "it"), ("OAS433", "it.lost"), ("OAS324", "")},
    ),
    "the branch of a type": (
        "create: {properties: {it: {allOf: [{oneOf: [{type: integer, Minimum: 3}, {type: number}, {type: object}]},"
        " {type: integer}]}}}\npolicies: {contradictions: specific}",
        {("OAS411", "it"), ("OAS418", "it"), ("OAS421", "it"), ("OAS324", "")},
    ),
    "the branches of a type": (
        "create: {properties: {it: {allOf: [{oneOf: [{type: number, minimum: 1}, {type: number, maximum: 4},"
        " {type: boolean}]}, {type: number}]}}}\npolicies: {contradictions: specific}",
        {("OAS426", "it"), ("OAS418", "it"), ("OAS324", "")},
    ),
    "a variant that cannot be mapped": (
        "create: {properties: {it: {oneOf: [{type: object, properties: {p: {}}}, {type: object, properties: {p: {type:"
        " string}}}]}}}\npolicies: {one_of: union}",
        {("OAS423", "it"), ("OAS420", "it.p"), ("OAS324", "")},
    ),
    "a composition without a type": (
        "create: {properties: {it: {allOf: [{description: A.}, {description: B.}]}}}\npolicies: {untyped: json_string}",
        {("OAS418", "it"), ("OAS424", "it"), ("OAS324", "")},
    ),
    "the other one of two": (
        f"create: {{properties: {{it: {{oneOf: [{{type: string}}, {{type: integer, {LOST}}}]}}}}}}",
        {("OAS438", "it")},
    ),
    "what is next to the other one of two": (
        f"create: {{properties: {{it: {{oneOf: [{{type: string}}, {{allOf: [{{type: integer}}], {LOST}}}]}}}}}}",
        {("OAS433", "it")},
    ),
    "what is next to the chosen one of two": (
        f"create: {{properties: {{it: {{oneOf: [{{allOf: [{{type: string}}], {LOST}}}, {{type: integer}}]}}}}}}",
        {("OAS433", "it")},
    ),
    "a property that a condition has, too": (
        "create: {properties: {it: {type: object, properties: {a: {type: string, Minlength: 3}}, then: {properties: {a:"
        " {type: string}, b: {type: string}}}}}}\npolicies: {siblings: merge}",
        {("OAS411", "it.a"), ("OAS426", "it.b")},
    ),
    "limits that are no limits": (
        "create: {properties: {it: {type: string, minLength: a}, two: {type: string, maxLength: 1e30}}}",
        {("OAS441", "it"), ("OAS413", "two"), ("OAS406", "two")},
    ),
    "other keys of a body": (
        f"create: {{type: object, additionalProperties: {{type: string}}, {LOST}}}\n"
        "policies: {additional_properties: properties}",
        {("OAS426", "")},
    ),
    "other keys of values": (
        f"create: {{properties: {{it: {{type: object, additionalProperties: {{type: object, {LOST},"
        " additionalProperties: {type: string}}}}}\npolicies: {additional_properties: properties}",
        {("OAS426", "it")},
    ),
    "the chosen one of two": (
        f"create: {{properties: {{it: {{oneOf: [{{type: string, Minlength: 3}}, {{type: integer, {LOST}}}]}}}}}}",
        {("OAS411", "it"), ("OAS438", "it")},
    ),
    "a choice that loses all branches": (
        "create: {properties: {a: {type: string}, it: {oneOf: [{$ref: '#/nowhere/1'}, {$ref: '#/nowhere/2'}]}}}\n"
        "policies: {one_of: union}",
        {("OAS305", "it"), ("OAS324", "")},
    ),
    "a type next to an entry that only limits it": (
        f"create: {{properties: {{it: {{type: string, {LOST}, allOf: [{{maxLength: 9}}]}}}}}}",
        {("OAS421", "it"), ("OAS438", "it"), ("OAS324", "")},
    ),
    "an entry that only limits what is next to it": (
        "create: {properties: {it: {type: string, allOf: [{maxLength: 9, Minlength: 3}]}}}",
        {("OAS421", "it"), ("OAS411", "it"), ("OAS324", "")},
    ),
    "a parameter of a path without a schema": (
        "create: {properties: {a: {type: string}}}\npolicies: {read_only: computed}\n"
        "path_parameters: [{name: id, in: path, required: true, description: null}]",
        {("OAS407", "id"), ("OAS609", "id"), ("OAS605", "")},
    ),
    "a creation without a body": (
        "read: {properties: {a: {type: string}}}",
        {("OAS321", ""), ("OAS324", "")},
    ),
    "limits of keys": (
        "create: {properties: {it: {type: object, additionalProperties: {type: string}, propertyNames: {pattern: '['}},"
        " two: {type: object, additionalProperties: {type: string}, propertyNames: {enum: [a, 3]}}}}",
        {("OAS442", "it"), ("OAS453", "it"), ("OAS408", "two"), ("OAS453", "two")},
    ),
    "the time of a creation": (
        "create: {properties: {it: {type: string}}}\n"
        "read: {properties: {it: {type: string}, created_at: {type: string}}}\n"
        "policies: {use_state_for_unknown: id}",
        {("OAS426", "created_at")},
    ),
    "a text of the config": (
        "create: {properties: {it: {type: string}}}\nschema: {description: Text.}",
        {("OAS429", "")},
    ),
}


def said(mapped: Mapped, *quiet: str) -> set[tuple[str, str]]:
    """Codes and paths, but for the codes of what the snippets have in common: no responses."""
    return {(d.code, d.path) for d in mapped.mapping.diagnostics if d.code not in ("OAS320", *quiet)}


@pytest.mark.parametrize("name", SNIPPETS)
def test_nothing_more_and_nothing_less_is_said(name: str) -> None:
    snippet, expected = SNIPPETS[name]
    assert said(resource(snippet)) == expected


def test_what_is_next_to_the_items_of_a_list_is_lost() -> None:
    found = data_source(f"read: {{type: array, {LOST}, items: {{properties: {{a: {{type: string}}}}}}}}")
    assert said(found) == {("OAS438", "oven")}


def test_the_last_of_many_notes_says_how_many_there_are() -> None:
    entries = ", ".join(f"{{$ref: '#/nowhere/{number}'}}" for number in range(30))
    mapped = resource(f"create: {{properties: {{it: {{allOf: [{PART}, {entries}]}}}}}}")
    texts = [d.text for d in mapped.mapping.diagnostics if d.code == "OAS420"]
    assert len(texts) == 20
    assert [text for text in texts if " is left out" in text] == texts
    assert texts[-1].endswith("; and 10 more")


def test_the_last_of_many_repeats_of_a_key_says_how_many_there_are() -> None:
    keys = ", ".join(f"k: {number}" for number in range(25))
    described = f"{{openapi: 3.0.0, paths: {{/ovens: {{get: {{}}}}}}, components: {{x: {{{keys}}}}}}}"
    mapped = map_texts(described, "{provider: {name: b}, data_sources: {o: {read: {path: /ovens, method: get}}}}")
    texts = [d.text for d in mapped.mapping.diagnostics if d.rule is DUPLICATE_KEY]
    assert [text.endswith("; and 4 more") for text in texts] == [False] * 19 + [True]


@pytest.mark.parametrize(("count", "cut"), [(3, set()), (4, {("OAS312", "p3")})])
def test_as_many_parameters_as_there_may_be_are_not_cut(
    count: int, cut: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "MAX_PARAMETERS", 3)
    listed = ", ".join(f"{{name: p{n}, in: query, schema: {{type: string}}}}" for n in range(count))
    assert said(resource(f"create: {{properties: {{it: {{type: string}}}}}}\nparameters: [{listed}]")) == cut


@pytest.mark.parametrize(("most", "cut"), [(2, set()), (1, {("OAS312", "b")})])
def test_as_many_properties_as_there_may_be_are_not_cut(
    most: int, cut: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (members, omissions):
        monkeypatch.setattr(module, "MAX_ATTRIBUTES", most)
    assert said(resource("create: {properties: {a: {type: string}, b: {type: string}}}")) == cut


def test_parameters_beyond_the_limit_are_left_out_with_one_diagnostic() -> None:
    listed = ", ".join(f"{{name: p{n}, in: query, schema: {{type: string}}}}" for n in range(MAX_PARAMETERS + 3))
    mapped = resource(f"create: {{properties: {{it: {{type: string}}}}}}\nparameters: [{listed}]")
    assert len(mapped.names) == MAX_PARAMETERS + 1
    assert said(mapped) == {("OAS312", f"p{MAX_PARAMETERS}")}


def body(schema: str) -> str:
    return f"{{content: {{application/json: {{schema: {schema}}}}}}}"


PATHS = f"""
openapi: 3.1.0
paths:
  /ovens: {{post: {{requestBody: {body(PART)}}}}}
  /ovens/{{id}}:
    get: {{responses: {{"200": {body(PART)}}}}}
    put: {{requestBody: {body("{type: string}")}}}
"""


def configured(operations: str, more: str = "") -> Mapped:
    return map_texts(PATHS, f"provider: {{name: bakery}}\nresources: {{oven: {{{operations}{more}}}}}")


CREATE, READ = "create: {path: /ovens, method: POST", "read: {path: '/ovens/{id}', method: GET"
UPDATE = "update: {path: '/ovens/{id}', method: PUT"


@pytest.mark.parametrize(
    ("operations", "code", "text"),
    [
        (f"{CREATE}, request: {{ignore: true}}}}, {READ}}}", "OAS331", "the config ignores the create request body"),
        (f"{CREATE}}}, {READ}, response: {{ignore: true}}}}", "OAS331", "the config ignores the read response"),
        (
            f"{CREATE}}}, {READ}}}, {UPDATE}, request: {{ignore: true}}}}, policies: {{replace: infer}}",
            "OAS331",
            "the config ignores the update request body",
        ),
        (f"{CREATE}}}, {READ}}}, {UPDATE}}}, policies: {{replace: infer}}", "OAS325", "the update request body is"),
    ],
)
def test_what_becomes_of_each_body_is_said(operations: str, code: str, text: str) -> None:
    found = [d.text for d in configured(operations).mapping.diagnostics if d.code == code]
    assert [said for said in found if text in said], found


@pytest.mark.parametrize(("policies", "codes"), [("", {"OAS435"}), ("policies: {siblings: merge}\n", {"OAS426"})])
def test_what_is_left_of_a_body_is_said_beside_what_its_other_media_types_have(policies: str, codes: set[str]) -> None:
    schema = f"{{type: object, properties: {{a: {{type: string}}}}, then: {{{LOST}}}}}"
    other = "text/xml: {schema: {properties: {other: {type: string}}}}"
    paths = PATHS.replace(body(PART), f"{{content: {{application/json: {{schema: {schema}}}, {other}}}}}", 1)
    mapped = map_texts(paths, f"provider: {{name: bakery}}\n{policies}resources: {{oven: {{{CREATE}}}, {READ}}}}}}}")
    assert said(mapped, "OAS608") == {("OAS447", "other"), *((code, "lost") for code in codes)}


WRONG = {
    "additional: {x: {string: {computed_optional_required: computed}, after: ''}}": "after must be the name of an",
    "overrides: {a: {references: site}}": "must be an attribute of a resource, such as site.id",
    "overrides: {a: {nested_object: {descripton: 5}}}": "in resource 'a': the override of 'a': nested_object",
}


@pytest.mark.parametrize(("attributes", "text"), WRONG.items())
def test_what_is_wrong_in_the_config_is_a_problem_or_a_warning(attributes: str, text: str) -> None:
    config = (
        "provider: {name: x}\nresources: {a: {create: {path: /a, method: POST}, read: {path: /a, method: GET},"
        f" schema: {{attributes: {{{attributes}}}}}}}}}"
    )
    try:
        found = [note.text for note in read_config(config).notes]
    except MappingError as error:
        found = [str(error)]
    assert [said for said in found if text in said], found


def test_the_text_of_the_provider_is_said_to_be_of_the_config() -> None:
    mapped = provider("""
        provider:
          schema_ref: '#/components/schemas/A'
          schema: {description: Text.}
        components:
          A: {type: object, properties: {a: {type: string}}}
    """)
    assert [d.code for d in mapped.mapping.diagnostics if str(d.entity or "").startswith("provider")] == ["OAS429"]
