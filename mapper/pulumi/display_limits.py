"""Limits on how much of a type is shown where it is used."""

from __future__ import annotations

from ..model import Body
from ..model.nesting import MAX_NESTING, Nesting, TooNested

MOST_NESTED = 400
"""The most members of a type shown inline; a larger type is a link to its page."""

MOST_LEVELS = MAX_NESTING // 2
"""The most levels of a type shown inline; lists and unions around it need levels, too."""


def is_shown_inside(body: Body, nesting: Nesting) -> bool:
    """Whether a type is shown where it is used, and not only linked."""
    if body.size > MOST_NESTED:
        return False
    try:
        return nesting.of(body) <= MOST_LEVELS
    except TooNested:
        return False
