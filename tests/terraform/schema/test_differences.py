"""Of a member of a variant and an attribute next to it with the same name: whether both are one value."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Default,
    Nested,
    NestingMode,
    Object,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.limits import Length
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform.schema.repeated import without_repeated

TEXT, FLAG = Scalar(ScalarKind.STRING), Scalar(ScalarKind.BOOL)
REQUIRED, OPTIONAL, COMPUTED, EITHER = Status
ORIGIN = Origin(Part(PartKind.REQUEST_BODY, "create"), Document("api.yaml", b"{}").node)


def attribute(name: str, type_: Type = TEXT, status: Status = OPTIONAL) -> Attribute:
    return Attribute(name, name, type_, status, Reason("", ""), (ORIGIN,))


def objects(*members: Attribute, mode: NestingMode = NestingMode.SINGLE) -> Nested:
    return Nested(mode, Body(members))


A, B = attribute("a"), attribute("b")
FLAG_A = attribute("a", FLAG)
LIST, SET = (CollectionKind.LIST, CollectionKind.SET)


def left(own: Attribute, *members: Attribute) -> tuple[list[str], list[str], Status]:
    """The members that the variant keeps, their notes, and the status of the attribute next to it."""
    variant = attribute("gas", objects(*members))
    beside, kept = without_repeated((own, variant), [("gas",)])
    assert isinstance(kept.type, Nested)
    inside = kept.type.body.attributes
    return [one.name for one in inside], [note.text for one in inside for note in one.notes], beside.status


@pytest.mark.parametrize(
    ("own", "member", "what"),
    [
        (A, A, None),
        (A, FLAG_A, "another type"),
        (A, replace(A, limits=(Length(1, 2),)), "other limits"),
        (replace(A, limits=(Length(1, 2),)), replace(A, limits=(Length(1, 2),)), None),
        (A, replace(A, default=Default("x")), "another default"),
        (replace(A, default=Default("x")), replace(A, default=Default("x")), None),
        (attribute("a", status=REQUIRED), A, None),
        (attribute("a", status=REQUIRED), attribute("a", status=COMPUTED), None),
        (attribute("a", status=EITHER), A, None),
        (A, attribute("a", status=COMPUTED), None),
        (attribute("a", status=COMPUTED), A, "another status"),
        (attribute("a", status=COMPUTED), attribute("a", status=COMPUTED), None),
        (attribute("a", objects(A, B)), attribute("a", objects(B, A)), None),
        (attribute("a", objects(A)), attribute("a", objects(B)), "another type"),
        (attribute("a", objects(A)), attribute("a", objects(A, B)), "another type"),
        (attribute("a", objects(A)), attribute("a", objects(FLAG_A)), "another type"),
        (attribute("a", objects(A)), attribute("a", objects(A, mode=NestingMode.LIST)), "another type"),
        (attribute("a", objects(A)), attribute("a", Object(Body((A,)))), "another type"),
        (attribute("a", Object(Body((A,)))), attribute("a", Object(Body((A,)))), None),
        (attribute("a", Collection(LIST, TEXT)), attribute("a", Collection(LIST, TEXT)), None),
        (attribute("a", Collection(LIST, TEXT)), attribute("a", Collection(SET, TEXT)), "another type"),
        (attribute("a", Collection(LIST, TEXT)), attribute("a", Collection(LIST, FLAG)), "another type"),
        (attribute("a", Collection(LIST, objects(A))), attribute("a", Collection(LIST, objects(A))), None),
    ],
)
def test_what_is_the_same_is_there_once_and_what_is_not_is_told(
    own: Attribute, member: Attribute, what: str | None
) -> None:
    kept, notes, status = left(own, member, B)
    assert (kept, status) == (["b"] if what is None else ["a", "b"], own.status)
    said = f"a is next to the variants, too, with {what}: the API has one value for both"
    assert notes == ([] if what is None else [said])


@pytest.mark.parametrize(
    ("own", "second", "status"),
    [
        (A, attribute("a", status=REQUIRED), REQUIRED),
        (attribute("a", status=EITHER), attribute("a", status=REQUIRED), REQUIRED),
        (attribute("a", status=COMPUTED), attribute("a", status=REQUIRED), COMPUTED),
        (replace(A, default=Default("x")), attribute("a", status=REQUIRED), OPTIONAL),
        (A, A, OPTIONAL),
        (A, B, OPTIONAL),
    ],
)
def test_what_each_variant_requires_is_required_next_to_them(own: Attribute, second: Attribute, status: Status) -> None:
    needed = replace(attribute("a", status=REQUIRED), default=own.default)
    variants = attribute("gas", objects(needed)), attribute("oil", objects(second))
    beside, *_ = without_repeated((own, *variants), [("gas", "oil")])
    assert beside.status is status
