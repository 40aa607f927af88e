"""The sources of attributes in a form that can be compared between two versions of an API description."""

import re

from msgspec import Struct

from ..inputs import unescape_token
from ..model import Attribute, Contribution, Origin
from ..report.origin import Part

_OPERATION = re.compile(r"/paths/[^/]*/(?:get|put|post|delete|patch|head|options|trace)(?=/|\Z)")
_PATH = re.compile(r"/paths/([^/]*)")
_TEMPLATE = re.compile(r"\{([^}]*)\}")
_INDEX = re.compile(r"/\d+(?=/|\Z)")
_SPELLING = re.compile(r"[\W_]+")


class SourceKey(Struct, frozen=True):
    """The declaration of an attribute: the part of the operation, the schema, and the key in it.

    The operation and positions in lists are left out: both change without a meaning for the attribute.
    """

    part: Part
    document: str
    schema: str
    token: str


class Sources:
    """Makes the keys of one side. `names` maps its documents to their names on the other side."""

    def __init__(self, names: dict[str, str] | None = None) -> None:
        self.names = names or {}
        self._keys: dict[tuple[Part, str, str], SourceKey] = {}

    def key(self, attribute: Attribute) -> SourceKey | None:
        """The key of the declaration; None if the mapping does not know its sources."""
        origin = declaring(attribute)
        if origin is None:
            return None
        uri, pointer = origin.location.document.uri, origin.location.pointer
        key = self._keys.get((origin.part, uri, pointer))
        if key is None:
            relative = _INDEX.sub("", _OPERATION.sub("", pointer))
            schema, _, token = relative.rpartition("/")
            name = self.names.get(uri, uri)
            key = self._keys[origin.part, uri, pointer] = SourceKey(origin.part, name, schema, token)
        return key

    def identity(self, attribute: Attribute) -> tuple[str, ...] | None:
        """A key that stays the same if only the name or the place of the attribute changes.

        Parameters are in lists, so that their key is the name in the API and not the position.
        """
        key = self.key(attribute)
        origin = declaring(attribute)
        if key is None or origin is None:
            return None
        if origin.is_parameter:
            name = parameter_of(origin)
            return (str(key.part), name) if name is not None else None
        return (key.document, key.schema, key.token) if key.token else None


def declaring(attribute: Attribute) -> Origin | None:
    """The source that declares the attribute, else its first one."""
    origins = attribute.origins
    if origins and origins[0].contribution is Contribution.DECLARED:
        return origins[0]
    for origin in origins:
        if origin.contribution is Contribution.DECLARED:
            return origin
    return attribute.origins[0] if attribute.origins else None


def property_name(attribute: Attribute) -> str | None:
    """The name of the property or parameter in the API; None if it is unknown or does not come from the API."""
    origin = declaring(attribute)
    return _name(origin) if origin is not None else None


def is_another_property(old: Attribute, new: Attribute) -> bool:
    """Whether two attributes stand for properties of the API with different names.

    The name of a path parameter is only a placeholder: two at the same position of the same path are one.
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
    """Whether two identifying attributes are different values of the API: by property, or by part of the operation."""
    before, after = declaring(old), declaring(new)
    if before is None or after is None:
        return False
    return before.part.without_code != after.part.without_code or is_another_property(old, new)


def is_one_value(old: Attribute, new: Attribute) -> bool:
    """Whether an attribute only gained or lost sources with the same value, according to the mapping."""
    before, after = ({(o.part.without_code, _name(o)) for o in side.origins if _name(o)} for side in (old, new))
    return bool(before and after) and (before <= after or after <= before)


def _name(origin: Origin) -> str | None:
    """The name of the parameter or property; None for what is neither, such as a line of the config."""
    if origin.is_parameter:
        return parameter_of(origin)
    schema, _, token = origin.location.pointer.rpartition("/")
    return unescape_token(token) if schema.endswith("/properties") else None


def parameter_name(attribute: Attribute) -> str | None:
    """The name of the parameter that passes the value, else the name of the property in the API."""
    names = (parameter_of(origin) for origin in attribute.origins if origin.is_parameter)
    return next(names, None) or property_name(attribute)


def is_other_spelling(before: str, after: str) -> bool:
    """Whether two names differ only by case and separators: `include_null` and `includeNull`."""
    return _SPELLING.sub("", before).lower() == _SPELLING.sub("", after).lower()


def parameter_of(origin: Origin) -> str | None:
    """The name of a parameter, following its reference."""
    for location in (origin.location, *origin.via):
        value = getattr(location, "value", None)
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            return str(value["name"])
    return None


def _placeholder(attribute: Attribute, name: str) -> tuple[str, int] | None:
    """The template of the path of a path parameter, with empty placeholders, and the position of its own."""
    origin = declaring(attribute)
    path = _PATH.match(origin.location.pointer) if origin is not None and origin.is_parameter else None
    if path is None:
        return None
    names = _TEMPLATE.findall(path[1])
    return (_TEMPLATE.sub("{}", path[1]), names.index(name)) if name in names else None
