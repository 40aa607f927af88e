"""Terraform's values as MessagePack, byte for byte as go-cty writes them, and as JSON. Needs the library msgpack.

Bytes are first scanned without building values, so that a false length costs no memory. Then their items are converted
by the type. Hostile bytes raise nothing but CtyError.
"""

import json
from collections.abc import Callable
from typing import Any

import msgpack

from mapper.languages.tfplugin.cty_types import (
    MAX_DEPTH,
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    parse_type,
    read_type,
    type_bytes,
)
from mapper.languages.tfplugin.errors import AttributeStep, CtyError, IndexStep, KeyStep, Path

from .values import (
    UNKNOWN,
    Dynamic,
    Number,
    Unknown,
    Value,
    differences,
    found,
    is_number,
    needed,
    parse_digits,
    wire_number,
)

_UNKNOWN_CODE = 0
"""The extension type of an unknown value; its one byte has no meaning."""

_REFINED_CODE = 12
"""The extension type of an unknown value with refinements, which are sent back as they came."""

_MAX_REFINEMENT = 1024
"""The most bytes of an unknown value's refinements, as in go-cty."""

_TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep"


def encode(value: Value, cty_type: CtyType) -> bytes:
    """The bytes of a value of a type.

    The attributes of objects are written in the order of their names. The entries of maps and the elements of sets keep
    the order in the value. Providers made with terraform-plugin-go send maps in any order: a value that they sent is
    encoded to the same bytes again.

    Raises CtyError if the value does not fit the type; nothing is converted.
    """
    try:
        return bytes(msgpack.packb(_plain(value, cty_type, ())))
    except UnicodeError:
        raise CtyError("a name with half of a surrogate pair cannot be sent") from None


_Convert = Callable[[Any, CtyType, Path], Any]


def _members(value: object, cty_type: CtyType, path: Path, convert: _Convert) -> Any:
    """A list, tuple, map or object with each member converted."""
    if len(path) > MAX_DEPTH:
        raise CtyError(_TOO_DEEP, path)
    match value, cty_type:
        case list(), CollectionType(CtyKind.LIST | CtyKind.SET, element):
            return [convert(item, element, (*path, IndexStep(index))) for index, item in enumerate(value)]
        case list(), TupleType(elements) if len(value) == len(elements):
            pairs = enumerate(zip(value, elements, strict=True))
            return [convert(item, element, (*path, IndexStep(index))) for index, (item, element) in pairs]
        case dict(), CollectionType(CtyKind.MAP, element):
            if not all(isinstance(key, str) for key in value):
                raise CtyError("the keys of a map are strings", path)
            return {key: convert(item, element, (*path, KeyStep(key))) for key, item in value.items()}
        case dict(), ObjectType(attributes):
            if value.keys() != attributes.keys():
                raise CtyError(differences(value.keys(), attributes.keys()), path)
            names = sorted(attributes)
            return {name: convert(value[name], attributes[name], (*path, AttributeStep(name))) for name in names}
    raise CtyError(f"{needed(cty_type)} is required, not {found(value)}", path)


def _plain(value: Any, cty_type: CtyType, path: Path) -> Any:
    """A value as msgpack takes it."""
    match value, cty_type:
        case None, _:
            return None
        case Unknown(), _:
            is_refined = bool(value.refinements) and cty_type is not Primitive.DYNAMIC
            return msgpack.ExtType(*((_REFINED_CODE, value.refinements) if is_refined else (_UNKNOWN_CODE, b"\0")))
        case str(), Primitive.STRING:
            return _text(value, path)
        case bool(), Primitive.BOOL:
            return value
        case _, Primitive.NUMBER if is_number(value):
            try:
                return wire_number(value)
            except ValueError as error:
                raise CtyError(f"{error} cannot be sent", path) from None
        case Dynamic(own_type, inner), Primitive.DYNAMIC if own_type is not Primitive.DYNAMIC:
            return [type_bytes(own_type), _plain(inner, own_type, path)]
    return _members(value, cty_type, path, _plain)


def _text(text: str, path: Path) -> str:
    try:
        text.encode()
    except UnicodeError:
        raise CtyError("text with half of a surrogate pair cannot be sent", path) from None
    return text


