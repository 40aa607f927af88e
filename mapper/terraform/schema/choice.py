"""Decides a oneOf or anyOf: which branch supplies type and keywords, or what the policies make of it.

`Choices` decides; the functions below it say which branches can be mapped alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...inputs import Documents, Node
from ...inputs.merged_node import Several, made
from ...report.diagnostic import Note
from ..config.policies import Policies
from ..rules import ALL_OF_MERGED, CONTEXT_KEY, CONTRADICTION, ONE_OF, POLICY, SEVERAL_BRANCHES, UNION, VARIANTS
from .composition import Choice, Gathered, Outer, some
from .contradictions import Contradictions
from .enum_choice import enumerated
from .keywords import SCALAR_TYPES, STRINGABLE, OnlyLimits, Schema, Unmappable
from .merge import unite
from .null import is_only_null, types_of, without_null
from .sibling_policy import Siblings
from .variants import named_branches, only_limits, variants
from .work_limit import Steps

if TYPE_CHECKING:
    from .normalise import Schemas

Normalise = Callable[[Node], Schema]
"""A node -> its normalised schema. Raises Unmappable."""


class Choices:
    """Decides choices. `schemas` normalises the branches."""

    def __init__(
        self,
        documents: Documents,
        policies: Policies,
        siblings: Siblings,
        steps: Steps,
        schemas: Schemas,
        contradictions: Contradictions,
    ) -> None:
        self._contradictions = contradictions
        self._documents = documents
        self._policies = policies
        self._siblings = siblings
        self._steps = steps
        self._schemas = schemas

    def branch(self, choice: Choice) -> Schema:
        """The branch that supplies type and keywords. Raises Unmappable if no single branch does."""
        keyword, branches, place = choice.keyword, choice.branches, choice.node.child(choice.keyword)
        if len(branches) == 2:  # noqa: PLR2004 - the reference tool's rule: nullable and stringable are pairs
            first, second = (self._schemas.normalise(branch, choice.outer) for branch in branches)
            if is_only_null([first.type]) or (second.type == "string" and first.type in STRINGABLE):
                return with_notes_of(second, first)
            if is_only_null([second.type]) or (first.type == "string" and second.type in STRINGABLE):
                return with_notes_of(first, second)
            if (listed := self._enumerated(place, choice, branches)) is not None:
                return listed
            raise Unmappable(ONE_OF, f"{keyword} is a choice between {first.type} and {second.type}", place)
        rest = without_null(self._documents, branches) if len(branches) > 1 else ()
        schema = (
            self._schemas.normalise(rest[0], choice.outer)
            if len(rest) == 1
            else self._string(place, rest, choice.outer)
        )
        if schema is None and (listed := self._enumerated(place, choice, rest)) is not None:
            return listed
        if schema is None:
            text = f"{keyword} has {len(branches)} entries, and no rule picks one of them"
            raise Unmappable(ONE_OF, text, place)
        used = "the one that is not null is used" if len(rest) == 1 else "all can be written as strings"
        note = Note(SEVERAL_BRANCHES, f"{keyword} has {len(branches)} entries; {used}", place)
        return self._siblings.chosen(replace(schema, notes=(note, *schema.notes)), keyword, branches)

    def _enumerated(self, place: Node, choice: Choice, branches: Sequence[Node]) -> Schema | None:
        """The enum, if all branches are single values; else None."""
        listed = enumerated(self._documents, place, branches)
        if listed is None:
            return None
        text = f"{choice.keyword} lists {len(branches)} values; they are written as those of an enum"
        listed = replace(listed, notes=(Note(SEVERAL_BRANCHES, text, place),))
        return self._siblings.chosen(listed, choice.keyword, choice.branches)

    def _string(self, place: Node, branches: Sequence[Node], outer: Outer) -> Schema | None:
        """The common string schema of branches that are strings and other scalars; else None."""
        strings = as_strings(branches, lambda branch: self._schemas.normalise(branch, outer))
        if len(strings) < 2:  # noqa: PLR2004 - nothing to unite
            return strings[0] if strings else None
        return self._united(place, strings)

    def among(self, choice: Choice, parts: Sequence[Node]) -> Schema:
        """The schema of a choice that is merged with `parts`. Raises Unmappable."""
        policy, documents = self._policies.one_of, self._documents
        place = choice.node.child(choice.keyword)
        rest = without_null(documents, choice.branches)
        if only_limits(documents, rest):
            raise OnlyLimits(ONE_OF, f"{choice.keyword} only limits what stands beside it", place)
        try:
            return self.branch(choice)
        except Unmappable:
            types = {type_ for part in parts for type_ in sibling_types(part)}
            fitting = fitting_branch(rest, types, lambda branch: self._schemas.normalise(branch, choice.outer))
            if fitting is None and (response_types := self._contradictions.types_without_objects(parts)):
                return self._of_types(choice, rest, response_types)
            if fitting is None and policy in ("reject", "json_string"):
                raise
        if fitting is not None:
            text = f"of {choice.keyword}, only the {fitting.type} goes with what it is merged with"
            fitting = replace(fitting, notes=(Note(SEVERAL_BRANCHES, text, place), *fitting.notes))
            return self._siblings.chosen(fitting, choice.keyword, rest)
        if policy == "union":
            return self._union(choice, rest)
        taken = [name for part in parts for name in names_of_properties(part)]
        branches = named_branches(documents, choice.node, choice.keyword, rest, taken)
        note = Note(VARIANTS, f"{choice.keyword} is a choice between {', '.join(branches.value)}", place)
        name = self._steps.name("variants", place.key, *branches.value)
        return Schema(replace(variants(branches), name=name), "object", None, (), (note,))

    def _of_types(self, choice: Choice, branches: Sequence[Node], types: Container[str]) -> Schema:
        """The branches of types that they are merged with, as one. Raises OnlyLimits where there are none."""
        found, place = [], choice.node.child(choice.keyword)
        for branch in branches:
            with suppress(Unmappable):
                found.append(self._schemas.normalise(branch, choice.outer))
        fitting = [schema for schema in found if schema.type in types]
        if not fitting:
            text = f"{choice.keyword} has no branch of the type of what it is merged with (policy contradictions)"
            raise OnlyLimits(ONE_OF, text, place)
        text = f"of {choice.keyword}, those of the type of what it is merged with count (policy contradictions)"
        schema = self._united(place, fitting)
        return replace(schema, notes=(Note(POLICY, text, place), *schema.notes))

    def _union(self, choice: Choice, branches: Sequence[Node]) -> Schema:
        place = choice.node.child(choice.keyword)
        found = Gathered()
        for branch in branches:
            try:
                schema = self._schemas.normalise(branch, choice.outer)
            except Unmappable as error:
                found.lose(branch, error)
                continue
            if schema.type != "object":
                text = f"{choice.keyword} has a branch of type {schema.type}, and only objects can be united"
                raise Unmappable(ONE_OF, text, place)
            found.add(schema)
        if not found.parts:
            raise Unmappable(ONE_OF, f"none of the branches of {choice.keyword} can be mapped", place)
        if found.lost:  # an unmappable branch may require fewer properties
            found.parts.append(made(place, {}))
        text = f"{choice.keyword} is a choice between {len(branches)} objects; their properties are written as one"
        self._steps.merge(found.parts)
        notes = [Note(UNION, text, place), *some(found.notes)]
        node = unite(place, found.parts, "object", notes)
        node = self._steps.named("some" if found.lost else "any", node, found.parts, found.hops)
        return self._siblings.completed(Schema(node, "object", None, (), tuple(notes)), found)

    def any_of(self, node: Several, outer: Outer) -> Schema:
        """The schema of a property that several variants have. Raises Unmappable."""
        schemas, lost = [], Gathered()
        for source in node.sources:
            try:
                schemas.append(self._schemas.normalise(source, outer))
            except Unmappable as error:
                lost.lose(source, error)
        if not schemas:
            raise lost.lost[0].again()
        schema = self._united(node, schemas)
        return replace(schema, notes=(*lost.notes, *schema.notes))

    def _united(self, place: Node, schemas: Sequence[Schema]) -> Schema:
        """The union of the schemas of one type: a type that all can be written as, or else that of the first."""
        found = Gathered()
        types = list(dict.fromkeys(schema.type for schema in schemas))
        type_, usable = types[0], {types[0]}
        if set(types) == {"integer", "number"}:
            type_, usable = "number", set(types)
        elif "string" in types and SCALAR_TYPES.issuperset(types):
            type_, usable = "string", {"string"}
        elif len(types) > 1:
            text = f"the type is {types[0]} in one of the variants, {types[1]} in another"
            found.notes.append(Note(CONTRADICTION, text, place))
        for schema in schemas:
            if schema.type in usable:
                found.add(schema)
        self._steps.taken += len(schemas)
        self._steps.spending.merge(found.parts)
        notes = list(some(found.notes))
        node = self._steps.named("any", unite(place, found.parts, type_, notes), found.parts, found.hops)
        description = next((schema.description for schema in schemas if schema.description), None)
        return self._siblings.completed(Schema(node, type_, description, (), tuple(notes)), found)


def as_strings(branches: Sequence[Node], normalise: Normalise) -> list[Schema]:
    """The string schemas among branches that are all scalars; empty if they are not."""
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
    """The only branch, or the only one with a type of the schemas next to the choice; None if there is no such
    branch.
    """
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


def with_notes_of(chosen: Schema, other: Schema) -> Schema:
    """The chosen branch, with notes of the other one that make the reference tool reject both."""
    notes = tuple(note for note in other.notes if note.rule in (ALL_OF_MERGED, CONTEXT_KEY))
    if not notes and not other.leftovers:
        return chosen
    return replace(chosen, notes=chosen.notes + notes, leftovers=chosen.leftovers + other.leftovers)


def sibling_types(node: Node) -> list[str]:
    """The types of a schema next to a choice; *object* if it only has properties."""
    return types_of(node) or (["object"] if names_of_properties(node) else [])


def names_of_properties(node: Node) -> list[str]:
    """The names of the properties in the schema object itself."""
    properties = node.value.get("properties")
    return list(properties) if isinstance(properties, dict) else []
