"""Normalises a schema: finds the one schema object that supplies type and keywords.

It follows `$ref`, takes the relevant branch of nullable and stringable unions, unwraps an `allOf` of one entry, merges
an `allOf` of several, and applies the policies to other choices. Of a schema around a single entry or branch, only the
description is used, which takes precedence over the inner one.
"""

from __future__ import annotations

from functools import partial
from weakref import proxy

from msgspec.structs import replace

from ...inputs import Documents, Node, Unresolved, text_of
from ...inputs.merged_node import Key, Several, made
from ...report.diagnostic import Note
from ..config.policies import DEFAULTS, Policies
from ..limits import Spending
from ..rules import NO_TYPE, NULL_DESCRIPTION, TYPE_OF_VALUES, UNRESOLVED
from .all_of import AllOf
from .choice import Choices, names_of_properties
from .composition import Choice, Outer
from .contradictions import Contradictions
from .fallback_types import json_string, string_map
from .find_unmapped import is_plain
from .keywords import (
    COMPOSITIONS,
    KEYWORDS,
    Schema,
    Unmappable,
    check_object,
    entries,
    odd_keys,
    single,
    type_of,
    type_of_values,
)
from .null import without_null
from .referenced_keywords import filled
from .sibling_policy import Siblings
from .variants import named_branches, only_limits
from .work_limit import Steps

__all__ = ["Schema", "Schemas", "Unmappable", "single", "type_of"]


