"""Reads the parameters of an operation, and chooses the media type of a body."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Documents, Node, Unresolved, bool_of, reference_name, text_of
from mapper.inputs.document import MergedNode
from mapper.report.diagnostic import Note

from ..config.operations import BodyChoice
from ..rules import (
    BESIDE_KEYWORDS,
    NO_PARAMETER_SCHEMA,
    NO_PLACE,
    NULL_DESCRIPTION,
    PARAMETER_CONTENT,
    SAME_NAME,
    TOO_LARGE,
    UNRESOLVED,
)

MAX_PARAMETERS = 1000
"""The maximum number of parameters of one operation; further ones are left out."""

_PLACES = ("path", "query", "header", "cookie")
_WHOLE_QUERY = "querystring"
_BODIES = ("body", "formData")


class Parameter(Struct, frozen=True):
    """A parameter. `schema` is None if it has none, for the reasons in `notes`."""

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
        """The name with the place as a prefix, which makes it unique: `query.path`."""
        return f"{self.place}.{self.name}"


class Parameters:
    """Reads parameters; a parameter that several operations refer to is read once.

    `is_swagger`: type and limits are in the parameter itself (Swagger 2.0, Parameter Object).
    """

    def __init__(self, documents: Documents, *, is_swagger: bool) -> None:
        self._documents = documents
        self._is_swagger = is_swagger
        self._referred: dict[tuple[object, str], list[Parameter]] = {}

    def of(self, path_item: Node, operation: Node | None) -> list[Parameter]:
        """The parameters of a path item and an operation.

        A parameter of the operation replaces the path item's parameter with the same name and place, at its position
        (OpenAPI 3.1, Operation Object, *parameters*).
        """
        merged: list[Parameter] = []
        of_operation: list[Parameter] = []
        for target, node in ((merged, path_item), (of_operation, operation)):
            listed = node.get("parameters") if node else None
            target.extend(self._read_list(listed) if listed else ())
        names = {parameter.name for parameter in (*merged, *of_operation)}
        if len(names) == len(merged) + len(of_operation):  # of most operations
            return _cut_to_limit([*merged, *of_operation])
        by_name = _by_name(merged, of_operation)
        places: dict[tuple[str, str], int] = {}
        for index, parameter in enumerate(merged):
            places.setdefault((parameter.name, parameter.place), index)
        for parameter in of_operation:
            index = places.setdefault((parameter.name, parameter.place), len(merged))
            merged[index : index + 1] = [parameter]
        if len(by_name) < len(merged):
            merged = [parameter if parameter in by_name else _hidden(parameter) for parameter in merged]
        return _cut_to_limit(merged)

    def _read_list(self, listed: Node) -> Iterator[Parameter]:
        """The parameters of a list, which may be a reference."""
        if isinstance(listed.value, dict):
            try:
                listed, _ = self._documents.follow(listed)
            except Unresolved as error:
                yield _unresolved_parameter(listed, error)
        for index, value in enumerate(listed.value if isinstance(listed.value, list) else ()):
            yield from self._parameters_read_before(listed.document, value) or self._at(listed.child(index))

    def _parameters_read_before(self, document: object, value: Any) -> list[Parameter] | None:
        """The parameters that an earlier operation referred to in the same way, as most do."""
        reference = value.get("$ref") if isinstance(value, dict) and len(value) == 1 else None
        return self._referred.get((document, reference)) if isinstance(reference, str) else None

    def _of_query(self, target: Node, via: tuple[Node, ...]) -> Iterator[Parameter]:
        """A parameter for each property of the object that is the whole query (OpenAPI 3.2, *in: querystring*)."""
        name = text_of(target.value.get("name")) or _WHOLE_QUERY
        media = media_type(self._documents, target.get("content"))
        schema = self._documents.behind(media[1]) if media is not None else None
        properties = schema.get("properties") if schema is not None else None
        if schema is None or properties is None or not isinstance(properties.value, dict):
            text = f"the parameter {name!r} is the whole query, and no schema names its properties"
            yield Parameter(name, "query", False, None, target, None, via, (Note(NO_PARAMETER_SCHEMA, text, target),))
            return
        listed = schema.value.get("required")
        needed = {text_of(entry) for entry in listed} if isinstance(listed, list) else set()
        text = f"a property of {name!r}, which is the whole query"
        for key, member in properties.members():
            note = Note(PARAMETER_CONTENT, text, member)
            yield Parameter(key, "query", key in needed, None, member, member, via, (note,))

    def _at(self, node: Node) -> list[Parameter]:
        """The parameters at a node: one, or all of a whole query. Equal references have the same objects."""
        reference = node.value.get("$ref") if isinstance(node.value, dict) else None
        if not isinstance(reference, str):
            return self._parameters(node, ())
        key = (node.document, reference)
        parameters = self._referred.get(key)
        if parameters is None:
            try:
                target, via = self._documents.follow(node)
            except Unresolved as error:
                parameters = [_unresolved_parameter(node, error)]
            else:
                parameters = self._referred[key] = self._parameters(target, via)
        own = text_of(node.value.get("description"))
        return [self._with_own_description(parameter, own, node) for parameter in parameters] if own else parameters

    def _with_own_description(self, parameter: Parameter, own: str, node: Node) -> Parameter:
        """The parameter with a note on a description next to the reference to it, which OpenAPI 3.1 prefers."""
        is_in_whole_query = parameter.schema is parameter.node and not self._is_swagger
        if is_in_whole_query or own == parameter.description:
            return parameter
        note = Note(BESIDE_KEYWORDS, "what is next to $ref is left out: description", node.child("description"))
        return replace(parameter, notes=(*parameter.notes, note))

    def _parameters(self, target: Node, via: tuple[Node, ...]) -> list[Parameter]:
        """The parameters that an object describes, which `via` leads to; none for a body of Swagger 2.0."""
        value = target.value if isinstance(target.value, dict) else {}
        name, place = text_of(value.get("name")), value.get("in")
        if place == _WHOLE_QUERY:
            return list(self._of_query(target, via))
        if name is None or place not in _PLACES:
            is_body = self._is_swagger and place in _BODIES
            return [] if is_body else [_unplaced_parameter(name, place, target)]
        notes: list[Note] = []
        schema = target.get("schema")
        if schema is None and self._is_swagger:
            schema = target  # type and limits are on the parameter itself
        elif schema is None:
            media = media_type(self._documents, target.get("content"))
            if media is None:
                notes.append(Note(NO_PARAMETER_SCHEMA, f"the parameter {name!r} has no schema", target))
            else:
                schema = media[1]
                notes.append(
                    Note(PARAMETER_CONTENT, f"the parameter {name!r} is described by content, not by a schema", target)
                )
        description = text_of(value.get("description"))
        if "description" in value and value["description"] is None:
            notes.append(Note(NULL_DESCRIPTION, "the description is null", target))
        required = bool_of(value.get("required")) is True
        return [Parameter(name, str(place), required, description, target, schema, via, notes=tuple(notes))]


def _cut_to_limit(parameters: list[Parameter]) -> list[Parameter]:
    """As many parameters as one operation may have, and one that says how many there are."""
    if len(parameters) <= MAX_PARAMETERS:
        return parameters
    first = parameters[MAX_PARAMETERS]
    text = f"of the {len(parameters):,} parameters of one operation, those from {first.name!r} on are left out"
    return [*parameters[:MAX_PARAMETERS], replace(first, schema=None, notes=(Note(TOO_LARGE, text, first.node),))]


def _by_name(of_path: list[Parameter], of_operation: list[Parameter]) -> list[Parameter]:
    """The parameters as the reference tool merges them: by their names alone (`mergeParameters` of version 0.3.0)."""
    merged = list(of_path)
    places: dict[str, int] = {}
    for index, parameter in enumerate(merged):
        places.setdefault(parameter.name, index)
    for parameter in of_operation:
        index = places.setdefault(parameter.name, len(merged))
        merged[index : index + 1] = [parameter]
    return merged


def _hidden(parameter: Parameter) -> Parameter:
    text = f"another parameter is called {parameter.name!r}, too, and replaces it in tfplugingen-openapi"
    return replace(parameter, notes=(*parameter.notes, Note(SAME_NAME, text, parameter.node)))


def _unplaced_parameter(name: str | None, place: object, node: Node) -> Parameter:
    """A placeholder for a parameter that no request carries."""
    what = "has no name" if name is None else "does not say where it is" if place is None else f"is in {place!r}"
    text = f"the parameter {'' if name is None else repr(name) + ' '}{what}: the places are {', '.join(_PLACES)}"
    return Parameter(name or "parameter", "query", False, None, node, None, notes=(Note(NO_PLACE, text, node),))


def _unresolved_parameter(node: Node, error: Unresolved) -> Parameter:
    """A placeholder for parameters behind a reference that cannot be resolved."""
    note = Note(UNRESOLVED, f"the reference cannot be followed: {error}", node)
    return Parameter(reference_name(str(node.value["$ref"])), "query", False, None, node, None, notes=(note,))


class BodyNotFound(Exception):
    """A body, or a part of one, that the config chooses and the description lacks; `node` is the config's choice."""

    def __init__(self, text: str, node: Node) -> None:
        super().__init__(text)
        self.node = node


