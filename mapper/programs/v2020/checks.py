"""The diagnostics of the profile `v2020`, and of settings that only one of the profiles supports."""

from collections.abc import Iterator

from mapper.model import EntityRef
from mapper.report.diagnostic import Diagnostic, Note, Severity, at
from mapper.report.fix import flow_scalar as scalar
from mapper.systems.crossplane import rules
from mapper.systems.crossplane.checks import (
    empty_column,
    excluding,
    flow,
    free_kind,
    is_column,
    json_paths,
    listing,
    named_keys,
    renamed,
    unknown_path,
    unknown_paths,
)
from mapper.systems.crossplane.config import ResourceSettings
from mapper.systems.crossplane.fields import walk
from mapper.systems.crossplane.kinds import MANAGED_RESOURCE
from mapper.systems.crossplane.names import is_kind
from mapper.text.suggest import closest, nearest

from .definitions import SPEC, STATUS
from .go_names import go_name, package_of, rest_of
from .resources import V2020Provider, V2020Resource, definition_names

_LONGEST = 50
"""The most characters of a Kind, before a number that makes it unique."""


def diagnostics_of(provider: V2020Provider, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
    """All diagnostics, resource by resource."""
    names = provider.node.value.get("resource_schemas") or {}
    settings = provider.settings
    for name, resource_settings in settings.resources.items():
        if name not in names:
            text = f"{name!r} is not a resource of the provider{nearest(name, names)}"
            fix = renamed(name, names, settings)
            yield at(Note(rules.UNKNOWN_RESOURCE, text, resource_settings.node, fix), None, "", levels)
    generated = {resource.name for resource in provider.resources}
    for overlay in settings.program.overlays:
        name = overlay.terraform_name
        if name not in generated:
            what = "is not generated" if name in names else "is not a resource of the provider"
            text = f"{name!r} {what}{nearest(name, generated)}"
            yield at(Note(rules.UNKNOWN_OVERLAY, text, overlay.node, _overlaid(name, provider)), None, "", levels)
    for name in sorted(provider.unnamed):
        text = f"{name!r} makes no Kind, no group or no package"
        node = provider.node.child("resource_schemas").child(name)
        yield at(Note(rules.NO_KIND, text, node, _name_fix(name, provider)), None, "", levels)
    taken_names = {name for resource in provider.resources for name in definition_names(resource)}
    for first, second, taken in provider.left_out:
        text = f"{first.name} has {taken} already; give one of them another crd_name or api_group"
        fix = _apart(second, taken, provider, taken_names)
        yield at(Note(rules.SAME_DEFINITION, text, second.node, fix), None, "", levels)
    for resource in provider.resources:
        subject = EntityRef(MANAGED_RESOURCE, resource.name)
        for note, path in _notes(resource):
            yield at(note, subject, path, levels)


def _overlaid(name: str, provider: V2020Provider) -> str:
    """A fix of an overlay with a similar resource; else all overlays without it."""
    close = closest(name, (resource.name for resource in provider.resources))
    if close:
        return f"terraform_name: {scalar(close)}"
    listed = [overlay.node.value for overlay in provider.settings.program.overlays if overlay.terraform_name != name]
    return f"resource_overlays: {flow(listed)}"


def _name_fix(name: str, provider: V2020Provider) -> str:
    """A fix with a valid group and Kind; if no package name can be made, one that excludes the resource."""
    package = package_of(rest_of(name, provider.prefix))
    if not package:
        return excluding(provider.settings, name)
    resource_settings = provider.settings.resources.get(name) or ResourceSettings(name)
    kind = go_name(package)
    words = "-".join(part for part in package.split("_") if part)[:_LONGEST].rstrip("-")
    group = f"{words}.{provider.prefix}.example.org"
    return named_keys(
        resource_settings, api_group=group.replace("_", "-"), crd_name=kind if is_kind(kind) else kind[:_LONGEST]
    )


def _apart(resource: V2020Resource, taken: str, provider: V2020Provider, names: set[str]) -> str:
    """A fix that makes definition names unique; the folder depends on the Terraform name alone."""
    if "/" in taken:
        return excluding(provider.settings, resource.name)
    kind = free_kind(
        resource.address.kind[:_LONGEST], lambda kind: names.isdisjoint(definition_names(resource, kind)[:1])
    )
    names.update(definition_names(resource, kind))
    return named_keys(resource.target.settings, crd_name=kind)


def _notes(resource: V2020Resource) -> Iterator[tuple[Note, str]]:
    settings = resource.target.settings
    for dropped in resource.target.dropped:
        fix = listing(settings, "remove", [dropped.path])
        yield Note(rules.NO_COUNTERPART, f"{dropped.path}: {dropped.reason}", dropped.node, fix), dropped.path
    other = "id", *settings.references, *settings.connection_details
    for path, node in unknown_paths(resource.target, resource.block, other):
        yield unknown_path(path, node, settings, resource.target.fields), ""
    if resource.numbers:
        text = f"{', '.join(resource.numbers)}: taken for integers"
        fix = listing(settings, "number_int", resource.numbers)
        yield Note(rules.INTEGERS, text, resource.node, fix), ""
    for field in walk(resource.target.fields):
        if field.sensitive and not field.is_hidden:
            yield Note(rules.PLAIN_SECRET, f"{field.path} is sensitive", field.node, "secrets: reference"), field.path
        if field.is_hidden and not field.is_secret:
            fix = listing(settings, "remove", [field.path])
            yield Note(rules.SECRET_OUTPUT, f"{field.path} is sensitive, and only read", field.node, fix), field.path
    for column, node in settings.columns:
        if not is_column(column.path, resource.target, SPEC, STATUS):
            yield empty_column(column, node, settings, json_paths(resource.target)), ""
