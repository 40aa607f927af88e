"""Which bodies are mapped, what the config ignores of them, and what several of them make together."""

import json
from textwrap import dedent

import pytest

from mapper.model import Contribution, Status, nested_body
from mapper.report.diagnostic import MappingError, Severity, losses
from mapper.report.rules import TYPE_MISMATCH, UNUSED_IGNORE
from mapper.systems.terraform import kinds, rules
from mapper.systems.terraform.attributes.context import PathIndex
from mapper.systems.terraform.config.json_schema import config_schema
from mapper.systems.terraform.fix.rounds import edited, fix
from mapper.systems.terraform.rules import BODY_CHOSEN, BODY_LOST, NO_TYPE, NOT_AN_OBJECT, UNFILLED

from ...counting import calls
from ...support import Mapped, both, data_source, map_texts, resource
from ..zoos import api

CONFIG = "{provider: {name: bakery}, data_sources: {oven: {read: {path: /oven, method: get}}}}"
RESOURCE_CONFIG = """
    provider: {name: bakery}
    resources: {oven: {create: {path: /oven, method: post}, read: {path: /oven, method: get}}}
"""


def read_responses(responses: str) -> Mapped:
    """Map a data source whose read operation has these responses."""
    text = f"openapi: 3.0.0\npaths: {{/oven: {{get: {{responses: {responses}, tags: null}}}}}}\n"
    return map_texts(text, CONFIG, kinds.DATA_SOURCE)


def with_property(name: str) -> str:
    """A media type whose schema has one property."""
    return f"{{schema: {{type: object, properties: {{{name}: {{type: string}}}}}}}}"


def answer(name: str) -> str:
    """A response whose schema has one property."""
    return f"{{content: {{application/json: {with_property(name)}}}}}"


# --- status codes ---


@pytest.mark.parametrize(
    ("codes", "chosen"),
    [
        (["201", "200"], "200"),
        (["202", "201"], "201"),
        (["206", "203"], "203"),
        (["default", "404", "203"], "203"),
        (["2XX", "203"], "203"),
        (["2XX", "default"], "2XX"),
        (["299"], "299"),
    ],
)
def test_the_success_response_is_200_or_201_or_the_lowest_or_any(codes: list[str], chosen: str) -> None:
    oven = read_responses("{" + ", ".join(f"{code!r}: {answer('c' + code)}" for code in codes) + "}")
    assert oven.names == [f"c{chosen.lower()}"]
    assert str(oven.entity.body.attributes[0].origins[0].part) == f"read response {chosen}"


@pytest.mark.parametrize(
    "empty", ["{description: Nothing}", "{content: {}}", "{content: {text/plain: {example: 1}}}", "null"]
)
def test_a_response_without_a_schema_is_passed_over(empty: str) -> None:
    oven = read_responses(f"{{'200': {empty}, '201': {answer('heat')}}}")
    assert oven.names == ["heat"]
    assert oven.rules("") == {rules.LATER_RESPONSE, rules.ENTITY_KEPT}


@pytest.mark.parametrize("codes", [("200", "202"), ("201", "2XX"), ("202", "203"), ("2XX",)])
def test_what_only_a_later_response_gives_is_a_difference(codes: tuple[str, ...]) -> None:
    *empty, last = codes
    answers = ", ".join([*(f"'{code}': {{}}" for code in empty), f"'{last}': {answer('heat')}"])
    post = f"{{requestBody: {answer('name')}, responses: {{}}}}"
    text = f"openapi: 3.0.0\npaths: {{/oven: {{post: {post}, get: {{responses: {{{answers}}}}}}}}}\n"
    oven = map_texts(text, RESOURCE_CONFIG)
    assert oven.rules("heat") == {rules.BODY_KEPT}
    assert oven.rules("name") == set()


@pytest.mark.parametrize("code", ["default", "404", "300", "199", "x-200", "4XX"])
def test_only_success_responses_count(code: str) -> None:
    oven = read_responses(f"{{'200': {{}}, {code!r}: {answer('heat')}}}")
    assert not oven.is_mapped
    assert {rules.NO_SCHEMA, rules.ENTITY_LOST} <= oven.rules("")


@pytest.mark.parametrize(
    "responses",
    [
        "null",
        "[]",
        "text",
        "5",
        "{}",
        "{'200': text}",
        "{'200': {content: []}}",
        "{$ref: '#/openapi'}",
        "{$ref: '#/paths/~1oven/get/tags'}",
        "{$ref: '#/nowhere'}",
    ],
)
def test_responses_that_are_none_lose_the_data_source(responses: str) -> None:
    oven = read_responses(responses)
    assert not oven.is_mapped
    assert rules.ENTITY_LOST in oven.rules("")


