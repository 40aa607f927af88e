"""What the specification may hold, but the reference tool reads otherwise, or breaks the Go that is made of it.

`tfplugingen-framework` writes one package for each entity. In it, every nested attribute is a type, called by its own
name and not by its path, and every attribute a field of the type around it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

from ...budget import Meter
from ...diagnostics import Note
from ...documents import LINE_SEPARATORS, Node
from ...fixes import Fix, Setting, Subject, setting
from ...immutable import dataclass
from ...limits import plain
from ...model import Attribute, Body, Nested
from ..attributes.findings import FINDING, Finding
from ..attributes.omissions import alias_fix
from ..config.additions import is_added
from ..config.reader import is_attribute_path
from ..rules import EMPTY_OBJECT, GO_COLLISION, GO_NAME, GO_TYPES, LINE_SEPARATOR
from ..schema.leftover import IGNORE_FIX, LEFT_OVER

MAX_RENAMES = 10
"""Names that one diagnostic proposes."""

_MAX_SHOWN = 5
_CAPITAL = re.compile(r"\A[a-z]|_[a-z0-9]")
_METHODS = frozenset(
    "AttributeTypes Equal IsNull IsUnknown String ToObjectValue ToTerraformValue Type".split(),
)
"""The methods of a generated value type. A plain attribute called so gets the name of its parent in front."""

_KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var".split()
)
_VARIABLES = frozenset("attr basetypes ctx diags types v".split())
"""What the code around a nested attribute uses, and a variable with its name would hide."""

_Place = tuple[tuple[str, ...], tuple[str, ...], Attribute]
"""The identifiers that lead to an attribute, its source names, and the attribute."""


@dataclass(frozen=True, slots=True)
class _Types:
    """The nested attributes of a body with their Go types, and how many of them map to each Go type name."""

    body: Body
    nested: tuple[tuple[str, Attribute, _Types], ...]
    counts: Counter[str]


class Lint:
    """Looks at the bodies of entities; what is shared is looked at once."""

    def __init__(self, places: Meter) -> None:
        self._in_paths = places
        self._known: dict[tuple[int, str], tuple[Body, tuple[Finding, ...]]] = {}
        self._known_types: dict[int, _Types] = {}

    def of(self, body: Body) -> tuple[Finding, ...]:
        """All that there is to say of the body of an entity."""
        return (*self._inside(body, ""), *self._same_types(body))

    def _inside(self, body: Body, parent: str) -> tuple[Finding, ...]:
        """What concerns single attributes; `parent` is the name of the nested attribute around them, or empty."""
        known = self._known.get((id(body), parent))
        if known is None:
            known = self._known[id(body), parent] = (body, tuple(self._look(body, parent)))
        return known[1]

    def _look(self, body: Body, parent: str) -> Iterator[Finding]:
        fields: dict[str, str] = {}
        for attribute in body.attributes:
            name, type_ = attribute.name, attribute.type
            field = _field(name, parent)
            text = attribute.description
            if (text and not text.isascii()) or attribute.limits or attribute.default:
                for note in _separators(attribute):
                    yield Finding(name, attribute.source_name, note)
            if isinstance(type_, Nested) or field in fields or not _is_exported(field):
                for note in _notes(attribute, field, parent, fields):
                    yield Finding(name, attribute.source_name, note)
            fields.setdefault(field, name)
            if isinstance(type_, Nested):
                inner = self._inside(type_.body, name)
                if inner:
                    names = len(inner) * (FINDING + len(name) + len(attribute.source_name))
                    paths = sum([len(found.path) + len(found.source_path) for found in inner])
                    self._in_paths.add(names + paths, attribute.origins[0].location)
                for found in inner:
                    path, source_path = f"{name}.{found.path}", f"{attribute.source_name}.{found.source_path}"
                    yield Finding(path, source_path, found.note)

    def _same_types(self, body: Body) -> Iterator[Finding]:
        types = self._types(body)
        taken = set(types.counts)
        for type_, count in types.counts.items():
            if count > 1:
                yield _same_type(list(islice(self._places(types, type_), MAX_RENAMES + 1)), count, taken)

    def _types(self, body: Body) -> _Types:
        known = self._known_types.get(id(body))
        if known is None:
            nested = tuple(
                (go_name(attribute.name), attribute, self._types(attribute.type.body))
                for attribute in body.attributes
                if isinstance(attribute.type, Nested)
            )
            counts = Counter(type_ for type_, _, _ in nested)
            for _, _, inner in nested:
                if inner.counts:
                    counts.update(inner.counts)
            known = self._known_types[id(body)] = _Types(body, nested, counts)
        return known

    def _places(self, types: _Types, wanted: str) -> Iterator[_Place]:
        """The nested attributes that want a Go type."""
        for type_, attribute, inner in types.nested:
            if type_ == wanted:
                yield (attribute.name,), (attribute.source_name,), attribute
            if wanted in inner.counts:
                for path, source_path, found in self._places(inner, wanted):
                    yield (attribute.name, *path), (attribute.source_name, *source_path), found


@lru_cache(maxsize=65536)
def go_name(name: str) -> str:
    """`bake_time` -> `BakeTime`, as the Go generator has it."""
    return _CAPITAL.sub(lambda match: match[0].removeprefix("_").upper(), name)


def _field(name: str, parent: str) -> str:
    found = go_name(name)
    return go_name(parent) + found if parent and found in _METHODS else found


def _is_exported(field: str) -> bool:
    return "A" <= field[:1] <= "Z"


def _notes(attribute: Attribute, field: str, parent: str, fields: dict[str, str]) -> Iterator[Note]:
    """What there is to say of an attribute that becomes `field`; `fields` are those of the attributes before it."""
    name, type_, place = attribute.name, attribute.type, attribute.origins[0].location
    if field in fields:
        text = f"{name!r} and {fields[field]!r} beside it both become {field} in Go"
        yield Note(GO_COLLISION, text, place, _rename(attribute, f"another_{name}"))
    if not _is_exported(field):
        digits = name.strip("_")
        other = f"value_{digits}" if digits else "another_name"
        yield Note(GO_NAME, f"{field!r} is no name in Go", place, _rename(attribute, other))
    elif parent and isinstance(type_, Nested) and _hides(name, type_):
        text = f"a nested attribute {name!r} hides a {_what(name)} of the Go code around it"
        yield Note(GO_NAME, text, place, _rename(attribute, f"{parent}_{name}"))
    if isinstance(type_, Nested) and not type_.body.attributes:
        yield _empty(attribute, type_)


def _separators(attribute: Attribute) -> Iterator[Note]:
    """About line breaks of YAML that are in texts in JSON without an escape."""
    places = [origin.location for origin in attribute.origins]
    written = [place for place in places if isinstance(place, Node) and place.document.separators]
    if not written:  # which is so of nearly every document
        return
    values = [plain(limit)[1] for limit in attribute.limits]
    texts = chain.from_iterable(value if isinstance(value, tuple) else [value] for value in values)
    default = attribute.default.value if attribute.default else None
    strings = [text for text in (attribute.description, default, *texts) if isinstance(text, str)]
    characters = {c for c in LINE_SEPARATORS if any(c in text for text in strings)}
    for place in written:
        raw = place.document.separators & characters
        if raw:
            names = ", ".join(f"U+{ord(character):04X}" for character in sorted(raw))
            yield Note(LINE_SEPARATOR, f"its texts have {names} in them, not escaped", place)
            return


def _hides(name: str, type_: Nested) -> bool:
    if go_name(name) in _METHODS:  # of which collections are kept apart by a prefix
        return type_.mode == "single"
    return name in _KEYWORDS or name in _VARIABLES


def _what(name: str) -> str:
    return "method" if go_name(name) in _METHODS else "keyword" if name in _KEYWORDS else "variable"


def _empty(attribute: Attribute, type_: Nested) -> Note:
    words = "map of string" if type_.mode == "single" else f"{type_.mode} of string"
    omitted = [left for left in type_.body.omitted if left.note.rule not in LEFT_OVER]
    if omitted or type_.body.ignored:
        text, fix = "none of the properties of the object is mapped", IGNORE_FIX
    else:
        text = "the API names no property of the object, so that it can hold nothing"
        fix = setting("attributes", "overrides", Subject.PATH, "type", value=words)
    return Note(EMPTY_OBJECT, text, attribute.origins[0].location, None if is_added(attribute) else fix)


def _rename(attribute: Attribute, name: str) -> Fix | None:
    if is_added(attribute) or "." in attribute.source_name:
        return None
    if is_attribute_path(attribute.source_name):
        return setting("attributes", "overrides", Subject.PATH, "name", value=name)
    return None if attribute.origins[0].is_parameter else alias_fix(attribute, name)


def _same_type(places: list[_Place], count: int, taken: set[str]) -> Finding:
    """About all nested attributes of one name, at the second of them: new names for all but the first."""
    (name, *_), (path, source_path, attribute), *_ = (places[0][0][-1:], places[1])
    shown = [".".join(path) for path, _, _ in places[:_MAX_SHOWN]]
    more = ", …" if count > len(shown) else ""
    text = f"{count} nested attributes are called {name!r} ({', '.join(shown)}{more})"
    overrides: list[Setting] = []
    aliases: list[Setting] = []
    for other, source, found in places[1:]:
        if is_added(found) or any("." in name for name in source):
            continue
        if is_attribute_path(".".join(source)):
            keys = ("attributes", "overrides", ".".join(source), "name")
            overrides.append(Setting(keys, _free_name(other, taken)))
        elif not found.origins[0].is_parameter:
            aliases.append(Setting(("attributes", "aliases", f".{'.'.join(source)}"), _free_name(other, taken)))
    fix = Fix((*overrides, *aliases)) if overrides or aliases else None
    return Finding(".".join(path), ".".join(source_path), Note(GO_TYPES, text, attribute.origins[0].location, fix))


def _free_name(path: tuple[str, ...], taken: set[str]) -> str:
    """A name that no type has yet: with as much of the path in front as it takes."""
    longer = ("_".join(path[-length:]) for length in range(2, len(path) + 1))
    numbered = (f"{path[-1]}_{number}" for number in range(2, len(taken) + 3))
    name = next(name for name in chain(longer, numbered) if go_name(name) not in taken)
    taken.add(go_name(name))
    return name
