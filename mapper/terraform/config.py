"""The generator config: what `tfplugingen-openapi` reads, parsed with a position for every problem.

Shape (every key of the reference tool, spelled as there)::

    provider: {name: …, schema_ref: …, ignores: […]}
    resources:
      NAME: {create: {path, method}, read: …, update: …, delete: …, schema: SCHEMA}
    data_sources:
      NAME: {read: {path, method}, schema: SCHEMA}

where SCHEMA is ``{ignores: […], attributes: {aliases: {PARAMETER: NAME}, overrides: {PATH: {description}}}}``.
Ours is ``policies``, at the top level and in each resource and data source, where it overrules the top level
key by key; see `policies`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..diagnostics import UNKNOWN_KEY, MappingError, Note, Problem
from ..documents import Document, Node, number_of, text_of
from ..model import EntityKind
from .config_reader import Reader
from .operation_config import OperationConfig, read_operation
from .policies import CHOICES, DEFAULTS, Policies

_PATH = re.compile(r"[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*\Z")
_PARTS = {EntityKind.RESOURCE: ("create", "read", "update", "delete"), EntityKind.DATA_SOURCE: ("read",)}
_NEEDED = {EntityKind.RESOURCE: ("create", "read"), EntityKind.DATA_SOURCE: ("read",)}


@dataclass(frozen=True, slots=True)
class Ignore:
    """A dotted path of source names to leave out, and the line that says so."""

    path: str
    node: Node


@dataclass(frozen=True, slots=True)
class Alias:
    """A parameter's name and the name it gets."""

    parameter: str
    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class Override:
    """What replaces the mapped properties of the attribute at a dotted path of source names."""

    path: str
    description: str
    node: Node


@dataclass(frozen=True, slots=True)
class EntityConfig:
    """One entry of `resources` or `data_sources`."""

    kind: EntityKind
    name: str
    node: Node
    operations: dict[str, OperationConfig]
    ignores: tuple[Ignore, ...] = ()
    aliases: tuple[Alias, ...] = ()
    overrides: tuple[Override, ...] = ()
    policies: Policies = DEFAULTS


@dataclass(frozen=True, slots=True)
class ProviderConfig:
    """The `provider` entry."""

    name: str
    node: Node
    schema_ref: str | None = None
    ignores: tuple[Ignore, ...] = ()
    policies: Policies = DEFAULTS


@dataclass(frozen=True, slots=True)
class Config:
    """A whole generator config. `notes` are warnings about keys that mean nothing."""

    documents: tuple[Document, ...]
    provider: ProviderConfig
    entities: tuple[EntityConfig, ...]
    notes: tuple[Note, ...] = ()

    def of_kind(self, kind: EntityKind) -> list[EntityConfig]:
        """The entities of one kind in the byte order of their names."""
        return sorted((e for e in self.entities if e.kind is kind), key=lambda e: e.name)


def parse_config(*documents: Document) -> Config:
    """Read a generator config in one or several files. Raises MappingError with every problem and its place."""
    parsers = [_Parser(document) for document in documents]
    found = [parser.parse() for parser in parsers]
    provider = _provider(found)
    _check_entities(found)
    problems = [problem for parser in parsers for problem in parser.located()]
    if provider is None or problems:
        raise MappingError(*problems)
    entities = (entity for part in found for entity in part.entities)
    return Config(documents, provider, tuple(entities), tuple(note for parser in parsers for note in parser.notes))


@dataclass(frozen=True, slots=True)
class _Part:
    """What one file of a config has. `empty`: no entity is even meant."""

    parser: _Parser
    root: Node
    provider: ProviderConfig | None
    entities: tuple[EntityConfig, ...]
    empty: bool

    def problem(self, node: Node, text: str) -> None:
        self.parser.problems.append((node.line or 1, text))


def _provider(parts: Sequence[_Part]) -> ProviderConfig | None:
    """The provider of all files: one name, one schema, and what any of them ignores."""
    merged: ProviderConfig | None = None
    for part in parts:
        provider = part.provider
        if provider is None:
            continue
        if merged is None:
            merged = provider
            continue
        for key, first, second in (
            ("name", merged.name, provider.name),
            ("schema_ref", merged.schema_ref, provider.schema_ref),
        ):
            if first and second and first != second:
                text = f"provider: {key} is {second!r} here, but {first!r} in {_line(merged.node)}"
                part.problem(provider.node.child(key), text)
        base, other = (provider, merged) if provider.schema_ref else (merged, provider)
        merged = replace(base, name=base.name or other.name, ignores=merged.ignores + provider.ignores)
    if merged is None:
        node = parts[0].root.get("provider") or parts[0].root
        parts[0].problem(node, "provider: a name is needed (provider: {name: …})")
    elif not merged.name:
        holder = next(part for part in parts if part.provider is not None)
        holder.problem(merged.node, "provider: a name is needed")
    return merged


