"""Terraform's values as MessagePack, byte for byte as go-cty writes them. Needs the library msgpack.

The decoder follows the type, reads one item after another and allocates no more than the bytes hold: hostile bytes cost
no more than their length, and raise nothing but CtyError.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, assert_never

import msgpack

from .cty_types import (
    MAX_DEPTH,
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    parse_type,
    type_bytes,
)
from .errors import CtyError
from .paths import AttributeStep, IndexStep, KeyStep, Path, Step
from .values import (
    Dynamic,
    Number,
    NumberBound,
    Unknown,
    Value,
    can_be_known,
    differences,
    found,
    is_number,
    needed,
    parse_digits,
    wire_number,
)

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


_NIL = 0xC0
_EXTENSIONS = frozenset((*range(0xC7, 0xCA), *range(0xD4, 0xD9)))
_ARRAYS = frozenset((*range(0x90, 0xA0), 0xDC, 0xDD))
_MAPS = frozenset((*range(0x80, 0x90), 0xDE, 0xDF))

_MAX_REFINEMENT = 1024
"""The most bytes of an unknown value's refinements, as in go-cty."""


def decode(data: bytes, cty_type: CtyType) -> Value:
    """The value of a type in `data`. Raises CtyError for anything else, and for trailing bytes."""
    decoder = _Decoder(data, ())
    value = decoder.read(cty_type)
    if decoder.unpacker.tell() != len(data):
        raise CtyError("there are bytes after the value")
    return value


class _Decoder:
    """Reads items one after another, and tracks the path."""

    def __init__(self, data: bytes, path: Path) -> None:
        self.data = data
        self.path: list[Step] = list(path)
        self.depth = 0
        self.unpacker = msgpack.Unpacker(
            max_array_len=0, max_map_len=0, max_ext_len=_MAX_REFINEMENT, max_buffer_size=max(len(data), 1)
        )
        self.unpacker.feed(data)

    def wrong(self, message: str) -> CtyError:
        return CtyError(message, tuple(self.path))

    def lead(self) -> int:
        """The first byte of the next item, which has its kind."""
        position: int = self.unpacker.tell()
        if position >= len(self.data):
            raise self.wrong("the bytes end before the value does")
        return self.data[position]

    def scalar(self) -> Any:
        """The next item. Raises CtyError for invalid bytes, and for an array or a map."""
        lead = self.lead()
        try:
            return self.unpacker.unpack()
        except (ValueError, msgpack.UnpackException):  # all errors of the library for invalid bytes
            raise self.wrong(f"the bytes from {lead:#04x} on are no value") from None

    def length(self, leads: frozenset[int], cty_type: CtyType) -> int:
        """The number of items of the next array or map."""
        if self.lead() not in leads:
            raise self.wrong(f"{needed(cty_type)} is required")
        read = self.unpacker.read_array_header if leads is _ARRAYS else self.unpacker.read_map_header
        try:
            return int(read())
        except msgpack.UnpackException:
            raise self.wrong("the bytes end before the value does") from None

    def read(self, cty_type: CtyType) -> Value:
        value: Value
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.wrong(f"nested more than {MAX_DEPTH} levels deep")
        lead = self.lead()
        if lead == _NIL:
            value = self.scalar()
        elif lead in _EXTENSIONS:
            value = self._unknown(cty_type)
        else:
            value = self._known(cty_type)
        self.depth -= 1
        return value

    def _known(self, cty_type: CtyType) -> Value:
        match cty_type:
            case Primitive.DYNAMIC:
                return self._dynamic()
            case Primitive.NUMBER:
                return self._number()
            case Primitive():
                value: Value = self.scalar()
                if type(value) is not (str if cty_type is Primitive.STRING else bool):
                    raise self.wrong(f"{needed(cty_type)} is required, not {found(value)}")
                return value
            case CollectionType(CtyKind.MAP, element):
                return self._map(self.length(_MAPS, cty_type), element)
            case CollectionType(_, element):
                return [self._item(index, element) for index in range(self.length(_ARRAYS, cty_type))]
            case TupleType(elements):
                if self.length(_ARRAYS, cty_type) != len(elements):
                    raise self.wrong(f"{needed(cty_type)} is required")
                return [self._item(index, element) for index, element in enumerate(elements)]
            case ObjectType():
                return self._object(cty_type)
        assert_never(cty_type)

    def _item(self, index: int, element: CtyType) -> Value:
        self.path.append(IndexStep(index))
        value = self.read(element)
        self.path.pop()
        return value

    def _number(self) -> Number:
        value = self.scalar()
        if isinstance(value, str):
            try:
                return parse_digits(value)
            except ValueError as error:
                raise self.wrong(f"a number is required: {error}") from None
        if not is_number(value) or value != value:  # noqa: PLR0124 - NaN, and nothing else, is not itself
            raise self.wrong(f"a number is required, not {found(value)}")
        return value

    def _key(self) -> str:
        key = self.scalar()
        if not isinstance(key, str):
            raise self.wrong(f"a key is a string, not {found(key)}")
        return key

    def _map(self, length: int, element: CtyType) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for _ in range(length):
            key = self._key()
            self.path.append(KeyStep(key))
            if key in values:
                raise self.wrong("the key is there twice")
            values[key] = self.read(element)
            self.path.pop()
        return values

    def _object(self, cty_type: ObjectType) -> dict[str, Value]:
        attributes = cty_type.attributes
        values: dict[str, Value] = {}
        for _ in range(self.length(_MAPS, cty_type)):
            name = self._key()
            self.path.append(AttributeStep(name))
            if name in values or name not in attributes:
                raise self.wrong(f"the attribute is {'there twice' if name in values else 'not in the schema'}")
            values[name] = self.read(attributes[name])
            self.path.pop()
        if len(values) < len(attributes):
            raise self.wrong(differences(values.keys(), attributes.keys()))
        return values

    def _dynamic(self) -> Dynamic:
        if self.length(_ARRAYS, Primitive.DYNAMIC) != 2:  # noqa: PLR2004 - its type, and the value
            raise self.wrong("a type and a value are required")
        spelling = self.scalar()
        if not isinstance(spelling, bytes | str):
            raise self.wrong(f"a type is required, not {found(spelling)}")
        try:
            own_type = parse_type(spelling)
        except CtyError as error:
            raise self.wrong(error.message) from None
        if own_type is Primitive.DYNAMIC:
            raise self.wrong("a value of any type has a type of its own")
        return Dynamic(own_type, self.read(own_type))

    def _unknown(self, cty_type: CtyType) -> Unknown:
        extension = self.scalar()
        if isinstance(extension, msgpack.ExtType) and len(extension.data) <= 1:
            return Unknown()
        if not isinstance(extension, msgpack.ExtType) or extension.code != REFINED_CODE:
            raise self.wrong("an extension that Terraform does not have")
        refined = _read_refinements(_Decoder(extension.data, tuple(self.path)))
        if cty_type is Primitive.DYNAMIC:
            return Unknown()  # a dynamic unknown has no refinements; go-cty ignores them, too
        if not can_be_known(refined, cty_type):
            raise self.wrong(f"what is known of the value cannot be said of {needed(cty_type)}")
        return refined


