"""A stateful API made of its description: objects of POST or PUT can be read, changed, listed and deleted.

Requests are checked against their schemas: 422 with the reasons. Values of requests are kept as they are. A value that
only responses have is invented once. A `writeOnly` value is never returned. Parents may have any value: they need not
exist.
"""

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .description import Description, Operation, TooMuchWork
from .envelopes import Envelopes
from .identity import Identities
from .patches import Unpatchable, apply_steps, merge_objects, takes_steps
from .paths import Router, ends_in_parameter, parent, segments
from .problems import problems
from .relations import Relations
from .responses import Responses
from .stored_objects import StoredObject, identifier_place, is_identifier

_CREATING_WORDS = ("creat", "upsert", "insert")
_FIRST_NUMBER = 1001
_MOST_PROBLEMS = 8
_REFUSED = 400

Response = tuple[int, Any]
"""A status code and a JSON value."""


@dataclass(frozen=True)
class Call:
    """A request with its status; `reason` has the response if it was refused."""

    method: str
    url: str
    status: int
    reason: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.url, str(self.status), self.reason)))


@dataclass(frozen=True)
class _Request:
    template: str
    path: str
    parameters: dict[str, str]
    body: Any
    operation: Operation
    query: dict[str, str] = field(default_factory=dict)


class ApiModel:
    """What a description says of its paths. All mocks of an API share it."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.envelopes = Envelopes(description)
        self.relations = Relations(description, self.envelopes)
        self.envelopes.lists.update(self.relations.list_requests())
        self.router = Router(description.operations)


class Mock:
    """An API without any object yet. `calls` are the requests so far."""

    def __init__(self, model: ApiModel) -> None:
        self._numbers = itertools.count(_FIRST_NUMBER)
        self._objects: list[StoredObject] = []
        self._deleted: set[str] = set()
        self.calls: list[Call] = []
        self.use(model)

    def use(self, model: ApiModel) -> None:
        """Become the API of a description, such as an edited one. Objects stay if their paths still exist."""
        self._description, self._relations = model.description, model.relations
        self._envelopes, self._router = model.envelopes, model.router
        self._responses = Responses(self._description, self._envelopes, self._numbers)
        self._identities = Identities(self._description, self._envelopes, self._relations, self._responses)
        paths = {template for _, template in self._description.operations}
        self._objects = [stored for stored in self._objects if stored.template in paths]
        for stored in self._objects:
            stored.request = self._relations.request_of(stored.template)
            stored.required = self._relations.required_by_updates(stored.template)

    def handle(self, method: str, url: str, body: Any = None) -> Response:
        """The response to a request; `url` is a path with its query."""
        split = urlsplit(url)
        self._description.start_request()
        try:
            status, data = self._respond(method, split.path, dict(parse_qsl(split.query)), body)
        except (RecursionError, TooMuchWork):
            status, data = 500, {"errors": ["the schemas of this operation are too many to be looked at"]}
        self.calls.append(Call(method, url, status, json.dumps(data)[:300] if status >= _REFUSED else ""))
        return status, data

    def _respond(self, method: str, path: str, query: dict[str, str], body: Any) -> Response:
        routes = self._router.find(method, path)
        tried = [(route, self._errors(method, route[0], query, body)) for route in routes]
        if not tried:
            return 405, {"errors": [f"no operation {method} {path}"]}
        operations = self._description.operations
        fitting = [
            _Request(template, path, parameters, body, operations[method, template], query)
            for (template, parameters), errors in tried
            if not errors
        ]
        if not fitting:
            return 422, {"errors": tried[0][1]}
        answers = {"GET": self._get, "POST": self._post, "PUT": self._put, "PATCH": self._patch, "DELETE": self._delete}
        return answers[method](fitting[0] if len(fitting) == 1 else max(fitting, key=self._variant))

    def _variant(self, request: _Request) -> int:
        """How well a request fits one of several operations of a path, each for another variant of the object."""
        if request.body is not None:
            return self._description.likeness(request.operation.request, request.body)
        stored = self._find_object(request)
        return stored is not None and stored.changed_at.partition("#")[2] == request.template.partition("#")[2]

    def _errors(self, method: str, template: str, query: dict[str, str], body: Any) -> list[str]:
        """Why an operation refuses a request; empty if it accepts it."""
        operation = self._description.operations[method, template]
        errors = [
            f"query parameter {parameter.name} is required"
            for parameter in operation.parameters
            if parameter.place == "query" and parameter.is_required and parameter.name not in query
        ]
        return errors if method == "DELETE" else [*errors, *self._problems(operation, body)]

    def _problems(self, operation: Operation, body: Any) -> list[str]:
        if operation.request is None:
            return []
        if body is None and operation.is_request_required:
            return ["body: missing, but required"]
        if operation.is_merge_patch:
            body = merge_objects({}, body, null_removes=True)
        return problems(self._description, body, operation.request, "body")[:_MOST_PROBLEMS]

    # methods

    def _get(self, request: _Request) -> Response:
        template, operation = request.template, request.operation
        if stored := self._find_object(request):
            return operation.status, self._responses.show(stored, operation.response)
        if self._relations.is_list(template):
            return operation.status, self._list_objects(request)
        if self._relations.is_singleton(template) and request.path not in self._deleted:
            stored = self._create(request)
            stored.request = self._relations.request_of(template)
            return operation.status, self._responses.show(stored, operation.response)
        if self._relations.is_view(template) and (stored := self._item_above(request)):
            return operation.status, self._responses.show(stored, operation.response)
        return _not_found(request)

    def _post(self, request: _Request) -> Response:
        template = request.template
        is_singleton = self._relations.is_singleton(template) and not self._relations.is_list(template)
        if ends_in_parameter(template) or is_singleton:
            if stored := self._find_object(request):
                return self._change(stored, request, replace=False)
            if ends_in_parameter(template) and self._only_changes(template):
                return _not_found(request)
        return self._change(self._create(request), request, replace=True)

    def _put(self, request: _Request) -> Response:
        stored = self._find_object(request) or self._identified_object(request)
        if stored is None and ends_in_parameter(request.template) and not self._put_creates(request):
            return 404, {"errors": [f"nothing at {request.path}, and this PUT only changes what exists"]}
        return self._change(stored or self._create(request), request, replace=True)

    def _patch(self, request: _Request) -> Response:
        stored = self._find_object(request) or self._identified_object(request)
        if stored is None and ends_in_parameter(request.template) and not self._exists_already(request.template):
            return _not_found(request)
        return self._change(stored or self._create(request), request, replace=False)

    def _delete(self, request: _Request) -> Response:
        stored = self._find_object(request)
        if stored is None and (not self._relations.is_singleton(request.template) or request.path in self._deleted):
            return _not_found(request)
        self._deleted.add(request.path)
        if stored is None:
            return request.operation.status, None
        self._objects.remove(stored)
        return request.operation.status, self._responses.show(stored, request.operation.response)

    # objects

    def _only_changes(self, template: str) -> bool:
        """Whether POST at the path of an item changes an object that another POST makes."""
        has = self._relations.operation
        return bool(has("GET", template) and not has("PUT", template) and has("POST", parent(template)))

    def _put_creates(self, request: _Request) -> bool:
        """Whether a PUT creates an object: if its summary says so, or if no POST does."""
        if self._relations.operation("POST", request.template):
            return False
        says_so = any(word in request.operation.text for word in _CREATING_WORDS)
        return says_so or self._relations.operation("POST", parent(request.template)) is None

    def _exists_already(self, template: str) -> bool:
        """Whether a change finds an object that no request has made.

        It does if no operation makes such objects. It does, too, if a change is the first request of all: then somebody
        else has made the object.
        """
        return not self.calls or not self._relations.is_made(template)

    def _create(self, request: _Request) -> StoredObject:
        template = request.template
        is_placed = self._relations.operation("POST", template) is None or ends_in_parameter(template)
        hidden = f"hidden-{next(self._numbers)}"
        schema, response = request.operation.request, request.operation.response
        stored = StoredObject(template, request.path, request.parameters, schema, hidden, is_placed, response)
        self._objects.append(stored)
        self._deleted.discard(request.path)
        stored.identifiers |= self._identities.api_identifiers(stored)
        stored.required = self._relations.required_by_updates(template)
        required = {p.name for p in request.operation.parameters if p.place == "query" and p.is_required}
        named = {name: value for name, value in request.query.items() if name in required}
        stored.path_values = named | self._identities.path_values(stored)
        return stored

    def _change(self, stored: StoredObject, request: _Request, *, replace: bool) -> Response:
        """Store the values of a request; without `replace`, values that it leaves out stay."""
        if takes_steps(self._description, request.operation.request):
            return self._apply_steps(stored, request)
        operation, body = request.operation, request.body
        stored.request = operation.request if stored.request is None else stored.request
        stored.changed_at = request.template
        response = operation.response or self._relations.response_of(stored.template)
        keys, _ = self._envelopes.object_keys(operation.request, response)
        for key in keys:
            if key == "attributes" and isinstance(body, dict):  # the identifier of a resource object of JSON:API
                stored.invented |= {
                    identifier_place(name): value for name, value in body.items() if is_identifier(name)
                }
            is_item = key == 0 and isinstance(body, list) and body
            body = body[0] if is_item else body.get(key) if isinstance(body, dict) else body
        if not isinstance(body, dict) or not isinstance(stored.sent, dict):
            stored.sent = stored.sent if body is None else body
        elif replace:
            taken = self._description.view(self._description.within(operation.request, keys)).get("properties", {})
            stored.sent = {**{name: value for name, value in stored.sent.items() if name not in taken}, **body}
        else:
            stored.sent = merge_objects(stored.sent, body, null_removes=operation.is_merge_patch)
        return operation.status, self._responses.show(stored, operation.response)

    def _apply_steps(self, stored: StoredObject, request: _Request) -> Response:
        """Apply the steps of a patch to the object as it is read."""
        read = self._relations.operation("GET", request.template)
        response = read.response if read else self._relations.response_of(stored.template)
        asked, keys = self._envelopes.object_keys(stored.request, response)
        shown = self._responses.show(stored, response)
        for key in keys:
            shown = shown.get(key) if isinstance(shown, dict) else None
        sent = stored.sent if isinstance(stored.sent, dict) else {}
        before = {**(shown if isinstance(shown, dict) else {}), **sent}
        try:
            after = apply_steps(before, request.body)
        except Unpatchable as error:
            return _REFUSED, {"errors": [str(error)]}
        changed = {name: value for name, value in after.items() if name not in before or value != before[name]}
        schemas = self._description.properties(self._description.within(stored.request, asked))
        checks = (problems(self._description, changed[n], schemas[n], n) for n in changed.keys() & schemas.keys())
        if errors := [error for check in checks for error in check]:
            return 422, {"errors": errors}
        stored.sent = {name: value for name, value in after.items() if name in sent or name in changed}
        stored.changed_at = request.template
        return request.operation.status, self._responses.show(stored, request.operation.response)

    def _find_object(self, request: _Request) -> StoredObject | None:
        """The object at a path: one that was created there, or the latest one that the path identifies."""
        template, path = request.template, request.path
        same = segments(template)
        is_read = self._relations.operation("GET", template) and not self._relations.is_list(template)
        placed_here = [t for t in self._objects if t.path == path and segments(t.template) == same]
        placed = [t for t in placed_here if t.is_placed or (is_read and not ends_in_parameter(template))]
        if placed:
            return placed[-1]
        for stored in reversed(self._objects):
            is_related = stored.template != template and self._relations.is_related(stored.template, template)
            operation = self._relations.operation("GET", template) or request.operation
            if is_related and self._identities.matches(stored, template, request.parameters, operation):
                return stored
        return None

    def _item_above(self, request: _Request) -> StoredObject | None:
        """The item above a path, which shows a part of it."""
        template, path = request.template, request.path
        while template and not ends_in_parameter(template):
            template, path = parent(template), parent(path)
        operation = self._relations.operation("GET", template)
        return (
            self._find_object(replace(request, template=template, path=path, operation=operation))
            if operation
            else None
        )

    def _identified_object(self, request: _Request) -> StoredObject | None:
        """The object of a collection that the query or the body of a change identifies."""
        values = {*request.query.values(), *map(str, request.body.values() if isinstance(request.body, dict) else ())}
        made = (t for t in reversed(self._objects) if t.path == request.path)
        return next((t for t in made if self._identities.identifier(t) in values), None)

    def _list_objects(self, request: _Request) -> Any:
        keys = self._relations.list_keys(request.operation.response) or ()
        items = self._description.within(request.operation.response, (*keys, 0))
        stored_objects = [t for t in self._objects if t.template == request.template and t.path == request.path]
        shown = [self._responses.show(stored, items) for stored in stored_objects]
        return {keys[0]: shown} if keys else shown


def _not_found(request: _Request) -> Response:
    return 404, {"errors": [f"nothing at {request.path}"]}
