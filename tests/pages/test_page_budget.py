"""How much text the pages of a mapping come to, as it is estimated before they are made."""

from bisect import bisect_left
from collections.abc import Callable, Container
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Coverage,
    Default,
    Entity,
    Mapping,
    Nested,
    NestingMode,
    Reason,
    Scalar,
    ScalarKind,
    Status,
)
from mapper.model.extent import COPIES
from mapper.model.limits import OneOf, Pattern
from mapper.report.budget import Budget, Cost, Limit, OverBudget
from mapper.systems.terraform.kinds import RESOURCE
from mkdocs_oasmap.pages.layout import ONCE_FROM
from mkdocs_oasmap.pages.page_budget import Kept, check_extent, check_headings

Check = Callable[[Mapping, Kept], None]


def a(name: str, *members: Attribute, **more: Any) -> Attribute:
    """An attribute, with members if it is an object."""
    type_ = Nested(NestingMode.SINGLE, Body(members)) if members else Scalar(ScalarKind.STRING)
    return Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), (), **more)


def fits(attributes: tuple[Attribute, ...], check: Check, kept: Container[str], most: int) -> bool:
    """Whether the texts of a page have room in so many bytes."""
    budget, cage = Budget({Cost.WRITTEN: Limit("bytes", most)}), Entity(RESOURCE, "cage", Body(attributes))
    try:
        check(Mapping("terraform", "zoo", (cage,), (), Coverage(), (), budget=budget), lambda _entity: kept)
    except OverBudget:
        return False
    return True


def cost(*attributes: Attribute, check: Check = check_extent, kept: Container[str] = ()) -> int:
    """The least limit that a page fits into, for one copy of each text."""
    least = bisect_left(range(100_000), True, key=partial(fits, attributes, check, kept))
    assert least % COPIES == 0
    return least // COPIES


@pytest.mark.parametrize(
    ("attributes", "in_rows", "in_headings"),
    [
        ([], 0, 0),
        ([a("it")], 12, 6),
        ([a("it", description="Text.")], 17, 11),
        ([a("i", deprecation="Old.")], 10, 7),
        ([a("i", default=Default("abc"))], 9, 6),
        ([a("i", default=Default(123))], 6, 3),
        ([a("i", limits=(OneOf(("ab", "c")), Pattern("x+")))], 11, 8),
        ([a("i"), a("j")], 12, 6),
        ([a("i", a("b"), a("cc"))], 18 + 6 + 12, 3 + 3 + 6),
        ([a("i", a("b", a("c")))], 18 + 12 + 6, 6 + 3 + 3),
        ([a("i", a("b", a("c")), a("d", a("e")))], 30 + 12 + 6 + 12 + 6, 9 + 3 + 3 + 3 + 3),
        ([a("i", a("b"), description="Text.", deprecation="Old.")], 12 + 9 + 6, 3 + 9 + 3),
    ],
)
def test_each_text_counts_as_often_as_a_page_has_it(
    attributes: list[Attribute], in_rows: int, in_headings: int
) -> None:
    assert cost(*attributes) == in_rows
    assert cost(*attributes, check=check_headings) == in_headings


@pytest.mark.parametrize(
    ("size", "kept", "times"),
    [(ONCE_FROM - 1, (), 2), (ONCE_FROM, (), 1), (ONCE_FROM, ("j",), 2), (ONCE_FROM, ("i",), 1)],
)
def test_a_large_object_has_rows_where_it_is_first_and_where_it_is_kept(
    size: int, kept: Container[str], times: int
) -> None:
    one = a("i", *(a("x") for _ in range(size)))
    two = replace(one, name="j")
    assert cost(one, two, kept=kept) == 6 * (2 + 2 * size * times)
