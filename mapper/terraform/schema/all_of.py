"""Merges the parts of an allOf, and the keywords next to a composition, into one schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...inputs import Node, text_of
from ...inputs.merged_node import Several
from .composition import Choice, Gathered, Outer, merge_note, nothing_left, some
from .contradictions import Contradictions
from .keywords import COMPOSITIONS, Schema, Unmappable, check_object, entries, odd_keys
from .merge import merge
from .null import is_only_null, types_of
from .sibling_policy import Siblings
from .work_limit import Steps

if TYPE_CHECKING:
    from .normalise import Schemas


class AllOf:
    """Collects the parts of a schema and merges them.

    `schemas` resolves references and normalises compositions and schema objects without one, and `among` decides a
    choice next to other parts; they raise Unmappable. `filled` resolves references in place of keywords.
    """

    def __init__(
        self,
        siblings: Siblings,
        steps: Steps,
        schemas: Schemas,
        among: Callable[[Choice, Sequence[Node]], Schema],
        filled: Callable[[Node], Node],
        contradictions: Contradictions,
    ) -> None:
        self._contradictions = contradictions
        self._siblings = siblings
        self._steps = steps
        self._schemas = schemas
        self._among = among
        self._filled = filled

    def merged(self, node: Node, outer: Outer) -> Schema:
        """The merged schema of `node`, the last of `outer`. Raises Unmappable."""
        found = Gathered()
        (self._add_entry if "$ref" in node.value else self._add)(node, outer, found)
        for choice in found.choices:
            self._add_choice(choice, found)
        found.parts = self._contradictions.without(found.parts, found.notes)
        self._steps.merge(found.parts)
        notes = [*merge_note(node), *some(found.notes)]
        merged = self._steps.named("all", merge(node, found.parts, notes), found.parts, found.hops)
        if found.lost and not merged.value.keys() & {"type", "properties"}:
            raise nothing_left(node, found.lost[0])
        schema = self._schemas.typed(merged, text_of(merged.value.get("description")) or None, tuple(notes))
        return self._siblings.gathered(schema, found)

    def _add(self, node: Node, outer: Outer, found: Gathered) -> None:
        """Add `node` with its parts; it is the last of `outer` if it is composed."""
        found.seen.add(node.key)
        if isinstance(node, Several):
            for source in node.sources:
                self._add_entry(source, outer, found)
            return
        if not node.value.keys() <= COMPOSITIONS:
            found.parts.append(node)
        if COMPOSITIONS.isdisjoint(node.value):
            return
        for keyword in ("anyOf", "oneOf"):
            branches = entries(node, keyword)
            if branches:
                self._steps.spending.compared(node, len(branches))
                found.choices.append(Choice(node, keyword, branches, outer))
        for entry in entries(node, "allOf"):
            self._add_entry(entry, outer, found)

    def _add_entry(self, entry: Node, outer: Outer, found: Gathered) -> None:
        try:
            target, hops = self._schemas.follow(entry)
            found.hops += hops
            found.references += self._siblings.lost_references(entry, hops)
            for reference in self._siblings.merged_references(entry, hops):
                self._add(reference, outer, found)
            if target.value is True:  # accepts any value
                return
            check_object(target)
            target = self._filled(target)
            if target.key in found.seen:  # already added; a composition of itself is still an error
                self._steps.check_loop(target, outer)
                return
            if is_only_null(types_of(target)):
                return
            found.notes += odd_keys(target)
            if isinstance(target, Several) and target.alternatives:
                found.add(self._schemas.composed(target, outer))
                return
            self._steps.take(target)
            if not COMPOSITIONS.isdisjoint(target.value):
                outer = self._steps.enter(target, outer)
            self._add(target, outer, found)
        except Unmappable as error:
            found.lose(entry, error)

    def _add_choice(self, choice: Choice, found: Gathered) -> None:
        try:
            found.add(self._among(choice, found.parts))
        except Unmappable as error:
            found.lose(choice.node.child(choice.keyword), error)
