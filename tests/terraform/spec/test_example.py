"""The example configurations."""

import re
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mapper.model import (
    Argument,
    Attribute,
    Body,
    Collection,
    Coverage,
    Default,
    Entity,
    EntityKind,
    Mapping,
    Nested,
    Object,
    Operation,
    Place,
    Purpose,
    Reason,
    Scalar,
    Status,
    Supply,
    Type,
)
from mapper.model.limits import Length, Limit, Limits, MultipleOf, OneOf, Pattern, Range, Size, Unique
from mapper.model.samples.extent import Extent
from mapper.systems.terraform import kinds
from mapper.systems.terraform.identifiers import to_identifier
from mapper.systems.terraform.spec import example as examples
from mapper.systems.terraform.spec.example import import_hint
from mapper.systems.terraform.system import TERRAFORM

from ...support import data_source, property_, resource

STRING, INTEGER = Scalar("string"), Scalar("int64")
REQUIRED, OPTIONAL, COMPUTED = Status.REQUIRED, Status.OPTIONAL, Status.COMPUTED


def attribute(
    name: str,
    type_: Type = STRING,
    status: Status = REQUIRED,
    *,
    default: bool | float | str | None = None,
    limits: Limits = (),
    sensitive: bool = False,
) -> Attribute:
    given = None if default is None else Default(default)
    return Attribute(name, name, type_, status, Reason("", ""), (), None, given, limits, sensitive)


def nested(*attributes: Attribute, mode: str = "single") -> Nested:
    return Nested(mode, Body(attributes))


def entity(*attributes: Attribute, kind: EntityKind = kinds.RESOURCE, name: str = "oven") -> Entity:
    return Entity(kind, name, Body(attributes))


def example(found: Entity, provider: str, extent: Extent, limit: int = 60) -> str:
    mapping = Mapping("terraform", provider, (found,), (), Coverage(), ())
    return examples.example(found, mapping, extent, limit)


def content(*attributes: Attribute) -> str:
    """What stands between the braces of the block."""
    text = example(entity(*attributes), "bakery", Extent.FULL)
    head, *lines, end = text.splitlines()
    assert (head, end) == ('resource "bakery_oven" "main" {', "}")
    return dedent("\n".join(lines))


def value(schema: str) -> str:
    """The value of a required attribute with a schema."""
    text = example(property_(schema).entity, "bakery", Extent.MINIMAL)
    return text.partition("{\n  it = ")[2].removesuffix("\n}\n")


# What is written


@pytest.mark.parametrize(
    ("kind", "head"),
    [
        (kinds.PROVIDER, 'provider "oven"'),
        (kinds.RESOURCE, 'resource "bakery_oven" "main"'),
        (kinds.DATA_SOURCE, 'data "bakery_oven" "main"'),
    ],
)
def test_a_block_without_attributes_is_written_on_one_line(kind: EntityKind, head: str) -> None:
    assert example(entity(kind=kind), "bakery", Extent.FULL) == f"{head} {{}}\n"


def test_the_provider_is_not_put_in_front_of_a_name_that_has_it() -> None:
    assert example(entity(name="bakery_oven"), "bakery", Extent.FULL) == 'resource "bakery_oven" "main" {}\n'


@pytest.mark.parametrize(
    ("parameters", "is_there"),
    [("[]", False), ("[{name: seen, in: query, required: true, schema: {type: string}}]", True)],
)
def test_what_responses_alone_have_is_written_where_a_call_takes_it(parameters: str, *, is_there: bool) -> None:
    oven = resource(f"""
        create: {{properties: {{name: {{type: string}}}}}}
        read: {{properties: {{name: {{type: string}}, seen: {{type: string}}}}}}
        parameters: {parameters}
        schema: {{attributes: {{overrides: {{seen: {{computed_optional_required: computed_optional}}}}}}}}
    """)
    assert ("seen = " in example(oven.entity, "bakery", Extent.FULL)) is is_there


