"""The schema of a provider, read: from a file, or asked from its process where the user says so."""

from __future__ import annotations

from typing import Any

from ..budget import Budget
from ..diagnostics import MappingError, Problem
from ..documents import Document, DocumentError, Documents
from ..immutable import dataclass
from ..model import Mapping
from ..requests import Request
from ..review.mixtures import Wanted
from ..tfplugin.documents import chosen, schema_problem
from ..tfplugin.errors import SchemaError, TfPluginError
from ..tfplugin.schema_json import read_document
from .mapping import Described, map_provider
from .plugins import program
from .proving import with_proof

SCHEME = "provider"


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
        document = _document(request, documents)
    except DocumentError as error:
        raise MappingError(error.problem) from None
    try:
        reading = read_document(document.root)
    except SchemaError as error:
        raise MappingError(schema_problem(error, document)) from None
    address = chosen(reading.document.providers, request.provider, document)
    return Inputs(Described(document, reading.document, address, reading.unknown), documents.budget, request)


def _document(request: Request, documents: Documents) -> Document:
    spec = request.spec
    if isinstance(spec, Document) or not str(spec).startswith(f"{SCHEME}:"):
        return documents.given(spec)
    if not request.live:
        text = "only where the command line (--live) or mkdocs.yml (live: true) says so, and never for a baseline"
        raise MappingError(Problem(f"a provider is started {text}", str(spec)))
    return documents.add(live_document(str(spec).removeprefix(f"{SCHEME}:"), request))


def live_document(name: str, request: Request) -> Document:
    """The schema that a provider says of itself, as a document of one line for each attribute. Raises MappingError."""
    from ..tfplugin.schema import SchemaDocument
    from ..tfplugin.schema_text import document_lines
    from ..tfplugin.start import start_provider

    try:
        found = program(name, request)
        with start_provider(found.path) as provider:
            schema = provider.schema()
    except TfPluginError as error:
        raise MappingError(Problem(str(error), f"{SCHEME}:{name}")) from None
    text = document_lines(SchemaDocument({found.address: schema}))
    version = f"@{found.version}" if found.version and "@" not in name and not name.startswith(("/", ".", "~")) else ""
    return Document(f"{SCHEME}:{name}{version}", text.encode("utf-8", "surrogatepass"))
