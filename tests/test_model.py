"""The model: unions and named scalars, kinds of scalars, limits, and one attribute with the objects that have it."""

import re
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.languages.hcl.states import type_words as terraform_words
from mapper.languages.kubernetes.skeleton import type_words as kubernetes_words
from mapper.model import (
    INTEGERS,
    NUMBERS,
    TEXTS,
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Entity,
    EntityKind,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Placement,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    attribute_size,
    bodies_in,
    limits,
    type_in_words,
)
from mapper.model.attribute import rewrite, same_content, walk
from mapper.model.layout import misplaced
from mapper.registry import system_named, vocabulary_of
from mapper.review.describe import type_words
from mapper.review.entity_changes import Options, compare
from mapper.review.field_changes import type_rule
from mapper.review.rules import TYPE_CHANGED, TYPE_NARROWED
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.text.numbers import is_multiple, number_words

TEXT, NUMBER, FLAG = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64), Scalar(ScalarKind.BOOL)
COLOUR = Scalar(ScalarKind.STRING, "Colour")
CAT = Nested(NestingMode.SINGLE, Body(name="Cat"))
DOG = Nested(NestingMode.SINGLE, Body(name="Dog"))
MANY = Collection(CollectionKind.LIST, Union((TEXT, Collection(CollectionKind.MAP, Union((CAT, NUMBER), "kind")))))


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (Union((TEXT, NUMBER)), "string or int64"),
        (Union((CAT, DOG), "kind"), "Cat or Dog"),
        (Union((TEXT, Object(Body()))), "string or object"),
        (Collection(CollectionKind.MAP, COLOUR), "map of Colour"),
        (MANY, "list of string or map of Cat or int64"),
    ],
    ids=str,
)
def test_a_union_is_named_by_its_types_and_a_scalar_by_its_name(type_: Type, words: str) -> None:
    assert type_in_words(type_) == words


def test_every_system_has_words_for_a_union() -> None:
    assert kubernetes_words(Union((TEXT, NUMBER))) == "string or integer"
    assert type_words(Union((CAT, FLAG))) == "Cat or bool"


def test_the_objects_of_a_union_are_found_at_any_depth() -> None:
    assert [body.name for body in bodies_in(MANY)] == ["Cat"]
    assert [body.name for body in bodies_in(Union((CAT, Collection(CollectionKind.LIST, DOG))))] == ["Cat", "Dog"]


def mapping(type_: Type) -> Mapping:
    kind = system_named("ack").kinds[0]
    attribute = Attribute("it", "it", type_, Status.OPTIONAL, Reason("", ""), ())
    return Mapping("ack", "zoo", (Entity(kind, "Cage", Body((attribute,))),), (), Coverage(), ())


def rules(old: Type, new: Type) -> list[str]:
    return [c.rule.id for c in compare(mapping(old), mapping(new), Options(policy=system_named("ack").review_policy))]


PAIR = Body(mapping(TEXT).entities[0].body.attributes * 2)


@pytest.mark.parametrize(
    ("type_", "size"),
    [
        (TEXT, 1),
        (Collection(CollectionKind.LIST, TEXT), 1),
        (Union((TEXT, NUMBER)), 1),
        (Nested(NestingMode.SINGLE, Body()), 1),
        (Nested(NestingMode.SET, PAIR), 3),
        (Object(PAIR), 3),
        (Collection(CollectionKind.MAP, Collection(CollectionKind.LIST, Object(PAIR))), 3),
    ],
    ids=str,
)
def test_an_attribute_counts_with_all_that_is_nested_in_it(type_: Type, size: int) -> None:
    assert attribute_size(mapping(type_).entities[0].body.attributes[0]) == size


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (Union((TEXT, NUMBER)), Union((TEXT, NUMBER, FLAG)), ["union-widened"]),
        (Union((TEXT, NUMBER, FLAG)), Union((FLAG, TEXT)), ["union-narrowed"]),
        (Union((TEXT, NUMBER)), Union((NUMBER, TEXT)), []),
        (Union((TEXT, NUMBER)), Union((TEXT, FLAG)), ["type-changed"]),
        (TEXT, Union((TEXT, NUMBER)), ["union-widened"]),
        (Union((TEXT, NUMBER)), NUMBER, ["union-narrowed"]),
        (TEXT, Union((FLAG, NUMBER)), ["type-changed"]),
        (Union((CAT, DOG), "kind"), Union((CAT, DOG), "sort"), ["type-changed"]),
        (Union((CAT, DOG)), Union((CAT,)), ["union-narrowed"]),
        (TEXT, COLOUR, ["type-name-changed"]),
        (Collection(CollectionKind.LIST, COLOUR), Collection(CollectionKind.LIST, TEXT), ["type-name-changed"]),
        (COLOUR, NUMBER, ["type-changed"]),
    ],
    ids=str,
)
def test_a_change_of_a_union_or_of_a_name_is_told(old: Type, new: Type, expected: list[str]) -> None:
    assert rules(old, new) == expected


