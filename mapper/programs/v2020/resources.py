"""The resources of a provider with addresses and fields, as in the generator of 2020."""

from collections.abc import Mapping

from mapper.inputs import Node, problem_at
from mapper.languages.kubernetes.plurals import kind_plural
from mapper.languages.tfplugin.schema import Block, ProviderSchema
from mapper.model import Address
from mapper.report.diagnostic import MappingError
from mapper.systems.crossplane.common_fields import CLUSTER
from mapper.systems.crossplane.config import ResourceSettings, Settings
from mapper.systems.crossplane.documentation import Texts
from mapper.systems.crossplane.fields import Field, walk
from mapper.systems.crossplane.names import GroupKind, is_group, is_kind
from mapper.systems.crossplane.resources import Provider, Resource, Target, is_wanted, without_collisions

from .go_names import go_name, group_of, package_of, rest_of
from .plain_fields import fields_of


class V2020Resource(Resource, frozen=True):
    """A resource, with one target. `package` is the folder of its code.

    `numbers` are the paths of numbers that are mapped as integers.
    """

    package: str = ""
    numbers: tuple[str, ...] = ()

    @property
    def address(self) -> Address:
        """The address of its target."""
        return self.target.address

    @property
    def has_secrets(self) -> bool:
        """Whether it has values that are in secrets."""
        return any(field.is_hidden for field in walk(self.target.fields))


class V2020Provider(Provider, frozen=True):
    """A provider whose resources are V2020Resource. `block` and `fields` belong to its configuration."""

    resources: tuple[V2020Resource, ...]
    left_out: tuple[tuple[V2020Resource, V2020Resource, str], ...] = ()
    block: Block = Block()
    fields: tuple[Field, ...] = ()

    @property
    def root_package(self) -> str:
        """The Go module of the provider."""
        program = self.settings.program
        parent, is_generated, _ = program.package_path.rpartition("/generated/resources")
        name = self.prefix.replace("_", "-")
        return self.settings.module or (
            parent if is_generated else f"github.com/crossplane-contrib/provider-terraform-{name}"
        )

    @property
    def package_path(self) -> str:
        """The import path of the resources' packages."""
        return self.settings.program.package_path or f"{self.root_package}/generated/resources"

    @property
    def group(self) -> str:
        """The API group of the provider's configuration."""
        name = self.prefix.replace("_", "-")
        return self.settings.program.group or f"{name}.terraform-plugin.crossplane.io"

    @property
    def config_version(self) -> str:
        """The API version of the provider's configuration."""
        return self.settings.program.config_version

    @property
    def has_policies(self) -> bool:
        """False: the generator of 2020 knows no management policies; the provider names all objects."""
        return False

    @property
    def tells_requests(self) -> bool:
        """False."""
        return False

    def root_group(self, resource: Resource, address: Address) -> str:
        """The API group of the provider's configuration."""
        return self.group


def make_provider(
    schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
) -> V2020Provider:
    """The resources that the settings select, in the order of the schema. Raises MappingError for invalid names."""
    prefix = settings.name or local_name
    if not is_group(prefix.replace("_", "-")):
        text = f"the provider {prefix!r} makes no group"
        raise MappingError(problem_at(text, node, remedy="say its name in the config"))
    every = [
        _resource(name, schema.resources[name].members, node, prefix, settings, texts)
        for name in schema.resources
        if is_wanted(name, settings)
    ]
    kept, left_out = without_collisions(filter(_can_be, every), definition_names)
    unnamed = tuple(resource.name for resource in every if not _can_be(resource))
    block = schema.settings
    inside = node.child("provider").get("block") if node.get("provider") else None
    fields = fields_of(ResourceSettings(""), Texts(), block, inside or node).made
    return V2020Provider(
        prefix=prefix,
        settings=settings,
        node=node,
        resources=kept,
        known={},
        left_out=left_out,
        unnamed=unnamed,
        block=block,
        fields=fields,
    )


def _can_be(resource: V2020Resource) -> bool:
    return bool(resource.package) and is_kind(resource.address.kind) and is_group(resource.address.group)


def _resource(
    name: str, block: Block, root: Node, prefix: str, settings: Settings, texts: Mapping[str, Texts]
) -> V2020Resource:
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
    target = Target(address, fields.made, settings_, tuple(fields.dropped))
    kind_ = GroupKind("", kind)
    return V2020Resource(
        name,
        node,
        block,
        kind_,
        (target,),
        about,
        documentation,
        package=package_of(rest),
        numbers=tuple(fields.numbers),
    )


def definition_names(resource: V2020Resource, kind: str = "") -> list[str]:
    """The names that must be unique: the definition in a cluster, with its Kind or another one, and the folder."""
    plural = kind_plural(kind) if kind else resource.address.plural
    return [f"{plural}.{resource.address.group}", f"{resource.package}/{resource.address.version}"]
