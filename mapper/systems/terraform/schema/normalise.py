"""Normalises a schema: finds the one schema object that supplies type and keywords.

It follows `$ref`, and takes the relevant branch of nullable and stringable unions. It unwraps an `allOf` of one entry,
merges an `allOf` of several, and applies the policies to other choices. A schema around a single entry or branch
supplies only its description, which takes precedence over the inner one. What the result does not have is searched
once, at the end.
"""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Documents, Node, Unresolved, text_of
from mapper.inputs.document import CompositeNode, Key, MergedNode, merged_node
from mapper.report.diagnostic import Note

from .. import rules
from ..config.policies import DEFAULTS, Policies
from ..limits import Spending
from .choice import (
    OF_STRINGS,
    by_pattern,
    enum_schema,
    go_with,
    has_nameless_values,
    is_own_object,
    leads_back,
    named_in,
    only_limits,
    selectable,
    types_of_values_in,
    variants,
    without_limits,
)
from .find_unmapped import FindUnmapped, beside, is_plain, leaves, without_other_branches
from .keywords import (
    COMPOSITIONS,
    SCALAR_TYPES,
    STRINGABLE,
    OnlyLimits,
    Schema,
    Unmappable,
    allows_only_null,
    check_object,
    common_type,
    entries,
    entry_name,
    filled,
    has_siblings,
    holds_something,
    is_only_null,
    json_string,
    note_on_types,
    some,
    type_of,
    type_of_values,
    types_of,
    untyped,
    with_siblings,
    without_null,
)
from .merge import merge, unite, with_properties, without_contradictions
from .odd_keywords import ill_typed, keyword_notes, odd_keys
from .unmapped import Leftover, Skipped
from .work_limit import Outer, WorkLimit

_SAYS_WHAT = frozenset(("type", "properties", "allOf"))
"""Keywords that say what a value holds."""

_WRITTEN = ("variants", "union")  # values of the policy `one_of` that write all branches


class Choice(Struct, frozen=True):
    """A oneOf or anyOf (`keyword`) in `node`, which is the last of `outer`."""

    node: Node
    keyword: str
    branches: Sequence[Node]
    outer: Outer

    @property
    def place(self) -> Node:
        """The keyword."""
        return self.node.child(self.keyword)

    @property
    def is_one_entry(self) -> Note:
        """The note on a choice with a single entry."""
        return Note(rules.SEVERAL_BRANCHES, f"{self.keyword} has one entry, which is used", self.place)

    def is_pair(self, documents: Documents, rest: Sequence[Node]) -> bool:
        """Whether the choice has exactly two branches. The reference tool also takes the ones missing from `rest` for
        null.
        """
        if len(self.branches) != 2:  # noqa: PLR2004
            return False
        nulls = [documents.behind(branch) for branch in self.branches if branch not in rest]
        return all(node.value and is_only_null(types_of(node)) for node in nulls)


class Composition(Struct):
    """The parts of a composed schema."""

    parts: list[Node] = field(default_factory=list)
    hops: list[Node] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    lost: list[Unmappable] = field(default_factory=list)
    seen: set[Key] = field(default_factory=set)
    skipped: list[Skipped] = field(default_factory=list)
    lost_choices: list[tuple[Choice, Unmappable]] = field(default_factory=list)
    references: list[tuple[Node, Node]] = field(default_factory=list)
    """References with siblings that are not mapped, and their targets."""

    def add(self, schema: Schema) -> None:
        """Add the schema of an entry or a branch."""
        self.parts.append(schema.node)
        self.hops += schema.hops
        if isinstance(schema.node, MergedNode):
            self.hops += schema.node.hops
        self.notes += (note for note in schema.notes if note.rule is not rules.NULL_DESCRIPTION)
        self.skipped += schema.skipped

    def lose(self, node: Node, error: Unmappable) -> None:
        """Leave out `node`, with a note."""
        self.lost.append(error)
        rule = (
            rules.SEVERAL_BRANCHES if isinstance(error, OnlyLimits) else rules.ENTRY_LOST
        )  # no attribute is lost with limits
        self.notes.append(Note(rule, f"{entry_name(node)} is left out: {error.note.text}", node))

    def lose_choice(self, choice: Choice, error: Unmappable) -> None:
        """Leave out all branches of a choice, with a note."""
        self.lose(choice.place, error)
        if not isinstance(error, OnlyLimits):
            self.lost_choices.append((choice, error))

    def with_skipped(self, schema: Schema) -> Schema:
        """`schema`, whose node is merged from the parts, with what was skipped of them.

        Raises Unmappable if only a choice that is lost says what a value holds.
        """
        if self.lost_choices and not holds_something(schema):
            raise self.lost_choices[0][1].again()
        lost = [
            Skipped(choice.keyword, tuple(choice.branches), (schema.node,), rules.ENTRY_LOST)
            for choice, _ in self.lost_choices
        ]
        schema = replace(schema, skipped=(*self.skipped, *lost))
        for reference, _ in self.references:
            schema = beside(schema, reference, "$ref", [schema.node])
        return schema


