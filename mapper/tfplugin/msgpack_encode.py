"""Encodes Terraform's values as MessagePack, byte for byte as go-cty does. Needs the library msgpack."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import msgpack

from .cty_types import MAX_DEPTH, CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType, type_bytes
from .errors import CtyError
from .numbers import wire_number
from .paths import AttributeStep, IndexStep, KeyStep, Step
from .value_messages import can_be_known, differences, found, is_number, needed
from .values import Dynamic, NumberBound, Unknown, Value

UNKNOWN_CODE = 0
"""The extension type of an unknown value; its one byte has no meaning."""

REFINED_CODE = 12
"""The extension type of an unknown value with refinements: a map of `Refinement` to its value."""


class Refinement(IntEnum):
    """The refinements of an unknown value, in the order in which they are written."""

    NULL = 1
    PREFIX = 2
    LEAST = 3
    MOST = 4
    MIN_LENGTH = 5
    MAX_LENGTH = 6


def encode(value: Value, cty_type: CtyType) -> bytes:
    """The bytes of a value of a type.

    The attributes of objects are written in the order of their names. The entries of maps and the elements of sets keep
    the order in the value: providers made with terraform-plugin-go send maps in any order, and what they sent is
    encoded to the same bytes again.

    Raises CtyError if the value does not fit the type; nothing is converted.
    """
    encoder = _Encoder()
    encoder.write(value, cty_type)
    return bytes(encoder.packer.bytes())


class _Encoder:
    """Writes values one after another, and tracks the path."""

    def __init__(self) -> None:
        self.packer = msgpack.Packer(autoreset=False)
        self.path: list[Step] = []
        self.depth = 0

    def wrong(self, message: str) -> CtyError:
        return CtyError(message, tuple(self.path))

    def write(self, value: Value, cty_type: CtyType) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.wrong(f"nested more than {MAX_DEPTH} levels deep")
        match value:
            case None:
                self.packer.pack(None)
            case Unknown():
                self._unknown(value, cty_type)
            case list():
                self._list(value, cty_type)
            case dict():
                self._dict(value, cty_type)
            case Dynamic(own_type, inner) if cty_type is Primitive.DYNAMIC and own_type is not Primitive.DYNAMIC:
                self.packer.pack_array_header(2)
                self._type(own_type)
                self.write(inner, own_type)
            case _:
                self._scalar(value, cty_type)
        self.depth -= 1

    def _scalar(self, value: Value, cty_type: CtyType) -> None:
        if isinstance(value, str) and cty_type is Primitive.STRING:
            self._text(value)
        elif isinstance(value, bool) and cty_type is Primitive.BOOL:
            self.packer.pack(value)
        elif is_number(value) and cty_type is Primitive.NUMBER:
            try:
                self.packer.pack(wire_number(value))
            except ValueError as error:
                raise self.wrong(f"{error} cannot be sent") from None
        else:
            raise self.wrong(f"{needed(cty_type)} is required, not {found(value)}")

    def _text(self, text: str) -> None:
        try:
            self.packer.pack(text)
        except UnicodeError:
            raise self.wrong("text with half of a surrogate pair cannot be sent") from None

    def _type(self, cty_type: CtyType) -> None:
        try:
            self.packer.pack(type_bytes(cty_type))
        except UnicodeError:
            raise self.wrong("a name with half of a surrogate pair cannot be sent") from None

    def _list(self, value: list[Value], cty_type: CtyType) -> None:
        types: Iterable[CtyType]
        match cty_type:
            case CollectionType(CtyKind.LIST | CtyKind.SET, element):
                types = (element for _ in value)
            case TupleType(elements) if len(value) == len(elements):
                types = elements
            case _:
                raise self.wrong(f"{needed(cty_type)} is required, not {found(value)}")
        self.packer.pack_array_header(len(value))
        for index, (item, item_type) in enumerate(zip(value, types, strict=True)):
            self.path.append(IndexStep(index))
            self.write(item, item_type)
            self.path.pop()

    def _dict(self, value: dict[str, Value], cty_type: CtyType) -> None:
        members: Iterable[tuple[Step, str, CtyType]]
        match cty_type:
            case CollectionType(CtyKind.MAP, element):
                if not all(isinstance(key, str) for key in value):
                    raise self.wrong("the keys of a map are strings")
                members = ((KeyStep(key), key, element) for key in value)
            case ObjectType(attributes):
                if value.keys() != attributes.keys():
                    raise self.wrong(differences(value.keys(), attributes.keys()))
                members = ((AttributeStep(name), name, attributes[name]) for name in sorted(attributes))
            case _:
                raise self.wrong(f"{needed(cty_type)} is required, not {found(value)}")
        self.packer.pack_map_header(len(value))
        for step, name, member_type in members:
            self.path.append(step)
            self._text(name)
            self.write(value[name], member_type)
            self.path.pop()

    def _unknown(self, value: Unknown, cty_type: CtyType) -> None:
        refinements = [] if cty_type is Primitive.DYNAMIC else _refinements(value)
        if not can_be_known(value, cty_type):
            raise self.wrong(f"what is known of the value cannot be said of {needed(cty_type)}")
        if not refinements:
            self.packer.pack_ext_type(UNKNOWN_CODE, b"\0")
            return
        packer = msgpack.Packer(autoreset=False)
        try:
            packer.pack_map_header(len(refinements))
            for key, content in refinements:
                packer.pack(int(key))
                packer.pack(_bound(content) if isinstance(content, NumberBound) else content)
        except (ValueError, OverflowError) as error:  # not a number, an unpaired surrogate, a length beyond 64 bits
            raise self.wrong(f"what is known of the value cannot be sent: {error}") from None
        self.packer.pack_ext_type(REFINED_CODE, packer.bytes())


def _refinements(value: Unknown) -> list[tuple[Refinement, object]]:
    """The refinements of an unknown value. An empty prefix and a least length of 0 are left out."""
    refinements: list[tuple[Refinement, object]] = [
        (Refinement.NULL, value.null),
        (Refinement.PREFIX, value.prefix or None),
        (Refinement.LEAST, value.least),
        (Refinement.MOST, value.most),
        (Refinement.MIN_LENGTH, value.min_length or None),
        (Refinement.MAX_LENGTH, value.max_length),
    ]
    return [(key, content) for key, content in refinements if content is not None]


def _bound(bound: NumberBound) -> list[object]:
    return [wire_number(bound.value), bound.inclusive]
