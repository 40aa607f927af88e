"""What `provider.yaml` says, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from ..documents import Node
from ..immutable import dataclass
from ..model import Column


class ExternalNameMode(StrEnum):
    """Where the name of an object outside of the cluster comes from."""

    NAME = "name_as_identifier"
    PARAMETER = "parameter_as_identifier"
    PROVIDER = "identifier_from_provider"
    TEMPLATE = "templated_string"


@dataclass(frozen=True, slots=True)
class ExternalName:
    """The mode, with the parameter and the template that some modes have."""

    mode: ExternalNameMode = ExternalNameMode.NAME
    parameter: str = ""
    template: str = ""


@dataclass(frozen=True, slots=True)
class ReferenceSetting:
    """A field that may name another resource: by its Terraform name, or by a Kind that the provider does not have.

    `api_group` and `version` are those of a Kind of another provider, which the runtime looks up; empty where it does
    not.
    """

    node: Node
    terraform_name: str = ""
    kind: str = ""
    extract: str = ""
    ref_field: str = ""
    selector_field: str = ""
    api_group: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Flags:
    """Corrections of what the schema says of one attribute; None where there is none."""

    required: bool | None = None
    optional: bool | None = None
    computed: bool | None = None
    sensitive: bool | None = None


class Replacing(StrEnum):
    """What becomes of an object when a change cannot be made in place."""

    REFUSE = "refuse"
    RECREATE = "recreate"


@dataclass(frozen=True, slots=True)
class Readiness:
    """When a resource that exists can be used: by the value of an attribute, as text. `path` is that of Terraform."""

    path: str
    values: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class ResourceSettings:
    """What is said of one resource. Paths are dotted Terraform names. `node` is where, None where nothing is said.

    `short_group` is empty where the group is the root group. `paths` are the places of all paths that are named, by
    the path, `changes` those of the lines that change a field, `says_integers` is whether `number_int` is there, and
    `kept` is where versions are named that only earlier files have. `passwords` are the paths of secrets that the
    runtime makes up where they are missing.
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
    integers: frozenset[str] = frozenset()
    says_integers: bool = False
    floats: frozenset[str] = frozenset()
    embeds: bool | None = None
    paths: Mapping[str, Node] = field(default_factory=dict)
    changes: Mapping[str, tuple[Node, ...]] = field(default_factory=dict)
    kept: Node | None = None
    readiness: Readiness | None = None
    replacing: Replacing = Replacing.REFUSE
    cluster_only: Any = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """What takes the place of a part of a generated resource: members of what the package's `Index()` gives, or files.

    No `members` are all that it gives. `files` are paths beside the config by the name of the file that they replace.
    """

    node: Node
    terraform_name: str
    package: str = ""
    members: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """What Go code has besides the resources. `package_path` is where it is imported from; empty where that follows.

    `version` is that of the provider, `config_version` that of the API of its configuration, and `group` its group.
    `omits_empty`: lists and maps without elements are not in manifests.
    """

    package_path: str = ""
    runtime: str = "github.com/crossplane-contrib/terraform-runtime"
    version: str = ""
    config_version: str = "v1alpha1"
    group: str = ""
    omits_empty: bool = False
    overlays: tuple[Overlay, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole config. `resources` are by Terraform name; those of `cluster` replace them in the cluster's scope.

    `refers_to_secrets`: in the profile of 2020, sensitive values are in secrets. `node` is where the config is, None
    for one that says nothing.
    """

    name: str = ""
    profile: str = ""
    runtime: str = "v2.4"
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
    resources: Mapping[str, ResourceSettings] = field(default_factory=dict)
    cluster: Mapping[str, ResourceSettings] = field(default_factory=dict)
    program: Program = Program()
    refers_to_secrets: bool = False
    node: Node | None = None