def test_a_type_that_gets_or_loses_its_name_is_told_in_words() -> None:
    policy = system_named("ack").review_policy
    pairs = [(TEXT, COLOUR), (COLOUR, TEXT)]
    texts = [
        change.text for old, new in pairs for change in compare(mapping(old), mapping(new), Options(policy=policy))
    ]
    assert texts == [
        f"its type is called {COLOUR.name}, and had no name",
        f"its type has no name now, and was called {COLOUR.name}",
    ]


@pytest.mark.parametrize(
    "type_", [MANY, COLOUR, Collection(CollectionKind.SET, COLOUR), Union((TEXT, DOG), "kind")], ids=str
)
def test_a_sidecar_keeps_it(type_: Type) -> None:
    written = write_sidecar(mapping(type_))
    again = read_sidecar(Document("oasmap.json", written.encode()), vocabulary_of)
    assert same_content(again.entities[0].body.attributes[0].type, type_)


def test_unions_in_each_other_without_end_are_refused() -> None:
    from mapper.report.diagnostic import MappingError

    type_: Type = TEXT
    for _ in range(300):
        type_ = Union((type_,))
    with pytest.raises(MappingError, match="more than 50 levels deep"):
        write_sidecar(mapping(replace(type_)))


ROOT = Path(__file__).parents[1]
WRITTEN_BY = {"mapper/languages/kubernetes/crd.py", "mapper/systems/terraform/spec/provider_schema.py"}
"""Modules that write types, or read what is written: each has an entry for each kind."""


def test_the_newest_kind_is_named_by_its_type_and_by_what_writes_it() -> None:
    word = re.compile(rf"\bScalarKind\.{ScalarKind.FLOAT32.name}\b|[\"']{ScalarKind.FLOAT32}[\"']")
    modules = [path for package in ("mapper", "mkdocs_oasmap") for path in (ROOT / package).rglob("*.py")]
    named = {path.relative_to(ROOT).as_posix() for path in modules if word.search(path.read_text(encoding="utf-8"))}
    assert named == {"mapper/model/attribute.py"} | WRITTEN_BY


@pytest.mark.parametrize("kind", ScalarKind)
def test_every_kind_has_a_word_and_takes_part_in_reviews(kind: ScalarKind) -> None:
    assert terraform_words(Scalar(kind))[0].isupper()
    for other in set(ScalarKind) - {kind}:
        known = kind in NUMBERS and other in NUMBERS
        assert (type_rule(Scalar(kind), Scalar(other)) is TYPE_CHANGED) is not known


def test_of_two_numbers_the_one_behind_is_the_wider() -> None:
    assert set(INTEGERS) <= NUMBERS.keys()
    assert NUMBERS.keys().isdisjoint(TEXTS)
    for narrow, wide in combinations(NUMBERS, 2):
        assert type_rule(Scalar(wide), Scalar(narrow)) is TYPE_NARROWED


LENGTH = limits.Length(1, 2)
Pair = tuple[float | None, float | None]


def within(pair: Pair) -> limits.Limit:
    return limits.Range(*pair)


