"""Adds proofs to a mapping: from its sidecar, or from a running provider if that is allowed."""

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec.structs import replace

from mapper.files import is_file
from mapper.inputs import DocumentError, Documents
from mapper.languages.tfplugin.schema_source import SCHEME
from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic, MappingError, Note, at
from mapper.report.rules import RULES
from mapper.request import Request
from mapper.sidecar import Vocabulary
from mapper.sidecar.reader import read_sidecar

from . import kinds, rules
from .artifacts import facts_of
from .map import SOURCE
from .programs import ProviderProgram
from .proof import Record, applied, proof_of, recorded, schema_digest


def with_proof(mapping: Mapping, request: Request, program: Callable[[], ProviderProgram]) -> Mapping:
    """The mapping with the proofs in the sidecar that a request names, if its schema is the same.

    If a process may be started, proofs that are missing or of another program are requested. Raises MappingError if
    there is no program to start.
    """
    if request.proof is None:
        return mapping
    record, problem = _proofs_in_record(request, request.proof, schema_digest(mapping))
    if request.live:
        record = program().prove(_name(mapping, request), mapping, request, record)
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


def _proofs_in_record(request: Request, proof: Path, schema: str) -> tuple[Record | None, str]:
    """The proofs of this schema in a sidecar; or else a text why there are none."""
    try:
        document = Documents(request.base, reader=request.reader).unpack(proof)
        record = recorded(read_sidecar(document, _vocabulary))
    except DocumentError as error:
        path = request.folder / proof
        if path.exists() and not is_file(path):
            raise
        return None, error.problem.message
    except (MappingError, KeyError):
        return None, "it is not a sidecar of a provider"
    if record is None:
        return None, "it has no record of what a provider said"
    return (record, "") if record.schema == schema else (None, "what it has is of another schema")


def _vocabulary(name: str) -> Vocabulary:
    if name != "provider":
        raise KeyError(name)
    return Vocabulary(kinds.KINDS, {**RULES, **rules.RULES})


def _name(mapping: Mapping, request: Request) -> str:
    """The provider that the input names, or else the address of the schema."""
    name = str(request.input)
    if name.startswith(f"{SCHEME}:"):
        return name.removeprefix(f"{SCHEME}:")
    (provider,) = mapping.of_kind(kinds.PROVIDER)
    return str(facts_of(provider)[SOURCE])
