"""What is wrong with a config, or cannot be carried over: the diagnostics of a provider."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic, Note, Severity, at
from ..documents import Node
from ..hints import nearest
from ..model import EntityRef
from . import rules
from .envelope import CLUSTER, spec_properties, status_properties
from .fields import Field, Side, Struct, element_of, walk
from .kinds import MANAGED_RESOURCE
from .resources import Provider, Resource, Target

_STEP = re.compile(r"\.([A-Za-z_][\w-]*)")


def diagnostics_of(provider: Provider, node: Node, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
    """All of them, resource by resource."""
    names = node.value.get("resource_schemas") or {}
    for name, own in provider.settings.resources.items():
        if name not in names:
            text = f"{name!r} is not a resource of the provider{nearest(name, names)}"
            yield at(Note(rules.UNKNOWN_RESOURCE, text, own.node), None, "", levels)
    for name in sorted(provider.unnamed):
        text = f"{name!r} makes no Kind and no group that a cluster takes"
        yield at(Note(rules.NO_KIND, text, node.child("resource_schemas").child(name)), None, "", levels)
    for first, second, name in provider.left_out:
        text = f"{first.name} has {name} already; give one of them another crd_name or short_group"
        yield at(Note(rules.SAME_DEFINITION, text, second.node), None, "", levels)
    for resource in provider.resources:
        subject = EntityRef(MANAGED_RESOURCE, resource.name)
        for note, path in _notes(resource, provider):
            yield at(note, subject, path, levels)


def _notes(resource: Resource, provider: Provider) -> Iterator[tuple[Note, str]]:
    target = resource.targets[0]
    for dropped in target.dropped:
        yield Note(rules.NO_COUNTERPART, f"{dropped.path}: {dropped.reason}", dropped.node), dropped.path
    for path, node in _unknown_paths(target):
        yield Note(rules.UNKNOWN_PATH, f"no attribute has the path {path}", node), ""
    for field in walk(target.fields):
        setting = field.reference
        if setting is not None and setting.terraform_name and setting.terraform_name not in provider.known:
            text = f"{setting.terraform_name} is not generated{nearest(setting.terraform_name, provider.known)}"
            yield Note(rules.UNKNOWN_TARGET, text, setting.node), field.path
        if field.sensitive and field.is_output:
            yield Note(rules.SECRET_OUTPUT, f"{field.path} is sensitive, and only read", field.node), field.path
    kept = next((own.settings.kept for own in resource.targets if own.settings.kept is not None), None)
    if kept is not None:
        yield (
            Note(rules.KEPT_VERSION, "its older versions are in files of earlier releases; add them by hand", kept),
            "",
        )
    for column, node in target.settings.columns:
        if not _has_path(column.path, target, provider):
            yield Note(rules.COLUMN_PATH, f"there is nothing at {column.path}", node), ""


def _unknown_paths(target: Target) -> Iterator[tuple[str, Node]]:
    known = {field.path for field in walk(target.fields)} | {dropped.path for dropped in target.dropped}
    known |= target.settings.removed
    for path, node in target.settings.paths.items():
        if path not in known:
            yield path, node


def _has_path(path: str, target: Target, provider: Provider) -> bool:
    """Whether objects may have something at a path; what is in brackets is taken to be there."""
    steps = _STEP.findall(path.partition("[")[0])
    match steps:
        case ["spec", "forProvider", *rest]:
            return _has(target.fields, rest, Side.FOR)
        case ["spec", "initProvider", *rest]:
            return _has(target.fields, rest, Side.INIT)
        case ["status", "atProvider", *rest]:
            return _has(target.fields, rest, Side.AT)
        case ["spec", name, *_]:
            return name in spec_properties(CLUSTER)
        case ["status", name, *_]:
            return name in status_properties(provider.settings.runtime)
    return bool(steps) and steps[0] in ("metadata", "apiVersion", "kind", "spec", "status")


def _has(fields: tuple[Field, ...], steps: list[str], side: Side) -> bool:
    if not steps:
        return True
    field = next((field for field in fields if field.on(side) and field.json == steps[0]), None)
    if field is None:
        return False
    shape = element_of(field.shape)
    return len(steps) == 1 or field.is_secret or (isinstance(shape, Struct) and _has(shape.fields, steps[1:], side))
