"""Accounts for the members of a create operation's payloads: which of them became fields of a Kind."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import Attribute, Body, Contribution, Origin, Scalar, ScalarKind, SourceBody
from ..origin import Part
from .origins import CREATE_INPUT, CREATE_OUTPUT

_PAYLOADS = (CREATE_INPUT, CREATE_OUTPUT)
_ANYTHING = Scalar(ScalarKind.STRING)


def source_bodies(spec: Body, status: Body) -> tuple[SourceBody, ...]:
    """The payloads and files with the attributes that came from them, and the omissions of spec and status."""
    parts: dict[Part, list[Attribute]] = {part: [] for part in _PAYLOADS}
    for attribute in (*spec.attributes, *status.attributes):
        for origin in attribute.origins:
            if origin is attribute.origins[0]:
                parts.setdefault(origin.part, []).append(attribute)
            elif origin.part in _PAYLOADS:
                parts[origin.part].append(_merged_member(attribute, origin))
    left = {CREATE_INPUT: spec, CREATE_OUTPUT: status}
    bodies = {
        part: Body(tuple(attributes), left[part].omitted, left[part].ignored)
        if part in left
        else Body(tuple(attributes))
        for part, attributes in parts.items()
    }
    return tuple(SourceBody(part, body) for part, body in bodies.items() if body != Body())


def _merged_member(attribute: Attribute, origin: Origin) -> Attribute:
    """The member of another payload that was merged into a field, with nested members if the structure is the same."""
    is_same = origin.via == attribute.origins[0].via and origin.contribution is Contribution.CONFIRMED
    return replace(attribute, origins=(origin,), type=attribute.type if is_same else _ANYTHING)
