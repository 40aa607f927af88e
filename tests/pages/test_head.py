"""What the head of a page says of its entity."""

import pytest
from msgspec.structs import replace

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
