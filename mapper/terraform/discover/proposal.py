"""What `init` proposes, as plain data: the entries of a generator config, each with the reason for it."""

from __future__ import annotations

from typing import Any

from ...documents import escape_token
from ...immutable import dataclass
from ...model import EntityRef, Kind
from .. import kinds


@dataclass(frozen=True, slots=True)
class Part:
    """The operation that plays one part (*create*, *read*, …) for an entity, and its summary.

    `request` and `response` are the properties of the bodies that are envelopes, or the branches of those that are a
    choice; empty where a body is neither. `why` is said of branches.
    """

    part: str
    path: str
    method: str
    summary: str = ""
    request: str = ""
    response: str = ""
    why: str = ""

    @property
    def envelopes(self) -> dict[str, str]:
        """The JSON pointers into the bodies that are envelopes."""
        bodies = (("request", self.request), ("response", self.response))
        return {body: f"/{escape_token(name)}" for body, name in bodies if name}


@dataclass(frozen=True, slots=True)
class Alias:
    """A parameter, the name that it should get, and why. A name with a dot in front is that of a property."""

    parameter: str
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """A dotted path to leave out, and why."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """The dotted path of an attribute, the pattern that it should have in place of its own, if any, and why."""

    path: str
    expression: str | None
    why: str


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy for all entities, its value, and why."""

    name: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class ProposedEntity:
    """A resource or a data source."""

    kind: Kind
    name: str
    parts: tuple[Part, ...]
    aliases: tuple[Alias, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    deprecated: bool = False

    @property
    def ref(self) -> EntityRef:
        """What identifies it."""
        return EntityRef(self.kind, self.name)

    def part(self, part: str) -> Part:
        """The operation that plays a part, which must be there."""
        return next(entry for entry in self.parts if entry.part == part)


@dataclass(frozen=True, slots=True)
class UnusedOperation:
    """An operation that no entity uses, and why."""

    method: str
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole generator config.

    `source` and `title` say which description it was made from. `filtered` is the number of operations that
    the caller did not want; they are not among `unused`.
    """

    provider: str
    source: str
    title: str
    entities: tuple[ProposedEntity, ...]
    unused: tuple[UnusedOperation, ...]
    filtered: int = 0
    policies: tuple[Policy, ...] = ()

    def of_kind(self, kind: Kind) -> tuple[ProposedEntity, ...]:
        """The entities of one kind, in the order of the API description."""
        return tuple(entity for entity in self.entities if entity.kind is kind)


def config_data(
    provider: str, entities: tuple[ProposedEntity, ...], policies: tuple[Policy, ...] = ()
) -> dict[str, Any]:
    """The generator config as data, without its comments."""
    data: dict[str, Any] = {"provider": {"name": provider}}
    if policies:
        data["policies"] = {policy.name: policy.value for policy in policies}
    for entity in entities:
        section = data.setdefault(kinds.SECTIONS[entity.kind], {})
        section[entity.name] = {part.part: _operation(part) for part in entity.parts}
        schema: dict[str, Any] = {}
        if entity.ignores:
            schema["ignores"] = [ignore.path for ignore in entity.ignores]
        attributes: dict[str, Any] = {}
        if entity.aliases:
            attributes["aliases"] = {alias.parameter: alias.name for alias in entity.aliases}
        if entity.patterns:
            attributes["overrides"] = {entry.path: {"pattern": entry.expression} for entry in entity.patterns}
        if attributes:
            schema["attributes"] = attributes
        if schema:
            section[entity.name]["schema"] = schema
    return data


def _operation(part: Part) -> dict[str, Any]:
    pointers = {body: {"pointer": pointer} for body, pointer in part.envelopes.items()}
    return {"path": part.path, "method": part.method, **pointers}
