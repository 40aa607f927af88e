"""The fields that the ACK runtime adds to every Kind, by its version: common status, secrets and references."""

import re
from functools import lru_cache

from msgspec import Struct

from mapper.model import Attribute, Body, Nested, NestingMode, Origin, Reason, Scalar, ScalarKind, Status
from mapper.report.diagnostic import MappingError, Problem

LATEST = "v0.62.1"
_VERSION = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?(?:[-+].*)?\Z")
_PARTITION_SINCE = (0, 59)
_REGION_SINCE = (0, 18)
_TODAY_SINCE = (0, 1)

PACKAGE = "ackv1alpha1."
"""The Go package of the runtime, as the prefix of its types."""

SECRET = f"{PACKAGE}SecretKeyReference"
"""The type of a reference to a value in a secret."""

GO_TAG = "go_tag"
"""The key of `fields`, and of a fragment, with the whole struct tag of a Go field."""

_STRING, _TIME = Scalar(ScalarKind.STRING), Scalar(ScalarKind.TIMESTAMP)


class Profile(Struct, frozen=True):
    """The output of one version of the code generator and its runtime.

    `seed`: the preview of 2020, whose status is required and whose texts are on one line.
    """

    version: str
    partition: bool
    seed: bool
    region: bool = True
    """Whether the runtime has the region of a resource. Versions without it take paths to shapes that do not exist."""

    @property
    def controller_gen(self) -> str:
        """The version of controller-gen in a CRD."""
        return "v0.4.0" if self.seed else "v0.19.0"


def profile_of(version: str) -> Profile:
    """The profile of a version such as `v0.58.0`. Raises MappingError for an invalid version."""
    match = _VERSION.match(version)
    if match is None:
        raise MappingError(Problem(f"{version!r} is not a version of ACK", remedy=f"write one such as {LATEST}"))
    number = int(match[1]), int(match[2])
    return Profile(version, number >= _PARTITION_SINCE, number < _TODAY_SINCE, number >= _REGION_SINCE)


RUNTIME = Reason("runtime", "the ACK runtime sets it")


def _field(
    name: str,
    type_: Scalar | Nested,
    text: str | None,
    *,
    code: str,
    always: bool = False,
    origins: tuple[Origin, ...] = (),
) -> Attribute:
    return Attribute(name, code, type_, Status.COMPUTED, RUNTIME, origins, text, code_name=code, always=always)


@lru_cache(maxsize=8)
def conditions(profile: Profile) -> Attribute:
    """The `conditions` of a status."""
    kind = "Type is the type of the Condition"
    state = "Status of the condition, one of True, False, Unknown."
    since = "Last time the condition transitioned from one status to another."
    members = (
        _field("type", _STRING, kind, code="Type", always=True),
        _field("status", _STRING, state, code="Status", always=True),
        _field("lastTransitionTime", _TIME, since, code="LastTransitionTime"),
        _field("reason", _STRING, "The reason for the condition's last transition.", code="Reason"),
        _field("message", _STRING, "A human readable message indicating details about the transition.", code="Message"),
    )
    text = (
        "Condition is the common struct used by all CRDs managed by ACK service\n"
        "controllers to indicate terminal states  of the CR and its backend AWS\n"
        "service API resource"
    )
    body = Body(members, name=f"{PACKAGE}Condition", description=text)
    return _field(
        "conditions",
        Nested(NestingMode.LIST, body),
        f"All {'CRS' if profile.seed else 'CRs'} managed by ACK have a common `Status.Conditions` member that\n"
        "contains a collection of `ackv1alpha1.Condition` objects that describe\n"
        "the various terminal states of the CR and its backend AWS service API\n"
        "resource",
        code="Conditions",
        always=profile.seed,
    )


def metadata(profile: Profile, arn: tuple[Origin, ...]) -> Attribute:
    """The `ackResourceMetadata` of a status; `arn` has the origins of the resource's own ARN."""
    # the definitions of 2020 contain this TODO of ACK's runtime
    todo = "TODO(vijat@): Find a better strategy for resources that do not have ARN in CreateOutputResponse\n"
    text = (
        "ARN is the Amazon Resource Name for the resource. This is a\n"
        "globally-unique identifier and is set only by the ACK service controller\n"
        "once the controller has orchestrated the creation of the resource OR\n"
        'when it has verified that an "adopted" resource (a resource where the\n'
        "ARN annotation was set by the Kubernetes user on the CR) exists and\n"
        "matches the supplied CR's Spec field values.\n"
        f"{todo if profile.seed else ''}https://github.com/aws/aws-controllers-k8s/issues/270"
    )
    owner = "OwnerAccountID is the AWS Account ID of the account that owns the\nbackend AWS service API resource."
    members = [
        _field("arn", _STRING, text, code="ARN", origins=arn),
        _field("ownerAccountID", _STRING, owner, code="OwnerAccountID", always=True),
    ]
    if profile.region:
        region = "Region is the AWS region in which the resource exists or will exist."
        members.append(_field("region", _STRING, region, code="Region", always=True))
    if profile.partition:
        partition = "Partition is the AWS partition in which the resource exists or will exist"
        members.append(_field("partition", _STRING, partition, code="Partition"))
    return _field(
        "ackResourceMetadata",
        Nested(NestingMode.SINGLE, Body(tuple(members), name=f"{PACKAGE}ResourceMetadata")),
        "All CRs managed by ACK have a common `Status.ACKResourceMetadata` member\n"
        "that is used to contain resource sync state, account ownership,\n"
        "constructed ARN for the resource",
        code="ACKResourceMetadata",
        always=profile.seed,
    )


def _part(name: str, code: str, text: str | None, *, required: bool = False) -> Attribute:
    status = Status.REQUIRED if required else Status.OPTIONAL
    reason = Reason("runtime", "a part of every reference of the ACK runtime")
    return Attribute(name, code, _STRING, status, reason, (), text, code_name=code)


SECRET_BODY = Body(
    (
        _part("name", "Name", "name is unique within a namespace to reference a secret resource."),
        _part("namespace", "Namespace", "namespace defines the space within which the secret name must be unique."),
        _part("key", "Key", "Key is the key within the secret", required=True),
    ),
    name=SECRET,
    description="SecretKeyReference combines a k8s corev1.SecretReference with a\n"
    "specific key within the referred-to Secret",
)
"""A value that is in a Kubernetes secret."""

_TARGET = Body(
    (_part("name", "Name", None), _part("namespace", "Namespace", None)),
    name=f"{PACKAGE}AWSResourceReference",
    description="AWSResourceReference provides all the values necessary to reference another\n"
    "k8s resource for finding the identifier(Id/ARN/Name)",
)
REFERENCE = "reference"
"""The reason code of a reference field."""

REFERENCE_BODY = Body(
    (
        Attribute(
            "from",
            "From",
            Nested(NestingMode.SINGLE, _TARGET),
            Status.OPTIONAL,
            Reason("runtime", "a part of every reference of the ACK runtime"),
            (),
            code_name="From",
        ),
    ),
    name=f"{PACKAGE}AWSResourceReferenceWrapper",
    description="AWSResourceReferenceWrapper provides a wrapper around *AWSResourceReference\n"
    "type to provide more user friendly syntax for references using 'from' field\n"
    "Ex:\nAPIIDRef:\n\n\tfrom:\n\t  name: my-api",
)
"""The name of another resource in the cluster, instead of its identifier."""
