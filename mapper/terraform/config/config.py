"""The generator config of `tfplugingen-openapi` with our keys, parsed with a position for every problem.

Shape (the keys of the reference tool are spelled as there)::

    provider: {name: …, schema_ref: …, ignores: […]}
    resources:
      NAME: {create: {path, method}, read: …, update: …, delete: …, schema: SCHEMA}
    data_sources:
      NAME: {read: {path, method}, schema: SCHEMA}

SCHEMA is described in `schema`. These keys are ours: SCHEMA in the provider; the bodies of an operation, see
`operations`; ``policies`` at the top level, and in a resource or data source to override them key by key, see
`policies`; a top-level ``schema`` that applies to all entities; and ``group``, the title under which pages list a
resource or data source. An entity that the API does not have is declared by a SCHEMA with `additional` attributes and
no operations. A config may be split into several files.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...inputs import Document, Node, repeated_keys, text_of
from ...model import EntityKind, EntityRef, Purpose
from ...report.diagnostic import MappingError, Note, Problem
from .. import kinds
from .fragments import custom_type
from .node_reader import Reader, shown
from .operations import OperationConfig, read_operation
from .policies import CHOICES, DEFAULTS, MAX_RECURSION_DEPTH, NAMES, PRESETS, Policies
from .schema import NOTHING, Override, SchemaConfig, read_ignores, read_schema

_PARTS = {
    kinds.RESOURCE: (Purpose.CREATE, Purpose.READ, Purpose.UPDATE, Purpose.DELETE),
    kinds.DATA_SOURCE: (Purpose.READ,),
}
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


class Shared(Struct, frozen=True):
    """The top-level `schema` of a config, for each kind of entities: what all of them ignore, rename, override and add.

    The `schema` of an entity takes precedence. An entry without effect is reported only if no entity uses it.
    """

    by_kind: tuple[tuple[EntityKind, SchemaConfig], ...] = ()

    def of(self, kind: EntityKind) -> SchemaConfig:
        """The shared settings for entities of a kind."""
        return dict(self.by_kind).get(kind, NOTHING)


class Config(Struct, frozen=True):
    """A generator config. `notes` are warnings about unknown keys."""

    documents: tuple[Document, ...]
    provider: ProviderConfig
    entities: tuple[EntityConfig, ...]
    notes: tuple[Note, ...] = ()
    shared: Shared = Shared()

    def of_kind(self, kind: EntityKind) -> list[EntityConfig]:
        """The entities of one kind, sorted by name."""
        return sorted((e for e in self.entities if e.kind is kind), key=lambda e: e.name)


def parse_config(*documents: Document) -> Config:
    """Parse a generator config of one or several files. Raises MappingError with all problems and their places."""
    parsers = [_Parser(document=document) for document in documents]
    parts = [parser.parse() for parser in parsers]
    provider = _provider(parts)
    _check_entities(parts)
    problems = [problem for parser in parsers for problem in parser.located(parser.problems)]
    if provider is None or problems:
        unknown = [
            problem for parser in parsers for problem in parser.located(parser.unknown)
        ]  # may be what is missing
        raise MappingError(*unknown, *problems)
    entities = (entity for part in parts for entity in part.entities)
    shared = Shared(tuple(entry for parser in parsers for entry in parser.shared.by_kind))
    notes = tuple(note for parser in parsers for note in parser.notes)
    return Config(documents, provider, tuple(entities), notes, shared)


class _Part(Struct, frozen=True):
    """The content of one file of a config. `empty`: it has no entry of a resource or data source."""

    reader: Reader
    root: Node
    provider: ProviderConfig | None
    entities: tuple[EntityConfig, ...]
    empty: bool


def _provider(parts: Sequence[_Part]) -> ProviderConfig | None:
    """The provider of all files, with one name, one schema reference, and the settings of all files."""
    merged: ProviderConfig | None = None
    first_values: dict[str, tuple[str, Node]] = {}
    for part in parts:
        provider = part.provider
        if provider is None:
            continue
        for key, value, node in _unique_settings(provider):
            first, place = first_values.setdefault(key, (value, node))
            if first != value:
                part.reader.problem(node, f"provider: {key} is {value!r} here, but {first!r} in {_line(place)}")
            elif not value and place is not node:
                part.reader.problem(node, f"provider: {key} is in {_line(place)} already")
        if merged is None:
            merged = provider
            continue
        base, other = (provider, merged) if provider.schema_ref else (merged, provider)
        schema = _both(merged.schema, provider.schema)
        merged = replace(base, name=base.name or other.name, schema=schema)
    if merged is None:
        node = parts[0].root.get("provider") or parts[0].root
        parts[0].reader.problem(node, "provider: a name is needed (provider: {name: …})")
    elif not merged.name:
        holder = next(part for part in parts if part.provider is not None)
        holder.reader.problem(merged.node, "provider: a name is needed")
    return merged


def _unique_settings(provider: ProviderConfig) -> Iterator[tuple[str, str, Node]]:
    """The settings of a provider that files must not contradict: key, text, place.

    The text is empty for settings that two files must not have at all.
    """
    node, schema = provider.node, provider.schema
    for key, text in (("name", provider.name), ("schema_ref", provider.schema_ref)):
        if text:
            yield key, text, node.child(key)
    for key, text in (schema.texts or {}).items():
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
        {**(second.texts or {}), **(first.texts or {})} or None,
    )


def _check_entities(parts: Sequence[_Part]) -> None:
    """Report a config without entities, and entities in two files."""
    if all(part.empty for part in parts):
        parts[0].reader.problem(
            parts[0].root, "at least one resource or data source is needed; oasmap init proposes them"
        )
    seen: dict[tuple[EntityKind, str], Node] = {}
    for part in parts:
        for entity in part.entities:
            first = seen.setdefault((entity.kind, entity.name), entity.node)
            if first is not entity.node:
                text = f"the {entity.kind} {entity.name!r} is in {_line(first)} already"
                part.reader.problem(entity.node, f"{text}; define it in one file only")


def _line(node: Node) -> str:
    return f"{node.document.uri}:{node.line}"


class _Parser(Reader, kw_only=True):
    """Parses one file of a config."""

    document: Document
    policies: Policies = DEFAULTS
    shared: Shared = Shared()

    def parse(self) -> _Part:
        """The content of the file."""
        self.problems += ((problem.line or 1, problem.text) for problem in repeated_keys(self.document))
        root = self.document.node
        if root.value is not None and not isinstance(root.value, dict):
            text = "the generator config must be a mapping with a provider"
            raise MappingError(Problem(text, self.document.uri, 1))
        self.check_keys(root, "the top level", ("provider", *kinds.SECTIONS.values(), "policies", "schema"))
        self.shared = read_shared(self, root, kinds.SECTIONS)
        self.policies = self._policies(root, "the top level", DEFAULTS)
        entities = [entity for kind, name in kinds.SECTIONS.items() for entity in self._entities(root.get(name), kind)]
        empty = not any(root.value and root.value.get(key) for key in kinds.SECTIONS.values())
        return _Part(self, root, self._provider(root), tuple(entities), empty)

    def located(self, found: list[tuple[int, str]]) -> list[Problem]:
        """Lines with texts as problems of the file, sorted by line."""
        return [Problem(text, self.document.uri, line) for line, text in sorted(set(found))]

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
        full_schema = with_shared(schema, self.shared.of(kind))
        return EntityConfig(kind, name, node, operations, full_schema, policies, group or "")

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
            problem = f"{shown(member.value)} is not the name of a Go type such as timetypes.RFC3339"
            reader.problem(member, f"{where}: {name}: {problem}")
        else:
            types[name] = text
    return tuple(sorted(types.items()))


WHERE = "the top level"

_Entry = TypeVar("_Entry")


def entries_of(schema: SchemaConfig) -> Iterator[Node]:
    """The nodes of the entries of a schema, or the nodes at which their problems are reported."""
    yield from (ignore.node for ignore in schema.ignores)
    yield from (alias.node for alias in schema.aliases)
    yield from (override.node for override in schema.overrides)
    for addition in schema.additions:
        yield addition.node if addition.place is None else addition.place.node


def read_shared(reader: Reader, root: Node, kinds: Iterable[EntityKind]) -> Shared:
    """Read the settings for each kind. The first kind may have all keys; the others ignore keys that they lack."""
    node = root.get("schema")
    if node is None:
        return Shared()
    first, *others = kinds
    if isinstance(node.value, dict):
        reader.check_keys(node, f"{WHERE}: schema", ("ignores", "attributes"))
    by_kind = [(first, read_schema(reader, node, first, WHERE))]
    by_kind += [(kind, read_schema(Reader(), node, kind, WHERE)) for kind in others]
    return Shared(tuple((kind, replace(schema, texts=None)) for kind, schema in by_kind))


def with_shared(entity_schema: SchemaConfig, shared: SchemaConfig) -> SchemaConfig:
    """The settings of an entity, extended by the shared ones."""
    if shared is NOTHING:
        return entity_schema
    given = {override.path: override for override in entity_schema.overrides}
    overrides = [
        _filled(given.pop(shared_override.path, None), shared_override) for shared_override in shared.overrides
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


def _filled(override: Override | None, shared: Override) -> Override:
    if override is None:
        return shared
    return replace(override, settings={**shared.settings, **override.settings})
