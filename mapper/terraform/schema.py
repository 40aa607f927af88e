"""From a schema as written to the one schema object that supplies type and keywords.

Follows `$ref`, takes the one branch that matters of nullable and stringable unions, and unwraps an `allOf` of
one entry. A wrapper keeps nothing but its description, which wins over the one inside.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import (
    ALL_OF,
    BAD_TYPE,
    CONTEXT_KEY,
    ITEMS_LIST,
    KEYWORD_CASE,
    MALFORMED,
    NO_TYPE,
    NULL_DESCRIPTION,
    ONE_OF,
    RECURSION,
    TOO_DEEP,
    UNRESOLVED,
    Note,
    Rule,
)
from ..documents import Documents, Node, Unresolved, text_of

SCALAR_TYPES = frozenset(("boolean", "integer", "number", "string"))
_STRINGABLE = frozenset(("boolean", "integer", "number"))
_KEYWORDS = frozenset(
    """
    additionalProperties allOf anyOf const contains default deprecated description discriminator
    else enum example examples exclusiveMaximum exclusiveMinimum externalDocs format if items
    maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not
    nullable oneOf pattern patternProperties prefixItems properties propertyNames readOnly required
    then title type uniqueItems writeOnly xml $ref $id $schema $defs $comment $anchor
    unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas
    """.split()
)
_ANY_CASE = {
    keyword.lower(): keyword
    for keyword in """
    default deprecated description enum format maxItems maxLength maxProperties maximum minItems
    minLength minProperties minimum pattern required uniqueItems
    """.split()
}
MAX_COMPOSITION = 50
"""Levels of allOf, oneOf and anyOf in each other."""

IGNORE_FIX = "ignores: [{path}]"


class Unmappable(Exception):
    """A schema that no attribute can be made of; `note` says why and where."""

    def __init__(self, rule: Rule, text: str, node: Node) -> None:
        super().__init__(text)
        self.note = Note(rule, text, node, IGNORE_FIX)


@dataclass(frozen=True, slots=True)
class Schema:
    """What a mapping needs of a schema.

    `node` is the object that supplies every keyword but the description; `hops` are the targets of all
    references that led to it.
    """

    node: Node
    type: str
    description: str | None
    hops: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def format(self) -> str | None:
        """The `format` keyword."""
        return text_of(self.node.value.get("format"))


class Schemas:
    """Normalises schemas; remembers what is behind each reference."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known: dict[tuple[int, str], Schema] = {}

    def normalise(self, node: Node, outer: tuple[Node, ...] = ()) -> Schema:
        """The schema behind `node`. Raises Unmappable. `outer` are the compositions being resolved."""
        try:
            target, hops = self._documents.follow(node)
        except Unresolved as error:
            raise Unmappable(UNRESOLVED, f"the reference cannot be followed: {error}", node) from None
        if not hops:
            return self._composed(target, outer)
        schema = self._known.get(target.key)
        if schema is None:
            schema = self._known[target.key] = self._composed(target, outer)
        return Schema(schema.node, schema.type, schema.description, hops + schema.hops, schema.notes)

    def _composed(self, node: Node, outer: tuple[Node, ...]) -> Schema:
        value = node.value
        if not isinstance(value, dict):
            raise Unmappable(MALFORMED, f"a schema object is expected, not {_kind_of(value)}", node)
        inner = self._inner(node, outer) if "anyOf" in value or "oneOf" in value or "allOf" in value else None
        notes = _odd_keys(node) if not value.keys() <= _KEYWORDS else ()
        description = text_of(value.get("description")) or None
        if description is None and "description" in value and value["description"] is None:
            notes += (Note(NULL_DESCRIPTION, "the description is null", node),)
        if inner is None:
            return Schema(node, type_of(node), description, (), notes)
        if description is not None:  # the inner description is hidden, and with it what is odd about it
            inner_notes = tuple(note for note in inner.notes if note.rule is not NULL_DESCRIPTION)
        else:
            description, inner_notes = inner.description, inner.notes
        return Schema(inner.node, inner.type, description, inner.hops, notes + inner_notes)

    def _inner(self, node: Node, outer: tuple[Node, ...]) -> Schema | None:
        if any(node.key == seen.key for seen in outer):
            raise Unmappable(RECURSION, "the schema is composed of itself", node)
        if len(outer) >= MAX_COMPOSITION:
            raise Unmappable(TOO_DEEP, f"it is composed over more than {MAX_COMPOSITION} levels", node)
        outer = (*outer, node)
        for keyword in ("anyOf", "oneOf"):
            branches = _entries(node, keyword)
            if branches:
                return self._branch(node.child(keyword), keyword, branches, outer)
        entries = _entries(node, "allOf")
        if len(entries) > 1:
            raise Unmappable(ALL_OF, f"allOf has {len(entries)} entries", node.child("allOf"))
        return self.normalise(entries[0], outer) if entries else None

    def _branch(self, node: Node, keyword: str, branches: list[Node], outer: tuple[Node, ...]) -> Schema:
        if len(branches) != 2:  # noqa: PLR2004 - nullable and stringable unions are pairs
            raise Unmappable(ONE_OF, f"{keyword} has {len(branches)} entries, and no rule picks one of them", node)
        first, second = (self.normalise(branch, outer) for branch in branches)
        if first.type == "null" or (second.type == "string" and first.type in _STRINGABLE):
            return second
        if second.type == "null" or (first.type == "string" and second.type in _STRINGABLE):
            return first
        raise Unmappable(ONE_OF, f"{keyword} is a choice between {first.type} and {second.type}", node)


