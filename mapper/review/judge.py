"""How a system judges changes. The comparison asks; each system answers with a judge of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import replace

from ..immutable import dataclass
from ..limits import Limit
from ..model import Attribute, Entity, Kind, Mapping
from .changes import Change, Skeleton
from .limits import Found
from .parts import part_changes
from .rules import RULES, Audience, Rule, Severity

OPERATION_RULES = frozenset(("operation-added", "operation-changed", "operation-removed"))
"""Rules of what only an API description has."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a change is of: the kind of the entity, the attribute on both sides, or the part of the operation.

    `unset`: what the attribute is nested in was read-only, so that no configuration has had it.
    """

    kind: Kind
    old: Attribute | None = None
    new: Attribute | None = None
    part: str = ""
    unset: bool = False


class Judge:
    """What holds for every system; a system overrides what is different for it."""

    rules: tuple[Rule, ...] = ()
    """Rules besides those that all systems share."""

    absent: frozenset[str] = frozenset()
    """Ids of shared rules that make no sense for the system: nothing of it can change in such a way."""

    config_for_all: frozenset[str] = frozenset()
    """The keys of a config whose values count for every entity."""

    words: Dict[str, tuple[str, str]] = {}
    """Title and explanation of shared rules in the words of the system, by id."""

    def worded(self, rule: Rule) -> Rule:
        """The rule in the words of the system."""
        words = self.words.get(rule.id)
        return rule if words is None else replace(rule, title=words[0], why=words[1])

    def all_rules(self) -> dict[str, Rule]:
        """The rules that there are for the system, by id: the shared ones in its words, and its own."""
        shared = {id_: self.worded(rule) for id_, rule in RULES.items() if id_ not in self.absent}
        return shared | {rule.id: rule for rule in self.rules}

    def refined(self, rule: Rule, case: Case) -> Rule:
        """The rule that a change falls under in this system, where a shared rule says too little."""
        del case
        return rule

    def judged(self, rule: Rule, kind: Kind, *, read_only: bool) -> tuple[Severity, tuple[Audience, ...]]:
        """Severity and audiences of a change. `kind` is that of the entity; `read_only`: nobody configures it."""
        del kind
        return rule.severity_for(read_only=read_only), rule.audiences_for(read_only=read_only)

    def artifact_has_defaults(self, kind: Kind) -> bool:
        """Whether the artifact alone says the defaults of attributes in entities of this kind."""
        del kind
        return True

    def artifact_has_limit(self, kind: str, limit: Limit) -> bool:
        """Whether the artifact alone says a limit on an attribute of this kind."""
        del kind, limit
        return True

    def identifying_attribute(self, kind: Kind) -> str | None:
        """The name of the attribute by which an object of this kind is known; None where there is none."""
        del kind
        return None

    def part_changes(self, old: Attribute, new: Attribute, *, defaults: bool) -> Iterator[Found]:
        """The changes of default, replacement and fragments of an attribute. `defaults`: whether defaults count."""
        return part_changes(old, new, defaults=defaults)

    def identity_changes(self, old: Attribute, new: Attribute) -> Iterator[Found]:
        """The changes of where the value comes from that an object is known by."""
        del old, new
        return iter(())

    def former(self, entity: Entity, gone: Iterable[Entity]) -> Entity | None:
        """Which of the entities that are gone a new one says it was; None where it says nothing."""
        del entity, gone
        return None

    def entity_changes(self, old: Entity, new: Entity) -> Iterator[Found]:
        """The changes of an entity itself that only this system knows, such as those of its address."""
        del old, new
        return iter(())

    def attribute_changes(self, old: Attribute, new: Attribute) -> Iterator[Found]:
        """The changes of an attribute that only this system knows, such as those of the name of an object type."""
        del old, new
        return iter(())

    def with_peers(self, changes: tuple[Change, ...], old: Mapping, new: Mapping) -> tuple[Change, ...]:
        """The changes, each with what another comparison says of it that the users of the system have, if any."""
        del old, new
        return changes

    def skeletons(self, changes: Iterable[Change], provider: str) -> Iterator[Skeleton]:
        """The beginnings of what has to be written so that objects that exist outlive some changes."""
        del changes, provider
        return iter(())

    def keep_name(self, entity: Entity, attribute: Attribute | None, name: str) -> tuple[str, str] | None:
        """What to write into the config so that an entity, or an attribute of it, keeps `name`, and the section."""
        del entity, attribute, name
        return None


NEUTRAL = Judge()
