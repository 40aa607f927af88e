"""The example configuration of an entity: Terraform's language, laid out as `terraform fmt` lays it out."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from mapper.model import (
    Attribute,
    Body,
    Collection,
    Entity,
    EntityKind,
    Nested,
    Object,
    Scalar,
    Status,
    Type,
    nested_body,
)
from mapper.terraform.identifiers import RESERVED_ROOT_NAMES, to_identifier

from ...samples import numbers, patterns
from ...samples.numbers import Limits

LEVELS = 4
"""How deep optional attributes are written; below, only required ones are."""

_DEEPEST = 8
"""Levels below which nothing is written, even what is required."""

_MOST_LINES = 400
"""What is required may take this much, whatever the limit."""

_MOST_ITEMS = 10
_LONGEST_LIST = 80
_LONGEST_TEXT = 100
_OPTIONAL = (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
_RESERVED = {
    EntityKind.PROVIDER: frozenset(("alias", "count", "depends_on", "for_each", "source", "version")),
    EntityKind.RESOURCE: RESERVED_ROOT_NAMES,
    EntityKind.DATA_SOURCE: RESERVED_ROOT_NAMES,
    EntityKind.CUSTOM_RESOURCE: frozenset[str](),
}
_BY_LAST_WORD = {
    "at": "2030-01-01T00:00:00Z",
    "cidr": "192.0.2.0/24",
    "date": "2030-01-01",
    "domain": "example.com",
    "email": "user@example.com",
    "host": "example.com",
    "hostname": "example.com",
    "ip": "192.0.2.1",
    "key": "key",
    "mail": "user@example.com",
    "name": "example",
    "uri": "https://example.com",
    "url": "https://example.com",
    "value": "value",
}
_OFTEN_ASKED_FOR = (
    "example", "Example", "https://example.com", "user@example.com", "192.0.2.1", "192.0.2.0/24", "2030-01-01",
    "2030-01-01T00:00:00Z", "00000000-0000-4000-8000-000000000000", "1.0.0",
)  # fmt: skip
"""Texts that read better than any that is made from a pattern."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_PATH_PARAMETER = re.compile(r"\{([^{}]+)\}")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SURROGATES = range(0xD800, 0xE000)
_BASIC_PLANE = 0x10000

Lines = list[str]


def example(entity: Entity, provider: str, *, full: bool, limit: int = 60) -> str:
    """A configuration of `entity` with what it requires; if `full`, with all that can be set.

    Optional attributes for which there is no room in `limit` lines are left out, nested ones first; comments say so.
    """
    reserved = _RESERVED[entity.kind]
    attributes = [a for a in _settable(entity.body, full) if _IDENTIFIER.match(a.name) and a.name not in reserved]
    return f"{_head(entity, provider)} " + "\n".join(_braced(_content(attributes, LEVELS if full else 0, limit))) + "\n"


def import_hint(entity: Entity, provider: str) -> str | None:
    """The block that imports a resource by the path parameters of its read operation.

    None for what cannot be imported: it has neither an `id` nor all of these parameters.
    """
    name = type_name(entity, provider)
    path = next((operation.path for operation in entity.operations if operation.part == "read"), None)
    if entity.kind is not EntityKind.RESOURCE or path is None or not _IDENTIFIER.match(name):
        return None
    parameters = [to_identifier(parameter) or parameter for parameter in _PATH_PARAMETER.findall(path)]
    names = {attribute.name for attribute in entity.body.attributes}
    if "id" not in names and not (parameters and names.issuperset(parameters)):
        return None
    value = "/".join(f"<{parameter}>" for parameter in parameters or ["id"])
    return f"import {{\n  to = {name}.example\n  id = {quoted(value)}\n}}\n"


def type_name(entity: Entity, provider: str) -> str:
    """The name that a configuration uses: that of the provider in front of a resource's."""
    if entity.kind is EntityKind.PROVIDER or entity.address is not None or entity.name.startswith(f"{provider}_"):
        return entity.name
    return f"{provider}_{entity.name}"


def quoted(text: str) -> str:
    """A string of Terraform's language, on one line."""
    escaped = text if _PLAIN.fullmatch(text) else "".join(map(_escape, text))
    return '"' + escaped.replace("${", "$${").replace("%{", "%%{") + '"'


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if code in _SURROGATES:
        return "\ufffd"
    if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
        return f"\\u{code:04x}" if code < _BASIC_PLANE else f"\\U{code:08x}"
    return character


def _head(entity: Entity, provider: str) -> str:
    name = quoted(type_name(entity, provider))
    match entity.kind:
        case EntityKind.PROVIDER:
            return f"provider {name}"
        case EntityKind.RESOURCE:
            return f'resource {name} "example"'
        case _:
            return f'data {name} "example"'


