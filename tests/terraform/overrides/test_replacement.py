"""Which attributes replace a resource when they change."""

from typing import Any

import pytest

from mapper.report.diagnostic import Severity
from mapper.systems.terraform.openapi.path_parameters import parents
from mapper.systems.terraform.rules import DESTROYS, NO_SCHEMA, POLICY

from ...support import Mapped, map_texts, resource


def oven(create: str, update: str | None, extra: str = "") -> Mapped:
    """A resource; `update` is the schema of the body of its update operation, None if it has none."""
    put = "" if update is None else f"put: {{requestBody: {{content: {{application/json: {{schema: {update}}}}}}}}}"
    return map_texts(
        f"""
        openapi: 3.1.0
        paths:
          /ovens:
            post: {{requestBody: {{content: {{application/json: {{schema: {create}}}}}}}}}
          /ovens/{{id}}:
            get: {{{extra}}}
            {put}
        components: {{schemas: {{Door: {{properties: {{glass: {{type: string}}, lock: {{type: string}}}}}}}}}}
        """,
        f"""
        provider: {{name: bakery}}
        policies: {{replace: infer}}
        resources:
          oven:
            create: {{path: /ovens, method: post}}
            read: {{path: '/ovens/{{id}}', method: get}}
            {"" if update is None else "update: {path: '/ovens/{id}', method: put}"}
        """,
    )


def replacing(mapped: Mapped) -> list[str]:
    """The paths of all attributes with any form of RequiresReplace."""

    def inside(attributes: list[dict[str, Any]], prefix: str) -> list[str]:
        found = []
        for attribute in attributes:
            (body,) = (value for key, value in attribute.items() if key != "name")
            path = prefix + attribute["name"]
            if "RequiresReplace" in str(body.get("plan_modifiers")):
                found.append(path)
            inner = body.get("attributes") or body.get("nested_object", {}).get("attributes", [])
            found += inside(inner, f"{path}.")
        return found

    return inside(mapped.attributes, "")


BOTH = "{properties: {fuel: {type: string}, name: {type: string}}}"


@pytest.mark.parametrize(("deletes_by", "expected"), [("name", ["name"]), ("mode", [])])
def test_what_update_and_delete_require_in_their_queries_says_which_object_it_is(
    deletes_by: str, expected: list[str]
) -> None:
    query = "parameters: [{{name: {}, in: query, required: true, schema: {{type: string}}}}]"
    mapped = map_texts(
        f"""
        openapi: 3.1.0
        paths:
          /ovens:
            post: {{requestBody: {{content: {{application/json: {{schema: {BOTH}}}}}}}}}
            get: {{responses: {{"200": {{content: {{application/json: {{schema: {BOTH}}}}}}}}}}}
            put: {{{query.format("name")}, requestBody: {{content: {{application/json: {{schema: {BOTH}}}}}}}}}
            delete: {{{query.format(deletes_by)}}}
        """,
        """
        provider: {name: bakery}
        policies: {replace: infer}
        resources:
          oven:
            create: {path: /ovens, method: post}
            read: {path: /ovens, method: get}
            update: {path: /ovens, method: put}
            delete: {path: /ovens, method: delete}
        """,
    )
    assert replacing(mapped) == expected


def test_without_an_update_operation_all_that_can_be_given_replaces() -> None:
    mapped = oven(BOTH, None)
    assert replacing(mapped) == ["fuel", "name"]
    assert mapped.attribute("fuel").replaces
    assert {d.path for d in mapped.diagnostics(POLICY)} == {"fuel", "name"}
    assert mapped.diagnostics(POLICY)[0].text.startswith("there is no update operation: ")


def test_what_the_update_request_does_not_have_replaces() -> None:
    mapped = oven(BOTH, "{properties: {name: {type: string}}}")
    assert replacing(mapped) == ["fuel"]
    note = mapped.diagnostic(POLICY)
    assert (note.path, note.severity, note.rule.differs) == ("fuel", Severity.INFO, True)
    assert note.text.startswith("the update operation does not take it: ")
    assert "(policy replace)" in note.text
    assert note.place.startswith("openapi.yaml:")


