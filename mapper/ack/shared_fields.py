"""Combines the entries of `fields` for members of structures, which all Kinds share.

ACK's generator applies each instruction for a nested field, of any Kind, to the one Go type that all Kinds share: a
password that only one Kind marks as secret is a secret in all Kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..report.diagnostic import MappingError
from .config import FieldConfig
from .field_instructions import contradictions, sum_of
from .fields import Field, Resource
from .shapes import Shape

Member = tuple[Shape, str]
"""A structure and the name of a member."""

_FLAGS = ("is_secret", "is_immutable")  # is_required does not apply to nested fields


class Instructions(Struct, frozen=True):
    """The instructions for one member: the combined entry, and the entries it is made from."""

    config: FieldConfig
    entries: tuple[FieldConfig, ...]


def instructions(resources: Iterable[Resource], service: str, *, lenient: bool) -> dict[Member, Instructions]:
    """The instructions of all resources, by member. `service` is that of references without a service.

    Raises MappingError for entries that contradict each other, unless `lenient`.
    """
    by_member: dict[Member, list[FieldConfig]] = {}
    for resource in resources:
        for path, entry in resource.config.fields.items():
            for member, instruction in _uses(resource, path, entry):
                entries_ = by_member.setdefault(member, [])
                if all(instruction.node.key != other.node.key for other in entries_):
                    entries_.append(instruction)
    problems = [problem for entries in by_member.values() for problem in contradictions(entries, service, flags=_FLAGS)]
    if problems and not lenient:
        raise MappingError(*dict.fromkeys(problems))
    return {member: Instructions(sum_of(entries), tuple(entries)) for member, entries in by_member.items()}


def _uses(resource: Resource, path: str, entry: FieldConfig) -> Iterator[tuple[Member, FieldConfig]]:
    """The members that an entry selects, each with the instructions for it.

    If spec and status both have a field of the name, ACK applies the entry to that of spec.
    `is_secret` applies to both.
    """
    nested = [(field, steps) for field, steps in resource.find(path) if steps]
    anywhere_in_spec = any(_is_in_spec(field, resource) for field, _ in nested)
    for field, steps in nested:
        shape, member = steps[-1]
        instruction = entry if not anywhere_in_spec or _is_in_spec(field, resource) else _as_secret(entry)
        yield (shape, member), instruction


def _is_in_spec(field: Field, resource: Resource) -> bool:
    return any(field is other for other in resource.spec.values())


def _as_secret(entry: FieldConfig) -> FieldConfig:
    return replace(entry, is_immutable=False, go_tag=None, references=None)
