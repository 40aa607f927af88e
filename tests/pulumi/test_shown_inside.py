"""Which types a page shows where they are used: those that are neither large nor deep."""

import pytest
from msgspec.structs import replace

from mapper.model import Attribute, Body, Nested, NestingMode, Reason, Scalar, ScalarKind, Status
from mapper.model.nesting import MAX_NESTING, Nesting
from mapper.systems.pulumi.builtin_types import MOST_LEVELS, MOST_NESTED, is_shown_inside

LEAF = Attribute("a", "a", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), ())


def deep(levels: int) -> Body:
    body = Body((LEAF,))
    for _ in range(levels - 1):
        body = Body((replace(LEAF, type=Nested(NestingMode.SINGLE, body)),))
    return body


@pytest.mark.parametrize(
    ("levels", "is_shown"), [(1, True), (MOST_LEVELS, True), (MOST_LEVELS + 1, False), (MAX_NESTING + 5, False)]
)
def test_a_deep_type_is_a_link(levels: int, is_shown: bool) -> None:
    assert is_shown_inside(deep(levels), Nesting()) is is_shown


@pytest.mark.parametrize(("members", "is_shown"), [(MOST_NESTED, True), (MOST_NESTED + 1, False)])
def test_a_large_type_is_a_link(members: int, is_shown: bool) -> None:
    body = Body(tuple(replace(LEAF, name=f"a{number}") for number in range(members)))
    assert is_shown_inside(body, Nesting()) is is_shown