DOOR = "{properties: {door: {$ref: '#/components/schemas/Door'}}}"
TRAYS = "{properties: {trays: {type: array, items: {properties: {a: {type: string}, b: {type: string}}}}}}"


@pytest.mark.parametrize(
    ("create", "update", "replaced"),
    [
        (DOOR, "{properties: {door: {properties: {lock: {type: string}}}}}", ["door.glass"]),
        (DOOR, DOOR, []),
        (DOOR, "{properties: {door: {type: string}}}", []),  # something else than it was: left alone
        (TRAYS, TRAYS.replace(", b: {type: string}", ""), ["trays.b"]),
        (BOTH, "{properties: {fuel: {}, other: {type: string}}}", ["name"]),  # what cannot be mapped is there
    ],
)
def test_attributes_are_looked_at_one_by_one(create: str, update: str, replaced: list[str]) -> None:
    assert replacing(oven(create, update)) == replaced


def test_neither_what_only_the_api_sets_nor_a_parameter_of_the_read_operation_replaces() -> None:
    read = """
                parameters: [{name: id, in: path, required: true, schema: {type: string}}],
                responses: {'200': {content: {application/json: {schema: {properties: {made: {type: string}}}}}}}"""
    mapped = oven(BOTH, "{properties: {name: {type: string}}}", read)
    assert mapped.statuses == {
        "fuel": "computed_optional", "name": "computed_optional", "made": "computed", "id": "computed_optional"
    }  # fmt: skip
    assert replacing(mapped) == ["fuel"]


@pytest.mark.parametrize("update", ["{type: [string, boolean]}", "{type: array, items: {type: object}}", "{}"])
def test_an_update_without_a_usable_body_says_nothing(update: str) -> None:
    mapped = oven(BOTH, update)
    assert replacing(mapped) == []
    assert any("no replacement is inferred" in d.text for d in mapped.diagnostics(NO_SCHEMA))


def test_a_parent_replaces_the_resource_when_it_changes_if_that_is_inferred() -> None:
    found = map_texts(
        """
        openapi: 3.1.0
        paths:
          /shops/{shop}/ovens: {post: {requestBody: {content: {a/b: {schema: {properties: {heat: {type: string}}}}}}}}
          /shops/{shop}/ovens/{id}:
            get:
              parameters:
                - {name: shop, in: path, required: true, schema: {type: string, default: main}}
                - {name: id, in: path, required: true, schema: {type: string}}
        """,
        """
        provider: {name: bakery}
        policies: {parent_parameters: required, replace: infer}
        resources:
          oven:
            create: {path: '/shops/{shop}/ovens', method: POST}
            read: {path: '/shops/{shop}/ovens/{id}', method: GET}
        """,
    )
    assert "plan_modifiers" in found.body("shop")
    assert "plan_modifiers" not in found.body("id")


@pytest.mark.parametrize(
    ("create", "read", "names"),
    [
        ("/shops/{shop}/ovens", "/shops/{shop}/ovens/{id}", {"shop"}),
        ("/shops/{shop}/ovens", "/shops/{shop_id}/ovens/{id}", {"shop_id"}),
        ("/shops/{shop}/ovens", "/ovens/{id}", set()),
        ("/shops/{shop}/ovens", "/v2/{shop}/ovens/{id}", {"shop"}),
        ("/ovens/{id}", "/ovens/{id}", {"id"}),
        ("/ovens", "/ovens/{id}", set()),
        ("/{a}-{b}/ovens", "/{a}-{c}/ovens/{id}", {"a", "c"}),
    ],
)
def test_parents_are_found_by_name_or_by_place(create: str, read: str, names: set[str]) -> None:
    assert set(parents(create, read)) == names


