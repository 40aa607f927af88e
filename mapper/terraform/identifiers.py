"""Names: from the API's spelling to Terraform identifiers, and the names that Terraform keeps for itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import lru_cache

from ..words import parted

_INVALID = re.compile(r"[^A-Za-z0-9_]")
_LEADING_DIGITS = re.compile(r"\A[0-9]+")
_WORD = re.compile(r"IPv[46]|OAuth[0-9]*|[A-Z]{2,}s(?![a-z])|[A-Z]+[0-9]*(?![a-z])|[A-Z]?[a-z]+[0-9]*|[0-9]+")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*\Z")


@lru_cache(maxsize=65536)
def to_identifier(name: str) -> str:
    """`petID` -> `pet_id`: invalid characters and leading digits go, humps become underscores, all in lower case.

    Empty where nothing is left. The rule is that of the Provider Code Specification's generators.
    """
    name = _LEADING_DIGITS.sub("", _INVALID.sub("", name))
    return parted(name)


@lru_cache(maxsize=65536)
def to_words(name: str) -> str:
    """`HTTPServer-port` -> `http_server_port`: the words of a name, whatever is between them.

    An underscore comes before a digit at the start. Empty where nothing is left.
    """
    words = "_".join(_WORD.findall(name)).lower()
    return f"_{words}" if words[:1].isdigit() else words


NAMING: dict[str, Callable[[str], str]] = {"reference": to_identifier, "words": to_words}
"""How identifiers are made, by the policy `names`."""


def is_identifier(name: str) -> bool:
    """Whether the Provider Code Specification accepts `name` (`^[a-z_][a-z0-9_]*$`)."""
    return _IDENTIFIER.match(name) is not None


def type_name(name: str, provider: str) -> str:
    """The type of a resource or data source in a configuration: its name, with that of the provider in front."""
    return name if name.startswith(f"{provider}_") else f"{provider}_{name}"


def free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found
