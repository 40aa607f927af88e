"""What fills each place of each call: the arguments of an operation, and what a response returns of an identity."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from ..report.origin import Location
from .attribute import Reason

JSON_PATCH = "application/json-patch+json"
"""The media type of a JSON Patch (RFC 6902, section 6)."""

MERGE_PATCH = "application/merge-patch+json"
"""The media type of a merge patch, in which null removes (RFC 7396, section 4)."""

SCIM_PATCH = "application/scim+json"
"""The media type of the operations that change an object of SCIM (RFC 7644, section 3.5.2)."""


class Place(StrEnum):
    """Where a call has an argument."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    BODY = "body"


class Supply(StrEnum):
    """Who gives the value of an argument.

    *configured*: the configuration. *returned*: the response of an earlier call, whose value the state keeps.
    *constant*: the API allows one value, or has a default. *provider*: a setting of the provider. *missing*: nobody.
    """

    CONFIGURED = "configured"
    RETURNED = "returned"
    CONSTANT = "constant"
    PROVIDER = "provider"
    MISSING = "missing"


class Argument(Struct, frozen=True):
    """A value that a call needs: a path parameter, a required parameter of another kind, or a body.

    `name` is the name of the parameter in the API, or of a member of the body that no attribute holds; empty for the
    body. `attribute` is the dotted path of the attribute that has the value, for *provider* one of the
    provider. `value` is the value of a constant, `pointer` (RFC 6901) the place in the body. `media_type` is one
    of the three above if a body is not the object but changes it, whatever media type the API declares. `reason` says
    why it was found to be this attribute, `location` is where the API declares the argument.
    """

    place: Place
    name: str
    supply: Supply
    attribute: str | None = None
    value: Any = None
    pointer: str | None = None
    reason: Reason | None = None
    location: Location | None = None
    media_type: str | None = None


class Identification(Struct, frozen=True):
    """An attribute that identifies an object, and where a response has its value.

    `response` is the purpose of the operation. `pointer` (RFC 6901) is the place in its body; None if the header
    `Location` has the value.
    """

    attribute: str
    response: str
    pointer: str | None = None
