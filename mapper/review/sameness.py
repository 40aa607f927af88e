"""Whether two bodies say the same, so that nothing of them needs to be compared; most do in most reviews.

False is always a right answer: it only costs the comparison.
"""

from operator import attrgetter

from ..model import Attribute, Body, Collection, Nested, Object, Origin, Scalar, Type, Union
from ..report.origin import Location
from .sources import declaring, parameter_of

_FACTS = attrgetter(
    "name", "source_name", "status", "description", "limits", "sensitive", "deprecation", "replaces", "write_only",
    "code_name", "always", "placements", "secret", "wire_name", "is_updated", "is_json",
    "is_withheld",
)  # fmt: skip
_SAID = ("type", "format", "nullable", "readOnly", "anyOf", "oneOf", "schema")
"""The keywords of a declaration that say of values what no attribute has."""


class Sameness:
    """Compares what reviews look at. `names` maps documents of the old side to their names on the new one.

    A pair of bodies that several attributes share is looked at once.
    """

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self._known: dict[tuple[Body, Body], bool] = {}

    def bodies(self, old: Body, new: Body) -> bool:
        """Whether two bodies have the same attributes in the same order, from the same places."""
        if old is new:
            return True
        key = (old, new)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._bodies(old, new)
        return known

    def _bodies(self, old: Body, new: Body) -> bool:
        if len(old.attributes) != len(new.attributes) or old.size != new.size or old.name != new.name:
            return False
        return all(map(self.attributes, old.attributes, new.attributes))

    def attributes(self, old: Attribute, new: Attribute) -> bool:
        """Whether two attributes are the same in all that a review compares."""
        if old is new:
            return True
        if _FACTS(old) != _FACTS(new) or not _defaults(old, new):
            return False
        if old.origins is not new.origins:  # of what was mapped once, they are one object
            if len(old.origins) != len(new.origins) or not all(map(self._origins, old.origins, new.origins)):
                return False
            if not are_declared_alike(old, new):
                return False
        if old.fragments or new.fragments:
            before, after = ([(part.keyword, part.value) for part in side.fragments] for side in (old, new))
            if before != after:
                return False
        was, is_ = old.refers_to, new.refers_to
        if was is not is_ and (was is None or is_ is None or was != is_):
            return False
        return old.type is new.type or self._types(old.type, new.type)

    def _origins(self, old: Origin, new: Origin) -> bool:
        was, is_ = old.location, new.location
        if old.part != new.part or old.contribution is not new.contribution or was.pointer != is_.pointer:
            return False
        uri = was.document.uri
        if self._names.get(uri, uri) != is_.document.uri:
            return False
        return not old.is_parameter or parameter_of(old) == parameter_of(new)

    def _types(self, old: Type, new: Type) -> bool:
        match old, new:
            case Scalar(), Scalar():
                return old == new
            case Collection(), Collection():
                return old.kind is new.kind and self._types(old.element, new.element)
            case Nested(), Nested():
                return old.mode is new.mode and old.block is new.block and self.bodies(old.body, new.body)
            case Object(), Object():
                return self.bodies(old.body, new.body)
            case Union(), Union():
                options = len(old.options) == len(new.options) and all(map(self._types, old.options, new.options))
                return options and old.discriminator == new.discriminator
        return False


def _defaults(old: Attribute, new: Attribute) -> bool:
    was, is_ = old.default, new.default
    return was is is_ or (was is not None and is_ is not None and was == is_ and type(was.value) is type(is_.value))


def are_declared_alike(old: Attribute, new: Attribute) -> bool:
    """Whether the declarations of two attributes say the same of values, if the contents of both files are known."""
    was, is_ = declaring(old), declaring(new)
    if was is None or is_ is None:
        return was is is_
    return _say_alike(was.location, is_.location) and (
        was.via is is_.via or (len(was.via) == len(is_.via) and all(map(_say_alike, was.via, is_.via)))
    )


def _say_alike(old: Location, new: Location) -> bool:
    was, is_ = getattr(old, "value", None), getattr(new, "value", None)
    if was is is_ or not isinstance(was, dict) or not isinstance(is_, dict):
        return True
    return list(map(was.get, _SAID)) == list(map(is_.get, _SAID))
