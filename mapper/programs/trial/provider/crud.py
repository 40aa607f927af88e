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
from .wire import MISSING, chosen_branch, from_api, parse_text, to_api

Send = Callable[[str, str, Any], tuple[int, Any]]
"""Takes a method, a path with its query and a JSON value; returns a status code and a JSON value."""

State = dict[str, Any]

_PARAMETER = re.compile(r"\{([^{}]+)\}")
_REFUSED = 400
_GONE = "http 404"
_MOST_SHOWN = 400
_MOST_NAMED = 80
_OTHER_PLACES = ("", ".", "..")
"""Values that would change a path: a server could take the item for its collection."""


class Crud:
    """Creates, reads, updates, deletes and imports objects of one resource. All methods raise Failure.

    `last_request` is the latest request with the status of its response. Messages have no secret that the `redactor`
    knows.
    """

    def __init__(
        self, resource: Resource, send: Send, ledger: Ledger | None = None, redactor: Redactor | None = None
    ) -> None:
        self._resource, self._send, self.last_request = resource, send, ""
        self._ledger, self._redactor = ledger or Ledger(), redactor or Redactor()
        self._attributes, self._operations = resource.attributes, resource.operations

    def create(self, planned: State) -> State:
        """The state of a new object: the response to create, and to read if a value is still unknown."""
        operation = self._operations[CREATE]
        returned = self._call(operation, planned, self._body(operation, planned))
        created = self._ledger.add(self._resource.type, self.last_request)
        state = {**self._state(operation, returned, planned), **self._identity(returned)}
        if returned is None or not all(map(is_known, state.values())):
            state = self._read_back(state)
        created.identity = self._known_id(state)
        return {name: _nulls_for_unknowns(value) for name, value in state.items()}

    def read(self, state: State) -> State | None:
        """The state as the API has it; None if the object is gone."""
        if READ not in self._operations:
            return state
        try:
            returned = self._call(self._operations[READ], state, None)
        except Failure as failure:
            if failure.kind == _GONE:
                self._ledger.remove(self._resource.type, self._known_id(state))
                return None
            raise
        return self._state(self._operations[READ], returned, state)

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
        return {name: _nulls_for_unknowns(value) for name, value in self._read_back({**planned, **kept}).items()}

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
        """The import id; empty if the state lacks a part of it, or no operation reads the object."""
        try:
            return self.import_id(state) if READ in self._operations else ""
        except Failure:
            return ""

    def import_id(self, state: State) -> str:
        """The text for `terraform import`: the values in the path of read, joined by slashes."""
        read = self._operations[READ]
        named = [(argument.name, argument) for argument in self._import_arguments()]
        return "/".join(_text(self._value(read, name, argument, state)) for name, argument in named)

    def import_state(self, text: str) -> State:
        """The state before the first read of an object that is imported."""
        arguments = self._import_arguments()
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

    def _import_arguments(self) -> list[Argument]:
        """The arguments of read that an import id gives: in its path, or the id if it has none, then in its query."""
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
        status, returned = self._send(operation.method, url, body)
        self.last_request = f"{operation.method} {url}: {status}"
        if status >= _REFUSED:
            reasons = visible(self._redactor.beginning(reasons_in(returned), _MOST_SHOWN))
            raise Failure(f"http {status}", f"{operation.part}: {operation.method} {url}: {reasons}")
        return returned

    def _value(self, operation: Operation, name: str, argument: Argument | None, state: State) -> Any:
        if argument is not None and argument.constant is not None:
            return argument.constant
        where = f"{{{name}}} of {operation.path}"
        if argument is None or argument.attribute is None:
            raise Failure(f"no-attribute {operation.part}", f"nothing fills {where}")
        value = argument.value(state)
        if argument.attribute.is_json and isinstance(value, str) and isinstance(plain := parse_text(value), str | int):
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
            attribute = self._attribute_named(whole)
            return to_api(attribute, planned[attribute.name], operation.part)
        body: Any = {}
        for name in self._attributes.keys() & operation.sends:
            attribute = self._attributes[name]
            if (value := to_api(attribute, planned[name], operation.part, name in operation.requires)) is not MISSING:
                body |= value if attribute.is_branch else {attribute.source: value}
        for step in reversed([step for step in operation.request.pointer.split("/") if step]):
            body = [body] if step.isdigit() else {step: body}
        for pointer, value in (*operation.constants, *self._placed_values(operation, planned)):
            _put(body, [step for step in pointer.split("/") if step], value)
        return body

    def _placed_values(self, operation: Operation, planned: State) -> Iterator[tuple[str, Any]]:
        """Values of a request body outside of the part with attributes, such as the object's identifier, by pointer."""
        for pointer, name in operation.placed:
            if (value := to_api(self._attributes[name], planned[name], operation.part, True)) is not MISSING:
                yield pointer, value

    def _attribute_named(self, name: str) -> Attribute:
        return next(a for a in self._attributes.values() if name in (a.name, a.source))

    # responses

    def _identity(self, returned: Any) -> State:
        """The attributes that identify a new object, from the response to create."""
        values = {name: _at(returned, pointer) for name, pointer in self._resource.identity.items()}
        return {
            name: from_api(self._attributes[name], value, None, name)
            for name, value in values.items()
            if value is not MISSING and name in self._attributes
        }

    def _state(self, operation: Operation, returned: Any, old: State) -> State:
        response = operation.response
        if response.is_ignored or returned is None:
            return dict(old)
        data = _at_config_pointer(returned, response.pointer)
        if response.whole:
            attribute = self._attribute_named(response.whole)
            return {
                **old,
                attribute.name: from_api(attribute, data, old[attribute.name], attribute.name, operation.part),
            }
        if not isinstance(data, dict):
            place = response.pointer or "the body"
            raise Failure(f"pointer {operation.part}", f"{place} is no object in {self._outline(returned)}")
        branches = {name: a for name, a in self._attributes.items() if a.is_branch}
        chosen = chosen_branch(branches, data, old) if branches else ""
        values = {
            n: data if n == chosen else MISSING if n in branches else data.get(a.source, MISSING)
            for n, a in self._attributes.items()
        }
        return {
            name: _attribute_value(a, values[name], old[name], operation.part) for name, a in self._attributes.items()
        }

    def _outline(self, returned: Any) -> str:
        """A response in words, without its values: any of them may be a secret."""
        if isinstance(returned, dict):
            return f"an object with {self._redactor.beginning(', '.join(returned), _MOST_NAMED)}"
        return "a list" if isinstance(returned, list) else "a text" if isinstance(returned, str) else "a value"


