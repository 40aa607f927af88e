"""Overrides and aliases: what the config says of an attribute instead of the API."""

import pytest

from mapper.model.limits import Each, plain
from mapper.report.diagnostic import MappingError, Severity
from mapper.report.rules import NAME_COLLISION
from mapper.systems.terraform.rules import (
    ALL_OF_MERGED,
    BAD_OVERRIDE,
    BAD_PATTERN,
    DESTROYS,
    NO_TYPE,
    OVERRIDDEN,
    RENAMED,
    UNUSED_ALIAS,
    UNUSED_OVERRIDE,
)

from ...counting import calls
from ...support import Mapped, data_source, property_, provider, resource


@pytest.mark.parametrize("override", ["{}", "null", "{description: ''}", "{description: null}"])
def test_an_override_without_a_description_writes_an_empty_one(override: str) -> None:
    oven = resource(f"""
        create: {{properties: {{fuel: {{type: string, description: Old}}}}}}
        schema: {{attributes: {{overrides: {{fuel: {override}}}}}}}
    """)
    assert oven.description("fuel") == ""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("bake_time", "did you mean 'bakeTime'?"),
        ("grid.row", "what has the path 'grid.row' is a member of an element type, which overrides do not reach"),
        *((path, f"'{path}'") for path in ("door.lock_id", "missing", "bakeTime.more", "ovenId")),
    ],
)
def test_an_override_that_matches_nothing_is_reported(path: str, text: str) -> None:
    oven = resource(f"""
        create:
          properties:
            bakeTime: {{type: string}}
            door: {{properties: {{lockId: {{type: string}}}}}}
            grid: {{type: array, items: {{type: array, items: {{properties: {{row: {{type: string}}}}}}}}}}
        parameters: [{{name: ovenId, in: path, required: true, schema: {{type: string}}}}]
        schema: {{attributes: {{aliases: {{ovenId: id}}, overrides: {{{path}: {{description: Nobody}}}}}}}}
    """)
    assert "Nobody" not in oven.text
    unused = oven.diagnostic(UNUSED_OVERRIDE)
    assert text in unused.text
    assert unused.severity is Severity.WARNING


# Keys, one by one

BODY = """
    create:
      required: [name]
      properties:
        age: {type: integer, minimum: 1, default: 3}
        door: {properties: {lock: {type: string}}}
        name: {type: string, minLength: 2, enum: [ab, cd], default: ab}
        open: {type: object}
        tags: {type: array, minItems: 1, uniqueItems: true, items: {type: string}}
        trays: {type: array, items: {properties: {size: {type: integer}}}}
        zones: {type: object, additionalProperties: {properties: {heat: {type: integer}}}}
"""
CUSTOM = "{custom: {schema_definition: own.It()}}"
WRITTEN = {"custom": {"schema_definition": "own.It()"}}


def overridden(path: str, override: str) -> Mapped:
    return resource(f"{BODY}    schema: {{attributes: {{overrides: {{{path}: {override}}}}}}}")


def unfit(path: str, override: str) -> str:
    """Why an override does not fit; everything else is as without it."""
    oven = overridden(path, override)
    found = oven.diagnostic(BAD_OVERRIDE)
    assert found.path == path
    assert found.severity is Severity.WARNING
    assert found.place.startswith("config.yml:")
    plain = resource(BODY)
    assert oven.body(path) == plain.body(path)
    assert oven.status(path) == plain.status(path)
    return found.text


@pytest.mark.parametrize("status", ["required", "optional", "computed", "computed_optional"])
def test_a_status_can_be_overridden(status: str) -> None:
    oven = overridden("age", f"{{computed_optional_required: {status}}}")
    assert oven.status("age") == status
    assert oven.diagnostic(OVERRIDDEN).text == "the config gives its status"
    assert oven.differs_at("age")


@pytest.mark.parametrize(
    ("path", "type_", "kind"),
    [
        ("age", "string", "string"),
        ("age", "bool", "bool"),
        ("age", "number", "number"),
        ("age", "dynamic", "dynamic"),
        ("name", "int64", "int64"),
        ("name", "list of string", "list"),
        ("open", "map of string", "map"),
        ("open", "string", "string"),
        ("tags", "set", "set"),
        ("tags", "map", "map"),
        ("trays", "set", "set_nested"),
        ("trays", "map of object", "map_nested"),
        ("trays", "object", "single_nested"),
        ("door", "list of object", "list_nested"),
        ("zones", "list", "list_nested"),
        ("trays", "list of int64", "list"),
    ],
)
def test_a_type_can_be_overridden(path: str, type_: str, kind: str) -> None:
    assert overridden(path, f"{{type: {type_}}}").kinds[path] == kind


