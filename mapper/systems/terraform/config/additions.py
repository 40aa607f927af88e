"""Reads attributes that the config adds to the API's, declared as in the Provider Code Specification."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node, text_of
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Default,
    EntityKind,
    Fragment,
    Nested,
    NestingMode,
    Object,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.report.diagnostic import Note
from mapper.report.origin import Part, PartKind
from mapper.report.rules import NAME_COLLISION
from mapper.text.suggest import nearest

from .. import kinds
from ..identifiers import is_identifier
from ..rules import ADDED, UNUSED_ADDITION
from .fragments import (
    CUSTOM,
    CUSTOM_TYPE,
    EXTERNAL_TYPE,
    FUNCTIONS,
    KEYWORD,
    OF_OBJECTS,
    entries_of,
    read_default,
    read_entries,
    read_fragment,
    replaces,
)
from .node_reader import Reader, shown
from .paths import STEPS, below, quoted
from .types import BLOCK, COLLECTIONS, OUTSIDE, SCALARS, fits, is_block, why_no_block

CONFIG = Part(PartKind.OTHER, "generator config")
_REASON = Reason("declared-in-config", "declared in the generator config")
_NO_BLOCK = "leave `block: true` out"
_NESTED = {"single_nested": "single", "list_nested": "list", "map_nested": "map", "set_nested": "set"}
_MEMBERS = (*SCALARS, *COLLECTIONS, "object")
_ELEMENTS = tuple(kind for kind in _MEMBERS if kind != "dynamic")  # whose values would not be of one type
ATTRIBUTE_TYPES = (*SCALARS, *COLLECTIONS, "object", *_NESTED)
_FRAGMENTS: dict[str, Any] = {
    "associated_external_type": EXTERNAL_TYPE,
    "custom_type": CUSTOM_TYPE,
    KEYWORD: [CUSTOM],
    "validators": [CUSTOM],
}
_TEXTS = ("description", "deprecation_message")
STATUSES = {"computed_optional_required": tuple(Status), "optional_required": (Status.REQUIRED, Status.OPTIONAL)}
"""The key for the status of an attribute -> its values; the second one is that of the provider."""


POSITIONS = ("after", "before")
"""Keys for the position of an added attribute: the value is the name of its neighbor."""


class AdditionPlace(Struct, frozen=True):
    """The position of an added attribute: `after` or `before` the attribute with this source name or name."""

    word: str
    name: str
    node: Node


class Addition(Struct, frozen=True):
    """An added attribute, and its dotted path of source names with the attribute's own name at the end.

    `place` is its position; without one, it becomes the last attribute.
    """

    path: str
    attribute: Attribute
    node: Node
    place: AdditionPlace | None = None


def read_addition(reader: Reader, node: Node, path: str, kind: EntityKind, where: str) -> Addition | None:
    """Read the attribute at `node`: one key, its type, with the properties of the code spec. None if it is invalid."""
    name = path.rpartition(".")[2]
    if isinstance(node.value, dict) and text_of(node.value.get("name", name)) != name:
        reader.problem(
            node.child("name"), f"{where}: the name is {name!r}, the last part of the path", "leave `name` out"
        )
    attribute = _Additions(reader, kind).attribute(name, node, where)
    return None if attribute is None else Addition(path, attribute, node, _place(reader, node, where))


def _place(reader: Reader, node: Node, where: str) -> AdditionPlace | None:
    places = [(word, member) for word in POSITIONS if (member := node.get(word)) is not None]
    if len(places) > 1:
        reader.problem(node, f"{where}: give after or before, not both")
    for word, member in places:
        name = text_of(member.value)
        if name:
            return AdditionPlace(word, name, member)
        reader.problem(member, f"{where}: {word} must be the name of an attribute, not {shown(member.value)}")
    return None


def apply_additions(body: Body, additions: Iterable[Addition]) -> tuple[Body, tuple[Note, ...]]:
    """The body with the additions, and a note for each whose parent does not exist or whose name is taken."""
    notes: list[Note] = []
    for addition in additions:
        changed = _add(body, addition.path.rpartition(".")[0], addition)
        if isinstance(changed, Note):
            notes.append(changed)
        else:
            body = changed
    return body, tuple(notes)


def _add(body: Body, parent: str, addition: Addition) -> Body | Note:
    added = addition.attribute
    if not parent:
        if any(attribute.name == added.name for attribute in body.attributes):
            text = f"there is an attribute {addition.path!r} already; an override can change it"
            return Note(NAME_COLLISION, text, addition.node)
        return _insert(body, addition)
    for index, attribute in enumerate(body.attributes):
        rest = below(parent, attribute.source_name)
        if rest is not None and isinstance(attribute.type, Nested):
            if not rest and is_block(added) and not attribute.type.block:
                return Note(UNUSED_ADDITION, f"{addition.path!r} can be no block: {OUTSIDE}", addition.node)
            inner = _add(attribute.type.body, rest, addition)
            if isinstance(inner, Note):
                return inner
            changed = replace(attribute, type=replace(attribute.type, body=inner))
            if is_block(changed) and (reason := why_no_block(changed)):
                return Note(
                    UNUSED_ADDITION, f"with {addition.path!r} there is no block any more: {reason}", addition.node
                )
            return replace(body, attributes=(*body.attributes[:index], changed, *body.attributes[index + 1 :]))
    paths = [quoted(a.source_name) for a in body.attributes if isinstance(a.type, Nested)]
    first = STEPS.findall(parent)[0]
    text = f"nothing with nested attributes is at {first!r} of {addition.path!r}{nearest(first, paths)}"
    return Note(UNUSED_ADDITION, text, addition.node)


def _insert(body: Body, addition: Addition) -> Body | Note:
    place, added = addition.place, addition.attribute
    if place is None:
        return replace(body, attributes=(*body.attributes, added))
    for index, attribute in enumerate(body.attributes):
        if place.name in (attribute.source_name, attribute.name):
            at = index + (place.word == "after")
            return replace(body, attributes=(*body.attributes[:at], added, *body.attributes[at:]))
    names = [attribute.source_name for attribute in body.attributes]
    text = f"there is nothing to be {place.word} beside {addition.path!r}: {place.name!r}{nearest(place.name, names)}"
    return Note(UNUSED_ADDITION, text, place.node)


def is_added(attribute: Attribute) -> bool:
    """Whether the config added the attribute; overrides and aliases do not apply to it."""
    return attribute.origins[0].part == CONFIG


def _parts(key: str) -> tuple[str, ...]:
    """The key of the type's components; scalars have none."""
    if key in SCALARS:
        return ()
    if key in COLLECTIONS:
        return ("element_type",)
    return ({"object": "attribute_types", "single_nested": "attributes"}.get(key, "nested_object"),)


