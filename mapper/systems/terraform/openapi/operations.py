"""Looks up operations of an API description, the schemas of their bodies, and duplicate keys in what they have."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Documents, Node, Unresolved, bool_of, split_pointer, text_of, text_or_empty
from mapper.inputs.document import MergedNode, merged_node
from mapper.inputs.duplicate_keys import Repeat
from mapper.report.diagnostic import Note
from mapper.report.rules import DUPLICATE_KEY
from mapper.text.suggest import nearest

from ..config.operations import BodyChoice
from ..rules import LATER_RESPONSE
from .parameters import BodyNotFound, ItemSequence, Parameter, Parameters, media_type, other_schemas

METHODS = ("get", "post", "put", "delete", "patch", "options", "head", "trace", "query")
OLD_METHODS = METHODS[:-1]
"""What a path item has before OpenAPI 3.2; since then, other methods are in its `additionalOperations`."""

_MORE = "additionalOperations"
_OF_ATTRIBUTES = ("path", "query")
_SUCCESS = re.compile(r"0*2[0-9]{2}\Z")
_CODE = re.compile(r"(?:0*[1-5](?:[0-9]{2}|XX)|default|x-.*)\Z", re.IGNORECASE)
_MOST_HINTS = 1000
"""The paths that do not exist and are told with a hint, which takes time for each entry of a config."""


class OperationNotFound(Exception):
    """The config names a path or method that the API description does not have."""


class ApiOperation(Struct, frozen=True):
    """A path item and the operation of one method in it; `node` is None if the path does not have the method.

    `request` and `response` are the config's choices of bodies.
    """

    path: str
    method: str
    path_item: Node
    node: Node | None
    request: BodyChoice | None = None
    response: BodyChoice | None = None


class BodySchema(Struct, frozen=True):
    """The schema of a request or response body. `code` is the status code of a response.

    `choice` is the choice of the config. `differs`: the reference tool uses another schema. `reference_never_reads_it`:
    the reference tool never considers this response. `others` are the schemas of other media types.
    """

    node: Node
    via: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()
    media_type: str = ""
    code: str = ""
    choice: BodyChoice | None = None
    differs: bool = False
    reference_never_reads_it: bool = False
    others: tuple[Node, ...] = ()


class Api:
    """An OpenAPI description with the documents that it refers to. Parameters are read once."""

    def __init__(self, document: Document, documents: Documents) -> None:
        self.document = document
        self.documents = documents
        self._parameters: dict[tuple[Node, str], list[Parameter]] = {}
        self._request_bodies: dict[ApiOperation, BodySchema | None] = {}
        self._misses = 0
        self._reader = Parameters(documents, is_swagger=self.is_swagger)

    @property
    def is_swagger(self) -> bool:
        """Whether the description is Swagger 2.0, with bodies, responses and parameters in places of its own."""
        return isinstance(self.document.root, dict) and "swagger" in self.document.root

    def operation(
        self, path: str, method: str, request: BodyChoice | None = None, response: BodyChoice | None = None
    ) -> ApiOperation:
        """The operation of an exact path and a method in any case. Raises OperationNotFound."""
        paths = self._paths()
        item = paths.get(path) if paths else None
        if item is None:
            self._misses += 1
            names = paths.value if paths and isinstance(paths.value, dict) and self._misses <= _MOST_HINTS else ()
            raise OperationNotFound(f"the path {path!r} is not in {self.document.uri}{nearest(path, names)}")
        lower_method = method.lower()
        entry, item = item, self._follow(item, "path")
        if lower_method not in METHODS and lower_method not in _additional(entry, item):
            raise OperationNotFound(
                f"{method!r} is neither an HTTP method nor among the additionalOperations of the path"
                f"{nearest(method.upper(), [names.upper() for names in METHODS])}"
            )
        return ApiOperation(path, lower_method, item, self._operation_of(entry, item, lower_method), request, response)

    def _operation_of(self, entry: Node, item: Node, method: str) -> Node | None:
        """The operation of a method: next to the `$ref` of a path item, or behind it."""
        is_field = method in METHODS
        operation = entry.get(method) or item.get(method) if is_field else _additional(entry, item).get(method)
        node = self._follow(operation, "operation") if operation else None
        return node if node is not None and isinstance(node.value, dict) else None

    def paths(self) -> list[str]:
        """All paths with operations, in document order."""
        return list(dict.fromkeys(path for path, _, _ in self.operations()))

    def operations(self) -> Iterator[tuple[str, str, Node]]:
        """Path, lower-case method and node of every operation, in document order."""
        return ((path, method, node) for path, method, node in self._entries() if isinstance(node, Node))

    def has_path(self, path: str) -> bool:
        """Whether the description has an entry for the path, of any kind."""
        try:
            paths = self._paths()
        except OperationNotFound:
            return False
        return paths is not None and paths.get(path) is not None

    def unfollowed(self) -> Iterator[tuple[str, str, str]]:
        """Path, lower-case method and reason of each operation behind a reference that cannot be resolved.

        If `paths` itself cannot be resolved, that is the only entry, without a method.
        """
        return ((path, method, reason) for path, method, reason in self._entries() if isinstance(reason, str))

    def _entries(self) -> Iterator[tuple[str, str, Node | str | None]]:
        """Path and method of all there is below `paths`, each with the operation or the reason why it has none."""
        try:
            paths = self._paths()
        except OperationNotFound as error:
            yield "paths", "", str(error)
            return
        for path, entry in paths.members() if paths else ():
            try:
                item = self._follow(entry, "path")
            except OperationNotFound as error:
                yield from ((path, method, str(error)) for method in _methods(entry, entry))
                continue
            for method in _methods(entry, item):
                try:
                    yield path, method, self._operation_of(entry, item, method)
                except OperationNotFound as error:
                    yield path, method, str(error)

    def _paths(self) -> Node | None:
        paths = self.document.node.get("paths")
        return self._follow(paths, "paths") if paths else None

    def tag(self, operation: ApiOperation) -> Node | None:
        """The Tag Object of the first tag of an operation; None if there is none."""
        name = first_tag(operation.node) if operation.node else ""
        tags = self.document.node.get("tags")
        candidates = (tag for tag in tags.items() if isinstance(tag.value, dict)) if tags else ()
        return next((tag for tag in candidates if name and text_of(tag.value.get("name")) == name), None)

    def request_body(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the request body; None if there is none. Raises Unresolved and BodyNotFound."""
        try:  # several steps look at the body of one operation
            return self._request_bodies[operation]
        except KeyError:
            body = self._request_bodies[operation] = self._chosen_request_body(operation)
            return body

    def takes_body(self, operation: ApiOperation) -> bool:
        """Whether an operation may have a request body. Most have none, and need not be looked at further."""
        return operation.node is not None and (self.is_swagger or "requestBody" in operation.node.value)

    def _chosen_request_body(self, operation: ApiOperation) -> BodySchema | None:
        choice = operation.request
        body = self._request_body(operation)
        if body is None and choice is not None:
            raise BodyNotFound("the operation has no request body with a schema", choice.node)
        return self._apply_choice(body, choice, lambda: self._request_body(replace(operation, request=None)))

    def _request_body(self, operation: ApiOperation) -> BodySchema | None:
        body = operation.node.get("requestBody") if operation.node else None
        if body is None and self.is_swagger:
            parameter = body_parameter(self.documents, (operation.node, operation.path_item))
            return BodySchema(*parameter) if parameter else None
        if body is None:
            return None
        body, via = self.documents.follow(body)
        media = media_type(self.documents, body.get("content"), operation.request)
        if media is None:
            return None
        others = other_schemas(self.documents, body.get("content"), media[1])
        is_unread = isinstance(media[1], ItemSequence)
        return BodySchema(media[1], via, media_type=media[0], reference_never_reads_it=is_unread, others=others)

    def _apply_choice(
        self, body: BodySchema | None, choice: BodyChoice | None, default: Callable[[], BodySchema | None]
    ) -> BodySchema | None:
        """The body with the choice of the config, and whether it differs from the one that is mapped by default."""
        if body is None or choice is None:
            return body
        if not (choice.media_type or choice.status):
            return replace(body, choice=choice)
        if self.is_swagger and choice.media_type:
            text = "Swagger 2.0 has one schema for all media types, and none of them can be chosen"
            raise BodyNotFound(text, choice.at("media_type"))
        own = default()
        return replace(body, choice=choice, differs=own is None or own.node.key != body.node.key)

    def success_response(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the success response: of 200, else 201, else the lowest 2xx code with a schema, else 2XX.

        The config may choose another response. None if no success response has a schema. Raises Unresolved and
        BodyNotFound.
        """
        choice = operation.response
        body = self._success_response(operation)
        if body is None and choice is not None and choice.status:
            raise BodyNotFound(f"the response {choice.status!r} has no schema", choice.at("status"))
        if body is None and choice is not None:
            raise BodyNotFound("the operation has no success response with a schema", choice.node)
        return self._apply_choice(body, choice, lambda: self._success_response(replace(operation, response=None)))

    def _success_response(self, operation: ApiOperation) -> BodySchema | None:
        responses = operation.node.get("responses") if operation.node else None
        if responses is None:
            return None
        responses, _ = self.documents.follow(responses)
        if not isinstance(responses.value, dict):
            return None
        choice = operation.response
        codes = _success_codes(responses.value)
        if choice is not None and choice.status:
            codes = [choice.status]
            if choice.status not in responses.value:
                text = f"the operation has no response {choice.status!r}; it has {', '.join(responses.value) or 'none'}"
                raise BodyNotFound(text, choice.at("status"))
        passed_over: list[Note] = []
        for code in codes:
            response, via = self.documents.follow(responses.child(code))
            media = self._response_schema(response, choice)
            if media is not None:
                is_unread = code.upper() == "2XX" or code != codes[0] or isinstance(media[1], ItemSequence)
                media_type, schema = media
                others = other_schemas(self.documents, None if self.is_swagger else response.get("content"), schema)
                return BodySchema(
                    schema, via, tuple(passed_over), media_type, code, reference_never_reads_it=is_unread, others=others
                )
            passed_over.append(Note(LATER_RESPONSE, f"the response {code} has no schema", response))
        return None

    def unread_responses(self, operation: ApiOperation) -> list[str]:
        """The keys of the responses of an operation that are no status codes, such as `+200` or `OK`."""
        responses = operation.node.get("responses") if operation.node else None
        value = self.documents.behind(responses).value if responses is not None else None
        return [key for key in value if not _CODE.match(key)] if isinstance(value, dict) else []

    def _response_schema(self, response: Node, choice: BodyChoice | None) -> tuple[str, Node] | None:
        """The media type and the schema of a response."""
        if not self.is_swagger:
            return media_type(self.documents, response.get("content"), choice)
        schema = response.get("schema")
        return None if schema is None else ("", schema)

    def parameters(self, operation: ApiOperation) -> list[Parameter]:
        """The path and query parameters of the path item and the operation, which attributes come from."""
        return [parameter for parameter in self.every_parameter(operation) if parameter.place in _OF_ATTRIBUTES]

    def every_parameter(self, operation: ApiOperation) -> list[Parameter]:
        """The parameters of the path item and the operation, those in headers and cookies too."""
        place = operation.path_item, operation.method
        cached = self._parameters.get(place)
        if cached is None:
            cached = self._parameters[place] = self._reader.of(operation.path_item, operation.node)
        return cached

    def _follow(self, node: Node, what: str) -> Node:
        try:
            return self.documents.follow(node)[0]
        except Unresolved as error:
            raise OperationNotFound(f"the reference of the {what} cannot be followed: {error}") from None


def first_tag(operation: Node) -> str:
    """The first tag of an operation; empty if it has none."""
    listed = operation.value.get("tags")
    return text_or_empty(listed[0]) if isinstance(listed, list) and listed else ""


def _methods(entry: Node, item: Node) -> list[str]:
    """The methods of a path item and of the target of its reference, in document order."""
    holders = (entry,) if item is entry else (entry, item)
    keys = dict.fromkeys(key for holder in holders if isinstance(holder.value, dict) for key in holder.value)
    return [key for key in keys if key in METHODS] + list(_additional(entry, item) if _MORE in keys else ())


def _additional(entry: Node, item: Node) -> dict[str, Node]:
    """The operations of a path item whose methods are no fields of their own (OpenAPI 3.2), by lower-case method."""
    additional: dict[str, Node] = {}
    for holder in (item, entry):
        more = holder.get(_MORE)
        members = more.members() if more is not None else ()
        additional |= {method.lower(): node for method, node in members if method.lower() not in METHODS}
    return additional


def _success_codes(responses: Mapping[str, object]) -> list[str]:
    """The codes of success responses in their order of preference."""
    codes = {key for key in responses if _SUCCESS.match(key)}
    return [
        *(code for code in ("200", "201") if code in codes),
        *sorted(codes - {"200", "201"}),
        *(key for key in ("2XX", "2xx") if key in responses),
    ]


_NOT_SCHEMA = ("name", "in", "required", "type", "format")


def body_parameter(documents: Documents, holders: Sequence[Node | None]) -> tuple[Node, tuple[Node, ...]] | None:
    """The schema of the body and the references to it; None if there is no body.

    `holders` are the operation and the path item. `consumes` is ignored, and so is `collectionFormat`. Raises
    Unresolved.
    """
    fields: dict[str, Node] = {}
    for item, parameter, via in _parameters(documents, holders):
        schema, name = parameter.get("schema"), text_of(parameter.value.get("name"))
        if schema is not None and parameter.value.get("in") == "body":
            return schema, via
        if name is not None and parameter.value.get("in") == "formData":
            fields.setdefault(name, item)
    place = next(iter(fields.values()), None)
    return None if place is None else (_form(documents, place, fields), ())


def _parameters(documents: Documents, holders: Sequence[Node | None]) -> Iterator[tuple[Node, Node, tuple[Node, ...]]]:
    """Each parameter: the entry of the list, its target, and the references followed."""
    for holder in holders:
        listed = holder.get("parameters") if holder else None
        for item in listed.items() if listed else ():
            parameter, via = documents.follow(item)
            if isinstance(parameter.value, dict):
                yield item, parameter, via


def _form(documents: Documents, place: Node, fields: dict[str, Node]) -> MergedNode:
    """An object schema with a property for each field."""
    targets = {name: documents.follow(item)[0] for name, item in fields.items()}
    required = [name for name, target in targets.items() if bool_of(target.value.get("required")) is True]
    properties = {
        name: _file(target) if target.value.get("type") == "file" else fields[name] for name, target in targets.items()
    }
    members = {
        "type": _given(place, "object"),
        "properties": merged_node(place, properties),
        "required": _given(place, required),
    }
    return _with_unique_name("form", merged_node(place, members), place)


def _file(parameter: Node) -> MergedNode:
    """A file field as a binary string, as in OpenAPI 3."""
    members = {key: member for key, member in parameter.members() if key not in _NOT_SCHEMA}
    members |= {"type": _given(parameter.child("type"), "string"), "format": _given(parameter, "binary")}
    return _with_unique_name("file", merged_node(parameter, members), parameter)


def _given(place: Node, value: object) -> Node:
    return Node(place.document, place.pointer, value)


def _with_unique_name(kind: str, node: MergedNode, place: Node) -> MergedNode:
    """The node with a unique name."""
    return replace(node, name=f"{kind} {' '.join(map(str, place.key))}")


_SCHEMA = "schema"


def repeated_keys(documents: Documents, operations: Iterable[ApiOperation]) -> list[Note]:
    """A note for each duplicate key in path items, operations, and the targets of their references."""
    if not any(document.repeats for document in documents.loaded):
        return []
    repeats: dict[Repeat, None] = {}
    for operation in operations:
        item = operation.path_item
        repeats |= dict.fromkeys(repeat for repeat in item.document.repeats if repeat.member == item.pointer)
        for root in _roots(documents, operation):
            for repeat in root.document.repeats:
                if _is_part(repeat.holder, repeat.member, root.pointer):
                    repeats.setdefault(repeat)
    return repeat_notes(repeats)


def _roots(documents: Documents, operation: ApiOperation) -> Iterator[Node]:
    """The operation, the parts of the path item that concern it, and the targets of the references in both."""
    places = [operation.path_item.get("parameters")]
    if operation.node is not None:
        places += [operation.node.get(key) for key in ("parameters", "requestBody", "responses")]
        yield operation.node
    item = operation.path_item
    yield Node(item.document, f"{item.pointer}/parameters", None)
    yield Node(item.document, f"{item.pointer}/{operation.method}", None)
    for place in places:
        if place is None:
            continue
        target = documents.behind(place)
        yield target
        parts = target.items() if isinstance(target.value, list) else (node for _, node in target.members())
        for part in parts:
            yield documents.behind(part)


def _is_part(holder: str, member: str, root: str) -> bool:
    """Whether an object with a duplicate key is inside `root`, or `root` is one of the values of the key."""
    if member == root:
        return True
    if holder != root and not holder.startswith(f"{root}/"):
        return False
    return _SCHEMA not in split_pointer(holder[len(root) :])


def repeat_notes(repeats: Iterable[Repeat]) -> list[Note]:
    """A note for each value that is ignored; the last one of a key has the number of further ones."""
    notes = []
    for repeat in repeats:
        for spot in repeat.spots:
            more = f"; and {repeat.more:,} more" if repeat.more and spot is repeat.spots[-1] else ""
            notes.append(Note(DUPLICATE_KEY, f"{repeat.text}{more}", spot))
    return notes
