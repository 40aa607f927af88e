"""Implementations of resources at run time, in layers: generated members, and overlays that replace them.

An `Implementation` has any of the members below. Implementations of one Kind are merged in order: of each member, the
last one is used. An `Index` has the merged ones by Kind, and an `Invoker` calls the members of one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import Struct
from msgspec.structs import fields, replace

from ...tfplugin.results import Object
from ...tfplugin.schema import Block
from ...tfplugin.values import Unknown

if TYPE_CHECKING:
    from .differences import MergeDescription
    from .outcome import PassOutcome

Manifest = dict[str, Any]
"""A Kubernetes object as plain JSON data. It is never changed in place."""


class PluginIndexError(Exception):
    """An implementation that cannot be used, or a Kind without one; the message names it."""


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


class CtyEncoder(Protocol):
    """Encodes the manifest of a resource as its Terraform configuration."""

    def encode_cty(self, resource: Manifest, block: Block, secrets: Secrets) -> Encoded:
        """The requested configuration. Raises ConvertError for invalid values and for missing secrets."""
        ...


class CtyDecoder(Protocol):
    """Decodes the provider's state of a resource to a manifest."""

    def decode_cty(self, resource: Manifest, state: Object, block: Block) -> Manifest:
        """A copy of the manifest with the values of a state."""
        ...


class ResourceMerger(Protocol):
    """Compares the cluster's and the provider's manifest."""

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """The cluster's manifest with the values that it takes over, and the differences."""
        ...


class ReconcilerConfigurer(Protocol):
    """Replaces all other members: its outcome for an object is used."""

    def reconcile(self, resource: Manifest, provider: Any, secrets: Secrets, now: datetime) -> PassOutcome:
        """Run one pass."""
        ...


class SchemeBuilder(Protocol):
    """Provides the definition of a Kind."""

    def definition(self) -> Manifest:
        """Its CustomResourceDefinition."""
        ...


class YAMLMarshaller(Protocol):
    """Writes a resource as text."""

    def marshal_resource_yaml(self, resource: Manifest) -> str:
        """The YAML text."""
        ...


class YAMLUnmarshaller(Protocol):
    """Reads a resource from text."""

    def unmarshal_resource_yaml(self, text: str) -> Manifest:
        """The resource."""
        ...


class ReferenceResolver(Protocol):
    """Resolves the references of an object, instead of the generated `Ref` and `Selector` fields."""

    def resolve(self, resource: Manifest, cluster: Any) -> Manifest:
        """A merge patch of the spec; values that the spec has already may be in it.

        `cluster` is a `references.Cluster`, for lookups of objects and secrets. Raises `references.Unresolved` if a
        target does not exist yet.
        """
        ...


class Readiness(Protocol):
    """Tells whether an existing resource can be used."""

    def ready(self, resource: Manifest) -> bool | None:
        """True or False; None if it is unknown."""
        ...


class Encoded(Struct, frozen=True):
    """The configuration that a manifest requests: `given` always, `initial` only on creation.

    Both are Terraform configurations that may lack attributes.
    """

    given: Object
    initial: Object


class Implementation(Struct, frozen=True):
    """The members that handle one Kind. All members but the Kind are optional."""

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
        """A copy with only some of its members, and its names."""
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
"""The names of members in a config -> the attributes of `Implementation`."""


class ImplementationMerger:
    """Merges the layers of one Kind."""

    def __init__(self) -> None:
        self._layers: list[Implementation] = []

    def overlay(self, layer: Implementation) -> None:
        """Add a layer on top."""
        self._layers.append(layer)

    def merge(self) -> Implementation:
        """Of each member, the topmost one; an empty implementation without layers."""
        merged = Implementation()
        for layer in self._layers:
            there = {own.name: getattr(layer, own.name) for own in fields(layer)}
            merged = replace(merged, **{name: value for name, value in there.items() if not _is_empty(value)})
        return merged


def _is_empty(value: object) -> bool:
    return value is None or value in ("", GroupVersionKind())


class Indexer:
    """Collects implementations, and builds an index of them."""

    def __init__(self) -> None:
        self._mergers: dict[GroupVersionKind, ImplementationMerger] = {}

    def overlay(self, layer: Implementation) -> None:
        """Add a layer to its Kind. Raises PluginIndexError for a layer without a Kind."""
        if not (layer.gvk.group and layer.gvk.version and layer.gvk.kind):
            name = layer.terraform_resource_name or "an implementation"
            raise PluginIndexError(f"{name} cannot be indexed: it has no group, version and Kind ({layer.gvk})")
        self._mergers.setdefault(layer.gvk, ImplementationMerger()).overlay(layer)

    def layers(self) -> tuple[Implementation, ...]:
        """The merged implementations, one for each Kind."""
        return tuple(merger.merge() for merger in self._mergers.values())

    def build_index(self) -> Index:
        """Build the index. Raises PluginIndexError for a Kind without a Terraform name."""
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
        """All Kinds, in the order of their first layers."""
        return tuple(self._implementations)

    def terraform_name(self, gvk: GroupVersionKind) -> str:
        """The Terraform name of a Kind. Raises PluginIndexError."""
        return self._found(gvk).terraform_resource_name

    def kinds_of(self, terraform_name: str) -> tuple[GroupVersionKind, ...]:
        """The Kinds of a Terraform resource. Raises PluginIndexError if there is none."""
        kinds = tuple(
            gvk
            for gvk, implementation in self._implementations.items()
            if implementation.terraform_resource_name == terraform_name
        )
        if not kinds:
            raise PluginIndexError(f"{terraform_name}: there is no Kind of this resource")
        return kinds

    def invoker(self, gvk: GroupVersionKind) -> Invoker:
        """The invoker of a Kind. Raises PluginIndexError if there is none."""
        return Invoker(self._found(gvk))

    def _found(self, gvk: GroupVersionKind) -> Implementation:
        found = self._implementations.get(gvk)
        if found is None:
            raise PluginIndexError(f"{gvk}: there is no implementation")
        return found


class Invoker:
    """Calls the members of an implementation. Raises PluginIndexError for a missing member."""

    def __init__(self, implementation: Implementation) -> None:
        self._implementation = implementation

    @property
    def gvk(self) -> GroupVersionKind:
        """The Kind."""
        return self._implementation.gvk

    @property
    def terraform_resource_name(self) -> str:
        """The Terraform name of the resource."""
        return self._implementation.terraform_resource_name

    def has(self, member: str) -> bool:
        """Whether the implementation has a member, by its attribute name."""
        return getattr(self._implementation, member) is not None

    @property
    def has_own_names(self) -> bool:
        """Whether an overlay decodes states, and with them external names, in its own way."""
        return not getattr(self._implementation.cty_decoder, "is_generated", False)

    def encode_cty(self, resource: Manifest, block: Block, secrets: Secrets) -> Encoded:
        """As `CtyEncoder`."""
        return cast("CtyEncoder", self._member("cty_encoder")).encode_cty(resource, block, secrets)

    def decode_cty(self, resource: Manifest, state: Object, block: Block) -> Manifest:
        """As `CtyDecoder`."""
        return cast("CtyDecoder", self._member("cty_decoder")).decode_cty(resource, state, block)

    def merge_resources(self, kube: Manifest, prov: Manifest) -> tuple[Manifest, MergeDescription]:
        """As `ResourceMerger`."""
        return cast("ResourceMerger", self._member("resource_merger")).merge_resources(kube, prov)

    def reconcile(self, resource: Manifest, provider: Any, secrets: Secrets, now: datetime) -> PassOutcome:
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
