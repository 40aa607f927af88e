"""Unions and named scalars: their words, the objects in them, what a review says of them, and what files keep."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.kubernetes.skeleton import type_words as kubernetes_words
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Entity,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    bodies_in,
    type_in_words,
)
from mapper.model.attribute import same_content
from mapper.registry import system_named, vocabulary_of
from mapper.review.describe import type_words
from mapper.review.entity_changes import Options, compare
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar

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
    return [c.rule.id for c in compare(mapping(old), mapping(new), Options(judge=system_named("ack").judge))]


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
