"""The generic merger: compares a manifest with the provider's state, field by field; and merge patches."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...model import CollectionKind
from ..examples import EXTERNAL_NAME
from ..fields import Field, ManifestSide, Many, ObjectShape, Shape
from .codec import part
from .external_name import annotations_of
from .plugin import Manifest
from .resource_kinds import ResourceKind


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


class Merger:
    """Compares manifests of a Kind. Null and empty values are equal."""

    def __init__(self, kind: ResourceKind) -> None:
        self._fields = kind.fields
        self._ignored = frozenset(kind.settings.ignored_late)

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """The cluster's manifest with the provider's status, external name and late-initialized
        fields; and the differences.
        """
        spec, status = part(kube, "spec"), part(kube, "status")
        requested, initial = spec.get("forProvider") or {}, spec.get("initProvider") or {}
        had = part(prov, "spec").get("forProvider") or {}
        filled, late = self._late_initialized(self._fields, requested, initial, had, "spec.forProvider")
        seen = part(prov, "status").get("atProvider") or {}
        merged = {
            **kube,
            "spec": {**spec, "forProvider": filled},
            "status": {**status, "atProvider": seen},
        }
        name = annotations_of(prov).get(EXTERNAL_NAME)
        is_renamed = bool(name) and name != annotations_of(kube).get(EXTERNAL_NAME)
        if is_renamed:
            metadata = part(kube, "metadata")
            merged["metadata"] = {**metadata, "annotations": {**annotations_of(kube), EXTERNAL_NAME: name}}
        described = MergeDescription(
            tuple(self._differing(requested, initial, had)),
            tuple(late),
            tuple(differences(status.get("atProvider"), seen, "status.atProvider")),
            (f"metadata.annotations[{EXTERNAL_NAME}]",) if is_renamed else (),
        )
        return merged, described

    def _differing(self, given: Manifest, initial: Manifest, had: Manifest) -> Iterator[str]:
        for field in self._fields:
            if not field.on(ManifestSide.FOR) or field.sensitive or field.write_only:
                continue  # only a plan shows whether they differ
            wanted, there = given.get(field.json), had.get(field.json)
            if wanted is None and (field.computed or field.json in initial):
                continue
            yield from differences(_requested(wanted, there, field.shape), there, f"spec.forProvider.{field.json}")

    def _late_initialized(
        self, fields: tuple[Field, ...], given: Manifest, initial: Manifest, had: Manifest, path: str
    ) -> tuple[Manifest, list[str]]:
        """The requested values with those that the provider has filled in, and the paths of the latter."""
        filled, paths = dict(given), []
        for field in fields:
            value, actual, inner = given.get(field.json), had.get(field.json), f"{path}.{field.json}"
            if not field.on(ManifestSide.FOR) or field.sensitive or field.write_only or is_empty(actual):
                continue
            if field.path in self._ignored:
                continue
            first = initial.get(field.json) if isinstance(initial, dict) else None
            if value is None and first is None:
                if field.computed and field.optional:
                    filled[field.json] = actual
                    paths.append(inner)
            elif value is not None:
                filled[field.json], more = self._inside(field.shape, value, actual, inner)
                paths += more
        return filled, paths

    def _inside(self, shape: Shape, value: Any, actual: Any, path: str) -> tuple[Any, list[str]]:
        match shape:
            case ObjectShape(fields) if isinstance(value, dict) and isinstance(actual, dict):
                return self._late_initialized(fields, value, {}, actual, path)
            case Many(CollectionKind.LIST, ObjectShape(fields)) if (
                isinstance(value, list) and isinstance(actual, list) and len(value) == len(actual)
            ):
                pairs = enumerate(zip(value, actual, strict=True))
                found = [self._late_initialized(fields, o, {}, t, f"{path}[{index}]") for index, (o, t) in pairs]
                return [item for item, _ in found], [inner for _, more in found for inner in more]
        return value, []


def _requested(wanted: Any, actual: Any, shape: Shape) -> Any:
    """The requested value, with computed members that are not requested, and with sets in the provider's order."""
    match shape:
        case ObjectShape(fields) if isinstance(wanted, dict) and isinstance(actual, dict):
            filled = {
                field.json: actual[field.json]
                for field in fields
                if field.computed and wanted.get(field.json) is None and field.json in actual
            }
            requested = {
                field.json: _requested(wanted[field.json], actual.get(field.json), field.shape)
                for field in fields
                if wanted.get(field.json) is not None and not field.sensitive
            }
            return {**filled, **requested}
        case Many(CollectionKind.SET, _) if isinstance(wanted, list) and isinstance(actual, list):
            return actual if _same_elements(wanted, actual, shape.element) else wanted
        case Many(_, element) if isinstance(wanted, list) and isinstance(actual, list) and len(wanted) == len(actual):
            return [_requested(item, other, element) for item, other in zip(wanted, actual, strict=True)]
    return wanted


def _same_elements(wanted: list[Any], actual: list[Any], element: Shape) -> bool:
    left = list(actual)
    for item in wanted:
        match = next(
            (i for i, other in enumerate(left) if not differences(_requested(item, other, element), other, "")), None
        )
        if match is None:
            return False
        del left[match]
    return not left
