"""From the paths of an API description to the schemas that a mapping starts from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..diagnostics import (
    LATER_RESPONSE,
    NO_PARAMETER_SCHEMA,
    NULL_DESCRIPTION,
    PARAMETER_CONTENT,
    TOO_LARGE,
    UNRESOLVED,
    Note,
)
from ..documents import Document, Documents, Node, Unresolved, bool_of, text_of
from .config_reader import nearest

METHODS = ("get", "post", "put", "delete", "patch", "options", "head", "trace")
MAX_PARAMETERS = 1000
"""Path and query parameters that one operation may have; later ones are left out."""

_SUCCESS = re.compile(r"0*2[0-9]{2}\Z")


class OperationNotFound(Exception):
    """The config names a path or a method that the API description cannot have; `str()` says which."""


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """A path item, and the operation of one method in it; `node` is None where the path has no such method."""

    path: str
    method: str
    path_item: Node
    node: Node | None


@dataclass(frozen=True, slots=True)
class BodySchema:
    """The schema of a request or response body. `label` is *request body* or *response 200*."""

    label: str
    node: Node
    via: tuple[Node, ...] = ()
    notes: tuple[Note, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Api:
    """An OpenAPI description and the documents that it refers to."""

    document: Document
    documents: Documents

    @property
    def is_swagger(self) -> bool:
        """Whether this is Swagger 2.0, which has bodies, responses and parameters in other places."""
        return isinstance(self.document.root, dict) and "swagger" in self.document.root

    def operation(self, path: str, method: str) -> ApiOperation:
        """Look up an operation by exact path and by method in any case. Raises OperationNotFound."""
        paths = self.document.node.get("paths")
        item = paths.get(path) if paths else None
        if item is None:
            known = [key for key, _ in paths.members()] if paths else []
            raise OperationNotFound(f"the path {path!r} is not in {self.document.uri}{nearest(path, known)}")
        word = method.lower()
        if word not in METHODS:
            raise OperationNotFound(f"{method!r} is not an HTTP method{nearest(word, METHODS)}")
        item, _ = self._follow(item)
        found = item.get(word)
        return ApiOperation(path, word, item, found if found and isinstance(found.value, dict) else None)

    def operations(self) -> Iterator[tuple[str, str, Node]]:
        """Every operation: path, method in lower case, node; in document order."""
        paths = self.document.node.get("paths")
        for path, entry in paths.members() if paths else ():
            try:
                item, _ = self._follow(entry)
            except OperationNotFound:
                continue
            for method, node in item.members():
                if method in METHODS and isinstance(node.value, dict):
                    yield path, method, node

    def request_body(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the request body; None where there is none. Raises Unresolved."""
        body = operation.node.get("requestBody") if operation.node else None
        if body is None:
            return self._body_parameter(operation) if self.is_swagger else None
        body, via = self.documents.follow(body)
        schema = self._media_type_schema(body.get("content"))
        return BodySchema("request body", schema, via) if schema else None

    def _body_parameter(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the parameter in the body (Swagger 2.0, Parameter Object). Raises Unresolved."""
        for node in (operation.node, operation.path_item):
            listed = node.get("parameters") if node else None
            for item in listed.items() if listed else ():
                parameter, via = self.documents.follow(item)
                schema = parameter.get("schema")
                if schema is not None and parameter.value.get("in") == "body":
                    return BodySchema("request body", schema, via)
        return None

    def success_response(self, operation: ApiOperation) -> BodySchema | None:
        """The schema of the success response: of 200, else 201, else the lowest 2xx that has one, else 2XX.

        None where no success response has a schema. Raises Unresolved.
        """
        responses = operation.node.get("responses") if operation.node else None
        if responses is None:
            return None
        responses, _ = self.documents.follow(responses)
        if not isinstance(responses.value, dict):
            return None
        codes = {key for key in responses.value if _SUCCESS.match(key)}
        ordered = [
            *(code for code in ("200", "201") if code in codes),
            *sorted(codes - {"200", "201"}),
            *(key for key in ("2XX", "2xx") if key in responses.value),
        ]
        passed_over: list[Note] = []
        for code in ordered:
            response, via = self.documents.follow(responses.child(code))
            schema = response.get("schema") if self.is_swagger else self._media_type_schema(response.get("content"))
            if schema is not None:
                return BodySchema(f"response {code}", schema, via, tuple(passed_over))
            passed_over.append(Note(LATER_RESPONSE, f"the response {code} has no schema", response))
        return None

    def parameters(self, operation: ApiOperation) -> list[Parameter]:
        """Path and query parameters of the path item and the operation.

        The operation's replace those of the path item with the same name and place, where they stand
        (OpenAPI 3.1, Operation Object, *parameters*).
        """
        merged: list[Parameter] = []
        own: list[Parameter] = []
        for target, node in ((merged, operation.path_item), (own, operation.node)):
            listed = node.get("parameters") if node else None
            for item in listed.items() if listed else ():
                parameter = self._parameter(item)
                if parameter is not None:
                    target.append(parameter)
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

    def _parameter(self, node: Node) -> Parameter | None:
        try:
            target, via = self.documents.follow(node)
        except Unresolved as error:
            note = Note(UNRESOLVED, f"the reference cannot be followed: {error}", node)
            return Parameter(
                str(node.value["$ref"]).rsplit("/", 1)[-1], "query", False, None, node, None, notes=(note,)
            )
        value = target.value if isinstance(target.value, dict) else {}
        name, place = text_of(value.get("name")), value.get("in")
        if name is None or place not in ("path", "query"):
            return None
        notes: list[Note] = []
        schema = target.get("schema")
        if schema is None and self.is_swagger:
            schema = target  # type and limits stand on the parameter itself
        elif schema is None:
            schema = self._media_type_schema(target.get("content"))
            if schema is None:
                notes.append(Note(NO_PARAMETER_SCHEMA, f"the parameter {name!r} has no schema", target))
            else:
                notes.append(
                    Note(PARAMETER_CONTENT, f"the parameter {name!r} is described by content, not by a schema", target)
                )
        description = text_of(value.get("description")) or None
        if "description" in value and value["description"] is None:
            notes.append(Note(NULL_DESCRIPTION, "the description is null", target))
        required = bool_of(value.get("required")) is True
        return Parameter(name, str(place), required, description, target, schema, via, tuple(notes))

    def _media_type_schema(self, content: Node | None) -> Node | None:
        """The schema of `application/json`, else of the first media type (in byte order) that has one."""
        if content is None or not isinstance(content.value, dict):
            return None
        names = sorted(content.value, key=lambda name: (name != "application/json", name))
        for name in names:
            media_type, _ = self.documents.follow(content.child(name))
            schema = media_type.get("schema")
            if schema is not None:
                return schema
        return None

    def _follow(self, node: Node) -> tuple[Node, tuple[Node, ...]]:
        try:
            return self.documents.follow(node)
        except Unresolved as error:
            raise OperationNotFound(f"a reference of the path cannot be followed: {error}") from None
