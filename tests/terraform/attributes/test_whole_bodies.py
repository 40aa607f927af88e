"""Bodies that are no objects with properties: one attribute for the whole of them, or nothing."""

import json

import pytest
from hypothesis import strategies as st

from mapper.model import nested_body
from mapper.report.diagnostic import MappingError, losses
from mapper.terraform.attributes.context import Inside
from mapper.terraform.config.json_schema import config_schema
from mapper.terraform.config.paths import quoted
from mapper.terraform.fix.rounds import edited, fix
from mapper.terraform.rules import BODY_CHOSEN, BODY_LOST, NOT_AN_OBJECT

from ...counting import calls
from ...support import Mapped, map_texts, resource
from ..zoos import api

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
    assert not losses(note.mapping.diagnostics)
    assert note.diagnostic(BODY_CHOSEN).text == "the config ignores the create response"
    assert "a" not in mapped("{type: object, properties: {a: {type: string}}}", ", request: {ignore: true}").kinds


def test_false_ignores_nothing_and_other_words_are_an_error() -> None:
    assert "a" in mapped("{type: object, properties: {a: {type: string}}}", ", request: {ignore: false}").kinds
    with pytest.raises(MappingError, match="ignore must be true or false, not 'maybe'"):
        mapped("{}", ", request: {ignore: maybe}")


@pytest.mark.parametrize(
    ("request_", "response", "fixes"),
    [
        ("{type: string}", NOTE, ["create: {request: {attribute: value}}"]),
        ("{}", NOTE, ["create: {request: {attribute: value}}"]),
        (NOTE, "{}", ["create: {response: {ignore: true}}"]),
        (NOTE, "{type: integer}", ["create: {response: {ignore: true}}"]),
        (NOTE, "{type: array, items: {type: string}}", ["create: {response: {ignore: true}}"]),
        (LIST, LIST, ["create: {request: {pointer: /0}}", "create: {response: {pointer: /0}}"]),
    ],
)
def test_what_cannot_be_mapped_proposes_a_key_that_settles_it(request_: str, response: str, fixes: list[str]) -> None:
    note = mapped(request_, response=response)
    found = [d for d in note.mapping.diagnostics if d.rule in (BODY_LOST, NOT_AN_OBJECT)]
    assert [(d.fix or "").partition("; or ")[0] for d in found] == [f"{fix}  # in resources.note" for fix in fixes]


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


NAMES = st.text(alphabet="ab.*\\", min_size=1, max_size=4)
PATHS = st.lists(NAMES.flatmap(lambda name: st.sampled_from([name, quoted(name)])), min_size=1, max_size=3)


def test_twice_as_many_properties_and_paths_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        entries = tuple((f"p{number}.inner", number) for number in range(size))

        def run() -> None:
            inside = Inside(entries)
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
