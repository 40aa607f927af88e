"""Reads the schema of a provider: from a file, or from its process if the user allows that."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from mapper.inputs import Documents
from mapper.languages.tfplugin.errors import SchemaError
from mapper.languages.tfplugin.schema_json import chosen, read_document, schema_problem
from mapper.languages.tfplugin.schema_source import WRITES, is_live, schema_document
from mapper.model import Mapping
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Proposing, Request, StartingConfig
from mapper.review.changes import Wanted
from mapper.text.plural import plural

from . import kinds
from .map import Described, map_provider
from .programs import Programs
from .verify import with_proof


class Inputs(Struct, frozen=True):
    """One provider of a document. There is no config."""

    described: Described
    budget: Budget
    request: Request
    programs: Programs
    config: Any = None

    def map(self) -> Mapping:
        """Map the provider, with recorded or new proofs if the request asks for them. Raises MappingError."""
        mapping = map_provider(self.described, self.request.levels, self.budget)
        return with_proof(mapping, self.request, self.programs.live_provider)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        """As `map`: there is no config."""
        return self.map()


def read_inputs(request: Request, programs: Programs) -> Inputs:
    """Read the schema of a request. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    document = schema_document(request, documents, programs.live_provider)
    try:
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    described = Described(document, reading.document, address, reading.unknown)
    return Inputs(described, documents.budget, request, programs)


def starter(proposing: Proposing, programs: Programs) -> StartingConfig:
    """No config. Raises MappingError if no site can be made from it, and for options for API descriptions only."""
    spec = proposing.spec
    if not isinstance(spec, Path):
        raise MappingError(Problem("--site cannot read standard input", spec.uri, remedy="name the file of the schema"))
    if is_live(spec):
        text = "a site is built from a schema that is committed"
        remedy = f"write it with `{WRITES} {spec}`, and give that file"
        raise MappingError(Problem(text, str(spec), remedy=remedy))
    if proposing.existing is not None:
        raise MappingError(
            Problem(
                "--update does not change mkdocs.yml",
                remedy="add the plugin oasmap with `system: provider` and the `spec`",
            )
        )
    proposing.takes_only("provider")
    mapping = read_inputs(Request(spec, (), provider=proposing.provider), programs).map()
    return StartingConfig("", _summary(mapping))


def _summary(mapping: Mapping) -> str:
    counts = [
        plural(len(entities), str(kind))
        for kind in kinds.KINDS
        if kind is not kinds.PROVIDER and (entities := mapping.of_kind(kind))
    ]
    return f"a site of the provider {mapping.provider}" + (f" with {', '.join(counts)}" if counts else "")
