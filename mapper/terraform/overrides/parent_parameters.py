"""Parent parameters: path parameters that say where a resource is created, such as `org` in `/orgs/{org}/pets`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from ...model import Attribute, Body, Reason, Status
from ...report.diagnostic import Note
from ..openapi.parameters import Parameter
from ..openapi.roles import create_request
from ..rules import POLICY

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_REQUEST = create_request().part
_REASON = Reason("parent-parameter", "a path parameter of the create operation, too: it says where the resource is")


def parents(create: str, read: str) -> frozenset[str]:
    """The path parameters of `read` that `create` has as well: by name, or at the same position of a common prefix."""
    names = set(_TEMPLATE.findall(create)) & set(_TEMPLATE.findall(read))
    for first, second in zip(create.split("/"), read.split("/"), strict=False):
        if _TEMPLATE.sub("{}", first) != _TEMPLATE.sub("{}", second):
            break
        names.update(_TEMPLATE.findall(second))
    return frozenset(names)


def require(body: Body, parameters: dict[str, Parameter]) -> Body:
    """`body` with its parent parameters required. `parameters` are these by source name of the attribute.

    An attribute of the create request body keeps its status.
    """
    attributes = tuple(
        _required(attribute, parameters[attribute.source_name])
        if attribute.source_name in parameters and attribute.origins[0].part != _REQUEST
        else attribute
        for attribute in body.attributes
    )
    return replace(body, attributes=attributes)


def _required(attribute: Attribute, parameter: Parameter) -> Attribute:
    note = Note(POLICY, "it is required to create the resource (policy parent_parameters)", parameter.node)
    return replace(attribute, status=Status.REQUIRED, reason=_REASON, default=None, notes=(*attribute.notes, note))
