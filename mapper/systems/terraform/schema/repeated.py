"""Members of a variant that the object has itself, beside the choice: one value, which users would write twice."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from mapper.model import Attribute, Body, Collection, Nested, Object, Status, Type
from mapper.model.attribute import with_attributes, with_inner
from mapper.report.diagnostic import Note

from ..rules import VARIANTS

_GIVEN = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)


def without_repeated(attributes: Sequence[Attribute], choices: Iterable[Sequence[str]]) -> tuple[Attribute, ...]:
    """The attributes of an object; its variants are without what says the same as an attribute next to them."""
    by_name = {each.source_name: each for each in attributes}
    groups = [[by_name[name] for name in choice if name in by_name] for choice in choices]
    variants = {variant.source_name for group in groups for variant in group}
    of_object = {name: each for name, each in by_name.items() if name not in variants}
    for group in groups:
        required = _required_names(group, of_object)
        of_object |= {name: replace(of_object[name], status=each.status, reason=each.reason) for name, each in required}
    same: dict[tuple[Body, Body], bool] = {}
    return tuple(of_object.get(each.source_name) or _reduce(each, of_object, same) for each in attributes)


def _required_names(variants: Sequence[Attribute], of_object: Mapping[str, Attribute]) -> list[tuple[str, Attribute]]:
    """What each of the variants requires, of the attributes next to them that users may leave out."""
    bodies = [variant.type.body if isinstance(variant.type, Nested) else Body() for variant in variants]
    needed = [{a.source_name: a for a in body.attributes if a.status is Status.REQUIRED} for body in bodies]
    candidates = ((name, member) for name, member in needed[0].items() if name in of_object) if needed else ()
    return [
        (name, member)
        for name, member in candidates
        if of_object[name].status in _GIVEN
        and of_object[name].default is None
        and all(name in others for others in needed)
    ]


def _reduce(variant: Attribute, of_object: Mapping[str, Attribute], same: dict[tuple[Body, Body], bool]) -> Attribute:
    def kept(body: Body) -> Body:
        members = []
        for member in body.attributes:
            beside = of_object.get(member.source_name)
            what = None if beside is None else _difference(beside, member, same)
            if beside is None:
                members.append(member)
            elif what is not None:
                text = f"{member.name} is next to the variants, too, with {what}: the API has one value for both"
                members.append(member.with_notes(Note(VARIANTS, text, member.origins[0].location)))
        return with_attributes(body, members)

    return with_inner(variant, kept) if isinstance(variant.type, Nested) else variant


def _difference(one: Attribute, other: Attribute, same: dict[tuple[Body, Body], bool]) -> str | None:
    """What is different in two attributes of one name; None if the first can stand for both."""
    if not _is_same_type(one.type, other.type, same):
        return "another type"
    if one.limits != other.limits:
        return "other limits"
    if one.default != other.default:
        return "another default"
    is_given = one.status is Status.REQUIRED or (one.status in _GIVEN and other.status is not Status.REQUIRED)
    return None if is_given or one.status is other.status else "another status"


def _is_same_type(one: Type, other: Type, same: dict[tuple[Body, Body], bool]) -> bool:
    if isinstance(one, Collection) and isinstance(other, Collection):
        return one.kind == other.kind and _is_same_type(one.element, other.element, same)
    if isinstance(one, Nested) and isinstance(other, Nested):
        return one.mode == other.mode and _is_same_body(one.body, other.body, same)
    if isinstance(one, Object) and isinstance(other, Object):
        return _is_same_body(one.body, other.body, same)
    return one == other


def _is_same_body(one: Body, other: Body, same: dict[tuple[Body, Body], bool]) -> bool:
    """`same` has the pairs that were compared: several places share an object."""
    if one is other or one.size != other.size:
        return one is other
    if (one, other) not in same:
        members = {member.source_name: member for member in other.attributes}
        pairs = [(member, members.get(member.source_name)) for member in one.attributes]
        same[one, other] = len(members) == len(pairs) and all(
            there is not None and _difference(here, there, same) is None for here, there in pairs
        )
    return same[one, other]
