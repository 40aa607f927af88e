"""Titles of groups from names in code."""

import re

from .identifier import INITIALISMS
from .plural import capital

_NAME = re.compile(r"[\w-]+")
_BREAK = re.compile(
    r"""[_-]+
    |(?<=[a-z0-9])(?=[A-Z][a-z]|[A-Z]{2}(?![a-z]))  # a word or an acronym begins
    |(?<=[A-Z]{2})(?=[A-Z](?!s(?![a-z]))[a-z])      # SSO|Keys, but VPCs""",
    re.VERBOSE,
)
"""Between the words of a name. A single capital is no word of its own: `AUser` stays."""

_PLAIN = re.compile(r"[A-Z]?[a-z0-9]+")


def in_words(name: str) -> str:
    """A name as people write it: *Account membership* for `accountMembership`, *SSO keys* for `SSOKeys`, *VPCs* for
    `VPCs`, *API token* for `ApiToken`. What is no name stays as it is, such as `dns.example.com`.
    """
    if name.isupper() or not _NAME.fullmatch(name):
        return name
    words = filter(None, _BREAK.split(name))
    return capital(" ".join(_initialism(word.lower() if _PLAIN.fullmatch(word) else word) for word in words)) or name


def _initialism(word: str) -> str:
    """A word in capitals if it is an initialism, or several of one."""
    singular = word if word.upper() in INITIALISMS else word.removesuffix("s")
    return singular.upper() + word[len(singular) :] if singular.upper() in INITIALISMS else word