# --- media types ---


def test_json_goes_before_all_other_media_types() -> None:
    types = f"application/a: {with_property('first')}, application/json: {with_property('json')}"
    assert read_responses(f"{{'200': {{content: {{{types}}}}}}}").names == ["json"]


def test_any_media_type_will_do_for_a_request_body() -> None:
    body = f"{{content: {{'*/*': {with_property('fuel')}}}}}"
    oven = map_texts(f"{{openapi: 3.0.0, paths: {{/oven: {{post: {{requestBody: {body}}}}}}}}}", RESOURCE_CONFIG)
    assert oven.names == ["fuel"]


# --- bodies that are no objects ---


def test_an_entity_without_attributes_is_written_with_an_empty_schema_and_reported() -> None:
    oven, source = both("""
        create: {type: array, items: {type: string}}
        read: {type: object, additionalProperties: {type: string}}
    """)
    assert oven.spec["resources"] == [{"name": "oven", "schema": {}}]
    assert oven.spec["datasources"] == [{"name": "oven", "schema": {}}]
    assert [str(d.entity) for d in source.diagnostics(rules.ENTITY_EMPTY)] == ["resource oven", "data source oven"]


# --- bodies that the reference tool drops ---


def test_an_unmappable_property_in_a_response_costs_that_property_only() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, name: {type: string}, door: {properties: {lock: {type: string}}}}}
        create_response:
          properties:
            age: {type: integer}
            odd: {type: nothing}
            name: {type: string, description: Filled}
            fuel: {type: string}
            door: {properties: {hinge: {type: string}}}
        read: {properties: {heat: {type: integer}}}
    """)
    assert oven.names == ["door", "fuel", "name", "age", "heat"]
    assert oven.description("name") == "Filled"
    # each difference from the reference tool, which drops the whole response, is declared where it is
    assert [name for name in oven.names if oven.differs_at(name)] == ["name", "age"]
    assert oven.differs_at("door.hinge")
    assert not oven.differs_at("door.lock")
    assert oven.rules("age") == {rules.BODY_KEPT}


@pytest.mark.parametrize(
    ("skipped", "kept", "is_marked"),
    [
        ("", "", False),
        ("deprecated: true", "", True),
        ("", "deprecated: true", True),
        ("format: password", "", True),
        ("description: Its own.", "", True),
        ("default: a", "", True),
        ("maxLength: 3", "", False),  # without values of users, nothing checks a limit
    ],
)
def test_what_the_skipped_body_alone_says_of_an_attribute_is_a_difference(
    skipped: str, kept: str, is_marked: bool
) -> None:
    oven = resource(f"""
        create: {{properties: {{name: {{type: string}}}}}}
        create_response: {{properties: {{heat: {{type: string, {skipped}}}, odd: {{type: nothing}}}}}}
        read: {{properties: {{heat: {{type: string, {kept}}}}}}}
    """)
    assert (rules.BODY_KEPT in oven.rules("heat")) == is_marked


# --- operations with little in them ---


def test_a_data_source_without_a_response_schema_is_absent() -> None:
    oven = data_source("parameters: [{name: size, in: query, schema: {type: string}}]")
    assert not oven.is_mapped
    assert {rules.NO_SCHEMA, rules.ENTITY_LOST} <= oven.rules("")


def test_a_missing_create_operation_leaves_the_read_operation() -> None:
    get = f"{{responses: {{'200': {answer('heat')}}}}}"
    oven = map_texts(f"{{openapi: 3.0.0, paths: {{/oven: {{get: {get}}}}}}}", RESOURCE_CONFIG)
    assert oven.statuses == {"heat": "computed"}
    assert oven.differs_at("")
    assert "'/oven' has no POST operation" in oven.diagnostic(rules.NO_OPERATION).text


def test_a_missing_read_operation_of_a_data_source_loses_it() -> None:
    oven = map_texts("{openapi: 3.0.0, paths: {/oven: {post: {}}}}", CONFIG)
    assert not oven.mapping.entities[1:]
    assert oven.diagnostics(rules.ENTITY_LOST)


# --- required properties that no schema describes ---


NOTE = "{type: object, properties: {key: {type: string}, value: {}}}"
LIST = "{type: array, items: {type: object, required: [a], properties: {a: {type: string}}}}"


def description(request: str, response: str = NOTE, read: str = NOTE) -> str:
    return f"""
    openapi: 3.0.3
    paths:
      /notes/{{key}}:
        parameters: [{{name: key, in: path, required: true, schema: {{type: string}}}}]
        put:
          requestBody: {{content: {{application/json: {{schema: {request}}}}}}}
          responses: {{'200': {{content: {{application/json: {{schema: {response}}}}}}}}}
        get:
          responses: {{'200': {{content: {{application/json: {{schema: {read}}}}}}}}}
    """


def config(create: str, read: str = "", policies: str = "untyped: json_string") -> str:
    return f"""
    provider: {{name: bakery}}
    policies: {{{policies}}}
    resources:
      note:
        create: {{path: '/notes/{{key}}', method: PUT{create}}}
        read: {{path: '/notes/{{key}}', method: GET{read}}}
    """


def mapped(request: str, create: str = "", **others: str) -> Mapped:
    return map_texts(description(request, **others), config(create))


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: object, additionalProperties: {type: string}}", "map"),
        ("{type: string}", "string"),
        ("{type: array, items: {type: string}}", "list"),
        (LIST, "list_nested"),
        ("{}", "string"),
        ("{type: object, properties: {a: {type: string}}}", "single_nested"),
    ],
)
def test_a_body_of_any_kind_becomes_one_attribute(schema: str, kind: str) -> None:
    note = mapped(schema, ", request: {attribute: text}")
    assert note.kinds["text"] == kind
    assert note.status("text") == "required"
    assert not {BODY_LOST, NOT_AN_OBJECT} & {found.rule for found in note.mapping.diagnostics}
    texts = {found.text for found in note.diagnostics(BODY_CHOSEN)}
    assert texts == {"the config makes an attribute of the whole of the create request body"}


def test_a_body_can_be_ignored() -> None:
    note = mapped("{type: object, properties: {a: {type: string}}}", ", response: {ignore: true}", response="{}")
    assert set(note.kinds) == {"a", "key", "value"}
    assert [d.rule for d in losses(note.mapping.diagnostics)] == [UNFILLED]  # its key, which only a response has
    assert note.diagnostic(BODY_CHOSEN).text == "the config ignores the create response"
    assert "a" not in mapped("{type: object, properties: {a: {type: string}}}", ", request: {ignore: true}").kinds


def test_false_ignores_nothing_and_other_words_are_an_error() -> None:
    assert "a" in mapped("{type: object, properties: {a: {type: string}}}", ", request: {ignore: false}").kinds
    with pytest.raises(MappingError, match="ignore must be true or false, not 'maybe'"):
        mapped("{}", ", request: {ignore: maybe}")


@pytest.mark.parametrize(
    ("request_", "response", "fixes"),
    [
        ("{type: string}", NOTE, ["create: {request: {attribute: value}}; or create: {request: {ignore: true}}"]),
        ("{}", NOTE, ["create: {request: {attribute: value}}; or create: {request: {ignore: true}}"]),
        (NOTE, "{}", ["create: {response: {ignore: true}}"]),
        (NOTE, "{type: integer}", ["create: {response: {ignore: true}}"]),
        (NOTE, "{type: array, items: {type: string}}", ["create: {response: {ignore: true}}"]),
        *(
            (NOTE, f"{{type: array, items: {i}}}", ["create: {response: {ignore: true}}"])
            for i in ("{type: odd}", "{type: object}")
        ),
        (LIST, LIST, ["create: {request: {pointer: /0}}", "create: {response: {pointer: /0}}"]),
    ],
)
def test_what_cannot_be_mapped_proposes_a_key_that_settles_it(request_: str, response: str, fixes: list[str]) -> None:
    note = mapped(request_, response=response)
    found = [d for d in note.mapping.diagnostics if d.rule in (BODY_LOST, NOT_AN_OBJECT)]
    assert [(d.fix or "").replace("  # in resources.note", "") for d in found] == fixes


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("{type: string}", "of type string"),
        ("{type: array, items: {type: string}}", "of type array"),
        ("{type: object, additionalProperties: {type: string}}", "a map"),
        ("{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}", ""),
    ],
)
def test_a_body_that_is_no_object_is_told_by_what_it_is(schema: str, said: str) -> None:
    texts = [found.text for found in resource(f"create: {schema}\nschema: {{ignores: [a]}}").diagnostics(NOT_AN_OBJECT)]
    text = f"the create request body is {said}, but attributes come from an object with properties"
    assert texts == ([text] if said else [])


@pytest.mark.parametrize("request_", ["{type: string}", "{}", LIST, "{type: object, additionalProperties: {}}"])
@pytest.mark.parametrize("response", ["{}", "{type: boolean}", LIST, "{type: array, items: {}}"])
def test_a_proposed_key_settles_every_pair_of_bodies(request_: str, response: str) -> None:
    text = description(request_, response)
    before = [config("", policies="")]
    (settled,) = edited(before, fix(api(text), before).plan)
    assert not losses(map_texts(text, settled).mapping.diagnostics)


def test_editors_know_the_keys() -> None:
    choices = config_schema()["$defs"]["operation_create"]["properties"]
    assert {"attribute", "ignore"} <= choices["request"]["properties"].keys()
    assert '"boolean"' in json.dumps(choices["response"]["properties"]["ignore"])


def test_twice_as_many_properties_and_paths_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        entries = tuple((f"p{number}.inner", number) for number in range(size))

        def run() -> None:
            inside = PathIndex(entries)
            for number in range(size):
                assert inside.of(f"p{number}") == (("inner", number),)

        return calls(run)

    assert work(400) < 2.2 * work(200)


OVEN = """
components:
  Oven:
    required: [name]
    properties:
      name: {type: string, description: Its name, minLength: 1, format: password}
      door: {$ref: "#/components/schemas/Door"}
      back: {$ref: "#/components/schemas/Door"}
      racks: {type: array, items: {type: array, items: {properties: {depth: {type: integer, deprecated: true}}}}}
      heat: {type: integer, default: 20}
      side: {type: object, properties: {open: {type: boolean, default: true}, lock: {type: string}}}
  Door:
    required: [width]
    properties: {width: {type: number}, parts: {type: array, items: {$ref: "#/components/schemas/Part"}}}
  Part: {properties: {id: {type: integer}}}
