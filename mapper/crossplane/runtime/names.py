"""What objects of a cluster can be called: anything else is no part of an address of the server."""

from __future__ import annotations

from ..names import is_group


def is_name(given: object) -> bool:
    """Whether an object or a namespace can have a name."""
    return isinstance(given, str) and is_group(given)
