"""Choices that only limit what is next to them, of one entry, of what goes together: each rule, its smallest input.

Every one of them is written without a policy, and an info says that the reference tool rejects it.
"""

import pytest

from mapper.report.diagnostic import Severity
from mapper.systems.terraform.rules import (
    CONTRADICTION,
    EMPTY_OBJECT,
    ENTRY_LOST,
    JSON_STRING,
    NO_TYPE,
    NOT_FOLLOWED,
    ONE_OF,
    SEVERAL_BRANCHES,
)

from ...counting import calls
from ...support import Mapped, property_, resource

pair = pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])

SHARED = """
components:
  S: {type: string, maxLength: 3}
  Empty: {enum: ['']}
  Null: {enum: [null]}
  Base: {type: object, properties: {x: {type: string}, y: {type: string}}}
  Limit: {required: [x]}
  A: {type: object, properties: {a: {type: string}}}
  B: {type: object, properties: {b: {type: string}}}
"""
S, BASE, A, B = (f"{{$ref: '#/components/schemas/{name}'}}" for name in ("S", "Base", "A", "B"))
NULL, EMPTY, LIMIT = (f"{{$ref: '#/components/schemas/{name}'}}" for name in ("Null", "Empty", "Limit"))
XY = "type: object, properties: {x: {type: string}, y: {type: string}}"

WRITTEN = {
    # a choice of one entry is this entry
    "{CHOICE: [{type: string}]}": "string",
    f"{{CHOICE: [{S}]}}": "string",
    f"{{CHOICE: [{S}], nullable: true}}": "string",
    f"{{description: d, CHOICE: [{BASE}]}}": "object x y",
    "{type: string, CHOICE: [{maxLength: 3}]}": "string",
    f"{{{XY}, CHOICE: [{{required: [x]}}]}}": "object x! y",
    f"{{{XY}, CHOICE: [{A}]}}": "object a x y",
    f"{{CHOICE: [{S}], default: a, deprecated: true}}": "string",
    f"{{allOf: [{BASE}, {{CHOICE: [{A}]}}]}}": "object a x y",
    f"{{CHOICE: [{{CHOICE: [{A}]}}]}}": "object a",
    # branches that declare nothing new limit what stands beside them
    f"{{{XY}, CHOICE: [{{required: [x]}}, {{required: [y]}}]}}": "object x y",
    f"{{{XY}, CHOICE: [{LIMIT}, {{required: [y]}}]}}": "object x y",
    f"{{{XY}, CHOICE: [{{properties: {{x: {{minLength: 1}}}}}}, {{properties: {{x: {{}}}}}}]}}": "object x y",
    f"{{{XY}, CHOICE: [{{type: object, required: [x]}}, {{type: object, required: [y]}}]}}": "object x y",
    f"{{{XY}, CHOICE: [{BASE}, {{required: [y]}}]}}": "object x y",
    f"{{allOf: [{BASE}], CHOICE: [{{required: [x]}}, {{required: [y]}}]}}": "object x y",
    f"{{allOf: [{BASE}, {{CHOICE: [{{required: [x]}}, {{required: [y]}}]}}]}}": "object x y",
    f"{{{XY}, CHOICE: [{{not: {{required: [x]}}}}, {{required: [y]}}]}}": "object x y",
    "{type: string, CHOICE: [{maxLength: 3}, {type: 'null'}]}": "string",
    "{type: string, CHOICE: [{format: ipv4}, {format: ipv6}]}": "string",
    "{type: string, CHOICE: [{pattern: a}, {pattern: b}, {pattern: c}]}": "string",
    "{type: integer, CHOICE: [{minimum: 5}, {maximum: 2}]}": "int64",
    "{type: array, items: {type: string}, CHOICE: [{minItems: 2}, {maxItems: 0}]}": "list",
    "{type: object, additionalProperties: {type: string}, CHOICE: [{required: [x]}, {required: [y]}]}": "map",
    "{type: string, allOf: [{maxLength: 3}]}": "string",
    f"{{{XY}, allOf: [{{required: [x]}}]}}": "object x! y",
    "{properties: {x: {type: string}}, allOf: [{maxProperties: 1}]}": "object x",
    f"{{{XY}, CHOICE: [true, {{required: [x]}}]}}": "object x y",
    # null in any spelling
    "{CHOICE: [{type: string, enum: [a]}, {enum: [null]}]}": "string",
    f"{{CHOICE: [{{type: string, enum: [a]}}, {NULL}]}}": "string",
    "{CHOICE: [{enum: [null]}, {type: string, enum: [a]}]}": "string",
    "{CHOICE: [{type: integer}, {const: null}]}": "int64",
    f"{{CHOICE: [{BASE}, {{type: string, nullable: true, enum: [null]}}]}}": "object x y",
    f"{{CHOICE: [{{type: string, enum: [a]}}, {EMPTY}, {NULL}]}}": "string",
    f"{{CHOICE: [{{type: string, enum: [a]}}, {{allOf: [{NULL}]}}]}}": "string",
    # types that go together
    "{type: [string, integer, 'null']}": "string",
    "{type: [boolean, 'null', string, number]}": "string",
    "{type: [integer, number]}": "number",
    "{type: ['null', number, integer]}": "number",
    "{CHOICE: [{type: integer}, {type: number}]}": "number",
    "{CHOICE: [{type: integer}, {type: number}, {type: 'null'}]}": "number",
    "{CHOICE: [{type: string, format: ipv4}, {type: string, format: ipv6}]}": "string",
    "{CHOICE: [{type: string}, {type: integer}, {type: 'null'}]}": "string",
}  # fmt: skip

