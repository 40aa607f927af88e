"""Reads schema objects without compositions: behind which reference they are, and what type they have."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...inputs import Documents, Node, Unresolved
from ...report.diagnostic import Note
from ..config.policies import Policies
from ..limits import Spending
from ..rules import NO_TYPE, POLICY, TYPE_OF_VALUES, UNRESOLVED
from .choice import named_in
from .find_unmapped import FindUnmapped, is_plain, leaves
from .keywords import Schema, Unmappable, note_on_types, type_of, type_of_values, untyped
from .merge import with_properties
from .referenced_keywords import filled
from .work_limit import Steps


class SchemaObjects:
    """Reads the schema objects of one API description."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies) -> None:
        self._documents = documents
        self._spending = spending
        self._policies = policies
        self._merges_siblings = policies.siblings == "merge"
        self._unmapped = FindUnmapped(documents, spending)
        self.steps = Steps(spending)

    def follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        """The target of a reference, and all targets on the way to it. Raises Unmappable."""
        try:
            return self._documents.follow(node)
        except Unresolved as error:
            raise Unmappable(UNRESOLVED, f"the reference cannot be followed: {error}", node) from None

    def without(self, schema: Schema, others: Sequence[Node]) -> Schema:
        """A normalised schema, with what only the schemas `others` of other media types declare."""
        return self._unmapped.without(schema, others) if others else schema

    def behind(self, node: Node) -> Node:
        """The target of a reference as written, or the node itself. Raises Unmappable."""
        target, _ = self.follow(node)
        return filled(self._documents, target) if isinstance(target.value, dict) else target

    def branches(self, node: Node) -> dict[str, Node]:
        """The branches of a oneOf or anyOf by the names of the policy `variants`; empty if at most one is left.

        Raises Unmappable.
        """
        return named_in(self._documents, self.behind(node))

    def hops(self, node: Node) -> tuple[Node, ...]:
        """The targets of the references from `node`; none if they cannot be resolved."""
        try:
            return self.follow(node)[1]
        except Unmappable:
            return ()

    def typed(self, node: Node, description: str | None, notes: tuple[Note, ...]) -> Schema:
        """The schema of an object without compositions, or of one that is merged. Raises Unmappable."""
        type_ = node.value.get("type")
        if type_.__class__ is str and type_ and is_plain(node, type_):  # the most frequent case
            return Schema(node, type_, description, (), notes)
        if not isinstance(type_, str):
            for keyword in ("type", "enum"):
                if keyword in node.value:
                    self._spending.list(node, keyword)
        try:
            found = Schema(node, type_of(node), description, (), (*notes, *note_on_types(node)))
            return self.with_conditions(found)
        except Unmappable as error:
            if error.note.rule is not NO_TYPE:
                raise
            if (inferred := type_of_values(node)) is not None:
                text = f"the schema has no type; all values it allows are of type {inferred}"
                return Schema(node, inferred, description, (), (*notes, Note(TYPE_OF_VALUES, text, node)))
            if self._policies.untyped == "reject":
                raise
        schema = untyped(node, self._policies.untyped)
        return replace(schema, description=description, notes=notes + schema.notes)

    def with_conditions(self, schema: Schema) -> Schema:
        """An object schema that also has the properties under conditions, if the policy `siblings` merges them."""
        if not self._merges_siblings or schema.type != "object" or is_plain(schema.node, schema.type):
            return schema
        found = [it for it in self._unmapped.of(schema.node, "object") if it.is_conditional and len(it.path) == 1]
        if not found:
            return schema
        node = with_properties(schema.node, {entry.name: entry.places for entry in found})
        node = replace(node, name=f"conditions {self.steps.name(*[leaf.key for leaf in leaves(node)])}")
        return replace(schema, node=node, leftovers=tuple(replace(entry, rule=POLICY) for entry in found))
