"""Policies: what the config asks for where an API can be written in more than one way."""

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError, Severity
from mapper.systems.terraform import rules
from mapper.systems.terraform.config.fragments import custom_type, external_type
from mapper.systems.terraform.config.policies import CHOICES, DEFAULTS, FORMATS
from mapper.systems.terraform.rules import POLICY
from mapper.systems.terraform.schema.keywords import Unmappable

from ...support import Mapped, both, data_source, property_, resource

MIXED = "{type: object, properties: {owner: {type: string}}, additionalProperties: {type: integer}}"
STRING = "{type: string}"
UNIQUE = "{type: array, uniqueItems: true, items: {type: string}}"
CHOICE = (
    "{oneOf: [{title: Gas, properties: {hose: {type: string}}}, {title: Wood, properties: {logs: {type: integer}}}]}"
)
LIST = "{type: array, items: {properties: {name: {type: string}}}}"


def by_policy(mapped: Mapped, policy: str) -> list[str]:
    """The paths of the attributes that a policy changed, as the diagnostics say."""
    found = [d for d in mapped.diagnostics(rules.POLICY) if f"(policy {policy})" in d.text]
    assert all(d.severity is Severity.INFO and d.rule.differs and d.place for d in found)
    return [d.path for d in found]


@pytest.mark.parametrize("policy", CHOICES)
def test_the_default_is_the_first_value_and_is_as_good_as_nothing(policy: str) -> None:
    assert getattr(DEFAULTS, policy) == CHOICES[policy][0]
    snippet = f"""
        create: {{properties: {{a: {MIXED}, b: {UNIQUE}, c: {CHOICE}, d: {{}}, e: {{type: object}}, id: {STRING}}}}}
        read: {{description: An oven, properties: {{f: {{type: string, default: x, readOnly: true}}}}}}
    """
    oven, said = resource(snippet), resource(f"{snippet}\n        policies: {{{policy}: {CHOICES[policy][0]}}}")
    assert oven.text == said.text
    assert by_policy(oven, policy) == []


# additional_properties


def test_an_object_with_named_and_other_keys_is_a_map_or_an_object() -> None:
    as_map = property_(MIXED, "additional_properties: map")
    assert as_map.kinds == {"it": "map"}
    assert rules.PROPERTIES_LOST in as_map.rules("it")
    as_object = property_(MIXED, "additional_properties: properties")
    assert as_object.kinds == {"it": "single_nested"}
    assert as_object.names_in("it") == ["owner"]
    assert by_policy(as_object, "additional_properties") == ["it"]
    assert rules.PROPERTIES_LOST not in as_object.rules("it")


@pytest.mark.parametrize("outer", ["{{type: array, items: {}}}", "{{type: object, additionalProperties: {}}}"])
def test_the_policy_for_named_and_other_keys_holds_inside_of_collections(outer: str) -> None:
    oven = property_(outer.format(MIXED), "additional_properties: properties")
    assert oven.names_in("it") == ["owner"]


# collection


@pytest.mark.parametrize("kind", CHOICES["collection"])
def test_a_data_source_that_reads_a_list_has_the_collection_that_is_asked_for(kind: str) -> None:
    oven = data_source(f"read: {LIST}\npolicies: {{collection: {kind}}}")
    assert oven.kinds == {"oven": f"{kind}_nested"}
    assert by_policy(oven, "collection") == ([] if kind == "set" else ["oven"])


def test_the_policy_for_collections_does_not_concern_lists_inside() -> None:
    oven = data_source(f"read: {{properties: {{it: {LIST}}}}}\npolicies: {{collection: set}}")
    assert oven.kinds == {"it": "list_nested"}


# computed_defaults


