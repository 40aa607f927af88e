"""Paths of the config: each property and parameter can be named, whatever its spelling."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mapper.report.rules import NAME_COLLISION
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.json_schema import config_schema
from mapper.systems.terraform.config.paths import below, is_attribute_path, quoted
from mapper.systems.terraform.config.schema import Alias, paths_in_api
from mapper.systems.terraform.rules import NO_IDENTIFIER

from ...support import Mapped, map_texts, resource

names = st.text(min_size=1, max_size=6).filter(lambda name: "\0" not in name)
SPELLINGS = (
    "5", "2.4", "a.b", "page[size]", "x-y", "a/b", "a~b", "$ref2", "with space", "ü", "*", "a*", "a\\b", "@", "#",
    "a:b",
)  # fmt: skip
spellings = pytest.mark.parametrize("name", SPELLINGS)


@pytest.mark.parametrize(
    ("path", "name", "rest"),
    [
        ("a.b", "a", "b"),
        ("a.b", "a.b", ""),
        ("a.b.c", "a.b", "c"),
        (r"a\.b", "a", None),
        (r"a\.b", "a.b", ""),
        (r"a\.b.c", "a.b", "c"),
        (r"a.b\*", "a", r"b\*"),
        ("ab", "a", None),
        ("a", "ab", None),
        ("a\\", "a", None),
        ('""', "", ""),
        ('"".b', "", "b"),
        ("a", "", None),
        ("", "", None),
    ],
)
def test_what_is_left_of_a_path(path: str, name: str, rest: str | None) -> None:
    assert below(path, name) == rest


@pytest.mark.parametrize(
    ("path", "aliases", "paths"),
    [
        ("b", {".a": "b"}, ["a", "b"]),
        ("b", {"a": "b"}, ["b"]),  # of a parameter
        ("a", {".a": "b"}, []),
        ("b.x", {".a": "b"}, ["a.x", "b.x"]),
        ("b", {".a.x": "b"}, ["b"]),
        ("a.b", {".a.x": "b"}, ["a.x", "a.b"]),
        ("c.b", {".a": "c", ".a.x": "b"}, ["a.x", "a.b", "c.b"]),
        ("b", {}, ["b"]),
    ],
)
def test_an_attribute_is_found_in_the_api_by_what_it_was_called(
    path: str, aliases: dict[str, str], paths: list[str]
) -> None:
    node = Document("config.yml", b"{}").node
    assert paths_in_api(path, [Alias(old, new, node) for old, new in aliases.items()]) == paths


@pytest.mark.parametrize("path", ["", ".", "a..b", ".a", "a.", "a.*", "*", "a*b", "\\"])
def test_what_is_no_path(path: str) -> None:
    assert not is_attribute_path(path)
    with pytest.raises(MappingError, match="is not an attribute path"):
        resource(f"read: {{type: object}}\nschema: {{ignores: [{json.dumps(path)}]}}")


def oven(name: str, schema: str) -> Mapped:
    inner = f"{{type: object, properties: {{{json.dumps(name)}: {{type: integer, maximum: 5}}, z: {{type: string}}}}}}"
    outer = f"rate: {inner}, {json.dumps(name)}: {{type: string}}, z: {{type: string}}"
    return resource(f"create: {{type: object, properties: {{{outer}}}}}\nschema: {schema}")


@spellings
def test_every_property_can_be_ignored(name: str) -> None:
    both = json.dumps([quoted(name), f"rate.{quoted(name)}"])
    mapped = oven(name, f"{{ignores: {both}}}")
    assert mapped.names == ["rate", "z"]
    assert mapped.names_in("rate") == ["z"]
    assert not [d for d in mapped.mapping.diagnostics if d.code in ("OAS102", "OAS310")]


@spellings
def test_every_property_can_have_an_alias(name: str) -> None:
    aliases = json.dumps({f".{quoted(name)}": "first", f"rate.{quoted(name)}": "second"})
    mapped = oven(name, f"{{attributes: {{aliases: {aliases}}}}}")
    assert mapped.names == ["first", "rate", "z"]
    assert mapped.kinds["first"] == "string"
    assert mapped.names_in("rate") == ["second", "z"]
    assert mapped.validators("rate.second") == ["int64validator.AtMost(5)"]
    assert not [d for d in mapped.mapping.diagnostics if d.code in ("OAS103", "OAS310")]


@pytest.mark.parametrize("name", [name for name in SPELLINGS if re.search("[A-Za-z]", name)])
def test_every_attribute_can_have_an_override(name: str) -> None:
    path = json.dumps(f"rate.{quoted(name)}")
    mapped = oven(name, f"{{attributes: {{overrides: {{{path}: {{name: other}}, '**.z': {{sensitive: true}}}}}}}}")
    assert "other" in mapped.names_in("rate")
    assert mapped.body("rate.z")["sensitive"]
    assert not [d for d in mapped.mapping.diagnostics if d.code == "OAS104"]


def test_the_fix_for_a_name_without_a_letter_keeps_it() -> None:
    found = oven("2.4", "{}").diagnostics(NO_IDENTIFIER)
    assert [d.path for d in found] == ["2.4", "rate.2.4"]
    assert found[1].fix == r'attributes: {aliases: {".rate.2\\.4": value_2_4}}  # in resources.oven.schema'
    (entries,) = found[1].proposal.entries
    settled = oven("2.4", json.dumps(entries["resources"]["oven"]["schema"]))
    assert settled.names_in("rate") == ["value_2_4", "z"]


def test_what_is_below_a_name_without_a_letter_can_be_named_as_well() -> None:
    mapped = resource("""
        create: {properties: {"5": {type: object, properties: {"6": {type: string}, a: {type: string}}}}}
        schema: {attributes: {aliases: {'5.6': six, '.5': five}}}
    """)
    assert mapped.names_in("five") == ["a", "six"]


def test_members_of_element_types_can_be_named_too() -> None:
    mapped = resource("""
        create: {properties: {l: {type: array, items: {type: array, items: {properties: {"5": {type: string}}}}}}}
        schema: {attributes: {aliases: {'l.5': five}}}
    """)
    member = {"name": "five", "string": {}}
    assert mapped.body("l") == {"element_type": {"list": {"element_type": {"object": {"attribute_types": [member]}}}}}


PROXY = """
    openapi: 3.0.0
    paths:
      /proxy/{path}:
        get:
          parameters:
            - {name: path, in: path, required: true, schema: {type: string}}
            - {name: path, in: query, schema: {type: integer}}
            - {name: "5", in: query, schema: {type: string}}
          responses: {'200': {content: {a/b: {schema: {properties: {query: {properties: {path: {type: boolean}}}}}}}}}
