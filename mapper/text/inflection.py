"""Singular and plural of English nouns, by the library `pluralizer`, which is imported on first use.

Systems add their own exceptions. Names of Kubernetes resources follow other rules, see `kubernetes.plurals`.
"""

from functools import lru_cache
from importlib import import_module
from typing import Any


@lru_cache(maxsize=1)
def _library() -> Any:
    return import_module("pluralizer").Pluralizer()  # no type annotations


@lru_cache(maxsize=16384)
def plural(word: str) -> str:
    """`Policy` -> `Policies`."""
    return str(_library().plural(word))


@lru_cache(maxsize=16384)
def singular(word: str) -> str:
    """`Policies` -> `Policy`."""
    return str(_library().singular(word))


@lru_cache(maxsize=16384)
def is_plural(word: str) -> bool:
    """Whether a word is a plural, or has no other: `Policies`, `Metadata`."""
    return bool(_library().is_plural(word))