def written(mapped: Mapped, path: str) -> list[str]:
    """The functions of the plan modifiers of an attribute, without what is in brackets."""
    body = next(value for key, value in mapped[path].items() if key != "name")
    entries = [entry["custom"]["schema_definition"] for entry in body.get("plan_modifiers", [])]
    return [entry.partition(".")[2].partition("(")[0] for entry in entries]


PART = "{required: [kind], properties: {kind: {type: string}, serial: {type: string, readOnly: true}}}"
WHOLE = "{required: [kind], properties: {kind: {type: string}}}"
DEEP = "{required: [deep], properties: {deep: %s}}"
FILLED = "{required: [kind], properties: {kind: {type: string}, size: {type: integer, default: 1}}}"


@pytest.mark.parametrize(
    ("schema", "modifiers"),
    [
        ("{required: [it], properties: {it: {type: string}}}", {"it": "RequiresReplace"}),
        ("{properties: {it: {type: string}}}", {"it": "RequiresReplaceIfConfigured"}),
        ("{properties: {it: {type: string, readOnly: true}}}", {"it": ""}),
        # of an object, members have them: the Go type of it takes none
        (f"{{required: [it], properties: {{it: {PART}}}}}", {"it": "", "it.kind": "RequiresReplace", "it.serial": ""}),
        (f"{{required: [it], properties: {{it: {WHOLE}}}}}", {"it": "", "it.kind": "RequiresReplace"}),
        # of a collection, members if one of them may be unknown
        (
            f"{{required: [it], properties: {{it: {{type: array, items: {PART}}}}}}}",
            {"it": "", "it.kind": "RequiresReplace", "it.serial": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{type: array, items: {WHOLE}}}}}}}",
            {"it": "RequiresReplace", "it.kind": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{type: array, items: {FILLED}}}}}}}",
            {"it": "RequiresReplace", "it.kind": "", "it.size": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{type: array, items: {DEEP % PART}}}}}}}",
            {"it": "", "it.deep": "", "it.deep.kind": "RequiresReplace", "it.deep.serial": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{type: array, items: {DEEP % WHOLE}}}}}}}",
            {"it": "RequiresReplace", "it.deep": "", "it.deep.kind": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{type: object, additionalProperties: {PART}}}}}}}",
            {"it": "", "it.kind": "RequiresReplace", "it.serial": ""},
        ),
        (
            f"{{required: [it], properties: {{it: {{properties: {{deep: {PART}}}}}}}}}",
            {"it": "", "it.deep": "", "it.deep.kind": "RequiresReplace", "it.deep.serial": ""},
        ),
    ],
)
def test_nothing_replaces_that_the_plan_of_an_update_does_not_know(schema: str, modifiers: dict[str, str]) -> None:
    oven = resource(f"create: {schema}\npolicies: {{read_only: computed, replace: infer}}")
    assert {path: " ".join(written(oven, path)) for path in modifiers} == modifiers


@pytest.mark.parametrize(
    ("override", "modifiers"),
    [
        ("{computed_optional_required: required}", ["RequiresReplace"]),
        ("{computed_optional_required: computed}", ["UseStateForUnknown"]),
        ("{plan_modifiers: [requires_replace]}", ["RequiresReplaceIfConfigured"]),
        (
            "{plan_modifiers: [requires_replace, use_state_for_unknown]}",
            ["UseStateForUnknown", "RequiresReplaceIfConfigured"],
        ),
        ("{plan_modifiers: [requires_replace], computed_optional_required: computed}", []),
        ("{plan_modifiers: []}", []),
    ],
)  # fmt: skip
def test_what_an_override_says_of_the_status_counts(override: str, modifiers: list[str]) -> None:
    oven = resource(f"""
        create: {{properties: {{id: {{type: string}}}}}}
        policies: {{replace: infer, use_state_for_unknown: id}}
        schema: {{attributes: {{overrides: {{id: {override}}}}}}}
    """)
    assert written(oven, "id") == modifiers


