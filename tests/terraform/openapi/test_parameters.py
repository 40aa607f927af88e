"""Path and query parameters of the read operation."""

from mapper.systems.terraform.rules import (
    BESIDE_KEYWORDS,
    NO_IDENTIFIER,
    NO_PARAMETER_SCHEMA,
    NO_PLACE,
    NO_TYPE,
    NULL_DESCRIPTION,
    PARAMETER_CONTENT,
    SAME_NAME,
    SEVERAL_BRANCHES,
    UNRESOLVED,
)

from ...support import both, data_source, map_texts, resource

READ = "read: {type: object, properties: {fuel: {type: string}}}"
CREATE = "create: {type: object, properties: {fuel: {type: string}}}"


def test_only_path_and_query_parameters_take_part() -> None:
    oven = resource(f"""
        {CREATE}
        parameters:
          - {{name: a, in: path, required: true, schema: {{type: string}}}}
          - {{name: b, in: query, schema: {{type: string}}}}
          - {{name: c, in: header, schema: {{type: string}}}}
          - {{name: d, in: cookie, schema: {{type: string}}}}
          - {{name: e, in: Query, schema: {{type: string}}}}
          - {{name: f, schema: {{type: string}}}}
          - {{in: query, schema: {{type: string}}}}
          - text
    """)
    assert oven.names == ["fuel", "a", "b"]
    assert [found.text.partition(":")[0] for found in oven.diagnostics(NO_PLACE)] == [
        "the parameter 'e' is in 'Query'",
        "the parameter 'f' does not say where it is",
        "the parameter has no name",
    ]


# --- path item and operation ---


def test_an_operation_parameter_takes_the_place_of_the_path_parameter_with_its_name_and_place() -> None:
    oven = data_source(f"""
        path_parameters:
          - {{name: zone, in: path, required: true, schema: {{type: string}}}}
          - {{name: id, in: path, required: true, description: Of the path, schema: {{type: string}}}}
        parameters:
          - {{name: size, in: query, schema: {{type: string}}}}
          - {{name: id, in: path, required: true, description: Of the operation, schema: {{type: integer}}}}
        {READ}
    """)
    assert oven.names == ["zone", "id", "size", "fuel"]
    assert oven.kinds["id"] == "int64"
    assert oven.description("id") == "Of the operation"
    assert (oven.status("id"), oven.status("size")) == ("required", "computed_optional")


def test_a_parameter_keeps_the_notes_of_its_schema_and_of_its_place() -> None:
    found = data_source(f"""
        path_parameters:
          - {{name: size, in: path, required: true, schema: {{oneOf: [{{type: string}}]}}}}
          - {{name: zone, in: query, schema: {{type: string}}}}
        parameters:
          - {{name: size, in: query, schema: {{type: string}}}}
          - {{name: other, in: query, description: D, schema: {{description: null, oneOf: [{{type: string}}]}}}}
          - {{name: third, in: query, schema: {{type: string, description: null}}}}
        {READ}
    """)
    assert found.rules("size") >= {SAME_NAME, SEVERAL_BRANCHES}
    assert SAME_NAME not in found.rules("zone")
    assert found.rules("other") >= {SEVERAL_BRANCHES}
    assert NULL_DESCRIPTION not in found.rules("other")
    assert found.rules("third") == {NULL_DESCRIPTION}


def test_a_parameter_that_another_hides_keeps_its_own_notes() -> None:
    found = data_source(f"""
        path_parameters: [{{$ref: '#/components/schemas/Size', description: How many fit in.}}]
        parameters: [{{name: size, in: query, schema: {{type: string}}}}]
        {READ}
        components:
          Size: {{name: size, in: path, required: true, schema: {{type: string}}}}
    """)
    assert found.rules("size") >= {SAME_NAME, BESIDE_KEYWORDS}


def test_a_description_next_to_a_reference_to_a_parameter_is_reported() -> None:
    paths = """
        paths:
          /ovens/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            get:
              parameters: [{$ref: '#/components/schemas/Size', description: How many fit in.}]
              responses: {'200': {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}
        components:
          Size: {name: size, in: query, description: null, schema: {type: string}}
    """
    found = data_source(paths)
    said = found.diagnostic(BESIDE_KEYWORDS)
    assert (said.path, said.text) == ("size", "what is next to $ref is left out: description")
    assert found.diagnostic(NULL_DESCRIPTION).path == "size"
    plain = "{$ref: '#/components/schemas/Size'}"
    read_before = data_source(paths.replace("[{name: id", f"[{plain}, {{name: id"))
    assert read_before.diagnostic(BESIDE_KEYWORDS).path == "size"
    assert not data_source(paths.replace(", description: How many fit in.", "")).diagnostics(BESIDE_KEYWORDS)


def test_a_parameter_in_the_body_is_a_request_body_in_swagger_only() -> None:
    body = "{name: it, in: body, schema: {properties: {heat: {type: integer}}}}"
    gives = "responses: {'200': {content: {application/json: {schema: {properties: {fuel: {type: string}}}}}}}"
    paths = f"{{/o: {{post: {{parameters: [{body}], {gives}}}, get: {{{gives}}}}}}}"
    calls = "create: {path: /o, method: post}, read: {path: /o, method: get}"
    config = f"{{provider: {{name: bakery}}, resources: {{oven: {{{calls}}}}}}}"
    assert map_texts(f"{{openapi: 3.1.0, paths: {paths}}}", config).names == ["fuel"]


# --- parameters with something missing ---


def test_a_parameter_that_cannot_be_mapped_costs_itself_only() -> None:
    for oven in both(f"""
        {CREATE}
        {READ}
        parameters:
          - {{name: "99", in: query, schema: {{type: string}}}}
          - {{name: odd, in: query, schema: {{}}}}
          - {{name: bare, in: query}}
          - {{$ref: '#/components/parameters/Missing'}}
          - {{name: size, in: query, schema: {{type: string}}}}
    """):
        assert set(oven.names) == {"fuel", "size"}
        assert oven.rules("99") == {NO_IDENTIFIER}
        assert oven.rules("odd") == {NO_TYPE}
        assert oven.rules("bare") == {NO_PARAMETER_SCHEMA}
        assert len(oven.diagnostics(UNRESOLVED)) == 2


def test_a_parameter_described_by_content_has_the_schema_of_its_media_type() -> None:
    oven = resource(f"""
        {CREATE}
        parameters:
          - name: by
            in: query
            content: {{application/json: {{schema: {{type: object, properties: {{kind: {{type: string}}}}}}}}}}
    """)
    assert oven.names_in("by") == ["kind"]
    assert oven.rules("by") == {PARAMETER_CONTENT}
    assert oven.differs_at("by")


def test_a_parameter_with_an_unmappable_part_keeps_the_rest_which_is_a_difference_in_the_whole() -> None:
    oven = resource(f"""
        {CREATE}
        parameters:
          - {{name: by, in: query, schema: {{properties: {{odd: {{}}, kind: {{type: string}}}}}}}}
    """)
    assert oven.names_in("by") == ["kind"]
    assert oven.rules("by.odd") == {NO_TYPE}
    assert oven.differs_at("by")


def test_what_such_a_parameter_adds_to_a_property_is_a_difference_too() -> None:
    oven = resource("""
        create: {properties: {by: {properties: {age: {type: integer}}}}}
        parameters:
          - {name: by, in: query, description: Filled, schema: {properties: {odd: {}, kind: {type: string}}}}
    """)
    assert oven.names_in("by") == ["age", "kind"]
    assert oven.description("by") == "Filled"
    assert oven.differs_at("by")
