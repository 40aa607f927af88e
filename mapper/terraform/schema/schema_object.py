"""Reads schema objects without compositions: behind which reference they are, and what type they have.

OpenAPI allows references in place of schemas only, but tools that bundle descriptions resolve them anywhere, so that
descriptions have them in place of keywords, too, such as `properties: {$ref: common.yml}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ...inputs import Documents, Node, Unresolved
from ...inputs.document import MergedNode
from ...report.diagnostic import Note
from ..config.policies import Policies
from ..limits import Spending
from ..rules import NO_TYPE, POLICY, RECURSION, TOO_DEEP, TYPE_OF_VALUES, UNRESOLVED
from .choice import named_in
from .composition import Outer
from .find_unmapped import FindUnmapped, is_plain, leaves
from .keywords import Schema, Unmappable, note_on_types, type_of, type_of_values, untyped
from .merge import with_properties


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


MAX_COMPOSITION = 30
"""The maximum nesting of allOf, oneOf and anyOf."""

MAX_COMPOSED = 500
"""The maximum number of compositions in one schema."""


class Steps:
    """Counts compositions, and names merged schemas."""

    def __init__(self, spending: Spending) -> None:
        self.taken = 0
        """The number of entries and parts visited so far, as a measure of work."""
        self.cut = 0
        """The number of schemas rejected because of their context."""
        self.spending = spending
        self._left = 0
        self._names: dict[tuple[object, ...], str] = {}

    def enter(self, node: Node, outer: Outer) -> Outer:
        """The compositions being resolved, with `node`. Raises Unmappable at a limit."""
        if not outer:
            self._left = MAX_COMPOSED
        self._left -= 1
        self.taken += 1
        self.spending.place(node)
        self.check_loop(node, outer)
        if len(outer) >= MAX_COMPOSITION:
            self.cut += 1
            raise Unmappable(TOO_DEEP, f"it is composed over more than {MAX_COMPOSITION} levels", node)
        if self._left < 0:
            self.cut += 1
            raise Unmappable(TOO_DEEP, f"it is composed of more than {MAX_COMPOSED:,} schemas", node)
        return (*outer, node)

    def check_loop(self, node: Node, outer: Outer) -> None:
        """Raise Unmappable if a schema is composed of itself."""
        if any(node.key == seen.key for seen in outer):
            self.cut += 1
            raise Unmappable(RECURSION, "the schema is composed of itself", node)

    def take(self, node: Node) -> None:
        """Count an entry."""
        self.taken += 1
        self.spending.place(node)

    def merge(self, parts: Sequence[Node]) -> None:
        """Count parts before a merge. Raises OverBudget."""
        self.taken += len(parts)
        self.spending.merge(parts)

    def named(self, kind: str, merged: MergedNode, parts: Sequence[Node], hops: Sequence[Node]) -> MergedNode:
        """The merged schema, with a name that is equal for schemas merged from the same objects."""
        objects = [part.key for part in parts if not {"properties", "required"}.isdisjoint(part.value)]
        name = self.name(kind, *objects) if objects else ""
        return replace(merged, name=name, hops=tuple({hop.key: hop for hop in hops}.values()))

    def name(self, *parts: object) -> str:
        """A name that is equal for equal parts."""
        return self._names.setdefault(parts, str(len(self._names)))


_KEYWORDS: dict[str, tuple[type, ...]] = {
    "properties": (dict,),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "enum", "required"), (list,)),
    "type": (str, list),
    **dict.fromkeys(("description", "format", "pattern"), (str,)),
}
"""Keyword -> the types that its referenced value may have."""


class FilledNode(Node, frozen=True, eq=False):
    """A schema with referenced keywords; `behind` has the target of each."""

    behind: Mapping[str, Node]

    def child(self, key: str | int) -> Node:
        """The member under `key`, or the target of its reference."""
        found = self.behind.get(key) if isinstance(key, str) else None
        return found or Node.child(self, key)


def filled(documents: Documents, node: Node) -> Node:
    """The schema with referenced keywords resolved; the node itself if there are none.

    A reference that cannot be resolved, or has a target of the wrong type, is kept.
    """
    value: dict[str, Any] = node.value
    elsewhere = [key for key, member in value.items() if member.__class__ is dict and "$ref" in member]
    if not elsewhere:  # the most frequent case
        return node
    behind = {}
    for keyword in elsewhere:
        if keyword in _KEYWORDS and isinstance(value[keyword]["$ref"], str):
            try:
                target, _ = documents.follow(node.child(keyword))
            except Unresolved:
                continue
            if isinstance(target.value, _KEYWORDS[keyword]):
                behind[keyword] = target
    if not behind:
        return node
    whole = {**value, **{keyword: target.value for keyword, target in behind.items()}}
    return FilledNode(node.document, node.pointer, whole, behind)
