"""Properties that are left out: because the mapping of a schema does not reach them, or because of their siblings."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from mapper.inputs import Node, text_of
from mapper.model import Attribute, Body, Ignored, Omission, attribute_size
from mapper.report.diagnostic import Note
from mapper.report.fix import Fix, Subject, setting
from mapper.report.rules import NAME_COLLISION

from ..config.additions import is_added
from ..config.paths import plain, quoted
from ..config.schema import Ignore
from ..identifiers import free, letters_lost, to_identifier
from ..rules import LETTERS_LOST, NO_IDENTIFIER, NOT_DESCRIBED, POLICY, TOO_LARGE
from ..schema.find_unmapped import notes_of
from ..schema.keywords import Schema
from ..schema.unmapped import IGNORE_FIX, Leftover, UnmappedKind
from .context import Context


class LeftOut:
    """Adds the leftovers of schemas to bodies. Where a body and a schema are shared, the result is, too."""

    def __init__(self) -> None:
        self._known: dict[tuple[Body, tuple[Leftover, ...], bool], tuple[Body, list[Note]]] = {}

    def added(self, body: Body, schema: Schema, context: Context, notes: list[Note]) -> Body:
        """The body of `schema` with its leftovers; those without a name become `notes`."""
        if not schema.leftovers:
            return body
        if context.ignores or not schema.hops:
            return _with_leftovers(body, schema.leftovers, context, notes)
        key = body, schema.leftovers, _has_choice(context)
        kept = self._known.get(key)
        if kept is None:
            nameless: list[Note] = []
            kept = self._known[key] = _with_leftovers(body, schema.leftovers, context, nameless), nameless
        notes += kept[1]
        return kept[0]


def _with_leftovers(body: Body, leftovers: Sequence[Leftover], context: Context, notes: list[Note]) -> Body:
    """The body with leftovers among the omitted and ignored properties; those without a name become `notes`."""
    omitted, ignored = list(body.omitted), list(body.ignored)
    notes_by_name: dict[str, list[Note]] = {}
    keys: list[Leftover] = []
    has_choice = _has_choice(context)
    ignores = _by_path(context)
    for entry in leftovers:
        if entry.is_merged:
            notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif entry.kind in (UnmappedKind.KEYS, UnmappedKind.KEYWORDS):
            keys.append(entry)
        elif entry.kind is UnmappedKind.REQUIRED:
            if has_choice:  # otherwise required and optional are written alike
                notes_by_name.setdefault(entry.path[0], []).append(entry.note)
        elif (ignore := _first_ignore(entry.name, ignores)) is not None:
            ignored.append(Ignored(entry.name, entry.places[0], ignore.node))
        else:
            omitted.append(Omission(".".join(map(quoted, entry.path)), entry.note))
    notes += notes_of(keys)
    attributes = body.attributes
    if notes_by_name:
        attributes = tuple(a.with_notes(*notes_by_name.get(a.source_name, ())) for a in attributes)
    return replace(body, attributes=attributes, omitted=tuple(omitted), ignored=tuple(ignored))


def _has_choice(context: Context) -> bool:
    """Whether required and optional attributes are written differently."""
    return context.role.required != context.role.optional


_ByPath = dict[str, tuple[int, Ignore]]
"""Ignores by their paths without escapes, with their numbers."""


def _by_path(context: Context) -> _ByPath:
    entries: _ByPath = {}
    for number, (path, entry) in enumerate(context.ignores):
        entries.setdefault(plain(path), (number, entry))
    return entries


def _first_ignore(name: str, ignores: _ByPath) -> Ignore | None:
    """The first ignore for a name or, where it has dots, for one of its beginnings."""
    ends = (*(index for index, character in enumerate(name) if character == "."), len(name))
    matching = [ignores[name[:end]] for end in ends if name[:end] in ignores]
    return min(matching, key=lambda entry: entry[0])[1] if matching else None


_OTHER = re.compile(r"[^0-9A-Za-z]+")
_SIGNS = {"+": "plus", "-": "minus"}

MAX_ATTRIBUTES = 20_000
"""The maximum number of attributes in one object, with nested ones; a property that exceeds it is left out."""


def collision(attribute: Attribute, first: Attribute) -> Omission:
    """The omission of an attribute whose identifier is taken."""
    text = f"{attribute.source_name!r} and {first.source_name!r} both become {attribute.name!r}"
    note = Note(NAME_COLLISION, text, attribute.origins[0].location, settling_fix(attribute))
    return Omission(attribute.source_name, note, attribute)


def settling_fix(attribute: Attribute, first: Attribute | None = None) -> Fix | None:
    """A fix that renames the attribute; None for attributes that the config adds."""
    origin, name = attribute.origins[0], f"another_{attribute.name}"
    if is_added(attribute):
        return None
    if origin.is_parameter and isinstance(origin.location, Node):
        key = str(text_of(origin.location.value.get("name")))
        if first is not None and _parameter_name(first) == key:  # the place makes the key unique
            key = f"{origin.part.of}.{key}"
        return setting("attributes", "aliases", key, value=name)
    return alias_fix(name)


def unnamed(attribute: Attribute, taken: set[str]) -> Omission:
    """The omission of an attribute without an identifier; the fix is an alias, or to ignore an empty name.

    The proposed alias is not in `taken`, and is added to it.
    """
    name = attribute.source_name
    if not name:
        text = "a property has an empty name, so no attribute name can be made of it"
        return Omission(name, Note(NO_IDENTIFIER, text, attribute.origins[0].location, IGNORE_FIX), attribute)
    alias = free(value_name(name), taken)
    taken.add(alias)
    text = f"the name {name!r} leaves nothing for an identifier"
    return Omission(name, Note(NO_IDENTIFIER, text, attribute.origins[0].location, alias_fix(alias)), attribute)


def undescribed(names: Iterable[str], schema: Node) -> Iterator[Omission]:
    """The omissions of properties that are required and that no schema describes."""
    for name in sorted(filter(None, names)):
        text = f"{name} is required, and no schema describes it"
        yield Omission(name, Note(NOT_DESCRIBED, text, schema.child("required")))


def name_notes(name: str, identifier: str, node: Node, policy: str) -> Iterator[Note]:
    """Notes on what becomes of the name of a property."""
    if not name.isascii() and identifier and (lost := letters_lost(name)):
        yield Note(LETTERS_LOST, f"{name!r} loses the letters {lost}", node, alias_fix(identifier))
    if policy != "reference" and identifier != to_identifier(name):
        note = Note(POLICY, f"the name {name!r} is cut into words (policy names)", node)
        yield replace(note, was=to_identifier(name))


def value_name(name: str) -> str:
    """An identifier for a name without letters: `2.4` -> `value_2_4`, `-1` -> `minus_1`."""
    sign = _SIGNS.get(name[:1], "value") if name[1:2].isdigit() else "value"
    return f"{sign}_{_OTHER.sub('_', name).strip('_')}".rstrip("_")


def _parameter_name(attribute: Attribute) -> str | None:
    location = attribute.origins[0].location
    value = location.value if isinstance(location, Node) else None
    return text_of(value.get("name")) if isinstance(value, dict) else None


def alias_fix(name: str) -> Fix:
    """A fix that adds an alias for a property."""
    return setting("attributes", "aliases", Subject.ALIAS, value=name)


def too_many(names: list[str], properties: Node) -> Omission:
    """The omission of the properties of an object that exceed the maximum."""
    first = names[MAX_ATTRIBUTES]
    text = f"of the {len(names):,} properties of one object, those from {first!r} on are left out"
    return Omission(first, Note(TOO_LARGE, text, properties, IGNORE_FIX))


def too_large(attribute: Attribute) -> Omission:
    """The omission of an attribute with too many nested attributes."""
    text = f"with its {attribute_size(attribute) - 1:,} nested attributes the object has more than {MAX_ATTRIBUTES:,}"
    return Omission(attribute.source_name, Note(TOO_LARGE, text, attribute.origins[0].location, IGNORE_FIX))