def _check_entities(parts: Sequence[_Part]) -> None:
    """That there is an entity, and none of them in two files."""
    if all(part.empty and not part.entities for part in parts):
        parts[0].problem(parts[0].root, "at least one resource or data source is needed")
    seen: dict[tuple[EntityKind, str], Node] = {}
    for part in parts:
        for entity in part.entities:
            first = seen.setdefault((entity.kind, entity.name), entity.node)
            if first is not entity.node:
                text = f"the {entity.kind} {entity.name!r} is in {_line(first)} already"
                part.problem(entity.node, f"{text}; an entity stands in one file")


def _line(node: Node) -> str:
    return f"{node.document.uri}:{node.line}"


def is_attribute_path(path: str) -> bool:
    """Whether ignores and overrides can name the attribute at `path`."""
    return _PATH.match(path) is not None


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the end of a message: the known word that looks most like `word`, if any does."""
    import difflib

    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {matches[0]!r}?" if matches else ""


@dataclass
class _Parser:
    document: Document
    policies: Policies = DEFAULTS
    problems: list[tuple[int, str]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def parse(self) -> _Part:
        """What the file has."""
        for key, first, second in self.document.duplicates:
            self._problem_at(second[0], f"the key {key!r} is given twice (line {first[0]} has it too)")
        root = self.document.node
        if root.value is not None and not isinstance(root.value, dict):
            text = "the generator config must be a mapping with a provider"
            raise MappingError(Problem(text, self.document.uri, 1))
        self._check_keys(root, "the top level", ("provider", "resources", "data_sources", "policies"))
        self.policies = self._policies(root, "the top level", DEFAULTS)
        entities = [
            *self._entities(root.get("resources"), EntityKind.RESOURCE),
            *self._entities(root.get("data_sources"), EntityKind.DATA_SOURCE),
        ]
        empty = not any(root.value and root.value.get(key) for key in ("resources", "data_sources"))
        return _Part(self, root, self._provider(root), tuple(entities), empty)

    def located(self) -> list[Problem]:
        """All problems, in the order of their lines."""
        return [Problem(text, self.document.uri, line) for line, text in sorted(set(self.problems))]

    def _provider(self, root: Node) -> ProviderConfig | None:
        node = root.get("provider")
        if not self._is_mapping(node, "provider") or node is None or node.value is None:
            return None
        self._check_keys(node, "provider", ("name", "schema_ref", "ignores"))
        name = self._text(node, "name", "provider")
        reference = self._text(node, "schema_ref", "provider")
        return ProviderConfig(name or "", node, reference or None, self._ignores(node, "provider"), self.policies)

    def _entities(self, node: Node | None, kind: EntityKind) -> list[EntityConfig]:
        section = "resources" if kind is EntityKind.RESOURCE else "data_sources"
        if not self._is_mapping(node, section) or node is None:
            return []
        return [self._entity(kind, name, member) for name, member in node.members()]

    def _entity(self, kind: EntityKind, name: str, node: Node) -> EntityConfig:
        where = f"{kind} {name!r}"
        operations: dict[str, OperationConfig] = {}
        ignores: tuple[Ignore, ...] = ()
        aliases: list[Alias] = []
        overrides: list[Override] = []
        policies = self.policies
        if self._is_mapping(node, where):
            self._check_keys(node, where, (*_PARTS[kind], "schema", "policies"))
            policies = self._policies(node, where, self.policies)
            for part in _PARTS[kind]:
                operation = read_operation(Reader(self.problems, self.notes), node.get(part), part, where)
                if operation is not None:
                    operations[part] = operation
            schema = node.get("schema")
            if schema is not None and self._is_mapping(schema, f"{where}: schema"):
                self._check_keys(schema, f"{where}: schema", ("ignores", "attributes"))
                ignores = self._ignores(schema, where)
                attributes = schema.get("attributes")
                if attributes is not None and self._is_mapping(attributes, f"{where}: attributes"):
                    self._check_keys(attributes, f"{where}: attributes", ("aliases", "overrides"))
                    aliases = self._aliases(attributes.get("aliases"), where)
                    overrides = self._overrides(attributes.get("overrides"), where)
        for part in _NEEDED[kind]:
            if part not in operations and (
                node.value is None or (isinstance(node.value, dict) and node.value.get(part) is None)
            ):
                self._problem(node, f"{where}: {part} is needed ({part}: {{path: …, method: …}})")
        return EntityConfig(kind, name, node, operations, ignores, tuple(aliases), tuple(overrides), policies)

    def _ignores(self, parent: Node, where: str) -> tuple[Ignore, ...]:
        node = parent.get("ignores")
        if node is None or node.value is None:
            return ()
        if not isinstance(node.value, list):
            self._problem(node, f"{where}: ignores must be a list of attribute paths")
            return ()
        ignores = []
        for item in node.items():
            path = text_of(item.value) or ""
            if self._check_path(item, path, f"{where}: ignores"):
                ignores.append(Ignore(path, item))
        return tuple(ignores)

    def _aliases(self, node: Node | None, where: str) -> list[Alias]:
        if node is None or not self._is_mapping(node, f"{where}: aliases"):
            return []
        aliases = []
        for parameter, member in node.members():
            name = text_of(member.value)
            if name is None and member.value is not None:
                self._problem(member, f"{where}: the alias of {parameter!r} must be a name")
            else:
                aliases.append(Alias(parameter, name or "", member))
        return aliases

    def _overrides(self, node: Node | None, where: str) -> list[Override]:
        if node is None or not self._is_mapping(node, f"{where}: overrides"):
            return []
        overrides = []
        for path, member in node.members():
            if self._check_path(member, path, f"{where}: overrides") and self._is_mapping(
                member, f"{where}: the override of {path!r}"
            ):
                self._check_keys(member, f"{where}: the override of {path!r}", ("description",))
                description = self._text(member, "description", f"{where}: the override of {path!r}")
                overrides.append(Override(path, description or "", member))
        return overrides

    def _policies(self, parent: Node, where: str, base: Policies) -> Policies:
        """`base`, with what `parent` has under `policies` instead."""
        where = f"{where}: policies"
        node = parent.get("policies")
        if node is None or not self._is_mapping(node, where):
            return base
        self._check_keys(node, where, (*CHOICES, "pagination", "recursion_depth"))
        chosen: dict[str, Any] = {}
        for name, member in node.members():
            if name in CHOICES:
                chosen[name] = self._choice(member, f"{where}: {name}", CHOICES[name])
            elif name == "recursion_depth":
                chosen[name] = self._depth(member, f"{where}: {name}")
            elif name == "pagination":
                chosen[name] = self._names(member, f"{where}: {name}")
        return replace(base, **{name: value for name, value in chosen.items() if value is not None})

    def _choice(self, node: Node, where: str, allowed: tuple[str, ...]) -> str | None:
        if node.value in allowed:
            return str(node.value)
        self._problem(node, f"{where} must be one of {', '.join(allowed)}, not {_shown(node.value)}")
        return None

    def _depth(self, node: Node, where: str) -> int | None:
        number = number_of(node.value)
        if isinstance(number, int) and number >= 0:
            return int(number)
        self._problem(node, f"{where} must be a whole number from 0, not {_shown(node.value)}")
        return None

    def _names(self, node: Node, where: str) -> tuple[tuple[str, Node], ...] | None:
        if isinstance(node.value, list) and all(text_of(name) for name in node.value):
            return tuple((text_of(item.value) or "", item) for item in node.items())
        self._problem(node, f"{where} must be a list of the names of parameters")
        return None

    def _check_path(self, node: Node, path: str, where: str) -> bool:
        if _PATH.match(path):
            return True
        self._problem(
            node,
            f"{where}: {path!r} is not an attribute path (names of letters, digits and underscores, joined by dots)",
        )
        return False

    def _is_mapping(self, node: Node | None, where: str) -> bool:
        if node is None or node.value is None:
            return node is not None
        if not isinstance(node.value, dict):
            self._problem(node, f"{where} must be a mapping of keys and values")
            return False
        return True

    def _text(self, node: Node, key: str, where: str) -> str | None:
        value = node.value.get(key) if isinstance(node.value, dict) else None
        text = text_of(value)
        if text is None and value is not None:
            self._problem(node.child(key), f"{where}: {key} must be a text")
            return "?"  # said once; nothing is mapped with it
        return text

    def _check_keys(self, node: Node, where: str, known: tuple[str, ...]) -> None:
        for key, member in node.members():
            if key not in known:
                self.notes.append(Note(UNKNOWN_KEY, f"unknown key {key!r} in {where}{nearest(key, known)}", member))

    def _problem(self, node: Node, text: str) -> None:
        self._problem_at(node.line or 1, text)

    def _problem_at(self, line: int, text: str) -> None:
        self.problems.append((line, text))


def _shown(value: object) -> str:
    text = text_of(value)
    return "null" if value is None else repr(text) if text is not None else "a list or mapping"
