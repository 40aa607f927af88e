"""The roles of a schema for an entity, with the status that each gives to attributes and the reason."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Reason, Status
from mapper.report.origin import Part, PartKind


class Role(Struct, frozen=True, eq=False, dict=True):
    """The role of a schema; each exists once. `part` is the part of the operation that pages and the sidecar name.

    `required` and `optional` are the statuses of attributes that the parent object requires, or does not.
    `default_relaxes`: a default turns required into optional and computed, as in resources. `read_only`: the status of
    readOnly properties, if a policy sets one. `mapped_as` is the role that attributes are mapped in, if not this one. A
    body whose names alone count is then mapped once, together with the body that has the same schema.
    """

    part: Part
    required: tuple[Status, Reason]
    optional: tuple[Status, Reason]
    default_relaxes: bool = False
    read_only: tuple[Status, Reason] | None = None
    mapped_as: "Role | None" = None

    @cache  # noqa: B019 - the number of roles is limited
    def as_read_only(self) -> "Role":
        """The role of a readOnly property and of everything nested in it."""
        status = self.read_only or self.optional
        return replace(self, required=status, optional=status, read_only=None)


OPTIONAL_IN_REQUEST = "optional-in-request"
OPTIONAL_PARAMETER = "optional-parameter"
READ_PARAMETER = "read-parameter"
PARENT_PARAMETER = "parent-parameter"
_REQUIRED, _COMPUTED, _EITHER = Status.REQUIRED, Status.COMPUTED, Status.COMPUTED_OPTIONAL
RELAXED = (
    _EITHER,
    Reason("default-relaxes", "required in the create request body, but has a default: the API sets it if left out"),
)


@cache
def create_request(*, read_only_computed: bool = False) -> Role:
    """The request body of a resource's create operation."""
    read_only = (_COMPUTED, Reason("read-only", "readOnly in the create request body: set by the API"))
    return Role(
        Part(PartKind.REQUEST_BODY, "create"),
        (_REQUIRED, Reason("required-in-request", "required in the create request body")),
        (_EITHER, Reason(OPTIONAL_IN_REQUEST, "not required in the create request body: given, or set by the API")),
        default_relaxes=True,
        read_only=read_only if read_only_computed else None,
    )


@cache
def update_request(create: Role) -> Role:
    """The request body of a resource's update operation, which only tells which attributes it lacks."""
    return replace(create, part=Part(PartKind.REQUEST_BODY, "update"), mapped_as=create)


@cache
def resource_response(operation: str, code: str) -> Role:
    """A response body of a resource's create or read operation."""
    computed = (_COMPUTED, Reason("only-in-response", "only in a response: set by the API"))
    return Role(Part(PartKind.RESPONSE, operation, code), computed, computed, default_relaxes=True)


@cache
def resource_parameter(place: str) -> Role:
    """A parameter of a resource's read operation."""
    either = (_EITHER, Reason(READ_PARAMETER, f"a {place} parameter of the read operation: given, or set by the API"))
    return Role(Part(PartKind.PARAMETER, place), either, either, default_relaxes=True)


@cache
def parent_parameter() -> Role:
    """A path parameter that only a resource's create operation has."""
    parent = (
        _REQUIRED,
        Reason(PARENT_PARAMETER, "a path parameter of the create operation: says where the resource is"),
    )
    return Role(Part(PartKind.PARAMETER, "path"), parent, parent)


@cache
def data_source_parameter(place: str) -> Role:
    """A parameter of a data source's read operation."""
    return Role(
        Part(PartKind.PARAMETER, place),
        (_REQUIRED, Reason("required-parameter", f"a required {place} parameter of the read operation")),
        (_EITHER, Reason(OPTIONAL_PARAMETER, f"an optional {place} parameter of the read operation")),
    )


@cache
def data_source_response(code: str) -> Role:
    """The response body of a data source's read operation."""
    computed = (_COMPUTED, Reason("in-response", "in the read response: set by the API"))
    return Role(Part(PartKind.RESPONSE, "read", code), computed, computed)


@cache
def provider_schema() -> Role:
    """The schema of the provider's configuration."""
    return Role(
        Part(PartKind.OTHER, "provider schema"),
        (_REQUIRED, Reason("required-in-schema", "required in the provider schema")),
        (Status.OPTIONAL, Reason("optional-in-schema", "not required in the provider schema")),
    )