"""


def proxy(schema: str) -> Mapped:
    config = f"""
        provider: {{name: x}}
        data_sources: {{proxy: {{read: {{path: '/proxy/{{path}}', method: GET}}, schema: {schema}}}}}
    """
    return map_texts(PROXY, config, kinds.DATA_SOURCE)


def test_the_fix_for_two_parameters_of_one_name_settles_it() -> None:
    found = proxy("{}").diagnostic(NAME_COLLISION)
    assert found.fix == "attributes: {aliases: {query.path: another_path}}  # in data_sources.proxy.schema"
    settled = proxy("{attributes: {aliases: {query.path: another_path}}}")
    assert not settled.diagnostics(NAME_COLLISION)
    assert settled.kinds["path"] == "string"
    assert settled.kinds["another_path"] == "int64"


def test_one_of_them_can_be_ignored() -> None:
    mapped = proxy("{ignores: [path.path]}")
    assert mapped.kinds["path"] == "int64"
    assert not mapped.diagnostics(NAME_COLLISION)


def test_a_parameter_without_a_letter_gets_an_alias() -> None:
    found = proxy("{}").diagnostic(NO_IDENTIFIER)
    assert found.fix == 'attributes: {aliases: {"5": value_5}}  # in data_sources.proxy.schema'
    assert "five" in proxy("{attributes: {aliases: {'5': five}}}").names


@given(names)
def test_editors_accept_what_the_reader_accepts(name: str) -> None:
    schema = config_schema()["$defs"]["schema"]["properties"]
    pattern = re.compile(schema["ignores"]["items"]["pattern"], re.DOTALL)
    assert bool(pattern.search(quoted(name))) or "\n" in name


def kitchen(overrides: str) -> Mapped:
    return resource(f"""
        create:
          properties:
            note: {{type: string, description: A}}
            oven:
              properties:
                note: {{type: string, description: B}}
                door: {{type: array, items: {{properties: {{note: {{type: string, description: C}}}}}}}}
        schema: {{attributes: {{overrides: {overrides}}}}}
    """)


@pytest.mark.parametrize(
    ("pattern", "changed"),
    [
        ("'**.note'", ["note", "oven.note", "oven.door.note"]),
        ("'*.note'", ["oven.note"]),
        ("'*.*.note'", ["oven.door.note"]),
        ("oven.**.note", ["oven.note", "oven.door.note"]),
        ("'oven.*'", ["oven.note", "oven.door"]),
        ("'*'", ["note", "oven"]),
        ("'**'", ["note", "oven", "oven.note", "oven.door", "oven.door.note"]),
    ],
)
def test_a_pattern_stands_for_the_paths_that_fit(pattern: str, changed: list[str]) -> None:
    mapped = kitchen(f"{{{pattern}: {{description: New}}}}")
    paths = ["note", "oven", "oven.note", "oven.door", "oven.door.note"]
    assert [path for path in paths if mapped.description(path) == "New"] == changed


def test_the_depth_of_a_recursion_needs_a_whole_path() -> None:
    with pytest.raises(MappingError, match="recursion_depth needs a whole path"):
        kitchen("{'**.note': {recursion_depth: 2}}")


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)])
def test_an_exact_path_takes_precedence_over_patterns_and_a_longer_pattern_over_a_shorter_one(
    order: tuple[int, ...],
) -> None:
    entries = ["a.b.c: {description: exact}", "'a.b.*': {description: three}", "'a.*': {description: two}",
               "'**': {description: one}"]  # fmt: skip
    nested = "{type: object, properties: {c: {type: string}, d: {type: string}}}"
    mapped = resource(f"""
        create: {{properties: {{a: {{type: object, properties: {{b: {nested}}}}}}}}}
        schema: {{attributes: {{overrides: {{{", ".join(entries[index] for index in order)}}}}}}}
    """)
    said = {path: mapped.body(path)["description"] for path in ("a", "a.b", "a.b.c", "a.b.d")}
    assert said == {"a": "one", "a.b": "two", "a.b.c": "exact", "a.b.d": "three"}