def test_the_default_of_a_computed_attribute_is_kept_or_dropped() -> None:
    snippet = (
        "create: {properties: {a: {default: x, type: string}}}\nread: {properties: {b: {default: x, type: string}}}"
    )
    kept = resource(f"{snippet}\npolicies: {{computed_defaults: keep}}")
    assert [kept.default("a"), kept.default("b")] == ['"x"', '"x"']
    assert kept.diagnostic(rules.COMPUTED_DEFAULT).path == "b"
    dropped = resource(f"{snippet}\npolicies: {{computed_defaults: drop}}")
    assert [dropped.default("a"), dropped.default("b")] == ['"x"', None]
    assert by_policy(dropped, "computed_defaults") == ["b"]
    for policies, default in (("computed_defaults: auto", '"x"'), ("computed_defaults: auto, names: words", None)):
        assert resource(f"{snippet}\npolicies: {{{policies}}}").default("b") == default


def test_a_default_of_a_member_is_not_written_so_that_nothing_is_said_of_it() -> None:
    member = "{type: object, properties: {c: {type: string, default: x}}}"
    read = f"read: {{properties: {{b: {{type: array, items: {{type: array, items: {member}}}}}}}}}"
    mapped = resource(f"create: {{properties: {{a: {{type: string}}}}}}\n{read}")
    assert mapped.rules("b.c") == set()


def test_a_default_says_nothing_of_what_only_reads() -> None:
    read = data_source("read: {properties: {b: {type: string, default: x}}}\npolicies: {computed_defaults: drop}")
    assert (read.status("b"), read.rules("b"), read.default("b")) == ("computed", set(), None)


# entity_description

DESCRIBED = """
    paths:
      /ovens:
        post:
          summary: Makes it
          requestBody:
            content: {application/json: {schema: {description: Of create, properties: {a: {type: string}}}}}
      /ovens/{id}:
        get:
          summary: Finds it
          description: Finds an oven
          responses:
            '200': {content: {application/json: {schema: {description: Of read, properties: {b: {type: string}}}}}}
"""


@pytest.mark.parametrize(
    ("policy", "texts"),
    [("omit", [None, None]), ("operation", ["Makes it", "Finds an oven"]), ("schema", ["Of read", "Of read"])],
)
def test_an_entity_is_described_as_the_policy_says(policy: str, texts: list[str | None]) -> None:
    ovens = both(f"{DESCRIBED}\n    policies: {{entity_description: {policy}}}")
    spec = ovens[0].spec
    schemas = [spec["resources"][0]["schema"], spec["datasources"][0]["schema"]]
    assert [schema.get("description") for schema in schemas] == texts
    on_pages = [entity.description for entity in ovens[0].mapping.entities[1:]]
    assert on_pages == (["Of read", "Of read"] if policy == "omit" else texts)
    assert by_policy(ovens[0], "entity_description") == ([] if policy == "omit" else ["", ""])


# free_form


@pytest.mark.parametrize(
    ("policy", "kinds"),
    [
        ("object", ["single_nested", "list_nested"]),
        ("json_string", ["string", "list"]),
        ("string_map", ["map", "list"]),
    ],
)
def test_an_object_without_properties_is_what_the_policy_says(policy: str, kinds: list[str]) -> None:
    oven = resource(f"""
        create: {{properties: {{a: {{type: object}}, b: {{type: array, items: {{type: object}}}}}}}}
        policies: {{free_form: {policy}}}
    """)
    assert list(oven.kinds.values()) == kinds
    assert by_policy(oven, "free_form") == ([] if policy == "object" else ["a", "b"])


def test_a_free_form_object_inside_of_collections_is_an_element() -> None:
    oven = property_("{type: object, additionalProperties: {type: object}}", "free_form: json_string")
    assert oven.body("it")["element_type"] == {"string": {}}
    deep = property_("{type: array, items: {type: array, items: {type: object}}}", "free_form: string_map")
    assert deep.body("it")["element_type"]["list"]["element_type"] == {"map": {"element_type": {"string": {}}}}


# names


def test_names_are_those_of_the_reference_or_made_of_words() -> None:
    schema = "create: {properties: {HTTPServer: {type: string}, x-y: {type: string}, plain: {type: string}}}"
    assert resource(f"{schema}\npolicies: {{names: reference}}").names == ["httpserver", "plain", "xy"]
    words = resource(f"{schema}\npolicies: {{names: words}}")
    assert words.names == ["http_server", "plain", "x_y"]
    assert by_policy(words, "names") == ["http_server", "x_y"]