create: {$ref: "#/components/schemas/Oven"}
read: {$ref: "#/components/schemas/Oven"}
"""


def test_places_of_one_schema_have_one_body_in_each_role() -> None:
    oven = resource(OVEN)
    request, response = oven.entity.sources
    door, back = (nested_body(a.type) for a in response.body.attributes if a.name in ("door", "back"))
    assert door is back
    assert door is not nested_body(next(a.type for a in request.body.attributes if a.name == "door"))


@pytest.mark.parametrize(
    ("first", "later", "words"),
    [
        ("{type: string}", "{type: integer}", ("string", "int64")),
        ("{type: number}", "{type: number, format: double}", ("number", "float64")),
        (
            "{type: array, items: {type: string}}",
            "{type: array, format: set, items: {type: string}}",
            ("list of string", "set of string"),
        ),
        (
            "{type: array, items: {type: string}}",
            "{type: array, items: {type: object, properties: {on: {type: string}}}}",
            ("list of string", "list of object"),
        ),
        ("{type: object}", "{type: object, additionalProperties: {type: string}}", ("object", "map of string")),
        ("{type: string}", "{type: object, properties: {on: {type: string}}}", ("string", "object")),
    ],
)
def test_sources_of_different_kinds_keep_the_first_whole(first: str, later: str, words: tuple[str, str]) -> None:
    alone = resource(f"create: {{properties: {{it: {first}}}}}")
    oven = resource(f"""
        create: {{properties: {{it: {first}}}}}
        read: {{properties: {{it: {{description: Not taken, allOf: [{later}]}}}}}}
    """)
    assert oven["it"] == alone["it"]
    mismatch = oven.diagnostic(TYPE_MISMATCH)
    assert mismatch.severity is Severity.WARNING
    assert not mismatch.rule.differs
    assert all(word in mismatch.text for word in words)
    assert oven.attribute("it").origins[1].contribution is Contribution.MISMATCH


@pytest.mark.parametrize(
    ("first", "later", "element"),
    [
        ("{type: object, additionalProperties: {type: string}}", "{type: boolean}", "map"),
        ("{type: array, items: {type: string}}", "{type: array, format: set, items: {type: string}}", "list"),
        ("{type: array, format: set, items: {type: string}}", "{type: array, items: {type: string}}", "set"),
    ],
)
def test_lists_of_different_elements_are_still_lists_and_share_the_description(
    first: str, later: str, element: str
) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {{type: array, items: {first}}}}}}}
        read: {{properties: {{it: {{type: array, items: {later}, description: All of them}}}}}}
    """)
    assert oven.body("it") == {
        "element_type": {element: {"element_type": {"string": {}}}},
        "description": "All of them",
    }
    assert oven.rules("it") == {TYPE_MISMATCH}


