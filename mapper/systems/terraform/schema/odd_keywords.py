"""Keys and values of a schema object that nobody reads as they are meant: each is told."""

from mapper.inputs import Node, bool_of
from mapper.inputs.scalars import SpelledBool
from mapper.report.diagnostic import Note, Rule

from .. import rules
from .keywords import ANY_CASE, COMPOSITIONS, KEYWORDS, repeated_keys_at

_HOLDS_SCHEMA = frozenset("contains else if not propertyNames then unevaluatedItems unevaluatedProperties".split())
"""Keywords without effect whose value the reference tool reads as a schema. It fails for a value that is neither an
object nor a list, but for the booleans of `unevaluatedProperties` (libopenapi 0.15.0, `buildSchema`).
"""
_OF_VALUES = ("additionalProperties", "items")
"""Keywords with effect whose value is a schema, or a boolean."""

_LISTS = frozenset(("enum", "required"))
_REFERENCE = "$ref"
_TEXTS = frozenset(("description", "format", "pattern"))
_BOOLEANS = frozenset(("deprecated", "nullable", "readOnly", "uniqueItems", "writeOnly"))
_USUAL = {
    **dict.fromkeys((*_LISTS, *COMPOSITIONS), list),
    **dict.fromkeys((*_TEXTS, _REFERENCE), str),
    **dict.fromkeys(_BOOLEANS, bool),
}
"""Keywords whose value has a type, besides limits and those that hold schemas, which have notes of their own; with the
class of nearly all their values, which need no second look.
"""

_SCHEMA_CLASSES = frozenset((dict, list, bool, SpelledBool))
PLAIN_KEYWORDS = KEYWORDS - _HOLDS_SCHEMA
"""The keywords of which `odd_keys` says nothing."""

_CLASS = _USUAL | dict.fromkeys(_OF_VALUES, dict)
"""The class of nearly all values of each keyword whose values are looked at."""
_WITH_ANY_VALUE = PLAIN_KEYWORDS - _CLASS.keys()


def keyword_notes(node: Node) -> tuple[Note, ...]:
    """All notes on the keys and values of a schema object."""
    value = node.value
    for keyword, given in value.items():
        if keyword not in _WITH_ANY_VALUE and given.__class__ is not _CLASS.get(keyword) and keyword[:2] != "x-":
            break
    else:
        if not node.document.repeats and None not in value.get("required", ()):  # as nearly always
            return ()
    notes = odd_keys(node)
    if "items" in value or "additionalProperties" in value:
        notes += odd_values(node)
    return notes + ill_typed(node)


def odd_keys(node: Node) -> tuple[Note, ...]:
    """Notes on unknown keys that resemble keywords, on what the reference tool cannot read, and on duplicate keys."""
    notes = repeated_keys_at(node) if node.document.repeats else []
    if node.value.keys() <= PLAIN_KEYWORDS:
        return tuple(notes)
    for key, value in node.value.items():
        if key in _HOLDS_SCHEMA and not _is_read_as_schema(key, value):
            notes.append(not_read(node, key))
        if key in KEYWORDS:
            continue
        meant = ANY_CASE.get(key.lower())
        if meant is not None:
            text = f"{key!r} has no meaning, keywords are case-sensitive; did you mean {meant!r}?"
            notes.append(Note(rules.KEYWORD_CASE, text, node))
    return tuple(notes)


def odd_values(node: Node) -> tuple[Note, ...]:
    """Notes on values that are neither a schema nor a boolean under keywords with effect."""
    value = node.value
    odd = (key for key in _OF_VALUES if key in value and value[key].__class__ not in _SCHEMA_CLASSES)
    return tuple(not_read(node, key) for key in odd)


def ill_typed(node: Node) -> tuple[Note, ...]:
    """Notes on values of another type than their keyword takes, such as `required: true` of a property."""
    return tuple(
        Note(_rule(keyword), f"{keyword!r} takes {expected}, and has another value", node)
        for keyword, given in node.value.items()
        if keyword in _USUAL and (expected := _expectation(keyword, given))
    )


def _rule(keyword: str) -> Rule:
    return rules.NOT_READ if keyword == _REFERENCE else rules.ILL_TYPED


def _expectation(keyword: str, value: object) -> str:
    """What a keyword takes, if the value is something else. Nothing is lost with a value of null."""
    if keyword == _REFERENCE:
        return "" if isinstance(value, str) else "a text"
    if value is None:
        return ""
    if keyword in COMPOSITIONS:
        return "" if isinstance(value, dict | list) else "a list of schemas"
    if keyword in _LISTS:
        if not isinstance(value, list):
            return "a list"
        return "a list of names" if keyword == "required" and None in value else ""  # null without quotes
    if keyword in _TEXTS:
        return "a text" if isinstance(value, dict | list) else ""
    return "true or false" if bool_of(value) is None else ""


def not_read(node: Node, keyword: str) -> Note:
    """A note on a value that the reference tool cannot read as a schema."""
    text = f"the value of {keyword!r} is no object, which `tfplugingen-openapi` expects"
    return Note(rules.NOT_READ, text, node.child(keyword))


def _is_read_as_schema(keyword: str, value: object) -> bool:
    return isinstance(value, dict | list) or (keyword == "unevaluatedProperties" and bool_of(value) is not None)
