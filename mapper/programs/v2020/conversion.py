"""Writes `encode.go`, `decode.go` and `compare.go`, with one function for each field in each.

They convert a resource to its Terraform value and back, and merge the requested and the actual values.
"""

from collections.abc import Iterable, Iterator

from mapper.languages.golang.source import string_literal
from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType
from mapper.model import CollectionKind, ScalarKind
from mapper.systems.crossplane.fields import ManifestSide

from .members import (
    Basic,
    GoResource,
    GoType,
    Member,
    Several,
    Structure,
    collection_of,
    declared,
    empty_of,
    has_secrets,
    is_map,
    null_of,
    spelled,
    type_of,
    zero_of,
)
from .secrets import keep
from .source import function, indented

_VALUES = {
    ScalarKind.STRING: "cty.StringVal",
    ScalarKind.BOOL: "cty.BoolVal",
    ScalarKind.INT64: "cty.NumberIntVal",
    ScalarKind.NUMBER: "cty.NumberFloatVal",
}
_ENCODER = """\
type ctyEncoder struct{{}}

// EncodeCty makes the value of a resource for a plugin of Terraform.
func (e *ctyEncoder) EncodeCty(mr resource.Managed, schema *providers.Schema) (cty.Value, error) {{
	r, ok := mr.(*{kind})
	if !ok {{
		return cty.NilVal, fmt.Errorf("a resource of the type {kind} is expected, and %T was given", mr)
	}}
	return Encode{kind}(*r), nil
}}

// Encode{kind} makes the value of a {kind}.
"""


def encoder(resource: GoResource) -> str:
    """The code."""
    kind = resource.kind
    root = function(f"Encode{kind}(r {kind}) cty.Value", _root(resource))
    return "\n".join([_ENCODER.format(kind=kind) + root, *encode_fields(resource)])


def encode_fields(resource: GoResource) -> Iterator[str]:
    """The functions of all members, and the types that they use."""
    yield from (_encode_field(resource.kind, member) for member in resource.members())
    yield from map(declared, resource.structures())


def _root(resource: GoResource) -> Iterator[str]:
    yield "vals := make(map[string]cty.Value)"
    for structure, source in (
        (resource.parameters, "r.Spec.ForProvider"),
        (resource.observation, "r.Status.AtProvider"),
    ):
        yield from encode_members(resource.kind, structure.members, source, "vals")
    yield from nulls(resource.unmapped, resource.value, "vals")
    if resource.has_id:
        yield 'vals["id"] = cty.NullVal(cty.String)'
        yield 'if name := meta.GetExternalName(&r); name != "" {'
        yield '\tvals["id"] = cty.StringVal(name)'
        yield "}"
    yield "return cty.ObjectVal(vals)"


def encode_members(kind: str, members: Iterable[Member], source: str, target: str) -> Iterator[str]:
    """The calls that put the values of members into a map."""
    return (f"Encode{kind}_{member.function}({source}, {target})" for member in members)


def nulls(names: Iterable[str], value: ObjectType, target: str) -> Iterator[str]:
    """The lines for attributes without a member: a value must have all attributes."""
    return (f"{target}[{string_literal(name)}] = cty.NullVal({type_of(value.attributes[name])})" for name in names)


def _encode_field(kind: str, member: Member) -> str:
    signature = f"Encode{kind}_{member.function}(p {member.owner}, vals map[string]cty.Value)"
    return function(signature, _field(kind, member))


def _field(kind: str, member: Member) -> Iterator[str]:
    key, source = f"vals[{string_literal(member.name)}]", f"p.{member.go}"
    unset = _unset(member, source)
    if unset:
        missing = (empty_of if member.field.is_block or member.field.required else null_of)(member.type, member.value)
        yield from (f"if {unset} {{", f"\t{key} = {missing}", "\treturn", "}")
    lines, value = _value(kind, member.type, member.value, source, 0)
    yield from lines
    yield f"{key} = {value}"


