"""Converts the blocks of a schema to bodies: attributes, then blocks, in the order of the document."""

from collections.abc import Collection, Iterator
from collections.abc import Mapping as Dict

from msgspec import Struct

from mapper.inputs import Node, escape_token
from mapper.languages.tfplugin.schema import Attribute as SchemaAttribute
from mapper.languages.tfplugin.schema import Block, NestedBlock, NestedType, Nesting, TextKind
from mapper.model import Attribute, Body, Nested, Omission, Origin, Status, Type
from mapper.model.limits import Limits, Size
from mapper.report.budget import Meter
from mapper.report.diagnostic import Note, Rule
from mapper.report.origin import Part, PartKind

from . import rules
from .descriptions import deprecation_of, unusual
from .statuses import BLOCKS, status_of
from .types import MODES, model_type

PART = Part(PartKind.OTHER, "provider schema")
"""The part of all origins."""

_ODD = {
    "no-status": (rules.NO_STATUS, "it is neither required, optional nor computed"),
    "required-optional": (rules.SEVERAL_STATUSES, "it is required, and optional"),
    "required-computed": (rules.SEVERAL_STATUSES, "it is required, and computed"),
    "required-all": (rules.SEVERAL_STATUSES, "it is required, and optional and computed"),
}
_ONE = (Nesting.SINGLE, Nesting.GROUP)
"""The nesting of blocks that occur at most once."""


class Found(Struct, frozen=True):
    """A note, and the dotted path of the attribute that it is about."""

    path: str
    note: Note


class Bodies:
    """Makes the bodies of one entity, and collects notes about it.

    `usual` is the markup of most of its texts; no argument at its root can have one of the `reserved` names. `places`
    counts the characters of all places: a long name is repeated in the place of each nested attribute.
    """

    def __init__(self, usual: TextKind | None, places: Meter, reserved: frozenset[str] = frozenset()) -> None:
        self.found: list[Found] = []
        self._places = places
        self._usual = usual
        self._reserved = reserved

    def block(self, block: Block, node: Node, prefix: str = "") -> Body:
        """The body of a block at `node`; `prefix` is the path of its parent, with a final dot. Raises OverBudget."""
        attributes = self._attributes(block.attributes, _inner(node, "attributes"), prefix)
        if not block.block_types:
            return Body(tuple(attributes))
        blocks, omitted = [], []
        inside = _inner(node, "block_types")
        self._count(block.block_types, inside, prefix)
        for name, nested in block.block_types.items():
            place = _named(inside, name)
            if name in block.attributes:
                text = f"{name} is an attribute and a block"
                omitted.append(Omission(name, self._note(rules.ATTRIBUTE_AND_BLOCK, prefix + name, text, place)))
            else:
                blocks.append(self._block(name, nested, place, prefix))
        return Body((*attributes, *blocks), tuple(omitted))

    def _attributes(self, attributes: Dict[str, SchemaAttribute], node: Node, prefix: str) -> Iterator[Attribute]:
        self._count(attributes, node, prefix)
        for name, attribute in attributes.items():
            yield self._attribute(name, attribute, _named(node, name), prefix)

    def _count(self, names: Collection[str], node: Node, prefix: str) -> None:
        self._places.add(len(names) * (len(node.pointer) + len(prefix)) + sum(map(len, names)), node)

    def _attribute(self, name: str, attribute: SchemaAttribute, node: Node, prefix: str) -> Attribute:
        status, reason = status_of(name, attribute, prefix)
        if reason.code in _ODD:
            rule, text = _ODD[reason.code]
            self._note(rule, prefix + name, text, node)
        if not prefix and name in self._reserved:
            self._reserve(name, node)
        return Attribute(
            name,
            name,
            self._type(attribute.type, node, f"{prefix}{name}.")
            if isinstance(attribute.type, NestedType)
            else model_type(attribute.type),
            status,
            reason,
            (Origin(PART, node),),
            description=attribute.description or None,
            sensitive=attribute.sensitive,
            deprecation=deprecation_of(attribute),
            write_only=attribute.write_only,
            fragments=unusual(attribute, self._usual, node),
        )

    def _type(self, nested: NestedType, node: Node, prefix: str) -> Type:
        inside = _inner(node, "nested_type")
        attributes = self._attributes(nested.attributes, _inner(inside, "attributes"), prefix)
        return Nested(MODES[nested.nesting], Body(tuple(attributes)))

    def _block(self, name: str, nested: NestedBlock, node: Node, prefix: str) -> Attribute:
        if not prefix and name in self._reserved:
            self._reserve(name, node)
        block = nested.block
        body = self.block(block, _inner(node, "block"), f"{prefix}{name}.")
        status = block_status(nested, body)
        return Attribute(
            name,
            name,
            Nested(MODES[nested.nesting], body, block=True),
            status,
            BLOCKS[nested.nesting is Nesting.GROUP, status],
            (Origin(PART, node),),
            description=block.description or None,
            limits=_limits(nested, status),
            deprecation=deprecation_of(block),
            fragments=unusual(block, self._usual, node),
        )

    def _reserve(self, name: str, node: Node) -> None:
        self._note(rules.RESERVED_ARGUMENT, name, f"{name!r} means something else to Terraform here", node)

    def _note(self, rule: Rule, path: str, text: str, node: Node) -> Note:
        note = Note(rule, text, node)
        self.found.append(Found(path, note))
        return note


def block_status(nested: NestedBlock, body: Body) -> Status:
    """The status of a block, which no schema contains: an optional block with only computed attributes is computed."""
    if nested.min_items:
        return Status.REQUIRED
    inside = body.attributes
    is_read = not nested.max_items and bool(inside) and all(inner.status is Status.COMPUTED for inner in inside)
    return Status.COMPUTED if is_read else Status.OPTIONAL


def counts_of(nesting: Nesting, status: Status, size: Size | None) -> tuple[int, int]:
    """The least and greatest number of a block's items, from its status and a limit."""
    if nesting in _ONE:
        usual = (1, 1) if status is Status.REQUIRED else (0, 0)
        return usual if size is None else (int(size.least or 0), int(size.most or 0))
    least = 1 if status is Status.REQUIRED else 0
    return (least, 0) if size is None else (int(size.least or least), int(size.most or 0))


def _limits(nested: NestedBlock, status: Status) -> Limits:
    """The limits on the number of items beyond those that follow from the status."""
    least, most = nested.min_items, nested.max_items
    if (least, most) == counts_of(nested.nesting, status, None):
        return ()
    return (Size(least or None, most or None),)


def _inner(node: Node, key: str) -> Node:
    """The member of an object; an empty object if there is none."""
    value = node.value.get(key) if isinstance(node.value, dict) else None
    return Node(node.document, f"{node.pointer}/{key}", value if value is not None else {})


def _named(node: Node, name: str) -> Node:
    return Node(node.document, f"{node.pointer}/{escape_token(name)}", node.value[name])
