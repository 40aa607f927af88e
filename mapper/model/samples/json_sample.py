"""The smallest JSON value that a schema of the API accepts, for a text that holds JSON."""

from typing import Any

from msgspec import Struct

from mapper.inputs import Node, split_pointer

_DEEPEST = 8
_MOST = 60
"""The schemas that are looked at for one value."""

_GIVEN = ("example", "x-example", "const", "default")
_SCALARS: dict[str, Any] = {"string": "example", "integer": 1, "number": 1, "boolean": True, "array": []}


def least_json(schema: Node) -> Any:
    """A value with what the schema requires: of a choice the first branch, `{}` if the schema says nothing.

    References are followed within the file of the schema.
    """
    return _Search().value(schema, 0)


class _Search(Struct):
    left: int = _MOST

    def value(self, node: Node, depth: int) -> Any:
        schema = _behind(node)
        self.left -= 1
        if schema is None or depth > _DEEPEST or self.left < 0:
            return {}
        keywords = schema.value
        for key in _GIVEN:
            if keywords.get(key) is not None:
                return keywords[key]
        if isinstance(values := keywords.get("enum"), list) and values:
            return values[0]
        return self._composed_value(schema, depth)

    def _composed_value(self, schema: Node, depth: int) -> Any:
        """The value by type and composition: objects of parts are merged, else the first part counts."""
        parts = [self.value(branch, depth + 1) for branch in _branches(schema)]
        written = schema.value.get("type")
        types = [type_ for type_ in (written if isinstance(written, list) else [written]) if type_ != "null"]
        type_ = next((t for t in types if isinstance(t, str)), "")
        if type_ in _SCALARS:
            return parts[0] if parts else _SCALARS[type_]
        others = [part for part in parts if not isinstance(part, dict)]
        if others:
            return others[0]
        merged: dict[str, Any] = {}
        for part in (*parts, self._members(schema, depth)):
            merged |= part
        return merged

    def _members(self, schema: Node, depth: int) -> dict[str, Any]:
        required, properties = schema.value.get("required"), schema.get("properties")
        if not isinstance(required, list) or properties is None:
            return {}
        members = ((name, properties.get(name)) for name in required if isinstance(name, str))
        return {name: self.value(node, depth + 1) for name, node in members if node is not None and not _is_made(node)}


def _branches(schema: Node) -> list[Node]:
    """All parts of an allOf, and the first branch of a choice that is not null."""
    schemas: list[Node] = []
    for keyword in ("allOf", "oneOf", "anyOf"):
        listed = schema.get(keyword)
        nodes = listed.items() if listed is not None else ()
        branches = [node for node in nodes if not (isinstance(node.value, dict) and node.value.get("type") == "null")]
        schemas += branches if keyword == "allOf" else branches[:1]
    return schemas


def _is_made(node: Node) -> bool:
    """Whether only the API sets a property."""
    return isinstance(node.value, dict) and node.value.get("readOnly") is True


def _behind(node: Node) -> Node | None:
    """The schema object, after its references within the file; None where one leads elsewhere."""
    for _ in range(_DEEPEST):
        if not isinstance(node.value, dict):
            return None
        reference = node.value.get("$ref")
        if reference is None:
            return node
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return None
        target: Node | None = node.document.node
        for token in split_pointer(reference[1:]):
            target = target.get(token) if target is not None else None
        if target is None:
            return None
        node = target
    return None