class Schemas:
    """Normalises schemas, with a cache for the targets of references."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies = DEFAULTS) -> None:
        self._documents = documents
        self._spending = spending
        self._policies = policies
        self._known: dict[Key, Schema | Unmappable] = {}
        self.steps = Steps(spending)
        self._siblings = siblings = Siblings(documents, spending, policies)
        contradictions = Contradictions(documents, policies.contradictions)
        own = proxy(self)  # without a cycle, so that the schemas of a mapping are freed with it
        self._choices = Choices(documents, policies, siblings, self.steps, own, contradictions)
        self._all_of = AllOf(siblings, self.steps, own, self._choices.among, partial(filled, documents), contradictions)

    def normalise(self, node: Node, outer: Outer = ()) -> Schema:
        """The normalised schema behind `node`. Raises Unmappable."""
        if not isinstance(node.value, dict) or "$ref" not in node.value:
            return self.composed(node, outer)
        target, hops = self.follow(node)
        if not hops:
            return self.composed(target, outer)
        is_plain = len(hops) == 1 and len(node.value) == 1
        if not is_plain and self._siblings.merged_references(node, hops):
            return self._siblings.merged(self._all_of.merged(node, self.steps.enter(node, outer)), node, "$ref")
        known = self._known.get(target.key) or self._learn(target, outer)
        if isinstance(known, Unmappable):
            raise known.again()
        via = hops + known.hops
        schema = Schema(known.node, known.type, known.description, via, known.notes, known.leftovers)
        return schema if is_plain else self._siblings.behind(schema, self._siblings.lost_references(node, hops))

    def of_root(self, schema: Schema) -> Schema:
        """A schema of which only the properties are mapped, with its leftovers."""
        return self._siblings.of_root(schema)

    def behind(self, node: Node) -> Node:
        """The target of a reference as written, or the node itself. Raises Unmappable."""
        target, _ = self.follow(node)
        return filled(self._documents, target) if isinstance(target.value, dict) else target

    def branches(self, node: Node) -> dict[str, Node]:
        """The branches of a oneOf or anyOf by the names of the policy `variants`; empty if at most one is left.

        Raises Unmappable.
        """
        target = self.behind(node)
        for keyword in ("anyOf", "oneOf"):
            rest = without_null(self._documents, entries(target, keyword)) if isinstance(target.value, dict) else ()
            if len(rest) > 1:
                named = named_branches(self._documents, target, keyword, rest, names_of_properties(target))
                return dict(named.members())
        return {}

    def hops(self, node: Node) -> tuple[Node, ...]:
        """The targets of the references from `node`; none if they cannot be resolved."""
        try:
            return self.follow(node)[1]
        except Unmappable:
            return ()

    def follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        try:
            return self._documents.follow(node)
        except Unresolved as error:
            raise Unmappable(UNRESOLVED, f"the reference cannot be followed: {error}", node) from None

    def _learn(self, target: Node, outer: Outer) -> Schema | Unmappable:
        loops = self.steps.cut
        found: Schema | Unmappable
        try:
            found = self.composed(target, outer)
        except Unmappable as error:
            found = error.again()
        if not outer or loops == self.steps.cut:  # otherwise the result depends on `outer` and is not cached
            self._known[target.key] = found
        return found

    def composed(self, node: Node, outer: Outer) -> Schema:
        if node.value is True:  # JSON Schema 2020-12, 4.3.2: the same as {}
            node = made(node, {})
        if not isinstance(node.value, dict):
            check_object(node)
        value = node.value
        if dict in map(type, value.values()):
            node = filled(self._documents, node)
            value = node.value
        inner = None if COMPOSITIONS.isdisjoint(value) else self._inner(node, outer)
        notes = () if value.keys() <= KEYWORDS and not node.document.repeats else odd_keys(node)
        text = value.get("description")
        description = (text if text.__class__ is str else text_of(text)) or None
        if description is None and "description" in value and value["description"] is None:
            notes += (Note(NULL_DESCRIPTION, "the description is null", node),)
        if inner is None:
            return self.typed(node, description, notes)
        if description is not None:  # replaces the inner description, and the notes on it
            inner_notes = tuple(note for note in inner.notes if note.rule is not NULL_DESCRIPTION)
        else:
            description, inner_notes = inner.description, inner.notes
        return Schema(inner.node, inner.type, description, inner.hops, notes + inner_notes, inner.leftovers)

    def typed(self, node: Node, description: str | None, notes: tuple[Note, ...]) -> Schema:
        type_ = node.value.get("type")
        if type_.__class__ is str and type_ and is_plain(node, type_):  # the most frequent case
            return Schema(node, type_, description, (), notes)
        if not isinstance(type_, str):
            for keyword in ("type", "enum"):
                if keyword in node.value:
                    self._spending.list(node, keyword)
        try:
            return self._siblings.finished(Schema(node, type_of(node), description, (), notes))
        except Unmappable as error:
            if error.note.rule is not NO_TYPE:
                raise
            if (inferred := type_of_values(node)) is not None:
                note = Note(
                    TYPE_OF_VALUES, f"the schema has no type; all values it allows are of type {inferred}", node
                )
                return self._siblings.finished(Schema(node, inferred, description, (), (*notes, note)))
            if self._policies.untyped == "reject":
                raise
        if self._policies.untyped == "json_string":
            schema = json_string(node, "the schema has no type; the string holds JSON")
        else:
            schema = string_map(node)
        return replace(schema, description=description, notes=notes + schema.notes)

    def _inner(self, node: Node, outer: Outer) -> Schema | None:
        outer = self.steps.enter(node, outer)
        for keyword in ("anyOf", "oneOf"):
            branches = entries(node, keyword)
            if branches:
                self._spending.compared(node, len(branches))
                return self._choice(Choice(node, keyword, branches, outer))
        if isinstance(node, Several):
            return self._choices.any_of(node, outer) if node.alternatives else self._all_of.merged(node, outer)
        members = entries(node, "allOf")
        if len(members) > 1:
            return self._all_of.merged(node, outer)
        if members and self._siblings.merges(node, "allOf"):
            return self._siblings.merged(self._all_of.merged(node, outer), node, "allOf")
        return self._siblings.alone(self.normalise(members[0], outer), node, "allOf", members) if members else None

    def _choice(self, choice: Choice) -> Schema:
        """The schema of a choice that is not merged with anything."""
        node, keyword = choice.node, choice.keyword
        try:
            schema = self._choices.branch(choice)
        except Unmappable:
            if self._policies.one_of == "reject":
                raise
        else:
            if self._siblings.merges(node, keyword):
                return self._siblings.merged(self._all_of.merged(node, choice.outer), node, keyword)
            return self._siblings.alone(schema, node, keyword, choice.branches)
        rest = without_null(self._documents, choice.branches)
        if self._policies.one_of == "json_string" and len(rest) > 1 and not only_limits(self._documents, rest):
            return json_string(choice.node, f"{choice.keyword} is a choice; the string holds the JSON of one branch")
        return self._all_of.merged(choice.node, choice.outer)
