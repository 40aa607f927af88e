"""The packages of Go types, in the folders of upjet's providers, and the names of their structures.

Names are distinct in a package, and stable from run to run.

As in upjet, a structure is named after its field and side, such as `DoorParameters`. If the name is taken, names of
parent fields are prepended, and then a number is appended.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from mapper.files import portable
from mapper.languages.golang.source import GENERATED, source_file, string_literal
from mapper.model import Address

from .common_fields import CLUSTER
from .fields import Field, ManifestSide, ObjectShape, element_of
from .names import go_name
from .resources import Provider, Resource, Target

SUFFIXES = {ManifestSide.FOR: "Parameters", ManifestSide.INIT: "InitParameters", ManifestSide.AT: "Observation"}
VARIABLES = "CRDGroup", "CRDVersion", "CRDGroupVersion", "SchemeBuilder"
"""The identifiers that every package declares."""

_METHODS = frozenset(("DeepCopy", "DeepCopyInto"))
"""Methods that controller-gen generates for every structure: no field can have such a name."""
_NO_LETTERS = re.compile(r"[^A-Za-z0-9]")

Names = dict[tuple[str, ManifestSide], str]
"""The names of a resource's structures, by the path of the field (empty for the top level) and the side."""


@lru_cache(maxsize=65536)
def field_name(name: str) -> str:
    """The name of a field in Go; characters that Go does not allow are replaced."""
    identifier = _NO_LETTERS.sub("_", go_name(name))
    if not identifier[:1].isupper():
        identifier = f"X{identifier}"
    return f"{identifier}_" if identifier in _METHODS else identifier


class PackageNames:
    """Assigns the names that a package declares. A Kind keeps its name, because clusters use it."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self._taken = set(kinds)
        self._numbers: Counter[str] = Counter()
        self.variables = {name: self.declared(name) for name in VARIABLES}

    def declared(self, name: str) -> str:
        """A free name, with underscores appended if it is taken."""
        while name in self._taken:
            name = f"{name}_"
        self._taken.add(name)
        return name

    def structures(self, target: Target) -> Names:
        """The names of all structures of a resource, assigned in the order of field names."""
        names: Names = {}
        self._structures((target.address.kind,), "", target.fields, names)
        return names

    def _structures(self, names: tuple[str, ...], path: str, fields: tuple[Field, ...], names_by_place: Names) -> None:
        for side, suffix in SUFFIXES.items():
            names_by_place[path, side] = self._free(names, suffix)
        for field in sorted(fields, key=lambda field: field.name):
            shape = element_of(field.shape)
            if isinstance(shape, ObjectShape):
                self._structures((*names, field_name(field.name)), field.path, shape.fields, names_by_place)

    def _free(self, names: tuple[str, ...], suffix: str) -> str:
        name = suffix
        for part in reversed(names):
            name = f"{part}{name}"
            if name not in self._taken:
                self._taken.add(name)
                return name
        whole = name
        while name in self._taken:
            self._numbers[whole] += 1
            name = f"{whole}_{self._numbers[whole] + 1}"
        self._taken.add(name)
        return name


FOLDER = "apis"
_SCOPES = {CLUSTER: "cluster"}
_HIDDEN = frozenset(("internal", "testdata", "vendor"))
"""Names of folders that Go treats specially."""


class Package:
    """The resources of one group, version and scope."""

    def __init__(self, folder: str, provider: Provider, members: tuple[tuple[Resource, Target], ...]) -> None:
        self.folder, self.provider, self.members = folder, provider, members
        self.address: Address = members[0][1].address

    @cached_property
    def given(self) -> PackageNames:
        """The names in the package that are taken."""
        return PackageNames(target.address.kind for _, target in self.members)

    @property
    def variables(self) -> dict[str, str]:
        """The names of the common declarations: usual name -> name in this package."""
        return self.given.variables

    @cached_property
    def names(self) -> dict[str, tuple[dict[str, str], Names]]:
        """Terraform name of a resource -> names of its list, spec and status, and of its structures."""
        ordered = sorted(self.members, key=lambda member: member[0].name)
        names = self.given
        names_by_resource = {
            resource.name: {end: names.declared(f"{target.address.kind}{end}") for end in ("List", "Spec", "Status")}
            for resource, target in ordered
        }
        return {
            resource.name: (names_by_resource[resource.name], names.structures(target)) for resource, target in ordered
        }

    def path(self, target: Address) -> str:
        """The qualified name of a type for other packages; empty if the module is unknown."""
        module = self.provider.settings.module
        return f"{module}/{self.folder}.{target.kind}" if module else ""


def packages_of(provider: Provider) -> Iterator[Package]:
    """The packages of all resources."""
    members: dict[tuple[str, str, str], list[tuple[Resource, Target]]] = {}
    for resource in provider.resources:
        for target in resource.targets:
            address = target.address
            members.setdefault((address.scope, address.group, address.version), []).append((resource, target))
    owners: dict[tuple[str, str], str] = {}
    for (scope, group, version), targets in members.items():
        short = group.partition(".")[0]
        is_own = owners.setdefault((scope, short), group) == group and short not in _HIDDEN
        folder = f"{FOLDER}/{_SCOPES.get(scope, 'namespaced')}/{portable(short if is_own else group)}/{version}"
        yield Package(folder, provider, tuple(targets))


def group_version(package: Package) -> str:
    """The file with the group and version of a package."""
    address = package.address
    return _GROUP_VERSION.format(generated=GENERATED, group=address.group, version=address.version, **package.variables)


_GROUP_VERSION = """\
{generated}

// Package {version} is the {version} version of the API {group}.
// +kubebuilder:object:generate=true
// +groupName={group}
// +versionName={version}
package {version}

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)

// {CRDGroup} is the group of the types.
const {CRDGroup} = "{group}"

// {CRDVersion} is the version of the types.
const {CRDVersion} = "{version}"

// {CRDGroupVersion} is the group with the version.
var {CRDGroupVersion} = schema.GroupVersion{{Group: {CRDGroup}, Version: {CRDVersion}}}

// {SchemeBuilder} adds the types to a scheme.
var {SchemeBuilder} = &scheme.Builder{{GroupVersion: {CRDGroupVersion}}}
"""


def registers(packages: tuple[Package, ...], module: str) -> Iterator[tuple[str, tuple[str]]]:
    """The file of each scope that registers the types of all packages in a scheme."""
    scopes: dict[str, list[str]] = {}
    for package in packages:
        scopes.setdefault(package.folder.split("/")[1], []).append(package.folder)
    for scope, folders in scopes.items():
        variables = {package.folder: package.variables["SchemeBuilder"] for package in packages}
        aliases = {f"api{number}": folder for number, folder in enumerate(sorted(folders))}
        imports = ['"k8s.io/apimachinery/pkg/runtime"']
        imports += [f"{alias} {string_literal(f'{module}/{folder}')}" for alias, folder in aliases.items()]
        added = "".join(f"\t{alias}.{variables[folder]}.AddToScheme,\n" for alias, folder in aliases.items())
        yield f"{FOLDER}/{scope}/zz_register.go", (source_file(scope, _REGISTER.format(added=added), imports),)


_REGISTER = """\
// AddToSchemes has the functions that add the types of all packages.
var AddToSchemes = runtime.SchemeBuilder{{
{added}}}

// AddToScheme adds the types of all packages to a scheme.
func AddToScheme(s *runtime.Scheme) error {{
	return AddToSchemes.AddToScheme(s)
}}
"""