def test_lists_of_objects_and_of_texts_are_lists_of_what_the_first_has() -> None:
    elements = "{properties: {a: {type: string}}}", "{type: string}"
    lists = [f"{{type: array, items: {{type: array, items: {element}}}}}" for element in elements]
    for created, read in (lists, lists[::-1]):
        oven = resource(f"create: {{properties: {{it: {created}}}}}\nread: {{properties: {{it: {read}}}}}")
        assert oven.rules("it") == {TYPE_MISMATCH}
        assert oven["it"] == resource(f"create: {{properties: {{it: {created}}}}}")["it"]


def test_objects_without_members_get_those_of_a_later_source() -> None:
    listed = "{{type: array, items: {{type: array, items: {{type: object{}}}}}}}"
    first, later = listed.format(""), listed.format(", properties: {a: {type: string}}")
    assert resource(f"create: {{properties: {{it: {first}}}}}").rules("it") == {rules.EMPTY_MEMBERS}
    assert not resource(f"create: {{properties: {{it: {first}}}}}\nread: {{properties: {{it: {later}}}}}").rules("it")


def map_of(values: str) -> str:
    return f"{{type: object, additionalProperties: {values}}}"


TEXT = "{type: string}"
MAP, OBJECTS, MAPS, LOST = map(map_of, (TEXT, f"{{properties: {{a: {TEXT}}}}}", map_of(TEXT), map_of("{type: odd}")))


