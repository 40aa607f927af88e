"""Adds new entities of a proposal to an existing config, whose lines are all kept.

An entity is new if no entity of its kind has the same read operation. Its policies are in its own entry, so that other
entities are not affected.
"""

from typing import Any

import yaml
from msgspec.structs import replace

from ...model import EntityKind, Purpose
from .. import kinds
from ..config.config import Config
from ..fix.edit import add_entries
from ..fix.plan import POLICIES
from ..identifiers import free
from ..openapi.routes import shape_of
from . import Starter
from .config_text import write_config
from .proposal import ConfigProposal, ProposedEntity


def new_entities(proposal: ConfigProposal, config: Config, text: str) -> tuple[ProposedEntity, ...]:
    """The proposed entities that a config lacks, with names that it does not use.

    A path that a comment of the config contains has been left out on purpose.
    """
    left_out = {word for line in text.splitlines() if line.lstrip().startswith("#") for word in line.split()}
    read = {
        (entity.kind, shape_of(entity.operations[Purpose.READ].path))
        for entity in config.entities
        if Purpose.READ in entity.operations
    }
    names: dict[EntityKind, set[str]] = {kind: set() for kind in kinds.SECTIONS}
    for known in config.entities:
        names[known.kind].add(known.name)
    found = []
    for entity in proposal.entities:
        path = entity.part("read").path
        if (entity.kind, shape_of(path)) in read or not left_out.isdisjoint((path, f'"{path}"', f"'{path}'")):
            continue
        name = free(entity.name, names[entity.kind])
        names[entity.kind].add(name)
        found.append(replace(entity, name=name))
    return tuple(found)


def updated(text: str, new: Starter) -> str:
    """The text of a config with new entities, whose policies are in their own entries."""
    present = (yaml.safe_load(text) or {}).get(POLICIES) or {}
    own = new.proposal.plan.entries.get(POLICIES, {})
    policies = {key: value for key, value in own.items() if present.get(key) != value}
    written = yaml.safe_load(write_config(new.proposal))
    entries: dict[str, Any] = {}
    comments = dict(new.proposal.plan.comments)
    for entity in new.proposal.entities:
        section = kinds.SECTIONS[entity.kind]
        entry = dict(written[section][entity.name])
        if policies:
            entry[POLICIES] = {**policies, **entry.get(POLICIES, {})}
        entries.setdefault(section, {})[entity.name] = entry
        if summary := next((part.summary for part in entity.parts if part.summary), ""):
            comments[section, entity.name] = summary
    return add_entries(text, entries, comments)[0]
