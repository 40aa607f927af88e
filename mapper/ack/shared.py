"""What the entries of `fields` say of members of structures. It adds up, as structures are shared.

The generator of ACK adds each instruction for a nested field, of whatever Kind, to the one Go type that all Kinds
have: a password that a second Kind compares in a way of its own remains a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..diagnostics import MappingError
from ..immutable import dataclass
from .config import FieldConfig
from .fields import Field, Resource
from .instructions import contradictions, sum_of

Member = tuple[int, str]
"""A structure (its `id`) and the name of a member."""

_FLAGS = ("is_secret", "is_immutable")  # what is required is not said of nested fields


@dataclass(frozen=True, slots=True)
class Instructions:
    """All that is said of one member: what it comes to, and the entries that say it."""

    config: FieldConfig
    entries: tuple[FieldConfig, ...]


def instructions(resources: Iterable[Resource], service: str, *, lenient: bool) -> dict[Member, Instructions]:
    """What all resources say of members. `service` is that of references that name none.

    Raises MappingError for entries that contradict each other, unless `lenient`.
    """
    said: dict[Member, list[FieldConfig]] = {}
    for resource in resources:
        for path, entry in resource.config.fields.items():
            for member, part in _uses(resource, path, entry):
                known = said.setdefault(member, [])
                if all(part.node.key != other.node.key for other in known):
                    known.append(part)
    problems = [problem for entries in said.values() for problem in contradictions(entries, service, flags=_FLAGS)]
    if problems and not lenient:
        raise MappingError(*dict.fromkeys(problems))
    return {member: Instructions(sum_of(entries), tuple(entries)) for member, entries in said.items()}


def _uses(resource: Resource, path: str, entry: FieldConfig) -> Iterator[tuple[Member, FieldConfig]]:
    """The members that an entry means, and what it says of each.

    Where spec and status both have a field of the name, ACK looks into that of spec. A secret is one everywhere.
    """
    found = [(field, steps) for field, steps in resource.find(path) if steps]
    anywhere_in_spec = any(_is_in_spec(field, resource) for field, _ in found)
    for field, steps in found:
        shape, member = steps[-1]
        part = entry if not anywhere_in_spec or _is_in_spec(field, resource) else _as_secret(entry)
        yield (id(shape), member), part


def _is_in_spec(field: Field, resource: Resource) -> bool:
    return any(field is known for known in resource.spec.values())


def _as_secret(entry: FieldConfig) -> FieldConfig:
    return replace(entry, is_immutable=False, go_tag=None, references=None)