@pytest.mark.parametrize(
    ("path", "override", "why"),
    [
        *((path, f"type: {type_}", "to make a") for path, type_ in [
            ("age", "set"), ("open", "list"), ("name", "object"), ("tags", "set of object"), ("door", "map")]),
        *((path, f"default: {value}", "is not a default for") for path, value in [
            ("age", "x"), ("age", "1.5"), ("age", "true"), ("name", "5"), ("tags", "x"), ("open", "x"),
            ("age", "9223372036854775808")]),
        *((path, f"nested_object: {{validators: [{CUSTOM}]}}", "has no nested object")
          for path in ("name", "door", "tags")),
    ],
)  # fmt: skip
def test_what_does_not_fit_its_attribute_changes_nothing(path: str, override: str, why: str) -> None:
    assert why in unfit(path, f"{{{override}}}")


def test_limits_and_defaults_go_that_do_not_fit_another_type() -> None:
    assert overridden("name", "{type: int64}").body("name") == {}
    assert overridden("age", "{type: string}").body("age") == {}
    assert overridden("tags", "{type: set}").validators("tags") == ["setvalidator.SizeAtLeast(1)"]
    assert overridden("age", "{type: float64}").body("age")["default"] == {"static": 3}


@pytest.mark.parametrize(
    ("kind", "type_", "keywords"),
    [
        ("number", "int64", ["exclusive_range", "multiple"]),
        ("number", "float64", ["range", "exclusive_range", "multiple"]),
        ("integer", "number", ["range", "exclusive_range", "multiple"]),
        ("integer", "string", []),
    ],
)
def test_limits_of_a_number_stay_but_become_no_validator(kind: str, type_: str, keywords: list[str]) -> None:
    limits = "minimum: 1, exclusiveMaximum: 9, multipleOf: 2"
    oven = resource(f"""
    create: {{properties: {{it: {{type: {kind}, {limits}}}}}}}
    schema: {{attributes: {{overrides: {{it: {{type: {type_}}}}}}}}}""")
    assert [plain(limit)[0] for limit in oven.attribute("it").limits] == keywords
    assert oven.validators("it") == []


@pytest.mark.parametrize(
    ("declared", "type_", "keywords"),
    [
        ("type: array, items: {type: string, enum: [a, b], maxLength: 3}", "list of string", ["enum", "length"]),
        ("type: array, items: {type: string, enum: [a, b], maxLength: 3}", "set of string", ["enum", "length"]),
        ("type: array, items: {type: string, enum: [a, b], maxLength: 3}", "list of int64", []),
        ("type: array, items: {type: string, enum: [a, b], maxLength: 3}", "string", []),
        ("type: object, additionalProperties: {type: string, pattern: a}", "map of string", ["pattern"]),
    ],
)
def test_limits_of_elements_stay_with_a_type_that_has_them(declared: str, type_: str, keywords: list[str]) -> None:
    oven = resource(f"""
    create: {{properties: {{it: {{{declared}}}}}}}
    schema: {{attributes: {{overrides: {{it: {{type: {type_}}}}}}}}}""")
    limits = [limit.limit for limit in oven.attribute("it").limits if isinstance(limit, Each)]
    assert [plain(limit)[0] for limit in limits] == keywords


def test_a_name_can_be_overridden_at_any_depth() -> None:
    assert "lid" in overridden("door", "{name: lid}")
    oven = overridden("zones.heat", "{name: warmth}")
    assert oven.names_in("zones") == ["warmth"]
    assert {d.path for d in oven.diagnostics(RENAMED)} == {"zones.warmth", "zones.heat"}


def test_a_name_that_is_taken_is_refused() -> None:
    oven = overridden("age", "{name: door, description: Old}")
    assert oven.names == resource(BODY).names
    assert oven.description("age") == "Old"
    collision = oven.diagnostic(NAME_COLLISION)
    assert collision.path == "age"
    assert collision.severity is Severity.ERROR
    assert "the name stays 'age'" in collision.text


def test_two_overrides_cannot_take_the_same_name() -> None:
    oven = resource(f"{BODY}    schema: {{attributes: {{overrides: {{age: {{name: x}}, door: {{name: x}}}}}}}}")
    assert oven.names[:2] == ["x", "door"]
    assert oven.diagnostic(NAME_COLLISION).path == "door"


