"""An API description as plain data: its operations, and the merged keywords of its schemas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mapper.inputs import Document, Documents
from mapper.inputs.store import Unresolved

Schema = dict[str, Any] | None
"""A schema as it is written; None where an operation has none."""

METHODS = ("get", "post", "put", "patch", "delete")
_MOST_REFERENCES = 50
_CHOICES = ("oneOf", "anyOf")
_STATUS = re.compile(r"[1-5]\d\d")
_KINDS: dict[str, Any] = {
    "type": (str, list),
    "properties": dict,
    "required": list,
    "enum": list,
    "items": (dict, bool),
    "format": str,
    "minimum": (int, float),
    "maximum": (int, float),
}
"""The Python types of the values of keywords."""
_MOST_WORK = 2_000_000
"""How many schemas a request may look at: choices within choices have any number of combinations."""


class TooMuchWork(Exception):
    """A request looks at too many schemas."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or of a query."""

    name: str
    place: str
    is_required: bool
    description: str
    schema: Schema


@dataclass(frozen=True)
class Operation:
    """An operation: its input, and its response to success. `text` has its name, summary and description.

    `is_merge_patch`: null in a request removes (RFC 7396).
    """

    text: str
    parameters: tuple[Parameter, ...]
    request: Schema
    is_request_required: bool
    response: Schema
    status: int
    is_merge_patch: bool = False

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name; an empty one if it is not declared."""
        declared = (parameter for parameter in self.parameters if parameter.name == name)
        return next(declared, Parameter(name, "path", True, "", None))


class Description:
    """A description in one file or in several. Operations are found by method, in capitals, and path.

    A reference whose target does not exist is a schema of anything. `work` is the number of schemas that a request may
    still look at; methods raise TooMuchWork when it is used up.
    """

    def __init__(self, document: Document, documents: Documents) -> None:
        self._documents = documents
        self._files: dict[str, tuple[Document, Any]] = {}
        self._views: dict[int, tuple[Any, dict[str, Any]]] = {}  # with the schema, so that its id stays its own
        self._name = self._file_name(document)
        self.work = _MOST_WORK

    @property
    def root(self) -> Any:
        """The description as plain data; each reference begins with the name of a file."""
        return self._files[self._name][1]

    def start_request(self) -> None:
        """Allow the work of one request."""
        self.work = _MOST_WORK

    @cached_property
    def operations(self) -> dict[tuple[str, str], Operation]:
        """The operations by method and path."""
        return dict(self._operations())

    def _operations(self) -> Iterator[tuple[tuple[str, str], Operation]]:
        for path, written in _object(_object(self.root).get("paths")).items():
            item = self.target(written)
            for method in METHODS:
                if str(path).startswith("/") and isinstance(item, dict) and isinstance(item.get(method), dict):
                    yield (method.upper(), path), self._operation(item, item[method])

    def target(self, node: Any) -> Any:
        """The target of a reference; the node itself if it is none."""
        for _ in range(_MOST_REFERENCES):
            if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
                break
            name, _, pointer = node["$ref"].partition("#")
            try:
                node = self._at(name, pointer)
            except (LookupError, TypeError, ValueError):
                return {}
        return node

    def _at(self, name: str, pointer: str) -> Any:
        """The node at a pointer in a file. Raises LookupError, TypeError and ValueError if there is none."""
        node = self._files[name][1]
        for step in filter(None, pointer.split("/")):
            key = step.replace("~1", "/").replace("~0", "~").replace("%7B", "{").replace("%7D", "}")
            node = node[int(key)] if isinstance(node, list) else node[key]
        return node

    def view(self, schema: Any) -> dict[str, Any]:
        """The merged keywords of a schema, with `allOf` and references followed.

        `nullable` is set for every spelling of null. `options` are the schemas of a choice, without null.
        """
        self.work -= 1
        if self.work < 0:
            raise TooMuchWork
        if not isinstance(schema, dict):
            return {}
        if id(schema) not in self._views:
            self._views[id(schema)] = (schema, {})  # what contains itself by `allOf` adds nothing
            self._views[id(schema)] = (schema, self._view(schema))
        return self._views[id(schema)][1]

    def kind(self, schema: Any) -> str | None:
        """The type of a schema."""
        kind: str | None = self.view(schema).get("type")
        return kind

    def properties(self, schema: Any) -> dict[str, Any]:
        """The properties of a schema and of the options of its choices."""
        view = self.view(schema)
        properties = dict(view.get("properties", {}))
        for option in view.get("options", []):
            properties |= self.properties(option)
        return properties

    def likeness(self, schema: Any, value: Any) -> int:
        """How many properties of a value a schema has."""
        return len(self.properties(schema).keys() & value.keys()) if isinstance(value, dict) else 0

    def within(self, schema: Any, keys: tuple[Any, ...]) -> Any:
        """The schema at a path of properties, where 0 is the items of an array."""
        for key in keys:
            view = self.view(schema)
            schema = view.get("items") if key == 0 else self.properties(schema).get(key)
        return schema

    def _file_name(self, document: Document) -> str:
        """The name of a file, which is read if it is new."""
        name = document.uri
        if name not in self._files:
            self._files[name] = (document, {})  # for files that lead to each other
            self._files[name] = (document, self._with_file_names(document.root, document, {}))
        return name

    def _with_file_names(self, node: Any, of: Document, copies: dict[int, Any]) -> Any:
        """A copy with the name of the file in each reference, so that a schema can be followed from anywhere.

        A node with several aliases is copied once.
        """
        if id(node) in copies or not isinstance(node, dict | list):
            return copies.get(id(node), node)
        if isinstance(node, list):
            copies[id(node)] = [self._with_file_names(item, of, copies) for item in node]
            return copies[id(node)]
        copy = {str(key): self._with_file_names(value, of, copies) for key, value in node.items()}
        if isinstance(node.get("$ref"), str):
            location, _, pointer = node["$ref"].partition("#")
            copy["$ref"] = f"{self._file_at(of, location) if location else of.uri}#{pointer}"
        copies[id(node)] = copy
        return copy

    def _file_at(self, document: Document, location: str) -> str:
        """The name of the file that a reference in a document leads to; empty if it cannot be read."""
        try:
            return self._file_name(self._documents.resolve(document, location).document)
        except Unresolved:
            return ""

    def _operation(self, item: dict[str, Any], written: dict[str, Any]) -> Operation:
        listed = [self.target(p) for p in [*_list(item.get("parameters")), *_list(written.get("parameters"))]]
        given = {(p["in"], p["name"]): p for p in map(_object, listed) if _is_text(p.get("in"), p.get("name"))}
        request_body = _object(self.target(written.get("requestBody")))
        request, is_required = self._content(request_body), bool(request_body.get("required"))
        form = [p for (place, _), p in given.items() if place == "formData"]
        if request is None and form:
            required = [p["name"] for p in form if p.get("required")]
            request = {"type": "object", "required": required, "properties": {p["name"]: p for p in form}}
        for (place, _), p in given.items():
            if place == "body":
                request, is_required = p.get("schema"), bool(p.get("required"))
        responses = {str(code): _object(self.target(r)) for code, r in _object(written.get("responses")).items()}
        successes = {code: self._content(r) for code, r in sorted(responses.items()) if code.startswith("2")}
        status = next((code for code, schema in successes.items() if schema), next(iter(successes), "204"))
        texts = (str(written.get(key, "")) for key in ("operationId", "summary", "description"))
        parameters = tuple(_parameter(p) for p in given.values() if p.get("in") in ("path", "query"))
        code = int(status) if _STATUS.fullmatch(status) else 200
        is_merge_patch = list(_object(request_body.get("content"))) == ["application/merge-patch+json"]
        text, response = " ".join(texts).lower(), successes.get(status)
        return Operation(text, parameters, request, is_required, response, code, is_merge_patch)

    def _content(self, holder: dict[str, Any]) -> Schema:
        if "schema" in holder:
            schema: Schema = holder["schema"]
            return schema
        content = {name: _object(self.target(written)) for name, written in _object(holder.get("content")).items()}
        ranked = sorted(content, key=lambda name: (name != "application/json", "json" not in name))
        return next((content[name]["schema"] for name in ranked if "schema" in content[name]), None)

    def _view(self, schema: dict[str, Any]) -> dict[str, Any]:
        view: dict[str, Any] = dict(self.view(self.target(schema))) if isinstance(schema.get("$ref"), str) else {}
        for entry in [*map(self.view, _list(schema.get("allOf"))), _keywords(schema)]:
            view = _merge(self._narrow(view, entry), entry)
        for keyword in _CHOICES:
            view = self._with_choices(view, _list(schema.get(keyword)))
        says_more = view.get("properties") or view.get("items")
        if says_more and not any(self.properties(o) or self.view(o).get("items") for o in view.get("options", [])):
            view.pop("options", None)  # an envelope that may be anything, and what it is
        if view.get("items") and not any(self.kind(o) in (None, "array") for o in view.get("options") or [None]):
            view.pop("options", None)  # a list whose choice repeats that of its items
        if "type" not in view:
            kinds = {self.kind(option) for option in view.get("options", [])}
            same = kinds.pop() if len(kinds) == 1 else None
            implied = "object" if "properties" in view else "array" if "items" in view else same
            view |= {"type": implied} if implied else {}
        return view

    def _narrow(self, view: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        """A choice without the options that the type of the other schema rules out."""
        options = view.get("options", [])
        if "type" not in other or "options" in other or not options:
            return view
        left = [option for option in options if self.kind(option) in (None, other["type"])]
        if len(left) == len(options):
            return view
        rest = {key: value for key, value in view.items() if key not in ("options", "type")}
        return _merge(self.view(left[0]), rest) if len(left) == 1 else {**rest, "options": left}

    def _with_choices(self, view: dict[str, Any], choices: list[Any]) -> dict[str, Any]:
        options = [choice for choice in choices if self.kind(choice) != "null"]
        is_nullable = len(options) < len(choices) or view.get("nullable", False)
        if len(options) == 1:
            only = dict(self.view(options[0]))
            is_nullable = is_nullable or only.get("nullable", False)
            view = _merge(only, view)
        elif options and not all(_is_condition(option) for option in options):
            view = {**view, "options": options}
        return {**view, "nullable": is_nullable} if choices else view


def _object(node: Any) -> dict[str, Any]:
    return node if isinstance(node, dict) else {}


def _list(node: Any) -> list[Any]:
    return node if isinstance(node, list) else []


def _is_text(*values: Any) -> bool:
    return all(isinstance(value, str) for value in values)


def words(name: str) -> str:
    """The letters and digits of a name, so that the spellings of one name are equal: `Barn-ID` is `barnid`."""
    return re.sub(r"[^a-z0-9]", "", str(name).lower())


def _parameter(written: dict[str, Any]) -> Parameter:
    text = str(written.get("description", "")).lower()
    schema = _object(written.get("schema")) or written
    return Parameter(written["name"], written["in"], bool(written.get("required")), text, schema)


def _keywords(schema: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a schema itself, with one type. Keywords with a value of another type are left out."""
    keywords = {
        key: value
        for key, value in schema.items()
        if key not in ("$ref", "allOf", "options", *_CHOICES) and isinstance(value, _KINDS.get(key, object))
    }
    if "required" in keywords:
        keywords["required"] = [name for name in keywords["required"] if isinstance(name, str)]
    if isinstance(keywords.get("type"), list):
        kinds = [kind for kind in keywords["type"] if isinstance(kind, str) and kind != "null"]
        keywords["nullable"] = keywords.get("nullable") or len(kinds) < len(keywords["type"])
        keywords["type"] = kinds[0] if kinds else "null"
        if len(kinds) > 1:
            keywords["options"] = [{**keywords, "type": kind, "nullable": False} for kind in kinds]
    return keywords


def _is_condition(option: Any) -> bool:
    """Whether an option only says which properties are required together."""
    return isinstance(option, dict) and set(option) <= {"required"}


def _merge(schema: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    merged = {**schema, **other}
    if "properties" in schema and "properties" in other:
        both = schema["properties"].keys() & other["properties"].keys()
        deep = {name: {"allOf": [schema["properties"][name], other["properties"][name]]} for name in both}
        merged["properties"] = {**schema["properties"], **other["properties"], **deep}
    if isinstance(schema.get("required"), list) and isinstance(other.get("required"), list):
        merged["required"] = [*schema["required"], *other["required"]]
    return merged
