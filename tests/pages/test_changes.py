"""The page of changes and the marks in rows: what authors see, and what users see of it."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.review.changes import Cause, Evidence, Review, ReviewSide
from mapper.review.drift import DriftSide, find_drift
from mapper.review.history import Mark, Marks
from mkdocs_oasmap.pages.audience import Audience, shown_to
from mkdocs_oasmap.pages.changes import Comparisons, History
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer

from ..review.pairs import PAIRS
from ..review.test_verdict import reviewed
from ..site.tree import Element, parse
from ..support import resource
from .bakery import rows

OLD = """
    create: {type: object, properties: {a: {type: string}, c: {type: string}, e: {type: object, properties: {
      b: {type: string}, d: {type: string}, f: {type: string}}}, z: {type: string}}}
"""
NEW = OLD.replace("c: {type: string}, ", "").replace(", z: {type: string}", "").replace("b: {type: string}, ", "")
NEW = NEW.replace(", f: {type: string}", "").replace("a: {type: string}", "a: {type: integer}")

ROOT = Document("a.yaml", b"a: 1").node


def made(old: Mapping, new: Mapping, *, audience: Audience = Audience.AUTHORS, drift: Review | None = None) -> Pages:
    compared = Comparisons(reviewed(old, new), history=History([("1.0", old)], new), drift=drift)
    return Pages(new, compared=compared, shown=shown_to(audience, sources=False))


@pytest.fixture(scope="module")
def page() -> Element:
    pages = made(resource(OLD).mapping, resource(NEW).mapping)
    return parse(Renderer().entity(pages.entity("resources/oven"), str))


def test_a_removed_attribute_is_shown_where_it_was(page: Element) -> None:
    found = [item for item in page.all("li") if item.id or "oa-row--gone" in item.classes]
    assert [item.id or item.all("del")[0].text for item in found] == ["a", "c", "e", "b", "e.d", "f", "z"]


def test_what_versions_removed_has_a_section(page: Element) -> None:
    (section,) = [item for item in page.all("ul") if "removed in" in item.text and "oa-rows" not in item.classes]
    assert [item.text for item in section.all("li")] == [
        f"{path} removed in the next version" for path in ("c", "e.b", "e.f", "z")
    ]
    assert page.by_id("removed-attributes").tag == "h2"


@pytest.mark.parametrize("audience", Audience)
def test_users_see_no_causes_approvals_or_changes_of_the_mapping_alone(audience: Audience) -> None:
    is_shown = audience is Audience.AUTHORS
    view = made(*PAIRS["source-changed"], audience=audience).changes
    assert view is not None
    assert [section.severity for section in view.sections] == (["mapping"] if is_shown else [])
    view = made(*PAIRS["entity-removed"], audience=audience).changes
    assert view is not None
    assert [section.severity for section in view.sections] == ["breaking"]
    (entity,) = view.sections[0].entities
    assert bool(entity.changes[0].fingerprint) == bool(entity.changes[0].approve) == is_shown
    assert (view.baseline, view.lead) == ("old", "1 breaking change: the next version is a major one")
    assert view.verdict


@pytest.mark.parametrize("audience", Audience)
def test_what_made_a_change_and_what_settles_it_is_for_authors(audience: Audience) -> None:
    old, new = PAIRS["became-required"]
    (change,) = reviewed(old, new).changes
    known = replace(
        change, cause=Cause.CONFIG, fix="x: 1", fix_place="resources", old_places=(ROOT,), new_places=(ROOT,)
    )
    for approved in (None, "it is meant"):
        review = replace(reviewed(old, new), changes=(replace(known, approved=approved),))
        pages = Pages(new, compared=Comparisons(review), shown=shown_to(audience, sources=False))
        assert pages.changes is not None
        ((view,),) = (entity.changes for section in pages.changes.sections for entity in section.entities)
        said = (view.cause, view.fix, view.fix_place, bool(view.evidence), view.approved, bool(view.fingerprint))
        expected = (str(Cause.CONFIG), "x: 1", "resources", True, approved, True)
        assert said == (expected if audience is Audience.AUTHORS else (None, None, "", False, None, False))
        assert bool(view.approve) == (audience is Audience.AUTHORS and approved is None)
        assert view.page == "resources/oven"


def test_lines_of_both_sides_are_the_evidence_of_a_change_once() -> None:
    old, new = PAIRS["became-required"]
    (change,) = reviewed(old, new).changes
    document = Document("b.yaml", b"a: 1\nb: 2\n").node
    lines = ((ROOT, False), (document.child("b"), False), (ROOT, True), (document.child("a"), True))
    evidence = tuple(Evidence(node, is_new) for node, is_new in lines)
    review = replace(reviewed(old, new), changes=(replace(change, evidence=evidence),))
    pages = Pages(new, lambda file, line: f"{file}#{line}", compared=Comparisons(review))
    assert pages.changes is not None
    ((view,),) = (entity.changes for section in pages.changes.sections for entity in section.entities)
    assert [(one.place.text, one.place.href, one.is_new) for one in view.evidence] == [
        ("a.yaml:1", "a.yaml#1", True),
        ("b.yaml:1", "b.yaml#1", True),
        ("b.yaml:2", None, False),
    ]


def test_a_review_without_an_old_state_has_a_page_that_says_why() -> None:
    old, new = PAIRS["entity-removed"]
    review = replace(reviewed(old, new), is_compared=False, problems=("a is wrong", "b is not there"))
    for audience in Audience:
        pages = Pages(new, compared=Comparisons(review), shown=shown_to(audience, sources=False))
        assert pages.changes is not None
        is_shown = audience is Audience.AUTHORS
        assert pages.changes.problem == ("a is wrong; b is not there" if is_shown else "")


def test_drift_is_marked_in_rows_for_authors_alone() -> None:
    documented = resource(OLD).mapping
    built = DriftSide(resource(NEW).mapping, lambda entity: entity.name)
    changes = find_drift(DriftSide(documented, built.title), built)
    drift = Review(ReviewSide("the built provider"), ReviewSide("documentation"), changes)
    for audience in Audience:
        pages = made(documented, documented, audience=audience, drift=drift)
        assert (pages.drift is not None) is (audience is Audience.AUTHORS)
        found = rows(pages.entity("resources/oven").groups)
        marks = {path: row.versions for path, row in found.items() if row.versions}
        missing = ("not in the built provider",)
        expected = dict.fromkeys(("c", "e.b", "e.f", "z"), missing) | {"a": ("int64 in the built provider",)}
        assert marks == (expected if audience is Audience.AUTHORS else {})


def test_a_group_is_shown_for_what_was_removed_from_it_alone() -> None:
    both = "create: {type: object, required: [a], properties: {a: {type: string}, b: {type: string}}}"
    old, new = resource(both), resource("create: {type: object, properties: {b: {type: string}}}")
    groups = made(old.mapping, new.mapping).entity("resources/oven").groups
    assert [(group.key, [row.path for row in group.attributes], [gone.path for gone in group.removed])
            for group in groups] == [("required", [], ["a"]), ("optional", ["b"], [])]  # fmt: skip


@pytest.mark.parametrize(
    ("outer", "inner", "said"),
    [
        (Mark("2"), Mark("2"), ()),
        (Mark("2"), Mark("3"), ("added in 3",)),
        (Mark(changed="2"), Mark("2"), ("added in 2",)),
        (None, Mark("2", "3"), ("added in 2", "changed in 3")),
        (Mark("2"), Mark("2", "3"), ("changed in 3",)),
        (None, Mark("2", removed="3"), ()),
    ],
)
def test_a_member_was_added_with_its_object_or_after_it(outer: Mark | None, inner: Mark, said: tuple[str, ...]) -> None:
    mapping = resource(OLD).mapping
    (oven,) = (entity.ref for entity in mapping.entities if entity.name == "oven")
    marks = {(str(oven), path): found for path, found in (("e", outer), ("e.b", inner)) if found is not None}
    assert History([], mapping, Marks("terraform", ("1", "2", "3"), marks)).of(oven, "e.b") == said


def test_the_history_of_an_attribute_is_said_unless_it_is_that_of_its_object() -> None:
    old, new = resource(OLD).mapping, resource(NEW).mapping
    (oven,) = (entity.ref for entity in old.entities if entity.name == "oven")

    def said(*states: Mapping) -> dict[str, tuple[str, ...]]:
        *versions, current = states
        history = History([(str(number), state) for number, state in enumerate(versions, 1)], current)
        return {path: words for path in ("a", "c", "e", "e.b") if (words := history.of(oven, path))}

    changed = ("changed in the next version",)
    assert said(old, old) == {}
    assert said(new, old) == {"a": changed, "c": ("added in the next version",), "e.b": ("added in the next version",)}
    assert said(old, new) == {"a": changed}
    again = ("1\u20132, again since 3",)
    assert said(old, new, old, old) == {"a": ("changed in 3",), "c": again, "e.b": again}
    empty = resource("create: {type: object, properties: {a: {type: string}}}").mapping
    assert said(empty, old) == {"c": ("added in the next version",), "e": ("added in the next version",)}
