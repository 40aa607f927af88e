"""The diagnostics of a provider, with their fixes: mistakes in a config, and parts of a schema that are lost."""

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, Union, assert_never

from mapper.inputs import Node
from mapper.inputs.grammar import CheckedMapping
from mapper.inputs.location import split_pointer
from mapper.languages.kubernetes.crd import MOST_BYTES, definition_name, file_name, size_of
from mapper.languages.tfplugin.cty_types import CollectionType, CtyType, ObjectType, Primitive, TupleType
from mapper.languages.tfplugin.schema import Block, NestedType
from mapper.model import Column, EntityRef
from mapper.report.diagnostic import Diagnostic, Note, Severity, at
from mapper.report.fix import flow_scalar as scalar
from mapper.text.suggest import closest, nearest

from . import rules
from .common_fields import CLUSTER, spec_properties, status_properties
from .config import ExternalNameMode, ReferenceSetting, ResourceSettings, Settings
from .crd import definition_of
from .fields import Field, ManifestSide, has_path, walk
from .go_names import field_name
from .inferred_settings import whole_numbers
from .kinds import MANAGED_RESOURCE
from .names import go_name, is_kind, json_name_of_go, parameters_in, with_parameter
from .resources import Provider, Resource, Target, definition_names


def flow(value: Any) -> str:
    """A value as YAML on one line."""
    match value:
        case dict():
            return f"{{{', '.join(f'{scalar(str(key))}: {flow(member)}' for key, member in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(flow, value))}]"
        case str():
            return scalar(value)
    return json.dumps(value, default=str)


def keys(resource: ResourceSettings, **given: Any) -> str:
    """Keys of a resource's entry; a whole entry with them if the config has none."""
    if resource.node is None:
        return (
            f"- {flow({'terraform_name': resource.name, **given})}"
            if given
            else f"- terraform_name: {scalar(resource.name)}"
        )
    return "\n".join(f"{key}: {flow(value)}" for key, value in given.items())


def named_keys(resource: ResourceSettings, **given: Any) -> str:
    """As `keys`, with the name of the resource as a comment, for messages that do not name it."""
    text = keys(resource, **given)
    return (
        text
        if resource.node is None
        else "\n".join(f"{line} # of {scalar(resource.name)}" for line in text.split("\n"))
    )


def listing(resource: ResourceSettings, key: str, paths: Iterable[str]) -> str:
    """A list of the resource, extended by some paths."""
    return keys(resource, **{key: [*dict.fromkeys((*_list_at(resource.node, key), *paths))]})


def setting(resource: ResourceSettings, key: str, path: str, value: dict[str, Any]) -> str:
    """A mapping of the resource by path, with the value of one path replaced; it is the last one then."""
    node = resource.node.get(key) if resource.node is not None else None
    settings = dict(node.value) if node is not None and isinstance(node.value, dict) else {}
    settings.pop(path, None)
    return keys(resource, **{key: {**settings, path: value}})


def excluding(settings: Settings, name: str) -> str:
    """`exclude_resources` with one more name."""
    return f"exclude_resources: {flow([*_list_at(settings.node, 'exclude_resources'), name])}"


def included(settings: Settings, name: str) -> str | None:
    """A fix that includes a resource of the schema that the config leaves out; None if it is included already."""
    if name not in settings.excluded:
        return keys(ResourceSettings(name)) if name not in settings.resources else None
    key = "exclude_resources" if name in _list_at(settings.node, "exclude_resources") else "exclude-resources"
    return f"{key}: {flow([other for other in _list_at(settings.node, key) if other != name])}"


def renamed(name: str, names: Iterable[str], settings: Settings) -> str | None:
    """An entry with the known name most similar to an unknown one, unless that has an entry."""
    similar = closest(name, (other for other in names if other not in settings.resources))
    return f"- terraform_name: {scalar(similar)}" if similar else None


