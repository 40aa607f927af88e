"""What a change of the type, the status or the limits of one attribute is."""

from functools import partial

import pytest
from msgspec.structs import replace

from mapper.model import (
    Body,
    Collection,
    CollectionKind,
    Entity,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
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
from mapper.review.field_changes import limit_changes, status_change, type_rule

from ..support import compare
from .pairs import attribute, spec

OPEN, HALF = Range(0, 9, exclusive=True), Range(0, None)
LOOSER, TIGHTER, OTHER = "limit-loosened", "limit-tightened", "constraint-changed"
MORE, LESS = "constraint-added", "constraint-removed"


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        (Length(1, 8), Length(1, 9), [LOOSER], [TIGHTER]),
        (Length(1, 8), Length(2, 9), [TIGHTER], [TIGHTER]),
        (Length(0, 8), Length(None, 8), [], []),
        (Length(0, None), Length(3, None), [MORE], [LESS]),
        (Length(0, None), Size(None, None), [], []),
        (Size(1, None), Size(0, None), [LESS], [MORE]),
        (Size(1, None), Length(1, None), [LESS, MORE], [LESS, MORE]),
        (Range(0, 9), Range(0, 8), [TIGHTER], [LOOSER]),
        (Range(0, 9), Range(1, 9), [TIGHTER], [LOOSER]),
        (Range(0, 9), Range(None, 9), [LOOSER], [TIGHTER]),
        (Range(0, 9), OPEN, [TIGHTER], [LOOSER]),
        (OneOf(("a", "b")), OneOf(("b", "a")), [], []),
        (OneOf(("a", "b")), OneOf(("b", "c")), ["enum-value-removed", "enum-value-added"],
         ["enum-value-removed", "enum-value-added"]),
        (OneOf((1,)), OneOf((1, True)), ["enum-value-added"], ["enum-value-removed"]),
        (ExactlyOneOf(("a",)), ExactlyOneOf(("a", "b")), [LOOSER], [OTHER]),
        (ExactlyOneOf(("a",)), ExactlyOneOf(("b",)), [OTHER], [OTHER]),
        (ExactlyOneOf(("a", "b")), ExactlyOneOf(("b", "a")), [LOOSER], [LOOSER]),
        (RequiredMembers(("a", "b")), RequiredMembers(("b", "a")), [LOOSER], [LOOSER]),
        (RequiredMembers(("a", "b")), RequiredMembers(("a",)), [LOOSER], [TIGHTER]),
        (RequiredMembers(("a",)), RequiredMembers(("b",)), [TIGHTER], [TIGHTER]),
        (MultipleOf(4), MultipleOf(2), [LOOSER], [TIGHTER]),
        (Pattern("a"), Pattern("b"), [OTHER], [OTHER]),
        (Keys(Pattern("a")), Keys(Pattern("b")), [OTHER], [OTHER]),
        (Unique(), Pattern("b"), [LESS, MORE], [LESS, MORE]),
        (Each(Length(1, 8)), Each(Length(1, 9)), [LOOSER], [TIGHTER]),
        (Each(Length(0, None)), Each(Pattern("b")), [MORE], [LESS]),
    ],
    ids=str,
)  # fmt: skip
def test_a_limit_is_looser_one_way_and_tighter_the_other(
    old: Limit, new: Limit, forth: list[str], back: list[str]
) -> None:
    for before, after, expected in ((old, new, forth), (new, old, back)):
        assert [rule.id for rule, *_ in limit_changes((before,), (after,))] == expected


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ((Length(1, 8),), (Length(1, 9),), ("its limit changed from A to B", "length 1 to 8", "length 1 to 9")),
        ((Each(Unique()),), (),
         ("for each element, it is no longer limited to A", "each element: no item twice", None)),
        ((), (MultipleOf(2),), ("it is limited to B", None, "a multiple of 2")),
        ((OneOf(("a", "b")),), (OneOf(("b",)),), ("it no longer accepts A", '"a"', None)),
        ((OneOf(("b",)),), (OneOf(("a", "b")),), ("it accepts B too", None, '"a"')),
        ((ExactlyOneOf(("a",)),), (ExactlyOneOf(("a", "b")),),
         ("its limit changed from A to B", "exactly one of it and a", "exactly one of it and a, b")),
        ((RequiredMembers(("a",)),), (RequiredMembers(("b",)),),
         ("its limit changed from A to B", "given with a", "given with b")),
        ((HALF, OPEN), (HALF, Range(None, 5)),
         ("its limit changed from A to B", "range more than 0 and less than 9",
          "range at least 0 and range at most 5")),
    ],
)  # fmt: skip
def test_a_change_of_a_limit_has_the_words_of_both_sides(
    old: tuple[Limit, ...], new: tuple[Limit, ...], said: tuple[str, str | None, str | None]
) -> None:
    ((_, text, before, after),) = limit_changes(old, new)
    text_, *words = said
    plain = [word.removeprefix("each element: ") if word else "" for word in words]
    assert (text, [before, after]) == (text_.replace("A", plain[0]).replace("B", plain[1]), words)


