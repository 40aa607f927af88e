"""The generic merger: what a manifest asks for beside what the provider has, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import CollectionKind
from ..converting import EXTERNAL_NAME
from ..fields import Field, Many, Shape, Side, Struct
from .convert import part
from .external import annotations_of
from .kinds import ResourceKind
from .merge import MergeDescription, differences, is_empty
from .plugin import Manifest


class Merger:
    """Compares manifests of a Kind. What is null, and what is empty, is the same."""

    def __init__(self, kind: ResourceKind) -> None:
        self._fields = kind.fields
        self._ignored = frozenset(kind.settings.ignored_late)

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """The manifest of the cluster with the provider's status and name, and with what it fills in."""
        spec, status = part(kube, "spec"), part(kube, "status")
        given, initial = spec.get("forProvider") or {}, spec.get("initProvider") or {}
        had = part(prov, "spec").get("forProvider") or {}
        filled, late = self._late(self._fields, given, initial, had, "spec.forProvider")
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
            tuple(self._differing(given, initial, had)),
            tuple(late),
            tuple(differences(status.get("atProvider"), seen, "status.atProvider")),
            (f"metadata.annotations[{EXTERNAL_NAME}]",) if is_renamed else (),
        )
        return merged, described

    def _differing(self, given: Manifest, initial: Manifest, had: Manifest) -> Iterator[str]:
        for field in self._fields:
            if not field.on(Side.FOR) or field.sensitive or field.write_only:
                continue  # only a plan can tell
            wanted, there = given.get(field.json), had.get(field.json)
            if wanted is None and (field.computed or field.json in initial):
                continue
            yield from differences(_asked(wanted, there, field.shape), there, f"spec.forProvider.{field.json}")

    def _late(
        self, fields: tuple[Field, ...], given: Manifest, initial: Manifest, had: Manifest, path: str
    ) -> tuple[Manifest, list[str]]:
        """What is given, with what the provider has filled in, and the paths of that."""
        found, paths = dict(given), []
        for field in fields:
            own, there, inner = given.get(field.json), had.get(field.json), f"{path}.{field.json}"
            if not field.on(Side.FOR) or field.sensitive or field.write_only or is_empty(there):
                continue
            if field.path in self._ignored:
                continue
            first = initial.get(field.json) if isinstance(initial, dict) else None
            if own is None and first is None:
                if field.computed and field.optional:
                    found[field.json] = there
                    paths.append(inner)
            elif own is not None:
                found[field.json], more = self._inside(field.shape, own, there, inner)
                paths += more
        return found, paths

    def _inside(self, shape: Shape, own: Any, there: Any, path: str) -> tuple[Any, list[str]]:
        match shape:
            case Struct(fields) if isinstance(own, dict) and isinstance(there, dict):
                return self._late(fields, own, {}, there, path)
            case Many(CollectionKind.LIST, Struct(fields)) if (
                isinstance(own, list) and isinstance(there, list) and len(own) == len(there)
            ):
                pairs = enumerate(zip(own, there, strict=True))
                found = [self._late(fields, o, {}, t, f"{path}[{index}]") for index, (o, t) in pairs]
                return [item for item, _ in found], [inner for _, more in found for inner in more]
        return own, []


def _asked(wanted: Any, there: Any, shape: Shape) -> Any:
    """What is asked for, with what the provider computes in parts that are not asked for, and sets in their order."""
    match shape:
        case Struct(fields) if isinstance(wanted, dict) and isinstance(there, dict):
            filled = {
                field.json: there[field.json]
                for field in fields
                if field.computed and wanted.get(field.json) is None and field.json in there
            }
            asked = {
                field.json: _asked(wanted[field.json], there.get(field.json), field.shape)
                for field in fields
                if wanted.get(field.json) is not None and not field.sensitive
            }
            return {**filled, **asked}
        case Many(CollectionKind.SET, _) if isinstance(wanted, list) and isinstance(there, list):
            return there if _same_elements(wanted, there, shape.element) else wanted
        case Many(_, element) if isinstance(wanted, list) and isinstance(there, list) and len(wanted) == len(there):
            return [_asked(own, other, element) for own, other in zip(wanted, there, strict=True)]
    return wanted


def _same_elements(wanted: list[Any], there: list[Any], element: Shape) -> bool:
    left = list(there)
    for own in wanted:
        found = next(
            (i for i, other in enumerate(left) if not differences(_asked(own, other, element), other, "")), None
        )
        if found is None:
            return False
        del left[found]
    return not left
