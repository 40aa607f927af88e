"""Which old entity a new one is: by its operations, its name, its former name, or its attributes."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Entity,
    EntityKind,
    Object,
    Operation,
    Purpose,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.model.limits import Length, Limit
from mapper.review.matching import MatchBasis, match_entities, same_shape, unique_best

from ..support import compare, resource

THING, PROVIDER = EntityKind("thing", "Thing", "Things", "things"), EntityKind("p", "P", "Ps")


def attribute(text: str) -> Attribute:
    name, _, kind = text.partition(":")
    type_ = Scalar(ScalarKind(kind or "string"))
    return Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), ())


def entity(text: str) -> Entity:
    """`oven a b c, create /ovens, read /ovens/{id}`: a name, attributes, and operations."""
    (name, *names), *calls = (part.split() for part in text.split(","))
    operations = tuple(Operation(Purpose(purpose), "post", path, None) for purpose, path in calls)
    return Entity(THING, name, Body(tuple(map(attribute, names))), operations=operations)


def matched(old: Iterable[str], new: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Name -> the name of the old entity and how it was found, and the names of what is gone."""
    before, after = ({one.name: one for one in map(entity, side)} for side in (old, new))
    matches, gone = match_entities(before, after)
    found = {name: f"{match.old.name} {match.how.value} {match.evidence}".strip() for name, match in matches.items()}
    return found, [one.name for one in gone]


OVEN, ITEM = "create /ovens, read /ovens/{id}", "create /stoves, read /stoves/{id}"


@pytest.mark.parametrize(
    ("old", "new", "expected", "gone"),
    [
        ([f"oven a, {OVEN}"], [f"oven b, {OVEN}"], {"oven": "oven name"}, []),
        ([f"oven a, {OVEN}"], [f"stove b, {OVEN}"], {"stove": "oven source"}, []),
        ([f"oven a, {OVEN}"], ["stove b, create /ovens, read /ovens/{name}"], {"stove": "oven source"}, []),
        ([f"oven a, {OVEN}"], ["stove b, create /ovens, read /all/{id}"], {"stove": "oven source"}, []),
        (["oven a, read /ovens/{id}"], ["stove b, read /ovens/{id}, delete /x"], {"stove": "oven source"}, []),
        ([f"oven a, {OVEN}"], ["stove b, read /ovens/{id}"], {}, ["oven"]),
        ([f"oven a, {OVEN}"], [f"stove b, {ITEM}"], {}, ["oven"]),
        (["oven a"], ["stove a"], {}, ["oven"]),
        # two names that swap their operations
        ([f"oven a, {OVEN}", f"stove a, {ITEM}"], [f"oven a, {ITEM}", f"stove a, {OVEN}"],
         {"stove": "oven source", "oven": "stove source"}, []),
        ([f"oven a, {OVEN}"], [f"oven a, {ITEM}", f"old a, {OVEN}"],
         {"old": "oven source", "oven": "oven name alone"}, []),
        # an equal first operation proves nothing where both names stay
        ([f"oven a, {OVEN}"], ["oven a, create /x", "old a, create /ovens"], {"oven": "oven name"}, []),
        # two with the same operations
        ([f"oven a, {OVEN}"], [f"stove a, {OVEN}", f"pan a, {OVEN}"], {}, ["oven"]),
        ([f"oven a, {OVEN}"], [f"oven a, {OVEN}", f"pan a, {OVEN}"], {"oven": "oven name"}, []),
        # another object under the same name
        (["oven a b c, read /ovens/{id}"], ["oven d e f, read /stoves/{id}"], {"oven": "oven name alone"}, []),
        (["oven a b, read /ovens/{id}"], ["oven a c, read /stoves/{id}"], {"oven": "oven name alone"}, []),
        (["oven a b c, read /ovens/{id}"], ["oven a b d, read /stoves/{id}"], {"oven": "oven name"}, []),
        (["oven a b c, read /ovens/{id}"], ["oven d e f, read /v2/OVENS/{id}"], {"oven": "oven name"}, []),
        (["oven a b c, create /ovens"], ["oven d e f, create /stoves"], {"oven": "oven name alone"}, []),
        (["oven a b c, read /{id}"], ["oven d e f, read /stoves/{id}"], {"oven": "oven name"}, []),
        (["oven a b c, delete /ovens"], ["oven d e f, delete /stoves"], {"oven": "oven name"}, []),
        (["oven id, read /ovens/{id}"], ["oven id, read /stoves/{id}"], {"oven": "oven name"}, []),
        (["oven a:string, read /ovens/{id}"], ["oven a:bool, read /x/{id}"], {"oven": "oven name alone"}, []),
        # nearly the same attributes
        (["oven a b c"], ["stove a b c"], {"stove": "oven guess 100% of the attributes"}, []),
        (["oven a b c d"], ["stove a b c d e"], {"stove": "oven guess 80% of the attributes"}, []),
        (["oven a b c"], ["stove a b c d"], {}, ["oven"]),
        (["oven a b"], ["stove a b"], {}, ["oven"]),
        (["oven a b c"], ["stove a b c:bool"], {}, ["oven"]),
        (["oven a b c"], ["stove a b c", "pan a b c"], {}, ["oven"]),
        (["oven a b c", "pan a b c"], ["stove a b c"], {}, ["oven", "pan"]),
        (["oven a b c d", "pan a b c e"], ["stove a b c d"], {"stove": "oven guess 100% of the attributes"}, ["pan"]),
    ],
)  # fmt: skip
def test_an_entity_is_known_by_operations_then_by_name_then_by_attributes(
    old: list[str], new: list[str], expected: dict[str, str], gone: list[str]
) -> None:
    assert matched(old, new) == (expected, gone)


