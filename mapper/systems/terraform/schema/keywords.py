"""Reads a single schema object: its keywords, its type, and the schemas of its compositions.

Every attribute in Terraform may be null, so that nothing is written for it. `type: [T, "null"]` is T. In a oneOf or
anyOf, an entry that allows only null is no choice, and in an allOf it adds nothing. `nullable: true` (OpenAPI 3.0) has
no effect. Null in an enum or as a default is not a value of the type; `values` drops it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Documents, Node, Unresolved, bool_of, number_of, reference_name, text_of
from mapper.inputs.document import merged_node
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import for_all

from .. import rules
from ..openapi.operations import repeat_notes
from .unmapped import IGNORE_FIX, Leftover, Skipped

SCALAR_TYPES = frozenset(("boolean", "integer", "number", "string"))
STRINGABLE = frozenset(("boolean", "integer", "number"))
COMPOSITIONS = frozenset(("allOf", "anyOf", "oneOf"))
KEYWORDS = frozenset(
    """
    additionalProperties allOf anyOf const contains default deprecated description discriminator
    else enum example examples exclusiveMaximum exclusiveMinimum externalDocs format if items
    maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not
    nullable oneOf pattern patternProperties prefixItems properties propertyNames readOnly required
    then title type uniqueItems writeOnly xml $ref $id $schema $defs $comment $anchor
    unevaluatedProperties unevaluatedItems dependentRequired dependentSchemas
    """.split()
)
"""The keywords of OpenAPI schemas. Many have no effect: no attribute can express what `not` and `if` restrict."""

_EFFECTIVE = (
    KEYWORDS
    - {"type", "nullable", "description", "title", "example", "examples", "externalDocs", "xml", "discriminator"}
    - {"$ref", "$id", "$schema", "$defs", "$comment", "$anchor"}
) | {"dependencies", "additionalItems", "contentSchema"}
"""Keywords that change the result of a merge."""

LIMITING = frozenset(
    """
    enum const minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    minItems maxItems minProperties maxProperties uniqueItems propertyNames
    """.split()
)
"""The keywords that limit a value."""

ANY_CASE = {
    keyword.lower(): keyword
    for keyword in """
    default deprecated description enum exclusiveMaximum exclusiveMinimum format maxItems maxLength
    maxProperties maximum minItems minLength minProperties minimum multipleOf pattern required uniqueItems
    """.split()
}
"""The keywords that the reference tool reads in any case, and that may change what it writes."""

MAX_ENTRIES = 30
"""The maximum nesting of allOf with a single entry that is looked through for null."""

_SCHEMA = "the schema"
NULL = "null"
_ANNOTATIONS = frozenset(
    """
    $comment default deprecated description example examples externalDocs nullable readOnly title writeOnly xml
    """.split()
)

_OF_ANY_TYPE = ("deprecated", "readOnly", "writeOnly")

_POLICY_FIXES = {
    rules.ONE_OF: for_all("policies", "one_of", value="variants", instead=IGNORE_FIX),
    rules.NO_TYPE: for_all("policies", "untyped", value="json_string", instead=IGNORE_FIX),
    rules.POLICY: None,  # what a policy leaves out is left out on purpose
}


class Unmappable(Exception):
    """A schema that cannot become an attribute; `note` has the reason and the place."""

    def __init__(self, rule: Rule, text: str, node: Node) -> None:
        super().__init__(text)
        self.note = Note(rule, text, node, _POLICY_FIXES.get(rule, IGNORE_FIX))
        self.node = node

    def again(self) -> "Unmappable":
        """A copy of the error, to raise it once more."""
        return Unmappable(self.note.rule, self.note.text, self.node)


class OnlyLimits(Unmappable):
    """A choice without anything that an attribute could be made of, such as `oneOf: [{required: [a]}, …]`."""


class Schema(Struct, frozen=True):
    """The parts of a schema that a mapping needs.

    `node` is the object that supplies every keyword but the description. `hops` are the targets of the references to
    it. `leftovers` are the declared properties that `node` does not supply. `skipped` are the schemas on the way to it,
    which may have more of them. `is_plain`: `node` itself supplies all that it declares.
    """

    node: Node
    type: str
    description: str | None
    hops: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()
    leftovers: tuple[Leftover, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    is_plain: bool = False

    @property
    def format(self) -> str | None:
        """The keyword `format`."""
        return text_of(self.node.value.get("format"))


def type_of(node: Node) -> str:
    """The type of a schema object. Raises Unmappable if it has none, or several that cannot be combined.

    `[T, null]` is T, `[string, T]` is string for a scalar T, and `[integer, number]` is number. A schema with
    properties but no type is an object.
    """
    value = node.value.get("type")
    if isinstance(value, str) and value:
        return value
    types = types_of(node)
    if not types:
        if isinstance(properties := node.value.get("properties"), dict) and properties:
            return "object"
        raise Unmappable(rules.NO_TYPE, f"{_SCHEMA} has no type{_untyped_hint(node)}", node)
    if (common := common_type({type_ for type_ in types if type_ != NULL} or {NULL})) is not None:
        return common
    raise Unmappable(rules.BAD_TYPE, f"the types {', '.join(types)} cannot be one attribute", node.child("type"))


def types_in(value: object) -> list[str]:
    """The types in a value of the keyword `type`; an entry null counts as the type *null*."""
    if isinstance(value, str):
        return [value] if value else []
    return [text_of(entry) or NULL for entry in value] if isinstance(value, list) else []


def types_of(node: Node) -> list[str]:
    """The types of a schema object; empty if it specifies none."""
    return types_in(node.value.get("type"))


def is_only_null(types: Sequence[str]) -> bool:
    """Whether *null* is the only type."""
    return list(types) == [NULL]


def allows_only_null(node: Node) -> bool:
    """Whether a schema allows at most null: by its type or its values, or because it is `false`."""
    if not isinstance(node.value, dict):
        return node.value is False
    value = node.value
    return is_only_null(types_of(node)) or value.get("enum") == [None] or value.get("const", value) is None


def may_be_null(documents: Documents, node: Node, used: Node) -> bool:
    """Whether a schema also allows null. The object `used` in it is mapped."""
    for place in (node,) if node is used else (node, used):
        schema = documents.behind(place)
        value = schema.value if isinstance(schema.value, dict) else {}
        types = types_in(value.get("type"))
        if bool_of(value.get("nullable")) is True or (len(types) > 1 and NULL in types):
            return True
        branches = [entry for keyword in ("anyOf", "oneOf") if keyword in value for entry in entries(schema, keyword)]
        if any(allows_only_null(documents.behind(branch)) for branch in branches):
            return True
    return False


def without_null(documents: Documents, branches: Iterable[Node]) -> list[Node]:
    """The branches that allow more than null."""
    return [branch for branch in branches if not allows_only_null(_single_entry(documents, branch))]


def _single_entry(documents: Documents, branch: Node) -> Node:
    """What a branch refers to, through allOf with a single entry."""
    for _ in range(MAX_ENTRIES):
        branch = documents.behind(branch)
        members = entries(branch, "allOf") if isinstance(branch.value, dict) else []
        if len(members) != 1 or not branch.value.keys().isdisjoint(("type", "enum", "const")):
            break
        branch = members[0]
    return branch


def note_on_types(node: Node) -> list[Note]:
    """A note if the reference tool rejects the types of a schema, which have one in common."""
    types = types_of(node)
    others = {*types} - {"string", NULL}
    is_pair = len(types) == 2 and (NULL in types or ("string" in types and len(others) == 1))  # noqa: PLR2004
    are_texts = all(isinstance(entry, str) for entry in node.value["type"]) if is_pair else True
    if len(types) < 2 or (is_pair and are_texts):  # noqa: PLR2004
        return []
    text = f"the types {', '.join(types)} can all be written as {type_of(node)}"
    return [Note(rules.SEVERAL_BRANCHES, text, node.child("type"))]


def common_type(types: Collection[str]) -> str | None:
    """The type that values of all types can be written as; None if there is none."""
    if len(types) == 1:
        return next(iter(types))
    if set(types) == {"integer", "number"}:
        return "number"
    return "string" if "string" in types and SCALAR_TYPES.issuperset(types) else None


def holds_something(schema: Schema) -> bool:
    """Whether a schema says what its values hold: an object's has properties or values, an array's items."""
    keywords = schema.node.value
    if schema.type == "array":
        return "items" in keywords
    return schema.type != "object" or bool(keywords.get("properties")) or bool(keywords.get("additionalProperties"))


def type_of_values(node: Node) -> str | None:
    """The type of all values in `enum` and `const`, except null; None if they have different types."""
    allowed = node.value.get("enum")
    values = [*allowed] if isinstance(allowed, list) else []
    values += [node.value["const"]] if "const" in node.value else []
    types = {type_of_value(value) for value in values if value is not None}
    if types == {"integer", "number"}:
        return "number"
    return types.pop() if len(types) == 1 else None


def type_of_value(value: object) -> str | None:
    """The type of a scalar; None for null, lists and objects."""
    if bool_of(value) is not None:
        return "boolean"
    number = number_of(value)
    if number is not None:
        return "integer" if isinstance(number, int) else "number"
    return None if text_of(value) is None else "string"


def single(node: Node, notes: list[Note]) -> Node:
    """`node`, or the first entry of a list in place of a schema. Raises Unmappable for an empty list."""
    if not isinstance(node.value, list):
        return node
    if not node.value:
        raise Unmappable(rules.MALFORMED, "an empty list stands where a schema is expected", node)
    if len(node.value) > 1:
        notes.append(Note(rules.ITEMS_LIST, f"{len(node.value)} schemas stand where one is expected", node))
    return node.child(0)


def entries(node: Node, keyword: str) -> list[Node]:
    """The schemas under allOf, anyOf or oneOf; a schema in place of the list is its only one."""
    member = node.get(keyword)
    if member is not None and isinstance(member.value, dict):
        return [member]
    return list(member.items()) if member is not None and isinstance(member.value, list) else []


def has_siblings(node: Node, keyword: str) -> bool:
    """Whether keywords next to `keyword` change the result of a merge."""
    return any(key in _EFFECTIVE and key != keyword for key in node.value)


def with_siblings(node: Node, hops: Sequence[Node]) -> list[tuple[Node, Node]]:
    """The references from `node` over `hops` that have siblings, also descriptions, with their targets."""
    pairs = zip((node, *hops), hops, strict=False)
    return [(ref, to) for ref, to in pairs if "description" in ref.value or has_siblings(ref, "$ref")]


def entry_name(entry: Node) -> str:
    """The name of the schema that an entry refers to, else the last tokens of its pointer."""
    reference = entry.value.get("$ref") if isinstance(entry.value, dict) else None
    if isinstance(reference, str):
        return reference_name(reference)
    return "/".join(entry.pointer.rsplit("/", 2)[1:])


def repeated_keys_at(node: Node) -> list[Note]:
    """Notes on duplicate keys in a schema, or on a schema that is one of the values of a duplicate key."""
    return repeat_notes(node.document.repeats_at(node.pointer))


def is_annotation(keyword: str) -> bool:
    """Whether a keyword describes a value without restricting it."""
    return keyword in _ANNOTATIONS or keyword.startswith("x-")


def in_place_of(error: Unmappable, keyword: str) -> str:
    """The reason why a schema cannot be mapped, with the keyword as its subject: *items has no type*."""
    text = error.note.text
    return f"{keyword}{text.removeprefix(_SCHEMA)}" if text.startswith(f"{_SCHEMA} ") else text


def check_object(node: Node) -> None:
    """Raise Unmappable if the node is not a schema object."""
    if node.value is False:  # JSON Schema 2020-12, 4.3.2
        raise Unmappable(rules.NO_VALUE, "the schema is false, and allows no value", node)
    if not isinstance(node.value, dict):
        raise Unmappable(rules.MALFORMED, f"a schema object is expected, not {_kind_of(node.value)}", node)


def _untyped_hint(node: Node) -> str:
    for keyword in ("items", "additionalProperties", "format", "enum", "const"):
        if keyword in node.value:
            return f" ({keyword} alone does not make one)"
    return ""


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return "a list"
    return "true" if value is True else f"{text_of(value)!r}"


def json_string(node: Node, text: str) -> Schema:
    """A string that contains JSON, with a note `text`."""
    return _written_as(node, {"type": "string"}, Note(rules.JSON_STRING, text, node))


def untyped(node: Node, policy: str) -> Schema:
    """A schema without a type as the policy `untyped` has it, with a note."""
    if policy == "json_string":
        return json_string(node, "the schema has no type; the string holds JSON")
    note = Note(rules.STRING_MAP, "the schema has no type; a map of strings is written", node)
    return _written_as(node, {"type": "object", "additionalProperties": {"type": "string"}}, note)


def _written_as(node: Node, keywords: dict[str, Any], note: Note) -> Schema:
    """A schema with these keywords instead of `node`, and the keywords of `node` that any type may have."""
    members = {keyword: node.child(keyword) for keyword in _OF_ANY_TYPE if keyword in node.value}
    members |= {keyword: Node(node.document, node.pointer, value) for keyword, value in keywords.items()}
    return Schema(merged_node(node, members), keywords["type"], None, (), (note,))


_REFERENCED: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("properties", "propertyNames"), (dict,)),
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
        target = self.behind.get(key) if isinstance(key, str) else None
        return target or Node.child(self, key)


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
        if keyword in _REFERENCED and isinstance(value[keyword]["$ref"], str):
            try:
                target, _ = documents.follow(node.child(keyword))
            except Unresolved:
                continue
            if isinstance(target.value, _REFERENCED[keyword]):
                behind[keyword] = target
    if not behind:
        return node
    whole = {**value, **{keyword: target.value for keyword, target in behind.items()}}
    return FilledNode(node.document, node.pointer, whole, behind)


MAX_NOTES = 20
"""The maximum number of notes on one merged schema."""


def some(notes: Sequence[Note]) -> Sequence[Note]:
    """At most MAX_NOTES notes; the last says how many were dropped."""
    if len(notes) <= MAX_NOTES:
        return notes
    last = notes[MAX_NOTES - 1]
    return [*notes[: MAX_NOTES - 1], replace(last, text=f"{last.text}; and {len(notes) - MAX_NOTES:,} more")]