@pytest.mark.parametrize(
    ("first", "later", "is_taken"),
    [
        (MAP, map_of("{type: boolean}"), True),
        (MAP, MAPS, False),
        (MAP, map_of(map_of(f"{{properties: {{a: {{type: odd}}, b: {TEXT}}}}}")), False),
        (MAP, OBJECTS, False),
        (map_of(f"{{type: array, items: {TEXT}}}"), MAPS, False),
        (OBJECTS, MAPS, True),
        (OBJECTS, LOST, True),
        (MAPS, MAP, False),
        (MAPS, OBJECTS, True),
        (MAPS, map_of(map_of("{type: boolean}")), True),
    ],
)
@pytest.mark.parametrize("around", ["V", "{properties: {in: V}}", "{type: array, items: {properties: {in: V}}}"])
def test_a_text_is_taken_from_what_the_reference_tool_writes_as_the_same_kind(
    around: str, first: str, later: str, is_taken: bool
) -> None:
    """That tool writes a map of maps as a map of objects, whatever is in it."""
    described = later.replace("{", "{description: An it., ", 1)
    schemas = [around.replace("V", schema) for schema in (first, described)]
    oven = resource("create: {{properties: {{it: {}}}}}\nread: {{properties: {{it: {}}}}}".format(*schemas))
    attribute = oven.attribute("it" if around == "V" else "it.in")
    assert attribute.description == ("An it." if is_taken else None)


def test_a_map_that_only_a_later_source_can_say_has_the_place_that_the_reference_tool_gives_it() -> None:
    oven = resource(
        f"""
        create: {{properties: {{b: {{type: string}}, c: {LOST}, e: {{type: string}}}}}}
        create_response: {{properties: {{a: {{type: string}}, d: {LOST}}}}}
        read: {{properties: {{c: {OBJECTS}, d: {OBJECTS}, f: {{type: string}}}}}}
    """.replace("T", "{type: string}")
    )
    assert oven.names == ["b", "c", "e", "a", "d", "f"]
    for later in (TEXT, f"{{properties: {{a: {TEXT}}}}}"):
        other = resource(
            f"create: {{properties: {{b: {TEXT}, c: {LOST}, e: {TEXT}}}}}\nread: {{properties: {{c: {later}}}}}"
        )
        assert (other.names, other.status("c")) == (["b", "e", "c"], "computed")
    assert [oven.attribute(name).status for name in "cd"] == [Status.COMPUTED_OPTIONAL, Status.COMPUTED]
    assert oven.attribute("c").origins[0].contribution is Contribution.MISMATCH


def test_a_parameter_that_only_the_response_can_say_keeps_its_place_among_the_parameters() -> None:
    query = "{{name: {}, in: query, description: '{}', schema: {}}}"
    parameters = ", ".join(query.format(*each) for each in (("z", "Z.", TEXT), ("m", "M.", LOST), ("a", "A.", TEXT)))
    oven = data_source(f"parameters: [{parameters}]\nread: {{properties: {{b: {TEXT}, m: {OBJECTS}}}}}")
    assert oven.names == ["z", "m", "a", "b"]
    assert oven.attribute("m").description == "M."