@pytest.mark.parametrize(
    ("old", "new", "whole", "fraction"),
    [
        (Range(0, None, exclusive=True), Range(1, None), [], [TIGHTER]),
        (Range(0.5, None), Range(1, None), [], [TIGHTER]),
        (Range(None, 9, exclusive=True), Range(None, 8), [], [TIGHTER]),
        (Range(0, None, exclusive=True), Range(0, None), [LOOSER], [LOOSER]),
        (Range(0, None, exclusive=True), Range(2, None), [TIGHTER], [TIGHTER]),
    ],
)
def test_of_integers_more_than_a_number_is_at_least_the_next_one(
    old: Range, new: Range, whole: list[str], fraction: list[str]
) -> None:
    assert [rule.id for rule, *_ in limit_changes((old,), (new,), whole=True)] == whole
    assert [rule.id for rule, *_ in limit_changes((old,), (new,))] == fraction


TEXT, INT64, INT32, FLOAT64, NUMBER, BOOL = (
    Scalar(ScalarKind(kind)) for kind in ("string", "int64", "int32", "float64", "number", "bool")
)
BODY = Body(())
LIST, SET, MAP = (partial(Collection, kind) for kind in CollectionKind)
ONE, MANY, SEVERAL = (Nested(mode, BODY) for mode in (NestingMode.SINGLE, NestingMode.LIST, NestingMode.SET))
BLOCK, BLOCKS = Nested(NestingMode.SINGLE, BODY, block=True), Nested(NestingMode.LIST, BODY, block=True)


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        (TEXT, TEXT, None, None),
        (TEXT, BOOL, "type-changed", "type-changed"),
        (TEXT, INT64, "type-changed", "type-changed"),
        (INT32, INT64, "type-widened", "type-narrowed"),
        (INT64, NUMBER, "type-widened", "type-narrowed"),
        (INT64, FLOAT64, "type-rounded", "type-narrowed"),
        (INT32, FLOAT64, "type-widened", "type-narrowed"),
        (LIST(TEXT), LIST(TEXT), None, None),
        (LIST(TEXT), SET(TEXT), "collection-changed", "collection-changed"),
        (LIST(TEXT), SET(BOOL), "collection-changed", "collection-changed"),
        (LIST(TEXT), LIST(BOOL), "element-type-changed", "element-type-changed"),
        (LIST(INT32), LIST(INT64), "type-widened", "element-type-changed"),
        (MAP(LIST(INT64)), MAP(LIST(FLOAT64)), "type-rounded", "element-type-changed"),
        (LIST(Union((TEXT, BOOL))), LIST(TEXT), "union-narrowed", "union-widened"),
        (LIST(TEXT), TEXT, "type-changed", "type-changed"),
        (MANY, MANY, None, None),
        (MANY, SEVERAL, "collection-changed", "collection-changed"),
        (ONE, MANY, "nesting-changed", "nesting-changed"),
        (ONE, BLOCK, "nesting-changed", "nesting-changed"),
        (MANY, BLOCKS, "nesting-changed", "nesting-changed"),
        (BLOCK, BLOCKS, "nesting-changed", "nesting-changed"),
        (Object(BODY), Object(BODY), None, None),
        (Object(BODY), ONE, "nesting-changed", "nesting-changed"),
        (LIST(Object(BODY)), MANY, "nesting-changed", "nesting-changed"),
        (ONE, TEXT, "type-changed", "type-changed"),
        (LIST(TEXT), MANY, "type-changed", "type-changed"),
        (TEXT, Union((TEXT, BOOL)), "union-widened", "union-narrowed"),
        (Union((TEXT, BOOL)), Union((BOOL, TEXT)), None, None),
        (Union((TEXT, BOOL)), Union((TEXT, INT64)), "type-changed", "type-changed"),
        (Union((ONE, MANY), "kind"), Union((ONE, MANY), "sort"), "type-changed", "type-changed"),
    ],
)  # fmt: skip
def test_a_change_of_a_type_is_wider_one_way_and_narrower_the_other(
    old: Type, new: Type, forth: str | None, back: str | None
) -> None:
    found = type_rule(old, new), type_rule(new, old)
    assert tuple(rule and rule.id for rule in found) == (forth, back)