PLACES = {
    "a property": "{WHAT}",
    "items": "{type: array, items: {WHAT}}",
    "values": "{type: object, additionalProperties: {WHAT}}",
    "nested": "{type: object, properties: {in: {WHAT}}}",
    "behind a reference": "{$ref: '#/components/schemas/It'}",
}


def shape(oven: Mapped, path: str = "it") -> str:
    """The kind of an attribute, and of an object the names in it; what is required has an exclamation mark."""
    (kind,) = oven[path]
    if kind != "single_nested":
        return kind
    names = (f"{name}{'!' * (oven.status(f'{path}.{name}') == 'required')}" for name in oven.names_in(path))
    return " ".join(("object", *names))


@pair
@pytest.mark.parametrize("schema", WRITTEN)
def test_without_a_policy_what_can_be_written_is(schema: str, keyword: str) -> None:
    it = schema.replace("CHOICE", keyword)
    oven = resource(f"create: {{type: object, properties: {{it: {it}}}}}{SHARED}")
    assert shape(oven) == WRITTEN[schema]
    assert oven.differs_at("it")
    assert not {found.severity for found in oven.mapping.diagnostics} & {Severity.WARNING, Severity.ERROR}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("schema", WRITTEN)
def test_the_same_holds_wherever_the_schema_is(schema: str, place: str) -> None:
    it = schema.replace("CHOICE", "oneOf")
    outer = PLACES[place].replace("{WHAT}", it)
    oven = resource(f"create: {{type: object, properties: {{it: {outer}}}}}{SHARED}  It: {it}")
    assert "it" in oven
    if place == "nested":
        assert shape(oven, "it.in") == WRITTEN[schema]
    assert not {found.severity for found in oven.mapping.diagnostics} & {Severity.WARNING, Severity.ERROR}


@pytest.mark.parametrize("branches", ["[{$ref: '#/no'}, {$ref: '#/more'}]", f"[{{$ref: '#/no'}}, {LIMIT}]"])
@pytest.mark.parametrize("policy", ["reject", "union", "variants"])
@pair
def test_branches_that_cannot_be_followed_are_no_limits(keyword: str, policy: str, branches: str) -> None:
    it = f"{{{XY}, {keyword}: {branches}}}"
    oven = resource(f"create: {{properties: {{it: {it}}}}}\npolicies: {{one_of: {policy}}}{SHARED}")
    assert [found for found in oven.mapping.diagnostics if found.severity >= Severity.WARNING]


