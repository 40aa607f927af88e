"""Which body the attributes come from, where the config chooses one, or a part of it."""

import pytest

from mapper.report.diagnostic import MappingError
from mapper.systems.terraform import kinds
from mapper.systems.terraform.rules import BODY_CHOSEN, BODY_LOST, NOT_AN_OBJECT, UNKNOWN_KEY

from ...support import Mapped, map_texts, read_config

OPENAPI = """
    openapi: 3.1.0
    paths:
      /ovens:
        post:
          requestBody:
            content:
              application/json: {schema: {$ref: '#/components/schemas/NewOven'}}
              application/vnd.bakery+json; v=2:
                schema: {type: object, required: [oven], properties: {oven: {$ref: '#/components/schemas/NewOven'}}}
          responses:
            '200': {content: {application/json: {schema: {type: object, properties: {ticket: {type: string}}}}}}
            '201': {$ref: '#/components/responses/Made'}
            default: {content: {text/plain: {schema: {type: object, properties: {help: {type: string}}}}}}
      /ovens/{id}:
        get:
          responses:
            '200': {content: {application/json: {schema: {$ref: '#/components/schemas/Envelope'}}}}
      /ovens/{id}/all:
        get:
          responses:
            '200': {content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
    components:
      responses:
        Made: {content: {application/json: {schema: {$ref: '#/components/schemas/Envelope'}}}}
      schemas:
        NewOven: {type: object, required: [heat], properties: {heat: {type: integer}}}
        Oven: {type: object, properties: {id: {type: string}, heat: {type: integer, description: Degrees.}}}
        Envelope:
          properties:
            data: {allOf: [{$ref: '#/components/schemas/Oven'}, {properties: {state: {type: string}}}]}
            meta: {type: object, properties: {trace: {type: string}}}
            'a/b': {$ref: '#/components/schemas/Oven'}
            byName: {type: object, additionalProperties: {$ref: '#/components/schemas/Oven'}}
            name: {type: string}
            free: {}
        Page:
          type: object
          properties:
            result:
              type: object
              properties: {items: {type: array, items: {$ref: '#/components/schemas/Oven'}}, total: {type: integer}}
            next: {type: string}
"""
READ = "{path: '/ovens/{id}', method: GET, response: {pointer: /data}}"


def resource(create: str, read: str = READ, schema: str = "") -> Mapped:
    config = f"""
        provider: {{name: bakery}}
        resources:
          oven:
            create: {{path: /ovens, method: POST, {create}}}
            read: {read}
            schema: {{{schema}}}
    """
    return map_texts(OPENAPI, config)


def data_source(path: str, choice: str, rest: str = "") -> Mapped:
    config = f"""
        provider: {{name: bakery}}
        data_sources:
          ovens:
            read: {{path: '{path}', method: GET, response: {{{choice}}}}}
        {rest}
    """
    return map_texts(OPENAPI, config, kinds.DATA_SOURCE)


def test_a_pointer_unwraps_a_response_and_each_attribute_that_it_gives_says_so() -> None:
    mapped = resource("response: {status: 201, pointer: /data}")
    assert mapped.statuses == {"heat": "required", "id": "computed", "state": "computed"}
    assert mapped.description("heat") == "Degrees."
    assert mapped.differs_at("id")
    assert mapped.differs_at("state")
    assert mapped.differs_at("heat")  # its description comes from there
    assert all(BODY_CHOSEN in mapped.rules(name) for name in mapped.names)
    assert mapped.diagnostics(BODY_CHOSEN)[0].text == "the config chooses /data of the create response 201"


def test_a_response_may_be_chosen_by_its_status_only() -> None:
    mapped = resource("response: {status: default}")
    assert "help" in mapped
    assert "ticket" not in mapped


def test_a_media_type_may_be_chosen_and_unwrapped() -> None:
    mapped = resource("request: {media_type: application/vnd.bakery+json, pointer: /oven}")
    assert mapped.status("heat") == "required"
    mapped = resource("request: {media_type: application/vnd.bakery+json; v=2}")
    assert mapped.status("oven") == "required"
    assert mapped.diagnostics(BODY_CHOSEN)


@pytest.mark.parametrize(
    ("path", "pointer", "names"),
    [
        ("/ovens/{id}/all", "/result/items/0", ["heat", "id"]),
        ("/ovens/{id}", "/a~1b", ["heat", "id"]),
        ("/ovens/{id}", "/byName/any", ["heat", "id"]),
        ("/ovens/{id}", "/meta", ["trace"]),
    ],
)
def test_a_pointer_leads_into_values(path: str, pointer: str, names: list[str]) -> None:
    assert data_source(path, f"pointer: '{pointer}'").names == names


