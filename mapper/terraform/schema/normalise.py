"""Normalises a schema: finds the one schema object that supplies type and keywords.

It follows `$ref`, takes the relevant branch of nullable and stringable unions, unwraps an `allOf` of one entry, merges
an `allOf` of several, and applies the policies to other choices. Of a schema around a single entry or branch, only the
description is used, which takes precedence over the inner one. What the result does not have is searched once, at the
end.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from ...inputs import Documents, Node, text_of
from ...inputs.document import Key, Several, made
from ...report.diagnostic import Note
from ..config.policies import DEFAULTS, Policies
from ..limits import Spending
from ..rules import (
    CONTRADICTION,
    ENTRY_LOST,
    NO_TYPE,
    NULL_DESCRIPTION,
    ONE_OF,
    POLICY,
    SEVERAL_BRANCHES,
    UNION,
    VARIANTS,
)
from .choice import enumerated, go_with, is_own_object, only_limits, types_beside, types_of_values_in, variants
from .composition import Choice, Gathered, Outer, merge_note, nothing_left, some, with_notes_of
from .find_unmapped import beside, unchosen
from .keywords import (
    COMPOSITIONS,
    KEYWORDS,
    SCALAR_TYPES,
    STRINGABLE,
    OnlyLimits,
    Schema,
    Unmappable,
    allows_only_null,
    check_object,
    common_type,
    entries,
    has_siblings,
    holds_something,
    is_only_null,
    json_string,
    odd_keys,
    with_siblings,
    without_null,
)
from .merge import merge, unite, without_contradictions
from .schema_object import SchemaObjects, filled

_SAYS_WHAT = frozenset(("type", "properties", "allOf"))
"""Keywords that say what a value holds."""

_WRITTEN = ("variants", "union")  # values of the policy `one_of` that write all branches


class Schemas(SchemaObjects):
    """Normalises schemas, with a cache for the targets of references."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies = DEFAULTS) -> None:
        super().__init__(documents, spending, policies)
        self._prefers_specific = policies.contradictions == "specific"
        self._known: dict[Key, Schema | Unmappable] = {}

    def normalise(self, node: Node) -> Schema:
        """The normalised schema behind `node`, with what of it is not mapped. Raises Unmappable."""
        return self._unmapped.added(self._behind(node, ()))

    def of_root(self, schema: Schema) -> Schema:
        """A normalised schema of which only the properties are mapped, with what of it is not mapped then."""
        return self._unmapped.added_to_root(schema)

    # A reference

    def _behind(self, node: Node, outer: Outer) -> Schema:
        """The schema behind `node`; what of it is not mapped is not yet known. Raises Unmappable."""
        if not isinstance(node.value, dict) or "$ref" not in node.value:
            return self._object(node, outer)
        target, hops = self.follow(node)
        if not hops:
            return self._object(target, outer)
        references = [] if len(hops) == 1 and len(node.value) == 1 else with_siblings(node, hops)
        if references and self._merges_siblings:
            return self._merged_with_siblings(node, "$ref", self.steps.enter(node, outer))
        known = self._known.get(target.key) or self._learn(target, outer)
        if isinstance(known, Unmappable):
            raise known.again()
        via = hops + known.hops
        schema = Schema(known.node, known.type, known.description, via, known.notes, known.leftovers, known.skipped)
        for reference, to in references:
            schema = beside(schema, reference, "$ref", [to])
        return schema

    def _learn(self, target: Node, outer: Outer) -> Schema | Unmappable:
        loops = self.steps.cut
        found: Schema | Unmappable
        try:
            found = self._object(target, outer)
        except Unmappable as error:
            found = error.again()
        if not outer or loops == self.steps.cut:  # otherwise the result depends on `outer` and is not cached
            self._known[target.key] = found
        return found

    # A schema object

    def _object(self, node: Node, outer: Outer) -> Schema:
        if node.value is True:  # JSON Schema 2020-12, 4.3.2: the same as {}
            node = made(node, {})
        if not isinstance(node.value, dict):
            check_object(node)
        value = node.value
        if dict in map(type, value.values()):
            node = filled(self._documents, node)
            value = node.value
        inner = None if COMPOSITIONS.isdisjoint(value) else self._composed(node, outer)
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
        notes += inner_notes
        return Schema(inner.node, inner.type, description, inner.hops, notes, inner.leftovers, inner.skipped)

    def _composed(self, node: Node, outer: Outer) -> Schema | None:
        """The schema of the compositions in an object; None if they have no entries. Raises Unmappable."""
        outer = self.steps.enter(node, outer)
        for choice in self._choices(node, outer):
            return self._choice(choice)
        if isinstance(node, Several):
            return self._any_of(node, outer) if node.alternatives else self._merged(node, outer)
        members = entries(node, "allOf")
        if len(members) > 1:
            return self._merged(node, outer)
        if members and self._merges_siblings and has_siblings(node, "allOf"):
            return self._merged_with_siblings(node, "allOf", outer)
        try:
            return beside(self._behind(members[0], outer), node, "allOf", members) if members else None
        except Unmappable as error:
            if error.note.rule is not NO_TYPE or node.value.keys().isdisjoint(("type", "properties")):
                raise
        schema = self._merged(node, outer)  # only what is next to the entry says what it is
        note = Note(SEVERAL_BRANCHES, "allOf only limits what stands beside it", node.child("allOf"))
        return replace(schema, notes=(note, *schema.notes))

    # Several schemas that all apply

    def _merged_with_siblings(self, node: Node, keyword: str, outer: Outer) -> Schema:
        """What is next to `keyword`, merged with its target, with notes on the merged properties."""
        schema, merged = self._merged(node, outer), self._unmapped.declared(node, keyword)
        note = Note(POLICY, f"what is declared next to {keyword} is merged with it (policy siblings)", node)
        return replace(schema, notes=(note, *schema.notes), leftovers=schema.leftovers + merged)

    def _merged(self, node: Node, outer: Outer) -> Schema:
        """The merged schema of `node`, the last of `outer`. Raises Unmappable."""
        found = Gathered()
        (self._add_entry if "$ref" in node.value else self._add)(node, outer, found)
        for choice in found.choices:
            try:
                found.add(self._among(choice, found.parts))
            except Unmappable as error:
                found.lose_choice(choice, error)
        if self._prefers_specific:
            found.parts = without_contradictions(self._documents, found.parts, found.notes)
        self.steps.merge(found.parts)
        notes = [*merge_note(node), *some(found.notes)]
        merged = self.steps.named("all", merge(node, found.parts, notes), found.parts, found.hops)
        if found.lost and not merged.value.keys() & {"type", "properties"}:
            raise nothing_left(node, found.lost[0])
        return found.completed(self.typed(merged, text_of(merged.value.get("description")) or None, tuple(notes)))

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
        for choice in self._choices(node, outer):
            if len(choice.branches) == 1:
                found.notes.append(choice.is_one_entry)
                self._add_entry(choice.branches[0], outer, found)
            else:
                found.choices.append(choice)
        for entry in entries(node, "allOf"):
            self._add_entry(entry, outer, found)

    def _add_entry(self, entry: Node, outer: Outer, found: Gathered) -> None:
        try:
            target, hops = self.follow(entry)
            found.hops += hops
            references = with_siblings(entry, hops)
            if self._merges_siblings:
                for reference, _ in references:
                    self._add(reference, outer, found)
            else:
                found.references += references
            if target.value is True:  # accepts any value
                return
            check_object(target)
            target = filled(self._documents, target)
            if target.key in found.seen:  # already added; a composition of itself is still an error
                self.steps.check_loop(target, outer)
                return
            if allows_only_null(target):
                return
            found.notes += odd_keys(target)
            if isinstance(target, Several) and target.alternatives:
                found.add(self._object(target, outer))
                return
            self.steps.take(target)
            if not COMPOSITIONS.isdisjoint(target.value):
                outer = self.steps.enter(target, outer)
            self._add(target, outer, found)
        except Unmappable as error:
            found.lose(entry, error)

    # Several schemas of which one applies

    def _choices(self, node: Node, outer: Outer) -> Iterator[Choice]:
        for keyword in ("anyOf", "oneOf"):
            branches = entries(node, keyword)
            if branches:
                self._spending.compared(node, len(branches))
                yield Choice(node, keyword, branches, outer)

    def _choice(self, choice: Choice) -> Schema:
        """The schema of a choice that is not merged with anything. Raises Unmappable."""
        node, keyword = choice.node, choice.keyword
        if len(choice.branches) == 1 and has_siblings(node, keyword):
            return self._merged(node, choice.outer)
        try:
            schema = self._branch(choice)
        except Unmappable as error:
            lost = error
        else:
            if self._merges_siblings and has_siblings(node, keyword):
                return self._merged_with_siblings(node, keyword, choice.outer)
            return beside(schema, node, keyword, choice.branches)
        if self._policies.one_of in _WRITTEN:
            return self._merged(node, choice.outer)
        if (found := self._without_choice(node, choice.outer)) is not None:
            return found
        if self._policies.one_of == "json_string" and len(without_null(self._documents, choice.branches)) > 1:
            return json_string(node, f"{keyword} is a choice; the string holds the JSON of one branch")
        raise lost.again()

    def _without_choice(self, node: Node, outer: Outer) -> Schema | None:
        """What stands next to a choice that no policy decides; None if it does not say what a value holds."""
        if _SAYS_WHAT.isdisjoint(node.value):
            return None
        try:
            schema = self._merged(node, outer)
        except Unmappable:
            return None
        if schema.type == "array" and not holds_something(schema):
            return None
        loses = self._policies.one_of == "json_string" and any(note.rule is ENTRY_LOST for note in schema.notes)
        return None if loses else schema

    def _branch(self, choice: Choice) -> Schema:
        """The branch that supplies type and keywords. Raises Unmappable if no single branch does."""
        keyword, branches, place = choice.keyword, choice.branches, choice.place
        if len(branches) == 1:
            schema = self._behind(branches[0], choice.outer)
            return replace(schema, notes=(choice.is_one_entry, *schema.notes))
        rest = without_null(self._documents, branches)
        if choice.is_pair(self._documents, rest):
            first, second = (self._behind(branch, choice.outer) for branch in branches)
            if is_only_null([first.type]) or (second.type == "string" and first.type in STRINGABLE):
                return with_notes_of(second, first, self._unmapped.of(first.node, first.type))
            if is_only_null([second.type]) or (first.type == "string" and second.type in STRINGABLE):
                return with_notes_of(first, second, self._unmapped.of(second.node, second.type))
            text = f"{keyword} is a choice between {first.type} and {second.type}"
        else:
            text = f"{keyword} has {len(branches)} entries, and no rule picks one of them"
        if len(rest) == 1:
            schema = self._behind(rest[0], choice.outer)
            said = f"{keyword} has {len(branches)} entries; the one that is not null is used"
        elif (values := enumerated(self._documents, place, rest)) is not None:
            schema = values
            said = f"{keyword} lists {len(rest)} values; they are written as those of an enum"
        elif (scalar := self._scalar(choice, rest)) is not None:
            schema = scalar
            said = f"{keyword} has {len(branches)} entries; all can be written as {schema.type}s"
        else:
            raise Unmappable(ONE_OF, text, place)
        schema = replace(schema, notes=(Note(SEVERAL_BRANCHES, said, place), *schema.notes))
        return unchosen(schema, keyword, branches)

    def _scalar(self, choice: Choice, branches: Sequence[Node]) -> Schema | None:
        """The schema that all branches can be written as, which are scalars; else None."""
        schemas = []
        for branch in branches:
            try:
                schemas.append(self._behind(branch, choice.outer))
            except Unmappable:
                return None
            if schemas[-1].type not in SCALAR_TYPES:
                return None
        type_ = common_type({schema.type for schema in schemas}) if schemas else None
        usable = [schema for schema in schemas if type_ in (schema.type, "number")]
        return usable[0] if len(usable) == 1 else self._united(choice.place, usable) if usable else None

    def _among(self, choice: Choice, parts: Sequence[Node]) -> Schema:
        """The schema of a choice that is merged with `parts`. Raises Unmappable."""
        keyword, place = choice.keyword, choice.place
        rest = without_null(self._documents, choice.branches)
        if only_limits(self._documents, rest):
            raise OnlyLimits(ONE_OF, f"{keyword} only limits what stands beside it", place)
        try:
            return self._branch(choice)
        except Unmappable:
            if self._only_limits(rest, parts):
                raise OnlyLimits(ONE_OF, f"{keyword} only limits what stands beside it", place) from None
            fitting = self._fitting(choice, rest, {type_ for part in parts for type_ in types_beside(part)})
            if fitting is None and self._prefers_specific:
                types = {type_ for part in parts for type_ in types_of_values_in(part)}
                if types and "object" not in types:
                    return self._of_types(choice, rest, types)
            if fitting is None and self._policies.one_of in ("reject", "json_string"):
                raise
        if fitting is not None:
            text = f"of {keyword}, only the {fitting.type} goes with what it is merged with"
            fitting = replace(fitting, notes=(Note(SEVERAL_BRANCHES, text, place), *fitting.notes))
            return unchosen(fitting, keyword, rest)
        if self._policies.one_of == "union":
            return self._union(choice, rest)
        written = variants(self._documents, choice.node, keyword, rest, parts)
        note = Note(VARIANTS, f"{keyword} is a choice between {', '.join(written.choices[0])}", place)
        name = self.steps.name("variants", place.key, *written.choices[0])
        return Schema(replace(written, name=name), "object", None, (), (note,))

    def _only_limits(self, branches: Sequence[Node], parts: Sequence[Node]) -> bool:
        """Whether branches declare nothing that the schemas next to the choice do not declare."""
        targets = [self._documents.behind(branch) for branch in branches]
        if not go_with(targets, parts) or self._unmapped.declares_more(branches, parts):
            return False
        is_written = self._policies.one_of in _WRITTEN  # what is an object of its own, too
        return not is_written or not any(map(is_own_object, targets))

    def _fitting(self, choice: Choice, branches: Sequence[Node], types: Container[str]) -> Schema | None:
        """The only branch, or the only one of the types next to the choice; None if there is no such branch."""
        if len(branches) == 1:
            return self._behind(branches[0], choice.outer)
        found = []
        for branch in branches if types else ():
            try:
                schema = self._behind(branch, choice.outer)
            except Unmappable:
                return None
            if schema.type in types:
                found.append(schema)
        return found[0] if len(found) == 1 else None

    def _of_types(self, choice: Choice, branches: Sequence[Node], types: Container[str]) -> Schema:
        """The branches of types that they are merged with, as one. Raises OnlyLimits where there are none."""
        found = []
        for branch in branches:
            with suppress(Unmappable):
                found.append(self._behind(branch, choice.outer))
        fitting = [schema for schema in found if schema.type in types]
        if not fitting:
            text = f"{choice.keyword} has no branch of the type of what it is merged with (policy contradictions)"
            raise OnlyLimits(ONE_OF, text, choice.place)
        text = f"of {choice.keyword}, those of the type of what it is merged with count (policy contradictions)"
        schema = self._united(choice.place, fitting)
        return replace(schema, notes=(Note(POLICY, text, choice.place), *schema.notes))

    def _union(self, choice: Choice, branches: Sequence[Node]) -> Schema:
        """The objects of a choice as one, with the properties of all."""
        keyword, place, found = choice.keyword, choice.place, Gathered()
        for branch in branches:
            try:
                schema = self._behind(branch, choice.outer)
            except Unmappable as error:
                found.lose(branch, error)
                continue
            if schema.type != "object":
                text = f"{keyword} has a branch of type {schema.type}, and only objects can be united"
                raise Unmappable(ONE_OF, text, place)
            found.add(schema)
        if not found.parts:
            raise Unmappable(ONE_OF, f"none of the branches of {keyword} can be mapped", place)
        if found.lost:  # an unmappable branch may require fewer properties
            found.parts.append(made(place, {}))
        text = f"{keyword} is a choice between {len(branches)} objects; their properties are written as one"
        notes = [Note(UNION, text, place), *some(found.notes)]
        self.steps.merge(found.parts)
        return self._one_of_parts(place, "object", found, notes, "some" if found.lost else "any")

    def _any_of(self, node: Several, outer: Outer) -> Schema:
        """The schema of a property that several variants have. Raises Unmappable."""
        schemas, lost = [], Gathered()
        for source in node.sources:
            try:
                schemas.append(self._behind(source, outer))
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
        type_ = common_type(types)
        if type_ is None:
            text = f"the type is {types[0]} in one of the variants, {types[1]} in another"
            found.notes.append(Note(CONTRADICTION, text, place))
            type_ = types[0]
        for schema in schemas:
            if schema.type == type_ or (schema.type, type_) == ("integer", "number"):
                found.add(schema)
        self.steps.taken += len(schemas)
        self._spending.merge(found.parts)
        description = next((schema.description for schema in schemas if schema.description), None)
        return replace(self._one_of_parts(place, type_, found, list(some(found.notes)), "any"), description=description)

    def _one_of_parts(self, place: Node, type_: str, found: Gathered, notes: list[Note], kind: str) -> Schema:
        node = self.steps.named(kind, unite(place, found.parts, type_, notes), found.parts, found.hops)
        return found.completed(self.with_conditions(Schema(node, type_, None, (), tuple(notes))))
