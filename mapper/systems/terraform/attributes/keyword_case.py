"""Keywords in another case, which the reference tool reads: they are reported where that changes what it writes.

Of keys that differ in their case alone, it takes the first (libopenapi 0.15.0, `FindKeyNodeTop`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from mapper.inputs import Node, bool_of, text_of
from mapper.inputs.document import merged_node
from mapper.model import Status
from mapper.model.limits import has_validator
from mapper.report.diagnostic import Note

from .. import rules
from ..schema.keywords import ANY_CASE, SCALAR_TYPES, Schema
from ..schema.values import read_default, read_limits
from .context import Context
from .types import scalar


def of_attribute(notes: Sequence[Note], schema: Schema, kind: str, status: Status, context: Context) -> list[Note]:
    """The notes on an attribute of `kind`, without those on limits that nobody writes, and on keywords in another case
    that change nothing.
    """
    has_limits = status is not Status.COMPUTED and not context.members

    def written(node: Node) -> object:
        default = read_default(node, kind, []) if context.role.default_relaxes and not context.members else None
        limits = [limit for limit in read_limits(node, kind, []) if has_limits and has_validator(kind, limit)]
        text = None if context.members else text_of(node.value.get("description")) or None
        deprecated = not context.members and bool_of(node.value.get("deprecated"))
        return _form(replace(schema, node=node), context), default, limits, text, deprecated

    unwritten = [] if has_limits else [rules.OF_ONE_TYPE]
    if context.members:
        unwritten.append(rules.NULL_DESCRIPTION)
    if unwritten:
        notes = [note for note in notes if note.rule not in unwritten]
    return _effective(notes, schema, written)


def of_element(schema: Schema, context: Context) -> list[Note]:
    """The notes of a schema of elements: only its type and members are written."""
    return _effective(_written(schema), schema, lambda node: _form(replace(schema, node=node), context))


def described(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """The notes of a schema whose description is not written, but one of its parameter or the config."""
    return tuple(n for n in notes if n.rule is not rules.NULL_DESCRIPTION and not is_about(n, "description"))


def is_about(note: Note, *keywords: str) -> bool:
    """Whether a note is on one of the keywords in another case."""
    return note.rule is rules.KEYWORD_CASE and note.text.endswith(tuple(f"did you mean {k!r}?" for k in keywords))


def of_later(notes: Iterable[Note], *, decides_kind: bool, is_other_element: bool) -> Iterator[Note]:
    """The notes of an attribute of a later source that may be on what is taken from it, such as its description.

    `decides_kind`: its kind, and so its format, makes a difference. What is in another element makes none.
    """
    for note in notes:
        if note.rule is rules.KEYWORD_CASE:
            if is_about(note, "description") or (decides_kind and is_about(note, "format")):
                yield note
        elif not (is_other_element and note.rule.differs) or note.rule is rules.NULL_DESCRIPTION:
            yield note


def of_collection(schema: Schema) -> tuple[Note, ...]:
    """The notes of the schema of a body that is a list: neither its limits nor its default are written."""

    def written(node: Node) -> object:
        return text_of(node.value.get("description")) or None, bool_of(node.value.get("deprecated"))

    return tuple(_effective(schema.notes, schema, written))


def of_body(schema: Schema) -> list[Note]:
    """The notes of the schema of a body: only its properties are written."""
    notes = [note for note in _written(schema) if note.rule is not rules.KEYS_BY_PATTERN]  # it has no attribute
    return _effective(notes, schema, lambda node: _required_names(node.value))


def _written(schema: Schema) -> list[Note]:
    """The notes of a schema whose limits and description are not written."""
    silent = rules.OF_ONE_TYPE, rules.BESIDE_KEYWORDS, rules.NULL_DESCRIPTION
    return [note for note in schema.notes if note.rule not in silent]


def _effective(notes: Iterable[Note], schema: Schema, written: Any) -> list[Note]:
    kept = list(notes)
    if not any(note.rule is rules.KEYWORD_CASE for note in kept) or written(schema.node) != written(_read(schema.node)):
        return kept
    places = {schema.node.pointer}
    return [n for n in kept if n.rule is not rules.KEYWORD_CASE or not n.location or n.location.pointer not in places]


def _read(node: Node) -> Node:
    """A schema object with the keywords that the reference tool reads."""
    members: dict[str, Node] = {}
    for key in node.value:
        members.setdefault(ANY_CASE.get(key.lower(), key), node.child(key))
    return merged_node(node, members)


def _form(schema: Schema, context: Context) -> object:
    """What depends on `format` and `required`."""
    if schema.type in SCALAR_TYPES:
        return scalar(schema), schema.type == "string" and schema.format == "password"
    if schema.type == "object":
        return context.role.required != context.role.optional and _required_names(schema.node.value)
    return schema.format == "set"


def _required_names(value: dict[str, Any]) -> set[str | None]:
    listed, properties = value.get("required"), value.get("properties")
    if not isinstance(listed, list) or not isinstance(properties, dict):
        return set()
    return {text for entry in listed if (text := text_of(entry)) in properties}