def test_what_stands_beside_the_chosen_part_is_ignored_by_the_line_of_the_pointer() -> None:
    mapped = data_source("/ovens/{id}/all", "pointer: /result/items")
    ignored = {entry.source_name: entry for entry in mapped.entity.body.ignored}
    assert set(ignored) == {"next", "result.total"}
    assert ignored["next"].rule.pointer == "/data_sources/ovens/read/response/pointer"
    assert ignored["result.total"].location.pointer.endswith("/result/properties/total")


def test_a_pointer_into_what_has_no_schema_is_told() -> None:
    mapped = data_source("/ovens/{id}", "pointer: /free/x")
    assert any("cannot be mapped" in diagnostic.text for diagnostic in mapped.mapping.diagnostics)


def test_references_on_the_way_show_too() -> None:
    (origin,) = data_source("/ovens/{id}/all", "pointer: /result/items/0").attribute("id").origins
    assert [hop.pointer for hop in origin.via] == ["/components/schemas/Page", "/components/schemas/Oven"]


def test_a_choice_of_what_is_chosen_anyway_does_not_differ() -> None:
    mapped = resource(
        "request: {media_type: application/json}, response: {status: 200}", "{path: '/ovens/{id}', method: GET}"
    )
    assert not mapped.diagnostics(BODY_CHOSEN)


def test_ignores_and_overrides_start_at_the_chosen_part() -> None:
    schema = "ignores: [state], attributes: {overrides: {id: {description: Its number.}}}"
    mapped = resource("response: {status: 201, pointer: /data}", schema=schema)
    assert mapped.names == ["heat", "id"]
    assert mapped.description("id") == "Its number."


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ("pointer: /dta", "it has no property 'dta'; did you mean 'data'?"),
        ("pointer: /qqq", "it has no property 'qqq'; it has data, meta, a/b, byName, name, free"),
        ("pointer: /data/state/x", "/data/state is string without properties"),
        ("status: 404", "the operation has no response '404'; it has 200"),
        ("media_type: text/csv", "no schema for the media type 'text/csv'; the body has application/json"),
    ],
)
def test_a_choice_that_leads_nowhere_is_an_error_at_its_line(choice: str, text: str) -> None:
    with pytest.raises(MappingError) as error:
        data_source("/ovens/{id}", choice)
    (problem,) = error.value.problems
    assert (problem.uri, problem.line) == ("config.yml", 5)
    assert text in problem.text


CHOICE = "{oneOf: [{title: Cat, properties: {a: {type: string}}}, {title: Dog, properties: {b: {type: string}}}]}"
EIGHT, NINE = ("".join(f"k{number}: {{type: string}}, " for number in range(count)) for count in (8, 9))


@pytest.mark.parametrize(
    ("schema", "pointer", "text"),
    [
        ("{type: array, items: {type: object}}", "/x", "it is a list, and 'x' is not an index"),
        ("{type: array, items: {type: object}}", "/01", "it is a list, and '01' is not an index"),
        ("{type: object}", "/x", "it is an object without properties"),
        ("{type: object, additionalProperties: true}", "/x", "it is an object without properties"),
        ("{properties: {a: {type: array, items: {type: object}}}}", "/a/0/x", "/a/0 is an object without properties"),
        (CHOICE, "/cow", "it is a choice between cat, dog"),
        (CHOICE, "/dof", "it is a choice between cat, dog; did you mean 'dog'?"),
        (CHOICE, "/dog/a", "/dog has no property 'a'; it has b"),
        (f"{{properties: {{k: {{type: string}}}}, {CHOICE[1:]}", "/x", "it has no property 'x'; it has k"),
        (f"{{properties: {{{EIGHT}}}}}", "/x", "it has no property 'x'; it has k0, k1, k2, k3, k4, k5, k6, k7"),
        (f"{{properties: {{{NINE}}}}}", "/x", "it has no property 'x'; it has k0, k1, k2, k3, k4, k5, k6, k7 …"),
    ],
)
def test_a_pointer_to_nothing_says_what_there_is(schema: str, pointer: str, text: str) -> None:
    response = f"{{content: {{application/json: {{schema: {schema}}}}}}}"
    openapi = f"{{openapi: 3.1.0, paths: {{/a: {{get: {{responses: {{'200': {response}}}}}}}}}}}"
    read = f"{{path: /a, method: GET, response: {{pointer: {pointer}}}}}"
    with pytest.raises(MappingError) as error:
        map_texts(openapi, f"{{provider: {{name: x}}, data_sources: {{a: {{read: {read}}}}}}}")
    (problem,) = error.value.problems
    assert problem.text.endswith(f"does not exist in the read response 200: {text}")


