"""A stateful API made of its description: what POST or PUT makes can be read, changed, listed and deleted.

Requests are checked against their schemas: 422 with the reasons. What was sent is kept as it is; what only responses
have is made up once; what is `writeOnly` is never returned. Parents may have any value: they need not exist.
"""

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .description import Description, Operation, TooMuchWork
from .envelopes import Envelopes
from .identity import Identities
from .patches import Unpatchable, merged, patched, takes_steps
from .paths import Router, ends_in_parameter, parent, segments
from .problems import problems
from .relations import Relations
from .responses import Responses
from .things import Thing, identifier_place, is_identifier

_MAKES = ("creat", "upsert", "insert")
_FIRST_NUMBER = 1001
_MOST_PROBLEMS = 8
_REFUSED = 400

Answer = tuple[int, Any]
"""A status code and a JSON value."""


@dataclass(frozen=True)
class Call:
    """A request that was answered; `why` has the answer if it was refused."""

    method: str
    url: str
    status: int
    why: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.url, str(self.status), self.why)))


@dataclass(frozen=True)
class _Request:
    template: str
    path: str
    parameters: dict[str, str]
    body: Any
    operation: Operation
    query: dict[str, str] = field(default_factory=dict)


class Kinship:
    """What a description says of its paths; shared by the mocks of one API, as it is the same for each."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.envelopes = Envelopes(description)
        self.relations = Relations(description, self.envelopes)
        self.envelopes.lists.update(self.relations.list_requests())
        self.router = Router(description.operations)


class Mock:
    """An API without any object yet. `calls` are the requests so far."""

    def __init__(self, kinship: Kinship) -> None:
        self._numbers = itertools.count(_FIRST_NUMBER)
        self._things: list[Thing] = []
        self._deleted: set[str] = set()
        self.calls: list[Call] = []
        self.take(kinship)

    def take(self, kinship: Kinship) -> None:
        """Be the API of a description, which may be an edited one: what its paths still have stays."""
        self._description, self._relations = kinship.description, kinship.relations
        self._envelopes, self._router = kinship.envelopes, kinship.router
        self._responses = Responses(self._description, self._envelopes, self._numbers)
        self._identities = Identities(self._description, self._envelopes, self._relations, self._responses)
        paths = {template for _, template in self._description.operations}
        self._things = [thing for thing in self._things if thing.template in paths]
        for thing in self._things:
            thing.request = self._relations.request_of(thing.template)
            thing.always = self._relations.required_by_updates(thing.template)

    def handle(self, method: str, url: str, body: Any = None) -> Answer:
        """Answer a request; `url` is a path with its query."""
        split = urlsplit(url)
        self._description.begin()
        try:
            status, answer = self._answer(method, split.path, dict(parse_qsl(split.query)), body)
        except (RecursionError, TooMuchWork):
            status, answer = 500, {"errors": ["the schemas of this operation are too many to be looked at"]}
        self.calls.append(Call(method, url, status, json.dumps(answer)[:300] if status >= _REFUSED else ""))
        return status, answer

    def _answer(self, method: str, path: str, query: dict[str, str], body: Any) -> Answer:
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
        """How much speaks for one of several operations of a path, which differ in the variant of the object."""
        if request.body is not None:
            return self._description.likeness(request.operation.request, request.body)
        thing = self._find(request)
        return thing is not None and thing.changed_at.partition("#")[2] == request.template.partition("#")[2]

    def _errors(self, method: str, template: str, query: dict[str, str], body: Any) -> list[str]:
        """Why the operation refuses a request; empty if it takes it."""
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
            body = merged({}, body, null_removes=True)
        return problems(self._description, body, operation.request, "body")[:_MOST_PROBLEMS]

    # methods

    def _get(self, request: _Request) -> Answer:
        template, operation = request.template, request.operation
        if thing := self._find(request):
            return operation.status, self._responses.show(thing, operation.response)
        if self._relations.is_list(template):
            return operation.status, self._list(request)
        if self._relations.is_singleton(template) and request.path not in self._deleted:
            thing = self._make(request)
            thing.request = self._relations.request_of(template)
            return operation.status, self._responses.show(thing, operation.response)
        if self._relations.is_view(template) and (thing := self._above(request)):
            return operation.status, self._responses.show(thing, operation.response)
        return _missing(request)

    def _post(self, request: _Request) -> Answer:
        template = request.template
        is_singleton = self._relations.is_singleton(template) and not self._relations.is_list(template)
        if ends_in_parameter(template) or is_singleton:
            if thing := self._find(request):
                return self._changed(thing, request, replace=False)
            if ends_in_parameter(template) and self._only_changes(template):
                return _missing(request)
        return self._changed(self._make(request), request, replace=True)

    def _put(self, request: _Request) -> Answer:
        thing = self._find(request) or self._identified_thing(request)
        if thing is None and ends_in_parameter(request.template) and not self._creates(request):
            return 404, {"errors": [f"nothing at {request.path}, and this PUT only changes what exists"]}
        return self._changed(thing or self._make(request), request, replace=True)

    def _patch(self, request: _Request) -> Answer:
        thing = self._find(request) or self._identified_thing(request)
        if thing is None and ends_in_parameter(request.template) and not self._exists(request.template):
            return _missing(request)
        return self._changed(thing or self._make(request), request, replace=False)

    def _delete(self, request: _Request) -> Answer:
        thing = self._find(request)
        if thing is None and (not self._relations.is_singleton(request.template) or request.path in self._deleted):
            return _missing(request)
        self._deleted.add(request.path)
        if thing is None:
            return request.operation.status, None
        self._things.remove(thing)
        return request.operation.status, self._responses.show(thing, request.operation.response)

    # objects

    def _only_changes(self, template: str) -> bool:
        """Whether POST at the path of an item changes what another POST makes."""
        has = self._relations.operation
        return bool(has("GET", template) and not has("PUT", template) and has("POST", parent(template)))

    def _creates(self, request: _Request) -> bool:
        """Whether a PUT makes what does not exist: unless a POST does, or if its summary says so."""
        if self._relations.operation("POST", request.template):
            return False
        says_so = any(word in request.operation.text for word in _MAKES)
        return says_so or self._relations.operation("POST", parent(request.template)) is None

    def _exists(self, template: str) -> bool:
        """Whether a change finds an object that no request has made: nothing makes it, or somebody else has, where the
        first request of all is a change.
        """
        return not self.calls or not self._relations.is_made(template)

    def _make(self, request: _Request) -> Thing:
        template = request.template
        is_placed = (
            self._relations.operation("POST", template) is None
            or ends_in_parameter(template)
            or self._relations.is_singleton(template)
        )
        hidden = f"hidden-{next(self._numbers)}"
        schema, answer = request.operation.request, request.operation.response
        thing = Thing(template, request.path, request.parameters, schema, hidden, is_placed, answer)
        self._things.append(thing)
        self._deleted.discard(request.path)
        thing.identifiers |= self._identities.chosen_by_api(thing)
        thing.always = self._relations.required_by_updates(template)
        required = {p.name for p in request.operation.parameters if p.place == "query" and p.is_required}
        named = {name: value for name, value in request.query.items() if name in required}
        thing.repeated = named | self._identities.repeated(thing)
        return thing

    def _changed(self, thing: Thing, request: _Request, *, replace: bool) -> Answer:
        """Take over what a request sends; without `replace`, what it leaves out stays."""
        if takes_steps(self._description, request.operation.request):
            return self._patched(thing, request)
        operation, body = request.operation, request.body
        thing.request = operation.request if thing.request is None else thing.request
        thing.changed_at = request.template
        response = operation.response or self._relations.response_of(thing.template)
        keys, _ = self._envelopes.cores(operation.request, response)
        for key in keys:
            if key == "attributes" and isinstance(body, dict):  # the identifier of a resource object of JSON:API
                thing.made |= {identifier_place(name): value for name, value in body.items() if is_identifier(name)}
            is_item = key == 0 and isinstance(body, list) and body
            body = body[0] if is_item else body.get(key) if isinstance(body, dict) else body
        if not isinstance(body, dict) or not isinstance(thing.sent, dict):
            thing.sent = thing.sent if body is None else body
        elif replace:
            taken = self._description.view(self._description.within(operation.request, keys)).get("properties") or {}
            thing.sent = {**{name: value for name, value in thing.sent.items() if name not in taken}, **body}
        else:
            thing.sent = merged(thing.sent, body, null_removes=operation.is_merge_patch)
        return operation.status, self._responses.show(thing, operation.response)

    def _patched(self, thing: Thing, request: _Request) -> Answer:
        """Apply steps to the object as it is read."""
        read = self._relations.operation("GET", request.template)
        response = read.response if read else self._relations.response_of(thing.template)
        asked, keys = self._envelopes.cores(thing.request, response)
        shown = self._responses.show(thing, response)
        for key in keys:
            shown = shown.get(key) if isinstance(shown, dict) else None
        sent = thing.sent if isinstance(thing.sent, dict) else {}
        before = {**(shown if isinstance(shown, dict) else {}), **sent}
        try:
            after = patched(before, request.body)
        except Unpatchable as error:
            return _REFUSED, {"errors": [str(error)]}
        changed = {name: value for name, value in after.items() if name not in before or value != before[name]}
        schemas = self._description.properties(self._description.within(thing.request, asked))
        checks = (problems(self._description, changed[n], schemas[n], n) for n in changed.keys() & schemas.keys())
        if errors := [error for check in checks for error in check]:
            return 422, {"errors": errors}
        thing.sent = {name: value for name, value in after.items() if name in sent or name in changed}
        thing.changed_at = request.template
        return request.operation.status, self._responses.show(thing, request.operation.response)

    def _find(self, request: _Request) -> Thing | None:
        """The object at a path: one that was made there, or the latest one that the path identifies."""
        template, path = request.template, request.path
        same = segments(template)
        is_read = self._relations.operation("GET", template) and not self._relations.is_list(template)
        here = [t for t in self._things if t.path == path and segments(t.template) == same]
        placed = [t for t in here if t.is_placed or (is_read and not ends_in_parameter(template))]
        if placed:
            return placed[-1]
        for thing in reversed(self._things):
            is_related = thing.template != template and self._relations.is_related(thing.template, template)
            operation = self._relations.operation("GET", template) or request.operation
            if is_related and self._identities.is_found(thing, template, request.parameters, operation):
                return thing
        return None

    def _above(self, request: _Request) -> Thing | None:
        """The object that has what is at a path below its own."""
        template, path = request.template, request.path
        while template and not ends_in_parameter(template):
            template, path = parent(template), parent(path)
        operation = self._relations.operation("GET", template)
        return self._find(replace(request, template=template, path=path, operation=operation)) if operation else None

    def _identified_thing(self, request: _Request) -> Thing | None:
        """The object of a collection that the query or the body of a change identifies."""
        values = {*request.query.values(), *map(str, request.body.values() if isinstance(request.body, dict) else ())}
        made = [t for t in self._things if t.path == request.path and not t.is_placed]
        told = (t for t in reversed(made) if self._identities.identifier(t) in values)
        return next(told, None)

    def _list(self, request: _Request) -> Any:
        keys = self._relations.list_keys(request.operation.response) or ()
        items = self._description.within(request.operation.response, (*keys, 0))
        things = [t for t in self._things if t.template == request.template and t.path == request.path]
        shown = [self._responses.show(thing, items) for thing in things]
        return {keys[0]: shown} if keys else shown


def _missing(request: _Request) -> Answer:
    return 404, {"errors": [f"nothing at {request.path}"]}
