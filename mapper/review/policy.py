"""How a system judges changes: severities, words and extra rules. Each system has a subclass of `ReviewPolicy`."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dict

from msgspec import Struct

from ..model import STATUS_WORDS, Attribute, Body, Entity, EntityKind, Mapping, Status, Type
from ..model.limits import Limit
from .changes import Change, Delta, Skeleton
from .code_changes import part_changes
from .describe import NESTED, type_words
from .field_changes import Finding
from .rules import RULES, Affected, ChangeRule, ChangeSeverity

OPERATION_RULES = frozenset(("operation-added", "operation-changed", "operation-removed"))
"""Ids of the rules of operations, which only systems with an API description have."""


class ChangeContext(Struct, frozen=True):
    """What changed: the kind of the entity, the attribute on both sides, the part of the operation, or the entity on
    both sides.

    `unset`: the parent of the attribute was read-only, so that no configuration has set it.
    """

    kind: EntityKind
    old: Attribute | None = None
    new: Attribute | None = None
    part: str = ""
    unset: bool = False
    was: Entity | None = None
    is_: Entity | None = None


class ReviewPolicy:
    """The defaults for all systems; a system overrides what differs."""

    rules: Dict[str, ChangeRule] = {}
    """Rules that only this system has, by id."""

    absent: frozenset[str] = frozenset()
    """Ids of the shared rules that cannot occur in the system."""

    config_for_all: frozenset[str] = frozenset()
    """The keys of the sections of a config that apply to every entity."""

    shared: Dict[str, ChangeRule] = {}
    """Shared rules as this system has them, by id: its words, severity and audiences."""

    nested_words = NESTED
    """What an object with attributes is called."""

    has_unmapped = False
    """Whether an entity is there for users even if it cannot be mapped: the input describes what exists already."""

    places_by_status = False
    """Whether an attribute is in another place where somebody else sets it, as fields in spec and status are."""

    status_words: Dict[Status, str] = STATUS_WORDS
    """Who sets an attribute, in the words of the system."""

    def type_words(self, attribute: Attribute, type_: Type | None = None) -> str:
        """The type of an attribute in words, or another type of it."""
        return type_words(type_ or attribute.type, self.nested_words)

    def localize(self, rule: ChangeRule) -> ChangeRule:
        """The rule as the system has it."""
        return self.shared.get(rule.id, rule)

    def localize_for(self, rule: ChangeRule, kind: EntityKind) -> ChangeRule:
        """The rule as the system has it for one kind of entities."""
        return self.localize(rule)

    def all_rules(self) -> dict[str, ChangeRule]:
        """All rules of the system by id: the shared ones as it has them, then its own."""
        rules = {id_: rule for id_, rule in RULES.items() if id_ not in self.absent} | dict(self.rules)
        return {id_: self.localize(rule) for id_, rule in rules.items()}

    def reports(self, rule: ChangeRule, context: ChangeContext) -> bool:
        """Whether a change is one, depending on what else the entity has."""
        return True

    def specialize(self, rule: ChangeRule, context: ChangeContext) -> ChangeRule:
        """The more specific rule of this system for a change, else `rule`."""
        return rule

    def rate(
        self, rule: ChangeRule, context: ChangeContext, *, read_only: bool
    ) -> tuple[ChangeSeverity, tuple[Affected, ...]]:
        """Severity and audiences of a change. `read_only`: configurations do not set the attribute."""
        rule = self.localize(rule)
        return rule.severity_for(read_only=read_only), rule.audiences_for(read_only=read_only)

    def artifact_has_defaults(self, kind: EntityKind) -> bool:
        """Whether the artifact has the defaults of attributes in entities of this kind."""
        return True

    def artifact_has_limit(self, kind: str, limit: Limit) -> bool:
        """Whether the artifact has this limit on an attribute of this scalar kind."""
        return True

    def identifying_attribute(self, kind: EntityKind) -> str | None:
        """The name of the attribute that identifies an object of this kind; None if there is none."""
        return None

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Finding]:
        """The changes of default, replacement and fragments. `defaults`: whether defaults are compared."""
        return part_changes(old, new, defaults=defaults)

    def identity_changes(self, old: Attribute, new: Attribute, body: Body) -> Iterator[Finding]:
        """The changes of the source of the identifying attribute; `body` is the new one that it is in."""
        return iter(())

    def argument_changes(self, old: Entity, new: Entity, deltas: list[Delta]) -> Iterator[Delta]:
        """The changes of what calls take from an existing object; `deltas` are the other changes of its attributes."""
        return iter(())

    def for_mappings(self, old: Mapping, new: Mapping) -> "ReviewPolicy":
        """The policy for two mappings, where a rule depends on all of their entities."""
        return self

    def only_returns(self, old: Entity, new: Entity) -> bool:
        """Whether no configuration gives what an entity has, as it is reached from what is returned alone."""
        return False

    def returned_status(self, old: Status, new: Status) -> Finding | None:
        """The change of the status of what is only returned; None if that is as elsewhere."""
        return None

    def without_consequences(self, changes: list[Change]) -> list[Change]:
        """The changes of all entities without those that follow from others."""
        return changes

    def former_entity(self, entity: Entity, gone: Iterable[Entity]) -> Entity | None:
        """The removed entity that a new one declares as its former name; None if it declares none."""
        return None

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Finding]:
        """The changes of an entity that only this system has, such as those of its address."""
        return iter(())

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Finding]:
        """The changes of an attribute that only this system has, such as the name of its object type."""
        return iter(())

    def merge_deltas(self, deltas: list[Delta]) -> list[Delta]:
        """The changes of one attribute, with one in place of several that follow from each other."""
        return deltas

    def with_peers(self, changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
        """The changes, with how the ecosystem's own comparison tool reports them (`Change.peers`), if there is one."""
        return changes

    def skeletons(self, changes: Iterable[Change], new: Mapping) -> Iterator[Skeleton]:
        """The beginnings of the code that users have to write to keep existing objects, such as state upgrades.

        `new` is the new state.
        """
        return iter(())

    def keep_name(
        self, entity: Entity, attribute: Attribute | None, name: str, path: str = ""
    ) -> tuple[str, str] | None:
        """What to write into the config to keep `name` for an entity or its attribute at `path`, and in which section.

        None if nothing can.
        """
        return None

    def keep_place(self, entity: Entity, path: str, old_path: str) -> tuple[str, str] | None:
        """As `keep_name`, for an attribute that moved from `old_path` to `path`."""
        return None


NEUTRAL = ReviewPolicy()
