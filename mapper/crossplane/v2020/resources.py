"""The resources of a provider with addresses and fields, as in the generator of 2020."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from ...inputs import Node, problem_at
from ...kubernetes.plurals import kind_plural
from ...model import Address
from ...report.diagnostic import MappingError
from ...tfplugin.schema import Block, ProviderSchema
from ..common_fields import CLUSTER
from ..config import ResourceSettings, Settings
from ..documentation import Texts
from ..fields import Dropped, Field, walk
from ..names import is_group, is_kind
from .go_names import go_name, group_of, package_of, rest_of
from .members import GoResource, go_resource, value_type
from .plain_fields import PlainField, fields_of, is_hidden


class Resource(Struct, frozen=True):
    """A resource by its Terraform name. `package` is the folder of its code.

    `numbers` are the paths of numbers that are mapped as integers.
    """

    name: str
    node: Node
    block: Block
    address: Address
    package: str
    fields: tuple[PlainField, ...]
    settings: ResourceSettings
    dropped: tuple[Dropped, ...] = ()
    numbers: tuple[str, ...] = ()
    text: str = ""

    @property
    def has_secrets(self) -> bool:
        """Whether it has values that are in secrets."""
        return any(is_hidden(field) for field in walk(self.fields))

    def go(self) -> GoResource:
        """Its Go type, built on each call."""
        return go_resource(self.address.kind, self.fields, value_type(self.block))


class Provider(Struct, frozen=True):
    """The resources of a provider. `prefix` begins their Terraform names, `fields` are those of its configuration.

    `left_out` are triples: an earlier resource, one with the same definition name, and that name. No Kind or package
    can be made from the names in `unnamed`.
    """

    prefix: str
    settings: Settings
    node: Node
    block: Block
    fields: tuple[Field, ...]
    resources: tuple[Resource, ...]
    left_out: tuple[tuple[Resource, Resource, str], ...] = ()
    unnamed: tuple[str, ...] = ()

    @property
    def root_package(self) -> str:
        """The Go module of the provider."""
        program = self.settings.program
        parent, found, _ = program.package_path.rpartition("/generated/resources")
        own = self.prefix.replace("_", "-")
        return self.settings.module or (parent if found else f"github.com/crossplane-contrib/provider-terraform-{own}")

    @property
    def package_path(self) -> str:
        """The import path of the resources' packages."""
        return self.settings.program.package_path or f"{self.root_package}/generated/resources"

    @property
    def group(self) -> str:
        """The API group of the provider's configuration."""
        own = self.prefix.replace("_", "-")
        return self.settings.program.group or f"{own}.terraform-plugin.crossplane.io"


def make_provider(
    schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
) -> Provider:
    """The resources that the settings select, in the order of the schema. Raises MappingError for invalid names."""
    prefix = settings.name or local_name
    if not is_group(prefix.replace("_", "-")):
        text = f"the provider {prefix!r} makes no group; say its name in the config"
        raise MappingError(problem_at(text, node))
    names = [name for name in schema.resources if is_wanted(name, settings)]
    group_kinds = {
        name: _resource(name, schema.resources[name].block or Block(), node, prefix, settings, texts) for name in names
    }
    made = [resource for resource in group_kinds.values() if _can_be(resource)]
    left_out = tuple(_collisions(made))
    gone = {second.name for _, second, _ in left_out}
    kept = tuple(resource for resource in made if resource.name not in gone)
    unnamed = tuple(name for name, resource in group_kinds.items() if not _can_be(resource))
    block = (schema.provider.block if schema.provider else None) or Block()
    inside = node.child("provider").get("block") if node.get("provider") else None
    own = fields_of(ResourceSettings(""), Texts(), block, inside or node).made
    return Provider(prefix, settings, node, block, own, kept, left_out, unnamed)


def is_wanted(name: str, settings: Settings) -> bool:
    """Whether the settings select a resource."""
    return name not in settings.excluded and (not settings.only_listed or name in settings.resources)


def _can_be(resource: Resource) -> bool:
    return bool(resource.package) and is_kind(resource.address.kind) and is_group(resource.address.group)


def _resource(
    name: str, block: Block, root: Node, prefix: str, settings: Settings, texts: Mapping[str, Texts]
) -> Resource:
    node = root.child("resource_schemas").child(name)
    settings_ = settings.resources.get(name) or ResourceSettings(name)
    rest = rest_of(name, prefix)
    kind = settings_.kind or go_name(rest)
    address = Address(
        settings_.api_group or group_of(rest, prefix),
        settings_.version or settings.base_version,
        kind_plural(kind),
        scope=CLUSTER,
        columns=tuple(column for column, _ in settings_.columns),
        kind=kind,
    )
    documentation = texts.get(name) or Texts()
    fields = fields_of(settings_, documentation, block, node.get("block") or node, refers=settings.refers_to_secrets)
    about = " ".join(documentation.description.split())
    dropped, numbers = tuple(fields.dropped), tuple(fields.numbers)
    return Resource(name, node, block, address, package_of(rest), fields.made, settings_, dropped, numbers, about)


def definition_names(resource: Resource, kind: str = "") -> list[str]:
    """The names that must be unique: the definition in a cluster, with its Kind or another one, and the folder."""
    plural = kind_plural(kind) if kind else resource.address.plural
    return [f"{plural}.{resource.address.group}", f"{resource.package}/{resource.address.version}"]


def _collisions(resources: list[Resource]) -> Iterator[tuple[Resource, Resource, str]]:
    """Resources whose definition has the name of an earlier one."""
    seen: dict[str, Resource] = {}
    for resource in resources:
        names = definition_names(resource)
        taken = next((name for name in names if name in seen), None)
        if taken is not None:
            yield seen[taken], resource, taken
            continue
        seen |= dict.fromkeys(names, resource)
