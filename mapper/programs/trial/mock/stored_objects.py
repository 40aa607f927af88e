"""The objects that a mock keeps."""

from dataclasses import dataclass, field
from typing import Any

from .description import Schema, words

IDENTIFIERS = ("id", "uuid", "uid", "guid")


def is_identifier(name: str) -> bool:
    """Whether a property is called an identifier, in any spelling: `ID`."""
    return words(name) in IDENTIFIERS


def identifier_place(name: str) -> str:
    """The place of an identifier in `StoredObject.invented`, whatever its spelling in a body."""
    return f"/{words(name)}"


@dataclass(eq=False)
class StoredObject:
    """An object: where it was created, the values that were sent, and the values that the API invented.

    `template`, `path` and `parameters` belong to the request that created it; `request` is the schema of its body.
    `invented` has values by their places in responses. The API chooses `identifiers` if a request leaves them out.
    An update requires the properties `required`. `path_values` has properties that repeat a value of the path or the
    query. `hidden_id` identifies an object that no response identifies.
    """

    template: str
    path: str
    parameters: dict[str, str]
    request: Schema
    hidden_id: str
    is_placed: bool
    """Whether its path is its identity."""

    response: Schema = None
    """The schema of the response to the request that created it; in a choice of objects, only its options fit."""

    changed_at: str = ""
    """The template of the last request that changed it, with the fragment of the object's variant."""

    sent: Any = field(default_factory=dict)
    invented: dict[str, Any] = field(default_factory=dict)
    path_values: dict[str, str] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    identifiers: set[str] = field(default_factory=lambda: set(IDENTIFIERS))
