"""What of an object an example may set: what it needs, and what it may have."""

from operator import attrgetter

from mapper.model import Attribute, Body, Purpose, Status, Variant
from mapper.model.limits import ExactlyOneOf
from mapper.model.samples.exclusion import without_excluded
from mapper.model.samples.extent import Extent, typical

_OPTIONAL = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_UPDATE = str(Purpose.UPDATE)


class Settable:
    """What may be set in the objects inside of a block. An object is written anew for each extent, level and item."""

    def __init__(self) -> None:
        self._found: dict[tuple[Body, bool], tuple[list[Attribute], list[Attribute]]] = {}

    def of(self, body: Body, members: bool) -> tuple[list[Attribute], list[Attribute]]:
        """The required and the optional attributes of an object; with `members`, it is of an element type."""
        found = self._found.get((body, members))
        if found is None:
            found = self._found[body, members] = settable(body, Extent.FULL, members)
        return found


def settable(body: Body, extent: Extent, members: bool = False) -> tuple[list[Attribute], list[Attribute]]:
    """The required attributes, and the optional ones that are shown, by name. All `members` of an element type are
    required.

    If exactly one of several attributes must be set, the first one is required, and the others are left out.
    """
    chosen, excluded = _choices(body)
    possible = sorted((a for a in body.attributes if a.name not in excluded), key=attrgetter("name"))
    required, optional = [], []
    for attribute in possible:
        if members or _is_needed(attribute) or attribute.name in chosen:
            required.append(attribute)
        elif extent is not Extent.MINIMAL and _is_offered(attribute):
            optional.append(attribute)
    if not optional:
        return required, []
    return required, without_excluded(optional, required) if extent is Extent.FULL else typical(optional, required)


def _is_needed(attribute: Attribute) -> bool:
    """Whether an object is not valid without an attribute: of several variants that are written as one, the first."""
    if attribute.status is Status.REQUIRED:
        return True
    return attribute.variant is Variant.NEEDED and attribute.status in _OPTIONAL


def _is_offered(attribute: Attribute) -> bool:
    """Whether an example may set an optional attribute."""
    if attribute.status not in _OPTIONAL or attribute.deprecation or attribute.variant is Variant.OTHER:
        return False
    return not (attribute.is_updated and _is_late(attribute))


def _is_late(attribute: Attribute) -> bool:
    """Whether only an update takes an attribute that it takes: a create operation leaves its value out."""
    return attribute.sent_by == [_UPDATE]


def _choices(body: Body) -> tuple[set[str], set[str]]:
    """The names of chosen attributes and of left-out ones, where exactly one of several must be set."""
    chosen: set[str] = set()
    excluded: set[str] = set()
    for attribute in body.attributes:
        for limit in attribute.limits:
            if isinstance(limit, ExactlyOneOf) and attribute.status is not Status.COMPUTED:
                (excluded if chosen.intersection(limit.names) else chosen).add(attribute.name)
    return chosen, excluded
