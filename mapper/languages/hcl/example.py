"""Example configurations of an entity in Terraform's language, formatted as by `terraform fmt`."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    EntityRef,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Reference,
    Scalar,
    Status,
    Type,
    Union,
    nested_body,
)
from mapper.model.limits import Each, Keys, Limits, Size, Unique, find
from mapper.model.samples.extent import Extent, typical
from mapper.model.samples.schema_values import example_value, least_members
from mapper.model.samples.values import is_allowed, item_name, scalar

from .literals import is_name, key, literal
from .settable import Settable, settable

LEVELS = 4
"""The levels with optional attributes; below, only required ones are written."""

_DEEPEST = 8
"""The deepest level; required attributes below it are not written, either."""

_MOST_LINES = 400
"""The most lines of required attributes, whatever the limit."""

_MOST_ITEMS = 10
_LONGEST_LIST = 80
_TIMEOUTS = "timeouts"
"""The block with the timeouts of operations, or the nested attribute with members for such operations."""

_OPERATIONS = frozenset(("create", "read", "update", "delete", "invoke", "open", "renew", "close"))

Lines = list[str]
Refer = Callable[[Reference, bool], str]
"""The expression for a value of another object, and whether the value is required; empty if it cannot be written."""

LABEL = "main"
"""The name of each object in examples."""


def no_reference(_reference: Reference, _required: bool) -> str:
    """No value is written as a reference."""
    return ""


def referring(ref: EntityRef, mapping: Mapping, type_name: Callable[[str], str] = lambda name: name) -> Refer:
    """Writes values of other resources as expressions. `type_name` makes the type of the resource of its name.

    If the other resource refers back, only required values are, so that the configuration of both is no circle.
    """
    circle = mapping.circles.get(ref, frozenset())

    def refer(target: Reference, required: bool) -> str:
        name = type_name(target.entity.name)
        is_usable = target.provider == mapping.provider and target.entity.name != ref.name
        if not is_usable or (target.entity in circle and not required) or not (is_name(target.path) and is_name(name)):
            return ""
        return f"{name}.{LABEL}.{target.path}"

    return refer


def block(
    head: str,
    body: Body,
    reserved: Container[str] = frozenset(),
    *,
    extent: Extent,
    limit: int = 60,
    nested: str = "",
    refer: Refer = no_reference,
    inside: Settable | None = None,
) -> str:
    """A block that begins with `head` and has the attributes of `body`, as far as `extent` says.

    Optional attributes that do not fit into `limit` lines are left out, nested ones first; comments count
    them, and name secrets that may be set. Attributes at the root with `reserved` names cannot be written. `nested` is
    the name of an inner block that contains everything. `refer` has the expression for a value that is an attribute
    of another object. Examples of the same entity may share `inside`.
    """
    required, optional = settable(body, extent)
    secrets = [a for a in optional if a.sensitive]
    shown = [*required, *(a for a in optional if not a.sensitive)]
    attributes = [a for a in shown if is_name(a.name) and a.name not in reserved]
    lines = _content(
        attributes, _Writing(extent, refer, inside or Settable()), 0 if extent is Extent.MINIMAL else LEVELS, limit
    )
    lines += [f"# {a.name}: a secret, set it from a variable" for a in secrets if is_name(a.name)]
    if nested:
        lines = [f"{nested} {line}" if number == 0 else line for number, line in enumerate(_braced(lines))]
    return f"{head} " + "\n".join(_braced(lines)) + "\n"


def _content(attributes: Sequence[Attribute], writing: "_Writing", levels: int, limit: int) -> Lines:
    """The lines inside of the block: all attributes that fit, then their nested levels, level by level."""
    written: dict[str, Lines] = {}
    used = 0
    for attribute in attributes:
        most = max(limit, _MOST_LINES) if attribute.status is Status.REQUIRED else limit
        if lines := _fitting(attribute, writing, min(levels, 1), most - used):
            written[attribute.name] = lines
            used += len(lines)
    for level in range(2, min(levels, max(map(_depth, attributes), default=0)) + 1):
        for attribute in attributes:
            count = len(written.get(attribute.name, ()))
            if (
                count
                and nested_body(attribute.type)
                and (lines := _fitting(attribute, writing, level, limit - used + count))
            ):
                written[attribute.name] = lines
                used += len(lines) - count
    left = Counter(attribute.status is Status.REQUIRED for attribute in attributes if attribute.name not in written)
    comments = [_left_out(left[kind], kind, bool(written)) for kind in (True, False) if left[kind]]
    shown = [attribute for attribute in attributes if attribute.name in written]
    return _aligned(_entries(shown, lambda attribute: written[attribute.name], str)) + comments


def _depth(attribute: Attribute) -> int:
    """The number of levels of an attribute, its own included, up to LEVELS."""
    body, depth = nested_body(attribute.type), 1
    level = list(body.attributes) if body else []
    while level and depth < LEVELS:
        depth += 1
        level = [inner for outer in level if (body := nested_body(outer.type)) for inner in body.attributes]
    return depth


def _fitting(attribute: Attribute, writing: "_Writing", levels: int, room: int) -> Lines | None:
    """The lines of an attribute's value; None if they do not fit into `room` lines."""
    try:
        lines = _Writer(writing, levels, room, brace=1).attribute(attribute)
    except _NoRoom:
        return None
    return lines if len(lines) <= room else None


