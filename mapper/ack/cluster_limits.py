"""Limits of clusters and of Go on all Kinds together."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..inputs import Node, problem_at
from ..kubernetes.limits import immutable_in_collections, oversized
from ..model import Entity, Mapping
from ..report.diagnostic import MappingError, Note, Problem, Severity, at
from .crd import definitions
from .origins import GENERATOR
from .rules import KIND_LARGE, KIND_TOO_LARGE, RULE_BELOW_LIST

MOST_FIELDS = 250_000
"""The most fields of one Kind, each counted wherever it is written out."""


def checked(mapping: Mapping, levels: dict[str, Severity]) -> Mapping:
    """The mapping with diagnostics about these limits. Raises MappingError for a Kind that is too large to write."""
    for entity in mapping.entities:
        if entity.size > MOST_FIELDS:
            text = f"{entity.name} would have {entity.size:,} fields, as structures are repeated wherever they are"
            text += " used; leave members out with ignore.field_paths"
            raise MappingError(
                problem_at(text, entity.location) if isinstance(entity.location, Node) else Problem(text)
            )
    notes = (*_too_large(mapping), *_in_lists(mapping))
    found = [at(note, entity.ref, "", levels) for entity, note in notes]
    return replace(mapping, diagnostics=(*mapping.diagnostics, *found))


def _too_large(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    for found in oversized(definitions(mapping)):
        rule = KIND_TOO_LARGE if found.is_refused else KIND_LARGE
        yield found.entity, Note(rule, found.text, found.entity.location)


def _in_lists(mapping: Mapping) -> Iterator[tuple[Entity, Note]]:
    for entity in mapping.entities:
        for costly in immutable_in_collections(entity.layout):
            rule = next((o.location for o in costly.attribute.origins if o.part == GENERATOR), None)
            text = f"{costly.path} is immutable, and is part of the elements of a {costly.around}"
            yield entity, Note(RULE_BELOW_LIST, text, rule)