@pytest.mark.parametrize(
    ("old", "new", "was_read_only", "expected"),
    [
        (Status.OPTIONAL, Status.OPTIONAL, False, None),
        (Status.OPTIONAL, Status.REQUIRED, False, ("became-required", "was optional, is required")),
        (Status.COMPUTED, Status.REQUIRED, True,
         ("became-configurable", "was read-only, is required if an object is given that could not be given before")),
        (Status.COMPUTED, Status.OPTIONAL, True, ("became-optional", "was read-only, is optional")),
        (Status.REQUIRED, Status.COMPUTED_OPTIONAL, False,
         ("no-longer-required", "was required, is optional (API default)")),
    ],
)  # fmt: skip
def test_a_change_of_the_status_says_both(
    old: Status, new: Status, expected: tuple[str, str] | None, *, was_read_only: bool
) -> None:
    found = status_change(old, new, was_read_only=was_read_only)
    assert (found and (found[0].id, found[1])) == expected


def limits_of(name: str) -> tuple[Limit, ...]:
    choice = (ExactlyOneOf(tuple(filter(str.isalpha, name[2:]))),) if "?" in name else ()
    return (*choice, *(Length(None, int(most)) for most in name if most.isdigit()))


def choices(text: str) -> Mapping:
    """`a! b?cd8`: `a` is required, of `b`, `c` and `d` exactly one is given, and `b` has at most 8 characters."""
    names = text.split()
    state = spec(*(attribute(name[0], "required" if name.endswith("!") else "optional") for name in names))

    def limited(entity: Entity) -> Entity:
        pairs = zip(entity.body.attributes, names, strict=True)
        return replace(entity, body=Body(tuple(replace(one, limits=limits_of(name)) for one, name in pairs)))

    return replace(state, entities=tuple(limited(one) if one.name == "oven" else one for one in state.entities))


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        ("a!", "a?b b?a", "no-longer-required a, attribute-added b", "became-required a, attribute-removed b"),
        ("a", "a?b b?a", "constraint-added a, attribute-added b", "attribute-removed b"),
        ("a?b b?a", "a?bc b?ac c?ab", "attribute-added c", "attribute-removed c"),
        ("a?b b?a", "a?c c?a", "attribute-removed b, attribute-added c", "attribute-removed c, attribute-added b"),
        ("a?b b?a", "a?bc b?ac", "limit-loosened a, limit-loosened b", "constraint-changed a, constraint-changed b"),
        ("a?b b?a c", "a?bc b?ac c?ab", "constraint-added c, limit-loosened a, limit-loosened b",
         "constraint-changed a, constraint-changed b, constraint-removed c"),
        ("a?b8 b?a", "a?b9 b?a", "limit-loosened a", "limit-tightened a"),
        ("a!", "a?b8 b?a", "constraint-added a, no-longer-required a, attribute-added b",
         "became-required a, attribute-removed b, constraint-removed a"),
        ("a! b", "a?b b?a", "constraint-added a, constraint-added b, no-longer-required a",
         "became-required a, constraint-removed a, constraint-removed b"),
    ],
)  # fmt: skip
def test_a_branch_that_comes_or_goes_is_no_change_of_the_choice(old: str, new: str, forth: str, back: str) -> None:
    for sides, expected in (((old, new), forth), ((new, old), back)):
        found = compare(*map(choices, sides))
        assert ", ".join(f"{one.rule.id} {one.path}" for one in found) == expected
