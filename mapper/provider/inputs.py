"""The schema of a provider, read: from a file, or asked from its process where the user says so."""

from __future__ import annotations

from typing import Any

from ..budget import Budget
from ..diagnostics import MappingError
from ..documents import DocumentError, Documents
from ..immutable import dataclass
from ..live import schema_document
from ..model import Mapping
from ..requests import Request
from ..review.mixtures import Wanted
from ..tfplugin.documents import chosen, schema_problem
from ..tfplugin.errors import SchemaError
from ..tfplugin.schema_json import read_document
from .mapping import Described, map_provider
from .proving import with_proof


@dataclass(frozen=True, slots=True)
class Inputs:
    """One provider of a document. There is no config."""

    described: Described
    budget: Budget
    request: Request
    config: Any = None

    def map(self) -> Mapping:
        """Map it, with what the provider has said of it if the request asks for that. Raises MappingError."""
        return with_proof(map_provider(self.described, self.request.levels, self.budget), self.request)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        """The same: there is no config."""
        del config, wanted
        return self.map()


def read_inputs(request: Request) -> Inputs:
    """Read the schema that a request names. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    try:
        document = schema_document(request, documents)
    except DocumentError as error:
        raise MappingError(error.problem) from None
    try:
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    return Inputs(Described(document, reading.document, address, reading.unknown), documents.budget, request)