@pair
@pytest.mark.parametrize("where", ["{XY, CHOICE}", "{allOf: [{XY}], CHOICE}", "{allOf: [{XY}, {CHOICE}]}"])
def test_of_branches_that_differ_only_their_properties_are_lost(keyword: str, where: str) -> None:
    schema = where.replace("XY", XY).replace("CHOICE", f"{keyword}: [{A}, {B}]")
    oven = resource(f"create: {schema}{SHARED}")
    assert oven.names == ["x", "y"]
    assert [found.path for found in oven.diagnostics(ENTRY_LOST)] == ["", "a", "b"]
    for found in oven.diagnostics(ENTRY_LOST)[1:]:
        assert found.text == f"the property '{found.path}' is declared in a branch of {keyword}, and is left out"
        assert found.fix == "policies: {one_of: variants}  # at the top level or in the entity"
    settled = resource(f"create: {schema}\npolicies: {{one_of: variants}}{SHARED}")
    assert settled.names == ["a", "b", "x", "y"]
    assert not settled.diagnostics(ENTRY_LOST)


@pair
@pytest.mark.parametrize(
    "schema",
    [
        f"{{CHOICE: [{A}, {B}]}}",
        f"{{type: object, CHOICE: [{A}, {B}]}}",
        "{type: array, CHOICE: [{items: {type: string}}, {items: {type: integer}}]}",
        "{CHOICE: [{type: string}, {type: object}]}",
        "{anyOf: [{type: integer}, {type: boolean}], oneOf: [{type: string}]}",
        "{items: {type: string}, CHOICE: [{type: integer}, {type: boolean}]}",
    ],
)
def test_a_choice_with_nothing_beside_it_needs_a_policy(keyword: str, schema: str) -> None:
    oven = resource(f"create: {{type: object, properties: {{it: {schema.replace('CHOICE', keyword)}}}}}{SHARED}")
    assert "it" not in oven
    assert {rule.severity for rule in oven.rules("it")} == {Severity.WARNING}


def family(size: int, *, named: range | None = None, used: str = "V{}") -> str:
    """A base that names as variants the schemas that extend it, and an object with a property of each of them."""
    mapping = ", ".join(f"v{n}: V{n}" for n in (range(size) if named is None else named))
    discriminator = f"discriminator: {{propertyName: kind, mapping: {{{mapping}}}}}"
    base = f"{{type: object, {discriminator}, properties: {{kind: {{type: string}}}}}}"
    reference = "$ref: '#/components/schemas/Base'"
    extended = "".join(
        f"  V{n}: {{allOf: [{{{reference}}}, {{type: object, properties: {{own{n}: {{type: string}}}}}}]}}\n"
        for n in range(size)
    )
    properties = ", ".join(f"p{n}: {{$ref: '#/components/schemas/{used.format(n)}'}}" for n in range(size))
    create = f"create: {{type: object, properties: {{{properties}}}}}"
    return f"{create}\ncomponents:\n  Base: {base}\n{extended}"


def lost(mapped: Mapped) -> list[tuple[str, str]]:
    return [(found.path, found.text) for found in mapped.mapping.diagnostics if found.rule is NOT_FOLLOWED]


@pytest.mark.parametrize("named", [range(1, 3), range(2)])
def test_one_that_is_not_loses_what_the_variants_have(named: range) -> None:
    (unnamed,) = set(range(3)) - set(named)
    assert [path for path, _ in lost(resource(family(3, named=named)))] == [f"p{unnamed}.own{n}" for n in named]


def test_twice_as_many_variants_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        text = family(size)
        return calls(lambda: resource(text))

    resource(family(2))  # imports
    assert work(200) < 2.5 * work(100)


def test_a_base_in_many_places_is_one_body_with_all_that_is_left_out() -> None:
    mapped = resource(family(4, used="Base"))
    first, *others = (mapped.attribute(f"p{n}") for n in range(4))
    assert all(other.type.body is first.type.body for other in others)  # type: ignore[union-attr]
    assert len(first.type.body.omitted) == 4  # type: ignore[union-attr]


ONCE = "[{title: Once, description: D, const: 1}, {title: Twice, const: 2}, {const: 5}]"


@pytest.mark.parametrize("policy", ["reject", "variants", "union", "json_string"])
@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("beside", ["", "type: integer, format: int32, "])
def test_values_that_are_listed_one_by_one_are_an_enum(policy: str, keyword: str, beside: str) -> None:
    mapped = property_(f"{{{beside}{keyword}: {ONCE}, description: How often.}}", f"one_of: {policy}")
    assert mapped.kinds == {"it": "int64"}
    assert mapped.validators("it") == ["int64validator.OneOf(\n1,\n2,\n5,\n)"]
    assert mapped.description("it") == "How often."
    assert SEVERAL_BRANCHES in mapped.rules("it")
    assert mapped.differs_at("it")