class Schemas:
    """Normalises schemas, with a cache for the targets of references."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies = DEFAULTS) -> None:
        self._documents = documents
        self._spending = spending
        self._policies = policies
        self._merges_siblings = policies.siblings == "merge"
        self.unmapped = FindUnmapped(documents, spending)
        self.steps = WorkLimit(spending)
        self._prefers_specific = policies.contradictions == "specific"
        self._known: dict[Key, Schema | Unmappable] = {}
        self._plain: dict[int, Schema] = {}
        """Those as they are written, by the identity of their value, which they keep: most are met in several bodies.
        With aliases in YAML, one value is at several places.
        """

    def normalise(self, node: Node) -> Schema:
        """The normalised schema behind `node`, with what of it is not mapped. Raises Unmappable."""
        schema = self._behind(node, ())
        return schema if schema.is_plain and not schema.skipped else self.unmapped.added(schema)

    # A reference

    def follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        """The target of a reference, and all targets on the way to it. Raises Unmappable."""
        try:
            return self._documents.follow(node)
        except Unresolved as error:
            raise Unmappable(rules.UNRESOLVED, f"the reference cannot be followed: {error}", node) from None

    def behind(self, node: Node) -> Node:
        """The target of a reference as written, or the node itself. Raises Unmappable."""
        target, _ = self.follow(node)
        return filled(self._documents, target) if isinstance(target.value, dict) else target

    def branches(self, node: Node) -> dict[str, Node]:
        """The branches of a oneOf or anyOf by the names of the policy `variants`; empty if at most one is left.

        Raises Unmappable.
        """
        return named_in(self._documents, self.behind(node))

    def selectable(self, node: Node) -> dict[str, Node]:
        """The branches that a pointer may select by name, see `choice.selectable`. Raises Unmappable."""
        return selectable(self._documents, self.behind, node)

    def hops(self, node: Node) -> tuple[Node, ...]:
        """The targets of the references from `node`; none if they cannot be resolved."""
        with suppress(Unmappable):
            return self.follow(node)[1]
        return ()

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
        learned = self._known.get(target.key) or self._learn(target, outer)
        if isinstance(learned, Unmappable):
            raise learned.again()
        schema = replace(learned, hops=hops + learned.hops)
        for reference, to in references:
            schema = beside(schema, reference, "$ref", [to])
        return schema

    def _learn(self, target: Node, outer: Outer) -> Schema | Unmappable:
        loops = self.steps.cut
        schema: Schema | Unmappable
        try:
            schema = self._object(target, outer)
        except Unmappable as error:
            schema = error.again()
        if not outer or loops == self.steps.cut:  # otherwise the result depends on `outer` and is not cached
            self._known[target.key] = schema
        return schema

    # A schema object

    def _object(self, node: Node, outer: Outer) -> Schema:
        value = node.value
        plain = self._plain.get(id(value))
        if plain is not None and plain.node.pointer == node.pointer:
            return plain
        if not isinstance(value, dict):
            if value is not True:
                check_object(node)
            value = (node := merged_node(node, {})).value  # JSON Schema 2020-12, 4.3.2: true is the same as {}
        if dict in map(type, value.values()):
            node = filled(self._documents, node)
            value = node.value
        inner = None if COMPOSITIONS.isdisjoint(value) else self._composition_schema(node, outer)
        notes = keyword_notes(node)
        text = value.get("description", "")
        description = (text if text.__class__ is str else text_of(text)) or None
        if text is None:
            notes += (Note(rules.NULL_DESCRIPTION, "the description is null", node),)
        if inner is None:
            return self.of_type(node, description, notes)
        if description is not None:  # replaces the inner description, and the notes on it
            inner_notes = tuple(note for note in inner.notes if note.rule is not rules.NULL_DESCRIPTION)
        else:
            description, inner_notes = inner.description, inner.notes
        return replace(inner, description=description, notes=notes + inner_notes)

    def _composition_schema(self, node: Node, outer: Outer) -> Schema | None:
        """The schema of the compositions in an object; None if they have no entries. Raises Unmappable."""
        outer = self.steps.enter(node, outer)
        for choice in self._choices(node, outer):
            return self._choice(choice)
        if isinstance(node, CompositeNode):
            return self._any_of(node, outer) if node.alternatives else self._merge(node, outer)
        members = entries(node, "allOf")
        if len(members) > 1:
            return self._merge(node, outer)
        if members and self._merges_siblings and has_siblings(node, "allOf"):
            return self._merged_with_siblings(node, "allOf", outer)
        try:
            return beside(self._behind(members[0], outer), node, "allOf", members) if members else None
        except Unmappable as error:
            if error.note.rule is not rules.NO_TYPE or node.value.keys().isdisjoint(("type", "properties")):
                raise
        schema = self._merge(node, outer)  # only what is next to the entry says what it is
        note = Note(rules.SEVERAL_BRANCHES, "allOf only limits what is next to it", node.child("allOf"))
        return replace(schema, notes=(note, *schema.notes))

    def of_type(self, node: Node, description: str | None, notes: tuple[Note, ...]) -> Schema:
        """The schema of an object without compositions, or of one that is merged. Raises Unmappable."""
        type_ = node.value.get("type")
        if type_.__class__ is str and type_ and is_plain(node, type_):  # the most frequent case
            plain = self._plain[id(node.value)] = Schema(node, type_, description, (), notes, is_plain=True)
            return plain
        if not isinstance(type_, str):
            for keyword in ("type", "enum"):
                if keyword in node.value:
                    self._spending.list(node, keyword)
        try:
            typed_schema = Schema(node, type_of(node), description, (), (*notes, *note_on_types(node)))
            others = STRINGABLE.intersection(types_of(node)) if typed_schema.type == "string" else ()
            typed_schema = by_pattern(typed_schema) if "patternProperties" in node.value else typed_schema
            return (
                without_limits(typed_schema, min(others), OF_STRINGS) if others else self.with_conditions(typed_schema)
            )
        except Unmappable as error:
            if error.note.rule is not rules.NO_TYPE:
                raise
            if (inferred := type_of_values(node)) is not None:
                text = f"the schema has no type; all values it allows are of type {inferred}"
                return Schema(node, inferred, description, (), (*notes, Note(rules.TYPE_OF_VALUES, text, node)))
            if self._policies.untyped == "reject":
                raise
        schema = untyped(node, self._policies.untyped)
        return replace(schema, description=description, notes=notes + schema.notes)

    def with_conditions(self, schema: Schema) -> Schema:
        """An object schema that also has the properties under conditions, if the policy `siblings` merges them."""
        if not self._merges_siblings or schema.type != "object" or is_plain(schema.node, schema.type):
            return schema
        conditional = [
            leftover
            for leftover in self.unmapped.of(schema.node, "object")
            if leftover.is_conditional and len(leftover.path) == 1
        ]
        if not conditional:
            return schema
        node = with_properties(schema.node, {entry.name: entry.places for entry in conditional})
        node = replace(node, name=f"conditions {self.steps.name(*[leaf.key for leaf in leaves(node)])}")
        return replace(schema, node=node, leftovers=tuple(replace(entry, rule=rules.POLICY) for entry in conditional))

    # several schemas that all apply

    def _merged_with_siblings(self, node: Node, keyword: str, outer: Outer) -> Schema:
        """What is next to `keyword`, merged with its target, with notes on the merged properties."""
        schema, merged = self._merge(node, outer), self.unmapped.declared(node, keyword)
        note = Note(rules.POLICY, f"what is declared next to {keyword} is merged with it (policy siblings)", node)
        return replace(schema, notes=(note, *schema.notes), leftovers=schema.leftovers + merged)

    def _merge(self, node: Node, outer: Outer) -> Schema:
        """The merged schema of `node`, the last of `outer`. Raises Unmappable."""
        composition = Composition()
        (self._add_entry if "$ref" in node.value else self._add)(node, outer, composition)
        for choice in (
            choice
            for choice in composition.choices
            if not leads_back(self._documents, choice.branches, composition.seen)
        ):
            try:
                composition.add(self._among(choice, composition.parts))
            except Unmappable as error:
                composition.lose_choice(choice, error)
        if self._prefers_specific:
            composition.parts = without_contradictions(self._documents, composition.parts, composition.notes)
        self.steps.merge(composition.parts)
        notes = [*merge_note(node), *some(composition.notes)]
        merged = self.steps.named("all", merge(node, composition.parts, notes), composition.parts, composition.hops)
        if composition.lost and not merged.value.keys() & {"type", "properties"}:
            raise nothing_left(node, composition.lost[0])
        return composition.with_skipped(
            self.of_type(merged, text_of(merged.value.get("description")) or None, tuple(notes))
        )

    def _add(self, node: Node, outer: Outer, composition: Composition) -> None:
        """Add `node` with its parts; it is the last of `outer` if it is composed."""
        composition.seen.add(node.key)
        if isinstance(node, CompositeNode):
            for source in node.sources:
                self._add_entry(source, outer, composition)
            return
        if not node.value.keys() <= COMPOSITIONS:
            composition.parts.append(node)
        if COMPOSITIONS.isdisjoint(node.value):
            return
        for choice in self._choices(node, outer):
            if len(choice.branches) == 1:
                composition.notes.append(choice.is_one_entry)
                self._add_entry(choice.branches[0], outer, composition)
            else:
                composition.choices.append(choice)
        for entry in entries(node, "allOf"):
            self._add_entry(entry, outer, composition)

    def _add_entry(self, entry: Node, outer: Outer, composition: Composition) -> None:
        try:
            target, hops = self.follow(entry)
            composition.hops += hops
            references = with_siblings(entry, hops)
            if self._merges_siblings:
                for reference, _ in references:
                    self._add(reference, outer, composition)
            else:
                composition.references += references
            if target.value is True:  # accepts any value
                return
            check_object(target)
            target = filled(self._documents, target)
            if target.key in composition.seen:  # already added; a composition of itself is still an error
                self.steps.check_loop(target, outer)
                return
            if allows_only_null(target):
                return
            composition.notes += odd_keys(target) + ill_typed(target)
            if isinstance(target, CompositeNode) and target.alternatives:
                composition.add(self._object(target, outer))
                return
            self.steps.take(target)
            if not COMPOSITIONS.isdisjoint(target.value):
                outer = self.steps.enter(target, outer)
            self._add(target, outer, composition)
        except Unmappable as error:
            composition.lose(entry, error)

    # choices: one of several schemas

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
            return self._merge(node, choice.outer)
        try:
            schema = self._branch(choice)
        except Unmappable as error:
            lost = error
        else:
            if self._merges_siblings and has_siblings(node, keyword):
                return self._merged_with_siblings(node, keyword, choice.outer)
            return beside(schema, node, keyword, choice.branches)
        is_variants = self._policies.one_of == "variants" and _SAYS_WHAT.isdisjoint(node.value)
        if is_variants and has_nameless_values(self._documents, node, keyword, choice.branches):
            return json_string(
                node, f"{keyword} has objects and other values; the string holds the JSON of one of them"
            )
        if self._policies.one_of in _WRITTEN:
            return self._merge(node, choice.outer)
        if (beside_choice := self._without_choice(node, choice.outer)) is not None:
            return beside_choice
        if self._policies.one_of == "json_string" and len(without_null(self._documents, choice.branches)) > 1:
            return json_string(node, f"{keyword} is a choice; the string holds the JSON of one branch")
        raise lost.again()

    def _without_choice(self, node: Node, outer: Outer) -> Schema | None:
        """What stands next to a choice that no policy decides; None if it does not say what a value holds."""
        if _SAYS_WHAT.isdisjoint(node.value):
            return None
        try:
            schema = self._merge(node, outer)
        except Unmappable:
            return None
        if schema.type == "array" and not holds_something(schema):
            return None
        loses = self._policies.one_of == "json_string" and any(note.rule is rules.ENTRY_LOST for note in schema.notes)
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
            for chosen, other in ((second, first), (first, second)):
                common = self._of_pair(choice, chosen, other, rest)
                if common is not None:
                    return with_notes_of(common, other, self.unmapped.of(other.node, other.type))
            text = f"{keyword} is a choice between {first.type} and {second.type}"
        else:
            text = f"{keyword} has {len(branches)} entries, and no rule picks one of them"
        if len(rest) == 1:
            schema = self._behind(rest[0], choice.outer)
            said = f"{keyword} has {len(branches)} entries; the one that is not null is used"
        elif (values := enum_schema(self._documents, place, rest)) is not None:
            schema = values
            said = f"{keyword} lists {len(rest)} values; they are written as an enum"
        elif (scalar := self._scalar(choice, rest)) is not None:
            schema = scalar
            said = f"{keyword} has {len(branches)} entries; all can be written as {schema.type}s"
        else:
            raise Unmappable(rules.ONE_OF, text, place)
        schema = replace(schema, notes=(Note(rules.SEVERAL_BRANCHES, said, place), *schema.notes))
        return without_other_branches(schema, keyword, branches)

    def _of_pair(self, choice: Choice, chosen: Schema, other: Schema, rest: Sequence[Node]) -> Schema | None:
        """The schema of one of two branches, if it goes for both.

        The reference tool knows no `const`, and nothing without a type. Where that tool picks a branch, so do we.
        """
        if is_only_null([other.type]):
            return chosen
        if chosen.type != "string" or other.type not in STRINGABLE:
            return None
        is_known = "type" in chosen.node.value and "type" in other.node.value
        lists = ("const",) if is_known else ("const", "enum")
        if any(key in chosen.node.value for key in lists) and enum_schema(self._documents, choice.place, rest):
            return None
        return without_limits(chosen, other.type)

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
        united = usable[0] if len(usable) == 1 else self._unite(choice.place, usable) if usable else None
        if united is None or len(usable) == len(schemas):
            return united
        return without_limits(united, next(schema.type for schema in schemas if schema not in usable))

    def _among(self, choice: Choice, parts: Sequence[Node]) -> Schema:
        """The schema of a choice that is merged with `parts`. Raises Unmappable."""
        keyword, place = choice.keyword, choice.place
        rest = without_null(self._documents, choice.branches)
        if only_limits(self._documents, rest):
            raise OnlyLimits(rules.ONE_OF, f"{keyword} only limits what is next to it", place)
        try:
            return self._branch(choice)
        except Unmappable:
            if self._only_limits(rest, parts):
                raise OnlyLimits(rules.ONE_OF, f"{keyword} only limits what is next to it", place) from None
            types = {type_ for part in parts for type_ in types_of_values_in(part)}
            fitting = self._only_fitting_branch(choice, rest, types)
            if fitting is None and self._prefers_specific and types and "object" not in types:
                return self._of_types(choice, rest, types)
            if fitting is None and self._policies.one_of in ("reject", "json_string"):
                raise
        if fitting is not None:
            text = f"of {keyword}, only the {fitting.type} goes with what it is merged with"
            fitting = replace(fitting, notes=(Note(rules.SEVERAL_BRANCHES, text, place), *fitting.notes))
            return without_other_branches(fitting, keyword, rest)
        if self._policies.one_of == "union":
            return self._union(choice, rest)
        written = variants(self._documents, choice.node, keyword, rest, parts)
        note = Note(rules.VARIANTS, f"{keyword} is a choice between {', '.join(written.choices[0])}", place)
        name = self.steps.name("variants", place.key, *written.choices[0])
        return Schema(replace(written, name=name), "object", None, (), (note,))

    def _only_limits(self, branches: Sequence[Node], parts: Sequence[Node]) -> bool:
        """Whether branches declare nothing that the schemas next to the choice do not declare."""
        targets = [self._documents.behind(branch) for branch in branches]
        if not go_with(targets, parts) or self.unmapped.declares_more(branches, parts):
            return False
        is_written = self._policies.one_of in _WRITTEN  # what is an object of its own, too
        return not is_written or not any(map(is_own_object, targets))

    def _only_fitting_branch(self, choice: Choice, branches: Sequence[Node], types: Container[str]) -> Schema | None:
        """The only branch, or the only one of the types next to the choice; None if there is no such branch."""
        if len(branches) == 1:
            return self._behind(branches[0], choice.outer)
        fitting = []
        for branch in branches if types else ():
            try:
                schema = self._behind(branch, choice.outer)
            except Unmappable:
                return None
            if schema.type in types:
                fitting.append(schema)
        return fitting[0] if len(fitting) == 1 else None

    def _of_types(self, choice: Choice, branches: Sequence[Node], types: Container[str]) -> Schema:
        """The branches of types that they are merged with, as one. Raises OnlyLimits where there are none."""
        schemas = []
        for branch in branches:
            with suppress(Unmappable):
                schemas.append(self._behind(branch, choice.outer))
        fitting = [schema for schema in schemas if schema.type in types]
        if not fitting:
            text = f"{choice.keyword} has no branch of the type next to it (policy contradictions)"
            raise OnlyLimits(rules.ONE_OF, text, choice.place)
        text = f"{choice.keyword}: only branches of the type next to it are used (policy contradictions)"
        schema = self._unite(choice.place, fitting)
        return replace(schema, notes=(Note(rules.POLICY, text, choice.place), *schema.notes))

    def _union(self, choice: Choice, branches: Sequence[Node]) -> Schema:
        """The objects of a choice as one, with the properties of all."""
        keyword, place, composition = choice.keyword, choice.place, Composition()
        for branch in branches:
            try:
                schema = self._behind(branch, choice.outer)
            except Unmappable as error:
                composition.lose(branch, error)
                continue
            if schema.type != "object":
                text = f"{keyword} has a branch of type {schema.type}, and only objects can be united"
                raise Unmappable(rules.ONE_OF, text, place)
            composition.add(schema)
        if not composition.parts:
            raise Unmappable(rules.ONE_OF, f"none of the branches of {keyword} can be mapped", place)
        if composition.lost:  # an unmappable branch may require fewer properties
            composition.parts.append(merged_node(place, {}))
        text = f"{keyword} is a choice between {len(branches)} objects; their properties are written as one"
        notes = [Note(rules.UNION, text, place), *some(composition.notes)]
        return self._one_of_parts(place, "object", composition, notes, "some" if composition.lost else "any")

    def _any_of(self, node: CompositeNode, outer: Outer) -> Schema:
        """The schema of a property that several variants have. Raises Unmappable."""
        schemas, lost = [], Composition()
        for source in node.sources:
            try:
                schemas.append(self._behind(source, outer))
            except Unmappable as error:
                lost.lose(source, error)
        if not schemas:
            raise lost.lost[0].again()
        schema = self._unite(node, schemas)
        return replace(schema, notes=(*lost.notes, *schema.notes))

    def _unite(self, place: Node, schemas: Sequence[Schema]) -> Schema:
        """The union of the schemas of one type. It has the type that all can be written as, or else the type of the
        first.
        """
        composition = Composition()
        types = list(dict.fromkeys(schema.type for schema in schemas))
        type_ = common_type(types)
        if type_ is None:
            text = f"the type is {types[0]} in one of the variants, {types[1]} in another"
            composition.notes.append(Note(rules.CONTRADICTION, text, place))
            type_ = types[0]
        for schema in schemas:
            if schema.type == type_ or (schema.type, type_) == ("integer", "number"):
                composition.add(schema)
        self.steps.taken += len(schemas) - len(composition.parts)  # those of other types, which are not merged
        description = next((schema.description for schema in schemas if schema.description), None)
        return replace(
            self._one_of_parts(place, type_, composition, list(some(composition.notes)), "any"), description=description
        )

    def _one_of_parts(self, place: Node, type_: str, composition: Composition, notes: list[Note], kind: str) -> Schema:
        self.steps.merge(composition.parts)
        node = self.steps.named(kind, unite(place, composition.parts, type_), composition.parts, composition.hops)
        return composition.with_skipped(self.with_conditions(Schema(node, type_, None, (), tuple(notes))))


def merge_note(node: Node) -> list[Note]:
    """A note on the entries of an allOf; none for a single entry."""
    merged = entries(node, "allOf")
    if len(merged) < 2:  # noqa: PLR2004 - nothing to merge
        return []
    text = f"allOf merges {len(merged)} entries: {', '.join(map(entry_name, merged))}"
    return [Note(rules.ALL_OF_MERGED, text, node.child("allOf"))]


def nothing_left(node: Node, lost: Unmappable) -> Unmappable:
    """The error to raise if no part with a type is left."""
    if not entries(node, "allOf"):
        return lost.again()
    return Unmappable(rules.ALL_OF, f"nothing with a type is left of allOf: {lost.note.text}", node.child("allOf"))


def with_notes_of(chosen: Schema, other: Schema, leftovers: tuple[Leftover, ...]) -> Schema:
    """The chosen branch, with notes of the other one that make the reference tool reject both, and its leftovers."""
    notes = tuple(note for note in other.notes if note.reference_drops_body)
    leftovers += other.leftovers
    if not notes and not leftovers and not other.skipped:
        return chosen
    return replace(
        chosen,
        notes=chosen.notes + notes,
        leftovers=chosen.leftovers + leftovers,
        skipped=chosen.skipped + other.skipped,
    )