def test_a_default_makes_a_required_attribute_optional_unless_the_status_is_given_too() -> None:
    snippet = "create: {required: [a], properties: {a: {type: string}}}\nschema: {attributes: {overrides: {a: %s}}}"
    assert resource(snippet % "{default: x}").status("a") == "computed_optional"
    assert resource(snippet % "{default: x, computed_optional_required: optional}").status("a") == "optional"


def test_a_default_may_be_code_or_be_taken_away() -> None:
    for path in ("age", "tags"):
        assert overridden(path, f"{{default: {CUSTOM}}}").body(path)["default"] == WRITTEN
    assert "default" not in overridden("age", "{default: null}").body("age")


def test_validators_replace_those_of_the_api_or_join_them() -> None:
    own, inferred = "own.It()", resource(BODY).validators("name")
    assert inferred
    assert overridden("name", f"{{validators: [{CUSTOM}]}}").validators("name") == [own]
    assert overridden("name", f"{{validators: [inferred, {CUSTOM}]}}").validators("name") == [*inferred, own]
    assert overridden("name", "{validators: [inferred]}").validators("name") == inferred
    assert overridden("name", "{validators: []}").validators("name") == []
    assert overridden("name", "{validators: null}").validators("name") == []


def test_fragments_are_written_as_they_are_given() -> None:
    custom = "{import: {path: example.com/own}, type: own.Type, value_type: own.Value}"
    oven = overridden("name", f"{{custom_type: {custom}, associated_external_type: {{type: '*own.It'}}}}")
    assert oven.body("name")["custom_type"] == {
        "import": {"path": "example.com/own"},
        "type": "own.Type",
        "value_type": "own.Value",
    }
    assert oven.body("name")["associated_external_type"] == {"type": "*own.It"}


def test_keys_of_the_nested_object_stand_in_it() -> None:
    override = f"{{nested_object: {{validators: [{CUSTOM}], plan_modifiers: [requires_replace]}}}}"
    inner = overridden("trays", override).body("trays")["nested_object"]
    assert inner["validators"] == [WRITTEN]
    assert "plan_modifiers" not in inner  # its members may be unknown in each update
    (member,) = inner["attributes"]
    (modifier,) = member[next(key for key in member if key != "name")]["plan_modifiers"]
    assert modifier["custom"]["schema_definition"].endswith(".RequiresReplaceIfConfigured()")
    assert overridden("zones", override).body("zones")["nested_object"]["validators"] == [WRITTEN]


def test_several_keys_are_one_note_and_the_type_goes_first() -> None:
    oven = overridden("tags", "{default: x, description: Old, type: string, name: label}")
    assert oven.body("label") == {"default": {"static": "x"}, "description": "Old"}
    assert oven.diagnostic(OVERRIDDEN).text == "the config gives default and type"


def test_of_an_override_that_fits_in_part_the_rest_is_applied() -> None:
    oven = overridden("age", "{default: x, sensitive: true}")
    assert oven.body("age")["sensitive"] is True
    assert oven.default("age") == "3"
    assert len(oven.diagnostics(BAD_OVERRIDE)) == 1
    assert oven.diagnostic(OVERRIDDEN).text == "the config gives sensitive"


# Data sources and the provider


def test_data_sources_take_every_key_that_concerns_them() -> None:
    oven = data_source(f"""
        read: {{properties: {{a: {{type: string}}}}}}
        schema: {{attributes: {{overrides: {{a: {{computed_optional_required: required, type: int64, name: b,
          validators: [{CUSTOM}], sensitive: true, custom_type: {{type: T, value_type: V}}}}}}}}}}
    """)
    assert oven.statuses == {"b": "required"}
    assert oven.body("b") == {
        "custom_type": {"type": "T", "value_type": "V"},
        "sensitive": True,
        "validators": [WRITTEN],
    }


def test_a_nested_object_has_plan_modifiers_in_resources_only() -> None:
    body = "{properties: {a: {type: array, items: {properties: {b: {type: string}}}}}}"
    schema = "{attributes: {overrides: {a: {nested_object: {plan_modifiers: [requires_replace]}}}}}"
    assert "plan_modifiers" in resource(f"create: {body}\nschema: {schema}").text
    with pytest.raises(MappingError, match="nested_object: plan_modifiers is for resources only"):
        data_source(f"read: {body}\nschema: {schema}")
    with pytest.raises(MappingError, match="nested_object: plan_modifiers is for resources only"):
        provider(f"provider:\n  schema: {schema}")