SETTINGS = {
    "endpoint token*": "token = var.token",
    "endpoint site token*": 'site = "example-site"\ntoken = var.token',
    "api_key* token*": "token = var.token",
    "dd_api* dd_app*": "dd_api = var.dd_api\ndd_app = var.dd_app",
    "client_id client_secret* a b c d": 'client_id = "example-client-id"\nclient_secret = var.client_secret',
    "site old~ token*~ api_key*": 'api_key = var.api_key\nsite = "example-site"',
    "endpoint": "",
    "a* b* c* d*": "a = var.a\nb = var.b\nc = var.c\nd = var.d",
    "a* b* c* d* e*": "",
    "token* a b c d": 'a = "example-a"\nb = "example-b"\nc = "example-c"\nd = "example-d"\ntoken = var.token',
    "token* a b c d e": "token = var.token",
}
"""The optional attributes of a provider, with a star for secrets, a tilde for what is deprecated, and what people
mostly write.
"""


@pytest.mark.parametrize(("names", "written"), SETTINGS.items(), ids=SETTINGS)
def test_a_provider_is_shown_with_its_credential(names: str, written: str) -> None:
    settings = [
        replace(
            attribute(name.strip("*~"), status=OPTIONAL, sensitive="*" in name),
            deprecation="Gone." if "~" in name else None,
        )
        for name in names.split()
    ]
    provider = entity(*settings, kind=kinds.PROVIDER, name="zoo")
    lines = example(provider, "zoo", Extent.TYPICAL).replace("{}", "{\n}").splitlines()[1:-1]
    assert "\n".join(" ".join(line.split()) for line in lines) == written
    assert example(provider, "zoo", Extent.MINIMAL) == 'provider "zoo" {}\n'


def test_a_site_begins_with_the_credential_and_its_variable() -> None:
    zoo = entity(attribute("token", status=OPTIONAL, sensitive=True), kind=kinds.PROVIDER, name="zoo")
    use = TERRAFORM.showing.use_example(Mapping("terraform", "zoo", (zoo,), (), Coverage(), ()), "")
    assert use is not None
    assert use.text == 'provider "zoo" {\n  token = var.token\n}\n'
    assert use.needs == 'variable "token" {\n  sensitive = true\n}\n'


def test_what_the_api_sets_is_left_out() -> None:
    read = data_source("read: {type: object, properties: {size: {type: integer}}}")
    assert example(read.entity, "bakery", Extent.FULL) == 'data "bakery_oven" "main" {}\n'


# Limits of size


def test_optional_attributes_are_written_four_levels_deep() -> None:
    type_: Type = INTEGER
    for name in "edcba":
        type_ = nested(attribute(name, type_, OPTIONAL))
    text = content(attribute("root", type_, OPTIONAL))
    assert re.findall(r"\w+(?= = )", text) == ["root", "a", "b", "c"]
    assert "# 1 optional attribute\n" in text


def test_values_nested_without_end_are_cut() -> None:
    deep_object: Type = STRING
    deep_list: Type = STRING
    for _ in range(5000):
        deep_object, deep_list = nested(attribute("a", deep_object)), Collection("list", deep_list)
    assert "# …" in content(attribute("a", deep_object))
    assert content(attribute("a", deep_list)) == "a = [[[[[[[[[]]]]]]]]]"


def test_an_object_of_many_large_objects_takes_no_longer_than_a_small_one() -> None:
    type_: Type = STRING
    for _ in range(7):
        type_ = nested(*(attribute(f"a{number:02}", type_) for number in range(50)))
    assert content(attribute("a", type_, OPTIONAL)) == "# 1 optional attribute"


