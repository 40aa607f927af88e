"""What grouping needs to know of the bodies of operations. Whatever cannot be read is not there.

The *content* of a body is what an envelope around it holds: the droplet of `{"droplet": {…}}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...documents import Node, Unresolved, reference_name, text_of
from ..openapi.operations import Api, ApiOperation, BodySchema
from ..openapi.parameters import Parameter
from ..schema.filled import filled
from .nouns import singular, snake, squashed
from .routes import static_nouns

Properties = dict[str, Node]

_COMPOSED = ("allOf", "anyOf", "oneOf")
_FARTHEST = 50
"""References that lead to a schema whose properties are kept; what is farther away is looked at each time."""

_ENVELOPE = frozenset(
    """
    count cursor errors first hasmore islast kind last limit link links maxresults messages meta metadata next
    nextcursor nextpage nextpagetoken object offset page pageinfo pagination paging perpage prev previous resultinfo
    self size startat success total totalcount totalitems totalresults totalsize url
    """.split()
)
_HOLDERS = frozenset("attributes content data entity item object payload record resource response result value".split())
"""What an envelope calls its content where it does not call it by its name."""

_IDENTIFIERS = frozenset("guid href id identifier key name selflink sid slug uid uuid".split())
"""What an object has that is no envelope."""


class Facts:
    """Looks at bodies, without mapping them."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._parameters: dict[tuple[str, str], list[Parameter]] = {}
        self._contents: dict[tuple[str, str, str], tuple[str, dict[str, Node]]] = {}
        self._referred: dict[tuple[tuple[int, str], tuple[str, ...]], Properties | None] = {}

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

    def envelope(self, operation: ApiOperation, *, of_request: bool = False) -> str:
        """The property of a body that holds its content; empty where the body is the content."""
        return self._content(operation, "request" if of_request else "response")[0]

    def pointed(self, operation: ApiOperation, *, of_request: bool = False) -> str:
        """The envelope, where a config can point to it: where it is no matter of choice (`oneOf`)."""
        holder = self.envelope(operation, of_request=of_request)
        body = self.request(operation) if of_request else self.response(operation)
        return holder if holder in self._properties(body, ("allOf",)) else ""

    def sent(self, operation: ApiOperation | None) -> frozenset[str]:
        """The names of the properties of the content of the request body, squashed."""
        return frozenset(map(squashed, self._content(operation, "request")[1])) if operation else frozenset()

    def answered(self, operation: ApiOperation | None) -> frozenset[str]:
        """The names of the properties of the content of the success response, squashed."""
        return frozenset(map(squashed, self._content(operation, "response")[1])) if operation else frozenset()

    def resemblance(self, one: ApiOperation, other: ApiOperation) -> float:
        """How many of the properties of two request bodies are in both: 0 for none, 1 for all."""
        return _shared(self.sent(one), self.sent(other))

    def answers_alike(self, one: ApiOperation, other: ApiOperation) -> float:
        """How many of the properties of two success responses are in both: 0 for none, 1 for all."""
        first, second = self.answered(one), self.answered(other)
        return len(first & second) / min(len(first), len(second)) if first and second else 0

    def read_back(self, written: ApiOperation, read: ApiOperation) -> float:
        """How much of what a request body has a response has, too: 0 for nothing, 1 for all."""
        request = self.sent(written)
        return len(request & self.answered(read)) / len(request) if request else 0

    def is_read_back(self, written: ApiOperation, read: ApiOperation) -> bool:
        """Whether a response has something of what a request body has, perhaps in an envelope."""
        request, response = self._names(self.request(written)), self._properties(self.response(read))
        return any(not request.isdisjoint({name} | self._names(node)) for name, node in response.items())

    def schema_name(self, operation: ApiOperation) -> str:
        """What the API calls the schema of the content of a success response, in the singular; empty if nothing."""
        schema = self.response(operation)
        if holder := self.envelope(operation):
            schema = self._properties(schema)[holder]
        reference = text_of(schema.value.get("$ref")) if schema and isinstance(schema.value, dict) else None
        return singular(snake(reference_name(reference))) if reference else ""

    def is_page(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is a list in an envelope: arrays, and what is usually said of them."""
        response = self._properties(self.response(operation))
        arrays = [name for name, node in response.items() if self.type_of(node) == "array"]
        return bool(arrays) and all(squashed(name) in _ENVELOPE for name in response.keys() - set(arrays))

    def _content(self, operation: ApiOperation, side: str) -> tuple[str, dict[str, Node]]:
        """The envelope of a body, and the properties of what it holds."""
        key = operation.path, operation.method, side
        if key not in self._contents:
            body = self.request(operation) if side == "request" else self.response(operation)
            properties = {} if self.type_of(body) == "array" else self._properties(body)
            nouns = static_nouns(operation.path)
            noun = singular(nouns[-1]) if nouns else ""
            holder = (
                self._holder(properties, noun) if side == "response" else self._request_holder(operation, properties)
            )
            if holder:
                properties = self._properties(properties[holder])
            self._contents[key] = holder, properties
        return self._contents[key]

    def _holder(self, properties: dict[str, Node], noun: str) -> str:
        """The property that holds the object which a response is about.

        It is the only one that is not said about the answer as a whole; or it is called like what the path is about,
        or as envelopes are, and all else is a value. An object that has an identifier is the content itself.
        """
        if any(squashed(name) in _IDENTIFIERS for name in properties):
            return ""
        said = {name: node for name, node in properties.items() if name in _HOLDERS or squashed(name) not in _ENVELOPE}
        objects = [name for name, node in said.items() if self.type_of(node) == "object" and self._properties(node)]
        telling = [name for name in objects if squashed(name) in _HOLDERS or _is_about(name, noun)]
        for names in (telling, objects):
            if len(names) == 1 and (len(said) == 1 or (names is telling and len(objects) == 1)):
                return names[0]
        return ""

    def _request_holder(self, operation: ApiOperation, properties: dict[str, Node]) -> str:
        """The only property of a request body, where the response has the same envelope or it is called like one."""
        if len(properties) != 1:
            return ""
        (name,) = properties
        if self.type_of(properties[name]) != "object" or not self._properties(properties[name]):
            return ""
        nouns = static_nouns(operation.path)
        answered = self.envelope(operation) or self._read_envelope(operation)
        is_one = name == answered or squashed(name) in _HOLDERS or (nouns and _is_about(name, singular(nouns[-1])))
        return name if is_one and squashed(name) not in self.answered(operation) else ""

    def _read_envelope(self, operation: ApiOperation) -> str:
        """The envelope of what GET answers on the same path."""
        read = self.api.operation(operation.path, "get")
        return self.envelope(read) if read.node is not None else ""

    def names(self, schema: Node | None) -> frozenset[str]:
        """The names of the properties of an object, squashed."""
        return frozenset(map(squashed, self._names(schema)))

    def _names(self, schema: Node | None) -> set[str]:
        return set(self._properties(schema))

    def _properties(self, schema: Node | None, composed: tuple[str, ...] = _COMPOSED, level: int = 0) -> Properties:
        """The properties of an object, whatever way its schema is composed.

        Of those of one name, that of the last branch counts, which says more than those before it. What several
        schemas refer to is looked at once; `level` counts the references that lead here.
        """
        found: Properties = {}
        seen: set[tuple[int, str]] = set()
        stack = [schema] if schema else []
        while stack:
            place = stack.pop()
            node = self._target(place)
            if node is None or node.key in seen:
                continue
            seen.add(node.key)
            referred = self._referred_to(node, composed, level) if node.key != place.key else None
            if referred is not None:
                for name, member in referred.items():
                    found.setdefault(name, member)
                continue
            node = filled(self.api.documents, node)
            properties = node.get("properties")
            for name, member in properties.members() if properties else ():
                found.setdefault(name, member)
            stack += _branches_of(node, composed)
        return found

    def _referred_to(self, node: Node, composed: tuple[str, ...], level: int) -> Properties | None:
        """The properties of what a reference leads to; None where they are being looked at, or too far away."""
        key = node.key, composed
        if key not in self._referred and level < _FARTHEST:
            self._referred[key] = None
            self._referred[key] = self._properties(node, composed, level + 1)
        return self._referred.get(key)

    def _branches(self, schema: Node | None) -> Iterator[Node]:
        """The schema objects that a schema is composed of."""
        seen: set[tuple[int, str]] = set()
        stack = [schema] if schema else []
        while stack:
            node = self._target(stack.pop())
            if node is None or node.key in seen:
                continue
            seen.add(node.key)
            node = filled(self.api.documents, node)
            yield node
            stack += _branches_of(node, _COMPOSED)

    def _target(self, node: Node) -> Node | None:
        """The schema object that a schema is, or refers to."""
        try:
            found, _ = self.api.documents.follow(node)
        except Unresolved:
            return None
        return found if isinstance(found.value, dict) else None


def _branches_of(node: Node, composed: tuple[str, ...]) -> Iterator[Node]:
    for keyword in composed:
        branches = node.get(keyword)
        yield from branches.items() if branches else ()


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first and second else 0


def _is_about(name: str, noun: str) -> bool:
    """Whether a property is called like the noun of a path, or like its end: `node_pool` for `kubernetes_node_pool`."""
    words = singular(snake(name))
    return bool(words) and bool(noun) and (f"_{words}".endswith(f"_{noun}") or f"_{noun}".endswith(f"_{words}"))


def _node(body: BodySchema | None) -> Node | None:
    return body.node if body else None
