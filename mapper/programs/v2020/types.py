"""Writes `types.go`, and the methods that every managed resource has."""

from collections.abc import Iterable, Iterator

from mapper.languages.golang.source import Line, aligned, field_comment, string_literal
from mapper.model import Address, CollectionKind

from .members import Basic, GoResource, GoType, Member, Several, Structure, spelled
from .source import function, indented

_TYPES = """\
// +kubebuilder:object:root=true

// {kind} is a managed resource representing a resource mirrored in the cloud
// +kubebuilder:subresource:status
{columns}// +kubebuilder:resource:scope=Cluster
type {kind} struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

{root}}}

// +kubebuilder:object:root=true

// {kind}List contains a list of {kind}
type {kind}List struct {{
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []{kind} `json:"items"`
}}

// A {kind}Spec defines the desired state of a {kind}
type {kind}Spec struct {{
	runtimev1alpha1.ResourceSpec `json:",inline"`
{spec}}}

// A {kind}Status defines the observed state of a {kind}
type {kind}Status struct {{
	runtimev1alpha1.ResourceStatus `json:",inline"`
{status}}}
"""


def types(resource: GoResource, address: Address, *, omits_empty: bool) -> str:
    """The code of `types.go`."""
    kind = resource.kind
    root = aligned([("Spec", f"{kind}Spec", '`json:"spec"`'), ("Status", f"{kind}Status", '`json:"status,omitempty"`')])
    head = _TYPES.format(
        kind=kind,
        columns="".join(_columns(address)),
        root=root,
        spec=f'\tForProvider {" " * 17}{kind}Parameters `json:"forProvider"`\n',
        status=f'\tAtProvider {" " * 20}{kind}Observation `json:"atProvider"`\n',
    )
    texts = {
        resource.parameters.name: f"A {kind}Parameters defines the desired state of a {kind}",
        resource.observation.name: f"A {kind}Observation records the observed state of a {kind}",
    }
    structures = (resource.parameters, resource.observation, *resource.structures())
    return "\n".join(
        [head, *(structure(part, texts.get(part.name, ""), omits_empty=omits_empty) for part in structures)]
    )


def _columns(address: Address) -> Iterator[str]:
    for column in address.columns:
        cells = {"name": column.name, "type": column.type, "JSONPath": column.path}
        own = ",".join(f"{key}={string_literal(text)}" for key, text in cells.items())
        yield f"// +kubebuilder:printcolumn:{own}\n"


def structure(of: Structure, text: str, *, omits_empty: bool) -> str:
    """The declaration of a structure."""
    about = f"// {text or f'{of.name} is a part of a resource'}\n"
    if not of.members:
        return f"{about}type {of.name} struct{{}}\n"
    lines = (line for member in of.members for line in _lines(member, omits_empty=omits_empty))
    return f"{about}type {of.name} struct {{\n{aligned(lines)}}}\n"


def _lines(member: Member, *, omits_empty: bool) -> Iterator[Line]:
    yield from field_comment(member.field.text)
    more = ",omitempty" if omits_empty and isinstance(member.type, Several) else ""
    if member.is_referring:
        yield member.reference, reference_type(member), f'`json:"{member.field.json},omitempty"`'
    yield member.go, spelled(member.type), '`json:"-"`' if member.is_hidden else f'`json:"{member.name}{more}"`'


def reference_type(member: Member) -> str:
    """The Go type of a secret reference."""
    if member.field.is_map:
        return "*runtimev1alpha1.SecretReference"
    return f"{'[]' if member.field.is_list else '*'}runtimev1alpha1.SecretKeySelector"


def deep_copies(roots: Iterable[str], structures: Iterable[Structure], written: Iterable[tuple[str, list[str]]]) -> str:
    """The deep-copy methods. `roots` are Kinds, which have lists; `written` are other types, with their statements."""
    parts = [_copies(name, list(lines)) for name, lines in written]
    parts += [
        _copies(part.name, [line for member in part.members for line in _copy_field(member)]) for part in structures
    ]
    for kind in roots:
        items = ["if in.Items != nil {", *indented(_copy_elements(f"[]{kind}", _each("Items"), "Items")), "}"]
        metas = ["out.TypeMeta = in.TypeMeta", "in.ListMeta.DeepCopyInto(&out.ListMeta)"]
        parts.append(_copies(f"{kind}List", [*metas, *items]))
        parts += [_objects(kind), _objects(f"{kind}List")]
    return "\n".join(parts)


def _each(name: str) -> list[str]:
    return [f"for i := range in.{name} {{", f"\tin.{name}[i].DeepCopyInto(&out.{name}[i])", "}"]


