"""The top-level `schema` of a config: what is ignored, renamed, overridden and added in all entities.

The `schema` of an entity takes precedence. An entry without effect is reported only if no entity uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...inputs import Node
from ...model import EntityKind
from .node_reader import Reader
from .schema import NOTHING, Override, SchemaConfig, read_schema

WHERE = "the top level"

_Entry = TypeVar("_Entry")


class Shared(Struct, frozen=True):
    """The shared settings for each kind of entities."""

    by_kind: tuple[tuple[EntityKind, SchemaConfig], ...] = ()

    def of(self, kind: EntityKind) -> SchemaConfig:
        """The shared settings for entities of a kind."""
        return dict(self.by_kind).get(kind, NOTHING)


def entries_of(schema: SchemaConfig) -> Iterator[Node]:
    """The nodes of the entries of a schema, or the nodes at which their problems are reported."""
    yield from (ignore.node for ignore in schema.ignores)
    yield from (alias.node for alias in schema.aliases)
    yield from (override.node for override in schema.overrides)
    for addition in schema.additions:
        yield addition.node if addition.place is None else addition.place.node


def read_shared(reader: Reader, root: Node, kinds: Iterable[EntityKind]) -> Shared:
    """Read the settings for each kind. The first kind may have all keys; keys that another kind lacks are left
    out for it.
    """
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
    overrides = [_both(given.pop(shared_override.path, None), shared_override) for shared_override in shared.overrides]
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


def _both(override: Override | None, shared: Override) -> Override:
    if override is None:
        return shared
    return replace(override, settings={**shared.settings, **override.settings})
