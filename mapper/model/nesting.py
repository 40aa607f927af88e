"""How deeply the objects of a mapping may be nested."""

from collections.abc import Iterable
from typing import assert_never

from ..report.diagnostic import MappingError, Problem
from .attribute import Attribute, Body, Collection, Nested, Object, Scalar, Type, Union

MAX_NESTING = 50
"""The most levels of attributes, collections and unions in a mapping, for every system.

Within this limit, all files written from a mapping can be read again, and pages and manifests made. The deepest known
provider has about twenty levels. A system with deeper input leaves out the deeper levels with a diagnostic, shows
them elsewhere, or refuses the input.
"""


class TooNested(Exception):
    """The nesting is deeper than a mapping allows."""


class Nesting:
    """Counts levels, once per body. No body may contain itself."""

    def __init__(self) -> None:
        self._known: dict[Body, int] = {}

    def of(self, body: Body, above: int = 0) -> int:
        """The number of levels in a body below `above` others; 0 without attributes. Raises TooNested."""
        levels = self._known.get(body)
        if levels is None:
            if above > MAX_NESTING:
                raise TooNested
            levels = 1 if body.attributes else 0
            for attribute in body.attributes:
                if attribute.type.__class__ is not Scalar or attribute.placements:
                    levels = max(levels, self.of_attribute(attribute, above))
            self._known[body] = levels
        if above + levels > MAX_NESTING:
            raise TooNested
        return levels

    def of_attribute(self, attribute: Attribute, above: int = 0) -> int:
        """The number of levels of an attribute, its own included: 1 for a plain one. Raises TooNested."""
        if attribute.type.__class__ is Scalar and not attribute.placements:
            return 1
        placed = [placement.type for placement in attribute.placements if placement.type is not None]
        return 1 + self._most((attribute.type, *placed), above + 1)

    def _type(self, type_: Type, above: int) -> int:
        if above > MAX_NESTING:
            raise TooNested
        match type_:
            case Scalar():
                return 0
            case Nested(_, body) | Object(body):
                return self.of(body, above)
            case Collection(_, element):
                return 1 + self._type(element, above + 1)
            case Union(options):
                return 1 + self._most(options, above + 1)
        assert_never(type_)

    def _most(self, types: Iterable[Type], above: int) -> int:
        return max((self._type(type_, above) for type_ in types), default=0)


def check_nesting(bodies: Iterable[tuple[str, Body]]) -> None:
    """Raises MappingError for an attribute with more levels than a mapping allows. `bodies`: pairs of name and body."""
    nesting = Nesting()
    for name, body in bodies:
        for attribute in body.attributes:
            try:
                nesting.of_attribute(attribute)
            except TooNested:
                raise MappingError(_problem(name, attribute)) from None


def _problem(name: str, attribute: Attribute) -> Problem:
    text = f"{name}: {attribute.name!r} is nested more than {MAX_NESTING} levels deep, more than can be documented"
    remedy = "leave out one of the attributes around it (`ignores`)"
    for origin in attribute.origins:
        document = origin.location.document
        place = document.position(origin.location.pointer) or (None, None)
        return Problem(text, document.uri, *place, remedy=remedy)
    return Problem(text, remedy=remedy)
