"""The generic merger: a manifest takes over what the provider has filled in, field by field; and merge patches."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mapper.model import CollectionKind
from mapper.systems.crossplane.examples import EXTERNAL_NAME
from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, Shape

from .codec import part
from .external_name import annotations_of, with_external_name
from .plugin import Manifest
from .resource_kinds import ResourceKind


class MergeDescription(Struct, frozen=True):
    """The paths of differences in a manifest, by what has to be done about them.

    `spec`: an update would change the provider's value, which only a plan tells. `late`: the provider has filled in a
    value that the spec does not request, and the spec takes it over.
    """

    spec: tuple[str, ...] = ()
    late: tuple[str, ...] = ()

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


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge patch (RFC 7386) from one object to another; empty if they are equal."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            if nested := merge_patch(old, new):
                patch[name] = nested
        elif name not in before or _differ(old, new):
            patch[name] = new
    return patch


def effective(before: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a merge patch that changes an object; empty if nothing does."""
    changed: dict[str, Any] = {}
    for name, new in patch.items():
        old = before.get(name)
        if isinstance(new, dict) and isinstance(old, dict):
            if nested := effective(old, new):
                changed[name] = nested
        elif _differ(old, new):
            changed[name] = new
    return changed


def _differ(old: object, new: object) -> bool:
    """Whether two values differ; unlike in Python, true differs from 1."""
    return old != new or isinstance(old, bool) != isinstance(new, bool)


class Merger:
    """Merges manifests of a Kind. Null and empty values are equal."""

    def __init__(self, kind: ResourceKind) -> None:
        self._fields = kind.fields
        self._ignored = frozenset(kind.settings.ignored_late)

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """The cluster's manifest with the provider's status, external name and late-initialized fields; and the latter.

        How the provider's values differ from the requested ones is not compared here: a plan tells.
        """
        spec = part(kube, "spec")
        requested, initial = spec.get("forProvider") or {}, spec.get("initProvider") or {}
        had = part(prov, "spec").get("forProvider") or {}
        filled, late = self._late_initialized(self._fields, requested, initial, had, "spec.forProvider")
        seen = part(prov, "status").get("atProvider") or {}
        merged = {
            **kube,
            "spec": {**spec, "forProvider": filled},
            "status": {**part(kube, "status"), "atProvider": seen},
        }
        name = annotations_of(prov).get(EXTERNAL_NAME)
        return with_external_name(merged, name) if name else merged, MergeDescription(late=tuple(late))

    def _late_initialized(
        self, fields: tuple[Field, ...], given: Manifest, initial: Manifest, had: Manifest, path: str
    ) -> tuple[Manifest, list[str]]:
        """The requested values with those that the provider has filled in, and the paths of the latter."""
        filled, paths = dict(given), []
        for field in fields:
            value, actual, member_path = given.get(field.json), had.get(field.json), f"{path}.{field.json}"
            if not field.on(ManifestSide.FOR) or field.sensitive or field.write_only or is_empty(actual):
                continue
            if field.path in self._ignored:
                continue
            first = initial.get(field.json) if isinstance(initial, dict) else None
            if value is None and first is None:
                if field.computed and field.optional:
                    filled[field.json] = actual
                    paths.append(member_path)
            elif value is not None:
                filled[field.json], more = self._inside(field.shape, value, actual, member_path)
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
                items = [self._late_initialized(fields, o, {}, t, f"{path}[{index}]") for index, (o, t) in pairs]
                return [item for item, _ in items], [filled for _, more in items for filled in more]
        return value, []
