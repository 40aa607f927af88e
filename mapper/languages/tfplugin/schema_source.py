"""The schema of a provider as an input: a file, or `provider:NAMESPACE/TYPE` or `provider:PATH` for one to be started.

No process is started for a baseline, or if only a config file asks for it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from mapper.inputs import Document, Documents
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request

SCHEME = "provider"
WRITES = "oasmap generate --system provider --live --output provider_schema.json"
"""The command that writes the schema of a provider to a file; the name of the provider comes after it."""


class SchemaProgram(Protocol):
    """A provider that is started for its schema."""

    def schema(self, name: str, request: Request) -> Document:
        """The schema that the provider returns; `name` is its address or its path. Raises MappingError."""
        ...


def is_live(spec: Path | Document) -> bool:
    """Whether an input names a provider to be started."""
    return not isinstance(spec, Document) and str(spec).startswith(f"{SCHEME}:")


def schema_document(request: Request, documents: Documents, program: Callable[[], SchemaProgram]) -> Document:
    """The provider schema that a request names, from a file or from a running provider.

    Raises DocumentError, and MappingError if a provider cannot be asked or may not be started.
    """
    spec = request.input
    if not is_live(spec):
        return documents.given(spec)
    if not request.live:
        text = "only where the command line (--live) or mkdocs.yml (live: true, with OASMAP_LIVE=1) says so"
        text = f"a provider is started {text}, and never for a baseline"
        raise MappingError(Problem(text, str(spec), remedy="use a schema file"))
    return documents.add(program().schema(str(spec).removeprefix(f"{SCHEME}:"), request))
