"""Finds entities that unused operations could be mapped to. Unlike `discover`, it does not map them."""

from __future__ import annotations

from collections.abc import Iterable

from ...model import Candidate, Candidates, EntityKind
from .. import kinds
from ..config.config import Config, EntityConfig
from ..openapi.operations import Api
from ..openapi.routes import read_routes
from .body_shape import Facts
from .config_text import entity_lines
from .entity_names import name_groups
from .groups import Group, find_groups
from .proposal import Part, ProposedEntity
from .unused_operations import unused_operations

_Key = tuple[str, str]


def find_candidates(api: Api, config: Config) -> Candidates:
    """The entities that `init` would propose, if they have operations that `config` does not use."""
    facts = Facts(api)
    routes, repeated, _ = read_routes(api, lambda _: True)
    groups = find_groups(routes, facts)
    names = name_groups(groups, facts)
    search = _Search(config)
    found = [candidate for group in groups if (candidate := search.candidate(group, names[group.shape]))]
    everything = [_entity(group.kind, names[group.shape], _parts(group)) for group in groups]
    unused = unused_operations(api, routes, facts, everything, repeated)
    reasons = {(operation.method, operation.path): operation.reason for operation in unused}
    return Candidates(tuple(found), {key: reason for key, reason in reasons.items() if key not in search.used})


class _Search:
    """Finds unused operations of a config. `used` are the others, by method and path."""

    def __init__(self, config: Config) -> None:
        self._names = {(entity.kind, entity.name) for entity in config.entities}
        self._owners: dict[tuple[EntityKind, _Key], EntityConfig] = {}
        for entity in config.entities:
            for operation in entity.operations.values():
                self._owners.setdefault((entity.kind, (operation.method.lower(), operation.path)), entity)
        self.used = {key for _, key in self._owners}

    def candidate(self, group: Group, name: str) -> Candidate | None:
        """The entity that a group would become; only the missing operations if the config has the entity already."""
        parts = _parts(group)
        owner = next(
            (self._owners[group.kind, key] for key in parts.values() if (group.kind, key) in self._owners), None
        )
        if owner is not None:
            name = owner.name
            parts = {part: key for part, key in parts.items() if part not in owner.operations and key not in self.used}
        elif not self.used.issuperset(parts.values()):
            name = self._unique(group.kind, name)
        else:
            return None
        return Candidate(group.kind, name, parts, _config(group.kind, name, parts)) if parts else None

    def _unique(self, kind: EntityKind, name: str) -> str:
        unique, number = name, 2
        while (kind, unique) in self._names:
            unique, number = f"{name}_{number}", number + 1
        self._names.add((kind, unique))
        return unique


def _parts(group: Group) -> dict[str, _Key]:
    return {part: (operation.method, operation.path) for part, operation in group.operations.items()}


def _entity(kind: EntityKind, name: str, parts: dict[str, _Key]) -> ProposedEntity:
    return ProposedEntity(kind, name, tuple(_written(parts)))


def _written(parts: dict[str, _Key]) -> Iterable[Part]:
    return (Part(part, path, method.upper()) for part, (method, path) in parts.items())


def _config(kind: EntityKind, name: str, parts: dict[str, _Key]) -> str:
    return "\n".join([f"{kinds.SECTIONS[kind]}:", *entity_lines(_entity(kind, name, parts))]) + "\n"
