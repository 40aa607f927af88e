"""The differences between the cluster's and the provider's view of a resource, and merge patches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class MergeDescription(Struct, frozen=True):
    """The paths of differences in a manifest, by what has to be done about them.

    `spec`: the provider's value differs from the requested one. `late`: the provider has filled in a value that the
    spec does not request, and the spec takes it over. `status`, `annotations`: observed values have changed.
    """

    spec: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()

    @property
    def needs_provider_update(self) -> bool:
        """Whether the provider's object has to be updated."""
        return bool(self.spec)

    @property
    def late_initialized_spec(self) -> bool:
        """Whether the spec in the cluster gets more fields."""
        return bool(self.late)


def is_empty(value: Any) -> bool:
    """Whether a value is null, an empty string or an empty collection, which old SDKs treat as equal."""
    return value is None or value in ("", [], {})


def alike(left: Any, right: Any) -> bool:
    """Whether two values of a manifest are equal; empty values equal absent ones, at any depth."""
    if is_empty(left) or is_empty(right):
        return _says_nothing(left) and _says_nothing(right)
    if isinstance(left, dict) and isinstance(right, dict):
        return all(alike(left.get(key), right.get(key)) for key in left.keys() | right.keys())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(alike, left, right))
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    return bool(left == right)


def _says_nothing(value: Any) -> bool:
    return is_empty(value) or (isinstance(value, dict) and all(map(_says_nothing, value.values())))


def differences(left: Any, right: Any, path: str) -> list[str]:
    """The deepest paths at which two values differ."""
    if alike(left, right):
        return []
    if isinstance(left, dict) and isinstance(right, dict):
        keys = sorted(left.keys() | right.keys())
        return [found for key in keys for found in differences(left.get(key), right.get(key), f"{path}.{key}")]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        items = enumerate(zip(left, right, strict=True))
        return [found for index, (own, other) in items for found in differences(own, other, f"{path}[{index}]")]
    return [path]


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch (RFC 7386) from one object to another; empty if they are equal."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := merge_patch(old, new):
                patch[name] = inner
        elif name not in before or _differ(old, new):
            patch[name] = new
    return patch


def effective(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a merge patch that changes an object; empty if nothing does."""
    changed: dict[str, Any] = {}
    for name, new in patch.items():
        old = before.get(name)
        if isinstance(new, dict) and isinstance(old, dict):
            if inner := effective(old, new):
                changed[name] = inner
        elif _differ(old, new):
            changed[name] = new
    return changed


def _differ(old: object, new: object) -> bool:
    """Whether two values differ; unlike in Python, true differs from 1."""
    return old != new or isinstance(old, bool) != isinstance(new, bool)