UPDATED = """
openapi: 3.1.0
paths:
  /shops/{shop}/ovens: {post: {requestBody: {content: {a/b: {schema: {properties: {name: {type: string}}}}}}}}
  /ovens/{id}: {get: {}, put: {requestBody: {content: {a/b: {schema: {properties: {name: {type: string}}}}}}}}
"""


@pytest.mark.parametrize(
    ("update", "name", "status", "modifiers"),
    [
        ("update: {path: '/ovens/{id}', method: PUT}", "shop", "required", ["RequiresReplace"]),
        ("update: {path: '/ovens/{id}', method: PUT}", "shop", "computed_optional", ["RequiresReplaceIfConfigured"]),
        ("update: {path: '/ovens/{id}', method: PUT}", "shop", "computed", []),
        ("update: {path: '/ovens/{id}', method: PUT}", "wait", "optional", []),  # of the provider's own
        ("", "wait", "optional", ["RequiresReplace"]),
        ("", "wait", "optional, plan_modifiers: [use_state_for_unknown]", ["UseStateForUnknown"]),
    ],
)
def test_an_addition_replaces_where_create_alone_takes_it(
    update: str, name: str, status: str, modifiers: list[str]
) -> None:
    oven = map_texts(
        UPDATED,
        f"""
        provider: {{name: bakery}}
        policies: {{replace: infer}}
        resources:
          oven:
            create: {{path: '/shops/{{shop}}/ovens', method: POST}}
            read: {{path: '/ovens/{{id}}', method: GET}}
            {update}
            schema: {{attributes: {{additional: {{{name}: {{string: {{computed_optional_required: {status}}}}}}}}}}}
        """,
    )
    assert written(oven, name) == modifiers


RAW = "{{custom: {{schema_definition: {0}planmodifier.{1}()}}}}".format


