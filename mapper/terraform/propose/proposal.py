"""The proposal of `init` as plain data: the entries of a generator config, with reasons."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...inputs import escape_token
from ...model import EntityKind, EntityRef
from .. import kinds


class Part(Struct, frozen=True):
    """The operation for one part (*create*, *read*, …) of an entity, and its summary.

    `request` and `response` are the envelopes of its bodies, or the branches of those that are a choice; empty if they
    have none. `why` is the comment on a branch.
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
        """The JSON pointers to the content of bodies with envelopes."""
        bodies = (("request", self.request), ("response", self.response))
        return {body: f"/{escape_token(name)}" for body, name in bodies if name}


class Alias(Struct, frozen=True):
    """A parameter, its new name, and the reason. A leading dot marks a property."""

    parameter: str
    name: str
    why: str


class Ignore(Struct, frozen=True):
    """The dotted path of a property to ignore, and the reason."""

    path: str
    why: str


class ProposedPattern(Struct, frozen=True):
    """The dotted path of an attribute, its new regular expression or None for none, and the reason."""

    path: str
    expression: str | None
    why: str


class Policy(Struct, frozen=True):
    """A policy for all entities, its value, and the reason."""

    name: str
    value: str
    why: str


class ProposedEntity(Struct, frozen=True):
    """A resource or a data source."""

    kind: EntityKind
    name: str
    parts: tuple[Part, ...]
    aliases: tuple[Alias, ...] = ()
    ignores: tuple[Ignore, ...] = ()
    patterns: tuple[ProposedPattern, ...] = ()
    deprecated: bool = False

    @property
    def ref(self) -> EntityRef:
        """The reference of the entity."""
        return EntityRef(self.kind, self.name)

    def part(self, part: str) -> Part:
        """The operation for a part, which must exist."""
        return next(entry for entry in self.parts if entry.part == part)


class UnusedOperation(Struct, frozen=True):
    """An operation that no entity uses, and the reason."""

    method: str
    path: str
    reason: str


class ConfigProposal(Struct, frozen=True):
    """A proposed generator config.

    `source` and `title` are the file and the title of the API description. `filtered` is the number of operations that
    the caller excluded, which are not among `unused`. `refused` are the names of policies that make too
    much of the mapping.
    """

    provider: str
    source: str
    title: str
    entities: tuple[ProposedEntity, ...]
    unused: tuple[UnusedOperation, ...]
    filtered: int = 0
    policies: tuple[Policy, ...] = ()
    refused: frozenset[str] = frozenset()

    def of_kind(self, kind: EntityKind) -> tuple[ProposedEntity, ...]:
        """The entities of one kind, in the order of the API description."""
        return tuple(entity for entity in self.entities if entity.kind is kind)


def config_data(
    provider: str, entities: tuple[ProposedEntity, ...], policies: tuple[Policy, ...] = ()
) -> dict[str, Any]:
    """The generator config as data, without comments."""
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
