"""From a schema to attributes. One path for resource, data source and provider: their roles differ, nothing else.

What stands behind a reference is mapped once for each role (and each set of ignores), and shared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..diagnostics import (
    BAD_TYPE,
    MAP_OF_MAPS,
    MEMBER_RENAMED,
    NAME_COLLISION,
    NO_IDENTIFIER,
    NO_ITEMS,
    NULL_DESCRIPTION,
    PROPERTIES_LOST,
    RECURSION,
    TOO_DEEP,
    TOO_LARGE,
    VALUES_LOST,
    Note,
)
from ..documents import Documents, Node, bool_of, text_of
from ..model import (
    Attribute,
    Body,
    Collection,
    Ignored,
    Nested,
    Object,
    Omission,
    Origin,
    Scalar,
    Status,
    Type,
    attribute_size,
)
from .config import Ignore
from .cycles import Cycles, Key
from .identifiers import to_identifier
from .roles import RELAXED, Role
from .schema import IGNORE_FIX, Schema, Schemas, Unmappable, single
from .values import read_constraints, read_default

MAX_NESTING = 100
"""Levels of nested attributes; what is deeper is left out."""

MAX_ATTRIBUTES = 20_000
"""Attributes that one object may have, nested ones included; a property that makes it more is left out."""

DEPRECATED = "This attribute is deprecated."

Ignores = tuple[tuple[str, Ignore], ...]
"""What is left of each ignored path at some level, and the config entry that it comes from."""

_SCALARS = {kind: Scalar(kind) for kind in ("bool", "int64", "float64", "number", "string")}


@dataclass(frozen=True, slots=True)
class Context:
    """Where in a body the mapping is.

    `stack` are the keys of the references being followed, `depth` the levels of attributes above, and
    `members` says that these are the members of an element type.
    """

    role: Role
    ignores: Ignores = ()
    stack: tuple[Key, ...] = ()
    depth: int = 0
    members: bool = False


class AttributeMapper:
    """Maps schemas to attributes for one API description."""

    def __init__(self, documents: Documents, recursion_depth: int = 0) -> None:
        self.schemas = Schemas(documents)
        self._cycles = Cycles(documents)
        self._recursion_depth = recursion_depth
        self._bodies: dict[tuple[object, ...], Body] = {}
        self._cuts = 0

    def root(self, schema: Schema, node: Node, role: Role, ignores: Ignores) -> Body:
        """The attributes of a root schema, found behind `node`: those of its properties, whatever its type."""
        return self._body(schema, _root_context(schema, node, role, ignores))

    def collection(self, schema: Schema, node: Node, role: Role, ignores: Ignores) -> tuple[Type, tuple[Note, ...]]:
        """The type of a set of what an array schema holds, whatever its format. Raises Unmappable."""
        notes: list[Note] = []
        return self._array(schema, "set", _root_context(schema, node, role, ignores), notes), tuple(notes)

    def attribute(self, name: str, node: Node, required: bool, context: Context) -> Attribute:
        """One attribute from the schema at `node`. Raises Unmappable."""
        schema, context = self._enter(node, context)
        notes = list(schema.notes)
        type_ = (self._element if context.members else self._type)(schema, context, notes)
        kind = type_.mode if isinstance(type_, Nested) else "" if isinstance(type_, Object) else type_.kind
        keywords = schema.node.value
        default = read_default(schema.node, kind, notes)
        role = context.role
        status, reason = role.required if required else role.optional
        if default is not None and role.default_relaxes and status is Status.REQUIRED:
            status, reason = RELAXED
        return Attribute(
            to_identifier(name),
            name,
            type_,
            status,
            reason,
            (Origin(role.label, node, schema.hops),),
            schema.description,
            default,
            read_constraints(schema.node, kind, notes),
            kind == "string" and keywords.get("format") == "password",
            DEPRECATED if bool_of(keywords.get("deprecated")) is True else None,
            tuple(notes),
        )

    def _enter(self, node: Node, context: Context) -> tuple[Schema, Context]:
        """Normalise, and cut where a reference is being followed already."""
        schema = self.schemas.normalise(node)
        if not schema.hops:
            return schema, context
        stack = context.stack
        for hop in schema.hops:
            if stack.count(hop.key) > self._recursion_depth:
                raise Unmappable(RECURSION, f"the schema contains itself: {_path(stack, hop.key)}", node)
            cycle = self._cycles.of(hop)
            if cycle and sum(key in cycle.members for key in stack) >= cycle.levels + self._recursion_depth:
                text = f"{len(cycle.members)} schemas refer to each other in too many ways to write them all out"
                raise Unmappable(RECURSION, f"{text}; cut after {cycle.levels} levels", node)
        stack += tuple(hop.key for hop in schema.hops)
        return schema, replace(context, stack=stack)

    def _body(self, schema: Schema, context: Context) -> Body:
        """The attributes of an object."""
        if not schema.hops:
            return self._map_body(schema, context)
        cycle = self._cycles.of(schema.hops[-1])
        open_cycle = tuple(sorted(key for key in context.stack if key in cycle.members)) if cycle else ()
        key = (schema.node.key, context.role, context.ignores, open_cycle, context.members)
        body = self._bodies.get(key)
        if body is not None:
            return body
        if (body := self._bodies.get((*key, context.depth))) is not None:
            self._cuts += 1
            return body
        cuts = self._cuts
        body = self._map_body(schema, context)
        # what was cut for its depth is right for this depth only
        self._bodies[key if cuts == self._cuts else (*key, context.depth)] = body
        return body

    def _map_body(self, schema: Schema, context: Context) -> Body:
        properties = schema.node.get("properties")
        if properties is None or not isinstance(properties.value, dict) or not properties.value:
            return Body()
        listed = schema.node.value.get("required")
        required = {text_of(entry) for entry in listed} if isinstance(listed, list) else ()
        ignored_here = dict(context.ignores)
        attributes: dict[str, Attribute] = {}
        omitted: list[Omission] = []
        ignored: list[Ignored] = []
        size = 0
        below = replace(context, ignores=(), depth=context.depth + 1)
        for name in sorted(properties.value):
            node = properties.child(name)
            if name in ignored_here:
                ignored.append(Ignored(name, node, ignored_here[name].node))
                continue
            if context.ignores:
                below = replace(below, ignores=_below(context.ignores, name))
            try:
                attribute = self._property(name, node, name in required, below)
            except Unmappable as error:
                omitted.append(Omission(name, error.note))
                continue
            if attribute.name in attributes:
                omitted.append(collision(attribute, attributes[attribute.name]))
            elif size + attribute_size(attribute) > MAX_ATTRIBUTES:
                omitted.append(_too_large(attribute))
            else:
                size += attribute_size(attribute)
                attributes[attribute.name] = _as_member(attribute) if context.members else attribute
        return Body(tuple(attributes.values()), tuple(omitted), tuple(ignored))

    def _property(self, name: str, node: Node, required: bool, context: Context) -> Attribute:
        if not to_identifier(name):
            raise Unmappable(NO_IDENTIFIER, f"the name {name!r} leaves nothing for an identifier", node)
        self._check_depth(context, node)
        return self.attribute(name, node, required, context)

    def _type(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        if schema.type == "array":
            return self._array(schema, _mode(schema), context, notes)
        if schema.type != "object":
            return _scalar(schema)
        if is_map(schema):
            return self._map(schema, context, notes)
        return Nested("single", self._body(schema, context))

    def _array(self, schema: Schema, mode: str, context: Context, notes: list[Note]) -> Type:
        items, context = self._items(schema, context, notes)
        if items.type == "object" and not is_map(items):
            return Nested(mode, self._body(items, context))
        return Collection(mode, self._element(items, context, notes))

    def _map(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        values, context = self._values(schema, context, notes)
        if values.type != "object":
            return Collection("map", self._element(values, context, notes))
        if not is_map(values) or _property_names(values):
            if is_map(values):
                text = f"keys other than {', '.join(_property_names(values))} cannot be given"
                notes.append(Note(VALUES_LOST, text, values.node.child("additionalProperties")))
            return Nested("map", self._body(values, context))
        notes.append(Note(MAP_OF_MAPS, "the values of the map are maps themselves", values.node))
        return Collection("map", self._element(values, context, notes))

    def _element(self, schema: Schema, context: Context, notes: list[Note]) -> Type:
        """The type of an element: as an attribute's, but objects are plain and their members have a type only."""
        context = replace(context, depth=context.depth + 1)
        self._check_depth(context, schema.node)
        if schema.type == "array":
            items, context = self._items(schema, context, notes)
            return Collection(_mode(schema), self._element(items, context, notes))
        if schema.type != "object":
            return _scalar(schema)
        if is_map(schema):
            values, context = self._values(schema, context, notes)
            return Collection("map", self._element(values, context, notes))
        return Object(self._body(schema, replace(context, members=True)))

    def _items(self, schema: Schema, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        node = schema.node.get("items")
        if node is None:
            raise Unmappable(NO_ITEMS, "the array does not say what its items are", schema.node)
        return self._enter_part(single(node, notes), context, notes)

    def _values(self, schema: Schema, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        lost = _property_names(schema)
        if lost:
            text = f"additionalProperties makes it a map; the properties {', '.join(lost)} are left out"
            notes.append(Note(PROPERTIES_LOST, text, schema.node.child("properties")))
        return self._enter_part(single(schema.node.child("additionalProperties"), notes), context, notes)

    def _enter_part(self, node: Node, context: Context, notes: list[Note]) -> tuple[Schema, Context]:
        schema, context = self._enter(node, context)
        notes.extend(note for note in schema.notes if note.rule is not NULL_DESCRIPTION)
        return schema, context

    def _check_depth(self, context: Context, node: Node) -> None:
        if context.depth > MAX_NESTING:
            self._cuts += 1
            raise Unmappable(TOO_DEEP, f"it is nested more than {MAX_NESTING} levels deep", node)


def is_map(schema: Schema) -> bool:
    """Whether an object schema says what its values are (`additionalProperties` with a schema)."""
    keywords = schema.node.value
    return "additionalProperties" in keywords and bool_of(keywords["additionalProperties"]) is None


def collision(attribute: Attribute, first: Attribute) -> Omission:
    """What becomes of an attribute whose identifier is taken."""
    text = f"{attribute.source_name!r} and {first.source_name!r} both become {attribute.name!r}"
    return Omission(attribute.source_name, Note(NAME_COLLISION, text, attribute.origins[0].location, IGNORE_FIX))


def _too_large(attribute: Attribute) -> Omission:
    text = f"with its {attribute_size(attribute) - 1:,} nested attributes the object has more than {MAX_ATTRIBUTES:,}"
    return Omission(attribute.source_name, Note(TOO_LARGE, text, attribute.origins[0].location, IGNORE_FIX))


def _scalar(schema: Schema) -> Scalar:
    match schema.type:
        case "string":
            return _SCALARS["string"]
        case "integer":
            return _SCALARS["int64"]
        case "boolean":
            return _SCALARS["bool"]
        case "number":
            return _SCALARS["float64" if schema.format in ("double", "float") else "number"]
    raise Unmappable(BAD_TYPE, f"{schema.type!r} is not a type that can be mapped", schema.node)


def _as_member(attribute: Attribute) -> Attribute:
    """A member of an element type: note where its name had to change."""
    if attribute.name == attribute.source_name:
        return attribute
    text = f"the member {attribute.source_name!r} is written {attribute.name!r}"
    note = Note(MEMBER_RENAMED, text, attribute.origins[0].location)
    return replace(attribute, notes=(*attribute.notes, note))


def _below(ignores: Ignores, name: str) -> Ignores:
    """The ignores that concern what is inside of the property `name`."""
    prefix = name + "."
    return tuple((path[len(prefix) :], entry) for path, entry in ignores if path.startswith(prefix))


def _root_context(schema: Schema, node: Node, role: Role, ignores: Ignores) -> Context:
    return Context(role, ignores, (node.key, *(hop.key for hop in schema.hops)))


def _mode(schema: Schema) -> str:
    return "set" if schema.format == "set" else "list"


def _property_names(schema: Schema) -> list[str]:
    properties = schema.node.value.get("properties")
    return sorted(properties) if isinstance(properties, dict) else []


def _path(stack: tuple[Key, ...], key: Key) -> str:
    names = [pointer.rsplit("/", 1)[-1] or "(root)" for _, pointer in (*stack[stack.index(key) :], key)]
    return " → ".join(names)