def _unset(member: Member, source: str) -> str:
    """The Go condition for a field without a value; None if zero may be a value that the user has set."""
    match member.type:
        case Several():
            return f"len({source}) == 0"
        case Structure() if not member.field.required:
            return f"equality.Semantic.DeepEqual({source}, {zero_of(member.type)})"
        case Basic(ScalarKind.STRING) if not member.field.required:
            return f'{source} == ""'
        case Basic(ScalarKind.INT64 | ScalarKind.NUMBER) if member.field.computed:
            return f"{source} == 0"
    return ""


def _value(kind: str, type_: GoType, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    """The lines before an expression of a Terraform value, and the expression."""
    match type_:
        case Basic(scalar):
            return [], f"{_VALUES[scalar]}({source})"
        case Structure():
            return _object(kind, type_, value, source, depth)
        case Several():
            return _several(kind, type_, value, source, depth)


def _object(kind: str, type_: Structure, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    inner = value.element if isinstance(value, CollectionType) else value
    name = f"object{depth}"
    lines = [f"{name} := make(map[string]cty.Value)", *encode_members(kind, type_.members, source, name)]
    if isinstance(inner, ObjectType):
        lines += nulls(type_.unmapped, inner, name)
    expression = f"cty.ObjectVal({name})"
    return lines, collection_of(value, f"[]cty.Value{{{expression}}}") if inner is not value else expression


def _several(kind: str, type_: Several, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    element = value.element if isinstance(value, CollectionType) else value
    elements, item, key = f"elements{depth}", f"item{depth}", f"key{depth}"
    inner, expression = _value(kind, type_.element, element, item, depth + 1)
    is_used = not isinstance(type_.element, Structure) or bool(type_.element.members)
    if is_map(type_):
        opening = f"{elements} := make(map[string]cty.Value, len({source}))"
        loop = f"for {key}, {item} := range {source} {{" if is_used else f"for {key} := range {source} {{"
        adding = f"{elements}[{key}] = {expression}"
    else:
        opening = f"{elements} := make([]cty.Value, 0, len({source}))"
        loop = f"for _, {item} := range {source} {{" if is_used else f"for range {source} {{"
        adding = f"{elements} = append({elements}, {expression})"
    lines = [opening, loop, *indented([*inner, adding]), "}"]
    if not depth:
        return lines, collection_of(value, elements)
    whole = f"value{depth}"
    lines += [f"{whole} := {empty_of(type_, value)}", f"if len({elements}) > 0 {{"]
    return [*lines, f"\t{whole} = {collection_of(value, elements)}", "}"], whole


_BASIC = {
    ScalarKind.STRING: "values.ValueAsString",
    ScalarKind.BOOL: "values.ValueAsBool",
    ScalarKind.INT64: "values.ValueAsInt64",
}
_ARGUMENTS = "mr resource.Managed, value cty.Value, schema *providers.Schema"
_DECODER = """\
type ctyDecoder struct{{}}

// DecodeCty makes a resource of the value that a plugin of Terraform has for it.
func (e *ctyDecoder) DecodeCty({arguments}) (resource.Managed, error) {{
	r, ok := mr.(*{kind})
	if !ok {{
		return nil, fmt.Errorf("a resource of the type {kind} is expected, and %T was given", mr)
	}}
	return Decode{kind}(r, value)
}}

// Decode{kind} makes a {kind} with the values of a plugin, and all else of an earlier one.
"""


def decoder(resource: GoResource) -> str:
    """The code."""
    kind = resource.kind
    signature = f"Decode{kind}(previous *{kind}, value cty.Value) (resource.Managed, error)"
    root = function(signature, _root_of(resource))
    fields = (_decode_field(kind, member) for member in resource.members())
    return "\n".join([_DECODER.format(kind=kind, arguments=_ARGUMENTS) + root, *fields])


def _root_of(resource: GoResource) -> Iterator[str]:
    kind, parameters, observation = resource.kind, resource.parameters.members, resource.observation.members
    if parameters or observation or resource.has_id:
        yield "vals := value.AsValueMap()"
    yield "made := previous.DeepCopy()"
    yield from _calls(kind, parameters, "made.Spec.ForProvider", "vals")
    yield from _calls(kind, observation, "made.Status.AtProvider", "vals")
    if resource.has_id:
        yield 'if id := vals["id"]; !id.IsNull() && id.IsKnown() {'
        yield '\tif name := values.ValueAsString(id); name != "" {'
        yield "\t\tmeta.SetExternalName(made, name)"
        yield "\t}"
        yield "}"
    yield "return made, nil"


def _calls(kind: str, members: Iterable[Member], target: str, source: str) -> Iterator[str]:
    return (f"Decode{kind}_{member.function}(&{target}, {source})" for member in members)


def _decode_field(kind: str, member: Member) -> str:
    signature = f"Decode{kind}_{member.function}(p *{member.owner}, vals map[string]cty.Value)"
    return function(signature, _field_of(kind, member))


def _field_of(kind: str, member: Member) -> Iterator[str]:
    target = f"p.{member.go}"
    yield f"value := vals[{string_literal(member.name)}]"
    yield from ("if value.IsNull() || !value.IsKnown() {", f"\t{target} = {zero_of(member.type)}", "\treturn", "}")
    lines, expression = _value_lines(kind, member.type, member.value, "value", 0)
    yield from lines
    yield f"{target} = {expression}"


def _value_lines(kind: str, type_: GoType, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    """The lines before an expression of a Go value, and the expression."""
    match type_:
        case Basic(ScalarKind.NUMBER):
            return [f"number{depth}, _ := {source}.AsBigFloat().Float64()"], f"number{depth}"
        case Basic(scalar):
            return [], f"{_BASIC[scalar]}({source})"
        case Structure():
            return _object_of(kind, type_, value, source, depth)
        case Several():
            return _several_of(kind, type_, value, source, depth)


def _object_of(kind: str, type_: Structure, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    name, inside = f"object{depth}", f"inside{depth}"
    opening = f"{name} := {type_.name}{{}}"
    if not type_.members:
        return [opening], name
    is_list = isinstance(value, CollectionType)
    lines = [f"{inside} := {f'item{depth}' if is_list else source}.AsValueMap()"]
    lines += _calls(kind, type_.members, name, inside)
    if is_list:
        lines = [f"for _, item{depth} := range {_elements(value, source)} {{", *indented(lines), "}"]
    return [opening, *lines], name


def _elements(value: CtyType, source: str) -> str:
    is_set = isinstance(value, CollectionType) and value.kind is CtyKind.SET
    return f"values.{'ValueAsSet' if is_set else 'ValueAsList'}({source})"


def _several_of(kind: str, type_: Several, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    element = value.element if isinstance(value, CollectionType) else value
    elements, item, key = f"elements{depth}", f"item{depth}", f"key{depth}"
    inner, expression = _value_lines(kind, type_.element, element, item, depth + 1)
    guard = [f"if {item}.IsNull() {{", "\tcontinue", "}"]
    if is_map(type_):
        loop = f"for {key}, {item} := range {source}.AsValueMap() {{"
        adding = f"{elements}[{key}] = {expression}"
    else:
        loop = f"for _, {item} := range {_elements(value, source)} {{"
        adding = f"{elements} = append({elements}, {expression})"
    opening = f"{elements} := make({spelled(type_)}{'' if is_map(type_) else ', 0'})"
    return [opening, loop, *indented([*guard, *inner, adding]), "}"], elements


_TEXT = Basic(ScalarKind.STRING)


def merger(resource: GoResource, kept: frozenset[str]) -> str:
    """The code. `kept` are paths of fields that are not taken over from the provider."""
    kind = resource.kind
    signature = (
        "(r *resourceMerger) MergeResources(kube resource.Managed, prov resource.Managed) plugin.MergeDescription"
    )
    about = (
        "type resourceMerger struct{}\n\n// MergeResources merges what a cluster asks for with what the provider has.\n"
    )
    root = about + function(signature, _merged_root(resource))
    fields = (_merge_field(kind, member, kept) for member in resource.members() if not member.is_repeated)
    return "\n".join([root, *fields])


def _merged_root(resource: GoResource) -> Iterator[str]:
    kind = resource.kind
    yield f"k := kube.(*{kind})"
    yield f"p := prov.(*{kind})"
    yield "md := &plugin.MergeDescription{}"
    yield from _merged(kind, resource.parameters.members, "Spec.ForProvider")
    yield from _merged(kind, resource.observation.members, "Status.AtProvider")
    yield "for key, value := range p.Annotations {"
    yield "\tif k.Annotations[key] != value {"
    yield "\t\tmeta.AddAnnotations(k, map[string]string{key: value})"
    yield "\t\tmd.AnnotationsUpdated = true"
    yield "\t\tmd.AnyFieldUpdated = true"
    yield "\t}"
    yield "}"
    yield "return *md"


def _merged(kind: str, members: Iterable[Member], place: str) -> Iterator[str]:
    for member in members:
        yield f"if Merge{kind}_{member.function}(&k.{place}, &p.{place}, md) {{"
        yield "\tmd.AnyFieldUpdated = true"
        yield "}"


def _merge_field(kind: str, member: Member, kept: frozenset[str]) -> str:
    signature = f"Merge{kind}_{member.function}(k *{member.owner}, p *{member.owner}, md *plugin.MergeDescription) bool"
    return function(signature, _merged_field(kind, member, kept))


def _merged_field(kind: str, member: Member, kept: frozenset[str]) -> Iterator[str]:
    if isinstance(member.type, Structure):
        yield "updated := false"
        for inner in member.type.members:
            yield f"if Merge{kind}_{inner.function}(&k.{member.go}, &p.{member.go}, md) {{"
            yield "\tupdated = true"
            yield "}"
        yield "return updated"
        return
    kube, provider = f"k.{member.go}", f"p.{member.go}"
    if member.is_hidden:
        yield from _hidden(member, kube, provider)
        return
    if has_secrets(member.type):
        yield from keep(member.type, provider, kube, 0)
    yield f"if {_equal(member, kube, provider)} {{"
    yield "\treturn false"
    yield "}"
    if member.side is ManifestSide.AT:
        yield from (f"{kube} = {provider}", "md.StatusUpdated = true", "return true")
        return
    if member.is_filled and member.field.path not in kept and (unset := _is_zero(member, kube)):
        yield f"if {unset} {{"
        yield from (f"\t{kube} = {provider}", "\tmd.LateInitializedSpec = true", "\treturn true")
        yield "}"
    yield from (f"{provider} = {kube}", "md.NeedsProviderUpdate = true", "return true")


def _hidden(member: Member, kube: str, provider: str) -> Iterator[str]:
    """Lines for a secret value: it is sent to the provider if the manifest refers to a secret; else it is kept."""
    if member.is_referring:
        yield f"if k.{member.reference} != nil && !({_equal(member, kube, provider)}) {{"
        yield from (f"\t{provider} = {kube}", "\tmd.NeedsProviderUpdate = true", "\treturn true")
        yield "}"
        yield f"if k.{member.reference} == nil {{"
        yield from (f"\t{kube} = {provider}", "}")
    else:
        yield f"{kube} = {provider}"
    yield "return false"


def _equal(member: Member, left: str, right: str) -> str:
    match member.type:
        case Several(CollectionKind.MAP, element) if element == _TEXT:
            return f"plugin.CompareMapString({left}, {right})"
        case Several(_, element) if element == _TEXT:
            return f"plugin.CompareStringSlices({left}, {right})"
        case Basic():
            return f"{left} == {right}"
    return f"equality.Semantic.DeepEqual({left}, {right})"


def _is_zero(member: Member, source: str) -> str:
    """The Go condition for a field without a value; false counts as a value."""
    match member.type:
        case Basic(ScalarKind.BOOL):
            return ""
        case Basic():
            return f"{source} == {zero_of(member.type)}"
    return f"len({source}) == 0"
