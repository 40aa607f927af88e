"""Reads `provider.yaml`. All problems are reported together, each with its place."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from mapper.inputs import Document, Node, problem_at, repeated_keys
from mapper.model import Column
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.suggest import nearest

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
from .kinds import PROFILES
from .names import is_category, is_group, is_kind

RUNTIMES = ("v2.0", "v2.1", "v2.2", "v2.3", "v2.4")
CONFIG_KIND_RULES = ("open", "enum")
SECRETS = ("plain", "reference")
LIST_TYPES, MAP_TYPES = ("atomic", "set", "map"), ("granular", "atomic", "none")
_ROOT = frozenset(
    "name profile runtime provider_config_kinds controller_gen root_group namespaced_root_group short_name base_version"
    " only_listed embed_singleton_lists resource_metadata provider_metadata exclude_resources reference_namespaces"
    " base-crd-version package-path exclude-resources root-package provider-config-version base-path"
    " provider-version api-group resource_overlays runtime_package omitempty secrets".split()
)
_RESOURCE = frozenset(
    "terraform_name short_group api_group crd_name version kubectl_printcolumns external_name references late_init"
    " connection_details move_to_status remove schema number_int number_float embed_singleton_lists cluster_only"
    " previous_versions conditions replace generate_password server_side_apply".split()
)
_BESIDE = re.compile(r"(?!.*(^|/)\.\.?(/|$))[^/\0][^\0]*")


def _form(pattern: str, what: str) -> tuple[Callable[[str], object], str]:
    return re.compile(pattern, re.ASCII).fullmatch, f"is not {what}"


_FORM_NEEDED = "write a text of this form, or leave the key out"
_ANY = _form("(?s:.*)", "")
_GROUP = is_group, "is not a name of a group, such as example.org"
_CATEGORY = is_category, "is not a name of a category: lower-case letters, digits and hyphens"
_FIELD = _form("[A-Z][A-Za-z0-9]*", "a name of a field of Go, such as KeeperRef")
_VERSION = _form("v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?", "a version of an API, such as v1alpha1")
_PACKAGE = _form(
    r"[A-Za-z0-9_~][\w.~+-]*(?<!\.)(/[A-Za-z0-9_~][\w.~+-]*(?<!\.))*",
    "the path of a Go package, such as example.org/zoo",
)
_TEXTS = {
    "name": _form("[a-z0-9][a-z0-9_-]*", "a name of a provider, such as aws"),
    "controller_gen": _form(r"v?[0-9]+(\.[0-9]+){0,2}[0-9A-Za-z.+-]*|\(unknown\)", "a version"),
    "root_group": _GROUP,
    "namespaced_root_group": _GROUP,
    "api-group": _GROUP,
    "api_group": _GROUP,
    "short_group": (lambda text: is_group(text) and "." not in text, "cannot be the first part of a group"),
    "short_name": _CATEGORY,
    "crd_name": (is_kind, "is not a Kind: a capital, then letters and digits"),
    "base_version": _VERSION,
    "base-crd-version": _VERSION,
    "provider-config-version": _VERSION,
    "version": _VERSION,
    "root-package": _form(
        "[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*",
        "the path of a module of Go, such as example.org/zoo",
    ),
    "package-path": _PACKAGE,
    "runtime_package": _PACKAGE,
    "full_package_name": _PACKAGE,
    "ref_field": _FIELD,
    "selector_field": _FIELD,
}
"""What a text has to be, by its key, and what is said of others."""
MEMBERS = (
    "SchemeBuilder",
    "ReconcilerConfigurer",
    "ResourceMerger",
    "CtyEncoder",
    "CtyDecoder",
    "ResourceYAMLMarshaller",
    "ResourceYAMLUnmarshaller",
)
"""The members of a resource's implementation, besides its Kind and its name."""
FILES = ("types.go", "encode.go", "decode.go", "compare.go", "configure.go", "index.go", "doc.go")
"""The Go files of a resource."""
_COLUMN_TYPES = ("string", "integer", "number", "boolean", "date")


def read_settings(document: Document) -> Settings:
    """The settings of a config. Raises MappingError with every problem, each as `file:line:column: …`."""
    reader = _Reader(repeated_keys(document))
    settings = reader.settings(document.node)
    if reader.problems:
        raise MappingError(*sorted(reader.problems, key=lambda problem: (problem.line or 0, problem.column or 0)))
    return settings


def _changes(base: Mapping[str, tuple[Node, ...]], named: Mapping[str, dict[str, Node]]) -> dict[str, tuple[Node, ...]]:
    """The lines that change each field, by its path, those of inherited settings included."""
    lines = dict(base)
    for key in ("schema", "number_int", "number_float", "move_to_status", "references", "server_side_apply"):
        for path, node in named[key].items():
            lines[path] = (*lines.get(path, ()), node)
    return lines


