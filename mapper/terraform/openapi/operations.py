"""From the paths of an API description to the schemas that a mapping starts from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from ...diagnostics import Note
from ...documents import Document, Documents, Node, Unresolved, bool_of, reference_name, text_of
from ...hints import nearest
from ...immutable import dataclass
from ..config.operations import BodyChoice
from ..rules import LATER_RESPONSE, NO_PARAMETER_SCHEMA, NULL_DESCRIPTION, PARAMETER_CONTENT, TOO_LARGE, UNRESOLVED
from .swagger import body_parameter

METHODS = ("get", "post", "put", "delete", "patch", "options", "head", "trace")
MAX_PARAMETERS = 1000
"""Path and query parameters that one operation may have; later ones are left out."""

_SUCCESS = re.compile(r"0*2[0-9]{2}\Z")


class OperationNotFound(Exception):
    """The config names a path or a method that the API description cannot have; `str()` says which."""


class BodyNotFound(Exception):
    """The config chooses a body, or a part of one, that is not there; `str()` says which, `node` is the choice."""

    def __init__(self, text: str, node: Node) -> None:
        super().__init__(text)
        self.node = node


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """A path item, and the operation of one method in it; `node` is None where the path has no such method.

    `request` and `response` are what the config says of its bodies.
    """

    path: str
    method: str
    path_item: Node
    node: Node | None
    request: BodyChoice | None = None
    response: BodyChoice | None = None


@dataclass(frozen=True, slots=True)
class BodySchema:
    """The schema of a request or response body. `code` is the status code of a response.

    `choice` is what the config says of it. `differs`: the reference tool takes another one. `reference_never_reads_it`:
    it is a response that the reference tool never considers.
    """

    node: Node
    via: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()
    media_type: str = ""
    code: str = ""
    choice: BodyChoice | None = None
    differs: bool = False
    reference_never_reads_it: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path or query parameter. `schema` is None where it has none; `notes` say why."""

    name: str
    place: str
    required: bool
    description: str | None
    node: Node
    schema: Node | None
    via: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def placed_name(self) -> str:
        """The name with the place in front, which tells parameters of one name apart: `query.path`."""
        return f"{self.place}.{self.name}"