# pagination


def test_data_sources_leave_out_parameters_that_page() -> None:
    snippet = """
        create: {properties: {fuel: {type: string}}}
        parameters: [{name: pageSize, in: query, schema: {type: integer}}, {name: q, in: query, schema: {type: string}}]
        read: {properties: {fuel: {type: string}}}
        policies: {pagination: [pageSize, cursor]}
    """
    oven, source = both(snippet)
    assert oven.names == ["fuel", "page_size", "q"]
    assert source.names == ["q", "fuel"]
    assert by_policy(source, "pagination") == ["page_size"]


# read_only


def test_what_is_read_only_in_a_create_request_is_computed_if_asked_for() -> None:
    create = """
        create:
          required: [a]
          properties:
            a: {type: string, readOnly: true}
            b: {readOnly: true, properties: {c: {type: string}}}
            d: {type: string}
            e: {type: string, readOnly: false}
    """
    assert resource(f"{create}    policies: {{read_only: ignore}}").status("a") == "required"
    oven = resource(f"{create}    policies: {{read_only: computed}}")
    assert oven.statuses == {"a": "computed", "b": "computed", "d": "computed_optional", "e": "computed_optional"}
    assert oven.status("b.c") == "computed"
    assert by_policy(oven, "read_only") == ["a", "b"]