# Values


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: boolean}", "true"),
        ("{type: integer}", "1"),
        ("{type: integer, minimum: 10, maximum: 20}", "10"),
        ("{type: integer, minimum: -9, maximum: 20}", "1"),
        ("{type: integer, maximum: 0}", "0"),
        ("{type: integer, maximum: -40}", "-40"),
        ("{type: integer, enum: [12, 14]}", "12"),
        ("{type: number, format: double, enum: [0.5]}", "0.5"),
        ("{type: number}", "1"),
        ("{type: number, minimum: 0.1, maximum: 0.5}", "0.1"),
        ("{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1}", "0.5"),
        ("{type: number, exclusiveMinimum: 1}", "2"),
        ("{type: integer, minimum: 1, exclusiveMinimum: true}", "2"),
        ("{type: integer, multipleOf: 5}", "5"),
        ("{type: number, format: double, multipleOf: 0.25, exclusiveMaximum: 0.5}", "0.25"),
        ("{type: integer, enum: [1, 10], multipleOf: 5}", "10"),
        ("{type: string}", '"example-it"'),
        ("{type: string, enum: [b, a]}", '"b"'),
        ("{type: string, enum: ['', ab, a], maxLength: 1}", '"a"'),
        ("{type: string, minLength: 14, maxLength: 16}", '"example-it-examp"'),
        ("{type: string, maxLength: 3}", '"exa"'),
        ("{type: string, maxLength: 0}", '""'),
        ("{type: string, pattern: '^[a-z_]+$'}", '"example_it"'),
        ("{type: string, pattern: '^[a-z]{3}_[0-9a-z]{8}$'}", '"abc_defghijk"'),
        ("{type: string, pattern: '^[a-z0-9]+$', minLength: 20, maxLength: 20}", '"abcdefghijklmnopqrst"'),
        ("{type: string, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$'}", '"12:34"'),
        ("{type: string, pattern: '(?<=not understood)'}", '"example-it"'),
        ("{type: array, items: {type: string}}", '["example"]'),
        ("{type: array, items: {type: string}, minItems: 2, uniqueItems: true}", '["example", "example-2"]'),
        ("{type: array, format: set, items: {type: boolean}, minItems: 4}", "[true, false]"),
        ("{type: array, items: {type: integer}, maxItems: 0}", "[]"),
        ("{type: array, items: {type: array, items: {type: number}}}", "[[1]]"),
        ("{type: object, additionalProperties: {type: integer}}", "{ key = 1 }"),
        (
            "{type: object, additionalProperties: {type: integer}, minProperties: 2}",
            "{\n    key  = 1\n    key2 = 2\n  }",
        ),
        ("{type: object, properties: {a: {type: string}}}", "{}"),
        ("{type: string, format: password}", "var.it"),
    ],
)
def test_a_value_is_within_the_limits_of_its_schema(schema: str, expected: str) -> None:
    assert value(schema) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("name", "example"),
        ("first_name", "example"),
        ("billing_email", "user@example.com"),
        ("created_at", "2030-01-01T00:00:00Z"),
        ("owner_id", "example-owner-id"),
    ],
)
def test_a_text_says_what_it_stands_for(name: str, expected: str) -> None:
    assert content(attribute(name)) == f'{name} = "{expected}"'


def test_the_items_of_a_list_are_what_its_name_says() -> None:
    assert content(attribute("urls", Collection("list", STRING))) == 'urls = ["https://example.com"]'


@pytest.mark.parametrize(
    ("type_", "default", "constraint", "expected"),
    [
        (Scalar("bool"), False, None, "false"),
        (Scalar("float64"), -10.5, None, "-10.5"),
        (Scalar("float64"), 4.0, None, "4"),
        (STRING, "", None, '""'),
        (INTEGER, 0, Range(1, 5), "1"),
        (INTEGER, 3, MultipleOf(5), "5"),
        (INTEGER, 10, MultipleOf(5), "10"),
        (Scalar("float64"), 0.0, Range(0, 1, exclusive=True), "0.5"),
        (STRING, "x", OneOf(("a", "b")), '"a"'),
        (STRING, "x", Pattern("^a+$"), '"aaa"'),
        (STRING, "xyz", Length(None, 2), '"ex"'),
    ],
)
def test_the_default_is_shown_where_it_is_allowed(
    type_: Type, default: bool | float | str, constraint: Limit | None, expected: str
) -> None:
    limits = (constraint,) if constraint else ()
    assert content(attribute("a", type_, OPTIONAL, default=default, limits=limits)) == f"a = {expected}"


# Import


