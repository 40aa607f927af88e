"""What overrides and aliases match, what is reported where they match nothing, and what they leave as it is."""

import pytest

from mapper.systems.terraform.rules import DEFAULT_LOST, OVERRIDDEN, UNUSED_ALIAS, UNUSED_OVERRIDE

from ...support import Mapped, resource

DOOR = "{properties: {lock: {type: string}, glass: {properties: {lock: {type: string}}}}}"


def overridden(overrides: str) -> Mapped:
    return resource(f"""
        create: {{properties: {{lock: {{type: string}}, door: {DOOR}, a.b: {{type: string}}}}}}
        schema: {{attributes: {{overrides: {{{overrides}}}}}}}
    """)


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        ("door.*", "door.lock door.glass"),
        ("*", "lock door a.b"),
        ("'*.lock'", "door.lock"),
        ("'**.lock'", "lock door.lock door.glass.lock"),
        ("door.**.lock", "door.lock door.glass.lock"),
        ("'door.*.lock'", "door.glass.lock"),
        ("'*.none'", ""),
    ],
)
def test_a_pattern_matches_whole_steps_and_is_reported_where_it_matches_none(pattern: str, matched: str) -> None:
    quoted = pattern if pattern.startswith("'") else f"'{pattern}'"
    oven = overridden(f"{quoted}: {{sensitive: true}}")
    paths = ("lock", "door", r"a\\.b", "door.lock", "door.glass", "door.glass.lock")
    found = {attribute.source_name: attribute.sensitive for attribute in oven.entity.body.attributes}
    found |= {path: oven.attribute(path).sensitive for path in paths if path.startswith("door")}
    assert {path for path, is_sensitive in found.items() if is_sensitive} == set(matched.split())
    assert [diagnostic.text for diagnostic in oven.diagnostics(UNUSED_OVERRIDE)] == (
        [] if matched else [f"no attribute has the path {pattern.strip(chr(39))!r}"]
    )


def test_an_alias_frees_a_name_for_the_property_that_lacked_it_and_for_no_other() -> None:
    oven = resource("""
        create: {properties: {aB: {type: string}, a_b: {type: integer}, cD: {type: string}, c_d: {type: integer}}}
        schema: {attributes: {aliases: {.cD: other}}}
    """)
    assert oven.kinds == {"a_b": "string", "c_d": "int64", "other": "string"}


@pytest.mark.parametrize("path", [".door.nothing", ".door.glass.nothing", ".nothing.lock"])
def test_an_alias_of_nothing_changes_nothing_around_it(path: str) -> None:
    oven = resource(f"create: {{properties: {{door: {DOOR}}}}}\nschema: {{attributes: {{aliases: {{{path}: x}}}}}}")
    assert oven.diagnostics(UNUSED_ALIAS)
    assert oven.names_in("door") == ["glass", "lock"]


def test_the_reason_of_a_status_stays_with_a_default_that_needs_no_other() -> None:
    create = "create: {required: [name], properties: {name: {type: string}, size: {type: string}}}"
    overrides = "name: {default: x}, size: {default: x}"
    oven = resource(f"{create}\nschema: {{attributes: {{overrides: {{{overrides}}}}}}}")
    assert oven.attribute("name").reason.code == "default-in-config"
    assert oven.attribute("size").reason.code == "optional-in-request"


@pytest.mark.parametrize("value", ["null", "{}", "{validators: []}"])
def test_nothing_said_of_nested_objects_changes_nothing(value: str) -> None:
    create = "create: {properties: {it: {type: array, items: {properties: {x: {type: string}}}}}}"
    oven = resource(f"{create}\nschema: {{attributes: {{overrides: {{it: {{nested_object: {value}}}}}}}}}")
    assert list(oven.body("it")["nested_object"]) == ["attributes"]


@pytest.mark.parametrize("pattern", ["^a$", "null"])
def test_a_pattern_settles_nothing_but_the_pattern(pattern: str) -> None:
    oven = resource(f"""
        create: {{properties: {{it: {{type: string, pattern: '(?!a)', default: [a]}}}}}}
        schema: {{attributes: {{overrides: {{it: {{pattern: {pattern}}}}}}}}}
    """)
    assert oven.rules("it") == {DEFAULT_LOST, OVERRIDDEN}


INFERRED = {
    "validators": ("{type: string, maxLength: 3}", ""),
    "pattern": ("{type: string, pattern: a}", ""),
    "plan_modifiers": ("{type: string}", "replace: infer"),
    "default": ("{type: string, default: a}", ""),
}
"""A key, with a schema and policies from which it follows."""


@pytest.mark.parametrize("key", INFERRED)
def test_null_takes_away_what_follows_from_the_schema(key: str) -> None:
    schema, policies = INFERRED[key]
    snippet = f"create: {{properties: {{it: {schema}}}}}\npolicies: {{{policies}}}\n"
    written = "validators" if key == "pattern" else key
    assert written in resource(snippet).body("it")
    oven = resource(f"{snippet}schema: {{attributes: {{overrides: {{it: {{{key}: null}}}}}}}}")
    assert written not in oven.body("it")


def test_null_in_place_of_what_is_nested_changes_nothing() -> None:
    snippet = "create: {properties: {it: {type: array, items: {properties: {a: {type: string}}}}}}\n"
    nothing = resource(f"{snippet}schema: {{attributes: {{overrides: {{it: {{nested_object: null}}}}}}}}")
    assert nothing.text == resource(snippet).text
