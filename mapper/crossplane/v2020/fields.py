"""The fields of a resource as the generator of 2020 had them: each on one side, with Terraform's own name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields as dataclass_fields

from ...documents import Node
from ...immutable import dataclass, replace
from ...model import ScalarKind
from ...tfplugin.schema import Block
from ..fields import Dropped, Field, Fields, Many, Shape, Side, Struct
from ..settings import ExternalName, ExternalNameMode, ResourceSettings
from ..texts import Texts
from .names import can_be_field, go_name

_NAMES = tuple(field.name for field in dataclass_fields(Field))


@dataclass(frozen=True, slots=True)
class PlainField(Field):
    """A field of one side. What is nested is where the field around it is."""

    side: Side = Side.FOR

    @property
    def json(self) -> str:
        """The name in a manifest: that of Terraform."""
        return self.name

    @property
    def is_secret(self) -> bool:
        """Never: a sensitive value is a field as any other."""
        return False

    def on(self, side: Side) -> bool:
        """Whether a side has it."""
        return side is self.side


def fields_of(settings: ResourceSettings, texts: Texts, block: Block, node: Node) -> PlainFields:
    """Makes the fields of a resource: they are in `made`, and `dropped` is what no field can be made of."""
    own = replace(settings, external_name=ExternalName(ExternalNameMode.PROVIDER), references={})
    return PlainFields(own, texts, block, node)


class PlainFields(Fields):
    """The fields of a resource, and what no field can be made of. `numbers` are those that the schema has no kind of.

    A block that is there at most once is an object, any other a list, set or map.
    """

    def __init__(self, settings: ResourceSettings, texts: Texts, block: Block, node: Node) -> None:
        super().__init__(replace(settings, embeds=True), texts, embeds=True)
        self.numbers: list[str] = []
        self._floats, self._integers = settings.floats, settings.integers
        found = (field for field in self._block(block, node, "") if field.path != "id")
        self.made = tuple(self._plain(field, _side(field)) for field in found)

    def can_be_secret(self, shape: Shape) -> bool:
        """Any shape: it is a field as any other."""
        return isinstance(shape, ScalarKind | Many | Struct)

    def _distinct(self, fields: Iterator[Field]) -> Iterator[Field]:
        """Fields of Go: of several with one name the first, and none of a name that Go does not take."""
        seen: set[str] = set()
        for field in fields:
            own = go_name(field.name)
            if not can_be_field(field.name):
                self.dropped.append(Dropped(field.path, field.node, "its name makes none in Go"))
            elif own in seen:
                self.dropped.append(Dropped(field.path, field.node, f"another field is called {own} in Go, too"))
            elif _is_any(field.shape):
                self.dropped.append(Dropped(field.path, field.node, "no type of Go takes values of any type"))
            else:
                seen.add(own)
                yield field

    def _plain(self, field: Field, side: Side) -> PlainField:
        given = {name: getattr(field, name) for name in _NAMES}
        given["shape"] = self._shaped(field.shape, field.path, side)
        return PlainField(**given, side=side)

    def _shaped(self, shape: Shape, path: str, side: Side) -> Shape:
        match shape:
            case Struct(fields):
                return Struct(tuple(self._plain(field, side) for field in fields))
            case Many(kind, element):
                return Many(kind, self._shaped(element, path, side))
            case ScalarKind.NUMBER if path not in self._floats:
                if path not in self._integers:
                    self.numbers.append(path)
                return ScalarKind.INT64
        return shape


def _side(field: Field) -> Side:
    return Side.FOR if field.is_block or field.required or field.optional else Side.AT


def _is_any(shape: Shape) -> bool:
    while isinstance(shape, Many):
        shape = shape.element
    return shape is ScalarKind.DYNAMIC
