"""One property, or a kind of keys, in a place of a schema that no attribute is made of."""

from __future__ import annotations

from enum import StrEnum

from ...diagnostics import Note, Rule
from ...documents import Node
from ...fixes import Fix, Subject, for_all, setting
from ...immutable import dataclass, replace
from ..rules import (
    BESIDE_COMPOSITION,
    BESIDE_REFERENCE,
    CONDITIONAL,
    NOT_FOLLOWED,
    OTHER_ITEMS,
    OTHER_KEYS,
    OTHER_TYPE,
    POLICY,
    VALUES_LOST,
)

LEFT_OVER = frozenset(
    (BESIDE_COMPOSITION, BESIDE_REFERENCE, CONDITIONAL, OTHER_KEYS, OTHER_ITEMS, OTHER_TYPE, NOT_FOLLOWED)
)
"""What may be said of it."""

IGNORE_FIX = setting("ignores", value=(Subject.PATH,))
ONLY_PROPERTIES_FIX = for_all("policies", "additional_properties", value="properties")
OTHER_KEYS_LEFT_OUT = "keys other than those of the properties are left out"
MERGE_FIX = for_all("policies", "siblings", value="merge")
MERGE_OR_IGNORE_FIX = for_all("policies", "siblings", value="merge", instead=IGNORE_FIX)


class Kind(StrEnum):
    """*property*: one with a name. *keys*: all that match a pattern, or others. *required*: that one must be given."""

    PROPERTY = "property"
    KEYS = "keys"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Leftover:
    """What is left over.

    `path` are the names that lead to it, from the schema where it is left over; the last one is a pattern, `*` or a
    keyword where it is a kind of keys. `places` are where it is declared, `keyword` is where the schema has it, and
    `more` counts others that are not told one by one. With the rule for policies it is not lost, but merged.
    """

    kind: Kind
    path: tuple[str, ...]
    places: tuple[Node, ...]
    keyword: str
    rule: Rule
    more: int = 0

    @property
    def name(self) -> str:
        """The path with dots."""
        return ".".join(self.path)

    @property
    def is_merged(self) -> bool:
        """Whether the policy keeps it."""
        return self.rule is POLICY

    @property
    def is_sibling(self) -> bool:
        """Whether it stands next to a reference or a composition."""
        return self.rule in (BESIDE_COMPOSITION, BESIDE_REFERENCE)

    @property
    def is_conditional(self) -> bool:
        """Whether a value may have it, depending on others."""
        return self.rule is CONDITIONAL and self.keyword != "not"

    @property
    def text(self) -> str:
        """What happened to it, as a sentence without its end."""
        more = f"; and {self.more:,} more" if self.more else ""
        if self.is_merged:
            return f"what is said of {self.name!r} in or next to {self.keyword} is merged (policy siblings)"
        if self.kind is Kind.REQUIRED:
            return f"that {self.name!r} is required stands next to {self.keyword}, and is left out"
        if self.kind is Kind.KEYS:
            return f"{self._keys}{more}"
        return f"the property {self.name!r} is declared {self._place}, and is left out{more}"

    @property
    def _place(self) -> str:
        if self.rule is CONDITIONAL:
            return f"in {self.keyword}, under a condition"
        if self.rule in (OTHER_ITEMS, OTHER_TYPE):
            return f"in {self.keyword}, which is not what is mapped of this type"
        if self.rule is NOT_FOLLOWED:
            return "in a schema that only the discriminator names"
        return f"{'in' if self.rule is OTHER_KEYS else 'next to'} {self.keyword}"

    @property
    def _keys(self) -> str:
        *way, last = self.path
        where = f" of {'.'.join(way)!r}" if way else ""
        if last.startswith("$"):
            return f"what {last} leads to is not followed"
        which = f"keys{where} that match {last!r}" if last != "*" else f"other keys{where}"
        return f"{which}, which {self.keyword} describes, cannot be given"

    @property
    def fix(self) -> Fix:
        """What to paste."""
        if self.rule is VALUES_LOST:
            return ONLY_PROPERTIES_FIX
        if self.kind is not Kind.KEYS and (self.is_conditional or self.keyword in MERGEABLE):
            return MERGE_OR_IGNORE_FIX if self.kind is Kind.PROPERTY else MERGE_FIX
        return IGNORE_FIX

    @property
    def note(self) -> Note:
        """The same for a diagnostic."""
        return Note(self.rule, self.text, self.places[0], self.fix)

    def also(self, *places: Node) -> Leftover:
        """With more places where it is declared."""
        return replace(self, places=(*self.places, *places))


MERGEABLE = ("$ref", "allOf", "anyOf", "oneOf")
"""Keywords next to which the policy merges what is left over."""