def test_every_choice_of_what_an_operation_does_not_have_is_told_in_one_go() -> None:
    config = """
        provider: {name: x}
        resources:
          a:
            create: {path: /a, method: post, request: {pointer: /b}, response: {pointer: /c}}
            read: {path: /a, method: get, response: {status: 202}}
    """
    with pytest.raises(MappingError) as error:
        map_texts("{openapi: 3.1.0, paths: {/a: {post: {}, get: {responses: {'202': {description: Later}}}}}}", config)
    assert [(p.line, p.text.split(": ", 1)[1]) for p in error.value.problems] == [
        (5, "create request body: the operation has no request body with a schema"),
        (5, "create response: the operation has no success response with a schema"),
        (6, "read response: the response '202' has no schema"),
    ]


@pytest.mark.parametrize(
    ("responses", "listed"), [("{}", "none"), ("{default: {}}", "default"), ("{'201': {}, '404': {}}", "201, 404")]
)
def test_a_response_that_is_chosen_and_not_there_is_told_with_those_that_are(responses: str, listed: str) -> None:
    read = "{path: /a, method: get, response: {status: 200}}"
    with pytest.raises(MappingError) as error:
        map_texts(
            f"{{openapi: 3.1.0, paths: {{/a: {{get: {{responses: {responses}}}}}}}}}",
            f"{{provider: {{name: x}}, data_sources: {{a: {{read: {read}}}}}}}",
        )
    assert error.value.problems[0].text.endswith(f"the operation has no response '200'; it has {listed}")


@pytest.mark.parametrize("pointer", ["data", "$.data", "#/data"])
def test_a_pointer_begins_with_a_slash(pointer: str) -> None:
    text = f"data_sources: {{a: {{read: {{path: /a, method: get, response: {{pointer: '{pointer}'}}}}}}}}"
    with pytest.raises(MappingError, match=r"config.yml:2: .*such as /data"):
        read_config(f"provider: {{name: x}}\n{text}")


def test_unknown_keys_of_a_choice_are_noted() -> None:
    text = "data_sources: {a: {read: {path: /a, method: get, response: {point: /b}, request: {status: 200}}}}"
    notes = read_config(f"provider: {{name: x}}\n{text}").notes
    assert [note.rule for note in notes] == [UNKNOWN_KEY, UNKNOWN_KEY]
    assert "did you mean 'pointer'?" in notes[1].text + notes[0].text


@pytest.mark.parametrize("choice", ["read: request", "update: response", "delete: request", "delete: response"])
def test_a_choice_of_a_body_that_nothing_comes_from_is_noted(choice: str) -> None:
    part, key = choice.split(": ")
    parts = dict.fromkeys(("create", "read", "update", "delete"), "path: /a, method: get")
    parts[part] += f", {key}: {{pointer: /b}}"
    entity = ", ".join(f"{name}: {{{text}}}" for name, text in parts.items())
    (note,) = read_config(f"provider: {{name: x}}\nresources: {{a: {{{entity}}}}}").notes
    place = "create or update" if key == "request" else "create or read"
    text = f"unknown key {key!r} in resource 'a': {part}; it belongs below {place}"
    assert (note.rule, note.text) == (UNKNOWN_KEY, text)


# --- choices ---

CHOICE = """
    openapi: 3.1.0
    paths:
      /payments:
        post:
          requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}
          responses: {'201': {content: {application/json: {schema: {$ref: '#/components/schemas/Answer'}}}}}
      /payments/{id}:
        get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/List'}}}}}}
    components:
      schemas:
        Payment:
          properties: {note: {type: string}}
          oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/BankTransfer'}, {type: 'null'}]
          discriminator: {propertyName: kind, mapping: {credit-card: '#/components/schemas/Card'}}
        Card: {type: object, required: [number], properties: {number: {type: string}}}
        BankTransfer: {type: object, properties: {iban: {type: string}, via: {$ref: '#/components/schemas/Way'}}}
        Way: {anyOf: [{title: By mail, properties: {box: {type: string}}}, {properties: {url: {type: string}}}]}
        Answer: {properties: {data: {anyOf: [{$ref: '#/components/schemas/Card'}, {type: array, items: {}}]}}}
        List: {type: array, items: {$ref: '#/components/schemas/BankTransfer'}}
"""


