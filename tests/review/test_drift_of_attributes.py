"""What drift says of one attribute or entity, and the words for it in the row of a page."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Mapping, Status
from mapper.review.changes import Change
from mapper.review.drift import DriftSide, Explained, find_drift, mark, unused
from mkdocs_oasmap.review.drift import built_name

from .pairs import EITHER, INNER, attribute, it, listed, mapped, nested, spec


def drift(documented: Mapping, built: Mapping, *explained: Explained) -> tuple[Change, ...]:
    return find_drift(*(DriftSide(side, lambda entity: entity.name) for side in (documented, built)), explained)


def said(change: Change) -> tuple[str, ...]:
    """Rule without its first word, path, text without what all have, and mark."""
    text = re.sub("^it is documented as (.*) in the built provider", r"\1", change.text)
    return change.rule.id.removeprefix("drift-"), change.path, text, mark(change, "zoo") or ""


def oven(*names: str, **texts: Any) -> Mapping:
    return spec(resources=[{"name": "oven", "schema": {"attributes": [*map(attribute, names)], **texts}}])


def text(name: str) -> dict[str, Any]:
    return {"name": name, "string": {}}


def objects(*names: str) -> Mapping:
    return listed("list", {"object": {"attribute_types": [*map(text, names)]}})


LIST = listed("list", {"string": {}})
A, B = {"default": {"static": "a"}}, {"default": {"static": "b"}}
ONE, DEEP = attribute("one"), nested("single", INNER, attribute("two"))
BLOCKS = spec(resources=[{"name": "oven", "schema": {"attributes": [], "blocks": [
    {"name": "it", "list_nested": {"nested_object": {"attributes": [INNER]}}}]}}])  # fmt: skip
OBJECTS = it("optional", "list_nested", nested_object={"attributes": [INNER]})
FEW = "only 1 of 4 attributes are in the built provider"
BUILT, DOCUMENTED = "in the built provider only", "in the documentation only"
LACKING = "the built provider does not have it"
ANOTHER = "its description is another one in the built provider"
SIDE = "on one side only"


@pytest.mark.parametrize(
    ("documented", "built", "expected"),
    [
        (it("optional"), it("required"), ("status", "it", "optional, and is required", "required in zoo")),
        (it(), it(EITHER, "bool"), ("type", "it", "string, and is bool", "bool in zoo")),
        (LIST, listed("set", {"string": {}}),
         ("type", "it", "list of string, and is set of string", "set of string in zoo")),
        (LIST, listed("list", {"bool": {}}),
         ("type", "it", "list of string, and is list of bool", "list of bool in zoo")),
        (it(EITHER, "int64"), it(EITHER, "float64"), ()),
        (nested("single", INNER), nested("list", INNER),
         ("type", "it", "nested attributes, and is list of nested attributes", "list of nested attributes in zoo")),
        (nested("single", INNER), nested("list", attribute("other")),
         ("type", "it", "nested attributes, and is list of nested attributes", "list of nested attributes in zoo")),
        (objects("a"), nested("list", attribute("a", "required")), ()),
        (nested("list", attribute("a", "required")), objects("a"), ()),
        (nested("set", attribute("a", "required")), nested("set", attribute("a", "optional")),
         ("status", "it.a", "required, and is optional", "optional in zoo")),
        (OBJECTS, BLOCKS,
         ("type", "it", "list of nested attributes, and is list of blocks", "list of blocks in zoo")),
        (BLOCKS, OBJECTS,
         ("type", "it", "list of blocks, and is list of nested attributes", "list of nested attributes in zoo")),
        (it(sensitive=True), it(), ("sensitive", "it", f"it is sensitive {DOCUMENTED}", f"sensitive {SIDE}")),
        (it(), it(write_only=True), ("write-only", "it", f"it is write-only {BUILT}", f"write-only {SIDE}")),
        (it(**A), it(**B),
         ("default", "it", 'its default is documented as "a", and is "b" in the built provider', 'default "b" in zoo')),
        (it(**A), it(), ()),
        (it(**A), it(**A), ()),
        (it(), it(**A), ()),
        (it(deprecation_message="x"), it(), ("deprecation", "it", f"it is deprecated {DOCUMENTED}", "")),
        (it(deprecation_message="x"), it(deprecation_message="y"), ()),
        (it(description="Hot  air."), it(description="Hot air"), ()),
        (it(description="Hot."), it(), ("description", "it", ANOTHER, "")),
        (oven(deprecation_message="x"), oven(), ("deprecation", "", f"it is deprecated {DOCUMENTED}", "")),
        (oven(), oven(deprecation_message="x"), ("deprecation", "", f"it is deprecated {BUILT}", "")),
        (oven("a"), oven(), ("missing", "a", LACKING, "not in zoo")),
        (oven(), oven("a"), ("extra", "a", "only the built provider has it", "")),
        (DEEP, spec(), ("missing", "it", f"{LACKING}, nor the 2 attributes in it", "not in zoo")),
        (nested("single", INNER), spec(), ("missing", "it", LACKING, "not in zoo")),
        (spec(), DEEP, ("extra", "it", "only the built provider has it", "")),
        (nested("set", INNER), nested("set"), ("missing", "it.inner", LACKING, "not in zoo")),
        (objects("a", "b"), objects("a"), ("missing", "it.b", LACKING, "not in zoo")),
        (oven(*"abcd"), oven(*"axy"), ("entity-replaced", "", FEW, "other attributes in zoo")),
        (oven(*"abc"), oven(*"axyz"), None),
        (oven(*"abcd"), oven(*"ax"), None),
        (oven(), spec(resources=[]), ("entity-missing", "", "the built provider has no resource oven", "not in zoo")),
        (oven(), spec(resources=[{"name": "oven"}, {"name": "pan"}]),
         ("entity-extra", "", "only the built provider has the resource pan", "")),
        (spec(provider=[ONE]), spec(), ("missing", "one", LACKING, "not in zoo")),
        (oven(), spec(datasources=[{"name": "pan", "schema": {"attributes": []}}]), ()),
    ],
)  # fmt: skip
def test_a_difference_is_said_with_both_sides(
    documented: Mapping, built: Mapping, expected: tuple[str, ...] | None
) -> None:
    found = drift(documented, built)
    if expected is None:
        assert {change.rule.id for change in found} == {"drift-missing", "drift-extra"}
    else:
        assert [said(change) for change in found] == ([expected] if expected else [])


TRAY = "tray: {type: object, properties: {a: {type: string}, b: {type: string}}}"
NO_TRAY, WITH_TRAY = (mapped(body=f"{{type: object, properties: {{{each}}}}}") for each in ("crumb: {}", TRAY))
AT = "/components/schemas/Oven/properties/tray"


@pytest.mark.parametrize(
    ("documented", "built", "expected"),
    [
        (WITH_TRAY, NO_TRAY, ([], [AT], 2, Status.COMPUTED_OPTIONAL)),
        (NO_TRAY, WITH_TRAY, ([AT], [], 2, Status.COMPUTED_OPTIONAL)),
        (oven(deprecation_message="x"), oven(), (["/resources/0"], ["/resources/0"], 0, None)),
        (oven(), spec(resources=[]), ([], ["/resources/0"], 0, None)),
    ],
)
def test_a_difference_has_the_places_of_both_sides_and_the_size_of_what_differs(
    documented: Mapping, built: Mapping, expected: tuple[list[str], list[str], int, Status | None]
) -> None:
    (change,) = drift(documented, built)
    sides = ([getattr(place, "pointer", "") for place in side] for side in (change.old_places, change.new_places))
    assert (*sides, change.nested, change.status) == expected


@pytest.mark.parametrize(
    ("entry", "covered"),
    [
        (("resource oven", ""), [True, True]),
        (("resource *", "o*"), [True, False]),
        (("resource *", "*"), [True, False]),  # the entity itself has no path
        (("data source *", ""), [False, False]),
        (("resource *", "two"), [False, False]),
    ],
)
def test_an_explanation_covers_what_its_patterns_match(entry: tuple[str, str], covered: list[bool]) -> None:
    explained = Explained(*entry, "because")
    found = drift(spec(ONE), oven(deprecation_message="x"), explained)
    changes = sorted(found, key=lambda change: change.path, reverse=True)
    assert [change.path for change in changes] == ["one", ""]
    assert [change.approved for change in changes] == ["because" if each else None for each in covered]
    assert [mark(change, "zoo") for change in changes] == [None if covered[0] else "not in zoo", None]
    name = ", ".join(filter(None, entry))
    assert unused(found, [explained]) == (
        [] if any(covered) else [f"no difference is explained by the entry for {name}"]
    )


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("built.json", "the built provider"),
        ("a@b.json", "the built provider"),
        ("provider:./zoo", "the built provider"),
        ("provider:acme/zoo@1.4.2", "the provider 1.4.2"),
    ],
)
def test_a_built_provider_is_called_by_its_version_where_that_is_known(uri: str, name: str) -> None:
    assert built_name(replace(spec(), documents=(Document(uri, b"{}"),))) == name
