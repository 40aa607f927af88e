"""How much of a type is shown where it is used."""

from __future__ import annotations

from ..model import Body
from ..nesting import MAX_NESTING, Nesting, TooNested

MOST_NESTED = 400
"""Members that are shown in their place; a larger type is a link to its page."""

MOST_LEVELS = MAX_NESTING // 2
"""The same for levels of types: there is room for the lists and unions around them."""


def is_shown_inside(body: Body, nesting: Nesting) -> bool:
    """Whether a type is shown where it is used, and not only linked."""
    if body.size > MOST_NESTED:
        return False
    try:
        return nesting.of(body) <= MOST_LEVELS
    except TooNested:
        return False