class _NoRoom(Exception):
    """More lines are needed than there is room for."""


class _Writing(Struct, frozen=True):
    """What is shown, and the expressions for references."""

    extent: Extent
    refer: Refer
    inside: Settable


class _Writer(Struct):
    """Writes values while there is `room`, in lines, with the optional attributes of the upper `levels`.

    `depth` counts enclosing objects, `index` the items before a value. `brace`: the line that the first object needs
    besides its members and the line of the attribute itself.
    """

    writing: _Writing
    levels: int
    room: int
    brace: int = 0

    def attribute(self, attribute: Attribute, depth: int = 0, index: int = 0) -> Lines:
        self.room -= 1
        if self.room < 0:
            raise _NoRoom
        if isinstance(attribute.type, Nested) and attribute.type.block:
            return self._blocks(attribute.type, attribute, depth, index)
        if attribute.sensitive and is_name(attribute.name):
            return [f"var.{attribute.name}"]
        if referred := self._referred(attribute, depth):
            return [referred]
        sample = example_value(attribute) if index == 0 or attribute.is_json else None
        if attribute.is_json:
            return self._json(attribute.type, sample, attribute.limits)
        if sample is not None:
            return _literals(sample)
        if attribute.default is not None and is_allowed(attribute.default.value, attribute.limits):
            return [literal(attribute.default.value)]
        if isinstance(attribute.type, Nested) and attribute.type.mode is NestingMode.SINGLE:
            names = (inner.name for inner in attribute.type.body.attributes)
            if attribute.name == _TIMEOUTS and _OPERATIONS.issuperset(names):
                return _timeouts(attribute.type.body)
            least = least_members(attribute)
            return self._object(attribute.type.body, False, depth + 1, index, least)
        return self._value(attribute.type, attribute.name, attribute.limits, depth, index)

    def _json(self, type_: Type, sample: Any, limits: Limits) -> Lines:
        """A text of JSON, or a collection of such texts."""
        if not isinstance(type_, Collection):
            lines = _encoded({} if sample is None else sample)
            self.room -= len(lines) - 1
            return lines
        if type_.kind is CollectionKind.MAP:
            if not isinstance(sample, dict):
                return _map([self._json(type_.element, None, ())], _keys(limits, 1))
            items = ((key(name), self._json(type_.element, item, ())) for name, item in sample.items())
            return _braced(_aligned(items))
        listed = sample if isinstance(sample, list) else [None] * max(_count(limits), 1)
        return _list([self._json(type_.element, item, ()) for item in listed])

    def _referred(self, attribute: Attribute, depth: int) -> str:
        """The expression for a value that is another object's; empty if there is none."""
        if attribute.refers_to is None or isinstance(attribute.type, Nested):
            return ""
        named = self.writing.refer(attribute.refers_to, depth == 0 and attribute.status is Status.REQUIRED)
        if not named or not isinstance(attribute.type, Collection):
            return named
        return f"[{named}]" if _count(attribute.limits) == 1 else ""

    def _blocks(self, type_: Nested, attribute: Attribute, depth: int, index: int) -> Lines:
        """Nested blocks, each with its name; a map has a label for each key."""
        if attribute.name == _TIMEOUTS:
            return [f"{_TIMEOUTS} {line}" if number == 0 else line for number, line in enumerate(_timeouts(type_.body))]
        name = attribute.name
        if type_.mode is NestingMode.MAP:
            name += ' "key"'
        blocks: Lines = []
        body = type_.body
        if not all(is_name(inner.name) for inner in body.attributes):  # those of a block have no quotes
            body = replace(body, attributes=tuple(inner for inner in body.attributes if is_name(inner.name)))
        is_single = type_.mode is NestingMode.SINGLE
        least = least_members(attribute) if is_single else 0
        for item in range(1 if is_single else _count(attribute.limits)):
            lines = self._object(body, False, depth + 1, index + item, least)
            label = f'{name[:-1]}{item + 1}"' if item and type_.mode is NestingMode.MAP else name
            blocks += [f"{label} {lines[0]}", *lines[1:]]
        return blocks

    def _value(self, type_: Type, name: str, limits: Limits, depth: int, index: int) -> Lines:
        match type_:
            case Scalar(kind):
                return [literal(scalar(kind, name, limits, index))]
            case Union(options):
                return self._value(options[0], name, limits, depth, index)
            case Object(body):
                return self._object(body, True, depth + 1, index)
            case Nested("single", body):
                return self._object(body, False, depth + 1, index)
            case Nested(kind, body):
                return _items(kind, limits, lambda item: self._object(body, False, depth + 1, index + item))
            case Collection(kind, _) if depth >= _DEEPEST:
                return ["{}" if kind == "map" else "[]"]
            case Collection(kind, element):
                inner = "value" if kind == "map" else item_name(name)
                each = tuple(limit.limit for limit in limits if isinstance(limit, Each))
                return _items(kind, limits, lambda item: self._value(element, inner, each, depth + 1, index + item))

    def _object(self, body: Body, members: bool, depth: int, index: int, least: int = 0) -> Lines:
        """An object with its required members, and with at least as many members as it needs."""
        extent = self.writing.extent
        required, optional = self.writing.inside.of(body, members)
        everything = [*required, *(a for a in optional if not a.sensitive)]
        if depth > _DEEPEST and everything:
            return _braced(["# …"])
        if extent is not Extent.FULL:
            optional = typical(optional, required) if extent is Extent.TYPICAL else []
        shown = [*required, *(a for a in optional if not a.sensitive and depth < self.levels)]
        names = {attribute.name for attribute in shown}
        shown += [attribute for attribute in everything if attribute.name not in names][: max(least - len(shown), 0)]
        if shown and len(shown) + self.brace > self.room:  # each needs at least one line, so they cannot fit
            raise _NoRoom
        self.brace = 0
        lines = _aligned(_entries(shown, lambda attribute: self.attribute(attribute, depth, index)))
        left = len(everything) - len(shown)
        return _braced([*lines, _left_out(left, False, bool(lines))] if left and extent is Extent.FULL else lines)


