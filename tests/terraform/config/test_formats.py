"""The policies that give custom types by format, and keep computed values in plans at every depth."""

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform.config.fragments import custom_type, external_type
from mapper.terraform.config.policies import FORMATS
from mapper.terraform.rules import POLICY

from ...support import Mapped, data_source, resource

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
    assert type_of(formatted(f"{policies}, json_strings: exact", "{}")) == "jsontypes.Exact"
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
        ("all", "name n n.b n.c id l l.d m m.e"),
    ],
)
def test_what_keeps_its_value_in_plans(policy: str, kept: str) -> None:
    mapped = resource(f"{BODY}    policies: {{use_state_for_unknown: {policy}}}")
    assert [path for path in PATHS if KEPT in str(mapped.body(path).get("plan_modifiers"))] == kept.split()


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


def test_a_name_that_is_none_is_a_problem_with_its_line() -> None:
    with pytest.raises(MappingError, match=r"config\.yml:\d+: .*'Normalised' is not the name of a Go type"):
        resource("""
            create: {properties: {note: {type: string}}}
            schema: {attributes: {overrides: {note: {custom_type: Normalised}}}}
        """)
