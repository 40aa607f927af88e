"""What a resource is made of at run time, in layers: the generated members, and those that overlays put in their place.

An `Implementation` has any of the members below. Implementations of one Kind are merged in the order in which they
came: of each member the last that is there counts. An `Index` has the merged ones by Kind, and an `Invoker` answers
for one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, cast

from ...immutable import dataclass
from ...tfplugin.results import Object
from ...tfplugin.schema import Block
from ...tfplugin.values import Unknown

if TYPE_CHECKING:
    from .merge import MergeDescription
    from .outcome import Outcome

Manifest = dict[str, Any]
"""An object of Kubernetes, as JSON has it. It is never changed in place."""


class PluginIndexError(Exception):
    """An implementation that cannot be used, or a Kind without one; the message names it."""


@dataclass(frozen=True, slots=True)
class GroupVersionKind:
    """What a Kind of resources is called in a cluster. The group of an empty one is empty."""

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
        """That of an object; what it does not say is empty."""
        group, _, version = str(manifest.get("apiVersion") or "").rpartition("/")
        return cls(group, version, str(manifest.get("kind") or ""))


class Secrets(Protocol):
    """The secrets of a cluster."""

    @property
    def unknown(self) -> Unknown | None:
        """What stands for secrets and references that are not there yet; None where they have to be."""
        ...

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """The values of a secret by their keys; None where there is no such secret."""
        ...


class CtyEncoder(Protocol):
    """Makes the configuration of a resource, in Terraform's terms, of its manifest."""

    def encode_cty(self, resource: Manifest, block: Block, secrets: Secrets) -> Encoded:
        """What is asked for. Raises ConvertError for what cannot be a value, and for secrets that are not there."""
        ...


class CtyDecoder(Protocol):
    """Makes the manifest of what a provider has of a resource."""

    def decode_cty(self, resource: Manifest, state: Object, block: Block) -> Manifest:
        """The manifest with the values of a state in it; the one that is given stays as it is."""
        ...


class ResourceMerger(Protocol):
    """Compares what the cluster has with what the provider has."""

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """The manifest of the cluster with what it takes over, and what differs where."""
        ...


class ReconcilerConfigurer(Protocol):
    """Takes the place of all the others: what it returns for an object is what happens."""

    def reconcile(self, resource: Manifest, provider: Any, secrets: Secrets, now: datetime) -> Outcome:
        """One pass."""
        ...


class SchemeBuilder(Protocol):
    """Says what a cluster has to know of a Kind."""

    def definition(self) -> Manifest:
        """Its CustomResourceDefinition."""
        ...


class YAMLMarshaller(Protocol):
    """Writes a resource as text."""

    def marshal_resource_yaml(self, resource: Manifest) -> str:
        """The text."""
        ...


class YAMLUnmarshaller(Protocol):
    """Reads a resource from text."""

    def unmarshal_resource_yaml(self, text: str) -> Manifest:
        """The resource."""
        ...


class ReferenceResolver(Protocol):
    """Finds out what the references of an object lead to, in place of `Ref` and `Selector`."""

    def resolve(self, resource: Manifest, cluster: Any) -> Manifest:
        """A merge patch of the spec; what is there already may be in it.

        `cluster` looks objects and secrets up, as `references.Cluster` says. Raises `references.Unresolved` where
        something is not there yet.
        """
        ...


class Readiness(Protocol):
    """Says whether a resource that exists can be used."""

    def ready(self, resource: Manifest) -> bool | None:
        """True or False; None where that cannot be said yet."""
        ...


@dataclass(frozen=True, slots=True)
class Encoded:
    """What a manifest asks for: `given` always, `initial` only when the resource is created.

    Both are configurations of Terraform's, of which parts may be missing.
    """

    given: Object
    initial: Object


@dataclass(frozen=True, slots=True)
class Implementation:
    """What is known of how one Kind is handled. All members but the Kind are optional."""

    gvk: GroupVersionKind = GroupVersionKind()
    terraform_resource_name: str = ""
    scheme_builder: SchemeBuilder | None = None
    reconciler_configurer: ReconcilerConfigurer | None = None
    resource_merger: ResourceMerger | None = None
    cty_encoder: CtyEncoder | None = None
    cty_decoder: CtyDecoder | None = None
    resource_yaml_marshaller: YAMLMarshaller | None = None
    resource_yaml_unmarshaller: YAMLUnmarshaller | None = None
    readiness: Readiness | None = None
    resolver: ReferenceResolver | None = None

    def only(self, members: Iterable[str]) -> Implementation:
        """With some of its members, besides what it is called."""
        kept = {name: getattr(self, name) for name in members}
        return Implementation(self.gvk, self.terraform_resource_name, **kept)


MEMBERS = {
    "SchemeBuilder": "scheme_builder",
    "ReconcilerConfigurer": "reconciler_configurer",
    "ResourceMerger": "resource_merger",
    "CtyEncoder": "cty_encoder",
    "CtyDecoder": "cty_decoder",
    "ResourceYAMLMarshaller": "resource_yaml_marshaller",
    "ResourceYAMLUnmarshaller": "resource_yaml_unmarshaller",
}
"""The names of members in a config, and here."""


class ImplementationMerger:
    """Layers of one Kind."""

    def __init__(self) -> None:
        self._layers: list[Implementation] = []

    def overlay(self, layer: Implementation) -> None:
        """Put a layer upon the others."""
        self._layers.append(layer)

    def merge(self) -> Implementation:
        """Of each member the last that is not empty; an empty implementation where there is no layer."""
        merged = Implementation()
        for layer in self._layers:
            there = {own.name: getattr(layer, own.name) for own in fields(layer)}
            merged = replace(merged, **{name: value for name, value in there.items() if not _is_empty(value)})
        return merged


