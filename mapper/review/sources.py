"""Where attributes come from, in a form that can be compared across two states of the same input."""

from __future__ import annotations

import re

from ..immutable import dataclass
from ..model import Attribute, Contribution, Origin

_OPERATION = re.compile(r"/paths/[^/]*/(?:get|put|post|delete|patch|head|options|trace)(?=/|\Z)")
_INDEX = re.compile(r"/\d+(?=/|\Z)")


@dataclass(frozen=True, slots=True)
class SourceKey:
    """What declares an attribute: the part of the operation, the schema that has it, and its key there.

    The operation itself is not part of it, nor are positions in lists: both change without meaning anything to
    an attribute.
    """

    role: str
    document: str
    schema: str
    token: str


class Sources:
    """Makes the keys of one side. `names` are the names that its documents have on the other side."""

    def __init__(self, names: dict[str, str] | None = None) -> None:
        self._names = names or {}
        self._known: dict[tuple[str, str, str], SourceKey] = {}

    def key(self, attribute: Attribute) -> SourceKey | None:
        """Of the declaring source; None where sources are not known."""
        origin = declaring(attribute)
        if origin is None:
            return None
        uri, pointer = origin.location.document.uri, origin.location.pointer
        found = self._known.get((origin.role, uri, pointer))
        if found is None:
            relative = _INDEX.sub("", _OPERATION.sub("", pointer))
            schema, _, token = relative.rpartition("/")
            name = self._names.get(uri, uri)
            found = self._known[origin.role, uri, pointer] = SourceKey(origin.role, name, schema, token)
        return found

    def identity(self, attribute: Attribute) -> tuple[str, ...] | None:
        """What stays the same when only the name or the place of an attribute changes.

        Parameters stand in lists: what identifies them is their name in the API, not their position.
        """
        key = self.key(attribute)
        if key is None:
            return None
        origin = declaring(attribute)
        if origin is not None and origin.is_parameter:
            value = getattr(origin.location, "value", None)
            name = value.get("name") if isinstance(value, dict) else None
            return (key.role, name) if isinstance(name, str) else None
        return (key.document, key.schema, key.token) if key.token else None


def declaring(attribute: Attribute) -> Origin | None:
    """The source that declared an attribute."""
    for origin in attribute.origins:
        if origin.contribution is Contribution.DECLARED:
            return origin
    return attribute.origins[0] if attribute.origins else None