_BOUND = TupleType((Primitive.NUMBER, Primitive.BOOL))
_NUMBERS = {Refinement.LEAST: "least", Refinement.MOST: "most"}
_PLAIN: dict[int, tuple[str, type]] = {
    Refinement.NULL: ("null", bool),
    Refinement.PREFIX: ("prefix", str),
    Refinement.MIN_LENGTH: ("min_length", int),
    Refinement.MAX_LENGTH: ("max_length", int),
}


def _read_refinements(decoder: _Decoder) -> Unknown:
    """The refinements of an unknown value. Unknown keys, of later versions, are ignored, as in go-cty."""
    fields: dict[str, Any] = {}
    for _ in range(decoder.length(_MAPS, ObjectType({}))):
        key = decoder.scalar()
        if type(key) is not int:
            raise decoder.wrong(f"what is known of the value has the key {found(key)}")
        if key in _NUMBERS:
            bound = decoder.read(_BOUND)
            if not isinstance(bound, list) or not is_number(bound[0]) or not isinstance(bound[1], bool):
                raise decoder.wrong("a bound is a number, and whether it is included")
            fields[_NUMBERS[Refinement(key)]] = NumberBound(bound[0], bound[1])
        elif key in _PLAIN:
            name, kind = _PLAIN[key]
            content = decoder.scalar()
            if type(content) is not kind:
                raise decoder.wrong(f"what is known of the value cannot be {found(content)}")
            fields[name] = content
        else:
            decoder.scalar()
    return Unknown(**fields)
