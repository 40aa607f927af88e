"""The generator config: what `tfplugingen-openapi` reads, parsed with a position for every problem.

Shape (every key of the reference tool, spelled as there)::

    provider: {name: …, schema_ref: …, ignores: […]}
    resources:
      NAME: {create: {path, method}, read: …, update: …, delete: …, schema: SCHEMA}
    data_sources:
      NAME: {read: {path, method}, schema: SCHEMA}

where SCHEMA is as `schema_config` has it; the provider has one too, which is ours. So is ``policies``, at the top
level and in each resource and data source, where it overrules the top level key by key; see `policies`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ..diagnostics import MappingError, Note, Problem
from ..documents import Document, Node
from ..model import EntityKind
from .config_reader import Reader
from .policies import CHOICES, DEFAULTS, NAMES, Policies
from .schema_config import NOTHING, SchemaConfig, read_ignores, read_schema

MAX_RECURSION_DEPTH = 10
"""Of the policy of that name."""

_PARTS = {EntityKind.RESOURCE: ("create", "read", "update", "delete"), EntityKind.DATA_SOURCE: ("read",)}
_NEEDED = {EntityKind.RESOURCE: ("create", "read"), EntityKind.DATA_SOURCE: ("read",)}


@dataclass(frozen=True, slots=True)
class OperationConfig:
    """Which operation plays a part: `path` and `method` as written."""

    part: str
    path: str
    method: str
    node: Node


@dataclass(frozen=True, slots=True)
class EntityConfig:
    """One entry of `resources` or `data_sources`."""

    kind: EntityKind
    name: str
    node: Node
    operations: dict[str, OperationConfig]
    schema: SchemaConfig = NOTHING
    policies: Policies = DEFAULTS


@dataclass(frozen=True, slots=True)
class ProviderConfig:
    """The `provider` entry."""

    name: str
    node: Node
    schema_ref: str | None = None
    schema: SchemaConfig = NOTHING
    policies: Policies = DEFAULTS
    kind: EntityKind = EntityKind.PROVIDER


@dataclass(frozen=True, slots=True)
class Config:
    """A whole generator config. `notes` are warnings about keys that mean nothing."""

    document: Document
    provider: ProviderConfig
    entities: tuple[EntityConfig, ...]
    notes: tuple[Note, ...] = ()

    def of_kind(self, kind: EntityKind) -> list[EntityConfig]:
        """The entities of one kind in the byte order of their names."""
        return sorted((e for e in self.entities if e.kind is kind), key=lambda e: e.name)


def parse_config(document: Document) -> Config:
    """Read a generator config. Raises MappingError with every problem, each as `file:line: …`."""
    return _Parser(document=document).config()


@dataclass
class _Parser(Reader):
    """Reads the whole of a config."""

    document: Document = field(kw_only=True)
    policies: Policies = DEFAULTS

    def config(self) -> Config:
        for key, first, second in self.document.duplicates:
            text = f"the key {key!r} is given twice (line {first[0]} has it too)"
            self.problems.append((second[0], text))
        root = self.document.node
        if root.value is not None and not isinstance(root.value, dict):
            text = "the generator config must be a mapping with a provider"
            raise MappingError(Problem(text, self.document.uri, 1))
        self.check_keys(root, "the top level", ("provider", "resources", "data_sources", "policies"))
        self.policies = self._policies(root, "the top level", DEFAULTS)
        entities = [
            *self._entities(root.get("resources"), EntityKind.RESOURCE),
            *self._entities(root.get("data_sources"), EntityKind.DATA_SOURCE),
        ]
        if not entities and not any(root.value and root.value.get(key) for key in ("resources", "data_sources")):
            self.problem(root, "at least one resource or data source is needed")
        provider = self._provider(root)
        if self.problems:
            problems = sorted(set(self.problems))
            raise MappingError(*(Problem(text, self.document.uri, line) for line, text in problems))
        return Config(self.document, provider, tuple(entities), tuple(self.notes))

    def _provider(self, root: Node) -> ProviderConfig:
        node = root.get("provider")
        if not self.is_mapping(node, "provider") or node is None:
            self.problem(node or root, "provider: a name is needed (provider: {name: …})")
            return ProviderConfig("", root)
        self.check_keys(node, "provider", ("name", "schema_ref", "ignores", "schema"))
        name = self.text(node, "name", "provider")
        if not name:
            self.problem(node, "provider: a name is needed")
        reference = self.text(node, "schema_ref", "provider")
        schema = read_schema(self, node.get("schema"), EntityKind.PROVIDER, "provider")
        schema = replace(schema, ignores=(*read_ignores(self, node, "provider"), *schema.ignores))
        return ProviderConfig(name or "", node, reference or None, schema, self.policies)

    def _entities(self, node: Node | None, kind: EntityKind) -> list[EntityConfig]:
        section = "resources" if kind is EntityKind.RESOURCE else "data_sources"
        if not self.is_mapping(node, section) or node is None:
            return []
        return [self._entity(kind, name, member) for name, member in node.members()]

    def _entity(self, kind: EntityKind, name: str, node: Node) -> EntityConfig:
        where = f"{kind} {name!r}"
        operations: dict[str, OperationConfig] = {}
        schema = NOTHING
        policies = self.policies
        if self.is_mapping(node, where):
            self.check_keys(node, where, (*_PARTS[kind], "schema", "policies"))
            policies = self._policies(node, where, self.policies)
            for part in _PARTS[kind]:
                operation = self._operation(node.get(part), part, where)
                if operation is not None:
                    operations[part] = operation
            schema = read_schema(self, node.get("schema"), kind, where)
        for part in _NEEDED[kind]:
            if part not in operations and (
                node.value is None or (isinstance(node.value, dict) and node.value.get(part) is None)
            ):
                self.problem(node, f"{where}: {part} is needed ({part}: {{path: …, method: …}})")
        return EntityConfig(kind, name, node, operations, schema, policies)

    def _operation(self, node: Node | None, part: str, where: str) -> OperationConfig | None:
        where = f"{where}: {part}"
        if node is None or node.value is None or not self.is_mapping(node, where):
            return None
        self.check_keys(node, where, ("path", "method"))
        texts = {key: self.text(node, key, where) for key in ("path", "method")}
        for key, text in texts.items():
            if not text:
                self.problem(node, f"{where}: {key} is needed")
        return OperationConfig(part, texts["path"] or "", texts["method"] or "", node)

    def _policies(self, parent: Node, where: str, base: Policies) -> Policies:
        """`base`, with what `parent` has under `policies` instead."""
        where = f"{where}: policies"
        node = parent.get("policies")
        if node is None or not self.is_mapping(node, where):
            return base
        self.check_keys(node, where, (*CHOICES, *NAMES, "recursion_depth"))
        chosen: dict[str, Any] = {}
        for name, member in node.members():
            if name in CHOICES:
                chosen[name] = self.choice(member, f"{where}: {name}", CHOICES[name])
            elif name == "recursion_depth":
                chosen[name] = self.whole_number(member, f"{where}: {name}", MAX_RECURSION_DEPTH)
            elif name in NAMES:
                chosen[name] = self.names(member, f"{where}: {name}")
        return replace(base, **{name: value for name, value in chosen.items() if value is not None})
