"""The sidecar `oasmap.json`: origins, diagnostics and coverage of a mapping as JSON; its shape, writer and reader."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from ..model import EntityKind
from ..report.diagnostic import Rule


class Vocabulary(Struct, frozen=True):
    """The kinds of entities of a system, and the rules of its diagnostics by code."""

    kinds: tuple[EntityKind, ...]
    rules: Mapping[str, Rule]


VocabularyOf = Callable[[str], Vocabulary]
"""The name of a system -> its vocabulary. Raises KeyError for an unknown system."""
