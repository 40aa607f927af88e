"""The policy `siblings`: keywords next to a reference or composition are reported as left over, or merged."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...inputs import Documents, Node
from ...inputs.merged_node import Key, MergedNode
from ...report.diagnostic import Note
from ..config.policies import Policies
from ..limits import Spending
from ..rules import POLICY
from .composition import Gathered
from .find_unmapped import Leftovers, is_plain, leaves
from .keywords import KEYWORDS, Schema
from .merge import with_properties
from .unmapped import Leftover, UnmappedKind

_EFFECTIVE = (
    KEYWORDS
    - {"type", "nullable", "description", "title", "example", "examples", "externalDocs", "xml", "discriminator"}
    - {"$ref", "$id", "$schema", "$defs", "$comment", "$anchor"}
) | {"dependencies", "additionalItems", "contentSchema"}
"""Keywords that change the result of a merge."""


class Siblings:
    """Applies the policy `siblings`."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies) -> None:
        self._leftovers = Leftovers(documents, spending)
        self._merge = policies.siblings == "merge"
        self._names: dict[tuple[Key, ...], str] = {}
        self._roots: dict[tuple[Node, tuple[Leftover, ...]], Schema] = {}

    def merges(self, node: Node, keyword: str) -> bool:
        """Whether keywords next to `keyword` are merged."""
        return self._merge and _has_more(node, keyword)

    def merged_references(self, node: Node, hops: Sequence[Node]) -> list[Node]:
        """The references from `node` over `hops` whose siblings are merged."""
        return [ref for ref, _ in _references(node, hops)] if self._merge else []

    def lost_references(self, node: Node, hops: Sequence[Node]) -> list[tuple[Node, Node]]:
        """The references whose siblings are not merged, with their targets."""
        return [] if self._merge else _references(node, hops)

    def merged(self, schema: Schema, node: Node, keyword: str) -> Schema:
        """`schema`, merged from `node` and the target of `keyword`, with notes on the merged properties."""
        names = self._leftovers.declared(node, keyword)
        merged = [Leftover(UnmappedKind.PROPERTY, (name,), (node,), keyword, POLICY) for name in names]
        note = Note(POLICY, f"what is declared next to {keyword} is merged with it (policy siblings)", node)
        return replace(schema, notes=(note, *schema.notes), leftovers=(*schema.leftovers, *merged))

    def alone(self, schema: Schema, node: Node, keyword: str, mapped: Sequence[Node]) -> Schema:
        """`schema`, which only uses `mapped` below `keyword` of `node`, with the leftovers next to it."""
        leftovers = self._leftovers.of_siblings(node, keyword, mapped)
        return replace(schema, leftovers=schema.leftovers + leftovers) if leftovers else schema

    def behind(self, schema: Schema, references: Sequence[tuple[Node, Node]], mapped: Node | None = None) -> Schema:
        """`schema` with the leftovers next to `$ref`, which neither the target nor `mapped` has."""
        for reference, target in references:
            schema = self.alone(schema, reference, "$ref", [mapped or target])
        return schema

    def chosen(self, schema: Schema, keyword: str, branches: Sequence[Node]) -> Schema:
        """`schema`, a branch of a choice, with the leftovers in the other branches."""
        leftovers = self._leftovers.unchosen(keyword, branches, [schema.node])
        return replace(schema, leftovers=schema.leftovers + leftovers) if leftovers else schema

    def finished(self, schema: Schema) -> Schema:
        """`schema`, whose node supplies everything, with its leftovers.

        If the policy merges, conditional properties become properties.
        """
        if is_plain(schema.node, schema.type):
            return schema
        leftovers = self._leftovers.of(schema.node, schema.type)
        kept = [entry for entry in leftovers if entry.is_conditional and len(entry.path) == 1]
        if not self._merge or schema.type != "object" or not kept:
            return replace(schema, leftovers=schema.leftovers + leftovers)
        node = self._named(with_properties(schema.node, {entry.name: entry.places for entry in kept}))
        merged = [replace(entry, rule=POLICY) for entry in kept]
        return replace(schema, node=node, leftovers=(*self._leftovers.of(node, schema.type), *merged))

    def completed(self, schema: Schema, found: Gathered) -> Schema:
        """`schema`, whose node is merged from `found`, with the leftovers of the node and of all parts."""
        return self.gathered(self.finished(schema), found)

    def gathered(self, schema: Schema, found: Gathered) -> Schema:
        """`schema` with the leftovers of the parts and references that it is merged from."""
        if found.leftovers:
            schema = replace(schema, leftovers=(*schema.leftovers, *found.leftovers))
        return self.behind(schema, found.references, schema.node)

    def of_root(self, schema: Schema) -> Schema:
        """`schema` as a root, of which only the properties are mapped; found once if it is behind a reference."""
        if not schema.hops:
            return self._of_root(schema)
        key = schema.node, schema.leftovers
        as_root = self._roots.get(key)
        if as_root is None:
            as_root = self._roots[key] = self._of_root(schema)
        return replace(schema, leftovers=as_root.leftovers) if as_root.leftovers is not schema.leftovers else schema

    def _of_root(self, schema: Schema) -> Schema:
        properties = schema.node.value.get("properties")
        kept = [entry for entry in schema.leftovers if entry.is_sibling or entry.is_merged]
        if not isinstance(properties, dict) and schema.type != "object":
            return replace(schema, leftovers=tuple(kept))  # the schema is reported as a whole
        leftovers = (*kept, *self._leftovers.of_root(schema.node))
        return replace(schema, leftovers=leftovers) if leftovers or schema.leftovers else schema

    def _named(self, node: MergedNode) -> MergedNode:
        """The node with a name that is equal for nodes of the same schemas."""
        key = tuple(leaf.key for leaf in leaves(node))
        return replace(node, name=self._names.setdefault(key, f"conditions {len(self._names)}"))


def _references(node: Node, hops: Sequence[Node]) -> list[tuple[Node, Node]]:
    """The references along the way that have siblings, with their targets."""
    if len(hops) == 1 and len(node.value) == 1:
        return []
    return [(ref, to) for ref, to in zip((node, *hops), hops, strict=False) if _has_more(ref, "$ref")]


def _has_more(node: Node, keyword: str) -> bool:
    return any(key in _EFFECTIVE and key != keyword for key in node.value)