def imported(path: str, *names: str, kind: EntityKind = kinds.RESOURCE, name: str = "repo") -> str | None:
    parameters = re.findall(r"{(\w+)}", path)
    filled = [(each, to_identifier(each) if to_identifier(each) in names else None) for each in parameters]
    arguments = [Argument(Place.PATH, each, Supply.CONFIGURED if to else Supply.MISSING, to) for each, to in filled]
    read = Operation(Purpose.READ, "get", path, None, arguments=tuple(arguments))
    found = Entity(kind, name, Body(tuple(map(attribute, names))), operations=(read,))
    return import_hint(found, "hub")


def test_an_import_names_the_path_parameters_of_the_read_operation() -> None:
    expected = 'import {\n  to = hub_repo.main\n  id = "<owner>/<repo_name>"\n}\n'
    assert imported("/repos/{owner}/{repoName}", "owner", "repo_name") == expected
    assert imported("/repos/{owner}/x/{repoName}", "id") == expected


GIVEN, FIXED, SETTING, NOBODY = Supply.CONFIGURED, Supply.CONSTANT, Supply.PROVIDER, Supply.MISSING


@pytest.mark.parametrize(
    ("arguments", "expected", "is_enough"),
    [
        ([(Place.PATH, "owner", GIVEN, "owner"), (Place.PATH, "repoName", GIVEN, "name")], "<owner>/<name>", True),
        ([(Place.PATH, "owner", GIVEN, "owner"), (Place.QUERY, "zone", GIVEN, "zone")], "<owner>/<zone>", True),
        (
            [(Place.QUERY, "zone", GIVEN, "zone"), (Place.PATH, "owner", Supply.RETURNED, "owner")],
            "<owner>/<zone>",
            True,
        ),
        ([(Place.PATH, "owner", GIVEN, "owner"), (Place.QUERY, "zone", NOBODY, None)], "<owner>", True),
        ([(Place.PATH, "owner", GIVEN, "owner"), (Place.HEADER, "zone", GIVEN, "zone")], "<owner>", True),
        ([(Place.PATH, "version", FIXED, None), (Place.PATH, "owner", GIVEN, "owner")], "<owner>", True),
        ([(Place.PATH, "org", SETTING, "org"), (Place.QUERY, "zone", FIXED, "zone")], "<id>", False),
        ([(Place.PATH, "repoName", NOBODY, None)], "<repo_name>", False),
        ([(Place.PATH, "日本", NOBODY, None)], "<日本>", False),
        ([(Place.PATH, "id", GIVEN, "id"), (Place.PATH, "日本", NOBODY, None)], "<id>/<日本>", False),
    ],
)
def test_an_import_has_what_the_read_operation_needs_of_a_user(
    arguments: list[tuple[Place, str, Supply, str | None]], expected: str, is_enough: bool
) -> None:
    read = Operation(Purpose.READ, "get", "/", None, arguments=tuple(Argument(*each) for each in arguments))
    found = Entity(kinds.RESOURCE, "repo", Body((attribute("id"),)), operations=(read,))
    assert f'id = "{expected}"\n' in (import_hint(found, "hub") or "")
    without_id = Entity(kinds.RESOURCE, "repo", Body(), operations=(read,))
    assert (import_hint(without_id, "hub") is not None) is is_enough


def test_an_import_by_id_needs_no_path_parameter() -> None:
    assert 'id = "<id>"' in (imported("/settings", "id") or "")


def test_what_cannot_be_found_again_has_no_import() -> None:
    assert imported("/repos/{owner}/{repoName}", "owner") is None
    assert imported("/settings", "size") is None
    assert imported("/repos/{id}", "id", kind=kinds.DATA_SOURCE) is None
    assert import_hint(entity(attribute("id")), "hub") is None
    assert imported("/repos/{id}", "id", name="a repo") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "^((((a*)*)*)*)*$!",
        "^(a|a)*(a|aa)+!$!",
        "(a{999999999}){999999999}",
        "((){999999999}){999999999}",
        ".*" * 400 + "!$!",
        "^" + "(a?){30}" * 99 + "$!",
    ],
)
def test_a_pattern_that_nothing_matches_is_soon_given_up(pattern: str) -> None:
    limits = (Pattern(pattern),)
    assert content(attribute("name", limits=limits)) == 'name = "example"'


