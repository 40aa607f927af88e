"""What comes of an entry of the config."""

from msgspec import Struct, field

from mapper.model import Entity, SourceBody
from mapper.report.diagnostic import Note


class MappedEntity(Struct):
    """The result for an entry of the config: an entity or None, notes, and its sources."""

    entity: Entity | None = None
    notes: list[Note] = field(default_factory=list)
    sources: list[SourceBody] = field(default_factory=list)
    """The mapped bodies, before they are merged."""
    left_to_provider: frozenset[str] = frozenset()
    """The paths of ignores that name what a request takes."""
