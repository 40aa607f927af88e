"""What of an object an example sets, and which values are those of other objects."""

from typing import Any

import pytest
from msgspec.structs import replace

from mapper.languages.hcl.example import block, expression, referring
from mapper.languages.hcl.settable import settable
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Entity,
    EntityKind,
    EntityRef,
    Mapping,
    Nested,
    NestingMode,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Variant,
)
from mapper.model.limits import ExactlyOneOf, Keys, Limit, OneOf, Size, Unique
from mapper.model.samples.extent import Extent

TEXT = Scalar(ScalarKind.STRING)
REQUIRED, OPTIONAL, COMPUTED, EITHER = Status.REQUIRED, Status.OPTIONAL, Status.COMPUTED, Status.COMPUTED_OPTIONAL


def attribute(name: str, status: Status = OPTIONAL, type_: Type = TEXT, *limits: Limit, **more: Any) -> Attribute:
    return replace(Attribute(name, name, type_, status, Reason("", ""), (), limits=limits), **more)


def one_of(name: str, *others: str, status: Status = OPTIONAL) -> Attribute:
    return attribute(name, status, TEXT, ExactlyOneOf(others))


@pytest.mark.parametrize(
    ("attributes", "required", "optional"),
    [
        ([attribute("b"), attribute("a", REQUIRED), attribute("c", COMPUTED), attribute("d", EITHER)], "a", "b d"),
        ([attribute("b", REQUIRED), attribute("a", REQUIRED)], "a b", ""),
        ([attribute("a", deprecation="old"), attribute("b", REQUIRED, deprecation="old")], "b", ""),
        ([attribute("a", variant=Variant.NEEDED), attribute("b", variant=Variant.OTHER)], "a", ""),
        ([attribute("a", EITHER, variant=Variant.NEEDED), attribute("b", COMPUTED, variant=Variant.NEEDED)], "a", ""),
        ([one_of("b", "a"), one_of("a", "b"), attribute("c")], "b", "c"),
        ([one_of("a", "b", "c"), one_of("b", "a", "c"), one_of("c", "a", "b")], "a", ""),
        ([one_of("a", "b"), one_of("b", "a"), one_of("c", "d"), one_of("d", "c")], "a c", ""),
        ([one_of("a", "b", status=COMPUTED), one_of("b", "a")], "b", ""),
    ],
)
def test_what_is_needed_is_required_and_of_alternatives_the_first(
    attributes: list[Attribute], required: str, optional: str
) -> None:
    body = Body(tuple(attributes))
    found = settable(body, Extent.FULL)
    assert [[one.name for one in part] for part in found] == [required.split(), optional.split()]
    minimal = settable(body, Extent.MINIMAL)
    assert [[one.name for one in part] for part in minimal] == [required.split(), []]


def test_all_members_of_an_element_type_are_required() -> None:
    body = Body((attribute("b"), attribute("a", COMPUTED), attribute("c", deprecation="old")))
    assert [[one.name for one in part] for part in settable(body, Extent.FULL, members=True)] == [["a", "b", "c"], []]


THING = EntityKind("resource", "Resource", "Resources", "resources")


def ref(name: str) -> EntityRef:
    return EntityRef(THING, name)


def named(name: str, target: str, status: Status = OPTIONAL) -> Entity:
    told = attribute(f"{target}_id", status, refers_to=Reference("zoo", ref(target), "id"))
    return Entity(THING, name, Body((attribute("id", COMPUTED), told)))


MAPPING = Mapping(
    "toy", "zoo", (named("pet", "cage"), named("cage", "pet"), named("vet", "pet")), (), Coverage(), ()
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "target", "path", "provider", "optional", "required"),
    [
        ("vet", "pet", "id", "zoo", "zoo_pet.main.id", "zoo_pet.main.id"),
        ("pet", "cage", "id", "zoo", "", "zoo_cage.main.id"),  # which refers back
        ("vet", "vet", "id", "zoo", "", ""),
        ("vet", "pet", "id", "other", "", ""),
        ("vet", "pet", "a.b", "zoo", "", ""),
        ("vet", "p t", "id", "zoo", "", ""),
    ],
)
def test_a_value_of_another_object_is_an_expression_unless_that_is_a_circle(
    name: str, target: str, path: str, provider: str, optional: str, required: str
) -> None:
    refer = referring(ref(name), MAPPING, lambda other: f"zoo_{other}")
    reference = Reference(provider, ref(target), path)
    assert (refer(reference, False), refer(reference, True)) == (optional, required)


@pytest.mark.parametrize(
    ("type_", "limits", "line"),
    [
        (TEXT, (), "it = zoo_pet.main.id"),
        (Collection(CollectionKind.LIST, TEXT), (), "it = [zoo_pet.main.id]"),
        (Collection(CollectionKind.SET, TEXT), (Size(1, None),), "it = [zoo_pet.main.id]"),
        (Collection(CollectionKind.LIST, TEXT), (Size(2, None),), 'it = ["example", "example-2"]'),
        (Nested(NestingMode.SINGLE, Body(())), (), "it = {}"),
    ],
)
def test_a_list_has_one_value_of_another_object(type_: Type, limits: tuple[Limit, ...], line: str) -> None:
    it = attribute("it", REQUIRED, type_, *limits, refers_to=Reference("zoo", ref("pet"), "id"))
    text = block("x", Body((it,)), extent=Extent.FULL, refer=referring(ref("vet"), MAPPING, lambda name: f"zoo_{name}"))
    assert text == f"x {{\n  {line}\n}}\n"