def without_column(resource: ResourceSettings, column: Column) -> str:
    """The columns without this one."""
    left = [other for other in _list_at(resource.node, "kubectl_printcolumns") if other.get("json_path") != column.path]
    return keys(resource, kubectl_printcolumns=left)


def without_path(resource: ResourceSettings, path: str, node: Node) -> str | None:
    """The key that contains a path, without that path."""
    key, *steps = split_pointer(node.pointer)[2:]
    member = resource.node.get(key) if resource.node is not None else None
    return None if member is None else keys(resource, **{key: _without(member.value, path, steps)})


def _without(value: Any, path: str, steps: Sequence[str]) -> Any:
    """A value without a path: the item of a list or the member of a mapping to which the steps lead."""
    if isinstance(value, list):
        return [other for other in value if other != path]
    step, *rest = steps
    if rest:
        return {**value, step: _without(value[step], path, rest)}
    return {key: member for key, member in value.items() if str(key) != step}


def free_kind(kind: str, is_free: Callable[[str], bool]) -> str:
    """The Kind, with a number appended if it is taken."""
    candidate, number = kind, 2
    while not is_free(candidate):
        candidate, number = f"{kind}{number}", number + 1
    return candidate


def _list_at(node: Node | None, key: str) -> list[Any]:
    return [item.value for item in CheckedMapping(node).items(key)]


_Place = Union[Block, NestedType, CtyType]  # noqa: UP007  CtyType is a text when this runs


def schema_has(block: Block, path: str) -> bool:
    """Whether a block has an attribute or block at a dotted path; elements of lists have no step in it."""
    place: _Place | None = block
    for name in path.split("."):
        place = None if place is None else _below(place, name)
    return place is not None


def _below(place: _Place, name: str) -> _Place | None:
    match place:
        case Block():
            if name in place.block_types:
                return place.block_types[name].block
            return place.attributes[name].type if name in place.attributes else None
        case NestedType():
            return place.attributes[name].type if name in place.attributes else None
        case CollectionType(_, element):
            return _below(element, name)
        case ObjectType(attributes):
            return attributes.get(name)
        case Primitive() | TupleType():
            return None
    assert_never(place)


MOST_SHOWN = 10
_LEAST = 40
"""The fewest bytes of a field in a definition, besides its text."""
_LONGEST_START = 50
"""The most characters of a Kind, before a number that makes it unique."""

_STEP = re.compile(r"\.([A-Za-z_][\w-]*)")


def diagnostics_of(provider: Provider, levels: dict[str, Severity]) -> Iterator[Diagnostic]:
    """All diagnostics, resource by resource."""
    node, settings = provider.node, provider.settings
    names = node.value["resource_schemas"]
    for name, entry in settings.resources.items():
        if name not in names:
            text = f"{name!r} is not a resource of the provider{nearest(name, names)}"
            yield at(Note(rules.UNKNOWN_RESOURCE, text, entry.node, renamed(name, names, settings)), None, "", levels)
    taken = {name for resource in provider.resources for name in definition_names(resource)}
    for name in sorted(provider.unnamed):
        text = f"{name!r} makes no Kind and no group that a cluster takes"
        fix = _kind_and_group(name, provider, taken)
        note = Note(rules.NO_KIND, text, node.child("resource_schemas").child(name), fix)
        yield at(note, None, "", levels)
    for first, second, name in provider.left_out:
        text = f"{first.name} has {name} already; give one of them another crd_name or short_group"
        fix = _other_kind(second, provider, taken)
        yield at(Note(rules.SAME_DEFINITION, text, second.node, fix), None, "", levels)
    for resource in provider.resources:
        subject = EntityRef(MANAGED_RESOURCE, resource.name)
        for note, path in (*_notes(resource, provider), *_config_notes(resource, provider), *_schema_notes(resource)):
            yield at(note, subject, path, levels)
        for size in _sizes(resource, provider):
            text = f"its definition has {size:,} bytes, and the limit is {MOST_BYTES:,}"
            fix = excluding(settings, resource.name)
            yield at(Note(rules.TOO_LARGE, text, resource.node, fix), subject, "", levels)