def between(pair: Pair) -> limits.Limit:
    return limits.Range(*pair, exclusive=True)


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ((within((0, 9)), between((0, None))), (within((None, 9)), between((0, None)))),
        ((within((0, 9)), between((-1, None))), (within((0, 9)),)),
        ((within((0, 9)), between((0, 9))), (between((0, 9)),)),
        ((within((None, 9)), between((None, 9.5))), (within((None, 9)),)),
        ((within((None, 9)), between((0.5, None))), (within((None, 9)), between((0.5, None)))),
        ((between((0, 9)),), (between((0, 9)),)),
        ((LENGTH, within((0, None)), between((0, None))), (LENGTH, between((0, None)))),
        ((), ()),
    ],
)
def test_of_two_bounds_on_one_side_the_narrower_one_is_left(given: limits.Limits, left: limits.Limits) -> None:
    assert limits.simplest(given) == left


@pytest.mark.parametrize("kind", ["int64", "float64", "number"])
def test_only_the_range_of_an_integer_has_a_validator(kind: str) -> None:
    assert limits.has_validator(kind, limits.Range(0, 1)) is (kind == "int64")
    assert not limits.has_validator(kind, limits.Range(0, 1, exclusive=True))
    assert not limits.has_validator(kind, limits.MultipleOf(2))
    assert limits.has_validator(kind, limits.OneOf((1,)))


EACH = [
    limits.OneOf(("a", 1)),
    limits.ExactlyOneOf(("a", "b")),
    limits.RequiredMembers(("a", "b")),
    limits.Range(0, None),
    limits.Range(0.5, 2, exclusive=True),
    limits.Length(1, 2),
    limits.Size(None, 3),
    limits.Pattern("^a$"),
    limits.Unique(),
    limits.MultipleOf(0.1),
    limits.Each(limits.Length(None, 8)),
    limits.Keys(limits.Pattern("^a")),
]


@pytest.mark.parametrize("limit", EACH, ids=lambda limit: limits.plain(limit)[0])
def test_every_limit_is_what_its_plain_form_says(limit: limits.Limit) -> None:
    assert limits.limit_of(*limits.plain(limit)) == limit


def test_the_plain_form_of_every_limit_has_a_keyword_of_its_own() -> None:
    assert {type(limit) for limit in EACH} == set(get_args(limits.Limit))
    assert len({limits.plain(limit)[0] for limit in EACH}) == len(EACH)


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("range", (1,)),
        ("exclusive_range", (1, float("inf"))),
        ("length", ("a", None)),
        ("length", (True, None)),
        ("size", 5),
        ("multiple", 0),
        ("multiple", -1),
        ("multiple", True),
        ("multiple", float("nan")),
        ("pattern", 3),
        ("unique", False),
        ("enum", "abc"),
        ("enum", ["a", {}]),
        ("enum", [["a"]]),
        ("exactly_one_of", "abc"),
        ("exactly_one_of", ["a", 1]),
        ("required_members", "abc"),
        ("required_members", ["a", None]),
        ("each", ("each", ("unique", True))),
        ("each", ("unique", True, 1)),
        ("each", "ab"),
        ("each", ("pattern", 3)),
        ("keys", ("keys", ("pattern", "a"))),
        ("keys", ("pattern", "a", 1)),
        ("keys", {"pattern": "a", "length": 1}),
        ("height", (1, 2)),
    ],
)
def test_what_is_no_limit_is_refused(keyword: str, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        limits.limit_of(keyword, value)


@pytest.mark.parametrize(
    ("number", "of", "expected"),
    [
        (10, 5, True),
        (5, 10, False),
        (0.3, 0.1, True),
        (0.35, 0.1, False),
        (1, 1e-05, True),
        (0, 7, True),
        (-4, 2, True),
        (10**400, 5, True),
        (10**400, 3, False),
        (1e308, 5e-324, True),
        (float("nan"), 1, False),
        (float("inf"), 1, False),
    ],
)
def test_a_multiple_is_one_of_the_digits_that_are_written(number: float, of: float, expected: bool) -> None:
    assert is_multiple(number, of) is expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.1, "0.1"),
        (1e-05, "0.00001"),
        (1e-07, "1e-07"),
        (100.0, "100"),
        (-0.0, "0"),
        (1234567.25, "1,234,567.25"),
        (2**63, "9,223,372,036,854,775,808"),
        (1e22, "1e+22"),
        (-1.7976931348623157e308, "-1.7976931348623157e+308"),
    ],
)
def test_a_number_has_the_shortest_digits(number: float, text: str) -> None:
    assert number_words(number, ",") == text
    assert number_words(number) == text.replace(",", "")