@pytest.mark.parametrize(
    ("schema", "modifiers"),
    [
        ("{type: string}", RAW("string", "RequiresReplace")),
        ("{type: string, readOnly: true}", RAW("string", "RequiresReplace")),
        (f"{{type: array, items: {PART}}}", RAW("list", "RequiresReplace")),
        (WHOLE, RAW("object", "RequiresReplace")),
        (WHOLE, "use_state_for_unknown"),
    ],
)
def test_a_modifier_that_destroys_is_told_with_the_line_that_mends_it(schema: str, modifiers: str) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {schema}}}}}
        policies: {{read_only: computed}}
        schema: {{attributes: {{overrides: {{it: {{plan_modifiers: [{modifiers}]}}}}}}}}
    """)
    diagnostic = oven.diagnostic(DESTROYS)
    assert diagnostic.severity is Severity.WARNING
    assert diagnostic.path == "it"
    pasted = oven.fixed(DESTROYS)
    assert pasted.diagnostics(DESTROYS) == []


@pytest.mark.parametrize(
    ("schema", "kind"), [(f"{{type: array, items: {PART}}}", "list"), ("{type: string, readOnly: true}", "string")]
)
def test_what_mends_a_modifier_keeps_the_words_beside_it(schema: str, kind: str) -> None:
    modifiers = f"use_state_for_unknown, {RAW(kind, 'RequiresReplace')}"
    oven = resource(f"""
        create: {{properties: {{it: {schema}}}}}
        policies: {{read_only: computed}}
        schema: {{attributes: {{overrides: {{it: {{plan_modifiers: [{modifiers}]}}}}}}}}
    """)
    assert written(oven.fixed(DESTROYS), "it") == ["UseStateForUnknown"]


def test_a_modifier_of_each_object_is_mended_by_its_word() -> None:
    modifiers = f"{{plan_modifiers: [{RAW('object', 'RequiresReplace')}]}}"
    oven = resource(f"""
        create: {{properties: {{it: {{type: array, items: {PART}}}}}}}
        policies: {{read_only: computed}}
        schema: {{attributes: {{overrides: {{it: {{nested_object: {modifiers}}}}}}}}}
    """)
    assert oven.diagnostic(DESTROYS).fix == "write requires_replace in place of the code"


@pytest.mark.parametrize(
    ("schema", "words", "of_each", "of_kind"),
    [
        (PART, "requires_replace", "", "RequiresReplace"),
        (PART, "requires_replace, use_state_for_unknown", "UseStateForUnknown", "RequiresReplace"),
        (WHOLE, "requires_replace", "RequiresReplace", ""),
    ],
)
def test_members_replace_in_place_of_each_object_if_one_of_them_may_be_unknown(
    schema: str, words: str, of_each: str, of_kind: str
) -> None:
    oven = resource(f"""
        create: {{required: [it], properties: {{it: {{type: array, items: {schema}}}}}}}
        policies: {{read_only: computed}}
        schema: {{attributes: {{overrides: {{it: {{nested_object: {{plan_modifiers: [{words}]}}}}}}}}}}
    """)
    entries = oven["it"]["list_nested"]["nested_object"].get("plan_modifiers", [])
    assert [of_each in entry["custom"]["schema_definition"] for entry in entries] == [True] * bool(of_each)
    assert " ".join(written(oven, "it.kind")) == of_kind


def test_an_object_with_a_type_of_its_own_takes_a_plan_modifier() -> None:
    custom = "custom_type: {type: own.Type, value_type: own.Value}"
    oven = resource(f"""
        create: {{required: [it], properties: {{it: {WHOLE}}}}}
        schema: {{attributes: {{overrides: {{it: {{{custom}, plan_modifiers: [requires_replace]}}}}}}}}
    """)
    assert (written(oven, "it"), oven.diagnostics(DESTROYS)) == (["RequiresReplace"], [])


def test_what_the_config_adds_is_mended_where_it_is() -> None:
    wait = "computed_optional_required: optional, plan_modifiers: [use_state_for_unknown], attributes: []"
    oven = resource(f"create: {WHOLE}\nschema: {{attributes: {{additional: {{wait: {{single_nested: {{{wait}}}}}}}}}}}")
    assert oven.diagnostic(DESTROYS).fix == "leave the plan modifier out"


def test_a_required_list_of_what_users_set_may_replace() -> None:
    oven = resource(f"""
        create: {{required: [it], properties: {{it: {{type: array, items: {WHOLE}}}}}}}
        schema: {{attributes: {{overrides: {{it: {{plan_modifiers: [{RAW("list", "RequiresReplace")}]}}}}}}}}
    """)
    assert oven.diagnostics(DESTROYS) == []
    assert written(oven, "it") == ["RequiresReplace"]


def test_a_modifier_of_each_object_of_a_list_that_may_be_left_out_is_not_told() -> None:
    modifiers = f"{{plan_modifiers: [{RAW('object', 'RequiresReplace')}]}}"
    oven = resource(f"""
        create: {{properties: {{it: {{type: array, items: {WHOLE}}}}}}}
        schema: {{attributes: {{overrides: {{it: {{nested_object: {modifiers}}}}}}}}}
    """)
    assert oven.diagnostics(DESTROYS) == []


@pytest.mark.parametrize(
    ("schema", "overrides", "modifiers"),
    [
        ("{type: string}", "", ["UseStateForUnknown", "RequiresReplaceIfConfigured"]),
        ("{type: string, default: x}", "", ["RequiresReplaceIfConfigured"]),
        ("{type: string}", "it: {default: {custom: {schema_definition: x()}}}", ["RequiresReplaceIfConfigured"]),
        (f"{{type: array, items: {WHOLE}}}", "", ["UseStateForUnknown", "RequiresReplaceIfConfigured"]),
        (WHOLE, "", []),
    ],
)
def test_all_that_the_api_may_set_and_has_no_default_keeps_its_value(
    schema: str, overrides: str, modifiers: list[str]
) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {schema}}}}}
        policies: {{replace: infer, use_state_for_unknown: all}}
        schema: {{attributes: {{overrides: {{{overrides}}}}}}}
    """)
    assert written(oven, "it") == modifiers


