"""Writes the Go types of the APIs; controller-gen makes the same definitions from them as `crd` does.

There is a package for each group, version and scope, as in providers made with upjet. Go tools generate the rest of
such a provider (methods of managed resources, controllers) from these types.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import assert_never

from msgspec import Struct

from mapper.languages.golang.source import Line, aligned, doc_comment, field_comment, shown, source_file, string_literal
from mapper.languages.kubernetes.crd import comment
from mapper.model import CollectionKind, Column, ScalarKind

from .common_fields import CLUSTER, INIT_PROVIDER
from .contents import Contents
from .crd import about, is_required, rules_of, server_side, shown_side
from .fields import Field, ManifestSide, Many, ObjectShape, Shape, element_of, reference_names, walk
from .go_names import Names, Package, field_name, group_version, packages_of, registers
from .resources import FileText, Provider, Resource, Target
from .runtime_types import CommonTypes, common_types

_IMPORTS = {
    "apiextensionsv1": 'apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"',
    "metav1": 'metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
    "schema": '"k8s.io/apimachinery/pkg/runtime/schema"',
}


_SCALARS = {
    ScalarKind.BOOL: "*bool",
    ScalarKind.INT64: "*int64",
    ScalarKind.NUMBER: "*float64",
    ScalarKind.STRING: "*string",
    ScalarKind.DYNAMIC: "*apiextensionsv1.JSON",
}
_EXTRACT = "github.com/crossplane/upjet/v2/pkg/resource"
_OPTIONAL, _REQUIRED = "+kubebuilder:validation:Optional", "+kubebuilder:validation:Required"


def write_go(provider: Provider) -> dict[str, Iterable[str]]:
    """Path -> text of each file."""
    files: dict[str, Iterable[str]] = {}
    packages = tuple(packages_of(provider))
    by_resource = {(r.name, t.address.scope): p for p in packages for r, t in p.members}
    written = _Written(by_resource)
    for package in packages:
        files[f"{package.folder}/zz_groupversion_info.go"] = (group_version(package),)
    for resource in provider.resources:
        for target in resource.targets:
            package = by_resource[resource.name, target.address.scope]
            path = f"{package.folder}/zz_{target.address.kind.lower()}_types.go"
            files[path] = FileText(partial(_file, package, resource, target, written))
    if provider.settings.module:
        files |= registers(packages, provider.settings.module)
    return files


def _file(package: Package, resource: Resource, target: Target, written: "_Written") -> str:
    """The text of the file of one resource."""
    kind_names, names = package.names[resource.name]
    structures = written.structures(package, target, names)
    kind = _Kind(resource, target, package, kind_names, names)
    code = "".join(f"{structures.texts[name]}\n" for name in sorted(structures.texts)) + kind.text()
    common = kind.common
    imports = _IMPORTS | {alias: f'{alias} "{path}"' for alias, path in common.imports.items()}
    used = structures.used | {"metav1", "schema"}
    used |= {type_.partition(".")[0] for type_ in (common.spec(target.address.scope), common.status)}
    return shown(source_file(target.address.version, code, [imports[name] for name in sorted(used)]))


class _Written:
    """A cache of the structures that were written last: both scopes share those that do not depend on the scope.

    `packages` are by the name of a resource and the scope. Nested objects that have the same in several places have
    the same members there, but for the names of their own structures.
    """

    def __init__(self, packages: dict[tuple[str, str], Package]) -> None:
        self.packages = packages
        self._contents = Contents()
        self._members: dict[tuple[int, ManifestSide, str], _Members] = {}
        self._latest: tuple[tuple[Field, ...], Names, _Structures] | None = None

    def structures(self, package: Package, target: Target, names: Names) -> "_Structures":
        """The structures of a resource in a scope."""
        if self._latest is not None and self._latest[0] is target.fields and self._latest[1] == names:
            return self._latest[2]
        structures = _Structures(package, target, names, self)
        for side in ManifestSide:
            structures.add("", target.fields, side, structures.members(target.fields, side))
        has_scope = any(field.is_secret or field.reference is not None for field in walk(target.fields))
        self._latest = None if has_scope else (target.fields, names, structures)
        return structures

    def members(self, shape: ObjectShape, side: ManifestSide, structures: "_Structures") -> "_Members":
        """The members of a nested structure on a side, made where none that has the same was made in this scope."""
        key = self._contents.number(shape), side, structures.scope
        if key not in self._members:
            self._members[key] = structures.members(shape.fields, side)
        return self._members[key]


class _Members(Struct, frozen=True):
    """The lines of a structure without the names of other structures. `used` are packages that they refer to.

    `open_types` are the lines of fields with structures, to complete: their index, the field's index, and the side of
    the structure that is named. `text` is the aligned text where there are none.
    """

    lines: tuple[Line, ...]
    text: str
    open_types: tuple[tuple[int, int, ManifestSide], ...]
    used: frozenset[str]


class _Structures:
    """Writes the structures of one resource. `used` are the packages that their fields refer to."""

    def __init__(self, package: Package, target: Target, names: Names, written: _Written) -> None:
        self.texts: dict[str, str] = {}
        self.used: set[str] = set()
        self.scope = target.address.scope
        self._package, self._names, self._written = package, names, written
        self._common = common_types(package.provider.settings.runtime).common
        self._local = "" if target.address.scope == CLUSTER else "Local"
        self._in_namespace = "" if target.address.scope == CLUSTER else "Namespaced"

    def add(self, path: str, fields: tuple[Field, ...], side: ManifestSide, members: _Members) -> None:
        """Declare the structure of some fields at a path, and all nested ones."""
        self.used |= members.used
        lines = [*members.lines]
        for index, number, named_side in members.open_types:
            field, (name, type_, tag) = fields[number], lines[index]
            lines[index] = name, f"{type_}{self._names[field.path, named_side]}", tag
            shape = element_of(field.shape)
            if isinstance(shape, ObjectShape):
                self.add(field.path, shape.fields, side, self._written.members(shape, side, self))
        text = aligned(lines) if members.open_types else members.text
        self.texts[self._names[path, side]] = f"type {self._names[path, side]} struct {{\n{text}}}\n"

    def members(self, fields: tuple[Field, ...], side: ManifestSide) -> _Members:
        """The members for some fields on a side."""
        rows: dict[str, tuple[int | None, list[Line]]] = {}
        texts = {field.json: field.text for field in fields if field.text}
        used: set[str] = set()
        for number, field in enumerate(fields):
            if not field.on(side):
                continue
            rows[field.json] = number, self._field(field, side)
            used |= self._packages_of(field, side)
            if side is not ManifestSide.AT and field.reference is not None:
                rows |= {json: (None, row) for json, row in self._reference(field, texts, side).items()}
        taken: set[str] = set()
        lines: list[Line] = []
        open_types = []
        for place, row in rows.values():
            lines += _distinct(row, taken)
            if place is None:  # a reference, of types that have names
                continue
            field = fields[place]
            if isinstance(element_of(field.shape), ObjectShape) and not field.is_secret:
                open_types.append((len(lines) - 1, place, shown_side(field, side)))
        return _Members(tuple(lines), "" if open_types else aligned(lines), tuple(open_types), frozenset(used))

    def _packages_of(self, field: Field, side: ManifestSide) -> set[str]:
        """The packages that the types of a field refer to."""
        untyped = {"apiextensionsv1"} if element_of(field.shape) is ScalarKind.DYNAMIC else set()
        if field.is_secret:
            return {self._common}
        is_given = side is not ManifestSide.AT
        return untyped | {self._common} if is_given and field.reference is not None else untyped

    def _field(self, field: Field, side: ManifestSide) -> list[Line]:
        name = field_name(field.name)
        if field.is_secret:
            name, type_ = f"{name}SecretRef", self._secret(field, side)
            markers = []
        else:
            type_ = _type(field.shape)
            markers = list(_server_side(field, side, self._package.provider.settings.runtime))
        if side is ManifestSide.FOR:
            markers = [*self._refers_to(field), *markers]
        tf = "-" if field.is_secret else f"{field.name},omitempty"  # the controller resolves secrets
        return self._row(name, field.json, type_, field.text, markers, side, field, tf=tf)

    def _row(
        self,
        name: str,
        json_name: str,
        type_: str,
        text: str,
        markers: list[str],
        side: ManifestSide,
        field: Field | None = None,
        *,
        tf: str = "-",
    ) -> list[Line]:
        """The comment, markers and declaration of a field. `field` is None for a reference, which is never required."""
        is_needed = field is not None and is_required(field, side)
        if side is ManifestSide.FOR:
            markers = [*markers, _REQUIRED if is_needed else _OPTIONAL]
        tag = f'json:"{json_name}{"" if is_needed else ",omitempty"}" tf:"{tf}"'
        return [
            *(field_comment(comment(text)) if text else ()),
            *((f"// {marker}",) for marker in markers),
            (name, type_, f"`{tag}`"),
        ]

    def _secret(self, field: Field, side: ManifestSide) -> str:
        if field.is_map:
            return f"*{self._common}.{self._local}SecretReference"
        go_type = f"{self._common}.{self._local}SecretKeySelector"
        return f"[]{go_type}" if field.is_list else go_type if is_required(field, side) else f"*{go_type}"

    def _reference(self, field: Field, texts: dict[str, str], side: ManifestSide) -> dict[str, list[Line]]:
        provider, setting = self._package.provider, field.reference
        names = reference_names(field)
        ref, selector = provider.reference_texts(field)
        go_name = field_name(field.name)
        many = "[]" if field.is_list else "*"
        in_go = (
            (setting and setting.ref_field) or f"{go_name}{'Refs' if field.is_list else 'Ref'}",
            (setting and setting.selector_field) or f"{go_name}Selector",
        )
        own_types = f"{self._common}.{self._in_namespace}"
        types = f"{many}{own_types}Reference", f"*{own_types}Selector"
        return {
            json: self._row(name, json, type_, texts.get(json, text), [], side)
            for json, name, type_, text in zip((names.ref, names.selector), in_go, types, (ref, selector), strict=True)
        }

    def _refers_to(self, field: Field) -> Iterator[str]:
        """The markers from which angryjet generates the resolver of a reference."""
        setting = field.reference
        package = self._written.packages.get((setting.terraform_name, self.scope)) if setting else None
        if setting is None or package is None:
            return
        address = next(t.address for r, t in package.members if r.name == setting.terraform_name)
        kind = address.kind if package is self._package else package.path(address)
        if not kind:
            return
        yield f"+crossplane:generate:reference:type={kind}"
        if setting.extract == "id":
            yield f"+crossplane:generate:reference:extractor={_EXTRACT}.ExtractResourceID()"
        elif setting.extract:
            path = string_literal(setting.extract)
            yield f"+crossplane:generate:reference:extractor={_EXTRACT}.ExtractParamPath({path},true)"
        for key, name in (("refFieldName", setting.ref_field), ("selectorFieldName", setting.selector_field)):
            if name:
                yield f"+crossplane:generate:reference:{key}={name}"


_MARKERS = {
    "x-kubernetes-list-map-keys": "listMapKey",
    "x-kubernetes-list-type": "listType",
    "x-kubernetes-map-type": "mapType",
}


def _server_side(field: Field, side: ManifestSide, runtime: str) -> Iterator[str]:
    """The markers for merging a collection in server-side apply."""
    for key, value in server_side(field, side, runtime).items():
        yield from (f"+{_MARKERS[key]}={word}" for word in (value if isinstance(value, list) else [value]))


def _type(shape: Shape) -> str:
    """The Go type of a shape, but for the name of a structure at its end."""
    match shape:
        case ObjectShape():
            return "*"
        case Many(kind, element):
            many = "map[string]" if kind is CollectionKind.MAP else "[]"
            return many if isinstance(element, ObjectShape) else f"{many}{_type(element)}"
        case ScalarKind():
            return _SCALARS[shape]
    assert_never(shape)


def _distinct(row: list[Line], taken: set[str]) -> Iterator[Line]:
    """The lines of a field, with another name if the structure has a field of that name."""
    *above, (name, *others) = row
    while name in taken:
        name = f"{name}_"
    taken.add(name)
    yield from above
    yield (name, *others)


class _Kind(Struct, frozen=True):
    """Writes the Kind with its list, spec and status. `own` are their Go names."""

    resource: Resource
    target: Target
    package: Package
    own: dict[str, str]
    names: Names

    @property
    def common(self) -> CommonTypes:
        """The types that it embeds."""
        return common_types(self.package.provider.settings.runtime)

    def text(self) -> str:
        """All declarations of the Kind."""
        kind = self.target.address.kind
        spec, common_status = self.common.spec(self.target.address.scope), self.common.status
        rules = [
            f"// +kubebuilder:validation:XValidation:rule={string_literal(rule['rule'])},"
            f"message={string_literal(rule['message'])}"
            for rule in rules_of(self.target)
        ]
        width = max(map(len, (self.own["Spec"], self.own["Status"])))
        pad = len("Status" if rules else "metav1.ObjectMeta")
        ends = "".join(
            f'\t{name.ljust(pad)} {self.own[name].ljust(width)} `json:"{tag}"`\n'
            for name, tag in (("Spec", "spec"), ("Status", "status,omitempty"))
        )
        initial = "".join(f"\t{line}\n" for (line,) in field_comment(INIT_PROVIDER))
        return _KIND.format(
            kind=kind,
            **self.package.variables,
            list=self.own["List"],
            spec=self.own["Spec"],
            status=self.own["Status"],
            inline=spec,
            given="ForProvider".ljust(len(spec)),
            parameters=self.names["", ManifestSide.FOR],
            initial=initial,
            first=self.names["", ManifestSide.INIT],
            observed=common_status,
            seen="AtProvider".ljust(len(common_status)),
            observation=self.names["", ManifestSide.AT],
            about=doc_comment(comment(about(self.resource, self.target))),
            columns="".join(f"// {_column(column)}\n" for column in self.target.address.columns),
            scope=self.target.address.scope,
            categories=",".join(self.target.address.categories),
            rules="".join(f"\t{rule}\n" for rule in rules),
            ends=ends,
        )


def _column(column: Column) -> str:
    more = f",priority={column.priority}" if column.priority else ""
    name, type_, path = map(string_literal, (column.name, column.type, column.path))
    return f"+kubebuilder:printcolumn:name={name},type={type_},JSONPath={path}{more}"


_KIND = """\
// {kind}Spec defines the desired state of {kind}
type {spec} struct {{
	{inline} `json:",inline"`
	{given} {parameters} `json:"forProvider"`
{initial}	InitProvider {first} `json:"initProvider,omitempty"`
}}

// {kind}Status defines the observed state of {kind}.
type {status} struct {{
	{observed} `json:",inline"`
	{seen} {observation} `json:"atProvider,omitempty"`
}}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:storageversion

{about}{columns}// +kubebuilder:resource:scope={scope},categories={{{categories}}}
type {kind} struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
{rules}{ends}}}

// +kubebuilder:object:root=true

// {kind}List contains a list of {kind}s
type {list} struct {{
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []{kind} `json:"items"`
}}

// {kind} type metadata.
var (
	{kind}_Kind             = "{kind}"
	{kind}_GroupKind        = schema.GroupKind{{Group: {CRDGroup}, Kind: {kind}_Kind}}.String()
	{kind}_KindAPIVersion   = {kind}_Kind + "." + {CRDGroupVersion}.String()
	{kind}_GroupVersionKind = {CRDGroupVersion}.WithKind({kind}_Kind)
)

func init() {{
	{SchemeBuilder}.Register(&{kind}{{}}, &{list}{{}})
}}
"""
