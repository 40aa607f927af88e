"""Converts Terraform's names to names of Go, packages and groups, as the generator of 2020 did."""

import re

from mapper.files import portable
from mapper.systems.crossplane.names import capitalised

_BOUNDARY = re.compile(r"_+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")
_PACKAGE = re.compile(r"[a-z][a-z0-9_]*")
_SPECIAL = frozenset(("internal", "testdata", "vendor"))
"""Names of folders that Go treats specially (`go help packages`, `go help gopath`)."""
_FIELD = re.compile(r"_*[A-Za-z][A-Za-z0-9_]*")
"""An attribute whose name in Go begins with a letter that can be a capital."""
_METHODS = frozenset(("DeepCopy", "DeepCopyInto"))


def go_name(name: str) -> str:
    """The Go name: `KmsMasterKeyId` for `kms_master_key_id`."""
    return "".join(capitalised(word) for word in name.split("_"))


def member_name(name: str) -> str:
    """The Go name of a field, changed if a method of all structures has the name."""
    name_ = go_name(name)
    return f"{name_}_" if name_ in _METHODS else name_


def can_be_field(name: str) -> bool:
    """Whether an attribute's name gives a valid Go field."""
    return _FIELD.fullmatch(name) is not None


def group_of(rest: str, provider: str) -> str:
    """The group of a resource: the words of its name, with a number counted as a word, before the provider's group."""
    words = [word for word in _BOUNDARY.split(rest) if word]
    return f"{'-'.join(words)}.terraform-provider-{provider.replace('_', '-')}.crossplane.io"


def package_of(rest: str) -> str:
    """The folder of a resource's package; empty if the name is invalid."""
    if not _PACKAGE.fullmatch(rest):
        return ""
    return f"{rest}_resource" if rest in _SPECIAL or portable(rest) != rest else rest


def rest_of(name: str, provider: str) -> str:
    """The name of a resource without the provider's prefix."""
    return name.removeprefix(f"{provider}_")