def unknown_path(path: str, node: Node, resource: ResourceSettings, fields: tuple[Field, ...]) -> Note:
    """The note on a path of the config without an attribute; its fix is a similar path, else the key without it."""
    paths = [field.path for field in walk(fields)]
    text = f"no attribute has the path {path}{nearest(path, paths)}"
    return Note(rules.UNKNOWN_PATH, text, node, closest(path, paths) or without_path(resource, path, node))


def empty_column(column: Column, node: Node, resource: ResourceSettings, paths: Iterable[str]) -> Note:
    """The note on a column that is always empty; its fix is a similar `json_path`, else the columns without it."""
    close = closest(column.path, paths)
    fix = f"json_path: {scalar(close)}" if close else without_column(resource, column)
    return Note(rules.COLUMN_PATH, f"there is nothing at {column.path}", node, fix)


def _kind_and_group(name: str, provider: Provider, taken: set[str]) -> str:
    """A fix with a group and a Kind made from the letters of a name."""
    words = re.sub(r"[^a-z0-9]+", "_", name.removeprefix(f"{provider.prefix}_").lower()).strip("_")
    group = re.sub(r"[^a-z0-9]+", "-", provider.prefix.lower()).strip("-")
    resource = provider.settings.resources.get(name) or ResourceSettings(name)
    start = go_name(words)[:_LONGEST_START]
    kind = free_kind(start if is_kind(start) else f"Kind{start}", lambda kind: f"{group} {kind}" not in taken)
    taken.add(f"{group} {kind}")
    return named_keys(resource, short_group=resource.short_group or group, crd_name=kind)


def _other_kind(resource: Resource, provider: Provider, taken: set[str]) -> str:
    """A fix with a Kind made from all words of a name, whose definition names are free."""
    settings = resource.target.settings
    start = go_name(resource.name.removeprefix(f"{provider.prefix}_"))
    first = start if is_kind(start[:_LONGEST_START]) else resource.group_kind.kind
    kind = free_kind(first[:_LONGEST_START], lambda kind: taken.isdisjoint(definition_names(resource, kind)))
    taken.update(definition_names(resource, kind))
    return named_keys(settings, crd_name=kind)


def _notes(resource: Resource, provider: Provider) -> Iterator[tuple[Note, str]]:
    """Notes on what cannot be carried over, each with its path."""
    target = resource.target
    settings = target.settings
    for dropped in target.dropped:
        fix = listing(settings, "remove", [dropped.path])
        yield Note(rules.NO_COUNTERPART, f"{dropped.path}: {dropped.reason}", dropped.node, fix), dropped.path
    for path, node in _unknown_paths(resource):
        yield unknown_path(path, node, settings, target.fields), ""
    for clash in target.clashes:
        text = f"{clash.path}: the resource has a field {clash.name} of its own"
        yield Note(rules.TAKEN_NAME, text, clash.node, _other_names(clash.path, target)), clash.path
    for field in walk(target.fields):
        if field.reference is not None and _is_unknown(field.reference, provider):
            named = field.reference.terraform_name
            text = f"{named} is not generated{nearest(named, provider.known)}"
            known = _known_target(field.path, field.reference, resource, provider)
            yield Note(rules.UNKNOWN_TARGET, text, field.reference.node, known), field.path
        if field.sensitive and field.is_output:
            fix = listing(settings, "remove", [field.path])
            yield Note(rules.SECRET_OUTPUT, f"{field.path} is sensitive, and only read", field.node, fix), field.path
        if field.write_only and field.on(ManifestSide.AT):
            text = f"{field.path} is write-only, and status.atProvider has a field for it"
            flags = settings.node.get("schema") if settings.node is not None else None
            before = (flags.value.get(field.path) if flags is not None else None) or {}
            fix = setting(settings, "schema", field.path, {**before, "sensitive": True})
            yield Note(rules.WRITE_ONLY, text, field.node, fix), field.path