def media_type(documents: Documents, content: Node | None, choice: BodyChoice | None = None) -> tuple[str, Node] | None:
    """Name and schema of `application/json`, else of the first media type, in byte order, with a schema.

    With a choice, name and schema of the chosen media type. None if there is none. Raises BodyNotFound.
    """
    if content is not None:
        content, _ = documents.follow(content)
    if content is None or not isinstance(content.value, dict):
        return None
    names = sorted(content.value, key=lambda name: (name != "application/json", name))
    if choice is not None and choice.media_type is not None:
        names = [name for name in names if _same_media_type(name, choice.media_type)]
    streamed: tuple[str, Node] | None = None
    for name in names:
        entry, _ = documents.follow(content.child(name))
        schema = entry.get("schema")
        if schema is not None:
            return name, schema
        items = entry.get("itemSchema")
        if items is not None and streamed is None:
            streamed = name, _sequence(entry, items)
    if streamed is not None:
        return streamed
    if choice is not None and choice.media_type is not None:
        text = f"there is no schema for the media type {choice.media_type!r}; the body has {', '.join(content.value)}"
        raise BodyNotFound(text, choice.at("media_type"))
    return None


class ItemSequence(MergedNode, frozen=True, eq=False):
    """The schema of a sequence whose media type describes each item (OpenAPI 3.2, *itemSchema*)."""


