"""One attribute, and the objects that have it: the trees of artifacts, the layout of pages, and the paths of rows."""

from mapper.model import (
    Attribute,
    Body,
    Entity,
    EntityKind,
    Nested,
    NestingMode,
    Placement,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.layout import misplaced

THING = EntityKind("thing", "Thing", "Things", "things")
TEXT, NUMBER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64)
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


def test_two_attributes_of_one_name_may_be_in_two_objects() -> None:
    both = Body((attribute("a", Placement("in", OPTIONAL)), attribute("a", Placement("out", COMPUTED, NUMBER))))
    entity = Entity(THING, "both", both, frame=Body((holder("in"), holder("out"))))
    assert [a.name for a in entity.shown.attributes] == ["in.a", "out.a"]


def test_a_place_that_is_not_in_the_frame_is_found() -> None:
    assert misplaced(MANAGED.frame, MANAGED.body) is None
    lost = attribute("lost", Placement("spec.forProvider", OPTIONAL), Placement("spec.nowhere", OPTIONAL))
    assert misplaced(MANAGED.frame, Body((*MANAGED.body.attributes, lost))) is lost
