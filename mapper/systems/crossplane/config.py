"""The contents of `provider.yaml`, as data."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from mapper.inputs import Node
from mapper.model import Column


class ExternalNameMode(StrEnum):
    """How the external name of an object is determined."""

    NAME = "name_as_identifier"
    PARAMETER = "parameter_as_identifier"
    PROVIDER = "identifier_from_provider"
    TEMPLATE = "templated_string"


class ExternalName(Struct, frozen=True):
    """The mode, with the parameter and the template that some modes have."""

    mode: ExternalNameMode = ExternalNameMode.NAME
    parameter: str = ""
    template: str = ""


class ReferenceSetting(Struct, frozen=True):
    """A field that may refer to another resource: by its Terraform name, or by a Kind of another provider.

    `api_group` and `version` belong to a Kind of another provider, which the runtime looks up; else empty.
    """

    node: Node
    terraform_name: str = ""
    kind: str = ""
    extract: str = ""
    ref_field: str = ""
    selector_field: str = ""
    api_group: str = ""
    version: str = ""


class Flags(Struct, frozen=True):
    """Corrections of the schema's flags of one attribute; None keeps the flag."""

    required: bool | None = None
    optional: bool | None = None
    computed: bool | None = None
    sensitive: bool | None = None


class Merging(Struct, frozen=True):
    """How several appliers merge a list or map, in the words of Kubernetes; empty for the default of its type.

    `map_type` may also be `none`: the definition says nothing.
    """

    list_type: str = ""
    list_map_keys: tuple[str, ...] = ()
    map_type: str = ""


class PreviousVersion(Struct, frozen=True):
    """An older version of a Kind. `definition` is the file of an earlier release that has it, empty if unknown.

    `deprecation` is the warning for users of the version. Once the file is read, `defines` is the name in its metadata,
    such as `cages.zoo.example.org`, and `entry` is its entry of the version.
    """

    node: Node
    name: str
    definition: str = ""
    deprecation: str = ""
    defines: str = ""
    entry: dict[str, Any] | None = None


class Replacing(StrEnum):
    """What happens to an object when a change is not possible in place."""

    REFUSE = "refuse"
    RECREATE = "recreate"


class Readiness(Struct, frozen=True):
    """When an existing resource is ready: by the value of an attribute, as text. `path` is a Terraform path."""

    path: str
    values: Mapping[str, bool]


class ResourceSettings(Struct, frozen=True):
    """The settings of one resource. Paths are dotted Terraform names. `node` is its entry, None if there is none.

    `short_group` is empty if the group is the root group. `paths` are the places of all paths, by path, `changes` the
    lines that change a field, and `says_integers` is whether `number_int` exists. `passwords` are the paths of secrets
    that the runtime generates if they do not exist.
    """

    name: str
    node: Node | None = None
    short_group: str | None = None
    api_group: str = ""
    kind: str = ""
    version: str = ""
    columns: tuple[tuple[Column, Node], ...] = ()
    external_name: ExternalName = ExternalName()
    references: Mapping[str, ReferenceSetting] = field(default_factory=dict)
    connection_details: tuple[str, ...] = ()
    ignored_late: tuple[str, ...] = ()
    passwords: frozenset[str] = frozenset()
    to_status: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    flags: Mapping[str, Flags] = field(default_factory=dict)
    merging: Mapping[str, Merging] = field(default_factory=dict)
    integers: frozenset[str] = frozenset()
    says_integers: bool = False
    floats: frozenset[str] = frozenset()
    embeds: bool | None = None
    paths: Mapping[str, Node] = field(default_factory=dict)
    changes: Mapping[str, tuple[Node, ...]] = field(default_factory=dict)
    previous: tuple[PreviousVersion, ...] = ()
    readiness: Readiness | None = None
    replacing: Replacing = Replacing.REFUSE
    cluster_only: Any = None


class Overlay(Struct, frozen=True):
    """A replacement of parts of a generated resource: members of the package's `Index()`, or files.

    Empty `members` select all. `files`: name of a generated file -> path of its replacement, relative to the config.
    """

    node: Node
    terraform_name: str
    package: str = ""
    members: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


class Program(Struct, frozen=True):
    """Settings of the Go code around the resources. `package_path` is its import path; empty for the default.

    `version` is the provider's version, `config_version` the API version of its configuration, and `group` its group.
    `omits_empty`: manifests omit empty lists and maps.
    """

    package_path: str = ""
    runtime: str = "github.com/crossplane-contrib/terraform-runtime"
    version: str = ""
    config_version: str = "v1alpha1"
    group: str = ""
    omits_empty: bool = False
    overlays: tuple[Overlay, ...] = ()


class Settings(Struct, frozen=True):
    """The whole config. `resources` are by Terraform name. In the cluster scope, resources in `cluster` replace them.

    `refers_to_secrets`: in the profile v2020, sensitive values are in secrets. `lists_config_kinds`: definitions have
    an `enum` of the Kinds of a ProviderConfig. `node` is the root of the config, None if there is none.
    """

    name: str = ""
    profile: str = ""
    runtime: str = "v2.4"
    lists_config_kinds: bool = False
    controller_gen: str = "v0.20.1"
    root_group: str = ""
    namespaced_root_group: str = ""
    short_name: str = ""
    base_version: str = "v1alpha1"
    only_listed: bool = False
    embeds: bool = False
    metadata: str = ""
    module: str = ""
    excluded: frozenset[str] = frozenset()
    reference_namespaces: frozenset[str] = frozenset()
    """The namespaces into which objects of other namespaces may refer; the runtime refuses other references."""
    resources: Mapping[str, ResourceSettings] = field(default_factory=dict)
    cluster: Mapping[str, ResourceSettings] = field(default_factory=dict)
    program: Program = Program()
    refers_to_secrets: bool = False
    node: Node | None = None