def _sequence(entry: Node, items: Node) -> ItemSequence:
    kind = Node(entry.document, f"{entry.pointer}/itemSchema", "array")
    value = {"type": kind.value, "items": items.value}
    name = f"items of {entry.document.uri}#{entry.pointer}"
    return ItemSequence(entry.document, entry.pointer, value, {"type": kind, "items": items}, name)


def other_schemas(documents: Documents, content: Node | None, used: Node) -> tuple[Node, ...]:
    """The schemas of the media types whose schema is not `used`. Where `used` is a list, a schema of items is one of a
    list, too.
    """
    if content is None:
        return ()
    content, _ = documents.follow(content)
    if len(content.value) == 1:  # as almost always
        return ()
    written = documents.behind(used)
    is_list = isinstance(written.value, dict) and "items" in written.value
    schemas_by_key = {(used.child("items") if isinstance(used, ItemSequence) else written).key: used}
    for _, entry in content.members():
        target = documents.behind(entry)
        schema, items = target.get("schema"), target.get("itemSchema")
        if schema is not None:
            schemas_by_key.setdefault(documents.behind(schema).key, schema)
        elif items is not None:
            schemas_by_key.setdefault(documents.behind(items).key, _sequence(target, items) if is_list else items)
    return tuple(schemas_by_key.values())[1:]


def _same_media_type(name: str, chosen: str) -> bool:
    """Whether a media type is the chosen one, exactly or without its parameters."""
    return name == chosen or name.partition(";")[0].strip().lower() == chosen.lower()
