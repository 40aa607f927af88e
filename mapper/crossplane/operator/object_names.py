"""Valid names of objects in a cluster; an invalid name must not become part of a path of the API."""

from __future__ import annotations

from ..names import is_group


def is_name(given: object) -> bool:
    """Whether a value is a valid name of an object or a namespace."""
    return isinstance(given, str) and is_group(given)
