"""Where attributes come from, in a form that can be compared across two states of the same input."""

from __future__ import annotations

import re

from ..immutable import dataclass
from ..model import Attribute, Contribution, Origin
from ..places import Part

_OPERATION = re.compile(r"/paths/[^/]*/(?:get|put|post|delete|patch|head|options|trace)(?=/|\Z)")
_PATH = re.compile(r"/paths/([^/]*)")
_TEMPLATE = re.compile(r"\{([^}]*)\}")
_INDEX = re.compile(r"/\d+(?=/|\Z)")
_SPELLING = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class SourceKey:
    """What declares an attribute: the part of the operation, the schema that has it, and its key there.

    The operation itself is not part of it, nor are positions in lists: both change without meaning anything to
    an attribute.
    """

    part: Part
    document: str
    schema: str
    token: str


class Sources:
    """Makes the keys of one side. `names` are the names that its documents have on the other side."""

    def __init__(self, names: dict[str, str] | None = None) -> None:
        self.names = names or {}
        self._known: dict[tuple[Part, str, str], SourceKey] = {}

    def key(self, attribute: Attribute) -> SourceKey | None:
        """Of the declaring source; None where sources are not known."""
        origin = declaring(attribute)
        if origin is None:
            return None
        uri, pointer = origin.location.document.uri, origin.location.pointer
        found = self._known.get((origin.part, uri, pointer))
        if found is None:
            relative = _INDEX.sub("", _OPERATION.sub("", pointer))
            schema, _, token = relative.rpartition("/")
            name = self.names.get(uri, uri)
            found = self._known[origin.part, uri, pointer] = SourceKey(origin.part, name, schema, token)
        return found

    def identity(self, attribute: Attribute) -> tuple[str, ...] | None:
        """What stays the same when only the name or the place of an attribute changes.

        Parameters are in lists: what identifies them is their name in the API, not their position.
        """
        key = self.key(attribute)
        origin = declaring(attribute)
        if key is None or origin is None:
            return None
        if origin.is_parameter:
            name = _parameter(origin)
            return (str(key.part), name) if name is not None else None
        return (key.document, key.schema, key.token) if key.token else None


def declaring(attribute: Attribute) -> Origin | None:
    """The source that declared an attribute."""
    origins = attribute.origins
    if origins and origins[0].contribution is Contribution.DECLARED:
        return origins[0]
    for origin in origins:
        if origin.contribution is Contribution.DECLARED:
            return origin
    return attribute.origins[0] if attribute.origins else None


def property_name(attribute: Attribute) -> str | None:
    """What the API calls it, whatever the config does; None where that is not known, or the API does not have it."""
    origin = declaring(attribute)
    if origin is None:
        return None
    if origin.is_parameter:
        return _parameter(origin)
    schema, _, token = origin.location.pointer.rpartition("/")
    return token.replace("~1", "/").replace("~0", "~") if schema.endswith("/properties") else None


def is_another_property(old: Attribute, new: Attribute) -> bool:
    """Whether two attributes are properties of the API by two names.

    The name of a path parameter is a placeholder: two in the same place of a path are one.
    """
    was_in, is_in = declaring(old), declaring(new)
    if was_in is None or is_in is None:
        return False
    if was_in.location.pointer == is_in.location.pointer and not was_in.is_parameter:
        return False
    before, after = property_name(old), property_name(new)
    if before is None or after is None or before == after:
        return False
    places = _placeholder(old, before), _placeholder(new, after)
    return places[0] is None or places[0] != places[1]


def is_another_id(old: Attribute, new: Attribute) -> bool:
    """Whether it is another value of the API: another property, or one of another part of an operation."""
    before, after = declaring(old), declaring(new)
    if before is None or after is None:
        return False
    return before.part.without_code != after.part.without_code or is_another_property(old, new)


def is_other_spelling(before: str, after: str) -> bool:
    """Whether two names are the same but for case and separators: `include_null` and `includeNull`."""
    return _SPELLING.sub("", before).lower() == _SPELLING.sub("", after).lower()


def _parameter(origin: Origin) -> str | None:
    """The name of a parameter, which may be behind a reference."""
    for location in (origin.location, *origin.via):
        value = getattr(location, "value", None)
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            return str(value["name"])
    return None


def _placeholder(attribute: Attribute, name: str) -> tuple[str, int] | None:
    """The path that a path parameter is in, without the names in it, and the number of its placeholder."""
    origin = declaring(attribute)
    found = _PATH.match(origin.location.pointer) if origin is not None and origin.is_parameter else None
    if found is None:
        return None
    names = _TEMPLATE.findall(found[1])
    return (_TEMPLATE.sub("{}", found[1]), names.index(name)) if name in names else None
