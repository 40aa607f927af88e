"""Names of Terraform as names of Go, packages and groups, as the generator of 2020 made them."""

from __future__ import annotations

import re

from ..names import capitalised

PROFILE = "v2020"

_BOUNDARY = re.compile(r"_+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")
_PACKAGE = re.compile(r"[a-z][a-z0-9_]*")
_SPECIAL = frozenset(("internal", "testdata", "vendor"))
"""Folders that the Go tool treats in a way of its own (`go help packages`, `go help gopath`)."""
_FIELD = re.compile(r"[A-Z][A-Za-z0-9]*")
_METHODS = frozenset(("DeepCopy", "DeepCopyInto"))
_JSON = re.compile(r"[A-Za-z0-9_-]+")


def go_name(name: str) -> str:
    """`KmsMasterKeyId` for `kms_master_key_id`."""
    return "".join(capitalised(word) for word in name.split("_"))


def member_name(name: str) -> str:
    """The name of a field in Go: no field can be called like a method of all structures."""
    own = go_name(name)
    return f"{own}_" if own in _METHODS else own


def can_be_field(name: str) -> bool:
    """Whether a field of Go can be named after an attribute."""
    return _JSON.fullmatch(name) is not None and _FIELD.fullmatch(go_name(name)) is not None


def group_of(rest: str, provider: str) -> str:
    """The group of a resource: the words of its name, of which a number is one, before that of the provider."""
    words = [word for word in _BOUNDARY.split(rest) if word]
    return f"{'-'.join(words)}.terraform-provider-{provider.replace('_', '-')}.crossplane.io"


def package_of(rest: str) -> str:
    """The folder of a resource's package; empty where there can be none."""
    if not _PACKAGE.fullmatch(rest):
        return ""
    return f"{rest}_resource" if rest in _SPECIAL else rest


def rest_of(name: str, provider: str) -> str:
    """The name of a resource without that of its provider."""
    return name.removeprefix(f"{provider}_")
