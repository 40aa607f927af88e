"""Collects the parts of a composed schema before they are merged."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from ...inputs import Documents, Node
from ...inputs.document import Key, MergedNode
from ...report.diagnostic import Note
from ..rules import ALL_OF, ALL_OF_MERGED, CONTEXT_KEY, ENTRY_LOST, NULL_DESCRIPTION, SEVERAL_BRANCHES
from .find_unmapped import beside
from .keywords import OnlyLimits, Schema, Unmappable, entries, entry_name, holds_something, is_only_null, types_of
from .unmapped import Leftover, Skipped

Outer = tuple[Node, ...]
"""The compositions being resolved, from the outermost to the innermost."""


MAX_NOTES = 20
"""The maximum number of notes on one merged schema."""


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
        return Note(SEVERAL_BRANCHES, f"{self.keyword} has one entry, which is used", self.place)

    def is_pair(self, documents: Documents, rest: Sequence[Node]) -> bool:
        """Whether it is one of two, of which `rest` allow more than null, as the reference tool sees it."""
        nulls = [documents.behind(branch) for branch in self.branches if branch not in rest]
        return len(self.branches) == 2 and all(node.value and is_only_null(types_of(node)) for node in nulls)  # noqa: PLR2004


class Gathered(Struct):
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
        self.notes += (note for note in schema.notes if note.rule is not NULL_DESCRIPTION)
        self.skipped += schema.skipped

    def lose(self, node: Node, error: Unmappable) -> None:
        """Leave out `node`, with a note."""
        self.lost.append(error)
        rule = SEVERAL_BRANCHES if isinstance(error, OnlyLimits) else ENTRY_LOST  # no attribute is lost with limits
        self.notes.append(Note(rule, f"{entry_name(node)} is left out: {error.note.text}", node))

    def lose_choice(self, choice: Choice, error: Unmappable) -> None:
        """Leave out all branches of a choice, with a note."""
        self.lose(choice.place, error)
        if not isinstance(error, OnlyLimits):
            self.lost_choices.append((choice, error))

    def completed(self, schema: Schema) -> Schema:
        """`schema`, whose node is merged from the parts, with what was skipped of them.

        Raises Unmappable if only a choice that is lost says what a value holds.
        """
        if self.lost_choices and not holds_something(schema):
            raise self.lost_choices[0][1].again()
        lost = [Skipped(it.keyword, tuple(it.branches), (schema.node,), ENTRY_LOST) for it, _ in self.lost_choices]
        schema = replace(schema, skipped=(*schema.skipped, *self.skipped, *lost))
        for reference, _ in self.references:
            schema = beside(schema, reference, "$ref", [schema.node])
        return schema


def some(notes: Sequence[Note]) -> Sequence[Note]:
    """At most MAX_NOTES notes; the last says how many were dropped."""
    if len(notes) <= MAX_NOTES:
        return notes
    last = notes[MAX_NOTES - 1]
    return [*notes[: MAX_NOTES - 1], replace(last, text=f"{last.text}; and {len(notes) - MAX_NOTES:,} more")]


def merge_note(node: Node) -> list[Note]:
    """A note on the entries of an allOf; none for a single entry."""
    merged = entries(node, "allOf")
    if len(merged) < 2:  # noqa: PLR2004 - nothing to merge
        return []
    text = f"allOf merges {len(merged)} entries: {', '.join(map(entry_name, merged))}"
    return [Note(ALL_OF_MERGED, text, node.child("allOf"))]


def nothing_left(node: Node, lost: Unmappable) -> Unmappable:
    """The error to raise if no part with a type is left."""
    if not entries(node, "allOf"):
        return lost.again()
    return Unmappable(ALL_OF, f"nothing with a type is left of allOf: {lost.note.text}", node.child("allOf"))


def with_notes_of(chosen: Schema, other: Schema, leftovers: tuple[Leftover, ...]) -> Schema:
    """The chosen branch, with notes of the other one that make the reference tool reject both, and its leftovers."""
    notes = tuple(note for note in other.notes if note.rule in (ALL_OF_MERGED, CONTEXT_KEY))
    leftovers += other.leftovers
    if not notes and not leftovers and not other.skipped:
        return chosen
    return replace(
        chosen,
        notes=chosen.notes + notes,
        leftovers=chosen.leftovers + leftovers,
        skipped=chosen.skipped + other.skipped,
    )