def _settable(body: Body, optional: bool, members: bool = False) -> list[Attribute]:
    """The required attributes, then the optional ones, by name. All `members` of an element type are required.

    Of those of which exactly one is to be given, the first one is required, and the others are left out.
    """
    chosen, excluded = _choices(body)
    possible = sorted((a for a in body.attributes if a.name not in excluded), key=attrgetter("name"))
    required = [a for a in possible if members or a.status is Status.REQUIRED or a.name in chosen]
    if members or not optional:
        return required
    return required + [a for a in possible if a.status in _OPTIONAL and not a.deprecation and a.name not in chosen]


def _choices(body: Body) -> tuple[set[str], set[str]]:
    """Of the attributes of which exactly one is to be given, those that are, and those that are not."""
    chosen: set[str] = set()
    excluded: set[str] = set()
    for attribute in body.attributes:
        for constraint in attribute.constraints:
            if constraint.keyword == "exactly_one_of" and attribute.status is not Status.COMPUTED:
                others: Any = constraint.value
                (excluded if chosen.intersection(others) else chosen).add(attribute.name)
    return chosen, excluded


def _content(attributes: Sequence[Attribute], levels: int, limit: int) -> Lines:
    """What stands in the block: all attributes if there is room, then level by level what is nested in them."""
    written: dict[str, Lines] = {}
    used = 0
    for attribute in attributes:
        most = max(limit, _MOST_LINES) if attribute.status is Status.REQUIRED else limit
        if lines := _fitting(attribute, min(levels, 1), most - used):
            written[attribute.name] = lines
            used += len(lines)
    for level in range(2, min(levels, max(map(_depth, attributes), default=0)) + 1):
        for attribute in attributes:
            known = len(written.get(attribute.name, ()))
            if known and nested_body(attribute.type) and (lines := _fitting(attribute, level, limit - used + known)):
                written[attribute.name] = lines
                used += len(lines) - known
    left = Counter(attribute.status is Status.REQUIRED for attribute in attributes if attribute.name not in written)
    comments = [_left_out(left[kind], kind, bool(written)) for kind in (True, False) if left[kind]]
    return _aligned(written.items()) + comments


def _depth(attribute: Attribute) -> int:
    """How many levels an attribute has, itself included; no more than are ever written."""
    body, depth = nested_body(attribute.type), 1
    level = list(body.attributes) if body else []
    while level and depth < LEVELS:
        depth += 1
        level = [inner for outer in level if (body := nested_body(outer.type)) for inner in body.attributes]
    return depth


def _fitting(attribute: Attribute, levels: int, room: int) -> Lines | None:
    """The value of an attribute, where there is room for it."""
    try:
        lines = _Writer(levels, room).attribute(attribute)
    except _NoRoom:
        return None
    return lines if len(lines) <= room else None


class _NoRoom(Exception):
    """There are more lines to write than there is room for."""


@dataclass(slots=True)
class _Writer:
    """Writes values while there is `room`, with the optional attributes of the upper `levels`.

    `depth` counts what a value is nested in, `index` the items before it.
    """

    levels: int
    room: int

    def attribute(self, attribute: Attribute, depth: int = 0, index: int = 0) -> Lines:
        self.room -= 1
        if self.room < 0:
            raise _NoRoom
        if attribute.sensitive and _IDENTIFIER.match(attribute.name):
            return [f"var.{attribute.name}"]
        limits = {constraint.keyword: constraint.value for constraint in attribute.constraints}
        if attribute.default is not None and _is_allowed(attribute.default.value, limits):
            return [_literal(attribute.default.value)]
        return self._value(attribute.type, attribute.name, limits, depth, index)

    def _value(self, type_: Type, name: str, limits: Limits, depth: int, index: int) -> Lines:
        match type_:
            case Scalar(kind):
                return [_literal(scalar(kind, name, limits, index))]
            case Object(body):
                return self._object(body, True, depth + 1, index)
            case Nested("single", body):
                return self._object(body, False, depth + 1, index)
            case Nested(kind, body):
                return _items(kind, limits, lambda item: self._object(body, False, depth + 1, index + item))
            case Collection(kind, _) if depth >= _DEEPEST:
                return ["{}" if kind == "map" else "[]"]
            case Collection(kind, element):
                inner = "value" if kind == "map" else _singular(name)
                return _items(kind, limits, lambda item: self._value(element, inner, {}, depth + 1, index + item))

    def _object(self, body: Body, members: bool, depth: int, index: int) -> Lines:
        everything = _settable(body, True, members)
        if depth > _DEEPEST and everything:
            return _braced(["# …"])
        shown = everything if depth < self.levels else _settable(body, False, members)
        lines = _aligned([(_key(a.name), self.attribute(a, depth, index)) for a in shown])
        left = len(everything) - len(shown)
        return _braced([*lines, _left_out(left, False, bool(lines))] if left and self.levels else lines)


def _items(kind: str, limits: Limits, item: Callable[[int], Lines]) -> Lines:
    """A list, set or map with as few items as there may be, but one if there may be one."""
    least, most = limits.get("size", (None, None))
    count = min(max(least or 0, 1), _MOST_ITEMS if most is None else max(most, 0), _MOST_ITEMS)
    items = [item(index) for index in range(count)]
    if kind == "map":
        return _map(items)
    if kind == "set" or "unique" in limits:
        items = [lines for index, lines in enumerate(items) if lines not in items[:index]]
    return _list(items)


