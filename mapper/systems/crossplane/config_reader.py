"""Reads `provider.yaml`, once its grammar has found no problem in it."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from mapper.inputs import Document, Node
from mapper.inputs.grammar import CheckedMapping
from mapper.model import Column

from .config import (
    ExternalName,
    ExternalNameMode,
    Flags,
    Merging,
    Overlay,
    PreviousVersion,
    Program,
    Readiness,
    ReferenceSetting,
    Replacing,
    ResourceSettings,
    Settings,
)
from .grammar import CONFIG

_LISTS = ("move_to_status", "remove", "number_int", "number_float", "connection_details", "generate_password")
_CHANGING = ("schema", "number_int", "number_float", "move_to_status", "references", "server_side_apply")
"""The keys whose paths are of changed fields."""


def read_settings(document: Document) -> Settings:
    """The settings of a config. Raises MappingError with every problem, each as `file:line:column: …`."""
    CONFIG.check(document)
    root = CheckedMapping(document.node)
    if document.node.value is None:
        return Settings()
    default = Settings()
    resources = {resource.name: resource for resource in map(_resource, root.items("resource_metadata"))}
    cluster = {name: settings.cluster_only for name, settings in resources.items() if settings.cluster_only is not None}
    return replace(
        default,
        profile=root.text("profile"),
        program=_program(root),
        refers_to_secrets=root.text("secrets") == "reference",
        node=document.node,
        name=root.text("name"),
        runtime=root.text("runtime") or default.runtime,
        lists_config_kinds=root.text("provider_config_kinds") == "enum",
        controller_gen=root.text("controller_gen") or default.controller_gen,
        root_group=root.text("root_group"),
        namespaced_root_group=root.text("namespaced_root_group"),
        short_name=root.text("short_name"),
        base_version=root.text("base_version") or root.text("base-crd-version") or default.base_version,
        only_listed=root.is_set("only_listed"),
        embeds=root.is_set("embed_singleton_lists"),
        metadata=root.text("provider_metadata"),
        module=root.text("root-package"),
        excluded=frozenset((*root.texts("exclude_resources"), *root.texts("exclude-resources"))),
        reference_namespaces=frozenset(root.texts("reference_namespaces")),
        resources=resources,
        cluster=cluster,
    )


def _program(root: CheckedMapping) -> Program:
    default = Program()
    return Program(
        root.text("package-path"),
        root.text("runtime_package") or default.runtime,
        root.text("provider-version"),
        root.text("provider-config-version") or default.config_version,
        root.text("api-group"),
        root.is_set("omitempty"),
        tuple(map(_overlay, root.items("resource_overlays"))),
    )


def _overlay(node: Node) -> Overlay:
    values = CheckedMapping(node)
    files = {file: str(path.value) for file, path in values.members("files").items() if path.value}
    name, package = values.text("terraform_name"), values.text("full_package_name")
    return Overlay(node, name, package, tuple(values.texts("members")), files)


def _resource(node: Node) -> ResourceSettings:
    name = CheckedMapping(node).text("terraform_name")
    settings = _resource_settings(node, ResourceSettings(name, node))
    only = CheckedMapping(node).get("cluster_only")
    return settings if only is None else replace(settings, cluster_only=_resource_settings(only, settings))


def _resource_settings(node: Node, base: ResourceSettings) -> ResourceSettings:
    """The settings of a resource; values that a mapping lacks are taken from `base`."""
    values = CheckedMapping(node)
    named = {key: values.texts(key) for key in _LISTS}
    named |= {key: values.members(key) for key in ("references", "schema", "server_side_apply")}
    named["late_init"] = values.texts("late_init", "ignored")
    paths = dict(base.paths)
    for nodes in named.values():
        paths |= nodes
    ready = values.get("conditions", "ready")
    if ready is not None:
        paths[CheckedMapping(ready).text("path")] = ready
    embeds = values.flag("embed_singleton_lists")
    return replace(
        base,
        short_group=base.short_group if node.get("short_group") is None else values.text("short_group"),
        api_group=values.text("api_group") or base.api_group,
        kind=values.text("crd_name") or base.kind,
        version=values.text("version") or base.version,
        columns=tuple(map(_column, values.items("kubectl_printcolumns"))) or base.columns,
        external_name=_external_name(values.get("external_name")) or base.external_name,
        references={**base.references, **{path: _reference(entry) for path, entry in named["references"].items()}},
        connection_details=tuple(named["connection_details"]) or base.connection_details,
        ignored_late=tuple(named["late_init"]) if values.get("late_init") else base.ignored_late,
        passwords=frozenset(named["generate_password"]) | base.passwords,
        to_status=frozenset(named["move_to_status"]) | base.to_status,
        removed=frozenset(named["remove"]) | base.removed,
        flags={**base.flags, **{path: _flags(entry) for path, entry in named["schema"].items()}},
        merging={**base.merging, **{path: _merging(entry) for path, entry in named["server_side_apply"].items()}},
        integers=frozenset(named["number_int"]) | base.integers,
        says_integers=node.get("number_int") is not None or base.says_integers,
        floats=frozenset(named["number_float"]) | base.floats,
        embeds=base.embeds if embeds is None else embeds,
        paths=paths,
        changes=_changes(base.changes, named),
        previous=tuple(map(_previous_version, values.items("previous_versions"))) or base.previous,
        readiness=base.readiness if ready is None else _readiness(ready),
        replacing=Replacing(values.text("replace") or base.replacing),
    )


def _changes(base: Mapping[str, tuple[Node, ...]], named: Mapping[str, dict[str, Node]]) -> dict[str, tuple[Node, ...]]:
    """The lines that change each field, by its path, including lines of inherited settings."""
    lines = dict(base)
    for key in _CHANGING:
        for path, node in named[key].items():
            lines[path] = (*lines.get(path, ()), node)
    return lines


def _texts(node: Node, *keys: str) -> Iterator[str]:
    """The texts under the keys, empty ones where there are none."""
    values = CheckedMapping(node)
    return (values.text(key) for key in keys)


def _previous_version(node: Node) -> PreviousVersion:
    name, definition, deprecation = _texts(node, "name", "definition", "deprecation")
    return PreviousVersion(node, name, definition, deprecation)


def _readiness(node: Node) -> Readiness:
    """`{path: status, values: {ACTIVE: true}}`."""
    values = CheckedMapping(node)
    ready = {name: values.is_set("values", name) for name in values.members("values")}
    return Readiness(values.text("path"), ready)


def _external_name(node: Node | None) -> ExternalName | None:
    if node is None:
        return None
    mode, parameter, template = _texts(node, "mode", "parameter", "template")
    return ExternalName(ExternalNameMode(mode or ExternalNameMode.NAME), parameter, template)


def _reference(node: Node) -> ReferenceSetting:
    keys = "terraform_name", "kind", "extract", "ref_field", "selector_field", "api_group", "version"
    return ReferenceSetting(node, *_texts(node, *keys))


def _flags(node: Node) -> Flags:
    values = CheckedMapping(node)
    return Flags(*(values.flag(key) for key in ("required", "optional", "computed", "sensitive")))


def _merging(node: Node) -> Merging:
    values = CheckedMapping(node)
    keys = tuple(values.texts("list_map_keys"))
    return Merging(values.text("list_type"), keys, values.text("map_type"))


def _column(node: Node) -> tuple[Column, Node]:
    name, path, kind = _texts(node, "name", "json_path", "type")
    return Column(name, path, kind or "string", CheckedMapping(node).number("priority")), node
