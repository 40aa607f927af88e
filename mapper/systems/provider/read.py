"""Reads the schema of a provider: from a file, or from its process if the user allows that."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from mapper.inputs import Documents
from mapper.languages.tfplugin.errors import SchemaError
from mapper.languages.tfplugin.schema_json import chosen, read_document, schema_problem
from mapper.model import Mapping
from mapper.programs.provider_process.source import WRITES, is_live, schema_document
from mapper.programs.provider_process.verify import with_proof
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Proposing, Request, StartingConfig
from mapper.review.changes import Wanted
from mapper.text.plural import plural

from . import kinds
from .map import Described, map_provider


class Inputs(Struct, frozen=True):
    """One provider of a document. There is no config."""

    described: Described
    budget: Budget
    request: Request
    config: Any = None

    def map(self) -> Mapping:
        """Map the provider, with recorded or new proofs if the request asks for them. Raises MappingError."""
        return with_proof(map_provider(self.described, self.request.levels, self.budget), self.request)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        """As `map`: there is no config."""
        return self.map()


def read_inputs(request: Request) -> Inputs:
    """Read the schema of a request. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    document = schema_document(request, documents)
    try:
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    return Inputs(Described(document, reading.document, address, reading.unknown), documents.budget, request)


def starter(proposing: Proposing) -> StartingConfig:
    """No config. Raises MappingError if no site can be made from it, and for options for API descriptions only."""
    spec = proposing.spec
    if not isinstance(spec, Path):
        raise MappingError(Problem("a site needs the file of the schema; standard input is none", spec.uri))
    if is_live(spec):
        text = "a site is built from a schema that is committed: write it with"
        raise MappingError(Problem(f"{text} `{WRITES} {spec}`, and give that file", str(spec)))
    if proposing.existing is not None:
        raise MappingError(Problem("a mkdocs.yml is not updated; what it needs is in the guide of providers"))
    proposing.refuse("provider", "overlays", "allow_hosts", "include", "exclude")
    mapping = read_inputs(Request(spec, (), provider=proposing.provider)).map()
    return StartingConfig("", _summary(mapping))


def _summary(mapping: Mapping) -> str:
    counts = [
        plural(len(found), str(kind))
        for kind in kinds.KINDS
        if kind is not kinds.PROVIDER and (found := mapping.of_kind(kind))
    ]
    return f"a site of the provider {mapping.provider}" + (f" with {', '.join(counts)}" if counts else "")
