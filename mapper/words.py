"""Words of messages that several rooms need."""

from __future__ import annotations


def several(noun: str) -> str:
    """What several things are called: *attributes*, *properties*."""
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def plural(count: int, noun: str) -> str:
    """`1 resource`, `2 resources`."""
    return f"{count:,} {noun if count == 1 else several(noun)}"
