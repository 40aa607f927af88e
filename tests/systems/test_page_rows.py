"""What rows of a page say of other places of an attribute, and facts of an entity that only some systems have."""

import pytest
from msgspec.structs import replace

from mapper.model import Attribute, Body, Placement, Scalar, ScalarKind, Status
from mkdocs_oasmap.pages.describe import address_view
from mkdocs_oasmap.pages.pages import Pages

from ..pages.bakery import rows
from . import whole

INT = Scalar(ScalarKind.INT64)


def arm(name: str, *placements: Placement, **more: object) -> Attribute:
    return replace(whole.ARM, name=name, limits=(), refers_to=None, secret=None, placements=placements, **more)


LEFT = Placement("left", Status.OPTIONAL)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Placement("right", Status.OPTIONAL), "also in right"),
        (Placement("right", Status.COMPUTED), "also read-only in right"),
        (Placement("right", Status.OPTIONAL, INT), "also optional, int64, in right"),
        (Placement("right", Status.COMPUTED, INT), "also read-only, int64, in right"),
    ],
)
def test_a_row_says_where_else_an_attribute_is_and_what_differs_there(other: Placement, words: str) -> None:
    mapping = whole.mapping(replace(whole.ROBOT, body=Body((arm("it", LEFT, other), arm("one", LEFT)))))
    found = rows(Pages(mapping).entity("gadgets/robot").groups)
    said = {path: [f"{limit.text} {' '.join(limit.values)}" for limit in row.limits] for path, row in found.items()}
    assert said == {"left.it": [words], "left.one": []}


def test_a_page_says_once_where_most_attributes_are_and_rows_what_differs() -> None:
    both = (LEFT, Placement("right", Status.COMPUTED))
    attributes = (*(arm(f"a{number}", *both) for number in range(9)), arm("one", LEFT), arm("odd", LEFT, LEFT_TOO))
    view = Pages(whole.mapping(replace(whole.ROBOT, body=Body(attributes)))).entity("gadgets/robot")
    said = {
        path: [f"{limit.text} {limit.values[0]}" for limit in row.limits] for path, row in rows(view.groups).items()
    }
    assert {path: words for path, words in said.items() if words} == {
        "left.one": ["not in right"],
        "left.odd": ["also optional, string, in right"],
    }
    assert "".join(word.text for word in view.places) == (
        "Each attribute of left can be read in right, unless its row says otherwise."
    )


LEFT_TOO = Placement("right", Status.OPTIONAL, Scalar(ScalarKind.STRING))


@pytest.mark.parametrize(("kind", "shown"), [("Robot", "Robot"), ("", "robot")])
def test_an_object_in_a_cluster_has_the_kind_of_its_address_or_its_name(kind: str, shown: str) -> None:
    view = address_view(whole.ROBOT, replace(whole.ADDRESS, kind=kind))
    assert (view.api_version, view.kind, view.plural, view.short_names) == (
        "toys.example.org/v1", shown, "robots", ("rb",)
    )  # fmt: skip
    assert view.columns == (("ARM", ".left.arm", "string"),)