@dataclass(frozen=True, slots=True)
class Api:
    """An OpenAPI description and the documents that it refers to."""

    document: Document
    documents: Documents
    _referred: dict[tuple[int, str], Parameter] = field(default_factory=dict, repr=False, compare=False)
    _parameters: dict[int, tuple[ApiOperation, list[Parameter]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def is_swagger(self) -> bool:
        """Whether this is Swagger 2.0, which has bodies, responses and parameters in other places."""
        return isinstance(self.document.root, dict) and "swagger" in self.document.root

    def operation(
        self, path: str, method: str, request: BodyChoice | None = None, response: BodyChoice | None = None
    ) -> ApiOperation:
        """Look up an operation by exact path and by method in any case. Raises OperationNotFound."""
        paths = self._paths()
        item = paths.get(path) if paths else None
        if item is None:
            known = [key for key, _ in paths.members()] if paths else []
            raise OperationNotFound(f"the path {path!r} is not in {self.document.uri}{nearest(path, known)}")
        word = method.lower()
        if word not in METHODS:
            raise OperationNotFound(
                f"{method!r} is not an HTTP method{nearest(method.upper(), [known.upper() for known in METHODS])}"
            )
        own, item = item, self._follow(item, "path")
        return ApiOperation(path, word, item, self._operation_of(own, item, word), request, response)

    def _operation_of(self, own: Node, item: Node, method: str) -> Node | None:
        """The operation of a method, which stands next to the reference of a path or behind it."""
        found = own.get(method) or item.get(method)
        node = self._follow(found, "operation") if found and isinstance(found.value, dict) else None
        return node if node is not None and isinstance(node.value, dict) else None

    def operations(self) -> Iterator[tuple[str, str, Node]]:
        """Every operation: path, method in lower case, node; in document order."""
        try:
            paths = self._paths()
        except OperationNotFound:
            return
        for path, entry in paths.members() if paths else ():
            try:
                item = self._follow(entry, "path")
            except OperationNotFound:
                continue
            for method in _methods(entry, item):
                try:
                    node = self._operation_of(entry, item, method)
                except OperationNotFound:
                    continue
                if node is not None:
                    yield path, method, node

    def has_path(self, path: str) -> bool:
        """Whether there is an entry for a path, whatever it is."""
        try:
            paths = self._paths()
        except OperationNotFound:
            return False
        return paths is not None and paths.get(path) is not None

    def unfollowed(self) -> Iterator[tuple[str, str, str]]:
        """Each operation behind a reference that leads nowhere: path, method in lower case, reason.

        All of them are one where that is so of `paths` itself, without a method.
        """
        try:
            paths = self._paths()
        except OperationNotFound as error:
            yield "paths", "", str(error)
            return
        for path, entry in paths.members() if paths else ():
            try:
                item = self._follow(entry, "path")
            except OperationNotFound:
                item = entry
            for method in _methods(entry, item):
                try:
                    self.operation(path, method)
                except OperationNotFound as error:
                    yield path, method, str(error)

    def _paths(self) -> Node | None:
        paths = self.document.node.get("paths")
        return self._follow(paths, "paths") if paths else None

    def tag(self, operation: ApiOperation) -> Node | None:
        """What the API description says of the first tag of an operation (the Tag Object), if it does."""
        name = first_tag(operation.node) if operation.node else ""
        tags = self.document.node.get("tags")
        found = (tag for tag in tags.items() if isinstance(tag.value, dict)) if tags else ()
        return next((tag for tag in found if name and text_of(tag.value.get("name")) == name), None)

    def request_body(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the request body; None where there is none. Raises Unresolved and BodyNotFound."""
        choice = operation.request
        found = self._request_body(operation)
        if found is None and choice is not None:
            raise BodyNotFound("the operation has no request body with a schema", choice.node)
        if found is None or choice is None:
            return found
        if not choice.media_type:
            return replace(found, choice=choice)
        self._check_choice(choice)
        return _chosen(found, choice, self._request_body(replace(operation, request=None)))

    def _request_body(self, operation: ApiOperation) -> BodySchema | None:
        body = operation.node.get("requestBody") if operation.node else None
        if body is None and self.is_swagger:
            parameter = body_parameter(self.documents, (operation.node, operation.path_item))
            return BodySchema(*parameter) if parameter else None
        if body is None:
            return None
        body, via = self.documents.follow(body)
        found = self._media_type(body.get("content"), operation.request)
        return BodySchema(found[1], via, media_type=found[0]) if found else None

    def _check_choice(self, choice: BodyChoice) -> None:
        if self.is_swagger and choice.media_type:
            text = "Swagger 2.0 has one schema for all media types, and none of them can be chosen"
            raise BodyNotFound(text, choice.at("media_type"))

    def success_response(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the success response: of 200, else 201, else the lowest 2xx that has one, else 2XX.

        The config may choose another one. None where no success response has a schema. Raises Unresolved and
        BodyNotFound.
        """
        choice = operation.response
        found = self._success_response(operation)
        if found is None and choice is not None and choice.status:
            raise BodyNotFound(f"the response {choice.status!r} has no schema", choice.at("status"))
        if found is None and choice is not None:
            raise BodyNotFound("the operation has no success response with a schema", choice.node)
        if found is None or choice is None:
            return found
        if not (choice.media_type or choice.status):
            return replace(found, choice=choice)
        self._check_choice(choice)
        return _chosen(found, choice, self._success_response(replace(operation, response=None)))

    def _success_response(self, operation: ApiOperation) -> BodySchema | None:
        responses = operation.node.get("responses") if operation.node else None
        if responses is None:
            return None
        responses, _ = self.documents.follow(responses)
        if not isinstance(responses.value, dict):
            return None
        choice = operation.response
        codes = [choice.status] if choice and choice.status else _success_codes(responses.value)
        passed_over: list[Note] = []
        for code in codes:
            if code not in responses.value and choice:
                text = f"the operation has no response {code!r}; it has {', '.join(responses.value) or 'none'}"
                raise BodyNotFound(text, choice.at("status"))
            response, via = self.documents.follow(responses.child(code))
            found = self._response_schema(response, choice)
            if found is not None:
                unread = code.upper() == "2XX" or code != codes[0]
                media_type, schema = found
                return BodySchema(
                    schema, via, tuple(passed_over), media_type, reference_never_reads_it=unread, code=code
                )
            passed_over.append(Note(LATER_RESPONSE, f"the response {code} has no schema", response))
        return None

    def _response_schema(self, response: Node, choice: BodyChoice | None) -> tuple[str, Node] | None:
        """The media type and the schema of a response."""
        if not self.is_swagger:
            return self._media_type(response.get("content"), choice)
        schema = response.get("schema")
        return None if schema is None else ("", schema)

    def parameters(self, operation: ApiOperation) -> list[Parameter]:
        """Path and query parameters of the path item and the operation.

        The operation's replace those of the path item with the same name and place, where they are
        (OpenAPI 3.1, Operation Object, *parameters*).
        """
        known = self._parameters.get(id(operation))
        if known is None:  # the operation is kept so that its id stays taken
            known = self._parameters[id(operation)] = (operation, self._merged_parameters(operation))
        return known[1]

    def _merged_parameters(self, operation: ApiOperation) -> list[Parameter]:
        merged: list[Parameter] = []
        own: list[Parameter] = []
        for found, node in ((merged, operation.path_item), (own, operation.node)):
            listed = node.get("parameters") if node else None
            found.extend(self._listed_parameters(listed) if listed else ())
        places: dict[tuple[str, str], int] = {}
        for index, parameter in enumerate(merged):
            places.setdefault((parameter.name, parameter.place), index)
        for parameter in own:
            index = places.setdefault((parameter.name, parameter.place), len(merged))
            merged[index : index + 1] = [parameter]
        if len(merged) > MAX_PARAMETERS:
            first, total = merged[MAX_PARAMETERS], len(merged)
            text = f"of the {total:,} parameters of one operation, those from {first.name!r} on are left out"
            merged[MAX_PARAMETERS:] = [replace(first, schema=None, notes=(Note(TOO_LARGE, text, first.node),))]
        return merged

    def _listed_parameters(self, listed: Node) -> Iterator[Parameter]:
        """Those of a list of them, which may be in another place."""
        if isinstance(listed.value, dict):
            try:
                listed, _ = self.documents.follow(listed)
            except Unresolved as error:
                yield _unresolved(listed, error)
        for item in listed.items():
            parameter = self._referred_parameter(item)
            if parameter is not None:
                yield parameter

    def _referred_parameter(self, node: Node) -> Parameter | None:
        """A parameter; the same one wherever operations refer to it."""
        reference = node.value.get("$ref") if isinstance(node.value, dict) else None
        if not isinstance(reference, str):
            return self._parameter(node)
        key = (id(node.document), reference)
        found = self._referred.get(key)
        if found is None:
            found = self._parameter(node)
            if found is not None and found.node is not node:  # as it is where the reference leads nowhere
                self._referred[key] = found
        return found

    def _parameter(self, node: Node) -> Parameter | None:
        try:
            target, via = self.documents.follow(node)
        except Unresolved as error:
            return _unresolved(node, error)
        value = target.value if isinstance(target.value, dict) else {}
        name, place = text_of(value.get("name")), value.get("in")
        if name is None or place not in ("path", "query"):
            return None
        notes: list[Note] = []
        schema = target.get("schema")
        if schema is None and self.is_swagger:
            schema = target  # type and limits are on the parameter itself
        elif schema is None:
            found = self._media_type(target.get("content"))
            if found is None:
                notes.append(Note(NO_PARAMETER_SCHEMA, f"the parameter {name!r} has no schema", target))
            else:
                schema = found[1]
                notes.append(
                    Note(PARAMETER_CONTENT, f"the parameter {name!r} is described by content, not by a schema", target)
                )
        description = text_of(value.get("description")) or None
        if "description" in value and value["description"] is None:
            notes.append(Note(NULL_DESCRIPTION, "the description is null", target))
        required = bool_of(value.get("required")) is True
        return Parameter(name, str(place), required, description, target, schema, via, tuple(notes))

    def _media_type(self, content: Node | None, choice: BodyChoice | None = None) -> tuple[str, Node] | None:
        """Name and schema of `application/json`, else of the first media type (in byte order) that has one.

        With a choice, of the media type that it names. Raises BodyNotFound.
        """
        if content is not None:
            content, _ = self.documents.follow(content)
        if content is None or not isinstance(content.value, dict):
            return None
        names = sorted(content.value, key=lambda name: (name != "application/json", name))
        if choice is not None and choice.media_type is not None:
            names = [name for name in names if _same_media_type(name, choice.media_type)]
        for name in names:
            media_type, _ = self.documents.follow(content.child(name))
            schema = media_type.get("schema")
            if schema is not None:
                return name, schema
        if choice is not None and choice.media_type is not None:
            text = (
                f"there is no schema for the media type {choice.media_type!r}; the body has {', '.join(content.value)}"
            )
            raise BodyNotFound(text, choice.at("media_type"))
        return None

    def _follow(self, node: Node, what: str) -> Node:
        try:
            return self.documents.follow(node)[0]
        except Unresolved as error:
            raise OperationNotFound(f"the reference of the {what} cannot be followed: {error}") from None


def first_tag(operation: Node) -> str:
    """The first tag of an operation; empty if it has none."""
    listed = operation.value.get("tags")
    return (text_of(listed[0]) or "") if isinstance(listed, list) and listed else ""


def _methods(entry: Node, item: Node) -> list[str]:
    """The methods of a path and of what it refers to, in document order."""
    holders = (entry,) if item is entry else (entry, item)
    known = dict.fromkeys(key for holder in holders if isinstance(holder.value, dict) for key in holder.value)
    return [key for key in known if key in METHODS]


def _unresolved(node: Node, error: Unresolved) -> Parameter:
    """What stands for parameters behind a reference that leads nowhere."""
    note = Note(UNRESOLVED, f"the reference cannot be followed: {error}", node)
    return Parameter(reference_name(str(node.value["$ref"])), "query", False, None, node, None, notes=(note,))


def _success_codes(responses: Mapping[str, object]) -> list[str]:
    """The codes of success responses, in the order in which they are looked at."""
    codes = {key for key in responses if _SUCCESS.match(key)}
    return [
        *(code for code in ("200", "201") if code in codes),
        *sorted(codes - {"200", "201"}),
        *(key for key in ("2XX", "2xx") if key in responses),
    ]


def _same_media_type(name: str, chosen: str) -> bool:
    """Whether a media type is the chosen one: exactly, or but for its parameters."""
    return name == chosen or name.partition(";")[0].strip().lower() == chosen.lower()


def _chosen(found: BodySchema, choice: BodyChoice, default: BodySchema | None) -> BodySchema:
    differs = default is None or default.node.key != found.node.key
    return replace(found, choice=choice, differs=differs)
