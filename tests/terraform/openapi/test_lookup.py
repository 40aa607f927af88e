"""Finding the operations of a config; what is no OpenAPI description that can be mapped; keys given twice in one."""

import json

import pytest

from mapper.inputs import Document
from mapper.model import About
from mapper.report.diagnostic import MappingError, Severity
from mapper.report.rules import DUPLICATE_KEY
from mapper.systems.terraform.openapi.access import access
from mapper.systems.terraform.openapi.tags import topics

from ...counting import calls
from ...support import Mapped, map_texts, resource

PATHS = "{/ovens: {get: {}, post: {}}, '/ovens/{id}': {get: {}}, /trays: {get: {}}}"
CONFIG = "{provider: {name: bakery}, data_sources: {oven: {read: {path: /ovens, method: get}}}}"


def map_operation(path: str, method: str) -> Mapped:
    return map_texts(
        f"{{openapi: 3.0.0, paths: {PATHS}}}",
        f"provider: {{name: bakery}}\ndata_sources:\n  oven:\n    read: {{path: {path}, method: {method}}}\n",
    )


def error_of(path: str, method: str) -> MappingError:
    with pytest.raises(MappingError) as error:
        map_operation(path, method)
    return error.value


def test_an_unknown_path_that_looks_like_nothing_gets_no_proposal() -> None:
    assert "did you mean" not in str(error_of("/bicycles/wheels", "get"))


@pytest.mark.parametrize("method", ["FETCH", "connect", "parameters", "fetch", "'get '"])
def test_a_wrong_method_ends_the_run(method: str) -> None:
    (problem,) = error_of("/ovens", method).problems
    assert problem.line == 4
    assert "HTTP method" in problem.text


def test_a_misspelled_method_names_the_nearest_one() -> None:
    assert "did you mean 'DELETE'?" in str(error_of("/ovens", "DELET"))


def test_unknown_paths_are_not_looked_for_in_every_path() -> None:
    def work(count: int) -> int:
        paths = ", ".join(f"/ovens{number}: {{get: {{}}}}" for number in range(count))
        entries = "".join(f"  o{number}: {{read: {{path: /gone{number}, method: get}}}}\n" for number in range(50))

        def run() -> None:
            with pytest.raises(MappingError, match="/gone49"):
                map_texts(
                    f"{{openapi: 3.0.0, paths: {{{paths}}}}}", f"provider: {{name: bakery}}\ndata_sources:\n{entries}"
                )

        return calls(run)

    assert work(400) < 2 * work(100)


def test_only_the_first_unknown_paths_get_a_hint() -> None:
    entries = "".join(f"  o{number}: {{read: {{path: /oven/{number}, method: get}}}}\n" for number in range(1100))
    with pytest.raises(MappingError) as error:
        map_texts("{openapi: 3.0.0, paths: {/ovens/1: {get: {}}}}", f"provider: {{name: a}}\ndata_sources:\n{entries}")
    hinted = ["did you mean" in problem.text for problem in error.value.problems]
    assert hinted == [True] * 1000 + [False] * 100


def test_wrong_aliases_do_not_list_every_attribute_again_for_each() -> None:
    def work(count: int) -> int:
        properties = ", ".join(f"p{number}: {{type: string}}" for number in range(count))
        schema = f"{{type: object, properties: {{{properties}}}}}"
        body = f"{{content: {{application/json: {{schema: {schema}}}}}}}"
        paths = f"{{/ovens: {{get: {{responses: {{'200': {body}}}}}}}}}"
        aliases = ", ".join(f"wrong{number}: other{number}, .gone{number}: another{number}" for number in range(200))
        config = f"""
            provider: {{name: bakery}}
            data_sources:
              oven: {{read: {{path: /ovens, method: get}}, schema: {{attributes: {{aliases: {{{aliases}}}}}}}}}
        """
        return calls(lambda: map_texts(f"{{openapi: 3.0.0, paths: {paths}}}", config))

    assert work(400) - work(200) < 200 * 400


@pytest.mark.parametrize("paths", ["", "paths: null", "paths: []", "paths: text", "paths: {}"])
def test_a_description_without_paths_has_no_operation(paths: str) -> None:
    with pytest.raises(MappingError, match="/oven"):
        map_texts(
            f"openapi: 3.0.0\n{paths}\n", "{provider: {name: b}, data_sources: {o: {read: {path: /oven, method: get}}}}"
        )


@pytest.mark.parametrize("version", ["3.0.0", "3.1.0", "3.2.0", "'3.0'", "3.1", "3", "4.0.0"])
def test_versions_from_3_on_are_read(version: str) -> None:
    assert map_texts(f"{{openapi: {version}, paths: {PATHS}}}", CONFIG).mapping.system == "terraform"


