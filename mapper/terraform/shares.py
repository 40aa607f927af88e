"""Bounds what a mapping reports: where the entities have too many findings together, each gets the same share.

Schemas that refer to each other are written out in many places. A graph of a thousand of them can have millions of
findings, of which nobody reads more than the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model import Body
from .attributes.collect_notes import Findings

MAX_FINDINGS = 200_000
"""The findings of all entities together; the mappings of 67 real APIs have 34,000."""


def most_of_a_rule(findings: Findings, bodies: Sequence[Body]) -> int | None:
    """How many findings of one rule each body may have; None if there is no need for a limit."""
    if sum(map(findings.count, bodies)) <= MAX_FINDINGS:
        return None
    return share((count for body in bodies for count in findings.by_rule(body).values()), MAX_FINDINGS)


def share(counts: Iterable[int], total: int) -> int:
    """The largest number to which all counts can be cut so that their sum is at most `total`; at least 1."""
    ordered = sorted(counts)
    left = total
    for number, count in enumerate(ordered):
        others = len(ordered) - number
        if count * others > left:
            return max(1, left // others)
        left -= count
    return max((1, *ordered))