THING = EntityKind("thing", "Thing", "Things", "things")
REQUIRED, OPTIONAL, COMPUTED = Status.REQUIRED, Status.OPTIONAL, Status.COMPUTED


def attribute(name: str, *placements: Placement, type_: Type = TEXT) -> Attribute:
    status = placements[0].status if placements else OPTIONAL
    return Attribute(name, name, type_, status, Reason("", ""), (), placements=placements)


def holder(name: str, *members: Attribute) -> Attribute:
    return attribute(name, type_=Nested(NestingMode.SINGLE, Body(members)))


def tree(body: Body) -> dict[str, object]:
    """Names, and of what is not nested the status and the type."""
    return {
        a.name: tree(a.type.body) if isinstance(a.type, Nested) else (str(a.status), str(a.type.kind))  # type: ignore[union-attr]
        for a in body.attributes
    }


MANAGED = Entity(
    THING,
    "managed",
    Body((
        attribute("region", Placement("spec.forProvider", REQUIRED), Placement("spec.initProvider", OPTIONAL),
                  Placement("status.atProvider", COMPUTED)),
        attribute("size", Placement("spec.forProvider", OPTIONAL), Placement("status.atProvider", COMPUTED, NUMBER)),
        attribute("id", Placement("status.atProvider", COMPUTED)),
    )),
    frame=Body((
        holder("spec", holder("forProvider"), holder("initProvider"), attribute("deletionPolicy")),
        holder("status", holder("atProvider")),
    )),
)  # fmt: skip
"""As Crossplane lays it out."""

PROGRAM = Entity(
    THING,
    "program",
    Body((
        attribute("name", Placement("inputs", REQUIRED), Placement("outputs", COMPUTED)),
        attribute("url", Placement("outputs", COMPUTED)),
    )),
    frame=Body((holder("inputs"), holder("outputs"))),
)  # fmt: skip
"""As Pulumi does."""


def test_an_artifact_has_an_attribute_in_every_place_as_it_is_there() -> None:
    assert tree(MANAGED.placed) == {
        "spec": {
            "forProvider": {"region": ("required", "string"), "size": ("optional", "string")},
            "initProvider": {"region": ("optional", "string")},
            "deletionPolicy": ("optional", "string"),
        },
        "status": {
            "atProvider": {
                "region": ("computed", "string"),
                "size": ("computed", "int64"),
                "id": ("computed", "string"),
            }
        },
    }
    assert tree(PROGRAM.placed) == {
        "inputs": {"name": ("required", "string")},
        "outputs": {"name": ("computed", "string"), "url": ("computed", "string")},
    }


def test_a_page_has_it_once_by_the_path_of_its_first_place() -> None:
    assert [a.name for a in MANAGED.shown.attributes] == [
        "spec.forProvider.region",
        "spec.forProvider.size",
        "spec.deletionPolicy",
        "status.atProvider.id",
    ]
    assert [a.name for a in PROGRAM.shown.attributes] == ["inputs.name", "outputs.url"]


def test_it_counts_once() -> None:
    assert MANAGED.size == 3 + 6
    assert PROGRAM.size == 2 + 2


def test_what_has_no_place_is_at_the_root_and_a_body_without_a_frame_is_its_layout() -> None:
    body = Body((attribute("a"), holder("b", attribute("c"))))
    entity = Entity(THING, "plain", body)
    assert entity.layout is entity.shown is entity.placed is body
    mixed = Entity(THING, "mixed", Body((attribute("a"), attribute("b", Placement("in", OPTIONAL)))),
                   frame=Body((holder("in"),)))  # fmt: skip
    assert tree(mixed.placed) == {"in": {"b": ("optional", "string")}, "a": ("optional", "string")}


