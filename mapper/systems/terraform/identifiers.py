"""Identifiers: from names of the API to names of Terraform."""

import re
from collections.abc import Callable, Container
from functools import lru_cache

from mapper.text.identifier import numbered, parted

_INVALID = re.compile(r"[^A-Za-z0-9_]")
_LEADING_DIGITS = re.compile(r"\A[0-9]+")
_WORD = re.compile(r"IPv[46]|OAuth[0-9]*|[A-Z]{2,}s(?![a-z])|[A-Z]+[0-9]*(?![a-z])|[A-Z]?[a-z]+[0-9]*|[0-9]+")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*\Z")


@lru_cache(maxsize=65536)
def to_identifier(name: str) -> str:
    """`petID` -> `pet_id`: invalid characters and leading digits are removed, camel case becomes snake case.

    Empty if nothing is left. The generators of the Provider Code Specification have this rule.
    """
    name = _LEADING_DIGITS.sub("", _INVALID.sub("", name))
    return parted(name)


def letters_lost(name: str) -> str:
    """The letters of a name that no identifier has: `größe` -> `ö, ß`. Empty if it has none."""
    return ", ".join(dict.fromkeys(letter for letter in name if letter.isalpha() and not letter.isascii()))


@lru_cache(maxsize=65536)
def to_words(name: str) -> str:
    """`HTTPServer-port` -> `http_server_port`: the words of a name in any spelling, joined by underscores.

    A leading digit gets an underscore. Empty if nothing is left.
    """
    words = "_".join(_WORD.findall(name)).lower()
    return f"_{words}" if words[:1].isdigit() else words


NAMING: dict[str, Callable[[str], str]] = {"reference": to_identifier, "words": to_words}
"""The policy `names` -> function that makes an identifier."""


def is_identifier(name: str) -> bool:
    """Whether the Provider Code Specification accepts `name` (`^[a-z_][a-z0-9_]*$`)."""
    return _IDENTIFIER.match(name) is not None


def type_name(name: str, provider: str) -> str:
    """The type of a resource or data source in a configuration: the provider's name, then its own."""
    return name if name.startswith(f"{provider}_") else f"{provider}_{name}"


def free(name: str, taken: Container[str]) -> str:
    """The name, with a number appended if it is taken."""
    return next(candidate for candidate in numbered(name) if candidate not in taken)
