"""What is wrong with a config, or cannot be carried over: the diagnostics of a provider."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..diagnostics import Diagnostic, Note, Severity, at
from ..documents import Node
from ..hints import closest, nearest
from ..kubernetes.limits import MOST_BYTES, bytes_of
from ..model import EntityRef
from . import rules
from .crd import definition_of
from .envelope import CLUSTER, spec_properties, status_properties
from .fields import Field, Side, has_path, walk
from .go_names import field_name
from .guesses import whole_numbers
from .kinds import MANAGED_RESOURCE
from .names import go_name
from .resources import Provider, Resource, Target
from .schema_paths import schema_has
from .template import parameters_in
from .words import scalar

MOST_SHOWN = 10
_LEAST = 40
"""Bytes of a field in a definition, besides its text, at least."""

_STEP = re.compile(r"\.([A-Za-z_][\w-]*)")


def diagnostics_of(provider: Provider, node: Node, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
    """All of them, resource by resource."""
    names = node.value.get("resource_schemas") or {}
    for name, own in provider.settings.resources.items():
        if name not in names:
            text = f"{name!r} is not a resource of the provider{nearest(name, names)}"
            yield at(Note(rules.UNKNOWN_RESOURCE, text, own.node, instead(name, names)), None, "", levels)
    for name in sorted(provider.unnamed):
        text = f"{name!r} makes no Kind and no group that a cluster takes"
        fix = entry(name, "short_group: group", "crd_name: Kind")
        note = Note(rules.NO_KIND, text, node.child("resource_schemas").child(name), fix)
        yield at(note, None, "", levels)
    for first, second, name in provider.left_out:
        text = f"{first.name} has {name} already; give one of them another crd_name or short_group"
        fix = entry(second.name, f"crd_name: {_free_kind(second, provider)}")
        yield at(Note(rules.SAME_DEFINITION, text, second.node, fix), None, "", levels)
    for resource in provider.resources:
        subject = EntityRef(MANAGED_RESOURCE, resource.name)
        for note, path in (*_notes(resource, provider), *_of_config(resource, provider), *_of_schema(resource)):
            yield at(note, subject, path, levels)
        for size in _sizes(resource, provider):
            text = f"its definition has {size:,} bytes, and the limit is {MOST_BYTES:,}"
            yield at(Note(rules.TOO_LARGE, text, resource.node), subject, "", levels)


def entry(name: str, *lines: str) -> str:
    """An entry of `resource_metadata` to paste, on one line, as terminals show it."""
    if not lines:
        return f"- terraform_name: {scalar(name)}"
    return f"- {{terraform_name: {scalar(name)}, {', '.join(lines)}}}"


def instead(name: str, known: Iterable[str]) -> str | None:
    """The entry with the name that is meant, where there is one that is close."""
    found = closest(name, known)
    return entry(found) if found else None


def unknown_path(path: str, node: Node, fields: tuple[Field, ...]) -> Note:
    """That no attribute has a path of the config, and which one is close."""
    paths = [field.path for field in walk(fields)]
    text = f"no attribute has the path {path}{nearest(path, paths)}"
    return Note(rules.UNKNOWN_PATH, text, node, closest(path, paths))


def empty_column(path: str, node: Node, known: Iterable[str]) -> Note:
    """That a column shows nothing, and the `json_path` that is close."""
    close = closest(path, known)
    fix = f"json_path: {scalar(close)}" if close else None
    return Note(rules.COLUMN_PATH, f"there is nothing at {path}", node, fix)


def _free_kind(resource: Resource, provider: Provider) -> str:
    """A Kind that no other resource has: that of all words of the name."""
    taken = {found.kind for found in provider.known.values()}
    kind = go_name(resource.name.removeprefix(f"{provider.prefix}_"))
    while kind in taken:
        kind = f"{kind}2"
    return kind


def _notes(resource: Resource, provider: Provider) -> Iterator[tuple[Note, str]]:
    """What cannot be carried over."""
    target = resource.targets[0]
    for dropped in target.dropped:
        fix = entry(resource.name, f"remove: [{scalar(dropped.path)}]")
        yield Note(rules.NO_COUNTERPART, f"{dropped.path}: {dropped.reason}", dropped.node, fix), dropped.path
    for path, node in _unknown_paths(target, resource):
        yield unknown_path(path, node, target.fields), ""
    for clash in target.clashes:
        setting = target.settings.references[clash.path]
        name = field_name(clash.path.rpartition(".")[2])
        key, named = ("terraform_name", setting.terraform_name) if setting.terraform_name else ("kind", setting.kind)
        fields = f"ref_field: {name}ObjectRef, selector_field: {name}ObjectSelector"
        line = f"{scalar(clash.path)}: {{{key}: {scalar(named)}, {fields}}}"
        fix = entry(resource.name, f"references: {{{line}}}")
        text = f"{clash.path}: the resource has a field {clash.name} of its own"
        yield Note(rules.TAKEN_NAME, text, clash.node, fix), clash.path
    for field in walk(target.fields):
        setting_ = field.reference
        if setting_ is not None and setting_.terraform_name and setting_.terraform_name not in provider.known:
            text = f"{setting_.terraform_name} is not generated{nearest(setting_.terraform_name, provider.known)}"
            fix = instead(setting_.terraform_name, provider.known) or entry(setting_.terraform_name)
            yield Note(rules.UNKNOWN_TARGET, text, setting_.node, fix), field.path
        if field.sensitive and field.is_output:
            yield Note(rules.SECRET_OUTPUT, f"{field.path} is sensitive, and only read", field.node), field.path
        if field.write_only and field.on(Side.AT):
            text = f"{field.path} is write-only, and status.atProvider has a field for it"
            fix = entry(resource.name, f"schema: {{{scalar(field.path)}: {{sensitive: true}}}}")
            yield Note(rules.WRITE_ONLY, text, field.node, fix), field.path


def _of_config(resource: Resource, provider: Provider) -> Iterator[tuple[Note, str]]:
    """What the config says that comes to nothing."""
    target = resource.targets[0]
    kept = next((own.settings.kept for own in resource.targets if own.settings.kept is not None), None)
    if kept is not None:
        text = "its older versions are in files of earlier releases; add them by hand"
        fix = "- {name: v1alpha1, served: true, storage: false, schema: {}} # with the schema of the last release"
        yield Note(rules.KEPT_VERSION, text, kept, fix), ""
    for column, node in target.settings.columns:
        if not _has_path(column.path, target, provider):
            yield empty_column(column.path, node, _json_paths(target)), ""
    external = target.settings.external_name
    names = [*sorted(parameters_in(external.template)), *filter(None, (external.parameter,))]
    for name in names if target.settings.node is not None else ():
        if name not in resource.block.attributes and name not in resource.block.block_types:
            text = f"external_name: there is no argument {name!r}{nearest(name, resource.block.attributes)}"
            yield Note(rules.UNKNOWN_PARAMETER, text, target.settings.node), ""


def _of_schema(resource: Resource) -> Iterator[tuple[Note, str]]:
    """What a schema does not say, and what it has that manifests have not."""
    target = resource.targets[0]
    numbers = whole_numbers(resource) if not target.settings.says_integers else []
    if numbers:
        shown = ", ".join(numbers[:MOST_SHOWN]) + (", …" if len(numbers) > MOST_SHOWN else "")
        fix = entry(resource.name, f"number_int: [{', '.join(map(scalar, numbers))}]")
        yield Note(rules.MAY_BE_INTEGER, f"{shown}: a schema has only numbers", resource.node, fix), ""
    if "timeouts" in resource.block.block_types or "timeouts" in resource.block.attributes:
        yield Note(rules.TIMEOUTS, "timeouts are left out", resource.node), ""


def _sizes(resource: Resource, provider: Provider) -> Iterator[int]:
    """The size of a definition that is larger than a cluster takes; those of few fields are not written for it."""
    target = resource.targets[0]
    if 3 * sum(_LEAST + len(field.text) for field in walk(target.fields)) > MOST_BYTES // 2:
        size = bytes_of(definition_of(resource, target, provider))
        if size > MOST_BYTES:
            yield size


def _json_paths(target: Target) -> list[str]:
    return [f".{side.value}.{field.json}" for side in Side for field in target.fields if field.on(side)]


def _unknown_paths(target: Target, resource: Resource) -> Iterator[tuple[str, Node]]:
    known = {field.path for field in walk(target.fields)} | {dropped.path for dropped in target.dropped}
    known |= {path for path in target.settings.removed if schema_has(resource.block, path)}
    for path, node in target.settings.paths.items():
        if path not in known:
            yield path, node


def _has_path(path: str, target: Target, provider: Provider) -> bool:
    """Whether objects may have something at a path; what is in brackets is taken to be there."""
    steps = _STEP.findall(path.partition("[")[0])
    match steps:
        case ["spec", "forProvider", *rest]:
            return has_path(target.fields, rest, Side.FOR)
        case ["spec", "initProvider", *rest]:
            return has_path(target.fields, rest, Side.INIT)
        case ["status", "atProvider", *rest]:
            return has_path(target.fields, rest, Side.AT)
        case ["spec", name, *_]:
            return name in spec_properties(CLUSTER)
        case ["status", name, *_]:
            return name in status_properties(provider.settings.runtime)
    return bool(steps) and steps[0] in ("metadata", "apiVersion", "kind", "spec", "status")
