"""The words by which a row of a page is found: its names as people type them, and its values without quotes."""

import pytest
from msgspec.structs import replace

from mapper.model import Body, Entity, Operation, Purpose
from mapper.systems.terraform.kinds import DATA_SOURCE, RESOURCE
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.search import (
    MOST_SECTIONS,
    Findable,
    are_names_enough,
    find_entities,
    names_in_operations,
    search_sections,
    share_of_rows,
)
from mkdocs_oasmap.pages.views import rows_of

from ..support import property_, resource


def _nested(count: int, depth: int = 1) -> str:
    inner = "{type: string}" if depth == 1 else _nested(count, depth - 1)
    return "{type: object, properties: {" + ", ".join(f"p{number}: {inner}" for number in range(count)) + "}}"


@pytest.mark.parametrize(
    ("schema", "titled"),
    [
        (_nested(MOST_SECTIONS - 1), {0, 1}),
        (_nested(MOST_SECTIONS), {0}),
        (_nested(6, 2), {0, 1, 2}),
        (_nested(8, 2), {0, 1}),
    ],
)
def test_of_many_rows_the_deepest_are_texts_of_the_section_they_are_in(schema: str, titled: set[int]) -> None:
    pages = Pages(property_(schema).mapping)
    sections = search_sections(pages.entity("resources/oven"))
    assert {section.anchor.count(".") for section in sections} == titled
    rows = rows_of(pages.entity("resources/oven").groups)
    assert sum(len(section.rows) for section in sections) == len(rows)
    assert all(len(section.rows) == 1 for section in sections if section.anchor.count(".") < max(titled))


def test_names_are_enough_of_what_is_read_only_where_a_site_is_large() -> None:
    view = Pages(property_("{type: string}").mapping).entity("resources/oven")
    read = Pages(resource("""
        create: {type: object, properties: {a: {type: string}}}
        read: {type: object, properties: {b: {type: object, properties: {a: {type: string}, c: {type: string}}}}}
    """).mapping).entity("resources/oven")  # fmt: skip
    title = "bakery_oven (Resource)"
    for names_only in (False, True):
        (section,) = search_sections(view, names_only=names_only)[:1]
        assert (section.title, section.anchor, section.is_set) == (f"it · {title}", "it", True)
    whole = {section.anchor: section.is_set for section in search_sections(read)}
    assert whole == {"a": True, "b": False, "b.a": False, "b.c": False}
    *others, last = search_sections(read, names_only=True)
    assert [section.anchor for section in others] == ["a"]
    assert (last.title, last.anchor, last.is_set) == (f"Read-Only · {title}", "attributes-read-only", True)
    assert [row.words for row in last.rows] == ["b a c"]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("{type: string}", [""]),
        ("{type: string, enum: [red, 'light blue']}", ["red light blue"]),
        ("{type: integer, enum: [1, 20]}", ["1 20"]),
        ("{type: string, enum: ['a\"b', 'é', '\"']}", ['a"b é "']),
        ("{type: string, pattern: '\"x'}", ['"x']),
        ("{type: string, pattern: '^a$', maxLength: 3}", ["^a$"]),
        ("{type: object, properties: {inner: {type: string}}}", ["", "it.inner"]),
        ("{type: object, properties: {twoWords: {type: string}}}", ["", "two words it.two_words twoWords"]),
        ("{type: object, properties: {two_words: {type: string}}}", ["", "two words it.two_words twowords"]),
    ],
)
def test_beside_its_name_a_row_is_found_by(schema: str, words: list[str]) -> None:
    pages = Pages(property_(schema).mapping)
    (key,) = (key for key in pages.entities if key != "provider")
    assert [row.words for section in search_sections(pages.entity(key)) for row in section.rows] == words


@pytest.mark.parametrize(
    ("kind", "users", "share"),
    [(0, 0, 0.5), (0, 1, 0.6), (0, 3, 0.7), (0, 31, 1.0), (0, 500, 1.0), (1, 0, 0.455), (2, 31, 0.826)],
)
def test_rows_of_what_others_use_come_before_others_of_the_same_kind(kind: int, users: int, share: float) -> None:
    assert share_of_rows(kind, users) == share


def test_what_operations_that_make_and_read_an_entity_call_it() -> None:
    summaries = {
        Purpose.CREATE: "Create a stove", Purpose.READ: "Get the oven by its id", Purpose.UPDATE: "Update a range",
        Purpose.LIST: None,
    }  # fmt: skip
    operations = tuple(Operation(one, "get", "/", None, summary=said) for one, said in summaries.items())
    entity = Entity(RESOURCE, "oven", Body(), operations=operations)
    assert names_in_operations(entity) == ("stove", "oven")
    assert names_in_operations(replace(entity, operations=operations[3:])) == ()


def test_an_entity_is_found_by_all_that_it_is_called() -> None:
    oven = Findable("zoo_load_oven", "load_oven", 0, ("stove", "Load Oven"), "Hot loads", 3)
    found = find_entities({"r": oven, "d": Findable("zoo_oven", "oven", 1, ("stove",), "Ovens", 0)}, "zoo")
    assert {key: (one.called, one.group, one.spelled, one.rows) for key, one in found.items()} == {
        "r": (("stove",), ("hot",), ("loadoven", "loads"), 0.7),
        "d": (("stove",), (), ("ovens",), 0.455),
    }


def test_names_are_enough_where_what_looks_up_objects_has_too_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mkdocs_oasmap.pages.search._MOST_LOOKED_UP", 2)
    (attribute,) = property_("{type: string}").entity.body.attributes
    two, three = (Entity(DATA_SOURCE, "oven", Body((attribute,) * count)) for count in (2, 3))
    other = replace(three, kind=RESOURCE)
    assert [are_names_enough([one, other], DATA_SOURCE) for one in (two, three)] == [False, True]
    assert not are_names_enough([three], None)