@pytest.mark.parametrize("version", ["2.0", "''", "null", "[]", "three", "v3", "-3"])
def test_other_versions_end_the_run_with_the_place(version: str) -> None:
    with pytest.raises(MappingError) as error:
        map_texts(f"paths: {PATHS}\nopenapi: {version}\n", CONFIG)
    (problem,) = error.value.problems
    assert (problem.uri, problem.line) == ("openapi.yaml", 2)


@pytest.mark.parametrize("text", ["[]", "text", "{}", "{info: {}}", "# nothing\n", "null"])
def test_what_is_no_openapi_description_ends_the_run(text: str) -> None:
    with pytest.raises(MappingError, match=r"openapi\.yaml:1:.*openapi"):
        map_texts(text, CONFIG)


REPEAT_CONFIG = """
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: post}, read: {path: '/ovens/{id}', method: get}}}
"""
BODY = "{content: {application/json: {schema: {type: object, properties: {%s: {type: string}}}}}}"


def described(post: str, get: str = "responses: {}", more: str = "") -> Mapped:
    return map_texts(
        f"openapi: 3.0.0\npaths:\n  /ovens: {{post: {{{post}}}}}\n  '/ovens/{{id}}': {{get: {{{get}}}}}\n{more}",
        REPEAT_CONFIG,
    )


def told(mapped: Mapped) -> list[tuple[str, str, str]]:
    return [(str(d.entity or ""), d.path, d.location.pointer) for d in mapped.diagnostics(DUPLICATE_KEY)]


def test_the_first_request_body_is_mapped_and_told_at_the_resource() -> None:
    oven = described(f"requestBody: {BODY % 'fuel'}, requestBody: {BODY % 'heat'}, responses: {{}}")
    assert oven.names == ["fuel"]
    assert told(oven) == [("resource oven", "", "/paths/~1ovens/post/requestBody")]
    found = oven.diagnostic(DUPLICATE_KEY)
    assert found.severity is Severity.WARNING
    assert found.text == "the key 'requestBody' is given twice: the first counts, in line 3"


@pytest.mark.parametrize(
    ("responses", "pointer"),
    [
        (f"{{'200': {BODY % 'heat'}}}, responses: {{'200': {BODY % 'fuel'}}}", "/get/responses"),
        (f"{{'200': {BODY % 'heat'}, '200': {BODY % 'fuel'}}}", "/get/responses/200"),
        ("{'200': {$ref: '#/x'}}", ""),
    ],
)
def test_so_is_the_first_response(responses: str, pointer: str) -> None:
    more = "x: {content: {application/json: {schema: {$ref: '#/h'}, schema: {$ref: '#/f'}}}}\n"
    more += "h: {properties: {heat: {type: string}}}\nf: {properties: {fuel: {type: string}}}\n"
    oven = described("responses: {}", f"responses: {responses}", more)
    assert oven.names == ["heat"]
    ((entity, path, place), *_) = told(oven)
    assert (entity, path) == ("resource oven", "")
    assert place == (f"/paths/~1ovens~1{{id}}{pointer}" if pointer else "/x/content/application~1json/schema")


def test_a_parameter_elsewhere_that_says_a_key_twice_is_told() -> None:
    more = "p: {name: deep, in: query, schema: {type: string}, schema: {type: integer}}\n"
    oven = described("responses: {}", "parameters: [{$ref: '#/p'}], responses: {}", more)
    assert ("resource oven", "", "/p/schema") in told(oven)


def test_a_body_elsewhere_that_says_a_key_twice_is_told() -> None:
    more = f"b: {{{(BODY % 'fuel')[1:-1]}, {(BODY % 'heat')[1:-1]}}}\n"
    assert told(described("requestBody: {$ref: '#/b'}, responses: {}", more=more)) == [
        ("resource oven", "", "/b/content")
    ]


def test_a_keyword_of_a_schema_given_twice_is_told_at_its_attribute() -> None:
    oven = resource(
        "create: {type: object, properties: {it: {type: string, description: A, type: integer, description: B}}}"
    )
    assert oven["it"] == {"string": {"computed_optional_required": "computed_optional", "description": "A"}}
    assert {(d.path, d.location.pointer.rsplit("/", 1)[-1]) for d in oven.diagnostics(DUPLICATE_KEY)} == {
        ("it", "type"),
        ("it", "description"),
    }


def test_of_a_property_given_twice_the_last_is_mapped_as_by_the_reference_tool() -> None:
    oven = resource("""
        create: {type: object, properties: {it: {type: string}, it: {$ref: '#/components/schemas/N'}}}
        components: {N: {type: number}}
    """)
    assert oven.kinds == {"it": "number"}
    assert "the last counts" in oven.diagnostic(DUPLICATE_KEY).text
    assert oven.diagnostic(DUPLICATE_KEY).path == "it"


