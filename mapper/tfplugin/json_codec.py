"""Reads Terraform's values from JSON, which some providers send.

JSON has no unknown values. A dynamic value is `{"value": …, "type": …}`.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import assert_never

from .cty_types import MAX_DEPTH, CollectionType, CtyKind, CtyType, ObjectType, Primitive, TupleType, read_type
from .errors import CtyError
from .numbers import parse_digits
from .paths import AttributeStep, IndexStep, KeyStep, Path
from .value_messages import differences, found, needed
from .values import Dynamic, Value


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
