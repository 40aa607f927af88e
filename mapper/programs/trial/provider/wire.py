"""Converts values of Terraform to JSON of the API, and back."""

import json
import math
from collections.abc import Mapping
from typing import Any

from .attributes import NUMBERS, Attribute
from .failure import Failure
from .plan import is_unknown

MISSING: Any = object()
"""Nothing to send, or nothing in a response; not null."""

_PYTHON = {"string": str, "bool": bool, "int64": int, "number": int, "float64": float, "list": list}


def to_api(attribute: Attribute, value: Any, part: str, is_required: bool = False) -> Any:
    """The JSON that an operation sends for a value; MISSING if it sends none. Raises Failure.

    `is_required`: the operation requires it, even if only the API sets it.
    """
    if value is None or is_unknown(value) or not (attribute.is_settable or is_required):
        return MISSING
    if attribute.is_json:
        data = parse_text(value)
        if data is MISSING:
            raise Failure("json-string", f"{attribute.name}: {value!r} is not JSON")
        return data
    element = attribute.element
    match attribute.kind, attribute.nesting:
        case ("list" | "set", _) if element is not None:
            return [to_api(element, item, part) for item in value]
        case ("map", _) if element is not None:
            return {key: to_api(element, item, part) for key, item in value.items()}
        case ("object", _) | (_, "single"):
            return _object(attribute, value, part)
        case (_, "map"):
            return {key: _object(attribute, item, part) for key, item in value.items()}
        case ("nested", _):
            return [_object(attribute, item, part) for item in value]
    return value


def _object(attribute: Attribute, value: dict[str, Any], part: str) -> Any:
    sent = {name: child for name, child in attribute.children.items() if not child.sent_by or part in child.sent_by}
    members = ((child.source, to_api(child, value.get(name), part)) for name, child in sent.items())
    body = {source: item for source, item in members if item is not MISSING}
    if attribute.is_choice:
        return next(iter(body.values()), {})
    branches = {child.source for child in attribute.children.values() if child.is_branch}
    for source in branches & body.keys():
        body |= body.pop(source)
    return body


def from_api(attribute: Attribute, data: Any, old: Any, at: str, part: str = "") -> Any:
    """The value in a response; `old` is kept where the response has none. Raises Failure for values of another type.

    `part` is the operation that responds. Attributes that the mapping does not read from its response keep `old`.
    """
    if data is MISSING:
        return None if is_unknown(old) else old
    if data is None:
        return None
    if attribute.is_json:
        return old if isinstance(old, str) and parse_text(old) == data else json.dumps(data)
    match data:
        case list() | dict():
            value = _collection(attribute, data, old, at, part)
        case _ if attribute.is_choice:
            value = _members(attribute, data, old, at, part)
        case bool() if attribute.kind != "string":
            value = data if attribute.kind == "bool" else MISSING
        case str():
            value = data if attribute.kind in ("string", "dynamic") else MISSING
        case _ if attribute.kind == "string":
            value = json.dumps(data)
        case _:
            is_whole = attribute.kind != "int64" or (math.isfinite(data) and data == int(data))
            value = data if attribute.kind in NUMBERS and is_whole else MISSING
    if value is MISSING:
        kind = attribute.nesting or attribute.kind
        raise Failure("wrong-type", f"{at}: the response has {json.dumps(data)[:60]} for a {kind}")
    return value


def _collection(attribute: Attribute, data: Any, old: Any, at: str, part: str) -> Any:
    """The value of an object or a collection; MISSING if the attribute is neither."""
    element = attribute.element
    match attribute.kind, attribute.nesting, data:
        case ("list" | "set", _, list()) if element is not None:
            return [from_api(element, item, None, f"{at}[]", part) for item in data]
        case ("map", _, dict()) if element is not None:
            return {key: from_api(element, item, None, f"{at}{{}}", part) for key, item in data.items()}
        case ("nested", "single", _) if attribute.is_choice:
            return _members(attribute, data, old, at, part)
        case ("nested", "single", dict()) | ("object", _, dict()):
            return _members(attribute, data, old, at, part)
        case ("nested", "map", dict()):
            before = old if isinstance(old, dict) else {}
            return {key: _members(attribute, item, before.get(key), f"{at}{{}}", part) for key, item in data.items()}
        case ("nested", "list" | "set", list()):
            items = old if isinstance(old, list) and attribute.nesting == "list" else []
            padded = [*items, *[None] * len(data)]
            return [_members(attribute, item, padded[i], f"{at}[]", part) for i, item in enumerate(data)]
    return MISSING


def _members(attribute: Attribute, data: Any, old: Any, at: str, part: str) -> Any:
    before, children = old if isinstance(old, dict) else {}, attribute.children
    if attribute.is_choice:
        chosen = chosen_branch(children, data, before)
        value = from_api(children[chosen], data, before.get(chosen), f"{at}.{chosen}", part)
        return {name: value if name == chosen else None for name in children}
    if not isinstance(data, dict):
        raise Failure("wrong-type", f"{at}: the response has {json.dumps(data)[:60]} for an object")
    branches = {name: child for name, child in children.items() if child.is_branch}
    chosen = chosen_branch(branches, data, before) if branches else ""
    returned = {
        n: data if n == chosen else MISSING if n in branches else _response_value(c, data, part)
        for n, c in children.items()
    }
    return {n: from_api(c, returned[n], before.get(n), f"{at}.{n}", part) for n, c in children.items()}


def chosen_branch(branches: Mapping[str, Attribute], data: Any, old: Mapping[str, Any]) -> str:
    """The name of the branch that a value belongs to: the one with an old value, else the most similar one.

    A branch that no response has comes last: the variants of a response may have names of their own.
    """
    given = (name for name in branches if old.get(name) is not None and not is_unknown(old[name]))
    return next(given, None) or max(
        branches, key=lambda n: (not _is_never_returned(branches[n]), _likeness(branches[n], data))
    )


def _response_value(attribute: Attribute, data: dict[str, Any], part: str) -> Any:
    """The value of an attribute in a response; MISSING if the mapping says that the response does not have it."""
    return MISSING if _is_never_returned(attribute, part) else data.get(attribute.source, MISSING)


def _is_never_returned(attribute: Attribute, part: str = "") -> bool:
    """Whether the mapping says that no response has an attribute, or not the response of one operation."""
    return bool(attribute.roles) and not any(f"{part} response".strip() in role for role in attribute.roles)


def _likeness(attribute: Attribute, data: Any) -> int:
    """How many members of a value an option of a choice has; negative if one is outside of its enum."""
    if isinstance(data, dict):
        children = [child for child in attribute.children.values() if child.source in data]
        is_other = any(child.enum and data[child.source] not in child.enum for child in children)
        same = sum(child.default == data[child.source] for child in children)
        return -1 if is_other else len(children) + same
    return int(isinstance(data, _PYTHON.get(attribute.kind, ())))


def parse_text(text: str) -> Any:
    """The value of a JSON text; MISSING if it is invalid."""
    try:
        return json.loads(text)
    except ValueError:
        return MISSING