def status_key(kind: EntityKind) -> str:
    """The key for the status of an attribute in an entity of `kind`."""
    return "optional_required" if kind is kinds.PROVIDER else "computed_optional_required"


class _Additions(Struct):
    """Reads attributes of the code spec recursively."""

    reader: Reader
    kind: EntityKind

    def attribute(self, name: str, node: Node, where: str) -> Attribute | None:
        before = len(self.reader.problems)
        self._check_name(name, node, where)
        type_entry = self._one_key(node, where, ATTRIBUTE_TYPES, (BLOCK, *POSITIONS))
        attribute = None if type_entry is None else self._attribute(name, *type_entry, where)
        if attribute is not None:
            attribute = self._as_configured(attribute, node, where)
        return attribute if len(self.reader.problems) == before else None

    def _as_configured(self, attribute: Attribute, node: Node, where: str) -> Attribute:
        """The attribute, as a block if the config asks for one; reports a problem if it cannot be a block."""
        block = node.get(BLOCK)
        wants_block = block is not None and self.reader.truth(block, f"{where}: {BLOCK}") is True
        type_ = attribute.type
        inner = type_.body.attributes if isinstance(type_, Nested) and not wants_block else ()
        for nested in filter(is_block, inner):
            self.reader.problem(node, f"{where}: {nested.name} can be no block: {OUTSIDE}", _NO_BLOCK)
        if not wants_block or block is None:
            return attribute
        reason = why_no_block(attribute)
        if not reason and attribute.status is Status.COMPUTED_OPTIONAL:
            reason = "a block is required or optional"
        if reason:
            self.reader.problem(block, f"{where} can be no block: {reason}", _NO_BLOCK)
        return replace(attribute, type=replace(type_, block=True)) if isinstance(type_, Nested) else attribute

    def _one_key(
        self, node: Node, where: str, allowed: tuple[str, ...], other_keys: tuple[str, ...] = POSITIONS
    ) -> tuple[str, Node] | None:
        others = ("name", *other_keys)
        keys = [key for key in node.value if key not in others] if isinstance(node.value, dict) else []
        if len(keys) != 1 or keys[0] not in allowed:
            hint = nearest(keys[0], allowed) if len(keys) == 1 else ""
            self.reader.problem(node, f"{where} must have one key, its type ({', '.join(allowed)}){hint}")
            return None
        return keys[0], node.child(keys[0])

    def _attribute(self, name: str, key: str, node: Node, where: str) -> Attribute | None:
        where, status = f"{where}: {key}", status_key(self.kind)
        if not isinstance(node.value, dict):
            self.reader.problem(node, f"{where} must be a mapping with {status}")
            return None
        self._check(node, where, (status, "sensitive", *_TEXTS, *self._fragment_keys, *self._own_keys(key)))
        status_node = node.get(status)
        if status_node is None:
            self.reader.problem(node, f"{where}: {status} is needed ({', '.join(STATUSES[status])})")
            return None
        word = self.reader.choice(status_node, f"{where}: {status}", STATUSES[status])
        type_ = self._type(key, node, where)
        if word is None or type_ is None:
            return None
        fragments = [*self._fragments(node, where), *self._nested_fragments(node, where)]
        default = self._default(key, node, fragments, where)
        has_default = default is not None or any(part.keyword == "default" for part in fragments)
        if has_default and word in (Status.REQUIRED, Status.OPTIONAL):
            text = f"{where}: with a default it must be computed_optional or computed, not {word}"
            self.reader.problem(node.child("default"), text)
        sensitive = node.get("sensitive")
        modifiers = entries_of(next((part for part in fragments if part.keyword == KEYWORD), None))
        return Attribute(
            name,
            name,
            type_,
            Status(word),
            _REASON,
            (Origin(CONFIG, node),),
            self.reader.text(node, "description", where),
            default=default,
            limits=(),
            sensitive=sensitive is not None and self.reader.truth(sensitive, f"{where}: sensitive") is True,
            deprecation=self.reader.text(node, "deprecation_message", where),
            notes=(Note(ADDED, "the API has no such attribute", node),),
            replaces=any(map(replaces, modifiers)),
            fragments=tuple(fragments),
        )

    @property
    def _fragment_keys(self) -> list[str]:
        return [key for key in _FRAGMENTS if key != KEYWORD or self.kind is kinds.RESOURCE]

    def _own_keys(self, key: str) -> tuple[str, ...]:
        default = ("default",) if self.kind is kinds.RESOURCE else ()
        return (*_parts(key), *default)

    def _check(self, node: Node, where: str, allowed: Iterable[str]) -> None:
        allowed = tuple(allowed)
        for key in node.value or ():
            if key not in allowed:
                self.reader.problem(
                    node.child(key), f"{where}: unknown key {key!r}{nearest(key, allowed)}", f"use {', '.join(allowed)}"
                )

    def _fragments(self, node: Node, where: str, prefix: str = "") -> list[Fragment]:
        fragments = []
        for key in self._fragment_keys:
            member = node.get(key)
            value = None if member is None else self._fragment(key, member, f"{where}: {key}")
            if member is not None and value is not None:
                fragments.append(Fragment(prefix + key, value, member))
        return fragments

    def _fragment(self, key: str, node: Node, where: str) -> Any:
        if key == KEYWORD:
            return read_entries(self.reader, node, where, FUNCTIONS)
        return read_fragment(self.reader, node, where, _FRAGMENTS[key])

    def _nested_fragments(self, node: Node, where: str) -> list[Fragment]:
        inner = node.get("nested_object")
        if inner is None or not self.reader.is_mapping(inner, f"{where}: nested_object") or inner.value is None:
            return []
        self._check(inner, f"{where}: nested_object", ("attributes", *self._fragment_keys))
        return self._fragments(inner, f"{where}: nested_object", OF_OBJECTS)

    def _default(self, key: str, node: Node, fragments: list[Fragment], where: str) -> Default | None:
        member = node.get("default") if self.kind is kinds.RESOURCE else None
        default = None if member is None else read_default(self.reader, member, f"{where}: default")
        if member is None or default is None:
            return None
        if not isinstance(default, Default):
            fragments.append(Fragment("default", default, member))
        elif fits(key, default.value):
            return default
        else:
            self.reader.problem(
                member, f"{where}: default: {default.value!r} is not a static default for {key}", "write `custom: …`"
            )
        return None

    def _type(self, key: str, node: Node, where: str) -> Type | None:
        if key in SCALARS:
            return Scalar(ScalarKind(key))
        if key in COLLECTIONS:
            element = self._element(node, where)
            return None if element is None else Collection(CollectionKind(key), element)
        if key == "object":
            return self._object(node, where)
        inner = node if key == "single_nested" else node.get("nested_object")
        listed = inner.get("attributes") if inner is not None else None
        attributes = self._read_list(listed, where, self.attribute) if listed is not None else ()
        return Nested(NestingMode(_NESTED[key]), Body(attributes))

    def _element(self, node: Node, where: str) -> Type | None:
        member = node.get("element_type")
        if member is None:
            self.reader.problem(node, f"{where}: element_type is needed (such as {{string: {{}}}})")
            return None
        return self._plain(member, f"{where}: element_type", _ELEMENTS)

    def _plain(self, node: Node, where: str, allowed: tuple[str, ...]) -> Type | None:
        """A type without a status: of an element, or of a member of an object."""
        type_entry = self._one_key(node, where, allowed)
        if type_entry is None:
            return None
        key, member = type_entry
        where = f"{where}: {key}"
        if not self.reader.is_mapping(member, where):
            return None
        self._check(member, where, _parts(key))
        return self._type(key, member, where)

    def _object(self, node: Node, where: str) -> Object | None:
        listed = node.get("attribute_types")
        if listed is None or listed.value == []:
            self.reader.problem(node, f"{where}: attribute_types is needed, with one at least")
            return None
        return Object(Body(self._read_list(listed, where, self._member)))

    def _check_name(self, name: str, node: Node, where: str) -> None:
        if not is_identifier(name):
            text = f"{where}: {name!r} is not an identifier"
            self.reader.problem(node, text, "write lower-case letters, digits and underscores")

    def _member(self, name: str, node: Node, where: str) -> Attribute | None:
        self._check_name(name, node, where)
        type_ = self._plain(node, where, _MEMBERS)
        if type_ is None:
            return None
        return Attribute(name, name, type_, Status.OPTIONAL, _REASON, (Origin(CONFIG, node),))

    def _read_list(
        self, node: Node, where: str, read: Callable[[str, Node, str], Attribute | None]
    ) -> tuple[Attribute, ...]:
        """The attributes of a list, whose entries have a name and a type."""
        if not isinstance(node.value, list):
            self.reader.problem(node, f"{where} must have a list of attributes, not {shown(node.value)}")
            return ()
        by_name = {}
        for item in node.items():
            name = text_of(item.value.get("name")) if isinstance(item.value, dict) else None
            if not name:
                self.reader.problem(item, f"{where}: a name is needed")
            elif name in by_name:
                self.reader.problem(item, f"{where}: {name!r} is there twice", "remove one")
            else:
                by_name[name] = read(name, item, f"{where}: {name}")
        return tuple(attribute for attribute in by_name.values() if attribute is not None)