def _is_empty(value: object) -> bool:
    return value is None or value in ("", GroupVersionKind())


class Indexer:
    """Collects implementations, and makes an index of them."""

    def __init__(self) -> None:
        self._mergers: dict[GroupVersionKind, ImplementationMerger] = {}

    def overlay(self, layer: Implementation) -> None:
        """Put a layer upon those of its Kind. Raises PluginIndexError where it says no Kind."""
        if not (layer.gvk.group and layer.gvk.version and layer.gvk.kind):
            name = layer.terraform_resource_name or "an implementation"
            raise PluginIndexError(f"{name} cannot be indexed: it has no group, version and Kind ({layer.gvk})")
        self._mergers.setdefault(layer.gvk, ImplementationMerger()).overlay(layer)

    def layers(self) -> tuple[Implementation, ...]:
        """What it has of each Kind."""
        return tuple(merger.merge() for merger in self._mergers.values())

    def build_index(self) -> Index:
        """The index. Raises PluginIndexError for a Kind without a name in Terraform."""
        merged = {gvk: merger.merge() for gvk, merger in self._mergers.items()}
        for gvk, implementation in merged.items():
            if not implementation.terraform_resource_name:
                raise PluginIndexError(f"{gvk}: no layer says the name of the resource in Terraform")
        return Index(merged)


class Index:
    """Implementations by Kind. A Terraform resource may have several Kinds: one for each scope."""

    def __init__(self, implementations: Mapping[GroupVersionKind, Implementation]) -> None:
        self._implementations = dict(implementations)

    def kinds(self) -> tuple[GroupVersionKind, ...]:
        """All Kinds, in the order in which they came."""
        return tuple(self._implementations)

    def terraform_name(self, gvk: GroupVersionKind) -> str:
        """The name of a Kind in Terraform. Raises PluginIndexError."""
        return self._found(gvk).terraform_resource_name

    def kinds_of(self, terraform_name: str) -> tuple[GroupVersionKind, ...]:
        """The Kinds of a resource of Terraform. Raises PluginIndexError where there is none."""
        found = tuple(
            gvk for gvk, own in self._implementations.items() if own.terraform_resource_name == terraform_name
        )
        if not found:
            raise PluginIndexError(f"{terraform_name}: there is no Kind of this resource")
        return found

    def invoker(self, gvk: GroupVersionKind) -> Invoker:
        """What answers for a Kind. Raises PluginIndexError where there is none."""
        return Invoker(self._found(gvk))

    def _found(self, gvk: GroupVersionKind) -> Implementation:
        found = self._implementations.get(gvk)
        if found is None:
            raise PluginIndexError(f"{gvk}: there is no implementation")
        return found


class Invoker:
    """Calls the members of an implementation. Each raises PluginIndexError where the member is missing."""

    def __init__(self, implementation: Implementation) -> None:
        self._implementation = implementation

    @property
    def gvk(self) -> GroupVersionKind:
        """The Kind."""
        return self._implementation.gvk

    @property
    def terraform_resource_name(self) -> str:
        """The name in Terraform."""
        return self._implementation.terraform_resource_name

    def has(self, member: str) -> bool:
        """Whether there is a member, by its name here."""
        return getattr(self._implementation, member) is not None

    def encode_cty(self, resource: Manifest, block: Block, secrets: Secrets) -> Encoded:
        """As `CtyEncoder`."""
        return cast("CtyEncoder", self._member("cty_encoder")).encode_cty(resource, block, secrets)

    def decode_cty(self, resource: Manifest, state: Object, block: Block) -> Manifest:
        """As `CtyDecoder`."""
        return cast("CtyDecoder", self._member("cty_decoder")).decode_cty(resource, state, block)

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """As `ResourceMerger`."""
        return cast("ResourceMerger", self._member("resource_merger")).merge_resources(kube, prov)

    def reconcile(self, resource: Manifest, provider: Any, secrets: Secrets, now: datetime) -> Outcome:
        """As `ReconcilerConfigurer`."""
        configurer = cast("ReconcilerConfigurer", self._member("reconciler_configurer"))
        return configurer.reconcile(resource, provider, secrets, now)

    def definition(self) -> Manifest:
        """As `SchemeBuilder`."""
        return cast("SchemeBuilder", self._member("scheme_builder")).definition()

    def marshal_resource_yaml(self, resource: Manifest) -> str:
        """As `YAMLMarshaller`."""
        return cast("YAMLMarshaller", self._member("resource_yaml_marshaller")).marshal_resource_yaml(resource)

    def unmarshal_resource_yaml(self, text: str) -> Manifest:
        """As `YAMLUnmarshaller`."""
        return cast("YAMLUnmarshaller", self._member("resource_yaml_unmarshaller")).unmarshal_resource_yaml(text)

    def ready(self, resource: Manifest) -> bool | None:
        """As `Readiness`."""
        return cast("Readiness", self._member("readiness")).ready(resource)

    def resolve(self, resource: Manifest, cluster: Any) -> Manifest:
        """As `ReferenceResolver`."""
        return cast("ReferenceResolver", self._member("resolver")).resolve(resource, cluster)

    def _member(self, name: str) -> Any:
        found = getattr(self._implementation, name)
        if found is None:
            raise PluginIndexError(f"{self._implementation.gvk}: the implementation has no {name}")
        return found