def type_of(node: Node) -> str:
    """The one type of a schema object. Raises Unmappable where there is none, or more than can be one.

    `[T, null]` is T, `[string, T]` is string for a scalar T, and properties alone make an object.
    """
    value = node.value.get("type")
    if isinstance(value, str) and value:
        return value
    if not isinstance(value, list) or not value:
        if isinstance(properties := node.value.get("properties"), dict) and properties:
            return "object"
        raise Unmappable(NO_TYPE, f"the schema has no type{_untyped_hint(node)}", node)
    types = [text_of(entry) or "null" for entry in value]
    if len(types) == 1:
        return types[0]
    if len(types) == 2:  # noqa: PLR2004 - as above
        first, second = types
        if "null" in types:
            return second if first == "null" else first
        if "string" in types and (first in _STRINGABLE or second in _STRINGABLE):
            return "string"
    raise Unmappable(BAD_TYPE, f"the types {', '.join(types)} cannot be one attribute", node.child("type"))


def single(node: Node, notes: list[Note]) -> Node:
    """`node`, or its first entry where a list stands for a schema. Raises Unmappable for an empty list."""
    if not isinstance(node.value, list):
        return node
    if not node.value:
        raise Unmappable(MALFORMED, "an empty list stands where a schema is expected", node)
    if len(node.value) > 1:
        notes.append(Note(ITEMS_LIST, f"{len(node.value)} schemas stand where one is expected", node))
    return node.child(0)


def _entries(node: Node, keyword: str) -> list[Node]:
    member = node.get(keyword)
    if member is None or not member.value:
        return []
    return list(member.items()) if isinstance(member.value, list) else [member]


def _odd_keys(node: Node) -> tuple[Note, ...]:
    notes = []
    for key in node.value:
        if key in _KEYWORDS or key.startswith("x-"):
            continue
        meant = _ANY_CASE.get(key.lower())
        if meant is not None:
            notes.append(
                Note(
                    KEYWORD_CASE, f"{key!r} has no meaning, keywords are case-sensitive; did you mean {meant!r}?", node
                )
            )
        elif key.lower() == "context":
            notes.append(Note(CONTEXT_KEY, f"the schema has a key {key!r}", node))
    return tuple(notes)


def _untyped_hint(node: Node) -> str:
    for keyword in ("enum", "items", "additionalProperties", "format", "const"):
        if keyword in node.value:
            return f" ({keyword} alone does not make one)"
    return ""


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return "a list"
    return "true" if value is True else "false" if value is False else f"{text_of(value)!r}"
