"""The schema of a provider, read: from a file, or asked from its process where the user says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..budget import Budget
from ..diagnostics import MappingError, Problem
from ..documents import Document, DocumentError, Documents, Node, problem_at, split_pointer
from ..hints import nearest
from ..immutable import dataclass
from ..model import Mapping
from ..review.mixtures import Wanted
from ..system import Request
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
        raise MappingError(_problem(error, document)) from None
    address = _chosen(tuple(reading.document.providers), request.provider, document)
    return Inputs(Described(document, reading.document, address, reading.unknown), documents.budget, request)


def _document(request: Request, documents: Documents) -> Document:
    spec = request.spec
    if isinstance(spec, Document):
        documents.budget.read(spec.stored)
        return documents.add(spec)
    scheme, colon, name = str(spec).partition(":")
    if not colon or scheme != SCHEME:
        return documents.add(documents.unpack(spec))
    if not request.live:
        text = "only where the command line (--live) or mkdocs.yml (live: true) says so, and never for a baseline"
        raise MappingError(Problem(f"a provider is started {text}", str(spec)))
    return documents.add(live_document(name, request))


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


def _chosen(addresses: Iterable[str], wanted: str | None, document: Document) -> str:
    """The provider that is wanted, by its address or the end of it; the only one where none is."""
    known = list(addresses)
    if wanted is None:
        if len(known) == 1:
            return known[0]
        text = "; say which with --provider" if known else ""
        raise MappingError(Problem(f"there are {len(known)} providers in it{_listed(known)}{text}", document.uri))
    found = [one for one in known if one == wanted or one.endswith(f"/{wanted}")]
    if len(found) == 1:
        return found[0]
    if found:
        text = f"several providers are called {wanted!r}{_listed(found)}; give the whole address"
    else:
        text = f"there is no provider {wanted!r} in it{_listed(known)}{nearest(wanted, known)}"
    raise MappingError(Problem(text, document.uri))


def _listed(addresses: list[str]) -> str:
    return f": {', '.join(addresses)}" if addresses else ""


def _problem(error: SchemaError, document: Document) -> Problem:
    """What is wrong, at the innermost part that is there."""
    node: Node = document.node
    for name in split_pointer(error.pointer):
        inside = node.value
        if isinstance(inside, dict) and name in inside:
            node = node.child(name)
        elif isinstance(inside, list) and name.isdigit() and int(name) < len(inside):
            node = node.child(int(name))
        else:
            break
    problem = problem_at(error.message, node)
    return Problem(
        f"{error.pointer}: {problem.text}" if error.pointer else problem.text,
        document.uri,
        problem.line,
        problem.column,
    )