# recursion_depth


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_cycle_is_written_out_as_often_as_asked_for(depth: int) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {{$ref: '#/components/schemas/Part'}}}}}}
        components: {{Part: {{properties: {{name: {{type: string}}, part: {{$ref: '#/components/schemas/Part'}}}}}}}}
        policies: {{recursion_depth: {depth}}}
    """)
    path = ".".join(["it", *["part"] * depth])
    assert oven.names_in(path) == ["name"]
    assert oven.diagnostic(rules.RECURSION).path == f"{path}.part"


# sensitive


def test_what_has_one_of_the_sensitive_names_is_sensitive_wherever_it_stands() -> None:
    oven = resource("""
        create:
          properties:
            apiKey: {type: string}
            doors: {type: array, items: {properties: {api_key: {type: string}, apiKeyId: {type: string}}}}
            token: {type: string, format: password}
        policies: {sensitive: [apiKey, token]}
    """)
    paths = ["api_key", "doors.api_key_id", "token"]
    assert [oven.body(path).get("sensitive") for path in paths] == [True, None, True]
    assert by_policy(oven, "sensitive") == ["api_key"]


# unique_items


@pytest.mark.parametrize(("policy", "kind"), [("validator", "list"), ("set", "set")])
def test_a_list_without_repeated_items_has_a_validator_or_is_a_set(policy: str, kind: str) -> None:
    oven = property_(UNIQUE, f"unique_items: {policy}")
    assert oven.kinds == {"it": kind}
    assert oven.validators("it") == (["listvalidator.UniqueValues()"] if policy == "validator" else [])
    assert by_policy(oven, "unique_items") == ([] if policy == "validator" else ["it"])


# untyped


@pytest.mark.parametrize(
    ("policy", "kind", "rule"), [("json_string", "string", rules.JSON_STRING), ("string_map", "map", rules.STRING_MAP)]
)
def test_a_schema_without_a_type_is_what_the_policy_says(policy: str, kind: str, rule: object) -> None:
    oven = property_("{description: Anything}", f"untyped: {policy}")
    assert oven.kinds == {"it": kind}
    assert oven.description("it") == "Anything"
    assert rule in oven.rules("it")


# not_required


def test_what_need_not_be_given_is_optional_everywhere_or_where_no_response_has_it() -> None:
    body = "{properties: {fuel: {type: string}, token: {type: string}, door: {properties: {lock: {type: string}}}}}"
    snippet = f"create: {body}\nread: {{properties: {{fuel: {{type: string}}, heat: {{type: integer}}}}}}\n"
    everywhere, inferred = (resource(f"{snippet}policies: {{not_required: {how}}}") for how in ("optional", "infer"))
    assert [everywhere.status(path) for path in ("fuel", "token", "door.lock")] == ["optional"] * 3
    assert [inferred.status(path) for path in ("fuel", "token", "door.lock")] == [
        "computed_optional",
        *["optional"] * 2,
    ]
    assert everywhere.status("heat") == inferred.status("heat") == "computed"


@pytest.mark.parametrize(
    ("schema", "status"),
    [
        ("{type: string}", "computed_optional"),
        ("{type: string, writeOnly: true}", "optional"),
        ("{$ref: '#/components/schemas/Secret'}", "optional"),
        ("{$ref: '#/components/schemas/Open'}", "computed_optional"),
        ("{$ref: '#/components/schemas/Plain', writeOnly: true}", "optional"),
        ("{$ref: '#/components/schemas/Plain', writeOnly: false}", "computed_optional"),
        ("{type: array, items: {type: string}, writeOnly: true}", "optional"),
        ("{properties: {x: {type: string}}, writeOnly: true}", "optional"),
    ],
)
def test_what_is_write_only_in_a_shared_schema_is_never_set_by_the_api(schema: str, status: str) -> None:
    body = f"{{properties: {{fuel: {schema}}}}}"
    shared = "\ncomponents: {Plain: {type: string}, Secret: {type: string, writeOnly: true}"
    shared += ", Open: {type: string, writeOnly: false}}"
    mapped = resource(f"create: {body}\nread: {body}\npolicies: {{not_required: infer}}{shared}")
    assert mapped.status("fuel") == status
    assert mapped.attribute("fuel").is_withheld == (status == "optional")


@pytest.mark.parametrize(
    ("created", "read", "status"),
    [(", writeOnly: true", ", writeOnly: true", "optional"), ("", ", writeOnly: true", "computed_optional"),
     (", writeOnly: true", "", "computed_optional"), ("", "", "computed_optional")],
)  # fmt: skip
def test_what_one_of_two_responses_has_may_be_set_by_the_api(created: str, read: str, status: str) -> None:
    bodies = {"create": "", "create_response": created, "read": read}
    snippet = "\n".join(f"{name}: {{properties: {{a: {{type: string{more}}}}}}}" for name, more in bodies.items())
    mapped = resource(f"{snippet}\npolicies: {{not_required: infer}}")
    assert mapped.status("a") == status
    assert bool(mapped.attribute("a").returned_by) is (status != "optional")


@pytest.mark.parametrize(("how", "status"), [("optional", "computed_optional"), ("infer", "optional")])
def test_a_filter_of_a_data_source_is_never_set_by_the_api(how: str, status: str) -> None:
    filters = (
        "parameters: [{name: fuel, in: query, schema: {type: string}}, {name: id, in: query, schema: {type: string}}]"
    )
    mapped = data_source(
        f"read: {{properties: {{id: {{type: string}}}}}}\n{filters}\npolicies: {{not_required: {how}}}"
    )
    assert (mapped.status("fuel"), mapped.status("id")) == (status, "computed_optional")


@pytest.mark.parametrize(("how", "status"), [("optional", "computed_optional"), ("infer", "optional")])
def test_a_query_parameter_of_reading_a_resource_is_never_set_by_the_api(how: str, status: str) -> None:
    """Its default goes, as no read returns it."""
    mapped = resource(f"""
        create: {{properties: {{a: {{type: string}}}}}}
        parameters: [{{name: q, in: query, schema: {{type: string, default: x}}}}]
        policies: {{not_required: {how}}}
    """)
    assert mapped.status("q") == status
    assert by_policy(mapped, "not_required") == (["q"] if how == "infer" else [])


@pytest.mark.parametrize(
    ("required", "statuses"),
    [("[fuel]", ["required", "optional", "optional"]), ("[]", ["computed_optional"] * 3)],
    ids=["of a given object", "of an object that it may set"],
)
def test_the_api_chooses_a_variant_only_if_it_may_set_the_object(required: str, statuses: list[str]) -> None:
    choice = "{oneOf: [{title: gas, properties: {a: {type: string}}}, {title: wood, type: string}]}"
    body = f"{{required: {required}, properties: {{fuel: {choice}}}}}"
    mapped = resource(f"create: {body}\nread: {body}\npolicies: {{not_required: infer, one_of: variants}}")
    assert [mapped.status(f"fuel{path}") for path in ("", ".gas", ".wood")] == statuses


KEPT = "planmodifier.UseStateForUnknown()"


def formatted(policy: str, schema: str = "{type: string, format: date-time}") -> Mapped:
    return resource(f"""
        create: {{type: object, properties: {{it: {schema}}}}}
        read: {{type: object, properties: {{it: {schema}, seen: {schema}}}}}
        policies: {{{policy}}}
    """)


def type_of(mapped: Mapped, name: str = "it") -> str | None:
    found = mapped.body(name).get("custom_type")
    return found["value_type"] if found else None


@pytest.mark.parametrize("name", FORMATS)
def test_the_preset_has_a_type_of_the_framework_for_each_of_its_formats(name: str) -> None:
    mapped = formatted("formats: framework", f"{{type: string, format: {name}, default: x}}")
    assert mapped.body("it")["custom_type"] == custom_type(FORMATS[name])
    assert type_of(mapped, "seen") == FORMATS[name]
    assert POLICY in mapped.rules("it")


@pytest.mark.parametrize("formats", ["", "formats: {}", "formats: null", "formats: {email: a.b/c.D}"])
def test_without_a_type_for_it_a_format_means_nothing(formats: str) -> None:
    assert type_of(formatted(formats)) is None


def test_a_table_begins_with_a_preset_if_it_says_so() -> None:
    table = "formats: {preset: framework, date-time: a.b/c.D, ipv4: null}"
    assert type_of(formatted(table)) == "c.D"
    assert type_of(formatted(table, "{type: string, format: ipv4}")) is None
    assert type_of(formatted(table, "{type: string, format: ipv6}")) == "iptypes.IPv6Address"


@pytest.mark.parametrize(
    "schema",
    [
        "{type: integer, format: date-time}",
        "{type: array, items: {type: string, format: date-time}}",
        "{type: object, additionalProperties: {type: string, format: date-time}}",
    ],
)
def test_only_strings_of_their_own_get_one(schema: str) -> None:
    assert type_of(formatted("formats: framework", schema)) is None


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("custom_type: null", None),
        ("custom_type: a.b/own.Kind", "own.Kind"),
        ("type: int64", None),
        ("sensitive: true", "timetypes.RFC3339"),
    ],
)
def test_an_override_takes_the_type_away_or_gives_another_and_the_note_of_the_policy_goes_with_it(
    override: str, expected: str | None
) -> None:
    mapped = resource(f"""
        create: {{properties: {{it: {{type: string, format: date-time}}}}}}
        policies: {{formats: framework}}
        schema: {{attributes: {{overrides: {{it: {{{override}}}}}}}}}
    """)
    assert type_of(mapped) == expected
    assert (POLICY in mapped.rules("it")) is (expected == "timetypes.RFC3339")


def test_parameters_and_nested_strings_get_one_too() -> None:
    mapped = data_source("""
        parameters: [{name: at, in: query, schema: {type: string, format: date-time}}]
        read: {type: object, properties: {a: {type: array, items: {properties: {b: {type: string, format: ipv4}}}}}}
        policies: {formats: framework}
    """)
    assert type_of(mapped, "at") == "timetypes.RFC3339"
    assert type_of(mapped, "a.b") == "iptypes.IPv4Address"


def test_json_strings_keep_theirs() -> None:
    policies = "formats: {json: a.b/c.D}, untyped: json_string"
    exact = formatted(f"{policies}, json_strings: exact", "{}")
    assert type_of(exact) == "jsontypes.Exact"
    assert not any("the format" in found.text for found in exact.mapping.diagnostics)
    assert type_of(formatted(policies, "{}")) is None


@pytest.mark.parametrize("formats", ["frame", "[a]", "{date-time: time}", "{date-time: [a]}", "{preset: none}", "3"])
def test_what_is_no_table_of_types_is_an_error(formats: str) -> None:
    with pytest.raises(MappingError, match="policies: formats"):
        formatted(f"formats: {formats}")


BODY = """
    create:
      type: object
      properties: {name: {type: string}, on: {type: boolean, default: true}, n: {properties: {b: {type: string}}}}
    read:
      type: object
      properties:
        id: {type: string}
        n: {properties: {c: {type: string}}}
        l: {type: array, items: {properties: {d: {type: integer}}}}
        m: {type: object, additionalProperties: {properties: {e: {type: boolean}}}}