def test_each_source_says_what_it_gave() -> None:
    oven = resource("""
        create: {properties: {door: {type: object, properties: {glass: {type: string}}}, fuel: {type: string}}}
        create_response: {properties: {door: {type: object, properties: {color: {type: string}}}}}
        read:
          properties:
            door: {type: object, description: In front, properties: {glass: {type: string}}}
            fuel: {type: string}
            seal: {type: string}
    """)
    given = {
        name: [(str(origin.part), origin.contribution) for origin in oven.attribute(name).origins]
        for name in ("door", "fuel", "seal")
    }
    assert given == {
        "door": [
            ("create request body", Contribution.DECLARED),
            ("create response 201", Contribution.CHILDREN),
            ("read response 200", Contribution.DESCRIPTION),
        ],
        "fuel": [("create request body", Contribution.DECLARED), ("read response 200", Contribution.CONFIRMED)],
        "seal": [("read response 200", Contribution.DECLARED)],
    }


def test_a_source_may_give_a_description_and_children_at_once() -> None:
    oven = resource("""
        create: {properties: {door: {type: object}}}
        read: {properties: {door: {type: object, description: In front, properties: {glass: {type: string}}}}}
    """)
    assert oven.attribute("door").origins[1].contribution is Contribution.BOTH


def test_an_ignore_leaves_out_a_property_by_its_source_name() -> None:
    oven = resource("""
        create: {properties: {bakeTime: {type: string}, heatLevel: {type: string}}}
        schema: {ignores: [bakeTime, heat_level]}
    """)
    assert oven.names == ["heat_level"]
    unused = oven.diagnostic(UNUSED_IGNORE)
    assert "'heat_level'" in unused.text
    assert unused.severity is Severity.WARNING


def test_what_is_proposed_to_ignore_in_a_collection_begins_at_its_items() -> None:
    oven = data_source(
        "read: {type: array, items: {properties: {door: {properties: {lock: {}}}, fuel: {type: string}}}}"
    )
    assert (oven.diagnostic(NO_TYPE).fix or "").endswith("ignores: [door.lock]  # in data_sources.oven.schema")


def test_a_parameter_is_ignored_by_its_alias_only() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}}}
        parameters:
          - {name: a, in: query, schema: {type: string}}
          - {name: b, in: query, schema: {type: string}}
        schema: {ignores: [a, second], attributes: {aliases: {a: first, b: second}}}
    """)
    assert oven.names == ["fuel", "first"]
    assert "'a'" in oven.diagnostic(UNUSED_IGNORE).text


def test_a_property_is_ignored_by_the_name_of_the_api() -> None:
    oven = resource("""
        create: {properties: {fuel: {type: string}, door: {type: string}}}
        schema: {ignores: [door, gas], attributes: {aliases: {.fuel: gas, .door: hatch}}}
    """)
    assert oven.names == ["gas"]
    text = "the ignore 'gas' matches no property or parameter; use the name in the API here"
    assert oven.diagnostic(UNUSED_IGNORE).text == text


def test_an_ignore_that_only_matches_in_a_source_of_another_type_is_used() -> None:
    oven = resource("""
        create: {properties: {door: {type: string}}}
        read: {properties: {door: {properties: {lock: {type: string}}}}}
        schema: {ignores: [door.lock]}
    """)
    assert oven.kinds == {"door": "string"}
    assert not oven.diagnostics(UNUSED_IGNORE)


@pytest.mark.parametrize(("name", "path"), [("b", "b"), ("id", "filter")])
def test_what_is_proposed_for_the_inside_of_a_parameter_has_an_effect(name: str, path: str) -> None:
    snippet = f"""
        parameters:
          - {{name: filter, in: query, schema: {{type: object, properties: {{a: {{type: string}}, {name}: {{}}}}}}}}
        read: {{type: object, properties: {{id: {{type: string}}}}}}
    """
    (found,) = data_source(snippet).diagnostics(NO_TYPE)
    assert (found.fix or "").endswith(f"; or ignores: [{path}]  # in data_sources.oven.schema")
    settled = data_source(f"{dedent(snippet)}schema: {{ignores: [{path}]}}")
    assert settled.diagnostics(NO_TYPE) == settled.diagnostics(UNUSED_IGNORE) == []
    assert "id" in settled.names
