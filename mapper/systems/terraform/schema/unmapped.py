"""A leftover: a property, or a pattern of keys, that a schema declares and that no attribute is made of."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import Fix, Subject, for_all, setting

from .. import rules

LEFT_OVER = frozenset(
    (
        rules.BESIDE_COMPOSITION,
        rules.BESIDE_REFERENCE,
        rules.CONDITIONAL,
        rules.OTHER_KEYS,
        rules.OTHER_ITEMS,
        rules.OTHER_TYPE,
        rules.NOT_FOLLOWED,
        rules.ENTRY_LOST,
        rules.OTHER_MEDIA_TYPE,
    )
)
"""The rules for leftovers."""

IGNORE_FIX = setting("ignores", value=(Subject.PATH,))
ONLY_PROPERTIES_FIX = for_all("policies", "additional_properties", value="properties")
OTHER_KEYS_LEFT_OUT = "all keys but the properties are left out"
MERGE_FIX = for_all("policies", "siblings", value="merge")
VARIANTS_FIX = for_all("policies", "one_of", value="variants")
MERGE_OR_IGNORE_FIX = for_all("policies", "siblings", value="merge", instead=IGNORE_FIX)


class UnmappedKind(StrEnum):
    """*property*: a named property. *keys*: all that match a pattern, or additional ones. *required*: that one
    is required. *keywords*: those next to a reference or composition that say nothing of properties.
    """

    PROPERTY = "property"
    KEYS = "keys"
    REQUIRED = "required"
    KEYWORDS = "keywords"


class Leftover(Struct, frozen=True):
    """A property or pattern of keys that is not mapped.

    `path` are the names from the schema with the leftover; for keys, the last one is a pattern, `*` or a keyword.
    For keywords, they are the keywords. `places` are the declarations, `keyword` is the keyword that contains them, and
    `more` counts further ones that are not listed. With the rule for policies the property is not lost, but merged.
    """

    kind: UnmappedKind
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
        """Whether a policy maps it."""
        return self.rule is rules.POLICY

    @property
    def is_sibling(self) -> bool:
        """Whether it is declared next to a reference or a composition, in a branch of one, or elsewhere."""
        return self.rule in (rules.BESIDE_COMPOSITION, rules.BESIDE_REFERENCE, rules.ENTRY_LOST, rules.OTHER_MEDIA_TYPE)

    @property
    def is_conditional(self) -> bool:
        """Whether it is declared under a condition."""
        return self.rule is rules.CONDITIONAL and self.keyword != "not"

    @property
    def text(self) -> str:
        """What happened to it, as a sentence without a full stop."""
        more = f"; and {self.more:,} more" if self.more else ""
        if self.is_merged:
            return f"what is said of {self.name!r} in or next to {self.keyword} is merged (policy siblings)"
        if self.kind is UnmappedKind.REQUIRED:
            return f"that {self.name!r} is required stands next to {self.keyword}, and is left out"
        if self.kind is UnmappedKind.KEYWORDS:
            return f"what is next to {self.keyword} is left out: {', '.join(self.path)}"
        if self.kind is UnmappedKind.KEYS:
            return f"{self._keys}{more}"
        return f"the property {self.name!r} is declared {self._place}, and is left out{more}"

    @property
    def _place(self) -> str:
        if self.rule is rules.CONDITIONAL:
            return f"in {self.keyword}, under a condition"
        if self.rule in (rules.OTHER_ITEMS, rules.OTHER_TYPE):
            return f"in {self.keyword}, which is not what is mapped of this type"
        if self.rule is rules.OTHER_MEDIA_TYPE:
            return "for another media type"
        if self.rule is rules.ENTRY_LOST:
            return f"in a branch of {self.keyword}"
        if self.rule is rules.NOT_FOLLOWED:
            return "in a schema that only the discriminator names"
        return f"{'in' if self.rule is rules.OTHER_KEYS else 'next to'} {self.keyword}"

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
        """The fix that maps or ignores it."""
        if self.rule is rules.ENTRY_LOST:
            return VARIANTS_FIX
        if self.kind is UnmappedKind.KEYWORDS:
            return MERGE_FIX
        if self.rule is rules.VALUES_LOST:
            return ONLY_PROPERTIES_FIX
        if self.kind is not UnmappedKind.KEYS and (self.is_conditional or self.keyword in MERGEABLE):
            return MERGE_OR_IGNORE_FIX if self.kind is UnmappedKind.PROPERTY else MERGE_FIX
        return IGNORE_FIX

    @property
    def note(self) -> Note:
        """The note for a diagnostic."""
        return Note(self.rule, self.text, self.places[0], self.fix)

    def also(self, *places: Node) -> "Leftover":
        """The same with more declarations."""
        return replace(self, places=(*self.places, *places))


class Skipped(Struct, frozen=True):
    """Schemas that `keyword` hides. Their properties are unmapped, except those that `mapped` also declares.
    `is_beside`: they are the keywords next to `keyword`.
    """

    keyword: str
    others: tuple[Node, ...]
    mapped: tuple[Node, ...]
    rule: Rule
    is_beside: bool = False


MERGEABLE = ("$ref", "allOf", "anyOf", "oneOf")
"""Keywords whose siblings the policy `siblings` merges."""