def test_parameters_and_paths_given_twice_are_told_at_what_uses_them() -> None:
    one = "{name: id, in: path, name: other, required: true, schema: {type: string, type: integer}}"
    oven = described("responses: {}", f"parameters: [{one}], responses: {{}}")
    assert oven.kinds == {"id": "string"}
    assert {(path, pointer.rsplit("/", 1)[-1]) for _, path, pointer in told(oven)} == {("", "name"), ("id", "type")}
    paths = "  /ovens: {post: {responses: {}}}\n"
    twice = map_texts(
        f"openapi: 3.0.0\npaths:\n{paths}{paths}  '/ovens/{{id}}': {{get: {{responses: {{}}}}}}\n", REPEAT_CONFIG
    )
    assert told(twice) == [("resource oven", "", "/paths/~1ovens")]
    post = "post: {responses: {}}"
    twice = map_texts(
        f"openapi: 3.0.0\npaths:\n  /ovens: {{{post}, {post}}}\n  '/ovens/{{id}}': {{get: {{responses: {{}}}}}}\n",
        REPEAT_CONFIG,
    )
    assert told(twice) == [("resource oven", "", "/paths/~1ovens/post")]


def test_parameters_of_a_path_given_twice_are_told() -> None:
    one = "parameters: [{name: id, in: path, required: true, schema: {type: string}}]"
    item = f"{{{one}, parameters: [], get: {{responses: {{}}}}}}"
    text = f"openapi: 3.0.0\npaths:\n  /ovens: {{post: {{responses: {{}}}}}}\n  '/ovens/{{id}}': {item}\n"
    assert told(map_texts(text, REPEAT_CONFIG)) == [("resource oven", "", "/paths/~1ovens~1{id}/parameters")]


def test_what_no_entity_uses_is_told_without_one() -> None:
    oven = described("responses: {}", more="info: {title: A}\ninfo: {title: B}\n")
    assert told(oven) == [("", "", "/info")]


@pytest.mark.parametrize(
    ("schemes", "words"),
    [
        ("a: {type: http, scheme: Bearer}", "a bearer token"),
        ("a: {type: http, scheme: basic}", "a user name and a password"),
        ("a: {type: apiKey, in: header, name: X-Owl-Key}", "an API key, as `X-Owl-Key`"),
        ("a: {type: apiKey, in: header, name: 'x` [y](https://owl.example)'}", "an API key"),
        ("a: {type: oauth2}, b: {type: oauth2}, c: {type: mutualTLS}", "an OAuth 2.0 token, or a client certificate"),
        ("a: {type: openIdConnect}, b: [], c: {type: 3}, d: {type: http}", "an OpenID Connect token"),
        ("a: {type: http, scheme: digest}", ""),
    ],
)
def test_the_security_schemes_of_an_api_are_a_sentence(schemes: str, words: str) -> None:
    for text in (f"components: {{securitySchemes: {{{schemes}}}}}", f"securityDefinitions: {{{schemes}}}"):
        assert access(Document("api.yaml", text.encode())) == (f"Requests to the API carry {words}." if words else "")


@pytest.mark.parametrize(
    "text", ["[]", "components: []", "components: {securitySchemes: {}}", "securityDefinitions: 3"]
)
def test_without_security_schemes_nothing_is_said(text: str) -> None:
    assert access(Document("api.yaml", text.encode())) == ""


@pytest.mark.parametrize(
    ("info", "about"),
    [
        ("null", About()),
        ("text", About()),
        ("[]", About()),
        ("{title: [a], version: 1}", About("", "1")),
        ("{title: ' Kitchen ', description: Ovens.}", About("Kitchen", "", "Ovens.")),
        ("{title: Kitchen, summary: All of it., description: Ovens.}", About("Kitchen", "", "All of it.")),
    ],
)
def test_what_an_api_is_about_is_what_its_info_says_in_texts(info: str, about: About) -> None:
    assert map_texts(f"{{openapi: 3.1.0, info: {info}, paths: {PATHS}}}", CONFIG).mapping.about == about


@pytest.mark.parametrize(("around", "title"), [(1, "T0 › T1"), (5, "T0 › T1 › T2 › T3 › T4 › T5"), (6, "")])
def test_a_tag_is_titled_with_the_five_around_it(around: int, title: str) -> None:
    tags = [{"name": "t0"}, *({"name": f"t{n}", "parent": f"t{n - 1}"} for n in range(1, around + 1))]
    assert topics(Document("api.json", json.dumps({"tags": tags}).encode()))[f"t{around}"].title == title