def decode(data: bytes, cty_type: CtyType) -> Value:
    """The value of a type in `data`. Raises CtyError for anything else, and for trailing bytes."""
    unpacker = msgpack.Unpacker(max_buffer_size=max(len(data), 1))
    unpacker.feed(data)
    try:
        unpacker.skip()
        end: int = unpacker.tell()
        item: object = msgpack.unpackb(
            data[:end], object_pairs_hook=_unique_members, strict_map_key=False, max_ext_len=_MAX_REFINEMENT
        )
    except msgpack.OutOfData:
        raise CtyError("the bytes end before the value does") from None
    except msgpack.StackError:
        raise CtyError(_TOO_DEEP) from None
    except (ValueError, msgpack.UnpackException) as error:  # all errors of the library for invalid bytes
        raise CtyError(f"the bytes are not a value: {error}") from None
    if end != len(data):
        raise CtyError("there are bytes after the value")
    return _Reader().value(item, cty_type, ())


def _unique_members(pairs: list[tuple[object, object]]) -> dict[object, object]:
    """The members of a map. Raises ValueError."""
    members: dict[object, object] = {}
    for key, item in pairs:
        if not isinstance(key, str | int):
            raise ValueError(f"a key is a string, not {found(key)}")
        if key in members:
            raise ValueError(f"{key!r} is there twice")
        members[key] = item
    return members


class _Reader:
    """Converts items of MessagePack to values of a type."""

    def value(self, item: Any, cty_type: CtyType, path: Path) -> Value:
        if item is None:
            return None
        if isinstance(item, msgpack.ExtType | msgpack.Timestamp):
            return _unknown(item, cty_type, path)
        match cty_type:
            case Primitive.DYNAMIC:
                return self.dynamic(item, path)
            case Primitive.NUMBER:
                return self.number(item, path)
            case Primitive.STRING | Primitive.BOOL if type(item) is (str if cty_type is Primitive.STRING else bool):
                return item
        value: Value = _members(item, cty_type, path, self.value)
        return value

    def number(self, item: Any, path: Path) -> Number:
        if isinstance(item, str):
            try:
                return parse_digits(item)
            except ValueError as error:
                raise CtyError(f"a number is required: {error}", path) from None
        if not is_number(item) or item != item:  # noqa: PLR0124 - NaN, and nothing else, is not itself
            raise CtyError(f"a number is required, not {found(item)}", path)
        return item

    def dynamic(self, item: Any, path: Path) -> Value:
        match item:
            case [bytes() | str() as spelling, inner]:
                return self.typed(inner, parse_type, spelling, path)
        raise CtyError("a type and a value are required", path)

    def typed(self, item: Any, read: Callable[[Any], CtyType], spelling: object, path: Path) -> Dynamic:
        """A value with its type."""
        try:
            own_type = read(spelling)
        except CtyError as error:
            raise CtyError(error.message, path) from None
        if own_type is Primitive.DYNAMIC:
            raise CtyError("a value of any type has a type of its own", path)
        return Dynamic(own_type, self.value(item, own_type, path))


def _unknown(extension: Any, cty_type: CtyType, path: Path) -> Unknown:
    if isinstance(extension, msgpack.ExtType) and (len(extension.data) <= 1 or extension.code == _REFINED_CODE):
        # a dynamic unknown has no refinements; go-cty ignores them, too
        has_none = len(extension.data) <= 1 or cty_type is Primitive.DYNAMIC
        return UNKNOWN if has_none else Unknown(extension.data)
    raise CtyError("an extension that Terraform does not have", path)


def decode_json(data: bytes | str, cty_type: CtyType) -> Value:
    """The value in JSON text, which has no unknown values. Raises CtyError.

    A missing attribute is null: states written by older versions of a provider lack some. A dynamic value is
    `{"value": …, "type": …}`.
    """
    try:
        parsed = json.loads(
            data, parse_float=parse_digits, parse_int=lambda text: int(parse_digits(text)), parse_constant=parse_digits
        )
    except (ValueError, RecursionError) as error:
        raise CtyError(f"not valid JSON: {error}") from None
    return _JsonReader().value(parsed, cty_type, ())


class _JsonReader(_Reader):
    """Converts JSON to values of a type."""

    def value(self, item: Any, cty_type: CtyType, path: Path) -> Value:
        if isinstance(item, dict) and isinstance(cty_type, ObjectType):
            item = {**dict.fromkeys(cty_type.attributes), **item}
        return super().value(item, cty_type, path)

    def number(self, item: Any, path: Path) -> Number:
        if isinstance(item, str):
            raise CtyError("a number is required, not a string", path)
        return super().number(item, path)

    def dynamic(self, item: Any, path: Path) -> Value:
        match item:
            case {"value": inner, "type": spelling}:
                return self.typed(inner, read_type, spelling, path)
        raise CtyError("a type and a value are required", path)