def test_the_provider_has_a_status_of_its_own() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
          schema: {attributes: {overrides: {a: {optional_required: required, name: b}}}}
        components: {Bakery: {properties: {a: {type: string}}}}
    """)
    assert bakery.statuses == {"b": "required"}
    with pytest.raises(MappingError, match="must be one of required, optional, not 'computed'"):
        provider("provider:\n  schema: {attributes: {overrides: {a: {optional_required: computed}}}}")


# --- patterns ---

PATH = r"""{type: string, minLength: 1, maxLength: 1024, enum: [/a, /ü], pattern: '^/[a-z\u00fc]+$'}"""
OTHERS = ['stringvalidator.OneOf(\n"/a",\n"/ü",\n)', "stringvalidator.LengthBetween(1, 1024)"]


def overridden_it(override: str, schema: str = PATH) -> Mapped:
    return resource(f"""
        create: {{type: object, properties: {{it: {schema}}}}}
        schema: {{attributes: {{overrides: {{it: {override}}}}}}}
    """)


TEXT_OF_TWO = "{allOf: [{type: string}, {minLength: 1}], default: x}"


@pytest.mark.parametrize(
    "override",
    [
        "{name: other}",
        "{type: int64}",
        "{default: y}",
        "{default: null}",
        "{pattern: x}",
        "{validators: []}",
        "{validators: [inferred]}",
        "{computed_optional_required: required}",
        "{computed_optional_required: optional}",
        "{computed_optional_required: computed}",
        "{computed_optional_required: computed_optional}",
        "{description: It., sensitive: true, deprecation_message: Old.}",
        "{plan_modifiers: [requires_replace]}",
    ],
)
def test_an_override_keeps_the_notes_that_it_does_not_settle(override: str) -> None:
    oven = overridden_it(override, TEXT_OF_TWO)
    assert oven.diagnostic(ALL_OF_MERGED).path in ("it", "other")


def test_the_fix_for_a_pattern_says_the_same_for_go_and_keeps_the_other_validators() -> None:
    found = property_(PATH).diagnostic(BAD_PATTERN)
    assert found.fix == r'attributes: {overrides: {it: {pattern: "^/[a-z\\x{00fc}]+$"}}}  # in resources.oven.schema'
    assert r"the pattern '^/[a-z\\u00fc]+$': the escape \u" in found.text
    settled = overridden_it(r'{pattern: "^/[a-z\\x{00fc}]+$"}')
    pattern = r'stringvalidator.RegexMatches(regexp.MustCompile("^/[a-z\\x{00fc}]+$"), "")'
    assert settled.validators("it") == [*OTHERS, pattern]
    assert settled.rules("it") == {OVERRIDDEN}


def test_a_pattern_that_go_cannot_say_is_taken_away_alone() -> None:
    schema = PATH.replace(r"^/[a-z\u00fc]+$", "^(?!/a)")
    found = property_(schema).diagnostic(BAD_PATTERN)
    assert found.fix == "attributes: {overrides: {it: {pattern: null}}}  # in resources.oven.schema"
    settled = overridden_it("{pattern: null}", schema)
    assert settled.validators("it") == OTHERS
    assert settled.rules("it") == {OVERRIDDEN}


@pytest.mark.parametrize(
    ("override", "schema"), [("{pattern: null}", "{type: string}"), ("{pattern: a}", "{type: integer}")]
)
def test_a_pattern_that_does_not_fit_is_told(override: str, schema: str) -> None:
    assert BAD_OVERRIDE in overridden_it(override, schema).rules("it")


def test_twice_as_many_overrides_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        names = [f"p{number}" for number in range(size)]
        inner = ", ".join(f"{name}: {{type: string}}" for name in names)
        lines = ", ".join(f"door.{name}: {{description: New}}" for name in names)
        text = f"""
            create: {{properties: {{door: {{properties: {{{inner}}}}}}}}}
            schema: {{attributes: {{overrides: {{{lines}}}}}}}
        """
        assert resource(text).description(f"door.{names[-1]}") == "New"
        return calls(lambda: resource(text))

    assert work(200) < 2.2 * work(100)


def test_an_alias_lets_a_parameter_merge_with_a_property() -> None:
    oven = resource("""
        create: {properties: {name: {type: string}, ovenId: {type: string}}}
        parameters: [{name: ovenId, in: path, required: true, description: From the path, schema: {type: string}}]
        schema: {attributes: {aliases: {ovenId: name}}}
    """)
    assert oven.names == ["name", "oven_id"]
    assert oven.description("name") == "From the path"
    assert oven.status("name") == "computed_optional"
    assert oven.description("oven_id") is None


def test_an_alias_of_the_one_that_stays_brings_back_the_other() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {bakeTime: {type: string}, bake_time: {type: integer}}}}}
        schema: {attributes: {aliases: {door.bakeTime: bakeTimeText}}}
    """)
    assert oven.names_in("door") == ["bake_time_text", "bake_time"]
    assert oven.diagnostics(NAME_COLLISION) == []


