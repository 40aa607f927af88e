"""Writes the Go types of custom resources and of their API, formatted as gofmt does."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from mapper.languages.golang.source import (
    GENERATED,
    aligned,
    doc_comment,
    field_comment,
    file_name,
    shown,
    source_file,
    string_literal,
)
from mapper.model import (
    Attribute,
    Body,
    Collection,
    Column,
    Entity,
    Enumeration,
    Mapping,
    Nested,
    Scalar,
    Status,
    Type,
    nested_body,
)
from mapper.text.display import visible
from mapper.text.identifier import numbered
from mapper.text.inflection import plural

from .names import snake
from .runtime import GO_TAG, REFERENCE, RUNTIME, profile_of

_IMPORTS = {
    "ackv1alpha1.": 'ackv1alpha1 "github.com/aws-controllers-k8s/runtime/apis/core/v1alpha1"',
    "corev1.": 'corev1 "k8s.io/api/core/v1"',
    "metav1.": 'metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
    "schema.": '"k8s.io/apimachinery/pkg/runtime/schema"',
    "scheme.": '"sigs.k8s.io/controller-runtime/pkg/scheme"',
}
_SCALARS = {
    "string": "*string",
    "bool": "*bool",
    "int64": "*int64",
    "float64": "*float64",
    "number": "*float64",
    "bytes": "[]byte",
    "timestamp": "*metav1.Time",
}
_IMMUTABLE = '+kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable once set"'
_REQUIRED, _OPTIONAL = "+kubebuilder:validation:Required", "+kubebuilder:validation:Optional"

Line = tuple[str, ...]
"""The cells of a line; the cells of consecutive lines are aligned."""


def write_go(mapping: Mapping) -> dict[str, str]:
    """File name -> text of each file; one package for each API version."""
    optional = () if profile_of(mapping.target).seed else (_OPTIONAL,)
    files: dict[str, str] = {}
    versions = groupby(sorted(mapping.entities, key=_version), key=_version)
    for version, entities in versions:
        kinds = list(entities)
        group = kinds[0].address.group if kinds[0].address else ""
        variables = _variables(mapping, kinds)
        sources = {
            "doc.go": _DOC.format(group=group, version=version),
            "groupversion_info.go": _GROUP_VERSION.format(group=group, version=version, **variables),
            "enums.go": "\n".join(_enum(enum) for enum in mapping.enums),
            "types.go": "\n".join(_struct(body) for body in mapping.structs),
        }
        for entity in kinds:
            sources[file_name(snake(entity.name), sources)] = _kind(entity, optional, variables["builder"])
        for name, source in sources.items():
            files[f"{version}/{name}"] = shown(_file(version, source, is_doc=name == "doc.go"))
    return files


def _version(entity: Entity) -> str:
    return entity.address.version if entity.address else ""


def _file(package: str, source: str, *, is_doc: bool) -> str:
    if is_doc:
        return f"{GENERATED}\n\n{source}package {package}\n"
    code = "\n".join(line for line in source.split("\n") if not line.lstrip().startswith("//"))
    imports = [text for prefix, text in _IMPORTS.items() if re.search(rf"\b{re.escape(prefix)}", code)]
    return source_file(package, source, imports)


_DOC = """\
// +k8s:deepcopy-gen=package
// Package {version} is the {version} version of the {group} API.
// +groupName={group}
"""
_GROUP_VERSION = """\
var (
	// {group_version} is the API Group Version used to register the objects
	{group_version} = schema.GroupVersion{{Group: "{group}", Version: "{version}"}}

	// {builder} is used to add go types to the GroupVersionKind scheme
	{builder} = &scheme.Builder{{GroupVersion: {group_version}}}

	// {add} adds the types in this group-version to the given scheme.
	{add} = {builder}.AddToScheme
)
"""
_VARIABLES = {"group_version": "GroupVersion", "builder": "SchemeBuilder", "add": "AddToScheme"}
_KIND = """\
type {kind} struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              {spec} `json:"spec,omitempty"`
	Status            {status} `json:"status,omitempty"`
}}

// {kind}List contains a list of {kind}
// +kubebuilder:object:root=true
type {kind}List struct {{
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []{kind} `json:"items"`
}}

func init() {{
	{builder}.Register(&{kind}{{}}, &{kind}List{{}})
}}
"""


def _variables(mapping: Mapping, kinds: Iterable[Entity]) -> dict[str, str]:
    """The names of a package's variables, with an appended underscore if a type, such as a Kind, has the name."""
    types = {name for entity in kinds for name in (entity.name, f"{entity.name}List")}
    types |= {body.name or "" for body in mapping.structs} | {enum.name for enum in mapping.enums}
    return {key: f"{name}_" if name in types else name for key, name in _VARIABLES.items()}


