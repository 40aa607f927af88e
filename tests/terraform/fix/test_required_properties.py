"""Whether a body of an entity requires a property: what is asked before an entry leaves it out without a reason."""

import pytest

from mapper.inputs import Documents
from mapper.inputs.document import Description
from mapper.report.entity_kind import EntityRef
from mapper.systems.terraform import kinds
from mapper.systems.terraform.fix.required_properties import Required
from mapper.systems.terraform.openapi.operations import Api

from ...support import read_config

OVEN = EntityRef(kinds.RESOURCE, "oven")
PATHS = """
  /ovens: {post: {requestBody: CREATE, responses: {'201': CREATED}}}
  /ovens/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {}}, {name: depth, in: query, schema: {}},
                   {name: mode, in: query, required: true, schema: {}},
                   {name: a.b, in: query, required: true, schema: {}}]
      responses: {'200': READ, default: OTHER}
    patch: {requestBody: UPDATE, responses: {'200': UPDATED}}
    delete: {requestBody: DELETE}
"""
CONFIG = """
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: GET}
    update: {path: '/ovens/{id}', method: PATCH}
    delete: {path: '/ovens/{id}', method: DELETE}
"""
BODIES = ("CREATED", "CREATE", "READ", "OTHER", "UPDATED", "UPDATE", "DELETE")
HEAT = "{properties: {heat: {type: integer}}, required: [heat]}"


def required(path: str, config: str = CONFIG, entity: EntityRef = OVEN, **schemas: str) -> bool:
    """Whether a path is required, with these schemas of bodies; others are empty."""
    paths = PATHS
    for body in BODIES:
        content = f"{{content: {{application/json: {{schema: {schemas.get(body.lower(), '{}')}}}}}}}"
        paths = paths.replace(f": {body}", f": {content}")
    parts = "{Heat: " + HEAT + ", Loop: {$ref: '#/components/schemas/Loop'}}"
    text = f"openapi: 3.1.0\npaths: {paths}components: {{schemas: {parts}}}\n"
    documents = Documents()
    api = Api(documents.add(Description("openapi.yaml", text.encode())), documents)
    return Required(api, read_config(config))(entity, path)


@pytest.mark.parametrize(
    ("body", "expected"),
    [("create", True), ("created", True), ("read", True), ("update", True), ("updated", False), ("delete", False),
     ("other", False)],
)  # fmt: skip
def test_the_bodies_count_that_are_mapped(body: str, expected: bool) -> None:
    assert required("heat", **{body: HEAT}) is expected
    assert not required("cold", **{body: HEAT})
    assert not required("heat", entity=EntityRef(kinds.DATA_SOURCE, "oven"), **{body: HEAT})


@pytest.mark.parametrize(
    ("path", "expected"),
    [("id", True), ("mode", True), ("depth", False), ("a.id", False), ("id.a", False), ("a.b", False), (r"a\.b", True)],
)
def test_a_required_parameter_of_the_read_operation_counts(path: str, expected: bool) -> None:
    assert required(path) is expected
    assert not required(path, CONFIG.replace("/{id}', method: GET", "/{id}/gone', method: GET"))


REFERRED = "{$ref: '#/components/schemas/Heat'}"


@pytest.mark.parametrize(
    ("schema", "path", "expected"),
    [
        (REFERRED, "heat", True),
        ("{$ref: '#/components/schemas/None'}", "heat", False),
        ("{$ref: '#/components/schemas/Loop'}", "heat", False),
        *(
            (f"{{{keyword}: [{{}}, {REFERRED}]}}", "heat", True)
            for keyword in ("allOf", "anyOf", "oneOf", "prefixItems")
        ),
        *((f"{{{word}: {REFERRED}}}", "heat", True) for word in ("items", "additionalProperties")),
        (f"{{not: {REFERRED}}}", "heat", False),
        (f"{{allOf: {REFERRED}, items: [{REFERRED}]}}", "heat", False),
        ("{required: heat}", "heat", False),
        ("{required: [1, heat]}", "1", True),
        ("{required: []}", "heat", False),
        ("true", "heat", False),
        (f"{{properties: {{a: {HEAT}}}}}", "a.heat", True),
        (f"{{properties: {{a: {HEAT}}}}}", "heat", False),
        (f"{{properties: {{a: {HEAT}}}}}", "a", False),
        (f"{{properties: {{a: {HEAT}}}, required: [a]}}", "a.heat", True),
        (f"{{properties: {{a: {{items: {HEAT}}}}}}}", "a.heat", True),
        (f"{{properties: {{a: {{properties: {{b: {REFERRED}}}}}}}}}", "a.b.heat", True),
        (f"{{properties: {{a: {{properties: {{b: {REFERRED}}}}}}}}}", "b.heat", False),
        (f"{{properties: {{a: {{oneOf: [{HEAT}]}}}}}}", "a.variant.heat", True),
        ("{properties: {a.b: {required: [x]}}}", r"a\.b.x", True),
    ],
)
def test_a_property_is_required_wherever_a_schema_of_it_says_so(schema: str, path: str, expected: bool) -> None:
    assert required(path, create=schema) is expected


@pytest.mark.parametrize(
    ("pointer", "path", "expected"),
    [("/data", "heat", True), ("/data", "data", False), ("/data", "meta", False), ("", "data", True),
     ("/data/0", "heat", True), ("/none", "data", True)],
)  # fmt: skip
def test_what_is_around_the_chosen_part_of_a_body_does_not_count(pointer: str, path: str, expected: bool) -> None:
    envelope = f"{{properties: {{data: {{items: {HEAT}}}, meta: {{}}}}, required: [data, meta]}}"
    choice = f"method: POST, response: {{pointer: {pointer}}}" if pointer else "method: POST"
    assert required(path, CONFIG.replace("method: POST", choice), created=envelope) is expected


def test_of_too_many_schemas_any_property_counts_as_required(monkeypatch: pytest.MonkeyPatch) -> None:
    many = f"{{allOf: [{'{}, ' * 9}]}}"
    for most, expected in ((10, False), (9, True)):
        monkeypatch.setattr("mapper.systems.terraform.fix.required_properties._MOST", most)
        assert required("heat", create=many) is expected
