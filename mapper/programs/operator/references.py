"""Resolves references to other objects: replaces them by values of the current objects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from mapper.systems.crossplane.fields import Field, ManifestSide, Many, ObjectShape, reference_names
from mapper.systems.crossplane.names import json_name

from .codec import ConvertError, namespace_of, part
from .external_name import annotations_of
from .plugin import GroupVersionKind, Manifest, Secrets
from .resource_kinds import ResourceKind

_EXTERNAL_NAME = "crossplane.io/external-name"


class Cluster(Secrets, Protocol):
    """What a pass may look up."""

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        """An object; None if it does not exist."""
        ...

    def select(self, gvk: GroupVersionKind, namespace: str, labels: Mapping[str, str]) -> Sequence[Manifest]:
        """The objects with all these labels."""
        ...


class Unavailable(Exception):
    """The cluster does not respond: the pass is given up without a condition, and repeated later."""


class Unresolved(ConvertError):
    """A reference to an object that does not exist, or has no value yet."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(path, text, "CannotResolveReferences")


def resolved(resource: Manifest, kind: ResourceKind, cluster: Cluster) -> Manifest:
    """The merge patch of the spec for its references; empty if all are resolved. Raises ConvertError."""
    patch: Manifest = {}
    for side, key in ((ManifestSide.FOR, "forProvider"), (ManifestSide.INIT, "initProvider")):
        given = part(resource, "spec").get(key)
        if isinstance(given, dict):
            resolved_values = _object(_Resolver(resource, kind, cluster), kind.fields, given, side, side.value)
            if resolved_values != given:
                patch[key] = {name: value for name, value in resolved_values.items() if given.get(name) != value}
    return patch


def _object(
    resolver: "_Resolver", fields: tuple[Field, ...], given: Manifest, side: ManifestSide, path: str
) -> Manifest:
    values = dict(given)
    for field in fields:
        member = given.get(field.json)
        if not field.on(side):
            continue
        if field.reference is not None:
            value = resolver.value(field, given, f"{path}.{field.json}")
            if value is not None:
                values[field.json] = member = value
        match field.shape, member:
            case ObjectShape(inner), dict():
                values[field.json] = _object(resolver, inner, member, side, f"{path}.{field.json}")
            case Many(_, ObjectShape(inner)), list():
                items = enumerate(member)
                values[field.json] = [
                    _object(resolver, inner, item, side, f"{path}.{field.json}[{index}]")
                    if isinstance(item, dict)
                    else item
                    for index, item in items
                ]
    return values


class _Resolver:
    """Resolves the references of one object."""

    def __init__(self, resource: Manifest, kind: ResourceKind, cluster: Cluster) -> None:
        self._resource, self._kind, self._cluster = resource, kind, cluster

    def value(self, field: Field, given: Manifest, path: str) -> Any:
        """The value of a field that may have a reference; None if there is nothing to resolve."""
        names = reference_names(field)
        ref, selector = given.get(names.ref), given.get(names.selector)
        references = ref if isinstance(ref, list) else [ref] if ref is not None else []
        if not all(isinstance(reference, dict) for reference in references) or not isinstance(selector, dict | None):
            raise ConvertError(path, "a reference is an object")
        if not ref and not selector:
            return None
        policy = (references[0] if references else selector or {}).get("policy") or {}
        if not isinstance(policy, dict):
            raise ConvertError(path, "the policy of a reference is an object")
        if given.get(field.json) is not None and policy.get("resolve") != "Always":
            return None
        try:
            objects = list(self._objects(field, ref, selector, path))
            values = [self._referenced_value(field, reference, path) for reference in objects]
        except Unresolved:
            if policy.get("resolution") == "Optional":
                return None
            raise
        return values if field.is_list else values[0]

    def _objects(self, field: Field, ref: Any, selector: Any, path: str) -> Iterator[Manifest]:
        gvk = self._target(field, path)
        if ref:
            for selected in ref if isinstance(ref, list) else [ref]:
                namespace = self._namespace(selected, path)
                referred = self._cluster.get(gvk, namespace, str(selected.get("name") or ""))
                if referred is None:
                    raise Unresolved(path, f"there is no {gvk.kind} {selected.get('name')!r}")
                yield referred
            return
        labels = selector.get("matchLabels") or {}
        if not isinstance(labels, dict) or not all(isinstance(controller, str) for controller in labels.values()):
            raise ConvertError(path, "matchLabels are texts by names")
        chosen = list(self._cluster.select(gvk, self._namespace(selector, path), labels))
        if selector.get("matchControllerRef"):
            controller = _controller(self._resource)
            chosen = [selected for selected in chosen if controller and _controller(selected) == controller]
        if not chosen:
            raise Unresolved(path, f"no {gvk.kind} is selected")
        yield from chosen if field.is_list else chosen[:1]

    def _namespace(self, reference: Manifest, path: str) -> str:
        """The namespace of a target. Raises ConvertError for one into which the config allows no references.

        The operator may read all namespaces, and whoever creates an object may not.
        """
        if not self._kind.is_namespaced:
            return ""
        home = namespace_of(self._resource)
        namespace = str(reference.get("namespace") or home)
        if namespace not in (home, *self._kind.reference_namespaces):
            text = f"the namespace {namespace!r} is not among `reference_namespaces` of the operator's config"
            raise ConvertError(path, text, "CannotResolveReferences")
        return namespace

    def _target(self, field: Field, path: str) -> GroupVersionKind:
        setting = field.reference
        if setting and setting.api_group:
            return GroupVersionKind(setting.api_group, setting.version, setting.kind)
        kind = self._kind.known.get(setting.terraform_name) if setting else None
        if kind is None and setting:
            kind = next((gvk for gvk in self._kind.known.values() if gvk.kind == setting.kind), None)
        if kind is None:
            raise ConvertError(path, "the provider has no Kind that this refers to", "CannotResolveReferences")
        return kind

    def _referenced_value(self, field: Field, target: Manifest, path: str) -> str:
        """The external name of the target, or the attribute that the config selects."""
        extract = field.reference.extract if field.reference else ""
        metadata = part(target, "metadata")
        if extract:
            observed = part(target, "status").get("atProvider") or {}
            value = observed.get(json_name(extract))
        else:
            value = annotations_of(target).get(_EXTERNAL_NAME)
        if not isinstance(value, str) or not value:
            raise Unresolved(path, f"{target.get('kind')} {metadata.get('name')!r} is not ready: it has no value yet")
        return value


def _controller(resource: Manifest) -> str:
    owners = part(resource, "metadata").get("ownerReferences") or []
    return next((str(owner.get("uid")) for owner in owners if isinstance(owner, dict) and owner.get("controller")), "")