def _copy_elements(type_: str, loop: list[str], name: str) -> list[str]:
    return [f"out.{name} = make({type_}, len(in.{name}))", *loop]


def _copies(name: str, lines: list[str]) -> str:
    into = function(f"(in *{name}) DeepCopyInto(out *{name})", ["*out = *in", *lines])
    body = ["if in == nil {", "\treturn nil", "}", f"out := new({name})", "in.DeepCopyInto(out)", "return out"]
    return (
        f"// DeepCopyInto copies it into another one.\n{into}\n"
        f"// DeepCopy makes a copy of it.\n{function(f'(in *{name}) DeepCopy() *{name}', body)}"
    )


def _objects(name: str) -> str:
    body = ["if c := in.DeepCopy(); c != nil {", "\treturn c", "}", "return nil"]
    code = function(f"(in *{name}) DeepCopyObject() runtime.Object", body)
    return f"// DeepCopyObject makes a copy of it.\n{code}"


def _copy_field(member: Member) -> list[str]:
    lines = _copied(member.type, f"in.{member.go}", f"out.{member.go}", 0)
    return [*_copy_reference(member), *lines] if member.is_referring else lines


def _copy_reference(member: Member) -> list[str]:
    source, target, type_ = f"in.{member.reference}", f"out.{member.reference}", reference_type(member)
    lines = [f"{target} = new({type_[1:]})", f"*{target} = *{source}"]
    if member.field.is_list:
        lines = [f"{target} = make({type_}, len({source}))", f"copy({target}, {source})"]
    return [f"if {source} != nil {{", *indented(lines), "}"]


def _copied(type_: GoType, source: str, target: str, depth: int) -> list[str]:
    """The statements that copy what an assignment would share."""
    match type_:
        case Basic():
            return []
        case Structure():
            return [f"{source}.DeepCopyInto(&{target})"]
        case Several(CollectionKind.MAP, element):
            key, value, copy = f"key{depth}", f"value{depth}", f"copy{depth}"
            inner = _copied(element, value, copy, depth + 1)
            lines = (
                [f"{copy} := {value}", *inner, f"{target}[{key}] = {copy}"] if inner else [f"{target}[{key}] = {value}"]
            )
            loop = [f"for {key}, {value} := range {source} {{", *indented(lines), "}"]
            line = f"{target} = make({spelled(type_)}, len({source}))"
        case Several(_, element):
            index = f"index{depth}"
            inner = _copied(element, f"{source}[{index}]", f"{target}[{index}]", depth + 1)
            loop = [f"copy({target}, {source})"]
            if inner:
                loop += [f"for {index} := range {source} {{", *indented(inner), "}"]
            line = f"{target} = make({spelled(type_)}, len({source}))"
    return [f"if {source} != nil {{", *indented([line, *loop]), "}"]


_MANAGED = """\
// GetCondition of this {kind}.
func (mg *{kind}) GetCondition(ct runtimev1alpha1.ConditionType) runtimev1alpha1.Condition {{
	return mg.Status.GetCondition(ct)
}}

// SetConditions of this {kind}.
func (mg *{kind}) SetConditions(c ...runtimev1alpha1.Condition) {{
	mg.Status.SetConditions(c...)
}}
"""
_ACCESS = """\
// Get{name} of this {kind}.
func (mg *{kind}) Get{name}() {type} {{
	return mg.{field}
}}

// Set{name} of this {kind}.
func (mg *{kind}) Set{name}(r {type}) {{
	mg.{field} = r
}}
"""
_SPEC = {
    "DeletionPolicy": "runtimev1alpha1.DeletionPolicy",
    "ProviderConfigReference": "*runtimev1alpha1.Reference",
    "ProviderReference": "*runtimev1alpha1.Reference",
    "WriteConnectionSecretToReference": "*runtimev1alpha1.SecretReference",
}


def conditions(kind: str) -> str:
    """The methods of a type with conditions."""
    return _MANAGED.format(kind=kind)


def access(kind: str, name: str, type_: str, field: str) -> str:
    """The getter and setter of a field."""
    return _ACCESS.format(kind=kind, name=name, type=type_, field=field)


def managed(kind: str) -> str:
    """The methods of a managed resource."""
    return "\n".join([conditions(kind), *(access(kind, name, type_, f"Spec.{name}") for name, type_ in _SPEC.items())])


def managed_list(kind: str) -> str:
    """The method of a list of managed resources."""
    lines = [
        "items := make([]resource.Managed, len(l.Items))",
        "for i := range l.Items {",
        "\titems[i] = &l.Items[i]",
        "}",
        "return items",
    ]
    return f"// GetItems of this {kind}List.\n" + function(f"(l *{kind}List) GetItems() []resource.Managed", lines)
