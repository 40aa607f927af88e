"""Changes attributes within bodies. What does not change stays the same object, so that bodies stay shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from .attribute import Attribute, Body, Collection, Nested, Object, Type


def with_attributes(body: Body, attributes: Iterable[Attribute]) -> Body:
    """The body with these attributes in place of its own; the body itself if they are the same objects."""
    listed = tuple(attributes)
    is_same = len(listed) == len(body.attributes) and all(map(_is, listed, body.attributes))
    return body if is_same else replace(body, attributes=listed)


def with_inner(attribute: Attribute, change: Callable[[Body], Body]) -> Attribute:
    """The attribute with its object changed, through any depth of collections."""
    type_ = _in_type(attribute.type, change)
    return attribute if type_ is attribute.type else replace(attribute, type=type_)


def rewrite(body: Body, change: Callable[[Attribute], Attribute], done: dict[Body, Body] | None = None) -> Body:
    """The body with `change` applied to all attributes, nested ones first, but not to the members of element types.

    Shared bodies are changed once: `done` has those that are.
    """
    known = {} if done is None else done

    def inner(attribute: Attribute) -> Attribute:
        if not isinstance(attribute.type, Nested):
            return attribute
        return with_inner(attribute, lambda nested: rewrite(nested, change, known))

    if body not in known:
        known[body] = with_attributes(body, [change(inner(attribute)) for attribute in body.attributes])
    return known[body]


def _in_type(type_: Type, change: Callable[[Body], Body]) -> Type:
    if isinstance(type_, Collection):
        element = _in_type(type_.element, change)
        return type_ if element is type_.element else Collection(type_.kind, element)
    if isinstance(type_, Nested | Object):
        body = change(type_.body)
        return type_ if body is type_.body else replace(type_, body=body)
    return type_


def _is(one: object, other: object) -> bool:
    return one is other