def _attribute_value(attribute: Attribute, value: Any, old: Any, part: str) -> Any:
    if attribute.is_branch and value is MISSING:
        return None
    if value is MISSING:
        return old
    if attribute.roles and not any(f"{part} response" in role for role in attribute.roles):
        return old  # the mapping says that this response does not have it
    return from_api(attribute, value, old, attribute.name, part)


def _at_config_pointer(returned: Any, pointer: str) -> Any:
    """The value at a pointer of the config. A step that names a branch does not descend: the value is the branch."""
    for step in filter(None, pointer.split("/")):
        member = _at(returned, f"/{step}")
        returned = returned if member is MISSING and isinstance(returned, dict) else member
    return returned


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


def reasons_in(returned: Any) -> str:
    """Why an API refuses a request: its errors, if they are texts, or else its whole response."""
    errors = returned.get("errors") if isinstance(returned, dict) else None
    if isinstance(errors, list) and errors and all(isinstance(error, str) for error in errors):
        return "; ".join(errors)
    return returned if isinstance(returned, str) else json.dumps(returned)


def _planned_or_prior(planned: Any, prior: Any) -> Any:
    """The planned value, or the prior one where the API chooses the value."""
    if isinstance(planned, dict):
        before = prior if isinstance(prior, dict) else {}
        return {name: _planned_or_prior(value, before.get(name)) for name, value in planned.items()}
    return prior if is_unknown(planned) else planned


def _put(body: Any, steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        body = body[int(step)] if isinstance(body, list) else body.setdefault(step, {})
    body[steps[-1]] = value


def _nulls_for_unknowns(value: Any) -> Any:
    """The value, with null for unknown parts."""
    if isinstance(value, dict):
        return {key: _nulls_for_unknowns(item) for key, item in value.items()}
    return (
        [_nulls_for_unknowns(item) for item in value]
        if isinstance(value, list)
        else None
        if is_unknown(value)
        else value
    )


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
