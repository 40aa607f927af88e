"""Writes `compare.go`: merges the requested and the actual values, with one function for each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model import CollectionKind, ScalarKind
from ..fields import ManifestSide
from .members import Basic, GoResource, Member, Several, Structure, has_secrets, zero_of
from .secrets import keep
from .source import function

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
    root = about + function(signature, _root(resource))
    fields = (_merge_field(kind, member, kept) for member in resource.members() if not member.is_repeated)
    return "\n".join([root, *fields])


def _root(resource: GoResource) -> Iterator[str]:
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
    return function(signature, _field(kind, member, kept))


def _field(kind: str, member: Member, kept: frozenset[str]) -> Iterator[str]:
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
    if member.is_filled and member.field.path not in kept and (unset := _unset(member, kube)):
        yield f"if {unset} {{"
        yield from (f"\t{kube} = {provider}", "\tmd.LateInitializedSpec = true", "\treturn true")
        yield "}"
    yield from (f"{provider} = {kube}", "md.NeedsProviderUpdate = true", "return true")


def _hidden(member: Member, kube: str, provider: str) -> Iterator[str]:
    """Lines for a secret value: it is sent to the provider if the manifest refers to a secret;
    else the provider's is kept.
    """
    if member.is_referring:
        yield f"if k.{member.reference} != nil && !({_equal(member, kube, provider)}) {{"
        yield from (f"\t{provider} = {kube}", "\tmd.NeedsProviderUpdate = true", "\treturn true")
        yield "}"
        yield f"if k.{member.reference} == nil {{"
        yield from (f"\t{kube} = {provider}", "}")
    else:
        yield f"{kube} = {provider}"
    yield "return false"


def _equal(member: Member, one: str, other: str) -> str:
    match member.type:
        case Several(CollectionKind.MAP, element) if element == _TEXT:
            return f"plugin.CompareMapString({one}, {other})"
        case Several(_, element) if element == _TEXT:
            return f"plugin.CompareStringSlices({one}, {other})"
        case Basic():
            return f"{one} == {other}"
    return f"equality.Semantic.DeepEqual({one}, {other})"


def _unset(member: Member, source: str) -> str:
    """The Go condition for a field without a value; false counts as a value."""
    match member.type:
        case Basic(ScalarKind.BOOL):
            return ""
        case Basic():
            return f"{source} == {zero_of(member.type)}"
    return f"len({source}) == 0"