@pytest.mark.parametrize("count", [200, 201])
def test_of_very_many_entities_none_is_guessed(count: int) -> None:
    old = [f"oven{index} a{index} b c d e f g h i j k" for index in range(count)]
    found, gone = matched(old, ["stove a7 b c d e f g h i j k"])
    assert (found, len(gone)) == (
        ({"stove": "oven7 guess 100% of the attributes"}, count - 1) if count == 200 else ({}, count)
    )


def test_the_one_entity_of_a_kind_keeps_its_place_whatever_its_name_is() -> None:
    old, same, other = (Entity(PROVIDER, name, Body()) for name in ("zoo", "zoo", "farm"))
    for new, how in ((same, MatchBasis.NAME), (other, MatchBasis.SOURCE)):
        matches, gone = match_entities({old.name: old}, {new.name: new})
        assert [(match.old, match.how) for match in matches.values()] == [(old, how)]
        assert gone == ()
    assert match_entities({old.name: old}, {})[1] == (old,)


def test_a_former_name_is_declared_by_what_has_it() -> None:
    before = {one.name: one for one in map(entity, ("oven a", "pan b", "pot c"))}
    after = {one.name: one for one in map(entity, ("stove x", "pan b"))}
    matches, gone = match_entities(before, after, lambda _, left: next(one for one in left if one.name == "oven"))
    assert {name: (match.old.name, match.how) for name, match in matches.items()} == {
        "stove": ("oven", MatchBasis.SOURCE), "pan": ("pan", MatchBasis.NAME),
    }  # fmt: skip
    assert [one.name for one in gone] == ["pot"]


@pytest.mark.parametrize(
    ("scores", "best"),
    [
        ([("a", "x", 0.9)], {"x": "a"}),
        ([("a", "x", 0.8)], {"x": "a"}),
        ([("a", "x", 0.7)], {}),
        ([("a", "x", 0.9), ("a", "y", 0.8)], {"x": "a"}),
        ([("a", "x", 0.9), ("b", "x", 0.8)], {"x": "a"}),
        ([("a", "x", 0.9), ("a", "y", 0.9)], {}),
        ([("a", "x", 0.9), ("b", "x", 0.9)], {}),
        ([("a", "x", 0.9), ("b", "y", 0.9)], {"x": "a", "y": "b"}),
        ([("a", "x", 0.9), ("a", "y", 0.7)], {"x": "a"}),
    ],
)
def test_a_pair_is_better_than_all_others_of_a_side(scores: list[tuple[str, str, float]], best: dict[str, str]) -> None:
    assert unique_best(scores, 0.8) == best


TEXT = Scalar(ScalarKind.STRING)
OBJECT = Object(Body((attribute("a"), attribute("b"))))


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (TEXT, TEXT, True),
        (TEXT, Scalar(ScalarKind.STRING, "Colour"), False),
        (TEXT, Scalar(ScalarKind.BOOL), False),
        (OBJECT, OBJECT, True),
        (OBJECT, Object(Body((attribute("a"), attribute("c")))), False),
        (Union((TEXT, OBJECT), "kind"), Union((TEXT, OBJECT), "kind"), True),
        (Union((TEXT, OBJECT), "kind"), Union((TEXT, OBJECT), "mode"), False),
    ],
)
def test_a_shape_is_the_type_with_its_names(old: Type, new: Type, is_same: bool) -> None:
    assert same_shape(replace(attribute("a"), type=old), replace(attribute("a"), type=new)) is is_same


