"""The operations of a resource: requests from states, and states from responses."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

from mapper.programs.provider_process.implied_type import complete
from mapper.programs.provider_process.values import is_known
from mapper.programs.redaction import Redactor
from mapper.text.display import visible

from .attributes import Attribute, block
from .failure import Failure
from .ledger import Ledger
from .patches import change
from .plan import is_unknown
from .resources import CREATE, DELETE, READ, UPDATE, Argument, Operation, Resource
from .wire import MISSING, chosen_branch, from_api, parsed, to_api

Send = Callable[[str, str, Any], tuple[int, Any]]
"""Takes a method, a path with its query and a JSON value; returns a status code and a JSON value."""

State = dict[str, Any]

_PARAMETER = re.compile(r"\{([^{}]+)\}")
_REFUSED = 400
_GONE = "http 404"
_MOST_SHOWN = 400
_MOST_NAMED = 80
_OTHER_PLACES = ("", ".", "..")
"""Texts that make another path of a path: a server may take the item of such a name for its collection."""


class Crud:
    """Makes, reads, changes, removes and imports objects of one resource. All methods raise Failure.

    `last` is the latest request, with the status of its answer. What is shown of an answer has no secret that the
    `redactor` knows.
    """

    def __init__(
        self, resource: Resource, send: Send, ledger: Ledger | None = None, redactor: Redactor | None = None
    ) -> None:
        self._resource, self._send, self.last = resource, send, ""
        self._ledger, self._redactor = ledger or Ledger(), redactor or Redactor()
        self._attributes, self._operations = resource.attributes, resource.operations

    def create(self, planned: State) -> State:
        """The state of a new object: what create returns, and what read returns if something is still unknown."""
        operation = self._operations[CREATE]
        answer = self._call(operation, planned, self._body(operation, planned))
        created = self._ledger.add(self._resource.type, self.last)
        state = {**self._state(operation, answer, planned), **self._identity(answer)}
        if answer is None or not all(map(is_known, state.values())):
            state = self._read_back(state)
        created.identity = self._known_id(state)
        return {name: _settled(value) for name, value in state.items()}

    def read(self, state: State) -> State | None:
        """The state as the API has it; None if the object is gone."""
        if READ not in self._operations:
            return state
        try:
            answer = self._call(self._operations[READ], state, None)
        except Failure as failure:
            if failure.kind == _GONE:
                self._ledger.remove(self._resource.type, self._known_id(state))
                return None
            raise
        return self._state(self._operations[READ], answer, state)

    def update(self, prior: State, planned: State) -> State:
        """The state after a change."""
        operation = self._operations.get(UPDATE)
        if operation is None:
            raise Failure("no-update", "a value changes in place, but no operation updates")
        places = {n: v for n, v in prior.items() if v is not None and self._resource.identifies(UPDATE, n)}
        required = {n: prior[n] for n in operation.requires if planned[n] is None or is_unknown(planned[n])}
        if operation.request.patch is None:
            body = self._body(operation, {**planned, **required})
        else:
            wanted = self._body(operation, {**_planned_or_prior(planned, prior), **required})
            body = change(operation.request.patch, self._body(operation, prior), wanted)
        self._call(operation, {**planned, **places}, body)
        kept = {n: v for n, v in prior.items() if self._resource.identifies(READ, n) and is_unknown(planned[n])}
        return {name: _settled(value) for name, value in self._read_back({**planned, **kept}).items()}

    def delete(self, state: State) -> None:
        """Remove the object, if it still exists."""
        if DELETE in self._operations:
            try:
                self._call(self._operations[DELETE], state, None)
            except Failure as failure:
                if failure.kind != _GONE:
                    raise
            self._ledger.remove(self._resource.type, self._known_id(state))

    def _known_id(self, state: State) -> str:
        """The import id; empty if the state does not have what it is made of, or nothing reads the object."""
        try:
            return self.import_id(state) if READ in self._operations else ""
        except Failure:
            return ""

    def import_id(self, state: State) -> str:
        """The text for `terraform import`: the values in the path of read, joined by slashes."""
        read = self._operations[READ]
        named = [(argument.name, argument) for argument in self._in_path()]
        return "/".join(_text(self._value(read, name, argument, state)) for name, argument in named)

    def import_state(self, text: str) -> State:
        """The state before the first read of an object that is imported."""
        arguments = self._in_path()
        state: State = complete(block(self._attributes), {})
        for argument, part in zip(arguments, text.split("/", len(arguments) - 1), strict=True):
            if argument.attribute is None:
                raise Failure("no-attribute import", f"nothing fills {{{argument.name}}}")
            value: Any = int(part) if argument.attribute.kind == "int64" else part
            value = json.dumps(part) if argument.attribute.is_json else value
            for name in reversed(argument.inside):
                value = {name: value}
            state[argument.attribute.name] = value
        return state

    def _in_path(self) -> list[Argument]:
        """The arguments of read: those in its path, or the id if it has none, and those that it requires besides."""
        arguments = sorted(self._operations[READ].arguments, key=lambda argument: argument.place != "path")
        settable = [a for a in arguments if a.place == "path" or (a.place == "query" and a.attribute is not None)]
        given = [argument for argument in settable if argument.constant is None]
        return given or [Argument("path", "id", self._attributes.get("id"))]

    def _read_back(self, state: State) -> State:
        if READ not in self._operations:
            return state
        try:
            return self._state(self._operations[READ], self._call(self._operations[READ], state, None), state)
        except Failure as failure:
            raise Failure(f"read-back {failure.kind}", failure.text) from None

    # requests

    def _call(self, operation: Operation, state: State, body: Any) -> Any:
        def fill(match: re.Match[str]) -> str:
            text = _text(self._value(operation, match[1], operation.argument(match[1]), state))
            if text in _OTHER_PLACES:
                where = f"{{{match[1]}}} of {operation.path}"
                raise Failure(f"no-value {operation.part}", f"{text!r} in {where} would lead to another path")
            return quote(text, safe="")

        path = _PARAMETER.sub(fill, operation.path.split("#", maxsplit=1)[0])
        query = dict(self._query(operation, state))
        url = path + (f"?{urlencode(query)}" if query else "")
        status, answer = self._send(operation.method, url, body)
        self.last = f"{operation.method} {url}: {status}"
        if status >= _REFUSED:
            reasons = visible(self._redactor.beginning(reasons_in(answer), _MOST_SHOWN))
            raise Failure(f"http {status}", f"{operation.part}: {operation.method} {url}: {reasons}")
        return answer

    def _value(self, operation: Operation, name: str, argument: Argument | None, state: State) -> Any:
        if argument is not None and argument.constant is not None:
            return argument.constant
        where = f"{{{name}}} of {operation.path}"
        if argument is None or argument.attribute is None:
            raise Failure(f"no-attribute {operation.part}", f"nothing fills {where}")
        value = argument.value(state)
        if argument.attribute.is_json and isinstance(value, str) and isinstance(plain := parsed(value), str | int):
            value = plain  # a text of JSON has quotes, and a path has none
        if value is None or is_unknown(value):
            text = f"{argument.attribute.name} ({argument.attribute.status}) is to fill {where}: no value"
            raise Failure(f"no-value {operation.part}", text)
        return value

    def _query(self, operation: Operation, state: State) -> list[tuple[str, str]]:
        query = []
        for argument in operation.arguments:
            if argument.place == "query":
                value = argument.value(state)
                if value is not None and not is_unknown(value):
                    query.append((argument.name, _text(value)))
        return query

    def _body(self, operation: Operation, planned: State) -> Any:
        if operation.sends is None:
            return None
        if whole := operation.request.whole:
            attribute = self._named(whole)
            return to_api(attribute, planned[attribute.name], operation.part)
        body: Any = {}
        for name in self._attributes.keys() & operation.sends:
            attribute = self._attributes[name]
            if (value := to_api(attribute, planned[name], operation.part, name in operation.requires)) is not MISSING:
                body |= value if attribute.is_branch else {attribute.source: value}
        for step in reversed([step for step in operation.request.pointer.split("/") if step]):
            body = [body] if step.isdigit() else {step: body}
        for pointer, value in (*operation.constants, *self._placed(operation, planned)):
            _put(body, [step for step in pointer.split("/") if step], value)
        return body

    def _placed(self, operation: Operation, planned: State) -> Iterator[tuple[str, Any]]:
        """What a request has outside of its part for attributes, such as the identifier of the object."""
        for pointer, name in operation.placed:
            if (value := to_api(self._attributes[name], planned[name], operation.part, True)) is not MISSING:
                yield pointer, value

    def _named(self, name: str) -> Attribute:
        return next(a for a in self._attributes.values() if name in (a.name, a.source))

    # responses

    def _identity(self, answer: Any) -> State:
        """What identifies a new object, where the response to create has it."""
        values = {name: _at(answer, pointer) for name, pointer in self._resource.identity.items()}
        return {
            name: from_api(self._attributes[name], value, None, name)
            for name, value in values.items()
            if value is not MISSING and name in self._attributes
        }

    def _state(self, operation: Operation, answer: Any, old: State) -> State:
        response = operation.response
        if response.is_ignored or answer is None:
            return dict(old)
        data = _inside(answer, response.pointer)
        if response.whole:
            attribute = self._named(response.whole)
            return {
                **old,
                attribute.name: from_api(attribute, data, old[attribute.name], attribute.name, operation.part),
            }
        if not isinstance(data, dict):
            place = response.pointer or "the body"
            raise Failure(f"pointer {operation.part}", f"{place} is no object in {self._outline(answer)}")
        branches = {name: a for name, a in self._attributes.items() if a.is_branch}
        chosen = chosen_branch(branches, data, old) if branches else ""
        values = {
            n: data if n == chosen else MISSING if n in branches else data.get(a.source, MISSING)
            for n, a in self._attributes.items()
        }
        return {name: _read(a, values[name], old[name], operation.part) for name, a in self._attributes.items()}

    def _outline(self, answer: Any) -> str:
        """What an answer is, without its values: nobody knows yet which of them are secrets."""
        if isinstance(answer, dict):
            return f"an object with {self._redactor.beginning(', '.join(answer), _MOST_NAMED) or 'nothing'}"
        return "a list" if isinstance(answer, list) else "a text" if isinstance(answer, str) else "a value"


def _read(attribute: Attribute, value: Any, old: Any, part: str) -> Any:
    if attribute.is_branch and value is MISSING:
        return None
    if value is MISSING and part == CREATE:
        return old  # unknown until it is read
    if attribute.roles and not any(f"{part} response" in role for role in attribute.roles):
        return old  # the mapping says that this response does not have it
    return from_api(attribute, value, old, attribute.name, part)


def _inside(answer: Any, pointer: str) -> Any:
    """What a pointer of the config leads to. A step that names a branch stays where it is: the value is one."""
    for step in filter(None, pointer.split("/")):
        member = _at(answer, f"/{step}")
        answer = answer if member is MISSING and isinstance(answer, dict) else member
    return answer


def _at(data: Any, pointer: str) -> Any:
    for step in filter(None, pointer.split("/")):
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, dict) and key in data:
            data = data[key]
        else:
            return MISSING
    return data


def reasons_in(answer: Any) -> str:
    """Why an API refuses a request: its errors, if they are texts, or else its whole answer."""
    errors = answer.get("errors") if isinstance(answer, dict) else None
    if isinstance(errors, list) and errors and all(isinstance(error, str) for error in errors):
        return "; ".join(errors)
    return answer if isinstance(answer, str) else json.dumps(answer)


def _planned_or_prior(planned: Any, prior: Any) -> Any:
    """The planned value; what the API is to choose stays as it is."""
    if isinstance(planned, dict) and not is_unknown(planned):
        before = prior if isinstance(prior, dict) else {}
        return {name: _planned_or_prior(value, before.get(name)) for name, value in planned.items()}
    return prior if is_unknown(planned) else planned


def _put(body: Any, steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        body = body[int(step)] if isinstance(body, list) else body.setdefault(step, {})
    body[steps[-1]] = value


def _settled(value: Any) -> Any:
    """The value with null for what nobody has made known."""
    if isinstance(value, dict):
        return {key: _settled(item) for key, item in value.items()}
    return [_settled(item) for item in value] if isinstance(value, list) else None if is_unknown(value) else value


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