def _unknown_paths(resource: Resource) -> Iterator[tuple[str, Node]]:
    """The paths without an attribute in the settings of a resource, also in those of the cluster scope alone."""
    first, *others = resource.targets
    yield from unknown_paths(first, resource.block)
    for other in others:
        if other.settings is not first.settings:
            unknown = unknown_paths(other, resource.block)
            yield from ((path, node) for path, node in unknown if first.settings.paths.get(path) is not node)


def _is_unknown(reference: ReferenceSetting, provider: Provider) -> bool:
    return bool(reference.terraform_name) and reference.terraform_name not in provider.known


def _known_target(path: str, reference: ReferenceSetting, resource: Resource, provider: Provider) -> str | None:
    """A fix that includes the target resource, or names a similar one; else the references without this one."""
    settings, named = resource.target.settings, reference.terraform_name
    if named in provider.node.value["resource_schemas"]:
        fix = included(provider.settings, named)
        if fix is not None:
            return fix
    close = closest(named, provider.known)
    if close is None:
        return without_path(settings, path, reference.node)
    return setting(settings, "references", path, {**reference.node.value, "terraform_name": close})


def _other_names(path: str, target: Target) -> str:
    """A fix of a reference whose field names are taken, with free names."""
    reference, inside = target.settings.references[path], path.rpartition(".")[0]
    siblings = [field for field in walk(target.fields) if field.path.rpartition(".")[0] == inside]
    taken = {field.json for field in siblings}
    name = field_name(path.rpartition(".")[2])
    ref, selector = (
        free_kind(f"{name}Object{end}", lambda go_field: json_name_of_go(go_field) not in taken)
        for end in ("Ref", "Selector")
    )
    more = {"ref_field": ref, "selector_field": selector}
    return setting(target.settings, "references", path, {**reference.node.value, **more})


def _previous_versions(resource: Resource) -> Iterator[Note]:
    """Notes on previous versions that no definition of a resource has."""
    addresses = {definition_name(version.address): version.address for version in resource.targets}
    listed = {
        version.node.pointer: (version, target.address)
        for target in resource.targets
        for version in target.settings.previous
    }
    for earlier, address in listed.values():
        fix = f"{{name: {scalar(earlier.name)}, definition: released/{file_name(address)}}} # with its real path"
        if earlier.name == address.version:
            yield Note(rules.KEPT_VERSION, f"{earlier.name} is the version that is generated", earlier.node, None)
        elif not earlier.defines:
            text = f"the definition lacks the version {earlier.name}, which an earlier release has"
            yield Note(rules.KEPT_VERSION, text, earlier.node, fix)
        elif earlier.defines not in addresses:
            text = f"{earlier.definition} defines {earlier.defines}, and not {' or '.join(addresses)}"
            yield Note(rules.KEPT_VERSION, text, earlier.node, fix)


def _config_notes(resource: Resource, provider: Provider) -> Iterator[tuple[Note, str]]:
    """Notes on entries of the config that have no effect."""
    target = resource.target
    for note in _previous_versions(resource):
        yield note, ""
    common = {"initProvider", *spec_properties(CLUSTER)}, status_properties(provider.settings.runtime)
    for column, node in target.settings.columns:
        if not is_column(column.path, target, *common):
            yield empty_column(column, node, target.settings, json_paths(target)), ""
    external, settings = target.settings.external_name, target.settings
    arguments = [*resource.block.attributes, *resource.block.block_types]
    names = [*sorted(parameters_in(external.template)), *filter(None, (external.parameter,))]
    for name in names if settings.node is not None else ():
        if name not in arguments:
            text = f"external_name: there is no argument {name!r}{nearest(name, arguments)}"
            yield Note(rules.UNKNOWN_PARAMETER, text, settings.node, _external_name_fix(name, settings, arguments)), ""


