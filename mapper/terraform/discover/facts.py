"""What grouping needs to know of the bodies of operations. Whatever cannot be read is not there."""

from __future__ import annotations

from ...documents import Node, Unresolved
from ..operations import Api, ApiOperation, BodySchema
from ..schema import Schemas, Unmappable

_COMPOSED = ("allOf", "anyOf", "oneOf")


class Facts:
    """Looks at bodies, without mapping them."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._schemas = Schemas(api.documents)

    def request(self, operation: ApiOperation | None) -> Node | None:
        """The schema of the request body; None where there is none that can be read."""
        try:
            return _node(self.api.request_body(operation)) if operation else None
        except Unresolved:
            return None

    def response(self, operation: ApiOperation | None) -> Node | None:
        """The schema of the success response; None where there is none that can be read."""
        try:
            return _node(self.api.success_response(operation)) if operation else None
        except Unresolved:
            return None

    def is_list(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is an array."""
        return self.type_of(self.response(operation)) == "array"

    def type_of(self, schema: Node | None) -> str:
        """The type of a schema; empty where it has none."""
        try:
            return self._schemas.normalise(schema).type if schema else ""
        except Unmappable:
            return ""

    def resemblance(self, one: ApiOperation, other: ApiOperation) -> float:
        """How many of the properties of two request bodies are in both: 0 for none, 1 for all."""
        first, second = (self._properties(self.request(operation)) for operation in (one, other))
        return len(first & second) / len(first | second) if first and second else 0

    def _properties(self, schema: Node | None) -> set[str]:
        """The names of properties, whatever way the schema is composed."""
        names: set[str] = set()
        seen: set[tuple[int, str]] = set()
        stack = [schema] if schema else []
        while stack:
            try:
                node, _ = self.api.documents.follow(stack.pop())
            except Unresolved:
                continue
            if node.key in seen:
                continue
            seen.add(node.key)
            properties = node.get("properties")
            names.update(name for name, _ in (properties.members() if properties else ()))
            for keyword in _COMPOSED:
                branches = node.get(keyword)
                stack.extend(branches.items() if branches else ())
        return names


def _node(body: BodySchema | None) -> Node | None:
    return body.node if body else None