TIMEOUTS = Body((attribute("create"), attribute("delete")))


@pytest.mark.parametrize(("is_block", "head"), [(True, "timeouts {"), (False, "timeouts = {")])
def test_timeouts_are_times(is_block: bool, head: str) -> None:
    timeouts = attribute("timeouts", type_=Nested(NestingMode.SINGLE, TIMEOUTS, is_block))
    text = block("x", Body((timeouts,)), extent=Extent.FULL)
    assert text == f'x {{\n  {head}\n    create = "30m"\n    delete = "30m"\n  }}\n}}\n'


def test_timeouts_of_something_else_are_values_as_others() -> None:
    connect = Body((attribute("connect", type_=Scalar(ScalarKind.INT64)),))
    text = block("x", Body((attribute("timeouts", type_=Nested(NestingMode.SINGLE, connect)),)), extent=Extent.FULL)
    assert text == "x {\n  timeouts = {\n    connect = 1\n  }\n}\n"


RACK = Body((attribute("n", REQUIRED, Scalar(ScalarKind.INT64)),))


@pytest.mark.parametrize(
    ("type_", "limits", "value"),
    [
        (Nested(NestingMode.SINGLE, RACK), (), "{ n = 1 }"),
        (Nested(NestingMode.LIST, RACK), (), "[{ n = 1 }]"),
        (Nested(NestingMode.LIST, RACK), (Size(2, None),), "[ { n = 1 }, { n = 2 }, ]"),
        (Nested(NestingMode.MAP, RACK), (), "{ key = { n = 1 } }"),
        (Nested(NestingMode.MAP, RACK), (Size(2, None), Keys(OneOf(("x", "y")))), "{ x = { n = 1 } y = { n = 2 } }"),
        (Collection(CollectionKind.LIST, Nested(NestingMode.SINGLE, RACK)), (), "[{ n = 1 }]"),
        (Nested(NestingMode.LIST, RACK, True), (Size(2, None),), "it { n = 1 } it { n = 2 }"),
        (Nested(NestingMode.MAP, RACK, True), (Size(2, None),), 'it "key" { n = 1 } it "key2" { n = 2 }'),
    ],
)
def test_objects_are_written_as_often_as_they_must_be_there(type_: Type, limits: tuple[Limit, ...], value: str) -> None:
    assert expression(attribute("it", REQUIRED, type_, *limits)) == value


@pytest.mark.parametrize(
    ("kind", "limits", "value"),
    [
        (CollectionKind.LIST, (Size(3, None),), "[true, false, true]"),
        (CollectionKind.LIST, (Size(3, None), Unique()), "[true, false]"),
        (CollectionKind.SET, (Size(3, None),), "[true, false]"),
        (CollectionKind.MAP, (Size(3, None),), "{ key = true key2 = false key3 = true }"),
        (CollectionKind.LIST, (Size(None, 0),), "[]"),
        (CollectionKind.LIST, (Size(None, -1),), "[]"),
        (CollectionKind.LIST, (Size(99, None),), f"[{', '.join(['true, false'] * 5)}]"),
    ],
)
def test_a_collection_has_as_many_items_as_it_must_have(
    kind: CollectionKind, limits: tuple[Limit, ...], value: str
) -> None:
    it = attribute("it", REQUIRED, Collection(kind, Scalar(ScalarKind.BOOL)), *limits)
    assert " ".join(expression(it).split()) == value


@pytest.mark.parametrize(
    ("count", "is_null", "is_left_out"), [(398, False, False), (399, False, True), (400, True, True)]
)
def test_what_has_too_many_lines_is_null_on_one_line_and_left_out_of_a_block(
    count: int, *, is_null: bool, is_left_out: bool
) -> None:
    members = Body(tuple(attribute(f"a{number}", REQUIRED) for number in range(count)))
    it = attribute("it", REQUIRED, Nested(NestingMode.SINGLE, members))
    assert (expression(it) == "null") is is_null
    text = block("x", Body((it,)), extent=Extent.FULL)
    assert (text == "x {\n  # 1 required attribute\n}\n") is is_left_out


@pytest.mark.parametrize(
    ("type_", "depth", "value"),
    [
        (Collection(CollectionKind.LIST, TEXT), 7, '["example"]'),
        (Collection(CollectionKind.LIST, TEXT), 8, "[]"),
        (Collection(CollectionKind.MAP, TEXT), 8, "{}"),
        (Nested(NestingMode.SINGLE, RACK), 7, "{ n = 1 }"),
        (Nested(NestingMode.SINGLE, RACK), 8, "{ # … }"),
        (Nested(NestingMode.SINGLE, Body()), 8, "{}"),
    ],
)
def test_an_example_ends_below_eight_objects(type_: Type, depth: int, value: str) -> None:
    it = attribute("it", REQUIRED, type_)
    for _ in range(depth):
        it = attribute("in", REQUIRED, Nested(NestingMode.SINGLE, Body((it,))))
    assert f"it = {value}" in expression(it)


def test_a_secret_whose_name_no_variable_can_have_is_a_text() -> None:
    secrets = Body(tuple(attribute(name, REQUIRED, sensitive=True) for name in ("a.b", "c")))
    found = expression(attribute("it", REQUIRED, Nested(NestingMode.SINGLE, secrets)))
    assert " ".join(found.split()) == '{ "a.b" = "example-a.b" c = var.c }'
