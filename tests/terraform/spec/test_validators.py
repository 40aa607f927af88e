"""Limits as expressions of validators, and what other expressions say."""

from typing import Any

import pytest

from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    RequiredMembers,
    Size,
    Unique,
)
from mapper.systems.terraform.spec.validators import is_required, read_validator, write_required, write_validator

OURS = "github.com/hashicorp/terraform-plugin-framework-validators/"
PATH = "github.com/hashicorp/terraform-plugin-framework/path"


@pytest.mark.parametrize(
    ("kind", "limit", "imports", "expression"),
    [
        ("string", OneOf(("a", 'b"')), "", 'OneOf(\n"a",\n"b\\"",\n)'),
        ("int64", OneOf((1, 2)), "", "OneOf(\n1,\n2,\n)"),
        ("float64", OneOf((0.5, 1e21)), "", "OneOf(\n0.5,\n1000000000000000000000,\n)"),
        ("string", Pattern('^"a`$'), "regexp ", 'RegexMatches(regexp.MustCompile("^\\"a`$"), "")'),
        ("string", Length(1, None), "", "LengthAtLeast(1)"),
        ("string", Length(None, 9), "", "LengthAtMost(9)"),
        ("string", Length(1, 9), "", "LengthBetween(1, 9)"),
        ("list", Size(1, None), "", "SizeAtLeast(1)"),
        ("set", Size(None, 9), "", "SizeAtMost(9)"),
        ("map", Size(1, 9), "", "SizeBetween(1, 9)"),
        ("int64", Range(-1, None), "", "AtLeast(-1)"),
        ("int64", Range(None, 9), "", "AtMost(9)"),
        ("int64", Range(1, 9), "", "Between(1, 9)"),
        ("list", Unique(), "", "UniqueValues()"),
        ("single", ExactlyOneOf(("a", "b")), f"{PATH} ", 'ExactlyOneOf(\npath.MatchRelative().AtParent().AtName("a"),\n'
         'path.MatchRelative().AtParent().AtName("b"),\n)'),
        *((kind, RequiredMembers(("a",)), f"{PATH} ", f'AlsoRequires(\npath.MatchRelative(){step}.AtName("a"),\n)')
          for kind, step in [("single", ""), ("list", ".AtAnyListIndex()"), ("set", ".AtAnySetValue()"),
                             ("map", ".AtAnyMapKey()")]),
    ],
)  # fmt: skip
def test_a_limit_is_a_call_that_is_read_as_the_same_limit(
    kind: str, limit: Limit, imports: str, expression: str
) -> None:
    package = "objectvalidator" if kind == "single" else f"{kind}validator"
    assert write_validator(kind, limit) == ([*imports.split(), OURS + package], f"{package}.{expression}")
    assert read_validator(f"{package}.{expression}") == limit


def test_a_limit_of_keys_needs_the_package_of_texts_too() -> None:
    pattern, length = write_validator("map", Keys(Pattern("a"))), write_validator("map", Keys(Length(None, 3)))
    assert pattern is not None
    assert length is not None
    assert pattern[0] == ["regexp", f"{OURS}mapvalidator", f"{OURS}stringvalidator"]
    assert pattern[1] == 'mapvalidator.KeysAre(\nstringvalidator.RegexMatches(regexp.MustCompile("a"), ""),\n)'
    assert length[0] == [f"{OURS}mapvalidator", f"{OURS}stringvalidator"]
    assert [read_validator(pattern[1]), read_validator(length[1])] == [Keys(Pattern("a")), Keys(Length(None, 3))]


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        ("int64", MultipleOf(2)),
        ("list", Each(Length(1, None))),
        ("map", Keys(MultipleOf(2))),
        ("int64", Range(1, None, exclusive=True)),
        ("float64", Range(1, None)),
        ("single", Size(1, None)),
        ("list", Keys(Pattern("a"))),
    ],
)
def test_a_limit_without_a_validator_is_none(kind: str, limit: Limit) -> None:
    assert write_validator(kind, limit) is None


@pytest.mark.parametrize(
    ("expression", "limit"),
    [
        (" stringvalidator.LengthAtMost( 3 ) ", Length(None, 3)),
        ("stringvalidator.LengthBetween(\n\t1,\n\t2,\n)", Length(1, 2)),
        ("float64validator.AtLeast(0.5)", Range(0.5, None)),
        ("listvalidator.UniqueValues( )", Unique()),
        ("listvalidator.UniqueValues(1)", None),
        ("stringvalidator.RegexMatches(regexp.MustCompile(`^\\d\"$`), \"digits\")", Pattern('^\\d"$')),
        ('stringvalidator.RegexMatches(regexp.MustCompile("\\\\d\\t\\x41\\u00e9\\U0001F600\\101\\q"), "")',
         Pattern("\\d\tAé😀Aq")),
        (r'stringvalidator.OneOf("\x4 \u12 \U123 \8 \U0010FFFF \U00110000 \n\a\\")',
         OneOf(("x4 u12 U123 8 \U0010ffff \ufffd \n\a\\",))),
        ("stringvalidator.RegexMatches(pattern, \"\")", None),
        ("stringvalidator.OneOf()", None),
        ("stringvalidator.OneOf(words...)", None),
        ('stringvalidator.OneOf("a", other)', None),
        ('stringvalidator.OneOf("a, b")', OneOf(("a, b",))),
        ("int64validator.OneOf(1, -2)", OneOf((1, -2))),
        ("float64validator.OneOf(0.5)", OneOf((0.5,))),
        ("int64validator.Between(1)", None),
        ("int64validator.AtLeast(1, 2)", None),
        ("int64validator.AtLeast(least)", None),
        ('stringvalidator.LengthAtLeast("1")', None),
        ("int64validator.Else(1)", None),
        ("mapvalidator.KeysAre(other())", None),
        ("objectvalidator.ExactlyOneOf()", None),
        ("objectvalidator.AlsoRequires(path.MatchRoot(\"a\"))", None),
        ("other.AtLeast(1)", None),
        ("int64validator.AtLeast", None),
        ("", None),
    ],
)  # fmt: skip
def test_an_expression_is_a_limit_where_it_says_exactly_one(expression: str, limit: Any) -> None:
    assert read_validator(expression) == limit


@pytest.mark.parametrize(("kind", "package"), [("single", "objectvalidator"), ("list", "listvalidator")])
def test_a_block_is_required_by_a_validator(kind: str, package: str) -> None:
    assert write_required(kind) == ([OURS + package], f"{package}.IsRequired()")
    assert is_required(f" {package}.IsRequired( ) ")
    assert not any(map(is_required, (f"{package}.IsRequired(1)", f"{package}.SizeAtLeast()", "IsRequired()", "")))
