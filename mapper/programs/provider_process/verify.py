"""Adds proofs to a mapping: from its sidecar, or from a running provider if that is allowed."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from mapper.inputs import DocumentError, Documents
from mapper.languages.tfplugin.errors import TfPluginError
from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic, MappingError, Note, Problem, at
from mapper.report.rules import RULES
from mapper.request import Request
from mapper.sidecar import Vocabulary
from mapper.sidecar.reader import read_sidecar
from mapper.systems.provider import kinds, rules
from mapper.systems.provider.artifacts import facts_of
from mapper.systems.provider.map import SOURCE
from mapper.systems.provider.proof import Record, applied, proof_of, recorded, schema_digest

from .source import Found, program, start_provider

_PIECE = 1 << 20


def with_proof(mapping: Mapping, request: Request) -> Mapping:
    """The mapping with the proofs in the sidecar that a request names, if its schema is the same.

    If a process may be started, missing proofs, and those of another program, are requested. Raises MappingError if
    there is no program to start.
    """
    if request.proof is None:
        return mapping
    schema = schema_digest(mapping)
    record, problem = _recorded(request, schema)
    if request.live:
        record = _new_record(mapping, request, record, schema)
    if record is None:
        note = at(Note(rules.NOTHING_PROVEN, f"{request.proof}: {problem}"), None, "", request.levels)
        return replace(mapping, diagnostics=(*mapping.diagnostics, note))
    proven = applied(mapping, record)
    return replace(proven, diagnostics=(*proven.diagnostics, *_refused(proven, request)))


def _refused(mapping: Mapping, request: Request) -> Iterator[Diagnostic]:
    for entity in mapping.entities:
        proof = proof_of(entity)
        for problem in dict.fromkeys(proof.refused.values()) if proof else ():
            note = Note(rules.EXAMPLE_REFUSED, f"the provider says: {problem}", entity.location)
            yield at(note, entity.ref, "", request.levels)


def _recorded(request: Request, schema: str) -> tuple[Record | None, str]:
    """The proofs of this schema; or else a text why there are none."""
    if request.proof is None:
        return None, ""
    try:
        document = Documents(request.base, reader=request.reader).unpack(request.proof)
        record = recorded(read_sidecar(document, _vocabulary))
    except DocumentError as error:
        return None, error.problem.text
    except (MappingError, KeyError):
        return None, "it is not a sidecar of a provider"
    if record is None:
        return None, "it has no record of what a provider said"
    return (record, "") if record.schema == schema else (None, "what it has is of another schema")


def _vocabulary(name: str) -> Vocabulary:
    if name != "provider":
        raise KeyError(name)
    return Vocabulary(kinds.KINDS, {**RULES, **rules.RULES})


def _new_record(mapping: Mapping, request: Request, record: Record | None, schema: str) -> Record:
    try:
        program_ = _program(mapping, request)
        binary = _hashed(program_.path)
        same = record if record is not None and record.binary == binary else None
        if same is not None and same.complete:
            return same
        from .calls import prove

        proved = prove(mapping, lambda: start_provider(program_.path), same.proofs if same else {})
    except (TfPluginError, OSError) as error:
        raise MappingError(Problem(f"the pages cannot be proven: {error}", str(request.spec))) from None
    return Record(program_.version, binary, schema, proved.proofs, complete=proved.complete)


def _program(mapping: Mapping, request: Request) -> Found:
    """The program that the input names, or else that of the schema's address."""
    name = str(request.spec).removeprefix("provider:") if str(request.spec).startswith("provider:") else ""
    (provider,) = mapping.of_kind(kinds.PROVIDER)
    return program(name or str(facts_of(provider)[SOURCE]), request)


def _hashed(path: Path) -> str:
    whole = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            whole.update(piece)
    return whole.hexdigest()
