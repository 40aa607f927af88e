"""Which branches of a oneOf or anyOf can be an attribute by themselves. Here, `normalise` gives the schema of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...documents import Node
from ...immutable import replace
from ..rules import ALL_OF_MERGED, CONTEXT_KEY
from .keywords import SCALAR_TYPES, Schema, Unmappable, types_of

Normalise = Callable[[Node], Schema]
"""The schema behind a node. Raises Unmappable."""


def as_strings(branches: Sequence[Node], normalise: Normalise) -> list[Schema]:
    """The strings among branches that are all scalars, and so can all be written as strings; else none."""
    schemas = []
    for branch in branches:
        try:
            schemas.append(normalise(branch))
        except Unmappable:
            return []
        if schemas[-1].type not in SCALAR_TYPES:
            return []
    return [schema for schema in schemas if schema.type == "string"]


def fitting_branch(branches: Sequence[Node], types: set[str], normalise: Normalise) -> Schema | None:
    """The one branch there is, or the only one of a type that the schemas beside the choice have."""
    if len(branches) == 1:
        return normalise(branches[0])
    found = []
    for branch in branches if types else ():
        try:
            schema = normalise(branch)
        except Unmappable:
            return None
        if schema.type in types:
            found.append(schema)
    return found[0] if len(found) == 1 else None


def beside(chosen: Schema, other: Schema) -> Schema:
    """The chosen branch, with what is odd enough about the other one for the reference tool to give up on both."""
    notes = tuple(note for note in other.notes if note.rule in (ALL_OF_MERGED, CONTEXT_KEY))
    if not notes and not other.leftovers:
        return chosen
    return replace(chosen, notes=chosen.notes + notes, leftovers=chosen.leftovers + other.leftovers)


def types_beside(node: Node) -> list[str]:
    """The types that a schema beside a choice lists; an object's where it only has properties."""
    return types_of(node) or (["object"] if names_of_properties(node) else [])


def names_of_properties(node: Node) -> list[str]:
    """The names of the properties that a schema has itself."""
    properties = node.value.get("properties")
    return list(properties) if isinstance(properties, dict) else []
