"""Where the attributes of an entity are: in objects around them, such as the spec and the status of a custom resource.

An attribute of several objects exists once, with a placement for each of them. The objects are the frame of the entity.
This module derives the trees of artifacts from frame and placements. The tree of pages and reviews has each attribute
only in the first of its placements.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from .attribute import Attribute, Body, Nested, NestingMode, Placement, with_attributes, with_inner

_Placed = dict[str, list[Attribute]]
"""Attributes by the path of the object that they are in; those at the root by an empty path."""


def in_placements(frame: Body, body: Body, most: int | None = None) -> Body:
    """The frame with each attribute in all of its placements, or in the first `most`, as it is there."""
    return _fill_frame(frame, _by_object(body, most), "") if frame.attributes else body


def without_frame(frame: Body, layout: Body) -> Body:
    """The attributes of a layout with the paths that users write as names, without the objects of the frame."""
    return Body(tuple(_unwrap_objects(frame, layout, ""))) if frame.attributes else layout


def misplaced(frame: Body, body: Body) -> Attribute | None:
    """An attribute placed in an object that the frame does not have; None if there is none.

    For an entity without a frame it is None: its placements are not objects, but sides such as argument and result.
    """
    if not frame.attributes:
        return None
    objects = {path for path, _ in _objects(frame, "")}
    return next((a for a in body.attributes if any(p.name not in objects for p in a.placements)), None)


def _objects(frame: Body, prefix: str) -> Iterator[tuple[str, Body]]:
    for attribute in frame.attributes:
        if isinstance(attribute.type, Nested) and attribute.type.mode is NestingMode.SINGLE:
            yield f"{prefix}{attribute.name}", attribute.type.body
            yield from _objects(attribute.type.body, f"{prefix}{attribute.name}.")


def _by_object(body: Body, most: int | None) -> _Placed:
    by_object: _Placed = {}
    for attribute in body.attributes:
        if not attribute.placements:
            by_object.setdefault("", []).append(attribute)
        for placement in attribute.placements[:most]:
            by_object.setdefault(placement.name, []).append(_as_placed(attribute, placement))
    return by_object


def _as_placed(attribute: Attribute, placement: Placement) -> Attribute:
    if placement.status is attribute.status and placement.type is None:
        return attribute
    return replace(attribute, status=placement.status, type=placement.type or attribute.type)


def _fill_frame(frame: Body, placed: _Placed, path: str) -> Body:
    inner = tuple(_inside(attribute, placed, f"{path}.{attribute.name}" if path else attribute.name)
                  for attribute in frame.attributes)  # fmt: skip
    attributes = (*inner, *placed.get(path, ()))
    return with_attributes(frame, attributes)


def _inside(attribute: Attribute, placed: _Placed, path: str) -> Attribute:
    if not isinstance(attribute.type, Nested) or attribute.type.mode is not NestingMode.SINGLE:
        return attribute
    return with_inner(attribute, lambda nested: _fill_frame(nested, placed, path))


def _unwrap_objects(frame: Body, layout: Body, prefix: str) -> Iterator[Attribute]:
    objects = {attribute.name: body for attribute in frame.attributes if (body := _holder(attribute)) is not None}
    for attribute in layout.attributes:
        path = f"{prefix}{attribute.name}"
        inside = objects.get(attribute.name)
        if inside is not None and isinstance(attribute.type, Nested):
            yield from _unwrap_objects(inside, attribute.type.body, f"{path}.")
        elif prefix:
            yield replace(attribute, name=path, source_name=f"{prefix}{attribute.source_name}")
        else:
            yield attribute


def _holder(attribute: Attribute) -> Body | None:
    """The body of a frame object that only holds placed attributes, or other such objects; None for others."""
    if not isinstance(attribute.type, Nested) or attribute.type.mode is not NestingMode.SINGLE:
        return None
    members = attribute.type.body.attributes
    holds = not members or any(_holder(member) is not None for member in members)
    return attribute.type.body if holds else None
