"""Resources with the operations that a provider calls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .attributes import Attribute

CREATE, READ, UPDATE, DELETE = "create", "read", "update", "delete"


@dataclass(frozen=True)
class Argument:
    """A value of a path or query, from an attribute or a constant; without both, nothing fills it.

    `inside` are the names that lead from the attribute, an object, to the value.
    """

    place: str
    name: str
    attribute: Attribute | None
    constant: Any = None
    inside: tuple[str, ...] = ()

    def value(self, state: Mapping[str, Any]) -> Any:
        """The value in a state; None if there is none."""
        if self.attribute is None:
            return self.constant
        value = state[self.attribute.name]
        for name in self.inside:
            value = value.get(name) if isinstance(value, dict) else None
        return value


@dataclass(frozen=True)
class Body:
    """Where the object is in a request or a response. `whole` is the attribute that has the whole object.

    `patch` is the media type of a request with changes only, such as JSON Patch.
    """

    pointer: str = ""
    whole: str | None = None
    is_ignored: bool = False
    patch: str | None = None


@dataclass(frozen=True)
class Operation:
    """A call. `sends` are the attributes in the request body; None if the operation takes none.

    `constants` are values of the request body by pointer. `placed` are attributes outside of the part with attributes,
    by pointer. `requires` are the attributes that the body must have, even without a configured value.
    """

    part: str
    method: str
    path: str
    arguments: tuple[Argument, ...]
    request: Body
    response: Body
    sends: frozenset[str] | None
    constants: tuple[tuple[str, Any], ...] = ()
    placed: tuple[tuple[str, str], ...] = ()
    requires: frozenset[str] = frozenset()

    @property
    def path_attributes(self) -> set[str]:
        """The names of the attributes in its path."""
        return {a.attribute.name for a in self.arguments if a.place == "path" and a.attribute is not None}

    def argument(self, name: str) -> Argument | None:
        """The argument of a parameter in the path; None if there is none."""
        return next((a for a in self.arguments if a.place == "path" and a.name == name), None)


@dataclass(frozen=True)
class Offer:
    """The resources of a provider by type, and the attributes of its own configuration."""

    resources: Mapping[str, "Resource"]
    settings: Mapping[str, Attribute] = field(default_factory=dict)


@dataclass
class Resource:
    """A resource: its attributes, its operations by part, and where the response to create has its identity."""

    name: str
    type: str
    attributes: dict[str, Attribute]
    operations: dict[str, Operation] = field(default_factory=dict)
    identity: dict[str, str] = field(default_factory=dict)
    """JSON pointers by attribute."""

    def identifies(self, part: str, name: str) -> bool:
        """Whether an attribute is in the path of an operation."""
        operation = self.operations.get(part)
        arguments = operation.arguments if operation else ()
        return any(a.place == "path" and a.attribute is not None and a.attribute.name == name for a in arguments)
