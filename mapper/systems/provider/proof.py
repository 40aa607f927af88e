"""Proofs: what a provider itself returned about the pages, such as which examples it accepts, and what its plans show.

Proofs are fragments of the mapping, and so of the sidecar. A build without the program of the provider takes them from
there, as long as the schema is the same. A proof is for the exact text of an example.
"""

import hashlib
from collections.abc import Iterator
from collections.abc import Mapping as Dict
from contextlib import suppress
from typing import TypeVar

from msgspec import Struct, ValidationError, convert, field, to_builtins
from msgspec.structs import replace

from mapper.languages.tfplugin.schema_text import document_lines
from mapper.model import Attribute, Body, Default, Entity, Fragment, Mapping

from . import kinds
from .artifacts import document_of

PROOF, RUN = "proof", "proof_run"
"""The fragments of an entity, and of the provider, with proofs."""

_DIGEST = 16
Scalar = bool | int | float | str


class Proof(Struct, frozen=True, omit_defaults=True):
    """The proof of one entity: examples by digest, and attributes at its root by name.

    `accepted` are examples without an error, `refused` maps others to error messages. `added` are optional attributes
    that the smallest example needs, `left_out` those that the largest one must not have. `defaults` are values that
    plans fill in, `replaces` the attributes whose change replaces the object. `planned`: plans were requested,
    even if the provider crashed. `importable`: it did not say that the resource cannot be imported.
    """

    accepted: tuple[str, ...] = ()
    refused: Dict[str, str] = field(default_factory=dict)
    defaults: Dict[str, Scalar] = field(default_factory=dict)
    replaces: tuple[str, ...] = ()
    planned: bool = False
    added: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    importable: bool = False


class Record(Struct, frozen=True, rename={"version": "provider"}):
    """The proven provider: its `version`, and the digests of its program and of its schema."""

    version: str
    binary: str
    schema: str
    proofs: Dict[str, Proof] = field(default_factory=dict)
    complete: bool = True


def digest(text: str) -> str:
    """The digest of an example."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]


def schema_digest(mapping: Mapping) -> str:
    """The digest of a mapping's schema, independent of its source."""
    text = document_lines(document_of(mapping))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def applied(mapping: Mapping, record: Record) -> Mapping:
    """The mapping with its provider's proofs."""
    entities = tuple(_proven(entity, record) for entity in mapping.entities)
    return replace(mapping, entities=entities)


def learnt(entity: Entity, proof: Proof) -> Entity:
    """An entity with the proven defaults and replacements."""
    return replace(entity, body=_learnt(entity.body, proof)) if proof.defaults or proof.replaces else entity


def subject(entity: Entity) -> str:
    """The key of an entity's proof."""
    return f"{entity.kind} {entity.name}"


def _proven(entity: Entity, record: Record) -> Entity:
    fragments: list[Fragment] = []
    if entity.kind is kinds.PROVIDER and entity.location is not None:
        run = to_builtins(record)
        del run["proofs"]
        fragments.append(Fragment(RUN, run, entity.location))
    proof = record.proofs.get(subject(entity))
    if proof is not None and entity.location is not None:
        fragments.append(Fragment(PROOF, to_builtins(proof), entity.location))
        entity = learnt(entity, proof)
    return replace(entity, fragments=(*entity.fragments, *fragments)) if fragments else entity


def _learnt(body: Body, proof: Proof) -> Body:
    return replace(body, attributes=tuple(_attribute(attribute, proof) for attribute in body.attributes))


def _attribute(attribute: Attribute, proof: Proof) -> Attribute:
    value = proof.defaults.get(attribute.name)
    if value is not None:
        attribute = replace(attribute, default=Default(value))
    return replace(attribute, replaces=True) if attribute.name in proof.replaces else attribute


def recorded(mapping: Mapping) -> Record | None:
    """The proofs in a mapping; None if there are none, or if they are invalid."""
    run = recorded_run(mapping)
    if run is None:
        return None
    return replace(run, proofs={subject(entity): proof for entity in mapping.entities if (proof := proof_of(entity))})


def recorded_run(mapping: Mapping) -> Record | None:
    """As `recorded`, without the proofs of entities."""
    runs = [run for entity in mapping.of_kind(kinds.PROVIDER) for run in _fragments_of(entity, RUN, Record)]
    return runs[0] if len(runs) == 1 else None


def proof_of(entity: Entity) -> Proof | None:
    """The proof in an entity."""
    return next(_fragments_of(entity, PROOF, Proof), None)


_Kind = TypeVar("_Kind")


def _fragments_of(entity: Entity, keyword: str, kind: type[_Kind]) -> Iterator[_Kind]:
    """The valid fragments of a keyword."""
    for fragment in entity.fragments:
        if fragment.keyword == keyword:
            with suppress(ValidationError):
                yield convert(fragment.value, kind)


def without_proofs(mapping: Mapping) -> Mapping:
    """The mapping without proofs."""
    return replace(mapping, entities=tuple(map(_unproven, mapping.entities)))


def _unproven(entity: Entity) -> Entity:
    left = tuple(fragment for fragment in entity.fragments if fragment.keyword not in (PROOF, RUN))
    attributes = tuple(
        replace(attribute, default=None, replaces=False)
        if attribute.default is not None or attribute.replaces
        else attribute
        for attribute in entity.body.attributes
    )
    return replace(entity, fragments=left, body=replace(entity.body, attributes=attributes))