def _external_name_fix(name: str, resource: ResourceSettings, arguments: list[str]) -> str:
    """A fix of an external name with a similar argument; if there is none, with a name that the provider assigns."""
    external, close = resource.external_name, closest(name, arguments)
    if close is None:
        return keys(resource, external_name={"mode": str(ExternalNameMode.PROVIDER)})
    members = {
        "mode": str(external.mode),
        "parameter": close if external.parameter == name else external.parameter,
        "template": with_parameter(external.template, name, close),
    }
    is_template = external.mode is ExternalNameMode.TEMPLATE
    return keys(resource, external_name={key: text for key, text in members.items() if text or is_template})


def _schema_notes(resource: Resource) -> Iterator[tuple[Note, str]]:
    """Notes on what a schema does not specify, and on what it has that manifests do not."""
    target = resource.target
    numbers = whole_numbers(resource) if not target.settings.says_integers else []
    if numbers:
        shown = ", ".join(numbers[:MOST_SHOWN]) + (", …" if len(numbers) > MOST_SHOWN else "")
        fix = listing(target.settings, "number_int", numbers)
        yield Note(rules.MAY_BE_INTEGER, f"{shown}: a schema has only numbers", resource.node, fix), ""
    has_timeouts = "timeouts" in resource.block.block_types or "timeouts" in resource.block.attributes
    if has_timeouts and "timeouts" not in target.settings.removed:
        fix = listing(target.settings, "remove", ["timeouts"])
        yield Note(rules.TIMEOUTS, "timeouts are left out", resource.node, fix), ""


def _sizes(resource: Resource, provider: Provider) -> Iterator[int]:
    """The size in bytes of a definition above the limit. Definitions with little text are not built for that."""
    target = resource.target
    if 3 * sum(_LEAST + len(field.text) for field in walk(target.fields)) > MOST_BYTES // 2:
        size = size_of(definition_of(resource, target, provider), {})
        if size > MOST_BYTES:
            yield size


def json_paths(target: Target) -> list[str]:
    """The paths of the fields at the root of each side, as columns have them."""
    return [f".{side.value}.{field.json}" for side in ManifestSide for field in target.fields if field.on(side)]


def unknown_paths(target: Target, block: Block, more: Iterable[str] = ()) -> Iterator[tuple[str, Node]]:
    """The paths of the config without an attribute, other than `more`, and their places."""
    paths = {field.path for field in walk(target.fields)} | {dropped.path for dropped in target.dropped}
    paths |= {path for path in target.settings.removed if schema_has(block, path)}
    all_paths = paths.union(more)
    return ((path, node) for path, node in target.settings.paths.items() if path not in all_paths)


def _steps_of(path: str) -> list[str]:
    """The names at the start of a column's path, up to the first bracket; empty for unbalanced brackets."""
    return _STEP.findall(path.partition("[")[0]) if path.count("[") == path.count("]") else []


def is_column(path: str, target: Target, spec: Container[str], status: Container[str]) -> bool:
    """Whether objects may have a value at a path. Text in brackets is not checked.

    `spec` and `status` are the names of the fields that every resource has.
    """
    match steps := _steps_of(path):
        case ["spec", "forProvider", *rest]:
            return has_path(target.fields, rest, ManifestSide.FOR)
        case ["spec", "initProvider", *rest] if "initProvider" in spec:
            return has_path(target.fields, rest, ManifestSide.INIT)
        case ["status", "atProvider", *rest]:
            return has_path(target.fields, rest, ManifestSide.AT)
        case ["spec", name, *_]:
            return name in spec
        case ["status", name, *_]:
            return name in status
    return bool(steps) and steps[0] in ("metadata", "apiVersion", "kind", "spec", "status")
