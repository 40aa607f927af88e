"""The generator config of `tfplugingen-openapi` with our keys, parsed with a position for every problem.

Shape (the keys of the reference tool are spelled as there)::

    provider: {name: …, schema_ref: …, ignores: […]}
    resources:
      NAME: {create: {path, method}, read: …, update: …, delete: …, schema: SCHEMA}
    data_sources:
      NAME: {read: {path, method}, schema: SCHEMA}

SCHEMA is described in `schema`. These keys are ours:

- SCHEMA in the provider;
- the bodies of an operation, see `operations`;
- ``policies`` at the top level, and in a resource or data source to override them key by key, see `policies`;
- a top-level ``schema`` that applies to all entities;
- ``group``, the title under which pages list a resource or data source.

An entity that the API does not have is declared by a SCHEMA with `additional` attributes and no operations. A config
may be split into several files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Node, repeated_keys, text_of
from mapper.model import EntityKind, EntityRef, Purpose
from mapper.report.diagnostic import MappingError, Note, Problem

from .. import kinds
from .fragments import custom_type
from .node_reader import Reader, shown
from .operations import OperationConfig, read_operation
from .places import belongs
from .policies import CHOICES, DEFAULTS, MAX_RECURSION_DEPTH, NAMES, PRESETS, Policies
from .schema import NOTHING, Override, SchemaConfig, read_ignores, read_schema

_PARTS = {
    kinds.RESOURCE: (Purpose.CREATE, Purpose.READ, Purpose.UPDATE, Purpose.DELETE),
    kinds.DATA_SOURCE: (Purpose.READ,),
}
_TOP = "the top level"
_NEEDED = {kinds.RESOURCE: (Purpose.CREATE, Purpose.READ), kinds.DATA_SOURCE: (Purpose.READ,)}


class EntityConfig(Struct, frozen=True):
    """An entry of `resources` or `data_sources`."""

    kind: EntityKind
    name: str
    node: Node
    operations: dict[Purpose, OperationConfig]
    schema: SchemaConfig = NOTHING
    policies: Policies = DEFAULTS
    group: str = ""

    @property
    def ref(self) -> EntityRef:
        """The reference of the entity."""
        return EntityRef(self.kind, self.name)


class ProviderConfig(Struct, frozen=True):
    """The `provider` entry."""

    name: str
    node: Node
    schema_ref: str | None = None
    schema: SchemaConfig = NOTHING
    policies: Policies = DEFAULTS
    kind: EntityKind = kinds.PROVIDER

    @property
    def ref(self) -> EntityRef:
        """The reference of the provider."""
        return EntityRef(self.kind, self.name)


class Config(Struct, frozen=True):
    """A generator config. `notes` are warnings about unknown keys.

    `shared` are the top-level schemas, one for each kind of entities and file: what all of them ignore, rename,
    override and add. The schema of an entity, which has them too, takes precedence. An entry without effect is reported
    only if no entity uses it.
    """

    documents: tuple[Document, ...]
    provider: ProviderConfig
    entities: tuple[EntityConfig, ...]
    notes: tuple[Note, ...] = ()
    shared: tuple[SchemaConfig, ...] = ()

    def of_kind(self, kind: EntityKind) -> list[EntityConfig]:
        """The entities of one kind, sorted by name."""
        return sorted((e for e in self.entities if e.kind is kind), key=lambda e: e.name)

    def names(self) -> dict[EntityKind, set[str]]:
        """The names that entities have, by kind."""
        return {kind: {entity.name for entity in self.of_kind(kind)} for kind in kinds.SECTIONS}


def parse_config(*documents: Document) -> Config:
    """Parse a generator config of one or several files. Raises MappingError with all problems and their places."""
    parsers = [_Parser(document=document) for document in documents]
    for parser in parsers:
        parser.parse()
    provider = _provider(parsers)
    _check_entities(parsers)
    problems = [problem for parser in parsers for problem in parser.located(parser.problems)]
    if provider is None or problems:
        unknown = [
            problem for parser in parsers for problem in parser.located(parser.unknown)
        ]  # may be what is missing
        raise MappingError(*unknown, *problems)
    entities = (entity for parser in parsers for entity in parser.entities)
    shared = (schema for parser in parsers for schema in parser.shared.values())
    notes = tuple(note for parser in parsers for note in parser.notes)
    return Config(documents, provider, tuple(entities), notes, tuple(shared))


def _provider(parsers: Sequence[_Parser]) -> ProviderConfig | None:
    """The provider of all files, with one name, one schema reference, and the settings of all files."""
    merged: ProviderConfig | None = None
    first_values: dict[str, tuple[str, Node]] = {}
    for parser in parsers:
        provider = parser.provider
        if provider is None:
            continue
        for key, value, node in _unique_settings(provider):
            first, place = first_values.setdefault(key, (value, node))
            if first != value:
                parser.problem(
                    node, f"provider: {key} is {value!r} here, but {first!r} in {_line(place)}", "set it in one place"
                )
            elif not value and place is not node:
                parser.problem(node, f"provider: {key} is in {_line(place)} already", "remove one")
        if merged is None:
            merged = provider
            continue
        base, other = (provider, merged) if provider.schema_ref else (merged, provider)
        schema = _both(merged.schema, provider.schema)
        merged = replace(base, name=base.name or other.name, schema=schema)
    if merged is None:
        root = parsers[0].document.node
        parsers[0].problem(root.get("provider") or root, "provider: a name is needed (provider: {name: …})")
    elif not merged.name:
        holder = next(parser for parser in parsers if parser.provider is not None)
        holder.problem(merged.node, "provider: a name is needed")
    return merged


def _unique_settings(provider: ProviderConfig) -> Iterator[tuple[str, str, Node]]:
    """The settings of a provider that files must not contradict: key, text, place.

    The text is empty for settings that two files must not have at all.
    """
    node, schema = provider.node, provider.schema
    for key, text in (("name", provider.name), ("schema_ref", provider.schema_ref)):
        if text:
            yield key, text, node.child(key)
    for key, text in schema.texts.items():
        yield key, text, node.child("schema").child(key)
    for alias in schema.aliases:
        yield f"the alias of {alias.parameter!r}", "", alias.node
    for override in schema.overrides:
        yield f"the override of {override.path!r}", "", override.node
    for addition in schema.additions:
        yield f"the addition {addition.path!r}", "", addition.node


def _both(first: SchemaConfig, second: SchemaConfig) -> SchemaConfig:
    return SchemaConfig(
        first.ignores + second.ignores,
        first.aliases + second.aliases,
        first.overrides + second.overrides,
        first.additions + second.additions,
        {**second.texts, **first.texts},
    )


def _check_entities(parsers: Sequence[_Parser]) -> None:
    """Report a config without entities, and entities in two files."""
    if all(parser.is_empty for parser in parsers):
        text = "at least one resource or data source is needed"
        parsers[0].problem(parsers[0].document.node, text, "`oasmap init` proposes them")
    seen: dict[tuple[EntityKind, str], Node] = {}
    for parser in parsers:
        for entity in parser.entities:
            first = seen.setdefault((entity.kind, entity.name), entity.node)
            if first is not entity.node:
                text = f"the {entity.kind} {entity.name!r} is in {_line(first)} already"
                parser.problem(entity.node, text, "define it in one file only")


def _line(node: Node) -> str:
    return f"{node.document.uri}:{node.line}"


class _Parser(Reader, kw_only=True):
    """Parses one file of a config. `is_empty`: it has no entry of a resource or data source."""

    document: Document
    policies: Policies = DEFAULTS
    shared: dict[EntityKind, SchemaConfig] = field(default_factory=dict)
    provider: ProviderConfig | None = None
    entities: tuple[EntityConfig, ...] = ()
    is_empty: bool = False

    def parse(self) -> None:
        """Read the file."""
        self.problems += ((problem.line or 1, problem.text, problem.remedy) for problem in repeated_keys(self.document))
        root = self.document.node
        if root.value is not None and not isinstance(root.value, dict):
            text = "the generator config must be a mapping with a provider"
            raise MappingError(Problem(text, self.document.uri, 1, remedy=""))
        self.check_keys(root, _TOP, ("provider", *kinds.SECTIONS.values(), "policies", "schema"))
        self.shared = self._settings_by_kind(root)
        self.policies = self._policies(root, _TOP, DEFAULTS)
        sections = kinds.SECTIONS.items()
        self.entities = tuple(entity for kind, name in sections for entity in self._entities(root.get(name), kind))
        self.is_empty = not any(root.value and root.value.get(key) for key in kinds.SECTIONS.values())
        self.provider = self._provider(root)

    def hint(self, node: Node, key: str, known: Iterable[str]) -> str:
        """Where a key belongs that this config has in another place; the known key that any other one resembles."""
        return belongs(node.pointer, key, super().hint(node, key, known))

    def located(self, lines: list[tuple[int, str, str]]) -> list[Problem]:
        """Lines with texts and remedies as problems of the file, sorted by line."""
        return [Problem(text, self.document.uri, line, remedy=remedy) for line, text, remedy in sorted(set(lines))]

    def _provider(self, root: Node) -> ProviderConfig | None:
        node = root.get("provider")
        if not self.is_mapping(node, "provider") or node is None or node.value is None:
            return None
        self.check_keys(node, "provider", ("name", "schema_ref", "ignores", "schema"))
        name = self.text(node, "name", "provider")
        reference = self.text(node, "schema_ref", "provider")
        schema = read_schema(self, node.get("schema"), kinds.PROVIDER, "provider")
        schema = replace(schema, ignores=(*read_ignores(self, node, "provider"), *schema.ignores))
        return ProviderConfig(name or "", node, reference or None, schema, self.policies)

    def _entities(self, node: Node | None, kind: EntityKind) -> list[EntityConfig]:
        section = kinds.SECTIONS[kind]
        if not self.is_mapping(node, section) or node is None:
            return []
        return [self._entity(kind, name, member) for name, member in node.members()]

    def _entity(self, kind: EntityKind, name: str, node: Node) -> EntityConfig:
        where = f"{kind} {name!r}"
        operations: dict[Purpose, OperationConfig] = {}
        schema, group = NOTHING, None
        policies = self.policies
        if self.is_mapping(node, where):
            self.check_keys(node, where, (*map(str, _PARTS[kind]), "schema", "policies", "group"))
            policies = self._policies(node, where, self.policies)
            for part in _PARTS[kind]:
                operation = read_operation(self, node.get(part), part, where)
                if operation is not None:
                    operations[part] = operation
            schema = read_schema(self, node.get("schema"), kind, where)
            group = self.text(node, "group", where)
        entry = node.value if isinstance(node.value, dict) else {}
        is_declared = schema.additions and not any(part in entry for part in _PARTS[kind])
        for part in _NEEDED[kind] if node.value is None or isinstance(node.value, dict) else ():
            if not is_declared and part not in operations and entry.get(part) is None:
                self.problem(node, f"{where}: {part} is needed ({part}: {{path: …, method: …}})")
        full_schema = with_shared(schema, self.shared.get(kind, NOTHING))
        return EntityConfig(kind, name, node, operations, full_schema, policies, group or "")

    def _settings_by_kind(self, root: Node) -> dict[EntityKind, SchemaConfig]:
        """The settings for each kind. Resources may have all keys; the others ignore keys that they lack."""
        node = root.get("schema")
        if node is None:
            return {}
        if isinstance(node.value, dict):
            self.check_keys(node, f"{_TOP}: schema", ("ignores", "attributes"))
        readers = {kind: self if kind is kinds.RESOURCE else Reader() for kind in kinds.SECTIONS}
        schemas = {kind: read_schema(reader, node, kind, _TOP) for kind, reader in readers.items()}
        return {kind: replace(schema, texts={}) for kind, schema in schemas.items()}

    def _policies(self, parent: Node, where: str, base: Policies) -> Policies:
        """The policies `base`, with those under `policies` in `parent` replaced."""
        where = f"{where}: policies"
        node = parent.get("policies")
        if node is None or not self.is_mapping(node, where):
            return base
        self.check_keys(node, where, (*CHOICES, *NAMES, "formats", "recursion_depth"))
        chosen: dict[str, Any] = {}
        for name, member in node.members():
            if name in CHOICES:
                chosen[name] = self.choice(member, f"{where}: {name}", CHOICES[name])
            elif name == "recursion_depth":
                chosen[name] = self.whole_number(member, f"{where}: {name}", MAX_RECURSION_DEPTH)
            elif name == "formats":
                chosen[name] = read_formats(self, member, f"{where}: {name}")
            elif name in NAMES:
                chosen[name] = self.names(member, f"{where}: {name}")
        return replace(base, **{name: value for name, value in chosen.items() if value is not None})


PRESET = "preset"
"""The key of the preset that a table extends."""


def read_formats(reader: Reader, node: Node, where: str) -> tuple[tuple[str, str], ...] | None:
    """The pairs of format and Go type: from the name of a preset, or from a table. Null in a table removes a format."""
    if isinstance(node.value, str):
        word = reader.choice(node, where, PRESETS)
        return None if word is None else tuple(PRESETS[word].items())
    if node.value is None or not reader.is_mapping(node, where):
        return ()
    types: dict[str, str] = {}
    preset = node.get(PRESET)
    if preset is not None and (word := reader.choice(preset, f"{where}: {PRESET}", PRESETS)):
        types |= PRESETS[word]
    for name, member in node.members():
        if name == PRESET:
            continue
        text = text_of(member.value)
        if member.value is None:
            types.pop(name, None)
        elif text is None or custom_type(text) is None:
            problem = f"{shown(member.value)} is not the name of a Go type"
            reader.problem(member, f"{where}: {name}: {problem}", "write one such as timetypes.RFC3339")
        else:
            types[name] = text
    return tuple(sorted(types.items()))


_Entry = TypeVar("_Entry")


def entries_of(schema: SchemaConfig) -> Iterator[Node]:
    """The nodes of the entries of a schema, or the nodes at which their problems are reported."""
    yield from (ignore.node for ignore in schema.ignores)
    yield from (alias.node for alias in schema.aliases)
    yield from (override.node for override in schema.overrides)
    for addition in schema.additions:
        yield addition.node if addition.place is None else addition.place.node


def with_shared(entity_schema: SchemaConfig, shared: SchemaConfig) -> SchemaConfig:
    """The settings of an entity, extended by the shared ones."""
    if shared is NOTHING:
        return entity_schema
    given = {override.path: override for override in entity_schema.overrides}
    overrides = [
        _with_shared(given.pop(shared_override.path, None), shared_override) for shared_override in shared.overrides
    ]
    return SchemaConfig(
        (*entity_schema.ignores, *_others(entity_schema.ignores, shared.ignores, "path")),
        (*entity_schema.aliases, *_others(entity_schema.aliases, shared.aliases, "parameter")),
        (*overrides, *given.values()),
        (*_others(entity_schema.additions, shared.additions, "path"), *entity_schema.additions),
        entity_schema.texts,
    )


def _others(entity_entries: Iterable[_Entry], shared: Iterable[_Entry], key: str) -> Iterator[_Entry]:
    taken = {getattr(entry, key) for entry in entity_entries}
    return (entry for entry in shared if getattr(entry, key) not in taken)


def _with_shared(override: Override | None, shared: Override) -> Override:
    if override is None:
        return shared
    return replace(override, settings={**shared.settings, **override.settings})