@pytest.mark.parametrize(
    ("limit", "other", "is_same"), [(Length(1, 2), Length(1, 2), True), (Length(1, 2), Length(1, 3), False)]
)
def test_the_limits_of_a_scalar_are_of_its_shape(limit: Limit, other: Limit, is_same: bool) -> None:
    sides = [replace(attribute("a"), limits=(each,)) for each in (limit, other)]
    assert same_shape(*sides) is is_same
    assert same_shape(*(replace(side, type=OBJECT) for side in sides))


NEAR, FAR = "a: {type: boolean}, IT, z: {type: boolean}", "IT, a: {type: boolean}, z: {type: boolean}"
ALONE = "IT"


@pytest.mark.parametrize(
    ("old", "new", "place", "evidence"),
    [
        ("crumb: {type: string}", "crumbs: {type: string}", NEAR, "type, place, position and a similar name"),
        ("crumb: {type: string}", "water: {type: string}", NEAR, "type, place and position"),
        ("crumb: {type: string}", "crumbs: {type: string}", FAR, "type, place and a similar name"),
        ("crumb: {type: string}", "water: {type: string}", FAR, ""),
        ("crumb: {type: string}", "water: {type: string}", ALONE, ""),
        ("crumb: {type: string}", "crumbs: {type: string}", ALONE, "type, place and a similar name"),
        ("crumb: {type: string}", "crumbs: {type: integer}", NEAR, ""),
        ("crumb: {type: string}", "crumbs: {type: string, maxLength: 3}", NEAR, ""),
        ("crumb: {type: string, description: X}", "water: {type: string, description: X}", FAR,
         "type, description and place"),
        ("crumb: {type: string, description: X}", "water: {type: string, description: Y}", NEAR, ""),
        ("crumb: {type: string, description: X}", "crumbs: {type: string, description: Y}", NEAR,
         "type, place, position and a similar name"),
        ("crumb: {type: string, description: X}", "crumbs: {type: string, description: Y}", FAR, ""),
        ("crumb: {type: string, description: X}", "crumbs: {type: string}", FAR, "type, place and a similar name"),
        ("crumb: {type: object, properties: {b: {type: string}}}",
         "crumbs: {type: object, properties: {b: {type: string}}}", NEAR, "type, place, position and a similar name"),
        ("crumb: {type: object, properties: {b: {type: string}}}",
         "crumbs: {type: object, properties: {c: {type: string}}}", NEAR, ""),
    ],
)  # fmt: skip
def test_a_rename_is_suspected_by_type_text_place_position_and_name(
    old: str, new: str, place: str, evidence: str
) -> None:
    before, after = (
        resource(f"create: {{type: object, properties: {{{at.replace('IT', it)}}}}}").mapping
        for at, it in ((ALONE if place is ALONE else NEAR, old), (place, new))
    )
    suspected = [change.text for change in compare(before, after) if change.rule.id == "rename-suspected"]
    assert [text.rpartition("(the same ")[2].rstrip(")") for text in suspected] == ([evidence] if evidence else [])


@pytest.mark.parametrize(
    ("said", "name", "evidence"),
    [
        ("", "crumbs", ""),
        ("description: X", "crumbs", "type, description and a similar name"),
        ("description: X", "water", "type and description"),
    ],
)
def test_a_rename_into_another_schema_is_suspected_by_the_text_alone(said: str, name: str, evidence: str) -> None:
    old = resource(f"create: {{type: object, properties: {{crumb: {{type: string, {said}}}}}}}")
    new = resource(f"create: {{type: object, allOf: [{{properties: {{{name}: {{type: string, {said}}}}}}}]}}")
    texts = [one.text for one in compare(old.mapping, new.mapping) if one.rule.id == "rename-suspected"]
    assert [text.rpartition("(the same ")[2].rstrip(")") for text in texts] == ([evidence] if evidence else [])


@pytest.mark.parametrize(("most", "suspected"), [(2, ["crumbs", "grains"]), (1, [])])
def test_of_very_many_attributes_no_rename_is_suspected(
    most: int, suspected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mapper.review.matching._MOST_RENAMES", most)
    old, new = (
        resource(f"create: {{type: object, properties: {{crumb{s}: {{description: X, type: string}},"
                 f" grain{s}: {{description: Y, type: string}}}}}}")
        for s in ("", "s")
    )  # fmt: skip
    found = compare(old.mapping, new.mapping)
    assert [one.path for one in found if one.rule.id == "rename-suspected"] == suspected
