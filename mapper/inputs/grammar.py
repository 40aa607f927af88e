"""The grammar of a config: which keys it has, and what each of them takes.

`check` compares a document with the table of a grammar, `CheckedMapping` reads what is right, and `json_schema` prints
the table for editors. A key without a value, or with an empty text, says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from ..report.diagnostic import MappingError, Note, Problem, Rule
from ..text.suggest import nearest
from .document import Document, Node, problem_at, repeated_keys
from .scalars import bool_of, text_of, text_or_empty

Json = dict[str, Any]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Kind(Struct, frozen=True, eq=False):
    """A kind of values: what is expected, in words; whether a value is one; and the keywords of its JSON Schema."""

    expected: str
    fits: Callable[[Node], bool]
    schema: Mapping[str, Any]


def _is_integer(node: Node) -> bool:
    return isinstance(node.value, int) and bool_of(node.value) is None


def _is_list(node: Node) -> bool:
    return isinstance(node.value, list)


def _is_mapping(node: Node) -> bool:
    return isinstance(node.value, dict)


_SCALARS = ["string", "number", "boolean", "null"]
_MAPPING = "a mapping of keys and values is expected"
STRING = Kind("a text is expected", lambda node: isinstance(node.value, str), {"type": ["string", "null"]})
TEXT = Kind("a text is expected", lambda node: text_of(node.value) is not None, {"type": _SCALARS})
"""A string, or another scalar as it is written."""
FLAG = Kind("true or false is expected", lambda node: bool_of(node.value) is not None, {"type": ["boolean", "null"]})
INTEGER = Kind("a whole number is expected", _is_integer, {"type": ["integer", "null"]})
LIST = Kind("a list is expected", _is_list, {"type": ["array", "null"]})
TEXTS = Kind(
    "a list of texts is expected", lambda node: _is_list(node) or TEXT.fits(node), {"type": ["array", *_SCALARS]}
)
"""A list of texts, or a single one."""
MAP = Kind(_MAPPING, _is_mapping, {"type": ["object", "null"]})
"""A mapping whose keys are names."""
KEYS = Kind(_MAPPING, _is_mapping, {"type": ["object", "null"], "additionalProperties": False})
"""A mapping with fixed keys."""


class Form(Struct, frozen=True):
    """The form of a text. `wrong` is said of other texts: *is not the name of a package*."""

    is_valid: Callable[[str], object]
    wrong: str
    pattern: str = ""
    remedy: str = "write a text of this form, or leave the key out"


def form(pattern: str, wrong: str) -> Form:
    """The form of the texts that match a regular expression as a whole."""
    return Form(re.compile(pattern, re.ASCII).fullmatch, wrong, f"^(?:{pattern})$")


class Value(Struct, frozen=True):
    """What a key takes.

    `keys` are the keys of a mapping with fixed keys; `required` are the ones that it needs. `each` is the value of
    every item of a list, or under every name of a map. A text is one of the `words`, or of a `form`. `check` finds what
    depends on several keys; it is given the node and the keys that lead to it. `listed_by` says where to find the keys,
    if they are too many for a message. `older` says what a key of earlier versions is, and `steers` marks one that
    changes nothing in the output.
    """

    kind: Kind
    keys: Mapping[str, Value] = field(default_factory=dict)
    each: Value | None = None
    about: str = ""
    words: tuple[str, ...] = ()
    form: Form | None = None
    required: tuple[str, ...] = ()
    check: Callable[[Node, str], Iterable[Problem]] | None = None
    listed_by: str = ""
    older: str = ""
    steers: bool = False

    def key(self, name: str) -> Value | None:
        """The value of a key; None for an unknown key."""
        return self.keys.get(name)

    def inside(self, name: str) -> Value | None:
        """The value under a key or name; None for an unknown key."""
        return self.key(name) if self.kind is KEYS else self.each


class Grammar(Struct, frozen=True):
    """The grammar of a config with the rules of its notes. Without the rule `unknown`, an unknown key is an error."""

    root: Value
    unknown: Rule | None = None
    older: Rule | None = None

    def check(self, document: Document) -> tuple[Note, ...]:
        """The notes about keys. Raises MappingError with every problem in the order of the file."""
        violations = list(self._violations(document.node, self.root, ""))
        problems = [*repeated_keys(document), *(each for each in violations if isinstance(each, Problem))]
        if problems:
            raise MappingError(*sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))
        return tuple(each for each in violations if isinstance(each, Note))

    def json_schema(self, title: str, description: str) -> Json:
        """The JSON Schema (2020-12) of the config, for editors."""
        return {"$schema": _DRAFT, "title": title, "description": description, **_schema(self.root)}

    def _violations(self, node: Node, value: Value, where: str) -> Iterator[Problem | Note]:
        """What is wrong at the node and below it. `where` are the keys that lead to it."""
        if node.value is not None and not value.kind.fits(node):
            yield problem_at(f"{prefix(where)}{value.kind.expected}", node, remedy="")
            return
        wrong = list(value.check(node, where)) if value.check else []
        yield from wrong or _wrong_text(node, value, where)
        yield from _missing(node, value, where)
        for item in node.items() if value.each is not None else ():
            yield from self._violations(item, value.each, where)  # type: ignore[arg-type] # not None
        for name, member in node.members():
            inner = value.inside(name)
            if inner is not None:
                if inner.older and self.older:
                    yield Note(self.older, f"{prefix(where)}{name!r} {inner.older}", member)
                yield from self._violations(member, inner, f"{where}.{name}".lstrip("."))
            elif value.kind is KEYS:
                yield self._unknown(name, member, value, where)

    def _unknown(self, name: str, node: Node, value: Value, where: str) -> Problem | Note:
        hint = nearest(name, value.keys)
        if self.unknown:
            return Note(self.unknown, f"{prefix(where)}the unknown key {name!r} is skipped{hint}", node)
        remedy = value.listed_by or f"use {', '.join(sorted(value.keys))}"
        return problem_at(f"{prefix(where)}unknown key {name!r}{hint}", node, remedy=remedy)


def prefix(where: str) -> str:
    """The beginning of a message about what is under the keys `where`."""
    return f"{where}: " if where else ""


def _wrong_text(node: Node, value: Value, where: str) -> Iterator[Problem]:
    text = text_of(node.value)
    if not text:
        return
    if value.words and text not in value.words:
        hint = nearest(text, value.words)
        yield problem_at(f"{prefix(where)}{text!r} is not one of {', '.join(value.words)}{hint}", node, remedy="")
    if value.form and not value.form.is_valid(text):
        yield problem_at(f"{prefix(where)}{text!r} {value.form.wrong}", node, remedy=value.form.remedy)


def _missing(node: Node, value: Value, where: str) -> Iterator[Problem]:
    for name in value.required:
        member = node.get(name)
        if member is None or member.value in (None, "", [], {}):
            yield problem_at(f"{prefix(where)}{name} is needed", node, remedy="")


class CheckedMapping:
    """Reads a mapping of a config that has been checked. A path of keys leads to the values of mappings in it."""

    def __init__(self, node: Node | None) -> None:
        self._node = node

    def get(self, *path: str) -> Node | None:
        """The node under a path of keys; None if there is none, or no value."""
        node = self._node
        for key in path:
            node = node.get(key) if node is not None else None
        return None if node is None or node.value is None else node

    def text(self, *path: str) -> str:
        """The text; empty if there is none."""
        node = self.get(*path)
        return text_or_empty(node.value) if node is not None else ""

    def flag(self, *path: str) -> bool | None:
        """The truth value; None if there is none."""
        node = self.get(*path)
        return bool_of(node.value) if node is not None else None

    def is_set(self, *path: str) -> bool:
        """Whether the truth value is there, and true."""
        return self.flag(*path) is True

    def number(self, *path: str) -> int:
        """The whole number; 0 if there is none."""
        node = self.get(*path)
        return int(node.value) if node is not None else 0

    def items(self, *path: str) -> list[Node]:
        """The items of a list, or a single value as one."""
        node = self.get(*path)
        if node is None:
            return []
        return list(node.items()) if isinstance(node.value, list) else [node]

    def texts(self, *path: str) -> dict[str, Node]:
        """The texts of a list, or a single text, each with its node."""
        return {text_or_empty(item.value): item for item in self.items(*path)}

    def members(self, *path: str) -> dict[str, Node]:
        """The values of a map by name."""
        node = self.get(*path)
        return dict(node.members()) if node is not None else {}


def _schema(value: Value, *, needed: bool = False) -> Json:
    """The schema of a value. A value that is needed is neither null nor empty."""
    schema: Json = {}
    if value.about or value.older:
        schema["description"] = value.about or f"It {value.older}."
    if value.older:
        schema["deprecated"] = True
    if value.words:
        return {**schema, "enum": [*value.words] if needed else [*value.words, None]}
    schema |= value.kind.schema
    if needed:
        schema["type"] = [name for name in schema["type"] if name != "null"]
        if value.kind in (STRING, TEXT):
            schema["minLength"] = 1
    if value.form and value.form.pattern:
        schema["pattern"] = value.form.pattern
    if value.kind is KEYS:
        members = value.keys.items()
        schema["properties"] = {name: _schema(inner, needed=name in value.required) for name, inner in members}
    if value.required:
        schema["required"] = list(value.required)
    if value.each is not None:
        schema["additionalProperties" if value.kind is MAP else "items"] = _schema(value.each)
    return schema
