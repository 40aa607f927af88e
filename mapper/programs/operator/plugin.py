"""Implementations of resources at run time, in layers: generated members, and overlays that replace them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from mapper.programs.provider_process.results import Object
from mapper.programs.provider_process.values import Unknown
from mapper.report.diagnostic import Problem

Manifest = dict[str, Any]
"""A Kubernetes object as plain JSON data. It is never changed in place."""


class PluginIndexError(Exception):
    """An implementation that cannot be used, or a Kind without one; the message names it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class GroupVersionKind(Struct, frozen=True):
    """The identity of a Kind in a cluster. The core group is empty."""

    group: str = ""
    version: str = ""
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.group}/{self.version}, Kind={self.kind}"

    @property
    def api_version(self) -> str:
        """The field `apiVersion` of its objects."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> GroupVersionKind:
        """The Kind of an object; missing parts are empty."""
        group, _, version = str(manifest.get("apiVersion") or "").rpartition("/")
        return cls(group, version, str(manifest.get("kind") or ""))


class Secrets(Protocol):
    """The secrets of a cluster."""

    @property
    def unknown(self) -> Unknown | None:
        """The placeholder for secrets and references that do not exist yet; None if they have to exist."""
        ...

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """The data of a secret by key; None if it does not exist."""
        ...


class Encoded(Struct, frozen=True):
    """The configuration that a manifest requests: `given` always, `initial` only on creation.

    Both are Terraform configurations that may lack attributes.
    """

    given: Object
    initial: Object


class Implementation(Struct, frozen=True):
    """The members that handle one Kind. Members of an overlay replace the generated ones. All but the Kind are
    optional.

    | member | its method |
    |---|---|
    | `scheme_builder` | `definition()`: the CustomResourceDefinition |
    | `reconciler_configurer` | `reconcile(resource, provider, secrets, now)`: a PassOutcome, in place of all others |
    | `resource_merger` | `merge_resources(kube, prov)`: the cluster's manifest with the values that it takes over, \
and a MergeDescription |
    | `cty_encoder` | `encode_cty(resource, block, secrets)`: an Encoded; raises ConvertError |
    | `cty_decoder` | `decode_cty(resource, state, block)`: a copy of the manifest with the values of a state |
    | `resource_yaml_marshaller` | `marshal_resource_yaml(resource)`: text |
    | `resource_yaml_unmarshaller` | `unmarshal_resource_yaml(text)`: the resource |
    | `readiness` | `ready(resource)`: whether an existing resource can be used, None if that is unknown |
    | `resolver` | `resolve(resource, cluster)`: a merge patch of the spec, from lookups in a `references.Cluster`; \
raises `references.Unresolved` |
    """

    gvk: GroupVersionKind = GroupVersionKind()
    terraform_resource_name: str = ""
    scheme_builder: Any = None
    reconciler_configurer: Any = None
    resource_merger: Any = None
    cty_encoder: Any = None
    cty_decoder: Any = None
    resource_yaml_marshaller: Any = None
    resource_yaml_unmarshaller: Any = None
    readiness: Any = None
    resolver: Any = None

    def under(self, layer: Implementation, members: Iterable[str] = ()) -> Implementation:
        """This implementation with the members that a layer on top has, or some of them, by their names in a config."""
        names = [MEMBERS[name] for name in members] or layer.__struct_fields__[2:]
        there = {name: member for name in names if (member := getattr(layer, name)) is not None}
        return replace(self, **there)


MEMBERS = {
    "SchemeBuilder": "scheme_builder",
    "ReconcilerConfigurer": "reconciler_configurer",
    "ResourceMerger": "resource_merger",
    "CtyEncoder": "cty_encoder",
    "CtyDecoder": "cty_decoder",
    "ResourceYAMLMarshaller": "resource_yaml_marshaller",
    "ResourceYAMLUnmarshaller": "resource_yaml_unmarshaller",
}
"""The names of members in a config -> the attributes of `Implementation`."""
