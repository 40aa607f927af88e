"""What the entries of a sidecar are named by, which its reader has to be given: each system has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..diagnostics import Rule
from ..immutable import dataclass
from ..model import Kind


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The kinds of entities of a system, and the rules of its diagnostics by code."""

    kinds: tuple[Kind, ...]
    rules: Mapping[str, Rule]


VocabularyOf = Callable[[str], Vocabulary]
"""The name of a system -> its vocabulary. Raises KeyError for a system that does not exist."""