def payment(pointer: str, policies: str = "", response: str = "", read: str = "") -> Mapped:
    config = f"""
        provider: {{name: bank}}
        policies: {{{policies}}}
        resources:
          payment:
            create: {{path: /payments, method: POST, request: {{pointer: {pointer}}}, response: {{{response}}}}}
            read: {{path: '/payments/{{id}}', method: GET, response: {{{read}}}}}
    """
    return map_texts(CHOICE, config)


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize(
    ("pointer", "names"),
    [
        ("/credit_card", ["number"]),
        ("/credit-card", ["number"]),
        ("/bank_transfer", ["iban", "via"]),
        ("/BankTransfer", ["iban", "via"]),
        ("/bank_transfer/via/by_mail", ["box"]),
        ("/bank_transfer/via/option_2", ["url"]),
    ],
)
def test_a_pointer_selects_a_branch_of_a_choice_by_its_name(pointer: str, names: list[str], policy: str) -> None:
    mapped = payment(pointer, f"one_of: {policy}")
    given = [a.name for a in mapped.entity.body.attributes if a.reason.code != "only-in-response"]
    left_out = [omission.source_name for omission in mapped.entity.body.omitted]
    assert [name for name in names if name in given or name in left_out] == names
    assert BODY_CHOSEN in mapped.rules("")


def test_what_is_next_to_the_branch_is_left_out_by_the_pointer() -> None:
    mapped = payment("/credit_card")
    assert {ignored.source_name for ignored in mapped.entity.body.ignored} == {"bank_transfer", "note"}


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize("pointer", ["/nonsense", "/0", "/credit_card/nonsense", "/bank_transfer/iban/x", "/option_3"])
def test_a_pointer_into_a_choice_that_selects_nothing_is_an_error(pointer: str, policy: str) -> None:
    with pytest.raises(MappingError) as raised:
        payment(pointer, f"one_of: {policy}")
    (problem,) = raised.value.problems
    assert f"the pointer '{pointer}' does not exist in the create request body" in problem.text
    assert problem.line == 6


def test_the_error_lists_the_branches() -> None:
    with pytest.raises(MappingError, match=r"/bank_transfer/via is a choice between by_mail, option_2; did you mean"):
        payment("/bank_transfer/via/by_mal")


def test_a_body_that_is_a_choice_is_told_with_the_pointers_that_settle_it() -> None:
    mapped = map_texts(CHOICE.replace("properties: {note: {type: string}}", "title: Payment"), payment_config())
    (found,) = mapped.diagnostics(BODY_LOST)
    assert found.fix == "create: {request: {pointer: /credit_card}}  # in resources.payment, or /bank_transfer"
    assert found.proposal is None  # which of them is meant, only a person knows


def test_a_pointer_through_what_cannot_be_mapped_is_told() -> None:
    answer = "{allOf: [{properties: {data: {anyOf: [{type: string}, {type: array}]}}}, {properties: {data: DATA}}]}"
    data = "{anyOf: [{type: object, title: A, properties: {a: {type: string}}}, {type: integer}]}"
    mapped = map_texts(
        f"""
        openapi: 3.0.3
        info: {{title: Bank, version: "1"}}
        paths:
          /payments/{{id}}:
            get: {{responses: {{'200': {{content: {{application/json: {{schema: {answer.replace("DATA", data)}}}}}}}}}}}
        """,
        """
        provider: {name: bank}
        data_sources: {payment: {read: {path: '/payments/{id}', method: GET, response: {pointer: /data/a}}}}
        """,
    )
    assert BODY_LOST in mapped.rules("")


def test_a_body_that_is_a_list_is_told_with_the_pointer_to_its_items() -> None:
    (found,) = map_texts(CHOICE, payment_config()).diagnostics(NOT_AN_OBJECT)
    assert found.fix == "read: {response: {pointer: /0}}  # in resources.payment"


def payment_config() -> str:
    return """
        provider: {name: bank}
        resources:
          payment: {create: {path: /payments, method: POST}, read: {path: '/payments/{id}', method: GET}}
    """
