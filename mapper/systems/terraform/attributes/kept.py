"""What the reference tool does not write of an entity because it skips whole bodies, marked attribute by attribute.

That tool merges the bodies that are left, so that an attribute may be there with another description or type.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from msgspec.structs import replace

from mapper.inputs import Node
from mapper.model import Attribute, Body, Collection, Nested, Object, Scalar, Status, Type, Union
from mapper.model.attribute import with_attributes, with_inner
from mapper.model.limits import has_validator
from mapper.report.diagnostic import Note
from mapper.report.rules import NAME_COLLISION

from ..config.paths import below
from ..rules import BODY_KEPT, MALFORMED, NOT_READ
from ..schema.keywords import Unmappable
from .types import mode_or_kind


class KeptMarker:
    """Marks bodies, each pair of nested ones once: a body that attributes share is shared afterwards, too."""

    def __init__(self) -> None:
        self._marked: dict[tuple[Body, Body, frozenset[str]], Body] = {}

    def mark(self, body: Body, written: Body, described: frozenset[str]) -> Body:
        """`body` with a note on each attribute that is not as in `written`, the merged bodies without the skipped ones.

        `described` are the paths of attributes to which the config gives descriptions, from `body` on.
        """
        key = body, written, described
        marked = self._marked.get(key)
        if marked is None:
            marked = self._marked[key] = self._mark(body, written, described)
        return marked

    def _mark(self, body: Body, written: Body, described: frozenset[str]) -> Body:
        there = {attribute.source_name: attribute for attribute in written.attributes}
        moved = _names_in_other_order(body, written)
        attributes = []
        for attribute in body.attributes:
            other = there.get(attribute.source_name)
            if other is attribute and attribute.source_name not in moved:  # most come from a body that is written
                attributes.append(attribute)
                continue
            inside = _inside(described, attribute.source_name) if described else described
            is_moved = attribute.source_name in moved
            if other is None or is_moved or _differ(attribute, other, is_described="" in inside):
                attributes.append(_with_note(attribute, other))
            elif attribute.type is not other.type and isinstance(other.type, Nested):  # elements are compared whole
                inner = partial(self.mark, written=other.type.body, described=inside - {""})
                attributes.append(with_inner(attribute, inner))
            else:
                attributes.append(attribute)
        return with_attributes(_without_collisions(body, written), attributes)


def _without_collisions(body: Body, written: Body) -> Body:
    """`body`, in which names that meet only because of a skipped body are as in the output of that tool."""
    there = {omission.note.text for omission in written.omitted}
    omitted = tuple(
        replace(omission, note=replace(omission.note, alike=True))
        if omission.note.rule is NAME_COLLISION and omission.note.text not in there
        else omission
        for omission in body.omitted
    )
    return replace(body, omitted=omitted) if omitted != body.omitted else body


def _inside(paths: frozenset[str], name: str) -> frozenset[str]:
    """The rest of each path that begins with a name; an empty text for the name itself."""
    rests = (below(path, name) for path in paths)
    return frozenset(rest for rest in rests if rest is not None)


def _with_note(attribute: Attribute, written: Attribute | None) -> Attribute:
    """The attribute with the note which body it comes from that the reference tool skips."""
    parts = {origin.part for origin in written.origins} if written else set()
    part = next((origin.part for origin in attribute.origins if origin.part not in parts), None)
    what = f"the {part}" if part else "another body that has it"
    text = f"tfplugingen-openapi skips {what}, because it cannot map all of it"
    note = Note(BODY_KEPT, text, attribute.origins[0].location)
    return attribute.with_notes(note)


def _names_in_other_order(body: Body, written: Body) -> set[str]:
    """The names of attributes in both that are in another order."""
    names, others = ([attribute.source_name for attribute in side.attributes] for side in (body, written))
    other_names = set(others)
    common = [name for name in names if name in other_names]
    return {name for pair in zip(common, others, strict=False) if pair[0] != pair[1] for name in pair}


def _differ(attribute: Attribute, other: Attribute, *, is_described: bool) -> bool:
    if attribute.type is not other.type and _form(attribute.type) != _form(other.type):
        return True
    if not is_described and attribute.description != other.description:
        return True
    if attribute.origins[0].part == other.origins[0].part:
        return False
    return _own(attribute) != _own(other)


def _own(attribute: Attribute) -> object:
    """What is written of an attribute that comes from the first body that has it; without users' values, no limits."""
    kind = mode_or_kind(attribute.type)
    is_checked = attribute.status is not Status.COMPUTED
    limits = [limit for limit in attribute.limits if is_checked and has_validator(kind, limit)]
    return attribute.status, attribute.default, limits, attribute.sensitive, attribute.deprecation


def _form(type_: Type) -> object:
    """What is written of a type, without nested attributes."""
    match type_:
        case Scalar(kind):
            return kind
        case Collection(kind, element):
            return kind, _form(element)
        case Nested():
            return "nested", type_.mode
        case Object(body):
            return [(member.name, _form(member.type)) for member in body.attributes]
        case Union():
            return type_
    return None


@contextmanager
def unseen(schema: Node, notes: list[Note]) -> Iterator[list[Note]]:
    """Collects notes of the values of a schema, a map, which the reference tool does not look at.

    What is in them drops no body there, but for keywords of the map itself that are no schemas: the tool reads these.
    """

    def marked(note: Note) -> Note:
        place = getattr(note.location, "pointer", "").rpartition("/")[0]
        is_read = note.rule in (MALFORMED, NOT_READ) and place == schema.pointer
        return note if is_read else replace(note, unseen=True)

    inside: list[Note] = []
    try:
        yield inside
    except Unmappable as error:
        if not any(note.reference_drops_body for note in notes):  # such as a keyword of the map around them
            error.note = marked(error.note)
        raise
    finally:
        notes += map(marked, inside)
