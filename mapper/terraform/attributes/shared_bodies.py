"""The bodies of schemas behind references, which are mapped once for each role, or derived from another role.

Most APIs describe what they accept and what they return with the same component. Everything about its attributes is
then the same, except their status and the part of the operation that they come from.
"""

from __future__ import annotations

from ...immutable import dataclass
from ...model import Attribute, Body, Collection, Nested, Object, Origin, Scalar, Status, Type, attribute_size
from ...model.nesting import MAX_NESTING
from ..openapi.roles import Role

Place = tuple[object, ...]
"""The key of a schema, and all that decides how it is mapped except the role."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """A body that was mapped in a role, and its levels of nested attributes. `is_cut`: for its depth only."""

    role: Role
    body: Body
    levels: int
    is_cut: bool = False


class SharedBodies:
    """The bodies of one API description by place and role."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[object, ...], Mapped] = {}
        self._sources: dict[Place, Mapped] = {}
        self._places: dict[int, Place] = {}
        self._depends: dict[int, bool] = {}

    def find(self, place: Place, role: Role, depth: int) -> Mapped | None:
        """A body that was added before. One that was not cut is no longer valid where it would exceed the depth."""
        found = self._bodies.get((role, place))
        if found is None or depth + found.levels > MAX_NESTING:
            return self._bodies.get((role, place, depth))
        return found

    def add(self, place: Place, role: Role, body: Body, levels: int) -> None:
        """Add a body for all depths. As it stays in memory, its id is not reused."""
        mapped = self._bodies[role, place] = Mapped(role, body, levels)
        self._places[id(body)] = place
        source = self._sources.get(place)
        if source is None or not _is_derivable(source.role, role):
            self._sources[place] = mapped

    def add_cut(self, place: Place, role: Role, body: Body, levels: int, depth: int) -> None:
        """Add a body that was cut because of its depth."""
        self._bodies[role, place, depth] = Mapped(role, body, levels, is_cut=True)

    def source(self, place: Place, role: Role, depth: int) -> Mapped | None:
        """The body in another role from which the one in this role can be derived, at this depth."""
        found = self._sources.get(place)
        if found is None or not _is_derivable(found.role, role) or depth + found.levels > MAX_NESTING:
            return None
        return found

    def derivable(self, source: Mapped) -> list[Attribute]:
        """The attributes of a body that depend on the role in nothing but status and origins."""
        return [attribute for attribute in source.body.attributes if not self._depends_on_role(attribute)]

    def derived(self, attribute: Attribute, role: Role) -> Attribute:
        """One of these attributes in another role."""
        status, reason = role.optional
        part, type_ = role.part, attribute.type
        return Attribute(
            attribute.name,
            attribute.source_name,
            type_ if type_.__class__ is Scalar else self._type(type_, role),
            status,
            reason,
            tuple([Origin(part, origin.location, origin.via, origin.contribution) for origin in attribute.origins]),
            attribute.description,
            None,
            attribute.limits,
            attribute.sensitive,
            attribute.deprecation,
            fragments=attribute.fragments,
        )

    def _type(self, type_: Type, role: Role) -> Type:
        match type_:
            case Collection(kind, element) if element.__class__ is not Scalar:
                return Collection(kind, self._type(element, role))
            case Nested(mode, body, block):
                return Nested(mode, self._body(body, role), block)
            case Object(body):
                return Object(self._body(body, role))
        return type_

    def _body(self, body: Body, role: Role) -> Body:
        """A nested body. One behind a reference is derived once."""
        place = self._places.get(id(body))
        found = self._bodies.get((role, place)) if place is not None else None
        if found is not None:
            return found.body
        made = Body(tuple([self.derived(attribute, role) for attribute in body.attributes]))
        if place is not None:
            self.add(place, role, made, self._sources[place].levels)
        return made

    def _depends_on_role(self, attribute: Attribute) -> bool:
        """Whether more than status and origins may be different in another role: notes and what defaults lead to."""
        if attribute.notes or attribute.default is not None:
            return True
        return attribute.type.__class__ is not Scalar and self._type_depends(attribute.type)

    def _type_depends(self, type_: Type) -> bool:
        while isinstance(type_, Collection):
            type_ = type_.element
        if isinstance(type_, Scalar):
            return False
        return self._body_depends(type_.body) if isinstance(type_, Nested | Object) else True

    def _body_depends(self, body: Body) -> bool:
        known = self._depends.get(id(body))
        if known is None:
            left_out = bool(body.omitted or body.ignored)
            known = self._depends[id(body)] = left_out or any(map(self._depends_on_role, body.attributes))
        return known


def size_of(attributes: list[Attribute]) -> int:
    """The number of attributes, nested ones included."""
    return sum(map(attribute_size, attributes))


def _is_derivable(mapped: Role, role: Role) -> bool:
    """Whether an attribute without notes in the role in which it was `mapped` has none in `role` either.

    A required attribute must have the status of any other in `role`, as it is not known which of them were required.
    """
    if role.required != role.optional or role.read_only is not None:
        return False
    if role.default_relaxes and not mapped.default_relaxes:
        return False
    computed = Status.COMPUTED  # values out of limits have notes where they can be set
    return role.optional[0] is computed or computed not in (mapped.required[0], mapped.optional[0])