def _kind(entity: Entity, optional: Sequence[str], builder: str) -> str:
    """The file of one Kind. `optional` are markers of the fields of a status."""
    roots = entity.placed.attributes
    parts = [_root(attribute, optional) for attribute in roots]
    spec, status = (_type_list(body) for a in roots if (body := nested_body(a.type)))
    width = max(len(spec), len(status))
    markers = ["+kubebuilder:object:root=true", "+kubebuilder:subresource:status"]
    if entity.address is not None:
        markers += map(_column, entity.address.columns)
        if entity.address.short_names:
            markers.append(f"+kubebuilder:resource:shortName={';'.join(entity.address.short_names)}")
    comment = f"// {entity.name} is the Schema for the {plural(entity.name)} API\n"
    comment += "".join(f"// {visible(marker)}\n" for marker in markers)
    parts.append(
        comment + _KIND.format(kind=entity.name, builder=builder, spec=spec.ljust(width), status=status.ljust(width))
    )
    return "\n".join(parts)


def _column(column: Column) -> str:
    return (
        f'+kubebuilder:printcolumn:name="{column.name}",type={column.type},priority={column.priority},'
        f"JSONPath=`{column.path}`"
    )


def _root(attribute: Attribute, optional: Sequence[str]) -> str:
    """The struct of a spec or status. If the first field of a spec has a comment, ACK's template
    begins with an empty line.
    """
    body = attribute.type.body if isinstance(attribute.type, Nested) else Body()
    if attribute.status is Status.COMPUTED:
        return _struct(body, optional)
    text = _struct(body)
    return text.replace(" struct {\n\t//", " struct {\n\n\t//", 1) if optional else text


def _struct(body: Body, markers: Sequence[str] = ()) -> str:
    """The Go struct of a body. All of its fields have `markers`."""
    lines: list[Line] = []
    for field in _in_order(body.attributes):
        lines += field_comment(field.description or "")
        all_markers = ([_IMMUTABLE] if field.replaces else []) + (
            [_REQUIRED] if field.status is Status.REQUIRED else []
        )
        lines += [(f"// {marker}",) for marker in (*all_markers, *markers)]
        lines.append(_field(field))
    return f"{doc_comment(body.description or '')}type {body.name} struct {{\n{aligned(lines)}}}\n"


def _in_order(fields: Iterable[Attribute]) -> list[Attribute]:
    """The fields in ACK's order: references (`APIRef`) are sorted by their own names."""
    listed = list(fields)
    plain = [field for field in listed if field.reason.code != REFERENCE]
    for field in listed:
        if field.reason.code == REFERENCE:
            name = field.code_name or field.name
            stem = name[: name.rindex("Ref")]
            alike = [index for index, other in enumerate(plain) if (other.code_name or other.name).startswith(stem)]
            before = [index for index in alike if (plain[index].code_name or plain[index].name) < name]
            plain.insert(before[-1] + 1 if before else alike[0] if alike else len(plain), field)
    return plain


def _field(field: Attribute) -> Line:
    optional = "" if field.status is Status.REQUIRED or _is_common(field) else ",omitempty"
    given = next((str(fragment.value) for fragment in field.fragments if fragment.keyword == GO_TAG), None)
    tag = given or f'json:"{field.name}{optional}"'
    return field.code_name or field.name, _go_type(field.type), f"`{tag}`" if "`" not in tag else string_literal(tag)


def _is_common(field: Attribute) -> bool:
    """Whether the runtime sets the field, which it then always writes."""
    return isinstance(field.type, Nested) and field.reason.code == RUNTIME.code


def _go_type(type_: Type) -> str:
    match type_:
        case Scalar(kind):
            return _SCALARS[kind]
        case Nested("single", body):
            return f"*{_type_list(body)}"
        case Nested("map", body):
            return f"map[string]*{_type_list(body)}"
        case Nested(_, body):
            return f"[]*{_type_list(body)}"
        case Collection("map", element):
            return f"map[string]{_go_type(element)}"
        case Collection(_, Scalar("timestamp")):
            return "[]metav1.Time"
        case Collection(_, element):
            return f"[]{_go_type(element)}"
    raise ValueError(f"{type_} is not a Go type")


def _type_list(body: Body) -> str:
    return body.name or "struct{}"


def _enum(enum: Enumeration) -> str:
    """A string type and its constants."""
    names = _distinct([f"{enum.name}_{re.sub(r'[^A-Za-z0-9]', '_', value)}" for value in enum.values])
    lines = [(name, enum.name, f"= {string_literal(value)}") for name, value in zip(names, enum.values, strict=True)]
    return f"type {enum.name} string\n\nconst (\n{aligned(lines)})\n"


def _distinct(names: list[str]) -> list[str]:
    """The names made distinct by an appended number: the values `<` and `>` both become `_`."""
    taken, unique = set(names), dict[str, None]()
    for name in names:
        free = (word for word in numbered(name) if word not in unique and (word == name or word not in taken))
        unique[next(free)] = None
    return list(unique)
