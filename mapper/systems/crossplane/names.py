"""Converts Terraform's names, in snake case, to names of Kubernetes and Go.

The table of initialisms is from upjet, the library that current providers are made with.
"""

import re
from functools import lru_cache

from msgspec import Struct

_UPPER = """
    acl adm ai alb ami api apns ascii bgp ca cpu css dhcp dicom dkim dns dnssec ebs ec2 efs eip elb eof fhir fsx gcp
    gcm grpc guid hsm iscsi hl7 html http https hmac iam id ip json kms lb ml nat nfs php qps ram rds rpc saml sla
    slo smb sms smtp sql ssh ssl tcp tls ttl udp ui gid uid uuid uri url utf8 vm vpc vpn xml xmpp xsrf xss sip rtp
    amqp db ts
"""
_MIXED = "IPv4 IPv6 CloudFormation GraphQL HAProxy IPSet MySQL NodeJS OpenID VoIP"
INITIALISMS = {word: word.upper() for word in _UPPER.split()} | {word.lower(): word for word in _MIXED.split()}
"""Lowercase word -> its form in names of Go and of Kinds."""

_WORD_START = re.compile(r"(?:(?<=\d)|(?<![a-zA-Z0-9]))[a-z]")
_GO_WORD = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+|\d+")
_GROUPED = 3
"""Names with at least this many words have a word for the group, after the provider's."""
_LONGEST = 253
_KIND = re.compile(r"[A-Z][A-Za-z0-9]{0,58}")
"""A Kind: a cluster allows 63 characters, also for the Kind of lists, which ends with List."""
_FIELD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_LABEL = re.compile(r"[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")
_GROUP = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")


def capitalised(word: str) -> str:
    """A word with uppercase letters at its start, and after each digit."""
    return _WORD_START.sub(lambda match: match[0].upper(), word)


@lru_cache(maxsize=65536)
def json_name(name: str) -> str:
    """The name of a field in a manifest: `vpcUuid` for `vpc_uuid`."""
    first, *others = name.split("_")
    return "".join([first.lower(), *map(capitalised, others)])


@lru_cache(maxsize=65536)
def go_name(name: str) -> str:
    """The name of a field in Go, or of a Kind: `VPCUUID` for `vpc_uuid`."""
    return "".join(INITIALISMS.get(word.lower()) or capitalised(word) for word in name.split("_"))


def json_name_of_go(name: str) -> str:
    """The name in a manifest of a field with a Go name: `bucketDomainName` for `BucketDomainName`."""
    return json_name("_".join(word.lower() for word in _GO_WORD.findall(name)))


class GroupKind(Struct, frozen=True):
    """The first label of a group, and a Kind."""

    short_group: str
    kind: str


def default_group_kind(name: str) -> GroupKind:
    """The default group and Kind of a resource: by the words of its name."""
    words = name.split("_")
    group, rest = (words[0], words[1:]) if len(words) < _GROUPED else (words[1], words[2:])
    return GroupKind(group.lower(), go_name("_".join(rest)))


def is_kind(name: str) -> bool:
    """Whether a name is valid for a Kind."""
    return _KIND.fullmatch(name) is not None


def is_field(name: str) -> bool:
    """Whether a name is valid for a field: validation rules refer to fields by name."""
    return _FIELD.fullmatch(name) is not None


def is_category(name: str) -> bool:
    """Whether a name is valid for a category of definitions."""
    return _LABEL.fullmatch(name) is not None


def is_group(name: str) -> bool:
    """Whether a name is valid for a group, or a part of one."""
    return len(name) <= _LONGEST and _GROUP.fullmatch(name) is not None


_PARAMETER = re.compile(r"\{\{-?[^{}]*?\.parameters\.([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}\}")


def parameters_in(template: str) -> frozenset[str]:
    """The parameters of a template."""
    return frozenset(_PARAMETER.findall(template))


def with_parameter(template: str, name: str, other: str) -> str:
    """The template with one parameter renamed."""
    return re.sub(rf"(\.parameters\.){re.escape(name)}(?![A-Za-z0-9_])", lambda match: f"{match[1]}{other}", template)
