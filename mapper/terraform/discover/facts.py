"""What grouping needs to know of the bodies of operations. Whatever cannot be read is not there."""

from __future__ import annotations

from collections.abc import Iterator

from ...documents import Node, Unresolved
from ..openapi.operations import Api, ApiOperation, BodySchema, Parameter
from .nouns import squashed

_COMPOSED = ("allOf", "anyOf", "oneOf")
_ENVELOPE = frozenset(
    """
    count cursor errors first hasmore islast kind last limit link links maxresults messages meta metadata next
    nextcursor nextpage nextpagetoken object offset page pageinfo pagination paging perpage prev previous resultinfo
    self size startat success total totalcount totalitems totalresults totalsize url
    """.split()
)


class Facts:
    """Looks at bodies, without mapping them."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._parameters: dict[tuple[str, str], list[Parameter]] = {}

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

    def parameters(self, path: str, method: str) -> list[Parameter]:
        """The path and query parameters of an operation."""
        key = path, method
        if key not in self._parameters:
            self._parameters[key] = self.api.parameters(self.api.operation(path, method))
        return self._parameters[key]

    def is_list(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is an array."""
        return self.type_of(self.response(operation)) == "array"

    def type_of(self, schema: Node | None) -> str:
        """*array* or *object*, of whatever branch of the schema says so first; empty for all else."""
        for node in self._branches(schema):
            written = node.value.get("type")
            types = written if isinstance(written, list) else [written]
            for type_ in ("array", "object"):
                if type_ in types:
                    return type_
            if "properties" in node.value:
                return "object"
        return ""

    def resemblance(self, one: ApiOperation, other: ApiOperation) -> float:
        """How many of the properties of two request bodies are in both: 0 for none, 1 for all."""
        first, second = (self._names(self.request(operation)) for operation in (one, other))
        return len(first & second) / len(first | second) if first and second else 0

    def is_read_back(self, written: ApiOperation, read: ApiOperation) -> bool:
        """Whether a response has something of what a request body has, perhaps in an envelope."""
        request, response = self._names(self.request(written)), self._properties(self.response(read))
        return any(not request.isdisjoint({name} | self._names(node)) for name, node in response.items())

    def is_page(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is a list in an envelope: arrays, and what is usually said of them."""
        response = self._properties(self.response(operation))
        arrays = [name for name, node in response.items() if self.type_of(node) == "array"]
        return bool(arrays) and all(squashed(name) in _ENVELOPE for name in response.keys() - set(arrays))

    def _names(self, schema: Node | None) -> set[str]:
        return set(self._properties(schema))

    def _properties(self, schema: Node | None) -> dict[str, Node]:
        """The properties of an object, whatever way its schema is composed."""
        found: dict[str, Node] = {}
        for node in self._branches(schema):
            properties = node.get("properties")
            found |= properties.members() if properties else ()
        return found

    def _branches(self, schema: Node | None) -> Iterator[Node]:
        """The schema objects that a schema is composed of."""
        seen: set[tuple[int, str]] = set()
        stack = [schema] if schema else []
        while stack:
            try:
                node, _ = self.api.documents.follow(stack.pop())
            except Unresolved:
                continue
            if node.key in seen or not isinstance(node.value, dict):
                continue
            seen.add(node.key)
            yield node
            for keyword in _COMPOSED:
                branches = node.get(keyword)
                stack.extend(branches.items() if branches else ())


def _node(body: BodySchema | None) -> Node | None:
    return body.node if body else None