def _literals(value: Any) -> Lines:
    """A value given by the API: a scalar, or a list or map of scalars."""
    if isinstance(value, dict):
        return _braced(_aligned((key(name), [literal(entry)]) for name, entry in value.items()))
    return _list([[literal(entry)] for entry in value]) if isinstance(value, list) else [literal(value)]


def _encoded(value: Any) -> Lines:
    """The call that makes a text of JSON from a value."""
    lines = _nested_literals(value)
    return [f"jsonencode({lines[0]}", *lines[1:-1], f"{lines[-1]})"] if len(lines) > 1 else [f"jsonencode({lines[0]})"]


def _nested_literals(value: Any) -> Lines:
    if isinstance(value, dict):
        return _braced(_aligned((key(name), _nested_literals(entry)) for name, entry in value.items()))
    if isinstance(value, list):
        return _list([_nested_literals(entry) for entry in value])
    return ["null" if value is None else literal(value)]


def _items(kind: str, limits: Limits, item: Callable[[int], Lines]) -> Lines:
    """A list, set or map with the fewest items allowed, but with one if one is allowed."""
    items = list(map(item, range(_count(limits))))
    if kind == "map":
        return _map(items, _keys(limits, len(items)))
    if kind == "set" or find(limits, Unique):
        items = [lines for index, lines in enumerate(items) if lines not in items[:index]]
    return _list(items)