def _map(items: Sequence[Lines]) -> Lines:
    if [len(item) for item in items] == [1]:
        return [f"{{ key = {items[0][0]} }}"]
    return _braced(_aligned([(f"key{number}" if number > 1 else "key", item) for number, item in enumerate(items, 1)]))


def _list(items: Sequence[Lines]) -> Lines:
    if all(len(item) == 1 for item in items):
        line = f"[{', '.join(item[0] for item in items)}]"
        if len(items) == 1 or len(line) <= _LONGEST_LIST:
            return [line]
    if len(items) == 1:
        return [f"[{items[0][0]}", *items[0][1:-1], f"{items[0][-1]}]"]
    return ["[", *_indented(line for item in items for line in (*item[:-1], f"{item[-1]},")), "]"]


def _braced(lines: Lines) -> Lines:
    return ["{", *_indented(lines), "}"] if lines else ["{}"]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _aligned(entries: Iterable[tuple[str, Lines]]) -> Lines:
    """Attributes with their values; the equals signs of consecutive ones of a single line stand below each other."""
    lines: Lines = []
    for is_single, group in groupby(entries, key=lambda entry: len(entry[1]) == 1):
        run = list(group)
        width = max(len(key) for key, _ in run) if is_single else 0
        for key, value in run:
            lines += [f"{key:{width}} = {value[0]}", *value[1:]]
    return lines


def _left_out(count: int, required: bool, more: bool) -> str:
    status = "required" if required else "optional"
    return f"# {'and ' if more else ''}{count:,} {'more ' if more else ''}{status} attribute{'' if count == 1 else 's'}"


def _key(name: str) -> str:
    """The key of an object's member; a bare `for` would begin an expression."""
    return name if _IDENTIFIER.match(name) and name != "for" else quoted(name)


def _singular(name: str) -> str:
    """`billing_emails` -> `email`, where that says what the items are; else nothing."""
    word = name.rpartition("_")[2].removesuffix("s")
    return word if word in _BY_LAST_WORD else ""


def _literal(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case float():
            return repr(float(value)).removesuffix(".0") if math.isfinite(value) else "0"
    return quoted(str(value))


def _is_allowed(value: Any, limits: Limits) -> bool:
    """Whether a value is within all limits: some defaults are not, nor are all values of some enums."""
    if value not in limits.get("enum", (value,)):
        return False
    if not isinstance(value, str):
        return numbers.is_within(value, limits)
    expression = patterns.parse(limits.get("pattern", ""))
    return _is_between(len(value), limits.get("length")) and (expression is None or expression.matches(value))


def _is_between(value: float, bounds: tuple[int | None, int | None] | None) -> bool:
    least, most = bounds or (None, None)
    return (least is None or value >= least) and (most is None or value <= most)


def scalar(kind: str, name: str, limits: Limits, index: int) -> object:
    """A value within the limits; another one for each `index`, as long as there are others."""
    if values := limits.get("enum"):
        allowed = [value for value in values if value != "" and _is_allowed(value, limits)] or values
        return allowed[index % len(allowed)]
    if kind == "bool":
        return index % 2 == 0
    if kind == "string":
        least, most = limits.get("length", (None, None))
        longest = _LONGEST_TEXT if most is None else min(max(most, 0), _LONGEST_TEXT)
        return _text(name, limits.get("pattern"), min(max(least or 0, 1), longest), longest, index)
    return numbers.sample(kind, limits, index)


@lru_cache(maxsize=4096)
def _text(name: str, pattern: str | None, least: int, most: int, index: int) -> str:
    """A text of `least` to `most` characters that says what it stands for, and matches the pattern if any can."""
    fallback = f"example-{name.replace('_', '-')}" if name else "example"
    placeholder = _BY_LAST_WORD.get(name.rpartition("_")[2], fallback)
    expression = patterns.parse(pattern) if pattern else None
    if expression is not None:
        readable = (placeholder, placeholder.replace("-", "_"), *_OFTEN_ASKED_FOR)
        for text in chain((_fitted(text, least, most, index) for text in readable), expression.samples(index)):
            if least <= len(text) <= most and expression.matches(text):
                return text
    return _fitted(placeholder, least, most, index)


def _fitted(text: str, least: int, most: int, index: int) -> str:
    """`text`, or what is left of it, within `least` and `most` characters, with a number from the second on."""
    number = f"-{index + 1}" if index else ""
    numbered = text.replace("example", f"example{number}", 1) if "example" in text else text + number
    if len(numbered) > most:
        numbered = "example"[: max(most - len(number), 0)] + number[-most:] if most else ""
    while len(numbered) < least:
        numbered = f"{numbered}-{text}"[:most]
    return numbered