# Any model

TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\$%\n\r]|\\(?:[nrt"\\]|u[0-9a-f]{4}|U[0-9a-f]{8})|\$\$\{|%%\{|[$%](?!\{))*")'
    r"|(?P<comment>#[^\n]*)|(?P<name>[A-Za-z_][A-Za-z0-9_-]*)|(?P<number>-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)"
    r"|(?P<opening>[{\[])|(?P<closing>[}\]])|(?P<sign>[=,.])|(?P<space> )"
)
PAIRS = {"}": "{", "]": "["}


def tokens(line: str) -> list[tuple[str, str]]:
    """The tokens of a line and their kinds."""
    found, at = [], 0
    while at < len(line):
        token = TOKEN.match(line, at)
        assert token, line[at:]
        found.append((token.lastgroup or "", token[0]))
        at = token.end()
    return found


def assert_well_formed(text: str) -> None:
    """Every bracket has its counterpart, and every line the indent of the lines that are open there."""
    opened: list[tuple[str, int]] = []
    for number, line in enumerate(text.splitlines()):
        indent, leading = len(line) - len(line.lstrip(" ")), True
        for kind, token in tokens(line.lstrip(" ")):
            if kind == "closing":
                assert opened.pop()[0] == PAIRS[token], text
            elif leading:
                assert indent == 2 * len({line for _, line in opened}), text
                leading = False
            if kind == "opening":
                opened.append((token, number))
    assert not opened, text


NAMES = st.sampled_from(["a", "name", "count", "for", "created_at", "9", "", "é", 'x"${y}'])
SCALARS = st.builds(Scalar, st.sampled_from(["bool", "int64", "float64", "number", "string"]))
BOUNDS = st.tuples(st.none() | st.integers(-3, 300), st.none() | st.integers(-3, 300))
VALUES = st.booleans() | st.integers(-(2**63), 2**63) | st.floats() | st.text(max_size=8)
CONSTRAINTS = (
    st.builds(lambda kind, sides: kind(*sides), st.sampled_from([Length, Range, Size]), BOUNDS)
    | st.builds(lambda sides: Range(*sides, exclusive=True), BOUNDS)
    | st.builds(MultipleOf, st.integers(1, 300) | st.floats(1e-9, 1e9))
    | st.builds(OneOf, st.lists(st.text(max_size=5), min_size=1, max_size=3).map(tuple))
    | st.builds(Pattern, st.sampled_from(["^[a-z]+$", "^\\${2}\\{$", "(", "^a{200}$"]))
    | st.just(Unique())
)


def bodies(types: st.SearchStrategy[Type]) -> st.SearchStrategy[Body]:
    attributes = st.builds(
        attribute,
        NAMES,
        types,
        st.sampled_from(list(Status)),
        default=st.none() | VALUES,
        limits=st.lists(CONSTRAINTS, max_size=2).map(tuple),
        sensitive=st.booleans(),
    )
    return st.lists(attributes, max_size=4, unique_by=lambda a: a.name).map(lambda found: Body(tuple(found)))


def larger(types: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    return (
        st.builds(Collection, st.sampled_from(["list", "set", "map"]), types)
        | st.builds(Object, bodies(types))
        | st.builds(Nested, st.sampled_from(["single", "list", "set", "map"]), bodies(types))
    )


TYPES: st.SearchStrategy[Type] = st.recursive(SCALARS, larger, max_leaves=12)


@given(st.sampled_from(kinds.KINDS), bodies(TYPES), st.sampled_from(Extent), st.integers(0, 40))
def test_an_example_of_anything_is_well_formed(kind: EntityKind, body: Body, extent: Extent, limit: int) -> None:
    found = Entity(kind, "oven", body)
    text = example(found, "bakery", extent, limit)
    assert_well_formed(text)
    assert text == example(found, "bakery", extent, limit)
