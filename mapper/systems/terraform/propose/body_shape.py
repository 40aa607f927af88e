"""Facts about the bodies of operations that grouping needs. Bodies that cannot be read count as missing.

The *content* of a body is what its envelope contains: the droplet of `{"droplet": {…}}`.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from msgspec import Struct

from mapper.inputs import Node, Unresolved, escape_token, reference_name, split_pointer, text_of
from mapper.inputs.document import Key

from ..nouns import singular, snake, squashed
from ..openapi.operations import Api, ApiOperation, BodySchema, OperationNotFound
from ..openapi.routes import segments, static_nouns
from ..schema.keywords import filled
from .proposal import Part

Properties = dict[str, Node]
REQUEST, RESPONSE = "request", "response"
"""The bodies of an operation: the request, and the success response."""

_COMPOSED = ("allOf", "anyOf", "oneOf")
_ENVELOPE = frozenset(
    """
    count cursor error errors first hasmore islast kind last limit link links maxresults messages meta metadata next
    nextcursor nextpage nextpagetoken object offset page pageinfo pagination paging perpage prev previous requestid
    resultinfo self size startat success total totalcount totalitems totalresults totalsize traceid url warnings
    """.split()
)
_HOLDERS = frozenset("attributes content data entity item object payload record resource response result value".split())
"""Names of envelopes that are not the name of their content."""

_LISTS = frozenset("data entries items list records results values".split())
"""Names of the list of one that an API answers with."""

_IDENTIFIERS = frozenset("guid href id identifier key name selflink sid slug uid uuid".split())
"""Properties of objects that are not envelopes."""


class Facts:
    """Reads bodies without mapping them."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._contents: dict[tuple[str, str, str], _Content] = {}
        self._types: dict[Key, str] = {}
        self._members: dict[tuple[Key, bool], Properties] = {}

    def source(self, operation: ApiOperation | None, side: str) -> BodySchema | None:
        """A body of an operation; None if there is none that can be read."""
        if operation is None:
            return None
        try:
            return self.api.request_body(operation) if side == REQUEST else self.api.success_response(operation)
        except Unresolved:
            return None

    def schema(self, operation: ApiOperation | None, side: str) -> Node | None:
        """The schema of a body of an operation; None if there is none that can be read."""
        source = self.source(operation, side)
        return source.node if source else None

    def operation(self, part: Part) -> ApiOperation:
        """The operation of a part of an entity."""
        return self.api.operation(part.path, part.method)

    def _beside(self, path: str, method: str) -> ApiOperation | None:
        """Another operation of a path of the API; None if there is none that can be read."""
        try:
            operation = self.api.operation(path, method)
        except OperationNotFound:
            return None
        return operation if operation.node is not None else None

    def mapped(self, part: Part, side: str) -> Node | None:
        """What a part of an entity maps of a body; None for nothing."""
        if side == RESPONSE and part.is_answer_ignored:
            return None
        return self.at(self.operation(part), side, part.request if side == REQUEST else part.response)

    def is_list(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is an array."""
        return self.type_of(self.schema(operation, RESPONSE)) == "array"

    def type_of(self, schema: Node | None) -> str:
        """*array* or *object*, from the first branch of the schema with such a type. Else, it is the type of the first
        branch that has one, or empty.
        """
        node = self._target(schema) if schema is not None else None
        if node is None:
            return ""
        if node.key not in self._types:
            self._types[node.key] = _type_of(self._branches(node))
        return self._types[node.key]

    def at(self, operation: ApiOperation, side: str, pointer: str) -> Node | None:
        """The part of a body that a pointer leads to; a branch of a choice is read as all of them together."""
        part = self.schema(operation, side)
        for token in split_pointer(pointer):
            part = self.members(part).get(token) or (self.items(part) if token.isdigit() else None) or part
        return part

    def items(self, schema: Node | None) -> Node | None:
        """The schema of the items of an array; None if there is none."""
        items = (node.get("items") for node in self._branches(schema))
        return next((node for node in items if node is not None), None)

    def members(self, schema: Node | None, *, of_all: bool = False) -> Properties:
        """The properties of an object and of all schemas it is composed of, by name. With `of_all`, a choice has only
        the properties that all its branches have. Of properties with the same name, the last branch wins.
        """
        node = self._target(schema) if schema is not None else None
        if node is None:
            return {}
        members = self._members.get((node.key, of_all))
        if members is None:
            members = self._members[node.key, of_all] = {}
            for branch in self._branches(node, ("allOf",) if of_all else _COMPOSED):
                properties = branch.get("properties")
                for name, member in properties.members() if properties else ():
                    members.setdefault(name, member)
        return members

    def target(self, schema: Node) -> tuple[object, str] | None:
        """What identifies a schema, behind references; None if it cannot be resolved."""
        node = self._target(schema)
        return node.key if node is not None else None

    def branches(self, schema: Node | None) -> list[frozenset[str]]:
        """The names of the properties of each branch of a choice between objects; empty if a schema is none."""
        node = self._target(schema) if schema is not None else None
        listed = (node.get(keyword) for keyword in ("oneOf", "anyOf") if node is not None)
        choices = [list(choice.items()) for choice in listed if choice is not None and isinstance(choice.value, list)]
        names = [frozenset(self.members(branch)) for branch in choices[0]] if len(choices) == 1 else []
        return names if len(names) > 1 and all(names) and not self.members(schema, of_all=True) else []

    def objects(self, operation: ApiOperation) -> dict[tuple[object, str] | None, str]:
        """The names of the objects that a success response may be, by what identifies them; empty if a reference
        names none of them.
        """
        schema = self.schema(operation, RESPONSE)
        node = self._target(schema) if schema is not None else None
        if schema is None or node is None:
            return {}
        branches = list(_branches_of(node, ("oneOf", "anyOf"))) if self.branches(schema) else [schema]
        written = (text_of(branch.value.get("$ref")) for branch in branches if isinstance(branch.value, dict))
        names = [singular(snake(reference_name(reference))) for reference in written if reference]
        return dict(zip(map(self.target, branches), names, strict=True)) if len(names) == len(branches) else {}

    def is_one_thing(self, schema: Node | None) -> bool:
        """Whether a schema is no choice, or one between descriptions of one thing, which share more than a type."""
        branches = self.branches(schema)
        return not branches or len(frozenset.intersection(*branches) - {"type", "kind"}) > 0

    def required(self, schema: Node | None) -> frozenset[str]:
        """The properties that an object requires, whatever branch of a choice it is."""
        lists = (node.value.get("required") for node in self._branches(schema, ("allOf",)))
        return frozenset(str(name) for listed in lists if isinstance(listed, list) for name in listed)

    def examples(self, operation: ApiOperation, pointer: str) -> tuple[frozenset[str], ...]:
        """The names of the properties that each example of the request body has where a pointer leads to."""
        examples = []
        for example in self._examples(operation):
            value = reduce(_member, split_pointer(pointer), example)
            examples += [frozenset(value)] if isinstance(value, dict) and value else []
        return tuple(examples)

    def _examples(self, operation: ApiOperation) -> Iterator[Any]:
        body = self.source(operation, REQUEST)
        schema = self._target(body.node) if body is not None else None
        if body is None or schema is None:
            return
        if "example" in schema.value:
            yield schema.value["example"]
        content = operation.node.get("requestBody") if operation.node else None
        content = self._target(content) if content else None
        content = content.get("content") if content else None
        media = content.get(body.media_type) if content else None
        if media is None:
            return
        if "example" in media.value:
            yield media.value["example"]
        named = media.get("examples")
        for _, node in named.members() if named else ():
            entry = self._target(node)
            for key in ("dataValue", "value"):  # the first since OpenAPI 3.2
                if entry is not None and key in entry.value:
                    yield entry.value[key]

    def keyword(self, schema: Node | None, name: str) -> object:
        """The first value of a keyword in the schemas that one is composed of; None if there is none."""
        values = (node.value.get(name) for node in self._branches(schema))
        return next((value for value in values if value is not None), None)

    def envelope(self, operation: ApiOperation) -> str:
        """The property of a response that contains its content; empty if there is no envelope."""
        names = (token for token in reversed(self._content(operation, RESPONSE).tokens) if not token.isdigit())
        return next(names, "")

    def pointer(self, operation: ApiOperation, side: str) -> str:
        """The JSON pointer to the content of a body. It is empty if there is none, or if the content is in a branch of
        a choice, where a config cannot point.
        """
        part = self.schema(operation, side)
        tokens = self._content(operation, side).tokens
        for token in tokens:
            part = self.items(part) if token.isdigit() else self.members(part, of_all=True).get(token)
            if part is None:
                return ""
        return "".join(f"/{escape_token(token)}" for token in tokens)

    def has(self, operation: ApiOperation | None, side: str) -> frozenset[str]:
        """The names of the properties in the content of a body, in the form of `squashed`."""
        return frozenset(map(squashed, self._content(operation, side).properties)) if operation else frozenset()

    def resemblance(self, operation: ApiOperation, other: ApiOperation) -> float:
        """The share of properties that two request bodies have in common, from 0 to 1."""
        first, second = self.has(operation, REQUEST), self.has(other, REQUEST)
        return len(first & second) / len(first | second) if first else 0

    def answers_alike(self, operation: ApiOperation, other: ApiOperation) -> float:
        """The share of properties that two success responses have in common, from 0 to 1."""
        first, second = self.has(operation, RESPONSE), self.has(other, RESPONSE)
        return len(first & second) / min(len(first), len(second)) if first and second else 0

    def read_back(self, written: ApiOperation, read: ApiOperation) -> float:
        """The share of the properties of a request body that a response contains, from 0 to 1."""
        request = self.has(written, REQUEST)
        return len(request & self.has(read, RESPONSE)) / len(request) if request else 0

    def is_read_back(self, written: ApiOperation, read: ApiOperation) -> bool:
        """Whether a response, or an envelope in it, contains any property of a request body."""
        request, response = (self.members(self.schema(*body)) for body in ((written, REQUEST), (read, RESPONSE)))
        return any(name in request or not request.keys().isdisjoint(self.members(n)) for name, n in response.items())

    def is_list_body(self, operation: ApiOperation) -> bool:
        """Whether a request body is a list, such as the steps of a JSON Patch."""
        return self.type_of(self.schema(operation, REQUEST)) == "array"

    def schema_name(self, operation: ApiOperation) -> str:
        """The name of the schema of the content of a success response, in the singular; empty if it has none."""
        schema = self._content(operation, RESPONSE).schema
        reference = text_of(schema.value.get("$ref")) if schema and isinstance(schema.value, dict) else None
        return singular(snake(reference_name(reference))) if reference else ""

    def is_page(self, operation: ApiOperation | None) -> bool:
        """Whether the success response is a list in an envelope: arrays, with the usual properties of pages."""
        response = self.members(self.schema(operation, RESPONSE))
        arrays = [name for name, node in response.items() if self.type_of(node) == "array"]
        return bool(arrays) and all(squashed(name) in _ENVELOPE for name in response.keys() - set(arrays))

    def _content(self, operation: ApiOperation, side: str) -> "_Content":
        """The content of a body, and what leads to it: an envelope, or one in another one."""
        key = operation.path, operation.method, side
        if key not in self._contents:
            schema = self.schema(operation, side)
            properties = {} if self.type_of(schema) == "array" else self.members(schema)
            tokens: list[str] = []
            while holder := self._next(operation, side, properties, is_inner=bool(tokens)):
                schema = properties[holder]
                tokens.append(holder)
                if self.type_of(schema) == "array":
                    schema = self.items(schema)
                    tokens.append("0")
                properties = self.members(schema)
                if len(tokens) > 1 or side == REQUEST:
                    break
            self._contents[key] = _Content(tuple(tokens), schema, properties)
        return self._contents[key]

    def _next(self, operation: ApiOperation, side: str, properties: Properties, *, is_inner: bool) -> str:
        if side == REQUEST:
            return self._request_holder(operation, properties)
        noun = item_noun(operation.path)
        if not is_inner and (holder := self._holder(properties, noun) or self._envelope_member(operation, properties)):
            return holder
        names = list(properties) if is_inner else [name for name in properties if squashed(name) not in _ENVELOPE]
        if len(names) != 1:
            return ""
        (name,) = names
        type_ = self.type_of(properties[name])
        is_one = type_ == "object" if is_inner else type_ == "array" and self._is_changed(operation.path)
        value = properties[name] if is_inner else self.items(properties[name])
        is_named = _is_about(name, noun) or (not is_inner and squashed(name) in _LISTS)
        return name if is_one and is_named and self.members(value) else ""

    def _is_changed(self, path: str) -> bool:
        """Whether a path leads to an item which can be changed."""
        if not path.endswith("}"):
            return False
        return any(self._beside(path, method) is not None for method in ("put", "patch", "delete"))

    def _holder(self, properties: dict[str, Node], noun: str) -> str:
        """The property with the object that a response is about; empty if it is the response itself.

        It is the only property that does not describe the response as a whole. Or it has the noun of the path or a
        usual name of envelopes, and all others are scalars. An object with an identifier is no envelope.
        """
        if any(squashed(name) in _IDENTIFIERS for name in properties):
            return ""
        members = {
            name: node for name, node in properties.items() if name in _HOLDERS or squashed(name) not in _ENVELOPE
        }
        objects = [name for name, node in members.items() if self.type_of(node) == "object" and self.members(node)]
        telling = [name for name in objects if squashed(name) in _HOLDERS or _is_about(name, noun)]
        for names in (telling, objects):
            if len(names) == 1 and (len(members) == 1 or (names is telling and len(objects) == 1)):
                return names[0]
        return ""

    def _envelope_member(self, operation: ApiOperation, properties: Properties) -> str:
        """The only object in a response beside scalars: `metadata` of `{"metadata": {…}, "status": 200}`. It has the
        identifier in the path, or most of what requests send, and the response itself has not. Empty if there is none.
        """
        around = set(map(squashed, properties))
        objects = [name for name, node in properties.items() if self.type_of(node) in ("object", "array")]
        if len(objects) != 1 or not around.isdisjoint(_IDENTIFIERS):
            return ""
        members = self.names(properties[objects[0]])
        called = {squashed(segment.parameter or "") for segment in segments(operation.path)[-1:]}
        if called & members and len(members) > len(around):
            return objects[0]
        above = operation.path.rpartition("/")[0] if operation.path.endswith("}") else operation.path
        creates = [(above, "post")] if self.api.has_path(above) else []
        for path, method in ((operation.path, "put"), (operation.path, "patch"), *creates):
            sent = self.names(self.schema(self._beside(path, method), REQUEST))
            inside = len(sent & members)
            if sent and 2 * inside >= len(sent) and inside > 2 * len(sent & around):
                return objects[0]
        return ""

    def _request_holder(self, operation: ApiOperation, properties: dict[str, Node]) -> str:
        """The only property of a request body, if the response has the same envelope or its name is usual for one."""
        if len(properties) != 1:
            return ""
        (name,) = properties
        if self.type_of(properties[name]) != "object" or not self.members(properties[name]):
            return ""
        read = self._beside(operation.path, "get")
        answered = self.envelope(operation) or (self.envelope(read) if read is not None else "")
        is_one = name == answered or squashed(name) in _HOLDERS or _is_about(name, item_noun(operation.path))
        return name if is_one and squashed(name) not in self.has(operation, RESPONSE) else ""

    def names(self, schema: Node | None) -> frozenset[str]:
        """The names of the properties of an object, squashed."""
        return frozenset(map(squashed, self.members(schema)))

    def _branches(self, schema: Node | None, composed: tuple[str, ...] = _COMPOSED) -> Iterator[Node]:
        """The schema objects that a schema is composed of."""
        seen: set[tuple[object, str]] = set()
        stack = [schema] if schema else []
        while stack:
            node = self._target(stack.pop())
            if node is None or node.key in seen:
                continue
            seen.add(node.key)
            node = filled(self.api.documents, node)
            yield node
            stack += _branches_of(node, composed)

    def _target(self, node: Node) -> Node | None:
        """The schema object, or the target of its reference; None if it cannot be resolved."""
        try:
            target, _ = self.api.documents.follow(node)
        except Unresolved:
            return None
        return target if isinstance(target.value, dict) else None


class _Content(Struct, frozen=True):
    """The content of a body: the tokens of the pointer to it, its schema, and its properties."""

    tokens: tuple[str, ...]
    schema: Node | None
    properties: Properties


def _member(value: Any, token: str) -> Any:
    return value.get(token) if isinstance(value, dict) else None


def _type_of(branches: Iterable[Node]) -> str:
    scalar = ""
    for node in branches:
        written = node.value.get("type")
        types = [type_ for type_ in (written if isinstance(written, list) else [written]) if isinstance(type_, str)]
        for type_ in ("array", "object"):
            if type_ in types:
                return type_
        if "properties" in node.value:
            return "object"
        scalar = scalar or next((type_ for type_ in types if type_ != "null"), "")
    return scalar


def _branches_of(node: Node, composed: tuple[str, ...]) -> Iterator[Node]:
    for keyword in composed:
        branches = node.get(keyword)
        yield from branches.items() if branches else ()


def item_noun(path: str) -> str:
    """The noun of a path's item: `/orgs/{org}/teams/{teamId}` -> `team`; empty if the path has none."""
    nouns = static_nouns(path)
    return singular(nouns[-1]) if nouns else ""


def _is_about(name: str, noun: str) -> bool:
    """Whether a property has the noun of a path, or the end of it: `node_pool` for `kubernetes_node_pool`."""
    words = singular(snake(name))
    return bool(words) and bool(noun) and (f"_{words}".endswith(f"_{noun}") or f"_{noun}".endswith(f"_{words}"))