def _count(limits: Limits) -> int:
    """The fewest items allowed, but one if one is allowed."""
    size = find(limits, Size) or Size(None, None)
    most = _MOST_ITEMS if size.most is None else max(size.most, 0)
    return int(min(max(size.least or 0, 1), most, _MOST_ITEMS))


def _timeouts(body: Body) -> Lines:
    return _braced(_aligned((key(attribute.name), ['"30m"']) for attribute in body.attributes))


def _entries(
    attributes: Iterable[Attribute], written: Callable[[Attribute], Lines], spelled: Callable[[str], str] = key
) -> list[tuple[str, Lines]]:
    """Keys and values, then blocks, whose keys are in their lines. `spelled` writes a key."""
    entries = [(is_block(attribute), attribute, written(attribute)) for attribute in attributes]
    entries.sort(key=lambda entry: entry[0])
    return [("" if block else spelled(attribute.name), lines) for block, attribute, lines in entries]


def is_block(attribute: Attribute) -> bool:
    """Whether a configuration writes an attribute as a block, without an equals sign."""
    return isinstance(attribute.type, Nested) and attribute.type.block


def _keys(limits: Limits, count: int) -> list[str]:
    """So many keys of a map, as limits require them."""
    if named := tuple(limit.limit for limit in limits if isinstance(limit, Keys)):
        return [key(str(scalar("string", "key", named, index))) for index in range(count)]
    return ["key", *(f"key{number}" for number in range(2, count + 1))][:count]


def _map(items: Sequence[Lines], keys: Sequence[str]) -> Lines:
    is_short = [len(item) for item in items] == [1]
    return [f"{{ {keys[0]} = {items[0][0]} }}"] if is_short else _braced(_aligned(list(zip(keys, items, strict=True))))


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
    """Attributes with their values; equals signs of consecutive one-line attributes are aligned.

    Entries without a key are written as they are.
    """
    lines: Lines = []
    for is_single, group in groupby(entries, key=lambda entry: len(entry[1]) == 1 and bool(entry[0])):
        run = list(group)
        width = max(len(name) for name, _ in run) if is_single else 0
        for name, value in run:
            lines += [f"{name:{width}} = {value[0]}", *value[1:]] if name else value
    return lines


def _left_out(count: int, required: bool, more: bool) -> str:
    status = "required" if required else "optional"
    return f"# {'and ' if more else ''}{count:,} {'more ' if more else ''}{status} attribute{'' if count == 1 else 's'}"


def expression(attribute: Attribute) -> str:
    """The value of an attribute on one line, with required members; a comment if it does not fit."""
    try:
        writing = _Writing(Extent.MINIMAL, no_reference, Settable())
        return " ".join(line.strip() for line in _Writer(writing, 0, _MOST_LINES).attribute(attribute))
    except _NoRoom:
        return "null"
