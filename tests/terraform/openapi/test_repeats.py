"""Keys given twice in a description: the same bytes as the reference tool, and a warning where it matters."""

import pytest

from mapper.report.diagnostic import Severity
from mapper.report.rules import DUPLICATE_KEY

from ...support import Mapped, map_texts, resource

CONFIG = """
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: post}, read: {path: '/ovens/{id}', method: get}}}
"""
BODY = "{content: {application/json: {schema: {type: object, properties: {%s: {type: string}}}}}}"


def described(post: str, get: str = "responses: {}", more: str = "") -> Mapped:
    return map_texts(
        f"openapi: 3.0.0\npaths:\n  /ovens: {{post: {{{post}}}}}\n  '/ovens/{{id}}': {{get: {{{get}}}}}\n{more}", CONFIG
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
        f"openapi: 3.0.0\npaths:\n{paths}{paths}  '/ovens/{{id}}': {{get: {{responses: {{}}}}}}\n", CONFIG
    )
    assert told(twice) == [("resource oven", "", "/paths/~1ovens")]


def test_what_no_entity_uses_is_told_without_one() -> None:
    oven = described("responses: {}", more="info: {title: A}\ninfo: {title: B}\n")
    assert told(oven) == [("", "", "/info")]
