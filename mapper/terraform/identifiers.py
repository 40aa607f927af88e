"""Names: from the API's spelling to Terraform identifiers, and the names that Terraform keeps for itself."""

from __future__ import annotations

import re
from functools import lru_cache

RESERVED_ROOT_NAMES = frozenset(
    ("connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner")
)
"""Meta-arguments of Terraform: no attribute at the root of a resource or data source may have these names."""

_INVALID = re.compile(r"[^A-Za-z0-9_]")
_LEADING_DIGITS = re.compile(r"\A[0-9]+")
_HUMP = re.compile(r"([a-z])([A-Z])")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*\Z")


@lru_cache(maxsize=65536)
def to_identifier(name: str) -> str:
    """`petID` -> `pet_id`: invalid characters and leading digits go, humps become underscores, all in lower case.

    Empty where nothing is left. The rule is that of the Provider Code Specification's generators.
    """
    name = _LEADING_DIGITS.sub("", _INVALID.sub("", name))
    return _HUMP.sub(r"\1_\2", name).lower()


def is_identifier(name: str) -> bool:
    """Whether the Provider Code Specification accepts `name` (`^[a-z_][a-z0-9_]*$`)."""
    return _IDENTIFIER.match(name) is not None