@pytest.mark.parametrize(
    "door",
    [
        "{properties: {lockId: {type: string}}}",
        "{type: array, items: {properties: {lockId: {type: string}}}}",
        "{type: object, additionalProperties: {properties: {lockId: {type: string}}}}",
    ],
)
def test_an_alias_renames_a_property_at_any_depth(door: str) -> None:
    oven = resource(f"""
        create: {{properties: {{door: {door}}}}}
        schema: {{attributes: {{aliases: {{door.lockId: keyId}}}}}}
    """)
    assert oven.names_in("door") == ["key_id"]
    renamed, former = oven.diagnostics(RENAMED)
    assert (renamed.path, former.path) == ("door.key_id", "door.lock_id")
    assert "'lockId'" in renamed.text
    assert renamed.place.startswith("config.yml:")


def test_an_alias_reaches_into_the_members_of_an_object_type() -> None:
    oven = resource("""
        create:
          properties:
            grid: {type: array, items: {type: array, items: {properties: {row: {type: string}}}}}
        schema: {attributes: {aliases: {grid.row: line}}}
    """)
    members = oven.body("grid")["element_type"]["list"]["element_type"]["object"]["attribute_types"]
    assert [member["name"] for member in members] == ["line"]


def test_an_alias_whose_name_is_taken_leaves_the_property_out() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}, title: {type: integer}}}
        schema: {attributes: {aliases: {.label: title}}}
    """)
    assert oven.kinds == {"title": "int64"}
    collision = oven.diagnostic(NAME_COLLISION)
    assert (collision.path, collision.text) == ("label", "'label' and 'title' both become 'title'")
    assert "{.label: another_title}" in (collision.fix or "")


def test_deep_aliases_go_first_so_that_paths_are_those_of_the_api() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}}}}}
        schema: {attributes: {aliases: {.door: lid, door.lock: key}}}
    """)
    assert oven.names == ["lid"]
    assert oven.names_in("lid") == ["key"]


def test_an_alias_of_which_no_identifier_can_be_made_changes_nothing() -> None:
    oven = resource("""
        create: {properties: {label: {type: string}}}
        schema: {attributes: {aliases: {.label: '99'}}}
    """)
    assert oven.names == ["label"]
    assert oven.diagnostic(UNUSED_ALIAS).text == "the name '99' leaves nothing for an identifier"


def test_what_is_proposed_to_ignore_has_the_names_of_the_api() -> None:
    oven = resource("""
        create: {properties: {door: {properties: {lock: {type: string}, bolt: {}}}}}
        schema: {attributes: {aliases: {.door: hatch}}}
    """)
    assert (oven.diagnostic(NO_TYPE).fix or "").endswith("ignores: [door.bolt]  # in resources.oven.schema")


OWN = "{custom: {imports: [{path: example.com/own, alias: mine}], schema_definition: mine.Modify()}}"
KINDS = {
    "bool": "{type: boolean}",
    "float64": "{type: number, format: double}",
    "int64": "{type: integer}",
    "list": "{type: array, items: {type: string}}",
    "map": "{type: object, additionalProperties: {type: string}}",
    "number": "{type: number}",
    "set": "{type: array, format: set, items: {type: string}}",
    "string": "{type: string}",
}


def modified(modifiers: str, schema: str = "{type: string}") -> Mapped:
    return overridden_it(f"{{plan_modifiers: {modifiers}}}", schema)


@pytest.mark.parametrize(("kind", "schema"), KINDS.items())
def test_a_word_becomes_the_modifier_of_the_package_for_the_type(kind: str, schema: str) -> None:
    (entry,) = modified("[requires_replace]", schema).body("it")["plan_modifiers"]
    package = f"{kind}planmodifier"
    assert entry == {
        "custom": {
            "imports": [{"path": f"github.com/hashicorp/terraform-plugin-framework/resource/schema/{package}"}],
            "schema_definition": f"{package}.RequiresReplaceIfConfigured()",
        }
    }


