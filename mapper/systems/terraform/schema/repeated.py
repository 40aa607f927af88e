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


def _difference(left: Attribute, right: Attribute, same: dict[tuple[Body, Body], bool]) -> str | None:
    """What is different in two attributes of one name; None if the first can stand for both."""
    if not _is_same_type(left.type, right.type, same):
        return "another type"
    if left.limits != right.limits:
        return "other limits"
    if left.default != right.default:
        return "another default"
    is_given = left.status is Status.REQUIRED or (left.status in _GIVEN and right.status is not Status.REQUIRED)
    return None if is_given or left.status is right.status else "another status"


def _is_same_type(left: Type, right: Type, same: dict[tuple[Body, Body], bool]) -> bool:
    if isinstance(left, Collection) and isinstance(right, Collection):
        return left.kind == right.kind and _is_same_type(left.element, right.element, same)
    if isinstance(left, Nested) and isinstance(right, Nested):
        return left.mode == right.mode and _is_same_body(left.body, right.body, same)
    if isinstance(left, Object) and isinstance(right, Object):
        return _is_same_body(left.body, right.body, same)
    return left == right


def _is_same_body(left: Body, right: Body, same: dict[tuple[Body, Body], bool]) -> bool:
    """`same` has the pairs that were compared: several places share an object."""
    if left is right:
        return True
    if (left, right) not in same:
        members = {member.source_name: member for member in right.attributes}
        pairs = [(member, members.get(member.source_name)) for member in left.attributes]
        same[left, right] = len(members) == len(pairs) and all(
            there is not None and _difference(here, there, same) is None for here, there in pairs
        )
    return same[left, right]
