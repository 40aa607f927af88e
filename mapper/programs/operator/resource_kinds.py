"""The Kinds of a provider in the runtime, for both profiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from mapper.languages.tfplugin.schema import Block
from mapper.systems.crossplane.common_fields import NAMESPACED
from mapper.systems.crossplane.config import ExternalName, ExternalNameMode, ResourceSettings
from mapper.systems.crossplane.fields import Field
from mapper.systems.crossplane.names import is_group

from .plugin import GroupVersionKind

if TYPE_CHECKING:
    from mapper.systems.crossplane.read import Inputs
    from mapper.systems.crossplane.resources import Provider, Resource, Target


class ResourceKind(Struct, frozen=True):
    """A resource in one scope. `known` has the Kinds of the same scope by Terraform name.

    Objects may refer into their own namespace, and into `reference_namespaces`. `root_group` and `config_version` are
    the group and version of the provider's ProviderConfigs. `tells_requests`: the status has a field for the last
    handled reconcile request.
    """

    gvk: GroupVersionKind
    plural: str
    terraform_name: str
    block: Block
    fields: tuple[Field, ...]
    settings: ResourceSettings
    external_name: ExternalName
    is_namespaced: bool
    has_policies: bool = True
    tells_requests: bool = False
    known: Mapping[str, GroupVersionKind] = field(default_factory=dict)
    root_group: str = ""
    config_version: str = "v1beta1"
    reference_namespaces: frozenset[str] = frozenset()

    @property
    def is_named_by_provider(self) -> bool:
        """Whether the provider assigns the external name, so that it is unknown before creation."""
        return self.external_name.mode is ExternalNameMode.PROVIDER


class Chosen(Struct, frozen=True):
    """Some Kinds with their fields, and all Kinds of the provider without fields.

    `inputs` belong to the Kinds with fields; None if the provider has none of them.
    """

    inputs: Inputs | None
    every: tuple[ResourceKind, ...]


def resource_kinds(inputs: Inputs) -> tuple[ResourceKind, ...]:
    """All Kinds that a config selects. Raises MappingError."""
    provider = inputs.provider
    kinds_by_scope: dict[str, dict[str, GroupVersionKind]] = {}
    for resource in provider.resources:
        for target in resource.targets:
            kinds_by_scope.setdefault(target.address.scope, {})[resource.name] = _gvk(target)
    return tuple(
        _kind(resource, target, provider, kinds_by_scope)
        for resource in provider.resources
        for target in resource.targets
    )


def _gvk(target: Target) -> GroupVersionKind:
    return GroupVersionKind(target.address.group, target.address.version, target.address.kind)


def _kind(
    resource: Resource, target: Target, provider: Provider, known: Mapping[str, Mapping[str, GroupVersionKind]]
) -> ResourceKind:
    address, named = target.address, target.settings.external_name
    return ResourceKind(
        _gvk(target),
        address.plural,
        resource.name,
        resource.block,
        target.fields,
        target.settings,
        named if provider.has_policies else ExternalName(ExternalNameMode.PROVIDER),
        is_namespaced=address.scope == NAMESPACED,
        has_policies=provider.has_policies,
        tells_requests=provider.tells_requests,
        known=known[address.scope] if provider.known else {},
        root_group=provider.root_group(resource, address),
        config_version=provider.config_version,
        reference_namespaces=provider.settings.reference_namespaces,
    )


def is_name(given: object) -> bool:
    """Whether a value is a valid name of an object or a namespace."""
    return isinstance(given, str) and is_group(given)