def test_the_package_is_that_of_the_type_that_the_config_gives() -> None:
    oven = resource("""
        create: {properties: {it: {type: string}}}
        schema: {attributes: {overrides: {it: {plan_modifiers: [requires_replace], type: int64}}}}
    """)
    (entry,) = oven.body("it")["plan_modifiers"]
    assert entry["custom"]["schema_definition"] == "int64planmodifier.RequiresReplaceIfConfigured()"


@pytest.mark.parametrize(
    ("modifiers", "replaces"),
    [
        ("[requires_replace]", True),
        ("[use_state_for_unknown]", False),
        (f"[{OWN}]", False),
        ("[{custom: {schema_definition: stringplanmodifier.RequiresReplaceIfConfigured()}}]", True),
        ("[]", False),
        ("null", False),
    ],
)
def test_the_model_knows_what_replaces(modifiers: str, replaces: bool) -> None:
    assert modified(modifiers).attribute("it").replaces is replaces


def test_no_modifiers_take_away_those_of_a_policy() -> None:
    oven = resource("""
        create: {properties: {it: {type: string}, other: {type: string}}}
        policies: {replace: infer}
        schema: {attributes: {overrides: {it: {plan_modifiers: []}}}}
    """)
    assert "plan_modifiers" not in oven.body("it")
    assert not oven.attribute("it").replaces
    assert "plan_modifiers" in oven.body("other")


def test_modifiers_of_a_policy_join_each_other() -> None:
    oven = resource("""
        create: {properties: {id: {type: string}}}
        policies: {replace: infer, use_state_for_unknown: id}
    """)
    assert [entry["custom"]["schema_definition"] for entry in oven.body("id")["plan_modifiers"]] == [
        "stringplanmodifier.UseStateForUnknown()",
        "stringplanmodifier.RequiresReplaceIfConfigured()",
    ]


@pytest.mark.parametrize("status", ["required", "optional"])
def test_a_default_that_terraform_refuses_is_told_with_the_line_that_mends_it(status: str) -> None:
    oven = overridden_it(f"{{computed_optional_required: {status}, default: x}}", "{type: string}")
    assert f"is {status}" in oven.diagnostic(DESTROYS).text
    assert oven.fixed(DESTROYS).diagnostics(DESTROYS) == []
    assert oven.fixed(DESTROYS).default("it") == '"x"'


@pytest.mark.parametrize(
    ("schema", "override", "default"),
    [
        ("{type: string, default: x}", "{description: d}", '"x"'),
        ("{type: string, default: x}", "{sensitive: true}", '"x"'),
        ("{type: string, default: x}", "{computed_optional_required: required}", None),
        ("{type: string, default: x}", "{computed_optional_required: optional}", None),
        ("{type: string, default: x}", "{computed_optional_required: computed}", None),
        ("{type: string, default: null}", "{description: d}", '""'),
        ("{type: string, default: null}", "{sensitive: true}", None),
        ("{type: string, default: null}", "{default: y}", '"y"'),
        ("{type: string, enum: [a], default: x}", "{description: d}", '"x"'),
        ("{type: string, enum: [a], default: x}", "{sensitive: true}", None),
    ],
)
def test_an_attribute_with_an_override_has_only_a_default_that_fits(
    schema: str, override: str, default: str | None
) -> None:
    assert overridden_it(override, schema).default("it") == default


@pytest.mark.parametrize("override", ["{}", "{description: Which one.}"])
@pytest.mark.parametrize("required", ["true", "false"])
def test_a_parameter_with_a_default_can_be_described(override: str, required: str) -> None:
    """The code spec has no defaults in data sources."""
    found = data_source(f"""
        parameters: [{{name: by, in: query, required: {required}, schema: {{type: boolean, default: true}}}}]
        read: {{properties: {{name: {{type: string}}}}}}
        schema: {{attributes: {{overrides: {{by: {override}}}}}}}
    """)
    assert "default" not in found.text


def test_an_alias_that_is_taken_hides_nothing_else_that_is_left_out() -> None:
    oven = resource("""
        create: {properties: {odd: {}, heat: {type: string}, fuel: {type: string}}}
        schema: {attributes: {aliases: {.heat: fuel}}}
    """)
    assert oven.diagnostic(NO_TYPE).path == "odd"
    assert oven.diagnostics(NAME_COLLISION)
