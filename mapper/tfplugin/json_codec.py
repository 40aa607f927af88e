"""Converts Terraform's values to JSON and back, as in state files and for some providers.

JSON has no unknown values. A dynamic value is `{"value": …, "type": …}`.
"""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import assert_never

from .cty_types import (
    MAX_DEPTH,
    CollectionType,
    CtyKind,
    CtyType,
    ObjectType,
    Primitive,
    TupleType,
    read_type,
    type_json,
)
from .errors import CtyError
from .numbers import digits, parse_digits, wire_number
from .paths import AttributeStep, IndexStep, KeyStep, Path
from .value_messages import differences, found, is_number, needed
from .values import Dynamic, Number, Value


def encode_json(value: Value, cty_type: CtyType) -> bytes:
    """The JSON text of a value. Raises CtyError if it does not fit the type, or is not wholly known."""
    try:
        return _text(value, cty_type, ()).encode()
    except UnicodeError:
        raise CtyError("text with half of a surrogate pair cannot be sent") from None


def _text(value: Value, cty_type: CtyType, path: Path) -> str:
    if len(path) > MAX_DEPTH:
        raise CtyError(f"nested more than {MAX_DEPTH} levels deep", path)
    match value, cty_type:
        case None, _:
            return "null"
        case Dynamic(own_type, inner), Primitive.DYNAMIC:
            text = _text(inner, own_type, (*path, AttributeStep("value")))
            return f'{{"value":{text},"type":{_plain(type_json(own_type))}}}'
        case str(), Primitive.STRING:
            return _plain(value)
        case bool(), Primitive.BOOL:
            return _plain(value)
        case list(), CollectionType(CtyKind.LIST | CtyKind.SET, element):
            return f"[{','.join(_text(item, element, (*path, IndexStep(i))) for i, item in enumerate(value))}]"
        case list(), TupleType(elements) if len(elements) == len(value):
            items = enumerate(zip(value, elements, strict=True))
            return f"[{','.join(_text(item, own, (*path, IndexStep(i))) for i, (item, own) in items)}]"
        case dict(), CollectionType(CtyKind.MAP, element):
            members = [f"{_plain(key)}:{_text(value[key], element, (*path, KeyStep(key)))}" for key in sorted(value)]
            return f"{{{','.join(members)}}}"
        case dict(), ObjectType(attributes):
            if value.keys() != attributes.keys():
                raise CtyError(differences(value.keys(), attributes.keys()), path)
            members = [
                f"{_plain(name)}:{_text(value[name], attributes[name], (*path, AttributeStep(name)))}"
                for name in sorted(attributes)
            ]
            return f"{{{','.join(members)}}}"
        case _ if is_number(value) and cty_type is Primitive.NUMBER:
            return _number_text(value, path)
    raise CtyError(f"{needed(cty_type)} is required, not {found(value)}", path)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _number_text(value: Number, path: Path) -> str:
    """The decimal text of a number: all digits; for a float with a fraction the shortest ones, as Terraform writes
    it.
    """
    try:
        written = wire_number(value)
    except ValueError as error:
        raise CtyError(f"{error} cannot be sent", path) from None
    if isinstance(written, float) and math.isinf(written):
        raise CtyError("JSON has no infinity", path)
    if isinstance(value, Decimal):
        return digits(value)
    return str(int(written) if isinstance(written, float) and written.is_integer() else written)


def decode_json(data: bytes | str, cty_type: CtyType) -> Value:
    """The value in JSON text. Raises CtyError.

    A missing attribute is null: states written by older versions of a provider lack some.
    """
    try:
        parsed = json.loads(data, parse_float=parse_digits, parse_int=parse_digits, parse_constant=parse_digits)
    except (ValueError, RecursionError) as error:
        raise CtyError(f"not valid JSON: {error}") from None
    return _value(parsed, cty_type, ())


def _value(parsed: object, cty_type: CtyType, path: Path) -> Value:
    if len(path) > MAX_DEPTH:
        raise CtyError(f"nested more than {MAX_DEPTH} levels deep", path)
    if parsed is None:
        return None
    match cty_type:
        case Primitive():
            return _scalar(parsed, cty_type, path)
        case CollectionType(CtyKind.MAP, element) if isinstance(parsed, dict):
            return {key: _value(item, element, (*path, KeyStep(key))) for key, item in parsed.items()}
        case CollectionType(CtyKind.LIST | CtyKind.SET, element) if isinstance(parsed, list):
            return [_value(item, element, (*path, IndexStep(i))) for i, item in enumerate(parsed)]
        case TupleType(elements) if isinstance(parsed, list) and len(parsed) == len(elements):
            items = enumerate(zip(parsed, elements, strict=True))
            return [_value(item, element_type, (*path, IndexStep(i))) for i, (item, element_type) in items]
        case ObjectType(attributes) if isinstance(parsed, dict):
            if not parsed.keys() <= attributes.keys():
                raise CtyError(differences(parsed.keys() - attributes.keys(), ()), path)
            return {
                name: _value(parsed.get(name), element_type, (*path, AttributeStep(name)))
                for name, element_type in attributes.items()
            }
        case CollectionType() | TupleType() | ObjectType():
            raise CtyError(f"{needed(cty_type)} is required, not {found(parsed)}", path)
    assert_never(cty_type)


def _scalar(parsed: object, primitive: Primitive, path: Path) -> Value:
    match parsed, primitive:
        case str(), Primitive.STRING:
            return parsed
        case bool(), Primitive.BOOL:
            return parsed
        case Decimal(), Primitive.NUMBER:
            return int(parsed) if parsed == parsed.to_integral_value() and "." not in str(parsed) else parsed
        case {"value": inner, "type": spelling}, Primitive.DYNAMIC:
            try:
                own_type = read_type(spelling)
            except CtyError as error:
                raise CtyError(error.message, path) from None
            return Dynamic(own_type, _value(inner, own_type, (*path, AttributeStep("value"))))
    raise CtyError(f"{needed(primitive)} is required, not {found(parsed)}", path)
