"""What the head of a page says of its entity."""

import pytest
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Entity,
    Nested,
    NestingMode,
    Operation,
    Purpose,
    Reason,
    Scalar,
    ScalarKind,
    Status,
)
from mapper.model.arguments import JSON_PATCH, Argument, Place, Supply
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.pages.head import argument_views, explained_status, head_view, main_operation
from mkdocs_oasmap.pages.labels import LABELS
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import EntityView

from ..support import resource
from .bakery import page, rows


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("", "badge.replaces_all"),
        ("b", "2 attributes force replacement"),
        ("b, c", "1 attribute forces replacement"),
        ("a, b, c", ""),
    ],
)
def test_the_head_says_how_many_attributes_replace_the_object(kept: str, said: str) -> None:
    overrides = ", ".join(f"{name}: {{plan_modifiers: []}}" for name in filter(None, kept.split(", ")))
    view = page(
        resource(f"""
        create: {{properties: {{a: {{type: string}}, b: {{type: string}}, c: {{type: string}}}}}}
        policies: {{replace: infer}}
        schema: {{attributes: {{overrides: {{{overrides}}}}}}}
    """)
    )
    assert view.head.replaces == LABELS.get(said, said)


def test_nested_attributes_that_replace_the_object_are_counted_with_the_others() -> None:
    view = page(
        resource("""
        create: {properties: {a: {type: object, properties: {b: {type: string}, c: {type: string}}}, d: {type: string}}}
        policies: {replace: infer}
        schema: {attributes: {overrides: {d: {plan_modifiers: []}}}}
    """)
    )
    assert [path for path, row in rows(view.groups).items() if row.replaces] == ["a.b", "a.c"]
    assert view.head.replaces == "2 attributes force replacement"


def test_a_page_has_kind_name_description_operations_and_counts_of_its_entity(view: EntityView) -> None:
    assert (view.key, view.kind, view.name, view.title) == ("resources/oven", "Resource", "oven", "bakery_oven")
    assert view.summary == "An oven. It is hot."
    assert [(o.part, o.method, o.path) for o in view.operations] == [
        ("create", "POST", "/ovens"),
        ("read", "GET", "/ovens/{id}"),
    ]
    assert view.operations[0].place is not None
    assert view.operations[0].place.pointer == "/paths/~1ovens/post"
    assert view.counts == {"required": 1, "optional": 6, "read-only": 1, "mapped": 14, "ignored": 0, "lost": 0}


@pytest.mark.parametrize(
    ("summary", "shown"),
    [
        ("Build an oven", "Build an oven"),
        ("Create a new oven", "An oven"),
        ("Lists all ovens", "All ovens"),
        ("Show oven", "Show oven"),
        ("Add an oven", "An oven"),
        ("Add an oven to a kitchen", "Add an oven to a kitchen"),
    ],
)
def test_where_the_schema_has_no_description_a_page_begins_with_that_of_the_operation(summary: str, shown: str) -> None:
    mapped = resource("create: {type: object, properties: {width: {type: integer}}}")
    entity = mapped.entity
    operation = replace(entity.operations[0], summary=summary)
    mapping = replace(mapped.mapping, entities=(replace(entity, operations=(operation,)),))
    assert Pages(mapping).entity("resources/oven").summary == shown


def of(*purposes: Purpose) -> Entity:
    """An entity with an operation for each purpose."""
    return Entity(RESOURCE, "it", Body(), operations=tuple(Operation(one, "get", f"/{one}", None) for one in purposes))


@pytest.mark.parametrize(
    ("purposes", "imported", "can", "cannot"),
    [
        ([Purpose.READ, Purpose.DELETE], True, "", ""),
        ([Purpose.CREATE], False, "create", "read update delete"),
        ([Purpose.CREATE, Purpose.LIST], True, "create read import", "update delete"),
        ([Purpose.CREATE, Purpose.READ_ATTRIBUTES, Purpose.SET_ATTRIBUTES], False, "create read update", "delete"),
        *(
            ([Purpose.CREATE, one, Purpose.DELETE], False, "create update delete", "read")
            for one in (Purpose.UPDATE, Purpose.REPLACE, Purpose.ADD_CHILD)
        ),
    ],
)
def test_the_head_says_what_can_be_done_with_an_object_that_can_be_created(
    purposes: list[Purpose], can: str, cannot: str, *, imported: bool
) -> None:
    head = head_view(
        of(*purposes),
        LABELS,
        "attribute",
        lead="zoo_",
        group=None,
        imported=imported,
        described=False,
        says_replacement=False,
    )
    assert [word for word, is_able in head.can if is_able] == can.split()
    assert [word for word, is_able in head.can if not is_able] == cannot.split()
    assert (head.lead, head.replaces, head.all_replace, head.legend) == ("zoo_", "", False, ())
    assert (head.missing, head.unsaid) == (f"GET /{purposes[0]}", LABELS["replaces.unknown"])


def test_a_description_could_be_of_what_creates_or_reads_an_object() -> None:
    assert main_operation(of(Purpose.DELETE, Purpose.READ, Purpose.CREATE)) == "GET /read"
    assert main_operation(of(Purpose.LIST, Purpose.UPDATE)) == ""


def attribute(status: Status, *inside: Attribute) -> Attribute:
    type_ = Nested(NestingMode.SINGLE, Body(inside)) if inside else Scalar(ScalarKind.STRING)
    return Attribute("a", "a", type_, status, Reason("", ""), ())


EITHER = attribute(Status.COMPUTED_OPTIONAL)


@pytest.mark.parametrize(
    ("shown", "is_explained"),
    [
        (EITHER, True),
        (attribute(Status.OPTIONAL), False),
        (attribute(Status.COMPUTED), False),
        (attribute(Status.REQUIRED, EITHER), True),
        (attribute(Status.REQUIRED, attribute(Status.OPTIONAL, EITHER)), True),
        (attribute(Status.COMPUTED, EITHER), False),
        (attribute(Status.REQUIRED, attribute(Status.OPTIONAL)), False),
    ],
)
def test_the_words_for_a_default_of_the_api_are_explained_where_one_can_be_set(
    shown: Attribute, *, is_explained: bool
) -> None:
    expected = LABELS["status.explained"] if is_explained else ""
    assert explained_status((attribute(Status.REQUIRED), shown), LABELS) == expected


def test_what_calls_need_is_named_by_the_parameter_the_media_type_or_the_place_in_the_body() -> None:
    arguments = (
        Argument(Place.PATH, "id", Supply.RETURNED, "id", reason=Reason("x", "it is the same")),
        Argument(Place.QUERY, "kind", Supply.CONSTANT, value="cat"),
        Argument(Place.BODY, "", Supply.CONFIGURED, pointer="/pet"),
        Argument(Place.BODY, "", Supply.CONFIGURED, pointer="/pet", media_type=JSON_PATCH),
        Argument(Place.BODY, "", Supply.MISSING),
    )
    (operation,) = of(Purpose.UPDATE).operations
    entity = replace(of(), operations=(replace(operation, arguments=arguments), *of(Purpose.DELETE).operations))
    assert [(view.name, view.attribute, view.supply, view.reason) for view in argument_views(entity)] == [
        ("id", "id", "returned", "it is the same"),
        ("kind", "", "constant cat", ""),
        ("/pet", "", "configured", ""),
        (JSON_PATCH, "", "configured", ""),
        ("/", "", "missing", ""),
    ]
    assert {(view.part, view.place) for view in argument_views(entity)} == {
        ("update", "path"), ("update", "query"), ("update", "body")
    }  # fmt: skip
