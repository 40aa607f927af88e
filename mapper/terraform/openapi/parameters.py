"""The path and query parameters of an operation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...diagnostics import Note
from ...documents import Documents, Node, Unresolved, bool_of, reference_name, text_of
from ...immutable import dataclass
from ..rules import NO_PARAMETER_SCHEMA, NULL_DESCRIPTION, PARAMETER_CONTENT, TOO_LARGE, UNRESOLVED
from .content import media_type

MAX_PARAMETERS = 1000
"""Path and query parameters that one operation may have; later ones are left out."""


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


class Parameters:
    """Reads parameters; what several operations refer to is read once.

    `is_swagger`: type and limits are on the parameter itself, as in Swagger 2.0.
    """

    def __init__(self, documents: Documents, *, is_swagger: bool) -> None:
        self._documents = documents
        self._is_swagger = is_swagger
        self._referred: dict[tuple[int, str], Parameter] = {}

    def of(self, path_item: Node, operation: Node | None) -> list[Parameter]:
        """Those of a path item and an operation.

        The operation's replace those of the path item with the same name and place, where they are
        (OpenAPI 3.1, Operation Object, *parameters*).
        """
        merged: list[Parameter] = []
        own: list[Parameter] = []
        for found, node in ((merged, path_item), (own, operation)):
            listed = node.get("parameters") if node else None
            found.extend(self._listed(listed) if listed else ())
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

    def _listed(self, listed: Node) -> Iterator[Parameter]:
        """Those of a list of them, which may be in another place."""
        if isinstance(listed.value, dict):
            try:
                listed, _ = self._documents.follow(listed)
            except Unresolved as error:
                yield _unresolved(listed, error)
        for item in listed.items():
            parameter = self._at(item)
            if parameter is not None:
                yield parameter

    def _at(self, node: Node) -> Parameter | None:
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
            target, via = self._documents.follow(node)
        except Unresolved as error:
            return _unresolved(node, error)
        value = target.value if isinstance(target.value, dict) else {}
        name, place = text_of(value.get("name")), value.get("in")
        if name is None or place not in ("path", "query"):
            return None
        notes: list[Note] = []
        schema = target.get("schema")
        if schema is None and self._is_swagger:
            schema = target  # type and limits are on the parameter itself
        elif schema is None:
            found = media_type(self._documents, target.get("content"))
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


def _unresolved(node: Node, error: Unresolved) -> Parameter:
    """What stands for parameters behind a reference that leads nowhere."""
    note = Note(UNRESOLVED, f"the reference cannot be followed: {error}", node)
    return Parameter(reference_name(str(node.value["$ref"])), "query", False, None, node, None, notes=(note,))
