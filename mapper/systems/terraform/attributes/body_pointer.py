"""Unwraps envelopes: the part of a body that the config chooses, such as `/data` of `{data: {…}}`.

The pointer refers to values. Their schemas are found like schemas of attributes: references are followed, compositions
normalised. If a value is a choice, the pointer `/card` selects the branch with this name.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node, escape_token
from mapper.inputs.document import merged_node
from mapper.model import Ignored
from mapper.report.diagnostic import Note
from mapper.report.fix import Fix, Setting
from mapper.report.origin import PartKind
from mapper.text.suggest import nearest

from .. import kinds
from ..config.config import EntityConfig, ProviderConfig
from ..openapi.operations import BodySchema
from ..openapi.parameters import BodyNotFound
from ..openapi.roles import Role
from ..rules import BODY_CHOSEN
from ..schema.choice import branch_name
from ..schema.keywords import Schema, Unmappable, single
from ..schema.normalise import Schemas

WHOLE = "value"
"""The name that is proposed for the attribute that a whole body becomes."""

_BODIES = {PartKind.REQUEST_BODY: "request", PartKind.RESPONSE: "response"}
_INDEX = re.compile(r"(?:0|[1-9][0-9]*)\Z")


class Unwrapped(Struct, frozen=True):
    """The chosen part of a body: its schema and node.

    `source` is the whole body. `via` are the targets of the references along the pointer, `ignored` the properties next
    to it. `pointer` is where values have it: without the names of branches. `note` explains a difference from the
    reference tool.
    """

    schema: Schema
    node: Node
    source: BodySchema
    via: tuple[Node, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    note: Note | None = None
    pointer: str = ""


def unwrap(schemas: Schemas, source: BodySchema, what: str) -> Unwrapped:
    """The part of the body `what` that `source.choice` selects.

    Raises Unmappable for a schema along the pointer that cannot be used, and BodyNotFound if the pointer does not
    exist.
    """
    node, choice = source.node, source.choice
    if choice is None:
        return Unwrapped(schemas.unmapped.without(schemas.normalise(node), source.others), node, source)
    via = [*source.via]
    ignored: list[Ignored] = []
    passed: list[str] = []
    members: list[str] = []
    for token in choice.tokens:
        place = _Place(schemas, node)
        member = place.step(token)
        if member is None:
            text = f"the pointer {choice.pointer!r} does not exist in the {what}: {place.missing(token, passed)}"
            raise BodyNotFound(text, choice.at("pointer"))
        ignored += place.ignored_siblings(member, passed, choice.at("pointer"))
        node = member
        via += place.hops
        passed.append(token)
        if place.has_member(token):
            members.append(f"/{escape_token(token)}")
    note = None
    if choice.attribute:
        node = _as_member(node, choice.attribute, required=not source.code)
        text = f"the config makes an attribute of {choice.pointer or 'the whole'} of the {what}"
        note = Note(BODY_CHOSEN, text, choice.node)
    schema = schemas.normalise(node)
    via += schema.hops
    if note is None and (source.differs or passed):
        part = f"{choice.pointer} of the {what}" if passed else f"the {what}"
        text = f"the config chooses {part}{f' ({source.media_type})' if choice.media_type else ''}"
        note = Note(BODY_CHOSEN, text, choice.node)
    return Unwrapped(schema, node, source, tuple(via), tuple(ignored), note, "".join(members))


class Sibling(Struct, frozen=True):
    """A property of a body next to the part that the config chooses, with the tokens of its pointer."""

    tokens: tuple[str, ...]
    node: Node
    is_required: bool

    @property
    def pointer(self) -> str:
        """The JSON pointer of the property in the body."""
        return "".join(f"/{escape_token(token)}" for token in self.tokens)


def siblings_of(schemas: Schemas, source: BodySchema) -> Iterator[Sibling]:
    """The properties of a body outside of its chosen part, for a pointer that exists. Raises Unmappable."""
    node, passed = source.node, tuple[str, ...]()
    for token in source.choice.tokens if source.choice else ():
        place = _Place(schemas, node)
        for name, member, is_required in place.properties():
            if name != token:
                yield Sibling((*passed, name), member, is_required)
        part = place.step(token)
        if part is None:
            return
        node, passed = part, (*passed, token)


def ignored_members(schemas: Schemas, ignored: Iterable[Ignored], pointer: Sequence[str]) -> Iterator[Sibling]:
    """The properties of a body that the config ignores, and what is in them, the first one of each name.

    A thousand ignored properties may have one schema of a thousand members.
    """
    named = set[str]()
    for each in ignored:
        if not isinstance(each.location, Node):
            continue
        tokens = (*pointer, each.source_name)
        if each.source_name not in named:
            named.add(each.source_name)
            yield Sibling(tokens, each.location, False)
        try:
            place = _Place(schemas, each.location)
        except Unmappable:
            continue
        for name, member, _ in place.properties(without=named):
            yield Sibling((*tokens, name), member, False)
            named.add(name)


def _as_member(node: Node, name: str, *, required: bool) -> Node:
    """An object whose only property is what is at `node`."""
    members = {
        "type": Node(node.document, node.pointer, "object"),
        "properties": merged_node(node, {name: node}),
        "required": Node(node.document, node.pointer, [name] if required else []),
    }
    return replace(merged_node(node, members), name=repr(("member", node.key, name, required)))


def selectable(schemas: Schemas, source: BodySchema) -> tuple[str, ...]:
    """The names of branches that a pointer can select in a body; none behind a schema that cannot be mapped."""
    node = source.node
    for token in source.choice.tokens if source.choice else ():
        try:
            part = _Place(schemas, node).step(token)
        except Unmappable:
            return ()
        if part is None:
            return ()
        node = part
    return tuple(schemas.selectable(node))


def advice(config: EntityConfig | ProviderConfig, role: Role, source: BodySchema, tokens: Sequence[str]) -> str | None:
    """Advice on pointers that select one of several parts of a body; None if no config can choose.

    It is no fix to apply automatically: only the user knows which part is meant.
    """
    body = _BODIES.get(role.part.kind)
    if body is None:
        return None
    pointers = [_pointer(source, token) for token in tokens]
    section = f"{kinds.SECTIONS[config.kind]}.{config.name}"
    return f"{role.part.of}: {{{body}: {{pointer: {pointers[0]}}}}}  # in {section}, or {_some(pointers[1:])}"


def part_of(role: Role, source: BodySchema, token: str) -> Fix | None:
    """What selects the only part of a body that there is; None where no config can choose."""
    return _body(role, "pointer", _pointer(source, token))


def whole(config: EntityConfig | ProviderConfig, role: Role) -> Fix | None:
    """What makes one attribute of a body; a response that the API does not describe can do without."""
    if role.part.kind is not PartKind.REQUEST_BODY:
        return without(config, role)
    fix = _body(role, "attribute", WHOLE)
    return fix and replace(fix, instead=without(config, role))


def without(config: EntityConfig | ProviderConfig, role: Role) -> Fix | None:
    """What ignores a body; None where no config can, or nothing would be left."""
    if config.kind is kinds.DATA_SOURCE:
        return None
    return _body(role, "ignore", True)


def _body(role: Role, key: str, value: str | bool) -> Fix | None:
    """One setting for the body that plays a role."""
    body = _BODIES.get(role.part.kind)
    if body is None:
        return None
    return Fix((Setting((str(role.part.of), body, key), value),), levels=1)


def _pointer(source: BodySchema, token: str) -> str:
    return f"{source.choice.pointer if source.choice else ''}/{escape_token(token)}"


class _Place:
    """A position of a pointer: a value, or a choice between several."""

    def __init__(self, schemas: Schemas, node: Node) -> None:
        """Raises Unmappable for a schema that is neither."""
        self._branches = schemas.selectable(node)
        self._schema: Schema | None = None
        try:
            self._schema = schemas.normalise(node)
        except Unmappable:
            if not self._branches:
                raise
        self._written = schemas.behind(node) if self._schema is None else self._schema.node
        self.hops = schemas.hops(node) if self._schema is None else self._schema.hops

    def step(self, token: str) -> Node | None:
        """The schema of the member or item `token`, or of the branch with this name; None if there is none."""
        return self._member(token) or self._branches.get(token) or self._branches.get(branch_name(token))

    def has_member(self, token: str) -> bool:
        """Whether values have `token`, which is no name of a branch."""
        return self._member(token) is not None

    def _member(self, token: str) -> Node | None:
        return None if self._schema is None else _step(self._schema, token)

    def properties(self, without: Container[str] = ()) -> Iterator[tuple[str, Node, bool]]:
        """The properties of the value but for some, and whether each is required."""
        node = None if self._schema is None else self._schema.node
        properties = None if node is None else node.get("properties")
        if node is None or properties is None:
            return
        listed = node.value.get("required")
        required = {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else ()
        for name in properties.value if isinstance(properties.value, dict) else ():
            if name not in without:
                yield name, properties.child(name), name in required

    def missing(self, token: str, passed: list[str]) -> str:
        """Why there is no `token`, in words."""
        where = f"/{'/'.join(passed)}" if passed else "it"
        names = [] if self._schema is None else _names(self._schema)
        if self._branches and not names:
            named = nearest(token, self._branches)
            return f"{where} is a choice between {_some(list(self._branches))}{named}"
        return _missing(self._schema, token, where) if self._schema else ""

    def ignored_siblings(self, chosen: Node, passed: list[str], rule: Node) -> list[Ignored]:
        """The properties and branches next to `chosen`."""
        members = dict(self._branches)
        if self._schema is None or self._schema.type != "array":
            properties = self._written.get("properties")
            members |= dict(properties.members()) if properties is not None else {}
        return [
            Ignored(".".join([*passed, name]), node, rule) for name, node in members.items() if node.key != chosen.key
        ]


def _step(schema: Schema, token: str) -> Node | None:
    """The schema of the member or item `token`; None if there is none."""
    if schema.type == "array":
        items = schema.node.get("items")
        return single(items, []) if items is not None and _INDEX.match(token) else None
    properties = schema.node.get("properties")
    if properties is not None and (member := properties.get(token)) is not None:
        return member
    values = schema.node.get("additionalProperties")
    return values if values is not None and isinstance(values.value, dict) else None


def _names(schema: Schema) -> list[str]:
    properties = schema.node.get("properties")
    return [name for name, _ in properties.members()] if properties is not None else []


def _missing(schema: Schema, token: str, where: str) -> str:
    if schema.type == "array":
        return f"{where} is a list, and {token!r} is not an index"
    if not _names(schema):
        return f"{where} is {schema.type if schema.type != 'object' else 'an object'} without properties"
    return f"{where} has no property {token!r}{nearest(token, _names(schema)) or f'; it has {_some(_names(schema))}'}"


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:8])
    return shown if len(names) <= 8 else f"{shown} …"  # noqa: PLR2004 - what fits on a line