@pytest.mark.parametrize("word", ["requires_replace", "requires_replace_if_configured"])
def test_a_member_that_replaces_already_does_so_once(word: str) -> None:
    oven = resource(f"""
        create: {{required: [it], properties: {{it: {WHOLE}}}}}
        policies: {{replace: infer}}
        schema: {{attributes: {{overrides: {{it: {{plan_modifiers: [requires_replace]}},
          it.kind: {{plan_modifiers: [{word}]}}}}}}}}
    """)
    assert len(written(oven, "it.kind")) == 1


def test_modifiers_of_an_addition_alone_have_the_form_that_destroys_nothing() -> None:
    oven = resource("""
        create: {properties: {it: {type: string}}}
        schema: {attributes: {additional: {wait: {string: {computed_optional_required: computed_optional,
          plan_modifiers: [requires_replace]}}}}}
    """)
    assert written(oven, "wait") == ["RequiresReplaceIfConfigured"]


@pytest.mark.parametrize(
    "modifiers",
    [
        RAW("string", "RequiresReplaceIfConfigured"),
        RAW("string", "UseStateForUnknown"),
        "{custom: {schema_definition: 'mine.RequiresReplaceIf(x)'}}",
    ],
)
def test_a_modifier_with_a_condition_is_not_told(modifiers: str) -> None:
    lines = f"schema: {{attributes: {{overrides: {{it: {{plan_modifiers: [{modifiers}]}}}}}}}}"
    oven = resource(f"create: {{properties: {{it: {{type: string}}}}}}\n{lines}")
    assert oven.diagnostics(DESTROYS) == []


STAYING = """
openapi: 3.0.3
paths:
  /ovens:
    post:
      requestBody: {content: {a/b: {schema: {properties: {name: {type: string}, size: {type: integer}}}}}}
      responses: {"201": {content: {a/b: {schema: {$ref: "#/components/schemas/Oven"}}}}}
  /ovens/{serial}:
    parameters: [{name: serial, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {content: {a/b: {schema: {$ref: "#/components/schemas/Oven"}}}}}}
    put: {requestBody: {content: {a/b: {schema: {properties: {size: {type: integer}}}}}}}
components:
  schemas:
    Oven:
      properties:
        serial: {type: string}
        name: {type: string}
        size: {type: integer}
        created_at: {type: string}
        updated_at: {type: string}
"""


@pytest.mark.parametrize(
    ("policy", "schema", "changes", "kept"),
    [
        ("id", "{}", {}, "serial name created_at"),
        ("none", "{}", {}, ""),
        ("id", "{attributes: {overrides: {serial: {plan_modifiers: []}}}}", {}, "name created_at"),
        ("id", "{}", {"{name: {type: string},": "{name: {type: string, default: x},"}, "serial created_at"),
        ("id", "{}", {"created_at: {type: string}": "created_at: {properties: {on: {type: string}}}"}, "serial name"),
        ("id", "{}", {"{size: {type: integer}}": "{size: {type: integer}, name: {type: string}}"}, "serial created_at"),
    ],
)
def test_what_stays_the_same_keeps_its_value_whatever_its_name_is(
    policy: str, schema: str, changes: dict[str, str], kept: str
) -> None:
    text = STAYING
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    mapped = map_texts(
        text,
        f"""
        provider: {{name: bakery}}
        resources:
          oven:
            create: {{path: /ovens, method: POST}}
            read: {{path: '/ovens/{{serial}}', method: GET}}
            update: {{path: '/ovens/{{serial}}', method: PUT}}
            schema: {schema}
            policies: {{replace: infer, use_state_for_unknown: {policy}}}
        """,
    )
    names = ("serial", "name", "size", "created_at", "updated_at")
    assert " ".join(name for name in names if "UseStateForUnknown" in written(mapped, name)) == kept
    if "name" in kept:
        assert written(mapped, "name") == ["UseStateForUnknown", "RequiresReplaceIfConfigured"]