"""
PATHS = ("name", "on", "n", "n.b", "n.c", "id", "l", "l.d", "m", "m.e")


@pytest.mark.parametrize(
    ("policy", "kept"),
    [
        ("none", ""),
        ("id", "id"),
        ("computed", "id l m"),
        ("nested", "n.c id l l.d m m.e"),
        ("all", "name n.b n.c id l l.d m m.e"),
    ],
)
def test_what_keeps_its_value_in_plans(policy: str, kept: str) -> None:
    oven, source = both(f"{BODY}    policies: {{use_state_for_unknown: {policy}}}")
    assert [path for path in PATHS if KEPT in str(oven.body(path).get("plan_modifiers"))] == kept.split()
    assert sorted(by_policy(oven, "use_state_for_unknown")) == sorted(kept.split())
    assert "plan_modifiers" not in str(source.spec["datasources"])


def test_a_major_version_is_not_the_name_of_a_package() -> None:
    found = external_type("github.com/acme/sdk/v2.Owner")
    assert found == {"import": {"path": "github.com/acme/sdk/v2"}, "type": "sdk.Owner"}


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("jsontypes.Normalized", "github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"),
        ("timetypes.RFC3339", "github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"),
        ("cidrtypes.IPPrefix", "github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"),
    ],
)
def test_the_packages_of_the_framework_are_known(name: str, path: str) -> None:
    found = custom_type(name)
    assert found is not None
    assert found["import"] == {"path": path}


@pytest.mark.parametrize(
    "text", ["", "Owner", "models.Owner", "github.com/acme/models", "github.com/acme/models.owner"]
)
def test_anything_else_is_no_type(text: str) -> None:
    assert external_type(text) is None
    assert custom_type(text) is None


@pytest.mark.parametrize(
    ("read", "status", "default"),
    [
        ("{properties: {on: {type: boolean}, id: {type: string}}}", "computed_optional", True),
        ("{properties: {id: {type: string}}}", "optional", False),
        ("{properties: {on: {type: boolean, writeOnly: true}, id: {type: string}}}", "optional", False),
    ],
)
def test_a_default_that_no_read_returns_would_be_planned_after_each_import(
    read: str, status: str, default: bool
) -> None:
    create = "{properties: {on: {type: boolean, default: true}}}"
    mapped = resource(f"create: {create}\nread: {read}\npolicies: {{not_required: infer}}")
    assert mapped.status("on") == status
    assert ("default" in str(mapped["on"])) is default


def test_a_default_of_some_objects_is_not_sent_with_the_others() -> None:
    wood = "{properties: {heat: {type: integer, default: 7}, both: {type: integer, default: 1}}}"
    gas = "{properties: {gas: {type: string, default: x}, both: {type: integer, default: 1}}}"
    mapped = resource(f"create: {{oneOf: [{wood}, {gas}]}}\npolicies: {{one_of: union}}")
    assert [name for name in ("heat", "gas", "both") if "default" in str(mapped[name])] == ["both"]


def test_for_what_a_policy_leaves_out_no_setting_is_proposed() -> None:
    node = Document("api.yaml", b"{}").root
    assert Unmappable(rules.POLICY, "it is deprecated", node).note.fix is None
    assert Unmappable(rules.NO_TYPE, "it has no type", node).note.fix is not None
