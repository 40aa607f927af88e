"""The objects that a mock keeps."""

from dataclasses import dataclass, field
from typing import Any

from .description import Schema, words

IDENTIFIERS = ("id", "uuid", "uid", "guid")


def is_identifier(name: str) -> bool:
    """Whether a property is called an identifier, in any spelling: `ID`."""
    return words(name) in IDENTIFIERS


def identifier_place(name: str) -> str:
    """Where an object keeps its identifier, in whatever spelling a body has it."""
    return f"/{words(name)}"


@dataclass(eq=False)
class Thing:
    """An object: where it was made, what was sent, and what the API made up.

    `template` and `path` are those of the request that made it, `parameters` the values in this path. `request` is the
    schema of its body. `made` has invented values by their places in responses. `identifiers` are the properties that
    the API chooses if a request leaves them out, `always` those that an update requires, `repeated` those that have a
    value of the path or the query. `hidden` is the identity of what no response identifies.
    """

    template: str
    path: str
    parameters: dict[str, str]
    request: Schema
    hidden: str
    is_placed: bool
    """Whether its path is its identity."""

    answer: Schema = None
    """The schema of the response to the request that made it: of several objects, the ones that it may be."""

    changed_at: str = ""
    """The template of the last request that changed it; of a variant of the object, with its fragment."""

    sent: Any = field(default_factory=dict)
    made: dict[str, Any] = field(default_factory=dict)
    repeated: dict[str, str] = field(default_factory=dict)
    always: frozenset[str] = frozenset()
    identifiers: set[str] = field(default_factory=lambda: set(IDENTIFIERS))