@pytest.mark.parametrize(
    ("schema", "kind", "values"),
    [
        ("{oneOf: [{const: 1}, {const: 2}]}", "int64", "1,\n2,"),
        ("{oneOf: [{enum: [1, 2]}, {type: integer, const: 3}, {type: 'null'}]}", "int64", "1,\n2,\n3,"),
        ("{anyOf: [{const: 1.5}, {const: 2.5}, {const: 3.5}]}", "number", ""),
        ("{oneOf: [{const: true}, {const: false}, {type: 'null'}]}", "bool", ""),
    ],
)
def test_of_whatever_scalar_type_they_are(schema: str, kind: str, values: str) -> None:
    mapped = property_(schema)
    assert mapped.kinds == {"it": kind}
    assert [values in one for one in mapped.validators("it")] == [True] * bool(values)


@pytest.mark.parametrize(
    "schema",
    [
        "{oneOf: [{const: 1}, {const: true}, {const: 3}]}",
        "{oneOf: [{const: {a: 1}}, {const: {b: 2}}, {const: {c: 2}}]}",
        "{oneOf: [{type: string, const: 1}, {type: boolean, const: 2}, {type: object, const: 3}]}",
    ],
)
def test_anything_else_is_a_choice_as_before(schema: str) -> None:
    assert ONE_OF in property_(schema).rules("it")


@pytest.mark.parametrize(
    "choice",
    [
        "oneOf: [{required: [a]}, {required: [b]}]",
        "anyOf: [{required: [a]}, true]",
        "anyOf: [{minProperties: 1}, {type: 'null'}]",
        "oneOf: [{not: {required: [a]}}, {title: x}]",
    ],
)
def test_branches_that_only_limit_an_object_are_no_texts_where_what_has_no_type_is(choice: str) -> None:
    mapped = property_(
        f"{{type: object, properties: {{a: {{type: string}}}}, {choice}}}", "siblings: merge, untyped: json_string"
    )
    assert mapped.names_in("it") == ["a"]
    assert mapped.rules("it") & {CONTRADICTION, JSON_STRING} == set()
    assert "only limits what is next to it" in mapped.diagnostic(SEVERAL_BRANCHES).text


@pytest.mark.parametrize("policy", ["reject", "union", "variants", "json_string"])
@pytest.mark.parametrize("other", ["{required: [a]}", "{type: object, properties: {a: {type: string}}}"])
def test_branches_that_say_again_what_is_next_to_them_are_no_choice(policy: str, other: str) -> None:
    same = "type: object, properties: {a: {type: string}}"
    mapped = property_(f"{{{same}, oneOf: [{{{same}, required: [a]}}, {other}]}}", f"one_of: {policy}")
    assert mapped.names_in("it") == ["a"]
    assert "only limits what is next to it" in mapped.diagnostic(SEVERAL_BRANCHES).text


def test_an_object_whose_values_may_be_anything_is_told_once() -> None:
    empty = property_("{type: object, additionalProperties: {}}")
    assert empty.rules("it") & {NO_TYPE, EMPTY_OBJECT} == {EMPTY_OBJECT}
    told = property_("{type: object, additionalProperties: true}").diagnostic(EMPTY_OBJECT)
    assert empty.diagnostic(EMPTY_OBJECT).fix == told.fix
    assert property_("{type: object, additionalProperties: true}").rules("it") & {NO_TYPE, EMPTY_OBJECT} == {
        EMPTY_OBJECT
    }


def test_what_a_branch_has_in_a_type_that_contains_itself_is_told_once_for_each_way() -> None:
    mapped = resource("""
        create:
          type: object
          properties:
            it:
              type: object
              properties: {next: {$ref: '#/components/schemas/Link'}}
              oneOf: [{$ref: '#/components/schemas/Long'}, {type: object}]
        components:
          Link: {type: object, properties: {next: {$ref: '#/components/schemas/Link'}}}
          Long: {type: object, properties: {more: {type: string}, next: {$ref: '#/components/schemas/Long'}}}
    """)
    told = [d.path for d in mapped.mapping.diagnostics if "is declared in a branch" in d.text]
    assert told == ["it.more", "it.next.more", "it.next.next.more"]
