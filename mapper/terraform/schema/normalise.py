"""From a schema as written to the one schema object that supplies type and keywords.

Follows `$ref`, takes the one branch that matters of nullable and stringable unions, unwraps an `allOf` of
one entry, merges an `allOf` of several, and makes of a real choice what the policies ask for. The wrapper of
one entry or branch keeps nothing but its description, which wins over the one inside.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics import Note
from ...documents import Documents, Node, Unresolved, text_of
from ...documents.merged import Key, MergedNode, Several, made
from ...immutable import replace
from ..config.policies import DEFAULTS, Policies
from ..rules import (
    CONTRADICTION,
    NO_TYPE,
    NULL_DESCRIPTION,
    ONE_OF,
    RECURSION,
    SEVERAL_BRANCHES,
    TOO_DEEP,
    TYPE_OF_VALUES,
    UNION,
    UNRESOLVED,
    VARIANTS,
)
from ..spending import Spending
from .branches import as_strings, beside, fitting_branch, names_of_properties, types_beside
from .choice import named_branches, only_limits, variants, without_null
from .filled import filled
from .gathered import Choice, Gathered, Outer, merge_note, nothing_left, some
from .keywords import (
    COMPOSITIONS,
    KEYWORDS,
    SCALAR_TYPES,
    STRINGABLE,
    Schema,
    Unmappable,
    check_object,
    entries,
    odd_keys,
    single,
    type_of,
    type_of_values,
    types_of,
)
from .leftovers import is_plain
from .merge import merge, unite
from .siblings import Siblings
from .substitutes import json_string, string_map

__all__ = ["Schema", "Schemas", "Unmappable", "single", "type_of"]

MAX_COMPOSITION = 30
"""Levels of allOf, oneOf and anyOf in each other."""

MAX_COMPOSED = 500
"""Compositions that one schema may consist of."""


class Schemas:
    """Normalises schemas; remembers what is behind each reference."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies = DEFAULTS) -> None:
        self.steps = 0
        """Entries and parts of compositions looked at so far, a measure of work."""
        self._documents = documents
        self._spending = spending
        self._policies = policies
        self._known: dict[Key, Schema | Unmappable] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self._siblings = Siblings(documents, policies)
        self._loops = 0
        self._left = 0

    def normalise(self, node: Node, outer: Outer = ()) -> Schema:
        """The schema behind `node`. Raises Unmappable."""
        if not isinstance(node.value, dict) or "$ref" not in node.value:
            return self._composed(node, outer)
        target, hops = self._follow(node)
        if not hops:
            return self._composed(target, outer)
        is_plain = len(hops) == 1 and len(node.value) == 1
        if not is_plain and self._siblings.merged_references(node, hops):
            return self._siblings.merged(self._all(node, self._enter(node, outer)), node, "$ref")
        known = self._known.get(target.key) or self._learn(target, outer)
        if isinstance(known, Unmappable):
            raise known.again()
        via = hops + known.hops
        schema = Schema(known.node, known.type, known.description, via, known.notes, known.leftovers)
        return schema if is_plain else self._siblings.behind(schema, self._siblings.lost_references(node, hops))

    def of_root(self, schema: Schema) -> Schema:
        """A schema of which the properties are mapped, whatever its type, with what is left over then."""
        return self._siblings.of_root(schema)

    def behind(self, node: Node) -> Node:
        """What a reference leads to, as it is written. Raises Unmappable."""
        target, _ = self._follow(node)
        return filled(self._documents, target) if isinstance(target.value, dict) else target

    def branches(self, node: Node) -> dict[str, Node]:
        """The branches of a oneOf or anyOf by name, as the policy `variants` names them; none where one is left.

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
        """The targets of the references that start at `node`; none where they lead nowhere."""
        try:
            return self._follow(node)[1]
        except Unmappable:
            return ()

    def _follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        try:
            return self._documents.follow(node)
        except Unresolved as error:
            raise Unmappable(UNRESOLVED, f"the reference cannot be followed: {error}", node) from None

    def _learn(self, target: Node, outer: Outer) -> Schema | Unmappable:
        loops = self._loops
        found: Schema | Unmappable
        try:
            found = self._composed(target, outer)
        except Unmappable as error:
            found = error.again()
        if not outer or loops == self._loops:  # else it is cut where it leads back to `outer`, and only there
            self._known[target.key] = found
        return found

    def _composed(self, node: Node, outer: Outer) -> Schema:
        if node.value is True:  # JSON Schema 2020-12, 4.3.2: the same as {}
            node = made(node, {})
        if not isinstance(node.value, dict):
            check_object(node)
        node = filled(self._documents, node)
        value = node.value
        inner = self._inner(node, outer) if "anyOf" in value or "oneOf" in value or "allOf" in value else None
        notes = () if value.keys() <= KEYWORDS and not node.document.repeats else odd_keys(node)
        description = text_of(value.get("description")) or None
        if description is None and "description" in value and value["description"] is None:
            notes += (Note(NULL_DESCRIPTION, "the description is null", node),)
        if inner is None:
            return self._typed(node, description, notes)
        if description is not None:  # the inner description is hidden, and with it what is odd about it
            inner_notes = tuple(note for note in inner.notes if note.rule is not NULL_DESCRIPTION)
        else:
            description, inner_notes = inner.description, inner.notes
        return Schema(inner.node, inner.type, description, inner.hops, notes + inner_notes, inner.leftovers)

    def _typed(self, node: Node, description: str | None, notes: tuple[Note, ...]) -> Schema:
        type_ = node.value.get("type")
        if isinstance(type_, str) and type_ and is_plain(node, type_):  # which is so of most
            return Schema(node, type_, description, (), notes)
        if not isinstance(type_, str):
            self._spending.list(node, "type")
            self._spending.list(node, "enum")
        try:
            return self._siblings.finished(Schema(node, type_of(node), description, (), notes))
        except Unmappable as error:
            if error.note.rule is not NO_TYPE:
                raise
            if (told := type_of_values(node)) is not None:
                note = Note(TYPE_OF_VALUES, f"the schema has no type; all values it allows are of type {told}", node)
                return self._siblings.finished(Schema(node, told, description, (), (*notes, note)))
            if self._policies.untyped == "reject":
                raise
        if self._policies.untyped == "json_string":
            schema = json_string(node, "the schema has no type; the string holds JSON")
        else:
            schema = string_map(node)
        return replace(schema, description=description, notes=notes + schema.notes)

    def _inner(self, node: Node, outer: Outer) -> Schema | None:
        outer = self._enter(node, outer)
        for keyword in ("anyOf", "oneOf"):
            branches = entries(node, keyword)
            if branches:
                return self._choice(Choice(node, keyword, branches, outer))
        if isinstance(node, Several):
            return self._any(node, outer) if node.alternatives else self._all(node, outer)
        members = entries(node, "allOf")
        if len(members) > 1:
            return self._all(node, outer)
        if members and self._siblings.merges(node, "allOf"):
            return self._siblings.merged(self._all(node, outer), node, "allOf")
        return self._siblings.alone(self.normalise(members[0], outer), node, "allOf", members) if members else None

    def _enter(self, node: Node, outer: Outer) -> Outer:
        if not outer:
            self._left = MAX_COMPOSED
        self._left -= 1
        self.steps += 1
        self._spending.place(node)
        self._check_loop(node, outer)
        if len(outer) >= MAX_COMPOSITION:
            self._loops += 1
            raise Unmappable(TOO_DEEP, f"it is composed over more than {MAX_COMPOSITION} levels", node)
        if self._left < 0:
            self._loops += 1
            raise Unmappable(TOO_DEEP, f"it is composed of more than {MAX_COMPOSED:,} schemas", node)
        return (*outer, node)

    def _check_loop(self, node: Node, outer: Outer) -> None:
        if any(node.key == seen.key for seen in outer):
            self._loops += 1
            raise Unmappable(RECURSION, "the schema is composed of itself", node)

    # One of several

    def _choice(self, choice: Choice) -> Schema:
        node, keyword = choice.node, choice.keyword
        try:
            schema = self._branch(choice)
        except Unmappable:
            if self._policies.one_of == "reject":
                raise
        else:
            if self._siblings.merges(node, keyword):
                return self._siblings.merged(self._all(node, choice.outer), node, keyword)
            return self._siblings.alone(schema, node, keyword, choice.branches)
        rest = without_null(self._documents, choice.branches)
        if self._policies.one_of == "json_string" and len(rest) > 1 and not only_limits(self._documents, rest):
            return json_string(choice.node, f"{choice.keyword} is a choice; the string holds the JSON of one branch")
        return self._all(choice.node, choice.outer)

    def _branch(self, choice: Choice) -> Schema:
        """The one branch that supplies type and keywords. Raises Unmappable where it is a real choice."""
        keyword, branches, place = choice.keyword, choice.branches, choice.node.child(choice.keyword)
        if len(branches) == 2:  # noqa: PLR2004 - as the reference tool has it, nullable and stringable are pairs
            first, second = (self.normalise(branch, choice.outer) for branch in branches)
            if first.type == "null" or (second.type == "string" and first.type in STRINGABLE):
                return beside(second, first)
            if second.type == "null" or (first.type == "string" and second.type in STRINGABLE):
                return beside(first, second)
            raise Unmappable(ONE_OF, f"{keyword} is a choice between {first.type} and {second.type}", place)
        rest = without_null(self._documents, branches) if len(branches) > 1 else ()
        schema = self.normalise(rest[0], choice.outer) if len(rest) == 1 else self._string(place, rest, choice.outer)
        if schema is None:
            text = f"{keyword} has {len(branches)} entries, and no rule picks one of them"
            raise Unmappable(ONE_OF, text, place)
        used = "the one that is not null is used" if len(rest) == 1 else "all can be written as strings"
        note = Note(SEVERAL_BRANCHES, f"{keyword} has {len(branches)} entries; {used}", place)
        return self._siblings.chosen(replace(schema, notes=(note, *schema.notes)), keyword, branches)

    def _string(self, place: Node, branches: Sequence[Node], outer: Outer) -> Schema | None:
        """What strings and other scalars have in common as strings; None for anything else."""
        strings = as_strings(branches, lambda branch: self.normalise(branch, outer))
        if len(strings) < 2:  # noqa: PLR2004 - nothing to unite
            return strings[0] if strings else None
        return self._united(place, strings)

    def _choice_among(self, choice: Choice, parts: Sequence[Node]) -> Schema:
        """What becomes of a choice in a schema that is merged of it and `parts`."""
        policy, documents = self._policies.one_of, self._documents
        place = choice.node.child(choice.keyword)
        rest = without_null(documents, choice.branches)
        if only_limits(documents, rest):
            raise Unmappable(ONE_OF, f"{choice.keyword} only limits what stands beside it", place)
        try:
            return self._branch(choice)
        except Unmappable:
            types = {type_ for part in parts for type_ in types_beside(part)}
            fitting = fitting_branch(rest, types, lambda branch: self.normalise(branch, choice.outer))
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
        name = self._name("variants", place.key, *branches.value)
        return Schema(replace(variants(branches), name=name), "object", None, (), (note,))

    def _union(self, choice: Choice, branches: Sequence[Node]) -> Schema:
        place = choice.node.child(choice.keyword)
        found = Gathered()
        for branch in branches:
            try:
                schema = self.normalise(branch, choice.outer)
            except Unmappable as error:
                found.lose(branch, error)
                continue
            if schema.type != "object":
                text = f"{choice.keyword} has a branch of type {schema.type}, and only objects can be united"
                raise Unmappable(ONE_OF, text, place)
            found.add(schema)
        if not found.parts:
            raise Unmappable(ONE_OF, f"none of the branches of {choice.keyword} can be mapped", place)
        if found.lost:  # which may require less than the others
            found.parts.append(made(place, {}))
        text = f"{choice.keyword} is a choice between {len(branches)} objects; their properties are written as one"
        self.steps += len(found.parts)
        self._spending.merge(found.parts)
        notes = [Note(UNION, text, place), *some(found.notes)]
        node = unite(place, found.parts, "object", notes)
        node = self._named("some" if found.lost else "any", node, found.parts, found.hops)
        return self._completed(Schema(node, "object", None, (), tuple(notes)), found)

    def _any(self, node: Several, outer: Outer) -> Schema:
        """What a property is that several variants have."""
        schemas, lost = [], Gathered()
        for source in node.sources:
            try:
                schemas.append(self.normalise(source, outer))
            except Unmappable as error:
                lost.lose(source, error)
        if not schemas:
            raise lost.lost[0].again()
        schema = self._united(node, schemas)
        return replace(schema, notes=(*lost.notes, *schema.notes))

    def _united(self, place: Node, schemas: Sequence[Schema]) -> Schema:
        """Of schemas with several types, those of the type that they can all be written as, or of the first's."""
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
        self.steps += len(schemas)
        self._spending.merge(found.parts)
        notes = list(some(found.notes))
        node = self._named("any", unite(place, found.parts, type_, notes), found.parts, found.hops)
        description = next((schema.description for schema in schemas if schema.description), None)
        return self._completed(Schema(node, type_, description, (), tuple(notes)), found)

    # All of several

    def _all(self, node: Node, outer: Outer) -> Schema:
        """One schema of all that `node`, the last of `outer`, says and is composed of. Raises Unmappable."""
        found = Gathered()
        (self._add_entry if "$ref" in node.value else self._add)(node, outer, found)
        for choice in found.choices:
            self._add_choice(choice, found)
        self.steps += len(found.parts)
        self._spending.merge(found.parts)
        notes = [*merge_note(node), *some(found.notes)]
        merged = self._named("all", merge(node, found.parts, notes), found.parts, found.hops)
        if found.lost and not merged.value.keys() & {"type", "properties"}:
            raise nothing_left(node, found.lost[0])
        schema = self._typed(merged, text_of(merged.value.get("description")) or None, tuple(notes))
        return self._with_siblings(schema, found)

    def _completed(self, schema: Schema, found: Gathered) -> Schema:
        return self._with_siblings(self._siblings.finished(schema), found)

    def _with_siblings(self, schema: Schema, found: Gathered) -> Schema:
        """With what is left over of the schemas and references that it is merged of."""
        if found.leftovers:
            schema = replace(schema, leftovers=(*schema.leftovers, *found.leftovers))
        return self._siblings.behind(schema, found.references, schema.node)

    def _add(self, node: Node, outer: Outer, found: Gathered) -> None:
        """Add what `node`, the last of `outer` if it is composed, says and is composed of."""
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
                found.choices.append(Choice(node, keyword, branches, outer))
        for entry in entries(node, "allOf"):
            self._add_entry(entry, outer, found)

    def _add_entry(self, entry: Node, outer: Outer, found: Gathered) -> None:
        try:
            target, hops = self._follow(entry)
            found.hops += hops
            found.references += self._siblings.lost_references(entry, hops)
            for reference in self._siblings.merged_references(entry, hops):
                self._add(reference, outer, found)
            if target.value is True:  # anything goes
                return
            check_object(target)
            target = filled(self._documents, target)
            if target.key in found.seen:  # nothing new, but an endless loop is to be told
                self._check_loop(target, outer)
                return
            if types_of(target) == ["null"]:
                return
            found.notes += odd_keys(target)
            if isinstance(target, Several) and target.alternatives:
                found.add(self._composed(target, outer))
                return
            self.steps += 1
            self._spending.place(target)
            if not COMPOSITIONS.isdisjoint(target.value):
                outer = self._enter(target, outer)
            self._add(target, outer, found)
        except Unmappable as error:
            found.lose(entry, error)

    def _add_choice(self, choice: Choice, found: Gathered) -> None:
        try:
            found.add(self._choice_among(choice, found.parts))
        except Unmappable as error:
            found.lose(choice.node.child(choice.keyword), error)

    def _named(self, kind: str, merged: MergedNode, parts: Sequence[Node], hops: Sequence[Node]) -> MergedNode:
        """What is merged of the same objects has the same name."""
        objects = [part.key for part in parts if not {"properties", "required"}.isdisjoint(part.value)]
        name = self._name(kind, *objects) if objects else ""
        return replace(merged, name=name, hops=tuple({hop.key: hop for hop in hops}.values()))

    def _name(self, *parts: object) -> str:
        return self._names.setdefault(parts, str(len(self._names)))
