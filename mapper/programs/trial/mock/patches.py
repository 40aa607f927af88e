"""Applies patches to objects: JSON Patch (RFC 6902), the operations of SCIM (RFC 7644), merge patch (RFC 7396)."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from mapper.inputs import escape_token, split_pointer

from .description import Description, Schema

_NEEDS = {"add": "value", "replace": "value", "test": "value", "move": "from", "copy": "from", "remove": "path"}
"""The operations, with the member that each needs."""

_END = "-"
"""The place after the last item of a list (RFC 6901, section 4)."""

_MOST_COPIES = 10
"""Each copy may double the size of the document."""

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")

_SCIM_STEPS = "Operations"

Step = dict[str, Any]


class Unpatchable(Exception):
    """A step cannot be applied: its number, and why."""


def takes_steps(description: Description, request: Schema) -> bool:
    """Whether a request body is a list of steps, or has one in `Operations`."""
    properties = description.properties(request)
    steps = properties.get(_SCIM_STEPS) or request
    if description.kind(steps) != "array":
        return False
    members = description.properties(description.within(steps, (0,)))
    if not {"op", "path"} <= members.keys():
        return False
    operations = description.view(members["op"]).get("enum")
    return not operations or "replace" in operations


def apply_steps(document: Any, body: Any) -> Any:
    """A copy of a document with all steps of a body applied, one after the other. Raises Unpatchable."""
    document = deepcopy(document)
    steps = _scim_steps(document, body.get(_SCIM_STEPS, [])) if isinstance(body, dict) else body
    copies = 0
    for number, step in enumerate(steps or []):
        copies += isinstance(step, dict) and step.get("op") == "copy"
        if copies > _MOST_COPIES:
            raise Unpatchable(f"step {number}: at most {_MOST_COPIES} steps may copy")
        try:
            document = _apply_step(document, step)
        except Unpatchable as error:
            raise Unpatchable(f"step {number}: {error}") from None
    return document


def merge_objects(old: Any, new: Any, *, null_removes: bool) -> Any:
    """An object merged with another one; with `null_removes`, null removes a member, as in RFC 7396."""
    if not isinstance(new, dict):
        return new
    result = dict(old) if isinstance(old, dict) else {}
    for name, value in new.items():
        if value is None and null_removes:
            result.pop(name, None)
        else:
            result[name] = merge_objects(result.get(name), value, null_removes=null_removes)
    return result


def _scim_steps(document: Any, operations: list[Any]) -> Iterator[Step]:
    """The operations of SCIM as steps of a JSON Patch. A path is the name of an attribute, or `name.part`."""
    for operation in operations:
        path, value = operation.get("path", ""), operation.get("value")
        kind = str(operation.get("op")).lower()
        kind = "add" if kind == "replace" else kind  # it adds what does not exist
        if not path and isinstance(value, dict):
            yield from ({"op": kind, "path": f"/{escape_token(n)}", "value": v} for n, v in value.items())
        else:
            names = [path] if path in document else str(path).split(".")
            yield {"op": kind, "path": "".join(f"/{escape_token(name)}" for name in names), "value": value}


def _apply_step(document: Any, step: Any) -> Any:
    operation = step.get("op") if isinstance(step, dict) else None
    if operation not in _NEEDS:
        raise Unpatchable(f"{operation!r} is not one of {list(_NEEDS)}")
    if _NEEDS[operation] not in step:
        raise Unpatchable(f"{_NEEDS[operation]}: missing, but required")
    tokens = _tokens(step.get("path"))
    match operation:
        case "remove":
            return _remove(document, tokens)
        case "test":
            if not _is_equal(_at(document, tokens), step["value"]):
                raise Unpatchable(f"the value at {step['path']} is another one")
            return document
        case "move" | "copy":
            source = _tokens(step["from"])
            value = deepcopy(_at(document, source))
            if operation == "move" and source != tokens:
                if tokens[: len(source)] == source:
                    raise Unpatchable("a value cannot be moved into itself")
                document = _remove(document, source)
            return _add(document, tokens, value)
    return _add(document, tokens, deepcopy(step["value"]), is_new=operation == "add")


def _tokens(pointer: Any) -> list[str]:
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise Unpatchable(f"{pointer!r} is not a JSON pointer")
    return list(split_pointer(pointer))


def _at(document: Any, tokens: list[str]) -> Any:
    for token in tokens:
        document = document[_place(document, token)]
    return document


def _remove(document: Any, tokens: list[str]) -> Any:
    if not tokens:
        raise Unpatchable("the whole object cannot be removed")
    holder = _at(document, tokens[:-1])
    del holder[_place(holder, tokens[-1])]
    return document


def _add(document: Any, tokens: list[str], value: Any, *, is_new: bool = True) -> Any:
    if not tokens:
        return value
    holder = _at(document, tokens[:-1])
    place = _place(holder, tokens[-1], is_new=is_new)
    if is_new and isinstance(holder, list):
        holder.insert(place, value)
    else:
        holder[place] = value
    return document


def _place(holder: Any, token: str, *, is_new: bool = False) -> Any:
    """The key or index that a token of a JSON pointer names; with `is_new`, it may not exist yet."""
    if isinstance(holder, dict) and (is_new or token in holder):
        return token
    if isinstance(holder, list):
        if is_new and token == _END:
            return len(holder)
        if _INDEX.fullmatch(token) and int(token) < len(holder) + is_new:
            return int(token)
    raise Unpatchable(f"nothing is at {token!r}")


def _is_equal(left: Any, right: Any) -> bool:
    """Whether two JSON values are equal, where `true` is not 1."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_is_equal(value, right[name]) for name, value in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_is_equal, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right
