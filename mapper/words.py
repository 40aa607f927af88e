"""Words of messages that several rooms need."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """`1 resource`, `2 resources`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
