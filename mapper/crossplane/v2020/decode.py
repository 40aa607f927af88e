"""Writes `decode.go`: converts a Terraform value to a resource, with one function for each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...golang.literals import string_literal
from ...model import ScalarKind
from ...tfplugin.cty_types import CollectionType, CtyKind, CtyType
from .cty import is_map, zero_of
from .members import Basic, GoResource, GoType, Member, Several, Structure, spelled
from .source import function, indented

_BASIC = {
    ScalarKind.STRING: "values.ValueAsString",
    ScalarKind.BOOL: "values.ValueAsBool",
    ScalarKind.INT64: "values.ValueAsInt64",
}
_ARGUMENTS = "mr resource.Managed, value cty.Value, schema *providers.Schema"
_HEAD = """\
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
    root = function(signature, _root(resource))
    fields = (_decode_field(kind, member) for member in resource.members())
    return "\n".join([_HEAD.format(kind=kind, arguments=_ARGUMENTS) + root, *fields])


def _root(resource: GoResource) -> Iterator[str]:
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
    return function(signature, _field(kind, member))


def _field(kind: str, member: Member) -> Iterator[str]:
    target = f"p.{member.go}"
    yield f"value := vals[{string_literal(member.name)}]"
    yield from ("if value.IsNull() || !value.IsKnown() {", f"\t{target} = {zero_of(member.type)}", "\treturn", "}")
    lines, made = _made(kind, member.type, member.value, "value", 0)
    yield from lines
    yield f"{target} = {made}"


def _made(kind: str, type_: GoType, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    """The lines before an expression of a Go value, and the expression."""
    match type_:
        case Basic(ScalarKind.NUMBER):
            return [f"number{depth}, _ := {source}.AsBigFloat().Float64()"], f"number{depth}"
        case Basic(scalar):
            return [], f"{_BASIC[scalar]}({source})"
        case Structure():
            return _object(kind, type_, value, source, depth)
        case Several():
            return _several(kind, type_, value, source, depth)


def _object(kind: str, type_: Structure, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
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


def _several(kind: str, type_: Several, value: CtyType, source: str, depth: int) -> tuple[list[str], str]:
    element = value.element if isinstance(value, CollectionType) else value
    elements, item, key = f"elements{depth}", f"item{depth}", f"key{depth}"
    inner, made = _made(kind, type_.element, element, item, depth + 1)
    guard = [f"if {item}.IsNull() {{", "\tcontinue", "}"]
    if is_map(type_):
        loop = f"for {key}, {item} := range {source}.AsValueMap() {{"
        adding = f"{elements}[{key}] = {made}"
    else:
        loop = f"for _, {item} := range {_elements(value, source)} {{"
        adding = f"{elements} = append({elements}, {made})"
    opening = f"{elements} := make({spelled(type_)}{'' if is_map(type_) else ', 0'})"
    return [opening, loop, *indented([*guard, *inner, adding]), "}"], elements
