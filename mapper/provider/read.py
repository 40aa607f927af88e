"""Reads the schema of a provider: from a file, or from its process if the user allows that."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..budget import Budget
from ..inputs import DocumentError, Documents
from ..model import Mapping
from ..report.diagnostic import MappingError
from ..request import Request
from ..review.mixed_states import Wanted
from ..tfplugin.errors import SchemaError
from ..tfplugin.schema_json import chosen, read_document, schema_problem
from ..tfplugin.source import schema_document
from .map import Described, map_provider
from .verification.verify import with_proof


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
        del config, wanted
        return self.map()


def read_inputs(request: Request) -> Inputs:
    """Read the schema of a request. Raises MappingError."""
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