class _Reader:
    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems

    def settings(self, root: Node) -> Settings:
        """The settings of a whole config."""
        if root.value is None:
            return Settings()
        self._known(root, _ROOT, "")
        settings = Settings()
        listed: dict[str, ResourceSettings] = {}
        cluster: dict[str, ResourceSettings] = {}
        for node in self._items(root, "resource_metadata"):
            resource = self._resource(node)
            if resource.name in listed:
                self._report(f"resource_metadata: {resource.name!r} is listed twice", node, "remove one")
            listed[resource.name] = resource
            if resource.cluster_only is not None:
                cluster[resource.name] = resource.cluster_only
        excluded = (*self._texts(root, "exclude_resources"), *self._texts(root, "exclude-resources"))
        return replace(
            settings,
            profile=self._choice(root, "profile", PROFILES),
            program=self._program(root),
            refers_to_secrets=self._choice(root, "secrets", SECRETS) == "reference",
            node=root,
            name=self._text(root, "name"),
            runtime=self._runtime(root) or settings.runtime,
            lists_config_kinds=self._choice(root, "provider_config_kinds", CONFIG_KIND_RULES) == "enum",
            controller_gen=self._text(root, "controller_gen") or settings.controller_gen,
            root_group=self._text(root, "root_group"),
            namespaced_root_group=self._text(root, "namespaced_root_group"),
            short_name=self._text(root, "short_name"),
            base_version=self._text(root, "base_version")
            or self._text(root, "base-crd-version")
            or settings.base_version,
            only_listed=self._flag(root, "only_listed") is True,
            embeds=self._flag(root, "embed_singleton_lists") is True,
            metadata=self._text(root, "provider_metadata"),
            module=self._text(root, "root-package"),
            excluded=frozenset(excluded),
            reference_namespaces=frozenset(self._texts(root, "reference_namespaces")),
            resources=listed,
            cluster=cluster,
        )

    def _runtime(self, root: Node) -> str:
        text = self._plain(root, "runtime")
        if re.match(r"v?[01]\b", text):
            known = ", ".join(RUNTIMES)
            why = "providers of upjet before v2 have other definitions, which oasmap does not write"
            self._report(f"runtime: {text!r}: {why}", root.child("runtime"), f"choose {known}")
            return ""
        return self._choice(root, "runtime", RUNTIMES)

    def _program(self, root: Node) -> Program:
        default = Program()
        return Program(
            self._text(root, "package-path"),
            self._text(root, "runtime_package") or default.runtime,
            self._text(root, "provider-version"),
            self._text(root, "provider-config-version") or default.config_version,
            self._text(root, "api-group"),
            self._flag(root, "omitempty") is True,
            tuple(self._overlay(node) for node in self._items(root, "resource_overlays")),
        )

    def _overlay(self, node: Node) -> Overlay:
        where = "resource_overlays: "
        self._known(node, frozenset(("terraform_name", "full_package_name", "members", "files")), where)
        name, package = self._text(node, "terraform_name"), self._text(node, "full_package_name")
        members = self._texts(node, "members")
        files = {}
        for file, path_node in self._members(node.get("files"), "files"):
            path = path_node.value
            if file not in FILES:
                self._report(f"files: {file!r} is not one of {', '.join(FILES)}{nearest(file, FILES)}", path_node)
            elif not isinstance(path, str) or not _BESIDE.fullmatch(path):
                self._report(f"files: {file}: the path of a file in the folder of the config is expected", path_node)
            else:
                files[file] = path
        for member in members:
            if member not in MEMBERS:
                known = ", ".join(MEMBERS)
                self._report(f"members: {member!r} is not one of {known}{nearest(member, MEMBERS)}", node)
        if isinstance(node.value, dict) and not name:
            self._report(f"{where}terraform_name is needed", node)
        if isinstance(node.value, dict) and not package and (members or not node.get("files")):
            self._report(f"{where}full_package_name is needed", node)
        return Overlay(node, name, package, members, files)

    def _resource(self, node: Node) -> ResourceSettings:
        self._known(node, _RESOURCE, "resource_metadata: ")
        name = self._text(node, "terraform_name")
        if not name and isinstance(node.value, dict):
            self._report("resource_metadata: terraform_name is needed", node)
        settings = self._resource_settings(node, ResourceSettings(name, node))
        only = node.get("cluster_only")
        if only is None:
            return settings
        self._known(only, _RESOURCE - {"terraform_name", "cluster_only"}, "cluster_only: ")
        return replace(settings, cluster_only=self._resource_settings(only, settings))

    def _resource_settings(self, node: Node, base: ResourceSettings) -> ResourceSettings:
        """The settings of a resource; values that a mapping does not have are those of `base`."""
        paths: dict[str, Node] = dict(base.paths)
        names = "move_to_status", "remove", "number_int", "number_float", "connection_details", "generate_password"
        named: dict[str, dict[str, Node]] = {key: {} for key in (*names, "references", "schema", "server_side_apply")}
        lists = {key: self._texts(node, key, named[key]) for key in names}
        references, flags = self._references(node, named["references"]), self._flags(node, named["schema"])
        merging = self._merging(node, named["server_side_apply"])
        for found in named.values():
            paths |= found
        late = node.get("late_init")
        if late is not None:
            self._known(late, frozenset(("ignored",)), "late_init: ")
        embeds = self._flag(node, "embed_singleton_lists")
        return replace(
            base,
            short_group=base.short_group if node.get("short_group") is None else self._text(node, "short_group"),
            api_group=self._text(node, "api_group") or base.api_group,
            kind=self._text(node, "crd_name") or base.kind,
            version=self._text(node, "version") or base.version,
            columns=tuple(self._columns(node)) or base.columns,
            external_name=self._external_name(node) or base.external_name,
            references={**base.references, **references},
            connection_details=lists["connection_details"] or base.connection_details,
            ignored_late=self._texts(late, "ignored") if late is not None else base.ignored_late,
            passwords=frozenset(lists["generate_password"]) | base.passwords,
            to_status=frozenset(lists["move_to_status"]) | base.to_status,
            removed=frozenset(lists["remove"]) | base.removed,
            flags={**base.flags, **flags},
            merging={**base.merging, **merging},
            integers=frozenset(lists["number_int"]) | base.integers,
            says_integers=node.get("number_int") is not None or base.says_integers,
            floats=frozenset(lists["number_float"]) | base.floats,
            embeds=base.embeds if embeds is None else embeds,
            paths=paths,
            changes=_changes(base.changes, named),
            previous=tuple(self._previous_versions(node)) or base.previous,
            readiness=self._readiness(node, paths) or base.readiness,
            replacing=Replacing(self._choice(node, "replace", tuple(Replacing)) or base.replacing),
        )

    def _previous_versions(self, node: Node) -> Iterator[PreviousVersion]:
        for version in self._items(node, "previous_versions"):
            keys = "name", "definition", "deprecation"
            self._known(version, frozenset((*keys, "embed_singleton_lists")), "previous_versions: ")
            name, definition, deprecation = (self._plain(version, key) for key in keys)
            if not name:
                self._report("previous_versions: name is needed", version)
            if definition and not _BESIDE.fullmatch(definition):
                text = "previous_versions: definition: the path of a file in the folder of the config is expected"
                self._report(text, version)
            yield PreviousVersion(version, name, definition, deprecation)

    def _readiness(self, node: Node, paths: dict[str, Node]) -> Readiness | None:
        """`conditions: {ready: {path: status, values: {ACTIVE: true}}}`."""
        inside = node.get("conditions")
        if inside is None:
            return None
        self._known(inside, frozenset(("ready",)), "conditions: ")
        ready = inside.get("ready")
        if ready is None:
            return None
        self._known(ready, frozenset(("path", "values")), "conditions: ")
        path = self._text(ready, "path")
        values = {str(key): own.value for key, own in self._members(ready.get("values"), "values")}
        if not path or not values or not all(isinstance(own, bool) for own in values.values()):
            self._report("conditions: ready needs a path, and values that are true or false", ready)
            return None
        paths[path] = ready
        return Readiness(path, values)

    def _external_name(self, node: Node) -> ExternalName | None:
        inside = node.get("external_name")
        if inside is None:
            return None
        self._known(inside, frozenset(("mode", "parameter", "template")), "external_name: ")
        mode = self._choice(inside, "mode", tuple(ExternalNameMode)) or ExternalNameMode.NAME
        parameter = self._text(inside, "parameter")
        if mode == ExternalNameMode.PARAMETER and not parameter:
            self._report(f"external_name: the mode {mode} needs a parameter", inside)
        return ExternalName(ExternalNameMode(mode), parameter, self._text(inside, "template"))

    def _references(self, node: Node, paths: dict[str, Node]) -> dict[str, ReferenceSetting]:
        references: dict[str, ReferenceSetting] = {}
        inside = node.get("references")
        for path, reference in self._members(inside, "references"):
            keys = "terraform_name", "kind", "extract", "ref_field", "selector_field", "api_group", "version"
            self._known(reference, frozenset(keys), "references: ")
            target, kind, _, _, _, group, version = found = [self._text(reference, key) for key in keys]
            if not target and not kind:
                self._report(f"references: {path}: terraform_name or kind is needed", reference)
            if bool(group) != bool(version) or (group and not kind):
                self._report(
                    f"references: {path}: a Kind of another provider needs kind, api_group and version", reference
                )
            paths[path] = reference
            references[path] = ReferenceSetting(reference, *found)
        return references

    def _flags(self, node: Node, paths: dict[str, Node]) -> Mapping[str, Flags]:
        flags = {}
        for path, own in self._members(node.get("schema"), "schema"):
            keys = "required", "optional", "computed", "sensitive"
            self._known(own, frozenset(keys), "schema: ")
            flags[path] = Flags(*(self._flag(own, key) for key in keys))
            paths[path] = own
        return flags

    def _merging(self, node: Node, paths: dict[str, Node]) -> Mapping[str, Merging]:
        merging = {}
        for path, own in self._members(node.get("server_side_apply"), "server_side_apply"):
            self._known(own, frozenset(("list_type", "list_map_keys", "map_type")), "server_side_apply: ")
            keys = self._texts(own, "list_map_keys")
            list_type = self._choice(own, "list_type", LIST_TYPES)
            if (list_type == "map") != bool(keys):
                self._report(
                    f"server_side_apply: {path}: list_type: map and list_map_keys belong together", own, "give both"
                )
            merging[path] = Merging(list_type, keys, self._choice(own, "map_type", MAP_TYPES))
            paths[path] = own
        return merging

    def _columns(self, node: Node) -> Iterator[tuple[Column, Node]]:
        for column in self._items(node, "kubectl_printcolumns"):
            keys = "name", "json_path", "type"
            self._known(column, frozenset((*keys, "priority")), "kubectl_printcolumns: ")
            name, path, kind = (self._plain(column, key) for key in keys)
            if not name or not path:
                self._report("kubectl_printcolumns: name and json_path are needed", column)
            if path and not path.startswith("."):
                self._report(f"kubectl_printcolumns: json_path: {path!r} is no path", column, "begin it with a dot")
            if kind and kind not in _COLUMN_TYPES:
                self._report(f"kubectl_printcolumns: {kind!r} is not one of {', '.join(_COLUMN_TYPES)}", column)
            priority = column.value.get("priority", 0) if isinstance(column.value, dict) else 0
            yield Column(name, path, kind or "string", priority if isinstance(priority, int) else 0), column

    def _choice(self, node: Node, key: str, allowed: tuple[str, ...]) -> str:
        text = self._text(node, key)
        if text and text not in allowed:
            known = ", ".join(map(str, allowed))
            self._report(f"{key}: {text!r} is not one of {known}{nearest(text, allowed)}", node.child(key))
            return ""
        return text

    def _text(self, node: Node, key: str) -> str:
        """A text that is as its key demands."""
        text = self._plain(node, key)
        is_valid, what = _TEXTS.get(key, _ANY)
        if text and not is_valid(text):
            self._report(f"{key}: {text!r} {what}", node.child(key), _FORM_NEEDED)
        return text

    def _plain(self, node: Node, key: str) -> str:
        value = node.get(key)
        if value is None or value.value is None:
            return ""
        if not isinstance(value.value, str):
            self._report(f"{key}: a text is expected", value)
            return ""
        return value.value

    def _flag(self, node: Node, key: str) -> bool | None:
        value = node.get(key)
        if value is None:
            return None
        if not isinstance(value.value, bool):
            self._report(f"{key}: true or false is expected", value)
            return None
        return value.value

    def _texts(self, node: Node, key: str, paths: dict[str, Node] | None = None) -> tuple[str, ...]:
        texts = []
        for item in self._items(node, key):
            if isinstance(item.value, str):
                texts.append(item.value)
                if paths is not None:
                    paths[item.value] = item
            else:
                self._report(f"{key}: a text is expected", item)
        return tuple(texts)

    def _items(self, node: Node, key: str) -> Iterator[Node]:
        found = node.get(key)
        if found is not None and found.value is not None and not isinstance(found.value, list):
            self._report(f"{key}: a list is expected", found)
        elif found is not None:
            yield from found.items()

    def _members(self, node: Node | None, key: str) -> Iterator[tuple[str, Node]]:
        if node is not None and node.value is not None and not isinstance(node.value, dict):
            self._report(f"{key}: a mapping of paths is expected", node)
        elif node is not None:
            yield from node.members()

    def _known(self, node: Node, known: frozenset[str], where: str) -> None:
        if not isinstance(node.value, dict):
            self._report(f"{where}a mapping of keys to values is expected", node)
            return
        for key, inner in node.members():
            if key not in known:
                self._report(
                    f"{where}unknown key {key!r}{nearest(key, known)}", inner, f"use {', '.join(sorted(known))}"
                )

    def _report(self, text: str, node: Node, remedy: str = "") -> None:
        """Add a problem at `node`. Without a remedy, `text` says what has to be written there."""
        self.problems.append(problem_at(text, node, remedy=remedy))
