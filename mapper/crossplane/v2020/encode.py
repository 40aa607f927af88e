"""Writes `encode.go`: converts a resource to its Terraform value, with one function for each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...golang.literals import string_literal
from ...model import ScalarKind
from ...tfplugin.cty_types import CollectionType, CtyType, ObjectType
from .cty import collection_of, declared, empty_of, is_map, null_of, type_of, zero_of
from .members import Basic, GoResource, GoType, Member, Several, Structure
from .source import function, indented

_VALUES = {
    ScalarKind.STRING: "cty.StringVal",
    ScalarKind.BOOL: "cty.BoolVal",
    ScalarKind.INT64: "cty.NumberIntVal",
    ScalarKind.NUMBER: "cty.NumberFloatVal",
}
_HEAD = """\
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
    return "\n".join([_HEAD.format(kind=kind) + root, *encode_fields(resource)])


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
    made = f"cty.ObjectVal({name})"
    return lines, collection_of(value, f"[]cty.Value{{{made}}}") if inner is not value else made


def _several(kind: str, type_: Several, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    element = value.element if isinstance(value, CollectionType) else value
    elements, item, key = f"elements{depth}", f"item{depth}", f"key{depth}"
    inner, made = _value(kind, type_.element, element, item, depth + 1)
    is_used = not isinstance(type_.element, Structure) or bool(type_.element.members)
    if is_map(type_):
        opening = f"{elements} := make(map[string]cty.Value, len({source}))"
        loop = f"for {key}, {item} := range {source} {{" if is_used else f"for {key} := range {source} {{"
        adding = f"{elements}[{key}] = {made}"
    else:
        opening = f"{elements} := make([]cty.Value, 0, len({source}))"
        loop = f"for _, {item} := range {source} {{" if is_used else f"for range {source} {{"
        adding = f"{elements} = append({elements}, {made})"
    lines = [opening, loop, *indented([*inner, adding]), "}"]
    if not depth:
        return lines, collection_of(value, elements)
    whole = f"value{depth}"
    lines += [f"{whole} := {empty_of(type_, value)}", f"if len({elements}) > 0 {{"]
    return [*lines, f"\t{whole} = {collection_of(value, elements)}", "}"], whole