def test_only_single_objects_of_a_frame_hold_attributes() -> None:
    rows, text = attribute("rows", type_=Nested(NestingMode.LIST, Body((attribute("x"),)))), attribute("text")
    frame = Body((rows, text, holder("in", rows)))
    entity = Entity(THING, "rows", Body((attribute("a", Placement("in", OPTIONAL)),)), frame=frame)
    listed, plain, inner = entity.placed.attributes
    assert (listed, plain) == (rows, text)  # bodies are equal only to themselves
    assert isinstance(inner.type, Nested)
    assert inner.type.body.attributes[0] == rows
    assert [a.name for a in entity.shown.attributes] == ["rows", "text", "in"]
    lost = Body((attribute("a", Placement("rows", OPTIONAL)),))
    assert misplaced(frame, lost) is lost.attributes[0]
    assert Entity(THING, "lost", lost, frame=frame).placed.attributes[0] == rows


def test_two_attributes_of_one_name_may_be_in_two_objects() -> None:
    both = Body((attribute("a", Placement("in", OPTIONAL)), attribute("a", Placement("out", COMPUTED, NUMBER))))
    entity = Entity(THING, "both", both, frame=Body((holder("in"), holder("out"))))
    assert [a.name for a in entity.shown.attributes] == ["in.a", "out.a"]


def test_a_place_that_is_not_in_the_frame_is_found() -> None:
    assert misplaced(MANAGED.frame, MANAGED.body) is None
    lost = attribute("lost", Placement("spec.forProvider", OPTIONAL), Placement("spec.nowhere", OPTIONAL))
    assert misplaced(MANAGED.frame, Body((*MANAGED.body.attributes, lost))) is lost


def lock(status: Status) -> Attribute:
    return Attribute("lock", "lock", TEXT, status, Reason("", ""), ())


def door(status: Status = Status.OPTIONAL) -> Body:
    return Body((lock(status),))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, True),
        (1, 2.0, False),
        (None, (), False),
        ((1, 2), (1, 2), True),
        ((1, 2), (1, 2, 3), False),
        (door(), door(), True),
        (door(), door(Status.REQUIRED), False),
        ((door(), 1), (door(), 2), False),
        (Nested(NestingMode.LIST, door()), Nested(NestingMode.LIST, door()), True),
        (Nested(NestingMode.LIST, door()), Nested(NestingMode.SET, door()), False),
        (Collection(CollectionKind.LIST, Object(door())), Collection(CollectionKind.LIST, Object(door())), True),
        (Collection(CollectionKind.LIST, Object(door())), Object(door()), False),
    ],
)
def test_values_of_the_model_are_the_same_if_all_that_is_in_them_is(
    one: object, other: object, *, expected: bool
) -> None:
    assert same_content(one, other) is expected


@pytest.mark.parametrize(
    ("type_", "is_reached"),
    [
        (Nested(NestingMode.SINGLE, door()), True),
        (Nested(NestingMode.MAP, door()), True),
        (Nested(NestingMode.SET, Body((replace(lock(Status.OPTIONAL), type=Nested(NestingMode.LIST, door())),))), True),
        (Object(door()), False),
        (Collection(CollectionKind.LIST, Object(door())), False),
        (Collection(CollectionKind.MAP, Collection(CollectionKind.LIST, Object(door()))), False),
    ],
)
def test_all_attributes_are_rewritten_but_members_of_elements(type_: Type, *, is_reached: bool) -> None:
    body = Body((replace(lock(Status.OPTIONAL), type=type_), replace(lock(Status.OPTIONAL), name="same", type=type_)))
    found = rewrite(body, lambda attribute: replace(attribute, status=Status.COMPUTED))
    assert {attribute.status for attribute in found.attributes} == {Status.COMPUTED}
    inner = [next(iter(bodies_in(attribute.type))) for attribute in found.attributes]
    assert {attribute.status is Status.COMPUTED for body in inner for _, attribute in walk(body)} == {is_reached}
    assert inner[0] is inner[1], "a shared body stays shared"


def test_what_two_attributes_share_is_walked_once_or_at_each_path() -> None:
    shared = Nested(NestingMode.SINGLE, Body((attribute("leaf"),)))
    body = Body((attribute("a", type_=shared), attribute("b", type_=shared)))
    assert [path for path, _ in walk(body)] == ["a", "a.leaf", "b", "b.leaf"]
    seen: set[Body] = set()
    assert [path for path, _ in walk(body, "x.", seen)] == ["x.a", "x.a.leaf", "x.b"]
    assert seen == {body, shared.body}
    assert list(walk(body, "x.", seen)) == []
